"""Builds the wheel around the program that PODESTA names, and plays with what is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import podesta

HERE = Path(__file__).resolve().parent.parent


class WheelTest(unittest.TestCase):
    def test_wheel(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, str(HERE / "build" / "podesta_build.py"), folder], check=True, capture_output=True,
                env={**os.environ, "PODESTA_BINARY": podesta.find_binary()},
            )
            (wheel,) = Path(folder).glob("podesta-*-py3-none-*.whl")
            inside = Path(folder) / "inside"
            with zipfile.ZipFile(wheel) as archive:
                self.assertIsNone(archive.testzip())
                archive.extractall(inside)
                for entry in archive.infolist():
                    (inside / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
            self.assertTrue((inside / "podesta" / "py.typed").exists())
            environment = {k: v for k, v in os.environ.items() if k != "PODESTA"}
            played = subprocess.run(
                [sys.executable, "-c", "import podesta\nwith podesta.Environment() as env: print(podesta.find_binary(), env.reset('A').phase)"],
                check=True, capture_output=True, text=True, cwd=folder, env={**environment, "PYTHONPATH": str(inside)},
            )
            self.assertIn(str(inside), played.stdout)
            self.assertIn("spring", played.stdout)
            version = subprocess.run(
                [sys.executable, "-m", "podesta", "version"], check=True, capture_output=True, text=True, cwd=folder, env={**environment, "PYTHONPATH": str(inside)},
            )
            self.assertIn("podesta", version.stdout)
            (points,) = inside.glob("*.dist-info/entry_points.txt")
            self.assertIn("podesta = podesta.__main__:main", points.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
