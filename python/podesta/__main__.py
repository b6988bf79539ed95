"""The program podesta of this package: ``podesta arena``, or ``python3 -m podesta arena``."""

from __future__ import annotations

import os
import subprocess
import sys

from podesta import find_binary


def main() -> int:
    """Run the program with the arguments of this process, and return its exit status."""
    binary = find_binary()
    if os.name == "posix":
        os.execv(binary, [binary, *sys.argv[1:]])
    return subprocess.run([binary, *sys.argv[1:]]).returncode


if __name__ == "__main__":
    sys.exit(main())
