"""The canvas: text that fits, tokens in sentences, fonts that have every letter, films."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest
from babel.messages.pofile import read_po
from msgspec import structs
from PIL import Image, ImageChops

from games.colours import GLYPHS
from games.docker import GAME
from rendering import Look, Picture, Strip, encode_gif, renderer
from rendering.drawing import frame
from rendering.drawing.canvas import Canvas, fit_words, measure
from rendering.drawing.fonts import covers
from rendering.drawing.pen import Pen
from rendering.drawing.sprites import Layer, draw_capsule, draw_cross, draw_plate, join_sprites, paint_sprite, token
from rendering.drawing.stored.packed import UNPACKED, pack
from rendering.drawing.theme import INK, SEATS, WHITE, mix
from rendering.english import say
from tests.docker.pictures import OPENING
from tests.support.boxes import overlap
from tests.support.checkout import ROOT


def blank(look: Look = Look(), *, private: bool = False) -> Canvas:  # noqa: B008 - frozen
    return Canvas(Layer(1200, 900, WHITE, lambda _: None), "docker", look, private=private)


def draw_opening(**how: Any) -> Picture:
    return renderer("docker").draw(GAME.read(OPENING), say=say, **how)


def test_text_shrinks_before_it_is_cut() -> None:
    words = "Red comes in and goes a long way round"
    assert fit_words(words, 2000, 42, 36) == (words, 42)
    width = measure(words, 38)
    assert fit_words(words, width, 42, 36) == (words, 38)
    cut, size = fit_words(words, 300, 42, 36)
    assert size == 36
    assert cut.endswith("…")
    assert words.startswith(cut[:-1])
    assert measure(cut, 36) <= 300


def test_a_glyph_in_a_sentence_is_drawn_as_a_token() -> None:
    for index, glyph in enumerate(GLYPHS):
        canvas = blank()
        end = canvas.text(100, 100, f"{glyph} moves", size=60)
        assert end - 100 == measure(f"{glyph} moves", 60)
        left = canvas.finish().image.convert("RGB").crop((100, 60, 160, 140))
        assert SEATS[index].fill in {colour for _, colour in left.getcolors(4800) or ()}


def test_text_lies_in_its_box() -> None:
    canvas = blank()
    canvas.text(600, 300, "ÄHg", size=66, align="middle")
    picture = canvas.finish()
    (box,) = picture.boxes
    ink = Image.eval(picture.image.convert("L"), lambda value: 255 - value).getbbox()
    assert ink is not None
    assert box.x0 - 2 <= ink[0] < ink[2] <= box.x1 + 2
    assert abs((box.x0 + box.x1) / 2 - 600) <= 1
    assert ink[3] <= box.y1 + 6


def test_digits_are_equally_wide() -> None:
    assert len({measure(digit * 8, 40) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("language", ["de", "fr", "it"])
@pytest.mark.parametrize("domain", ["rendering", "docker", "shared"])
def test_both_faces_have_every_letter_of_the_languages(language: str, domain: str) -> None:
    with (ROOT / "locales" / language / f"{domain}.po").open("rb") as file:
        said = {
            char for message in read_po(file) for part in (message.string, message.id) for char in "".join(part or ())
        }
    letters = {char for char in said if char.isalnum()}
    for face in ("text", "display"):
        missing = {char for char in letters if not covers(face, char)}
        assert not missing, (face, missing)


def test_a_missing_letter_is_noticed() -> None:
    assert covers("text", "ß")
    assert not covers("text", "漢")


def test_every_font_has_its_licence() -> None:
    for path in (ROOT / "rendering" / "fonts").rglob("*.[ot]tf"):
        family = "Noto" if path.stem.startswith("Noto") else path.stem.split("-")[0]
        licence = path.with_name(f"{family}-OFL.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License" in licence


def test_the_fonts_stay_small() -> None:
    assert sum(path.stat().st_size for path in (ROOT / "rendering" / "fonts").rglob("*.[ot]tf")) < 13_500_000


def test_an_arrow_whose_last_leg_is_shorter_than_its_head_goes_straight() -> None:
    short, straight, long = (blank() for _ in range(3))
    short.arrow([(100, 100), (300, 100), (310, 112)])
    straight.arrow([(100, 100), (310, 112)])
    long.arrow([(100, 100), (300, 100), (310, 180)])
    assert short.finish().encode() == straight.finish().encode() != long.finish().encode()


def test_the_strip_drops_words_that_do_not_fit_but_never_the_turn() -> None:
    canvas = blank(private=True)
    clock = Strip(clock="23 h 59 min")
    frame.draw_strip(canvas, "Docker", clock, turn="● Red and ◆ Green to move", progress="Turn 123")
    labels = [box.label for box in canvas.finish().boxes]
    assert "● Red and ◆ Green to move" in labels
    assert "Docker" not in labels


def test_a_strip_that_speaks_to_nobody_says_nobodys_colours() -> None:
    for speaks in (True, False):
        canvas = blank(private=True)
        frame.draw_strip(canvas, "Docker", Strip(speaks=speaks), turn="A strong player's move", you="You: ●")
        assert ("You: ●" in [box.label for box in canvas.finish().boxes]) == speaks


def test_the_strip_has_the_colour_of_the_winner() -> None:
    def draw(turn: str, **how: Any) -> tuple[Any, ...]:
        canvas = blank(how.pop("look", Look()))
        frame.draw_strip(canvas, "Docker", how.pop("caller", Strip()), turn=turn, **how)
        image = canvas.finish().image.convert("RGB")
        return image.getpixel((4, 4)), image.getpixel((600, 40))

    usual = draw("● Red to move")
    assert draw("Winner: ● Red", over=True) == (SEATS[0].side, SEATS[0].side)
    assert draw("Winner: ▲ Yellow", over=True) == (SEATS[1].fill, SEATS[1].fill)
    assert draw("A draw", over=True) == usual
    assert draw("● Red to move", over=True, caller=Strip(verdict="Cancelled")) == usual
    contrast = Look(contrast=True)
    assert draw("Winner: ● Red", over=True, look=contrast) == draw("● Red to move", look=contrast)


def test_seats_stand_in_a_row() -> None:
    canvas = blank()
    chips = [frame.Chip((seat,), f"{seat} left", active=seat == 1, out=seat == 2) for seat in range(6)]
    below = frame.draw_seats(canvas, chips)
    areas = [box for box in canvas.finish().boxes if box.kind == "area"]
    assert len(areas) == 6
    assert all(area.y1 <= below for area in areas)
    assert not any(overlap(one, other) for one in areas for other in areas if one is not other)


def test_a_layer_drawn_in_bands_has_no_seams() -> None:
    whole = Layer(
        40, 400, WHITE, lambda pen: pen.polygon([(5, 5), (35, 5), (35, 395), (5, 395)], (9, 9, 9))
    ).paint_colours()
    assert {whole.getpixel((20, y)) for y in range(6, 394)} == {(9, 9, 9)}


def test_a_sprite_has_soft_edges_and_clean_colours() -> None:
    disc = paint_sprite(40, 40, lambda pen: pen.disc(20, 20, 18, (200, 0, 0)))
    values = {value for _, value in disc.pixels.getchannel("a").getcolors(256) or ()}
    assert {0, 255} < values
    assert disc.pixels.getpixel((20, 20)) == (200, 0, 0, 255)
    assert disc.fade(0.35).pixels.getpixel((20, 20)) == (70, 0, 0, 89)


def test_a_sprite_is_kept_packed() -> None:
    disc = paint_sprite(180, 180, lambda pen: pen.disc(60, 60, 55, (200, 0, 0)))
    assert len(disc.kept.data) < 180 * 180
    assert disc.size == disc.pixels.size == (180, 180)
    assert disc.is_soft
    assert disc.pixels.getpixel((60, 60)) == (200, 0, 0, 255)
    assert disc.fade(0.35).pixels.getpixel((60, 60)) == (70, 0, 0, 89)


@pytest.mark.parametrize("mode", ["RGBa", "RGB", "P", "1"])
def test_packing_keeps_every_pixel(mode: str) -> None:
    noise = Image.frombytes(mode, (255, 128), random.Random(0).randbytes(255 * 128 * len(mode)))
    packed = pack(noise)
    for _ in range(2):
        assert (packed.unpack().mode, packed.unpack().tobytes()) == (mode, noise.tobytes())
        UNPACKED.clear()


def test_a_sign_is_its_plate_with_the_words_in_the_middle() -> None:
    canvas = blank()
    canvas.sign(300, 200, "128", size=60, width=160, height=80, ground=SEATS[0].fill, fill=WHITE)
    picture = canvas.finish()
    (box,) = picture.boxes
    assert (box.kind, box.label, box.height) == ("letter", "128", 60)
    shown = picture.image.convert("RGB")
    assert shown.getpixel((230, 170)) == shown.getpixel((370, 230)) == SEATS[0].fill
    bright = shown.crop((224, 164, 376, 236)).convert("L").point([0] * 250 + [255] * 6).getbbox()
    assert bright is not None
    assert abs(bright[0] + bright[2] - 152) <= 4
    assert abs(bright[1] + bright[3] - 72) <= 3
    assert abs(bright[2] - bright[0] - box.width) <= 8


def test_a_long_line_in_pieces_looks_like_a_whole_line() -> None:
    for x, y in ((500, 330), (500, -330), (-640, 210), (130, 129), (640, 0)):
        one, other = blank(), blank()
        one.stroke([(650, 400), (650 + x, 400 + y)], width=14, fill=INK)
        other.paste(draw_capsule(x, y, 14, INK), 650, 400)
        apart = ImageChops.difference(*(canvas.finish().image.convert("L") for canvas in (one, other)))
        assert max(apart.reduce(4).tobytes()) < 60, "soft edges and joints may differ by less than a pixel"


def test_joined_sprites_look_like_their_parts_pasted_one_by_one() -> None:
    parts = (
        (draw_plate(80, 60, SEATS[3].fill), 0, 0),
        (token(0, 40, WHITE), 40, 30),
        (draw_cross(30, WHITE, INK), 55, 44),
    )
    one, other = blank(), blank()
    for part, x, y in parts:
        one.paste(part, 100 + x, 100 + y)
    other.paste(join_sprites(80, 60, parts), 100, 100)
    shown = ImageChops.difference(*(canvas.finish().image.convert("RGB") for canvas in (one, other)))
    assert np.asarray(shown.convert("L")).max() < 24  # edges may be rounded into the neighbouring entry of the palette


def test_a_canvas_goes_on_from_another() -> None:
    first = blank()
    first.text(100, 100, "one", size=60)
    base, boxes = first.layer()
    for words in ("two", "six"):
        canvas = Canvas(base, "docker", Look(), boxes=boxes)
        canvas.text(100, 300, words, size=60)
        picture = canvas.finish()
        assert [box.label for box in picture.boxes] == ["one", words]
        above, below = (picture.image.crop((90, y, 400, y + 80)) for y in (60, 260))
        assert above.tobytes() == first.finish().image.crop((90, 60, 400, 140)).tobytes()
        assert np.ptp(np.asarray(below)) > 0
    assert [box.label for box in first.finish().boxes] == ["one"]
    again = Canvas(base, "docker", Look()).finish().image
    assert again.crop((90, 260, 400, 340)).convert("RGB").getcolors() == [(310 * 80, WHITE)]


@pytest.mark.parametrize("dense", [False, True])
def test_a_png_holds_the_picture(dense: bool) -> None:
    shown = structs.replace(draw_opening(), dense=dense)
    with Image.open(io.BytesIO(shown.encode())) as read:
        read.verify()  # every part against its checksum
    with Image.open(io.BytesIO(shown.encode())) as read:
        assert (read.format, read.mode, read.size) == ("PNG", "P", shown.size)
        assert read.tobytes() == shown.image.tobytes()
        assert read.getpalette() == shown.image.getpalette()


def test_a_dense_picture_is_a_smaller_file() -> None:
    shown = structs.replace(draw_opening(), dense=False)
    assert 0.8 < len(structs.replace(shown, dense=True).encode()) / len(shown.encode()) < 0.95


def test_a_film_keeps_frames_and_durations() -> None:
    half = Look(half=True)
    frames = [draw_opening(look=half, strip=Strip(clock=f"{hours} h")) for hours in (3, 2, 1)]
    assert frames[0].size == (600, 450)
    with Image.open(io.BytesIO(encode_gif(zip(frames, (300, 300, 2000), strict=True)))) as film:
        assert getattr(film, "n_frames", 0) == 3
        assert film.size == (600, 450)
        film.seek(2)
        assert film.info["duration"] == 2000
        last = film.convert("RGB")
    assert last.tobytes() == frames[2].image.convert("RGB").tobytes()


def test_a_film_needs_a_picture() -> None:
    with pytest.raises(ValueError, match="without pictures"):
        encode_gif(())


def test_a_game_without_a_renderer_is_named() -> None:
    with pytest.raises(KeyError, match="chess"):
        renderer("chess")


@pytest.mark.parametrize(("crisp", "tones"), [(False, {"ink", "white", "between"}), (True, {"ink", "white"})])
def test_edges_inside_a_sprite_have_one_tone_between_two_colours_or_none(crisp: bool, tones: set[str]) -> None:
    def paint(pen: Pen) -> None:
        pen.rounded_box((0, 0, 40, 40), 0, WHITE)
        pen.line([(8, 5), (31, 36)], INK, 5)

    names: dict[object, str] = {INK: "ink", WHITE: "white"}
    names |= {mix(INK, WHITE, 0.5): "between", mix(WHITE, INK, 0.5): "between"}
    found = paint_sprite(40, 40, paint, crisp=crisp).pixels.convert("RGB").getcolors() or []
    assert {names.get(colour, "other") for _, colour in found} == tones
