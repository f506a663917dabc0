// Single keys for staff: data-key="P" on a button or link presses it. Several keys are separated by spaces.
// Off while a field has focus, except Escape and Ctrl combinations. "?" opens the list of keys.
// data-confirm-twice: the first press arms the act for 3 s, the second does it.

const CONFIRM_SECONDS = 3;
const BOUNCE_MILLISECONDS = 300; // a double click is one intention, not two
const FIELDS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";
const PRESSED_BY_SPACE = "button, summary, a[href], input, [role=button], [role=gridcell]";

function keyOf(event) {
  const name = event.key === " " ? "Space" : event.key;
  return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (name.length === 1 ? name.toUpperCase() : name);
}

function isBound(element, key) {
  return element.dataset.key.split(" ").some((bound) => (bound.length === 1 ? bound.toUpperCase() : bound) === key);
}

function isUsable(element) {
  return !element.disabled && element.getAttribute("aria-disabled") !== "true" && element.checkVisibility();
}

function findButton(key) {
  const scope = document.querySelector("dialog[open]") ?? document;
  return [...scope.querySelectorAll("[data-key]")].find((element) => isBound(element, key) && isUsable(element));
}

function isLeftToTheFocus(event, key) {
  const focused = document.activeElement;
  if (focused?.matches(FIELDS)) return key !== "Escape" && !key.startsWith("Ctrl+");
  return (key === "Space" || key === "Enter") && Boolean(focused?.matches(PRESSED_BY_SPACE)) && !event.ctrlKey;
}

function press(element) {
  if (element.matches(FIELDS)) {
    element.focus();
    element.select?.();
  } else {
    element.click();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return;
  const key = keyOf(event);
  if (isLeftToTheFocus(event, key)) return;
  const button = findButton(key);
  if (button) {
    event.preventDefault();
    press(button);
  } else if (key === "?") {
    event.preventDefault();
    openList();
  }
});

function openList() {
  const dialog = document.querySelector("dialog[data-keys-list]");
  if (!dialog || dialog.open) return;
  const list = dialog.querySelector("dl");
  // A dialog shows its own keys when it is open.
  const rows = [...document.querySelectorAll("[data-key]")].filter((element) => !element.closest("dialog")).map(rowOf);
  list.replaceChildren(...rows.flat());
  dialog.showModal();
}

function rowOf(element) {
  const [term, description] = [document.createElement("dt"), document.createElement("dd")];
  const caps = element.querySelectorAll("kbd");
  if (caps.length) {
    term.append(...[...caps].map((cap) => cap.cloneNode(true)));
  } else {
    const cap = document.createElement("kbd");
    cap.className = "key";
    cap.textContent = element.dataset.key;
    term.append(cap);
  }
  description.textContent = element.dataset.keyLabel ?? element.ariaLabel ?? wordsOf(element);
  return [term, description];
}

function wordsOf(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("kbd, .act__armed, .act__cost, svg").forEach((part) => part.remove());
  return copy.textContent.replace(/\s+/g, " ").trim();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-keys-open]")) openList();
});

// Arming. In the capture phase, so that neither a form nor htmx hears of the first press.
const armed = new WeakMap();

function disarm(element) {
  clearInterval(armed.get(element)?.timer);
  armed.delete(element);
  element.classList.remove("is-armed");
}

function arm(element) {
  const slot = element.querySelector("[data-seconds-left]");
  let left = CONFIRM_SECONDS;
  const show = () => { if (slot) slot.textContent = `${left} s`; };
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) disarm(element);
    else show();
  }, 1000);
  show();
  armed.set(element, { at: performance.now(), timer });
  element.classList.add("is-armed");
}

document.addEventListener("click", (event) => {
  const element = event.target.closest?.("[data-confirm-twice]");
  if (!element) return;
  const state = armed.get(element);
  if (state && performance.now() - state.at >= BOUNCE_MILLISECONDS) {
    disarm(element);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!state) arm(element);
}, true);
