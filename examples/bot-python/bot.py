#!/usr/bin/env python3
"""Plays one seat of a game at a judge, with the standard library only.

It advances to provinces that it does not own, retreats if it can, and keeps
as many units as it can pay. It polls the game every few seconds.

    PODESTA_URL=https://judge.example.org PODESTA_TOKEN=... bot.py GAME

Give it an account of its own. Before it joins a game, mark that account as a
program: enter a key of it at the page of your own account, or send it to
/me/programs.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

EVERY = float(os.environ.get("PODESTA_EVERY", "5"))  # seconds between looks


class Problem(Exception):
    """An error from the judge. Programs act on its code."""

    def __init__(self, status, text, after):
        try:
            problem = json.loads(text)
        except ValueError:
            problem = {}
        self.code = problem.get("code", str(status))
        self.after = after
        super().__init__(f"{self.code}: {problem.get('detail', 'not an answer of a judge')}")


def call(method, path, body=None):
    request = urllib.request.Request(
        os.environ["PODESTA_URL"] + "/api/v1" + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["PODESTA_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as e:
        raise Problem(e.code, e.read(), float(e.headers.get("Retry-After") or 0)) from None


def choose(legal, position, owed):
    """Picks orders for every power of the seat."""
    winter = legal["phase"].endswith("adjustments")
    lines = []
    for power in legal["powers"]:
        name = power["power"]
        lines.append(name + ":")  # whose orders follow
        # Two units never go to the same place, or to a place that the power owns.
        taken = set(position["provinces"].get(name, []))
        missing = next((m for m in owed["missing"] if m["power"] == name), {})
        money = power.get("money")
        pay = money["treasury"] // 3 if money else 0  # units that can be kept
        removals = missing.get("removals", 0)
        for unit in power["units"]:
            orders = random.sample(unit["orders"], len(unit["orders"]))
            if winter:
                keep = next((o for o in orders if o.startswith("M ")), None)
                drop = next((o for o in orders if o.startswith("R ")), None)
                if keep and pay > 0:
                    lines.append(keep)
                    pay -= 1
                elif drop and (money or removals > 0):
                    lines.append(drop)
                    removals -= 1
                continue
            moves = [o for o in orders if " - " in o and o.split(" - ", 1)[1] not in taken]
            if orders:
                pick = moves[0] if moves else unit["orders"][0]
                lines.append(pick)
                taken.add(pick.split(" - ", 1)[-1])
        lines += sites(power.get("builds", []), missing.get("builds", 0))
    return lines


def sites(builds, count):
    """Returns up to count of the builds, no two in one city: a city builds one unit in a winter."""
    chosen = {}
    for build in builds:
        fields = build.split(" ", 2)  # "B A Milan"
        if len(fields) == 3 and len(chosen) < count:
            chosen.setdefault(fields[2].split("/")[0], build)  # without the coast
    return list(chosen.values())


def play(at):
    """Sends orders for the current phase."""
    legal = call("GET", at + "/legal")
    position = call("GET", at + "/position")["position"]
    owed = call("POST", at + "/orders/check", {"lines": []})
    # Sends the revision of the position above: if the game moves on in the
    # meantime, the judge refuses the orders, so they never count in another phase.
    revision = legal["revision"]
    done = call("PUT", at + "/orders", {"lines": choose(legal, position, owed), "revision": revision})
    for verdict in done["verdicts"]:
        if not verdict["ok"]:
            print("refused:", verdict["text"], verdict["error"])
    print(f"{legal['phase']}: {len(done['verdicts']) - done['refused']} orders", flush=True)
    call("PUT", at + "/ready", {"ready": True, "revision": revision})


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: bot.py GAME")
    at = "/games/" + urllib.parse.quote(sys.argv[1], safe="")
    played = 0  # the revision for which orders were sent
    while True:
        wait = EVERY
        try:
            game = call("GET", at)
            if game["status"] in ("over", "terminated"):
                print("the game is over")
                return
            if game["status"] == "active" and game["revision"] != played:
                if not game["you"].get("seat"):
                    sys.exit("the token plays no seat of this game")
                play(at)
                played = game["revision"]
        except Problem as p:
            if p.code in ("stale", "conflict"):
                wait = 1  # the game has moved on
            elif p.code in ("too_many", "unavailable", "internal"):
                wait = max(wait, p.after)
            else:
                sys.exit(str(p))
        except OSError as e:  # no connection
            print(e, file=sys.stderr)
        time.sleep(wait)


if __name__ == "__main__":
    main()
