// Dragging a tile from the rack, or one that is laid, with finger, pen or mouse. A press that does not move stays a tap.

const THRESHOLD = 8;

/** `onDrop(index, x, y)` is told where the tile of that place in the rack was let go. */
export function makeDraggable(root, onDrop) {
  root.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest(".tile[data-index]");
    if (!tile || event.button !== 0 || !event.isPrimary) return;
    follow(tile, event, onDrop);
  });
}

function follow(tile, start, onDrop) {
  let ghost = null;
  const move = (event) => {
    if (event.pointerId !== start.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!ghost && Math.hypot(dx, dy) < THRESHOLD) return;
    event.preventDefault();
    ghost ??= lift(tile);
    ghost.style.translate = `${dx}px ${dy}px`;
  };
  const end = (event) => {
    if (event.pointerId !== start.pointerId) return;
    for (const [name, handler] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) window.removeEventListener(name, handler);
    if (!ghost) return;
    ghost.remove();
    tile.classList.remove("is-lifted");
    // The click that follows belongs to the drag.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (event.type === "pointerup") onDrop(Number(tile.dataset.index), event.clientX, event.clientY);
  };
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

function lift(tile) {
  const box = tile.getBoundingClientRect();
  const ghost = tile.cloneNode(true);
  ghost.classList.add("tile--ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.setProperty("--s", `${box.width}px`);
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  document.body.append(ghost);
  tile.classList.add("is-lifted");
  return ghost;
}
