"""A game as a parallel environment of PettingZoo (install ``podesta[pettingzoo]``).

All powers act at the same time, as in the game. The action of a power is a list
of numbers, one for each slot. A slot is one group of its legal orders: first its
units, in the order of its legal orders, then its builds, its expenses and the
rest. The number chooses an order of the group; a number past the end chooses
none. ``infos[agent]["action_mask"]`` has a row for each slot with 1 for the
numbers that choose an order, and ``infos[agent]["legal"]`` has the orders.

The observation is a table of areas and one of powers, see ``AREA`` and
``POWER``; ``infos[agent]["observation"]`` has everything that the seat may know.
Rewards are the sum-of-squares shares at the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from podesta import _spaces
from podesta.environment import Environment, Game

try:
    from pettingzoo import ParallelEnv as _Base
except ImportError:
    _Base = object

#: The columns of the table of areas. Owners are numbers of powers from 1 in the
#: order of possible_agents, 0 for nobody.
AREA = ("owner", "city", "unit owner", "unit", "garrison", "besieged", "rebellion", "famine")

#: The columns of the table of powers. Sums that the seat may not know are -1.
POWER = ("self", "cities", "provinces", "units", "ducats", "debt", "eliminated")

_UNITS = {"A": 1, "F": 2, "C": 3, "AC": 4}
_LIMIT = 1_000_000


class MachiavelliEnv(_Base):  # type: ignore[misc, valid-type]
    """One game, for all powers at the same time."""

    metadata = {"name": "machiavelli_v1", "render_modes": ["ansi"]}

    def __init__(
        self,
        scenario: str = "B",
        *,
        slots: int = 32,
        choices: int = 128,
        years: int = 10,
        render_mode: str | None = None,
        command: Sequence[str] | None = None,
        **setup: Any,
    ) -> None:
        """Start a game of a scenario.

        ``slots`` and ``choices`` are the numbers of groups and of orders in a
        group that actions can reach. ``setup`` has variant, seats, preset and
        options as for ``Environment.reset``.
        """
        self.render_mode = render_mode
        self._environment = Environment(command)
        self._setup = {"scenario": scenario, "years": years, **setup}
        self._slots, self._choices = slots, choices
        board = self._environment.board(scenario, **setup)
        self.possible_agents: list[str] = [p["id"] for p in board["powers"]]
        self.agents: list[str] = []
        self._areas = {a["name"]: i for i, a in enumerate(board["areas"])}
        self._numbers = {p: i + 1 for i, p in enumerate(self.possible_agents)}
        observation = {
            "areas": _spaces.box(-1, _LIMIT, (len(self._areas), len(AREA))),
            "powers": _spaces.box(-1, _LIMIT, (len(self.possible_agents), len(POWER))),
        }
        self._observation_spaces = {p: _spaces.dictionary(observation) for p in self.possible_agents}
        self._action_spaces = {p: _spaces.multi_discrete([choices] * slots) for p in self.possible_agents}
        self._game: Game | None = None
        self._legal: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. Without a seed its dice are those of the next game of this environment."""
        if self._game is not None:
            self._game.close()
        self._game = self._environment.reset(seed="" if seed is None else seed, observe=True, legal=True, form="both", **self._setup)
        self.agents = list(self.possible_agents)
        return self._tell(self.agents)

    def step(self, actions: Mapping[str, Sequence[int]]) -> tuple[dict[str, Any], ...]:
        """Resolve a phase with the actions of all powers."""
        if self._game is None:
            raise RuntimeError("call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = self.agents
        orders = {power: self._orders(power, actions[power]) for power in acting if power in actions}
        step = self._game.step(orders, observe=True, legal=True, form="both")
        observations, infos = self._tell(acting)
        rewards = {p: step.rewards[p] for p in acting}
        truncated = step.over and step.end == "years"
        terminations = {p: step.done[p] and not truncated for p in acting}
        truncations = {p: truncated for p in acting}
        self.agents = [p for p in acting if not step.done[p]]
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str | None:
        """Return the units of all powers as text, with the render mode "ansi"."""
        if self.render_mode != "ansi" or self._game is None:
            return None
        units = self._game.observe()["position"]["units"]
        return "\n".join([self._game.phase, *(f"{p}: {', '.join(list_)}" for p, list_ in units.items())])

    def close(self) -> None:
        """End the process behind the game."""
        self._environment.close()
        self._game = None
        self.agents = []

    def _groups(self, power: str) -> list[dict[str, Any]]:
        legal = self._legal.get(power, {})
        groups = list(legal.get("units", []))
        groups += [legal[name] for name in ("builds", "money", "others", "travels") if name in legal]
        return groups[: self._slots]

    def _orders(self, power: str, action: Sequence[int]) -> list[int]:
        chosen = []
        for number, group in zip(action, self._groups(power)):
            if int(number) < min(len(group["actions"]), self._choices):
                chosen.append(group["actions"][int(number)])
        return chosen

    def _tell(self, powers: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        game = self._game
        assert game is not None
        self._legal = game.legal
        observations, infos = {}, {}
        for power in powers:
            seen = game.observations[power]
            observations[power] = {"areas": _spaces.table(self._area_table(seen)), "powers": _spaces.table(self._power_table(seen, power))}
            rows = []
            groups = self._groups(power)
            for i in range(self._slots):
                n = min(len(groups[i]["actions"]), self._choices) if i < len(groups) else 0
                rows.append([1] * n + [0] * (self._choices - n))
            infos[power] = {"legal": self._legal.get(power, {}), "observation": seen, "action_mask": _spaces.mask(rows)}
        return observations, infos

    def _area_table(self, seen: Mapping[str, Any]) -> list[list[int]]:
        rows = [[0] * len(AREA) for _ in self._areas]
        position = seen["position"]
        for column, name in ((0, "provinces"), (1, "cities")):
            for power, places in position[name].items():
                for place in places:
                    rows[self._areas[place]][column] = self._numbers.get(power, 0)
        for power, units in position["units"].items():
            for unit in units:
                kind, place = self._unit(unit)
                row = rows[self._areas[place]]
                number = self._numbers.get(power, 0)
                if kind == "G":
                    row[4] = number + 1  # an autonomous garrison is 1
                else:
                    row[2], row[3] = number, _UNITS[kind]
        for place in position["sieges"]:
            rows[self._areas[place]][5] = 1
        for rebellion in position["rebellions"]:
            rows[self._areas[rebellion["province"]]][6] = 1
        for place in position["famine"]:
            rows[self._areas[place]][7] = 1
        return rows

    def _unit(self, unit: str) -> tuple[str, str]:
        kind, _, place = unit.partition(" ")
        for quality in (" militia", " mercenary", " professional"):
            place = place.removesuffix(quality)
        return kind, place.partition("/")[0]

    def _power_table(self, seen: Mapping[str, Any], power: str) -> list[list[int]]:
        rows = []
        for p in self.possible_agents:
            facts = seen["powers"][p]
            rows.append([
                int(p == power), facts["cities"], facts["provinces"], facts["units"],
                facts.get("ducats", -1), facts.get("debt", -1), int(facts["eliminated"]),
            ])
        return rows


def parallel_env(scenario: str = "B", **settings: Any) -> MachiavelliEnv:
    """Return the environment, as PettingZoo names the function."""
    return MachiavelliEnv(scenario, **settings)
