"""`/replay` and `/film` through the real client: stepping through a match, its film, and who sees what."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs
from PIL import Image

from client.pictures.films import FilmWorker
from client.pictures.render_worker import draw_film
from data import LogRow, Transaction
from matches.archive import history
from matches.change import Change
from matches.clocks.pauses import end_without_result
from matches.keeping.mapping import make_row
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import resign
from matches.referee import MACHINE, Referee, Request
from sandbox.discord.model import Message
from sandbox.person.person import Person, menus, pictures
from tests.support.play.asking import ask
from tests.support.play.days import list_public
from tests.support.play.pictures import frames, measure_light
from tests.support.play.table import Table, buttons, open_match, open_settings, play_out, take_turn, words

pytestmark = pytest.mark.long


async def play_turns(at: Table, count: int) -> Match:
    """Play a number of turns of Docker, always the first move offered."""
    for _ in range(count):
        match = await at.referee.match(1)
        await take_turn(at.person(match.awaited[0].name.lower()))
    return await at.referee.match(1)


async def replay(person: Person) -> Message:
    answer = await person.slash("match", {"show": "replay"})
    assert answer.ephemeral
    return answer.message


def title(page: Message) -> str:
    return words(page).splitlines()[0]


def menu(page: Message, kind: str) -> tuple[str, dict[str, str]]:
    """Find a menu by its action: its custom_id, and its values by label."""
    for custom_id, options in menus(page).items():
        if custom_id.startswith(f"sb:{kind}:"):
            return custom_id, {option["label"]: option["value"] for option in options}
    return "", {}


async def undo(at: Table, to: int) -> None:
    """Make the row that undoes everything after `to`, as the referee writes it."""
    match = await at.referee.match(1)
    row = structs.replace(match, seq=match.seq + 1, head=to)
    log = LogRow(row.seq, "undo", None, "", "[]", None, to, None, at.referee.now())

    def write(tx: Transaction) -> None:
        tx.update_match(make_row(row), was=make_row(match))
        tx.append_log(row, [log])

    await at.referee.store.transaction(write)
    at.referee.cache.clear()


async def test_every_turn_can_be_stepped_to(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    read, true = [], history.read

    async def reading(referee: Referee, match: Match) -> tuple[history.Step, ...]:
        read.append(match.seq)
        return await true(referee, match)

    monkeypatch.setattr(history, "read", reading)
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 6)
    anna = at.person("anna")
    page = await replay(anna)
    assert "Move 6 of 6" in title(page)
    assert "▶" not in buttons(page)
    seen = {pictures(page)[-1]}
    for number in (5, 4, 3, 2, 1):
        await anna.click(page, "◀")
        assert f"Move {number} of 6" in title(page)
        assert len(words(page).splitlines()) >= 3, "the page describes the turn"
        seen.add(pictures(page)[-1])
    await anna.click(page, "◀")
    assert "The start" in title(page)
    assert not {"|◀", "◀"} & set(buttons(page))
    seen.add(pictures(page)[-1])
    assert len(seen) == 7, "every position has a picture of its own"
    await anna.click(page, "▶")
    assert "Move 1 of 6" in title(page)
    await anna.click(page, "▶|")
    assert "Move 6 of 6" in title(page)
    await anna.click(page, "|◀")
    assert "The start" in title(page)
    jump, options = menu(page, "jump")
    assert len(options) == 7
    await anna.choose(page, jump, next(value for label, value in options.items() if label.startswith("Move 4")))
    assert "Move 4 of 6" in title(page)
    assert (await at.referee.match(1)).seq == 6, "viewing changes nothing"
    assert read == [6], "the log is read once for all these pages"


async def test_buttons_work_after_a_restart_and_lead_to_later_moves(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 3)
    chiara = at.person("chiara")
    page = await replay(chiara)
    await at.restart()
    await chiara.click(page, "◀")
    assert "Move 2 of 3" in title(page)
    await play_turns(at, 2)
    await chiara.click(page, "▶|")
    assert "Move 5 of 5" in title(page)
    await play_turns(at, 1)
    await chiara.click(page, "▶|")
    assert "Move 6 of 6" in title(page)


async def test_undone_turns_are_not_shown(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 4)
    anna = at.person("anna")
    page = await replay(anna)
    await anna.click(page, "◀")
    undone = pictures(page)[-1]
    await anna.click(page, "◀")
    stays = pictures(page)[-1]
    await undo(at, 2)
    page = await replay(anna)
    assert "Move 2 of 2" in title(page)
    assert pictures(page)[-1] == stays
    turns = await history.read(at.referee, await at.referee.match(1))
    assert [step.rows[-1].seq for step in turns] == [0, 1, 2]
    film = await at.bot.films.draw_match_film(await at.referee.match(1))
    assert frames(film.gif) == 3
    await undo(at, 0)
    page = await replay(anna)
    assert "The start" in title(page)
    assert undone != pictures(page)[-1] != stays


async def test_a_replay_is_shown_from_the_viewers_own_seat(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    await play_out(at, seed=3, until=lambda match: match.seq > 12)
    pages = {name: await replay(at.person(name)) for name in ("anna", "ben", "chiara")}
    for _ in range(3):
        drawn = {name: pictures(page)[-1] for name, page in pages.items()}
        assert len(set(drawn.values())) == 3, "there are two hands and a public view"
        sizes = {name: Image.open(io.BytesIO(png)).size for name, png in drawn.items()}
        assert sizes["anna"] == sizes["ben"] != sizes["chiara"]
        for page in pages.values():
            assert menu(page, "sight") == ("", {}), "there is no menu of seats to look from"
        for name, page in pages.items():
            await at.person(name).click(page, "◀")
    anna, page = at.person("anna"), pages["anna"]
    own, number = pictures(page)[-1], title(page)
    last = next(n for n in range(99) if f"Move {n} of" in number)
    for wish in ("1", "p", "0", "7", "-1", "²", "", "x" * 40):  # Ben is in seat 1
        custom_id = f"sb:step:1:-1:{wish}.{last}.x"
        page.components[0]["components"].append(_a_button(custom_id))
        await anna.click(page, custom_id)
        assert title(page) == number
        assert pictures(page)[-1] == own, wish
    for wish in ("0.99999", "0.-5", "0.²", "0", "0." + "9" * 50, ""):
        custom_id = f"sb:step:1:-1:{wish}"
        page.components[0]["components"].append(_a_button(custom_id))
        answer = await anna.click(page, custom_id)
        assert not answer.failed
        assert "Move" in title(page)


async def test_after_the_end_every_seat_can_be_viewed(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    await play_out(at, seed=3, until=lambda match: match.seq > 8)
    anna, dana = at.person("anna"), at.person("dana")
    gives_up = Request(user_id=anna.user.id)
    await at.referee.change(1, gives_up, lambda match: resign(match, gives_up, now=at.referee.now()))
    page = await replay(dana)
    assert "wins!" in words(page)
    assert "▶|" not in buttons(page), "the replay offers no live view after the end"
    sight, eyes = menu(page, "sight")
    assert len(eyes) == 3
    await dana.click(page, "◀")
    drawn = set()
    for label, value in eyes.items():
        await dana.choose(page, menu(page, "sight")[0], value)
        assert label in words(page)
        drawn.add(pictures(page)[-1])
    assert len(drawn) == 3
    assert sight


async def test_a_stranger_elsewhere_sees_nothing(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 2)
    elsewhere = (await at.person("chiara", "general").slash("rules", {"game": "docker"})).message
    for kind in ("step", "jump", "sight", "film", "share", "replay"):
        elsewhere.components[0]["components"].append(_row(_a_button(f"sb:{kind}:1:-1:p.1.x")))
        answer = await at.person("chiara", "general").click(elsewhere, f"sb:{kind}:1:-1:p.1.x")
        assert "don't know this match" in answer.text, kind
        assert "Move" not in title(elsewhere)
    mine = (await at.person("ben", "general").slash("rules", {"game": "docker"})).message
    mine.components[0]["components"].append(_row(_a_button("sb:step:1:-1:p.1.x")))
    await at.person("ben", "general").click(mine, "sb:step:1:-1:p.1.x")
    assert "Move 1 of 2" in title(mine), "a player may view the replay anywhere"


async def test_the_film_is_for_one_person_until_they_show_it(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 5)
    ben = at.person("ben")
    answer = await ben.slash("match", {"show": "film"})
    assert answer.ephemeral
    (gif,) = pictures(answer.message)
    assert frames(gif) == 6
    assert answer.message.attachments[0].description
    public = len([m for m in ben.messages() if not m.ephemeral])
    again = await ben.click(answer.message, "Step through the moves")
    assert again.ephemeral
    assert "Move 5 of 5" in title(again.message)
    from_replay = await ben.click(again.message, "Film")
    assert from_replay.ephemeral
    assert pictures(from_replay.message) == [gif], "the film is drawn once"
    assert len([m for m in ben.messages() if not m.ephemeral]) == public
    await ben.click(answer.message, "Show it to everybody")
    shown = await ben.until(lambda: next((m for m in at.person("dana").messages()[public:] if m.attachments), None))
    assert not shown.ephemeral
    assert pictures(shown) == [gif]
    assert shown.mentions == []
    await ben.until(lambda: "can see the film now" in words(answer.message))
    assert not buttons(answer.message), "the button to show the film is gone"
    assert not answer.message.attachments


async def test_the_film_of_a_finished_match_shows_every_turn(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_match(at, "docker new", ("anna", "ben", "chiara"))
    match = await at.referee.match(1)
    assert await FilmWorker.draw_last_film(at.bot.films, match) == []
    match = await play_out(at, seed=1, every=10)
    with monkeypatch.context() as broken:
        broken.setattr(at.bot.films._worker, "call_long", _no_paint)
        with pytest.raises(WorkerFailed):
            await FilmWorker.draw_last_film(at.bot.films, match)
    (film,) = await FilmWorker.draw_last_film(at.bot.films, match)
    turns = await history.read(at.referee, match)
    assert frames(film.gif) == len(turns)
    assert film.name.endswith("-film.gif")
    assert len(film.gif) < 8 * 1024 * 1024


def _resign(match: Match, now: float) -> Change:
    return resign(match, Request(match.awaited[0].user_id, "anybody"), now=now)


def _cancel(match: Match, now: float) -> Change:
    return end_without_result(match, now=now)


@pytest.mark.parametrize(("end", "told"), [(_resign, "Winner: "), (_cancel, "The match was cancelled")])
async def test_a_replay_says_how_a_cancelled_match_ended(
    at: Table, monkeypatch: pytest.MonkeyPatch, end: Callable[[Match, float], Change], told: str
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 2)
    await at.referee.change(1, MACHINE, lambda match: end(match, at.referee.now()))
    asked: list[tuple[object, ...]] = []
    true = at.bot.films._worker.call_long

    async def call(paint: Callable[..., bytes], *order: object, **look: object) -> bytes:
        asked.append(order)
        return await true(paint, *order, **look)

    monkeypatch.setattr(at.bot.films._worker, "call_long", call)
    anna = at.person("anna")
    await anna.slash("match", {"show": "film"})
    looks = [(await anna.slash("board")).message, await replay(anna)]
    assert told in (await anna.click(looks[0], "Position in words")).text
    near = (await anna.slash("board", {"player": str(anna.user.id)})).message
    assert told in (near.attachments[0].description or "")
    for shown in looks:
        assert told in (shown.attachments[0].description or "")
        assert "to move" not in words(shown)
        assert words(shown).count("cancelled") == (end is _cancel)
    await anna.click(looks[1], "◀")
    assert told not in (looks[1].attachments[0].description or ""), "an earlier position does not mention the end"
    order: list[Any] = list(asked[0])
    ended = order.pop()
    make: Callable[..., bytes] = draw_film
    assert ended is not None
    assert make(*order, ended) != make(*order), "the film does not show the end"


async def test_people_who_want_no_motion_get_stills(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 5)
    anna, ben = at.person("anna"), at.person("ben")
    settings = (await anna.slash("me")).message
    await anna.click(settings, "Pictures and colours …")
    assert "Films only you see: moving" in words(settings)
    await anna.click(settings, "Stills, no motion")
    assert "Films only you see: stills without motion" in words(settings)
    answer = (await anna.slash("match", {"show": "film"})).message
    (file,) = answer.attachments
    assert file.filename.endswith("-stills.png")
    assert file.description == "Docker: the match in stills."
    with Image.open(io.BytesIO(pictures(answer)[0])) as strip:
        assert strip.format == "PNG"
        assert getattr(strip, "n_frames", 1) == 1
        assert strip.width == 1212
    assert (await ben.slash("match", {"show": "film"})).message.attachments[0].filename.endswith("-film.gif")
    await anna.click(settings, "✓ Stills, no motion")
    assert (await anna.slash("match", {"show": "film"})).message.attachments[0].filename.endswith("-film.gif")


async def test_films_look_as_their_viewer_wants_and_shared_ones_as_the_channel_wants(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 2)
    anna, master = at.person("anna"), at.person("harbourmaster")
    settings = (await anna.click((await anna.slash("me")).message, "Pictures and colours …")).message
    await anna.click(settings, "Dark pictures")
    film = (await anna.slash("match", {"show": "film"})).message
    assert measure_light(pictures(film)[0]) < 90
    await anna.click(film, "Show it to everybody")
    assert measure_light(pictures(list_public(anna)[-1])[0]) > 150
    await anna.click(settings, "Stills, no motion")
    assert measure_light(pictures((await anna.slash("match", {"show": "film"})).message)[0]) < 90
    panel = await open_settings(master, "Boards")
    palettes = next(menu for menu, options in menus(panel).items() if options[0]["value"] == "light")
    await master.choose(panel, palettes, "dark")
    await anna.click((await anna.slash("match", {"show": "film"})).message, "Show it to everybody")
    assert measure_light(pictures(list_public(anna)[-1])[0]) < 90


async def test_a_film_that_many_ask_for_is_drawn_once(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 2)
    asked = []
    worker = at.bot.films._worker

    async def call(paint: Callable[..., bytes], *order: object, **look: object) -> bytes:
        asked.append(order)
        if len(asked) == 1:
            raise WorkerFailed("no paint")
        return paint(*order, **look)

    monkeypatch.setattr(worker, "call_long", call)
    anna, ben = at.person("anna"), at.person("ben")
    refused = await anna.slash("match", {"show": "film"})
    assert "could not be drawn" in refused.text
    answers = [
        anna.slash("match", {"show": "film"}),
        ben.slash("match", {"show": "film"}),
        anna.slash("match", {"show": "film"}),
    ]
    for answer in answers:
        await answer
        assert pictures(answer.message)
    assert len(asked) == 2, "a failure is not cached, the film is"
    await play_turns(at, 1)
    assert frames(pictures((await ben.slash("match", {"show": "film"})).message)[0]) == 4
    assert len(asked) == 3
    ben.user.locale = "fr"
    await ben.slash("match", {"show": "film"})
    assert [order[3] for order in asked] == ["en", "en", "en", "fr"], "a film is in the language of who asks"


async def test_there_is_no_replay_of_a_lobby_or_without_a_match(at: Table) -> None:
    anna = at.person("anna")
    for command in ("replay", "film"):
        assert "no match in this channel" in (await ask(anna, command)).text
    await anna.slash("docker new", {"players": 2})
    for command in ("replay", "film"):
        assert "has not started" in (await ask(anna, command)).text


async def test_a_match_of_older_rules_is_refused_with_an_explanation(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await play_turns(at, 2)
    match = await at.referee.match(1)
    old = match.seq + 1

    def write(tx: Transaction) -> None:
        row = structs.replace(match, seq=old, head=old)
        tx.update_match(make_row(row), was=make_row(match))
        tx.append_log(row, [LogRow(old, "ply", 0, "x", "[]", b"not of these rules", None, None, 0.0)])

    await at.referee.store.transaction(write)
    anna = at.person("anna")
    for command in ("replay", "film"):
        answer = await ask(anna, command)
        assert "earlier rules" in answer.text, command


async def _no_paint(*_: object, **__: object) -> bytes:
    raise WorkerFailed("no paint")


def _a_button(custom_id: str) -> dict[str, object]:
    return {"type": 2, "style": 2, "label": custom_id[-70:], "custom_id": custom_id, "id": 900}


def _row(*items: dict[str, object]) -> dict[str, object]:
    return {"type": 1, "id": 901, "components": list(items)}
