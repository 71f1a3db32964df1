"""Prove all promises with their full numbers, and write the table.

    python -m tests.prove                # the full numbers: hours
    python -m tests.prove --tenth        # a tenth of them, as in continuous integration: minutes
    python -m tests.prove --only kill    # the promises whose name contains a word; the others' rows stay as they were

Each promise's tests run one after the other. The results of the full numbers are kept in docs/promises.json and written
to docs/promises.md; a tenth is only printed. The exit code is 0 if every promise that was tested has held.
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

from data.progress import describe_progress
from tests.prove.promises import NOT_PROVED, PROMISES, Promise

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "promises.json"
PAGE = ROOT / "docs" / "promises.md"


class Result(Struct, frozen=True):
    """The `number` of a run; `full`: whether it is the full one; `held` and `caught`: whether tests and mutants passed
    (None: there are no mutants)."""

    number: str
    full: bool
    held: bool
    caught: bool | None
    seconds: float
    on: str

    @property
    def good(self) -> bool:
        return self.held and self.caught is not False


def prove(promise: Promise, *, share: str, workers: str) -> Result:
    """Run one promise's tests in a new process, and the mutants after them.

    `share`: of the full numbers, for tests/numbers.py. Mutants are tried with the numbers of an ordinary run.
    """
    began = time.monotonic()
    held = _run(promise.tests, share=share, workers=workers)
    mutants = tuple(each for each in promise.mutants if each.split("::")[0] not in promise.tests)
    caught = _run(mutants, share="0", workers=workers) if mutants else (held if promise.mutants else None)
    on = datetime.now(UTC).date().isoformat()
    return Result(number_of(promise, share=share), share == "1", held, caught, time.monotonic() - began, on)


def _run(ids: tuple[str, ...], *, share: str, workers: str) -> bool:
    options = ["-q", "--timeout=14400", *(["-n", workers] if workers else [])]
    command = [sys.executable, "-m", "pytest", *options, *ids]
    return subprocess.run(command, cwd=ROOT, env=_environment(share), check=False).returncode == 0


def _environment(share: str) -> dict[str, str]:
    return {**os.environ, "SLOWBOAT_FULL": share}


def number_of(promise: Promise, *, share: str) -> str:
    """Read the number from the test itself."""
    if not promise.constant:
        return promise.number
    module, _, name = promise.constant.partition(":")
    told = f"import importlib; print(importlib.import_module({module!r}).{name})"
    command = [sys.executable, "-c", told]
    said = subprocess.run(command, cwd=ROOT, env=_environment(share), check=True, capture_output=True, text=True).stdout
    return promise.number.format(f"{int(said):,}")


def page(results: dict[str, Result]) -> str:
    """Write docs/promises.md."""
    lines = [
        "# Promises",
        "",
        "What Slowboat promises about matches and secrets, and the results of trying to break it. Each promise has a",
        "test with a number of runs and a mutant: a small fault put into the program by the test, which must notice",
        "it. `python -m tests.prove` runs everything with the full numbers and writes this page; continuous",
        "integration runs a tenth (`--tenth`).",
        "",
        table(results),
    ]
    return "\n".join([*lines, "", NOT_PROVED])


def table(results: dict[str, Result]) -> str:
    """Write a row for each promise: promise, number, result, mutant."""
    lines = ["| promise | number that was run | result | mutant caught |", "|---|---|---|---|"]
    for promise in PROMISES:
        result = results.get(promise.name)
        if result is None:
            lines.append(f"| **{promise.name}.** {promise.text} | – | not run yet | – |")
            continue
        number = result.number + ("" if result.full else " (not the full number)")
        held = f"{'held' if result.held else '**broken**'}, {result.on}, {_format_duration(result.seconds)}"
        caught = {True: f"yes: {promise.caught}", False: f"**no**: {promise.caught}", None: "–"}[result.caught]
        lines.append(f"| **{promise.name}.** {promise.text} | {number} | {held} | {caught} |")
    return "\n".join(lines)


def _format_duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _read_kept() -> dict[str, Result]:
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Result]) if KEPT.exists() else {}


def _keep(results: dict[str, Result]) -> None:
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    PAGE.write_text(page(results), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tenth", action="store_true", help="a tenth of the full numbers; only printed")
    parser.add_argument("--only", default="", help="only promises whose name contains this")
    parser.add_argument("--workers", default="", help="processes for each promise, as for pytest -n")
    parser.add_argument("--page", action="store_true", help="only write docs/promises.md anew")
    arguments = parser.parse_args()
    chosen = [promise for promise in PROMISES if arguments.only.casefold() in promise.name.casefold()]
    if arguments.tenth:
        chosen = [promise for promise in chosen if promise.is_in_tenth]
    results = {} if arguments.tenth else _read_kept()
    known = _read_kept()
    for number, promise in enumerate(() if arguments.page else chosen, 1):
        rest = sum(known[each.name].seconds for each in chosen[number - 1 :] if each.name in known)
        rest *= 0.1 if arguments.tenth else 1
        print(f"\n== {describe_progress(number, len(chosen), promise.name, rest)}", flush=True)
        results[promise.name] = prove(promise, share="0.1" if arguments.tenth else "1", workers=arguments.workers)
        if not arguments.tenth:
            _keep(results)
    if arguments.page:
        _keep(results)
    print("\n" + table(results))
    return 0 if all(results[each.name].good for each in chosen if each.name in results) else 1


if __name__ == "__main__":
    sys.exit(main())
