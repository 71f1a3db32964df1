"""The story of a match of Aquaretto: a truck with all that came of it in one line, offspring as a shout, the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.aquaretto import events as e
from games.aquaretto.state import State
from games.aquaretto.words.events import event
from games.aquaretto.words.names import ANIMAL, job_name, score_list, tile_name
from games.aquaretto.zoo.layout import lines as count_points
from games.core import Seat
from games.story import Story, Told, choose_loudest
from games.text import Arg, Join, N, Player, T, Text

_FULL = 3
"""Tiles of a truck that is worth a shout."""


class _Truck:
    """A taken truck, and what has come of its load so far."""

    def __init__(self, took: e.Took) -> None:
        self.took = took
        self._waiting = list(took.tiles)
        self._told: list[Arg] = [N("one coin", "{count} coins", took.coins)] if took.coins else []

    def add(self, each: object) -> bool:
        """Add an event of the same seat. Returns whether it belongs to the truck."""
        match each:
            case e.Placed(_, tile, cell):
                self._arrive(tile, T("{tile} on {cell}", tile=tile_name(tile), cell=cell))
            case e.Depot(_, tile):
                self._arrive(tile, T("{tile} in the depot", tile=tile_name(tile)))
            case e.Born():
                pass  # told where the offspring is placed
            case e.CoinBonus(_, animal, size):
                self._told.append(T("a coin for {size} × {animal}", size=size, animal=ANIMAL[animal]))
            case e.CoworkerGained(_, animal, size):
                self._told.append(T("a coworker for {size} × {animal}", size=size, animal=ANIMAL[animal]))
            case e.Hired(_, job, cell):
                self._told.append(T("new {job}", job=job_name(f"{job}@{cell}" if cell else job)))
            case _:
                return False
        return True

    def _arrive(self, tile: str, told: Text) -> None:
        if tile in self._waiting:
            self._waiting.remove(tile)
        self._told.append(told)

    def describe(self) -> Text:
        """Tell the truck, its load with where it went, and what it earned."""
        load = Join((*self._told, *map(tile_name, self._waiting)))
        player, truck = Player(self.took.seat), self.took.truck + 1
        return T("{player} takes truck {truck}: {load}.", player=player, truck=truck, load=load)


def story(plies: Sequence[Told]) -> Story:
    """Tell a tile with its truck, and a truck with all that came of it, in one line each."""
    told: list[Text | _Truck] = []
    drew: e.Drew | None = None
    for ply in plies:
        for each in ply.events:
            truck = told[-1] if told and isinstance(told[-1], _Truck) else None
            if truck is not None and getattr(each, "seat", None) == truck.took.seat and truck.add(each):
                continue
            if isinstance(each, e.Drew):
                drew = each
                continue
            if isinstance(each, e.Loaded) and drew is not None and drew.seat == each.seat:
                told.append(_describe_draw(each))
            elif isinstance(each, e.Took):
                told.append(_Truck(each))
            elif (line := event(ply.view, each)) is not None:
                told.append(line)
            drew = None
    if drew is not None and (line := event(plies[-1].view, drew)) is not None:
        told.append(line)
    lines = tuple(line.describe() if isinstance(line, _Truck) else line for line in told)
    return Story(lines, choose_loudest(shout for ply in plies for shout in _list_shouts(ply)))


def _describe_draw(each: e.Loaded) -> Text:
    return T(
        "{player} draws {tile}, onto truck {truck}.",
        player=Player(each.seat),
        tile=tile_name(each.tile),
        truck=each.truck + 1,
    )


def _list_shouts(ply: Told) -> Iterator[tuple[int, Text]]:
    dumped: dict[Seat, int] = {}
    for each in ply.events:
        match each:
            case e.LastRound():
                yield 80, T("The last round has begun!")
            case e.Born(seat, animal):
                yield 60, T("Offspring for {player}: {animal}!", player=Player(seat), animal=ANIMAL[animal])
            case e.Bought(seat, seller, tile):
                what: dict[str, Arg] = {"player": Player(seat), "seller": Player(seller), "tile": tile_name(tile)}
                yield 55, T("{player} buys from {seller}: {tile}!", **what)
            case e.CoworkerGained(seat, animal, size):
                what = {"player": Player(seat), "animal": ANIMAL[animal], "size": size}
                yield 50, T("A new coworker for {player}: {size} × {animal}!", **what)
            case e.Depot(seat):
                dumped[seat] = dumped.get(seat, 0) + 1
                if dumped[seat] > 1:
                    yield (
                        45,
                        N(
                            "No room: {count} animal of {player} goes to the depot!",
                            "No room: {count} animals of {player} go to the depot!",
                            dumped[seat],
                            player=Player(seat),
                        ),
                    )
            case e.CoinBonus(seat, animal, size):
                what = {"player": Player(seat), "animal": ANIMAL[animal], "size": size}
                yield 35, T("{player} earns a coin: {size} × {animal}!", **what)
            case e.Took(seat, _, tiles, coins) if len(tiles) + coins >= _FULL:
                yield 20, T("{player} takes a full truck!", player=Player(seat))


def standing(view: State) -> Text | None:
    """Say how many points everybody would have now."""
    if view.over:
        return None
    points = tuple(count_points(zoo).total for zoo in view.zoos)
    return T("Points now: {points}.", points=score_list(points))
