// Nothing is redrawn while something on the page is pressed: if the target of a click were
// replaced or moved between press and release, the click would be lost or hit something else,
// and the open list of a select would close.

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

// pressed reports whether the visitor is pressing anything, or is choosing from a list in an
// element.
const pressed = (at: Element): boolean => !!held || open(at);

// calm redraws an element now, or as soon as nothing is pressed. If several drawings are
// pending, only the last one is done.
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

// away calls a function after every press outside some elements, once the press has had its own
// effect, so that nothing moves under the finger.
export function away(inside: (at: Element) => boolean, then: () => void, signal: AbortSignal): void {
  document.addEventListener('pointerdown', e => {
    if (e.target instanceof Element && !inside(e.target)) void released().then(then);
  }, { signal });
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

// The element under each finger when it touched the screen, by pointer, the latest last.
// Browsers send the click of a tap, after the finger has left, to the element that is there
// then. If the page has moved in between, the click hits something that nobody touched.
const fingers = new Map<number, Element>();

function touch(e: PointerEvent): void {
  fingers.delete(e.pointerId);
  if (e.target instanceof Element) fingers.set(e.pointerId, e.target);
  for (const id of [...fingers.keys()].slice(0, -8)) fingers.delete(id);
}

// stray reports whether an event that a browser made from a tap is for another element than the
// touched one.
function stray(e: MouseEvent): boolean {
  const at = e.target, down = e instanceof PointerEvent ? fingers.get(e.pointerId) : [...fingers.values()].at(-1);
  if (!e.isTrusted || !e.detail || !down || !(at instanceof Element)) return false;
  return !down.contains(at) && !at.contains(down) && down.closest('label')?.control !== at;
}

function refuse(e: MouseEvent): void {
  if (!stray(e)) return;
  e.preventDefault(); // prevents the change of focus, too
  e.stopImmediatePropagation();
}

addEventListener('pointerdown', e => {
  if (e.pointerType === 'mouse') fingers.clear();
  else touch(e);
}, true);
for (const kind of ['mousedown', 'mouseup', 'click'] as const) addEventListener(kind, refuse, true);

// The click's own handlers run before what is waiting.
function click(): void {
  held = null;
  later(0);
}

addEventListener('pointerdown', e => { if (e.isPrimary && !e.button) hold(e.target); }, true);
addEventListener('click', click, true);
// After a touch the click follows a moment later; after a drag it never does.
addEventListener('pointerup', e => { if (held && e.isPrimary) later(400); }, true);
addEventListener('pointercancel', e => { if (held && e.isPrimary) later(0); }, true);
addEventListener('keydown', e => { if (e.key === ' ' && !e.repeat && (e.target as Element).matches?.('button, summary, input, select')) hold(e.target); }, true);
addEventListener('keyup', e => { if (held && e.key === ' ') later(0); }, true);
addEventListener('blur', e => { if (held && e.target === window) later(0); }, true);
