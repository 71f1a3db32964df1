"""Say whose turn it is and what the last turn did, in Aquaretto's pictures."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, TypeAlias

from msgspec.structs import replace

from games.aquaretto import GAME
from games.aquaretto import events as e
from games.aquaretto.state import State
from games.aquaretto.words.names import ANIMAL, job_name
from games.aquaretto.zoo.geometry import LARGE
from games.aquaretto.zoo.tiles import COIN, TYPE
from games.colours import GLYPHS
from games.core import Seat
from games.text import Colour, Join, N, Say, T, Text
from rendering.drawing import frame


def list_winners(view: State) -> tuple[Seat, ...]:
    """List the winners of a match that is over."""
    outcome = GAME.outcome(view)
    return outcome.winners if outcome else ()


def say_turn(view: State, *, brief: bool) -> Text:
    """Say whose turn it is, or who has won. `brief`: more than two winners by their glyphs alone."""
    if not view.over:
        return frame.say_to_move((view.active,))
    winners = list_winners(view)
    if brief and len(winners) > 2:
        return T("Winner: {player}", player="".join(GLYPHS[seat] for seat in winners))
    return frame.say_won(winners)


def say_progress(view: State) -> Text:
    """Say which round it is, or that it is the last."""
    return T("Last round!") if view.last_round and not view.over else T("Round {round}", round=view.round)


_FIRST: Final = (e.Drew, e.Took, e.Moved, e.Shifted, e.Bought, e.Discarded, e.Expanded)
"""The events that begin a turn."""
_Change: TypeAlias = e.Loaded | e.Placed | e.Depot | e.Hired | e.Moved | e.Shifted
"""The events by which a seat puts something somewhere."""
_ARRIVALS: Final = (e.Placed, e.Depot)
"""Those by which an animal comes into a zoo or its depot, after the first event of a turn."""


def say_last_turn(view: State, say: Say) -> tuple[str, ...]:
    """List one-line wordings of the last turn, the fullest first.

    Later ones show seats by their glyphs, count the animals instead of naming them, and leave out other consequences.
    Each names or counts every animal that was placed.
    """
    turn = _select_last_turn(view.events)
    if not turn:
        return _say_opening(view, say)
    first, *rest = turn
    heads = _say_first(first, say)
    named = [text for event in rest if (text := _describe_alone(event))]
    others = [text for event in rest if not isinstance(event, _ARRIVALS) and (text := _describe_alone(event))]
    placed = sum(isinstance(event, _ARRIVALS) for event in rest)
    count = [N("{count} animal placed", "{count} animals placed", placed)] if placed else []
    tails = [[say(text) for text in tail] for tail in (named, [*count, *others], count)]
    wordings = [(head, *tail) for tail in tails[:2] for head in heads[:2]] + [(head, *tails[2]) for head in heads]
    if count and isinstance(first, (*_FIRST, _Change)):
        wordings.append((say(T("{player}: {change}", player=GLYPHS[first.seat], change=count[0])),))
    return tuple(dict.fromkeys(" · ".join(parts) for parts in wordings))


def _select_last_turn(events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """Select the events of the last turn that have words; several turns of one seat may have followed each other."""
    before = len(list(takewhile(lambda event: not isinstance(event, _FIRST), reversed(events))))
    turn = events[max(0, len(events) - before - 1) :]
    if any(isinstance(event, e.Loaded) for event in turn):  # says what was drawn, too
        turn = tuple(event for event in turn if not isinstance(event, e.Drew))
    return tuple(event for event in turn if _describe(event))


def _say_opening(view: State, say: Say) -> tuple[str, ...]:
    """Say which animals are not in the game, or that the trucks are empty, before anything is played."""
    if any(truck.tiles for truck in view.trucks):
        return (say(say_progress(view)),)
    removed = [Join(tuple(ANIMAL[type_] for type_ in view.removed))] if view.removed else []
    said = [T("Not in this game: {animals}.", animals=animals) for animals in removed]
    return tuple(say(text) for text in (*said, T("The trucks are empty: somebody has to begin."), say_progress(view)))


def _say_first(event: e.AnyEvent, say: Say) -> tuple[str, ...]:
    """Say what began a turn, the fullest wording first: with seats as glyphs, then without what the picture shows."""
    lead = _describe(event)
    if lead is None:
        return ()
    glyphs = [(name, GLYPHS[arg.index] if isinstance(arg, Colour) else arg) for name, arg in lead.args]
    brief, short, place = say(replace(lead, args=tuple(glyphs))), "", ""
    match event:
        case e.Took(seat, truck, _, _):
            short = say(T("{player}: {change}", player=GLYPHS[seat], change=T("truck {truck}", truck=truck + 1)))
        case e.Bought(seat, _, tile, cell):
            change = T("{animal} → {cell}", animal=_name_animal(tile), cell=cell)
            brief = say(T("{player}: {change}", player=GLYPHS[seat], change=change))
        case e.Expanded(seat, board):
            cell = board.partition("@")[2].partition("/")[0]
            short = say(T("{player}: {change}", player=GLYPHS[seat], change=T("expansion → {cell}", cell=cell)))
            place = f"{GLYPHS[seat]} → {cell}"
        case e.Hired(seat, job, cell):
            place = f"{GLYPHS[seat]} → {say(job_name(f'{job}@{cell}' if cell else job))}"
        case e.Shifted(seat, _, target):
            place = f"{GLYPHS[seat]} → {say(job_name(target))}"
        case _:
            pass
    return (say(lead), brief, *(each for each in (short, place) if each))


def _name_animal(tile: str) -> Text:
    """Name a tile by its animal alone: its badge is in the picture."""
    return T("Coin") if tile == COIN else ANIMAL[TYPE[tile]]


def _describe_alone(event: e.AnyEvent) -> Text | None:
    """Describe a later event of a turn, whose seat has been named."""
    return _name_change(event) if isinstance(event, _Change) else _describe(event)


def _name_change(event: _Change) -> Text:
    """Name what was put somewhere, and its place, without the seat."""
    match event:
        case e.Loaded(_, tile, truck):
            return T("{animal} → truck {truck}", animal=_name_animal(tile), truck=truck + 1)
        case e.Placed(_, tile, cell) | e.Moved(_, tile, cell):
            return T("{animal} → {cell}", animal=_name_animal(tile), cell=cell)
        case e.Depot(_, tile):
            return T("{animal} → depot", animal=_name_animal(tile))
        case e.Hired(_, job, cell):
            return T("coworker → {job}", job=job_name(f"{job}@{cell}" if cell else job))
        case e.Shifted(_, _, target):
            return T("coworker → {job}", job=job_name(target))


def _describe(event: e.AnyEvent) -> Text | None:
    """Describe an event with its seat; None if the picture needs no words for it."""
    if isinstance(event, _Change):
        return T("{player}: {change}", player=Colour(event.seat), change=_name_change(event))
    match event:
        case e.Drew(seat, tile):
            return T("{player} draws: {animal}", player=Colour(seat), animal=_name_animal(tile))
        case e.Took(seat, truck, _, _):
            return T("{player} takes truck {truck}", player=Colour(seat), truck=truck + 1)
        case e.Bought(seat, seller, tile, cell):
            return T(
                "{player} buys from {seller}: {animal} → {cell}",
                player=Colour(seat),
                seller=Colour(seller),
                animal=_name_animal(tile),
                cell=cell,
            )
        case e.Discarded(seat, tile):
            return T("{player} discards: {animal}", player=Colour(seat), animal=_name_animal(tile))
        case e.Expanded(seat, board):
            cell = board.partition("@")[2].partition("/")[0]
            if board.startswith(LARGE):
                return T("{player} builds a large expansion at {cell}", player=Colour(seat), cell=cell)
            return T("{player} builds a small expansion at {cell}", player=Colour(seat), cell=cell)
        case _:
            return _describe_bonus(event)


def _describe_bonus(event: e.AnyEvent) -> Text | None:
    """Describe a consequence of a move."""
    match event:
        case e.Born():
            return T("offspring!")
        case e.CoinBonus():
            return T("+1 coin")
        case e.CoworkerGained():
            return T("+1 coworker")
        case e.RoundEnded(round_, _, _):
            return T("end of round {round}", round=round_)
        case e.Scored(points):
            return T("points: {points}", points=Join(tuple(T("{player} {points}", player=Colour(seat), points=number)
                                                           for seat, number in enumerate(points))))  # fmt: skip
        case _:
            return None
