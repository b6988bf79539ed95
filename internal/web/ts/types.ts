// Code generated from the Go types by tools/wiretypes (make web). DO NOT EDIT.

export type Pair<T = number> = [T, T];
export type Box = [number, number, number, number];

// From package podesta/internal/tableview.

/**
 * Table holds the data about a position that a page needs.
 */
export interface Table {
  game?: string; // ID of the game; empty in a sandbox
  revision: number;
  number: number; // number of the phase
  /**
   * orders, retreats, adjustments or over
   */
  step: 'orders' | 'retreats' | 'adjustments' | 'over';
  /**
   * such as "Spring 1454, orders"
   */
  phase: string;
  /**
   * whether the game has ducats
   */
  money: boolean;
  taking: Taking;
  areas: Area[];
  powers: Power[];
  units: Unit[];
  hands: PowerOrders[]; // the powers for which the visitor writes orders
}
/**
 * Taking describes how provinces and cities change hands.
 */
export interface Taking {
  garrisons?: boolean; // whether garrisons hold cities, so that these are besieged
  fall?: boolean; // whether control is settled only after the fall
}
/**
 * Area is a province or a sea.
 */
export interface Area {
  code: string;
  name: string;
  in: string; // "in Pavia"
  to: string; // "to Pavia"
  sea?: boolean;
  off?: boolean; // whether it is not in play in this scenario
  at: Pair; // where units are drawn, in the map's coordinates
  box: Box; // bounding box: left, top, width and height
  city?: City;
  owner?: string; // ID of the power that controls the province
  home?: string; // ID of the power whose home country includes it
  income?: number;
  famine?: boolean;
  plague?: boolean;
  /**
   * one of "province", "city" and "both"
   */
  rebellion?: 'province' | 'city' | 'both';
  near: string[]; // codes of the adjacent areas
}
/**
 * City is the city of an area.
 */
export interface City {
  name: string; // the area's name if it has no name of its own
  at: Pair;
  value: number; // in ducats per year
  port?: boolean;
  fortress?: boolean; // whether it has walls but no city
  walls?: boolean;
  owner?: string;
  besieged?: boolean;
}
/**
 * Power is a power with the data that is public or that the visitor may know.
 */
export interface Power {
  id: string;
  letter: string;
  name: string;
  text: string; // its name in orders, such as "Turks"
  colour: string; // colour of its units in the light theme, such as "#aa2233"
  night: string; // colour of its units in the dark theme
  cities: number;
  provinces: number;
  units: number;
  ducats?: number; // nil if the visitor may not know it
  debts?: number; // nil if the visitor may not know it
  out?: boolean; // whether it is eliminated
}
/**
 * Unit is a unit on the board, or one that must retreat.
 */
export interface Unit {
  key: string;
  power: string; // ID of its owner, or "autonomous"
  type: string; // army, fleet, garrison, cavalry and so on
  at: string;
  city?: boolean; // whether it is in the city
  name: string; // such as "Army Pavia"
  whose: string; // such as "Milanese army"
  text: string; // as at the beginning of an order, such as "A Pavia"
  quality?: string;
  besieges?: boolean;
  dislodged?: boolean;
}
/**
 * PowerOrders lists what one power may order.
 */
export interface PowerOrders {
  power: string;
  field: string; // name of the form field for its text
  /**
   * in campaigns its units, in retreats the dislodged ones, and in winter those that it keeps
   * or disbands
   */
  units: UnitOrders[];
  money?: Money; // set in a game with money
  winter?: Winter; // set in adjustments
  others?: Choice[]; // lines that concern neither a unit nor money: straits, chits, bans
  exchanges?: string[]; // IDs of the powers with which it can make an exchange now
}
/**
 * UnitOrders lists a unit's legal orders.
 */
export interface UnitOrders {
  unit: string; // key of the unit
  orders: Choice[];
  cannot?: Cannot[]; // kinds of orders that players may expect, but that it lacks
}
/**
 * Cannot is a kind of order that a unit cannot be given now.
 */
export interface Cannot {
  kind: string; // a kind of order, as in Choice
  why: string; // the reason, in a sentence
}
/**
 * Choice is one legal order.
 */
export interface Choice {
  text: string; // text for the text box, as from order.FormatPlain
  say: string; // as a sentence, such as "advances to Cremona"
  /**
   * hold, advance, support, convoy, convert, besiege, lift, disband, retreat, transfer,
   * build, remove, maintain, waive, ally and so on
   */
  kind: string;
  to?: string; // code of the destination
  coast?: string; // set if To has coasts
  city?: boolean; // whether it goes into the city
  /**
   * key of the supported or convoyed unit; when supporting a space, the code of the area
   */
  of?: string;
  power?: string; // ID of the supported power, if a space is supported
  type?: string; // type of unit after a conversion or build
  quality?: string; // quality of a unit to be built
  convoy?: boolean; // whether it is an advance over sea
  via?: string[]; // areas of the convoying fleets
  cost?: number; // in ducats
  useless?: string; // why it probably has no effect, or empty
}
/**
 * Money is the money of a power and what it may spend.
 */
export interface Money {
  treasury: number;
  upkeep: number; // cost of its units in winter
  income: number; // expected from its property, without dice
  dice: Pair; // minimum and maximum that the dice add
  sources?: Source[]; // sources of the income
  debts?: Debt[];
  slots: number; // number of expenses in this campaign; 0 if none is allowed now
  expenses?: Expense[];
  loans?: Loan[];
  noLoan?: string; // why the bank does not lend, if there is a bank
  payees?: string[]; // IDs of powers, and "bank"
  chits?: string[]; // IDs of powers, one per chit against them
}
/**
 * Source is a part of the expected income.
 */
export interface Source {
  say: string; // such as "9 provinces" or "2 dice"
  low: number; // in ducats
  high: number;
}
/**
 * Debt is a loan that a power must repay.
 */
export interface Debt {
  amount: number; // including interest
  due: string; // such as "Summer 1456"
  now?: boolean; // whether the bank collects it in this campaign
}
/**
 * Expense is something that money can buy.
 */
export interface Expense {
  /**
   * relief, pacify, rebellion, disband, buy, autonomous, counter-bribe, assassinate, famine,
   * plague, health or order
   */
  kind: string;
  say: string; // such as "Buy the Venetian army in Verona"
  text: string; // the line without its number and sum, such as "Buy A Verona"
  unit?: string; // key of the bribed unit
  at?: string; // code of the province
  power?: string; // ID of the victim, or of the owner of the unit or province
  least: number; // in ducats
  step: number; // sums must be multiples of it
  most?: number; // more than this has no effect; 0 for no limit
  odds?: Odds[]; // chances of an assassination
  why?: string[]; // how the price is computed, as in "garrison of a major city: doubled"
  rules?: string[]; // IDs of rules
  far?: string; // why it would have no effect now, as text; empty if it can have one
  never?: boolean; // whether the line would be refused
  after?: Choice[]; // orders for a unit to be bought; with Cost if the order itself is bought
}
/**
 * Odds is the chance of success for a sum.
 */
export interface Odds {
  sum: number;
  say: string; // such as "2 in 6"
}
/**
 * Loan is a loan that the bank would give.
 */
export interface Loan {
  years: number;
  most: number; // in ducats
  interest: number; // total interest in percent
  back: number[]; // amounts due for loans of 1, 2, and so on up to Most ducats
  due: string; // such as "Summer 1456"
}
/**
 * Winter holds the decisions of a power in adjustments.
 */
export interface Winter {
  /**
   * whether units must be paid; otherwise their number is limited by cities
   */
  paid?: boolean;
  opening?: boolean; // whether it is the winter before the first campaign
  stay?: boolean; // whether units without an order stay if they can be paid
  cities: number;
  allowed?: number; // number of builds, if units are limited by cities
  removals?: number; // number of units to be disbanded, if units are limited by cities
  units?: Keep[];
  builds?: Choice[];
  barred?: Barred[];
  waives?: boolean;
}
/**
 * Keep is a unit that a power keeps or disbands.
 */
export interface Keep {
  unit: string; // key of the unit
  price?: number; // in ducats, if units are paid
  keep?: string; // order to keep the unit, if units are paid
  drop: string; // order to disband the unit
}
/**
 * Barred is a city of a power's home countries in which it cannot build.
 */
export interface Barred {
  at: string; // code of the area
  why: string;
}
/**
 * Purse holds the effects of the orders written so far on a power's money, and in winter on its
 * units. Payments by others are not included. All sums are in ducats.
 */
export interface Purse {
  treasury: number;
  lent?: number; // lent by the bank
  paid?: number; // paid to powers and to the bank
  due?: number; // additional amount that the bank collects
  costs?: number; // total of all expense lines
  left: number; // money left; if negative, the missing amount
  lines?: Outlay[]; // the valid expense lines, sorted by line number
  keeps?: number; // in winter, the cost of the units to be kept
  builds?: number;
  /**
   * in winter, units lost because they cannot be paid, such as "Army Pavia"
   */
  lost?: string[];
  lostKeys?: string[]; // keys of these units
  gone?: string[]; // in winter, units lost because no order keeps them
  unbuilt?: Unbuilt[]; // in winter, builds that fail
  /**
   * in winter, if cities limit the number of units, the removals not yet named
   */
  must?: number;
  may?: number; // likewise, the builds neither ordered nor waived
}
/**
 * Outlay is an expense line with its cost, and the money that will be left for it.
 */
export interface Outlay {
  slot: number;
  asks: number;
  gets: number;
  buys: boolean; // whether the money assigned to it is enough for its purpose
}
/**
 * Unbuilt is a build that would fail now.
 */
export interface Unbuilt {
  text: string;
  why: string;
}
/**
 * Warning warns a power that it may be eliminated or lose units.
 */
export interface Warning {
  say: string;
  grave?: boolean; // whether it happens in this phase unless the orders change
}

// From package podesta/internal/replay.

/**
 * Frame is a step with the data that a page needs to show it.
 */
export interface Frame {
  changes?: Change[];
  areas?: string[]; // codes of areas
  walk?: Pair<string>[]; // unit keys before and after
  shake?: string[]; // keys of units
  ring?: string[]; // codes of cities
  clash?: Mark[];
}
/**
 * Mark is the mark of a contest in the drawing.
 */
export interface Mark {
  at: Pair;
  text: string; // such as "2:1"; empty if no strengths were compared
  won?: boolean;
}
/**
 * Change is a change to a drawing. In the node with the given Path, it removes Drop children from
 * index At on and inserts Put in their place. Path holds the indices of children, including text
 * nodes, starting at the root element.
 */
export interface Change {
  path: number[];
  at: number;
  drop: number;
  put: string;
}

// From package podesta/internal/web/wire.

/**
 * Refusal is a negative answer. Scripts act on the code; the text is for
 * people.
 */
export interface Refusal {
  title?: string;
  error: string; // the reason, in words
  code?: string; // one of the constants below, or a code of package judge
  signin?: string; // address at which the visitor can sign in
}
/**
 * SignedOut is the code of a refusal because the session has ended.
 */
export const SignedOut = "signin";
/**
 * Stale is the code of a refusal because the phase has been resolved in the
 * meantime.
 */
export const Stale = "stale";
/**
 * Changed is the code of a refusal because the game was rolled back or
 * corrected in the meantime; the text says which.
 */
export const Changed = "changed";
/**
 * Accepted is a positive answer to a form.
 */
export interface Accepted {
  to: string; // address to which a browser without the script would be redirected
  notice?: string; // the result, in words
}
/**
 * Preview is the preview of a phase, as the page shows it.
 */
export interface Preview {
  html: string;
}
/**
 * Saved is the answer to orders that were sent.
 */
export interface Saved {
  at: string;
  revision: number;
  ready: boolean; // whether the phase no longer waits for the seat
  late?: boolean; // nothing was saved: the phase would be resolved at once, so the orders must be sent with Ready
  /**
   * why Ready was not accepted yet; it is accepted if sent again with "anyway"
   */
  ask?: string[];
  moved?: boolean;
  /**
   * In a game that waits for complete orders, Fill holds the lines that complete them, keyed by
   * power, for players who want to be ready anyway. Mend says whether lines must be corrected
   * first.
   */
  fill?: { [key: string]: string[]};
  mend?: boolean;
  checked?: CheckedTexts; // the results of the texts
}
/**
 * Checked is the result of the text of one power.
 */
export interface Checked {
  lines: CheckedLine[];
  owes: string;
  report: string; // the verdicts as HTML, as on the page
  units: string; // the units as HTML, as on the page
  purse?: Purse; // nil if there is nothing to add up
  warnings?: Warning[];
}
/**
 * CheckedLine is one order of a text.
 */
export interface CheckedLine {
  line: number; // number of the line, from 1
  column: number;
  text: string;
  ok: boolean;
  canonical?: string; // the order as a click on the page writes it
  unit?: string; // key of the unit that the line orders (package tableview)
  say?: string; // the order as a sentence
  error?: string;
  code?: string;
  suggest?: string[];
  notes?: Note[];
}
/**
 * Note is a remark on an accepted order.
 */
export interface Note {
  code: string; // a code of the judge's catalogue; may be empty
  say: string;
}
/**
 * ShortOf is the code of the note that too little money will be left for an
 * expense.
 */
export const ShortOf = "W03";
/**
 * CheckedTexts holds the results of the texts of a page.
 */
export interface CheckedTexts {
  revision: number;
  boxes: { [key: string]: Checked}; // results, keyed by power ID
  arrows: string; // the part of the map that shows the orders, from atlas.Overlay
}
/**
 * Tried is the answer to texts of a sandbox, with the result of all orders together.
 */
export interface Tried extends CheckedTexts {
  link?: string; // link of the sandbox with these orders
  to?: string; // address of the sandbox's page
  problem?: string; // why there is no link
  failed: number; // number of failed orders
  outcome: string; // the result as HTML, as on the page
}
/**
 * State is the state of a game for its open pages, as far as the visitor may
 * know it.
 */
export interface State {
  revision: number;
  number: number;
  phase: string;
  status: 'forming' | 'active' | 'paused' | 'over' | 'terminated';
  finished: boolean;
  deadline?: string;
  grace?: string;
  start?: string; // the time before which nothing is resolved
  last?: LastPhase; // the phase that was resolved last
  acts?: string; // the latest act of a master, in words
  seats?: SeatState[];
  awaits?: string[]; // the powers awaited, in words
  lacks?: string[]; // for masters: the seats whose orders are missing, in words
  votes?: string[]; // the votes
  news?: string[]; // the notices of the phase to everyone, the latest first
  owes?: string; // what the visitor's seat is still missing, in words
  urgent?: boolean; // whether the phase waits for the visitor's seat
  wait?: boolean; // whether the visitor's seat holds the phase until the deadline
  ready?: boolean;
  unread?: number; // number of unread messages
  letter?: number; // number of the last message that the visitor can read
  /**
   * identifies how far a forming game is filled: it changes whenever that does
   */
  filled?: string;
}
/**
 * LastPhase is the phase that was resolved last.
 */
export interface LastPhase {
  title: string;
  says: string; // a sentence that says that it was resolved
  href: string;
}
/**
 * SeatState is the state of a seat, as far as the visitor may know it.
 */
export interface SeatState {
  seat: number;
  says: string;
  done: boolean;
}
/**
 * Edited is the answer to a correction of a position in progress.
 */
export interface Edited {
  text: string; // the statements
  error?: string; // error of the click
  seen: string; // problems and changes as HTML, as on the page
  map?: string; // address of the resulting map
  data?: string; // address of the table of the position
  table?: Table; // the table itself, instead of Data
  said?: string; // description of what the click added
}
/**
 * Playback is a phase for the script that plays it.
 */
export interface Playback {
  first: string; // address of the first drawing
  map: string; // address of the same drawing with its style sheet
  frames: Frame[];
}
/**
 * FilmFrame is a position in a game: the one at the beginning of a phase.
 */
export interface FilmFrame extends Frame {
  number: number;
  title: string; // the phase that begins: "Spring 1454, orders"
  headline: string; // the result of the previous phase
  href: string; // address of the page that describes it
}
/**
 * FilmPart holds some of the frames of a game.
 */
export interface FilmPart {
  last: number; // number of the game's last frame
  frames: FilmFrame[] | null;
}
/**
 * PasskeyRequest asks a browser to create or use a passkey. The options are defined by the Web
 * Authentication API, with bytes as base64url.
 */
export interface PasskeyRequest {
  options: { [key: string]: unknown };
  secret: string; // a secret to send back with the answer
}
