// The panel of the masters.

import type { App } from './app';

export function mountMaster(_app: App): void {}
