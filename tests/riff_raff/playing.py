"""Play Riff Raff by codes."""

from __future__ import annotations

from games.core import NATURE
from games.riff_raff import GAME
from games.riff_raff.loading.settled import Settled
from games.riff_raff.state import State
from games.rng import NO_CHANCE


def play(state: State, *codes: str) -> State:
    """Play each code by the seat whose decision is due; cards by the seats in turn."""
    for code in codes:
        seat = GAME.to_act(state)[0]
        state = GAME.apply(state, seat, GAME.parse(state, seat, code), NO_CHANCE)
    return state


def codes(state: State) -> list[str]:
    return [move.code for move in GAME.legal_moves(state, GAME.to_act(state)[0])]


def reveal_cards(position: str, *cards: int) -> State:
    return play(GAME.read(position), *(f"card/{card}" for card in cards))


def decide_loading(state: State, kind: str, spot: str = "", pose: str = "", hands: str = "both") -> State:
    """Decide a whole loading; open decisions take the first legal move."""
    state = play(state, kind)
    state = play(state, f"spot/{spot}" if spot else codes(state)[0])
    state = play(state, f"pose/{pose}" if pose else codes(state)[0])
    return play(state, hands)


def resolve(state: State, result: Settled) -> State:
    assert GAME.to_act(state) == (NATURE,)
    return GAME.apply(state, NATURE, GAME.parse(state, NATURE, result.code), NO_CHANCE)


def turn_of(seat: int, *, cargo: str = "", supply: str = "crate+chest+rat", options: str = "", card: int = 8) -> State:
    """Set up a four-player round in which `seat` loads first, with this supply."""
    supplies = ["crate+chest+rat", "chest+plank", "chest+boat"]
    supplies.insert(seat, supply)
    cards = [3, 2, 1, 4]
    cards[seat] = card
    text = f"seats=4 supplies={';'.join(supplies)}"
    text += f" cargo={cargo}" if cargo else ""
    text += f" options={options}" if options else ""
    return reveal_cards(text, *cards)
