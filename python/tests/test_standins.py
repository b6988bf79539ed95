"""Runs the tests of podesta.parallel with arrays and with stand-ins for PettingZoo and Gymnasium.

They run where the packages are not installed, with a Python that has numpy.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import podesta

HERE = Path(__file__).resolve().parent
PROBE = "import sys, numpy; sys.exit(sys.version_info < (3, 10))"


def with_numpy() -> str | None:
    """Return a Python that has numpy: this one, one on the path, or the system's."""
    for python in (sys.executable, shutil.which("python3"), "/usr/bin/python3"):
        if python and Path(python).exists() and subprocess.run([python, "-c", PROBE], capture_output=True).returncode == 0:
            return python
    return None


class StandInsTest(unittest.TestCase):
    def test_parallel(self) -> None:
        if importlib.util.find_spec("pettingzoo"):
            self.skipTest("pettingzoo is installed, and test_parallel.py uses it")
        python = with_numpy()
        if python is None:
            print("NO PYTHON HAS NUMPY: podesta.parallel was NOT TRIED with arrays (Debian: python3-numpy)", file=sys.stderr)
            self.skipTest("numpy is not installed")
        done = subprocess.run(
            [python, "-W", "error", "-m", "unittest", "-v", "tests.test_parallel"], capture_output=True, text=True, cwd=HERE.parent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE / "standins")]), "PODESTA": podesta.find_binary()},
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"(?m)^test_members_of_the_packages .* ok$")
        print("podesta.parallel was tried with numpy, and with stand-ins for gymnasium and pettingzoo only", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
