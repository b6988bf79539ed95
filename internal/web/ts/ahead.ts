// What a board needs first is requested as soon as the page's first script runs, because the
// board's scripts take longer to arrive.

import { all, one, themedAt } from './dom';

const asked = new Map<string, Promise<Response>>();

function ask(address: string): void {
  const answer = fetch(address);
  answer.catch(() => { /* fetched reports the error */ });
  asked.set(address, answer);
}

// ahead requests the position and the map of a board's page.
export function ahead(): void {
  const data = one('[data-table]')?.dataset.table;
  if (!data) return;
  ask(data);
  const map = one('[data-map] img')?.getAttribute('src');
  if (map) ask(themedAt(map));
}

// fetched returns the answer from an address. The first time it is the one that was requested
// ahead.
export function fetched(address: string): Promise<Response> {
  const answer = asked.get(address) ?? fetch(address);
  asked.delete(address);
  return answer;
}

// pictured shows the picture of the map, which waits for the board's script, if the board
// cannot be loaded.
export function pictured(): void {
  for (const e of all('[data-map]')) e.classList.add('pictured');
  for (const e of all('[data-map] source[data-later]')) e.remove();
}
