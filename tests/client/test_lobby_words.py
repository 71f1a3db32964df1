"""The words of a lobby agree with its buttons, and both with what the buttons do, in every state of a lobby."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from discord import ui
from msgspec import structs

import games
from client.lobby.card import build_card
from client.lobby.lobby_panel import build_lobby_panel
from client.messages.custom_ids import parse
from matches.change import Change
from matches.clocks.voting import Terms
from matches.errors import UserError
from matches.lobby import lobby
from matches.match import Holder, Invitation, Match
from matches.referee import Request
from matches.texts import Texts

HOST = Request(1, "Anna", guild_id=1)
GUEST_SERVER = 2


def make_lobby(game: str, capacity: int, options: Any) -> Match:
    return lobby.create(
        game, options, HOST, capacity=capacity, guild_id=1, channel_id=3, language="en", secret=bytes(32), now=0.0
    )


def seat(match: Match, *others: Holder) -> Match:
    """Seat others on the free seats, in order."""
    free = [each for each in range(match.capacity) if each not in {holder.seat for holder in match.seats}]
    placed = [structs.replace(each, seat=at) for each, at in zip(others, free, strict=False)]
    return structs.replace(match, seats=tuple(sorted((*match.seats, *placed), key=lambda each: each.seat)))


def list_options(game: str) -> Iterator[Any]:
    """List the presets of a game, and options with which not every number can play."""
    rules = games.load(game)
    yield rules.options_type()
    yield from rules.presets.values()
    names = {field.name for field in structs.fields(rules.options_type)}
    if "leave_out" in names:
        yield structs.replace(rules.options_type(), leave_out="TUR")


def walk_states(game: str) -> Iterator[Match]:
    """Walk through lobbies of a game: every size and number of people, with computer players, a channel's seat,
    invitations, in direct messages, and at a table that two servers share."""
    rules = games.load(game)
    person = [Holder(0, number, f"Person {number}") for number in range(2, 9)]
    computer = [Holder(0, None, f"Computer {number}", level="normal") for number in range(2, 9)]
    for options in list_options(game):
        for capacity in rules.seats:
            empty = structs.replace(make_lobby(game, capacity, rules.options_type()), options=options)
            for others in range(capacity - 1):
                yield seat(empty, *person[:others])
                yield structs.replace(seat(empty, *computer[:others]), guild_id=0)
                asked = tuple(Invitation(20 + number, None, "Ben") for number in range(capacity - 1 - others))
                yield structs.replace(seat(empty, *computer[:others]), invited=asked, private=True)
                crowd = [Holder(0, None, lobby.COMPUTER, crowd=Terms(8, 1))] * bool(others)
                yield seat(empty, *crowd, *person[: max(others - 1, 0)])
                far = [structs.replace(each, guest=True) for each in person[:others]]
                shared = seat(empty, *far)
                yield structs.replace(shared, guest_guild_id=GUEST_SERVER, guest_channel_id=4)


def read_words(view: ui.LayoutView) -> str:
    return "\n".join(each.content for each in view.walk_children() if isinstance(each, ui.TextDisplay))


def find_control(view: ui.LayoutView, action: str) -> Any:
    """Find the button or menu of an action; None if it is not shown."""
    for each in view.walk_children():
        found = parse(getattr(each, "custom_id", None) or "")
        if found is not None and found.action == action:
            return each
    return None


def carry_out(work: Callable[[], Change]) -> Match | None:
    """Return the match after a change; None if it is refused."""
    try:
        return work().match
    except UserError:
        return None


def fill(match: Match) -> Match | None:
    """Let people take seats until none is left; None if somebody cannot."""
    left = structs.replace(match, invited=(), private=False)
    for number in range(100, 100 + match.capacity):
        if left.phase != "lobby":
            break
        who, current = Request(number, "Somebody", guild_id=1), left
        joined = carry_out(lambda current=current, who=who: lobby.join(current, who, now=1.0))  # type: ignore[misc]
        if joined is None:
            return None
        left = joined
    return left


@pytest.mark.parametrize("game", games.own_names())
def test_the_words_agree_with_the_buttons(game: str) -> None:
    texts, seen = Texts(), set[str]()
    for match in walk_states(game):
        say = texts.say("en", match.cast())
        for view in (build_card(match, say), build_lobby_panel(match, say, host=True)):
            told = read_words(view)
            begun = carry_out(lambda match=match: lobby.start(match, HOST, now=1.0))  # type: ignore[misc]
            may_start = begun is not None
            assert ("can start now." in told) == may_start, told
            if (start := find_control(view, "start")) is not None:
                assert start.disabled != may_start, told
            if more := re.search(r"can start with (\d) more player", told):
                there = [seat(match, *[Holder(0, 100 + each, "Somebody") for each in range(int(more[1]) - less)])
                         for less in (0, 1)]  # fmt: skip
                outcomes = [carry_out(lambda each=each: lobby.start(each, HOST, now=1.0)) for each in there]  # type: ignore[misc]
                assert outcomes[0] is not None, told
                assert outcomes[1] is None, told
            full = fill(match)
            assert ("starts by itself when all seats are taken" in told) == (full is not None), told
            free = match.capacity - len(match.seats) - len(match.invited)
            assert (f"{free} seat{'s are' if free > 1 else ' is'} free." in told) == (free > 0), told
            menu = find_control(view, "against_computer")
            against = carry_out(lambda match=match: lobby.start_with_computers(match, HOST, now=1.0))  # type: ignore[misc]
            if against is None:
                assert menu is None, told
            elif menu is not None:
                added = len(against.seats) - len(match.seats)
                alone = len(match.seats) == added == 1
                expected = f"Add {added} computer player{'s' if added > 1 else ''} and start"
                assert menu.placeholder == ("Play against the computer" if alone else expected), told
            seen |= {
                part for part in ("can start now", "can start with", "by itself", "By these rules") if part in told
            }
    assert {"can start now", "by itself"} <= seen
    assert ("By these rules" in seen) == (game == "aquaretto"), (
        "the walk has rules with which not every number can play"
    )
