"""An error raised at each await between a press and its answer.

The match is the old or the new one, its board is in the channel once, messages are true, and the match goes on.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from client.core import events
from matches.match import Match
from matches.play import fold_draft
from matches.referee import Referee
from sandbox.discord import guilds
from sandbox.person.answer import Answer
from sandbox.person.person import Person
from tests.support.numbers import SHARE, patience, times
from tests.support.play.injection import (
    Inject,
    Injection,
)
from tests.support.play.light import light
from tests.support.play.lobbies import begin_lobby, check_card, end_match, open_lobby, press_under_more
from tests.support.play.players import Players, make_places
from tests.support.play.ship import a_loading
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    decide,
    list_menus,
    open_panel,
    press_more,
    table,
    wait_for_rest,
    wait_until_arrived,
    words,
)
from tests.support.play.troubles import Sentences, sentences
from tests.support.play.typed_commands import GAMES

__all__ = ["light", "sentences"]

RAISED = times(1_200, usual=6)
"""Errors that are raised, each at another await of a press, or with another press."""


pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(patience(90)),
    # tasks that nothing waits for any more
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


Prepare = Callable[[Players], Awaitable[Callable[[], Answer]]]
"""Prepares everything up to one last act."""


async def play_last(players: Players) -> Callable[[], Answer]:
    """Choose a whole turn, up to the press that makes it public."""
    person = await players.find_awaited()
    panel = await open_panel(person)
    for _ in range(20):
        if "Confirm" in buttons(panel):
            return lambda: person.click(panel, "Confirm")
        offered = list_menus(panel)
        assert offered, f"no move is offered: {words(panel)}"
        menu, options = next(iter(offered.items()))
        value = options[0]["value"]
        if await is_final(players, person, value):
            custom_id = next((each for each in buttons(panel).values() if each.endswith(f".move.{value}")), "")
            if custom_id:
                return lambda: person.click(panel, custom_id)
            return lambda: person.choose(panel, menu, value)
        await choose(person, panel, menu, value)
    raise AssertionError("the turn does not end")


async def is_final(players: Players, person: Person, code: str) -> bool:
    """Tell whether choosing a move makes the turn public at once."""
    match = await players.match()
    assert match is not None
    seat = next(holder.seat for holder in match.awaited if holder.user_id == person.user.id)
    chosen = await players.at.referee.draft(match, seat)
    before = fold_draft(match, seat, chosen)
    moves = {move.code: move for move in match.game.legal_moves(before.state, seat)}
    if code not in moves or match.game.needs_confirmation(before.state, seat, moves[code]):
        return False
    return fold_draft(match, seat, (*chosen, code)).complete


async def type_move(players: Players) -> Callable[[], Answer]:
    person, match = await players.find_awaited(), await players.match()
    assert match is not None
    code = match.game.legal_moves(match.state, match.awaited[0].seat)[0].code
    return lambda: person.slash("docker move", {"move": code})


async def type_card(players: Players) -> Callable[[], Answer]:
    """Type a card of Riff Raff, or the loading that is due: nature settles it."""
    person, match = await players.find_awaited(), await players.match()
    assert match is not None
    seat = next(holder.seat for holder in match.awaited if holder.user_id == person.user.id)
    code = match.game.legal_moves(match.state, seat)[0].code
    if code.startswith("card/"):
        return lambda: person.slash("riffraff move", {"move": code})
    if match.state.phase not in ("announce", "piece"):  # somebody catches the fallen pieces
        await decide(players.at, person, players.drawn)
        await players.settle()
        return await type_card(players)
    loading = a_loading(match, players.drawn)
    return lambda: person.slash("riffraff move", loading)


async def open_turn(players: Players) -> Callable[[], Answer]:
    person = await players.find_awaited()
    board = next(message for message in players.messages(person) if "Play" in buttons(message))
    return lambda: person.click(board, "Play")


async def show_board(players: Players) -> Callable[[], Answer]:
    person: Person = await players.find_awaited()
    return lambda: person.slash("board")


async def take_back(players: Players) -> Callable[[], Answer]:
    """Take a turn that can be taken back without asking anybody."""
    for number in range(30):
        await players.begin()
        person = await players.find_awaited()
        panel = await open_panel(person)
        for _ in range(12):
            offered = sorted(list_menus(panel).items())
            if "Confirm" in buttons(panel):
                await person.click(panel, "Confirm")
            elif offered:
                menu, options = offered[-1 if number % 2 else 0]
                await choose(person, panel, menu, options[number % len(options)]["value"])
            await wait_for_rest()
            if "✓" in words(panel):
                break
        if "Take it back" in buttons(panel):
            break
    return lambda: person.click(panel, "Take it back")


async def resign(players: Players) -> Callable[[], Answer]:
    anna = players.people[0]
    asked = await press_under_more(anna, "Resign …")
    return lambda: anna.click(asked, "Yes, I resign")


async def propose(players: Players) -> Callable[[], Answer]:
    anna = players.people[0]
    asked = await press_under_more(anna, "End without a result …")
    return lambda: anna.click(asked, "Propose it")


async def agree(players: Players) -> Callable[[], Answer]:
    """Ask to take a turn back, which needs the other's *Agree*."""
    mover = await players.find_awaited()
    await decide(players.at, mover, players.drawn)
    await wait_for_rest()
    asked = await press_under_more(mover, "Ask to take back …")
    await mover.click(asked, "Ask the others")
    other = next(each for each in players.people if each.user is not mover.user)
    vote = await other.until(lambda: next((m for m in other.messages() if "Agree" in buttons(m)), None))
    return lambda: other.click(vote, "Agree")


async def join(players: Players) -> Callable[[], Answer]:
    """Join a lobby that has another free seat."""
    card = await open_lobby(players, seats=3)
    return lambda: players.people[1].click(card, "Join")


async def join_last(players: Players) -> Callable[[], Answer]:
    """Take the last seat, which begins the match."""
    card = await open_lobby(players, seats=2)
    return lambda: players.people[1].click(card, "Join")


async def start(players: Players) -> Callable[[], Answer]:
    card = await open_lobby(players, seats=3)
    await players.people[1].click(card, "Join")
    await wait_for_rest()
    panel = (await players.people[0].click(card, "More")).message
    return lambda: players.people[0].click(panel, "Start")


async def pass_device(players: Players) -> Callable[[], Answer]:
    """Choose for one of two seats of the same person, who then passes the device."""
    anna = players.people[0]
    card = (await anna.slash("riffraff new", {"players": 2})).message
    await press_more(anna, card, "Seats …", "Take another seat")
    await wait_for_rest()
    return await play_last(players)


class Press(NamedTuple):
    """A press or a command in a match of a game; `alone`: in a new channel, where it opens its own match."""

    name: str
    prepare: Prepare
    game: str = "docker"
    alone: bool = False


PRESSES = (
    Press("Confirm", play_last),
    Press("Start", start, alone=True),
    Press("a turn of Aquaretto", play_last, "aquaretto"),
    Press("a turn of DOG Royal", play_last, "dog_royal"),
    Press("a turn of Riff Raff", play_last, "riff_raff"),
    Press("/docker move", type_move),
    Press("Play", open_turn),
    Press("/board", show_board),
    Press("/riffraff card or load", type_card, "riff_raff"),
    Press("Join", join, alone=True),
    Press("Join as the last", join_last, alone=True),
    Press("Take it back", take_back, "aquaretto"),
    Press("Propose it", propose, alone=True),
    Press("Agree", agree, alone=True),
    Press("Yes, I resign", resign, alone=True),
    Press("Pass the device", pass_device, "riff_raff", alone=True),
)

LOBBY = (start, join, join_last, pass_device)
"""Preparations that happen in a lobby, so that no match is begun first."""


async def press_with(players: Players, press: Press, injection: Injection) -> None:
    """Press something while an error is raised. Raises AssertionError for a broken promise."""
    if press.alone:
        players = Players(players.at, 19, press.game, players.make_channel(), players.sentences)
    if press.prepare not in LOBBY:
        await players.begin()
    act = await press.prepare(players)
    await wait_for_rest()
    before = await players.match()
    assert before is not None
    with Inject(injection):
        answer = act()
        await wait_until_arrived(players.at, answer)  # the error may come before the acknowledgement
        await wait_for_rest()
    what = f"{press.name}, {'after' if injection.after else 'at'} await {injection.at} in {injection.place}"
    await players.settle()
    after = await players.at.referee.match(before.id)
    assert after == await _read_afresh(players.at, after), f"{what}: memory and file differ"
    assert after.seq >= before.seq
    await players.check(before, answer, what, mistakes=True)
    check_card(players, after, what)
    await begin_lobby(players, what)
    await let_machines_move(players, what)
    await players.play_on(what)
    if press.alone:
        await end_match(players)
        guilds.delete_channel(players.at.sandbox.world, players.people[0].channel)
        await wait_for_rest()


async def let_machines_move(players: Players, what: str) -> None:
    """Sweep until a person is to move, if an error has stopped nature or a computer player."""
    for _ in range(3):
        match = await players.match()
        if match is None or match.phase != "running" or match.awaited:
            return
        await players.at.bot.sweep()
        await players.settle()
    raise AssertionError(f"{what}: the match stands still")


async def _read_afresh(at: Table, match: Match) -> Match:
    return await Referee(at.referee.store, now=at.referee.now).match(match.id)


async def raise_everywhere(
    folder: Path, sentences: Sentences, *, errors: int, presses: Sequence[Press] = PRESSES
) -> set[str]:
    """Raise errors at the awaits of each press, spread over all of them. Returns the places."""
    places = set()
    async with table(folder) as at:
        crowds = {
            game: Players(at, 19, game, place, sentences) for game, place in zip(GAMES, make_places(at), strict=True)
        }
        for press, injection in itertools.islice(plan(await count_awaits(crowds, presses)), errors):
            await press_with(crowds[press.game], press, injection)
            places.add(injection.place)
    return places - {""}


async def count_awaits(crowds: Mapping[str, Players], presses: Sequence[Press]) -> dict[Press, int]:
    """Count the awaits of each press."""
    found = {}
    for press in presses:
        injection = Injection(0, after=False)
        await press_with(crowds[press.game], press, injection)
        found[press] = injection.reached
    return found


def plan(awaits: dict[Press, int]) -> Iterator[tuple[Press, Injection]]:
    """Yield each await of each press by turns, twice: with an error in place of waiting, and with one after it. The
    order keeps neighbours apart, so that a few errors are spread over all awaits."""
    for number in itertools.count():
        for press, count in awaits.items():
            stride = next(each for each in itertools.count(count * 5 // 8 + 1) if math.gcd(each, count) == 1)
            rounds, step = divmod(number, count)
            yield press, Injection(1 + (step * stride + count // 2) % count, after=(step + rounds) % 2 == 0)


async def test_an_error_at_each_await(tmp_path: Path, sentences: Sentences) -> None:
    presses = PRESSES if SHARE else PRESSES[1:3]  # an ordinary run has time for two
    places = await raise_everywhere(tmp_path, sentences, errors=RAISED, presses=presses)
    assert len(places) >= (7 if SHARE else 3), places


async def _say_no(*_: object) -> bool:
    return False


async def _post_nothing(*_: object, **__: object) -> None:
    pass


@pytest.mark.mutant
@pytest.mark.parametrize(
    "mutant", ["nothing counts as saved", "a board is posted at once or never", "a card stays as it was"]
)
async def test_an_error_that_does_harm_would_be_seen(
    tmp_path: Path, sentences: Sentences, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    """Mutants: after an error nothing checks whether the move was saved; a board that was not posted at once is given
    up; the card of a lobby is not updated after an error."""
    presses = PRESSES[:1]
    if mutant == "a card stays as it was":
        monkeypatch.setitem(events._LISTENERS, "answer_lost", [])
        presses = PRESSES[1:2]
    elif mutant == "nothing counts as saved":
        monkeypatch.setattr("matches.referee.Referee.has_taken_effect", _say_no)
    else:
        monkeypatch.setattr("client.board.postman.Postman.begin_due", _post_nothing)
    with pytest.raises(AssertionError, match=r"but people read|never posted|board is not there|the card offers"):
        await raise_everywhere(tmp_path, sentences, errors=40, presses=presses)
