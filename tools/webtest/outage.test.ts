// Tests of the messages of pages when the network is down or an answer is lost, in all cases.

import { movedOn, offline, outage, signedOut, went, type Kept, type Outage, type Went } from '../../internal/web/ts/outage';
import { equal, test } from './testing';

test('a request that failed could not leave only if the browser was offline all the time', () => {
  for (const [was, is, want] of [[false, false, 'offline'], [false, true, 'unanswered'], [true, false, 'unanswered'], [true, true, 'unanswered']] as const) equal(went(was, is), want);
});

const all: readonly Went[] = ['offline', 'unanswered', 'wrong'];
const everywhere: readonly Kept[] = ['browser', 'tab', 'page'];
const inBrowser = 'What you wrote is kept in this browser.', inTab = 'What you wrote is kept until you close this tab.', onPage = 'Leave this page open: what you wrote is only here.';
const mayBeSent = 'It may have been sent: look at the messages before you send it again.';

// cases lists all failing requests with their messages.
const cases: [Outage, string][] = [
  [{ what: 'read', went: 'offline' }, 'No connection. Try again.'],
  [{ what: 'read', went: 'unanswered' }, 'No answer from the judge. Try again.'],
  [{ what: 'read', went: 'wrong' }, 'The judge did not answer correctly. Try again.'],
  [{ what: 'change', went: 'offline' }, 'No connection. Nothing was changed. Try again.'],
  [{ what: 'change', went: 'unanswered' }, 'No answer from the judge. It may have been done: look before you try again.'],
  [{ what: 'change', went: 'wrong' }, 'The judge did not answer correctly. It may have been done: look before you try again.'],
  [{ what: 'letter', went: 'offline', kept: 'browser' }, `No connection. Not sent. ${inBrowser}`],
  [{ what: 'letter', went: 'offline', kept: 'tab' }, `No connection. Not sent. ${inTab}`],
  [{ what: 'letter', went: 'offline', kept: 'page' }, `No connection. Not sent. ${onPage}`],
  [{ what: 'letter', went: 'unanswered', kept: 'browser' }, `No answer from the judge. ${mayBeSent} ${inBrowser}`],
  [{ what: 'letter', went: 'unanswered', kept: 'tab' }, `No answer from the judge. ${mayBeSent} ${inTab}`],
  [{ what: 'letter', went: 'unanswered', kept: 'page' }, `No answer from the judge. ${mayBeSent} ${onPage}`],
  [{ what: 'letter', went: 'wrong', kept: 'browser' }, `The judge did not answer correctly. ${mayBeSent} ${inBrowser}`],
  [{ what: 'letter', went: 'wrong', kept: 'tab' }, `The judge did not answer correctly. ${mayBeSent} ${inTab}`],
  [{ what: 'letter', went: 'wrong', kept: 'page' }, `The judge did not answer correctly. ${mayBeSent} ${onPage}`],
  ...all.flatMap(how => ((['', 'Ready', 'Resolve'] as const).flatMap(button => {
    const head = { offline: 'No connection.', unanswered: 'No answer from the judge.', wrong: 'The judge did not answer correctly.' }[how];
    const then = button && ` When it is saved, press ${button} again.`;
    return [
      [{ what: 'orders', went: how, kept: 'browser', button }, `${head} Kept in this browser; trying again.${then}`],
      [{ what: 'orders', went: how, kept: 'tab', button }, `${head} Trying again. ${inTab}${then}`],
      [{ what: 'orders', went: how, kept: 'page', button }, `${head} Trying again. ${onPage}${then}`],
    ] as [Outage, string][];
  }))),
];

test('every request that fails is described by what is known of it', () => {
  equal(cases.length, 3 + 3 + 9 + 27);
  equal(new Set(cases.map(([o]) => JSON.stringify(o))).size, cases.length);
  for (const [o, want] of cases) equal(outage(o), want, JSON.stringify(o));
});

test('no sentence claims more than is known', () => {
  for (const [o] of cases) {
    const text = outage(o), kept = 'kept' in o ? o.kept : '';
    equal(/nothing was changed|not sent/i.test(text), o.went === 'offline' && (o.what === 'change' || o.what === 'letter'), text);
    equal(/may have been/.test(text), o.went !== 'offline' && (o.what === 'change' || o.what === 'letter'), text);
    equal(/kept in this browser/i.test(text), kept === 'browser', text);
    equal(/until you close this tab/.test(text), kept === 'tab', text);
    equal(/leave this page open/i.test(text), kept === 'page', text);
    equal(/trying again/i.test(text), o.what === 'orders', text);
  }
});

test('the notice of a page promises to send orders only where the page takes any', () => {
  const plain = 'You are offline. This is what this browser has seen last.';
  equal(offline(''), plain);
  equal(offline('browser'), `${plain} Orders that you write are kept in this browser. They are sent when you are online again, unless the phase has been resolved by then.`);
  for (const kept of ['tab', 'page'] as const) equal(offline(kept), `${plain} Orders that you write are sent when you are online again, unless the phase has been resolved by then. Leave this page open until then.`);
});

test('signed out: only what was written is called not saved', () => {
  equal(signedOut(''), ['You are signed out.', '']);
  for (const kept of everywhere) equal(signedOut(kept), ['Not saved: you are signed out.', { browser: inBrowser, tab: inTab, page: onPage }[kept]]);
});

test('the game has moved on: what was written is not called refused if it may have arrived', () => {
  const away = 'The game has moved on, and what you wrote since was not accepted.', perhaps = 'The game has moved on. The results show whether what you wrote was accepted.';
  const there = 'You can copy what you wrote there.', first = 'Copy what you wrote first: it is only on this page.';
  for (const gone of [false, true]) {
    for (const error of ['', 'The master rolled the game back.']) {
      equal(movedOn('', gone, error), [error || 'The game has moved on.', '']);
      for (const kept of everywhere) equal(movedOn(kept, gone, error), [error || (gone ? perhaps : away), kept === 'browser' ? there : first]);
    }
  }
});
