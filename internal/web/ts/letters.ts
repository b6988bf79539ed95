// The panel of the letters.

import type { App } from './app';

export function mountLetters(_app: App): void {}
