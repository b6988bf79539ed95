// Plays a game with the client that openapi-typescript generates from the judge's description.
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./podesta.js";

declare const process: { env: Record<string, string | undefined>; exit(status: number): never };

type Seat = components["schemas"]["Seat"];
type PhasePage = components["schemas"]["PhaseSummaryPage"];
type Problem = components["schemas"]["Problem"];

const judge = process.env["JUDGE"] ?? "http://127.0.0.1:8080";

/** A client that sends a token with its requests, or none. */
function client(token?: string) {
  const signed: Middleware = {
    onRequest({ request }) {
      if (token) request.headers.set("Authorization", `Bearer ${token}`);
    },
  };
  const made = createClient<paths>({ baseUrl: judge });
  made.use(signed);
  return made;
}

/** The content of an answer, which must not be empty. */
function must<T>(answer: { data?: T; error?: Problem; response: Response }): NonNullable<T> {
  if (answer.error) throw new Error(`${answer.response.url}: ${answer.error.code}: ${answer.error.detail}`);
  if (answer.data === undefined || answer.data === null) throw new Error(`${answer.response.url}: ${answer.response.status}`);
  return answer.data;
}

function check(ok: boolean, what: string): asserts ok {
  if (!ok) throw new Error(what);
}

// A game played by links, in which the answer contains the keys of the master and the seats.
const created = must(await client().POST("/api/v1/games", { body: { name: "Generated", scenario: "A", variant: "A-2" } }));
const keys = created.keys;
check(keys !== undefined, "the game has no keys");
const game = created.id;
const path = { game };
const seats = created.seats.map((seat: Seat, i) => {
  const key = keys.seats[i];
  check(key !== undefined, `seat ${seat.number} has no key`);
  return { ...seat, api: client(`key:${game}:${key}`) };
});
const [first] = seats;
check(first !== undefined, "the game has no seats");

// The first legal order of each unit, until the third phase has been resolved.
const until = 4;
for (;;) {
  const now = must(await first.api.GET("/api/v1/games/{game}", { params: { path } }));
  check(now.status === "active", `the game is ${now.status}`);
  if (now.number >= until) break;
  for (const { api, number } of seats) {
    const at = must(await api.GET("/api/v1/games/{game}/position", { params: { path } }));
    if (at.number !== now.number) break; // the phase did not need further orders
    const legal = must(await api.GET("/api/v1/games/{game}/legal", { params: { path } }));
    const lines = legal.powers.flatMap((power) => {
      check(Array.isArray(at.position.units[power.power]) || power.units.length === 0, `${power.power} has units that have no place`);
      return power.units.flatMap((unit) => unit.orders.slice(0, 1));
    });
    const orders = must(await api.PUT("/api/v1/games/{game}/orders", { params: { path }, body: { lines, revision: at.revision } }));
    check(orders.seat === number && orders.refused === 0, `orders are refused: ${orders.verdicts.map((v) => v.error ?? "").join(" ")}`);
    const ready = must(await api.PUT("/api/v1/games/{game}/ready", { params: { path }, body: { ready: true, revision: at.revision } }));
    check(ready.said !== undefined && ready.said !== "", "nothing says what came of READY");
    if (ready.number !== now.number) break;
  }
}

// All phases, page by page.
const numbers: number[] = [];
let page: PhasePage = must(await first.api.GET("/api/v1/games/{game}/phases", { params: { path, query: { limit: 1 } } }));
for (;;) {
  numbers.push(...page.items.map((phase) => phase.number));
  if (page.next === undefined) break;
  const answer = await fetch(new URL(page.next, judge));
  check(answer.ok, `${page.next}: ${answer.status}`);
  page = (await answer.json()) as PhasePage;
}
check(numbers.length >= until, `only the phases ${numbers.join(", ")}`);
const result = must(await client().GET("/api/v1/games/{game}/phases/{number}", { params: { path: { game, number: 1 } } }));
check(result.orders.length > 0 && result.after !== undefined, "the first phase has no results");

// A refused request has a code that programs can act on.
const late = await first.api.PUT("/api/v1/games/{game}/orders", { params: { path }, body: { lines: [], revision: 1 } });
check(late.response.status === 409 && late.error?.code === "stale", `old orders: ${late.response.status} ${late.error?.code}`);

// A request that is sent again with the same key is not executed again.
const header = { "Idempotency-Key": "one" };
for (const replayed of [null, "true"]) {
  const sent = await first.api.POST("/api/v1/games/{game}/press", { params: { path, header }, body: { to: ["all"], text: "Well played." } });
  check(sent.response.ok && sent.response.headers.get("Idempotency-Replayed") === replayed, `press: ${sent.response.status}`);
  check(/"requests";r=\d+;t=\d+/.test(sent.response.headers.get("RateLimit") ?? ""), "no limit is told");
}
const press = must(await first.api.GET("/api/v1/games/{game}/log", { params: { path, query: { kind: "press" } } }));
check(press.items.filter((entry) => entry.press?.text === "Well played.").length === 1, `the log has ${press.items.length} messages`);

// Continues to the end of the game.
for (const { api } of seats) must(await api.PUT("/api/v1/games/{game}/vote", { params: { path }, body: { draw: true } }));
const over = must(await client().GET("/api/v1/games/{game}", { params: { path } }));
check(over.status === "over" && over.result === "draw", `the game is ${over.status}`);
console.log(`played ${numbers.length} phases of ${over.name}: ${over.result}`);
