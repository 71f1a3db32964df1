"""List the licences of everything that is installed with Slowboat, from the packages' own metadata.

python -m tests.security.licences     # writes docs/licences.md
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any

from msgspec import Struct

from tests.support.checkout import ROOT

PAGE = ROOT / "docs" / "licences.md"

ALLOWED = ("MIT", "BSD", "Apache", "PSF", "Python Software Foundation", "ISC", "HPND", "MPL", "Unlicense", "Zlib")
"""Licences that may ship, as the beginning of a word in the licence. All they ask of people who run or change the
software is to keep its notice."""

FORBIDDEN = re.compile(r"\b(?:A|L)?GPL|Affero|SSPL|Commons Clause", re.IGNORECASE)

ELSEWHERE = {"async-timeout": "Apache-2.0", "audioop-lts": "PSF-2.0", "colorama": "BSD-3-Clause"}
"""Packages in the lock file that only other systems or versions of Python need, with the licence their pages name."""


class Licence(Struct, frozen=True):
    package: str
    text: str


def lock() -> dict[str, dict[str, Any]]:
    """Read the packages of uv.lock, by name."""
    found = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    return {package["name"]: package for package in found["package"]}


def list_needed(packages: dict[str, dict[str, Any]], group: str | None = None, *, extra: str | None = None) -> set[str]:
    """List the packages that come with Slowboat, or with an extra of it, or with a group of the development tools, with
    their dependencies."""
    root = packages["slowboat"]
    first = root["dependencies"] if group is None else root["dev-dependencies"][group]
    if extra is not None:
        first = root["optional-dependencies"][extra]
    waiting, found = [_normalise_name(each) for each in first], set[str]()
    while waiting:
        name, extras = waiting.pop()
        package = packages[name]
        new = [] if name in found else package.get("dependencies", [])
        found.add(name)
        for extra in extras:
            new = [*new, *package.get("optional-dependencies", {}).get(extra, [])]
        waiting += [each for each in map(_normalise_name, new) if each[0] not in found or each[1]]
    return found


def _normalise_name(dependency: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    return dependency["name"], tuple(dependency.get("extra", ()))


def licence(name: str) -> str | None:
    """Read a package's licence; None if it is not installed here."""
    try:
        found = metadata(name)
    except PackageNotFoundError:
        return None
    if "License-Expression" in found:
        return found["License-Expression"]
    classified = [each.split(" :: ")[-1] for each in found.get_all("Classifier", ()) if each.startswith("License ::")]
    if named := [each for each in classified if each != "OSI Approved"]:
        return ", ".join(named)
    return found["License"].strip().split("\n")[0] if "License" in found else ""


def list_shipped() -> Iterator[Licence]:
    """List everything that ships and is installed here. Raises LookupError for missing packages."""
    packages = lock()
    for name in sorted(list_needed(packages)):
        if name in ELSEWHERE:
            continue
        text = licence(name)
        if text is None:
            raise LookupError(f"{name} is in uv.lock and not installed")
        yield Licence(name, text)


def page() -> str:
    """Write docs/licences.md."""
    packages = lock()
    shipped = {each.package: each.text for each in list_shipped()}
    elsewhere = {name: ELSEWHERE[name] for name in sorted(list_needed(packages) & ELSEWHERE.keys())}
    extras = sorted(list_needed(packages, extra="postgres") - list_needed(packages))
    lines = [
        "# Licences",
        "",
        "What is installed with Slowboat (`uv run --no-dev`), by what each package says about its licence; `uv.lock`",
        "has the versions. Slowboat itself is under the MIT licence; the fonts under `rendering/fonts` (Inter,",
        "Lilita One, subsets of Noto Sans) are under the SIL Open Font License, the scripts in",
        "`sandbox/page/static/vendor` under MIT and Apache-2.0. `python -m tests.security.licences` writes this",
        "page; a test holds that it is true.",
        "",
        *_list_by_licence(shipped),
        "",
        "Only on some systems:",
        "",
        *_list_by_licence(elsewhere),
        "",
        "With the extra `slowboat[postgres]` (`uv run --no-dev --extra postgres`), the driver of PostgreSQL is",
        "installed too. It is under the LGPL, which lets any program use it as a library; only `data/postgres` imports",
        "it. The wheel `psycopg-binary` contains PostgreSQL's libpq (PostgreSQL Licence) and OpenSSL (Apache-2.0).",
        "",
        *_list_by_licence({name: licence(name) or "" for name in extras}),
    ]
    return "\n".join(lines) + "\n"


def _list_by_licence(found: dict[str, str]) -> list[str]:
    """List packages by the words for their licence, a line each."""
    return [
        f"* **{text}**: {', '.join(name for name, own in found.items() if own == text)}"
        for text in sorted(set(found.values()))
    ]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
