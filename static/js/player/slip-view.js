// What the slip shows beside the board: how it reads, the rack, the button.

import { wordNode } from "./banner.js";
import { squareReference } from "./notation.js";

/** `10J · orizzontale`, `si legge PAGI, jolly T`: the reference as it will be read. */
export function showReading(root, { words, notation }, { read, typed, tiles }) {
  const [reference, reads] = [root.querySelector("[data-reference]"), root.querySelector("[data-reads]")];
  reference.classList.toggle("slip__reference--none", !read);
  if (read) reference.textContent = `${squareReference(read, notation)} · ${words[read.direction]}`;
  else reference.textContent = typed?.reference || words.first_square;
  const word = typed ? typed.word : (read?.word ?? "");
  reads.replaceChildren();
  if (!word) return;
  reads.append(`${words.reads} `, wordNode(word));
  const jollies = tiles.filter((tile) => tile.letter !== tile.letter.toUpperCase()).map((tile) => tile.letter.toUpperCase());
  if (jollies.length) reads.append(`, ${words.jolly} ${jollies.join(", ")}`);
}

/** The rack in the player's own order, laid tiles hollow; and the direction chosen. */
export function showRack(root, laying, order) {
  const place = root.querySelector(".rack__tiles");
  const buttons = new Map([...place.children].map((button) => [Number(button.dataset.index), button]));
  if (String([...buttons.keys()]) !== String(order)) place.append(...order.map((index) => buttons.get(index)));
  for (const [index, button] of buttons) {
    const isUsed = laying.isUsed(index);
    button.classList.toggle("tile--used", isUsed);
    button.setAttribute("aria-pressed", String(isUsed));
  }
  for (const button of root.querySelectorAll("[data-direction]")) {
    button.setAttribute("aria-pressed", String(button.dataset.direction === laying.direction));
  }
}

export function showButton(root, words, isReceived) {
  const button = root.querySelector("[data-send]");
  const text = isReceived ? words.change : words.send;
  if (button.textContent !== text) button.textContent = text;
  button.classList.toggle("button--primary", !isReceived);
  button.classList.toggle("button--accent", isReceived);
}

/** A tile goes from the rack to its square. */
export function glide(tile, from) {
  const to = tile?.getBoundingClientRect();
  if (!to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const steps = [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
  tile.animate(steps, { duration: 180, easing: "ease-out" });
}

export function isInside(element, x, y) {
  const box = element.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
