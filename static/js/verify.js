// A finished game followed from its public record alone, in the visitor's own browser: docs/fair-draws.md and
// docs/game-record.md written again with WebCrypto. verify(record, rules) answers
// { ok, difference: { turn, code, expected, found, entry } | null, turns, derived, prepared, typed }
// and throws RecordError where the file is no record. `rules` are the tiles and squares of /regole/<slug>.json.

import { boardAfter, emptyBoard, fits, scoreOf, tilesNeeded } from "./verify-board.js";
import { hex, sha256, SeededSource } from "./verify-source.js";
import { drawRack, fullBag, planDraw, putBack, rackSize, take } from "./verify-draw.js";

export class RecordError extends Error {}

const KEYS = [
  "format", "version", "game", "ruleset", "profile", "commitment", "seed", "phrase", "prepared", "turns",
  "penalties", "end_reason", "board", "totals", "details",
];
const END_REASONS = [
  "letters_used_up", "vowels_missing", "consonants_missing", "too_few_vowels", "too_few_consonants",
  "too_few_letters", "last_letters",
];
// The settings that the draw depends on.
const SETTINGS = {
  variant: ["classic", "joker", "seven_of_eight", "seven_and_eight", "blitz"],
  last_racks: ["play", "end"],
  too_few_letters: ["relax", "end", "ask"],
  blank_side: ["one", "both"],
};
const SOURCES = ["seeded", "manual", "prepared"];
const GAME_ID = /^[A-Za-z0-9._:/-]{1,100}$/;

class Difference extends Error {
  constructor(turn, code, expected = "", found = "", entry = "") {
    super(code);
    this.place = { turn, code, expected: String(expected), found: String(found), entry };
  }
}

function need(condition, problem) {
  if (!condition) throw new RecordError(problem);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value !== "";
const isWhole = (value, low) => Number.isInteger(value) && value >= low;

/** Only what can be followed at all: every field there, and of its kind. */
export function checkShape(record) {
  need(isObject(record) && record.format === "duplicato-game", "format");
  need(record.version === 1, "version");
  for (const key of KEYS) need(key in record, key);
  for (const key of Object.keys(record)) need(KEYS.includes(key), key);
  need(isObject(record.profile) && isObject(record.profile.settings), "profile");
  for (const [key, values] of Object.entries(SETTINGS)) {
    need(values.includes(record.profile.settings[key]), `profile.settings.${key}`);
  }
  need(isText(record.game) && GAME_ID.test(record.game), "game");
  need(isText(record.ruleset), "ruleset");
  need(isText(record.end_reason), "end_reason");
  need(typeof record.phrase === "string", "phrase");
  need(record.seed === null || (isText(record.seed) && /^[0-9a-f]{64}$/.test(record.seed)), "seed");
  need(record.prepared === null || isObject(record.prepared), "prepared");
  need(isObject(record.totals), "totals");
  need(Array.isArray(record.turns) && record.turns.every(isObject), "turns");
  need(Array.isArray(record.penalties), "penalties");
  for (const past of record.penalties) {
    need(isObject(past) && isText(past.entry) && Number.isInteger(past.points) && isText(past.reason) && isWhole(past.turn, 0), "penalties");
  }
  need(Array.isArray(record.board) && record.board.length === 15, "board");
  for (const row of record.board) need(typeof row === "string" && /^[A-Za-z.]{15}$/.test(row), "board");
  record.turns.forEach(checkTurn);
}

function checkTurn(turn, index) {
  const place = `turns[${index}]`;
  need(isWhole(turn.turn, 1), `${place}.turn`);
  need(SOURCES.includes(turn.source), `${place}.source`);
  need(isText(turn.rack) && /^[A-Z?]+$/.test(turn.rack), `${place}.rack`);
  need(Array.isArray(turn.rejected), `${place}.rejected`);
  for (const past of turn.rejected) need(isObject(past) && isText(past.rack) && /^[A-Z?]+$/.test(past.rack) && isText(past.reason), `${place}.rejected`);
  need(isWhole(turn.minimum, 0) && typeof turn.relaxed === "boolean", `${place}.minimum`);
  if ("voided" in turn) return need(isText(turn.voided), `${place}.voided`);
  for (const points of [turn.scores, turn.bonuses]) {
    need(isObject(points) && Object.values(points).every((value) => isWhole(value, 0)), `${place}.scores`);
  }
  const master = turn.master;
  if (master === null) return;
  need(isObject(master) && isText(master.word) && /^[A-Za-z]+$/.test(master.word), `${place}.master`);
  need(isWhole(master.row, 0) && isWhole(master.col, 0) && isWhole(master.score, 0), `${place}.master`);
  need(["across", "down"].includes(master.direction), `${place}.master`);
}

export async function verify(record, rules) {
  checkShape(record);
  need(rules.slug === record.ruleset, "ruleset");
  const counts = { turns: 0, derived: 0, prepared: 0, typed: 0 };
  counts.turns = record.turns.filter((turn) => !("voided" in turn)).length;
  try {
    await follow(record, rules, counts);
  } catch (difference) {
    if (!(difference instanceof Difference)) throw difference;
    return { ok: false, difference: difference.place, ...counts };
  }
  return { ok: true, difference: null, ...counts };
}

async function follow(record, rules, counts) {
  const profile = record.profile.settings;
  let source = null;
  if (record.seed !== null) {
    source = new SeededSource(record.seed, record.game, record.phrase.normalize("NFC").trim());
    if (await source.commitment() !== record.commitment) throw new Difference(null, "commitment");
  }
  if (record.prepared !== null && await sealOf(record.prepared) !== record.prepared.seal) throw new Difference(null, "seal");
  const state = { board: emptyBoard(), bag: fullBag(rules), kept: "", turn: 0, attempts: new Map(), totals: new Map() };
  for (const turn of record.turns) {
    if (turn.turn !== state.turn + 1) throw new Difference(turn.turn, "act_turn");
    await checkDraw(record, rules, profile, source, state, turn);
    play(rules, profile, state, turn);
    counts[{ seeded: "derived", prepared: "prepared", manual: "typed" }[turn.source]] += 1;
  }
  checkEnd(record, rules, profile, state);
}

async function sealOf(prepared) {
  need(prepared.format === "duplicato-prepared-game" && prepared.version === 1, "prepared.format");
  need(isText(prepared.game) && GAME_ID.test(prepared.game) && isText(prepared.ruleset), "prepared.game");
  need(isText(prepared.salt) && /^[0-9a-f]{64}$/.test(prepared.salt), "prepared.salt");
  need(Array.isArray(prepared.racks) && prepared.racks.length > 0 && prepared.racks.every(isText), "prepared.racks");
  const lines = ["duplicato-prepared-1", prepared.game, prepared.ruleset, prepared.salt, ...prepared.racks];
  return hex(await sha256(lines.join("\n")));
}

async function checkDraw(record, rules, profile, source, state, turn) {
  const number = turn.turn;
  // The arbiter was asked and let the game go on.
  const isRelaxed = profile.too_few_letters === "ask" && turn.relaxed;
  const settings = isRelaxed ? { ...profile, too_few_letters: "relax" } : profile;
  const plan = planDraw(rules, settings, state.bag, state.kept, number);
  if (plan.outcome !== "drawn") throw new Difference(number, "game_over", plan.endReason, turn.rack);
  if (plan.minimum !== turn.minimum || plan.relaxed !== turn.relaxed) {
    throw new Difference(number, "minimum", plan.minimum, turn.minimum);
  }
  if (turn.source === "prepared") {
    const expected = record.prepared?.racks[number - 1] ?? "–";
    if (expected !== turn.rack) throw new Difference(number, "rack", expected, turn.rack);
  }
  if (turn.source !== "seeded") return;
  need(source !== null, "seed");
  const first = (state.attempts.get(number) ?? 0) + 1;
  const draw = await drawRack(rules, settings, plan, state.bag, state.kept, number, source, first);
  const same = draw.rejected.length === turn.rejected.length
    && draw.rejected.every((past, at) => past.rack === turn.rejected[at].rack && past.reason === turn.rejected[at].reason);
  if (!same) throw new Difference(number, "rejected", racks(draw.rejected), racks(turn.rejected));
  if (draw.rack !== turn.rack) throw new Difference(number, "rack", draw.rack, turn.rack);
}

const racks = (rejected) => rejected.map((past) => past.rack).join(", ") || "–";

/** The turn as the record tells it: its tiles must be there to be drawn, and in the rack to be laid. */
function play(rules, profile, state, turn) {
  const number = turn.turn;
  const everything = putBack(rules, state.bag, state.kept);
  const size = Math.min(rackSize(rules, profile), everything.length);
  let bag = null;
  for (const rack of [...turn.rejected.map((past) => past.rack), turn.rack]) {
    bag = rack.length === size ? take(everything, rack) : null;
    if (bag === null) throw new Difference(number, "act_tiles");
  }
  const last = (state.attempts.get(number) ?? 0) + 1 + turn.rejected.length;
  state.attempts.set(number, last);
  if ("voided" in turn) return;
  if (turn.master === null) {
    state.bag = putBack(rules, bag, turn.rack);
    state.kept = "";
  } else {
    const needed = fits(state.board, turn.master) ? tilesNeeded(state.board, turn.master) : "";
    const kept = needed ? take(turn.rack, needed) : null;
    if (kept === null) throw new Difference(number, "act_move");
    const score = scoreOf(rules, state.board, turn.master);
    if (score !== turn.master.score) throw new Difference(number, "master_score", score, turn.master.score);
    state.board = boardAfter(state.board, turn.master);
    state.bag = bag;
    state.kept = kept;
  }
  state.turn = number;
  for (const points of [turn.scores, turn.bonuses]) {
    for (const [entry, value] of Object.entries(points)) state.totals.set(entry, (state.totals.get(entry) ?? 0) + value);
  }
}

function checkEnd(record, rules, profile, state) {
  if (END_REASONS.includes(record.end_reason)) {
    const plan = planDraw(rules, profile, state.bag, state.kept, state.turn + 1);
    const outcome = plan.endReason ?? plan.outcome;
    if (outcome !== record.end_reason) throw new Difference(null, "end_reason", outcome, record.end_reason);
  }
  if (state.board.join("\n") !== record.board.join("\n")) throw new Difference(null, "board");
  const totals = new Map(state.totals);
  for (const past of record.penalties) {
    if (past.turn <= state.turn + 1) totals.set(past.entry, (totals.get(past.entry) ?? 0) - past.points);
  }
  for (const entry of [...new Set([...totals.keys(), ...Object.keys(record.totals)])].sort()) {
    const [expected, found] = [totals.get(entry) ?? 0, record.totals[entry] ?? 0];
    if (expected !== found) throw new Difference(null, "totals", expected, found, entry);
  }
}
