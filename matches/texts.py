"""Texts in the reader's language: gettext catalogues, colour names and glyphs, and names without markup.

Games and pictures use `games.text.Text`; only this module knows languages.
A catalogue is a plain `locales/<language>/<domain>.po`; all domains of a language are merged when it is first used.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import Final

from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from msgspec import Struct, structs

import games
from games.colours import COLOURS, GLYPHS
from games.levels import NORMAL, Level
from games.text import Arg, Channel, Colour, Join, Moment, Player, Say, T, Text

LANGUAGES: Final = ("en", "de", "fr", "it")
"""English is in the code, the others are in `locales/`."""

LEVEL_NAMES: Final[Mapping[Level, Text]] = {"easy": T("easy"), "normal": T("normal"), "strong": T("strong")}
"""The levels of computer players."""

CHANNEL: Final = T("the channel")
"""Names a crowd, in place of a player's name."""

_PAIR: Final = T("{first} and {last}")
_SERIES: Final = T("{first}, and {last}")
"""A list of two things, and of more: all but the last are joined by commas."""

_DECIMAL: Final = T("{whole}.{tenths}")
"""How a fraction is written."""

COMMAND: Final = "command"
"""The msgctxt of slash-command and option names."""

NAME_LENGTH: Final = 32
"""Most characters of a person's name; Discord's own limit."""

_REMEMBERED: Final = 4096
"""Size of the caches of names, other user input and split wordings, which recur with every move."""

_SAYERS: Final = 1024
"""Size of the cache of casts, which recur with every move."""

_LOCALES: Final = Path(__file__).resolve().parent.parent / "locales"
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_NARROW: Final = re.compile(r" (?=[:;!?»%])|(?<=«) ")
"""Spaces at which a line must not break: in French beside punctuation marks, in German before a per cent sign."""
_LIAISONS: Final[Mapping[str, tuple[tuple[re.Pattern[str], str, re.Pattern[str]], ...]]] = {
    "fr": ((re.compile(r"\b([Dd]|[Qq]u)e $"), r"\1’", re.compile(r"(?!onz|oui)[aeiouàâæéèêëîïôœùû][^\W\d]", re.I)),),
    "it": (
        (re.compile(r"\b([Aa]) $"), r"\1d ", re.compile(r"[AaÀà]|H(?=\d|$)")),
        (re.compile(r"\b([Ee]) $"), r"\1d ", re.compile(r"[EeÈÉèé]")),
    ),
}
"""Words that change before certain values of a placeholder: the word, what it becomes, and how such a value begins.

French elides before a word, but not before a coordinate ("d’Aquaretto", "de A2"). Italian adds a d before the same
vowel, also if a coordinate is read with it ("ad A2", "ad H3", "Anna ed Emma"). The catalogues write their own words so.
"""
_MAY_CHANGE: Final = ("a ", "A ", "e ", "E ")
_GOVERNED: Final = re.compile(
    r"\b(since|until|till|by|from|before|seit|bis|ab|vor|(depuis|dès|avant) le|jusqu’au)[ :]*$",
    re.I,
)
"""Words after which "in 3 hours" or "2 days ago" make no sense, such as "since 2 days ago". The date that stands there
instead needs an article in French: "depuis le 3 mai". Italian has no such words before a time."""
_RELATIVE: Final = re.compile(r"(?<=^<t:)(-?\d+):R(?=>$)")
"""The inside of a time that Discord shows relative to now."""
_MARKS: Final = 2  # real languages need only a few combining marks in a row
_IN_CONTEXT: Final = "{}\x04{}"
"""The key of a message with a context."""
_ISOLATE: Final = "\u2068{}\u2069"
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # invisible letters and marks
_MARKUP: Final = str.maketrans("*_~`<\\", "∗ˍ∼ˋ‹＼")
_NAME_MARKUP: Final = str.maketrans("@#[]/>|", "＠＃［］∕›ǀ")
_CONSTRUCTS: Final = (
    (re.compile(r"\|{2,}"), "ǀǀ"),
    (re.compile("://"), ":∕∕"),
    (re.compile("@(?=everyone|here)"), "＠"),
    (re.compile(r"(?i)(?<=discord\.gg)/"), "∕"),
)


class Persona(Struct, frozen=True):
    """The player of a seat: the name as the person chose it ("" if unknown) and the colours of the seat (0..5).

    `former`: a person whose data was deleted on request. `level`: the level of a computer player, shown unless normal.
    `crowd`: a channel that votes on its moves.
    """

    name: str
    colours: tuple[int, ...]
    former: bool = False
    level: Level = NORMAL
    crowd: bool = False


@lru_cache(_REMEMBERED)
def defuse(text: str) -> str:
    """Remove line breaks, control and bidi characters, zalgo, Discord markup and links from a text."""
    kept: list[str] = []
    marks = _MARKS  # a text must not begin with a mark
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char.isspace():
            kept.append(" ")
            marks = _MARKS
        elif char in _INVISIBLE or category.startswith("C"):
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= _MARKS:
                kept.append(char)
        else:
            kept.append(char)
            marks = 0
    out = "".join(kept).translate(_MARKUP)
    for construct, harmless in _CONSTRUCTS:
        out = construct.sub(harmless, out)
    return out


@lru_cache(_REMEMBERED)
def defuse_name(name: str) -> str:
    """Make a person's name harmless: one line of at most 32 characters without mentions, markup and links.

    Markup becomes look-alike characters instead of being escaped, because the same text is also used where markup is
    not parsed: alt texts, menus, pictures. A name with right-to-left letters is isolated (U+2068 … U+2069), so that it
    cannot reorder the sentence around it. "" if nothing visible is left.
    """
    text = " ".join(defuse(name).translate(_NAME_MARKUP).split())
    if len(text) > NAME_LENGTH:
        text = text[: NAME_LENGTH - 1].rstrip() + "…"
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text):
        return _ISOLATE.format(text)
    return text


@lru_cache(_REMEMBERED)
def _split_at_placeholders(wording: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Split a wording at its placeholders: the beginning, and for each placeholder its name and the text after it."""
    begin, *rest = _PLACEHOLDER.split(wording)
    return begin, tuple(zip(rest[::2], rest[1::2], strict=True))


def write_number(digits: str) -> str:
    """Replace the hyphen before a negative number by a minus sign."""
    return digits.replace("-", "−")


def _bind(before: str, value: str, language: str) -> str:
    """Adapt the last word of a text to the value that follows it."""
    for word, changed, special in _LIAISONS.get(language, ()):
        if special.match(value):
            before = word.sub(changed, before)
    return before


class Texts:
    """The catalogues of all languages. A missing translation falls back to English."""

    def __init__(self, folder: Path = _LOCALES) -> None:
        self._folder = folder

    def load(self) -> None:
        """Read all catalogues at start, not when they are first used."""
        for language in LANGUAGES:
            self._catalogue(language)

    @staticmethod
    def language(locale: str | None) -> str:
        """Choose the language for a Discord locale ("en-GB", "de", …); English for others."""
        language = (locale or "").replace("_", "-").split("-")[0].lower()
        return language if language in LANGUAGES else "en"

    def name(self, language: str, word: str) -> str:
        """Translate the name of a slash command or option; without a translation, the name itself."""
        return self._catalogue(language).pgettext(COMMAND, word)

    def say(self, language: str, cast: Sequence[Persona] = ()) -> Say:
        """Make the function that says texts in `language`, naming players by `cast` (by seat)."""
        return _make_say(self._catalogue(language), tuple(cast), language)

    def _catalogue(self, language: str) -> NullTranslations:
        if language not in LANGUAGES:
            raise KeyError(language)
        return _read(self._folder, language)


def _are_titles_neutral() -> bool:
    """Tell whether the operator replaces the games' names (`SLOWBOAT_NEUTRAL_TITLES`). It is read from the environment,
    because the processes that draw have nothing else in common with the bot."""
    return os.environ.get("SLOWBOAT_NEUTRAL_TITLES", "").strip().lower() in ("1", "true")


def _list_new_titles(catalogue: NullTranslations) -> tuple[tuple[str, str], ...]:
    """List the names of games that are replaced, each with its neutral title."""
    if not _are_titles_neutral():
        return ()
    found = [(words.TITLE, words.NEUTRAL_TITLE or words.TITLE) for words in map(games.words, games.names())]
    return tuple((catalogue.gettext(title.id), catalogue.gettext(neutral.id)) for title, neutral in found)


@lru_cache(_SAYERS)
def _make_say(catalogue: NullTranslations, cast: tuple[Persona, ...], language: str) -> Say:
    personas = tuple(structs.replace(persona, name=defuse_name(persona.name)) for persona in cast)
    new_titles = _list_new_titles(catalogue)

    def say(text: Text) -> str:
        wording = catalogue.ngettext(text.id, text.plural, text.count) if text.plural else catalogue.gettext(text.id)
        for title, neutral in new_titles:
            wording = wording.replace(title, neutral)
        if not text.args and not text.plural:
            return wording
        values = {name: format_argument(arg) for name, arg in text.args}
        if text.plural:
            values["count"] = write_number(str(text.count))
        return fill(wording, values)

    def fill(wording: str, values: Mapping[str, str]) -> str:
        said, gaps = _split_at_placeholders(wording)
        for name, after in gaps:
            value = values.get(name, f"{{{name}}}")
            if value.startswith("<t:") and _GOVERNED.search(said):
                value = _RELATIVE.sub(r"\1:f", value)
            said = (_bind(said, value, language) if said.endswith(_MAY_CHANGE) else said) + value + after
        return said

    def format_argument(arg: Arg) -> str:
        match arg:
            case str():
                return defuse(arg)
            case int():
                return write_number(str(arg))
            case float():
                whole, tenths = write_number(f"{Decimal(str(arg)):.1f}").split(".")
                return say(_DECIMAL).format(whole=whole, tenths=tenths)
            case Text():
                return say(arg)
            case Colour(index):
                return f"{GLYPHS[index]} {say(COLOURS[index].name)}"
            case Channel(number):
                return f"<#{number}>"
            case Moment(at, style):
                return f"<t:{int(at)}:{style}>"
            case Player(seat):
                return player(seat)
            case Join(items):
                *others, last = map(format_argument, items) if items else ("",)
                pattern = catalogue.gettext((_SERIES if len(others) > 1 else _PAIR).id)
                return fill(pattern, {"first": ", ".join(others), "last": last}) if others else last

    @cache
    def player(seat: int) -> str:
        persona = personas[seat] if 0 <= seat < len(personas) else Persona("", (seat % len(GLYPHS),))
        glyphs = "".join(GLYPHS[colour] for colour in persona.colours)
        seen = f"{glyphs} {say(COLOURS[persona.colours[0]].name)}"
        name = say(T("former player")) if persona.former else say(CHANNEL) if persona.crowd else persona.name
        if persona.level != NORMAL:
            name += f", {say(LEVEL_NAMES[persona.level])}"
        return f"{seen} ({name})" if name else seen

    return say


class _Catalogue(NullTranslations):
    """The translations of a language."""

    def __init__(self, plural_rule: str) -> None:
        """`plural_rule`: the expression in C that chooses a plural form, as in the head of a catalogue."""
        super().__init__()
        self._forms: dict[str, tuple[str, ...]] = {}
        self._choose_form = c2py(plural_rule)

    def add(self, message: str, forms: tuple[str, ...], context: str | None) -> None:
        """Add a translation, unless the message has one. One with a plural replaces one without."""
        key = message if context is None else _IN_CONTEXT.format(context, message)
        if len(forms) > len(self._forms.get(key, ())):
            self._forms[key] = forms

    def gettext(self, message: str) -> str:
        return self._forms.get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms, chosen = self._forms.get(msgid1, ()), self._choose_form(n)
        return forms[chosen] if chosen < len(forms) > 1 else super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._forms.get(_IN_CONTEXT.format(context, message), (message,))[0]


@cache
def _read(folder: Path, language: str) -> NullTranslations:
    """Merge all domains of a language, those of game packs last. If two translate the same message, the first counts.

    Catalogues are written with ordinary spaces; those beside signs become narrow no-break spaces here. Cached: reading
    takes 40 ms, and catalogues do not change while the bot runs.
    """
    if language == "en":
        return NullTranslations()
    merged = _Catalogue(get_plural(language).plural_expr)
    for home in (folder, *map(Path, games.pack_catalogues())):
        for path in sorted((home / language).glob("*.po")):
            with path.open("rb") as file:
                for message in read_po(file, locale=language):
                    forms = (message.string,) if isinstance(message.string, str) else message.string or ("",)
                    if not message.id or not all(forms) or message.fuzzy:  # one empty plural: all are in English
                        continue
                    known = message.id if isinstance(message.id, str) else message.id[0]
                    merged.add(known, tuple(_NARROW.sub("\u202f", form) for form in forms), message.context)
    return merged
