// Rows that change place at a reveal slide to it (400 ms), unless the visitor asked for less motion.

const PLACE_MILLISECONDS = 400;
const before = new Map();

const rows = (root) => root.querySelectorAll("[data-all] tr:not([hidden])");

export function remember(root) {
  before.clear();
  for (const row of rows(root)) before.set(row.dataset.entry, row.getBoundingClientRect().top);
}

export function moveFrom(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of rows(root)) {
    const distance = (before.get(row.dataset.entry) ?? NaN) - row.getBoundingClientRect().top;
    if (!distance) continue; // not there before, or not moved
    row.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], { duration: PLACE_MILLISECONDS, easing: "ease-out" });
  }
}
