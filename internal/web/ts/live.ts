// What happens elsewhere while the page is open: the countdown, live updates.

import type { App } from './app';

export function mountLive(_app: App): void {}
