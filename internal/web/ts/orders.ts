// Orders by hand.

import type { App } from './app';

export function mountOrders(_app: App): void {}
