// <duplicato-clock state deadline opened paused server-now seconds signal-seconds time-url word-* until-closed>
// The server writes the element as it stands ({% clock %}); this runs it on, by the server's time, once a second.
// Events, bubbling: "signal" when the last seconds begin, "end" at the deadline; each once a deadline.

import { forget, learnFrom, learnFromFragment, learnFromPage, serverNow } from "./server-time.js";

const RUNNING = new Set(["plain", "signal"]);
let pageTimeWasRead = false;

class DuplicatoClock extends HTMLElement {
  static observedAttributes = ["deadline", "paused", "server-now", "signal-seconds"];

  #timer = 0;
  #isRunning = false;
  #signalledFor = "";
  #endedFor = "";

  connectedCallback() {
    this.#learn();
    // A page opened inside the last seconds shows them; it does not announce them as news.
    if (this.getAttribute("state") === "signal") this.#signalledFor = this.#deadline();
    if (this.getAttribute("state") === "closed") this.#endedFor = this.#deadline();
    document.addEventListener("visibilitychange", this.#wake);
    this.#isRunning = true;
    this.#tick();
  }

  disconnectedCallback() {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  attributeChangedCallback(name, before, after) {
    // The browser reports the attributes of a new element before it says that it is connected.
    if (!this.#isRunning || before === after) return;
    if (name === "server-now") learnFromFragment(after);
    this.#tick();
  }

  #deadline() {
    return this.getAttribute("deadline") ?? "";
  }

  #learn() {
    const stated = this.getAttribute("server-now");
    if (stated && pageTimeWasRead) learnFromFragment(stated);
    else if (stated) learnFromPage(stated);
    pageTimeWasRead = true;
  }

  #wake = async () => {
    if (document.visibilityState !== "visible") return;
    const url = this.getAttribute("time-url");
    if (url) {
      forget();
      await learnFrom(url).catch(() => {}); // no network: the old offset stays the best known
    }
    this.#tick();
  };

  #tick() {
    clearTimeout(this.#timer);
    if (!RUNNING.has(this.getAttribute("state")) || !this.#deadline()) return;
    const now = serverNow();
    if (now === null) return;
    const left = Date.parse(this.#deadline()) - now;
    const seconds = Math.max(0, Math.ceil(left / 1000));
    this.#show(seconds);
    if (seconds === 0) return this.#end();
    const isLast = seconds <= Number(this.getAttribute("signal-seconds") ?? 30);
    this.#enter(isLast ? "signal" : "plain");
    if (isLast) this.#signal();
    // Wake just after the next whole second of the server's clock.
    this.#timer = setTimeout(() => this.#tick(), left - (seconds - 1) * 1000 + 5);
  }

  #show(seconds) {
    this.querySelector(".clock__time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.querySelector(".clock__bar").value = seconds;
  }

  #enter(state) {
    if (this.getAttribute("state") === state) return;
    this.setAttribute("state", state);
    this.querySelector(".clock__word").textContent = this.getAttribute(`word-${state}`) ?? "";
  }

  #signal() {
    if (this.#signalledFor === this.#deadline()) return;
    this.#signalledFor = this.#deadline();
    this.#announce(this.getAttribute("word-signal"));
    this.dispatchEvent(new CustomEvent("signal", { bubbles: true, detail: { deadline: this.#deadline() } }));
  }

  #end() {
    this.#enter("closed");
    this.querySelector(".clock__until").textContent = this.getAttribute("until-closed") ?? "";
    if (this.#endedFor === this.#deadline()) return;
    this.#endedFor = this.#deadline();
    this.#announce(this.getAttribute("word-closed"));
    this.dispatchEvent(new CustomEvent("end", { bubbles: true, detail: { deadline: this.#deadline() } }));
  }

  #announce(words) {
    const place = this.querySelector("[data-announce]");
    if (place && words) place.textContent = words;
  }
}

customElements.define("duplicato-clock", DuplicatoClock);
