// Tiles chosen by a seed: SHA-256 for the commitment, HMAC-SHA256 for every choice (docs/fair-draws.md).

const bytes = (text) => new TextEncoder().encode(text);

export const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256 = (text) => crypto.subtle.digest("SHA-256", bytes(text));

export class SeededSource {
  #key = null;

  constructor(seed, game, phrase) {
    Object.assign(this, { seed, game, phrase });
  }

  async commitment() {
    return hex(await sha256(`duplicato-commitment-1\n${this.game}\n${this.seed}\n${this.phrase}`));
  }

  async #value(turn, attempt, counter) {
    this.#key ??= await crypto.subtle.importKey(
      "raw", Uint8Array.from(this.seed.match(/../g), (pair) => parseInt(pair, 16)),
      { name: "HMAC", hash: "SHA-256" }, false, ["sign"],
    );
    const message = `duplicato-draw-1\n${this.game}\n${turn}\n${attempt}\n${counter}\n${this.phrase}`;
    const block = new Uint8Array(await crypto.subtle.sign("HMAC", this.#key, bytes(message)));
    return 256 * block[0] + block[1];
  }

  /** `count` tiles out of `pool`, in the order in which they are drawn. */
  async choose(turn, attempt, pool, count) {
    const left = [...pool];
    let [chosen, counter] = ["", 0];
    while (chosen.length < count) {
      // The tail that is no whole multiple would favour the first tiles: take the next value.
      const limit = 65536 - (65536 % left.length);
      const value = await this.#value(turn, attempt, counter);
      counter += 1;
      if (value < limit) chosen += left.splice(value % left.length, 1)[0];
    }
    return chosen;
  }
}
