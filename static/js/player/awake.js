// Keeps the screen on while the page is looked at. Browsers allow it only over https; elsewhere nothing happens.

let lock = null;

async function keepAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // low battery, or the reader's own choice
  }
}

document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("pointerdown", keepAwake);
keepAwake();
