"""Builds the wheel of podesta, with the standard library only (PEP 517).

The wheel contains the program podesta. It is the file that the environment
variable PODESTA_BINARY names; without one it is built with Go from the source
around this folder. PODESTA_VERSION is the version, PODESTA_PLATFORM the
platform of the program, and PODESTA_HOME the address of the project's pages.
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
    given = released()
    if given:
        return re.sub(r"-(alpha|beta|rc|dev)\.", lambda m: {"alpha": "a", "beta": "b", "rc": "rc", "dev": ".dev"}[m[1]], given)
    found = re.search(r"^## (\d+\.\d+\.\d+)", (HERE.parent / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    return (found.group(1) if found else "0.0.0") + ".post0.dev0"


def released() -> str:
    """Return the version that the program names, such as 1.1.0-rc.1."""
    return os.environ.get("PODESTA_VERSION", "")


# The program is linked statically, so it runs with the oldest C library that
# installers of packages know, and without one. Go needs this macOS at least.
TAGS = {
    "linux-x86_64": "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macosx-x86_64": "macosx_12_0_x86_64",
    "macosx-arm64": "macosx_12_0_arm64",
    "win-amd64": "win_amd64",
    "win-arm64": "win_arm64",
}


def platform_tag() -> str:
    """Return the platforms of the wheel, such as win_amd64, joined by full stops."""
    system = os.environ.get("PODESTA_PLATFORM") or re.sub(r"^macosx-[\d.]+-", "macosx-", sysconfig.get_platform())
    return TAGS.get(system) or re.sub(r"[^A-Za-z0-9]", "_", system)


LICENCES = ("LICENSE", "NOTICE", "cmd/podesta/licences.txt")


def licence(file: str) -> str:
    """Return the name that a file of the repository has among the licences of the wheel."""
    return "THIRD-PARTY-LICENCES.txt" if file.endswith("licences.txt") else file


CLASSIFIERS = (
    "Development Status :: 5 - Production/Stable",
    "Intended Audience :: Developers",
    "Intended Audience :: Science/Research",
    "Operating System :: MacOS",
    "Operating System :: Microsoft :: Windows",
    "Operating System :: POSIX :: Linux",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3 :: Only",
    "Topic :: Games/Entertainment :: Board Games",
    "Topic :: Games/Entertainment :: Turn Based Strategy",
    "Topic :: Scientific/Engineering :: Artificial Intelligence",
    "Typing :: Typed",
)


def metadata() -> str:
    """Return the contents of METADATA."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    home = os.environ.get("PODESTA_HOME")
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", NAME),
        ("Version", version()),
        ("Summary", "The board game Machiavelli as an environment for programs that learn or play"),
        ("Author", "The authors of podesta"),
        ("License-Expression", "Apache-2.0"),
        *(("License-File", licence(file)) for file in LICENCES),
        ("Keywords", "machiavelli,diplomacy,board game,pettingzoo,reinforcement learning"),
        *(("Classifier", c) for c in CLASSIFIERS),
        *([("Project-URL", f"Homepage, {home}"), ("Project-URL", f"Documentation, {home}/docs/environment.html")] if home else []),
        ("Requires-Python", ">=3.10"),
        ("Provides-Extra", "pettingzoo"),
        ("Requires-Dist", 'pettingzoo>=1.24; extra == "pettingzoo"'),
        ("Provides-Extra", "plots"),
        ("Requires-Dist", 'matplotlib; extra == "plots"'),
        ("Description-Content-Type", "text/markdown"),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + readme


def binary(folder: str) -> Path:
    """Return the program that the wheel contains."""
    given = os.environ.get("PODESTA_BINARY")
    if given:
        return Path(given)
    built = Path(folder) / ("podesta.exe" if sys.platform == "win32" else "podesta")
    subprocess.run(
        ["go", "build", "-trimpath", f"-ldflags=-s -w -X main.released={released()}", "-o", str(built), "./cmd/podesta"],
        cwd=HERE.parent, check=True, env={**os.environ, "CGO_ENABLED": "0"},
    )
    return built


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Write the wheel to a folder and return its name."""
    info = f"{NAME}-{version()}.dist-info"
    name = f"{NAME}-{version()}-py3-none-{platform_tag()}.whl"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in platform_tag().split("."))
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
        suffix = ".exe" if platform_tag().startswith("win") else ""
        add(f"{NAME}/bin/{NAME}{suffix}", program.read_bytes(), 0o755)
        add(f"{info}/entry_points.txt", f"[console_scripts]\n{NAME} = {NAME}.__main__:main\n".encode())
        for file in LICENCES:
            add(f"{info}/licenses/{licence(file)}", (HERE.parent / file).read_bytes())
        add(f"{info}/METADATA", metadata().encode())
        add(f"{info}/WHEEL", ("Wheel-Version: 1.0\nGenerator: podesta_build\nRoot-Is-Purelib: false\n" + tags).encode())
        add(f"{info}/RECORD", ("\n".join([*records, f"{info}/RECORD,,"]) + "\n").encode())
    return name


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Refuse: the source of the program is in the repository, not in an sdist."""
    raise RuntimeError("podesta has no source distribution: build a wheel from the repository with make wheel")


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(Path(sys.argv[1]) / build_wheel(sys.argv[1]))
