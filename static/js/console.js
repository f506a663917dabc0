// The console: dialogs asked for by the server, and a refresh that never takes away what a person is doing.

const room = () => document.getElementById("room");
let posting = 0; // acts under way: their answer brings the room, and must find the place it was asked from
const isBusy = () => posting > 0 || room().querySelector("dialog[open]") || room().querySelector(".act.is-armed");

function countPosts(step) {
  return (event) => {
    if (event.detail.requestConfig.verb === "post") posting += step;
  };
}

document.addEventListener("htmx:beforeRequest", countPosts(1));
document.addEventListener("htmx:afterRequest", countPosts(-1));

function showAsked() {
  for (const dialog of document.querySelectorAll("dialog[data-show]")) {
    dialog.removeAttribute("data-show");
    dialog.close();
    dialog.showModal();
    const field = dialog.querySelector("[autofocus]");
    field?.setSelectionRange(field.value.length, field.value.length);
  }
}

// A link that opens a dialog leads to the same question on a page of its own where there is no script.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-opens], a[data-closes]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.matches("[data-closes]")) link.closest("dialog").close();
});

// A refresh waits while a question is open or an act is armed; what a person posts is never held back.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (new URL(event.detail.xhr.responseURL).pathname !== location.pathname) {
    // The session is over: the door, not a piece of it inside the room.
    event.detail.shouldSwap = false;
    location.reload();
  } else if (event.detail.requestConfig.verb === "get") {
    if (isBusy()) event.detail.shouldSwap = false;
  } else {
    // After an act the next key is the room's again, not that of the button pressed last.
    document.activeElement?.blur();
  }
});

document.addEventListener("htmx:afterSettle", () => {
  showAsked();
  // Not swapped by htmx: an answer may come for a column that is no longer in the page.
  const acts = document.getElementById("console-acts");
  if (!acts) return;
  document.getElementById("console-others").textContent = acts.dataset.others;
  document.getElementById("console-screens").textContent = acts.dataset.screens;
});

document.addEventListener("close", () => window.htmx?.trigger("#room", "refresh"), true);

showAsked();
