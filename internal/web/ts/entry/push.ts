// Notifications and sounds of this browser, on the account's page.

import { all, one, outer } from '../dom';
import { canSound, chooseSounds, soundsOn } from '../sounds';
import { canPush, renewed, stores, subscribe, unsubscribe } from '../worker';
import { t } from '../words';

const box = one('[data-push-key]');
const told = one('[data-push-error]');

// words describes an error for the reader.
function words(e: unknown): string {
  if (Notification.permission === 'denied') return 'This browser does not allow this site to notify you. Change that in the settings of the browser, and try again.';
  if (e instanceof DOMException && !stores()) return 'This browser stores nothing for this site, and cannot notify you. Allow the site to store data, and try again.';
  if (e instanceof DOMException) return 'The notification service of this browser cannot be reached. Try again later.';
  return e instanceof Error ? e.message : String(e);
}

if (box && canPush()) {
  const { pushKey = '', pushSession = '' } = box.dataset;
  const button = one<HTMLButtonElement>('[data-push-on]', box);
  box.hidden = false;
  one('[data-push-script]')?.remove();
  const on = async (): Promise<void> => {
    if (told) told.hidden = true;
    if (button) button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== 'granted') throw new Error('This browser was not allowed to notify you.');
      await subscribe(pushKey, pushSession);
      location.assign(outer('/me?done=way#notices'));
      if (location.pathname === outer('/me')) location.reload();
    } catch (e) {
      if (told) {
        told.textContent = t(words(e));
        told.hidden = false;
      }
    }
    if (button) button.disabled = false;
  };
  button?.addEventListener('click', () => void on());
  // After signing in again, the browser belongs to the new session.
  if (renewed(pushSession) && Notification.permission === 'granted') void subscribe(pushKey, pushSession).catch(() => { /* the button still works */ });
  for (const form of all<HTMLFormElement>('[data-push-off]')) {
    form.addEventListener('submit', () => void unsubscribe(form.dataset.pushOff).catch(() => { /* the judge forgets it anyway */ }));
  }
}

// Browsers that can install the app fire an event.
interface Installing extends Event { prompt(): Promise<unknown> }
const install = one<HTMLButtonElement>('[data-install]');
addEventListener('beforeinstallprompt', e => {
  if (!install) return;
  e.preventDefault();
  install.hidden = false;
  install.onclick = () => void (e as Installing).prompt().then(() => { install.hidden = true; }).catch(() => { /* the button stays */ });
});

// Sounds are a setting of the browser.
const sounds = one<HTMLInputElement>('[data-sounds]');
if (sounds && canSound()) {
  sounds.disabled = false;
  sounds.checked = soundsOn();
  sounds.addEventListener('change', () => chooseSounds(sounds.checked));
}
