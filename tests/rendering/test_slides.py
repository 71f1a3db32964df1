"""Slides drawn over one another show exactly the original pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import games
from games.rng import Rng
from matches.texts import Texts
from rendering import Look, Picture, renderer
from rendering.drawing import slides
from rendering.drawing.slides import Slide, make_slides

SECRET = bytes(32)


def play(name: str, plies: int) -> list[Picture]:
    """Draw the first positions of a match between stand-ins."""
    game, draw, say = games.load(name), renderer(name).draw, Texts().say("en")
    state = game.setup(2, game.options_type(), Rng(SECRET, "setup", 0))
    found = [draw(game.view(state, None), say=say, look=Look(half=True))]
    for number in range(plies):
        seat = game.to_act(state)[0]
        move = game.choose(game.view(state, seat), seat, Rng(SECRET, "choose", number))
        state = game.apply(state, seat, move, Rng(SECRET, "apply", number))
        found.append(draw(game.view(state, None), say=say, look=Look(half=True)))
    return found


def show(made: tuple[Slide, ...]) -> list[Image.Image]:
    """Return the picture a reader sees at each step."""
    canvas, seen = Image.new("RGB", made[0].size), []
    for slide in made:
        if slide.data:
            image = Image.open(io.BytesIO(slide.data)).convert("RGBA")
            canvas.paste(image, (slide.x, slide.y), image)
        seen.append(canvas.copy())
    return seen


@pytest.mark.parametrize("name", ["docker", "dog_royal", "aquaretto"])
def test_slides_show_every_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slides, "KEY_EVERY", 8)
    pictures = play(name, 10)
    pictures.insert(3, pictures[2])
    made = make_slides(lambda step: pictures[step], len(pictures))
    for seen, picture in zip(show(made), pictures, strict=True):
        assert seen.tobytes() == picture.image.convert("RGB").tobytes()
    assert made[3].data == b"", "nothing changed"
    assert [step for step, slide in enumerate(made) if slide.whole] == [0, 8]


def test_pictures_of_two_sizes_are_refused() -> None:
    small, large = play("docker", 0)[0], Picture(Image.new("P", (10, 10)))
    with pytest.raises(ValueError, match="among pictures of"):
        make_slides(lambda step: (small, large)[step], 2)
