"""The labels of moves and corrections with their signs, the questions they answer, and warnings before a move."""

from __future__ import annotations

from typing import Final

from games.aquaretto import constants, play
from games.aquaretto.editing import COINS, read_owner, read_tile
from games.aquaretto.moves import (
    DEPOT,
    Buy,
    Discard,
    Draw,
    Expand,
    Hire,
    Load,
    Move,
    Place,
    Raise,
    Rear,
    Rest,
    Shift,
    Take,
)
from games.aquaretto.standin import count_truck_points
from games.aquaretto.state import COWORKER, State, Zoo
from games.aquaretto.words.names import ANIMAL, JOB, job_name, tile_list, tile_name
from games.aquaretto.zoo.geometry import LARGE, RING, board_cells, xy
from games.aquaretto.zoo.layout import (
    CASHIER,
    KEEPER,
    MANAGER,
    TRAINER,
    basin_limit,
    cells_in,
    layout,
    legal_mask,
    trainable_mask,
)
from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY_OF, COIN, FISH, TYPE
from games.core import Seat
from games.editing import name_turn, read_turn
from games.text import Join, N, Player, T, Text

MOST_CELLS: Final = 18
"""The most cells to choose from at once; more are split into two groups by column."""

Path = tuple[Text, ...]


def menu(view: State, seat: Seat, move: Move) -> Path:
    """Name a move by a path of labels, from the general to the particular."""
    zoo = view.zoos[seat]
    match move:
        case Draw():
            return (T("Draw a tile"),)
        case Load(truck):
            return _name_load(view, truck)
        case Take(truck):
            load = tile_list(view.trucks[truck].tiles)
            if seat != view.active:  # a wish of somebody who is not to move
                return (T("Take truck {truck}: {load}", truck=truck + 1, load=load),)
            points = write_signed(count_truck_points(view, seat, move))
            return (T("Take truck {truck}: {load} ({points})", truck=truck + 1, load=load, points=points),)
        case Rest():
            return (T("All remaining animals to the depot"),)
        case Place(tile, cell):
            return _name_placing(zoo, tile_name(tile), TYPE[tile], cell)
        case Rear(cell):
            type_ = next(thing for thing in view.pending if thing != COWORKER)
            return _name_placing(zoo, tile_name(BABY_OF[type_]), type_, cell)
        case Hire(job, cell):
            return _name_hiring(zoo, job, cell)
        case _:
            return (T("Spend money …"), *_name_money_action(view, seat, move))


def name(view: State, seat: Seat, move: Move) -> Path:
    """Name a move so that it is clear without its menu: name the tile for the truck as well."""
    if isinstance(move, Take):
        return (T("Take truck {truck}: {load}", truck=move.truck + 1, load=tile_list(view.trucks[move.truck].tiles)),)
    if not isinstance(move, Load):
        return menu(view, seat, move)
    tile, truck = tile_name(view.drawn), move.truck + 1
    if load := view.trucks[move.truck].tiles:
        return (T("{tile} onto truck {truck}, beside {load}", tile=tile, truck=truck, load=tile_list(load)),)
    return (T("{tile} onto truck {truck}, still empty", tile=tile, truck=truck),)


def write_signed(points: int) -> str:
    """Write a number with its sign."""
    return f"+{points}" if points > 0 else "±0" if not points else f"−{-points}"


def _name_load(view: State, truck: int) -> Path:
    """Name a truck by its load, worded so that nobody mistakes the load for the drawn tile."""
    if load := view.trucks[truck].tiles:
        return (T("Onto truck {truck}, beside {load}", truck=truck + 1, load=tile_list(load)),)
    return (T("Onto truck {truck}, still empty", truck=truck + 1),)


def _name_placing(zoo: Zoo, tile: Text, type_: str, cell: str) -> Path:
    """Name a tile and its destination: a cell, or the depot."""
    if cell == DEPOT:
        return (tile, T("to the depot"))
    return (tile, *_name_cell(cells_in(zoo, legal_mask(zoo, layout(zoo), type_)), cell))


def _name_columns(cells: list[str], cell: str) -> Text:
    """Name the half that contains `cell`: the cells are split between two columns, as equally as possible."""
    letters = sorted({other[0] for other in cells})
    cuts = range(1, len(letters))
    cut = min(cuts, key=lambda n: abs(len(cells) - 2 * sum(other[0] < letters[n] for other in cells)))
    half = letters[:cut] if cell[0] < letters[cut] else letters[cut:]
    return T("columns {first} to {last}:", first=half[0], last=half[-1])


def _name_cell(cells: list[str], cell: str) -> Path:
    """Name one of several cells, split by column if one menu cannot show them all."""
    end = T("on {cell}", cell=cell)
    return (end,) if len(cells) <= MOST_CELLS else (_name_columns(cells, cell), end)


def _name_trainer_cell(zoo: Zoo, cell: str) -> Path:
    """Name a trainer's cell with the points it would score now."""
    points = (RING[cell] & trainable_mask(zoo)).bit_count()
    cells = cells_in(zoo, layout(zoo).empty)
    end = T("on {cell} (+{points})", cell=cell, points=points)
    return (end,) if len(cells) <= MOST_CELLS else (_name_columns(cells, cell), end)


def _count_points(zoo: Zoo, job: str) -> int:
    """Count the points that one more coworker would score now as cashier, keeper or manager."""
    if job == CASHIER:
        return zoo.coins
    if job == KEEPER:
        return sum(ATTRIBUTE[tile] == FISH for _, tile in zoo.tiles)
    return len({TYPE[tile] for tile in zoo.depot})


def _name_hiring(zoo: Zoo, job: str, cell: str) -> Path:
    """Name the job of a new coworker, with the points it would score now."""
    if job != TRAINER:
        return (T("New coworker: {job} (+{points})", job=JOB[job], points=_count_points(zoo, job)),)
    return (T("New coworker: trainer"), *_name_trainer_cell(zoo, cell))


def _name_money_action(view: State, seat: Seat, move: Move) -> Path:
    """Name a money action."""
    zoo = view.zoos[seat]
    grid = layout(zoo)
    match move:
        case Raise(cell):
            tile = zoo.depot[-1]
            cells = cells_in(zoo, legal_mask(zoo, grid, TYPE[tile]))
            return (
                _label_action(T("move {tile} from the depot", tile=tile_name(tile)), "move"),
                *_name_cell(cells, cell),
            )
        case Buy(seller, cell):
            tile = view.zoos[seller].depot[-1]
            cells = cells_in(zoo, legal_mask(zoo, grid, TYPE[tile]))
            deal = T("buy {tile} from {seller}", tile=tile_name(tile), seller=Player(seller))
            return (_label_action(deal, "buy"), *_name_cell(cells, cell))
        case Shift(source, target):
            job, _, cell = target.partition("@")
            stand = _name_trainer_cell(zoo, cell) if cell else ()
            who = T("the {job}", job=job_name(source))
            return (_label_action(T("move a coworker"), "shift"), who, T("becomes {job}", job=JOB[job]), *stand)
        case Discard():
            return (_label_action(T("discard {tile} from the depot", tile=tile_name(zoo.depot[-1])), "discard"),)
        case Expand(board):
            return _name_expansion(board)
        case _:
            raise TypeError(f"not a money action: {move!r}")


def _label_action(action: Text, kind: str) -> Text:
    """Name a money action with its price."""
    return T("For {price}: {action}", action=action, price=N("1 coin", "{count} coins", constants.PRICE[kind]))


def _name_expansion(board: str) -> Path:
    """Name an expansion: kind and place. For a small one, name its side of the base board and all its cells, because
    many have the same lower left cell."""
    kind, _, place = board.partition("@")
    anchor = place.partition("/")[0]
    if kind == LARGE:
        return (_label_action(T("build a large expansion"), kind), T("at {cell}", cell=anchor))
    x, y = xy(anchor)
    # Twice the distance between the board's centre and the centre of the base board's 5 x 5 outline.
    right, up = 2 * x - 3, 2 * y - 3
    if abs(right) > abs(up):
        side = T("on the right") if right > 0 else T("on the left")
    else:
        side = T("at the top") if up > 0 else T("at the bottom")
    cells = T("on {cell}", cell=", ".join(board_cells(board)))
    return (_label_action(T("build a small expansion"), kind), side, cells)


def prompt(view: State, seat: Seat) -> Text:
    """Ask the seat for its decision."""
    if view.over:
        return T("The game is over.")
    if seat != view.active:
        return T("It is {player}'s turn.", player=Player(view.active))
    if view.drawn:
        return T("You drew: {tile}. Which truck does it go on?", tile=tile_name(view.drawn))
    babies = [thing for thing in view.pending if thing != COWORKER]
    if babies and COWORKER in view.pending:
        return T("Place {tile} and your new coworker, in either order.", tile=tile_name(BABY_OF[babies[0]]))
    if babies:
        return T("Offspring! Choose a cell for {tile}.", tile=tile_name(BABY_OF[babies[0]]))
    if view.pending:
        return T("Choose a job for your new coworker.")
    if view.hand:
        return T("Place your animals: {tiles}.", tiles=tile_list(view.hand))
    return T("Draw a tile, take a truck, or pay for one action.")


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Point out what the player may have overlooked before confirming this move."""
    zoo = view.zoos[seat]
    match move:
        case Draw() | Load():
            return _warn_of_last_round(view) if isinstance(move, Draw) else ()
        case Take(truck):
            return _warn_of_truck(view, zoo, truck)
        case Place(tile, cell) if cell == DEPOT:
            fits = legal_mask(zoo, layout(zoo), TYPE[tile])
            return (T("{tile} would fit into your zoo.", tile=tile_name(tile)),) if fits else ()
        case Rest():
            room = [tile for tile in dict.fromkeys(view.hand) if legal_mask(zoo, layout(zoo), TYPE[tile])]
            return tuple(T("{tile} would fit into your zoo.", tile=tile_name(tile)) for tile in room)
        case _:
            return (*_warn_of_cost(zoo, move), *_warn_of_basins(view, seat, move))


def _warn_of_last_round(view: State) -> tuple[Text, ...]:
    """Warn of a draw that opens the reserve."""
    if view.pile or view.last_round:
        return ()
    return (T("The draw pile is empty: if you draw now, this is the last round."),)


def _warn_of_truck(view: State, zoo: Zoo, truck: int) -> tuple[Text, ...]:
    """Warn of animals without room, and of the end of the game."""
    grid = layout(zoo)
    animals = [tile for tile in view.trucks[truck].tiles if tile in TYPE]
    lost = [tile for tile in dict.fromkeys(animals) if not legal_mask(zoo, grid, TYPE[tile])]
    new = list(dict.fromkeys(TYPE[tile] for tile in animals if TYPE[tile] not in grid.basins and tile not in lost))
    found = [T("Your zoo has no room for {tile}: it will go to the depot.", tile=tile_name(tile)) for tile in lost]
    if len(new) > (left := basin_limit(zoo) - len(grid.basins)):
        room = N("only one new basin", "only {count} new basins", left)
        found.append(
            T(
                "You can start {room}, but the truck brings: {animals}.",
                room=room,
                animals=Join(tuple(ANIMAL[type_] for type_ in new)),
            )
        )
    if view.last_round and zoo.coins:
        found.append(T("This is the last round: after taking a truck you cannot spend any more coins."))
    return tuple(found)


def _warn_of_cost(zoo: Zoo, move: Move) -> tuple[Text, ...]:
    """Warn of the points that a money action costs besides the coins."""
    found = []
    if zoo.cashiers and isinstance(move, Raise | Shift | Buy | Discard | Expand):
        found.append(T("Your cashiers score a point for every coin you keep."))
    if isinstance(move, Shift) and move.source == MANAGER and zoo.depot:
        found.append(T("Without a manager, each kind of animal in your depot costs 2 points."))
    return tuple(found)


def _warn_of_basins(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Warn of basins that cannot grow any more, and of the last basin."""
    before = view.zoos[seat]
    after = play.apply(view, move).zoos[seat]
    old, new = layout(before), layout(after)
    found = [
        T("After this move, a basin cannot grow any more: {animal}.", animal=ANIMAL[type_])
        for type_ in new.basins
        if not legal_mask(after, new, type_) and (type_ not in old.basins or legal_mask(before, old, type_))
    ]
    if len(new.basins) > len(old.basins) and len(new.basins) == basin_limit(after):
        found.append(T("This is your last basin: every other kind of animal goes to the depot."))
    return tuple(found)


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    whose, change = read_owner(code)
    if whose is not None and change.startswith(COINS):
        count = int(change.partition("/")[2])
        return T("{player}", player=Player(whose)), T("Coins:"), N("1 coin", "{count} coins", count)
    tile, source, target = read_tile(change)
    if whose is None:
        moved = T("{tile} of truck {number}", tile=tile_name(tile), number=source)
        return T("Trucks"), moved, T("to truck {number}", number=target)
    place = T("depot") if source == DEPOT else T("{cell}", cell=source)
    animal = T("{tile}, {place}", tile=tile_name(tile), place=place)
    where = T("to the depot") if target == DEPOT else T("to {cell}", cell=target)
    return T("{player}", player=Player(whose)), animal, where


PILE = "pile"
"""The sign of a tile that is drawn."""


def name_truck_sign(truck: int, /) -> str:
    """Name the sign of a truck, counted from 0: the number on its side."""
    return f"truck/{truck + 1}"


def signs(view: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """Name the tiles, truck or coworkers of a move; a money action has its coin before them."""
    match move:
        case Draw():
            return (PILE,)
        case Load(truck) | Take(truck):
            return (name_truck_sign(truck),)
        case Place(tile):
            return (tile,)
        case Rear():
            return (BABY_OF[next(thing for thing in view.pending if thing != COWORKER)],)
        case Hire(job):
            return (job,)
        case Raise() | Discard():
            return COIN, view.zoos[seat].depot[-1]
        case Buy(seller):
            return COIN, view.zoos[seller].depot[-1]
        case Shift(source, target):
            jobs = (place.partition("@")[0] for place in (source, target))
            return COIN, "", *jobs
        case Expand(board):
            return COIN, board.partition("@")[0], ""
        case _:
            return ()
