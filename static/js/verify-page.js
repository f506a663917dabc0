// The fair-draw page: [data-verify] runs the check of its record, or of a file that the visitor chooses.

import { RecordError, verify } from "./verify.js";

const words = document.querySelector("[data-verify-words]").content;

function say(code, values = {}) {
  const text = words.querySelector(`[data-code="${code}"]`)?.textContent ?? code;
  return text.replace(/\{(\w+)\}/g, (_match, name) => values[name] ?? "");
}

function show(place, kind, ...sentences) {
  place.replaceChildren(...sentences.filter(Boolean).map((sentence, at) => {
    const line = document.createElement("p");
    line.className = at === 0 ? `notice notice--${kind}` : "second small";
    line.textContent = sentence;
    return line;
  }));
  place.dataset.outcome = kind;
}

async function check(box, readRecord) {
  const place = box.querySelector("[data-verify-result]");
  // Browsers lend their cryptography to https and to this machine only.
  if (!globalThis.crypto?.subtle) return show(place, "warning", say("insecure"));
  show(place, "plain", say("working"));
  let record;
  try {
    record = await readRecord();
  } catch (error) {
    return show(place, "refusal", error instanceof SyntaxError ? say("unreadable", { problem: "JSON" }) : say("unreachable"));
  }
  try {
    // A file that names no rule set is not worth a question to the server.
    if (!/^[\w-]+$/.test(record?.ruleset ?? "")) throw new RecordError("ruleset");
    const address = box.dataset.rules.replace("RULES", encodeURIComponent(record.ruleset));
    const answer = await fetch(address);
    if (!answer.ok) throw new RecordError("ruleset");
    tell(place, await verify(record, await answer.json()));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    show(place, "refusal", say("unreadable", { problem: error.message }));
  }
}

function tell(place, result) {
  if (result.ok) {
    return show(
      place, "good", say("ok", result),
      result.prepared && say("prepared_draws", result), result.typed && say("typed_draws", result), say("limits"),
    );
  }
  const { turn, code } = result.difference;
  show(place, "refusal", `${say("difference")} ${turn ? `${say("turn", { turn })} ` : ""}${say(code, result.difference)}.`);
}

async function readAddress(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function prepare(root) {
  for (const button of root.querySelectorAll("[data-verify-run]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-verify-run]");
  if (!button) return;
  const box = button.closest("[data-verify]");
  check(box, () => readAddress(box.dataset.record));
});
document.addEventListener("change", (event) => {
  const field = event.target.closest?.("[data-verify-file]");
  if (field?.files.length) check(field.closest("[data-verify]"), async () => JSON.parse(await field.files[0].text()));
});
document.body.addEventListener("htmx:afterSwap", (event) => prepare(event.target));
prepare(document);
