// A drawing on which a film is played: it is changed step by step and restored, units move,
// contests are highlighted.

import { all, drawingAt } from './dom';
import { parseDrawing } from './trusted';
import type { Change, Frame } from './types';

const SVG = 'http://www.w3.org/2000/svg';
const still = matchMedia('(prefers-reduced-motion: reduce)');

// drawn loads a drawing. It throws an error if there is none.
export async function drawn(address: string): Promise<SVGSVGElement> {
  const answer = await fetch(drawingAt(address));
  if (!answer.ok) throw new Error(`no drawing at ${address}`);
  const doc = parseDrawing(await answer.text());
  const svg = doc.documentElement;
  if (!(svg instanceof SVGSVGElement)) throw new Error(`no drawing at ${address}`);
  return document.importNode(svg, true);
}

// Styles for films, in addition to those of the drawings.
const style = `
.step-lit > .m-hit, .step-lit > path.m-hit { fill: #ffd257; fill-opacity: .3; stroke: #b23a1e; stroke-width: 9; stroke-opacity: .9; vector-effect: none; }
.filmmarks { pointer-events: none; }
.clash path { fill: #fffaf0; stroke: #7d1f12; stroke-width: 4; stroke-linejoin: round; }
.clash.won path { fill: #7d1f12; stroke: #fffaf0; }
.clash text { font: 700 26px system-ui, sans-serif; fill: #7d1f12; }
.clash.won text { fill: #fffaf0; }
.closing { transform-box: fill-box; transform-origin: center; }
@media (prefers-reduced-motion: no-preference) { .clash { animation: clash .25s ease-out; } @keyframes clash { from { opacity: 0; } } }`;

// dress adds the style of films to the root of a drawing.
function dress(svg: SVGSVGElement): void {
  const root = svg.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot) || dressed.has(root)) return;
  dressed.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
const dressed = new WeakSet<Node>();

interface Undo {
  parent: Node;
  put: Node[];
  took: Node[];
  next: Node | null;
}

const escaped = (key: string): string => CSS.escape(key);

export class Screen {
  private readonly undos: Undo[][] = [];
  private readonly marks: SVGGElement;
  private lit: Element[] = [];

  constructor(readonly svg: SVGSVGElement) {
    this.marks = document.createElementNS(SVG, 'g');
    this.marks.setAttribute('class', 'filmmarks');
    svg.append(this.marks);
    dress(svg);
  }

  // depth returns the number of frames applied.
  get depth(): number {
    return this.undos.length;
  }

  // forward applies a frame. If motion is true, its units move.
  forward(f: Frame, motion: boolean): void {
    const from = new Map<string, DOMPoint>();
    if (motion && !still.matches) {
      for (const [was, is] of f.walk ?? []) {
        const p = this.place(this.unit(was));
        if (p) from.set(is, p);
      }
    }
    const done: Undo[] = [];
    for (const c of f.changes ?? []) done.push(this.change(c));
    this.undos.push(done);
    this.show(f);
    if (!motion || still.matches) return;
    for (const [key, was] of from) {
      const e = this.unit(key);
      const is = this.place(e);
      if (e && is) walk(e, was, is);
    }
    for (const key of f.shake ?? []) this.unit(key)?.animate([0, 7, -7, 5, -5, 0].map(x => ({ transform: `translateX(${x}px)` })), { duration: 320, delay: 80 });
    for (const code of f.ring ?? []) {
      for (const ring of all<SVGElement>(`[data-city="${escaped(code)}"] use[href="#k-siege"]`, this.svg)) {
        ring.classList.add('closing');
        ring.animate([{ transform: 'scale(1.9)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 300 });
      }
    }
  }

  // back undoes the last frame. shown is the frame before it.
  back(shown: Frame | undefined): void {
    for (const u of this.undos.pop()?.reverse() ?? []) {
      for (const n of u.put) n.parentNode?.removeChild(n);
      for (const n of u.took) u.parent.insertBefore(n, u.next);
    }
    this.show(shown ?? {});
  }

  // clear removes the marks from the drawing.
  clear(): void {
    this.show({});
    this.marks.remove();
  }

  // box returns the rectangle that contains areas, in the drawing's own units.
  box(areas: string[]): DOMRect | null {
    let out: DOMRect | null = null;
    const to = this.svg.getScreenCTM()?.inverse();
    for (const code of areas) {
      const e = this.svg.querySelector<SVGGraphicsElement>(`[data-area="${escaped(code)}"]`);
      const at = e?.getScreenCTM();
      if (!e || !to || !at) continue;
      const m = to.multiply(at), b = e.getBBox();
      const a = new DOMPoint(b.x, b.y).matrixTransform(m), z = new DOMPoint(b.x + b.width, b.y + b.height).matrixTransform(m);
      const x0 = Math.min(a.x, z.x), y0 = Math.min(a.y, z.y), x1 = Math.max(a.x, z.x), y1 = Math.max(a.y, z.y);
      if (!out) out = new DOMRect(x0, y0, x1 - x0, y1 - y0);
      else {
        const l = Math.min(out.x, x0), t = Math.min(out.y, y0);
        out = new DOMRect(l, t, Math.max(out.right, x1) - l, Math.max(out.bottom, y1) - t);
      }
    }
    return out;
  }

  private unit(key: string): SVGGraphicsElement | null {
    return this.svg.querySelector<SVGGraphicsElement>(`[data-unit="${escaped(key)}"]`);
  }

  // place returns the centre of a unit, which is that of its pointer target.
  private place(e: Element | null): DOMPoint | null {
    const disc = e?.querySelector('circle.m-hit');
    return disc ? new DOMPoint(Number(disc.getAttribute('cx')), Number(disc.getAttribute('cy'))) : null;
  }

  private change(c: Change): Undo {
    let parent: Node = this.svg;
    for (const i of c.path) parent = parent.childNodes[i] ?? parent;
    const took: Node[] = [];
    for (let i = 0; i < c.drop; i++) {
      const n = parent.childNodes[c.at];
      if (!n) break;
      took.push(n);
      parent.removeChild(n);
    }
    const next = parent.childNodes[c.at] ?? null;
    const made = parseDrawing(`<svg xmlns="${SVG}">${c.put}</svg>`).documentElement;
    const put = [...made.childNodes].map(n => document.importNode(n, true));
    for (const n of put) parent.insertBefore(n, next);
    return { parent, put, took, next };
  }

  // show highlights the areas of a frame and its contests.
  private show(f: Frame): void {
    for (const e of this.lit) e.classList.remove('step-lit');
    this.lit = [];
    const some = f.areas && f.areas.length <= 40 ? f.areas : [];
    for (const code of some) {
      for (const e of all<SVGElement>(`[data-area="${escaped(code)}"]`, this.svg)) {
        e.classList.add('step-lit');
        this.lit.push(e);
      }
    }
    this.marks.replaceChildren();
    for (const m of f.clash ?? []) {
      const g = document.createElementNS(SVG, 'g');
      g.dataset.at = m.at.join(' ');
      g.setAttribute('class', m.won ? 'clash won' : 'clash');
      const wide = m.text ? 30 : 17;
      const body = document.createElementNS(SVG, 'path');
      body.setAttribute('d', `M${-wide}-20h${2 * wide}a12 12 0 0 1 12 12v10a12 12 0 0 1-12 12H12L0 28-12 14h${-(wide - 12)}a12 12 0 0 1-12-12v-10a12 12 0 0 1 12-12z`);
      const text = document.createElementNS(SVG, 'text');
      text.setAttribute('y', '6');
      text.setAttribute('text-anchor', 'middle');
      text.textContent = m.text || '⚔';
      g.append(body, text);
      this.marks.append(g);
    }
    this.scale();
  }

  // scale keeps the marks of contests readable at any size of the drawing.
  scale(): void {
    const units = this.svg.viewBox.baseVal.width / (this.svg.clientWidth || 1000);
    const k = Math.max(1, Math.min(2.6, units * 0.72));
    for (const g of all<SVGGElement>('.clash', this.marks)) {
      const [x = 0, y = 0] = (g.dataset.at ?? '').split(' ').map(Number);
      g.setAttribute('transform', `translate(${x} ${y - 24 - 28 * k}) scale(${k.toFixed(2)})`);
    }
  }
}

function walk(e: SVGGraphicsElement, was: DOMPoint, is: DOMPoint): void {
  const x = was.x - is.x, y = was.y - is.y;
  if (x === 0 && y === 0) return;
  e.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: 200 + Math.min(300, Math.hypot(x, y) / 2), easing: 'ease-in-out' });
}
