// <duplicato-since at>: minutes and seconds since a moment, by the server's time; the server writes the first ones.

import { serverNow } from "./server-time.js";

class DuplicatoSince extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.#timer = setInterval(() => this.#show(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const now = serverNow();
    if (now === null) return; // without the server's time the page's own words stand
    const seconds = Math.max(0, Math.floor((now - Date.parse(this.getAttribute("at"))) / 1000));
    this.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

customElements.define("duplicato-since", DuplicatoSince);
