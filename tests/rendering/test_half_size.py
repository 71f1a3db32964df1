"""A picture drawn at half its size, for films, shows the same as the whole one, except for the sentences."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

import games
from rendering import Look, renderer
from rendering.aquaretto import renderer as aquaretto
from rendering.dog_royal.seat_plates import SIZE, Seated, draw_plate
from rendering.drawing import frame, half_size
from rendering.drawing.canvas import Canvas
from rendering.drawing.palette_sheet import find_index
from rendering.drawing.sprites import Layer, token
from rendering.drawing.theme import WHITE, palette, theme
from rendering.english import say
from tests.support.laws.pictures import find_rules
from tests.support.laws.playouts import playout

CLOSE = 50
"""The most, of 255, by which the mean colours of a square of 16 pixels may differ between the whole and the half."""


@pytest.mark.parametrize("look", [Look(), Look(theme="dark"), Look(large=True)], ids=("light", "dark", "large"))
@pytest.mark.parametrize("name", games.names())
def test_a_half_picture_is_the_whole_one_reduced(name: str, look: Look) -> None:
    game, draw = games.load(name), renderer(name).draw
    states = playout(name, 1).states
    left_out, ringed = find_rules(name, "LEFT_OUT", 0), find_rules(name, "RINGED", "")
    scenery = find_rules(name, "SCENERY", 0.0)
    shown = [game.view(state, None) for state in states[:: max(1, len(states) // 6)]]
    pairs = [
        (draw(view, say=say, look=look), draw(view, say=say, look=Look(look.theme, large=look.large, half=True)))
        for view in shown
    ]
    steady = [(whole, half) for whole, half in pairs if whole.size == (2 * half.size[0], 2 * half.size[1])]
    assert steady, "a picture that has not grown shows the same at half its size"
    for whole, half in steady:
        canvas = Canvas(Layer(*whole.size, (0, 0, 0), lambda _: None), name, look)
        top, bottom = frame.strip_height(canvas) + 16, (whole.size[1] - frame.line_height(canvas)) // 16 * 16
        kept, left = ([box for box in shown.boxes if top <= box.y0 and box.y1 <= bottom] for shown in (half, whole))
        for box in kept:
            left.remove(box)
        assert {box.kind for box in left} <= {"letter", "text"}
        assert len(left) <= left_out
        apart = ImageChops.difference(whole.image.convert("RGB").reduce(16), half.image.convert("RGB").reduce(8))
        for box in left:
            apart.paste(0, (box.x0 // 16 - 2, box.y0 // 16 - 2, box.x1 // 16 + 3, box.y1 // 16 + 3))
        for box in kept:
            if ringed and box.label.startswith(ringed):
                inside = (box.x0 // 16 + 2, box.y0 // 16 + 2, box.x1 // 16 - 1, box.y1 // 16 - 1)
                within = apart.crop(inside)
                apart.paste(0, (inside[0] - 3, inside[1] - 3, inside[2] + 2, inside[3] + 2))
                apart.paste(within, inside)
        cells = apart.crop((0, top // 16, apart.width, bottom // 16)).tobytes()
        assert sum(cell > CLOSE for cell in cells) <= scenery * len(cells)


@pytest.mark.parametrize("name", games.names())
def test_in_a_film_only_the_end_has_a_sentence(name: str) -> None:
    game, draw = games.load(name), renderer(name).draw
    states = playout(name, 1).states
    for state, over in ((states[0], False), (states[len(states) // 2], False), (states[-1], True)):
        shown = draw(game.view(state, None), say=say, look=Look(half=True))
        strip = {box.label for box in shown.boxes if box.kind == "text" and box.y1 < 84}
        told = [label for label in strip - {say(games.words(name).TITLE)} if any(map(str.isalpha, label))]
        assert bool(game.outcome(state)) == over == bool(told), told
        assert not [box for box in shown.boxes if box.y0 > 2 * shown.size[1] - 66]


@pytest.mark.parametrize("look", [Look(half=True), Look(theme="dark", half=True)], ids=("light", "dark"))
def test_a_films_sheet_equals_the_finished_picture_reduced_to_the_palette(look: Look) -> None:
    bare, ours = Layer(120, 90, (20, 90, 160), lambda _: None), theme("docker", look)
    canvas, whole = Canvas(bare, "docker", look), bare.paint_colours().reduce(2)
    for colour, x in ((0, 0), (3, 30), (5, 60)):
        sprite = token(colour, 60, WHITE)
        canvas.paste(sprite, x + sprite.origin[0], sprite.origin[1])
        half = half_size.halve_sprite(sprite, ours)
        assert half.bits is not None
        assert (half.pixels.mode, half.bits.mode) == ("P", "1")
        whole.paste(sprite.pixels.reduce(2).convert("RGBA").convert("RGB"), (x // 2, 0), half.bits.unpack())
    canvas.fill(0, 70, 120, 20, ours.line)
    whole.paste(ours.line, (0, 35, 60, 45))
    made, wanted = canvas.finish().image, whole.quantize(palette=palette(ours), dither=Image.Dither.NONE)
    assert made.tobytes() == wanted.tobytes()
    assert made.getpalette() == wanted.getpalette()


def test_transparent_sprites_let_the_ground_show_through_in_a_film() -> None:
    look, faint = Look(half=True), token(0, 60, WHITE, faint=True)
    shown = []
    for ground in ((0, 0, 0), (255, 255, 255)):
        canvas = Canvas(Layer(60, 60, ground, lambda _: None), "docker", look)
        canvas.paste(faint, 30, 30)
        shown.append(canvas.finish().image.convert("RGB").getpixel((15, 22)))
    dark, light = shown
    assert isinstance(dark, tuple)
    assert isinstance(light, tuple)
    assert all(a < b for a, b in zip(dark, light, strict=True))
    assert dark[0] > dark[1] + 20, "the sprite itself must be red"


def test_words_of_a_film_may_leave_the_picture_at_every_side() -> None:
    bare = Layer(64, 48, (0, 0, 0), lambda _: None)
    for x, y in ((0, 24), (64, 24), (32, 0), (32, 48)):
        canvas = Canvas(bare, "docker", Look(half=True))
        canvas.text(x, y, "Slowboat", size=40, fill=WHITE, align="middle")
        made = canvas.finish().image.convert("L")
        assert made.size == (32, 24)
        assert max(made.tobytes()) == 255


@pytest.mark.parametrize("look", [Look(half=True), Look(theme="dark", half=True)], ids=("light", "dark"))
def test_in_a_film_of_dog_royal_the_seat_to_act_has_a_line_below_its_plate(look: Look) -> None:
    game, draw, ours = games.load("dog_royal"), renderer("dog_royal").draw, theme("dog_royal", look)
    states, lamp = playout("dog_royal", 1).states, find_index(ours.own("lamp"), ours)
    exchanges = 0
    for state in states[:: max(1, len(states) // 40)]:
        shown = draw(game.view(state, None), say=say, look=look)
        plates = {box.label: box for box in shown.boxes if box.label.startswith("seat ")}
        lit = [shown.image.getpixel(((box.x0 + box.x1) // 4, box.y1 // 2)) == lamp for box in plates.values()]
        exchanges += state.phase == "exchange"
        acts = [state.turn == seat or (state.phase == "exchange" and not card) for seat, card in enumerate(state.given)]
        assert lit == acts
        assert list(plates) == [f"seat {seat}" for seat in range(state.seats)]
    assert exchanges


@pytest.mark.parametrize("arms", SIZE)
def test_in_a_film_a_chosen_card_shifts_nothing_else_on_its_plate(arms: int) -> None:
    tokens = []
    for chosen in (False, True):
        canvas = Canvas(Layer(200, 160, (0, 0, 0), lambda _: None), "dog_royal", Look(half=True))
        plate, (token_box, *_) = draw_plate(arms, Seated(0, 0, None, chosen, dropped=False), canvas.theme)
        canvas.paste(plate, 10, 10)
        box = (0, 0, (10 + token_box.x1) // 2, 80)
        tokens.append(canvas.finish().image.crop(box).tobytes())
    assert tokens[0] == tokens[1]
    assert len(set(tokens[0])) > 2


def test_zoos_that_are_kept_for_a_film_are_those_of_the_position() -> None:
    game, look = games.load("aquaretto"), Look(half=True)
    aquaretto._draw_whole_zoo.cache_clear()
    views = [game.view(state, None) for state in playout("aquaretto", 1).states[-60:]]
    films = [aquaretto.draw(view, say=say, look=look) for view in views]
    kept = aquaretto._draw_whole_zoo.cache_info()
    assert kept.hits > kept.misses
    for view, shown in zip(views, films, strict=True):
        aquaretto._draw_whole_zoo.cache_clear()
        alone = aquaretto.draw(view, say=say, look=look)
        assert shown.image.tobytes() == alone.image.tobytes()
        assert shown.boxes == alone.boxes
