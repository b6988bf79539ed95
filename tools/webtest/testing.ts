// What the tests of the scripts are written with.

interface Test { name: string; run: () => void | Promise<void> }

// tests are all that were declared; the Go test runs them one by one.
const tests: Test[] = [];
(globalThis as unknown as { podestaTests: Test[] }).podestaTests = tests;

export function test(name: string, run: () => void | Promise<void>): void {
  tests.push({ name, run });
}

// sorted is a value with the members of its objects in one order.
function sorted(x: unknown): unknown {
  if (Array.isArray(x)) return x.map(sorted);
  if (x === null || typeof x !== 'object') return x;
  return Object.fromEntries(Object.entries(x).filter(([, v]) => v !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
}

const show = (x: unknown): string => JSON.stringify(sorted(x), null, 1) ?? 'undefined';

// equal fails unless two values hold the same.
export function equal<T>(got: T, want: T, what = ''): void {
  if (show(got) !== show(want)) throw new Error(`${what ? what + ': ' : ''}got ${show(got)}, want ${show(want)}`);
}
