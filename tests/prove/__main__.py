"""Everything that is promised, proved with its full number, and the table of it.

    python -m tests.prove                # the full numbers: hours
    python -m tests.prove --tenth        # the numbers of an ordinary test run: minutes
    python -m tests.prove --only kill    # the promises whose name contains a word; the others' rows stay as they were

Each promise's tests run one after the other; what came of them is kept in var/promises.json and written to
docs/promises.md. The exit code is 0 if all that ran has held.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.prove.promises import NOT_PROVED, PROMISES, Promise

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / "promises.json"
PAGE = ROOT / "docs" / "promises.md"


class Result(Struct, frozen=True):
    """`number` as it was run; `full`: whether it is the full one; `held` and `caught`: whether tests and mutants passed
    (None: there are no mutants)."""

    number: str
    full: bool
    held: bool
    caught: bool | None
    seconds: float
    on: str


def prove(promise: Promise, *, full: bool, workers: str) -> Result:
    """Run one promise's tests in a process of their own, and the mutants after them."""
    began = time.monotonic()
    held = _run(promise.tests, full=full, workers=workers)
    mutants = tuple(each for each in promise.mutants if each.split("::")[0] not in promise.tests)
    caught = _run(mutants, full=False, workers=workers) if mutants else (held if promise.mutants else None)
    on = datetime.now(UTC).date().isoformat()
    return Result(number_of(promise, full=full), full, held, caught, time.monotonic() - began, on)


def _run(ids: tuple[str, ...], *, full: bool, workers: str) -> bool:
    environment = {**os.environ, "SLOWBOAT_FULL": "1"} if full else _without_full()
    options = ["-q", "--timeout=14400", *(["-n", workers] if workers else [])]
    command = [sys.executable, "-m", "pytest", *options, *ids]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def _without_full() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "SLOWBOAT_FULL"}


def number_of(promise: Promise, *, full: bool) -> str:
    """The number as the test itself has it."""
    if not promise.constant:
        return promise.number
    module, _, name = promise.constant.partition(":")
    environment = {**os.environ, "SLOWBOAT_FULL": "1"} if full else _without_full()
    told = f"import importlib; print(importlib.import_module({module!r}).{name})"
    command = [sys.executable, "-c", told]
    said = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    return promise.number.format(f"{int(said):,}")


def page(results: dict[str, Result]) -> str:
    """docs/promises.md."""
    lines = [
        "# Promises",
        "",
        "What Slowboat promises about matches and secrets, and what came of trying to break it. Each promise has a",
        "test with a number and a mutant: a small break of the program, made inside the test, that the test must",
        "notice. `python -m tests.prove` runs everything with the full numbers and writes this page; an ordinary test",
        "run uses a tenth or less of them.",
        "",
        "| promise | number that was run | result | mutant caught |",
        "|---|---|---|---|",
    ]
    for promise in PROMISES:
        result = results.get(promise.name)
        if result is None:
            lines.append(f"| **{promise.name}.** {promise.text} | – | not run yet | – |")
            continue
        number = result.number + ("" if result.full else " (not the full number)")
        held = f"{'held' if result.held else '**broken**'}, {result.on}, {_lasted(result.seconds)}"
        caught = {True: f"yes: {promise.caught}", False: f"**no**: {promise.caught}", None: "–"}[result.caught]
        lines.append(f"| **{promise.name}.** {promise.text} | {number} | {held} | {caught} |")
    return "\n".join([*lines, "", NOT_PROVED])


def _lasted(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _kept() -> dict[str, Result]:
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Result]) if KEPT.exists() else {}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tenth", action="store_true", help="the numbers of an ordinary test run")
    parser.add_argument("--only", default="", help="only promises whose name contains this")
    parser.add_argument("--workers", default="", help="processes for each promise, as for pytest -n")
    parser.add_argument("--page", action="store_true", help="only write docs/promises.md anew")
    arguments = parser.parse_args()
    for promise in () if arguments.page else PROMISES:
        if arguments.only.casefold() not in promise.name.casefold():
            continue
        print(f"\n== {promise.name}", flush=True)
        result = prove(promise, full=not arguments.tenth, workers=arguments.workers)
        results = {**_kept(), promise.name: result}
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(results)))
        PAGE.write_text(page(results), encoding="utf-8")
    results = _kept()
    PAGE.write_text(page(results), encoding="utf-8")
    print("\n" + page(results))
    return 0 if all(result.held and result.caught is not False for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
