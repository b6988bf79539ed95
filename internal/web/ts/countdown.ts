// How much time is left until a deadline, in words.

import { t } from './words';

const minute = 60000, hours = 120, days = 2880; // in minutes: the limits from which the text is in hours and in days

// left returns the time between now and at, both in milliseconds, in words.
export function left(at: number, now: number): string {
  const rest = Math.ceil((at - now) / minute);
  if (rest <= 0) return t('(due)');
  if (rest < hours) return t`(${rest} min left)`;
  if (rest < days) return t`(${Math.floor(rest / 60)} h left)`;
  return t`(${Math.floor(rest / 1440)} days left)`;
}
