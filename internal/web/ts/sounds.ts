// Short sounds, made by the browser: results, a message, a deadline that is near. Each browser
// has its own setting. Sounds are off until they are turned on.

// Occasion is what a sound is about.
export type Occasion = 'results' | 'message' | 'deadline';

// Note is a tone: its frequency in Hz, when it begins and how long it sounds, in
// seconds.
type Note = [frequency: number, at: number, length: number];

const tunes: Record<Occasion, Note[]> = {
  results: [[523, 0, .25], [659, .14, .25], [784, .28, .5]],
  message: [[880, 0, .16], [1175, .1, .3]],
  deadline: [[440, 0, .2], [440, .28, .2], [440, .56, .35]],
};

const soundsKey = 'podesta-sounds';
const volume = .12; // out of 1

// soundsOn reports whether this browser plays sounds.
export function soundsOn(): boolean {
  try { return localStorage.getItem(soundsKey) === 'on'; } catch { return false; }
}

// chooseSounds stores the choice, and plays a sound if they are turned on.
export function chooseSounds(on: boolean): void {
  try {
    if (on) localStorage.setItem(soundsKey, 'on');
    else localStorage.removeItem(soundsKey);
  } catch { /* the choice is not stored */ }
  if (on) sound('message');
}

// canSound reports whether the browser can make sounds.
export const canSound = (): boolean => 'AudioContext' in window;

let context: AudioContext | null = null;

// allowed starts the sound output. Browsers allow that only after a click or a
// key on the page.
async function allowed(): Promise<AudioContext | null> {
  try {
    context ??= new AudioContext();
    const waiting = new Promise<void>(resolve => { setTimeout(resolve, 500); });
    if (context.state !== 'running') await Promise.race([context.resume(), waiting]);
    return context.state === 'running' ? context : null;
  } catch { return null; } // no sound output
}

// unlock starts the sound output with the first click or key on a page of a
// browser that plays sounds.
export function unlock(signal: AbortSignal): void {
  for (const kind of ['pointerdown', 'keydown'] as const) {
    document.addEventListener(kind, () => { if (soundsOn() && canSound()) void allowed(); }, { signal, once: true });
  }
}

// sound plays a sound now, if this browser plays sounds and allows it.
export function sound(what: Occasion): void {
  if (!soundsOn() || !canSound()) return;
  void allowed().then(out => {
    if (!out) return; // a sound that comes late would be about old news
    for (const [frequency, at, length] of tunes[what]) {
      const tone = out.createOscillator(), loud = out.createGain(), from = out.currentTime + at;
      tone.type = 'triangle';
      tone.frequency.value = frequency;
      loud.gain.setValueAtTime(0, from);
      loud.gain.linearRampToValueAtTime(volume, from + .02);
      loud.gain.exponentialRampToValueAtTime(.0001, from + length);
      tone.connect(loud).connect(out.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  });
}
