// Moving and zooming the map: wheel, drag, pinch, two fingers, double click,
// keys and buttons. The sheet moves inside the stage. While it moves, the
// browser moves a picture of it, and draws it sharply when it stops.

const most = 8;

export class View {
  k = 1; // scale of the sheet
  private x = 0; // place of its upper left corner in the stage, in pixels
  private y = 0;
  private rest = 0;
  private readonly down = new Map<number, { x: number; y: number }>();
  private moved = false;
  private readonly watchers: (() => void)[] = [];
  readonly still = matchMedia('(prefers-reduced-motion: reduce)');

  // stage is fixed, and sheet moves. clip determines how the sheet's drawing
  // fills the stage at first.
  constructor(readonly stage: HTMLElement, readonly sheet: HTMLElement) {
    stage.addEventListener('wheel', e => this.wheel(e), { passive: false });
    stage.addEventListener('pointerdown', e => this.press(e));
    stage.addEventListener('pointermove', e => this.drag(e));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) stage.addEventListener(name, e => this.release(e));
    stage.addEventListener('dblclick', e => {
      const at = this.local(e);
      this.zoom(2, at.x, at.y, true);
    });
    new ResizeObserver(() => this.put()).observe(stage);
    this.put();
  }

  // onMove registers a function that is called whenever the sheet has moved.
  onMove(f: () => void): void { this.watchers.push(f); }

  // dragged reports whether the next click ends a drag.
  get dragged(): boolean { return this.moved; }

  // zoom scales by a factor around a point of the stage, by default its middle.
  zoom(by: number, px = this.stage.clientWidth / 2, py = this.stage.clientHeight / 2, glide = false): void {
    const k = Math.min(most, Math.max(1, this.k * by));
    this.x = px - (px - this.x) * (k / this.k);
    this.y = py - (py - this.y) * (k / this.k);
    this.k = k;
    this.put(glide);
  }

  pan(dx: number, dy: number, glide = false): void {
    this.x += dx;
    this.y += dy;
    this.put(glide);
  }

  whole(): void {
    this.k = 1;
    this.x = this.y = 0;
    this.put(true);
  }

  // show brings a rectangle of the sheet, in pixels at k = 1, into view at a
  // suitable scale.
  show(left: number, top: number, width: number, height: number, largest = 3): void {
    const w = this.stage.clientWidth, h = this.stage.clientHeight;
    this.k = Math.max(1, Math.min(largest, w / Math.max(width, 1), h / Math.max(height, 1)));
    this.x = w / 2 - (left + width / 2) * this.k;
    this.y = h / 2 - (top + height / 2) * this.k;
    this.put(true);
  }

  // place returns the place of a point of the sheet, in pixels at k = 1, in the
  // stage.
  place(x: number, y: number): { x: number; y: number } {
    return { x: this.x + x * this.k, y: this.y + y * this.k };
  }

  private local(e: MouseEvent): { x: number; y: number } {
    const r = this.stage.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  }

  private put(glide = false): void {
    const w = this.stage.clientWidth, h = this.stage.clientHeight;
    this.x = Math.min(0, Math.max(w - w * this.k, this.x));
    this.y = Math.min(0, Math.max(h - h * this.k, this.y));
    const s = this.sheet.style;
    s.transition = glide && !this.still.matches ? 'transform .2s ease-out' : 'none';
    s.willChange = 'transform';
    s.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
    this.stage.classList.toggle('near', this.k > 1.02);
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => { s.willChange = 'auto'; }, 260);
    for (const f of this.watchers) f();
  }

  private wheel(e: WheelEvent): void {
    // A page that is being scrolled continues to scroll, unless the map was
    // enlarged or is the target.
    if (!this.stage.closest('.full') && !e.ctrlKey && (this.k <= 1.02 || e.deltaY > 0 && this.k <= 1)) return;
    e.preventDefault();
    const at = this.local(e);
    const step = e.deltaMode === 1 ? e.deltaY * 30 : e.deltaY;
    this.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0022)), at.x, at.y);
  }

  private press(e: PointerEvent): void {
    if (e.pointerType === 'mouse' && e.button !== 0) return;
    if (this.down.size === 0) this.moved = false;
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
    if (this.down.size === 0 && this.moved) setTimeout(() => { this.moved = false; }, 60);
  }
}
