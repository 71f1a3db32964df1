"""Every text of Aquaretto is well-formed and translated."""

from __future__ import annotations

import itertools
import re

import pytest
from msgspec import structs

from games import words as words_of_game
from games.aquaretto import GAME
from games.aquaretto import events as e
from games.aquaretto.options import Options
from games.aquaretto.words.points import count_points, rewind
from games.aquaretto.zoo.layout import lines
from games.core import BadOptions, IllegalMove
from games.record import begin
from games.story import Told
from games.text import Join, Player, Text
from matches.texts import Texts
from tests.aquaretto.positions import code, play
from tests.support.laws.playouts import playout

words = words_of_game("aquaretto")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def plain(text: object) -> str:
    """Render the English sentence, with players as P1 to P5; fail on a missing or surplus argument."""
    if isinstance(text, Player):
        return f"P{text.seat + 1}"
    if isinstance(text, Join):
        return ", ".join(plain(item) for item in text.items)
    if isinstance(text, Text):
        args = {name: plain(arg) for name, arg in text.args}
        if text.plural:
            args["count"] = str(text.count)
        pattern = text.plural if text.plural and text.count != 1 else text.id
        used = set(PLACEHOLDER.findall(text.id + text.plural))
        assert set(args) - {"count"} <= used <= set(args)
        return pattern.format(**args)
    return str(text)


def test_a_position_without_news_is_not_taken_for_the_start() -> None:
    """As after a correction of the position, which has no events."""
    view = GAME.view(playout("aquaretto", 0).states[20], None)
    told = plain(words.status(structs.replace(view, events=())))
    assert re.fullmatch(r"Round \d+; it is .+'s turn\. Points now: .+\.", told)


def labels(position: str) -> list[tuple[str, ...]]:
    state = GAME.read(position)
    return [tuple(map(plain, words.menu(state, state.active, move))) for move in GAME.legal_moves(state, state.active)]


def test_the_labels_of_a_turn() -> None:
    found = labels("T1=3:ORC-F,COIN T2=3: P1=coins:1;depot:HIP,DOL;DOL@(2,2);keeper P3=")
    assert ("Draw a tile",) in found
    assert ("Take truck 1: Orca ♀, Coin (+1)",) in found
    assert ("Spend money …", "For 1 coin: move Dolphin from the depot", "on K12") in found
    assert ("Spend money …", "For 1 coin: move a coworker", "the keeper", "becomes trainer", "on J10 (+1)") in found
    assert (
        "Spend money …",
        "For 1 coin: build a small expansion",
        "at the top",
        "on I13, I14, J14",
    ) in found


def test_a_truck_is_named_without_points_for_somebody_who_is_not_to_move() -> None:
    """*Why not …?* lets people wish for moves at any time."""
    named = 0
    for state in playout("aquaretto", 1).states:
        for move in (each for each in GAME.legal_moves(state, state.active) if each.code.startswith("take")):
            for seat in range(len(state.zoos)):
                label = plain(words.menu(GAME.view(state, seat), seat, move)[0])
                assert bool(re.search(r"\([+−±]?\d+\)$", label)) == (seat == state.active), label
                named += 1
    assert named > 20


def test_many_cells_are_split_by_column() -> None:
    assert {path[:-1] for path in labels("P1= hand=DOL,HIP")} == {
        ("Dolphin", "columns I to K:"),
        ("Dolphin", "columns L to M:"),
        ("Dolphin",),
        ("Hippo", "columns I to K:"),
        ("Hippo", "columns L to M:"),
        ("Hippo",),
        (),
    }
    assert {path[:-1] for path in labels("P1=DOL@(2,2) hand=DOL")} == {("Dolphin",)}, "few cells are not split"


WIDE = "large@(-2,2);large@(5,2)"


@pytest.mark.parametrize(
    ("position", "path"),
    [
        (f"P1={WIDE} pending=coworker", ("New coworker: trainer", "columns G to K:", "on J11 (+0)")),
        (f"P1={WIDE} pending=DOL", ("Dolphin (baby)", "columns L to O:", "on O11")),
        (
            f"P1={WIDE};depot:HIP",
            ("Spend money …", "For 1 coin: move Hippo from the depot", "columns G to K:", "on J11"),
        ),
        (
            f"P1={WIDE};coins:2 P2=depot:HIP",
            ("Spend money …", "For 2 coins: buy Hippo from P2", "columns L to O:", "on L11"),
        ),
        (
            f"P1={WIDE};keeper",
            (
                "Spend money …",
                "For 1 coin: move a coworker",
                "the keeper",
                "becomes trainer",
                "columns G to K:",
                "on J11 (+0)",
            ),
        ),
    ],
)
def test_many_cells_are_split_everywhere(position: str, path: tuple[str, ...]) -> None:
    assert path in labels(position)


def test_trainer_cells_are_listed_by_points() -> None:
    found = [path for path in labels("P1=DOL@(2,2);DOL@(2,3) pending=coworker") if path[0] == "New coworker: trainer"]
    assert [path[1][-4:] for path in found[:5]] == ["(+2)"] * 4 + ["(+1)"]
    assert found[-1][1].endswith("(+0)")


WARNINGS = [  # position, code, warning
    ("P1=DOL@(2,2) hand=DOL,HIP", "DOL@depot", "Dolphin would fit into your zoo."),
    ("P1=DOL@(2,2) hand=DOL,HIP", "rest@depot", "Hippo would fit into your zoo."),
    (
        "P1=DOL@(0,2);ORC@(4,2) hand=HIP",
        "HIP@(2,2)",
        "This is your last basin: every other kind of animal goes to the depot.",
    ),
    (
        "P1=DOL@(2,0);ORC@(2,2);ORC@(3,2);HIP@(0,3) pending=coworker",
        "trainer@(3,0)",
        "After this move, a basin cannot grow any more: Dolphin.",
    ),
    (
        "P1=coins:2;manager;depot:HIP",
        "shift/manager>keeper",
        "Without a manager, each kind of animal in your depot costs 2 points.",
    ),
    ("P1=coins:2;cashier;depot:HIP", "discard", "Your cashiers score a point for every coin you keep."),
    (
        "T1=3: T2=3: T3=3: P3= pile= reserve=DOL",
        "draw",
        "The draw pile is empty: if you draw now, this is the last round.",
    ),
    (
        "T1=3:HIP P1=DOL@(0,2);ORC@(4,2);POL@(2,4) P3=",
        "take/1",
        "Your zoo has no room for Hippo: it will go to the depot.",
    ),
    (
        "T1=3:HIP,CRO P1=DOL@(0,2);ORC@(4,2) P3=",
        "take/1",
        "You can start only one new basin, but the truck brings: Hippo, Crocodile.",
    ),
    (
        "last T1=3:HIP P1=coins:1 P3=",
        "take/1",
        "This is the last round: after taking a truck you cannot spend any more coins.",
    ),
]


@pytest.mark.parametrize(("position", "ply", "expected"), WARNINGS)
def test_warnings(position: str, ply: str, expected: str) -> None:
    state = GAME.read(position)
    move = GAME.parse(state, state.active, code(ply))
    assert expected in [plain(text) for text in words.warnings(state, state.active, move)]


def test_no_warning_without_a_reason() -> None:
    state = GAME.read("P1=DOL@(2,2) hand=DOL,HIP")
    assert words.warnings(state, 0, GAME.parse(state, 0, code("DOL@(2,3)"))) == ()


REFUSALS = [  # position, code, expected text
    ("over last P1=", "draw", "The game is over."),
    ("P1= hand=DOL", "draw", "First place all animals from your truck"),
    ("P1= hand=DOL", "rest@depot", "Only one animal is left: Dolphin. Choose a cell or the depot for it."),
    ("P1= hand=DOL", "ORC@K11", "Orca is not among the animals you have to place."),
    ("P1=ORC@K11 hand=DOL", "DOL@K12", "K12 is beside another basin (Orca)."),
    ("P1=DOL@K11 hand=DOL", "DOL@M12", "All animals of a kind share one basin (Dolphin), and M12 is not beside it."),
    ("P1=DOL@K11 hand=DOL", "DOL@A1", "Your zoo has no cell there."),
    ("P1= hand=DOL", "DOL@I9", "I9 belongs to the staff corner"),
    ("P1=coins:0", "discard", "That costs 2 coins, and you have 0 coins."),
    ("P1=coins:1 P2=depot:HIP", "move@K11", "The depot of P1 is empty."),
    ("P1=coins:2 P2=depot:HIP", "buy/1@K11", "You cannot buy from player 1."),
    ("P1=coins:2 P3=", "buy/3@K11", "The depot of P3 is empty."),
    ("P1=coins:2 P3=", "take/9", "There is no truck 9."),
    ("P1=coins:2 P3=", "truck/1", "You have no tile to put on a truck."),
    ("P1=coins:2;keeper P3=", "shift/cashier>keeper", "You have no coworker there."),
    ("P1=coins:2;keeper P3=", "shift/keeper>keeper", "This coworker is already there."),
    ("P1=coins:2;keeper;manager P3=", "shift/keeper>manager", "There is no room for another manager."),
    ("P1=coins:2;keeper;DOL@K11 P3=", "shift/keeper>trainer@K11", "K11 is taken by an animal or a trainer."),
    ("P1= pending=coworker", "trainer@I9", "I9 belongs to the staff corner"),
    ("P1= P3=", "nonsense", "That is not possible now."),
]


@pytest.mark.parametrize(("position", "ply", "expected"), REFUSALS)
def test_refusals_name_the_rule(position: str, ply: str, expected: str) -> None:
    state = GAME.read(position)
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, 0, ply)
    assert plain(words.refusal(caught.value)).startswith(expected)


BAD = [  # seats, options, expected text
    (3, Options(leave_out="TUR", leave_out_3="TUR"), "Sea turtle is left out twice."),
    (4, Options(leave_out="TUR", leave_out_3="HIP"), "With 4 players, you can leave out one kind of animal."),
    (5, Options(leave_out_2="POL"), "With 5 players, all kinds of animals take part."),
    (6, Options(), "Aquaretto is for 2 to 5 players."),
]


@pytest.mark.parametrize(("seats", "options", "expected"), BAD)
def test_bad_options(seats: int, options: Options, expected: str) -> None:
    with pytest.raises(BadOptions) as caught:
        begin(GAME, seats, options, bytes(32))
    assert plain(words.refusal(caught.value)).startswith(expected)


def test_the_zoo_in_the_rules_scores_what_they_say() -> None:
    assert lines(GAME.read(words.rules()[-1].position).zoos[0]).total == 30


def test_the_position_in_words_is_complete() -> None:
    state = GAME.read(
        "act=P2 T1=3:DOL-F,COIN T2=3>P1: P1=coins:2;large@(4,4);DOL@(2,2);DOL-BABY@(2,3);keeper;keeper;trainer@(3,3);"
        "depot:HIP,CRO-M P3= out=TUR,PEN pending=ORC,coworker hand=ORC"
    )
    said = "\n".join(plain(line) for line in words.position(GAME.view(state, 0), 0))
    for fact in (
        "Round 1; it is P2's turn.",
        "Truck 1: Dolphin ♀, Coin; one slot free.",
        "Truck 2: taken by P1.",
        "To place first: Orca (baby), a coworker.",
        "From the truck, still to place: Orca.",
        "Zoo of P1: 2 coins.",
        "Basin Dolphin, 2: Dolphin K11, Dolphin (baby) K12.",
        "Coworkers: 2 × keeper, trainer on L12.",
        "large expansion at M13 (M13, N13, M14, N14)",
        "Depot, from the bottom: Hippo, Crocodile ♂.",
        "Not in this game: Sea turtle, Penguin.",
    ):
        assert fact in said
    assert said.index("Zoo of P1") < said.index("Zoo of P2")


def test_events_at_the_end_of_a_round_and_of_the_game() -> None:
    state = GAME.read("act=P2 T1=3>P1: T2=2:DOL-F,COIN T3=1:COIN P1=coins:1 P2=coins:2")
    after = play(state, "take/3")
    said = [plain(words.event(after, event)) for event in after.events]
    assert said == [
        "P2 takes truck 3: one coin.",
        "Round 1 is over. Left on the last truck, now out of the game: Dolphin ♀, Coin.",
    ]
    after = play(GAME.read("last act=P2 T1=3>P1: T2=2: T3=1:COIN"), "take/3")
    said = [plain(text) for event in after.events if (text := words.event(after, event)) is not None]
    assert said[1:] == ["Round 1 was the last."]
    assert plain(words.status(after)).startswith("The game is over.")


def tell(*plies: tuple[e.AnyEvent, ...]) -> tuple[str, ...]:
    """Tell the story of plies in a position without points: its shout, "" for none, and its lines."""
    view = GAME.view(GAME.read("P1= P2="), None)
    story = words.story([Told(view, events) for events in plies])
    return (plain(story.shout) if story.shout is not None else "", *(plain(line.text) for line in story.lines))


def test_all_animals_without_a_space_are_counted() -> None:
    took = (e.Took(0, 0, ("ORC", "ORC", "DOL"), 0), e.Depot(0, "ORC"), e.Depot(0, "ORC"))
    full = "P1 takes truck 1: Orca in the depot, Orca in the depot, Dolphin"
    assert tell(took, (e.Depot(0, "DOL"),)) == (
        "No room: 3 animals of P1 go to the depot!",
        f"{full} in the depot.",
    )
    kept = (e.Took(0, 0, ("ORC", "DOL"), 1), e.Placed(0, "ORC", "K10"))
    assert tell(kept, (e.Placed(0, "DOL", "L10"),))[0] == "P1 takes a full truck!"
    assert not tell(kept, (e.Depot(0, "DOL"),))[0], "one animal without a space is no reason to cheer"


def test_draws_of_one_player_share_a_line() -> None:
    draws = [(e.Drew(seat, tile), e.Loaded(seat, tile, truck)) for seat, tile, truck in [(0, "ORC", 0), (0, "DOL", 1)]]
    assert tell(*draws) == ("", "P1 draws Orca for truck 1, Dolphin for truck 2.")
    assert tell(*draws, (e.Drew(1, "ORC"), e.Loaded(1, "ORC", 2)))[2] == "P2 draws Orca for truck 3."


def test_the_last_round_is_news_after_the_turn_that_begins_it() -> None:
    begun, loaded = (e.LastRound(), e.Drew(0, "ORC")), (e.Loaded(0, "ORC", 0),)
    news = "The draw pile is empty and the reserve is open: this is the last round."
    for plies in ((begun, loaded), ((*begun, *loaded),)):
        assert tell(*plies)[1:] == ("P1 draws Orca for truck 1.", news)
    assert tell(begun)[1:] == ("P1 draws a tile: Orca.", news)


def test_a_purchase_and_what_comes_of_it_share_a_line() -> None:
    bought = (e.Bought(0, 1, "ORC-F", "K10"), e.CoinBonus(0, "ORC", 3), e.Born(0, "ORC"))
    assert tell(bought, (e.Placed(0, "ORC-BABY", "K11"),))[1:] == (
        "P1 buys Orca ♀ from P2 and puts it on K10, and gets a coin for 3 × Orca, Orca (baby) on K11. "
        "P2: +2 points, now 0. P1, P2 share the lead.",
    )


SAME = ""
CHANGES = [  # position, codes, what the turn is told to be worth, and that in brief
    (
        "T1=3:DOL P1= P2=HIP@(2,2) P3=",
        "take/1 DOL@(2,2)",
        "+1 point, now 1. P1, P2 share the lead.",
        "+1 point, now 1.",
    ),
    ("T1=3:DOL P1=DOL@(2,2) P2=DOL@(2,2) P3=", "take/1 DOL@(2,3)", "+1 point, now 2. P1 takes the lead!", SAME),
    (
        "T1=3:DOL P1=DOL@(2,2) P3=",
        "take/1 DOL@depot",
        "−2 points, now -1. P2, P3 share the lead.",
        "−2 points, now -1.",
    ),
    ("T1=3:COIN P1=coins:1;cashier P3=", "take/1", "+1 point (cashiers +1), now 2.", SAME),
    (
        "T1=3:POL-FISH,HIP-F P1=keeper;POL@(2,2) P3=",
        "take/1 POL-FISH@(2,3) HIP-F@depot",
        "±0 points (animals +1, keepers +1, depot −2), now 1.",
        "±0 points (keepers +1), now 1.",
    ),
    ("P1=coins:1;keeper;depot:HIP P3=", "shift/keeper>manager", "+1 point (depot +1), now -1.", SAME),
    ("P1=coins:2;cashier;DOL@(2,2) P3=", "small@I13/BR", "−1 point (cashiers −1), now 2.", SAME),
    ("P1=coins:2;depot:HIP P3=", "discard", "+2 points, now 0. P1, P2, P3 share the lead.", "+2 points, now 0."),
    ("P1=coins:1;keeper;DOL@(2,2) P3=", "shift/keeper>trainer@(2,3)", "+1 point (trainers +1), now 2.", SAME),
]


@pytest.mark.parametrize(("position", "plies", "expected", "brief"), CHANGES)
def test_a_turn_tells_what_it_changes_of_the_points(position: str, plies: str, expected: str, brief: str) -> None:
    state, told = GAME.read(position), []
    for ply in plies.split():
        state = play(state, ply)
        told.append(Told(GAME.view(state, None), state.events))
    line = words.story(told).lines[0]
    assert line.brief is not None
    assert plain(line.text).endswith(f". {expected}")
    assert plain(line.brief).endswith(f". {brief or expected}")


@pytest.mark.parametrize("number", range(4))
def test_events_tell_what_the_zoos_scored_before(number: int) -> None:
    states = playout("aquaretto", number).states
    for before, after in itertools.pairwise(states):
        assert count_points(rewind(Told(after, after.events))) == count_points(before.zoos), after.events


def test_a_change_of_the_lead_comes_before_offspring() -> None:
    state = play(GAME.read("T1=3:DOL-F P1=DOL-M@(2,2) P2=HIP@(2,2);HIP-F@(2,3) P3="), "take/1 DOL-F@(2,3)")
    before, state = state, play(state, "baby@(2,4)")
    story = words.story([Told(GAME.view(each, None), each.events) for each in (before, state)])
    assert story.shout is not None
    assert plain(story.shout) == "P1 takes the lead!"


@pytest.mark.parametrize(("position", "brief"), [("P1= P2=", "Round 1 is over."), ("last over P1= P2=", None)])
def test_the_brief_end_of_a_round_is_what_the_picture_does_not_show(position: str, brief: str | None) -> None:
    view = GAME.view(GAME.read(position), None)
    line = words.story([Told(view, (e.RoundEnded(1, 0, ("ORC",)),))]).lines[0]
    assert line.brief is None if brief is None else plain(line.brief) == brief


def test_a_new_leader_is_named_and_comes_first() -> None:
    behind, ahead = (GAME.view(GAME.read(f"P1=DOL@(2,2) P2={zoo}"), None) for zoo in ("", "DOL@(2,2);DOL@(2,3)"))
    story = words.story([Told(behind, ()), Told(ahead, (), behind)])
    assert story.shout is not None
    assert plain(story.shout) == "P2 takes the lead!"
    assert words.story([Told(ahead, ())]).shout is None
    standing = words.standing(ahead)
    assert standing is not None
    assert Texts().say("en")(standing) == "Points now: ▲ Yellow 2 and ● Red 1."


@pytest.mark.parametrize(
    ("zoo", "shout"),
    [
        ("DOL@(2,2)", None),
        ("DOL@(2,2);DOL@(2,3)", "P2 wins by 1 point!"),
        ("DOL@(2,2);coins:9", "A tie in points, and P2 wins by 8 coins!"),
    ],
)
def test_a_close_end_is_shouted(zoo: str, shout: str | None) -> None:
    state = structs.replace(GAME.read(f"P1=DOL@(2,2) P2={zoo}"), over=True)
    told = words.story([Told(state, (e.Took(0, 0, ("ORC", "DOL", "DOL"), 0),))]).shout
    assert told is not None
    assert plain(told) == (shout or "P1 takes a full truck!")
    assert words.story([Told(structs.replace(state, over=False), ())]).shout is None


@pytest.mark.parametrize("number", range(3))
def test_the_points_told_are_those_of_the_result(number: int) -> None:
    state = playout("aquaretto", number).states[-1]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == tuple(lines(zoo).total for zoo in state.zoos)
