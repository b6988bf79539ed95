"""Spaces for actions and observations: gymnasium's, or small ones like them.

PettingZoo needs gymnasium and numpy. Without them, the classes here have the
same methods as far as podesta.parallel uses them, and hold tuples of ints in the
place of arrays.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any


def _installed(name: str) -> Any:
    """Return a module, or None if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


gym = _installed("gymnasium.spaces")
np = _installed("numpy") if gym else None


class MultiDiscrete:
    """Tuples of whole numbers, each from 0 and below its own limit."""

    def __init__(self, limits: Sequence[int]) -> None:
        self.nvec = tuple(limits)
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        """Make the samples that follow depend on the seed only."""
        self._random = random.Random(seed)

    def sample(self, mask: Sequence[Sequence[int]] | None = None) -> tuple[int, ...]:
        """Return a random member, with a mask one whose numbers have a 1 in its rows, or are 0."""
        if mask is None:
            return tuple(self._random.randrange(n) for n in self.nvec)
        return tuple(self._random.choice([i for i, m in enumerate(row) if m] or [0]) for row in mask)

    def contains(self, x: Any) -> bool:
        """Report whether x is a member."""
        return len(x) == len(self.nvec) and all(0 <= a < n for a, n in zip(x, self.nvec))


class Box:
    """Tables of whole numbers within bounds."""

    def __init__(self, low: int, high: int, shape: tuple[int, int]) -> None:
        self.low, self.high, self.shape = low, high, shape
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        """Make the samples that follow depend on the seed only."""
        self._random = random.Random(seed)

    def sample(self) -> tuple[tuple[int, ...], ...]:
        """Return a random member."""
        rows, columns = self.shape
        return tuple(tuple(self._random.randint(self.low, self.high) for _ in range(columns)) for _ in range(rows))

    def contains(self, x: Any) -> bool:
        """Report whether x is a member."""
        return len(x) == self.shape[0] and all(
            len(row) == self.shape[1] and all(self.low <= a <= self.high for a in row) for row in x
        )


class Dict:
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        self.spaces = dict(spaces)

    def seed(self, seed: int | None = None) -> None:
        """Make the samples that follow depend on the seed only."""
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        """Return a random member."""
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        """Report whether x is a member."""
        return (
            isinstance(x, dict)
            and x.keys() == self.spaces.keys()
            and all(space.contains(x[name]) for name, space in self.spaces.items())
        )


def multi_discrete(limits: Sequence[int]) -> Any:
    """Return a space of whole numbers with these limits."""
    return MultiDiscrete(limits) if gym is None else gym.MultiDiscrete(list(limits))


def box(low: int, high: int, shape: tuple[int, int]) -> Any:
    """Return a space of tables of that shape."""
    return Box(low, high, shape) if np is None else gym.Box(low, high, shape, np.int32)


def dictionary(spaces: Mapping[str, Any]) -> Any:
    """Return a space of dictionaries."""
    return Dict(spaces) if gym is None else gym.Dict(dict(spaces))


def table(rows: Sequence[Sequence[int]]) -> Any:
    """Return a table as a member of a box: an array, or a tuple of tuples."""
    return tuple(tuple(row) for row in rows) if np is None else np.array(rows, dtype=np.int32)


@lru_cache(maxsize=4096)
def mask_row(ones: int, size: int) -> Any:
    """Return a row of a mask that begins with ones: a read-only array of int8, or a tuple."""
    row = (1,) * ones + (0,) * (size - ones)
    if np is None:
        return row
    array = np.array(row, dtype=np.int8)
    array.flags.writeable = False  # other masks share it
    return array
