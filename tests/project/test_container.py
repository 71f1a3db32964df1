"""The Dockerfile without Docker. Its COPY, RUN, ENV, HEALTHCHECK and ENTRYPOINT lines are carried out in an empty
folder with a new Python environment by a user without privileges; and run as compose.yaml asks, in a mount namespace
whose root is read-only, without any capability."""

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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import read_settings
from tests.support.checkout import ROOT

pytestmark = pytest.mark.long

WITHOUT_PRIVILEGES = 10001
INSTRUCTIONS = {"FROM", "WORKDIR", "RUN", "COPY", "ARG", "ENV", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT"}

NETWORK = {"SSL_CERT_FILE", "SSL_CERT_DIR", "PIP_CERT", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"}
"""Settings by which this machine reaches the package registry; a build gets them from its Docker engine."""


def instructions() -> list[tuple[str, str]]:
    """Read the Dockerfile as (word, rest), with continued lines joined and comments left out."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
    found = [line.strip().split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(word, rest) for word, rest in found]


def in_context(path: str) -> bool:
    """Whether .dockerignore lets a file through: a file that no line names is excluded, and the last line that names it
    decides."""
    through = True
    for line in (ROOT / ".dockerignore").read_text().split():
        allow, pattern = line.startswith("!"), line.removeprefix("!")
        parts = Path(path).parts
        prefixes = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        if any(fnmatch.fnmatch(prefix, pattern.replace("**/", "*")) for prefix in prefixes):
            through = allow
    return through


class Image:
    """Carries out the instructions; every stage has a folder that stands for its root."""

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
            assert word in INSTRUCTIONS, f"this test does not know the instruction {word}"
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
        """Run a command: what comes from the network as a user without privileges, the rest as the builder, root."""
        if os.geteuid() != 0:
            rest = re.sub(r" -[og] \d+", "", rest)  # only root can give files away
        ran = self.run(["/bin/sh", "-c", rest], as_root=self.root.name == "final")
        assert ran.returncode == 0, f"RUN {rest}\n{ran.stdout}\n{ran.stderr}"

    def do_copy(self, rest: str) -> None:
        *flags, source, target = self._copy_words(rest)
        given = dict(flag.removeprefix("--").split("=") for flag in flags if flag.startswith("--"))
        sources = [word for word in flags if not word.startswith("--")] + [source]
        for name in sources:
            if "from" in given:
                shutil.copytree(self.stages[given["from"]] / name.lstrip("/"), self.place(target), symlinks=True)
                continue
            files = [f for f in list_tracked() if (f == name or f.startswith(name + "/")) and in_context(f)]
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

    def do_arg(self, rest: str) -> None:
        self.do_env(rest)

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

    def run(
        self, command: list[str], *, as_root: bool = False, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.workdir, env=self.env | (env or {}), capture_output=True, text=True, timeout=300,
            **({} if as_root else self.as_user()),
        )  # fmt: skip

    def files_outside_var(self) -> dict[str, int]:
        """Map each file to the time when it was written last."""
        found = {path.relative_to(self.workdir): path for path in self.workdir.rglob("*")}
        return {str(name): path.stat().st_mtime_ns for name, path in found.items() if name.parts[0] != "var"}

    def as_user(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        return {"user": WITHOUT_PRIVILEGES, "group": WITHOUT_PRIVILEGES, "extra_groups": []}


def list_tracked() -> list[str]:
    """List the files of the project, as a clone has them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [file for file in listed if (ROOT / file).exists()]


def public_python(folder: Path) -> Path:
    """Create an environment for the image's Python, from an interpreter that other users may start, too."""
    candidates = [
        Path(getattr(sys, "_base_executable", sys.executable)),
        Path("/usr/bin/python3"),
        Path("/usr/local/bin/python3"),
    ]
    for base in candidates:
        if not base.exists() or not all(parent.stat().st_mode & 0o001 for parent in base.resolve().parents):
            continue
        subprocess.run([shutil.which("uv") or "uv", "venv", "-q", "--seed", "--python", base, folder], check=True)
        if os.geteuid() == 0:
            subprocess.run(["chown", "-R", f"{WITHOUT_PRIVILEGES}:{WITHOUT_PRIVILEGES}", folder], check=True)
        return folder / "bin" / "python"
    pytest.skip(f"no interpreter that another user may start (tried {', '.join(map(str, candidates))})")


SEAL = """
mount --bind "$0" "$0"
mount -t tmpfs -o mode=1777 tmpfs /tmp
while read -r _ at kind _; do
    case "$at" in "$0" | /tmp) continue ;; esac
    case "$kind" in proc | sysfs | cgroup* | devtmpfs | devpts | mqueue) continue ;; esac
    mount -o remount,bind,ro "$at"
done </proc/mounts
exec setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
"""
"""Run by root in a separate mount namespace: all is read-only but the volume ($0) and a new /tmp, then the command
takes over, with no right beyond an ordinary user's."""


def wrap_command(volume: Path, command: list[str]) -> list[str]:
    """Wrap the command as compose.yaml runs it."""
    return ["unshare", "--mount", "--propagation=private", "--", "sh", "-ec", SEAL, str(volume), *command]


def explain_no_isolation(folder: Path) -> str:
    """Explain why this machine cannot isolate a process; "" if it can."""
    if os.geteuid() != 0:
        return "only root may make a mount namespace"
    if not (shutil.which("unshare") and shutil.which("setpriv")):
        return "util-linux is missing"
    tried = subprocess.run(wrap_command(folder, ["true"]), capture_output=True, text=True, check=False)
    return f"mount namespaces are forbidden here: {tried.stderr}" if tried.returncode else ""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    made = Path(tempfile.mkdtemp(prefix="image-", dir="/var/tmp"))  # an isolated process has its own /tmp
    made.chmod(0o755)
    home = made / "home"
    home.mkdir()
    if os.geteuid() == 0:
        os.chown(home, WITHOUT_PRIVILEGES, WITHOUT_PRIVILEGES)
    found = Image(made, public_python(made / "python"))
    found.build()
    found.env |= {"SLOWBOAT_SANDBOX_PORT": "0", "SLOWBOAT_OPEN_BROWSER": "false"}
    yield found
    shutil.rmtree(made)


def serve(image: Image, *, seal: bool, patience: int = 40) -> str:
    """Start the entrypoint, wait until it is healthy, and stop it; return its rights. Raises AssertionError if it
    fails, is unhealthy too often, or writes anywhere but to its volume."""
    before, volume = image.files_outside_var(), image.workdir / "var"
    command = wrap_command(volume, image.entrypoint) if seal else image.entrypoint
    (volume / "heartbeat").unlink(missing_ok=True)
    with subprocess.Popen(
        command,
        cwd=image.workdir,
        env=image.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **({} if seal else image.as_user()),
    ) as bot:
        assert bot.stdout is not None
        said = ""
        try:
            for line in bot.stdout:
                said += line
                if "Slowboat is ready" in line:
                    break
            else:
                raise AssertionError(f"the bot ended without being ready:\n{said}")
            for _ in range(patience):
                health = image.run(image.healthcheck)
                if health.returncode == 0:
                    break
                time.sleep(0.05)  # the first sign of life comes with the first sweep
            rights = Path(f"/proc/{bot.pid}/status").read_text() if seal else ""
        finally:
            bot.send_signal(signal.SIGTERM)
            rest = bot.stdout.read()
        assert bot.wait(timeout=30) == 0, said + rest
    assert health.returncode == 0, f"unhealthy: {health.stderr}"
    assert (volume / "sandbox.db").exists()
    assert image.files_outside_var() == before, "only var/ may be written"
    return rights


@pytest.mark.timeout(400)
def test_the_image_builds_starts_is_healthy_and_stops(image: Image) -> None:
    """Install everything as the image does and start the bot unchanged, which takes six seconds."""
    assert image.user == f"{WITHOUT_PRIVILEGES}:{WITHOUT_PRIVILEGES}", "not as root"
    assert image.volume == "/app/var"
    serve(image, seal=False)


def test_memory_and_processes_are_limited() -> None:
    """A leak or a fork bomb ends in the container; swap would only delay it."""
    asked = (ROOT / "compose.yaml").read_text()
    memory = re.search(r"^    mem_limit: (\d+)([mg])$", asked, flags=re.M)
    processes = re.search(r"^    pids_limit: (\d+)$", asked, flags=re.M)
    assert memory is not None
    assert 512 <= int(memory[1]) * {"m": 1, "g": 1024}[memory[2]] <= 2048
    assert processes is not None
    assert 64 <= int(processes[1]) <= 512


@pytest.mark.timeout(400)
def test_it_needs_no_capability_and_writes_only_to_its_volume_and_tmp(image: Image) -> None:
    asked = (ROOT / "compose.yaml").read_text()
    for line in ("read_only: true", "cap_drop: [ALL]", '"no-new-privileges:true"', "tmpfs: [/tmp]", ":/app/var"):
        assert line in asked
    if reason := explain_no_isolation(image.workdir / "var"):
        pytest.skip(reason)
    open_to_all(image.workdir / "elsewhere")
    for place in (image.workdir / "elsewhere", Path("/var/tmp"), Path("/dev/shm")):
        tried = subprocess.run(
            wrap_command(image.workdir / "var", ["touch", str(place / "x")]), capture_output=True, text=True
        )
        assert "Read-only file system" in tried.stderr, f"{place} is writable"
    rights = serve(image, seal=True)
    for line in (
        "CapEff:\t0000000000000000",
        "CapBnd:\t0000000000000000",
        "NoNewPrivs:\t1",
        f"Uid:\t{WITHOUT_PRIVILEGES}",
    ):
        assert line in rights


def open_to_all(folder: Path) -> None:
    """Create a folder in which everybody may write, so that only the isolation prevents it."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)


def database_elsewhere(image: Image, patch: pytest.MonkeyPatch) -> None:
    patch.setitem(image.env, "SLOWBOAT_DATABASE", str(image.workdir / "elsewhere" / "sandbox.db"))


def heartbeat_elsewhere(image: Image, patch: pytest.MonkeyPatch) -> None:
    program, honest = image.workdir / "bot.py", "state_folder=settings.database_path.parent"
    text = program.read_text()
    assert honest in text
    other = image.workdir / "other.py"
    other.write_text(text.replace(honest, 'state_folder=Path(__file__).parent / "elsewhere"'))
    patch.setattr(image, "entrypoint", ["python", other.name])


@pytest.mark.mutant
@pytest.mark.timeout(400)
@pytest.mark.parametrize(("mutant", "seal"), [(database_elsewhere, False), (heartbeat_elsewhere, True)])
def test_an_image_that_writes_elsewhere_would_be_seen(
    image: Image, mutant: Callable[[Image, pytest.MonkeyPatch], None], seal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One mutant is seen by its files, the other one by the isolation, if this machine can isolate a process."""
    open_to_all(image.workdir / "elsewhere")
    mutant(image, monkeypatch)
    seal = seal and not explain_no_isolation(image.workdir / "var")
    with pytest.raises(
        AssertionError, match=r"only var/|sandbox\.db|Read-only file system|cannot be written|unhealthy"
    ):
        serve(image, seal=seal, patience=5)


PERSON = 1000
"""The user who starts the container, whose files are theirs alone."""

FILE_SECRET = """
services:
  slowboat:
    read_only: true
    environment:
      DISCORD_TOKEN_FILE: /run/secrets/discord_token
    secrets: [discord_token]
secrets:
  discord_token:
    file: ./discord_token.txt
"""


def give_environment(compose: str, given: dict[str, str], folder: Path) -> dict[str, str]:
    """Return the settings that a container gets from Compose, with the person's `.env` or environment in `given`.

    A secret from a file is mounted as it is, with the owner and mode it has outside; `uid` and `mode` have no effect.
    Compose refuses a secret from the environment for a container with a read-only root, into which it cannot be copied
    (docs/operating.md names the sources).
    """
    assert not re.search(r"^    environment: ", compose.partition("\nsecrets:\n")[2], flags=re.M), "refused by Compose"
    found = dict(re.findall(r'^ +((?:DISCORD|SLOWBOAT)_\w+): "?(.*?)"?$', compose, flags=re.M))
    for name in re.findall(r"^    file: \./(.*)$", compose, flags=re.M):
        secret = folder / name
        secret.write_text(given["DISCORD_TOKEN"])
        secret.chmod(0o600)
        if os.geteuid() == 0:
            os.chown(secret, PERSON, PERSON)
        found["DISCORD_TOKEN_FILE"] = str(secret)
    return {name: re.sub(r"\$\{(\w+):\?[^}]*\}", lambda part: given[part[1]], value) for name, value in found.items()}


def read_token(image: Image, compose: str) -> str:
    """Return the token that the bot reads in a container that Compose starts, or its error."""
    given = give_environment(compose, {"DISCORD_TOKEN": "abc", "POSTGRES_PASSWORD": "def"}, image.workdir.parent)
    ran = image.run(["python", "-c", "import bot, os; print(bot.read_settings(os.environ).discord_token)"], env=given)
    return ran.stdout.strip() or ran.stderr


@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ["compose.yaml", "compose.fleet.yaml"])
def test_the_bot_can_read_the_token_that_compose_gives_it(image: Image, name: str) -> None:
    assert read_token(image, (ROOT / name).read_text(encoding="utf-8")) == "abc"


@pytest.mark.timeout(400)
def test_a_token_in_a_file_of_the_person_who_starts_it_would_be_seen(image: Image) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make files of other people")
    assert "Permission denied" in read_token(image, FILE_SECRET)
    with pytest.raises(AssertionError, match="refused by Compose"):
        read_token(image, FILE_SECRET.replace("file: ./discord_token.txt", "environment: DISCORD_TOKEN"))


def test_the_files_with_the_token_are_in_no_commit_and_in_no_image() -> None:
    for name in (".env", "discord_token.txt"):
        assert name in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
        assert not in_context(name)


def test_the_example_of_settings_has_no_unknown_ones() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    given = dict(line.removeprefix("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line))
    assert {"DISCORD_TOKEN", "POSTGRES_PASSWORD"} <= given.keys()
    read_settings({name: value.replace("…", "example") for name, value in given.items()})


@pytest.mark.timeout(400)
def test_everything_the_bot_imports_is_compiled(image: Image) -> None:
    """A program on a read-only root would otherwise be compiled at every start."""
    for folder in ("client", "games", ".venv/lib"):
        sources = [path for path in (image.workdir / folder).rglob("*.py") if "/tests/" not in str(path)]
        compiled = {path.parent.parent / f"{path.name.split('.')[0]}.py" for path in image.workdir.rglob("*.pyc")}
        missing = [path for path in sources if path not in compiled]
        assert len(sources) > 50
        assert len(missing) <= len(sources) // 100, missing[:5]  # a few files of packages are templates


@pytest.mark.timeout(400)
def test_the_health_check_follows_the_database(image: Image) -> None:
    elsewhere = image.workdir / "var" / "elsewhere"
    settings = {"SLOWBOAT_DATABASE": str(elsewhere / "slowboat.db")}
    image.run(["mkdir", str(elsewhere)])
    assert image.run(image.healthcheck, env=settings).returncode == 1
    image.run(["touch", str(elsewhere / "heartbeat")])
    assert image.run(image.healthcheck, env=settings).returncode == 0
    os.utime(elsewhere / "heartbeat", (time.time() - 3600,) * 2)
    stuck = image.run(image.healthcheck, env=settings)
    assert (stuck.returncode, "no sign of life" in stuck.stderr) == (1, True)
