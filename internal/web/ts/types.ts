// The wire types of package choices, member for member: what a page knows of a
// position and of what the visitor may order. See the Go package for meanings.

export interface Table {
  game?: string;
  revision: number;
  number: number;
  step: 'orders' | 'retreats' | 'adjustments' | 'over';
  phase: string;
  money: boolean;
  taking: { garrisons?: boolean; fall?: boolean };
  areas: Area[];
  powers: Power[];
  units: Unit[];
  hands: Hand[];
}

export interface Area {
  code: string;
  name: string;
  sea?: boolean;
  at: [number, number];
  box: [number, number, number, number];
  city?: City;
  owner?: string;
  home?: string;
  income?: number;
  famine?: boolean;
  plague?: boolean;
  rebellion?: 'province' | 'city' | 'both';
  near: string[];
}

export interface City {
  name: string;
  at: [number, number];
  value: number;
  port?: boolean;
  fortress?: boolean;
  walls?: boolean;
  owner?: string;
  besieged?: boolean;
}

export interface Power {
  id: string;
  letter: string;
  name: string;
  adjective: string;
  colour: string;
  night: string;
  cities: number;
  provinces: number;
  units: number;
  ducats?: number;
  debts?: number;
  out?: boolean;
}

export interface Unit {
  key: string;
  power: string;
  type: string;
  at: string;
  city?: boolean;
  name: string;
  text: string;
  quality?: string;
  besieges?: boolean;
  dislodged?: boolean;
}

export interface Hand {
  power: string;
  field: string;
  units: Hers[];
  money?: Money;
  winter?: Winter;
  others?: Choice[];
}

export interface Hers {
  unit: string;
  orders: Choice[];
  cannot?: Cannot[];
}

export interface Cannot {
  kind: string;
  why: string;
}

export interface Choice {
  text: string;
  say: string;
  kind: string;
  to?: string;
  coast?: string;
  city?: boolean;
  of?: string;
  power?: string;
  type?: string;
  quality?: string;
  convoy?: boolean;
  via?: string[];
  cost?: number;
  useless?: string;
}

export interface Money {
  treasury: number;
  upkeep: number;
  income: number;
  dice: [number, number];
  sources?: { say: string; low: number; high: number }[];
  debts?: { amount: number; due: string; now?: boolean }[];
  slots: number;
  expenses?: Expense[];
  loans?: Loan[];
  noLoan?: string;
  payees?: string[];
  chits?: string[];
}

export interface Expense {
  kind: string;
  say: string;
  text: string;
  unit?: string;
  at?: string;
  power?: string;
  least: number;
  step: number;
  most?: number;
  odds?: { sum: number; say: string }[];
  why?: string[];
  rules?: string[];
  far?: string;
  never?: boolean;
  after?: Choice[];
}

export interface Loan {
  years: number;
  most: number;
  interest: number;
  back: number[];
  due: string;
}

export interface Winter {
  paid?: boolean;
  opening?: boolean;
  stay?: boolean;
  cities: number;
  allowed?: number;
  removals?: number;
  units?: { unit: string; price?: number; keep?: string; drop: string }[];
  builds?: Choice[];
  barred?: { at: string; why: string }[];
  waives?: boolean;
}

// Purse is what the orders written so far do to a power's money, and in winter
// to its units.
export interface Purse {
  treasury: number;
  lent?: number;
  paid?: number;
  due?: number;
  costs?: number;
  left: number;
  lines?: { slot: number; asks: number; gets: number; buys: boolean }[];
  keeps?: number;
  builds?: number;
  lost?: string[];
  gone?: string[];
  unbuilt?: { text: string; why: string }[];
  must?: number;
  may?: number;
}

// Checked is the answer of a check address for the text of one power.
export interface Checked {
  lines: CheckedLine[];
  owes: string;
  report: string;
  units: string;
  purse?: Purse;
  warnings?: Warning[];
}

// Warning tells a power of something that can end its game or cost it units.
export interface Warning { say: string; grave?: boolean }

export interface CheckedLine {
  line: number; // from 1, in the text
  column: number;
  text: string;
  ok: boolean;
  canonical?: string;
  unit?: string; // key of the unit that the line orders
  say?: string; // the order as a sentence
  error?: string;
  code?: string;
  suggest?: string[];
  notes?: string[];
}

// State is where a game stands, as its stream tells open pages.
export interface State {
  revision: number;
  number: number;
  phase: string;
  status: string;
  finished: boolean;
  deadline?: string;
  last?: { title: string; says: string; href: string };
  acts?: string;
  seats?: { seat: number; says: string; done: boolean }[];
  awaits?: string[];
  lacks?: string[];
  votes?: string[];
  news?: string[];
  owes?: string;
  urgent?: boolean;
  wait?: boolean;
  ready?: boolean;
  unread?: number;
  letter?: number;
}
