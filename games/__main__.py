"""`python -m games`: the rules for tools and other people's programs, as JSON lines on standard input and output.

One request a line, one answer a line, one match at a time:

    {"do":"games"}
    {"do":"new","game":"docker","seats":2,"options":{},"seed":"64 hex digits"}
    {"do":"load","game":"docker","state":{…},"seed":"64 hex digits","seq":17}
    {"do":"legal","seat":0}
    {"do":"play","seat":0,"move":"code"}
    {"do":"view","seat":0}                          (null: what everybody may know)
    {"do":"choose","seat":0}
    {"do":"outcome"}

`new`, `load` and `play` answer with `state`, `seq`, `to_act`, `may_revise`, `events`, `outcome` and, as `nature`, the
codes of the moves nature made meanwhile. An error is `{"error":kind,"message":…}` and changes nothing; its kinds are
`bad_request`, `bad_options`, `illegal_move` and `bad_state` (the rules cannot go on from a loaded position).
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, BinaryIO, Final

import msgspec
from msgspec import Meta, Struct

import games
from games.core import NATURE, AnyGame, BadOptions, IllegalMove, Outcome, Seat
from games.nature import require_nature
from games.record import Ply, advance, begin
from games.rng import Rng

LONGEST_LINE: Final = 1 << 20
"""Bytes of a request; a longer one is refused."""

Seed = Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
Person = Annotated[int, Meta(ge=0, le=99)]
Seq = Annotated[int, Meta(ge=0, le=10**9)]


class BadRequest(Exception):
    """A request that makes no sense here."""


class Request(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What a line asks for."""


class Games(Request, frozen=True):
    """Which games there are."""


class New(Request, frozen=True):
    """Start a match."""

    game: str
    seats: int
    seed: Seed
    options: dict[str, Any] = {}


class Load(Request, frozen=True):
    """Go on from a position; `seq` is the number of the last ply made."""

    game: str
    state: msgspec.Raw
    seed: Seed
    seq: Seq


class Legal(Request, frozen=True):
    """What a seat may do."""

    seat: Person


class Play(Request, frozen=True):
    """Make a move."""

    seat: Person
    move: str


class View(Request, frozen=True):
    """What a seat (None: the public) may know."""

    seat: Person | None


class Choose(Request, frozen=True):
    """What the stand-in would do."""

    seat: Person


class Result(Request, frozen=True, tag="outcome"):
    """How the match ended."""


class Match(Struct, frozen=True):
    """A game in progress."""

    game: AnyGame
    state: Any
    secret: bytes
    seq: int


class Session:
    """One conversation. `answer` never raises, whatever the line."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._decoder = msgspec.json.Decoder(Games | New | Load | Legal | Play | View | Choose | Result)

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, as one line without its end."""
        kind, message = "bad_request", ""
        try:
            return msgspec.json.encode(self._done(self._decoder.decode(line)))
        except (BadRequest, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = str(error)
        except BadOptions as error:
            kind, message = "bad_options", str(error)
        except IllegalMove as error:
            kind, message = "illegal_move", str(error)
        except Exception as error:  # noqa: BLE001 - a loaded position may be any nonsense the types allow
            kind, message = "bad_state", f"{type(error).__name__}: {error}"
        return msgspec.json.encode({"error": kind, "message": message})

    def _done(self, request: Request) -> dict[str, Any]:
        match request:
            case Games():
                return {"games": [_described(games.load(name)) for name in games.names()]}
            case New():
                return self._started(request)
            case Load():
                game = _game(request.game)
                state = msgspec.json.decode(request.state, type=game.state_type)
                return self._settled(Match(game, state, bytes.fromhex(request.seed), request.seq))
        current = self._match
        if current is None:
            raise BadRequest("no match: start with new or load")
        game, state = current.game, current.state
        match request:
            case Legal(seat):
                return {"moves": [move.code for move in game.legal_moves(state, seat)] if _asked(current, seat) else []}
            case Play(seat, code):
                seq = current.seq + 1
                after = advance(game, state, Ply(seq, seat, code), current.secret)
                return self._settled(Match(game, after, current.secret, seq))
            case View(seat):
                if seat is not None and seat >= game.seats.stop:
                    raise BadRequest(f"{game.name} has no seat {seat}")
                return {"state": game.view(state, seat)}
            case Choose(seat):
                if not _asked(current, seat):
                    raise BadRequest(f"seat {seat} has nothing to decide now")
                rng = Rng(current.secret, f"choose-{seat}", current.seq)
                return {"move": game.choose(game.view(state, seat), seat, rng).code}
        return {"outcome": _outcome(game.outcome(state))}

    def _started(self, request: New) -> dict[str, Any]:
        game = _game(request.game)
        if request.seats not in game.seats:
            raise BadRequest(f"{game.name} has no {request.seats} seats")
        options = msgspec.convert(request.options, type=game.options_type)
        secret = bytes.fromhex(request.seed)
        return self._settled(Match(game, begin(game, request.seats, options, secret), secret, 0))

    def _settled(self, match: Match) -> dict[str, Any]:
        """Let nature move until a person must, keep the match and describe it."""
        game = match.game
        moved: list[str] = []
        while game.to_act(match.state) == (NATURE,) and len(moved) < game.ply_limit:
            seq = match.seq + 1
            code = require_nature(game.nature).decide(match.state, Rng(match.secret, "nature", seq)).code
            after = advance(game, match.state, Ply(seq, NATURE, code), match.secret)
            moved.append(code)
            match = Match(game, after, match.secret, seq)
        out = {
            "state": match.state,
            "seq": match.seq,
            "to_act": game.to_act(match.state),
            "may_revise": game.may_revise(match.state),
            "events": match.state.events,
            "outcome": _outcome(game.outcome(match.state)),
            "nature": moved,
        }
        self._match = match
        return out


def _game(name: str) -> AnyGame:
    if name not in games.names():
        raise BadRequest(f"no such game: {name!r}")
    return games.load(name)


def _asked(match: Match, seat: Seat) -> bool:
    return seat in match.game.to_act(match.state) or seat in match.game.may_revise(match.state)


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"ranking": outcome.ranking, "scores": outcome.scores}


def _described(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "command": game.command,
        "seats": list(game.seats),
        "version": game.version,
        "options": game.options_type(),
        "presets": dict(game.presets),
    }


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `requests` until it ends."""
    session = Session()
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
            answer = msgspec.json.encode({"error": "bad_request", "message": f"more than {LONGEST_LINE} bytes"})
        else:
            answer = session.answer(line)
        answers.write(answer + b"\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
