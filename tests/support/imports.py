"""What the modules of the project import, read from their sources."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.support.checkout import ROOT


def list_modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    """Return the dotted name of a module; a package is named by its folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def list_imports(path: Path) -> frozenset[str]:
    """List the dotted names a module imports, at any level; `from a import b` gives both `a` and `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path.relative_to(ROOT)} imports a module by a part of its name"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def list_top_level_imports(path: Path) -> set[str]:
    return {name.split(".")[0] for name in list_imports(path)}
