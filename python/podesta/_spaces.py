"""Spaces for actions and observations: gymnasium's, or small ones like them.

PettingZoo needs gymnasium and numpy. Without them, the classes here have the
same methods as far as podesta.parallel uses them, and hold tuples of ints in the
place of arrays.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

try:
    import gymnasium.spaces as _gym
    import numpy as _np
except ImportError:
    _gym = None
    _np = None


class MultiDiscrete:
    """Tuples of whole numbers, each from 0 and below its own limit."""

    def __init__(self, limits: Sequence[int]) -> None:
        self.nvec = tuple(limits)
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def sample(self) -> tuple[int, ...]:
        return tuple(self._random.randrange(n) for n in self.nvec)

    def contains(self, x: Any) -> bool:
        return len(x) == len(self.nvec) and all(0 <= a < n for a, n in zip(x, self.nvec))


class Box:
    """Tables of whole numbers within bounds."""

    def __init__(self, low: int, high: int, shape: tuple[int, int]) -> None:
        self.low, self.high, self.shape = low, high, shape
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def sample(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(self._random.randint(self.low, self.high) for _ in range(self.shape[1])) for _ in range(self.shape[0]))

    def contains(self, x: Any) -> bool:
        return len(x) == self.shape[0] and all(
            len(row) == self.shape[1] and all(self.low <= a <= self.high for a in row) for row in x
        )


class Dict:
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        self.spaces = dict(spaces)

    def seed(self, seed: int | None = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[n]) for n, s in self.spaces.items())


def multi_discrete(limits: Sequence[int]) -> Any:
    """Return a space of whole numbers with these limits."""
    return _gym.MultiDiscrete(list(limits)) if _gym else MultiDiscrete(limits)


def box(low: int, high: int, shape: tuple[int, int]) -> Any:
    """Return a space of tables of that shape."""
    return _gym.Box(low, high, shape, _np.int32) if _gym else Box(low, high, shape)


def dictionary(spaces: Mapping[str, Any]) -> Any:
    """Return a space of dictionaries."""
    return _gym.Dict(dict(spaces)) if _gym else Dict(spaces)


def table(rows: Sequence[Sequence[int]]) -> Any:
    """Return a table as a member of a box: an array, or a tuple of tuples."""
    return _np.array(rows, dtype=_np.int32) if _np else tuple(tuple(row) for row in rows)


def mask(rows: Sequence[Sequence[int]]) -> Any:
    """Return a mask: an array of int8, or a tuple of tuples."""
    return _np.array(rows, dtype=_np.int8) if _np else tuple(tuple(row) for row in rows)
