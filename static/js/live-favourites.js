// The visitor's favourites of an event: entry numbers, kept on this device alone.

const key = () => `duplicato:favourites:${document.body.dataset.event}`;

export function favourites() {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(kept) ? kept.filter(Number.isInteger) : [];
  } catch {
    return []; // storage that is shut, or not ours
  }
}

export function toggle(entry) {
  const kept = favourites();
  const next = kept.includes(entry) ? kept.filter((other) => other !== entry) : [...kept, entry];
  try {
    localStorage.setItem(key(), JSON.stringify(next));
  } catch {
    // Without storage a favourite lasts as long as nothing else can keep it: not at all.
  }
}
