"""Find the words and the pictures of a game: functions under the names of a contract, in a module or a folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType
from typing import Any, TypeVar

C = TypeVar("C")


def import_all(name: str) -> tuple[ModuleType, ...]:
    """Import a module, and if it is a package, the modules in it."""
    found = importlib.import_module(name)
    inside = pkgutil.iter_modules(vars(found).get("__path__", ()), f"{name}.")
    return (found, *(importlib.import_module(each.name) for each in inside))


def assemble(contract: type[C], modules: tuple[ModuleType, ...], **given: Any) -> C:
    """Make an object of a class from the functions and values of modules: what has the name of a part replaces it.

    `given`: other attributes of the object.

    Raises TypeError if a part without default is missing, or if two modules have different parts of one name.
    """
    named = {part for part in (*vars(contract), *contract.__annotations__) if not part.startswith("_")}
    found: dict[str, Any] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name not in named or isinstance(value, ModuleType):
                continue
            if found.setdefault(name, value) is not value:
                raise TypeError(f"{module.__name__} has another `{name}` than a module beside it")
    needed = named - {*vars(contract)}
    if missing := [part for part in contract.__annotations__ if part in needed - {*found}]:
        raise TypeError(f"{modules[0].__name__} has no {', '.join(missing)}")
    members = {name: staticmethod(value) if inspect.isroutine(value) else value for name, value in found.items()}
    made: C = type(modules[0].__name__, (contract,), members | given)()
    return made
