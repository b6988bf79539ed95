"""A game as a parallel environment of PettingZoo (install ``podesta[pettingzoo]``).

All powers act at the same time, as in the game. The action of a power is a list
of numbers, one for each slot. In every slot 0 gives no order, and a number from 1
chooses one of the legal orders of the slot, in their sequence. The slots of a
power are always the same: first those of its units, one for each in the sequence
of its legal orders, then those of builds, of money, of other orders and of
travels, as many as ``SLOTS`` says. All slots of builds choose from the same list,
so a power builds as often as it has such slots, and so it is with the others.

Orders count in the order of the slots. An order that an earlier slot has chosen
already is dropped, so it counts once. The rest is decided as for people: of two
builds in one space, or two payments to the same power, the later counts; a fifth
expense is refused; expenses and builds are paid for one after the other, and have
no effect if the treasury no longer suffices.

``infos[agent]["action_mask"]`` has a row for each slot, with 1 for 0 and for the
numbers that choose an order. It is a mask for ``action_space(agent).sample``. A
number that it excludes gives no order. ``infos[agent]["legal"]`` has the orders,
and ``infos[agent]["refused"]`` the lines of the phase before that were refused.

The observation is a table of areas and one of powers, see ``AREA`` and
``POWER``; ``infos[agent]["observation"]`` has everything that the seat may know.
Rewards are the sum-of-squares shares at the end of the game.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from podesta import _spaces
from podesta.environment import Environment, Game

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

    _Base = ParallelEnv[str, dict[str, Any], Sequence[int]]
else:
    try:
        from pettingzoo import ParallelEnv as _Base
    except ImportError:
        _Base = object

#: The slots of an action: how many of each kind, in this sequence. A power has at
#: most four expenses in a phase; the other slots of money are for payments and loans.
SLOTS = {"units": 48, "builds": 12, "money": 8, "others": 2, "travels": 2}

#: How many orders a slot of each kind can choose from.
CHOICES = {"units": 1024, "builds": 128, "money": 256, "others": 16, "travels": 128}

#: The columns of the table of areas. Owners are numbers of powers from 1 in the
#: order of possible_agents, 0 for nobody.
AREA = ("owner", "city", "unit owner", "unit", "garrison", "besieged", "rebellion", "famine")

#: The columns of the table of powers. Sums that the seat may not know are -1.
POWER = ("self", "cities", "provinces", "units", "ducats", "debt", "eliminated")

_UNITS = {"A": 1, "F": 2, "C": 3, "AC": 4}
_LIMIT = 1_000_000


class MachiavelliEnv(_Base):
    """One game, for all powers at the same time."""

    metadata = {"name": "machiavelli_v2", "render_modes": ["ansi"]}

    def __init__(
        self,
        scenario: str = "B",
        *,
        slots: Mapping[str, int] | None = None,
        choices: Mapping[str, int] | None = None,
        years: int = 10,
        render_mode: str | None = None,
        command: Sequence[str] | None = None,
        **setup: Any,
    ) -> None:
        """Start a game of a scenario.

        ``slots`` and ``choices`` replace numbers of ``SLOTS`` and ``CHOICES``:
        ``slots={"units": 40}``. If a power has more units or orders than fit,
        the environment warns once of each kind, and the last ones cannot be chosen.
        ``setup`` has variant, seats, preset and options as for ``Environment.reset``.
        """
        self.slots, self.choices = _sizes(SLOTS, slots), _sizes(CHOICES, choices)
        self.render_mode = render_mode
        self._environment = Environment(command)
        self._setup: dict[str, Any] = {"scenario": scenario, "years": years, **setup}
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
        limits = [1 + self.choices[kind] for kind, n in self.slots.items() for _ in range(n)]
        self._action_spaces = {p: _spaces.multi_discrete(limits) for p in self.possible_agents}
        self._game: Game | None = None
        self._offered: dict[str, list[list[int]]] = {}
        self._warned: set[tuple[str, str]] = set()

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of a power."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of a power."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. Without a seed its dice are those of the next game of this environment."""
        if self._game is not None:
            self._game.close()
        self._game = self._environment.reset(seed="" if seed is None else seed, observe=True, legal=True, form="both", **self._setup)
        self.agents = list(self.possible_agents)
        return self._tell(self._game, self.agents, [])

    def step(
        self, actions: Mapping[str, Sequence[int]]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Resolve a phase with the actions of all powers."""
        if self._game is None:
            raise RuntimeError("call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = self.agents
        orders = {power: self._orders(power, actions[power]) for power in acting if power in actions}
        step = self._game.step(orders, observe=True, legal=True, form="both")
        observations, infos = self._tell(self._game, acting, step.refused)
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

    def _offer(self, power: str, legal: Mapping[str, Any]) -> list[list[int]]:
        """Return, for each slot, the numbers of the orders that it can choose."""
        offered: list[list[int]] = []
        for kind, slots in self.slots.items():
            most = self.choices[kind]
            if kind == "units":
                lists: list[list[int]] = [unit["actions"] for unit in legal.get(kind, [])]
                self._fits("slots", kind, power, len(lists), slots)
            else:
                lists = [legal[kind]["actions"]] * slots if kind in legal else []
            self._fits("choices", kind, power, max(map(len, lists), default=0), most)
            offered += [list_[:most] for list_ in lists[:slots]]
            offered += [[] for _ in range(slots - len(lists))]
        return offered

    def _fits(self, what: str, kind: str, power: str, found: int, size: int) -> None:
        """Warn, once for each size, if a power has more of a kind than fit."""
        if found > size and (what, kind) not in self._warned:
            self._warned.add((what, kind))
            warnings.warn(
                f"{power} has more than the {size} {what} of {kind}, and cannot choose the last ones: "
                f"make the environment with {what}={{{kind!r}: {found}}} or more",
                stacklevel=5,  # the line that called reset or step
            )

    def _orders(self, power: str, action: Sequence[int]) -> list[int]:
        """Return the orders that an action chooses, each once."""
        chosen: dict[int, None] = {}
        for number, offered in zip(action, self._offered[power]):
            if 0 < number <= len(offered):
                chosen[offered[int(number) - 1]] = None
        return list(chosen)

    def _tell(
        self, game: Game, powers: Sequence[str], refused: Sequence[Mapping[str, str]]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observations and the infos of powers."""
        observations: dict[str, Any] = {}
        infos: dict[str, Any] = {}
        for power in powers:
            seen, legal = game.observations[power], game.legal.get(power, {})
            observations[power] = {
                "areas": _spaces.table(self._area_table(seen)),
                "powers": _spaces.table(self._power_table(seen, power)),
            }
            offered = self._offered[power] = self._offer(power, legal)
            limits = [self.choices[kind] for kind, n in self.slots.items() for _ in range(n)]
            infos[power] = {
                "legal": legal,
                "observation": seen,
                "action_mask": tuple(_spaces.mask_row(1 + len(o), 1 + n) for o, n in zip(offered, limits)),
                "refused": [line for line in refused if line["power"] == power],
            }
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
        rows: list[list[int]] = []
        for p in self.possible_agents:
            facts = seen["powers"][p]
            rows.append([
                int(p == power), facts["cities"], facts["provinces"], facts["units"],
                facts.get("ducats", -1), facts.get("debt", -1), int(facts["eliminated"]),
            ])
        return rows


def _sizes(defaults: Mapping[str, int], given: Mapping[str, int] | None) -> dict[str, int]:
    """Return sizes by kind: those that are given, and the defaults of the others."""
    unknown = set(given or {}) - set(defaults)
    if unknown:
        raise ValueError(f"there are no {', '.join(sorted(unknown))}: expected some of {', '.join(defaults)}")
    return {**defaults, **(given or {})}


def parallel_env(scenario: str = "B", **settings: Any) -> MachiavelliEnv:
    """Return the environment, as PettingZoo names the function."""
    return MachiavelliEnv(scenario, **settings)
