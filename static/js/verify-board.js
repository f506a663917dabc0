// A board of 15 texts, a move laid on it, and what the move scores. A small letter is a jolly.

const SIZE = 15;
const EMPTY = ".";
const PREMIUMS = { ".": [1, 1], d: [2, 1], t: [3, 1], D: [1, 2], T: [1, 3] };

export const emptyBoard = () => Array(SIZE).fill(EMPTY.repeat(SIZE));

const at = (board, row, col) => board[row]?.[col] ?? EMPTY;

function squares({ row, col, direction, word }) {
  return [...word].map((letter, i) => (direction === "across" ? [row, col + i, letter] : [row + i, col, letter]));
}

/** Inside the board, and in agreement with the tiles there. */
export function fits(board, move) {
  return squares(move).every(([row, col, letter]) => row < SIZE && col < SIZE && [EMPTY, letter].includes(at(board, row, col)));
}

/** The tiles that a move takes from the rack. */
export function tilesNeeded(board, move) {
  return squares(move)
    .filter(([row, col]) => at(board, row, col) === EMPTY)
    .map(([, , letter]) => (letter === letter.toLowerCase() ? "?" : letter))
    .join("");
}

export function boardAfter(board, move) {
  const grid = board.map((row) => [...row]);
  for (const [row, col, letter] of squares(move)) grid[row][col] = letter;
  return grid.map((row) => row.join(""));
}

export function scoreOf(rules, board, move) {
  const isAcross = move.direction === "across";
  const valueOf = (letter) => rules.values[letter] ?? 0;
  let [sum, multiplier, placed, others] = [0, 1, 0, 0];
  for (const [row, col, letter] of squares(move)) {
    const there = at(board, row, col);
    if (there !== EMPTY) {
      sum += valueOf(there);
      continue;
    }
    const [letterTimes, wordTimes] = PREMIUMS[rules.premiums[row][col]];
    sum += valueOf(letter) * letterTimes;
    multiplier *= wordTimes;
    placed += 1;
    const [rowStep, colStep] = isAcross ? [1, 0] : [0, 1];
    let [crossing, length] = [valueOf(letter) * letterTimes, 1];
    for (const way of [-1, 1]) {
      for (let i = 1; at(board, row + way * i * rowStep, col + way * i * colStep) !== EMPTY; i += 1) {
        crossing += valueOf(at(board, row + way * i * rowStep, col + way * i * colStep));
        length += 1;
      }
    }
    if (length > 1) others += crossing * wordTimes;
  }
  return sum * multiplier + others + (placed >= rules.rack_size ? rules.bonus : 0);
}
