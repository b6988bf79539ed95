// The wire types of package choices, member for member: what a page knows of a
// position and of what the visitor may order. See the Go package for meanings.

export interface Table {
  game?: string;
  revision: number;
  number: number;
  step: 'orders' | 'retreats' | 'adjustments' | 'over';
  phase: string;
  money: boolean;
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
  owner?: string;
  besieged?: boolean;
}

export interface Power {
  id: string;
  letter: string;
  name: string;
  colour: string;
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
}

export interface Choice {
  text: string;
  say: string;
  kind: string;
  to?: string;
  coast?: string;
  city?: boolean;
  of?: string;
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
  debts?: { amount: number; due: string }[];
  slots: number;
  expenses?: Expense[];
  loans?: { years: number; most: number; interest: number }[];
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
  why?: string[];
  rules?: string[];
  far?: string;
  after?: Choice[];
}

export interface Winter {
  cities: number;
  allowed?: number;
  removals?: number;
  builds?: Choice[];
  waives?: boolean;
}

// Checked is the answer of a check address for the text of one power.
export interface Checked {
  lines: CheckedLine[];
  owes: string;
  report: string;
  units: string;
}

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
