// Adjustments.

import type { App } from './app';

export function mountWinter(_app: App): void {}
