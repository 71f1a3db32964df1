"""A copy of the project for a test that adds something to it, and programs that are run inside."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_LEFT_BEHIND = (".*", "*.pyc.*", "var", "docs", "golden", "node_modules", "build", "dist", "*.egg-info")
"""Compiled modules are copied, which saves each copy the time to compile them, but no file that is being written."""

_SHARED = {"HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}
"""Tables that Hypothesis keeps: of characters, and of the constants in each source. Making them takes 5 s of CPU."""


class Checkout:
    """A copy of the project in `folder`, without its history and documents."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*_LEFT_BEHIND))

    def read_checksums(self) -> dict[str, str]:
        """Return the checksum of each file by its path, without what programs write while they run."""
        found = {path.relative_to(self.root): path for path in self.root.rglob("*") if path.is_file()}
        return {
            str(name): hashlib.sha256(path.read_bytes()).hexdigest()
            for name, path in found.items()
            if "__pycache__" not in name.parts and name.parts[0] != "var" and not name.parts[0].startswith(".")
        }

    def run(self, *arguments: str, cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
        """Run Python in the copy and return its output. Raises AssertionError with all it printed if it fails."""
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd or self.root,
            env=_SHARED | inherited | {"PYTHONPATH": str(self.root)} | dict(environment or {}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def test(self, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        """Run some of the copy's tests and return the last line, such as "40 passed in 20 s"."""
        plugins = ("-p", "no:xdist", "-p", "no:cacheprovider")
        return self.run("-m", "pytest", "-q", *plugins, *arguments, environment=environment).splitlines()[-1]
