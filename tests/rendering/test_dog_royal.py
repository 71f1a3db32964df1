"""DOG Royal's pictures: what only they show. `tests/laws/test_pictures.py` measures all games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageChops, ImageStat

from games.core import Event
from games.dog_royal import GAME
from games.dog_royal.components.boards import ABSENT, BOARDS, HOME
from games.dog_royal.components.cards import STEPS
from games.dog_royal.events import Captured, DroppedOut, Exchanged, FreeStarted, Jumped, Played, Swapped
from games.dog_royal.legality import find_obstacle
from games.dog_royal.moves import Give, Jump, Play
from games.dog_royal.options import Options
from games.dog_royal.state import State
from games.rng import Rng
from matches.texts import LANGUAGES
from rendering import Box, Look, Picture
from rendering.dog_royal import cards
from rendering.dog_royal.court import HEADROOM, Plan, list_path
from rendering.dog_royal.pieces import FOOT, MARK, TOP, draw_piece
from rendering.dog_royal.position import find_on_path, take_back
from rendering.dog_royal.renderer import REASON, draw, split_in_two
from rendering.drawing import canvas as canvases
from rendering.drawing.theme import INK, theme
from tests.dog_royal.pictures import HIT
from tests.support.boxes import find_changed, list_outside, overlap
from tests.support.laws.pictures import LARGE, SAYS, Boxes, list_positions, show_all
from tests.support.laws.playouts import playout


def picture(view: State | str, language: str = "en", **how: Any) -> Picture:
    return draw(GAME.read(view) if isinstance(view, str) else view, say=SAYS[language], **how)


def mark(piece: Box) -> Box:
    """Find the boxes of a piece's letter and glyph."""
    unit = piece.height / (TOP + FOOT)
    x, y = (piece.x0 + piece.x1) / 2, piece.y0 + TOP * unit
    left, top, right, below = (round(edge * unit) for edge in MARK)
    return Box("letter", round(x) + left, round(y) + top, round(x) + right, round(y) + below)


def silhouette(piece: Box) -> tuple[Box, Box]:
    """Return the boxes of a piece's head, which is narrower, and of its body."""
    unit, middle = piece.height / (TOP + FOOT), (piece.x0 + piece.x1) // 2
    neck, narrow = piece.y0 + round(0.5 * unit), round(0.34 * unit)
    head = Box("piece", middle - narrow, piece.y0, middle + narrow, neck, piece.label)
    return head, Box("piece", piece.x0, neck, piece.x1, piece.y1, piece.label)


def test_no_piece_hides_the_letter_of_another() -> None:
    for boxes in (shown.boxes for shown in show_all("dog_royal")):
        people = [box for box in boxes if box.kind == "piece" and "@" in box.label]
        for index, box in enumerate(people):
            for other in people[index + 1 :]:  # drawn later, so in front
                assert not any(overlap(mark(box), part, 5) for part in silhouette(other)), (box, other)


@pytest.mark.parametrize("unit", [42, 53])
@pytest.mark.parametrize("rank", ["K", "N", "C", "J"])
def test_seats_differ_in_grey_on_a_phone(unit: int, rank: str) -> None:
    """Compare pieces without colour at 400 px: their glyphs keep red from blue and yellow from sky blue."""
    faces = [draw_piece(seat, rank, unit).pixels.convert("RGBA").convert("L").reduce(3) for seat in range(6)]
    apart = [ImageStat.Stat(ImageChops.difference(one, other)).mean[0] for one, other in combinations(faces, 2)]
    assert min(apart) > 4.4


def test_no_number_is_hidden() -> None:
    """Also outside the track, where numbers are written over the heads of pieces."""
    for boxes in (shown.boxes for shown in show_all("dog_royal")):
        people = [index for index, box in enumerate(boxes) if box.kind == "piece" and "@" in box.label]
        for index, number in enumerate(boxes):
            for other in (boxes[i] for i in people if i > index):
                if number.kind == "letter" and number.label.isdigit():
                    assert not overlap(number, other, 14), (number, other)  # the corners of both are free


def test_no_number_hides_a_letter() -> None:
    for boxes in (shown.boxes for shown in show_all("dog_royal")):
        people = [(index, box) for index, box in enumerate(boxes) if box.kind == "piece" and "@" in box.label]
        for index, number in enumerate(boxes):
            if number.kind == "letter" and number.label.isdigit():
                for piece in (box for drawn_at, box in people if drawn_at < index):
                    assert not overlap(mark(piece), number, 6), (piece, number)


def figure(boxes: Boxes, seat: int) -> Box:
    """Find the number of cards on a seat's plate."""
    (plate,) = (box for box in boxes if box.label == f"seat {seat}")
    (found,) = (box for box in boxes if box.kind == "letter" and overlap(plate, box))
    return found


def test_seats_lie_clear_of_everything_else() -> None:
    for boxes in (shown.boxes for shown in show_all("dog_royal")):
        plates = [box for box in boxes if box.label.startswith("seat ")]
        figures = [figure(boxes, seat) for seat in range(len(plates))]
        others = [box for box in boxes if box.kind in ("piece", "letter", "text") and box not in figures]
        for plate in plates:
            for other in others:
                assert not overlap(plate, other, 4), (plate, other)


def test_a_plate_shows_the_number_of_cards() -> None:
    """In every picture the figures are large, beside the seat's token, on a card whose rim stays visible."""
    for state in list_positions("dog_royal"):
        view = GAME.view(state, None)
        boxes = picture(view).boxes
        for seat, hand in enumerate(view.hands):
            number = figure(boxes, seat)
            assert number.label == str(len(hand))
            assert number.height >= LARGE
            (plate,) = (box for box in boxes if box.label == f"seat {seat}")
            (card,) = (box for box in boxes if box.label == "back" and overlap(box, plate))
            assert not list_outside([card], (plate.x0, plate.y0, plate.x1, plate.y1))
            assert not list_outside([number], (card.x0 + 4, card.y0, card.x1 - 4, card.y1))
            tokens = [box for box in boxes if box.kind == "badge" and box != card and overlap(box, plate)]
            assert tokens
            assert not [token for token in tokens if overlap(token, card)]


def test_a_hand_s_figures_are_large() -> None:
    for name in STEPS:
        assert cards.figure_size(name, 206) >= LARGE, name


def test_every_piece_space_and_card_is_drawn() -> None:
    for state in list_positions("dog_royal"):
        view = GAME.view(state, None)
        labels = Counter(box.label for box in picture(view).boxes)
        people = sum(place != ABSENT for row in view.pieces for place in row)
        assert sum(count for label, count in labels.items() if "@" in label) == people
        assert labels["back"] == view.seats
        for seat in range(view.seats):
            assert labels[f"seat {seat}"] == 1
        for space in view.board.specials if view.royal else ():
            assert labels[str(space)] >= 1


@pytest.mark.parametrize("arms", [4, 6])
def test_the_viewer_sits_below(arms: int) -> None:
    view = GAME.read("royal/6 0K@h 4K@64" if arms == 6 else "royal/4 0K@h 3K@48")
    seat = view.seats - 1 if arms == 4 else 4
    boxes = picture(view, seat=seat).boxes
    (own,) = (box for box in boxes if box.label == f"{seat}K@{16 * seat}")
    assert own.y0 > 1000
    assert own.x0 > 600


def test_a_path_follows_the_track() -> None:
    board = BOARDS[4]
    assert list_path(board, 0, 62, 1, "3") == (62, 63, 0, 1)
    assert list_path(board, 0, 62, 102, "4") == (62, 63, 0, 101, 102)
    assert list_path(board, 0, 2, 62, "4") == (2, 1, 0, 63, 62)
    assert list_path(board, 0, 2, 6, "4") == (2, 3, 4, 5, 6)
    assert list_path(board, 0, 101, 103, "2") == (101, 102, 103)
    assert list_path(board, 0, -1, 0, "13") == (-1, 0)
    assert list_path(board, 0, 20, 50, "swap") == (20, 50)


@pytest.mark.parametrize("number", range(4))
def test_a_move_on_its_way_begins_with_the_position_before_it(number: int) -> None:
    """Pieces that walk are missing where they arrive, and captured ones stand where they stood."""
    captured = 0
    for before, after in pairwise(playout("dog_royal", number).states):
        view = GAME.view(after, None)
        shown, walks = take_back(view)
        rows = [[place for place in row if place != ABSENT] for row in shown.pieces]
        for walk in walks:
            rows[walk.colour].append(walk.way[0])
        there = [sorted(place for place in row if place != ABSENT) for row in before.pieces]
        assert not walks or [sorted(row) for row in rows] == there
        captured += any(isinstance(event, Captured) for event in view.events) and bool(walks)
    assert captured


def test_a_citizen_that_walks_and_jumps_has_one_way() -> None:
    """A film shows whole turns, and the jump is a ply of its own."""
    events, jumps, goes_on = tuple[Event, ...](), 0, False
    for before, now in pairwise(playout("dog_royal", 2).states):
        events = (*events, *now.events) if goes_on else now.events
        if goes_on := GAME.continues_turn(before, now):
            continue
        jumped = [event for event in events if isinstance(event, Jumped)]
        shown, walks = take_back(replace(GAME.view(now, None), events=events))
        left = [sum(place != ABSENT for row in position.pieces for place in row) for position in (now, shown)]
        assert left[0] - left[1] == len(walks)
        assert not jumped or any(walk.way[-2:] == (jumped[0].source, jumped[0].target) for walk in walks)
        jumps += len(jumped)
    assert jumps > 2


def test_a_point_on_a_path_is_found_by_its_share_of_the_length() -> None:
    path = [(0.0, 0.0), (10.0, 0.0), (10.0, 0.0), (10.0, 30.0)]
    assert [find_on_path(path, share) for share in (0, 0.25, 0.5, 1)] == [(0, 0), (10, 0), (10, 10), (10, 30)]


def test_unplayable_cards_show_the_reason() -> None:
    view = GAME.read(HIT)
    moves = GAME.legal_moves(view, 0)
    boxes = picture(view, "en", seat=0, moves=moves).boxes
    labels = [box.label for box in boxes]
    (blocked,) = {*view.hands[0]} - {move.card for move in moves if isinstance(move, Play)}
    assert find_obstacle(view, 0, blocked) == "blocked"
    assert labels.count(REASON["blocked"].id) == 1
    plain, marked = picture(view, seat=0), picture(view, seat=0, moves=moves)
    for name in view.hands[0]:
        (card,) = (box for box in boxes if box.label == f"hand {name}")
        assert find_changed(plain, marked, card) == (name == blocked), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_fits_its_sign(language: str) -> None:
    for reason in REASON.values():
        for line in split_in_two(SAYS[language](reason), 184, 40):
            assert canvases.measure(line, 32) <= 184, line


def test_targets_are_named_and_hits_are_ringed() -> None:
    view = GAME.read(HIT)
    moves = [move for move in GAME.legal_moves(view, 0) if isinstance(move, Play) and move.card in ("2", "magnet")]
    plain, marked = picture(view, seat=0), picture(view, seat=0, moves=moves)
    labels = {box.label for box in marked.boxes}
    targets = {move.target for move in moves}
    assert {f"to {target}" for target in targets if target != 10} <= labels
    (hit,) = (box for box in marked.boxes if box.label == "1N@10")
    (other,) = (box for box in marked.boxes if box.label == "3C@50")
    assert find_changed(plain, marked, replace(hit, x0=hit.x0 - 12, x1=hit.x1 + 12))
    assert not find_changed(plain, marked, other)


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(theme="dark", contrast=True)])
def test_movable_pieces_and_targets_differ_in_shape(look: Look) -> None:
    view = GAME.read(HIT)
    marked = picture(view, seat=0, moves=GAME.legal_moves(view, 0), look=look).image.convert("RGB")
    ours, plan = theme("dog_royal", look), Plan(4, 2, (114 + 1500 - 340) // 2 + HEADROOM)
    lit = ours.chalk if look.contrast else ours.own("lamp")

    def at(space: int, across: float, down: float) -> bool:
        """Tell whether there is light at a distance, in spaces, beside the middle of a space."""
        x, y = plan.at(0, space)
        return marked.getpixel((round(x + across * plan.unit), round(y + down * plan.unit))) == lit

    movable, reached, neither = 5, 12, 16
    assert at(movable, -0.55, 0.27)  # a disc
    assert not at(movable, 0.7, 0)
    assert at(reached, 0.7, 0)  # a diamond
    assert at(reached, -0.7, 0)
    assert not at(reached, -0.55, 0.27)
    assert not at(neither, 0.7, 0)
    assert not at(neither, -0.55, 0.27)


def test_a_piece_that_may_move_and_be_reached_shows_both() -> None:
    """The edge of the diamond shows on the disc, and the disc does not cover the number of the space beside it."""
    view = GAME.read("royal/4 0N@13 0C@8 0K@9 1K@h 2K@h 3K@h last=13 hand0=4 discard=13")
    plan = Plan(4, 2, (114 + 1500 - 340) // 2 + HEADROOM)
    moves = GAME.legal_moves(view, 0)
    marked = picture(view, seat=0, moves=moves)
    image, lamp = marked.image.convert("RGB"), theme("dog_royal", Look()).own("lamp")

    def at(across: float, down: float) -> Any:
        x, y = plan.at(0, 13)
        return image.getpixel((round(x + across * plan.unit), round(y + down * plan.unit)))

    assert at(-0.48, 0.5) == INK  # the rim of the disc
    assert at(-0.42, 0.45) == INK  # the edge of the diamond
    assert at(-0.72, 0) == lamp
    (number,) = (box for box in marked.boxes if box.kind == "letter" and box.label == "12")
    other = picture(view, seat=0, moves=[move for move in moves if isinstance(move, Play) and move.source != 13])
    assert not find_changed(marked, other, number)


def test_each_kind_of_move_is_described_in_words() -> None:
    view = GAME.read("royal/4 0K@48 0N@h 2J@40 turn=1 last=13 hand1=5 discard=13")

    def label_events(*events: Any) -> str:
        return picture(replace(view, events=events)).boxes[-1].label

    assert label_events(Played(3, "13", "13", 3, "K", HOME, 48)) == "■ Blue, 13: King starts on 48"
    assert label_events(Played(0, "5", "5", 0, "N", 60, 102)) == "● Red, 5: Knight from 60 into the goal"
    assert label_events(Played(0, "2", "2", 0, "N", 101, 103)) == "● Red, 2: Knight further into the goal"
    assert label_events(Played(0, "magnet", "magnet", 0, "N", 7, 7)) == "● Red, magnet: nothing moves"
    assert label_events(FreeStarted(2, 2, "J", 32)) == "◆ Green Jester starts on 32"
    assert label_events(Jumped(0, 0, 10, 26)) == "● Red: the citizen jumps 10 → 26"


def test_the_exchange_names_who_is_still_choosing() -> None:
    state = GAME.setup(6, Options(), Rng(bytes(32), "setup", 0))
    assert picture(GAME.view(state, None)).boxes[-1].label == "Still to choose: ●▲◆■★⬢"
    for seat in (1, 5, 2):
        state = GAME.apply(state, seat, Give(state.hands[seat][0]), Rng(bytes(32), "ply", 1))
    assert picture(GAME.view(state, None)).boxes[-1].label == "Still to choose: ● Red, ■ Blue, and ★ Sky blue"


def test_the_last_line_tells_that_the_passed_cards_have_changed_hands() -> None:
    view = replace(list_positions("dog_royal")[0], phase="play", events=(Exchanged(),))
    assert any("changed hands" in box.label for box in picture(view).boxes)


def test_a_ghost_crosses_out_what_it_captures() -> None:
    view = GAME.read(HIT)
    plain = picture(view, seat=0)
    ghost = picture(view, seat=0, ghost=Play("2", "N", 8, 10))
    for label in ("1N@10", "0N@8"):
        (box,) = (box for box in ghost.boxes if box.label == label)
        assert find_changed(plain, ghost, box), label
    swap = picture(view, seat=0, ghost=Play("swap", "N", 8, 10))
    (box,) = (box for box in swap.boxes if box.label == "1N@10")
    assert find_changed(ghost, swap, box)


def test_the_last_move_is_seen_in_the_picture() -> None:
    view = GAME.read("royal/4 0N@13 1C@h 2J@40 turn=1 last=5 hand1=5 discard=5")
    moved = replace(view, events=(Played(0, "5", "5", 0, "N", 8, 13), Captured(1, "C", 13)))
    before, after = picture(view), picture(moved)
    plan = Plan(4, 0, (90 + 1200 - 66) // 2)
    for space in (8, 9, 11):
        assert find_changed(before, after, around(*plan.at(0, space))), space
    (piece,) = (box for box in after.boxes if box.label == "0N@13")
    assert find_changed(before, after, replace(piece, x0=piece.x0 - 10))
    assert not find_changed(before, after, around(*plan.at(0, 40)))
    line = after.boxes[-1]
    assert line.label == "● Red, 5: Knight from 8 to 13 · captures ▲ Yellow Citizen"


def test_the_last_line_is_shortened_to_fit() -> None:
    view = GAME.read("royal/6 0N@13 1C@h 2J@40 turn=1 last=5 hand1=5 discard=5")
    swap = (Played(4, "=", "swap", 2, "C", 40, 61), Swapped(1, "C", 61, 40), DroppedOut(5, ("5",)), DroppedOut(0, ()))
    view = replace(view, events=swap)
    assert picture(view, "de").boxes[-1].label == "★ Bürger 40 → 61 · ▲ → 40 · Ausgeschieden: ⬢ Tinte und ● Rot"
    assert picture(view, "de", look=Look(large=True)).boxes[-1].label == "★ Bürger 40 → 61 · ▲ → 40"


def around(x: float, y: float) -> Box:
    return Box("area", round(x) - 10, round(y) - 10, round(x) + 10, round(y) + 10)


def test_the_exchange_shows_who_has_chosen_but_not_what() -> None:
    state = GAME.setup(4, Options(), Rng(bytes(32), "setup", 0))
    chosen = [GAME.apply(state, 1, Give(card), Rng(bytes(32), "ply", 1)) for card in dict.fromkeys(state.hands[1])]
    assert len({picture(GAME.view(after, None)).encode() for after in chosen}) == 1
    assert len({picture(GAME.view(after, 0), seat=0).encode() for after in chosen}) == 1
    assert len({picture(GAME.view(after, 1), seat=1).encode() for after in chosen}) == len(chosen)
    assert find_changed(
        picture(GAME.view(state, None)), picture(GAME.view(chosen[0], None)), Box("area", 820, 90, 1180, 400)
    )


def test_a_citizen_s_jump_is_drawn() -> None:
    view = GAME.read("royal/4 0C@10 1N@20 phase=jump arrived=10 hand0=5 drawn=0:5 discard=5")
    plain = picture(view, seat=0)
    assert {"to 26"} <= {box.label for box in picture(view, seat=0, moves=GAME.legal_moves(view, 0)).boxes}
    plan = Plan(4, 2, (114 + 1500 - 340) // 2 + HEADROOM)
    assert find_changed(plain, picture(view, seat=0, ghost=Jump(26)), around(*plan.at(0, 26)))


def test_a_hand_fans_and_names_cards_that_have_a_sign() -> None:
    """The outer cards lean apart, the middle one is upright, and signs have their names in words."""
    view = GAME.read(HIT)
    shown = picture(view, seat=0).image.convert("RGB")
    held = [box for box in picture(view, seat=0).boxes if box.label.startswith("hand ")]
    table = {theme("dog_royal", Look()).own(name) for name in ("wood", "board")}

    def is_bare(box: Box, right: bool) -> bool:
        """Whether a bottom corner of the upright card is bare, because the card leans."""
        return shown.getpixel((box.x1 - 20 if right else box.x0 + 20, box.y1 - 4)) in table

    assert is_bare(held[0], right=True) or is_bare(held[0], right=False)
    assert is_bare(held[-1], right=True) != is_bare(held[0], right=True)
    assert not is_bare(held[2], right=True)
    assert not is_bare(held[2], right=False)
    assert held[0].y0 > held[1].y0 > held[2].y0 < held[3].y0 < held[4].y0
    plain, named = (cards.draw_held_card(cards.Face("swap", title), 200, 250, theme("dog_royal", Look()), 0)
                    for title in ("", "Tauscher"))  # fmt: skip
    assert plain.pixels.tobytes() != named.pixels.tobytes()


def test_signs_are_explained_once_in_words() -> None:
    labels = [box.label for box in picture(HIT).boxes]
    assert labels.count("draws a card") == 1
    assert labels.count("protected") == 1
    bare = [box.label for box in picture("base/3 0p@5 1p@h 2p@h last=9 hand0=4 hand1=8").boxes]
    assert "draws a card" not in bare
    assert "protected" not in bare


def test_targets_behind_a_piece_are_named_above_it() -> None:
    """No piece that is drawn later covers the name of a free target."""
    for boxes in (shown.boxes for shown in show_all("dog_royal")):
        for target in (box for box in boxes if box.kind != "text" and box.label.startswith("to ")):
            name = target.label.removeprefix("to ")
            assert any(box.kind == "letter" and box.label == name and overlap(box, target) for box in boxes), target
