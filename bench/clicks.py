"""Count the clicks of every turn in whole matches, and print one table: `python -m bench.clicks [GAME …]`.

Stand-ins choose the moves; the panels are those that people get. A button is one click; a menu is two, one to open it
and one to choose. *Play* and *Confirm* count. In Riff Raff the safest of the proposed loadings is taken, in Aquaretto
the prepared arrangement of a truck; a second line of Aquaretto arranges every truck by hand.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import games
from client.messages.menus import BRANCH, Entry, offer, parse_branch
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng
from matches.draft import fold
from matches.texts import Persona, Texts

MATCHES: Final = 20
"""Matches of each game. Those of Riff Raff take about half a minute of computing each, nearly all of it physics."""
BY_HAND: Final = ("aquaretto",)
"""Games that are counted a second time, with every prepared turn refused."""

_MENU: Final = 2
_DEEPEST: Final = 5
_MOST_PLIES: Final = 3000


def count_clicks_to(entries: Sequence[Entry], code: str) -> int | None:
    """Count the clicks that choose a move on a panel; None if no page shows it."""
    found = _find_shortest(entries, code)
    return found and found[0]


def find_path(entries: Sequence[Entry], code: str) -> tuple[str, ...] | None:
    """Find the path to a move with the fewest clicks: the values of tabs and menu entries, and its code; None if no
    page shows it."""
    found = _find_shortest(entries, code)
    return found and found[1]


def _find_shortest(
    entries: Sequence[Entry], code: str, branch: tuple[int, ...] = (), depth: int = 0
) -> tuple[int, tuple[str, ...]] | None:
    """Find the fewest clicks to a move from a page, and the values on the path."""
    page = offer(entries, branch)
    if code in {option.value for option in (*page.buttons, *page.tab_buttons)}:
        return 1, (code,)
    listed = [option.value for menu in page.menus for option in menu.options]
    if code in listed:
        return _MENU, (code,)
    if depth == _DEEPEST:
        return None
    ways = [(1, tab.value) for row in page.tabs for tab in row if not tab.is_open]
    ways += [(_MENU, value) for value in listed if value.startswith(BRANCH)]
    found = [(cost, value, _find_shortest(entries, code, parse_branch(value), depth + 1)) for cost, value in ways]
    return min(
        ((cost + further[0], (value, *further[1])) for cost, value, further in found if further is not None),
        default=None,
    )


def play_turn(
    name: str, game: AnyGame, state: Any, seat: Seat, rng: Rng, *, by_hand: bool = False
) -> tuple[int, tuple[str, ...]]:
    """Choose a draft for `seat`. Returns the clicks it takes, without *Play*, and its codes.

    `by_hand`: refuse the prepared arrangement.
    """
    words, clicks = games.words(name), 0
    codes: list[str] = []
    say = Texts().say("en", [Persona("", (number,)) for number in range(max(game.seats))])
    while not (draft := fold(game, state, seat, codes)).complete:
        before, moves = draft.state, game.legal_moves(draft.state, seat)
        if len(moves) == 1 and game.needs_confirmation(before, seat, moves[0]):
            codes.append(moves[0].code)
            rest = _prepare(game, before, fold(game, state, seat, codes).state, seat) if len(codes) == 1 else ()
            clicks += bool(rest and by_hand)
            codes += () if by_hand else rest
            continue
        view = game.view(before, seat)
        if game.candidates is not None and (proposed := game.candidates.find(view, seat)):
            codes += proposed[0].codes
            clicks += 1
            continue
        move = game.choose(view, seat, rng)
        entries = [Entry(tuple(map(say, words.menu(view, seat, each))), each.code) for each in moves]
        found = count_clicks_to(entries, move.code)
        if found is None:
            raise LookupError(f"{move.code} is on no page")
        clicks += found
        codes.append(move.code)
        after = fold(game, state, seat, codes)
        if after.complete and not game.needs_confirmation(before, seat, move):
            return clicks, tuple(codes)
        rest = _prepare(game, before, after.state, seat)
        if rest and by_hand:
            clicks += 1  # Arrange it yourself
        else:
            codes += rest
    return clicks + 1, tuple(codes)  # Confirm


def _prepare(game: AnyGame, before: Any, after: Any, seat: Seat) -> tuple[str, ...]:
    """Return the rest of the turn that a panel would propose after this ply, if it had proposed none before."""
    if game.candidates is None or game.candidates.complete(game.view(before, seat), seat):
        return ()
    return tuple(game.candidates.complete(game.view(after, seat), seat))


def count_match(name: str, seed: int, *, by_hand: bool = False) -> Iterator[int]:
    """Play a match and yield the clicks of each turn, *Play* included."""
    game, secret = games.load(name), seed.to_bytes(32)
    seats = game.seats[seed % len(game.seats)]
    state = game.setup(seats, game.options_type(), Rng(secret, "setup", 0))
    clicks: dict[Seat, int] = {}  # of the turns that have begun
    for ply in range(_MOST_PLIES):
        acting = game.to_act(state)
        if not acting:
            return
        rng = Rng(secret, "ply", ply)
        if acting == (NATURE,) and game.nature is not None:
            state = game.apply(state, NATURE, game.nature.decide(state, rng), rng)
            continue
        seat = acting[0]
        spent, codes = play_turn(name, game, state, seat, Rng(secret, "choice", ply), by_hand=by_hand)
        clicks[seat] = clicks.get(seat, 1) + spent
        for number, code in enumerate(codes):
            before = state
            state = game.apply(state, seat, game.parse(state, seat, code), Rng(secret, f"ply{number}", ply))
        if not game.continues_turn(before, state) or seat not in game.to_act(state):
            yield clicks.pop(seat)


def summarise(name: str, matches: int, *, by_hand: bool = False) -> str:
    """Play matches of a game. Returns its line of the table."""
    turns = sorted(clicks for seed in range(matches) for clicks in count_match(name, seed, by_hand=by_hand))
    share = sum(clicks <= 3 for clicks in turns) / len(turns)
    tenth = turns[len(turns) * 9 // 10]
    median = statistics.median(turns)
    title = f"{name}, trucks by hand" if by_hand else name
    return f"| {title} | {matches} | {len(turns):,} | {median:g} | {tenth} | {turns[-1]} | {share:.0%} |"


def main() -> None:
    """Print the table."""
    sys.stdout.write("| Game | Matches | Turns | Median | 90 % at most | Most | Three clicks or fewer |\n")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|---:|\n")
    for name in sys.argv[1:] or games.names():
        for by_hand in (False, True)[: 1 + (name in BY_HAND)]:
            sys.stdout.write(summarise(name, MATCHES, by_hand=by_hand) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
