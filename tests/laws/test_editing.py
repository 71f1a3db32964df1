"""Changes that correct a position break no invariant, see no secret, and lead to a position that can be played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import games
from client.messages.custom_ids import MAX_LENGTH
from games.core import NATURE, AnyGame, IllegalMove, Seat
from games.dog_royal.editing import DogRoyalEditor
from games.dog_royal.state import State
from games.editing import MOST_EDITS, correct, edit_position, list_edits
from games.rng import Rng
from matches.texts import LANGUAGES, Texts
from tests.support.laws.playouts import nature, playout
from tests.support.numbers import times

EDITED = [name for name in games.names() if games.load(name).editor is not None]
POSITIONS = times(400, usual=10)
"""Positions of each game that are changed."""
LONGEST = 22


def positions(name: str) -> Iterator[tuple[AnyGame, Any, list[str], random.Random]]:
    """Yield positions with something to change, the changes, and a source of chance."""
    game, drawn, found = games.load(name), random.Random(name), 0
    for number in range(1, 1000):
        states = playout(name, number % 6).states
        for state in drawn.sample(states, min(20, len(states))):
            if codes := list_edits(game, game.view(state, None)):
                yield game, state, list(codes), drawn
                found += 1
                if found == POSITIONS:
                    return
    raise AssertionError("hardly any position can be changed")


def change(game: AnyGame, state: Any, codes: list[str], drawn: random.Random) -> tuple[list[str], Any]:
    """Make some changes at random. Returns them, and the changed state."""
    made: list[str] = []
    changed = edit_position(game, state, made)
    for _ in range(drawn.randint(1, MOST_EDITS)):
        if not codes:
            break
        code = drawn.choice(codes)
        try:
            changed = edit_position(game, state, [*made, code])
        except IllegalMove:
            continue  # such as a ship that would lean too far
        made, codes = [*made, code], list(list_edits(game, game.view(changed, None)))
    return made, changed


def count_material(name: str, state: Any) -> object:
    """Count what no change may create or destroy."""
    match name:
        case "docker":
            return [sum(s.count(c) for s in state.squares) + state.reserves[n] for n, c in enumerate("RYGB")]
        case "dog_royal":
            everything = (*state.deck, *state.discard, *(card for hand in state.hands for card in hand))
            placed = [place for row in state.pieces for place in row if 0 <= place < 100]
            return sorted(everything), [len(row) for row in state.pieces], len(placed) - len(set(placed))
        case "aquaretto":
            tiles = [tile for zoo in state.zoos for tile in (*(t for _, t in zoo.tiles), *zoo.depot)]
            return sorted(
                [*tiles, *state.pile, *state.reserve, *state.box, *(t for k in state.trucks for t in k.tiles)]
            )
        case _:
            return sorted([*(piece.kind for piece in state.cargo), *_list_supplies(state)])


def _list_supplies(state: Any) -> Iterator[str]:
    from games.riff_raff.loading.settled import KINDS

    for supply in state.supplies:
        for kind, count in zip(KINDS, supply, strict=True):
            yield from [kind] * count


def test_the_four_games_have_editors() -> None:
    """Other games may do without."""
    assert {"aquaretto", "docker", "dog_royal", "riff_raff"} <= {*EDITED}


@pytest.mark.parametrize("name", EDITED)
def test_codes_fit_into_buttons_and_have_names(name: str) -> None:
    codes: list[str] = []
    for _, _, codes, _ in positions(name):
        assert len(set(codes)) == len(codes)
        assert max(map(len, codes)) <= LONGEST
        assert not any(set(code) & set(" ,.:") for code in codes)
    longest = ",".join(["x" * LONGEST] * (MOST_EDITS - 1))
    assert len(f"sb:edit:9999999:999:{longest}.move.{'x' * LONGEST}") <= MAX_LENGTH
    for language in LANGUAGES:
        say = Texts().say(language)
        paths = [tuple(map(say, games.words(name).edit(code))) for code in codes]
        assert len(set(paths)) == len(paths), "two changes have the same name"
        assert all(label and len(label) <= 100 for path in paths for label in path)


@pytest.mark.parametrize("name", EDITED)
def test_changes_keep_the_material_and_lead_on(name: str) -> None:
    went_on = 0
    for number, (game, state, codes, drawn) in enumerate(positions(name)):
        made, changed = change(game, state, codes, drawn)
        if not made:
            continue
        assert count_material(name, changed) == count_material(name, state), made
        try:
            after = correct(game, state, made, Rng(b"editing", "ply", number))
        except IllegalMove:
            continue
        assert after == correct(game, state, made, Rng(b"editing", "ply", number)), "it can be verified"
        assert msgspec.json.decode(msgspec.json.encode(after), type=game.state_type) == after
        game.check(after)
        went_on += play_on(game, after, number)
    assert went_on >= POSITIONS // 2, "most positions can be played on from"


def play_on(game: AnyGame, state: Any, number: int) -> bool:
    """Play some plies at random."""
    drawn = random.Random(number)
    for seq in range(12):
        acting = game.to_act(state)
        if not acting:
            break
        rng = Rng(b"on", "ply", seq)
        move = (
            nature(game.name)(state, rng) if acting[0] == NATURE else drawn.choice(game.legal_moves(state, acting[0]))
        )
        state = game.apply(state, acting[0], move, rng)
    return True


def find_leak(game: AnyGame, state: Any, made: list[str]) -> str:
    """Find out whether changes see or touch a secret: made to a view, they give the view of the changed state."""
    seats: tuple[Seat | None, ...] = (None, *game.to_act(state))
    for seat in seats:
        if edit_position(game, game.view(state, seat), made) != game.view(edit_position(game, state, made), seat):
            return f"{made} for {seat}"
    other = game.reshuffle(state, None, Rng(b"other", "reshuffle", 0))
    same = game.view(edit_position(game, other, made), None) == game.view(edit_position(game, state, made), None)
    return "" if same else f"{made}"


@pytest.mark.parametrize("name", EDITED)
def test_changes_see_and_touch_nothing_hidden(name: str) -> None:
    for game, state, codes, drawn in positions(name):
        made, _ = change(game, state, codes, drawn)
        assert not find_leak(game, state, made)


@pytest.mark.mutant
def test_mutant_a_change_that_depends_on_hands_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DogRoyalEditor.edit

    def look_at_hands(self: DogRoyalEditor, state: State, code: str) -> State:
        changed = honest(self, state, code)
        return msgspec.structs.replace(changed, turn=int(changed.hands[0] < changed.hands[1]))

    monkeypatch.setattr(DogRoyalEditor, "edit", look_at_hands)
    found = [find_leak(game, state, codes[:1]) for game, state, codes, _ in positions("dog_royal")]
    assert any(found), "nobody notices"


@pytest.mark.parametrize("name", EDITED)
def test_other_changes_are_refused(name: str) -> None:
    for game, state, codes, _ in positions(name):
        for wrong in (["nonsense"], [codes[0], "next/9"], codes[:1] * (MOST_EDITS + 1)):
            with pytest.raises(IllegalMove):
                edit_position(game, state, wrong)
        with pytest.raises(IllegalMove):
            correct(game, state, [], Rng(b"editing", "ply", 0))
        break
