// An element is not redrawn while it is pressed: if the target of a click were
// replaced between press and release, the click would be lost, and the open
// list of a select would close.

let held: Element | null = null; // pressed by the pointer or the space bar
let timer = 0;
const waiting = new Map<Element, () => void>();
const awaited: (() => void)[] = [];

// open reports whether the list of a select in an element is open. It returns
// false in browsers that cannot report it.
function open(at: Element): boolean {
  try {
    return !!at.querySelector('select:open');
  } catch { return false; }
}

// pressed reports whether the visitor presses something in an element, or
// chooses from a list in it.
const pressed = (at: Element): boolean => !!held && at.contains(held) || open(at);

// calm redraws an element: now, or as soon as nothing in it is pressed. Of
// several pending drawings the last one counts.
export function calm(at: Element, draw: () => void): void {
  if (pressed(at)) {
    waiting.set(at, draw);
    if (!held) later(200);
    return;
  }
  waiting.delete(at);
  draw();
}

// released resolves as soon as nothing on the page is pressed.
export function released(): Promise<void> {
  return held ? new Promise(done => awaited.push(done)) : Promise.resolve();
}

function later(ms: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(flush, ms);
}

function flush(): void {
  held = null;
  for (const done of awaited.splice(0)) done();
  for (const [at, draw] of [...waiting]) {
    waiting.delete(at);
    if (at.isConnected) calm(at, draw);
  }
}

function hold(what: EventTarget | null): void {
  clearTimeout(timer);
  held = what instanceof Element ? what : null;
}

// The click's own handlers run first; what waits follows them.
function click(): void {
  held = null;
  later(0);
}

addEventListener('pointerdown', e => { if (e.isPrimary && !e.button) hold(e.target); }, true);
addEventListener('click', click, true);
// After a touch the click follows a moment later, after a drag never.
addEventListener('pointerup', e => { if (held && e.isPrimary) later(400); }, true);
addEventListener('pointercancel', e => { if (held && e.isPrimary) later(0); }, true);
addEventListener('keydown', e => { if (e.key === ' ' && !e.repeat && (e.target as Element).matches?.('button, summary, input, select')) hold(e.target); }, true);
addEventListener('keyup', e => { if (held && e.key === ' ') later(0); }, true);
addEventListener('blur', e => { if (held && e.target === window) later(0); }, true);
