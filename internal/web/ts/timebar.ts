// The timeline of a game's phases.

import { one } from './dom';

// mountTimebar keeps the page's phase in view on the timeline, also when the timeline is shown
// later or its width changes.
export function mountTimebar(root: ParentNode): void {
  const here = one('.timebar [aria-current]', root);
  const line = here?.closest<HTMLElement>('.years');
  if (!here || !line) return;
  new ResizeObserver(() => {
    line.scrollLeft += here.getBoundingClientRect().left - line.getBoundingClientRect().left - line.clientWidth / 2;
  }).observe(line);
}
