"""Runs the code of the notebook about open data on a small file that the program writes."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import podesta

HERE = Path(__file__).resolve().parent.parent


class QuestionsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def run_notebook(self, files: list[str]) -> str:
        notebook = json.loads((HERE / "notebooks" / "three-questions.ipynb").read_text(encoding="utf-8"))
        names: dict[str, object] = {}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for cell in notebook["cells"]:
                if cell["cell_type"] != "code":
                    continue
                self.assertEqual(cell["outputs"], [])
                code = "".join(cell["source"]).replace('FILES = ["games.jsonl"]', f"FILES = {files!r}")
                exec(compile(code, "three-questions.ipynb", "exec"), names)
        return out.getvalue()

    def test_notebook(self) -> None:
        for name, flags in {
            "money.jsonl": ["-players", "hard*2,easy*2", "-years", "2"],
            "basic.jsonl": ["-players", "random", "-years", "3", "-preset", "battleline-1978-basic"],
        }.items():
            subprocess.run(
                [podesta.find_binary(), "data", "selfplay", "-scenario", "A", "-games", "2", "-seed", "3", "-o", name, *flags],
                check=True, stdout=subprocess.DEVNULL,
            )
        with open("basic.jsonl", "rb") as plain, gzip.open("basic.jsonl.gz", "wb") as packed:
            shutil.copyfileobj(plain, packed)
        said = self.run_notebook(["money.jsonl", "basic.jsonl.gz"])
        self.assertIn("'battleline-1978-basic, A': 2", said)
        self.assertIn("battleline-1978-basic, A: 2 games", said)
        self.assertIn("  no bribe ", said)
        self.assertIn("phases: median", said)

    def test_other_version(self) -> None:
        Path("other.jsonl").write_text('{"format": "podesta open game", "version": 2}\n', encoding="utf-8")
        with self.assertRaisesRegex(ValueError, "reads version 1"):
            self.run_notebook(["other.jsonl"])


if __name__ == "__main__":
    unittest.main()
