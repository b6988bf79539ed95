// The saving of orders as a state machine: step takes a state and an event, and returns the
// next state and the effects. It does not access the page, the clock or the network; save.ts
// runs the effects.
//
// 	saved ──edited──▶ typing ──pause──▶ sending ──answered──▶ saved, late
// 	▲ │
// 	└─edited─ refused, retrying, torn, over, leaving

import type { Went } from './outage';
import type { CheckedTexts, Refusal, Saved } from './types';

// Texts holds the texts of the orders, by id of the power.
export type Texts = Readonly<Record<string, string>>;

// Ask is a request to the judge: from a button, which waits for the answer with the number id,
// or from the machine itself, with id 0.
export interface Ask { id: number; then: 'ready' | 'process' | ''; anyway: boolean }

// Other is what another tab of this browser has saved. at is the judge's time.
export interface Other { texts: Texts; at: string }

export type Name =
  | 'saved' // there is nothing to send
  | 'typing' // sent after a short pause in typing
  | 'sending' // a request is pending
  | 'retrying' // the last attempt failed; sent again after a while
  | 'refused' // the judge refused it; sent again after a change
  | 'late' // the judge saves nothing until Ready is pressed
  | 'torn' // another tab has saved other orders; sent after a change
  | 'over' // the phase was resolved; nothing is sent
  | 'leaving'; // the page of the next phase is being loaded

export interface State {
  readonly name: Name;
  readonly text: Texts; // the text as written
  readonly has: Texts; // the text that the judge has, as far as is known
  readonly gone: Texts | null; // sent without an answer so far, so the judge may have it
  readonly ready: boolean; // whether the game no longer waits for the seat
  readonly wait: number; // time before the next attempt after failures, in milliseconds
  readonly sending: Sending | null; // set in the state of that name
  readonly queue: readonly Ask[]; // requests of buttons, to be sent after the answer
}

interface Sending { ask: Ask; text: Texts; moved: boolean; other: Other | null }

export type Event =
  | { on: 'edited'; text: Texts }
  | { on: 'pause' } // the requested time has passed
  | { on: 'again' } // the connection is back, or the page is visible again
  | { on: 'hidden'; online: boolean } // the page is hidden, perhaps for good
  | { on: 'ask'; ask: Ask } // a button was pressed
  | { on: 'answered'; answer: Saved }
  | { on: 'refusal'; status: number; why: Partial<Refusal> }
  | { on: 'lost'; went: Exclude<Went, 'wrong'> } // there was no answer
  | { on: 'moved' } // the phase was resolved or changed
  | { on: 'signedout'; why: Partial<Refusal> }
  | { on: 'told'; ready: boolean } // news from the stream: another tab may have pressed Ready
  | { on: 'heard'; other: Other }
  | { on: 'taken' } // the reader chose the other tab's orders
  | { on: 'found'; texts: Texts }; // texts that an earlier visit could not send

// Say is a text for the reader.
export type Say =
  | { is: 'nothing' | 'writing' | 'late' | 'restored' | 'followed' | 'taken' }
  | { is: 'outage'; went: Went; text: boolean; then: Ask['then'] } // text: there is unsaved text, which is sent again, but without then
  | { is: 'saved'; at: string }
  | { is: 'refused'; error: string }
  | { is: 'signedout'; signin: string; text: boolean }
  | { is: 'torn' }
  | { is: 'over'; error: string; text: boolean; gone: boolean }; // error: the judge's reason, if it is more than that the phase was resolved; gone: the text may have arrived in time

export type Effect =
  | { do: 'keep'; sent?: true } // stores the text in this browser; sent: it may have reached the judge
  | { do: 'forget' }
  | { do: 'wait'; ms: number } // a pause event follows; an earlier wait is cancelled
  | { do: 'stop' } // cancels waiting
  | { do: 'send'; ask: Ask } // sends the text
  | { do: 'flush' } // sends the text without waiting for an answer
  | { do: 'check' } // has the text checked, unless a request is sent that does so
  | { do: 'checked'; texts: Texts; found: CheckedTexts } // shows the results of the texts that were sent
  | { do: 'say'; say: Say }
  | { do: 'redraw'; at: string } // redraws what depends on ready and on what is saved
  | { do: 'post'; other: Other } // sends it to other tabs
  | { do: 'take'; texts: Texts } // puts texts into the boxes
  | { do: 'leave' } // prepares for the page of the next phase
  | { do: 'done'; id: number; answer: Saved | null }; // answers the button that made the request

export const typingPause = 400;
const firstWait = 3000, longestWait = 30000;

export const same = (a: Texts, b: Texts): boolean => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every(k => (a[k] ?? '') === (b[k] ?? ''));
};

export const dirty = (s: State): boolean => !same(s.text, s.has);

// unsent reports whether there is text that will be sent automatically.
const unsent = (s: State): boolean => dirty(s) && s.name !== 'late';

// busy reports whether a newer page would lose or interrupt something.
export const busy = (s: State): boolean => unsent(s) || s.sending !== null || s.name === 'leaving';

export const start = (text: Texts, ready: boolean): State => ({ name: 'saved', text, has: text, gone: null, ready, wait: 0, sending: null, queue: [] });

type Step = [State, Effect[]];

const own: Ask = { id: 0, then: '', anyway: false };
const say = (x: Say): Effect => ({ do: 'say', say: x });
const gone = (s: State): boolean => !!s.gone && same(s.gone, s.text);
const keep = (s: State): Effect[] => (!dirty(s) ? [] : gone(s) ? [{ do: 'keep', sent: true }] : [{ do: 'keep' }]);
const none = (asks: readonly Ask[]): Effect[] => asks.filter(a => a.id).map(a => ({ do: 'done', id: a.id, answer: null }));

export function step(s: State, e: Event): Step {
  switch (e.on) {
    case 'edited': return edited(s, e.text);
    case 'pause': return dirty(s) && (s.name === 'typing' || s.name === 'retrying') ? send(s, own) : [s, []];
    case 'again': return dirty(s) && (s.name === 'typing' || s.name === 'retrying' || s.name === 'refused') ? send(s, own) : [s, []];
    case 'hidden':
      if (!unsent(s) || s.name === 'over' || s.name === 'leaving') return [s, []];
      if (s.name === 'torn') return [s, keep(s)];
      if (s.sending) return [s, keep({ ...s, gone: s.sending.text })];
      if (e.online) s = { ...s, gone: s.text };
      return [s, [...keep(s), { do: 'flush' }]];
    case 'ask':
      if (s.name === 'leaving') return [s, none([e.ask])];
      if (s.name === 'over') return [s, [sayOver(s, ''), ...none([e.ask])]];
      return s.sending ? [{ ...s, queue: [...s.queue, e.ask] }, []] : send(s, e.ask);
    case 'answered': return s.sending ? answered(s, s.sending, e.answer) : [s, []];
    case 'refusal': return s.sending ? refusal(s, s.sending, e.status, e.why) : [s, []];
    case 'lost': return s.sending ? failed(s, s.sending, e.went) : [s, []];
    case 'moved':
      if (s.sending) return [{ ...s, sending: { ...s.sending, moved: true } }, []]; // it may have arrived in time
      return unsent(s) && s.name !== 'leaving' && s.name !== 'over' ? over(s, '') : [s, []];
    case 'signedout': return s.sending || s.name === 'over' || s.name === 'leaving' ? [s, []] : signedOut(s, e.why);
    case 'told':
      if (s.sending || dirty(s) || s.ready === e.ready || s.name === 'over' || s.name === 'leaving') return [s, []];
      return [{ ...s, ready: e.ready }, [{ do: 'redraw', at: '' }]];
    case 'heard': return heard(s, e.other);
    case 'taken':
      if (s.name !== 'torn') return [s, []];
      return [{ ...s, name: 'saved', text: s.has }, [{ do: 'stop' }, { do: 'take', texts: s.has }, { do: 'check' }, { do: 'forget' }, say({ is: 'taken' })]];
    case 'found': {
      const text = { ...s.text, ...e.texts };
      if (same(text, s.text)) return [s, [{ do: 'forget' }]];
      const [next, effects] = send({ ...s, text }, own);
      return [next, [{ do: 'take', texts: e.texts }, say({ is: 'restored' }), ...effects]];
    }
  }
}

function edited(s: State, text: Texts): Step {
  if (same(text, s.text)) return [s, []];
  const next = { ...s, text };
  switch (s.name) {
    case 'leaving': return [next, [{ do: 'keep' }]]; // the next page offers it
    case 'over': return [next, [{ do: 'keep' }]];
    case 'sending': return [next, [{ do: 'keep' }, say({ is: 'writing' })]];
  }
  if (!dirty(next)) return [{ ...next, name: 'saved', wait: 0 }, [{ do: 'stop' }, { do: 'check' }, { do: 'forget' }, say({ is: 'nothing' })]];
  return [{ ...next, name: 'typing', wait: 0 }, [{ do: 'keep' }, say({ is: 'writing' }), { do: 'wait', ms: typingPause }]];
}

function send(s: State, ask: Ask): Step {
  return [{ ...s, name: 'sending', sending: { ask, text: s.text, moved: false, other: null } }, [{ do: 'stop' }, { do: 'send', ask }]];
}

function answered(s: State, was: Sending, answer: Saved): Step {
  const byButton = was.ask.id !== 0;
  let next: State = {
    ...s, sending: null, wait: 0, gone: null, has: answer.late ? s.has : was.text,
    ready: byButton || !answer.late ? answer.ready : s.ready,
  };
  const done: Effect[] = byButton ? [{ do: 'done', id: was.ask.id, answer }] : [];
  if (answer.moved) {
    next = { ...next, name: 'leaving', queue: [] };
    // The next page offers what has been typed since.
    return [next, [{ do: 'stop' }, dirty(next) ? { do: 'keep' } : { do: 'forget' }, { do: 'leave' }, ...done, ...none(s.queue)]];
  }
  const effects: Effect[] = answer.checked ? [{ do: 'checked', texts: was.text, found: answer.checked }] : [];
  if (answer.late && !dirty(next)) effects.push({ do: 'forget' }, say({ is: 'nothing' })); // Ready was undone in the meantime
  else if (answer.late) effects.push({ do: 'keep' }, say({ is: 'late' }));
  else effects.push(...(dirty(next) ? [] : [{ do: 'forget' } as const]), say({ is: 'saved', at: answer.at }), { do: 'post', other: { texts: was.text, at: answer.at } });
  if (!dirty(next)) next = { ...next, name: 'saved' };
  else if (answer.late && same(next.text, was.text)) next = { ...next, name: 'late' };
  else {
    next = { ...next, name: 'typing' };
    effects.push({ do: 'wait', ms: typingPause });
  }
  if (!answer.late) effects.push({ do: 'redraw', at: answer.at });
  effects.push(...done);
  if (was.moved && dirty(next)) return join(over(next, ''), effects);
  if (was.other && was.other.at > answer.at) return join(goOn(heard(next, was.other)), effects);
  return join(goOn([next, []]), effects);
}

function refusal(s: State, was: Sending, status: number, why: Partial<Refusal>): Step {
  const idle: State = { ...s, sending: null };
  const done = none([was.ask]);
  if (status === 409) return join(over(idle, why.code === 'stale' ? '' : why.error ?? ''), done);
  if (status >= 500 || status === 429) return failed(s, was, 'wrong');
  if (why.code === 'signin') return goOn(join(signedOut(idle, why), done));
  return goOn([{ ...idle, name: dirty(idle) ? 'refused' : 'saved' }, [...keep(idle), say({ is: 'refused', error: why.error ?? '' }), ...done]]);
}

function signedOut(s: State, why: Partial<Refusal>): Step {
  return [{ ...s, name: dirty(s) ? 'refused' : 'saved' }, [{ do: 'stop' }, ...keep(s), say({ is: 'signedout', signin: why.signin ?? '', text: dirty(s) })]];
}

function failed(s: State, was: Sending, went: Went): Step {
  const idle: State = { ...s, sending: null, gone: went === 'offline' ? s.gone : was.text };
  const done = none([was.ask]);
  if (was.moved && dirty(idle)) return join(over(idle, ''), done);
  const told = say({ is: 'outage', went, text: dirty(idle), then: was.ask.then });
  if (!dirty(idle)) return goOn([{ ...idle, name: 'saved' }, [told, ...done]]);
  const wait = Math.min(longestWait, s.wait ? s.wait * 2 : firstWait);
  return goOn([{ ...idle, name: 'retrying', wait }, [...keep(idle), told, { do: 'wait', ms: wait }, ...done]]);
}

// over stops sending, and keeps what was written so that the reader can see it.
function over(s: State, error: string): Step {
  return [{ ...s, name: 'over', sending: null, queue: [] }, [{ do: 'stop' }, ...keep(s), sayOver(s, error), ...none(s.queue)]];
}

const sayOver = (s: State, error: string): Effect => say({ is: 'over', error, text: dirty(s), gone: gone(s) });

function heard(s: State, other: Other): Step {
  if (s.name === 'over' || s.name === 'leaving') return [s, []];
  if (s.sending) return [{ ...s, sending: { ...s.sending, other } }, []]; // the answer shows which of them is newer
  const texts = { ...s.text, ...other.texts };
  if (same(texts, s.text)) return [{ ...s, name: 'saved', has: texts, wait: 0 }, dirty(s) ? [{ do: 'stop' }, { do: 'forget' }, say({ is: 'saved', at: other.at })] : []];
  if (!dirty(s)) return [{ ...s, name: 'saved', text: texts, has: texts }, [{ do: 'take', texts: other.texts }, { do: 'check' }, say({ is: 'followed' })]];
  return [{ ...s, name: 'torn', has: texts }, [{ do: 'stop' }, { do: 'keep' }, say({ is: 'torn' })]];
}

// goOn sends what a button requested in the meantime.
function goOn([s, effects]: Step): Step {
  const [ask, ...queue] = s.queue;
  if (!ask || s.name === 'over') return [s, effects];
  const [next, more] = send({ ...s, queue }, ask);
  return [next, [...effects.filter(x => x.do !== 'check'), ...more]]; // the answer contains the result of the text
}

const join = ([s, effects]: Step, before: Effect[]): Step => [s, [...before, ...effects]];
