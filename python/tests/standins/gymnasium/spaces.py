"""The spaces that podesta.parallel uses, as the documentation of Gymnasium describes them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


class Space:
    """A set of values with a shape and a type, and random numbers of its own."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: Any, seed: int | None = None) -> None:
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self.np_random = np.random.default_rng(seed)

    def seed(self, seed: int | None = None) -> Any:
        """Restart the random numbers of samples."""
        self.np_random = np.random.default_rng(seed)
        return seed

    def sample(self, mask: Any = None) -> Any:
        """Return a random member."""
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        """Report whether x is a member."""
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class MultiDiscrete(Space):
    """Arrays of whole numbers, each from 0 and below its own limit."""

    def __init__(self, nvec: Any, dtype: Any = np.int64, seed: int | None = None) -> None:
        self.nvec = np.array(nvec, dtype=dtype)
        if not (self.nvec > 0).all():
            raise AssertionError("limits have to be positive")
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self, mask: Any = None) -> Any:
        """Return a random member; the mask is a tuple of arrays of int8 with a 1 for what is possible."""
        if mask is None:
            return self.np_random.integers(0, self.nvec, dtype=self.dtype)
        if not isinstance(mask, tuple) or len(mask) != len(self.nvec):
            raise AssertionError("a mask is a tuple with an array for each number")
        for row, limit in zip(mask, self.nvec):
            if not isinstance(row, np.ndarray) or row.dtype != np.int8 or row.shape != (limit,):
                raise AssertionError("a row of a mask is an array of int8, as long as its number has values")
            if not np.isin(row, (0, 1)).all():
                raise AssertionError("a mask contains only 0 and 1")
        possible = [np.flatnonzero(row) for row in mask]
        return np.array([self.np_random.choice(p) if len(p) else 0 for p in possible], dtype=self.dtype)

    def contains(self, x: Any) -> bool:
        """Report whether x is an array of the type and shape within the limits; lists become arrays."""
        if isinstance(x, Sequence):
            x = np.array(x)
        if not isinstance(x, np.ndarray) or x.shape != self.shape or not np.can_cast(x.dtype, self.dtype):
            return False
        return bool(((x >= 0) & (x < self.nvec)).all())


class Box(Space):
    """Arrays of one shape and type within bounds."""

    def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = np.float32, seed: int | None = None) -> None:
        if not all(isinstance(n, (int, np.integer)) for n in shape):
            raise AssertionError("a shape has whole numbers")
        super().__init__(tuple(shape), dtype, seed)
        self.low = np.full(self.shape, low, dtype=self.dtype)
        self.high = np.full(self.shape, high, dtype=self.dtype)

    def sample(self, mask: Any = None) -> Any:
        """Return a random member; there are no masks for boxes."""
        if mask is not None:
            raise ValueError("a box takes no mask")
        return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def contains(self, x: Any) -> bool:
        """Report whether x is an array of the type and shape within the bounds; others become arrays, with a warning."""
        if not isinstance(x, np.ndarray):
            warnings.warn("a member of a box should be an array")
            try:
                x = np.asarray(x, dtype=self.dtype)
            except (ValueError, TypeError):
                return False
        if x.shape != self.shape or not np.can_cast(x.dtype, self.dtype):
            return False
        return bool(((x >= self.low) & (x <= self.high)).all())


class Dict(Space):
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: Mapping[str, Space], seed: int | None = None) -> None:
        if not all(isinstance(space, Space) for space in spaces.values()):
            raise AssertionError("the values of a Dict are spaces")
        self.spaces = dict(spaces)
        super().__init__(None, None, seed)

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def seed(self, seed: int | None = None) -> Any:
        """Restart the random numbers of all spaces."""
        return {name: space.seed(seed) for name, space in self.spaces.items()}

    def sample(self, mask: Any = None) -> Any:
        """Return a random member; the mask has one for each key."""
        return {name: space.sample(None if mask is None else mask[name]) for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        """Report whether x is a dictionary with exactly these keys, and members of their spaces."""
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[n]) for n, s in self.spaces.items())
