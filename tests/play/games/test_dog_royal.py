"""DOG Royal through the real client: hands, the exchange, partners, and restarts at the worst moments."""

from __future__ import annotations

import random
import re

import pytest

from games.rng import compute_commitment
from matches.match import Match
from tests.support.numbers import SHARE
from tests.support.play.blank import paint_blank
from tests.support.play.table import (
    Table,
    add_computer,
    buttons,
    choose,
    decide,
    find_board,
    has_board,
    list_menus,
    open_match,
    open_panel,
    play_out,
    words,
)

PEOPLE = ("anna", "ben", "chiara", "dana", "emil", "fay")

EVERY = 1 if SHARE else 10
"""One in this many decisions of a whole match is made by clicks."""


def invite_more(at: Table) -> None:
    """Add two people to the sandbox's four, for six seats."""
    from sandbox.discord.model import User

    world = at.sandbox.world
    guild = at.person("anna").channel.guild
    assert guild is not None
    for name in PEOPLE[4:]:
        world.add_member(guild, world.add_user(User(world.new_id(), name, name.title(), "en-GB")))


@pytest.mark.parametrize("seats", [2, 3, 6])
async def test_a_whole_match(at: Table, monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    paint_blank(monkeypatch)
    invite_more(at)
    preset = {"preset": "royal" if seats % 2 else "base"}
    await open_match(at, "dog new", PEOPLE[:seats], preset, unoffered={"round_limit": 1})
    match = await play_out(at, seed=seats, every=EVERY)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert sorted(seat for group in match.outcome.ranking for seat in group) == list(range(seats))
    anna = at.person("anna")
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    assert "win" in words(last) or "draw" in words(last)
    assert "✓" in (await anna.slash("match", {"show": "fair_play"})).text


async def test_the_exchange_is_secret_changeable_and_survives_a_restart(at: Table) -> None:
    shown = await open_match(at, "dog new", PEOPLE[:4])
    anna = at.person("anna")
    panel = await open_panel(anna)
    menu, options = next(iter(list_menus(panel).items()))
    await choose(anna, panel, menu, options[0]["value"])
    assert find_board(anna).id == shown.id, "a choice alone posts no board"
    await at.restart()
    panel = await open_panel(anna)
    menu, options = next(iter(list_menus(panel).items()))
    await choose(anna, panel, menu, options[-1]["value"])
    given = (await at.referee.match(1)).state.given
    assert given[0] == options[-1]["value"].removeprefix("give/")
    for name in PEOPLE[1:4]:
        person = at.person(name)
        assert f"{options[-1]['label']} →" not in words(find_board(person)), "nobody else reads which card was given"
        panel = await open_panel(person)
        ((menu, theirs),) = list_menus(panel).items()
        await choose(person, panel, menu, theirs[0]["value"])
        if name == PEOPLE[3]:
            assert "this is final" in words(panel), "nobody can change a card once all have chosen"
            await person.click(panel, "Confirm")
        else:
            receiver = PEOPLE[(PEOPLE.index(name) + 2) % 4].title()
            assert f"({receiver}). You can change it until everybody has chosen." in words(panel)
    match = await at.referee.match(1)
    assert match.state.phase != "exchange"


async def test_a_restart_while_the_citizen_may_jump(at: Table) -> None:
    await open_match(at, "dog new", PEOPLE[:2], {"preset": "royal"})

    def may_jump(match: Match) -> bool:
        seats = [seat for seat in match.to_act if seat >= 0]
        return any(move.code == "stay" for seat in seats for move in match.game.legal_moves(match.state, seat))

    match = await play_out(at, seed=1, most=900, until=may_jump, every=5)
    assert match.phase == "running", "no citizen reached a special space; take another seed"
    await at.restart()
    seq = match.seq
    (seat,) = match.to_act
    person = at.person(match.holder(seat).name.lower())
    await decide(at, person, random.Random(1))
    assert (await at.referee.match(1)).seq > seq


async def test_the_line_forms_offer_what_is_legal_for_this_person(at: Table) -> None:
    await open_match(at, "dog new", PEOPLE[:2])
    anna, ben, dana = (at.person(name) for name in ("anna", "ben", "dana"))
    hand = (await at.referee.match(1)).state.hands[0]
    offered = await anna.autocomplete("dog move", {"move": ""}, focused="move")
    assert {choice["value"] for choice in offered} == {f"give/{card}" for card in hand}
    assert await dana.autocomplete("dog move", {"move": ""}, focused="move") == []
    await anna.slash("dog move", {"move": offered[0]["value"]})
    await ben.slash(
        "dog move", {"move": (await ben.autocomplete("dog move", {"move": ""}, focused="move"))[0]["value"]}
    )
    match = await play_out(at, seed=1, until=_may_play)
    person = at.person(match.awaited[0].name.lower())
    moves = await person.autocomplete("dog move", {"move": ""}, focused="move")
    assert moves
    seq = (await at.referee.match(1)).seq
    await person.slash("dog move", {"move": moves[0]["value"]})
    assert (await at.referee.match(1)).seq > seq


def _may_play(match: Match) -> bool:
    seats = match.to_act
    return len(seats) == 1 and any(":" in move.code for move in match.game.legal_moves(match.state, seats[0]))


async def test_the_lobby_says_who_partners_whom(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("dog new", {"players": 4})
    more = await anna.click(opened.message, "More")
    assert "Seats of partners: 1 and 3, 2 and 4" in words(more.message)
    alone = await anna.at("general").slash("dog new", {"players": 3})
    assert "Partners" not in alone.text


async def test_a_match_of_two_says_nothing_of_partners(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    opened = await anna.slash("dog new", {"players": 2})
    more = await anna.click(opened.message, "More")
    heard = [words(opened.message), words(more.message), *buttons(more.message)]
    await ben.click(opened.message, "Join")
    await anna.until(lambda: has_board(anna))
    choice = random.Random(2)
    for _ in range(8):
        match = await at.referee.match(1)
        for person in (anna, ben):
            panel = await open_panel(person)
            heard += [words(find_board(person)), words(panel)]
            heard += [file.description or "" for file in panel.attachments]
            heard += [option["label"] for options in list_menus(panel).values() for option in options]
            heard.append((await person.click(find_board(person), "Position in words")).text)
        await decide(at, at.person(match.awaited[0].name.lower()), choice)
    assert not [text for text in heard if "partner" in text.lower()]


async def test_the_first_board_has_the_seal_although_the_computer_has_chosen_before(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("dog new", {"players": 2})
    await add_computer(anna, opened.message, start=True)
    await anna.until(lambda: has_board(anna))
    match = await at.referee.match(1)
    (begun,) = re.findall(r"Fair-play seal: (\w{16})…", words(find_board(anna)))
    whole = (await at.person("chiara").slash("match", {"show": "fair_play"})).text
    assert compute_commitment(match.secret) in whole, "everybody may read it before the first move"
    assert f": {begun}" in whole


SILENT = "Partners must not talk about their cards or plans."
OPEN = "Open table: partners may talk about their cards."


@pytest.mark.parametrize(
    ("options", "people", "told"),
    [({}, 4, SILENT), ({"talk": "open"}, 4, OPEN), ({"talk": "open", "solo": True}, 4, ""), ({"talk": "open"}, 2, "")],
)
async def test_the_first_board_says_whether_partners_may_talk(
    at: Table, options: dict[str, object], people: int, told: str
) -> None:
    first = words(await open_match(at, "dog new", PEOPLE[:people], options))
    assert [line for line in (SILENT, OPEN) if line in first] == ([told] if told else [])
    anna = at.person("anna")
    await anna.until(lambda: find_board(anna))
    await at.restart()
    match = await at.referee.match(1)
    assert match.options.talk == options.get("talk", "silent")
