"""A person's time zone is set with a button and a form, and a match ends with its film."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs

from client.me.zones import find_zone, find_zones
from data import Transaction
from games.colours import GLYPHS
from tests.support.matches.hours import move_between
from tests.support.play.table import Table, buttons, find_board, open_match, play_out, table, words


async def test_a_time_zone_is_set_by_button_and_form(at: Table) -> None:
    anna = at.person("anna")
    panel = await anna.slash("me")
    form = await anna.click(panel.message, "Time zone …")
    await anna.submit(form, {"zone": "zurich"})
    assert "Europe/Zurich" in words(panel.message)
    form = await anna.click(panel.message, "Time zone …")
    refused = await anna.submit(form, {"zone": "Atlantis"})
    assert "Try a larger city" in words(refused.message)
    assert (await at.bot.preferences.load(anna.user.id)).zone == "Europe/Zurich", "other preferences are kept"
    for typed, zone in (("Roma", "Europe/Rome"), ("wien", "Europe/Vienna"), ("tokio", "Asia/Tokyo")):
        form = await anna.click(panel.message, "Time zone …")
        await anna.submit(form, {"zone": typed})
        assert zone in words(panel.message)
    form = await anna.click(panel.message, "Time zone …")
    assert "Try a larger city" in words((await anna.submit(form, {"zone": "an"})).message), "many zones contain it"


async def test_a_typed_zone_is_understood_and_an_unknown_one_locks_nobody_out(at: Table) -> None:
    anna = at.person("anna")
    for typed, shown in (("GMT+2", "UTC+2"), ("zurich", "Europe/Zurich"), ("Deutschland", "Europe/Berlin")):
        assert f"Time zone: {shown}, where it is" in words((await anna.slash("me", {"zone": typed})).message)
    assert "Try a larger city" in words((await anna.slash("me", {"zone": "localtime"})).message)
    await at.bot.preferences.change(anna.user.id, lambda person: structs.replace(person, zone="Old/Town"))
    panel = (await anna.slash("me")).message
    assert "Time zone: UTC, where it is" in words(panel)
    form = await anna.click(panel, "Time zone …")
    await anna.submit(form, {"zone": "UTC−5"})
    assert "Time zone: UTC-5, where it is" in words(panel)


async def test_a_typed_zone_moves_the_daily_message(at: Table) -> None:
    anna = at.person("anna")
    await anna.click((await anna.slash("me")).message, "A daily message")
    for hours in (3, -4):
        await anna.slash("me", {"zone": f"UTC{hours:+}"})
        digest = (await at.bot.preferences.load(anna.user.id)).digest
        assert digest is not None
        assert int(digest.due_at / 3600 + hours) % 24 == 8, "within twenty minutes of the hour"


async def test_a_time_zone_and_quiet_hours_are_proposed_and_set_only_if_one_agrees(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = at.person("anna")
    await open_match(at, "docker new", ("anna", "ben"))
    assert not any(label.startswith("Yes, use") for label in buttons((await anna.slash("me")).message))
    now = at.referee.now()
    monkeypatch.setattr(Transaction, "read_own_moves", lambda *_, **__: move_between("Europe/Rome", 8, 22, now=now))
    panel = (await anna.slash("me")).message
    assert "your moves suggest Europe/Paris, where it is" in words(panel)
    assert (await at.bot.preferences.load(anna.user.id)).zone == "UTC", "nothing is set without consent"
    await anna.click(panel, "Yes, use Europe/Paris")
    assert "Time zone: Europe/Paris" in words(panel)
    assert not any(label.startswith("Yes, use") for label in buttons(panel)), "it is proposed only once"
    assert (await at.bot.preferences.load(anna.user.id)).zone == "Europe/Paris"
    await anna.click(panel, "Yes, quiet at 23:00–8:00")
    assert "Quiet hours (no pings, clocks stop): 23:00–8:00" in words(panel)
    assert not any(label.startswith("Yes,") for label in buttons(panel))


def test_what_a_form_shows_is_understood() -> None:
    assert find_zones("UTC", 0.0)[0] == "UTC"
    for zone in ("Europe/Zurich", "America/Argentina/San_Juan", "Etc/GMT+1"):
        assert find_zones(zone, 0.0) == [zone]


def test_zones_of_the_same_time_today_are_compared_for_a_year() -> None:
    january = datetime(2035, 1, 3, tzinfo=UTC).timestamp()
    assert find_zones("easte", january)[0] == "Canada/Eastern"
    assert find_zone("easte", january) is None, "Easter Island has the time of Toronto in January, but not in July"
    assert find_zone("issa", january) is None, "the same is true of Bissau and Lisbon"
    assert find_zone("america/argentina", january) == "America/Argentina/Buenos_Aires", "all of them agree all year"
    assert find_zone("wien", january) == "Europe/Vienna"
    assert find_zone("Atlantis", january) is None


async def test_patterns_are_an_option_of_private_pictures(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await open_match(at, "docker new", ("anna", "ben"))
    panel = (await anna.slash("me")).message
    await anna.click(panel, "Pictures and colours …")
    usual = (await anna.slash("board")).message.attachments[0].content
    await anna.click(panel, "Patterns in colours")
    await anna.until(lambda: "colours with patterns" in words(panel))
    assert "✓ Patterns in colours" in buttons(panel)
    assert (await at.bot.preferences.load(anna.user.id)).patterns
    patterned = (await anna.slash("board")).message.attachments[0].content
    assert patterned != usual
    await anna.click(panel, "✓ Patterns in colours")
    await anna.until(lambda: "colours with patterns" not in words(panel))
    assert (await anna.slash("board")).message.attachments[0].content == usual
    assert (await ben.slash("board")).message.attachments[0].content != patterned


async def test_a_match_ends_with_its_film(tmp_path: Path) -> None:
    async with table(tmp_path, films=True) as at:
        await open_match(at, "docker new", ["anna", "ben"])
        match = await play_out(at, every=10)
        shown = find_board(at.person("anna"))
        names = [file.filename for file in shown.attachments]
        assert names[0] == f"docker-{match.id}-{match.seq}-film.gif"
        assert shown.attachments[0].content.startswith(b"GIF89a")
        assert shown.attachments[0].description == "Docker: the whole match as a film."
        assert {"Rematch", "Film"} <= buttons(shown).keys()


async def test_ones_own_colour_and_sign_are_kept_and_used(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    for person, colour, sign in ((anna, "3", "0"), (ben, "3", "2")):
        panel = (await person.slash("me")).message
        await person.click(panel, "Pictures and colours …")
        await person.choose(panel, "Choose your colour", colour)
        told = words((await person.choose(panel, "Choose your symbol", sign)).message)
        assert "Preferred colour, if it is free: ■ Blue" in told
        assert f"Preferred symbol, if the colour is taken: {GLYPHS[int(sign)]}" in told
    await at.restart()
    card = (await anna.slash("docker new", {"players": 4})).message
    await ben.click(card, "Join")
    match = await at.referee.match(1)
    colours = [each[0] for each in match.game.colours(4, match.options)]
    assert match.seats_of(anna.user.id) == (colours.index(3),)
    assert match.seats_of(ben.user.id) == (colours.index(2),), "blue is taken, so their sign decides"
