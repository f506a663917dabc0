// The rule of the draw: how many vowels and consonants, when the game is over, what is drawn again.
// A bag is a text of its tiles in the set's order, a rack the text of its letters as they were announced.

const BLANK = "?";

export function fullBag(rules) {
  return [...rules.order].map((letter) => letter.repeat(rules.tiles[letter] ?? 0)).join("");
}

/** The text without these tiles, the rest in its order; null where one of them is not there. */
export function take(text, tiles) {
  const left = [...text];
  for (const tile of tiles) {
    const at = left.indexOf(tile);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left.join("");
}

export function putBack(rules, bag, tiles) {
  return [...bag, ...tiles].sort((one, other) => rules.order.indexOf(one) - rules.order.indexOf(other)).join("");
}

export function rackSize(rules, profile) {
  return ["seven_of_eight", "seven_and_eight"].includes(profile.variant) ? 8 : rules.rack_size;
}

function missingSide(rules, profile, tiles, minimum) {
  let [vowels, consonants, either] = [0, 0, 0];
  for (const tile of tiles) {
    const isVowel = rules.vowels.includes(tile);
    if (tile === BLANK && profile.blank_side === "both") {
      vowels += 1;
      consonants += 1;
    } else if (tile === BLANK || (isVowel && rules.consonants.includes(tile))) {
      either += 1;
    } else if (isVowel) {
      vowels += 1;
    } else {
      consonants += 1;
    }
  }
  const shortOfVowels = Math.max(0, minimum - vowels);
  const shortOfConsonants = Math.max(0, minimum - consonants);
  if (shortOfVowels + shortOfConsonants <= either) return null;
  if (shortOfVowels === shortOfConsonants) return "letters";
  return shortOfVowels > shortOfConsonants ? "vowels" : "consonants";
}

/** What a draw must reach, or why there is none. */
export function planDraw(rules, profile, bag, kept, turn) {
  const regular = turn <= rules.strict_turns ? rules.strict_minimum : rules.loose_minimum;
  const ended = (endReason) => ({ outcome: "ended", minimum: regular, relaxed: false, endReason });
  const drawn = (minimum, relaxed) => ({ outcome: "drawn", minimum, relaxed, endReason: null });
  const tiles = bag + kept;
  if (tiles === "") return ended("letters_used_up");
  // A rack of the joker game holds one jolly, however many are left.
  const usable = profile.variant === "joker" && tiles.includes(BLANK) ? tiles.replaceAll(BLANK, "") + BLANK : tiles;
  let missing = missingSide(rules, profile, usable, rules.loose_minimum);
  if (missing !== null) {
    const isGone = rules.loose_minimum === 1 && missing !== "letters";
    return ended(isGone ? `${missing}_missing` : `too_few_${missing}`);
  }
  if (tiles.length < rackSize(rules, profile)) {
    if (profile.last_racks === "end") return ended("last_letters");
    const minimum = Math.min(regular, rules.loose_minimum);
    return drawn(minimum, minimum < regular);
  }
  missing = missingSide(rules, profile, usable, regular);
  if (missing === null) return drawn(regular, false);
  if (profile.too_few_letters === "end") return ended(`too_few_${missing}`);
  if (profile.too_few_letters === "ask") {
    return { outcome: "ask_arbiter", minimum: regular, relaxed: false, endReason: `too_few_${missing}` };
  }
  return drawn(rules.loose_minimum, true);
}

/** The rack that the seed gives, after the racks it had to reject. */
export async function drawRack(rules, profile, plan, bag, kept, turn, source, firstAttempt) {
  const everything = putBack(rules, bag, kept);
  const size = Math.min(rackSize(rules, profile), everything.length);
  const rejected = [];
  let [pool, held, attempt] = [bag, kept, firstAttempt];
  for (;;) {
    const rack = held + await choose(profile, pool, held, size, turn, attempt, source);
    const side = missingSide(rules, profile, rack, plan.minimum);
    if (side === null) return { rack, rejected };
    rejected.push({ rack, reason: `too_few_${side}` });
    [pool, held, attempt] = [everything, "", attempt + 1];
  }
}

function choose(profile, pool, held, size, turn, attempt, source) {
  const count = size - held.length;
  if (profile.variant !== "joker" || (!pool.includes(BLANK) && !held.includes(BLANK))) {
    return source.choose(turn, attempt, pool, count);
  }
  // The joker game: one jolly in every rack while there is one, the rest drawn from the letters.
  const first = held.includes(BLANK) ? "" : BLANK;
  const letters = pool.replaceAll(BLANK, "");
  if (letters.length < count - first.length) return source.choose(turn, attempt, pool, count);
  return source.choose(turn, attempt, letters, count - first.length).then((tiles) => first + tiles);
}
