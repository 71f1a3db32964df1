"""Actions of people in lobbies, rematches and automatic threads, for tests under faults, and checks of the results."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from matches.match import Match
from matches.people.servers import change_server
from sandbox.discord import guilds
from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused, menus
from tests.support.play.table import (
    add_computer,
    buttons,
    find_board,
    press_for_message,
    press_here,
    press_more,
    wait_for_rest,
    words,
)
from tests.support.play.wordless import is_card, press

if TYPE_CHECKING:
    from tests.support.play.players import Players
    from tests.support.play.troubles import Trouble


class Action(NamedTuple):
    """An action of a person: its kind, its name, and the function that carries it out."""

    kind: str
    name: str
    act: Callable[[], Answer]


SHORT = ("5xx", "taken, then 5xx", "cut before", "cut after", "late", "429", "429 three times", "delivered twice")
"""Faults that end before the bot gives up: the card of a lobby is up to date after them."""

LASTING = ("block", "rules", "fair_play")
"""Actions that are not chosen in a lobby, because they outlast it or do not concern it."""


async def open_lobby(players: Players, *, seats: int) -> Message:
    """Open a lobby with a number of seats. Returns its card."""
    card = (await players.people[0].slash("docker new", {"players": seats})).message
    await wait_for_rest()
    return card


def move_apart(players: Players, game: str = "docker") -> Players:
    """Let the same people play in a new channel."""
    return type(players)(players.at, players.drawn.randrange(1000), game, players.make_channel(), players.sentences)


async def press_in_lobby(players: Players, trouble: Trouble) -> Action | None:
    """Press or choose something on a lobby's card or in its panel, under a fault; then begin the match and play.

    Returns what was done. Raises AssertionError for a broken promise.
    """
    apart, drawn = move_apart(players), players.drawn
    anna, ben = apart.people
    joined = drawn.random() < 0.5
    card = await open_lobby(apart, seats=drawn.choice((3, 4) if joined else (2, 3)))
    if joined:
        await ben.click(card, "Join")
        await wait_for_rest()
    person = drawn.choice((anna, anna, ben))
    shown = card if drawn.random() < 0.3 else (await person.click(card, "More")).message
    found = [(each.split(":")[1], _make_press(person, shown, each)) for each in buttons(shown).values()]
    for menu, options in menus(shown).items():
        value = drawn.choice(options)["value"]
        found.append((menu.split(":")[1], _make_choice(person, shown, menu, value)))
    found = [each for each in found if each[0] not in LASTING]
    rarest = min(players.tried[name] for name, _ in found)
    name, act = drawn.choice([each for each in found if players.tried[each[0]] == rarest])
    players.tried[name] += 1
    before = await apart.match()
    assert before is not None
    action = Action("lobby", name, act)
    answer = await apart.act_under(trouble, action)
    if answer is None:
        return None
    what = f"{name} in a lobby under {trouble.name}"
    await apart.settle()
    await apart.check(before, answer, what)
    strict = (
        trouble.name.split(":")[0] in SHORT or ": PATCH /webhooks" in trouble.name
    )  # the bot edits it without a token
    check_card(apart, await players.at.referee.match(before.id), what, strict=strict)
    await begin_lobby(apart, what)
    await apart.play_on(what)
    await end_match(apart)
    guilds.delete_channel(players.at.sandbox.world, anna.channel)
    await wait_for_rest()
    return action


def _make_press(person: Person, shown: Message, custom_id: str) -> Callable[[], Answer]:
    return lambda: person.click(shown, custom_id)


def _make_choice(person: Person, shown: Message, menu: str, value: str) -> Callable[[], Answer]:
    return lambda: person.choose(shown, menu, value)


async def ask_for_rematch(players: Players, trouble: Trouble) -> Action:
    """End a match and press *Rematch* under a fault: its card is posted once, or nothing is."""
    apart = move_apart(players)
    anna = apart.people[0]
    await apart.begin()
    await end_match(apart)
    await apart.settle()
    last = find_board(anna)
    action = Action("rematch", "Rematch", lambda: anna.click(last, "Rematch"))
    answer = await apart.act_under(trouble, action)
    await apart.settle()
    what = f"Rematch under {trouble.name}"
    assert answer is not None
    opened = await apart.match()
    cards = [each for each in anna.messages() if is_card(each)]
    if opened is None and len(cards) == 1:  # even looking for the card failed: it answers that the match is cancelled
        assert "cancelled" in (await press(anna, cards.pop(), "lobby_more")).text, what
    assert len(cards) == (opened is not None), f"{what}: {len(cards)} cards"
    await apart.check_sentences(answer, what, opened is not None)
    if opened is None:
        await press_for_message(anna, last, "Rematch")
        await wait_for_rest()
    await begin_lobby(apart, what)
    await apart.play_on(what)
    await end_match(apart)
    players.tried["rematch"] += 1
    guilds.delete_channel(players.at.sandbox.world, anna.channel)
    await wait_for_rest()
    return action


async def open_second(players: Players, trouble: Trouble) -> Action:
    """Open a second match, which opens in a thread automatically, under a fault: its card and its thread exist once, or
    nothing does."""
    apart = move_apart(players)
    anna, referee = apart.people[0], players.at.referee
    first, place = await open_lobby(apart, seats=2), anna.channel
    assert place.guild is not None
    await change_server(referee, place.guild.id, lambda server: structs.replace(server, opens_threads=True))
    action = Action("second", "/docker new", lambda: anna.slash("docker new", {"players": 2}))
    answer = await apart.act_under(trouble, action)
    await change_server(referee, place.guild.id, lambda server: structs.replace(server, opens_threads=False))
    await apart.settle()
    assert answer is not None
    what = f"a second match in a channel under {trouble.name}"
    threads = [each for each in players.at.sandbox.world.channels.values() if each.parent_id == place.id]
    opened = [await referee.match_in(each.id) for each in threads]
    lobbies = [each for each in opened if each is not None and each.phase == "lobby"]
    cards = [each for each in anna.messages() if is_card(each) and each is not first]
    assert len(cards) == len(lobbies) <= 1, f"{what}: {len(cards)} cards of {len(lobbies)} lobbies"
    assert len([each for each in threads if not each.archived]) <= len(lobbies), f"{what}: an empty thread"
    await apart.check_sentences(answer, what, bool(lobbies))
    guilds.delete_channel(players.at.sandbox.world, place)
    await wait_for_rest()
    return action


def check_card(players: Players, match: Match, what: str, *, strict: bool = True) -> None:
    """Raise AssertionError if the card of a lobby does not say who sits there, or that the match has begun."""
    card = players.people[0].channel.messages.get(match.card_id or 0)
    if card is None or not strict:
        return
    said, offered = words(card), buttons(card)
    for holder in match.seats:
        assert holder.name in said or f"<@{holder.user_id}>" in said, (
            f"{what}: the card leaves out {holder.name}: {said}"
        )
    if match.phase != "lobby":
        assert "Join" not in offered, f"{what}: the card offers seats of a match that is {match.phase}"


async def begin_lobby(players: Players, what: str) -> None:
    """Take the seats of a lobby and begin its match, as people do after something went wrong; cancel it if it cannot
    begin. Raises AssertionError if that is impossible."""
    match = await players.match()
    if match is None or match.phase != "lobby":
        return
    card = players.people[0].channel.messages[match.card_id or 0]
    for person in players.people:
        if person.user.id not in match.people and "Join" in buttons(card):
            await person.click(card, "Join")
            await wait_for_rest()
    host = next(each for each in players.people if each.user.id == match.host_id)
    for alone in (False, True):
        match = await players.match()
        if match is not None and match.phase == "lobby":
            with contextlib.suppress(Refused):  # nobody else could join
                await (add_computer(host, card, start=True) if alone else press_more(host, card, "Start"))
            await wait_for_rest()
    match = await players.match()
    if match is not None and match.phase == "lobby":
        asked = await host.click((await host.click(card, "More")).message, "Cancel match")
        await host.click(asked.message, "Yes, cancel it")
        await wait_for_rest()
        match = await players.match()
    assert match is None or match.phase == "running", f"{what}: the match cannot begin"
    await players.settle()


async def press_under_more(person: Person, label: str) -> Message:
    """Press *More* under the board and a button of the panel it opens. Returns the question that follows."""
    more = await person.click(find_board(person), "More")
    return (await press_here(person, more.message, label)).message


async def end_match(players: Players) -> None:
    """Let people resign until the match is over, so that it does not count among their open ones."""
    for person in players.people:
        match = await players.match()
        if match is not None and match.seats_of(person.user.id):
            asked = await press_under_more(person, "Resign …")
            await person.click(asked, "Yes, I resign")
            await wait_for_rest()
    assert await players.match() is None
