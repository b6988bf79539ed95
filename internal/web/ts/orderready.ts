// The bar that shows what the visitor has and what is missing, with the button Ready.

import { ducats } from './controls';
import { make, one } from './dom';
import { dock, slim } from './menu';
import { owing, toOrders } from './orderlist';
import type { Hands } from './orders';
import { t } from './words';

// readyBar attaches to the bar above the map.
export function readyBar(h: Hands): void {
  const bar = one('#mybar', h.app.root);
  const button = bar && one<HTMLButtonElement>('[data-ready]', bar);
  if (!bar || !button) return;
  const process = h.app.root.dataset.mode === 'process';
  const owes = one('#owes', bar);
  const ask = make('div', { id: 'ready-ask', class: 'alert', role: 'alertdialog', 'aria-label': 'Before you are ready', hidden: true });
  dock(h.app, ask, () => bar.after(ask));
  let doubted = false;
  const danger = make('button', { type: 'button', class: 'plainbutton danger', hidden: true }, 'Warning');
  danger.addEventListener('click', () => h.app.open('orders'));
  owes?.after(danger);

  const draw = (): void => {
    if (owes) owes.textContent = t(owed(h));
    const grave = h.texts.powers.flatMap(p => h.texts.checked(p)?.warnings ?? []).filter(w => w.grave);
    danger.hidden = !grave.length;
    danger.title = grave.map(w => w.say).join(' ');
    const done = h.saver.ready && !process;
    button.classList.toggle('quiet', done);
    button.textContent = t(process ? 'Resolve' : done ? 'Ready ✓ Undo' : 'Ready');
    button.dataset.state = done ? 'ready' : 'open';
    for (const a of bar.querySelectorAll<HTMLElement>('[data-treasure]')) {
      const id = a.dataset.treasure ?? '';
      const p = h.texts.checked(id)?.purse;
      if (p) a.textContent = t(p.left === p.treasury ? ducats(p.treasury)
        : p.treasury === 1 ? (p.left < 0 ? t`1 ducat, ${-p.left} short` : t`1 ducat, ${p.left} left`)
          : p.left < 0 ? t`${p.treasury} ducats, ${-p.left} short` : t`${p.treasury} ducats, ${p.left} left`);
      a.classList.toggle('short', !!p && p.left < 0);
    }
  };
  const closeAsk = (): void => {
    ask.hidden = true;
    doubted = false;
  };
  const go = async (): Promise<void> => {
    if (h.saver.ready && !process) {
      await h.saver.go('');
      draw();
      return;
    }
    button.disabled = true;
    const answer = await h.saver.go(process ? 'process' : 'ready', doubted);
    button.disabled = false;
    if (answer?.moved) return;
    if (answer?.ask?.length) {
      doubted = true;
      const yes = make('button', { type: 'button', class: 'button', 'data-anyway': true }, process ? 'Resolve anyway' : 'Submit anyway');
      const no = make('button', { type: 'button', class: 'button quiet' }, 'Back to the orders');
      yes.addEventListener('click', () => {
        for (const [power, lines] of Object.entries(answer.fill ?? {})) {
          const text = h.texts.get(power).replace(/\s*$/, '');
          h.texts.set(power, (text ? text + '\n' : '') + lines.join('\n'), t('The other orders have been filled in'));
        }
        ask.hidden = true;
        doubted = true;
        void go();
      });
      no.addEventListener('click', () => {
        closeAsk();
        toOrders(h.app);
      });
      ask.replaceChildren(make('ul', {}, ...answer.ask.map(t => make('li', {}, t))), make('p', { class: 'doors' }, ...(answer.mend ? [] : [yes]), no));
      ask.hidden = false;
      h.app.sheet?.raise();
      h.app.tell('menu', { box: ask });
      (answer.mend ? no : yes).focus();
    } else closeAsk();
    draw();
  };
  button.addEventListener('click', e => {
    e.preventDefault();
    void go();
  });
  // The form, too, is sent by the saver. If the browser submitted it by itself, it would arrive
  // in addition to the draft, which the next page would treat as lost.
  h.texts.form.addEventListener('submit', e => {
    e.preventDefault();
    const by = e.submitter as HTMLButtonElement | null;
    if (by?.name === 'then' && (by.value === 'ready' || by.value === 'process')) {
      if (process || !h.saver.ready) void go();
    } else void h.saver.go('').then(draw); // the judge waits for the seat until Ready is pressed
  });
  h.app.on('tab', closeAsk);
  h.app.on('menu', ({ box }) => { if (box !== ask) closeAsk(); });
  h.app.openables.push({
    open: () => !ask.hidden,
    close: () => {
      closeAsk();
      button.focus();
    },
  });
  h.app.on('edited', () => { closeAsk(); draw(); });
  h.app.on('checked', draw);
  h.app.on('saved', draw);
  h.onChange(draw);
  draw();
}

// owed summarizes what remains to be done.
function owed(h: Hands): string {
  const step = h.app.table.step;
  if (step === 'adjustments') return h.texts.powers.map(p => h.texts.checked(p)?.owes ?? '').find(Boolean) ?? '';
  const n = h.texts.powers.reduce((sum, p) => sum + owing(h, p), 0);
  if (slim.matches) return !n ? t('Nothing missing') : n === 1 ? t('1 order missing') : t`${n} orders missing`;
  if (!n) return step === 'retreats' ? 'Nothing to do' : 'All units have orders';
  if (step === 'retreats') return n === 1 ? t('1 unit must retreat or disband') : t`${n} units must retreat or disband`;
  return n === 1 ? t('1 unit without an order') : t`${n} units without an order`;
}
