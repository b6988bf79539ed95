// The time line of a game's phases.

import { one } from './dom';

// mountTimebar keeps the phase of the page in view on the time line, also when the
// line is shown later, or gets another width.
export function mountTimebar(root: ParentNode): void {
  const here = one('.timebar [aria-current]', root);
  const line = here?.closest<HTMLElement>('.years');
  if (!here || !line) return;
  new ResizeObserver(() => {
    line.scrollLeft += here.getBoundingClientRect().left - line.getBoundingClientRect().left - line.clientWidth / 2;
  }).observe(line);
}
