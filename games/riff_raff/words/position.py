"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from games.core import HIDDEN, Seat
from games.riff_raff.loading import ship
from games.riff_raff.moves import Grip
from games.riff_raff.state import State
from games.riff_raff.words import names
from games.text import Arg, Join, N, Player, T, Text


def status(view: State) -> Text:
    """Summarise the position: the decision that is due, pieces left, the ship, the last loading."""
    return T(
        "{now} Pieces left: {left}. The ship is {lean}. On board: {aboard}. {last}",
        now=_decision_line(view),
        left=Join(tuple(_describe_left(seat, sum(supply)) for seat, supply in enumerate(view.supplies))),
        lean=names.lean(view.roll, view.pitch),
        aboard=len(view.cargo),
        last=_last_loading_line(view),
    )


def _describe_left(seat: Seat, count: int) -> Text:
    return T("{player} {number}", player=Player(seat), number=count)


def _decision_line(view: State) -> Text:
    """Say which decision is due."""
    number = view.round
    if view.phase == "over":
        return T("The game is over.")
    if view.phase == "select":
        waiting = tuple(seat for seat, card in enumerate(view.chosen) if card is None)
        return T("Round {round}, still choosing a card: {players}.", round=number, players=names.players(waiting))
    if view.phase in ("captain", "order"):
        return T("Round {round}: {player} has to break a tie.", round=number, player=Player(view.captain))
    seat = view.order[view.turn]
    if view.phase == "settle":
        return T("Round {round}, {player} has let go and the ship is rocking.", round=number, player=Player(seat))
    return T("Round {round}, {player} loads area {area}.", round=number, player=Player(seat), area=view.area)


def _last_loading_line(view: State) -> Text:
    """Describe the last loading and its result."""
    last = view.last
    if last is None:
        return T("Nothing has been loaded yet.")
    what: dict[str, Arg] = {"player": Player(last.seat), "kind": names.piece(last.loading.kind), "area": last.area}
    if not last.falls:
        return T("Last loaded by {player}: {kind}, area {area}; everything held.", **what)
    caught = sum(fell.caught for fell in last.falls)
    return T(
        "Last loaded by {player}: {kind}, area {area}; fallen: {fallen}, caught: {caught}.",
        fallen=len(last.falls),
        caught=caught,
        **what,
    )


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe the complete position, line by line."""
    out = [_decision_line(view), _last_loading_line(view), T("Captain: {player}.", player=Player(view.captain))]
    for who, supply in enumerate(view.supplies):
        top = view.shown[who]
        out.append(
            T(
                "{player} still has to load: {kinds}. Last card: {card}. Cards in hand: {hand}.",
                player=Player(who),
                kinds=names.kinds(supply),
                card=T("none") if top is None else str(top),
                hand=_hand(view, who),
            )
        )
    if view.phase == "select" and seat is not None and view.chosen[seat] is not None:
        out.append(T("Your card for this round: {card}.", card=str(view.chosen[seat])))
    if view.order:
        out.append(T("Order of this round: {players}.", players=names.order(view.order)))
    out.extend(T("Order not yet decided: {players}.", players=names.players(group)) for group in view.tied)
    out.append(T("The ship is {lean}.", lean=names.lean(view.roll, view.pitch)))
    for level, lean in enumerate(view.yards):
        if lean:
            where = names.PLACE[5 + 2 * level + (lean < 0)]
            tilted = names.lean_towards(lean, "port" if lean > 0 else "starboard")
            out.append(T("Tilted yard ({area}): {lean}.", area=where, lean=tilted))
    for area in ship.AREAS:
        pieces = tuple(names.piece_on_board(piece) for piece in view.cargo if piece.area == area)
        if pieces:
            out.append(T("Area {area}: {pieces}.", area=names.area(area), pieces=Join(pieces)))
    if not view.cargo:
        out.append(T("The ship is empty."))
    if any(view.out):
        out.append(T("Out of the game: {kinds}.", kinds=names.kinds(view.out)))
    return (*out, *_loading_lines(view))


def _hand(view: State, who: Seat) -> Arg:
    """List the cards in hand, or count them if they are hidden."""
    hand = view.hands[who]
    if HIDDEN in hand:
        return N("{count} unknown card", "{count} unknown cards", len(hand))
    return Join(tuple(str(card) for card in hand)) if hand else T("none")


def _loading_lines(view: State) -> list[Text]:
    """Describe the decisions about the current loading."""
    loading = view.loading
    out = []
    if view.announced and loading is not None:
        out.append(
            N(
                "Announced: {count} piece; loaded so far: {loaded}.",
                "Announced: {count} pieces; loaded so far: {loaded}.",
                view.announced,
                loaded=view.loaded,
            )
        )
    if loading is not None and loading.kind:
        out.append(T("In hand: {kind}.", kind=names.piece(loading.kind)))
        if loading.spot:
            out.append(T("Above {spot}.", spot=names.spot(view.area, loading.spot)))
        if loading.pose:
            out.append(T("Pose: {pose}, {turn}.", pose=names.POSE[loading.pose], turn=names.turn(loading.turn)))
        if loading.hands:
            out.append(
                T("Hands: {grip}.", grip=names.grip(view.options.catch_mode, Grip(loading.hands, loading.sector)))
            )
    if view.heel:
        out.append(T("The ship heels towards {sector}. What falls is not yet known.", sector=names.SECTOR[view.heel]))
    return out
