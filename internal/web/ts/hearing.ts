// When a game's page plays sounds.

import type { Occasion } from './sounds';
import type { State } from './types';

// nearTime is the time before a deadline at which it counts as near, in milliseconds.
const nearTime = 10 * 60000;

// Hearing stores what an open page has learned about a game.
export class Hearing {
  private letter: number | undefined;
  private unread = 0;
  private deadline = '';
  private ready = false;
  private told = '';

  // ready says whether the visitor has nothing left to do in the phase.
  constructor(deadline: string, ready: boolean) {
    this.deadline = deadline;
    this.ready = ready;
  }

  // news returns the sound for a state of the present phase. The first state never causes one,
  // since it is not news.
  news(st: State): Occasion | '' {
    const came = this.letter !== undefined && (st.letter ?? 0) !== this.letter && (st.unread ?? 0) > this.unread;
    this.letter = st.letter ?? 0;
    this.unread = st.unread ?? 0;
    this.deadline = st.deadline ?? '';
    this.ready = !!st.ready;
    return came ? 'message' : '';
  }

  // tick returns the sound for the present time: one for each deadline that is near.
  tick(now: number): Occasion | '' {
    const rest = new Date(this.deadline).getTime() - now;
    if (!(rest > 0 && rest <= nearTime) || this.ready || this.told === this.deadline) return '';
    this.told = this.deadline;
    return 'deadline';
  }
}
