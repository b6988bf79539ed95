// Tests of the events of a game's stream, of deadlines in words, and of the hints at the map.

import { left } from '../../internal/web/ts/countdown';
import { Hearing } from '../../internal/web/ts/hearing';
import { hint, type Doing } from '../../internal/web/ts/hints';
import { movedWords, newsOf, otherTime } from '../../internal/web/ts/livestate';
import type { Choice, State } from '../../internal/web/ts/types';
import { equal, test } from './testing';

const state = (more: Partial<State> = {}): State => ({ revision: 7, number: 2, phase: 'Spring 1454, orders', status: 'active', finished: false, ...more });

test('a state of the past is left out, also where the page is newer than the stream', () => {
  equal(newsOf(state(), 8, 0), 'past');
  equal(newsOf(state(), 8, 9), 'past');
});

test('a later revision is told once', () => {
  equal(newsOf(state(), 7, 0), 'present');
  equal(newsOf(state(), 6, 0), 'moved');
  equal(newsOf(state(), 6, 7), 'known');
  equal(newsOf(state({ revision: 8 }), 6, 7), 'moved');
});

test('why the game is elsewhere', () => {
  equal(movedWords(state({ last: { title: 'Spring', says: 'Spring 1454 has been resolved.', href: '' } })), 'Spring 1454 has been resolved.');
  equal(movedWords(state({ acts: 'The master rolled the game back.', finished: true })), 'The master rolled the game back.');
  equal(movedWords(state({ finished: true, last: { title: '', says: 'x', href: '' } })), 'The game is over.');
  equal(movedWords(state()), 'The game has moved on.');
});

test('another deadline is shown, the same one in another form is not', () => {
  equal(otherTime(state({ deadline: '2026-01-05T06:00:00Z' }), '2026-01-05T07:00:00+01:00'), '');
  equal(otherTime(state({ deadline: '2026-01-05T08:00:00Z' }), '2026-01-05T07:00:00Z'), '2026-01-05T08:00:00Z');
  equal(otherTime(state(), '2026-01-05T07:00:00Z'), '');
});

test('how much time is left', () => {
  const min = 60000;
  for (const [rest, want] of [
    [-5 * min, '(due)'], [0, '(due)'], [1, '(1 min left)'], [min, '(1 min left)'], [119 * min, '(119 min left)'], [119.5 * min, '(2 h left)'], [120 * min, '(2 h left)'],
    [47.9 * 60 * min, '(47 h left)'], [48 * 60 * min, '(2 days left)'], [71 * 60 * min, '(2 days left)'], [240 * 60 * min, '(10 days left)'],
  ] as const) equal(left(1e12 + rest, 1e12), want, `${rest / min} minutes`);
});

const doing = (more: Partial<Doing> = {}): Doing => ({ step: 'orders', winter: null, touch: false, units: true, left: 2, ready: false, mode: 'ready', ordering: null, ...more });
const ordering = (more: Partial<NonNullable<Doing['ordering']>> = {}): Doing => doing({ ordering: { which: false, of: '', kind: '', offered: [], ...more } });
const can = (kind: string, to?: string): Choice => ({ text: kind, say: kind, kind, ...(to ? { to } : {}) });
const area = { mark: 'area' as const }, ring = { mark: 'ring' as const };

test('the hint before a unit is chosen', () => {
  equal(hint(doing()), ['Click one of your units, here or in the list, to order it.']);
  equal(hint(doing({ touch: true })), ['Tap one of your units, here or in the list, to order it.']);
  equal(hint(doing({ units: false, left: 0 })), []);
  equal(hint(doing({ step: 'over' })), []);
});

test('the hint when all is done names the button', () => {
  equal(hint(doing({ left: 0 })), ['All units have orders. Click one to change it, or press Ready.']);
  equal(hint(doing({ left: 0, mode: 'process' })), ['All units have orders. Click one to change it, or press Resolve.']);
  equal(hint(doing({ left: 0, mode: 'lesson' })), ['All units have orders. Click one to change it, or press Resolve.']);
  equal(hint(doing({ left: 0, ready: true })), ['Click one of your units, here or in the list, to order it.']);
});

test('the hint in winter', () => {
  equal(hint(doing({ step: 'adjustments', winter: 'paid' })), ['Click a city to build there, a unit to keep or dismiss it.']);
  equal(hint(doing({ step: 'adjustments', winter: 'counted' })), ['Click a city to build there.']);
  equal(hint(doing({ step: 'adjustments' })), []);
});

test('the hint while a unit is ordered', () => {
  equal(hint(ordering({ which: true })), ['Choose which one you mean.']);
  equal(hint(ordering({ of: 'Army Pavia', kind: 'support' })), [area, 'Click the destination of Army Pavia.']);
  equal(hint(ordering({ kind: 'support' })), [ring, 'Click the unit to support.']);
  equal(hint(ordering({ kind: 'convoy' })), [ring, 'Click the army to convoy.']);
  equal(hint(ordering({ offered: [can('advance', 'pav')] })), ['Click:', ' ', area, 'where it can go']);
  equal(hint(ordering({ offered: [can('advance', 'pav'), can('support'), can('convoy')] })), ['Click:', ' ', area, 'where it can go', ', ', ring, 'what it can support', ' or convoy']);
  equal(hint(ordering({ offered: [can('convoy')] })), ['Click:', ' ', '', ring, 'what it can convoy']);
  equal(hint(ordering({ offered: [can('hold'), can('convert', 'pav')] })), []);
});

test('a message to the visitor sounds, what they have read or written does not', () => {
  const page = new Hearing('', false);
  equal(page.news(state({ letter: 5, unread: 2 })), ''); // the initial state
  equal(page.news(state({ letter: 5, unread: 2 })), '');
  equal(page.news(state({ letter: 6, unread: 3 })), 'message');
  equal(page.news(state({ letter: 7, unread: 3 })), ''); // their own messages, or messages for others
  equal(page.news(state({ letter: 7, unread: 0 })), ''); // the messages have been read
  equal(page.news(state({ letter: 8, unread: 1 })), 'message');
});

test('a deadline that is near sounds once, unless the visitor is ready', () => {
  const at = '2026-01-05T06:00:00Z', due = new Date(at).getTime(), min = 60000;
  const page = new Hearing(at, false);
  equal(page.tick(due - 11 * min), '');
  equal(page.tick(due - 10 * min), 'deadline');
  equal(page.tick(due - 9 * min), '');
  page.news(state({ deadline: '2026-01-05T07:00:00Z' })); // the deadline was moved
  equal(page.tick(due - 9 * min), '');
  equal(page.tick(due + 51 * min), 'deadline');
  equal(new Hearing(at, false).tick(due), ''); // the deadline has passed
  equal(new Hearing(at, true).tick(due - min), '');
  equal(new Hearing('', false).tick(due), '');
  const done = new Hearing(at, false);
  done.news(state({ deadline: at, ready: true }));
  equal(done.tick(due - min), '');
  done.news(state({ deadline: at }));
  equal(done.tick(due - min), 'deadline');
});
