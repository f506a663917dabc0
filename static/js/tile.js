// A tile as {% tile %} and {% board %} write it, for scripts that lay tiles. Letter "?" is the jolly without a letter.

export function makeTile(letter, value, state = "", unassignedWord = "jolly") {
  const isUnassigned = letter === "?";
  const isJolly = isUnassigned || letter !== letter.toUpperCase();
  const tile = document.createElement("span");
  tile.className = "tile";
  if (state) tile.classList.add(`tile--${state}`);
  if (isJolly) tile.classList.add("tile--jolly");
  if (isUnassigned) tile.classList.add("tile--unassigned");
  tile.append(part("tile__letter", isUnassigned ? unassignedWord : letter.toUpperCase()));
  if (!isJolly) tile.append(part(value > 9 ? "tile__value tile__value--two" : "tile__value", String(value)));
  return tile;
}

function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
