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
_CLOSE = 2
"""The most points between the first two of a match that was close."""
_CROWD = 6
"""Animals of a basin whose coin is worth a shout; the one for three is an everyday matter."""


class _Truck:
    """A taken truck, and what has come of its load so far."""

    def __init__(self, took: e.Took) -> None:
        self.took = took
        self._waiting = list(took.tiles)
        self._told: list[Arg] = [N("one coin", "{count} coins", took.coins)] if took.coins else []
        self._dumped = 0

    def add(self, each: object) -> bool:
        """Add an event of the same seat. Returns whether it belongs to the truck."""
        match each:
            case e.Placed(_, tile, cell):
                self._arrive(tile, T("{tile} on {cell}", tile=tile_name(tile), cell=cell))
            case e.Depot(_, tile):
                self._dumped += 1
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

    def list_shouts(self) -> Iterator[tuple[int, Text]]:
        """Shout at animals without a space, or at a full truck whose load all fits."""
        player = Player(self.took.seat)
        if self._dumped > 1:
            told = N(
                "No room: {count} animal of {player} goes to the depot!",
                "No room: {count} animals of {player} go to the depot!",
                self._dumped,
                player=player,
            )
            yield 45, told
        elif not self._dumped and len(self.took.tiles) + self.took.coins >= _FULL:
            yield 20, T("{player} takes a full truck!", player=player)


class _Draws:
    """Tiles that a player has drawn one after the other, each with its truck."""

    def __init__(self, first: e.Loaded) -> None:
        self.seat = first.seat
        self._loaded = [first]

    def add(self, each: e.Loaded) -> None:
        self._loaded.append(each)

    def describe(self) -> Text:
        """Tell the tiles, and onto which truck each went."""
        told = (T("{tile} for truck {truck}", tile=tile_name(each.tile), truck=each.truck + 1) for each in self._loaded)
        return T("{player} draws {tiles}.", player=Player(self.seat), tiles=Join(tuple(told)))


def story(plies: Sequence[Told]) -> Story:
    """Tell tiles with their trucks, and a truck with all that came of it, in one line each."""
    told: list[Text | _Truck | _Draws] = []
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
                if told and isinstance(told[-1], _Draws) and told[-1].seat == each.seat:
                    told[-1].add(each)
                else:
                    told.append(_Draws(each))
            elif isinstance(each, e.Took):
                told.append(_Truck(each))
            elif (line := event(ply.view, each)) is not None:
                told.append(line)
            drew = None
    if drew is not None and (line := event(plies[-1].view, drew)) is not None:
        told.append(line)
    lines = tuple(line if isinstance(line, Text) else line.describe() for line in told)
    shouts = [shout for ply in plies for shout in _list_shouts(ply)]
    shouts += [shout for line in told if isinstance(line, _Truck) for shout in line.list_shouts()]
    return Story(lines, choose_loudest([*_list_new_leader(plies), *shouts, *_list_close_end(plies)]))


def _list_new_leader(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at the player who leads alone now and did not lead before, or after the first ply if nothing is known
    about the position before it."""
    if not plies or plies[-1].view.over:
        return
    led, leads = _list_leaders(plies[0].before or plies[0].view), _list_leaders(plies[-1].view)
    if len(leads) == 1 and leads[0] not in led:
        yield 58, T("{player} takes the lead!", player=Player(leads[0]))


def _list_close_end(plies: Sequence[Told]) -> Iterator[tuple[int, Text]]:
    """Shout at a match that was won by a hair."""
    if plies and plies[-1].view.over:
        (second, _), (first, seat) = sorted((points, seat) for seat, points in enumerate(_count_all(plies[-1].view)))[
            -2:
        ]
        if 0 < (lead := first - second) <= _CLOSE:
            yield (
                90,
                N("{player} wins by {count} point!", "{player} wins by {count} points!", lead, player=Player(seat)),
            )


def _list_leaders(view: State) -> list[Seat]:
    points = _count_all(view)
    return [seat for seat, each in enumerate(points) if each == max(points)]


def _count_all(view: State) -> tuple[int, ...]:
    return tuple(count_points(zoo).total for zoo in view.zoos)


def _list_shouts(ply: Told) -> Iterator[tuple[int, Text]]:
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
            case e.CoinBonus(seat, animal, size) if size >= _CROWD:
                what = {"player": Player(seat), "animal": ANIMAL[animal], "size": size}
                yield 35, T("{player} earns a coin: {size} × {animal}!", **what)


def standing(view: State) -> Text | None:
    """Say how many points everybody would have now, the leader first."""
    if view.over:
        return None
    return T("Points now: {points}.", points=score_list(_count_all(view)))
