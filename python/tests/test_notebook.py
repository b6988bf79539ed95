"""Runs the code of the notebook with small numbers, and then the player that it has trained."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import podesta

HERE = Path(__file__).resolve().parent.parent
SMALL = {"GAMES": 2, "ROUNDS": 2, "CANDIDATES": 4, "TRIALS": 1}


class NotebookTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(os.chdir, os.getcwd())
        for name in ("first-player.ipynb", "first_player.py"):
            shutil.copy(HERE / "notebooks" / name, self.folder)
        os.chdir(self.folder)
        path = mock.patch.dict(os.environ, {"PYTHONPATH": str(HERE)})  # of the programs that the notebook starts
        path.start()
        self.addCleanup(path.stop)

    def test_notebook(self) -> None:
        notebook = json.loads(Path("first-player.ipynb").read_text(encoding="utf-8"))
        names: dict[str, object] = {}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for cell in notebook["cells"]:
                if cell["cell_type"] != "code":
                    continue
                code = "".join(cell["source"])
                for name, value in SMALL.items():
                    code = re.sub(rf"(?m)^{name} = \d+", f"{name} = {value}", code)
                exec(compile(code, "first-player.ipynb", "exec"), names)
        self.assertIn("round 2:", out.getvalue())
        self.assertRegex(out.getvalue(), r"(?m)^first +\d+ .* 0 +[\d.]+ +[\d.]+$")  # a row of the arena's table, without faults
        self.assertLess(len(json.dumps(notebook)), 50_000)
        with podesta.Environment() as env:
            game = env.reset("B", preset="battleline-1978-basic", observe=["milan"], legal=["milan"])
            request = {"op": "decide", "id": 1, "game": "1", "power": "milan", "observation": game.observations["milan"], "legal": game.legal["milan"]}
            program = subprocess.run(
                [sys.executable, "first_player.py", "first-player.json"], input=json.dumps(request) + "\n",
                capture_output=True, text=True, check=True,
            )
            answer = json.loads(program.stdout)
            self.assertEqual((answer["id"], len(answer["orders"])), (1, len(game.legal["milan"]["units"])))
            self.assertEqual(game.step({"milan": answer["orders"]}).refused, [])


if __name__ == "__main__":
    unittest.main()
