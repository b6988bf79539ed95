"""Builds the wheel of podesta, with the standard library only (PEP 517).

The wheel contains the program podesta. It is the file that the environment
variable PODESTA_BINARY names; without one it is built with Go from the source
around this folder.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import stat
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
NAME = "podesta"


def version() -> str:
    """Return the version of the newest release in the changelog, or 0.0.0, with .dev0 unless PODESTA_VERSION says which it is."""
    given = os.environ.get("PODESTA_VERSION")
    if given:
        return given.replace("-rc.", "rc").replace("-", "")
    found = re.search(r"^## (\d+\.\d+\.\d+)", (HERE.parent / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    return (found.group(1) if found else "0.0.0") + ".post0.dev0"


def platform_tag() -> str:
    """Return the platform of the wheel, such as linux_x86_64."""
    given = os.environ.get("PODESTA_PLATFORM")
    return given or re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())


def metadata() -> str:
    """Return the contents of METADATA."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {NAME}\nVersion: {version()}\n"
        "Summary: The board game Machiavelli as an environment for programs that learn or play\n"
        "License: Apache-2.0\nRequires-Python: >=3.10\n"
        "Provides-Extra: pettingzoo\nRequires-Dist: pettingzoo>=1.24; extra == 'pettingzoo'\n"
        "Provides-Extra: plots\nRequires-Dist: matplotlib; extra == 'plots'\n"
        "Description-Content-Type: text/markdown\n\n" + readme
    )


def binary(folder: str) -> Path:
    """Return the program that the wheel contains."""
    given = os.environ.get("PODESTA_BINARY")
    if given:
        return Path(given)
    built = Path(folder) / ("podesta.exe" if sys.platform == "win32" else "podesta")
    subprocess.run(
        ["go", "build", "-trimpath", "-ldflags=-s -w", "-o", str(built), "./cmd/podesta"],
        cwd=HERE.parent, check=True, env={**os.environ, "CGO_ENABLED": "0"},
    )
    return built


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Write the wheel to a folder and return its name."""
    info = f"{NAME}-{version()}.dist-info"
    name = f"{NAME}-{version()}-py3-none-{platform_tag()}.whl"
    records = []
    with tempfile.TemporaryDirectory() as work, zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path: str, data: bytes, mode: int = 0o644) -> None:
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            records.append(f"{path},sha256={digest},{len(data)}")

        for file in sorted((HERE / NAME).glob("*")):
            if file.suffix == ".py" or file.name == "py.typed":
                add(f"{NAME}/{file.name}", file.read_bytes())
        program = binary(work)
        add(f"{NAME}/bin/{program.name}", program.read_bytes(), 0o755)
        add(f"{info}/entry_points.txt", f"[console_scripts]\n{NAME} = {NAME}.__main__:main\n".encode())
        add(f"{info}/LICENSE", (HERE.parent / "LICENSE").read_bytes())
        add(f"{info}/METADATA", metadata().encode())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: podesta_build\nRoot-Is-Purelib: false\nTag: py3-none-{platform_tag()}\n".encode())
        add(f"{info}/RECORD", ("\n".join([*records, f"{info}/RECORD,,"]) + "\n").encode())
    return name


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Refuse: the source of the program is in the repository, not in an sdist."""
    raise RuntimeError("podesta has no source distribution: build a wheel from the repository with make wheel")


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(Path(sys.argv[1]) / build_wheel(sys.argv[1]))
