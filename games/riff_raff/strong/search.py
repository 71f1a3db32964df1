"""Riff Raff's strong player: cards by a small game between plans, loadings by statics and the physics."""

from __future__ import annotations

from games.core import Seat
from games.riff_raff.moves import CARDS, Aim, Announce, Move, Take
from games.riff_raff.state import DRAFT_PHASES, State
from games.rng import Rng


def choose(view: State, seat: Seat, rng: Rng) -> Move | None:
    """Choose a move; None where a normal player's is as good."""
    if view.phase == "select":
        from games.riff_raff.strong.cards import choose_card

        hand = [card for card in view.hands[seat] if isinstance(card, int)]
        return choose_card(view, seat, rng) if len(hand) > 1 else CARDS[hand[0]]
    if view.phase not in DRAFT_PHASES:
        return None
    from games.riff_raff.strong.loadings import choose_loading

    choice, loading = choose_loading(view), view.loading
    if choice is None or loading is None:
        return None
    laid = choice.laid
    match view.phase:
        case "announce":
            return Announce(choice.count)
        case "piece":
            return Take(laid.kind)
        case "spot" if loading.kind == laid.kind:
            return Aim(laid.spot)
        case "pose" if (loading.kind, loading.spot) == (laid.kind, laid.spot):
            return laid.pose
        case "hands" if (loading.kind, loading.spot, loading.pose, loading.turn) == (
            laid.kind,
            laid.spot,
            laid.pose.pose,
            laid.pose.turn,
        ):
            return choice.grip
    return None
