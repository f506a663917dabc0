// The player's page: the slip, the screen kept awake, and a fresh look at the server when the clock has run out.

import "./awake.js";
import "./slip.js";
import { resume } from "./outbox.js";

// The close comes with the stream; these two asks cover a stream that is down.
const AFTER_END_MILLISECONDS = [2500, 8000];

function refresh() {
  document.body.dispatchEvent(new CustomEvent("duplicato:refresh"));
}

document.addEventListener("end", () => AFTER_END_MILLISECONDS.forEach((wait) => setTimeout(refresh, wait)));
// A slip of a turn that is no longer on the page got its answer: the server's page tells what became of it.
document.addEventListener("duplicato:answered", ({ detail }) => {
  if (document.getElementById("slip-key")?.value !== detail.key) refresh();
});
// Back from sleep or from another page: what is shown may be old.
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") refresh(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

resume(document.querySelector("[data-entry]").dataset.entry);
