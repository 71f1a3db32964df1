"""Why a turn is good, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.aquaretto.moves import DEPOT, Buy, Discard, Draw, Expand, Hire, Load, Place, Raise, Rear, Rest, Shift, Take
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.strong.prospects import Prospects, read_outlook
from games.aquaretto.words.names import ANIMAL, job_name, tile_name
from games.aquaretto.zoo.layout import layout, legal_mask
from games.aquaretto.zoo.tiles import ATTRIBUTE, COIN, FEMALE, MALE, TYPE
from games.coaching import SeenPly
from games.core import Seat
from games.text import N, Player, T, Text

_CLEAR: Final = 0.5
"""The least difference in points at the end that a reason mentions."""

_MUCH: Final = 4.0
"""Gain from which a truck counts as valuable to a rival."""


def reason(plies: Sequence[SeenPly], seat: Seat) -> Text | None:
    """Give the main reason for a turn, by its first ply."""
    view: State = plies[0].view
    match plies[0].move:
        case Draw():
            return _explain_draw(view, seat)
        case Load(truck):
            return _explain_load(view, seat, truck)
        case Take(truck):
            return _explain_taking(view, seat, truck)
        case Place(tile, cell) if cell == DEPOT:
            return _explain_storing(view.zoos[seat], tile)
        case Place() | Rear():
            return T("There, the basin keeps room to grow.")
        case Rest():
            zoo, grid = view.zoos[seat], layout(view.zoos[seat])
            fits = any(legal_mask(zoo, grid, TYPE[tile]) for tile in view.hand)
            return None if fits else T("No basin has room for these animals.")
        case Hire(job):
            return T("Your zoo gains most from this job: {job}.", job=job_name(job))
        case Raise():
            return T("It empties the depot, where animals cost points.")
        case Buy(seller):
            tile = view.zoos[seller].depot[-1]
            return T("This animal fits your zoo: {tile}.", tile=tile_name(tile))
        case Discard():
            return T("Animals in the depot cost points, and this one has no place.")
        case Expand():
            return T("New cells make room for the animals to come.")
        case Shift(_, target):
            return T("The coworker is worth more there: {job}.", job=job_name(target))
    return None


def _explain_storing(zoo: Zoo, tile: str) -> Text | None:
    """Explain why a tile goes to the depot."""
    grid = layout(zoo)
    if not legal_mask(zoo, grid, TYPE[tile]):
        return T("No basin has room for this animal.")
    return None if TYPE[tile] in grid.basins else T("It keeps a basin free for an animal that brings you more.")


def _find_open(view: State) -> list[int]:
    """Find the trucks that nobody has taken."""
    return [index for index, truck in enumerate(view.trucks) if truck.taker == NOBODY]


def _find_rivals(view: State, seat: Seat) -> list[Seat]:
    """Find the other seats that have taken no truck yet."""
    out = {truck.taker for truck in view.trucks}
    return [other for other in range(len(view.zoos)) if other != seat and other not in out]


def _explain_draw(view: State, seat: Seat) -> Text:
    loaded = [view.trucks[index] for index in _find_open(view) if view.trucks[index].tiles]
    if not loaded:
        return T("The trucks are empty: somebody has to begin.")
    zoo = read_outlook(view).zoos[seat]
    best = max(loaded, key=lambda truck: zoo.estimate(truck.tiles))
    if zoo.estimate(best.tiles) < _CLEAR:
        return T("No truck is of use to you yet.")
    if len(best.tiles) == best.slots:
        return T("A truck that is not full can still become better for you.")
    return T("It is too early for a truck: one more tile can make it better.")


def _explain_load(view: State, seat: Seat, truck: int) -> Text | None:
    load = view.trucks[truck].tiles
    filled = (*load, view.drawn)
    zoos = read_outlook(view).zoos
    mine = zoos[seat]
    gain = mine.estimate(filled) - mine.estimate(load)
    tile = tile_name(view.drawn)
    if gain >= _CLEAR and seat not in {each.taker for each in view.trucks}:
        return T(
            "You can use this tile, and it makes truck {truck} better for you: {tile}.", truck=truck + 1, tile=tile
        )
    free = [each for index in _find_open(view) if len((each := view.trucks[index]).tiles) < each.slots]
    harm = {other: _measure_harm(zoos[other], load, view.drawn) for other in _find_rivals(view, seat)}
    if not harm:  # all trucks that are left are for this seat to choose from
        is_kept_off = any(mine.estimate(each.tiles) > mine.estimate(filled) for each in free)
        return T("It keeps this tile off a truck that is better for you: {tile}.", tile=tile) if is_kept_off else None
    if max(harm.values()) >= _CLEAR:
        most = max(harm, key=lambda other: harm[other])
        return T(
            "This tile spoils truck {truck} for {player}: {tile}.", truck=truck + 1, player=Player(most), tile=tile
        )
    if len(load) + 1 == view.trucks[truck].slots:
        return T("It fills truck {truck}, so nothing better can be added.", truck=truck + 1)
    if len({(each.tiles, each.slots) for each in free}) == 1:
        return T("All trucks with a free slot are alike for this tile: {tile}.", tile=tile)
    return T("There, this tile helps the others least: {tile}.", tile=tile)


def _measure_harm(rival: Prospects, load: tuple[str, ...], tile: str) -> float:
    """Measure how much less a load is worth to a rival with one more tile; 0 if it was worth nothing."""
    before = rival.estimate(load)
    return before - rival.estimate((*load, tile)) if load and before > 0 else 0.0


def _explain_taking(view: State, seat: Seat, truck: int) -> Text:
    load, zoos = view.trucks[truck].tiles, read_outlook(view).zoos
    mine = zoos[seat].estimate(load)
    if (animal := _find_pair(view, seat, load)) is not None:
        return T("It completes a pair, which has offspring at once: {animal}.", animal=ANIMAL[animal])
    theirs = {other: zoos[other].estimate(load) for other in _find_rivals(view, seat)}
    most = max(theirs, key=lambda other: theirs[other], default=None)
    if most is not None and theirs[most] >= max(_MUCH, mine):
        return T("It keeps {player} from taking this truck.", player=Player(most))
    basins = layout(view.zoos[seat]).basins
    fitting = sum(tile != COIN and TYPE[tile] in basins for tile in load)
    if fitting and mine >= _CLEAR:
        return N("It adds {count} animal to your basins.", "It adds {count} animals to your basins.", fitting)
    coins = load.count(COIN)
    if coins == len(load):
        return N("It brings you {count} coin.", "It brings you {count} coins.", coins)
    others = [view.trucks[index].tiles for index in _find_open(view) if index != truck and view.trucks[index].tiles]
    if mine >= _CLEAR and all(zoos[seat].estimate(other) <= mine for other in others):
        return T("No other truck would bring you as much.")
    if most is not None and theirs[most] >= _MUCH:
        return T("It keeps {player} from taking this truck.", player=Player(most))
    return T("It costs you little, and the next tile could cost you more.")


def _find_pair(view: State, seat: Seat, load: Sequence[str]) -> str | None:
    """Find an animal type whose basin holds one parent and whose other parent is in the load."""
    zoo, sexes = view.zoos[seat], dict[str, int]()
    grid = layout(zoo)
    for _, tile in zoo.tiles:
        sexes[TYPE[tile]] = sexes.get(TYPE[tile], 0) + (ATTRIBUTE[tile] == FEMALE) - (ATTRIBUTE[tile] == MALE)
    for tile in load:
        if tile == COIN or ATTRIBUTE[tile] not in (FEMALE, MALE):
            continue
        sign = 1 if ATTRIBUTE[tile] == FEMALE else -1
        if sexes.get(TYPE[tile], 0) * sign < 0 and legal_mask(zoo, grid, TYPE[tile]):
            return TYPE[tile]
    return None
