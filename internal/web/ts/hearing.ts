// When a game's page sounds.

import type { Occasion } from './sounds';
import type { State } from './types';

// nearTime is how long before a deadline it is near, in milliseconds.
const nearTime = 10 * 60000;

// Hearing remembers what an open page has heard of a game.
export class Hearing {
  private letter: number | undefined;
  private unread = 0;
  private deadline = '';
  private ready = false;
  private told = '';

  // ready is whether the visitor has nothing more to do in the phase.
  constructor(deadline: string, ready: boolean) {
    this.deadline = deadline;
    this.ready = ready;
  }

  // news returns the sound for a state of the present phase. The first state only
  // says where things stand.
  news(st: State): Occasion | '' {
    const came = this.letter !== undefined && (st.letter ?? 0) !== this.letter && (st.unread ?? 0) > this.unread;
    this.letter = st.letter ?? 0;
    this.unread = st.unread ?? 0;
    this.deadline = st.deadline ?? '';
    this.ready = !!st.ready;
    return came ? 'message' : '';
  }

  // tick returns the sound at a moment: once for each deadline that is near.
  tick(now: number): Occasion | '' {
    const rest = new Date(this.deadline).getTime() - now;
    if (!(rest > 0 && rest <= nearTime) || this.ready || this.told === this.deadline) return '';
    this.told = this.deadline;
    return 'deadline';
  }
}
