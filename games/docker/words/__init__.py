"""Docker in words: its events, moves, options and refusals as texts. Everything is public, so a view is a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from games.core import ENDLESS, Seat
from games.docker.moves import DICE, letters, steps
from games.docker.play import fate, in_reserve, placed
from games.docker.state import (
    COLOURS,
    ENTRIES,
    SQUARES,
    AnyEvent,
    Docker,
    Drawn,
    Eliminated,
    FailedRoll,
    Moved,
    Rolled,
    Step,
    Won,
)
from games.docker.words.guide import rules as rules
from games.docker.words.refusals import refusal as refusal
from games.text import Arg, Colour, Join, N, Player, T, Text

TITLE = T("Docker")
PITCH = T("Dice and cubes on a tiny quay: cover the others, keep room to move, be the last one left.")


def command_texts() -> Mapping[str, Text]:
    return {
        "entry": T("On which arrows your cubes may come in"),
        "pieces2": T("How many cubes each of two players has"),
        "revisit": T("Where a cube may pass twice in one turn"),
        "reroll": T("Who may roll again when nothing fits"),
        "turn_limit": T("After how many turns the game is a draw; 0: no limit"),
        "entry_on_stack": T("Whether an occupied arrow can be entered by climbing"),
    }


def option_name(option: str) -> Text:
    return {
        "entry": T("Arrows to come in on"),
        "pieces2": T("Cubes with two players"),
        "revisit": T("Passing a square twice"),
        "reroll": T("Rolling again"),
        "turn_limit": T("Draw after"),
        "entry_on_stack": T("Occupied arrows"),
    }[option]


def option_value(option: str, value: Any) -> Text:
    match option, value:
        case "entry", "own":
            return T("only your own side's")
        case "entry", "any":
            return T("any of the four")
        case "pieces2", 6:
            return T("six each, in two colours")
        case "pieces2", 3:
            return T("three each, in one colour")
        case "revisit", "strict":
            return T("never, the start included")
        case "revisit", "start_ok":
            return T("only the start, once")
        case "revisit", "no_reverse":
            return T("allowed, but no stepping straight back")
        case "reroll", "reserve":
            return T("while you have a cube in reserve")
        case "reroll", "none":
            return T("nobody may")
        case "turn_limit", 0:
            return T("no turn limit")
        case "turn_limit", int(limit):
            return N("{count} turn", "{count} turns", limit)
        case "entry_on_stack", True:
            return T("can be climbed")
        case "entry_on_stack", False:
            return T("are closed")
    raise KeyError(option, value)


def preset(preset: str) -> Text:
    return {
        "standard": T("Standard"),
        "english": T("English and German rules"),
        "french": T("French rules"),
        "italian": T("Italian rules"),
    }[preset]


def event(view: Docker, event: AnyEvent) -> Text:
    match event:
        case Moved():
            return _moved(view, event)
        case FailedRoll(seat, values):
            return T("{player} rolls {values}: nothing fits, so once more.", player=Player(seat), values=Join(values))
        case Rolled(seat, value):
            return T("{player} rolls {value}.", player=Player(seat), value=value)
        case Eliminated(seat, die):
            return T("{player} has no move with {die} and is out.", player=Player(seat), die=die)
        case Won(seat):
            return T("{player} is the last one left and wins.", player=Player(seat))
        case Drawn(seats):
            return T("The turn limit is reached: a draw between {players}.", players=_players(seats))


def _moved(view: Docker, event: Moved) -> Text:
    player, cube, place = Player(event.seat), Colour(event.colour), _landed(view, event.target)
    if event.source is None:
        return T("{player} brings {cube} in, to {place}.", player=player, cube=cube, place=place)
    source = SQUARES[event.source]
    return T("{player} moves {cube} from {source} to {place}.", player=player, cube=cube, source=source, place=place)


def _landed(view: Docker, square: int) -> Arg:
    """A square a cube has just reached, and what it covers there."""
    stack = view.squares[square]
    if len(stack) < 2:
        return SQUARES[square]
    return T("{square}, on top of {cube}", square=SQUARES[square], cube=_cube(stack[-2]))


def menu(view: Docker, seat: Seat, move: Step) -> tuple[Text, ...]:
    cube = _cube(move.colour)
    if move.source:
        level = len(view.squares[SQUARES.index(move.source)]) - 1
        source = (
            T("{cube} on {square} (level {level})", cube=cube, square=move.source, level=level)
            if level
            else T("{cube} on {square} (ground)", cube=cube, square=move.source)
        )
    else:
        source = T("{cube} from the reserve", cube=cube)
    below = _below(view, move)
    if not below:
        return source, T("→ {square} (ground)", square=move.target)
    return source, T(
        "→ {square} (level {level}, on {cube})", square=move.target, level=len(below), cube=_cube(below[-1])
    )


def prompt(view: Docker, seat: Seat) -> Text:
    if in_reserve(view, seat):
        return T("You rolled {die}. Spend exactly that on one cube: bring one in or move one.", die=view.die)
    return T("You rolled {die}. Spend exactly that on moving one cube.", die=view.die)


def warnings(view: Docker, seat: Seat, move: Step) -> tuple[Text, ...]:
    mine, below, after = letters(view, seat), _below(view, move), placed(view, move)
    out: list[Text] = []
    if below and below[-1] in mine:
        out.append(T("This covers your own {cube} on {square}.", cube=_cube(below[-1]), square=move.target))
    if move.source and move.source != move.target:
        freed = after.squares[SQUARES.index(move.source)][-1:]
        rivals = (other for other in range(view.players) if other != seat and other not in view.out)
        if freed and any(freed in letters(view, other) for other in rivals):
            out.append(T("This sets {cube} on {square} free.", cube=_cube(freed), square=move.source))
    if not move.source and view.options.reroll == "reserve" and not in_reserve(after, seat):
        out.append(T("This is your last cube in reserve: from now on you may not roll again."))
    deadly = _deadly(after, seat)
    if any(len(_deadly(placed(view, other), seat)) < len(deadly) for other in steps(view, seat, view.die)):
        out.append(
            T("As the board would stand then, these rolls would put you out: {values}.", values=Join(tuple(deadly)))
        )
    return tuple(out)


def _deadly(board: Docker, seat: Seat) -> list[int]:
    return [die for die in DICE if fate(board, seat, die) == "eliminated"]


def status(view: Docker) -> Text:
    said = [_turn(view)]
    said += [event(view, told) for told in view.events if isinstance(told, Moved | Eliminated)]
    cubes, on_top = "".join(view.squares), "".join(stack[-1:] for stack in view.squares)
    for seat in range(view.players):
        if seat not in view.out:
            mine = letters(view, seat)
            said.append(
                T(
                    "{player}: {cubes} on the board, {free} of them on top, {reserve} in reserve.",
                    player=Player(seat),
                    free=sum(map(on_top.count, mine)),
                    cubes=sum(map(cubes.count, mine)),
                    reserve=in_reserve(view, seat),
                )
            )
    return _together(said)


def position(view: Docker, seat: Seat | None) -> tuple[Text, ...]:
    said = [_turn(view)]
    for name, stack in zip(SQUARES, view.squares, strict=True):
        if len(stack) > 1:
            cubes = Join(tuple(_cube(letter) for letter in stack))
            said.append(T("{square}, from the ground up: {cubes}.", square=name, cubes=cubes))
        elif stack:
            said.append(T("{square}: {cube}.", square=name, cube=_cube(stack)))
    empty = tuple(name for name, stack in zip(SQUARES, view.squares, strict=True) if not stack)
    if empty:
        said.append(T("Empty: {squares}.", squares=Join(empty)))
    for other in range(view.players):
        if other in view.out:
            said.append(T("{player} is out.", player=Player(other)))
            continue
        reserve = [
            T("{count} × {cube}", count=view.reserves[COLOURS.index(letter)], cube=_cube(letter))
            for letter in letters(view, other)
        ]
        said.append(T("{player} has in reserve: {cubes}.", player=Player(other), cubes=Join(tuple(reserve))))
    if view.options.entry == "any":
        squares = Join(tuple(SQUARES[entry] for entry in ENTRIES))
        said.append(T("Every cube may come in on any of {squares}.", squares=squares))
    else:
        ways = [
            T("{cube} on {square}", cube=_cube(letter), square=SQUARES[ENTRIES[COLOURS.index(letter)]])
            for other in range(view.players)
            for letter in letters(view, other)
        ]
        said.append(T("Cubes come in: {ways}.", ways=Join(tuple(ways))))
    said.append(
        T("Turns played: {turns}. Draw after {limit}.", turns=view.turns, limit=view.options.turn_limit or ENDLESS)
    )
    return tuple(said)


def _turn(view: Docker) -> Text:
    """Whose turn it is, or how the game ended."""
    if not view.over:
        return T("{player} has rolled {die} and is to move.", player=Player(view.to_move), die=view.die)
    left = tuple(seat for seat in range(view.players) if seat not in view.out)
    if len(left) == 1:
        return T("The game is over: {player} has won.", player=Player(left[0]))
    return T("The game is over: a draw between {players}.", players=_players(left))


def _below(view: Docker, move: Step) -> str:
    """The stack a cube will stand on; a cube that returns to its own square does not stand on itself."""
    stack = view.squares[SQUARES.index(move.target)]
    return stack[:-1] if move.source == move.target else stack


def _cube(letter: str) -> Colour:
    return Colour(COLOURS.index(letter))


def _players(seats: tuple[Seat, ...]) -> Join:
    return Join(tuple(Player(seat) for seat in seats))


def _together(texts: Sequence[Text]) -> Text:
    """Several sentences as one text."""
    return reduce(lambda first, second: T("{first} {second}", first=first, second=second), texts)
