// The map: the drawing is part of the page, so that its areas, cities and units can be clicked,
// highlighted and moved.

import type { App, Board } from './app';
import { lineOf } from './boardline';
import { tools } from './boardtools';
import { View, type Seen } from './boardview';
import { fetched, pictured } from './ahead';
import { choosePlainColours, make, one, themedAt } from './dom';
import { released } from './press';
import { parseDrawing } from './trusted';
import { t } from './words';

const svgNS = 'http://www.w3.org/2000/svg';

// Styles that the page adds to the drawing's own.
const marks = `
:host{display:block;width:100%;height:100%}
svg{display:block;width:100%;height:100%;user-select:none;-webkit-user-select:none}
#page-marks,#page-rings{will-change:opacity}
.veil{fill:var(--veil);pointer-events:none}
.lit{fill:url(#page-hatch);stroke:var(--lit-edge);stroke-width:9;pointer-events:none}
.rim{fill:none;stroke:var(--lit-rim);stroke-width:19;stroke-linejoin:round;pointer-events:none}
.hatch{stroke-width:7}
.hatch.dark{stroke:var(--lit-edge);stroke-opacity:.5}
.hatch.light{stroke:var(--lit-rim);stroke-opacity:.75}
.spot{fill:none;stroke:var(--lit-edge);stroke-width:6;pointer-events:none}
.halo{fill:none;stroke:var(--page);stroke-width:11;stroke-opacity:.8;pointer-events:none}
.seen{fill:none;stroke:var(--lit-edge);stroke-width:9;pointer-events:none}
.over{fill:var(--lit-rim);fill-opacity:.4;pointer-events:none}
[data-unit],[data-city],[data-area]{cursor:inherit}`;

// left is what the reader saw of a game's map when its page was renewed, so that the next phase
// is shown at the same place.
let left: { base: string; seen: Seen } | null = null;

// Pointed is what is under the pointer on the map.
export interface Pointed { area: string; unit: string; city: boolean }

// Chart is the map with what only the parts for orders need.
export class Chart implements Board {
  svg: SVGSVGElement | null = null;
  away = false;
  // came is true while the drawing shows results, over which no draft orders are drawn.
  came = false;
  private own: Element | null = null; // the orders in the drawing as loaded
  // hint is the text of the line below the map while nothing is under the pointer.
  hint: (string | Node)[] = [];
  onHint: (() => void) | null = null;
  // onPoint receives the unit under the pointer, or "".
  onPoint: ((key: string) => void) | null = null;
  // take is asked first about a click. It reports whether the click was part of an order.
  take: ((p: Pointed) => boolean) | null = null;
  // leave receives a click while another position is shown.
  leave: ((p: Pointed) => void) | null = null;
  // kept is true if the map shows the same part as when its reader last saw it.
  kept = false;
  private framed = false; // the first drawing has been shown
  readonly stage: HTMLElement;
  readonly view: View;
  private readonly root: ShadowRoot;
  private readonly sheet = new CSSStyleSheet();
  private readonly hatch = hatching();
  private readonly titles = new Map<string, string>();
  private address = '';
  private present = ''; // address of the drawing of the present position, if it is not the page's own
  private layers = '';
  private pendingArrows = '';
  private lit: { areas: string[]; units: string[]; chosen: string } | null = null;
  private over = '';
  private asked = 0;
  private ready: (() => void)[] = [];

  constructor(private readonly app: App, private readonly figure: HTMLElement, private readonly home_: string) {
    const host = make('div', { class: 'chart-sheet', 'aria-hidden': 'true' });
    this.stage = make('div', { class: 'chart-stage', id: 'map', tabindex: '0', role: 'group', 'aria-label': 'Map. Plus and minus zoom, arrow keys move it; you can also give orders in the list of your units.' }, host);
    figure.append(this.stage);
    this.root = host.attachShadow({ mode: 'open' });
    const own = new CSSStyleSheet();
    own.replaceSync(marks);
    this.root.adoptedStyleSheets = [this.sheet, own];
    this.view = new View(this.stage, host);
    app.signal.addEventListener('abort', () => { left = { base: app.base, seen: this.view.seen }; });
    const again = (): void => { void this.load(this.address); };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again, { signal: app.signal });
    matchMedia('(max-width: 600px)').addEventListener('change', again, { signal: app.signal });
  }

  // begin draws the current position.
  begin(): Promise<void> { return this.load(this.home_); }

  // frame brings the part of the board that is in play into view.
  private frame(): void {
    const land = this.app.table.areas.filter(a => !a.sea), played = land.filter(a => !a.off);
    if (played.length < land.length) this.fit(played.map(a => a.code), false);
  }

  // whenThere calls f now or as soon as the drawing is loaded, and again whenever it is
  // redrawn.
  whenThere(f: () => void): void {
    this.ready.push(f);
    if (this.svg) f();
  }

  private full(address: string): string { return themedAt(address + (this.layers ? `&layers=${this.layers}` : '')); }

  private async load(address: string): Promise<void> {
    this.address = address;
    const n = ++this.asked;
    let text: string;
    try {
      const r = await fetched(this.full(address));
      if (!r.ok) throw new Error(r.statusText);
      text = await r.text();
    } catch {
      if (!this.svg) pictured();
      return;
    }
    await released(); // a click is meant for the map as it looked when the pointer was pressed
    if (n !== this.asked) return; // another drawing, or the same one in other colours, was requested in the meantime
    let css = '';
    text = text.replace(/<style>([\s\S]*?)<\/style>/, (_, c: string) => { css = c; return ''; });
    const svg = parseDrawing(text).documentElement as unknown as SVGSVGElement;
    if (svg.tagName !== 'svg') return;
    this.titles.clear();
    for (const t of [...svg.querySelectorAll('title')]) {
      const g = t.parentElement;
      if (g?.dataset.area) this.titles.set(g.dataset.area, t.textContent ?? '');
      t.remove(); // the line below the map shows the title instead
    }
    this.sheet.replaceSync(css);
    this.svg?.remove();
    this.svg = document.importNode(svg, true);
    this.root.append(this.svg);
    this.figure.classList.add('drawn');
    const box = this.svg.viewBox.baseVal;
    this.kept ||= left?.base === this.app.base;
    this.view.of({ x: box.x, y: box.y, width: box.width, height: box.height }, left?.base === this.app.base ? left.seen : undefined);
    left = null;
    this.own = this.svg.querySelector('#orders');
    if (this.pendingArrows && !this.away && !this.came) this.putArrows(this.pendingArrows);
    this.ghosts(this.pale);
    this.remark();
    if (!this.framed && !this.kept) this.frame();
    this.framed = true;
    for (const f of this.ready) f();
  }

  arrows(markup: string): void {
    this.pendingArrows = markup;
    if (!this.away && !this.came) this.putArrows(markup);
  }

  // results shows the orders in the drawing with their results, or the draft orders instead.
  results(on: boolean): void {
    this.came = on;
    if (this.away) return;
    if (!on) this.putArrows(this.pendingArrows || '<g id="orders"></g>');
    else if (this.own) this.svg?.querySelector('#orders')?.replaceWith(this.own);
  }

  // ghosts shows pale arrows below the orders, until it is called with null. They are the
  // orders of a hint, which have not been given.
  ghosts(markup: string | null): void {
    this.pale = markup;
    this.svg?.querySelector('#ghosts')?.remove();
    const made = markup && parseDrawing(markup).querySelector('#orders'), before = this.svg?.querySelector('#orders');
    if (!made || !before || this.away) return;
    const g = document.importNode(made, true);
    g.id = 'ghosts';
    g.setAttribute('opacity', '.45');
    before.before(g);
  }

  private pale: string | null = null;

  private putArrows(markup: string): void {
    const old = this.svg?.querySelector('#orders');
    if (!old || !markup) return;
    const made = parseDrawing(`<svg xmlns="${svgNS}">${markup}</svg>`).querySelector('#orders');
    if (made) old.replaceWith(document.importNode(made, true));
  }

  async stand(address: string): Promise<void> {
    this.away = true;
    this.onHint?.();
    this.figure.classList.add('away');
    await this.load(address);
  }

  async home(): Promise<void> {
    this.away = false;
    this.onHint?.();
    this.figure.classList.remove('away');
    await this.load(this.present || this.home_);
  }

  // draft shows another drawing of the present position, until it is called with "".
  draft(address: string): Promise<void> {
    this.present = address;
    return this.home();
  }

  // showColours switches to colours for the colour-blind, or back.
  showColours(plain: boolean): Promise<void> {
    choosePlainColours(plain);
    return this.load(this.address);
  }

  // showLayers draws the map with other layers.
  showLayers(names: string[]): Promise<void> {
    this.layers = names.join(',');
    return this.load(this.address);
  }

  // at returns the place of a point of the drawing in the stage, in pixels.
  at(x: number, y: number): { x: number; y: number } { return this.view.place(x, y); }

  fit(areas: string[], glide = true): void {
    const found = this.app.table.areas.filter(a => areas.includes(a.code));
    if (!found.length || !this.svg) {
      this.view.whole();
      return;
    }
    const room = 90;
    const xs = found.flatMap(a => [a.at[0], a.city?.at[0] ?? a.at[0]]), ys = found.flatMap(a => [a.at[1], a.city?.at[1] ?? a.at[1]]);
    // Include the neighbours: show at least a third of the sheet.
    const range = (of: number[]): [number, number] => {
      const low = Math.min(...of) - room, size = Math.max(...of) + room - low, least = Math.max(size, 660);
      return [low - (least - size) / 2, least];
    };
    const [left, width] = range(xs), [top, height] = range(ys);
    this.view.show(left, top, width, height, glide);
  }

  // together returns the largest subset of some areas that fits the stage at a scale at which a
  // finger can hit them.
  together(areas: string[]): string[] {
    const thumb = 0.34, room = 90; // pixels per unit of the drawing; margin around the areas
    const wide = this.stage.clientWidth / thumb - 2 * room, high = this.stage.clientHeight / thumb - 2 * room;
    const found = this.app.table.areas.filter(a => areas.includes(a.code));
    const groups = found.flatMap(l => found.map(t => found.filter(a => a.at[0] >= l.at[0] && a.at[0] <= l.at[0] + wide && a.at[1] >= t.at[1] && a.at[1] <= t.at[1] + high)));
    return groups.reduce((best, g) => (g.length > best.length ? g : best), []).map(a => a.code);
  }

  // bring moves the map as little as possible to bring areas into view.
  bring(areas: string[]): void {
    const found = this.app.table.areas.filter(a => areas.includes(a.code));
    if (!found.length || found.every(a => this.sees(a.at[0], a.at[1]))) return;
    const mid = (i: 0 | 1): number => (Math.min(...found.map(a => a.at[i])) + Math.max(...found.map(a => a.at[i]))) / 2;
    this.view.middle(mid(0), mid(1));
    if (!found.every(a => this.sees(a.at[0], a.at[1]))) this.fit(areas);
  }

  private sees(x: number, y: number): boolean {
    const at = this.at(x, y), room = 16;
    return at.x > room && at.y > room && at.x < this.stage.clientWidth - room && at.y < this.stage.clientHeight - room;
  }

  // what returns the target of a pointer event.
  what(e: Event): Pointed | null {
    let unit = '', city = false;
    for (const t of e.composedPath()) {
      if (!(t instanceof Element)) continue;
      const d = (t as SVGElement).dataset;
      if (d.unit) unit = (d.dislodged === undefined ? '' : 'D') + d.unit;
      if (d.city) city = true;
      const area = d.area ?? d.city ?? d.unit?.split(':')[1];
      if (area && (d.unit || d.city || d.area)) return { area, unit, city };
    }
    return null;
  }

  // mark highlights areas and units and dims the rest; null removes all marks.
  mark(lit: { areas: string[]; units: string[]; chosen: string } | null): void {
    this.lit = lit;
    this.remark();
  }

  // says shows a hint in the line below the map.
  says(hint: (string | Node)[]): void {
    this.hint = hint;
    this.onHint?.();
  }

  // hover highlights the area under the pointer.
  hover(area: string): void {
    if (area === this.over) return;
    this.over = area;
    const g = this.svg?.querySelector('#page-over');
    g?.replaceChildren(...(area && !this.away ? [this.outline([area], 'over')] : []));
  }

  // point highlights the unit that is pointed at outside the map, or none for "".
  point(key: string): void {
    const g = this.svg ? this.group('page-point', null) : null;
    g?.replaceChildren(...(key && !this.away ? this.ring(key, true) : []));
  }

  // flash highlights areas briefly.
  flash(areas: string[]): void {
    if (!this.svg) return;
    const g = this.group('page-seen', null); // at the end, because a film counts the parts of the drawing
    g.setAttribute('transform', this.outlines());
    g.replaceChildren(this.outline(areas, 'seen'));
    setTimeout(() => g.replaceChildren(), 1600);
  }

  private group(id: string, before: Element | null): SVGGElement {
    let g = this.svg?.querySelector<SVGGElement>(`#${id}`) ?? null;
    if (!g) {
      g = document.createElementNS(svgNS, 'g');
      g.id = id;
      g.setAttribute('pointer-events', 'none');
      if (before) g.setAttribute('transform', this.outlines());
      if (before) before.before(g);
      else this.svg?.append(g);
    }
    return g;
  }

  // outlines returns the transform of the places where outlines of areas are
  // drawn.
  private outlines(): string {
    const all: string[] = [];
    for (let e = this.svg?.querySelector('[data-area]')?.parentElement; e && e instanceof SVGElement && e !== (this.svg as Element); e = e.parentElement) {
      const t = e.getAttribute('transform');
      if (t) all.unshift(t);
    }
    return all.join(' ');
  }

  private remark(): void {
    if (!this.svg) return;
    const orders = this.svg.querySelector('#orders');
    const under = this.group('page-marks', orders);
    this.group('page-over', orders);
    const top = this.group('page-rings', null);
    const l = this.away ? null : this.lit;
    this.stage.classList.toggle('choosing', !!l);
    if (!l) {
      under.replaceChildren();
      top.replaceChildren();
      return;
    }
    const keep = new Set(l.areas);
    const home = this.app.table.units.find(u => u.key === l.chosen)?.at;
    // All places are one path, because many paths would take a slow phone too long. Two tones,
    // one for the edge and one for the hatching, stand out from land of any colour.
    const veiled = this.app.table.areas.map(a => a.code).filter(a => !keep.has(a) && a !== home);
    under.replaceChildren(this.hatch, this.outline(veiled, 'veil'), this.outline(l.areas, 'rim'), this.outline(l.areas, 'lit'));
    const rings: Element[] = [];
    for (const key of new Set([l.chosen, ...l.units])) rings.push(...this.ring(key, key === l.chosen));
    top.replaceChildren(...rings);
  }

  // outline returns the shapes of areas. Seas have a shape only while under the pointer.
  private outline(areas: string[], cls: string): Element {
    const e = document.createElementNS(svgNS, 'path');
    e.setAttribute('d', areas.map(a => (this.svg?.querySelector(`#a-${a}`) ?? this.svg?.querySelector(`#prov-${a} > path`))?.getAttribute('d') ?? '').join(''));
    e.setAttribute('class', cls);
    return e;
  }

  private ring(key: string, chosen: boolean): Element[] {
    const at = this.placeOf(key);
    if (!at) return [];
    const circle = (cls: string): Element => {
      const c = document.createElementNS(svgNS, 'circle');
      c.setAttribute('cx', String(at.x));
      c.setAttribute('cy', String(at.y));
      c.setAttribute('r', chosen ? '39' : '37');
      c.setAttribute('class', cls);
      return c;
    };
    return chosen ? [circle('halo'), circle('seen')] : [circle('halo'), circle('spot')];
  }

  // placeOf returns the place of a unit on the drawing.
  placeOf(key: string): { x: number; y: number } | null {
    const dislodged = key.startsWith('D');
    const g = [...(this.svg?.querySelectorAll<SVGElement>(`[data-unit="${dislodged ? key.slice(1) : key}"]`) ?? [])].find(e => (e.dataset.dislodged !== undefined) === dislodged);
    const hit = g?.querySelector('circle.m-hit');
    if (hit) return { x: Number(hit.getAttribute('cx')), y: Number(hit.getAttribute('cy')) };
    const u = this.app.table.units.find(x => x.key === key);
    const a = this.app.table.areas.find(x => x.code === u?.at);
    if (!a) return null;
    const [x, y] = u?.city && a.city ? a.city.at : a.at;
    return { x, y };
  }

  // spot returns the place of an area on the drawing.
  spot(code: string): { x: number; y: number } | null {
    const a = this.app.table.areas.find(x => x.code === code);
    return a ? { x: a.at[0], y: a.at[1] } : null;
  }

  // points returns the places in the stage of everything highlighted, in pixels.
  points(): { x: number; y: number }[] {
    const out: { x: number; y: number }[] = [];
    for (const code of this.lit?.areas ?? []) {
      const a = this.app.table.areas.find(x => x.code === code);
      if (a) out.push(this.at(a.at[0], a.at[1]));
    }
    for (const key of this.lit?.units ?? []) {
      const p = this.placeOf(key);
      if (p) out.push(this.at(p.x, p.y));
    }
    return out;
  }

  // title returns the drawing's own title of an area.
  title(area: string): string { return this.titles.get(area) ?? ''; }
}

// hatching returns the pattern for places that can be chosen.
function hatching(): Element {
  const g = parseDrawing(`<svg xmlns="${svgNS}"><pattern id="page-hatch" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch dark" d="M5 0v34"/><path class="hatch light" d="M12 0v34"/></pattern></svg>`).querySelector('pattern');
  return document.importNode(g as Element, true);
}

// touching shows a ring under the finger at once, because a slow phone takes longer to show the
// effect of a tap.
function touching(stage: HTMLElement, dragged: () => boolean): void {
  const ring = make('i', { class: 'touching', 'aria-hidden': 'true' });
  stage.append(ring);
  const end = (): void => { ring.style.opacity = '0'; };
  stage.addEventListener('pointerdown', e => {
    if (e.pointerType === 'mouse' || !e.isPrimary || !(e.target as Element).closest('.chart-sheet')) return end();
    const at = stage.getBoundingClientRect();
    ring.style.transform = `translate(${e.clientX - at.left}px,${e.clientY - at.top}px)`;
    ring.style.opacity = '1';
  });
  stage.addEventListener('pointermove', () => { if (dragged()) end(); });
  stage.addEventListener('click', () => requestAnimationFrame(end));
  stage.addEventListener('pointerup', () => { setTimeout(end, 400); }); // not every touch ends in a click
  stage.addEventListener('pointercancel', end);
}

// mountBoard replaces the picture with the drawing.
export function mountBoard(app: App): void {
  const figure = one('[data-map]', app.root);
  const src = figure?.querySelector('img')?.getAttribute('src');
  if (!figure || !src) return;
  const chart = new Chart(app, figure, src);
  app.board = chart;
  const line = make('p', { class: 'chart-line', id: 'map-line' });
  figure.append(line, tools(app, chart));

  const tell = (p: Pointed | null): void => {
    chart.hover(p?.area ?? '');
    line.classList.toggle('hint', !p);
    chart.onPoint?.(p && !chart.away ? p.unit : '');
    if (!p) line.replaceChildren(...(chart.away ? [t('Solid arrows succeeded, broken ones failed.')] : chart.hint.map(x => (typeof x === 'string' ? t(x) : x))));
    else line.textContent = chart.away ? chart.title(p.area) : lineOf(app.table, p.area);
  };
  chart.onHint = () => tell(null);
  chart.stage.addEventListener('pointermove', e => { if (e.pointerType === 'mouse') tell(chart.what(e)); });
  chart.stage.addEventListener('pointerleave', () => tell(null));
  // A tap is meant for the map as it looked, at rest, when the finger touched it.
  let aim: { moves: number; svg: SVGSVGElement | null } | null = null, hit = false;
  chart.stage.addEventListener('pointerdown', e => { if (e.isPrimary) aim = chart.view.gliding ? null : { moves: chart.view.moves, svg: chart.svg }; }, true);
  touching(chart.stage, () => chart.view.dragged);
  chart.stage.addEventListener('click', () => { hit = !chart.view.dragged && aim?.moves === chart.view.moves && aim.svg === chart.svg; }, true); // before other parts make room
  chart.stage.addEventListener('click', e => {
    if (!hit) return;
    const p = chart.what(e);
    if (!p) return;
    tell(p);
    if (chart.away) return void chart.leave?.(p);
    if (chart.take?.(p)) return; // an order has set its own hint
    if (p.unit) app.tell('unit', { key: p.unit });
    else app.tell('area', { code: p.area, city: p.city });
  });
  chart.stage.addEventListener('keydown', e => {
    if (e.target !== chart.stage) return;
    const step = 80;
    const by: Record<string, [number, number]> = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const d = by[e.key];
    if (!d) return;
    e.preventDefault();
    e.stopPropagation();
    chart.view.pan(d[0], d[1], true);
  });
  app.on('show', ({ areas }) => {
    chart.bring(areas);
    chart.flash(areas);
  });
  void chart.begin();
}
