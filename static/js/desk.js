// The desk is refetched whenever the room moves on; what somebody is typing is never taken away, unless the desk shuts.

import { learnFromFragment, serverNow } from "./server-time.js";

const FIELDS = "input:not([type=hidden]), textarea, select";

function isTyping(part) {
  return part.contains(document.activeElement) && document.activeElement.matches(FIELDS);
}

function hasText(part) {
  return [...part.querySelectorAll("[data-paper-form] input:not([type=hidden])")].some((field) => field.value !== "");
}

// Whatever a person asked for last is what the page shows: an older answer, or one fetched for the page before, is dropped.
let latest = 0;
let inFlight = 0;
let isMissed = false;
let asking = null;

function isRefresh(element) {
  return element.hasAttribute("data-desk-refresh");
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt.hasAttribute("data-paper-form")) return;
  if (isRefresh(elt)) {
    requestConfig.deskOrder = latest;
    if (inFlight === 0) return;
    isMissed = true;
    event.preventDefault();
    return;
  }
  latest += 1;
  inFlight += 1;
  requestConfig.deskOrder = latest;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  asking = event.detail.requestConfig.elt;
  if (event.detail.requestConfig.deskOrder < latest) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt } = event.detail.requestConfig;
  if (isRefresh(elt) || elt.hasAttribute("data-paper-form")) return;
  inFlight -= 1;
  if (inFlight > 0) return;
  replayKeys();
  if (isMissed && inFlight === 0) {
    isMissed = false;
    document.querySelector("[data-desk-refresh]").dispatchEvent(new CustomEvent("desk:refresh"));
  }
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const part = event.detail.target;
  const fresh = event.detail.fragment.firstElementChild ?? event.detail.fragment;
  if (fresh.hasAttribute?.("data-shut")) return;
  const isAutomatic = Boolean(asking?.hasAttribute("data-desk-refresh"));
  if (part.id === "desk-messages") {
    // What an act answered stays until the next one: the room moves on at once, by that very act.
    if (isAutomatic && !fresh.querySelector?.(".messages")) event.detail.shouldSwap = false;
  } else if (part.id === "desk-paper") {
    // Its own answer replaces the row; anything else leaves a row that is being filled in alone.
    const isOwn = Boolean(asking?.hasAttribute("data-paper-form"));
    if (!isOwn && part.dataset.turn === fresh.dataset?.turn && (isTyping(part) || hasText(part))) event.detail.shouldSwap = false;
  } else if (isAutomatic && (isTyping(part) || part.querySelector("dialog[open], details.desk__reject[open]"))) {
    event.detail.shouldSwap = false;
  }
});

// Enter held down, or pressed twice by nerves, does not confirm a reading that differs: somebody must have read the line.
const READING_MILLISECONDS = 500;
let askedAt = -Infinity;
document.addEventListener("htmx:afterSettle", () => {
  if (asking?.hasAttribute("data-paper-form")) askedAt = performance.now();
});
document.addEventListener("submit", (event) => {
  const isConfirming = event.target.matches("[data-paper-form]") && event.target.elements.confirmed;
  if (!isConfirming || performance.now() - askedAt >= READING_MILLISECONDS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Keys pressed while the page is being fetched are about the page that comes: they wait for it, and what was meant for a
// field is written there.
const waiting = [];

function replayKeys() {
  while (waiting.length && (inFlight === 0 || document.activeElement.matches(FIELDS))) replay(waiting.shift());
}

document.addEventListener("keydown", (event) => {
  const isOurs = event.isTrusted && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab";
  if (inFlight === 0 || !isOurs || document.activeElement.matches(FIELDS)) return;
  event.preventDefault();
  event.stopPropagation();
  waiting.push(event.key);
}, true);

function replay(key) {
  const field = document.activeElement;
  if (field.matches(FIELDS) && key.length === 1) field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  else field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

// A or R: the reason can be typed at once. It goes with its words from one preview to the next.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-then-reason]")) document.getElementById("ruling-reason")?.focus();
});

let kept = null;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const form = event.detail.target.querySelector("[data-ruling-form]");
  if (!form) return;
  const reason = form.elements.ruling_reason;
  kept = { words: form.elements.words.value, text: reason.value, isFocused: reason === document.activeElement };
});

document.addEventListener("htmx:oobAfterSwap", () => {
  const form = document.querySelector("[data-ruling-form]");
  if (!kept || !form || form.elements.words.value !== kept.words) return;
  const reason = form.elements.ruling_reason;
  if (reason.value === "") reason.value = kept.text;
  if (kept.isFocused) reason.focus();
  kept = null;
});

// A dialog that was refused opens again with what was typed; an act that the dialog asked for closes it.
function openRefused() {
  for (const dialog of document.querySelectorAll("dialog[data-open]")) {
    dialog.removeAttribute("data-open");
    dialog.showModal();
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-closes]")) event.target.closest("dialog")?.close();
});

document.addEventListener("change", (event) => {
  event.target.closest?.("[data-desk-turns]")?.requestSubmit();
});

// The chosen group stays in sight while the arrows walk through the list.
function showChosen() {
  document.querySelector(".desk__table .is-chosen")?.scrollIntoView({ block: "nearest" });
}

function learnNow() {
  const stated = document.querySelector("time[data-now]")?.dataset.now;
  if (stated) learnFromFragment(stated);
  return serverNow();
}

// How long each member of the panel has been waited for.
function showWaiting() {
  const now = serverNow() ?? learnNow();
  if (now === null) return;
  for (const slot of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - Date.parse(slot.dataset.since)) / 1000));
    slot.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

document.addEventListener("htmx:afterSettle", () => {
  kept = null; // a ruling that was left takes its reason with it
  showChosen();
  showWaiting();
  openRefused();
});
setInterval(showWaiting, 1000);
showWaiting();
showChosen();
openRefused();
