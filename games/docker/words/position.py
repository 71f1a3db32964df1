"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from games.core import ENDLESS, Seat
from games.docker.events import Eliminated, Moved
from games.docker.moves import list_letters
from games.docker.play import count_reserve
from games.docker.state import COLOURS, ENTRIES, SQUARES, State
from games.docker.words.events import event
from games.docker.words.names import cube_name, player_list
from games.text import Join, Player, T, Text, join_sentences


def status(view: State) -> Text:
    """Summarise the position: whose turn it is, the last move, the cubes of each player."""
    said = [_turn_line(view)]
    said += [event(view, item) for item in view.events if isinstance(item, Moved | Eliminated)]
    cubes, on_top = "".join(view.squares), "".join(stack[-1:] for stack in view.squares)
    for seat in range(view.players):
        if seat not in view.out:
            mine = list_letters(view, seat)
            said.append(
                T(
                    "{player}: {cubes} on the board, {free} of them on top, {reserve} in reserve.",
                    player=Player(seat),
                    free=sum(map(on_top.count, mine)),
                    cubes=sum(map(cubes.count, mine)),
                    reserve=count_reserve(view, seat),
                )
            )
    return join_sentences(*said)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe the board line by line."""
    said = [_turn_line(view)]
    for name, stack in zip(SQUARES, view.squares, strict=True):
        if len(stack) > 1:
            cubes = Join(tuple(cube_name(letter) for letter in stack))
            said.append(T("{square}, from the bottom: {cubes}.", square=name, cubes=cubes))
        elif stack:
            said.append(T("{square}: {cube}.", square=name, cube=cube_name(stack)))
    empty = tuple(name for name, stack in zip(SQUARES, view.squares, strict=True) if not stack)
    if empty:
        said.append(T("Empty: {squares}.", squares=Join(empty)))
    for other in range(view.players):
        if other in view.out:
            said.append(T("{player} is out.", player=Player(other)))
            continue
        reserve = [
            T("{count} × {cube}", count=view.reserves[COLOURS.index(letter)], cube=cube_name(letter))
            for letter in list_letters(view, other)
        ]
        said.append(T("Reserve of {player}: {cubes}.", player=Player(other), cubes=Join(tuple(reserve))))
    if view.options.entry == "any":
        squares = Join(tuple(SQUARES[entry] for entry in ENTRIES))
        said.append(T("Cubes may enter on any of {squares}.", squares=squares))
    else:
        ways = [
            T("{cube} on {square}", cube=cube_name(letter), square=SQUARES[ENTRIES[COLOURS.index(letter)]])
            for other in range(view.players)
            for letter in list_letters(view, other)
        ]
        said.append(T("Entries: {ways}.", ways=Join(tuple(ways))))
    said.append(
        T("Turns played: {turns}. Draw after {limit}.", turns=view.turns, limit=view.options.turn_limit or ENDLESS)
    )
    return tuple(said)


def _turn_line(view: State) -> Text:
    """Say whose turn it is, or how the game ended."""
    if not view.over:
        return T("{player} rolled {die} and is to move.", player=Player(view.to_move), die=view.die)
    left = tuple(seat for seat in range(view.players) if seat not in view.out)
    if len(left) == 1:
        return T("The game is over: {player} has won.", player=Player(left[0]))
    return T("The game is over: a draw between {players}.", players=player_list(left))
