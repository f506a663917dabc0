// <duplicato-beat url>: tells the server every ten seconds or so that this page is alive, because an open stream
// does not: where the Wi-Fi dies it stays open for minutes. With `screen` the page also says which one of several it is.
// No answer: "duplicato:lost" on the window; an answer after that: "duplicato:found". A refusal is an answer, the last.

const LEAST_MILLISECONDS = 8000;
const SPREAD_MILLISECONDS = 4000; // a hall of tablets that came together must not beat together
const PATIENCE_MILLISECONDS = 6000;

class DuplicatoBeat extends HTMLElement {
  #timer = 0;
  #asking = null;
  #isLost = false;
  #isRefused = false;
  #screen = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  connectedCallback() {
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("pagehide", this.#stop);
    window.addEventListener("pageshow", this.#wake);
    this.#rest(0);
  }

  disconnectedCallback() {
    this.#stop();
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("pagehide", this.#stop);
    window.removeEventListener("pageshow", this.#wake);
  }

  #rest(least = LEAST_MILLISECONDS) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), least + Math.random() * SPREAD_MILLISECONDS);
  }

  async #beat() {
    if (this.#asking) return;
    const asking = (this.#asking = new AbortController());
    const patience = setTimeout(() => asking.abort(), PATIENCE_MILLISECONDS);
    const address = new URL(this.getAttribute("url"), document.baseURI);
    if (this.hasAttribute("screen")) address.searchParams.set("screen", this.#screen);
    try {
      const answer = await fetch(address, { cache: "no-store", signal: asking.signal });
      this.#tell(false);
      this.#isRefused = answer.status === 403; // another tablet plays here now
    } catch {
      if (this.#asking === asking) this.#tell(true); // and not because the page was left
    }
    clearTimeout(patience);
    if (this.#asking !== asking) return;
    this.#asking = null;
    if (!this.#isRefused) this.#rest();
  }

  #tell(isLost) {
    // Said again while it lasts: the stream may have come back to life in appearance.
    if (isLost || this.#isLost) window.dispatchEvent(new Event(isLost ? "duplicato:lost" : "duplicato:found"));
    this.#isLost = isLost;
  }

  #wake = () => { if (document.visibilityState === "visible") this.#rest(0); };
  #stop = () => {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
  };
}

customElements.define("duplicato-beat", DuplicatoBeat);
