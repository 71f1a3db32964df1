"""Draw the gallery: each game at its opening, middle and end, as the public and as one seat sees it, light and dark.

`python -m rendering.gallery [docs/gallery]` draws the pictures and one contact sheet per game.

The positions come from one match per game, played by the stand-ins. Its record is kept beside the pictures and
replayed, so that the gallery stays the same when a stand-in changes or physics runs on another machine. Without a
record the match is played again, from the same secret. The comments `public` and `private` in a record mark the plies
after which the middle of the match is shown; move them by hand to plies where there is more to see.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

import games
from games.core import NATURE, AnyGame, BadNotation, Move, Seat
from games.nature import require_nature
from games.record import Ply, Record, advance, begin, parse, replay, write
from games.rng import Rng, compute_commitment
from games.text import Say
from rendering import Look, Picture, Strip, renderer
from rendering.drawing.frame import Chip
from rendering.drawing.palette_sheet import to_palette
from rendering.drawing.theme import theme
from rendering.english import say
from rendering.posters.hero import draw_hero

Stage = Literal["opening", "middle", "end"]
Sight = Literal["public", "private"]

STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)
LOOKS: Final = (Look(), Look(theme="dark"))
SEATS: Final = 4
CLOCK: Final = "23 h"
"""The time left, in the strip of a public picture while the match runs."""
NARROW: Final = 400
"""Width of the small pictures, in pixels: a phone held upright."""

_SECRET: Final = hashlib.sha256(b"lantern").digest()


class Shot(Struct, frozen=True):
    """One picture of the gallery before it is drawn."""

    game: str
    stage: Stage
    sight: Sight
    view: Any
    seat: Seat | None
    """The viewer; None: the public."""
    moves: tuple[Move, ...]
    """The viewer's legal moves, marked in a private picture."""

    def name(self, look: Look, /) -> str:
        """Return the path of the picture in the gallery's folder, without its extension."""
        return f"{self.game}/{self.stage}-{self.sight}-{look.theme}"

    def draw(self, look: Look, /, *, say: Say = say) -> Picture:
        """Draw the picture in a look."""
        draw = renderer(self.game).draw
        if self.seat is not None:
            return draw(self.view, say=say, seat=self.seat, moves=self.moves, look=look)
        over = games.load(self.game).outcome(self.view) is not None
        return draw(self.view, say=say, look=look, strip=Strip(clock="" if over else CLOCK))


def play_match(game: AnyGame, /) -> Record:
    """Play a match with stand-ins in four seats and default options. With physics this takes half a minute.

    Marks two plies of the middle third: `public` after the one with the most events, `private` where the next seat has
    the most legal moves.
    """
    options = game.options_type()
    states, plies = [begin(game, SEATS, options, _SECRET)], list[Ply]()
    while acting := game.to_act(states[-1]):
        state, seat, seq = states[-1], acting[0], len(states)
        if seat == NATURE:
            move = require_nature(game.nature).decide(state, Rng(_SECRET, "nature", seq))
        else:
            move = game.choose(game.view(state, seat), seat, Rng(_SECRET, "choose", seq))
        plies.append(Ply(seq, seat, move.code))
        states.append(advance(game, state, plies[-1], _SECRET))

    def choice(state: Any) -> int:
        return max(len(game.legal_moves(state, seat)) for seat in game.to_act(state))

    third = [seq for seq in range(len(plies) // 3, 2 * len(plies) // 3 + 1) if game.to_act(states[seq]) != (NATURE,)]
    marks = {max(third, key=lambda seq: choice(states[seq])): "private"}
    marks[max(set(third) - {*marks}, key=lambda seq: len(states[seq].events))] = "public"
    marked = tuple(replace(ply, comment=marks.get(ply.seq, "")) for ply in plies)
    return Record(game.name, game.version, SEATS, options, compute_commitment(_SECRET), _SECRET, marked)


def load_record(name: str, folder: Path, /) -> Record:
    """Read the match of a game from `folder`, or play it and write it there. Raises BadNotation."""
    path = folder / name / "match.txt"
    if path.exists():
        return parse(path.read_text("utf-8"))
    record = play_match(games.load(name))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write(record), "utf-8")
    return record


def list_shots(record: Record, /) -> list[Shot]:
    """List the six pictures of a match: three stages, each as the public and as the seat to act sees it.

    At the end the viewer is the winner. Raises BadNotation for a record that does not mark its middle.
    """
    game, states, out = games.load(record.game), replay(record), []
    for stage in STAGES:
        for sight in SIGHTS:
            state = {"opening": states[0], "middle": states[_find_mark(record, sight)], "end": states[-1]}[stage]
            if sight == "public":
                out.append(Shot(record.game, stage, sight, game.view(state, None), None, ()))
                continue
            outcome = game.outcome(state)
            seat = outcome.winners[0] if outcome else game.to_act(state)[0]
            own = game.view(state, seat)
            out.append(Shot(record.game, stage, sight, own, seat, tuple(game.legal_moves(own, seat))))
    return out


def draw_poster(name: str, /) -> Picture:
    """Draw the poster of a game with as many seats as it takes, one of them free."""
    game = games.load(name)
    seats = game.colours(game.seats[-1], game.options_type())
    chips = [Chip(colours, out=number == len(seats) - 1) for number, colours in enumerate(seats)]
    return draw_hero(name, chips, title=say(games.words(name).TITLE), say=say)


def _find_mark(record: Record, sight: Sight) -> int:
    """Find the number of the ply that a record marks."""
    for number, ply in enumerate(record.plies, 1):
        if ply.comment == sight:
            return number
    raise BadNotation(f"no ply of the {record.game} record has the comment {sight!r}")


def shrink(picture: Picture, game: str, look: Look, /) -> Image.Image:
    """Reduce a picture to `NARROW` pixels, as a phone shows it, in the same palette."""
    width, height = picture.size
    small = picture.image.convert("RGB").resize((NARROW, height * NARROW // width), Image.Resampling.BOX)
    return to_palette(small, theme(game, look))
