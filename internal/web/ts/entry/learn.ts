// The lessons work without this file. It stores in the browser what the reader
// has done, marks it, and links to what comes next.
import { all, one } from '../dom';
import { t } from '../words';

const key = 'podesta-learn';

interface Kept {
  done: Record<string, 1>; // exercises that are done, by id
  game: Record<string, number>; // the introductory game: by power, the last phase that was completed
}

const read = (): Kept => {
  const none: Kept = { done: {}, game: {} };
  try {
    const text = localStorage.getItem(key);
    return text ? { ...none, ...(JSON.parse(text) as Partial<Kept>) } : none;
  } catch {
    return none; // nothing is stored if the browser does not allow it
  }
};
const write = (k: Kept): void => {
  try { localStorage.setItem(key, JSON.stringify(k)); } catch { /* nothing is stored if the browser does not allow it */ }
};

const kept = read();

const page = one('.lesson');
if (page?.hasAttribute('data-solved')) {
  const { exercise, intro, phase } = page.dataset;
  if (exercise) kept.done[exercise] = 1;
  if (intro && phase && (kept.game[intro] ?? 0) < Number(phase)) kept.game[intro] = Number(phase);
  write(kept);
}

for (const a of all('[data-lesson]')) {
  if (!kept.done[a.dataset.lesson ?? '']) continue;
  a.classList.add('solved');
  a.setAttribute('aria-label', t`${a.getAttribute('aria-label') ?? a.textContent ?? ''}, done`);
}

// The page of all lessons: the reader's progress.
const lessons = one('[data-lessons]');
if (lessons) {
  const steps = all<HTMLAnchorElement>('.steps [data-lesson]', lessons);
  const left = steps.filter(a => !a.classList.contains('solved'));
  const go = one<HTMLAnchorElement>('[data-goon]', lessons);
  const told = one('[data-progress]', lessons);
  if (go && told && left.length < steps.length) {
    told.textContent = t`${steps.length - left.length} of ${steps.length} done.`;
    const next = left[0];
    if (next) {
      go.href = next.href;
      go.textContent = t`Continue: ${next.textContent}`;
    } else {
      go.href = one<HTMLAnchorElement>('[data-side="florence"]', lessons)?.href ?? go.href;
      go.textContent = t('Continue: the introductory game');
    }
  }
  for (const a of all<HTMLAnchorElement>('[data-side]', lessons)) {
    const g = kept.game[a.dataset.side ?? ''];
    const where = one('[data-where]', a);
    if (!g || !where) continue;
    const phases = Number(a.dataset.phases);
    where.textContent = t(g < phases ? t`${g} of ${phases}` : 'done');
    a.href = a.href.replace(/\d+$/, String(g < phases ? g + 1 : 1));
  }
  const forget = one('[data-forget]', lessons);
  if (forget && (Object.keys(kept.done).length || Object.keys(kept.game).length)) {
    forget.hidden = false;
    forget.addEventListener('click', () => {
      try { localStorage.removeItem(key); } catch { /* nothing is stored */ }
      location.reload();
    });
  }
}

// The reader first sees the result of the orders.
const result = one('#result');
if (result && location.hash === '#panel-results') result.focus({ preventScroll: true });
