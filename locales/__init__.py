"""Read, check and rewrite the catalogues in `locales/`.

`locales/<language>/<domain>.po` is written by hand and by `python -m locales`; `matches.texts` reads it. A domain is a
game's folder name (its rules, pictures and commands), `rendering` (what all pictures share) or `shared` (the rest).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from msgspec import Struct
from msgspec.structs import replace

import games
import games.packs

FOLDER: Final = Path(__file__).resolve().parent
TRANSLATED: Final = ("de", "fr", "it")
COMMAND: Final = "command"
"""The msgctxt of the names of slash commands and their options."""

_SOURCES: Final = ("bot.py", "client", "cogs", "data", "games", "matches", "rendering", "sandbox")
_TEXTS: Final = {"T": None, "N": (1, 2)}
_NAMES: Final = dict.fromkeys(("translate_name", "command", "add_command", "option"))  # names of commands and options
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_NAME: Final = re.compile(r"[-_\w]{1,32}")  # Discord's rule for names; besides, they must be lower-case
_TYPEWRITTEN: Final = re.compile(r"(?<=\w)'(?=\w)")
_HEADER: Final = r"""msgid ""
msgstr ""
"Language: {}\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {}\n"

"""  # not gettext's own header: its dates and versions would differ with every run


class Problem(Struct, frozen=True, order=True):
    """A problem of one message in one language."""

    language: str
    domain: str
    kind: Literal["missing", "unused", "fuzzy", "placeholders", "plurals", "conflict", "name", "apostrophe"]
    id: str
    other: str = ""
    """The domain that translates a message with a conflict in another way."""

    def __str__(self) -> str:
        return self.describe((self.language,))

    def describe(self, languages: Sequence[str]) -> str:
        """Describe this problem as one of several languages, with what to do."""
        advice = {
            "apostrophe": "write ’, not '",
            "fuzzy": "taken from another game: check it, then delete the word fuzzy",
            "conflict": f"{self.other}.po has other words: use the same, or reword the English sentence",
        }.get(self.kind, "")
        where = languages[0] if len(languages) == 1 else f"{{{','.join(languages)}}}"
        return f"{where}/{self.domain}.po: {self.kind}{f' ({advice})' if advice else ''}: {self.id}"


def merge_problems(problems: Iterable[Problem]) -> list[str]:
    """Describe problems, those of one message in several languages in one line."""
    languages: dict[Problem, list[str]] = {}
    for problem in problems:
        languages.setdefault(replace(problem, language=""), []).append(problem.language)
    return [problem.describe(each) for problem, each in languages.items()]


def find_domain(path: Path, of_games: Collection[str]) -> str:
    """Find the domain of a source file, by its path relative to the project."""
    folder, name = path.parts[0], Path(path.parts[1]).stem if len(path.parts) > 1 else ""
    if folder in ("games", "rendering", "cogs") and name in of_games:
        return name
    return "rendering" if folder == "rendering" else "shared"


def collect_required(root: Path) -> dict[str, Catalog]:
    """Collect the messages of the code under `root` by domain.

    Messages of `shared` are left out of the other domains.
    """
    out: dict[str, Catalog] = {"shared": Catalog()}
    for path in _list_sources(root):
        domain = find_domain(path.relative_to(root), games.own_names())
        _extract(path, out.setdefault(domain, Catalog()))
    for domain, catalogue in out.items():
        for message in _list_messages(out["shared"]) if domain != "shared" else ():
            catalogue.delete(message.id, message.context)
    return out


def collect_required_by_game(name: str) -> Catalog:
    """Collect the messages of a game, much faster than all: those of `shared` are read from its catalogue."""
    root, shared = FOLDER.parent, load(FOLDER, TRANSLATED[0])["shared"]
    return _collect(
        (path for path in _list_sources(root) if find_domain(path.relative_to(root), (name,)) == name), shared
    )


def collect_required_by_pack(name: str, shared: Iterable[Catalog]) -> Catalog:
    """Collect the messages of a game pack that the `shared` catalogues do not have."""
    return _collect(sorted(find_pack_folder(name).parent.rglob("*.py")), *shared)


def _collect(paths: Iterable[Path], *shared: Catalog) -> Catalog:
    """Collect the messages of source files that none of the `shared` catalogues has."""
    out = Catalog()
    for path in paths:
        _extract(path, out)
    for catalogue in shared:
        for message in _list_messages(catalogue):
            out.delete(message.id, message.context)
    return out


def find_pack_folder(name: str) -> Path:
    """Find the folder of a game pack's catalogues."""
    return Path(games.packs.catalogue_folder(games.packs.find_packs(games.own_names())[name]))


def load(folder: Path, language: str) -> dict[str, Catalog]:
    """Read a language's catalogues by domain. Raises PoFileError for a malformed one."""
    out = {}
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            out[path.stem] = read_po(file, locale=language, abort_invalid=True)
    return out


def list_problems(wanted: Mapping[str, Catalog], folder: Path = FOLDER) -> list[Problem]:
    """List the problems of the catalogues in `folder`, sorted and without repeats."""
    found: set[Problem] = set()
    for language in TRANSLATED:
        had = load(folder, language)
        known: dict[tuple[str | None, str], tuple[str, Message]] = {}
        for domain, catalogue in had.items():
            found.update(_check_entries(language, domain, catalogue))
            for message in _list_messages(catalogue):
                if all(_forms(message.string)):
                    other, first = known.setdefault(_key(message), (domain, message))
                    if first.string != message.string:
                        found.add(Problem(language, domain, "conflict", _first(message), other))
                if not any(_find_same(other, message) for other in wanted.values()):
                    found.add(Problem(language, domain, "unused", _first(message)))
        for domain, catalogue in wanted.items():
            for message in _list_messages(catalogue):
                if _key(message) not in known:
                    found.add(Problem(language, domain, "missing", _first(message)))
    return sorted(found)


def update(wanted: Mapping[str, Catalog], folder: Path = FOLDER) -> None:
    """Rewrite the catalogues: one entry per message of the code, with the translations of moved messages.

    A translation that another domain goes on using is copied, too, but marked as fuzzy: its words may not suit.
    """
    for language in TRANSLATED:
        had = load(folder, language)
        known = {
            _key(message): (domain, message.string)
            for domain, catalogue in reversed(had.items())  # if two differ, the first counts, as when they are read
            for message in _list_messages(catalogue)
            if all(_forms(message.string))
        }
        for domain, catalogue in wanted.items():
            if domain not in had and not len(catalogue):
                continue
            mine = had.get(domain) or Catalog(locale=language, fuzzy=False)
            mine.update(
                deepcopy(catalogue), no_fuzzy_matching=True, update_creation_date=False
            )  # a copy, because `update` keeps the messages it is given
            for message in _list_messages(mine):
                if not all(_forms(message.string)) and _key(message) in known:
                    source, message.string = known[_key(message)]
                    if source not in wanted or _find_same(wanted[source], message):
                        message.flags.add("fuzzy")
            (folder / language).mkdir(exist_ok=True)
            with (folder / language / f"{domain}.po").open("wb") as file:
                file.write(_HEADER.format(language, mine.plural_forms).encode())
                # Sorted, so that moving a sentence to another module does not change the catalogue.
                write_po(
                    file,
                    mine,
                    width=120,
                    no_location=True,
                    ignore_obsolete=True,
                    omit_header=True,
                    sort_output=True,
                )


def _extract(path: Path, catalogue: Catalog) -> None:
    """Add the messages of a source file, and the names of commands and options that it marks."""
    source = path.read_bytes()
    for context, keywords in ((None, _TEXTS), (COMMAND, _NAMES)):
        if not any(f"{keyword}(".encode() in source for keyword in keywords):
            continue  # parsing takes long, and most files have none
        for _line, ids, _comments, _context in extract("python", BytesIO(source), keywords=keywords):
            catalogue.add(ids, context=context)


def _list_sources(root: Path) -> Iterator[Path]:
    for source in _SOURCES:
        path = root / source
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def _list_messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _find_same(catalogue: Catalog, message: Message) -> Message | None:
    """Find a message in `catalogue` with the same context, singular and plural."""
    found: Message | None = catalogue.get(message.id, message.context)
    return found if found is not None and found.id == message.id else None


def _first(message: Message) -> str:
    return str(message.id[0] if message.pluralizable else message.id)


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, repr(message.id)


def _forms(strings: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return wordings as a tuple; ("",) if there are none."""
    return (strings or "",) if isinstance(strings, str | None) else tuple(strings)


def _placeholders(strings: str | Iterable[str] | None) -> set[str]:
    return {name for string in _forms(strings) for name in _PLACEHOLDER.findall(string)}


def _check_entries(language: str, domain: str, catalogue: Catalog) -> Iterator[Problem]:
    """List the problems of single entries of a catalogue."""
    if _expression(catalogue.plural_expr) != _expression(get_plural(Locale.parse(language)).plural_expr):
        yield Problem(language, domain, "plurals", f"Plural-Forms: {catalogue.plural_forms}")
    for message in _list_messages(catalogue):
        forms = _forms(message.string)
        if message.fuzzy:
            yield Problem(language, domain, "fuzzy", _first(message))
        if not all(forms):
            continue
        asked = _placeholders(message.id)
        optional = {"count"} if message.pluralizable else set()
        if any(not asked - optional <= _placeholders(form) <= asked for form in forms):
            yield Problem(language, domain, "placeholders", _first(message))
        if message.context == COMMAND and not (_NAME.fullmatch(forms[0]) and forms[0] == forms[0].lower()):
            yield Problem(language, domain, "name", _first(message))
        if any(_TYPEWRITTEN.search(form) for form in forms):
            yield Problem(language, domain, "apostrophe", _first(message))


def _expression(plural: str) -> str:
    return plural.replace(" ", "").strip("()")
