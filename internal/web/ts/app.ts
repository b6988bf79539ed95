// What the parts of the table page share. Each part is a function that gets the
// app and takes hold of its own piece of the page; parts speak to each other
// through the app only.

import type { Checked, PowerOrders, State, Table } from './types';
import { t } from './words';

// Events that parts tell each other, with what they carry.
export interface Events {
  // The texts of the orders were changed, by typing or by a part.
  edited: { power: string };
  // The judge has said what the texts come to; by id of the power.
  checked: { boxes: Record<string, Checked> };
  // The texts are kept by the judge.
  saved: { at: Date };
  // An area (with its city or not) or a unit on the map was chosen by click or key.
  area: { code: string; city: boolean };
  unit: { key: string };
  // A part wants a place on the map to be seen and marked for a moment.
  show: { areas: string[] };
  // The panel of that name has come up.
  tab: { name: string };
  // The game has moved on at the judge's.
  moved: { revision: number };
  // Where the game stands, as the stream tells it.
  state: State;
  // The session of this browser is over.
  signedout: Record<string, never>;
}

type Handler<T> = (what: T) => void;

// Board is the map as the other parts may use it.
export interface Board {
  // svg is the drawing; null while it is not there yet.
  readonly svg: SVGSVGElement | null;
  // arrows puts other arrows on the map: <g id="orders">...</g>, as atlas.Overlay gives it.
  arrows(markup: string): void;
  // stand puts another position in the map's place, by the address of its
  // drawing (/g/ID/map/N.svg). Clicks order nothing until home.
  stand(address: string): Promise<void>;
  home(): Promise<void>;
  readonly away: boolean;
  // whenThere calls f as soon as there is a drawing, and whenever it is drawn anew.
  whenThere(f: () => void): void;
  // fit brings areas into view; all of the map for an empty list.
  fit(areas: string[]): void;
}

// Texts are the texts of the orders, by id of the power. They are what is in the
// text boxes of the page: changing one changes the other.
export interface Texts {
  get(power: string): string;
  // set changes a text; what was there can be had back by undo. what says what is
  // done, for those who hear the page: "A Pavia holds".
  set(power: string, text: string, what?: string): void;
  // put writes a line in the place of those lines that drop names, or behind the
  // last line.
  put(power: string, line: string, drop?: (line: string, n: number) => boolean, what?: string): void;
  undo(): boolean;
  // The last answer of the judge about the text of a power.
  checked(power: string): Checked | undefined;
  // The power whose orders are being written; at most tables the only one.
  current: string;
}

export class App {
  private readonly handlers = new Map<keyof Events, Handler<never>[]>();
  board: Board | null = null; // set by mountBoard
  texts: Texts | null = null; // set by mountOrders where the visitor writes orders
  // money opens what ducats can do for a power at a place of the map; it gives
  // nothing where they can do nothing. Set by mountTreasury.
  money: ((power: string, at: string) => (() => void) | null) | null = null;

  private readonly life = new AbortController();

  // signal ends with the app: what it hears of document and window it hears
  // until then.
  readonly signal = this.life.signal;

  // renew puts a newer page of the same table in the place of this one; it gives
  // false where that cannot be done, or where may, which is asked last of all,
  // forbids it. Set by the entry.
  renew: ((page: Document, may: () => boolean) => Promise<boolean>) | null = null;

  leaving = false; // a newer page is on its way

  // end lets go of everything outside the element of the table.
  end(): void { this.life.abort(); }

  constructor(
    readonly root: HTMLElement, // the element of the table, with data-table
    readonly base: string, // address of the game: "/g/ID"
    public table: Table,
  ) {}

  // busy tells whether something is being written here that a new page would
  // lose or interrupt. Parts add to it.
  readonly busy: (() => boolean)[] = [];

  on<K extends keyof Events>(name: K, do_: Handler<Events[K]>): void {
    const list = this.handlers.get(name) ?? [];
    list.push(do_ as Handler<never>);
    this.handlers.set(name, list);
  }

  tell<K extends keyof Events>(name: K, what: Events[K]): void {
    for (const h of this.handlers.get(name) ?? []) (h as Handler<Events[K]>)(what);
  }

  hand(power: string): PowerOrders | undefined {
    return this.table.hands.find(h => h.power === power);
  }

  // panel is the part of the page that belongs to a tab, if the page has it.
  panel(name: string): HTMLElement | null {
    return this.root.querySelector(`[data-panel="${name}"]`);
  }

  // open brings the panel of that name up.
  open(name: string): void {
    this.tell('tab', { name });
  }

  // say tells those who hear the page.
  say(text: string): void {
    let at = this.root.querySelector<HTMLElement>('#table-says');
    if (!at) {
      at = document.createElement('p');
      at.id = 'table-says';
      at.className = 'unseen';
      at.setAttribute('role', 'status');
      this.root.append(at);
    }
    at.textContent = t(text);
  }
}
