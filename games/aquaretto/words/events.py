"""One sentence for each event."""

from __future__ import annotations

from games.aquaretto import events as e
from games.aquaretto.state import State
from games.aquaretto.words.names import ANIMAL, board_name, job_name, tile_list, tile_name
from games.aquaretto.zoo.tiles import BABY_OF
from games.text import Join, N, Player, T, Text


def event(view: State, event: e.AnyEvent) -> Text | None:
    """Describe an event in one sentence; None for the final score, which the result of the match lists."""
    match event:
        case e.Drew(seat, tile):
            return T("{player} draws a tile: {tile}.", player=Player(seat), tile=tile_name(tile))
        case e.Loaded(seat, tile, truck):
            return T(
                "{player} puts {tile} on truck {truck}.", player=Player(seat), tile=tile_name(tile), truck=truck + 1
            )
        case e.Took(seat, truck, tiles, coins):
            money = (N("one coin", "{count} coins", coins),) if coins else ()
            load = Join((*(tile_name(tile) for tile in tiles), *money))
            return T("{player} takes truck {truck}: {load}.", player=Player(seat), truck=truck + 1, load=load)
        case e.Placed(seat, tile, cell):
            return T("{player} puts {tile} on {cell}.", player=Player(seat), tile=tile_name(tile), cell=cell)
        case e.Depot(seat, tile):
            return T("{player} puts {tile} in the depot.", player=Player(seat), tile=tile_name(tile))
        case e.Born(seat, animal):
            return T("{player} has offspring: {tile}.", player=Player(seat), tile=tile_name(BABY_OF[animal]))
        case e.CoinBonus(seat, animal, size):
            return T(
                "{player} earns a coin: {size} animals in one basin ({animal}).",
                player=Player(seat),
                size=size,
                animal=ANIMAL[animal],
            )
        case e.CoworkerGained(seat, animal, size):
            return T(
                "{player} gains a coworker: {size} animals in one basin ({animal}).",
                player=Player(seat),
                size=size,
                animal=ANIMAL[animal],
            )
        case e.CoworkerLost(seat):
            return T("{player} has no free job for the coworker, who leaves.", player=Player(seat))
        case e.Hired(seat, job, cell):
            place = job_name(f"{job}@{cell}" if cell else job)
            return T("{player} gives the coworker a job: {job}.", player=Player(seat), job=place)
        case _:
            return _describe_rare_event(view, event)


def _describe_rare_event(view: State, event: e.AnyEvent) -> Text | None:
    """Describe a money action or the end of a round."""
    match event:
        case e.Moved(seat, tile, cell):
            return T(
                "{player} pays to move {tile} from the depot to {cell}.",
                player=Player(seat),
                tile=tile_name(tile),
                cell=cell,
            )
        case e.Shifted(seat, source, target):
            return T(
                "{player} pays to move a coworker: {source} → {target}.",
                player=Player(seat),
                source=job_name(source),
                target=job_name(target),
            )
        case e.Bought(seat, seller, tile, cell):
            return T(
                "{player} buys {tile} from {seller} and puts it on {cell}.",
                player=Player(seat),
                seller=Player(seller),
                tile=tile_name(tile),
                cell=cell,
            )
        case e.Discarded(seat, tile):
            return T("{player} pays to discard {tile}.", player=Player(seat), tile=tile_name(tile))
        case e.Expanded(seat, board):
            return T("{player} builds a {board}.", player=Player(seat), board=board_name(board))
        case e.LastRound():
            return T("The draw pile is empty and the reserve is open: this is the last round.")
        case e.RoundEnded(round_, starter, boxed):
            if boxed:
                return T(
                    "Round {round} is over. Left on the last truck, now out of the game: {tiles}.",
                    round=round_,
                    tiles=tile_list(boxed),
                )
            if view.last_round:
                return T("Round {round} was the last.", round=round_)
            return T("Round {round} is over. {player} begins the next.", round=round_, player=Player(starter))
        case _:
            return None
