"""Backups and checks for the bot's operator; docs/operating.md explains them.

    python -m data backup                 make a verified copy of the matches, also while the bot runs
    python -m data verify [FILE]          check this file, or the newest backup
    python -m data restore FILE           replace the database with a backup, while no bot runs
    python -m data check                  check that this version can continue every open match
    python -m data move FROM TO           move all matches from a file to a PostgreSQL server, or back
    python -m data healthy                check that the bot with these settings works (for containers)

All but `move` and `healthy` take `--database PATH`; the default is SLOWBOAT_DATABASE, or else var/slowboat.db. Exit
code 0: success; 1: an error, with its reason on stderr.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from data import backup
from data.admin import USE_PG_DUMP, ask_for_backup
from data.errors import StoreError, StoreLocked, StoreMissing
from data.move import move
from data.opening import is_address
from data.progress import Progress
from data.state_folder import is_healthy

ROOT = Path(__file__).resolve().parent.parent

NOT_HEARD = "A Slowboat has {path} open but does not answer. Try again in a minute, or stop it first."
STOP_FIRST = (
    "{path} is in use, most likely by a running Slowboat. Stop it first, then restore again. Nothing was changed."
)
FAILED = "It could not be done: {error}. Check that the folder belongs to you and that the disk is not full."


class Refused(Exception):
    """The command cannot be carried out; the message says why and what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m data", description="Backups and checks of Slowboat's matches.")
    commands = parser.add_subparsers(dest="command", required=True)
    for command, text in (
        ("backup", "make a verified copy, also while the bot runs"),
        ("verify", "check all of a backup, or of the newest one"),
        ("restore", "replace the database with a backup"),
        ("check", "see whether this version can continue every open match"),
    ):
        known = commands.add_parser(command, help=text, description=f"{text[0].upper()}{text[1:]}.")
        known.add_argument("--database", default=_find_database(), metavar="PATH", help="default: %(default)s")
        if command in ("restore", "verify"):
            known.add_argument("file", type=Path, metavar="FILE", nargs="?" if command == "verify" else None)
    text = "move all matches from a file to a PostgreSQL server, or back, while no bot runs on them"
    moving = commands.add_parser("move", help=text, description=f"{text[0].upper()}{text[1:]}.")
    for name in ("source", "target"):
        moving.add_argument(name, metavar=name.upper(), help="a path or postgresql://user:password@host:port/name")
    text = "see whether the bot with the settings of this environment has shown a sign of life within a minute"
    commands.add_parser("healthy", help=text, description=f"{text[0].upper()}{text[1:]}.")
    given = parser.parse_args(arguments)
    try:
        return _carry_out(given)
    except (StoreError, Refused) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(FAILED.format(error=error), file=sys.stderr)
    return 1


def _carry_out(given: argparse.Namespace) -> int:
    """Carry out a command and return the exit code. Raises StoreError, Refused or OSError."""
    if given.command == "move":
        print(_move(given.source, given.target))
        return 0
    if given.command == "healthy":
        if is_healthy(os.environ, time.time()):
            return 0
        raise Refused("Slowboat has shown no sign of life for a minute: it is not running, or it is stuck.")
    if is_address(given.database):
        raise Refused(USE_PG_DUMP)
    path = Path(given.database).absolute()
    match given.command:
        case "backup":
            print(_backup(path, time.time()))
        case "verify":
            print(_verify(given.file or _find_newest(path)))
        case "restore":
            print(_restore(given.file, path, time.time()))
        case _:
            return _check(path)
    return 0


def _find_database() -> str:
    return os.environ.get("SLOWBOAT_DATABASE") or str(ROOT / "var" / "slowboat.db")


def _find_newest(path: Path) -> Path:
    copies = backup.list_copies(path)
    if not copies:
        raise Refused(f"There is no backup of {path} yet. `python -m data backup` makes one.")
    return copies[-1][1]


def _backup(path: Path, now: float) -> str:
    target = backup.name_copy(path, now)
    made = _copy(path, target)
    if made == target:  # a running bot deletes superfluous backups itself
        backup.thin_out(path, now)
    return f"{made} is a verified copy of {path}."


def _copy(path: Path, target: Path) -> Path:
    """Copy the database; return the path: `target`, or the one chosen by the bot that has the file open."""
    try:
        with backup.open_exclusively(path) as db:
            backup.copy(db, target)
    except StoreLocked as error:  # only the lock proves that a bot is running: a crashed bot leaves its note behind
        made = ask_for_backup(path)
        if made is None:
            raise Refused(NOT_HEARD.format(path=path)) from error
        return made
    return target


def _verify(file: Path) -> str:
    schema = backup.inspect(file)
    return f"{file} is whole; its schema is number {schema}."


def _restore(file: Path, path: Path, now: float) -> str:
    try:
        kept = backup.restore(file, path, now=now)
    except StoreLocked as error:
        raise Refused(STOP_FIRST.format(path=path)) from error
    replaced = f" The previous file is kept as {kept}." if kept else ""
    return f"{path} now has the content of {file.name}.{replaced} Start Slowboat to play on."


def _move(source: str, target: str) -> str:
    rows = move(source, target, Progress().report)
    return f"{rows} rows were moved and compared. Set SLOWBOAT_DATABASE to the target and start Slowboat."


def _check(path: Path) -> int:
    """Check a copy, migrated to this version's schema. The file itself is not changed, and a bot may be running."""
    if not path.is_file():
        raise StoreMissing(path)
    with tempfile.TemporaryDirectory(prefix="slowboat-") as folder:
        copy = Path(folder) / path.name
        made = _copy(path, copy)
        if made != copy:
            shutil.copyfile(made, copy)
        # `matches` may import `data`, not the other way round: hence another process.
        command = [sys.executable, "-m", "matches.archive.check", str(copy)]
        return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own module


if __name__ == "__main__":
    sys.exit(main())
