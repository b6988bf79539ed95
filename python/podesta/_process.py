"""The program podesta, which does the work."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_HERE = Path(__file__).parent / "bin"


def find_binary() -> str:
    """Return the path of the program podesta.

    It is the one that the environment variable PODESTA names, the one in this
    package, or the first on the path, in this order. Raises FileNotFoundError
    if there is none.
    """
    named = os.environ.get("PODESTA")
    if named:
        return named
    for name in ("podesta", "podesta.exe"):
        inside = _HERE / name
        if inside.exists():
            return str(inside)
    on_path = shutil.which("podesta")
    if on_path:
        return on_path
    raise FileNotFoundError(
        "the program podesta was not found: install the wheel that contains it (make wheel), "
        "put it on the path, or set the environment variable PODESTA to its path"
    )
