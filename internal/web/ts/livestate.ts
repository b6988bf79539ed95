// The meaning of a game's stream for an open page.

import type { State } from './types';

// News classifies a state relative to the revision that a page shows: it may be about the past,
// the present, a later revision, or a later revision that the page already knows of.
export type News = 'past' | 'present' | 'moved' | 'known';

// newsOf classifies a state. told is the latest revision that the page has
// received, or 0.
export function newsOf(st: State, shown: number, told: number): News {
  if (st.revision < shown) return 'past'; // it was sent before the page
  if (st.revision === shown) return 'present';
  return st.revision === told ? 'known' : 'moved';
}

// movedWords says that the phase was resolved or changed, and how.
export function movedWords(st: State): string {
  if (st.acts) return st.acts;
  if (st.finished) return 'The game is over.';
  return st.last ? st.last.says : 'The game has moved on.';
}

// otherTime returns the deadline of a state if it differs from the one on the
// page.
export function otherTime(st: State, shown: string): string {
  return st.deadline && new Date(shown).getTime() !== new Date(st.deadline).getTime() ? st.deadline : '';
}
