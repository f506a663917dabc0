// Slips on their way: kept on this device before they are sent, sent again under the same key until the server
// answers, whatever happens to network, page or tab. The server takes a key once, so a repeat does no harm.
// "duplicato:outbox" on document says that the record of a slip changed, here or in another tab.

const PREFIX = "duplicato:slip:";
const WAITS = [1000, 2000, 4000, 8000, 15000];
const ANSWER_MILLISECONDS = 10000;
const KEEP_MILLISECONDS = 3 * 24 * 3600 * 1000;

const memory = new Map(); // where the browser keeps nothing
const sending = new Map(); // slip key → the client key under way
const retries = new Map(); // slip key → { timer, count }

/** { pending, receipt, refusal, draft } of one slip: a table's slip in one opening of one turn. */
export function recordOf(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? memory.get(key) ?? {};
  } catch {
    return memory.get(key) ?? {};
  }
}

export function change(key, changes, isQuiet = false) {
  const record = { ...recordOf(key), ...changes, at: Date.now() };
  memory.set(key, record);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(record));
  } catch {
    // No room or not allowed: this page still has it.
  }
  if (!isQuiet) announce(key);
  return record;
}

function announce(key) {
  document.dispatchEvent(new CustomEvent("duplicato:outbox", { detail: { key } }));
}

/** Whether the last attempt failed: the slip waits here for the network. */
export function isWaiting(key) {
  return (retries.get(key)?.count ?? 0) > 0 || navigator.onLine === false;
}

/** Keep a slip, then send it. `content` is { url, entry, turn, word, reference, declared }. */
export function post(key, content) {
  const record = recordOf(key);
  const revision = Math.max(record.revision ?? 0, content.revision ?? 0) + 1;
  const pending = { ...content, revision, client_key: newKey() };
  forgetRetry(key);
  change(key, { pending, revision, refusal: null });
  attempt(key);
}

async function attempt(key) {
  const { pending } = recordOf(key);
  if (!pending || sending.get(key) === pending.client_key) return;
  sending.set(key, pending.client_key);
  let answer = null;
  try {
    answer = await deliver(pending);
  } catch {
    answer = null; // no network, no answer, or one that is not the site's
  }
  if (sending.get(key) === pending.client_key) sending.delete(key);
  settle(key, pending, answer);
}

async function deliver(pending) {
  const body = new URLSearchParams();
  for (const name of ["entry", "turn", "client_key", "revision", "word", "reference", "declared"]) body.set(name, pending[name] ?? "");
  const response = await fetch(pending.url, {
    method: "POST",
    body,
    headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
    credentials: "same-origin",
    keepalive: true,
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  });
  if (response.status === 403) await fetch(location.pathname, { credentials: "same-origin", cache: "no-store" }); // a new token
  if (response.ok) return { receipt: await response.json() };
  if ([400, 401, 409].includes(response.status)) return { refusal: await response.json() };
  throw new Error(String(response.status));
}

function settle(key, pending, answer) {
  const isCurrent = recordOf(key).pending?.client_key === pending.client_key;
  if (!answer) {
    if (isCurrent) retryLater(key);
    return;
  }
  forgetRetry(key);
  const { word, reference, declared, revision } = pending;
  const content = { word, reference, declared, revision };
  const done = isCurrent ? { pending: null } : {};
  if (answer.receipt) {
    const known = recordOf(key).receipt;
    const receipt = { ...content, ...answer.receipt };
    const isNewer = !known || known.revision <= receipt.revision || known.late_by_ms > 0;
    if (receipt.late_by_ms > 0) change(key, { ...done, late: receipt });
    else change(key, { ...done, ...(isNewer ? { receipt } : {}) });
  } else if (isCurrent) {
    change(key, { ...done, refusal: { ...content, ...answer.refusal } });
  }
  if (!isCurrent) attempt(key);
  document.dispatchEvent(new CustomEvent("duplicato:answered", { detail: { key } }));
}

function retryLater(key) {
  const count = (retries.get(key)?.count ?? 0) + 1;
  clearTimeout(retries.get(key)?.timer);
  const wait = WAITS[Math.min(count, WAITS.length) - 1] * (0.8 + Math.random() * 0.4); // a hall comes back all at once
  retries.set(key, { count, timer: setTimeout(() => attempt(key), wait) });
  announce(key);
}

function forgetRetry(key) {
  clearTimeout(retries.get(key)?.timer);
  retries.delete(key);
}

/** Send whatever this table still has to send, of this turn or an earlier one; drop what is old. */
export function resume(entry) {
  for (const key of storedKeys()) {
    const record = recordOf(key);
    if (record.pending && key.startsWith(`${entry}.`)) attempt(key);
    else if (!record.pending && Date.now() - (record.at ?? 0) > KEEP_MILLISECONDS) localStorage.removeItem(PREFIX + key);
  }
}

function storedKeys() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [...memory.keys()];
  }
}

function csrfToken() {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** A UUID also where the hall's address is plain http, which has no crypto.randomUUID. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function hurry() {
  for (const key of [...retries.keys()]) {
    clearTimeout(retries.get(key).timer);
    attempt(key);
  }
}

window.addEventListener("online", hurry);
window.addEventListener("offline", () => storedKeys().forEach(announce));
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") hurry(); });
window.addEventListener("storage", (event) => {
  if (event.key?.startsWith(PREFIX)) announce(event.key.slice(PREFIX.length));
});
