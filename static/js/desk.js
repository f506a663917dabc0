// The desk is refetched whenever the room moves on; what somebody is typing is never taken away.

const FIELDS = "input:not([type=hidden]), textarea, select";

function isTyping(part) {
  return part.contains(document.activeElement) && document.activeElement.matches(FIELDS);
}

function hasText(part) {
  return [...part.querySelectorAll("[data-paper-form] input:not([type=hidden])")].some((field) => field.value !== "");
}

let isAutomatic = false;
document.addEventListener("htmx:beforeRequest", (event) => {
  isAutomatic = event.detail.elt.hasAttribute("data-desk-refresh");
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const part = event.detail.target;
  if (part.id === "desk-paper") {
    const isSameTurn = part.dataset.turn === event.detail.fragment.firstElementChild?.dataset.turn;
    if (isSameTurn || isTyping(part) || hasText(part)) event.detail.shouldSwap = false;
  } else if (isAutomatic && (isTyping(part) || part.querySelector("dialog[open], details[open]"))) {
    event.detail.shouldSwap = false;
  }
});

// A recorded slip leaves an empty row with the cursor on the table: the next slip needs no mouse.
document.addEventListener("desk:recorded", (event) => {
  const form = document.querySelector("[data-paper-form]");
  if (!form) return;
  form.reset();
  for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "";
  form.elements.table.focus();
  document.querySelector("[data-paper-answer]").textContent = event.detail.value ?? "";
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-closes]")) event.target.closest("dialog")?.close();
});

for (const dialog of document.querySelectorAll("dialog[data-open]")) dialog.showModal();
