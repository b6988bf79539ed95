"""A stand-in for gymnasium: see README.md in the folder above."""

from gymnasium import spaces

__all__ = ["spaces"]
