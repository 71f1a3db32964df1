"""What a game need not write: its notation, its ranking, the names of its options and the usual refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.core import BadNotation, Choice, Event, Game, GameError, IllegalMove, Known, Outcome, Seat, require
from games.parts import assemble
from games.rng import Rng
from games.text import Colour, Join, N, Player, T, Text, estimate_length, hide_names
from games.wording import Label, Words


class Options(Struct, frozen=True):
    wild: Annotated[bool, Label(T("Ones"), T("Whether ones are wild"))] = True
    limit: Annotated[int, Label(T("Limit"), T("The end"), {0: T("none")}, N("{count} turn", "{count} turns", 0))] = 0


class State(Struct, frozen=True, forbid_unknown_fields=True):
    hands: tuple[tuple[int, ...], ...]
    note: str = ""
    turn: Annotated[int, Meta(ge=0)] = 0
    last: Colour | None = None
    events: tuple[Event, ...] = ()


class Cards(Game[State, Any, Options]):
    name = "cards"
    seats = range(2, 5)

    def check(self, state: State) -> None:
        require(len(state.hands) in self.seats, f"{len(state.hands)} hands")

    setup = to_act = legal_moves = apply = outcome = None  # type: ignore[assignment]


GAME = Cards()


def speak(**parts: Any) -> Words:
    """Make the words of the game above; they describe a position as two sentences."""
    module = ModuleType("words")
    vars(module).update(dict.fromkeys(Words.__abstractmethods__, print) | {"TITLE": T("Cards"), "PITCH": T("")})
    vars(module).update(position=lambda view, seat: (T("First."), T("Last.")), event=lambda view, event: T("Event."))
    vars(module).update(parts)
    return assemble(Words, (module,), _game=GAME)  # type: ignore[type-abstract]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (State(((1, 2), ())), "hands=[[1,2],[]]"),
        (State(((), ()), turn=3, events=(Event(),)), "hands=[[],[]] turn=3"),
        (State(((), ()), 'a "b" \\ c=d', 0), 'hands=[[],[]] note="a \\"b\\" \\\\ c=d"'),
        (State(((), ()), last=Colour(2)), 'hands=[[],[]] last={"type":"Colour","index":2}'),
    ],
)
def test_a_position_is_its_fields_as_json(state: State, line: str) -> None:
    assert GAME.notate(state) == line
    assert GAME.read(f"  {line}\n") == State(state.hands, state.note, state.turn, state.last)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "hands"),
        ("hands=[[]]", "1 hands"),
        ("hands=[[],[]] hands=[[],[]]", "'hands="),
        ("hands=[[],[]] events=[]", "'events="),
        ("hands=[[],[]] colour=1", "colour"),
        ("hands=[[],[]] turn=-1", "turn"),
        ("hands=[[],[]] turn=", "turn"),
        ("hands=[[],[]] turn", "turn"),
        ("hands=" + "[" * 100_000, "hands"),
        ('hands=[["\ud800"],[]]', "hands"),
    ],
)
def test_a_bad_position_is_refused(line: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        GAME.read(line)


@given(st.text(alphabet='hands=[]0,"\\ turn{}:x', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = GAME.read(text)
    except BadNotation:
        return
    assert GAME.read(GAME.notate(state)) == state


class Secrets(Struct, frozen=True):
    deck: Annotated[tuple[int | str, ...], Known.NOBODY] = (7, 1)
    hands: Annotated[tuple[tuple[int | str, ...], ...], Known.OWN] = ((2, 5), (3,))
    chosen: Annotated[tuple[int | str | None, ...], Known.OWN] = (None, 6)
    seen: Annotated[tuple[tuple[int, ...], ...], Known.MEMORY] = ((1,), (1, 2))
    table: Annotated[tuple[int, ...], Known.SHOWN] = (4,)
    turn: int = 1
    events: tuple[Event, ...] = ()


class Guarded(Cards):
    state_type = Secrets  # type: ignore[assignment]
    cards = range(1, 9)


SECRETS: Any = Secrets()
GUARDED: Any = Guarded()


def test_a_view_hides_what_the_fields_say() -> None:
    hidden = Secrets(("?", "?"), (("?", "?"), ("?",)), (None, "?"), ((), ()))
    assert GUARDED.view(SECRETS, None) == hidden
    assert GUARDED.view(SECRETS, 0) == Secrets(("?", "?"), ((2, 5), ("?",)), (None, "?"), ((1,), ()))
    assert GUARDED.view(SECRETS, 1) == Secrets(("?", "?"), (("?", "?"), (3,)), (None, 6), ((), (1, 2)))
    assert Guarded.has_private_knowledge
    assert Guarded.has_private_hands
    assert not Cards.has_private_knowledge
    assert GAME.view(State(((1,), (2,))), None) == State(((1,), (2,)))


def test_what_a_seat_does_not_see_is_dealt_anew_from_its_view() -> None:
    dealt: set[Any] = set()
    for seq in range(60):
        other: Any = Guarded().reshuffle(SECRETS, 1, Rng(b"secret", "deal", seq))
        assert other == Guarded().guess(SECRETS, 1, Rng(b"secret", "deal", seq))
        assert (other.hands[1], other.chosen, other.table, other.seen) == ((3,), (None, 6), (4,), ((), (1, 2)))
        assert list(other.hands[0]) == sorted(other.hands[0])
        dealt |= {*other.deck, *other.hands[0]}
        assert len({*other.deck, *other.hands[0]}) == 4
    assert dealt == {1, 2, 5, 7, 8}


class Kinds(Struct, frozen=True):
    goals: Annotated[tuple[str, ...], Known.OWN]
    hands: Annotated[tuple[tuple[int | str, ...], ...], Known.OWN]
    laid: Annotated[tuple[tuple[str, int | str], ...], Known.SHOWN] = ()
    owners: tuple[tuple[str, Seat], ...] = ()
    turn: Seat = 0
    last: Seat | None = None
    by: Seat = -1
    events: tuple[Event, ...] = ()


class Tiles(Cards):
    state_type = Kinds  # type: ignore[assignment]
    cards: Mapping[str, Any] = {"goals": "abc", "hands laid": (1, 1, 2, 3)}
    check = Game.check


KINDS: Any = Kinds(("a", "b"), ((1, 2), (3,)), (("d4", 1),), owners=(("d4", 1),))


def test_cards_of_several_kinds_are_dealt_anew_each_in_their_places() -> None:
    dealt: set[Any] = set()
    for seq in range(60):
        other: Any = Tiles().guess(KINDS, 0, Rng(b"secret", "deal", seq))
        assert (other.goals[0], other.hands[0], other.laid) == ("a", (1, 2), (("d4", 1),))
        dealt |= {other.goals[1], *other.hands[1]}
    assert dealt == {"b", "c", 3}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, ""),
        ({"goals": ("?", "?"), "hands": (("?", "?"), ("?",)), "last": 1, "by": 1}, ""),
        ({"goals": ("a",)}, "items of {'goals': 1, 'hands': 2}"),
        ({"goals": ("a",) * 5, "hands": ((),) * 5}, "2 to 4 seats"),
        ({"turn": 2}, "turn=2: there are seats 0 to 1"),
        ({"last": 2}, "last=2"),
        ({"by": -2}, "by=-2"),
        ({"owners": (("d4", 2),)}, "owners="),
        ({"laid": (("d4", "?"),)}, "everybody knows it"),
        ({"hands": ((2, 1), (3,))}, "not in ascending order"),
        ({"hands": ((1, "?"), (3,))}, "half hidden"),
        ({"hands": ((1, 1), (3,))}, "1 is no card, or there are not so many"),
        ({"hands": ((4,), (3,))}, "4 is no card"),
        ({"hands": (("?",) * 3, (3,))}, "5 cards: there are 4"),
        ({"goals": ("a", "d")}, "'d' is no card"),
        ({"goals": ("a", "a")}, "'a' is no card, or there are not so many"),
    ],
)
def test_what_types_marks_and_cards_exclude_is_refused(changed: Any, fault: str) -> None:
    state = replace(KINDS, **changed)
    if not fault:
        return Tiles().check(state)
    with pytest.raises(BadNotation, match=re.escape(fault)):
        Tiles().check(state)
    return None


def test_seats_are_ranked_by_points_and_share_a_place() -> None:
    assert Outcome.by_score([3, 5, 3]) == Outcome(((1,), (0, 2)), (3, 5, 3))
    assert Outcome.by_score([3, 5, 3], [1, 0, 2]) == Outcome(((1,), (2,), (0,)), (3, 5, 3))


def test_options_are_named_by_their_labels() -> None:
    words = speak()
    assert [words.option_about(each) for each in ("wild", "limit")] == [T("Whether ones are wild"), T("The end")]
    assert words.option_name("wild") == T("Ones")
    assert [words.option_value("wild", value) for value in (True, False)] == [T("yes"), T("no")]
    limits = [words.option_value("limit", value) for value in (0, 1, 2)]
    assert limits == [T("none"), N("{count} turn", "{count} turns", 1), N("{count} turn", "{count} turns", 2)]
    with pytest.raises(KeyError):
        words.option_name("colour")


def test_an_option_without_a_label_is_named() -> None:
    class Bare(Struct, frozen=True):
        fast: bool = False

    class Careless(Cards):
        options_type = Bare  # type: ignore[assignment]

    words = speak()
    type(words)._game = Careless()
    with pytest.raises(TypeError, match="the option fast of cards has no Label"):
        words.option_name("fast")


def test_a_choice_has_a_code() -> None:
    class Swap(Choice, frozen=True):
        card: int
        other: str = ""

    class Pass(Choice, frozen=True):
        pass

    assert [Swap(3).code, Swap(3, "x").code, Pass().code] == ["swap/3/", "swap/3/x", "pass"]


def test_the_usual_refusals_have_sentences() -> None:
    words = speak(REFUSALS={"too_far": T("Too far."), "not_legal": T("Not now.")})
    assert words.refusal(GameError("too_far")) == T("Too far.")
    assert words.refusal(IllegalMove("x")) == words.refusal(GameError("unknown")) == T("Not now.")
    assert words.refusal(GameError("seats")).args == (("game", T("Cards")), ("least", 2), ("most", 4))
    reasons = ("seats", "turn_is_complete", "not_before_confirming", "not_legal")
    assert len({speak().refusal(GameError(reason)) for reason in reasons}) == len(reasons)


def test_the_status_is_the_position_with_the_events() -> None:
    status = speak().status(State(((), ()), events=(Event(),)))

    assert write(status) == "First. Event. Last."


def write(text: Text) -> str:
    return text.id.format(**{name: write(arg) for name, arg in text.args if isinstance(arg, Text)})


def test_a_status_leaves_out_what_would_make_it_too_long() -> None:
    cells = T("Water: {cells}.", cells=Join(("d4",) * 200))
    status = speak(position=lambda view, seat: (T("First."), cells, T("x" * 400), T("x" * 100), T("Last.")))
    assert write(status.status(State(((), ()), events=(Event(),)))) == f"First. Event. {'x' * 400} Last."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (T("Water: {cells}, {n}.", cells=Join(("d4", T("e{n}", n=1))), n=12), "Water: d4, e1, , 12."),
        (N("{count} tile", "{count} tiles", 20), "{count} tiles"),
        (T("{player} draws.", player=Player(3)), "Wilhelmina__ draws."),
    ],
)
def test_the_length_of_a_text_is_estimated(text: Text, said: str) -> None:
    assert estimate_length(text) == len(said)


def test_pictures_name_players_by_colour() -> None:
    said = T("{a} and {b} {c}", a=Player(1), b=Join((Player(0), "x")), c=T("with {player}", player=Player(2)))
    hidden = T("{a} and {b} {c}", a=Colour(1), b=Join((Colour(0), "x")), c=T("with {player}", player=Colour(2)))
    assert hide_names(said) == hidden
