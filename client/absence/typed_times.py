"""Read spans of time and days as people type them in English, German, French or Italian.

Any of the four languages is read, whichever a person has chosen. What could mean two things is not read: "2m" may be
minutes or months. Names of days and months are those of the CLDR, by way of Babel; a library for dates in natural
language was left out, because those guess where this refuses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal

from babel import Locale

from matches.clocks.pace import DAY, HOUR, MINUTE
from matches.texts import LANGUAGES

LONGEST: Final = 60
"""Characters of the longest text that is read."""

_UNITS: Final[Mapping[float, str]] = {
    1.0: "sec secs second seconds sek sekunde sekunden seconde secondes secondo secondi",
    MINUTE: "min mins minute minutes minuten minuto minuti",
    HOUR: "h hr hrs hour hours std stunde stunden heure heures ora ore",
    DAY: "d day days t tag tage tagen j jour jours g gg giorno giorni",
    7 * DAY: "w wk wks week weeks wo woche wochen sem semaine semaines sett settimana settimane",
    14 * DAY: "fortnight",
    30 * DAY: "mo month months monat monate monaten mois mese mesi",
    365 * DAY: "y yr year years jahr jahre jahren an ans annee annees anno anni",
}
_SECONDS: Final = {word: seconds for seconds, words in _UNITS.items() for word in words.split()}

_NUMBERS: Final[Mapping[float, str]] = {
    1: "a an one ein eine einen einem un une uno una",
    2: "two zwei deux due",
    3: "three drei trois tre",
    4: "four vier quatre quattro",
    5: "five funf cinq cinque",
    6: "six sechs sei",
    7: "seven sieben sept sette",
    8: "eight acht huit otto",
    9: "nine neun neuf nove",
    10: "ten zehn dix dieci",
    15: "quinze quindici",
}
_COUNTS: Final = {word: number for number, words in _NUMBERS.items() for word in words.split()}

_OPENING: Final = re.compile(
    r"(?:(?:in|for|until|till|by|on|the|bis|zum|am|dem|den|fur|jusqu|au|le|pour|pendant|dans|per|fino a|fino|al|il|tra"
    r"|fra) )*"
)
"""Words before a span or a day that do not change it."""

_PART: Final = re.compile(r"([0-9]{1,4}(?:[.,][0-9]{1,2})?|[a-z]+ )\s*([a-z]+)\.?\s*")
_LINK: Final = re.compile(r"^(?:(?:and|und|et|e)\s|[,+&])\s*")
_COUNT: Final = re.compile(r"[0-9]{1,3}")

_FROM_TODAY: Final = {
    "today": 0, "heute": 0, "aujourd hui": 0, "oggi": 0,
    "tomorrow": 1, "morgen": 1, "demain": 1, "domani": 1,
    "day after tomorrow": 2, "ubermorgen": 2, "apres demain": 2, "apres-demain": 2, "dopodomani": 2,
}  # fmt: skip

_ISO: Final = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_NUMERIC: Final = re.compile(r"([0-9]{1,2}) ?([-/.]) ?([0-9]{1,2})(?:\2 ?([0-9]{4}|[0-9]{2}))?\.?")
_DAY: Final = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|er|o)?")


def read_span(typed: str) -> float | None:
    """Read a span, in seconds: "2 weeks", "1w 3d", "12 Std.", "eine Woche", "1,5 jours"; a mere number means days. A
    month has 30 days."""
    if _COUNT.fullmatch(typed.strip()):
        return int(typed) * DAY
    rest = _simplify(typed)
    total = 0.0
    while part := _PART.match(rest):
        number, unit = part[1].strip().replace(",", "."), part[2]
        count = float(number) if number[0].isdecimal() else _COUNTS.get(number)
        if count is None or unit not in _SECONDS:
            return None
        total += count * _SECONDS[unit]
        rest = rest[part.end() :]
        if not rest:
            return total
        rest = _LINK.sub("", rest, count=1)
    return None


def read_days(typed: str, today: date, *, month_first: bool) -> tuple[date, ...]:
    """Read a day; two if the numbers can be read in either order. Without a year it is the next such day.

    `month_first`: "12/24" may be written as in the United States.
    """
    wanted = _simplify(typed)
    if wanted in _FROM_TODAY:
        return (today + timedelta(days=_FROM_TODAY[wanted]),)
    if iso := _ISO.fullmatch(wanted):
        return _make_days([(int(iso[1]), int(iso[3]), int(iso[4]))])
    if numeric := _NUMERIC.fullmatch(wanted):
        first, second, year = int(numeric[1]), int(numeric[3]), _read_year(numeric[4])
        orders = [(second, first)]
        if month_first and numeric[2] == "/" and first != second:
            orders.append((first, second))
        return tuple(day for month, number in orders for day in _find_day(today, number, month, year))
    return _read_named(wanted.split(), today)


def _read_named(words: Sequence[str], today: date) -> tuple[date, ...]:
    """Read a day of the week, or a day with the name of its month: "Thu 24 Dec", "December 24th 2026"."""
    words = [word.rstrip(".,") for word in words]
    weekday = _list_names("days").get(words[0]) if words else None
    months = _list_names("months")
    if weekday is not None and len(words) == 1 and words[0] not in months:
        return (today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1),)
    if weekday is not None and len(words) > 2 and _DAY.fullmatch(words[1]):
        return tuple(day for day in _read_named(words[1:], today) if day.weekday() == weekday)
    year = None
    if len(words) == 3 and len(words[2]) == 4 and words[2].isdecimal():
        words, year = words[:2], int(words[2])
    if len(words) != 2:
        return ()
    number, month = words if words[1] in months else words[::-1]
    found = _DAY.fullmatch(number)
    return _find_day(today, int(found[1]), months[month], year) if found and month in months else ()


def _find_day(today: date, day: int, month: int, year: int | None) -> tuple[date, ...]:
    """Find a day of the calendar; without a year, the next one after today."""
    if year is not None:
        return _make_days([(year, month, day)])
    found = _make_days([(today.year + later, month, day) for later in (0, 1)])
    return tuple(each for each in found if each > today)[:1]


def _make_days(wanted: Sequence[tuple[int, int, int]]) -> tuple[date, ...]:
    """Make dates, without those that do not exist."""
    found = []
    for year, month, day in wanted:
        try:
            found.append(date(year, month, day))
        except ValueError:
            continue
    return tuple(found)


def _read_year(typed: str | None) -> int | None:
    return None if typed is None else int(typed) + (2000 if len(typed) == 2 else 0)


def _simplify(typed: str) -> str:
    """Write a text in lower case, without accents, apostrophes and words that do not matter. "" if it is too long."""
    letters = unicodedata.normalize("NFKD", typed[: LONGEST + 1].casefold().replace("’", " ").replace("'", " "))
    plain = " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
    return _OPENING.sub("", plain, count=1) if len(typed) <= LONGEST else ""


@cache
def _list_names(kind: Literal["days", "months"]) -> Mapping[str, int]:
    """Map names and abbreviations to days of the week (0: Monday) or to months."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        locale = Locale(language)
        for context in (locale.days if kind == "days" else locale.months).values():
            for width, names in context.items():
                if width in ("wide", "abbreviated"):
                    found |= {_simplify(name).rstrip("."): number for number, name in names.items()}
    return found
