// What the parts of the table page share. Each part is a function that gets the
// app and takes hold of its own piece of the page; parts speak to each other
// through the app only.

import type { Checked, Hand, Table } from './types';

// Events that parts tell each other, with what they carry.
export interface Events {
  // The texts of the orders were changed, by typing or by a part.
  edited: { power: string };
  // The judge has said what the texts come to; by id of the power.
  checked: { boxes: Record<string, Checked> };
  // The texts are kept by the judge; or could not be, and why.
  saved: { at: Date };
  unsaved: { why: string; moved: boolean };
  // An area (with its city or not) or a unit on the map was chosen by click or key.
  area: { code: string; city: boolean };
  unit: { key: string };
  // A part wants a place on the map to be seen and marked for a moment.
  show: { areas: string[] };
  // The game has moved on at the judge's.
  moved: { revision: number };
}

type Handler<T> = (what: T) => void;

export class App {
  private readonly handlers = new Map<keyof Events, Handler<never>[]>();

  constructor(
    readonly root: HTMLElement, // the element of the table, with data-table
    readonly base: string, // address of the game: "/g/ID"
    public table: Table,
  ) {}

  on<K extends keyof Events>(name: K, do_: Handler<Events[K]>): void {
    const list = this.handlers.get(name) ?? [];
    list.push(do_ as Handler<never>);
    this.handlers.set(name, list);
  }

  tell<K extends keyof Events>(name: K, what: Events[K]): void {
    for (const h of this.handlers.get(name) ?? []) (h as Handler<Events[K]>)(what);
  }

  hand(power: string): Hand | undefined {
    return this.table.hands.find(h => h.power === power);
  }

  // panel is the part of the page that belongs to a tab, if the page has it.
  panel(name: string): HTMLElement | null {
    return this.root.querySelector(`[data-panel="${name}"]`);
  }
}
