"""A first player: it rates each order by a few features, and prefers good ones.

The notebook first-player.ipynb trains its weights. As a program it plays with
them:

    python3 first_player.py weights.json
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from podesta.player import Decision, serve

FEATURES = (
    "hold", "hold in a city of another", "advance", "into a province of nobody", "into a province of another", "into a city of nobody",
    "into a city of another", "where an own unit stands", "where another unit stands", "support", "support of an own unit", "besiege", "convert", "convoy",
)


class Scene:
    """What the features need to know of a phase, as one power sees it."""

    def __init__(self, power: str, observation: Mapping[str, Any]) -> None:
        position = observation["position"]
        self.power = power
        self.facts = observation["powers"][power]
        self.owner = {place: p for p, places in position["provinces"].items() for place in places}
        self.city = {place: p for p, places in position["cities"].items() for place in places}
        self.units = {_place(unit.partition(" ")[2]): p for p, units in position["units"].items() for unit in units if unit[0] != "G"}


def _place(text: str) -> str:
    for quality in (" militia", " mercenary", " professional"):
        text = text.removesuffix(quality)
    return text.partition("/")[0]


def features(scene: Scene, unit: str, order: str, cities: frozenset[str]) -> list[float]:
    """Return the features of an order of a unit. cities are the provinces with a city that counts."""
    x = [0.0] * len(FEATURES)
    here = _place(unit.partition(" ")[2])
    where = unit.partition(" ")[2]
    for quality in (" militia", " mercenary", " professional"):
        where = where.removesuffix(quality)
    rest = order.partition(" ")[2].removeprefix(where).strip()
    verb = rest[:1]
    if verb == "-":
        to = _place(rest.removesuffix(" via convoy").rpartition("- ")[2])
        x[2] = 1
        x[3] = float(to not in scene.owner)
        x[4] = float(scene.owner.get(to, scene.power) != scene.power)
        x[5] = float(to in cities and to not in scene.city)
        x[6] = float(scene.city.get(to, scene.power) != scene.power)
        x[7] = float(scene.units.get(to) == scene.power)
        x[8] = float(scene.units.get(to, scene.power) != scene.power)
    elif verb == "S":
        x[9] = 1
        supported = _place(rest[2:].partition(" - ")[0].partition(" ")[2])
        x[10] = float(scene.units.get(supported) == scene.power)
    elif verb == "B":
        x[11] = 1
    elif verb == "C":
        x[12] = 1
    elif verb == "T":
        x[13] = 1
    else:
        x[0] = 1
        x[1] = float(scene.city.get(here, scene.power) != scene.power)
    return x


def choose(
    weights: Sequence[float], power: str, observation: Mapping[str, Any], legal: Mapping[str, Any],
    cities: frozenset[str], dice: random.Random,
) -> list[int]:
    """Return an action for every unit, better ones more often, and builds."""
    scene = Scene(power, observation)
    actions = []
    for unit in legal.get("units", []):
        scores = [sum(w * f for w, f in zip(weights, features(scene, unit["unit"], order, cities))) for order in unit["orders"]]
        if observation["phase"].endswith("adjustments"):
            scores = [0.0 if order.startswith("M ") else -9.0 for order in unit["orders"]]
            if not any(order.startswith("M ") for order in unit["orders"]):
                continue  # cities are counted: too many units are removed by the rules
        highest = max(scores)
        actions.append(dice.choices(unit["actions"], [math.exp(s - highest) for s in scores])[0])
    builds = legal.get("builds", {"orders": [], "actions": []})
    possible = [a for order, a in zip(builds["orders"], builds["actions"]) if order.startswith("B ")]
    wanted = max(scene.facts["cities"] - scene.facts["units"], 0)
    actions.extend(dice.sample(possible, min(wanted, len(possible))))
    return actions


def main() -> None:
    """Play with the weights of a file."""
    with open(sys.argv[1], encoding="utf-8") as file:
        stored = json.load(file)
    cities = frozenset(stored["cities"])
    dice = random.Random(1)

    def decide(decision: Decision) -> list[int]:
        return choose(stored["weights"], decision.power, decision.observation, decision.legal, cities, dice)

    serve(decide)


if __name__ == "__main__":
    main()
