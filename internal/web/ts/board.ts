// The map.

import type { App } from './app';

export function mountBoard(_app: App): void {}
