// The server's time on this page. Deadlines are the server's, so no clock reads the device's own: an offset to
// performance.now(), which nobody can set, is learnt from the page and from later answers.

let offset = null; // server milliseconds minus performance.now()
let uncertainty = Infinity; // half the round trip of the sample in use

function take(serverMilliseconds, localMoment, doubt) {
  if (Number.isNaN(serverMilliseconds) || doubt > uncertainty) return;
  offset = serverMilliseconds - localMoment;
  uncertainty = doubt;
}

/** The time in the page: written when the server began to answer, at most one response ago. */
export function learnFromPage(iso) {
  const [navigation] = performance.getEntriesByType("navigation");
  const sentAt = navigation?.requestStart ?? 0;
  const cameAt = navigation?.responseStart || performance.now();
  take(Date.parse(iso), (sentAt + cameAt) / 2, (cameAt - sentAt) / 2);
}

/** The time in a fragment that has just been swapped in. */
export function learnFromFragment(iso) {
  take(Date.parse(iso), performance.now(), 500);
}

/** Asks for a page that answers with X-Server-Time. */
export async function learnFrom(url) {
  const sentAt = performance.now();
  const response = await fetch(url, { method: "HEAD", cache: "no-store" });
  const cameAt = performance.now();
  const stated = response.headers.get("X-Server-Time");
  if (stated) take(Date.parse(stated), (sentAt + cameAt) / 2, (cameAt - sentAt) / 2);
}

/** A device that slept may have stopped its counter: what was learnt before counts no longer. */
export function forget() {
  uncertainty = Infinity;
}

export function serverNow() {
  return offset === null ? null : performance.now() + offset;
}

/** A moment as the hall's clock shows it, in the event's time zone. */
export function clockTime(milliseconds) {
  return new Intl.DateTimeFormat("it", {
    hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false,
    timeZone: document.documentElement.dataset.timeZone || undefined,
  }).format(new Date(milliseconds));
}
