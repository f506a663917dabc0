// Two sounds of the hall, made here: one bell when the last seconds begin, three lower ones at the end.

const BELLS = {
  signal: [[0, 880, 0.9]],
  end: [[0, 523, 0.5], [0.45, 523, 0.5], [0.9, 392, 1.4]],
};
let context = null;

/** Browsers play nothing before somebody pressed something. */
export async function switchOn() {
  context ??= new AudioContext();
  await context.resume();
}

export function sound(name) {
  document.documentElement.dataset.lastSound = name;
  if (context?.state !== "running") return;
  for (const [after, pitch, seconds] of BELLS[name]) {
    const start = context.currentTime + after;
    const [tone, level] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(0.6, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
