// The panel of the treasury.

import type { App } from './app';

export function mountTreasury(_app: App): void {}
