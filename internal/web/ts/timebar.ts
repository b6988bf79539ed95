// The time line of a game's phases.

import { one } from './dom';

// mountTimebar brings the phase of the page into view on the time line.
export function mountTimebar(root: ParentNode): void {
  const here = one('.timebar [aria-current]', root);
  const line = here?.closest<HTMLElement>('.years');
  if (here && line) line.scrollLeft = here.getBoundingClientRect().left - line.getBoundingClientRect().left + line.scrollLeft - line.clientWidth / 2;
}
