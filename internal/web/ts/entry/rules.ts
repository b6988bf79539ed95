// The page of rules works without this file. It finds words and numbers of
// rules while they are typed.
import { all, one } from '../dom';
import { t } from '../words';

const find = one<HTMLFormElement>('[data-find]');
const input = one<HTMLInputElement>('#find');
const found = one('[data-found]');
// The page contains only the matching paragraphs, so another search needs the server.
if (find && input && !input.value) {
  find.addEventListener('submit', e => e.preventDefault());
  const send = one('button', find);
  if (send) send.hidden = true;
  const rules = all('[data-rule]');
  const chapters = all('[data-chapter]');
  const others = all('.text > :not([data-chapter])');
  const words = new Map(rules.map(r => [r, (r.textContent ?? '').toLowerCase()]));
  const show = (): void => {
    const want = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const c of chapters) {
      const title = (one('h2', c)?.textContent ?? '').toLowerCase();
      let any = false;
      for (const r of all('[data-rule]', c)) {
        const hit = want.every(w => (words.get(r) ?? '').includes(w) || title.includes(w));
        r.hidden = !hit;
        any ||= hit;
        if (hit) n++;
      }
      c.hidden = !any;
    }
    for (const o of others) o.hidden = want.length > 0;
    if (found) found.textContent = want.length ? (n ? t(n === 1 ? '1 paragraph' : t`${n} paragraphs`) : t('Nothing found; try fewer letters.')) : '';
  };
  input.addEventListener('input', show);
  // The target of a link into the text must be visible.
  addEventListener('hashchange', () => {
    if (!input.value) return;
    input.value = '';
    show();
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
}
