// The live page: favourites above the ranking, filters without a request, rows that move at a reveal, a phone's panels.

import { favourites, toggle } from "./live-favourites.js";
import { remember, moveFrom } from "./live-moves.js";

const filters = { category: "", club: "", search: "" };
let isWhole = false;

const ranking = () => document.querySelector("[data-ranking]");
const folded = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

function isWanted(row) {
  return (!filters.category || row.dataset.category === filters.category)
    && (!filters.club || row.dataset.club === filters.club)
    && (!filters.search || folded(row.querySelector("th").textContent).includes(folded(filters.search)));
}

function filterRows() {
  const table = ranking();
  if (!table) return;
  const isFiltered = Boolean(filters.category || filters.club || filters.search);
  let shown = 0;
  for (const row of table.querySelectorAll("[data-all] tr")) {
    row.hidden = isFiltered ? !isWanted(row) : "late" in row.dataset && !isWhole;
    if (!row.hidden) shown += 1;
  }
  const more = document.querySelector("[data-more]");
  if (more) more.parentElement.hidden = isFiltered || isWhole;
  document.querySelector("[data-no-match]").hidden = shown > 0;
}

function pinRows() {
  const table = ranking();
  if (!table) return;
  const pinned = favourites();
  const place = table.querySelector("[data-pinned]");
  place.replaceChildren();
  for (const row of table.querySelectorAll("[data-all] tr")) {
    const button = row.querySelector(".pin-button");
    button.hidden = false;
    const isPinned = pinned.includes(Number(row.dataset.entry));
    button.setAttribute("aria-pressed", String(isPinned));
    if (isPinned) {
      const copy = row.cloneNode(true);
      copy.hidden = false;
      copy.classList.add("is-pinned");
      place.append(copy);
    }
  }
}

function prepare() {
  pinRows();
  filterRows();
}

document.addEventListener("click", (event) => {
  const pin = event.target.closest?.(".pin-button");
  if (pin) {
    const { entry } = pin.closest("tr").dataset;
    const wasAbove = Boolean(pin.closest("[data-pinned]"));
    toggle(Number(entry));
    pinRows();
    filterRows();
    const again = document.querySelector(`[data-all] tr[data-entry="${entry}"] .pin-button`);
    if (wasAbove || document.activeElement === document.body) again?.focus();
    document.querySelector("[data-favourites]")?.dispatchEvent(new CustomEvent("duplicato:favourites"));
    return;
  }
  const more = event.target.closest?.("[data-more]");
  if (more) {
    event.preventDefault();
    isWhole = true;
    filterRows();
    return;
  }
  const chip = event.target.closest?.("a.filter[data-category]");
  if (chip && ranking()) {
    event.preventDefault();
    filters.category = chip.dataset.category;
    for (const other of document.querySelectorAll("a.filter[data-category]")) other.removeAttribute("aria-current");
    chip.setAttribute("aria-current", "true");
    filterRows();
  }
});

const form = document.querySelector("[data-filters]");
form?.addEventListener("submit", (event) => event.preventDefault());
form?.addEventListener("input", () => {
  filters.club = form.elements.circolo?.value ?? "";
  filters.search = form.elements.cerca?.value.trim() ?? "";
  filterRows();
});

document.body.addEventListener("htmx:configRequest", (event) => {
  if ("favourites" in event.target.dataset) event.detail.parameters.preferiti = favourites().join(",");
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "ranking") remember(event.target);
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "ranking") return;
  prepare();
  moveFrom(event.target);
});

// On a phone one panel shows at a time.
const tabs = document.querySelector("[data-panels]");
function showPanel(name) {
  document.body.dataset.panel = name;
  for (const tab of tabs.querySelectorAll("a")) {
    if (tab.hash === `#${name}`) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}
if (tabs) {
  const names = [...tabs.querySelectorAll("a")].map((tab) => tab.hash.slice(1));
  const fromAddress = () => showPanel(names.includes(location.hash.slice(1)) ? location.hash.slice(1) : names[0]);
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
}

// The page was drawn with what its address asks for; from here on the filters run here, over every row.
if (form && ranking()) {
  const query = new URLSearchParams(location.search);
  filters.category = query.get("categoria") ?? "";
  filters.club = form.elements.circolo?.value ?? "";
  filters.search = form.elements.cerca?.value.trim() ?? "";
}
prepare();
if (favourites().length) document.querySelector("[data-favourites]")?.dispatchEvent(new CustomEvent("duplicato:favourites"));
