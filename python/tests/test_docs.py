"""Runs the Python that the documents show."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import podesta

HERE = Path(__file__).resolve().parent.parent


def blocks(path: Path) -> list[str]:
    """Return the blocks of Python of a document."""
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S)


def run(code: str, given: str = "") -> str:
    """Run a program with an input and return its output."""
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(HERE), "PODESTA": podesta.find_binary()},
    )
    return done.stdout


class DocsTest(unittest.TestCase):
    def test_random_game(self) -> None:
        game, _, _ = blocks(HERE.parent / "docs" / "environment.md")
        self.assertEqual(blocks(HERE / "README.md"), [game])
        self.assertIn("'milan':", run(game))

    def test_player(self) -> None:
        _, player, _ = blocks(HERE.parent / "docs" / "environment.md")
        request = {"op": "decide", "id": 5, "game": "g", "power": "milan", "observation": {}, "legal": {"units": [{"unit": "A Pavia", "orders": ["A Pavia H"], "actions": [3]}]}}
        self.assertEqual(json.loads(run(player, json.dumps(request) + "\n")), {"id": 5, "orders": [3]})

    def test_parallel(self) -> None:
        _, _, parallel = blocks(HERE.parent / "docs" / "environment.md")
        self.assertIn("'milan':", run(parallel))


if __name__ == "__main__":
    unittest.main()
