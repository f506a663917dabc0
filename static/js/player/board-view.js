// Draws a laying on the grid that {% board interactive=True %} wrote: tiles, arrow, next square, lit labels, names.

import { makeTile } from "../tile.js";
import { squareName } from "./notation.js";

const EMPTY = ".";
const PREMIUM_MARKS = ["has-arrow-across", "has-arrow-down", "is-next", "is-lit"];

export class BoardView {
  #grid;
  #data;
  #drawn = new Map();

  constructor(board, data) {
    this.#grid = board.querySelector(".board__grid");
    this.#data = data;
  }

  square(row, col) {
    return this.#grid.querySelector(`.square[data-row="${row}"][data-col="${col}"]`);
  }

  /** The square nearest to a point of the screen, also in the gaps and labels of a small board. */
  nearest(x, y) {
    const first = this.square(0, 0).getBoundingClientRect();
    const place = (value, start) => Math.floor((value - start) / first.width);
    const [row, col] = [place(y, first.top), place(x, first.left)];
    if (row < -1 || col < -1 || row > 15 || col > 15) return null;
    return { row: Math.min(14, Math.max(0, row)), col: Math.min(14, Math.max(0, col)) };
  }

  draw(laying, { state, cursor, read }) {
    const own = new Map(laying.placed().map((tile) => [`${tile.row},${tile.col}`, tile]));
    for (let row = 0; row < 15; row += 1) {
      for (let col = 0; col < 15; col += 1) this.#drawSquare(row, col, own.get(`${row},${col}`), state);
    }
    this.#mark(laying, { state, cursor, read });
  }

  #drawSquare(row, col, own, state) {
    const there = this.#data.rows[row][col];
    const look = own ? `${own.letter} ${state}` : there;
    const key = `${row},${col}`;
    if (this.#drawn.get(key) === look) return;
    this.#drawn.set(key, look);
    const { values, names, codes, premiums, notation, words } = this.#data;
    const square = this.square(row, col);
    const sign = premiums[row][col];
    square.querySelectorAll(".tile, .square__code").forEach((part) => part.remove());
    const letter = own?.letter ?? (there === EMPTY ? "" : there);
    if (letter) {
      const tile = makeTile(letter, values[letter], own ? state : "", words.jolly);
      tile.setAttribute("aria-hidden", "true");
      if (own) tile.dataset.index = own.index;
      square.append(tile);
    } else if (codes[sign]) {
      const code = document.createElement("span");
      code.className = "square__code";
      code.setAttribute("aria-hidden", "true");
      code.textContent = codes[sign];
      square.append(code);
    }
    const isJolly = letter && letter !== letter.toUpperCase();
    const spoken = isJolly ? words.jolly_as.replace("{letter}", letter.toUpperCase()) : letter || names[sign];
    square.querySelector(".square__name").textContent = `${squareName(row, col, notation)}, ${spoken}`;
  }

  #mark(laying, { state, cursor, read }) {
    this.#grid.querySelectorAll(PREMIUM_MARKS.map((name) => `.${name}`).join()).forEach((part) => part.classList.remove(...PREMIUM_MARKS));
    const place = read ?? cursor;
    const focus = place ?? { row: 7, col: 7 };
    this.#grid.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.square(cursor?.row ?? focus.row, cursor?.col ?? focus.col).setAttribute("tabindex", "0");
    if (!place) return;
    const label = (name, value) => this.#grid.querySelector(`.board__label[data-${name}="${value}"]`);
    label("row", place.row).classList.add("is-lit");
    label("col", place.col).classList.add("is-lit");
    const isAcross = place.direction === "across";
    const before = isAcross ? this.square(place.row, place.col - 1) : this.square(place.row - 1, place.col);
    const arrow = before ?? (isAcross ? label("row", place.row) : label("col", place.col));
    arrow.classList.add(`has-arrow-${place.direction}`);
    const next = state === "laid" ? laying.next() : null;
    if (next) this.square(next.row, next.col).classList.add("is-next");
  }
}
