// <duplicato-stream url poll-url after>: follows an event's log.
// Each entry comes with its sequence number, which the browser sends back as Last-Event-ID when it reconnects;
// `after` does the same for the first connection. For every entry two DOM events bubble from the element:
// "duplicato:advance" and "duplicato:<kind>", with { sequence, kind, data } in detail. While the stream is down the
// element asks poll-url every 5 s for { "sequence": n } and says so in every [data-connection] chip.

import { clockTime, serverNow } from "./server-time.js";

const POLL_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 10000;
// An entry that this screen may not read says only that there is something new: a hall of screens asks spread over this.
const SPREAD_MILLISECONDS = 600;
const KINDS = "advance contest device draw entry event game office panel paper ruling sanction slip turn";

class DuplicatoStream extends HTMLElement {
  #source = null;
  #poll = 0;
  #retry = 0;
  #sequence = 0;
  #spread = 0;

  connectedCallback() {
    this.#sequence = Number(this.getAttribute("after") ?? 0);
    this.#connect();
    window.addEventListener("online", this.#reconnect);
    window.addEventListener("offline", this.#lose);
    window.addEventListener("duplicato:lost", this.#lose);
    window.addEventListener("duplicato:found", this.#find);
    window.addEventListener("pagehide", this.#stop);
    window.addEventListener("pageshow", this.#resume);
  }

  disconnectedCallback() {
    this.#stop();
    window.removeEventListener("online", this.#reconnect);
    window.removeEventListener("offline", this.#lose);
    window.removeEventListener("duplicato:lost", this.#lose);
    window.removeEventListener("duplicato:found", this.#find);
    window.removeEventListener("pagehide", this.#stop);
    window.removeEventListener("pageshow", this.#resume);
  }

  get sequence() {
    return this.#sequence;
  }

  #address(name) {
    const address = new URL(this.getAttribute(name), document.baseURI);
    address.searchParams.set("after", this.#sequence);
    return address;
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = new EventSource(this.#address("url"));
    this.#source.onopen = () => this.#online();
    this.#source.onerror = () => this.#offline();
    this.#source.onmessage = (event) => this.#receive(event, "message");
    const kinds = new Set(`${KINDS} ${this.getAttribute("events") ?? ""}`.split(" ").filter(Boolean));
    for (const kind of kinds) {
      this.#source.addEventListener(kind, (event) => this.#receive(event, kind));
    }
  }

  #receive(event, kind) {
    this.#online();
    const sequence = Number(event.lastEventId);
    if (!event.lastEventId || sequence <= this.#sequence) return; // a keep-alive, or an entry already seen
    this.#advance(sequence, kind, parse(event.data));
  }

  #advance(sequence, kind, data) {
    this.#sequence = sequence;
    clearTimeout(this.#spread);
    if (kind === "advance") {
      this.#spread = setTimeout(() => this.#tell({ sequence, kind, data }), Math.random() * SPREAD_MILLISECONDS);
    } else {
      this.#tell({ sequence, kind, data });
    }
  }

  #tell(detail) {
    const { kind } = detail;
    this.dispatchEvent(new CustomEvent("duplicato:advance", { bubbles: true, detail }));
    this.dispatchEvent(new CustomEvent(`duplicato:${kind}`, { bubbles: true, detail }));
  }

  #online() {
    clearInterval(this.#poll);
    this.#poll = 0;
    this.#show(this.getAttribute("online-state") ?? "online");
  }

  #offline() {
    if (!this.#poll) {
      this.#show("offline");
      this.#poll = setInterval(() => this.#ask(), POLL_MILLISECONDS);
    }
    // A refused stream is not retried by the browser.
    if (this.#source.readyState === EventSource.CLOSED) {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#connect(), RETRY_MILLISECONDS);
    }
  }

  async #ask() {
    if (!this.hasAttribute("poll-url")) return;
    try {
      const response = await fetch(this.#address("poll-url"), { headers: { Accept: "application/json" }, cache: "no-store" });
      if (!response.ok) throw new Error(String(response.status));
      const { sequence } = await response.json();
      if (!this.#poll) return; // the stream came back meanwhile
      this.#show("polled", response.headers.get("X-Server-Time"));
      if (sequence > this.#sequence) this.#advance(sequence, "poll", null);
    } catch {
      if (this.#poll) this.#show("offline");
    }
  }

  #show(state, statedTime = null) {
    const at = statedTime ? Date.parse(statedTime) : serverNow() ?? Date.now();
    for (const chip of document.querySelectorAll("[data-connection]")) {
      chip.dataset.state = state;
      const slot = chip.querySelector("[data-slot=time]");
      if (state === "polled" && slot) slot.textContent = clockTime(at);
    }
    this.dispatchEvent(new CustomEvent("duplicato:connection", { bubbles: true, detail: { state } }));
  }

  #reconnect = () => this.#connect();
  #lose = () => this.#offline(); // a stream may look alive for a minute after the network went
  #find = () => { if (this.#poll) this.#connect(); }; // and one that looked alive may be dead now
  #resume = (event) => { if (event.persisted) this.#connect(); };
  #stop = () => {
    this.#source?.close();
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    this.#poll = 0;
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

customElements.define("duplicato-stream", DuplicatoStream);
