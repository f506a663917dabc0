// The hall's screen: swaps only what changed, announces letters, lays the top, turns the ranking's pages, sounds.

import { announce, reveal } from "./hall-motion.js";
import { sound, switchOn } from "./hall-sound.js";
import { serverNow } from "./server-time.js";

const PAGE_MILLISECONDS = 12000;
const FRESH_MILLISECONDS = 20000; // an opening or reveal older than this is shown, not performed
const IDLE_MILLISECONDS = 4000;

const place = document.getElementById("screen");
const screen = () => place.querySelector("[data-screen]");
let seen = { scene: "", turn: "", state: "" };
let turning = 0;
let endedTurn = "";

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target !== place) return;
  const next = /data-screen="(\w+)"/.exec(event.detail.xhr.responseText);
  if (next?.[1] === screen()?.dataset.screen) event.detail.shouldSwap = false;
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.target === place) perform();
});

/** The clock comes in a template, outside of what the server keeps, and runs once it stands in its place. */
function placeClock() {
  const clock = screen().querySelector("template[data-clock]");
  if (clock) screen().querySelector("[data-clock-place]").append(clock.content.cloneNode(true));
}

const isFresh = (iso) => Boolean(iso) && (serverNow() ?? Date.now()) - Date.parse(iso) < FRESH_MILLISECONDS;

function perform() {
  placeClock();
  const { scene, turn = "", state = "", opened, revealed } = screen().dataset;
  const isNew = scene !== seen.scene || turn !== seen.turn || state !== seen.state;
  const wasOpen = seen.state === "open" && seen.turn === turn;
  if (isNew && state === "open" && seen.state !== "open" && isFresh(opened)) announce(screen());
  if (isNew && scene === "reveal" && isFresh(revealed)) reveal(screen());
  // A turn closed before its time has no deadline to sound at.
  if (wasOpen && ["closed", "adjudicated"].includes(state)) soundEnd(turn);
  seen = { scene, turn, state };
  turnPages();
}

function soundEnd(turn) {
  if (endedTurn === turn) return;
  endedTurn = turn;
  sound("end");
}

function turnPages() {
  clearInterval(turning);
  const table = screen().querySelector("[data-pages]");
  const pages = table ? [...table.querySelectorAll("tbody")] : [];
  if (pages.length < 2) return;
  let at = 0;
  turning = setInterval(() => {
    at = (at + 1) % pages.length;
    pages.forEach((page, index) => { page.hidden = index !== at; });
    screen().querySelector("[data-range-shown]").textContent = pages[at].dataset.range;
  }, PAGE_MILLISECONDS);
}

place.addEventListener("signal", () => sound("signal"));
place.addEventListener("end", () => soundEnd(screen().dataset.turn));

const controls = document.querySelector("[data-hall-controls]");
const soundButton = document.querySelector("[data-hall-sound]");
soundButton.addEventListener("click", async () => {
  await switchOn();
  soundButton.setAttribute("aria-pressed", "true");
  soundButton.textContent = soundButton.dataset.on;
  sound("signal");
  navigator.wakeLock?.request("screen").catch(() => {}); // the screen may dim: no reason to stop
});
document.querySelector("[data-hall-full]").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // refused by the browser: F11 is left
});

let idle = 0;
function wake() {
  controls.classList.remove("is-idle");
  clearTimeout(idle);
  idle = setTimeout(() => controls.classList.add("is-idle"), IDLE_MILLISECONDS);
}
document.addEventListener("pointermove", wake);
document.addEventListener("keydown", wake);
wake();
perform();
