// Results as a story, played back on the map.

import type { App } from './app';

export function mountStory(_app: App): void {}
