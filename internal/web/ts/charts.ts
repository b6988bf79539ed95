// Charts over time.

import type { App } from './app';

export function mountCharts(_app: App): void {}
