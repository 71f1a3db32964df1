"""Test spans and days as people type them for an absence, in four languages."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from client.absence.absence import find_end, read_until, suggest_dates
from client.absence.typed_times import read_days, read_span
from games.text import Text
from matches.clocks.pace import DAY, HOUR
from matches.errors import UserError
from matches.texts import LANGUAGES, Texts

TODAY: Final = date(2026, 11, 28)
NOW: Final = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
CHRISTMAS: Final = date(2026, 12, 24)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("3", 3), (" 14 ", 14), ("3 days", 3), ("3d", 3), ("2 weeks", 14), ("2 WEEKS", 14), ("2w", 14), ("1 month", 30),
        ("2 months", 60), ("12h", 0.5), ("12 hours", 0.5), ("a week", 7), ("in two weeks", 14), ("for a fortnight", 14),
        ("1w 3d", 10), ("1w3d", 10), ("1 week and 3 days", 10), ("1.5 days", 1.5), ("2.5 hours", 2.5 / 24),
        ("1 Woche", 7), ("2 Wochen", 14), ("zwei Wochen", 14), ("für eine Woche", 7), ("3 Tage", 3), ("1 Tag", 1),
        ("12 Stunden", 0.5), ("12 Std.", 0.5), ("1 Monat", 30), ("1 Woche und 3 Tage", 10), ("1,5 Tage", 1.5),
        ("1 semaine", 7), ("2 semaines", 14), ("2 sem.", 14), ("une semaine", 7), ("pendant 3 jours", 3), ("3 j", 3),
        ("quinze jours", 15), ("12 heures", 0.5), ("1 mois", 30), ("sept jours", 7), ("1 semaine et 3 jours", 10),
        ("1 settimana", 7), ("2 settimane", 14), ("2 sett.", 14), ("per una settimana", 7), ("3 giorni", 3),
        ("3 gg", 3), ("12 ore", 0.5), ("1 mese", 30), ("2 mesi", 60), ("1 settimana e 3 giorni", 10),
        ("２ weeks", 14), ("2\N{NO-BREAK SPACE}weeks", 14),
    ],
)  # fmt: skip
def test_a_span_is_read_with_its_unit(typed: str, days: float) -> None:
    assert read_span(typed) == days * DAY
    assert read_until(typed, NOW, "Europe/Zurich") == NOW + days * DAY


@pytest.mark.parametrize(
    "typed",
    [
        "2m", "2s", "m", "week", "2 foo", "-3", "+3", "3-", "1e3", "1.2.3 days", "2 weeks!", "3 x 2 days", "2h30", "²",
        "1 day 1", "zwei", "and", "2 and weeks", "12345 days", "until 3", "le 3", "", " ", "9" * 5000, "a " * 5000,
        "next week", "soon", "24.12. 18:00", "18:00", "3 days 24.12.", "3 days ago",
    ],
)  # fmt: skip
def test_what_is_no_clear_span_or_day_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(UserError) as refused:
        find_end(typed, NOW, "UTC")
    assert say(refused.value) == (
        "I cannot read this. Write for how long, such as “2 weeks” or “12 h”, or when you are back, such as 2026-12-12."
    )


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("10 minutes", "an hour or more"), ("10 min", "an hour or more"), ("30 Sekunden", "an hour or more"),
        ("0", "an hour or more"), ("0 days", "an hour or more"), ("0.5 hours", "an hour or more"),
        ("3 months", "at most 60 days"),
        ("61", "at most 60 days"), ("1 year", "at most 60 days"), ("2028-01-01", "at most 60 days"),
        ("1 May", "at most 60 days"), ("2026-11-28", "has begun already"), ("today", "has begun already"),
        ("1.1.2020", "has begun already"), ("12/1", "This may be Tue 1 Dec or Tue 12 Jan."), ("31.2.", "cannot read"),
        ("Fri 24 Dec", "cannot read"),
    ],
)  # fmt: skip
def test_an_end_that_cannot_be_used_is_refused_with_its_reason(typed: str, reason: str) -> None:
    with pytest.raises(UserError) as refused:
        find_end(typed, NOW, "UTC")
    assert reason in say(refused.value)
    assert "such as 2026-12-12." in say(refused.value)


def say(error: UserError, language: str = "en") -> str:
    assert isinstance(error.text, Text)
    return Texts().say(language)(error.text)


@pytest.mark.parametrize(
    "typed",
    [
        "24.12.", "24.12", "24/12", "24-12", "24. 12.", "24.12.26", "24.12.2026", "24/12/2026", "2026-12-24",
        "2026/12/24", "24 December", "24th December", "December 24", "Dec 24th", "Dec 24, 2026", "Thu 24 Dec",
        "Thursday, 24 December", "until 24 Dec", "24. Dezember", "24. Dez.", "bis 24.12.", "bis zum 24. Dezember",
        "am Donnerstag, 24. Dez. 2026", "24 décembre", "24 decembre", "le 24 déc.", "jusqu’au 24 décembre",
        "jusqu'au 24/12", "jeu. 24 déc.",
        "24 dicembre", "24 dic", "fino al 24 dicembre", "giovedì 24 dicembre 2026", "il 24/12",
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_usual_way(typed: str) -> None:
    assert read_days(typed, TODAY, month_first=False) == (CHRISTMAS,)
    midnight = datetime(2026, 12, 24, tzinfo=ZoneInfo("Europe/Zurich")).timestamp()
    assert read_until(typed, NOW, "Europe/Zurich") == midnight


@pytest.mark.parametrize(
    ("typed", "later"),
    [
        ("tomorrow", 1), ("morgen", 1), ("demain", 1), ("domani", 1), ("the day after tomorrow", 2), ("übermorgen", 2),
        ("après-demain", 2), ("dopodomani", 2), ("Sunday", 1), ("Sonntag", 1), ("dimanche", 1), ("domenica", 1),
        ("Samstag", 7), ("until Friday", 6), ("fino a venerdì", 6), ("1er décembre", 3), ("1º dicembre", 3),
    ],
)  # fmt: skip
def test_a_day_is_read_by_its_distance_or_its_name(typed: str, later: int) -> None:
    assert read_days(typed, TODAY, month_first=False) == (TODAY + timedelta(days=later),)


def test_the_order_of_the_united_states_is_read_where_it_is_clear() -> None:
    christmas = read_until("24.12.", NOW, "UTC")
    assert read_until("12/24", NOW, "UTC", "en") == christmas
    assert read_until("12/24", NOW, "UTC", "de") is None
    assert read_until("12/1", NOW, "UTC", "en") is None, "the first of December, or the twelfth of January"
    assert read_until("12/1", NOW, "UTC", "de") == read_until("2027-01-12", NOW, "UTC")


def test_the_next_day_is_not_too_near_in_the_last_hour() -> None:
    assert read_until("tomorrow", NOW + 11.5 * HOUR, "UTC") == NOW + 12 * HOUR


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["", "2", "24.12.", "12 h", "2 weeks", "1,5 jours", "45 giorni", "60", "morgen"])
def test_the_name_of_a_suggestion_means_that_suggestion(language: str, typed: str) -> None:
    offered = suggest_dates(typed, NOW, "Europe/Zurich", Texts().say(language), language)
    assert offered
    for choice in offered:
        assert len(choice.name) <= 100
        meant = find_end(choice.value, NOW, "Europe/Zurich", language)
        assert find_end(choice.name, NOW, "Europe/Zurich", language) == meant
        assert not typed or choice is not offered[0] or meant == read_until(typed, NOW, "Europe/Zurich", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_refusal_is_read_in_its_language(language: str) -> None:
    with pytest.raises(UserError) as refused:
        find_end("soon", NOW, "UTC", language)
    told = say(refused.value, language)
    examples = [part.strip("\u00a0 .,") for part in told.translate(dict.fromkeys(map(ord, "“„”«»"), "|")).split("|")]
    spans = [read_span(example) for example in examples if read_span(example)]
    assert spans == [14 * DAY, 12 * HOUR]
    assert "2026-12-12" in told
