"""The gallery: every game at its opening, middle and end, as the public and as one seat sees it, light and dark.

`python -m rendering.gallery [docs/gallery]` draws it, with a contact sheet a game, and asks ten questions about every
light picture, whose answers are read off the view the picture was drawn from (`questions`). A reader who has only the
picture at 400 px should know at least nine of them.

The positions come from one match a game, played by the stand-ins. Its record lies beside the pictures and is replayed
from then on, so that the gallery stays the same when a stand-in learns something or physics runs elsewhere; without a
record the match is played anew, always from the same secret. The comments `public` and `private` in a record mark the
plies after which the match is shown in the middle; they may be moved by hand to where more is to be seen.

To take part, a game needs a renderer and a module of questions, `rendering/gallery/<game>.py` with

    def public(view) -> Answers                  ten questions and their answers, seen by everybody
    def private(view, seat, moves) -> Answers    the same for the seat's own picture with its moves marked
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

import games
from games.core import NATURE, AnyGame, BadNotation, Move, Seat
from games.nature import require_nature
from games.record import Ply, Record, advance, begin, parse, replay, write
from games.rng import Rng, commitment
from rendering import Look, Picture, Strip, renderer
from rendering.drawing.sheet import indexed
from rendering.drawing.theme import theme
from rendering.drawing.warm import say

Stage = Literal["opening", "middle", "end"]
Sight = Literal["public", "private"]

STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)
LOOKS: Final = (Look(), Look(theme="dark"))
SEATS: Final = 4
CLOCK: Final = "23 h"
"""What the strip of a public picture says about the time left, while the match runs."""
NARROW: Final = 400
"""Width of the small pictures, in pixels: a phone held upright."""

_SECRET: Final = hashlib.sha256(b"lantern").digest()


def shown_games() -> tuple[str, ...]:
    """The games that take part: those of this repository that have a module of questions."""
    return tuple(name for name in games.own_names() if find_spec(f"{__name__}.{name}"))


class Shot(Struct, frozen=True):
    """One picture of the gallery before it is drawn: what is seen, and by whom."""

    game: str
    stage: Stage
    sight: Sight
    view: Any
    seat: Seat | None
    """The viewer; None: the public."""
    moves: tuple[Move, ...]
    """What the viewer may do, marked in a private picture."""

    def name(self, look: Look, /) -> str:
        """The picture's file below the gallery's folder, without its ending."""
        return f"{self.game}/{self.stage}-{self.sight}-{look.theme}"

    def draw(self, look: Look, /) -> Picture:
        """The picture in a look."""
        draw = renderer(self.game).draw
        if self.seat is not None:
            return draw(self.view, say=say, seat=self.seat, moves=self.moves, look=look)
        over = games.load(self.game).outcome(self.view) is not None
        return draw(self.view, say=say, look=look, strip=Strip(clock="" if over else CLOCK))


def play(game: AnyGame, /) -> Record:
    """The match of a game: stand-ins in four seats, default options. Takes half a minute where nature computes.

    Marked are the plies of the middle third after which the most has happened, and the next seat has the most choice.
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
    return Record(game.name, game.version, SEATS, options, commitment(_SECRET), _SECRET, marked)


def recorded(name: str, folder: Path, /) -> Record:
    """The match whose positions are shown: read from `folder`, or played and written there. Raises BadNotation."""
    path = folder / name / "match.txt"
    if path.exists():
        return parse(path.read_text("utf-8"))
    record = play(games.load(name))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write(record), "utf-8")
    return record


def shots(record: Record, /) -> list[Shot]:
    """The six pictures of a match: three stages, each in public and as the seat sees it that is to decide.

    At the end nobody decides, so the winner looks. Raises BadNotation for a record that does not mark its middle.
    """
    game, states, out = games.load(record.game), replay(record), []
    for stage in STAGES:
        for sight in SIGHTS:
            state = {"opening": states[0], "middle": states[_marked(record, sight)], "end": states[-1]}[stage]
            if sight == "public":
                out.append(Shot(record.game, stage, sight, game.view(state, None), None, ()))
                continue
            outcome = game.outcome(state)
            seat = outcome.winners[0] if outcome else game.to_act(state)[0]
            own = game.view(state, seat)
            out.append(Shot(record.game, stage, sight, own, seat, tuple(game.legal_moves(own, seat))))
    return out


def _marked(record: Record, sight: Sight) -> int:
    """After how many plies the record wants to be shown in the middle."""
    for number, ply in enumerate(record.plies, 1):
        if ply.comment == sight:
            return number
    raise BadNotation(f"no ply of the {record.game} record has the comment {sight!r}")


def narrow(picture: Picture, game: str, look: Look, /) -> Image.Image:
    """A picture as a phone shows it, `NARROW` wide, in the same palette."""
    width, height = picture.size
    small = picture.image.convert("RGB").resize((NARROW, height * NARROW // width), Image.Resampling.BOX)
    return indexed(small, theme(game, look))
