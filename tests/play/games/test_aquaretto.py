"""Aquaretto through the real client: drafts that can be undone, one-line forms, whole matches."""

from __future__ import annotations

import pytest

from client.turn.panel import add_forced
from matches.match import Match
from tests.support.numbers import SHARE
from tests.support.play.blank import paint_blank
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    play_out,
    wait_for_new_board,
    words,
)

PEOPLE = ("anna", "ben", "chiara", "dana", "emil")
EVERY = 1 if SHARE else 10
"""One in this many decisions of a whole match is made by clicks; a match has up to 160."""


def invite_more(at: Table) -> None:
    """Add a fifth person."""
    from sandbox.discord.model import User

    world = at.sandbox.world
    guild = at.person("anna").channel.guild
    assert guild is not None
    world.add_member(guild, world.add_user(User(world.new_id(), "emil", "Emil", "en-GB")))


@pytest.mark.parametrize("seats", [2, 5])
async def test_a_whole_match(at: Table, monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    paint_blank(monkeypatch)
    invite_more(at)
    await open_match(at, "aquaretto new", PEOPLE[:seats])
    match = await play_out(at, seed=seats, every=EVERY)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert match.outcome.scores is not None
    anna = at.person("anna")
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    assert "point" in words(last)


def animals(match: Match, code: str) -> int:
    """Count the animals on the truck a code takes."""
    return sum(tile != "COIN" for tile in match.state.trucks[int(code.removeprefix("take/")) - 1].tiles)


def may_take(match: Match) -> bool:
    """Whether a player may take a truck with at least two animals."""
    (seat,) = match.to_act
    codes = [move.code for move in match.game.legal_moves(match.state, seat)]
    return any(code.startswith("take/") and animals(match, code) >= 2 for code in codes)


async def test_a_draft_is_private_can_be_undone_and_survives_a_restart(at: Table) -> None:
    await open_match(at, "aquaretto new", PEOPLE[:2])
    match = await play_out(at, seed=1, until=may_take)
    (seat,) = match.to_act
    person = at.person(match.holder(seat).name.lower())
    seq, shown = match.seq, find_board(person)
    panel = await open_panel(person)
    menu, value = next(
        (menu, option["value"])
        for menu, options in list_menus(panel).items()
        for option in options
        if option["value"].startswith("take/") and animals(match, option["value"]) >= 2
    )
    await choose(person, panel, menu, value)
    assert "Confirm" in buttons(panel), "the whole truck is prepared"
    prepared = await at.referee.draft(await at.referee.match(1), seat)
    assert len(prepared) > 2
    await person.click(panel, "Arrange it yourself")
    placing = next(iter(list_menus(panel)))
    await choose(person, panel, placing, list_menus(panel)[placing][0]["value"])
    assert (await at.referee.match(1)).seq == seq, "nothing is public before Confirm"
    assert find_board(person).id == shown.id
    await at.restart()
    draft = await at.referee.draft(await at.referee.match(1), seat)
    assert draft[0] == value
    assert len(draft) == 2
    panel = await open_panel(person)
    await person.click(panel, "Undo the last step" if "Undo the last step" in buttons(panel) else "Change")
    assert len(await at.referee.draft(await at.referee.match(1), seat)) == 1
    for _ in range(12):
        if "Confirm" in buttons(panel):
            break
        placing = next(iter(list_menus(panel)))
        await choose(person, panel, placing, list_menus(panel)[placing][0]["value"])
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    assert (await at.referee.match(1)).seq > seq


async def test_a_draw_is_committed_at_once(at: Table) -> None:
    await open_match(at, "aquaretto new", PEOPLE[:3])
    match = await at.referee.match(1)
    (seat,) = match.to_act
    person = at.person(match.holder(seat).name.lower())
    await person.slash("aquaretto move", {"move": "draw"})
    now = await at.referee.match(1)
    assert now.seq == 1
    assert now.state.drawn


async def test_one_line_forms_know_their_earlier_options(at: Table) -> None:
    await open_match(at, "aquaretto new", PEOPLE[:2])
    match = await play_out(at, seed=2, until=may_take)
    (seat,) = match.to_act
    person = at.person(match.holder(seat).name.lower())
    offered = await person.autocomplete("aquaretto move", {"move": "take/"}, focused="move")
    trucks = [choice["value"] for choice in offered]
    assert trucks
    assert all(truck.startswith("take/") for truck in trucks)
    truck = max(trucks, key=lambda code: animals(match, code))
    places = await person.autocomplete("aquaretto move", {"move": truck, "then": ""}, focused="then")
    assert places
    then = await person.autocomplete(
        "aquaretto move", {"move": truck, "then": places[0]["value"], "then2": ""}, focused="then2"
    )
    assert places != then
    other = next(at.person(holder.name.lower()) for holder in match.seats if holder.seat != seat)
    assert await other.autocomplete("aquaretto move", {"move": ""}, focused="move") == []


async def test_a_zoo_is_shown_large(at: Table) -> None:
    await open_match(at, "aquaretto new", PEOPLE[:2])
    await play_out(at, seed=2, most=200, until=lambda match: match.seq > 25)
    ben = at.person("ben")
    answer = await at.person("anna").slash("board", {"player": str(ben.user.id)})
    assert answer.ephemeral
    assert answer.message.attachments
    stranger = at.person("dana")
    refused = await at.person("anna").slash("board", {"player": str(stranger.user.id)})
    assert not refused.message.attachments
    assert refused.text


async def test_the_truck_of_a_tile_is_final_only_when_confirmed(at: Table) -> None:
    """Draw and confirm the truck that is prepared, in three presses; or take another truck instead."""
    await open_match(at, "aquaretto new", PEOPLE[:2])
    for changes in (False, True):
        match = await play_out(at, seed=3, until=may_draw)
        (seat,) = match.to_act
        person = at.person(match.holder(seat).name.lower())
        shown, panel = find_board(person), await open_panel(person)
        await person.click(panel, "Draw a tile")
        match = await at.referee.match(1)
        assert match.state.drawn, "the tile is drawn"
        assert "Confirm" in buttons(panel), "a truck is prepared"
        prepared, seq = add_forced(match, seat, ()).codes, match.seq
        others = [label for label in buttons(panel) if label.startswith("Onto truck")]
        assert len(others) == len(match.game.legal_moves(match.state, seat)) - 1
        if changes:
            await person.click(panel, others[0])
            assert (await at.referee.match(1)).seq == seq, "another truck is a choice, too, and not yet public"
        await person.click(panel, "Confirm")
        await wait_for_new_board(person, shown)
        log = await at.referee.store.transaction(lambda tx: tx.read_log(1))
        made = next(row.code for row in log if row.seq == seq + 1)
        assert (made == prepared[0]) is not changes


def may_draw(match: Match) -> bool:
    """Whether a player may draw a tile, for several trucks with room."""
    trucks = [each for each in match.state.trucks if each.taker < 0 and len(each.tiles) < each.slots]
    return not match.state.drawn and not match.state.hand and not match.state.pending and len(trucks) > 1
