"""The rule test cases 1 to 28 of rules part C, with a stub in place of the physics, and the worked examples of A8."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.core import HIDDEN, NATURE, IllegalMove
from games.riff_raff import GAME
from games.riff_raff.loading.settled import KINDS, Fall, Piece
from games.riff_raff.options import Options
from games.riff_raff.state import State
from games.riff_raff.words.lesson import lesson
from games.rng import NO_CHANCE, Rng
from tests.riff_raff.playing import codes, decide_loading, play, resolve, reveal_cards, turn_of
from tests.riff_raff.stub_nature import answer, nature
from tests.support.numbers import times

PLAYOUTS = times(10_000, usual=20)


def refuse(state: State, code: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, GAME.to_act(state)[0], code)
    assert caught.value.reason == reason


def supply(state: State, seat: int = 0) -> int:
    return sum(state.supplies[seat])


def total(state: State) -> int:
    return len(state.cargo) + sum(map(sum, state.supplies)) + sum(state.out)


@pytest.mark.parametrize(("seats", "each", "whole"), [(2, 16, 32), (3, 8, 24), (4, 8, 32)])
def test_1_setup(seats: int, each: int, whole: int) -> None:
    state = GAME.setup(seats, Options(), Rng(b"", "setup", 0))
    assert [sum(s) for s in state.supplies] == [each] * seats
    assert state.hands == (tuple(range(1, 11)),) * seats
    assert total(state) == whole
    assert (state.cargo, state.roll, state.pitch) == ((), 0.0, 0.0)


def test_the_positions_of_the_lesson_hold_each_piece_once() -> None:
    """What lies on the ship in `/learn` is missing from the supplies."""
    for step in lesson().steps:
        state = GAME.read(step.position)
        for index, kind in enumerate(KINDS):
            loaded = sum(piece.kind == kind for piece in state.cargo)
            assert loaded + sum(supply[index] for supply in state.supplies) == 2 * state.seats, (step.task, kind)


def test_2_cards_stay_secret_until_all_have_chosen() -> None:
    state = play(GAME.read("seats=4"), "card/7", "card/9", "card/9")
    assert state.phase == "select"
    assert state.shown == (None,) * 4
    assert GAME.view(state, 0).chosen == (7, HIDDEN, HIDDEN, None)
    assert GAME.view(state, None).chosen == (HIDDEN, HIDDEN, HIDDEN, None)
    assert "9" not in msgspec.json.encode(state.events).decode()
    assert GAME.may_revise(state) == (0, 1, 2)
    changed = GAME.apply(state, 1, GAME.parse(state, 1, "card/2"), NO_CHANCE)
    assert changed.chosen == (7, 2, 9, None)


def test_3_a_card_not_in_hand_is_refused() -> None:
    state = GAME.read("seats=2 hands=1,2;3,4")
    refuse(state, "card/3", "card_not_in_hand")
    assert codes(state) == ["card/1", "card/2"]


def test_4_the_old_captain_decides_a_tie_for_the_highest() -> None:
    state = reveal_cards("seats=4 captain=0", 7, 9, 9, 4)
    assert (state.phase, GAME.to_act(state)) == ("captain", (0,))
    assert codes(state) == ["captain/1", "captain/2"]
    refuse(state, "captain/0", "not_tied")


def test_5_the_captain_starts_then_falling_cards() -> None:
    state = play(reveal_cards("seats=4 captain=0", 7, 9, 9, 4), "captain/2")
    assert (state.captain, state.order) == (2, (2, 1, 0, 3))
    assert GAME.to_act(state) == (2,)


def test_6_four_tied() -> None:
    state = play(reveal_cards("seats=4 captain=3", 6, 6, 6, 6), "captain/0")
    assert (state.phase, state.captain, GAME.to_act(state)) == ("order", 0, (0,))
    assert len(codes(state)) == 6
    for wrong in ("order/1,2", "order/0,1,2,3", "order/1,1,2", "order/"):
        refuse(state, wrong, "not_all_tied")
    assert play(state, "order/3,1,2").order == (0, 3, 1, 2)


def test_7_a_unique_highest_needs_no_question() -> None:
    state = reveal_cards("seats=4 captain=3", 10, 3, 3, 3)
    assert (state.phase, state.captain) == ("order", 0)
    assert "order/3,2,1" in codes(state)


def test_8_two_players_tied() -> None:
    state = reveal_cards("seats=2 captain=0", 5, 5)
    assert GAME.to_act(state) == (0,)
    assert play(state, "captain/1").order == (1, 0)
    assert play(state, "captain/0").order == (0, 1)


def test_9_two_on_deck_are_refused() -> None:
    state = reveal_cards("seats=2 cargo=rat@3", 3, 1)
    assert state.phase == "piece"
    refuse(state, "load/2", "deck")


def test_10_two_on_an_empty_area_are_refused() -> None:
    state = turn_of(0)
    assert state.phase == "piece"
    refuse(state, "load/2", "area_empty")


def test_11_two_where_something_was_laid_in_this_round() -> None:
    state = reveal_cards("seats=2 captain=0", 8, 8)
    state = decide_loading(play(state, "captain/1"), "rat")
    state = resolve(state, answer(state))
    assert (state.seat, state.phase, supply(state)) == (0, "announce", 16)
    assert codes(state) == ["load/1", "load/2"]
    assert play(state, "load/2").announced == 2
    hanging = turn_of(0, cargo="sailor@8/J2/hang@0")
    assert codes(hanging) == ["load/1", "load/2"]


def test_12_two_with_a_single_piece_are_refused() -> None:
    state = turn_of(0, cargo="rat@8", supply="rat")
    assert state.phase == "piece"
    refuse(state, "load/2", "one_piece_left")


def test_13_the_second_of_two_must_follow() -> None:
    state = decide_loading(play(turn_of(0, cargo="rat@8"), "load/2"), "rat", "J2")
    state = resolve(state, answer(state))
    assert (state.phase, state.seat, state.loaded, state.area) == ("piece", 0, 1, 8)
    refuse(state, "load/1", "announced_already")
    refuse(state, "pass", "second_must_follow")


def test_14_one_cannot_become_two() -> None:
    state = decide_loading(play(turn_of(0, cargo="rat@8"), "load/1"), "rat", "J2")
    state = resolve(state, answer(state))
    assert state.seat != 0
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "crate")


def test_15_a_fall_ends_the_turn_before_the_second_piece() -> None:
    state = decide_loading(play(turn_of(0, cargo="rat@8"), "load/2"), "rat", "J2")
    state = resolve(state, answer(state, falls=(state.serial,)))
    assert (supply(state), len(state.cargo), state.seat) == (3, 1, 3)


FALLS = {
    # id: (option, does x fall, does the rat fall, x caught, rat caught, change of the supply, out of the game)
    "16": ("", True, False, True, False, 0, 0),
    "16 with the sheet of 2012": ("catch_rule:2012", True, False, True, False, -1, 1),
    "17": ("", True, True, True, False, +1, 0),
    "18": ("", True, True, True, True, -1, 2),
    "19": ("", True, True, False, True, 0, 1),
}


@pytest.mark.parametrize("case", FALLS)
def test_16_to_19_catching(case: str) -> None:
    options, x_falls, rat_falls, x_caught, rat_caught, change, out = FALLS[case]
    state = decide_loading(play(turn_of(0, cargo="rat@8", options=options), "load/1"), "crate", "J2")
    rat, x = state.cargo[0].id, state.serial
    falls = (x,) * x_falls + (rat,) * rat_falls
    after = resolve(state, answer(state, falls, (x,) * x_caught + (rat,) * rat_caught))
    assert supply(after) - supply(state) == change
    assert sum(after.out) == out
    assert total(after) == total(state)
    assert after.seat == 3


def test_20_others_fall_x_stays() -> None:
    state = decide_loading(play(turn_of(0, cargo="rat@8;plank@7"), "load/2"), "crate", "J2")
    after = resolve(state, answer(state, falls=(1, 2)))
    assert supply(after) - supply(state) == 1
    assert (after.seat, [p.kind for p in after.cargo]) == (3, ["crate"])


def second_of_two() -> tuple[State, int]:
    """Set up the second loading of two; return it with the id of the first piece."""
    state = decide_loading(play(turn_of(0, cargo="plank@8/I2/flat@90"), "load/2"), "rat", "J2")
    first = state.serial
    return decide_loading(resolve(state, answer(state)), "chest"), first


def test_21_second_loading_both_fall_and_are_caught() -> None:
    state, first = second_of_two()
    after = resolve(state, answer(state, (first, state.serial), (first, state.serial)))
    assert (supply(after), sum(after.out)) == (1, 2)


def test_22_second_loading_only_the_first_falls_and_is_caught() -> None:
    state, first = second_of_two()
    after = resolve(state, answer(state, (first,), (first,)))
    assert (supply(after), sum(after.out)) == (1, 1)
    assert [p.kind for p in after.cargo] == ["plank", "chest"]


def test_23_emptying_the_supply_wins_at_once() -> None:
    state = reveal_cards("seats=4 supplies=set;rat;set;set", 10, 9, 8, 7)
    state = decide_loading(state, "rat")
    state = decide_loading(resolve(state, answer(state)), "rat")
    after = resolve(state, answer(state))
    outcome = GAME.outcome(after)
    assert GAME.to_act(after) == ()
    assert outcome is not None
    assert outcome.winners == (1,)


@pytest.mark.parametrize("caught", [False, True])
def test_24_the_last_piece_stays_but_a_chest_falls(caught: bool) -> None:
    state = decide_loading(turn_of(0, cargo="chest@7", supply="plank"), "plank")
    after = resolve(state, answer(state, (1,), (1,) * caught))
    outcome = GAME.outcome(after)
    if caught:
        assert outcome is not None
        assert outcome.winners == (0,)
    else:
        assert (outcome, supply(after), after.seat) == (None, 1, 3)


def test_25_fewest_pieces_share_the_win() -> None:
    left = "crate+chest+rat;crate+chest+rat;set"
    state = reveal_cards(f"seats=3 round=10 hands=8;7;6 supplies={left}", 8, 7, 6)
    for _ in range(2):
        state = decide_loading(state, "rat")
        state = resolve(state, answer(state))
    state = decide_loading(state, "rat")
    state = resolve(state, answer(state, (state.serial,)))
    outcome = GAME.outcome(state)
    assert [supply(state, seat) for seat in range(3)] == [2, 2, 8]
    assert outcome is not None
    assert outcome.ranking == ((0, 1), (2,))


def last_round(text: str) -> State:
    """Let two players play their last cards and drop their pieces."""
    state = reveal_cards(text, 4, 3)
    for _ in range(2):
        state = decide_loading(state, "rat")
        state = resolve(state, answer(state, (state.serial,)))
    return state


def test_26_two_players_take_their_cards_back_once() -> None:
    state = last_round("seats=2 round=10 hands=4;3 captain=1")
    assert state.hands == (tuple(range(1, 11)),) * 2
    assert (state.round, state.phase, state.captain) == (11, "select", 0)
    assert GAME.outcome(last_round("seats=2 round=20 hands=4;3")) is not None
    assert GAME.outcome(last_round("seats=2 round=10 hands=4;3 options=two_player_passes:1")) is not None


def invariants(state: State, whole: int) -> None:
    """Assert that material is conserved, nobody holds a card twice, and ids are unique."""
    assert total(state) == whole
    assert min(min(s) for s in (*state.supplies, state.out)) >= 0
    for kind, count in zip(KINDS, zip(*state.supplies, state.out, strict=True), strict=True):
        assert sum(count) + sum(p.kind == kind for p in state.cargo) == whole // 8
    for hand in state.hands:
        assert len(set(hand)) == len(hand)
    ids = [piece.id for piece in state.cargo]
    assert len(set(ids)) == len(ids)
    assert all(number < state.serial for number in ids)
    assert all(1 <= piece.area <= 10 for piece in state.cargo)


def random_match(number: int, *, saving: bool) -> tuple[State, int, int]:
    """Play a playout by its number. Returns the last state, the number of plies, and how many of them were void."""
    seats = 2 + number % 3
    rng = Rng(b"stub", "playout", number)
    catch_mode: Any = ("hands", "sector", "late", "reaction", "none")[number // 3 % 5]
    options = Options(catch_mode=catch_mode, lazy_order=number % 2 == 1, hide_played=number % 5 == 0)
    state = GAME.setup(seats, options, rng)
    whole = total(state)
    plies = voids = 0
    while owing := GAME.to_act(state):
        assert plies - voids <= GAME.ply_limit
        seat = owing[rng.below(len(owing))]
        move = nature(state, rng) if seat == NATURE else rng.choice(GAME.legal_moves(state, seat))
        void = move == GAME.nature.void_move(state)
        state = GAME.apply(state, seat, move, rng)
        invariants(state, whole)
        voids += 6 if void else 0  # the loading is decided again
        plies += 1
        if saving:
            state = msgspec.json.decode(msgspec.json.encode(state), type=State)
    return state, plies, voids


def test_27_pieces_and_cards_are_conserved() -> None:
    voids = 0
    for number in range(PLAYOUTS):
        state, _, void = random_match(number, saving=False)
        assert GAME.outcome(state) is not None
        voids += void
    assert voids, "no settle failed in all these matches"


@pytest.mark.mutant
def test_27_a_lost_piece_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the last piece of the cargo disappears."""
    apply = GAME.apply

    def lose(game: Any, state: State, *args: Any) -> State:
        after: State = apply(state, *args)
        return msgspec.structs.replace(after, cargo=after.cargo[:-1]) if len(after.cargo) == 3 else after

    monkeypatch.setattr(type(GAME), "apply", lose)
    monkeypatch.setitem(globals(), "PLAYOUTS", 5)
    with pytest.raises(AssertionError):
        test_27_pieces_and_cards_are_conserved()


@pytest.mark.parametrize("number", range(6))
def test_28_saving_and_loading_changes_nothing(number: int) -> None:
    assert random_match(number, saving=True) == random_match(number, saving=False)


def test_a8_9_sliding_to_another_area_is_not_a_fall() -> None:
    state = decide_loading(play(turn_of(0, cargo="barrel@8"), "load/2"), "rat", "J2")
    after = resolve(state, answer(state, moved=((1, 3),)))
    assert (after.seat, after.loaded) == (0, 1)
    assert after.cargo[0].area == 3


def test_a8_11_two_with_exactly_two_left_win_after_the_second() -> None:
    state = decide_loading(play(turn_of(0, cargo="rat@8", supply="rat*2"), "load/2"), "rat", "J2")
    state = resolve(state, answer(state))
    assert GAME.outcome(state) is None
    state = decide_loading(state, "rat", "N2")
    outcome = GAME.outcome(resolve(state, answer(state)))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a9_an_area_without_any_legal_spot_is_passed() -> None:
    """Build a wall of towers on the lowest starboard yard that reaches up to the next: nothing fits in between."""
    places = ((x, 1.1 + 2.2 * n, 9.2 + 1.7 + 3.4 * up) for n in range(6) for x in (-2.0, 0.0, 2.0) for up in (0, 1))
    towers = tuple(
        Piece(number, "chest", x, -y, z, 0.707107, 0.0, 0.707107, 0.0, 6) for number, (x, y, z) in enumerate(places, 1)
    )
    state = play(replace(GAME.read("seats=2 supplies=rat;rat"), cargo=towers), "card/6", "card/1")
    assert [type(event).__name__ for event in state.events][-1] == "Passed"
    assert state.seat == 1


def test_a9_lazy_order_asks_when_the_turn_comes() -> None:
    state = reveal_cards("seats=4 options=lazy_order:yes", 10, 3, 3, 3)
    assert (state.phase, state.seat, state.tied) == ("piece", 0, ((1, 2, 3),))
    state = decide_loading(state, "rat")
    state = resolve(state, answer(state))
    assert (state.phase, GAME.to_act(state)) == ("order", (0,))
    assert play(state, "order/2,3,1").order == (0, 2, 3, 1)


def test_a9_hide_played_hides_the_hands_of_others() -> None:
    state = reveal_cards("seats=2 options=hide_played:yes", 10, 3)
    assert GAME.view(state, 0).hands == (tuple(range(1, 10)), (HIDDEN,) * 9)
    assert GAME.view(state, 0).shown == (10, 3)


def test_b4_reaction_keeps_the_outcome_secret_until_the_hand_is_out() -> None:
    state = decide_loading(turn_of(0, cargo="rat@7", options="catch_mode:reaction"), "crate", hands="one")
    falling = resolve(state, answer(state, (1, state.serial)))
    assert (falling.phase, falling.heel, GAME.to_act(falling)) == ("catch", "port", (0,))
    for seat in (None, 0, 1):
        assert GAME.view(falling, seat).pending == HIDDEN
        assert GAME.view(falling, seat).cargo == state.cargo
    assert play(falling, "catch/port").out == play(falling, "catch/port").out
    assert sum(play(falling, "catch/port").out) == 2
    assert sum(play(falling, "catch/bow").out) == 0
    both = decide_loading(turn_of(0, cargo="rat@7", options="catch_mode:reaction"), "crate", hands="both")
    assert resolve(both, answer(both, (1,))).phase != "catch"


def test_b4_a_failed_settle_gives_the_loading_back() -> None:
    before = turn_of(0, cargo="rat@8")
    state = decide_loading(play(before, "load/2"), "crate", "J2")
    back = GAME.apply(state, NATURE, GAME.nature.void_move(state), NO_CHANCE)
    assert replace(back, events=()) == replace(before, events=())
    state = resolve(state, answer(state))
    again = decide_loading(state, "rat", "N2")
    assert replace(GAME.apply(again, NATURE, GAME.nature.void_move(again), NO_CHANCE), events=()) == replace(
        state, events=()
    )


@pytest.mark.parametrize("turn", ["7", "", "-15", "²", "9" * 5000])
def test_other_turns_are_refused(turn: str) -> None:
    state = play(turn_of(0), "crate", "spot/J2")
    refuse(state, f"pose/flat@{turn}", "no_such_turn")


def test_nature_must_account_for_every_piece() -> None:
    state = decide_loading(turn_of(0, cargo="rat@7"), "crate")
    result = answer(state)
    with pytest.raises(IllegalMove):
        GAME.parse(state, NATURE, replace(result, cargo=result.cargo[1:]).code)
    with pytest.raises(IllegalMove):
        GAME.parse(state, NATURE, "{}")


FALLEN = Fall(2, 1.0, 90, "port")


@pytest.mark.parametrize(
    ("options", "piece", "changes"),
    [
        ("", {"kind": "boat"}, {}),
        ("", {"area": 0}, {}),
        ("", {"area": 10**18}, {}),
        ("", {"x": 1e308}, {}),
        ("", {"z": -50.0}, {}),
        ("", {"qw": 0.0}, {}),
        ("", {}, {"roll": 1e30}),
        ("", {}, {"yards": (0.0, 90.0, 0.0)}),
        ("", {}, {"peak": -1.0}),
        ("", {}, {"seconds": 1e9}),
        ("", {}, {"heel": "bow"}),
        ("", {}, {"caught": (1,)}),
        ("", {}, {"caught": (2,)}),
        ("", {}, {"falls": (FALLEN,), "caught": (2, 2), "heel": "port"}),
        ("", {}, {"falls": (FALLEN,), "caught": (2,), "heel": None}),
        ("", {}, {"falls": (replace(FALLEN, bearing=360),), "heel": "port"}),
        ("", {}, {"falls": (replace(FALLEN, time=-1.0),), "heel": "port"}),
        ("", {}, {"falls": (FALLEN, FALLEN), "heel": "port"}),
        ("catch_mode:none", {}, {"falls": (FALLEN,), "caught": (2,), "heel": "port"}),
        ("catch_mode:reaction", {}, {"falls": (FALLEN,), "caught": (2,), "heel": "port"}),
    ],
)
def test_nature_does_nothing_impossible(options: str, piece: dict[str, Any], changes: dict[str, Any]) -> None:
    """Refuse results that no ship and no hand could give: records from elsewhere may hold any."""
    state = decide_loading(turn_of(0, cargo="rat@7", options=options), "crate")
    rests = answer(state)
    GAME.parse(state, NATURE, rests.code)
    cargo = (replace(rests.cargo[0], **piece), *(() if "falls" in changes else rests.cargo[1:]))
    with pytest.raises(IllegalMove):
        GAME.parse(state, NATURE, replace(rests, cargo=cargo, **changes).code)
