// The list of players: a field that hides the rows that do not match, also after the list was fetched again.

const field = document.querySelector("[data-players-search]");
const input = field.querySelector("input");
const folded = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

function search() {
  const wanted = folded(input.value.trim()).split(/\s+/);
  const rows = [...document.querySelectorAll("[data-players] tbody tr")];
  for (const row of rows) {
    const text = folded(row.textContent);
    row.hidden = !wanted.every((word) => text.includes(word));
  }
  document.querySelector("[data-no-player]").hidden = rows.length === 0 || rows.some((row) => !row.hidden);
}

field.hidden = false;
input.addEventListener("input", search);
document.addEventListener("htmx:afterSwap", search);
