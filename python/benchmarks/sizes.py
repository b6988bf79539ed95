"""Measures how many units and orders powers have, for the sizes of podesta.parallel.

    PODESTA=bin/podesta PYTHONPATH=python python3 python/benchmarks/sizes.py [YEARS]

It plays two games of every variant of every scenario with every preset, and prints the
largest numbers of each kind: groups of orders, orders of a group, and builds in a winter.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import podesta

PLAYERS = (("greedy",), ("easy", "greedy", "dumbbot"))


def measure(game: podesta.Game, names: tuple[str, ...], dice: random.Random, most: Counter[str]) -> None:
    """Play a game with these built-in players, and raise the numbers that it exceeds."""

    def found(name: str, number: int) -> None:
        most[name] = max(most[name], number)

    players = {power: dice.choice(names) for power in game.powers}
    while not game.over:
        for legal in game.legal.values():
            units: list[dict[str, Any]] = legal.get("units", [])
            found("slots of units", len(units))
            found("choices of units", max((len(u["orders"]) for u in units), default=0))
            for kind in ("builds", "money", "others", "travels"):
                found(f"choices of {kind}", len(legal[kind]["orders"]) if kind in legal else 0)
        step = game.step(players=players, legal=True, form="lines", events=True)
        for number in Counter(o["power"] for o in step.orders if o.get("kind") == "build").values():
            found("builds of a power in a winter", number)


def main() -> None:
    """Print the largest numbers."""
    years = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    most: Counter[str] = Counter()
    with podesta.Environment() as env:
        hello = env.hello()
        for scenario in hello["scenarios"]:
            for variant in ["", *(v["id"] for v in scenario["variants"])]:
                for preset in hello["presets"]:
                    for seed, names in enumerate(PLAYERS):
                        game = env.reset(scenario["id"], variant=variant, preset=preset, seed=seed, years=years, legal=True, form="lines")
                        measure(game, names, random.Random(seed), most)
                        game.close()
    for name, number in most.items():
        print(f"{number:5} {name}")


if __name__ == "__main__":
    main()
