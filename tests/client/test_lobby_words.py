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
from client.lobby.host_pages import build_guests_page
from client.lobby.house_rules import build_rules_page
from client.lobby.lobby_panel import MOST, build_lobby_panel
from client.messages.custom_ids import parse
from matches import two_servers
from matches.change import Change
from matches.clocks.voting import Terms
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.match import Holder, Invitation, Match
from matches.referee import Request
from matches.texts import LANGUAGES, Texts

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
                crowd = [Holder(0, None, lobby.COMPUTER, crowd=Terms(24, 3))] * bool(others)
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


def attempt(work: Callable[..., Change], match: Match, who: Request, **facts: Any) -> Match | None:
    """Return the match after a change; None if it is refused."""
    try:
        return work(match, who, now=1.0, **facts).match
    except UserError:
        return None


def change_terms(match: Match, who: Request, *, now: float, **terms: bool) -> Change:
    del now
    return invitations.change_settings(match, who, **terms)  # type: ignore[arg-type]


def fill(match: Match) -> Match | None:
    """Let people take seats until the match begins; None if somebody cannot."""
    left: Match | None = structs.replace(match, invited=(), private=False)
    number = 100
    while left is not None and left.phase == "lobby":
        left, number = attempt(lobby.join, left, Request(number, "Somebody", guild_id=1)), number + 1
    return left


@pytest.mark.parametrize("game", games.own_names())
def test_the_words_agree_with_the_buttons(game: str) -> None:
    texts, seen = Texts(), set[str]()
    for match in walk_states(game):
        say = texts.say("en", match.cast())
        may_start, full = attempt(lobby.start, match, HOST) is not None, fill(match) is not None
        against, one = attempt(lobby.start_with_computers, match, HOST), attempt(lobby.add_computer, match, HOST)
        for view in (build_card(match, say), build_lobby_panel(match, say, HOST.user_id or 0, host=True)):
            told = read_words(view)
            assert ("can start now." in told) == may_start, told
            if (start := find_control(view, "start")) is not None:
                assert start.disabled != may_start, told
            if more := re.search(r"can start with (\d) more player", told):
                people = [Holder(0, 100 + each, "Somebody") for each in range(int(more[1]))]
                assert attempt(lobby.start, seat(match, *people), HOST) is not None, told
                assert attempt(lobby.start, seat(match, *people[1:]), HOST) is None, told
            assert ("starts by itself when all seats are taken" in told) == full, told
            free = match.capacity - len(match.seats) - len(match.invited)
            assert (f"{free} seat{'s are' if free > 1 else ' is'} free." in told) == (free > 0), told
            menu = find_control(view, "computer")
            if menu is not None:
                offered = {option.value: option.label for option in menu.options}
                assert ("start.normal" in offered) == (against is not None), offered
                assert ("normal" in offered) == (one is not None and one.phase == "lobby"), offered
                if against is not None:
                    added = len(against.seats) - len(match.seats)
                    alone = len(match.seats) == added == 1
                    assert (f"Add {added} and start." in offered["start.normal"]) != alone, offered
                    assert (menu.placeholder == "Play against the computer") == alone, offered
            parts = "can start now", "can start with", "by itself", "By these rules"
            seen |= {part for part in parts if part in told}
    assert {"can start now", "by itself"} <= seen
    assert ("By these rules" in seen) == (game == "aquaretto"), "with some of its rules, not every number can play"


STRANGER, ASKED, SEATED = (
    Request(50, "Cleo", guild_id=1),
    Request(20, "Ben", guild_id=1),
    Request(2, "Dana", guild_id=1),
)

FOR_ALL = {"join", "learn", "show_me", "lobby_more"}
"""The actions on a public card."""

OF_GUESTS = {"join", "leave", "again", "sit", "rules", "fair_play"}
"""The actions in the panel of somebody who is not the host."""


def list_controls(view: ui.LayoutView) -> list[Any]:
    return [each for each in view.walk_children() if isinstance(each, ui.Button | ui.Select | ui.UserSelect)]


def list_actions(view: ui.LayoutView) -> set[str]:
    return {found.action for each in list_controls(view) if (found := parse(each.custom_id or "")) is not None}


@pytest.mark.parametrize("game", games.own_names())
def test_nobody_sees_what_they_may_not_press(game: str) -> None:
    """Look at a lobby's card and panel as somebody else than the host in every state, and press what is shown."""
    texts = Texts()
    for match in walk_states(game):
        say = texts.say("en", match.cast())
        if match.is_direct:  # nobody but the host sees it
            continue
        card = list_actions(build_card(match, say))
        assert card <= FOR_ALL, card
        for who in (STRANGER, ASKED, SEATED):
            view = build_lobby_panel(match, say, who.user_id or 0, host=False)
            shown, is_seated = list_actions(view), who.user_id in match.people
            assert shown <= OF_GUESTS, shown
            joins = attempt(lobby.join, match, who) is not None
            assert ("join" in shown) == joins, shown
            assert "join" not in card or joins or is_seated, "a press would be refused"
            assert ("leave" in shown) == (attempt(lobby.leave, match, who) is not None), shown
            assert "again" not in shown or attempt(lobby.join, match, who, again=True) is not None, shown
            seats = find_control(view, "sit")
            for option in seats.options if seats is not None else ():
                lobby.join(match, who, seat=int(option.value), now=1.0)


@pytest.mark.parametrize("game", games.own_names())
def test_the_pages_of_a_host_offer_what_the_terms_allow(game: str) -> None:
    texts, terms = Texts(), Terms(24, 3)
    for plain in walk_states(game):
        if plain.is_direct:
            continue
        for match in (plain, structs.replace(plain, rated=True), structs.replace(plain, private=True)):
            crowd = any(holder.crowd for holder in match.seats)
            if (match.rated and (crowd or match.is_shared)) or (match.private and match.is_shared):
                continue  # never at once
            say = texts.say("en", match.cast())
            works = {
                "private": attempt(change_terms, match, HOST, private=not match.private),
                "rated": attempt(change_terms, match, HOST, rated=not match.rated),
                "ask_crowd": attempt(lobby.seat_crowd, match, HOST, terms=terms),
                "ask_share": attempt(two_servers.offer, match, HOST, code="ABCDEF", names=True),
            }
            page = build_guests_page(match, say, shares=True, parts=True)
            shown = list_actions(page) | list_actions(build_rules_page(match, say))
            for action, done in works.items():
                assert (action in shown) == (done is not None), f"{action}: {match}"
            assert ("ask_part" in shown) == match.is_shared


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.own_names())
def test_a_card_says_in_a_line_what_the_game_is_like(game: str, language: str) -> None:
    """Say how many play, how long a turn takes, how deep the game is, and what is fun about it."""
    rules, feel, say = games.load(game), games.words(game).FEEL, Texts().say(language)
    if feel is None:
        pytest.skip(f"{game} does not say what it is like yet: write FEEL in games/{game}/words.py")
    assert len(say(feel)) <= 110
    match = make_lobby(game, rules.seats[-1], rules.options_type())
    card = build_card(match, say)
    (line,) = [each for each in read_words(card).split("\n") if say(feel) in each]
    players, minutes, depth, fun = line.removeprefix("-# ").split(" · ")
    assert re.findall(r"\d+", players) == [str(rules.seats[0]), str(rules.seats[-1])]
    assert all((minutes, depth, fun))
    assert (find_control(card, "learn") is not None) == (games.words(game).lesson() is not None)


@pytest.mark.parametrize("game", games.own_names())
def test_a_panel_has_at_most_eight_controls(game: str) -> None:
    texts = Texts()
    for match in walk_states(game):
        say = texts.say("en", match.cast())
        for viewer, host in ((HOST.user_id or 0, True), (2, False), (50, False)):
            assert len(list_controls(build_lobby_panel(match, say, viewer, host=host))) <= MOST
    assert MOST == 8
