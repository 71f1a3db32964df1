"""Supply chain: every dependency is pinned by hash, every licence may ship, and no SQL is built from strings."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.security import licences
from tests.support.checkout import ROOT

SHIPPED = ("cogs", "compiled", "data", "games", "locales", "matches", "rendering", "sandbox")

DYNAMIC = {
    "data/sql/database.py",
    "data/sql/delivery.py",
    "data/sql/matches.py",
    "data/sql/people.py",
    "data/sql/processes.py",
    "data/sql/results.py",
    "data/sql/tables.py",
}
"""The only modules that put strings into statements: names of columns and tables, from our own structs and schema."""


def list_unhashed(packages: dict[str, dict[str, Any]]) -> list[str]:
    """List files of the lock without a SHA-256."""
    found = []
    for name, package in packages.items():
        if "virtual" in package["source"]:
            continue  # this project
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else [])]
        if not files or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", file.get("hash", "")) for file in files):
            found.append(name)
    return found


def test_every_file_has_its_hash() -> None:
    packages = licences.lock()
    assert len(packages) > 30
    assert list_unhashed(packages) == []


@pytest.mark.mutant
def test_a_missing_hash_would_be_seen() -> None:
    packages = licences.lock()
    del packages["msgspec"]["wheels"][0]["hash"]
    assert list_unhashed(packages) == ["msgspec"]


def check_licences() -> None:
    for each in licences.list_shipped():
        words = re.split(r"[\s,()]+| AND | OR ", each.text)
        assert not licences.FORBIDDEN.search(each.text), f"{each.package} may not ship: {each.text}"
        assert any(word.startswith(licences.ALLOWED) for word in words) or each.text.startswith(licences.ALLOWED), (
            f"{each.package}: unknown licence {each.text!r}"
        )


def test_every_licence_may_ship() -> None:
    check_licences()


@pytest.mark.mutant
def test_another_licence_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    said = licences.licence
    monkeypatch.setattr(licences, "licence", lambda name: "GPL-3.0-or-later" if name == "pillow" else said(name))
    with pytest.raises(AssertionError, match="pillow may not ship"):
        check_licences()


def test_gpl_is_for_development_alone() -> None:
    """Check python-chess, which is under the GPL: only the benchmarks use it, and it ships nowhere."""
    packages = licences.lock()
    shipped = licences.list_needed(packages)
    gpl = {name for name in packages if (text := licences.licence(name)) and licences.FORBIDDEN.search(text)}
    assert not gpl & shipped
    for path in ROOT.rglob("*.py"):
        if path.relative_to(ROOT).parts[0] in SHIPPED:
            imported = set(_imports(path))
            assert not imported & {"chess", "cairosvg"}, f"{path} imports a package that does not ship"


def test_the_driver_of_postgresql_is_an_extra() -> None:
    """Check that it may be missing: only `data/postgres` imports it, and only `open_store` imports that."""
    packages = licences.lock()
    assert "psycopg" not in licences.list_needed(packages)
    assert {"psycopg", "psycopg-binary"} <= licences.list_needed(packages, extra="postgres")
    importing = {
        path.relative_to(ROOT).parent.as_posix()
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] in SHIPPED and "psycopg" in set(_imports(path))
    }
    assert importing == {"data/postgres"}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name.split(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def test_the_list_is_up_to_date() -> None:
    assert licences.PAGE.read_text(encoding="utf-8") == licences.page(), "python -m tests.security.licences writes it"


def dynamic_sql(source: str) -> list[str]:
    """List statements built from pieces: an f-string, %, + or format() with SQL in it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.JoinedStr():
                texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
                if len(texts) < len(node.values) and _is_sql(" ".join(map(str, texts))):
                    found.append(ast.unparse(node))
            case ast.BinOp(left=ast.Constant(value=str() as text)) if _is_sql(text):
                found.append(ast.unparse(node))
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format")) if _is_sql(text):
                found.append(ast.unparse(node))
    return found


def _is_sql(text: str) -> bool:
    return bool(
        re.search(r"\b(?:SELECT .* FROM|INSERT (?:OR \w+ )?INTO|UPDATE \w* ?SET|DELETE FROM|DROP TABLE)\b", text)
    )


def test_no_sql_is_made_of_strings() -> None:
    for folder in SHIPPED:
        for path in (ROOT / folder).rglob("*.py"):
            if path.relative_to(ROOT).as_posix() not in DYNAMIC:
                assert dynamic_sql(path.read_text(encoding="utf-8")) == [], f"{path}: a statement made of strings"
    for name in DYNAMIC:
        assert dynamic_sql((ROOT / name).read_text(encoding="utf-8")), f"{name} needs no exception any more"


@pytest.mark.mutant
def test_such_sql_would_be_seen() -> None:
    assert dynamic_sql('x = f"SELECT * FROM {name}"')
    assert dynamic_sql('x = "DELETE FROM t WHERE a = " + name')
    assert dynamic_sql('x = "INSERT INTO t VALUES ({})".format(name)')
    assert not dynamic_sql('x = "SELECT * FROM t WHERE a = ?"')


def test_the_rules_of_bandit_are_on() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "S" in settings["select"]
    assert not [rule for rule in settings["ignore"] if rule.startswith("S") and rule[1:].isdigit()]
    for where, rules in settings["per-file-ignores"].items():
        security = [rule for rule in rules if re.fullmatch(r"S\d*", rule)]
        assert not security or "tests/**" in where or where == "data/sql/*.py", f"{where} ignores {security}"
