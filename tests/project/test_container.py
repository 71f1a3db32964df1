"""The Dockerfile without Docker: its own COPY, RUN, ENV, HEALTHCHECK and ENTRYPOINT lines, carried out in an empty
folder with a new Python environment by a user without privileges."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_PRIVILEGES = 10001
INSTRUCTIONS = {"FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT"}

NETWORK = {"SSL_CERT_FILE", "SSL_CERT_DIR", "PIP_CERT", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"}
"""How this machine reaches the package registry; a build gets the same from its Docker engine."""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile as (word, rest), with continued lines joined and comments left out."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
    found = [line.strip().split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(word, rest) for word, rest in found]


def in_context(path: str) -> bool:
    """Whether .dockerignore lets a file through (all is shut out but what it names; the last match counts)."""
    through = True
    for line in (ROOT / ".dockerignore").read_text().split():
        allow, pattern = line.startswith("!"), line.removeprefix("!")
        parts = Path(path).parts
        prefixes = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        if any(fnmatch.fnmatch(prefix, pattern.replace("**/", "*")) for prefix in prefixes):
            through = allow
    return through


class Image:
    """Carries the instructions out; every stage has a folder that stands for its root."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder = folder
        self.python = python
        self.stages: dict[str, Path] = {}
        self.root = folder
        self.workdir = folder
        self.env: dict[str, str] = {}
        self.healthcheck: list[str] = []
        self.entrypoint: list[str] = []
        self.user = ""
        self.volume = ""

    def build(self) -> None:
        for word, rest in instructions():
            assert word in INSTRUCTIONS, f"teach this test the instruction {word}"
            getattr(self, f"do_{word.lower()}")(rest)

    def place(self, path: str) -> Path:
        return self.root / path.lstrip("/") if path.startswith("/") else self.workdir / path

    def do_from(self, rest: str) -> None:
        assert re.match(r"python:3\.\d+-slim-\w+\b", rest), "a slim Debian Python by version"
        name = rest.split(" AS ")[-1] if " AS " in rest else "final"
        self.root = self.workdir = self.stages.setdefault(name, self.folder / name)
        self.root.mkdir(mode=0o755)
        self.env = {"PATH": f"{self.python.parent}:/usr/bin:/bin", "HOME": str(self.folder / "home"), "LANG": "C.UTF-8"}
        self.env |= {name: value for name, value in os.environ.items() if name.upper() in NETWORK}

    def do_workdir(self, rest: str) -> None:
        self.workdir = self.place(rest)
        self.workdir.mkdir(parents=True, exist_ok=True)
        if self.root.name == "build" and os.geteuid() == 0:
            os.chown(self.workdir, WITHOUT_PRIVILEGES, WITHOUT_PRIVILEGES)

    def do_run(self, rest: str) -> None:
        ran = self.run(["/bin/sh", "-c", rest])
        assert ran.returncode == 0, f"RUN {rest}\n{ran.stdout}\n{ran.stderr}"

    def do_copy(self, rest: str) -> None:
        *flags, source, target = self._copy_words(rest)
        given = dict(flag.removeprefix("--").split("=") for flag in flags if flag.startswith("--"))
        sources = [word for word in flags if not word.startswith("--")] + [source]
        for name in sources:
            if "from" in given:
                shutil.copytree(self.stages[given["from"]] / name.lstrip("/"), self.place(target), symlinks=True)
                continue
            files = [f for f in tracked() if (f == name or f.startswith(name + "/")) and in_context(f)]
            assert files, f"COPY {name}: nothing of it is in the build's context"
            for file in files:
                inside = file.removeprefix(name).lstrip("/")
                to = self.place(target)
                if target.endswith("/") or inside:
                    to /= inside or Path(name).name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, to)
                if "chown" in given and os.geteuid() == 0:
                    for path in (to, to.parent):
                        os.chown(path, *(int(number) for number in given["chown"].split(":")))

    def _copy_words(self, rest: str) -> list[str]:
        return shlex.split(rest)

    def do_env(self, rest: str) -> None:
        for pair in shlex.split(rest):
            name, value = pair.split("=", 1)
            value = value.replace("/app", str(self.root / "app")).replace("$PATH", self.env["PATH"])
            self.env[name] = value

    def do_user(self, rest: str) -> None:
        self.user = rest

    def do_volume(self, rest: str) -> None:
        self.volume = rest

    def do_healthcheck(self, rest: str) -> None:
        self.healthcheck = json.loads(rest.split("CMD", 1)[1])

    def do_entrypoint(self, rest: str) -> None:
        self.entrypoint = json.loads(rest)

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.workdir, env=self.env, capture_output=True, text=True, timeout=300, **self.as_user()
        )

    def files_outside_var(self) -> dict[str, int]:
        """When each file was written last."""
        found = {path.relative_to(self.workdir): path for path in self.workdir.rglob("*")}
        return {str(name): path.stat().st_mtime_ns for name, path in found.items() if name.parts[0] != "var"}

    def as_user(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        return {"user": WITHOUT_PRIVILEGES, "group": WITHOUT_PRIVILEGES, "extra_groups": []}


def tracked() -> list[str]:
    """The files of the project, as a clone has them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [file for file in listed if (ROOT / file).exists()]


def public_python(folder: Path) -> Path:
    """A new environment for the image's Python, from an interpreter that other users may start too."""
    candidates = [Path(sys._base_executable), Path("/usr/bin/python3"), Path("/usr/local/bin/python3")]
    for base in candidates:
        if not base.exists() or not all(parent.stat().st_mode & 0o001 for parent in base.resolve().parents):
            continue
        subprocess.run([shutil.which("uv") or "uv", "venv", "-q", "--seed", "--python", base, folder], check=True)
        if os.geteuid() == 0:
            subprocess.run(["chown", "-R", f"{WITHOUT_PRIVILEGES}:{WITHOUT_PRIVILEGES}", folder], check=True)
        return folder / "bin" / "python"
    pytest.skip(f"no interpreter that another user may start (tried {', '.join(map(str, candidates))})")


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="image-"))
    made.chmod(0o755)
    home = made / "home"
    home.mkdir()
    if os.geteuid() == 0:
        os.chown(home, WITHOUT_PRIVILEGES, WITHOUT_PRIVILEGES)
    yield made
    shutil.rmtree(made)


@pytest.mark.timeout(400)
def test_the_image_builds_starts_is_healthy_and_stops(folder: Path) -> None:
    image = Image(folder, public_python(folder / "python"))
    image.build()
    assert image.user == f"{WITHOUT_PRIVILEGES}:{WITHOUT_PRIVILEGES}", "not as root"
    assert image.volume == "/app/var"
    image.env |= {"SLOWBOAT_SANDBOX_PORT": "0", "SLOWBOAT_OPEN_BROWSER": "false"}
    before = image.files_outside_var()
    with subprocess.Popen(
        image.entrypoint,
        cwd=image.workdir,
        env=image.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **image.as_user(),
    ) as bot:
        assert bot.stdout is not None
        said = ""
        for line in bot.stdout:
            said += line
            if "Slowboat is ready" in line:
                break
        else:
            pytest.fail(f"the bot ended without being ready:\n{said}")
        for _ in range(100):
            health = image.run(image.healthcheck)
            if health.returncode == 0:
                break
            time.sleep(0.05)  # the first sign of life comes with the first sweep
        bot.send_signal(signal.SIGTERM)
        rest = bot.stdout.read()
        assert bot.wait(timeout=30) == 0, said + rest
    assert health.returncode == 0, health.stderr
    assert (image.workdir / "var" / "sandbox.db").exists()
    assert image.files_outside_var() == before, "only var/ may be written"
