"""Write the skeleton of a new game: a small complete game with hidden cards, to be changed into yours.

`files` holds a game called `new_game` in the folders of the project. It is copied under the name of the new game; it
then passes the laws and can be played without further changes.
"""

from __future__ import annotations

import ast
import importlib.util
import keyword
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Final

import games

ROOT: Final = Path(__file__).resolve().parents[1]
FILES: Final = Path(__file__).resolve().parent / "files"
TEMPLATE: Final = "new_game"

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST: Final = 24
"""Most characters of a name, to keep lines short; Discord's limit for commands is 32."""


class BadName(Exception):
    """A name that the new game cannot have; the message says why."""


def command_of(name: str) -> str:
    """Derive the slash command of a game from its name: its letters alone."""
    return "".join(character for character in name if character.isalpha())


def title_of(name: str) -> str:
    """Return the title of a game called `name`: `hive_mind` is Hive Mind."""
    return name.replace("_", " ").title()


def suggest_name(name: str) -> str:
    """Suggest a valid name close to the bad one, or an example if no valid name can be made of it."""
    letters = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    suggested = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")
    return suggested if _NAME.fullmatch(suggested) and not keyword.iskeyword(suggested) else "hive or hive_mind"


def check_name(name: str, root: Path = ROOT) -> None:
    """Check that a game may be called `name`. Raises BadName."""
    if not _NAME.fullmatch(name):
        raise BadName(
            f"{name!r} cannot name a game. Use lower-case letters, digits and single underscores, beginning with a "
            f"letter, such as {suggest_name(name)}; it becomes the name of Python modules."
        )
    if keyword.iskeyword(name):
        raise BadName(f"{name!r} is a word of Python. Add another word, such as {name}_game.")
    if len(name) > _LONGEST:
        raise BadName(f"{name!r} is too long: use at most {_LONGEST} characters.")
    if name in games.names():
        raise BadName(f"There is a game called {name!r} already.")
    for path in (*list_files(name, root), root / "cogs" / f"{name}.py"):
        folder = path.parent if path.parent.name == name else path
        if taken := next((each for each in (folder, folder.with_suffix(".py")) if _is_taken(each)), None):
            raise BadName(f"{name!r} is taken: there is {taken.relative_to(root)} already.")
    if command_of(name) in read_commands(root):
        raise BadName(f"{name!r} is taken: there is a command /{command_of(name)} already.")


def _is_taken(path: Path) -> bool:
    """Tell whether there is a file, or a folder with files; compiled modules of a deleted game do not count."""
    return path.is_file() or any(each.is_file() and each.parent.name != "__pycache__" for each in path.rglob("*"))


def list_files(name: str, root: Path = ROOT) -> dict[Path, Path]:
    """List the files of a new game, each with its template."""
    found = sorted(path for path in FILES.rglob("*") if path.suffix in (".py", ".po"))
    return {root / rename(str(path.relative_to(FILES)), name): path for path in found}


def read_commands(root: Path = ROOT) -> frozenset[str]:
    """List the names of all slash commands and subcommands."""
    found = {games.load(name).command for name in games.names()}
    for path in (root / "cogs").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name("command") | ast.Attribute(attr="command" | "add_command"),
                    args=[ast.Constant(str(name)), *_],
                ):
                    found.add(name)
    return frozenset(found)


def write_game(name: str, root: Path = ROOT) -> tuple[Path, ...]:
    """Write the files of a new game and return them. Raises BadName before anything is written."""
    check_name(name, root)
    written = list_files(name, root)
    for path, template in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rename(template.read_text(encoding="utf-8"), name), encoding="utf-8")
    modules = [str(path) for path in written if path.suffix == ".py"]
    if importlib.util.find_spec("ruff"):  # an import's place and a line's length depend on the name
        for command in (("check", "--fix", "--quiet", "--select", "I"), ("format", "--quiet")):
            subprocess.run([sys.executable, "-m", "ruff", *command, *modules], cwd=root, check=True)  # noqa: S603
    subprocess.run([sys.executable, "-m", "locales", name], cwd=root, check=True)  # noqa: S603
    return tuple(written)


def rename(text: str, name: str) -> str:
    """Replace the template's name, class, title and command by those of the new game."""
    title = title_of(name)
    for old, new in (
        (TEMPLATE, name),
        ("NewGame", title.replace(" ", "")),
        ("New Game", title),
        ("newgame", command_of(name)),
    ):
        text = text.replace(old, new)
    return text
