// References as the event writes them, and words as a slip writes them. The server reads the slip; this only
// shows how it will be read. Style M: 8H across, H8 down. F: F8 orizz., I3 vert. R: rows letters, H7 across, 6E down.

const SIZE = 15;
const LETTERS = "ABCDEFGHIJKLMNO";
const DIRECTION_WORDS = new Map([
  ...["ORIZZ", "ORIZ", "ORIZZONTALE", "HORIZ", "HORIZONTAL", "ACROSS", "→"].map((word) => [word, "across"]),
  ...["VERT", "VERTICALE", "VERTICAL", "DOWN", "↓"].map((word) => [word, "down"]),
]);

export function squareName(row, col, notation) {
  return notation === "R" ? `${LETTERS[row]}${col + 1}` : `${LETTERS[col]}${row + 1}`;
}

/** The square as it is written with its direction: 8H or H8. */
export function squareReference({ row, col, direction }, notation) {
  const name = squareName(row, col, notation);
  if (notation === "F") return name;
  const isLetterFirst = (notation === "R") === (direction === "across");
  return isLetterFirst ? name : name.slice(1) + name[0];
}

/** The reference that is sent. */
export function formatReference(place, notation) {
  const square = squareReference(place, notation);
  if (notation !== "F") return square;
  return `${square} ${place.direction === "across" ? "orizz." : "vert."}`;
}

/** Where a typed reference points, or null where it is not one or leaves its direction open. */
export function parseReference(text, notation) {
  const tokens = text.toUpperCase().replace(/([→↓])/g, " $1 ").split(/[\s,;:()/-]+/).filter(Boolean);
  const directions = tokens.map((token) => DIRECTION_WORDS.get(token.replace(/\.$/, ""))).filter(Boolean);
  const rest = tokens.filter((token) => !DIRECTION_WORDS.has(token.replace(/\.$/, ""))).join("");
  const found = /^(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))$/.exec(rest);
  if (!found || new Set(directions).size > 1) return null;
  const isLetterFirst = Boolean(found[1]);
  const byLetter = LETTERS.indexOf(found[1] ?? found[4]);
  const byNumber = Number(found[2] ?? found[3]) - 1;
  if (byNumber < 0 || byNumber >= SIZE) return null;
  const [stated] = directions;
  const implied = isLetterFirst === (notation === "R") ? "across" : "down";
  let direction = implied;
  if (isLetterFirst && notation !== "R") direction = stated ?? (notation === "M" ? implied : null);
  if (!direction || (stated && stated !== direction)) return null;
  const [row, col] = notation === "R" ? [byLetter, byNumber] : [byNumber, byLetter];
  return { row, col, direction };
}

/** A word with its jollies in small letters, or in brackets where small letters would not tell. */
export function formatWord(word) {
  const tail = word.slice(1);
  const isOneCase = word === word.toLowerCase() || (word.length > 2 && isUpper(word[0]) && tail === tail.toLowerCase());
  if (word === word.toUpperCase() || !isOneCase) return word;
  return [...word].map((letter) => (isUpper(letter) ? letter : `(${letter.toUpperCase()})`)).join("");
}

/** A typed word as letters, a marked jolly in lower case; null where it holds anything else. */
export function parseWord(text) {
  const plain = text.normalize("NFD").replace(/\p{M}|['’\s]/gu, "");
  const marked = plain.replace(/[([{]([A-Za-z])[)\]}]/g, "?$1");
  if (!/^(?:\??[A-Za-z])+$/.test(marked)) return null;
  const signs = marked.match(/\??./g);
  const unmarked = signs.filter((sign) => sign[0] !== "?").join("");
  const tail = unmarked.slice(1);
  const tellsByCase = unmarked !== unmarked.toLowerCase() && !(unmarked.length > 2 && isUpper(unmarked[0]) && tail === tail.toLowerCase());
  return signs.map((sign) => {
    if (sign[0] === "?") return sign[1].toLowerCase();
    return tellsByCase ? sign : sign.toUpperCase();
  }).join("");
}

function isUpper(letter) {
  return letter === letter.toUpperCase();
}
