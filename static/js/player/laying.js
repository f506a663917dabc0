// What the player has laid: a first square, a direction and letters of the rack, one after the other on the free
// squares; tiles already on the board are passed over and read with them. Nothing here knows what is allowed.

const SIZE = 15;
const EMPTY = ".";

export class Laying {
  constructor(rows, rack) {
    this.rows = rows;
    this.rack = [...rack];
    this.row = null;
    this.col = null;
    this.direction = "across";
    this.tiles = []; // { index: place in the rack, letter: capital, or small for a jolly }
    this.passed = 0; // tiles of the board that were typed along with the word
  }

  get hasPlace() {
    return this.row !== null;
  }

  get isEmpty() {
    return this.tiles.length === 0;
  }

  at(row, col) {
    return this.rows[row]?.[col] ?? "";
  }

  isUsed(index) {
    return this.tiles.some((tile) => tile.index === index);
  }

  /** The free squares from the first one on. */
  *freeSquares() {
    if (!this.hasPlace) return;
    const [rowStep, colStep] = this.step;
    for (let row = this.row, col = this.col; row < SIZE && col < SIZE; row += rowStep, col += colStep) {
      if (this.at(row, col) === EMPTY) yield { row, col };
    }
  }

  get step() {
    return this.direction === "across" ? [0, 1] : [1, 0];
  }

  /** Each laid letter with its square. */
  placed() {
    const squares = this.freeSquares();
    return this.tiles.map((tile) => ({ ...tile, ...squares.next().value }));
  }

  /** The square that the next letter takes; null at the edge. */
  next() {
    return [...this.freeSquares()][this.tiles.length] ?? null;
  }

  /** The word as it lies there, with every tile that touches it in its line; the cursor where nothing is laid. */
  read() {
    if (!this.hasPlace) return null;
    const [rowStep, colStep] = this.step;
    const letters = new Map(this.placed().map((tile) => [tile.row * SIZE + tile.col, tile.letter]));
    const letterAt = (row, col) => {
      if (row < 0 || col < 0 || row >= SIZE || col >= SIZE) return "";
      const own = letters.get(row * SIZE + col) ?? this.at(row, col);
      return own === EMPTY ? "" : own;
    };
    let [row, col] = [this.row, this.col];
    if (this.isEmpty) return { row, col, direction: this.direction, word: "" };
    while (letterAt(row - rowStep, col - colStep)) [row, col] = [row - rowStep, col - colStep];
    let word = "";
    for (let [r, c] = [row, col]; letterAt(r, c); [r, c] = [r + rowStep, c + colStep]) word += letterAt(r, c);
    return { row, col, direction: this.direction, word };
  }

  /** Begin here; the letters laid so far come along, those that find no square go back to the rack. */
  moveTo(row, col, direction = this.direction) {
    [this.row, this.col, this.direction, this.passed] = [row, col, direction, 0];
    this.tiles.length = Math.min(this.tiles.length, [...this.freeSquares()].length);
  }

  turn(direction) {
    if (this.hasPlace) this.moveTo(this.row, this.col, direction);
    else this.direction = direction;
  }

  /** Lay a tile of the rack on the next square, or among those laid; says whether there was room. */
  lay(index, letter, position = this.tiles.length) {
    if (this.isUsed(index) || !this.next()) return false;
    this.tiles.splice(position, 0, { index, letter });
    this.passed = 0;
    return true;
  }

  /** Take back one tile of the rack; those after it close up. */
  takeBack(index) {
    const position = this.tiles.findIndex((tile) => tile.index === index);
    const [taken] = position < 0 ? [] : this.tiles.splice(position, 1);
    this.passed = 0;
    return taken ?? null;
  }

  takeLast() {
    this.passed = 0;
    return this.tiles.pop() ?? null;
  }

  takeAll() {
    this.tiles = [];
    this.passed = 0;
  }

  /** The place in the rack of a free tile with this letter, else of a free jolly, else -1. */
  find(letter) {
    const own = this.rack.findIndex((tile, index) => tile === letter && !this.isUsed(index));
    return own >= 0 ? own : this.rack.findIndex((tile, index) => tile === "?" && !this.isUsed(index));
  }

  /** The tile of the board that comes next in the line, if the player types the word with the tiles that are there. */
  tileAhead() {
    if (!this.hasPlace) return "";
    const [rowStep, colStep] = this.step;
    const last = this.placed().at(-1);
    let [row, col] = last ? [last.row + rowStep, last.col + colStep] : [this.row, this.col];
    for (let n = 0; n < this.passed; n += 1) [row, col] = [row + rowStep, col + colStep];
    const tile = this.at(row, col);
    return tile === EMPTY ? "" : tile;
  }

  /** Lay a whole word from a square on; false, with nothing laid, where rack and board do not hold it. */
  layWord({ row, col, direction }, word) {
    this.takeAll();
    [this.row, this.col, this.direction] = [row, col, direction];
    const [rowStep, colStep] = this.step;
    for (const letter of word) {
      const there = this.at(row, col);
      if (!there) return this.#giveUp();
      if (there === EMPTY) {
        const index = this.#indexFor(letter);
        if (index < 0) return this.#giveUp();
        this.tiles.push({ index, letter: this.rack[index] === "?" ? letter.toLowerCase() : letter });
      } else if (there.toUpperCase() !== letter.toUpperCase()) {
        return this.#giveUp();
      }
      [row, col] = [row + rowStep, col + colStep];
    }
    return true;
  }

  /** The same, and false also where the tiles would then read as something else than what was written. */
  layExactly(place, word) {
    if (!this.layWord(place, word) || this.isEmpty) return false;
    const read = this.read();
    return read.row === place.row && read.col === place.col && read.word.toUpperCase() === word.toUpperCase();
  }

  /** Whether a free square stands right before the first one. */
  isRightBefore({ row, col }) {
    const [rowStep, colStep] = this.step;
    return row === this.row - rowStep && col === this.col - colStep && this.at(row, col) === EMPTY;
  }

  #indexFor(letter) {
    const isJolly = letter !== letter.toUpperCase();
    return isJolly ? this.rack.findIndex((tile, index) => tile === "?" && !this.isUsed(index)) : this.find(letter);
  }

  #giveUp() {
    this.takeAll();
    return false;
  }

  save() {
    return { row: this.row, col: this.col, direction: this.direction, tiles: this.tiles };
  }

  /** Take up a stored state; anything that does not fit this rack is left out. */
  restore({ row = null, col = null, direction = "across", tiles = [] } = {}) {
    const isSquare = Number.isInteger(row) && Number.isInteger(col) && Boolean(this.at(row, col));
    [this.row, this.col] = isSquare ? [row, col] : [null, null];
    this.direction = direction === "down" ? "down" : "across";
    this.tiles = [];
    if (!isSquare) return;
    for (const { index, letter } of tiles) {
      const tile = this.rack[index];
      if (tile && (tile === "?" || tile === letter)) this.lay(index, letter);
    }
  }
}
