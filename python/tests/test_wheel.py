"""Builds the wheel around the program that PODESTA names, and installs it into an empty environment."""

from __future__ import annotations

import base64
import csv
import email
import email.message
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import podesta

from tests.test_docs import blocks

HERE = Path(__file__).resolve().parent.parent
BUILD = HERE / "build" / "podesta_build.py"

# Checks metadata with the library packaging, which pip has inside. The status is 3 if there is
# none that knows License-Expression.
CHECK = """
import importlib, sys
for name in ("packaging", "pip._vendor.packaging"):
    try:
        metadata = importlib.import_module(name + ".metadata")
    except ImportError:
        continue
    if "license_expression" not in vars(getattr(metadata, "Metadata", object)):
        continue
    try:
        metadata.Metadata.from_email(sys.stdin.buffer.read(), validate=True)
    except metadata.ExceptionGroup as e:
        sys.exit("; ".join(map(str, e.exceptions)))
    sys.exit(0)
sys.exit(3)
"""


def builder() -> Any:
    """Return the module that builds the wheel."""
    spec = importlib.util.spec_from_file_location("podesta_build", BUILD)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment(**more: str) -> dict[str, str]:
    """Return the variables of this process without those that lead to this podesta or to packages."""
    return {**{k: v for k, v in os.environ.items() if not k.startswith(("PODESTA", "PYTHON", "PIP_"))}, **more}


class WheelTest(unittest.TestCase):
    folder: Path
    wheel: Path
    files: dict[str, bytes]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        subprocess.run(
            [sys.executable, str(BUILD), str(cls.folder)], check=True, capture_output=True,
            env=environment(PODESTA_BINARY=podesta.find_binary(), PODESTA_VERSION="1.2.0-rc.1", PODESTA_HOME="https://example.org/podesta"),
        )
        (cls.wheel,) = cls.folder.glob("podesta-1.2.0rc1-py3-none-*.whl")
        with zipfile.ZipFile(cls.wheel) as archive:
            cls.files = {name: archive.read(name) for name in archive.namelist()}

    def metadata(self) -> tuple[bytes, email.message.Message]:
        """Return METADATA, also parsed."""
        (text,) = [data for name, data in self.files.items() if name.endswith(".dist-info/METADATA")]
        return text, email.message_from_bytes(text)

    def test_record(self) -> None:
        files = self.files
        (record,) = [name for name in files if name.endswith(".dist-info/RECORD")]
        rows = list(csv.reader(files[record].decode().splitlines()))
        self.assertEqual(sorted(name for name, _, _ in rows), sorted(files))
        for name, digest, size in rows:
            if name == record:
                self.assertEqual((digest, size), ("", ""))
                continue
            sha256 = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            self.assertEqual((digest, size), ("sha256=" + sha256, str(len(files[name]))), name)

    def test_metadata(self) -> None:
        text, metadata = self.metadata()
        self.assertEqual((metadata["Name"], metadata["Version"], metadata["Requires-Python"]), ("podesta", "1.2.0rc1", ">=3.10"))
        self.assertEqual(metadata["License-Expression"], "Apache-2.0")
        self.assertTrue(all("extra ==" in requirement for requirement in metadata.get_all("Requires-Dist", [])))
        self.assertIn("Homepage, https://example.org/podesta", metadata.get_all("Project-URL", []))
        self.assertEqual(metadata.get_payload(), (HERE / "README.md").read_text(encoding="utf-8"))
        done = subprocess.run([sys.executable, "-c", CHECK], input=text, capture_output=True, env=environment())
        if done.returncode == 3:
            print("THIS PYTHON HAS NO packaging 24.2 OR NEWER, AND NO pip 25: METADATA WAS NOT VALIDATED", file=sys.stderr)
        else:
            self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_project_agrees(self) -> None:
        project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
        _, metadata = self.metadata()
        for field, value in (("name", "Name"), ("description", "Summary"), ("requires-python", "Requires-Python"), ("license", "License-Expression")):
            self.assertIn(f'\n{field} = "{metadata[value]}"\n', project)
        extras = dict(re.findall(r'(?m)^(\w+) = \["([^"]*)"\]$', re.split(r"\n\[", project.partition("[project.optional-dependencies]")[2])[0]))
        wanted = [f'{requirement}; extra == "{extra}"' for extra, requirement in extras.items()]
        self.assertEqual(metadata.get_all("Requires-Dist"), wanted)
        self.assertEqual(metadata.get_all("Provides-Extra"), list(extras))

    def test_licences(self) -> None:
        files = {name.partition("/licenses/")[2]: data for name, data in self.files.items() if "/licenses/" in name}
        _, metadata = self.metadata()
        self.assertEqual(sorted(metadata.get_all("License-File", [])), sorted(files))
        for name in ("LICENSE", "NOTICE"):
            self.assertEqual(files[name], (HERE.parent / name).read_bytes())
        self.assertIn(b"modernc.org/sqlite", files["THIRD-PARTY-LICENCES.txt"])

    def test_installs(self) -> None:
        place = self.folder / "venv"
        try:
            subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, capture_output=True, text=True, env=environment())
        except subprocess.CalledProcessError as e:
            print(f"THIS PYTHON MAKES NO VIRTUAL ENVIRONMENT (Debian: python3-venv): THE WHEEL WAS NOT INSTALLED\n{e.stdout}", file=sys.stderr)
            self.skipTest("no venv")
        programs = place / ("Scripts" if os.name == "nt" else "bin")

        def run(*command: str) -> str:
            done = subprocess.run([programs / command[0], *command[1:]], capture_output=True, text=True, cwd=self.folder, env=environment())
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        run("python", "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--no-index", str(self.wheel))
        self.assertIn("No broken requirements", run("python", "-m", "pip", "--isolated", "check"))
        own = subprocess.run([podesta.find_binary(), "version"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(run("podesta", "version"), own)
        self.assertEqual(run("python", "-m", "podesta", "version"), own)
        self.assertIn(str(place), run("python", "-c", "import podesta; print(podesta.find_binary())"))
        (readme,) = blocks(HERE / "README.md")
        self.assertIn("'milan':", run("python", "-c", readme))
        self.assertEqual(run("python", "-c", "import importlib.metadata as m; print(m.version('podesta'))"), "1.2.0rc1\n")
        run("python", "-m", "pip", "--isolated", "uninstall", "-y", "podesta")
        self.assertEqual([p for p in place.rglob("podesta*") if p.is_file()], [])

    def test_version_of_the_program(self) -> None:
        build = builder()
        with mock.patch.dict(os.environ, {"PODESTA_BINARY": "", "PODESTA_VERSION": "1.2.0-rc.1"}):
            if os.environ.get("PODESTA_ALL") and shutil.which("go"):
                told = subprocess.run([build.binary(str(self.folder)), "version"], check=True, capture_output=True, text=True).stdout
                self.assertIn("1.2.0-rc.1", told)
                return
            with mock.patch.object(build.subprocess, "run") as run:
                build.binary(str(self.folder))
        self.assertIn("-ldflags=-s -w -X main.released=1.2.0-rc.1", run.call_args.args[0])
        print("The wheel's program was not built, which takes minutes: only its command was checked (PODESTA_ALL=1 builds it)", file=sys.stderr)

    def test_versions(self) -> None:
        build = builder()
        for given, wanted in (("1.2.0", "1.2.0"), ("1.2.0-rc.1", "1.2.0rc1"), ("1.2.1-dev.77", "1.2.1.dev77"), ("2.0.0-beta.3", "2.0.0b3")):
            with mock.patch.dict(os.environ, {"PODESTA_VERSION": given}):
                self.assertEqual(build.version(), wanted)
        with mock.patch.dict(os.environ, {"PODESTA_VERSION": ""}):
            self.assertRegex(build.version(), r"^\d+\.\d+\.\d+\.post0\.dev0$")


if __name__ == "__main__":
    unittest.main()
