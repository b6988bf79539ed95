// What the stream of a game means for an open page of it.

import type { State } from './types';

// News is what a state is for a page that shows a revision of the game: of the
// past, of the present, of a later revision, or of one that the page knows of.
export type News = 'past' | 'present' | 'moved' | 'known';

// newsOf tells what a state is; told is the latest revision that the page was
// told of, 0 for none.
export function newsOf(st: State, shown: number, told: number): News {
  if (st.revision < shown) return 'past'; // it was on its way before the page was
  if (st.revision === shown) return 'present';
  return st.revision === told ? 'known' : 'moved';
}

// movedWords says that the game has moved on, and how.
export function movedWords(st: State): string {
  if (st.acts) return st.acts;
  if (st.finished) return 'The game is over.';
  return st.last ? st.last.says : 'The game has moved on.';
}

// otherTime is the deadline of a state if it is another one than the page shows.
export function otherTime(st: State, shown: string): string {
  return st.deadline && new Date(shown).getTime() !== new Date(st.deadline).getTime() ? st.deadline : '';
}
