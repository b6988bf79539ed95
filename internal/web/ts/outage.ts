// What the pages say when the network is down, an answer is lost, or the judge no longer
// accepts what was written. It does not access the page: each sentence says only what the
// caller knows.

import { t } from './words';

// Went is how a request failed: it could not be sent; it may have arrived, but no answer came;
// or the answer is not from the judge.
export type Went = 'offline' | 'unanswered' | 'wrong';

// went returns how a request failed that got no answer. was and is say whether the
// browser was online when the request began and when it failed.
export const went = (was: boolean, is: boolean): Exclude<Went, 'wrong'> => (was || is ? 'unanswered' : 'offline');

// Kept is where unsent text is stored: in this browser, only as long as the tab is open, or
// only on the page.
export type Kept = 'browser' | 'tab' | 'page';

// Outage is a request that failed. Orders are sent again automatically, but the action of the
// button with which they were sent is not repeated.
export type Outage = { went: Went } & (
  | { what: 'read' } // a request that changes nothing
  | { what: 'change' } // nothing was written, or it is still in the form
  | { what: 'letter'; kept: Kept }
  | { what: 'orders'; kept: Kept; button: '' | 'Ready' | 'Resolve' });

const heads: Record<Went, string> = { offline: 'No connection.', unanswered: 'No answer from the judge.', wrong: 'The judge did not answer correctly.' };

const places: Record<Kept, string> = {
  browser: 'What you wrote is kept in this browser.',
  tab: 'What you wrote is kept until you close this tab.',
  page: 'Leave this page open: what you wrote is only here.',
};

const sentences = (...all: string[]): string => all.filter(Boolean).map(s => t(s)).join(' ');

// outage describes a failed request, and what to do.
export function outage(o: Outage): string {
  const gone = o.went !== 'offline';
  switch (o.what) {
    case 'read': return sentences(heads[o.went], 'Try again.');
    case 'change': return sentences(heads[o.went], gone ? 'It may have been done: look before you try again.' : 'Nothing was changed. Try again.');
    case 'letter': return sentences(heads[o.went], gone ? 'It may have been sent: look at the messages before you send it again.' : 'Not sent.', places[o.kept]);
    case 'orders': return sentences(heads[o.went], ...(o.kept === 'browser' ? ['Kept in this browser; trying again.'] : ['Trying again.', places[o.kept]]), o.button && t`When it is saved, press ${o.button} again.`);
  }
}

// offline is the notice on a page while there is no network. kept is where orders written on it
// are stored; it is empty on pages without orders.
export function offline(kept: Kept | ''): string {
  const orders = kept === 'browser' ? 'Orders that you write are kept in this browser. They are sent when you are online again, unless the phase has been resolved by then.'
    : kept ? 'Orders that you write are sent when you are online again, unless the phase has been resolved by then. Leave this page open until then.' : '';
  return sentences('You are offline. This is what this browser has seen last.', orders);
}

// signedOut returns the texts before and after the link to sign in, which say that the session
// is over. kept is where unsent text is stored; it is empty if there is none.
export const signedOut = (kept: Kept | ''): [string, string] => (kept ? [t('Not saved: you are signed out.'), t(places[kept])] : [t('You are signed out.'), '']);

// movedOn returns the texts before and after the link to the new phase, which say that the
// phase was resolved. gone means that the text was sent and may have arrived in time; error is
// the judge's reason, if there is one.
export function movedOn(kept: Kept | '', gone: boolean, error: string): [string, string] {
  const copy = !kept ? '' : kept === 'browser' ? 'You can copy what you wrote there.' : 'Copy what you wrote first: it is only on this page.';
  const why = error ? '' : !kept ? 'The game has moved on.' : gone ? 'The game has moved on. The results show whether what you wrote was accepted.'
    : 'The game has moved on, and what you wrote since was not accepted.';
  return [error || t(why), copy && t(copy)];
}
