// The controls of a film: play and pause, steps, the slider, the speed, keys.

import { one } from './dom';
import type { Screen } from './screen';
import type { Frame } from './types';
import { t } from './words';

// Told is the text of a step.
export interface Told {
  title: string;
  text: string;
  href?: string;
}

// Reel is a film: frames counted from 1, and their texts. Frame 0 is the first drawing.
export interface Reel {
  length: number;
  frame(i: number): Promise<Frame | null>; // null if it cannot be loaded
  told(i: number): Told;
  shown?(i: number): void; // called for each frame that is reached
}

export interface Room {
  bar: HTMLElement; // the controls
  keys: boolean; // whether the film handles the page's arrow keys
  fit(areas: string[] | null): void; // brings areas into view; null means the whole map
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Player {
  private at = 0;
  private timer = 0;
  private busy = false;
  private wanted: number | null = null; // the step requested while busy
  private frames: Frame[] = []; // the frames applied, in order

  private readonly slider: HTMLInputElement | null;
  private readonly off = new AbortController();

  constructor(private readonly screen: Screen, private readonly reel: Reel, private readonly room: Room) {
    const { bar } = room;
    const signal = this.off.signal;
    this.slider = one<HTMLInputElement>('[data-slider]', bar);
    bar.hidden = false;
    if (this.slider) {
      this.slider.max = String(reel.length);
      this.slider.addEventListener('input', () => { this.pause(); void this.go(Number(this.slider?.value)); }, { signal });
    }
    bar.addEventListener('click', e => {
      const what = (e.target as Element).closest<HTMLElement>('[data-do]')?.dataset.do;
      if (what) this.do(what);
    }, { signal });
    const follow = one<HTMLInputElement>('[data-follow]', bar);
    follow?.addEventListener('change', () => this.look(), { signal });
    if (follow && matchMedia('(max-width: 700px)').matches) follow.checked = true;
    if (room.keys) document.addEventListener('keydown', e => this.key(e), { signal, capture: true });
    this.tell();
  }

  // step returns the number of the present frame.
  get step(): number {
    return this.at;
  }

  get playing(): boolean {
    return this.timer !== 0;
  }

  // end stops the film and releases the controls.
  end(): void {
    this.pause();
    this.off.abort();
    this.screen.clear();
    this.room.bar.hidden = true;
  }

  // do runs the command of a button.
  do(what: string): void {
    if (what === 'play') {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    this.pause();
    switch (what) {
      case 'first': void this.go(0); break;
      case 'last': void this.go(this.reel.length); break;
      case 'back': void this.go(this.at - 1); break;
      case 'next': void this.go(this.at + 1); break;
    }
  }

  play(): void {
    const begin = async (): Promise<void> => {
      if (this.at >= this.reel.length) await this.go(0);
      this.word('Pause');
      this.timer = window.setTimeout(step, 250);
    };
    const step = async (): Promise<void> => {
      const before = this.at;
      await this.go(this.at + 1);
      if (!this.playing) return;
      if (this.at === before || this.at >= this.reel.length) {
        this.pause();
        return;
      }
      this.timer = window.setTimeout(step, this.pace());
    };
    this.timer = -1;
    void begin();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.word('Play');
  }

  // go moves to a step, animated if it is the next one, and otherwise at once.
  async go(to: number): Promise<void> {
    to = Math.max(0, Math.min(this.reel.length, to));
    if (this.busy) {
      this.wanted = to;
      return;
    }
    if (to === this.at) return;
    this.busy = true;
    try {
      const motion = to === this.at + 1;
      while (this.at > to) {
        this.frames.pop();
        this.screen.back(this.frames[this.frames.length - 1]);
        this.at--;
      }
      while (this.at < to) {
        const f = await this.reel.frame(this.at + 1);
        if (!f) break;
        this.frames.push(f);
        this.screen.forward(f, motion);
        this.at++;
      }
    } finally {
      this.busy = false;
    }
    this.look();
    this.tell();
    this.reel.shown?.(this.at);
    const next = this.wanted;
    this.wanted = null;
    if (next !== null) await this.go(next);
  }

  // pace returns how long a step is shown, in milliseconds.
  private pace(): number {
    const { title, text } = this.reel.told(this.at);
    const speed = Number(one<HTMLSelectElement>('[data-speed]', this.room.bar)?.value) || 1;
    return Math.min(7000, 1300 + 32 * (title.length + text.length)) / speed;
  }

  private look(): void {
    const follow = one<HTMLInputElement>('[data-follow]', this.room.bar)?.checked;
    const areas = this.frames[this.frames.length - 1]?.areas ?? [];
    this.room.fit(follow && areas.length > 0 && areas.length < 12 ? areas : null);
  }

  private tell(): void {
    const caption = one('[data-caption]', this.room.bar);
    const said = this.reel.told(this.at);
    if (caption) {
      const title = document.createElement(said.href ? 'a' : 'b');
      if (said.href) title.setAttribute('href', said.href);
      title.textContent = t(said.title);
      const count = document.createElement('span');
      count.className = 'stepcount';
      count.textContent = t(this.at ? t`${this.at} of ${this.reel.length}` : t`${this.reel.length} steps`);
      caption.replaceChildren(count, title, ` ${t(said.text)}`);
    }
    if (this.slider) {
      this.slider.value = String(this.at);
      this.slider.setAttribute('aria-valuetext', t`${this.at} of ${this.reel.length}: ${t(said.title)}`);
    }
    for (const [what, no] of [['first', this.at === 0], ['back', this.at === 0], ['next', this.at === this.reel.length], ['last', this.at === this.reel.length]] as const) {
      const b = one<HTMLButtonElement>(`[data-do="${what}"]`, this.room.bar);
      if (b) b.setAttribute('aria-disabled', String(no));
    }
  }

  private word(text: string): void {
    const e = one('[data-playword]', this.room.bar);
    if (e) e.textContent = t(text);
  }

  private key(e: KeyboardEvent): void {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    const on = e.target as Element;
    if (on.closest('input:not([type=checkbox]):not([type=range]), textarea, select, .timebar')) return;
    const slider = on === this.slider;
    const press = (what: string): void => {
      e.preventDefault();
      e.stopImmediatePropagation();
      this.do(what);
    };
    switch (e.key) {
      case ' ':
        if (!on.closest('button, summary, a, input')) press('play');
        break;
      case 'ArrowRight': // at the end the key moves to the next phase
        if (slider) e.stopImmediatePropagation();
        else if (this.at < this.reel.length) press('next');
        break;
      case 'ArrowLeft':
        if (slider) e.stopImmediatePropagation();
        else if (this.at > 0) press('back');
        break;
      case 'Home':
        if (this.at > 0 && !slider) press('first');
        break;
      case 'End':
        if (this.at < this.reel.length && !slider) press('last');
        break;
    }
  }
}

// Sight moves the visible part of a drawing.
export class Sight {
  private readonly whole: DOMRect;
  private run = 0;

  constructor(private readonly svg: SVGSVGElement, private readonly screen: Screen) {
    const b = svg.viewBox.baseVal;
    this.whole = new DOMRect(b.x, b.y, b.width, b.height);
  }

  fit(areas: string[] | null): void {
    const box = areas && this.screen.box(areas);
    const w = this.whole;
    if (!box) return this.move(w);
    const side = Math.min(w.width, Math.max(box.width, box.height * (w.width / w.height)) + 420);
    const high = side * (w.height / w.width);
    const x = Math.max(w.x, Math.min(w.right - side, box.x + box.width / 2 - side / 2));
    const y = Math.max(w.y, Math.min(w.bottom - high, box.y + box.height / 2 - high / 2));
    this.move(new DOMRect(x, y, side, high));
  }

  private move(to: DOMRect): void {
    cancelAnimationFrame(this.run);
    const v = this.svg.viewBox.baseVal;
    const from = new DOMRect(v.x, v.y, v.width, v.height);
    const set = (k: number): void => {
      const mix = (a: number, b: number): string => (a + (b - a) * k).toFixed(1);
      this.svg.setAttribute('viewBox', `${mix(from.x, to.x)} ${mix(from.y, to.y)} ${mix(from.width, to.width)} ${mix(from.height, to.height)}`);
      this.screen.scale();
    };
    if (still.matches) return set(1);
    const begun = performance.now();
    const tick = (now: number): void => {
      const k = Math.min(1, (now - begun) / 200);
      set(k * (2 - k));
      if (k < 1) this.run = requestAnimationFrame(tick);
    };
    this.run = requestAnimationFrame(tick);
  }
}
