// <duplicato-slip data-slip="{…}">: the slip on tablet and phone. Tap, drag or type; nothing here judges a word.
// What is laid is stored at every change, so that neither a reload nor a lost connection loses it.

import { showBanner, stateOf } from "./banner.js";
import { BoardView } from "./board-view.js";
import { makeDraggable } from "./drag.js";
import { askJolly } from "./jolly.js";
import { Laying } from "./laying.js";
import { formatReference, formatWord, parseReference, parseWord } from "./notation.js";
import { change, post, recordOf } from "./outbox.js";
import { glide, isInside, showButton, showRack, showReading } from "./slip-view.js";

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
// A second tap on "send" that comes after the receipt is not a wish to change it.
const BOUNCE_MILLISECONDS = 800;

class DuplicatoSlip extends HTMLElement {
  #data;
  #laying;
  #view;
  #typed = null; // { reference, word } as written, where it is not what lies on the board
  #order = [];
  #receivedAt = -Infinity;
  #listeners = new AbortController();

  connectedCallback() {
    this.#data = JSON.parse(this.dataset.slip);
    this.#laying = new Laying(this.#data.rows, this.#data.rack);
    this.#view = new BoardView(this.querySelector(".board"), this.#data);
    this.#order = [...this.#data.rack].map((_, index) => index);
    this.#enhance();
    this.#meetServer();
    this.#listen();
    this.#draw();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  get #key() {
    return this.#data.key;
  }

  #find(selector) {
    return this.querySelector(selector);
  }

  /** What only works with a script appears; the typed form moves below the button. */
  #enhance() {
    this.querySelectorAll("[data-script]").forEach((part) => { part.hidden = false; });
    const typed = this.#find("[data-typed]");
    typed.open = false;
    this.#find("form").append(typed);
  }

  /** The server's page is the truth about what was received; the device's record about what is laid. */
  #meetServer() {
    const { received, revision } = this.#data;
    const record = recordOf(this.#key);
    const known = record.receipt?.revision === received?.revision ? record.receipt : null;
    change(this.#key, { receipt: received ? (known ?? received) : null, revision: Math.max(record.revision ?? 0, revision) }, true);
    if (record.draft) this.#restore(record.draft);
    else if (received) this.#layReceived(received);
  }

  #layReceived({ word, reference, declared, move }) {
    this.#find("[name=declared]").value = declared;
    const isLaid = move && this.#laying.layWord(move, move.word) && this.#laying.read().word === parseWord(word);
    if (isLaid && this.#content().reference === reference && this.#content().word === word) return;
    this.#laying.takeAll();
    this.#typed = { word, reference };
  }

  #restore({ laying, typed, order, declared }) {
    this.#laying.restore(laying);
    this.#typed = typed ?? null;
    if (order?.length === this.#order.length) this.#order = order;
    if (typeof declared === "string") this.#find("[name=declared]").value = declared;
  }

  #listen() {
    const { signal } = this.#listeners;
    const on = (target, name, handler) => target.addEventListener(name, handler, { signal });
    on(this.#find(".board"), "click", (event) => this.#tapBoard(event));
    on(this.#find(".rack"), "click", (event) => this.#tapRack(event));
    on(this.#find("[data-shuffle]"), "click", () => this.#shuffle());
    on(this.#find("[data-take-back]"), "click", () => this.#takeAll());
    for (const button of this.querySelectorAll("[data-direction]")) {
      on(button, "click", () => this.#apply(() => this.#laying.turn(button.dataset.direction)));
    }
    for (const field of this.querySelectorAll("[name=reference], [name=word]")) {
      on(field, "input", () => this.#readFields());
      on(field, "blur", () => this.#showFields());
    }
    on(this.#find("[name=declared]"), "input", () => this.#changed());
    on(this.#find("form"), "submit", (event) => this.#send(event));
    on(document, "keydown", (event) => this.#press(event));
    on(document, "duplicato:outbox", ({ detail }) => { if (detail.key === this.#key) this.#follow(); });
    makeDraggable(this, (index, x, y) => this.#drop(index, x, y));
  }

  /** The record changed: an answer came, or another tab of this table lays tiles. */
  #follow() {
    const { draft } = recordOf(this.#key);
    if (draft && !this.contains(document.activeElement?.closest("input"))) this.#restore(draft);
    this.#draw();
  }

  // Laying

  #apply(act) {
    if (this.#typed) this.#typed = null;
    act();
    this.#changed();
  }

  #changed() {
    const draft = {
      laying: this.#laying.save(), typed: this.#typed, order: this.#order, declared: this.#find("[name=declared]").value,
    };
    change(this.#key, { draft }, true);
    this.#draw();
  }

  #tapBoard(event) {
    const square = event.target.closest(".square");
    const place = square ? { row: Number(square.dataset.row), col: Number(square.dataset.col) } : this.#view.nearest(event.clientX, event.clientY);
    if (!place) return;
    const laying = this.#laying;
    const isAgain = laying.row === place.row && laying.col === place.col;
    const direction = isAgain && laying.isEmpty ? other(laying.direction) : laying.direction;
    this.#apply(() => laying.moveTo(place.row, place.col, direction));
  }

  #tapRack(event) {
    const tile = event.target.closest(".tile[data-index]");
    if (!tile) return;
    const index = Number(tile.dataset.index);
    if (!this.#laying.isUsed(index)) return this.#layTile(index, tile.getBoundingClientRect());
    const taken = this.#laying.takeBack(index);
    this.#apply(() => {});
    this.#say(this.#words("taken_back", { letter: taken.letter.toUpperCase() }));
  }

  async #layTile(index, from = null, position = undefined, wanted = "") {
    const laying = this.#laying;
    if (!laying.hasPlace) return this.#say(this.#data.words.first_square, true);
    if (!laying.next()) return this.#say(this.#data.words.no_room, true);
    const tile = laying.rack[index];
    const letter = tile === "?" ? (wanted || await askJolly())?.toLowerCase() : tile;
    if (!letter) return;
    this.#apply(() => laying.lay(index, letter, position));
    if (from) glide(this.#find(`.square .tile[data-index="${index}"]`), from);
  }

  #drop(index, x, y) {
    const laying = this.#laying;
    const isOnBoard = isInside(this.#find(".board__grid"), x, y);
    if (laying.isUsed(index)) {
      if (!isOnBoard) this.#apply(() => laying.takeBack(index));
      else this.#reorder(index, this.#view.nearest(x, y));
      return;
    }
    if (!isOnBoard) return;
    const place = this.#view.nearest(x, y);
    if (laying.isEmpty && laying.at(place.row, place.col) === ".") laying.moveTo(place.row, place.col);
    const position = laying.placed().findIndex((tile) => tile.row === place.row && tile.col === place.col);
    const isBefore = !laying.isEmpty && laying.isRightBefore(place);
    if (isBefore) {
      this.#layTile(index, null, 0).then(() => this.#apply(() => laying.moveTo(place.row, place.col)));
    } else {
      this.#layTile(index, null, position < 0 ? undefined : position);
    }
  }

  #reorder(index, place) {
    const laying = this.#laying;
    const position = laying.placed().findIndex((tile) => tile.row === place.row && tile.col === place.col);
    if (position < 0) return;
    this.#apply(() => {
      const { letter } = laying.takeBack(index);
      laying.lay(index, letter, position);
    });
  }

  #shuffle() {
    for (let i = this.#order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.#order[i], this.#order[j]] = [this.#order[j], this.#order[i]];
    }
    this.#changed();
    this.#say(this.#data.words.shuffled);
  }

  #takeAll() {
    this.#apply(() => this.#laying.takeAll());
    this.#say(this.#data.words.all_taken_back);
  }

  // Keys

  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const isOnBoard = Boolean(event.target.closest?.(".board"));
    if (/^[a-z]$/i.test(event.key)) this.#type(event.key.toUpperCase());
    else if (event.key === "?") this.#typeJolly();
    else if (event.key === "Backspace") this.#apply(() => this.#laying.takeLast());
    else if (isOnBoard && ARROWS[event.key]) this.#moveBy(...ARROWS[event.key]);
    else if (isOnBoard && event.key === " ") this.#apply(() => this.#laying.turn(other(this.#laying.direction)));
    else if (isOnBoard && event.key === "Enter") this.#tapBoard(event);
    else return;
    event.preventDefault();
  }

  #type(letter) {
    const laying = this.#laying;
    if (!laying.hasPlace) return this.#say(this.#data.words.first_square, true);
    if (laying.tileAhead().toUpperCase() === letter) {
      laying.passed += 1;
      return this.#say(this.#words("already_there", { letter }));
    }
    const index = laying.find(letter);
    if (index < 0) return this.#say(this.#words("not_in_rack", { letter }));
    this.#layTile(index, null, undefined, letter);
  }

  #typeJolly() {
    const index = this.#laying.rack.findIndex((tile, place) => tile === "?" && !this.#laying.isUsed(place));
    if (index >= 0) this.#layTile(index);
  }

  #moveBy(rows, cols) {
    const { row, col } = this.#laying.hasPlace ? this.#laying : this.#focusedSquare();
    const [toRow, toCol] = this.#laying.hasPlace ? [row + rows, col + cols] : [row, col];
    if (toRow < 0 || toCol < 0 || toRow > 14 || toCol > 14) return;
    this.#apply(() => this.#laying.moveTo(toRow, toCol));
    this.#view.square(toRow, toCol).focus();
  }

  #focusedSquare() {
    const square = document.activeElement.closest(".square");
    return square ? { row: Number(square.dataset.row), col: Number(square.dataset.col) } : { row: 7, col: 7 };
  }

  // Typed reference and word

  #readFields() {
    const written = { reference: this.#find("[name=reference]").value, word: this.#find("[name=word]").value };
    const place = parseReference(written.reference, this.#data.notation);
    const word = parseWord(written.word);
    this.#typed = null;
    if (place && word && this.#laying.layExactly(place, word)) return this.#changed();
    if (place && !written.word) {
      this.#laying.takeAll();
      this.#laying.moveTo(place.row, place.col, place.direction);
    } else {
      this.#laying.takeAll();
      this.#typed = written.reference || written.word ? written : null;
    }
    this.#changed();
  }

  #showFields() {
    const { reference: sent, word } = this.#content();
    // The cursor alone has a reference too; it is sent only with a word.
    const reference = sent || (!this.#typed && this.#laying.hasPlace ? formatReference(this.#laying, this.#data.notation) : "");
    for (const [name, value] of [["reference", reference], ["word", word]]) {
      const field = this.#find(`[name=${name}]`);
      if (field !== document.activeElement) field.value = value;
    }
  }

  // Sending

  #content() {
    const declared = this.#find("[name=declared]").value.trim();
    if (this.#typed) return { reference: this.#typed.reference.trim(), word: this.#typed.word.trim(), declared };
    const read = this.#laying.read();
    if (!read || this.#laying.isEmpty) return { reference: "", word: "", declared };
    return { reference: formatReference(read, this.#data.notation), word: formatWord(read.word), declared };
  }

  #send(event) {
    event.preventDefault();
    const content = this.#content();
    const { state } = stateOf(this.#key, recordOf(this.#key), content);
    if (state === "received") return this.#changeMind();
    if (!content.word && !content.reference) return this.#say(this.#data.words.nothing, true);
    if (state === "sending") return;
    const { url, entry, turn, revision } = this.#data;
    post(this.#key, { ...content, url, entry, turn, revision });
  }

  /** "Cambia la giocata": the letters come back to the rack; the slip received still counts. */
  #changeMind() {
    const isBounce = performance.now() - this.#receivedAt < BOUNCE_MILLISECONDS;
    if (isBounce || document.activeElement?.matches("input")) return;
    this.#takeAll();
  }

  // Drawing

  #draw() {
    const laying = this.#laying;
    const content = this.#content();
    const shown = stateOf(this.#key, recordOf(this.#key), content);
    const isReceived = shown.state === "received";
    const read = this.#typed ? parseReference(this.#typed.reference, this.#data.notation) : laying.read();
    const cursor = laying.hasPlace ? { row: laying.row, col: laying.col, direction: laying.direction } : null;
    this.#view.draw(laying, { state: isReceived ? "received" : "laid", cursor, read });
    showReading(this, this.#data, { read, typed: this.#typed, tiles: laying.tiles });
    showRack(this, laying, this.#order);
    this.#showFields();
    const banner = this.#find("[data-banner]");
    if (isReceived && banner.dataset.state === "sending") this.#receivedAt = performance.now();
    banner.dataset.state = shown.state;
    showBanner(banner, shown);
    showButton(this, this.#data.words, isReceived);
  }

  #words(name, values = {}) {
    return Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), this.#data.words[name]);
  }

  /** Said to screen readers; `isShown` also where the reference stands. */
  #say(text, isShown = false) {
    this.#find("[data-say]").textContent = text;
    if (isShown) this.#find("[data-reads]").textContent = text;
  }
}

function other(direction) {
  return direction === "across" ? "down" : "across";
}

customElements.define("duplicato-slip", DuplicatoSlip);
