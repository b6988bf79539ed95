// Pages of the past: a phase played step by step, the film of a game, its
// charts. Without the script they have the same content in words, tables and
// maps.

import { liveCharts, loadCharts } from '../charts';
import { all, drawingAt, one, plainColours } from '../dom';
import { Player, Sight, type Reel } from '../playback';
import { filmReel, stepsReel } from '../reels';
import { drawn, Screen } from '../screen';
import { mountSharing } from '../share';
import { mountTimebar } from '../timebar';
import type { Playback } from '../types';
import { t } from '../words';

// The drawings of these pages take their colours from a style sheet of the
// page.
const colours = one<HTMLLinkElement>('link[href*="/drawing.css"]');
if (colours && plainColours()) colours.href = colours.href.replace(/(\?.*)?$/, '?theme=safe');

const stage = one('.played');
const bar = one('[data-player]');

async function begin(stage: HTMLElement, bar: HTMLElement): Promise<void> {
  const svg = await drawn(stage.dataset.first ?? '');
  svg.classList.add('map');
  stage.prepend(svg);
  const screen = new Screen(svg);
  const sight = new Sight(svg, screen);
  const caption = one('[data-still]', stage);
  let reel: Reel;
  if (stage.dataset.film) {
    reel = filmReel(stage.dataset.film, Number(stage.dataset.last), ({ number }) => {
      for (const [i, a] of all('.timebar .year a').entries()) {
        if (i + 1 === number) {
          a.setAttribute('aria-current', 'step');
          a.scrollIntoView({ block: 'nearest', inline: 'center' });
        } else a.removeAttribute('aria-current');
      }
    });
  } else {
    const answer = await fetch(drawingAt(stage.dataset.playback ?? ''));
    if (!answer.ok) return;
    const { frames } = (await answer.json()) as Playback;
    reel = stepsReel(frames, document, { title: 'All at a glance.', text: caption?.textContent ?? '' });
  }
  if (caption) caption.hidden = true;
  const player = new Player(screen, reel, { bar, keys: true, fit: areas => sight.fit(areas) });
  for (const [i, li] of all('[data-step]').entries()) {
    const head = one('h3', li);
    if (!head) continue;
    const b = document.createElement('button');
    b.type = 'button';
    b.className = 'stephead';
    b.title = t('Show it on the map');
    b.append(...head.childNodes);
    head.append(b);
    b.addEventListener('click', () => {
      player.pause();
      void player.go(i + 1);
    });
  }
  const asked = /^#step-(\d+)$/.exec(location.hash);
  if (asked) void player.go(Number(asked[1]));
}

mountTimebar(document);
mountSharing(document);
if (stage && bar) void begin(stage, bar);
const charts = one('.charts');
if (charts) liveCharts(charts);
for (const place of all('[data-charts]')) loadCharts(place);
