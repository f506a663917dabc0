// What the hall sees happen: letters one each 1.2 s, the top's tiles one each 250 ms, then points, finders, ranking.
// Whoever asked for less motion sees everything in place.

const LETTER_MILLISECONDS = 1200;
const BOARD_MILLISECONDS = 1000;
const TILE_MILLISECONDS = 250;
const STEP_MILLISECONDS = 1000;

let run = 0; // a new performance ends the one before

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

async function showEach(elements, milliseconds, own) {
  for (const element of elements) {
    if (run !== own) return;
    element.classList.add("is-shown");
    await pause(milliseconds);
  }
}

export async function announce(screen) {
  const own = ++run;
  if (isStill()) return;
  screen.classList.add("is-announcing");
  await showEach(screen.querySelectorAll(".rack .tile"), LETTER_MILLISECONDS, own);
  screen.classList.remove("is-announcing");
}

export async function reveal(screen) {
  const own = ++run;
  if (isStill()) return;
  screen.classList.add("is-revealing");
  await pause(BOARD_MILLISECONDS);
  await showEach(screen.querySelectorAll(".board .tile--top"), TILE_MILLISECONDS, own);
  await showEach(screen.querySelectorAll("[data-step]"), STEP_MILLISECONDS, own);
  screen.classList.remove("is-revealing");
}
