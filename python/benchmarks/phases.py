"""Measures how many phases a second Python plays, with legal orders for all powers.

    PODESTA=bin/podesta PYTHONPATH=python python3 python/benchmarks/phases.py [SCENARIO [PRESET]]

It plays many games at once, and gives every unit a random legal order.
"""

from __future__ import annotations

import os
import random
import sys
import time

import podesta

GAMES = 64
PHASES = 200


def main() -> None:
    """Print the phases a second of one scenario."""
    scenario = sys.argv[1] if len(sys.argv) > 1 else "diplomacy"
    preset = sys.argv[2] if len(sys.argv) > 2 else ""
    dice = random.Random(1).random
    with podesta.Environment() as env:
        games = [env.reset(scenario, preset=preset, seed=i, years=1000, legal=True, form="actions") for i in range(GAMES)]
        begin, busy, phases = time.perf_counter(), time.process_time(), 0
        for _ in range(PHASES):
            moves = []
            for game in games:
                orders = {}
                for power, legal in game.legal.items():
                    units = legal.get("units")
                    if units:
                        orders[power] = [a[int(dice() * len(a))] for a in [u["actions"] for u in units]]
                moves.append((game, orders))
            phases += len(env.step_many(moves, legal=True, form="actions"))
            games = [g if not g.over else env.reset(scenario, preset=preset, years=1000, legal=True, form="actions") for g in games]
        took, busy = time.perf_counter() - begin, time.process_time() - busy
    child = os.times()
    behind = child.children_user + child.children_system
    print(f"{scenario}: {phases / took:.0f} phases a second, {GAMES} games at once")
    print(f"processor time for each: Python {1e6 * busy / phases:.0f} µs, podesta with its start {1e6 * behind / phases:.0f} µs")


if __name__ == "__main__":
    main()
