// Helpers for the tests of the scripts.

interface Test { name: string; run: () => void | Promise<void> }

// tests contains all declared tests. The Go test runs them one by one.
const tests: Test[] = [];
(globalThis as unknown as { podestaTests: Test[] }).podestaTests = tests;

export function test(name: string, run: () => void | Promise<void>): void {
  tests.push({ name, run });
}

// sorted returns a value with the members of its objects in sorted order.
function sorted(x: unknown): unknown {
  if (Array.isArray(x)) return x.map(sorted);
  if (x === null || typeof x !== 'object') return x;
  return Object.fromEntries(Object.entries(x).filter(([, v]) => v !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
}

const show = (x: unknown): string => JSON.stringify(sorted(x), null, 1) ?? 'undefined';

// equal fails unless two values have the same content.
export function equal<T>(got: T, want: T, what = ''): void {
  if (show(got) !== show(want)) throw new Error(`${what ? what + ': ' : ''}got ${show(got)}, want ${show(want)}`);
}
