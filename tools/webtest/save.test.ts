// Tests of the state machine that saves orders.

import { busy, dirty, start, step, typingPause, type Ask, type Effect, type Event, type Say, type State } from '../../internal/web/ts/savestate';
import type { Saved } from '../../internal/web/ts/types';
import { equal, test } from './testing';

// Session drives the machine and records the effects that it requests.
class Session {
  state: State;
  done: Effect[] = []; // effects of the last event

  constructor(text = '', ready = false) { this.state = start({ milan: text }, ready); }

  on(e: Event): this {
    [this.state, this.done] = step(this.state, e);
    return this;
  }

  write(text: string): this { return this.on({ on: 'edited', text: { milan: text } }); }
  press(then: Ask['then'], id = 1, anyway = false): this { return this.on({ on: 'ask', ask: { id, then, anyway } }); }
  answer(more: Partial<Saved> = {}): this { return this.on({ on: 'answered', answer: { at: '12:00', revision: 7, ready: false, ...more } }); }
  refuse(status: number, code = '', error = ''): this { return this.on({ on: 'refusal', status, why: { error, code, signin: '/signin' } }); }

  // does fails unless the last event requested exactly these effects.
  does(...want: string[]): this {
    equal(this.done.map(word), want, `after ${this.state.name}`);
    return this;
  }

  is(name: State['name'], unsent: boolean): this {
    equal([this.state.name, dirty(this.state)], [name, unsent]);
    return this;
  }
}

// said describes a text for the reader in a few words.
function said(x: Say): string {
  switch (x.is) {
    case 'refused': return `say refused ${x.error}`.trim();
    case 'over': return `say over ${x.text ? '' : 'nothing written '}${x.gone ? 'perhaps in time ' : ''}${x.error}`.trim();
    case 'signedout': return x.text ? 'say signedout' : 'say signedout nothing written';
    case 'outage': return `say ${x.went}${x.text ? '' : ' nothing written'}${x.then ? ` then ${x.then}` : ''}`;
    default: return `say ${x.is}`;
  }
}

// word describes an effect in a few words.
function word(x: Effect): string {
  switch (x.do) {
    case 'say': return said(x.say);
    case 'wait': return `wait ${x.ms}`;
    case 'send': return `send ${x.ask.then}${x.ask.anyway ? ' anyway' : ''}`.trim();
    case 'take': return `take ${x.texts['milan']}`;
    case 'post': return `post ${x.other.texts['milan']}`;
    case 'checked': return `checked ${x.texts['milan']}`;
    case 'keep': return x.sent ? 'keep sent' : 'keep';
    case 'done': return `done ${x.id} ${x.answer ? 'answer' : 'null'}`;
    default: return x.do;
  }
}

const written = (): Session => new Session('A Milan H').write('A Milan - Pavia');
const sending = (): Session => written().on({ on: 'pause' });

test('typing is kept at once and sent after a pause', () => {
  const s = new Session('A Milan H').write('A Mil');
  s.does('keep', 'say writing', `wait ${typingPause}`).is('typing', true);
  s.write('A Milan - Pavia').does('keep', 'say writing', `wait ${typingPause}`);
  s.on({ on: 'pause' }).does('stop', 'send').is('sending', true);
  s.answer().does('forget', 'say saved', 'post A Milan - Pavia', 'redraw').is('saved', false);
  equal(busy(s.state), false);
});

test('the answer says what the texts come to: nothing else is asked', () => {
  const checked = { revision: 7, boxes: {}, arrows: '' };
  sending().answer({ checked }).does('checked A Milan - Pavia', 'forget', 'say saved', 'post A Milan - Pavia', 'redraw');
  sending().answer({ checked, late: true }).does('checked A Milan - Pavia', 'keep', 'say late');
  // Text typed in the meantime is a different text.
  sending().write('A Milan - Turin').answer({ checked }).does('checked A Milan - Pavia', 'say saved', 'post A Milan - Pavia', `wait ${typingPause}`, 'redraw');
  sending().answer({ checked, moved: true }).does('stop', 'forget', 'leave');
});

test('nothing is sent when nothing was written, or it was taken back', () => {
  const s = new Session('A Milan H');
  s.on({ on: 'pause' }).does();
  s.on({ on: 'again' }).does();
  s.on({ on: 'hidden', online: true }).does();
  s.write('A Milan H').does();
  s.write('A Milan H!').write('A Milan H').does('stop', 'check', 'forget', 'say nothing').is('saved', false);
});

test('what is typed while a request is on its way is sent after it', () => {
  const s = sending().write('A Milan - Pavia\nF Genoa H').does('keep', 'say writing');
  s.on({ on: 'pause' }).does(); // the pause after an earlier key
  s.answer().does('say saved', 'post A Milan - Pavia', `wait ${typingPause}`, 'redraw').is('typing', true);
  s.on({ on: 'pause' }).does('stop', 'send');
  s.answer().is('saved', false);
});

test('a change takes Ready back', () => {
  const s = new Session('A Milan H', true).write('').on({ on: 'pause' });
  equal(s.state.ready, true);
  s.answer({ ready: false });
  equal(s.state.ready, false);
});

test('Ready sends the text that is there, without waiting for the pause', () => {
  const s = written().press('ready').does('stop', 'send ready').is('sending', true);
  s.answer({ ready: true }).does('forget', 'say saved', 'post A Milan - Pavia', 'redraw', 'done 1 answer').is('saved', false);
  equal(s.state.ready, true);
});

test('Ready, Undo: asked for also when nothing was written', () => {
  const s = new Session('A Milan H', true).press('').does('stop', 'send').answer({ ready: false });
  equal(s.state.ready, false);
  s.press('process').does('stop', 'send process');
});

test('Ready waits for a request that is on its way', () => {
  const s = sending().press('ready', 5).does().is('sending', true);
  s.press('', 6).does();
  s.answer().does('forget', 'say saved', 'post A Milan - Pavia', 'redraw', 'stop', 'send ready');
  s.answer({ ready: true }).does('forget', 'say saved', 'post A Milan - Pavia', 'redraw', 'done 5 answer', 'stop', 'send');
  s.answer().does('forget', 'say saved', 'post A Milan - Pavia', 'redraw', 'done 6 answer').is('saved', false);
  equal(s.state.ready, false);
});

test('doubts come back to the button, which asks again anyway', () => {
  const s = new Session('A Milan H').press('ready').answer({ ask: ['A Milan has no order'], ready: false });
  equal(s.done.some(x => x.do === 'done' && x.answer?.ask?.length === 1), true);
  equal(s.state.ready, false);
  s.press('ready', 2, true).does('stop', 'send ready anyway').answer({ ready: true });
  equal(s.state.ready, true);
});

test('the last Ready leads to the next phase', () => {
  const s = written().press('ready').answer({ ready: true, moved: true });
  s.does('stop', 'forget', 'leave', 'done 1 answer').is('leaving', false);
  equal(busy(s.state), true);
  s.write('too late').does('keep');
  s.on({ on: 'pause' }).does();
  s.on({ on: 'moved' }).does();
  s.press('ready', 2).does('done 2 null');
});

test('what was typed while the last Ready was on its way is kept for the next page', () => {
  const s = written().press('ready').write('A Milan - Turin').press('', 2).answer({ moved: true });
  s.does('stop', 'keep', 'leave', 'done 1 answer', 'done 2 null').is('leaving', true);
});

test('the late: nothing counts as saved until Ready', () => {
  const s = sending().answer({ late: true, ready: false }).does('keep', 'say late').is('late', true);
  equal(busy(s.state), false, 'the next phase may come');
  s.on({ on: 'again' }).does();
  s.on({ on: 'hidden', online: true }).does();
  s.on({ on: 'moved' }).does();
  s.write('A Milan - Turin').does('keep', 'say writing', `wait ${typingPause}`);
  s.on({ on: 'pause' }).answer({ late: true }).is('late', true);
  s.press('ready').does('stop', 'send ready').answer({ ready: true }).is('saved', false);
  equal(s.state.ready, true);
});

test('the late: what is typed meanwhile is asked about again; the old text again is saved', () => {
  const s = sending().write('A Milan - Turin').answer({ late: true });
  s.does('keep', 'say late', `wait ${typingPause}`).is('typing', true);
  s.write('A Milan H').does('stop', 'check', 'forget', 'say nothing').is('saved', false);
  sending().write('A Milan H').answer({ late: true }).does('forget', 'say nothing').is('saved', false);
});

test('late orders leave Ready as it is; a Ready that is late does not', () => {
  const s = new Session('A Milan H', true).write('').on({ on: 'pause' }).answer({ late: true, ready: false });
  equal(s.state.ready, true);
  s.press('ready').answer({ late: true, ask: ['no order'], ready: false });
  equal(s.state.ready, false);
});

test('a refusal is told, and the next change is sent again', () => {
  const s = sending().refuse(422, 'invalid', 'Too long.').does('keep', 'say refused Too long.').is('refused', true);
  s.on({ on: 'pause' }).does();
  equal(busy(s.state), true);
  s.write('A Milan - Turin').does('keep', 'say writing', `wait ${typingPause}`).is('typing', true);
});

test('a button learns that it was refused', () => {
  new Session('A Milan H').press('ready', 3).refuse(403, 'forbidden', 'Not yours.').does('say refused Not yours.', 'done 3 null').is('saved', false);
});

test('a phase that was resolved stops everything and loses nothing', () => {
  const s = sending().refuse(409, 'stale', 'The game has moved on.').does('stop', 'keep', 'say over').is('over', true);
  s.write('more').does('keep').on({ on: 'pause' }).does();
  s.on({ on: 'again' }).does();
  s.on({ on: 'hidden', online: true }).does();
  s.press('ready', 4).does('say over', 'done 4 null');
  s.on({ on: 'heard', other: { texts: { milan: 'x' }, at: '13' } }).does();
  equal(busy(s.state), true);
});

test('what else happened to the game is told in the words of the judge, whatever they are', () => {
  for (const error of ['The master rolled the game back.', 'Il master ha annullato la fase.', 'This phase is paused.']) {
    sending().refuse(409, 'changed', error).does('stop', 'keep', `say over ${error}`);
    sending().refuse(409, 'conflict', error).does('stop', 'keep', `say over ${error}`);
  }
});

test('the stream says that the game has moved on', () => {
  written().on({ on: 'moved' }).does('stop', 'keep', 'say over').is('over', true);
  new Session('A Milan H').on({ on: 'moved' }).does().is('saved', false);
});

test('the game moves on while a request is on its way: what came in time counts', () => {
  sending().on({ on: 'moved' }).does().answer().does('forget', 'say saved', 'post A Milan - Pavia', 'redraw').is('saved', false);
  const s = sending().write('A Milan - Turin').on({ on: 'moved' }).answer();
  s.is('over', true);
  equal(s.done.map(word).slice(-3), ['stop', 'keep', 'say over']);
  sending().on({ on: 'moved' }).on({ on: 'lost', went: 'offline' }).does('stop', 'keep', 'say over').is('over', true);
});

test('no connection: tried again, less and less often, and at once when it is back', () => {
  const s = sending();
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    s.on({ on: 'lost', went: 'offline' }).is('retrying', true);
    for (const x of s.done) if (x.do === 'wait') waits.push(x.ms);
    s.on({ on: 'pause' }).does('stop', 'send');
  }
  equal(waits, [3000, 6000, 12000, 24000, 30000, 30000]);
  s.on({ on: 'lost', went: 'offline' }).does('keep', 'say offline', 'wait 30000').on({ on: 'again' }).does('stop', 'send').answer().is('saved', false);
  s.write('x').on({ on: 'pause' }).on({ on: 'lost', went: 'offline' }).does('keep', 'say offline', 'wait 3000');
});

test('a change while a try is awaited is sent after its own pause', () => {
  const s = sending().on({ on: 'lost', went: 'offline' }).write('A Milan - Turin').does('keep', 'say writing', `wait ${typingPause}`).is('typing', true);
  equal(s.state.wait, 0);
});

test('a judge in trouble is tried again', () => {
  for (const status of [500, 502, 503, 429]) sending().refuse(status).does('keep sent', 'say wrong', 'wait 3000').is('retrying', true);
});

test('a button that gets no answer says so; nothing is tried behind its back', () => {
  new Session('A Milan H').press('ready', 2).on({ on: 'lost', went: 'offline' }).does('say offline nothing written then ready', 'done 2 null').is('saved', false);
  new Session('A Milan H').press('ready', 2).refuse(503).does('say wrong nothing written then ready', 'done 2 null');
  written().press('ready', 2).on({ on: 'lost', went: 'offline' }).does('keep', 'say offline then ready', 'wait 3000', 'done 2 null').is('retrying', true);
});

test('no answer: the judge may have it, until an answer shows whether it does', () => {
  const lost = (): Session => sending().on({ on: 'lost', went: 'unanswered' }).does('keep sent', 'say unanswered', 'wait 3000');
  lost().on({ on: 'moved' }).does('stop', 'keep sent', 'say over perhaps in time').is('over', true);
  lost().on({ on: 'pause' }).refuse(409, 'stale').does('stop', 'keep sent', 'say over perhaps in time');
  lost().on({ on: 'pause' }).on({ on: 'lost', went: 'offline' }).does('keep sent', 'say offline', 'wait 6000');
  lost().write('A Milan - Turin').on({ on: 'moved' }).does('stop', 'keep', 'say over'); // a text that was never sent
  sending().on({ on: 'moved' }).on({ on: 'lost', went: 'unanswered' }).does('stop', 'keep sent', 'say over perhaps in time');
  const s = lost().on({ on: 'pause' }).answer({ late: true }).is('late', true);
  s.write('A Milan - Pavia\n').on({ on: 'moved' }).does('stop', 'keep', 'say over');
});

test('a page without a network that goes away does not take the text for sent', () => {
  const s = written().on({ on: 'hidden', online: false }).does('keep', 'flush');
  s.on({ on: 'moved' }).does('stop', 'keep', 'say over');
  written().on({ on: 'hidden', online: true }).on({ on: 'moved' }).does('stop', 'keep sent', 'say over perhaps in time');
});

test('where nothing was written, nothing is kept or called lost', () => {
  new Session('A Milan H').press('ready', 2).refuse(409, 'stale').does('done 2 null', 'stop', 'say over nothing written').press('ready', 3).does('say over nothing written', 'done 3 null');
  new Session('A Milan H').on({ on: 'signedout', why: {} }).does('stop', 'say signedout nothing written').is('saved', false);
  new Session('A Milan H').press('', 2).on({ on: 'lost', went: 'unanswered' }).does('say unanswered nothing written', 'done 2 null');
});

test('Ready that waits for a request that fails is still asked for', () => {
  sending().press('ready', 2).on({ on: 'lost', went: 'offline' }).does('keep', 'say offline', 'wait 3000', 'stop', 'send ready').answer({ ready: true }).is('saved', false);
  sending().press('ready', 2).refuse(409, 'stale').does('stop', 'keep', 'say over', 'done 2 null');
});

test('signed out: kept, and sent when the reader comes back', () => {
  const s = sending().refuse(403, 'signin').does('stop', 'keep', 'say signedout').is('refused', true);
  s.on({ on: 'again' }).does('stop', 'send').answer().is('saved', false);
  written().on({ on: 'signedout', why: { signin: '/signin' } }).does('stop', 'keep', 'say signedout').is('refused', true);
});

test('a page that goes away sends what is left without waiting', () => {
  written().on({ on: 'hidden', online: true }).does('keep sent', 'flush').is('typing', true);
  sending().on({ on: 'hidden', online: true }).does('keep sent').is('sending', true);
  sending().write('A Milan - Turin').on({ on: 'hidden', online: true }).does('keep').is('sending', true);
});

test('another tab: what it saved is taken over where nothing else is written here', () => {
  const s = new Session('A Milan H').on({ on: 'heard', other: { texts: { milan: 'A Milan - Turin' }, at: '12:01' } });
  s.does('take A Milan - Turin', 'check', 'say followed').is('saved', false);
});

test('another tab has saved the same', () => {
  written().on({ on: 'heard', other: { texts: { milan: 'A Milan - Pavia' }, at: '12:01' } }).does('stop', 'forget', 'say saved').is('saved', false);
  new Session('A Milan H').on({ on: 'heard', other: { texts: { milan: 'A Milan H' }, at: '12:01' } }).does();
});

test('two tabs with different orders: the reader chooses', () => {
  const other = { texts: { milan: 'A Milan - Turin' }, at: '12:01' };
  const s = written().on({ on: 'heard', other }).does('stop', 'keep', 'say torn').is('torn', true);
  s.on({ on: 'pause' }).does();
  s.on({ on: 'again' }).does();
  s.on({ on: 'hidden', online: true }).does('keep');
  s.on({ on: 'taken' }).does('stop', 'take A Milan - Turin', 'check', 'forget', 'say taken').is('saved', false);
  // The player can also continue writing here.
  written().on({ on: 'heard', other }).write('A Milan - Como').does('keep', 'say writing', `wait ${typingPause}`).on({ on: 'pause' }).answer().is('saved', false);
  // The player can also go back to the text from before the other tab saved.
  written().on({ on: 'heard', other }).write('A Milan H').is('typing', true);
});

test('two tabs at once: what the judge took last counts', () => {
  const later = sending().on({ on: 'heard', other: { texts: { milan: 'A Milan - Turin' }, at: '12:01' } }).does().answer({ at: '12:00' });
  later.is('saved', false);
  equal(later.state.text, { milan: 'A Milan - Turin' });
  const earlier = sending().on({ on: 'heard', other: { texts: { milan: 'A Milan - Turin' }, at: '11:59' } }).answer({ at: '12:00' });
  equal(earlier.state.text, { milan: 'A Milan - Pavia' });
});

test('another tab presses Ready', () => {
  const s = new Session('A Milan H').on({ on: 'told', ready: true }).does('redraw');
  equal(s.state.ready, true);
  s.on({ on: 'told', ready: true }).does();
  equal(written().on({ on: 'told', ready: true }).state.ready, false);
  equal(sending().on({ on: 'told', ready: true }).state.ready, false);
});

test('what an earlier visit could not send is put back and sent', () => {
  const s = new Session('A Milan H').on({ on: 'found', texts: { milan: 'A Milan - Pavia' } });
  s.does('take A Milan - Pavia', 'say restored', 'stop', 'send').is('sending', true).answer().is('saved', false);
  new Session('A Milan H').on({ on: 'found', texts: { milan: 'A Milan H' } }).does('forget');
});

test('an answer that nobody waits for changes nothing', () => {
  const s = written();
  s.answer().does();
  s.refuse(409, 'stale').does();
  s.on({ on: 'lost', went: 'offline' }).does().is('typing', true);
});

test('whatever happens, what is written is sent, kept or shown, and every button gets its answer', () => {
  const texts = ['', 'A Milan H', 'A Milan - Pavia'];
  let seed = 7;
  const pick = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
  };
  for (let run = 0; run < 400; run++) {
    const s = new Session(texts[pick(3)]);
    let asked = 0, kept: string | null = null;
    const open = new Set<number>();
    for (let i = 0; i < 30; i++) {
      const before = s.state;
      const events: (() => Event)[] = [
        () => ({ on: 'edited', text: { milan: texts[pick(3)] ?? '' } }), () => ({ on: 'pause' }), () => ({ on: 'again' }), () => ({ on: 'hidden', online: true }),
        () => ({ on: 'answered', answer: { at: String(pick(9)), revision: 1, ready: pick(2) > 0, late: pick(4) === 0, moved: pick(12) === 0 } }),
        () => ({ on: 'answered', answer: { at: String(pick(9)), revision: 1, ready: pick(2) > 0 } }),
        () => ({ on: 'refusal', status: [403, 409, 422, 503][pick(4)] ?? 0, why: { code: pick(2) ? 'signin' : 'stale' } }), () => ({ on: 'lost', went: 'offline' }),
        () => ({ on: pick(3) ? 'pause' : 'moved' }), () => ({ on: 'signedout', why: {} }), () => ({ on: 'told', ready: pick(2) > 0 }),
        () => ({ on: 'heard', other: { texts: { milan: texts[pick(3)] ?? '' }, at: String(pick(9)) } }), () => ({ on: 'taken' }),
        () => { open.add(++asked); return { on: 'ask', ask: { id: asked, then: 'ready', anyway: false } }; },
      ];
      const e = events[pick(events.length)]?.() as Event;
      s.on(e);
      for (const x of s.done) {
        if (x.do === 'keep') kept = s.state.text['milan'] ?? '';
        if (x.do === 'forget') kept = null;
        if (x.do === 'done') equal(open.delete(x.id), true, `the answer ${x.id} comes twice`);
        if (x.do === 'send') equal(s.state.name, 'sending');
        if (x.do === 'check') equal(dirty(s.state) || s.state.sending !== null, false, 'what is sent is checked by itself');
      }
      const what = `${before.name} ${e.on} ${s.state.name}`;
      equal((s.state.name === 'sending') === (s.state.sending !== null), true, what);
      const held = new Set([...s.state.queue.map(a => a.id), s.state.sending?.ask.id ?? 0].filter(id => id));
      equal([...open], [...open].filter(id => held.has(id)), `${what}: a button is forgotten`);
      if (dirty(s.state) && s.state.name !== 'sending') equal(kept, s.state.text['milan'] ?? '', `${what}: what is written is not kept`);
      if (s.state.name === 'typing' || s.state.name === 'retrying') equal(dirty(s.state), true, what);
      if (s.state.name === 'saved') equal(dirty(s.state), false, what);
    }
  }
});
