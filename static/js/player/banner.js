// The line above the button: which of the slip's states is true, in the words of the templates in the page.

import { clockTime } from "../server-time.js";
import { isWaiting } from "./outbox.js";

/** What is laid or written against what the server has. `content` is { word, reference, declared }. */
export function stateOf(key, record, content) {
  const { pending, receipt, late, refusal } = record;
  const isBlank = !content.word && !content.reference;
  if (pending && isSame(pending, content)) return { state: isWaiting(key) ? "offline" : "sending" };
  if (refusal && isSame(refusal, content)) return { state: "refused", message: refusal.message };
  if (receipt && isSame(receipt, content)) return { state: "received", receipt };
  if (late && isSame(late, content)) return { state: "late", receipt: late };
  if (receipt) return { state: "changed", receipt };
  return { state: isBlank ? "empty" : "unsent" };
}

function isSame(one, other) {
  return ["word", "reference", "declared"].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

/** Put the words of a state in place; nothing moves where they are already there. */
export function showBanner(place, { state, receipt, message }) {
  const time = receipt ? clockTime(Date.parse(receipt.received_at)) : "";
  const look = [state, time, receipt?.word, receipt?.reference, message].join("|");
  if (place.dataset.shown === look) return;
  place.dataset.shown = look;
  const template = document.querySelector(`template[data-slip-template="${state}"]`);
  const banner = template.content.cloneNode(true);
  const fill = (slot, content) => banner.querySelectorAll(`[data-slot="${slot}"]`).forEach((part) => part.replaceChildren(content));
  if (receipt) {
    fill("time", time);
    fill("seconds", String(Math.max(1, Math.round((receipt.late_by_ms ?? 0) / 1000))));
    const move = document.createElement("span");
    move.append(wordNode(receipt.word), ` ${receipt.reference}`);
    fill("move", move);
  }
  if (message) fill("message", message);
  place.replaceChildren(banner);
}

/** A word with its jollies small and underlined, as {{ move|game_word }} writes it. */
export function wordNode(word) {
  const node = document.createElement("span");
  node.className = "game-word";
  const isMarked = word !== word.toUpperCase() && word !== word.toLowerCase();
  for (const letter of word) {
    const isJolly = isMarked && letter !== letter.toUpperCase();
    const part = isJolly ? document.createElement("u") : document.createTextNode(letter);
    if (isJolly) part.textContent = letter;
    node.append(part);
  }
  return node;
}
