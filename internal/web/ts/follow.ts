// Parts of a page that are updated while the page is open.

import { all } from './dom';
import { calm } from './press';
import { parsePage } from './trusted';

// follow replaces the parts of this page with an attribute by those of the page's present
// version. A part in which the visitor is typing stays as it is.
export async function follow(attribute: string): Promise<void> {
  let page: Document;
  try {
    const r = await fetch(location.pathname + location.search);
    if (!r.ok || r.redirected) return;
    page = parsePage(await r.text());
  } catch { return; } // the judge is unreachable; asks again later
  for (const was of all(`[${attribute}]`)) {
    const name = was.getAttribute(attribute) ?? '';
    const now = all(`[${attribute}]`, page).find(e => e.getAttribute(attribute) === name);
    if (!now) continue;
    calm(was, () => {
      if (was.contains(document.activeElement) || was.innerHTML === now.innerHTML) return;
      was.replaceWith(now);
      document.dispatchEvent(new Event('podesta:times'));
    });
  }
}
