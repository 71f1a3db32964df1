"""Count the clicks of every turn in whole matches, and print one table: `python -m bench.clicks`.

Stand-ins choose the moves; the panels are those that people get. A button is one click; a menu is two, one to open it
and one to choose. *Play* and *Confirm* count. In Riff Raff the safest of the proposed loadings is taken.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import games
from client.messages.menus import BRANCH, Entry, offer, parse_branch
from games.core import NATURE, AnyGame, Seat
from games.draft import fold
from games.rng import Rng
from matches.texts import Persona, Texts

MATCHES: Final = {"riff_raff": 4}
"""Matches of a game; of others 20. Physics takes half a second for each loading."""

_MENU: Final = 2
_DEEPEST: Final = 5
_MOST_PLIES: Final = 3000


def count_to(entries: Sequence[Entry], code: str, branch: tuple[int, ...] = (), depth: int = 0) -> int | None:
    """Count the clicks that choose a move on a panel; None if it is not reached from this page."""
    page = offer(entries, branch)
    if code in {option.value for option in (*page.buttons, *page.tab_buttons)}:
        return 1
    listed = [option.value for menu in page.menus for option in menu.options]
    if code in listed:
        return _MENU
    if depth == _DEEPEST:
        return None
    ways = [(1, tab.value) for row in page.tabs for tab in row if not tab.is_open]
    ways += [(_MENU, value) for value in listed if value.startswith(BRANCH)]
    found = [(cost, count_to(entries, code, parse_branch(value), depth + 1)) for cost, value in ways]
    return min((cost + further for cost, further in found if further is not None), default=None)


def play_turn(name: str, game: AnyGame, state: Any, seat: Seat, rng: Rng) -> tuple[int, tuple[str, ...]]:
    """Choose a draft of `seat`. Returns its clicks without *Play*, and its codes."""
    words, clicks = games.words(name), 0
    codes: list[str] = []
    say = Texts().say("en", [Persona("", (number,)) for number in range(max(game.seats))])
    while not (draft := fold(game, state, seat, codes)).complete:
        before, moves = draft.state, game.legal_moves(draft.state, seat)
        if len(moves) == 1 and game.needs_confirmation(before, seat, moves[0]):
            codes.append(moves[0].code)
            continue
        view = game.view(before, seat)
        if game.proposals is not None and (proposed := game.proposals.find(view, seat)):
            codes += proposed[0].codes
            clicks += 1
            continue
        move = game.choose(view, seat, rng)
        entries = [Entry(tuple(map(say, words.menu(view, seat, each))), each.code) for each in moves]
        found = count_to(entries, move.code)
        if found is None:
            raise LookupError(f"{move.code} is on no page")
        clicks += found
        codes.append(move.code)
        if fold(game, state, seat, codes).complete and not game.needs_confirmation(before, seat, move):
            return clicks, tuple(codes)
    return clicks + 1, tuple(codes)  # Confirm


def count_match(name: str, seed: int) -> Iterator[int]:
    """Play a match and yield the clicks of each turn, *Play* included."""
    game, secret = games.load(name), seed.to_bytes(32)
    seats = game.seats[seed % len(game.seats)]
    state = game.setup(seats, game.options_type(), Rng(secret, "setup", 0))
    clicks: dict[Seat, int] = {}
    for ply in range(_MOST_PLIES):
        acting = game.to_act(state)
        for seat in [seat for seat in clicks if seat not in acting]:
            yield clicks.pop(seat)
        if not acting:
            return
        rng = Rng(secret, "ply", ply)
        if acting == (NATURE,) and game.nature is not None:
            state = game.apply(state, NATURE, game.nature.decide(state, rng), rng)
            continue
        seat = acting[0]
        spent, codes = play_turn(name, game, state, seat, Rng(secret, "choice", ply))
        clicks[seat] = clicks.get(seat, 1) + spent
        for number, code in enumerate(codes):
            state = game.apply(state, seat, game.parse(state, seat, code), Rng(secret, f"ply{number}", ply))


def summarise(name: str, matches: int) -> str:
    """Play matches of a game. Returns its line of the table."""
    turns = sorted(clicks for seed in range(matches) for clicks in count_match(name, seed))
    share = sum(clicks <= 3 for clicks in turns) / len(turns)
    tenth = turns[len(turns) * 9 // 10]
    median = statistics.median(turns)
    return f"| {name} | {matches} | {len(turns):,} | {median:g} | {tenth} | {turns[-1]} | {share:.0%} |"


def main() -> None:
    """Print the table."""
    sys.stdout.write("| Game | Matches | Turns | Median | 90 % at most | Most | Three clicks or fewer |\n")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|---:|\n")
    for name in games.names():
        sys.stdout.write(summarise(name, MATCHES.get(name, 20)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
