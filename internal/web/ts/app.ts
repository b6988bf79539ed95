// What the parts of the board's page share. Each part is a function that
// receives the app and manages its own piece of the page. Parts communicate
// only through the app.

import type { Openable } from './opened';
import type { Sheet } from './sheet';
import type { Checked, PowerOrders, State, Table } from './types';
import { t } from './words';

// Events between parts, with their data.
export interface Events {
  // The texts of the orders were changed, by typing or by a part.
  edited: { power: string };
  // The judge has checked the texts; boxes is by id of the power.
  checked: { boxes: Record<string, Checked> };
  // The judge has saved the texts.
  saved: { at: Date };
  // An area (with its city or not) or a unit on the map was chosen by click or key.
  area: { code: string; city: boolean };
  unit: { key: string };
  // A part asks to bring a place on the map into view and to mark it briefly.
  show: { areas: string[] };
  // The panel of that name was opened.
  tab: { name: string };
  // A menu was opened, so others close.
  menu: { box: HTMLElement };
  // The judge's game has moved on.
  moved: { revision: number };
  // The state of the game, from the stream.
  state: State;
  // The session of this browser has ended.
  signedout: Record<string, never>;
}

type Handler<T> = (what: T) => void;

// Board is the map as other parts of the page can use it.
export interface Board {
  // svg is the drawing, or null until it is loaded.
  readonly svg: SVGSVGElement | null;
  // arrows replaces the arrows on the map: <g id="orders">...</g>, as
  // atlas.Overlay returns it.
  arrows(markup: string): void;
  // stand shows another position, by the address of its drawing (/g/ID/map/N.svg). Clicks give
  // no orders until home is called.
  stand(address: string): Promise<void>;
  home(): Promise<void>;
  readonly away: boolean;
  // whenThere calls f as soon as the drawing is loaded, and whenever it is redrawn.
  whenThere(f: () => void): void;
  // fit brings areas into view; for an empty list the whole map.
  fit(areas: string[]): void;
}

// Texts holds the texts of the orders, by id of the power. They are the content
// of the page's text boxes: changing one changes the other.
export interface Texts {
  get(power: string): string;
  // set changes a text; undo restores the previous one. what describes the
  // change for screen readers: "A Pavia holds".
  set(power: string, text: string, what?: string): void;
  // put replaces the lines for which drop is true with a line, or appends it.
  // order replaces the order of a unit.
  order(power: string, unit: string, line: string, what: string): void;
  put(power: string, line: string, drop?: (line: string, n: number) => boolean, what?: string): void;
  undo(): boolean;
  // checked returns the last answer of the judge about the text of a power.
  checked(power: string): Checked | undefined;
  // The power whose orders are being written; in most games the only one.
  current: string;
}

export class App {
  private readonly handlers = new Map<keyof Events, Handler<never>[]>();
  board: Board | null = null; // set by mountBoard
  texts: Texts | null = null; // set by mountOrders if the visitor writes orders
  // money opens what ducats can do for a power at a place of the map, or returns null if there
  // is nothing. Set by mountTreasury.
  money: ((power: string, at: string) => (() => void) | null) | null = null;

  private readonly life = new AbortController();

  // signal is aborted when the app ends. Its listeners on document and window last until then.
  readonly signal = this.life.signal;

  // renew replaces this page with a newer page of the same game. It returns false if that is
  // impossible, or if may, which is called last, returns false. Set by the entry script.
  renew: ((page: Document, may: () => boolean) => Promise<boolean>) | null = null;

  leaving = false; // a newer page is being loaded

  sheet: Sheet | null = null; // set by mountTabs, if the page has one

  // openables are the menus and the like that Escape and the back gesture close. Parts add
  // them.
  readonly openables: Openable[] = [];

  home = ''; // the panel to which the back gesture leads; set by mountTabs

  // end removes everything outside the board's element.
  end(): void { this.life.abort(); }

  constructor(
    readonly root: HTMLElement, // the element of the board, with data-table
    readonly base: string, // address of the game, such as "/g/ID"
    public table: Table,
  ) {}

  // busy reports whether something is being written here that a new page would
  // lose or interrupt. Parts add functions.
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

  // panel returns the part of the page that belongs to a tab, or null.
  panel(name: string): HTMLElement | null {
    return this.root.querySelector(`[data-panel="${name}"]`);
  }

  // open opens the panel of that name.
  open(name: string): void {
    this.tell('tab', { name });
  }

  // say announces a text to screen readers.
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
