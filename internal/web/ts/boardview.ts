// Moving and zooming the map: wheel, drag, pinch, two fingers, double click, keys and buttons.
// The sheet moves inside the stage. While it moves, the browser moves a bitmap of it, and
// redraws it sharply when it stops.

const most = 8; // relative to the size at which the whole drawing fits the stage

// filled is the least part of the stage that the drawing fills: a stage of another shape shows
// part of the drawing rather than empty space.
const filled = 0.75;

// Seen is the visible part of a drawing: the point in the middle of the stage, and the scale,
// in pixels per unit of the drawing; 0 is the smallest scale.
export interface Seen { x: number; y: number; scale: number }

export class View {
  k = 1; // scale of the sheet
  // moves is the number of times that the sheet has moved.
  moves = 0;
  private x = 0; // place of its upper left corner in the stage, in pixels
  private y = 0;
  private rest = 0;
  private box = { x: 0, y: 0, width: 1, height: 1 };
  private wanted: Seen = { x: 0.5, y: 0.5, scale: 0 };
  private readonly down = new Map<number, { x: number; y: number }>();
  private moved = false;
  private readonly watchers: (() => void)[] = [];
  readonly still = matchMedia('(prefers-reduced-motion: reduce)');

  // stage is fixed, and sheet moves in it. The sheet contains the drawing as large as fits the
  // stage.
  constructor(readonly stage: HTMLElement, readonly sheet: HTMLElement) {
    stage.addEventListener('wheel', e => this.wheel(e), { passive: false });
    stage.addEventListener('pointerdown', e => this.press(e));
    stage.addEventListener('pointermove', e => this.drag(e));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) stage.addEventListener(name, e => this.release(e));
    let touched = false;
    stage.addEventListener('pointerup', e => { touched = e.pointerType !== 'mouse'; });
    stage.addEventListener('dblclick', e => { // two taps are two orders, not a request to zoom: fingers pinch for that
      if (touched) return;
      const at = this.local(e);
      this.zoom(2, at.x, at.y, true);
    });
    new ResizeObserver(() => this.put()).observe(stage);
  }

  // onMove registers a function that is called whenever the sheet has moved.
  onMove(f: () => void): void { this.watchers.push(f); }

  // dragged reports whether the next click is the end of a drag or of a gesture with two
  // fingers.
  get dragged(): boolean { return this.moved; }

  // gliding reports whether the sheet is in motion.
  get gliding(): boolean { return this.sheet.getAnimations().some(a => a.playState === 'running'); }

  // seen returns the visible part. A stage of another size shows as much of it as fits.
  get seen(): Seen { return this.wanted; }

  // of sets the box of the drawing, in its own units, and the part to show at first.
  of(box: { x: number; y: number; width: number; height: number }, seen?: Seen): void {
    const new_ = box.width !== this.box.width || box.height !== this.box.height;
    this.box = box;
    if (new_ || seen) this.wanted = seen ?? this.all();
    this.put();
  }

  private all(): Seen { return { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2, scale: 0 }; }

  // scale returns scale and place of the drawing in the stage at k = 1.
  scale(): { s: number; dx: number; dy: number } {
    const { clientWidth: w, clientHeight: h } = this.stage, b = this.box;
    const s = Math.min(w / b.width, h / b.height);
    return { s, dx: (w - s * b.width) / 2 - s * b.x, dy: (h - s * b.height) / 2 - s * b.y };
  }

  // zoom scales by a factor around a point of the stage, by default its middle.
  zoom(by: number, px = this.stage.clientWidth / 2, py = this.stage.clientHeight / 2, glide = false): void {
    const k = Math.min(most, Math.max(this.least(), this.k * by));
    this.look(k, px - (px - this.x) * (k / this.k), py - (py - this.y) * (k / this.k), glide);
  }

  pan(dx: number, dy: number, glide = false): void { this.look(this.k, this.x + dx, this.y + dy, glide); }

  whole(): void {
    this.wanted = this.all();
    this.put(true);
  }

  // show brings a rectangle of the drawing into view at a suitable scale.
  show(left: number, top: number, width: number, height: number, glide = true): void {
    const { clientWidth: w, clientHeight: h } = this.stage;
    this.wanted = { x: left + width / 2, y: top + height / 2, scale: Math.min(3 * this.scale().s, w / width, h / height) };
    this.put(glide);
  }

  // middle brings a point of the drawing into the middle of the stage.
  middle(x: number, y: number): void {
    this.wanted = { ...this.wanted, x, y };
    this.put(true);
  }

  // place returns the place of a point of the drawing in the stage, in pixels.
  place(x: number, y: number): { x: number; y: number } {
    const { s, dx, dy } = this.scale();
    return { x: this.x + (x * s + dx) * this.k, y: this.y + (y * s + dy) * this.k };
  }

  private local(e: MouseEvent): { x: number; y: number } {
    const r = this.stage.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  }

  // least is the smallest scale: that of the whole drawing, unless it would leave too much of
  // the stage empty.
  private least(): number {
    const { clientWidth: w, clientHeight: h } = this.stage, { s } = this.scale();
    return Math.max(1, filled * Math.max(w / (s * this.box.width), h / (s * this.box.height)));
  }

  // look stores the visible part when the sheet is at a place, and shows it.
  private look(k: number, x: number, y: number, glide: boolean): void {
    const { s, dx, dy } = this.scale(), { clientWidth: w, clientHeight: h } = this.stage;
    if (!s) return;
    const middle = (): { x: number; y: number } => ({ x: ((w / 2 - this.x) / this.k - dx) / s, y: ((h / 2 - this.y) / this.k - dy) / s });
    [this.k, this.x, this.y] = [k, x, y];
    this.wanted = { ...middle(), scale: k <= this.least() * 1.001 ? 0 : k * s };
    this.put(glide);
    this.wanted = { ...this.wanted, ...middle() }; // not beyond the edge, because the way back would be as long
  }

  // put moves the sheet to the wanted place.
  private put(glide = false): void {
    const { clientWidth: w, clientHeight: h } = this.stage, { s, dx, dy } = this.scale();
    if (!s) return; // the stage is hidden
    const least = this.least(), b = this.box;
    this.k = Math.min(most, Math.max(least, this.wanted.scale / s));
    this.x = w / 2 - (this.wanted.x * s + dx) * this.k;
    this.y = h / 2 - (this.wanted.y * s + dy) * this.k;
    const inside = (at: number, room: number, from: number, size: number): number => (size <= room ? (room - size) / 2 - from : Math.min(-from, Math.max(room - size - from, at)));
    this.x = inside(this.x, w, (b.x * s + dx) * this.k, s * b.width * this.k);
    this.y = inside(this.y, h, (b.y * s + dy) * this.k, s * b.height * this.k);
    const to = `translate(${this.x}px,${this.y}px) scale(${this.k})`, { style } = this.sheet;
    if (style.transform === to) return;
    this.moves++;
    style.transition = glide && !this.still.matches ? 'transform .2s ease-out' : 'none';
    style.willChange = 'transform';
    style.transform = to;
    this.stage.classList.toggle('near', this.k > 1.02);
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => { style.willChange = 'auto'; }, 260);
    for (const f of this.watchers) f();
  }

  private wheel(e: WheelEvent): void {
    // A page that is being scrolled continues to scroll, unless the map is enlarged or is the
    // target.
    if (!this.stage.closest('.full') && !e.ctrlKey && (this.k <= 1.02 || e.deltaY > 0 && this.k <= 1)) return;
    e.preventDefault();
    const at = this.local(e);
    const step = e.deltaMode === 1 ? e.deltaY * 30 : e.deltaY;
    this.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0022)), at.x, at.y);
  }

  private press(e: PointerEvent): void {
    if (e.pointerType === 'mouse' && e.button !== 0) return;
    if (e.isPrimary) this.down.clear(); // the end of another touch may have been lost
    this.moved = this.down.size > 0;
    this.down.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  private drag(e: PointerEvent): void {
    const was = this.down.get(e.pointerId);
    if (!was) return;
    const now = { x: e.clientX, y: e.clientY };
    if (this.down.size === 1) {
      if (!this.moved && Math.hypot(now.x - was.x, now.y - was.y) < (e.pointerType === 'mouse' ? 4 : 9)) return;
      if (!this.moved) this.stage.setPointerCapture(e.pointerId);
      this.moved = true;
      this.down.set(e.pointerId, now);
      this.pan(now.x - was.x, now.y - was.y);
      return;
    }
    const other = [...this.down].find(([id]) => id !== e.pointerId)?.[1];
    this.moved = true;
    this.down.set(e.pointerId, now);
    if (!other) return;
    const r = this.stage.getBoundingClientRect();
    const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
    this.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    if (before > 8) this.zoom(after / before, (now.x + other.x) / 2 - r.left, (now.y + other.y) / 2 - r.top);
  }

  private release(e: PointerEvent): void {
    this.down.delete(e.pointerId);
  }
}
