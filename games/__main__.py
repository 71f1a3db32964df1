"""`python -m games`: offer the rules to other programs, over JSON lines on standard input and output.

Each line is a request and is answered by one line. A session holds one match at a time:

    {"do":"games"}
    {"do":"new","game":"docker","seats":2,"options":{},"seed":"64 hex digits"}
    {"do":"load","game":"docker","state":{…},"seed":"64 hex digits","seq":17}
    {"do":"legal","seat":0}
    {"do":"play","seat":0,"move":"code"}
    {"do":"view","seat":0}                          (null: the public view)
    {"do":"choose","seat":0}
    {"do":"outcome"}

The answer to `new`, `load` and `play` has `state`, `seq`, `to_act`, `may_revise`, `events`, `outcome` and `nature`: the
codes of the moves that nature made afterwards. `load` drops the events of the state. An error is
`{"error":kind,"message":…}` and changes nothing. Its kind is `bad_request`, `bad_options`, `illegal_move` or
`bad_state` (the loaded position is impossible, or the rules cannot continue from it).
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, BinaryIO, Final

import msgspec
from msgspec import Meta, Struct, structs

import games
from games.core import NATURE, AnyGame, BadNotation, BadOptions, IllegalMove, Outcome, Seat
from games.nature import require_nature
from games.record import Ply, advance, begin
from games.rng import Rng

LONGEST_LINE: Final = 1 << 20
"""Most bytes of a request; longer ones are refused."""

LONGEST_MESSAGE: Final = 500
"""Most characters of the message of an error, which may quote the request."""

Seed = Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Seq = Annotated[int, Meta(ge=0, le=10**9)]


class BadRequest(Exception):
    """A request that is malformed or does not suit the session."""


class Request(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A request; `do` names its kind."""


class Games(Request, frozen=True):
    """List the games."""


class New(Request, frozen=True):
    """Start a match."""

    game: str
    seats: int
    seed: Seed
    options: dict[str, Any] = {}


class Load(Request, frozen=True):
    """Go on from a position. `seq` is the number of its last ply."""

    game: str
    state: msgspec.Raw
    seed: Seed
    seq: Seq


class Legal(Request, frozen=True):
    """List the legal moves of a seat."""

    seat: SeatNumber


class Play(Request, frozen=True):
    """Make a move."""

    seat: SeatNumber
    move: str


class View(Request, frozen=True):
    """Show the view of a seat (None: the public)."""

    seat: SeatNumber | None


class Choose(Request, frozen=True):
    """Choose the computer player's move for a seat."""

    seat: SeatNumber


class Result(Request, frozen=True, tag="outcome"):
    """Show the result of the match."""


class Match(Struct, frozen=True):
    """A match in progress."""

    game: AnyGame
    state: Any
    secret: bytes
    seq: int


class Session:
    """A session with one program. `answer` never raises."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._decoder = msgspec.json.Decoder(Games | New | Load | Legal | Play | View | Choose | Result)

    def answer(self, line: bytes) -> bytes:
        """Answer one line; the answer has no line break at its end."""
        kind, message = "bad_request", ""
        try:
            return msgspec.json.encode(self._perform(self._decoder.decode(line)))
        except (BadRequest, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = str(error)
        except BadOptions as error:
            kind, message = "bad_options", str(error)
        except IllegalMove as error:
            kind, message = "illegal_move", str(error)
        except BadNotation as error:
            kind, message = "bad_state", str(error)
        except Exception as error:  # noqa: BLE001 - the game of a pack may not check positions
            kind, message = "bad_state", f"{type(error).__name__}: {error}"
        return msgspec.json.encode({"error": kind, "message": message[:LONGEST_MESSAGE]})

    def _perform(self, request: Request) -> dict[str, Any]:
        match request:
            case Games():
                return {"games": [_describe(games.load(name)) for name in games.names()]}
            case New():
                return self._start(request)
            case Load():
                game = _find_game(request.game)
                state = msgspec.json.decode(request.state, type=game.state_type)
                game.check(state)
                state = structs.replace(state, events=())
                return self._run_nature(Match(game, state, bytes.fromhex(request.seed), request.seq))
        current = self._match
        if current is None:
            raise BadRequest("no match: start with new or load")
        game, state = current.game, current.state
        match request:
            case Legal(seat):
                return {
                    "moves": [move.code for move in game.legal_moves(state, seat)] if _may_act(current, seat) else []
                }
            case Play(seat, code):
                seq = current.seq + 1
                after = advance(game, state, Ply(seq, seat, code), current.secret)
                return self._run_nature(Match(game, after, current.secret, seq))
            case View(seat):
                if seat is not None and seat >= game.seats.stop:
                    raise BadRequest(f"{game.name} has no seat {seat}")
                return {"state": game.view(state, seat)}
            case Choose(seat):
                if not _may_act(current, seat):
                    raise BadRequest(f"seat {seat} has nothing to decide now")
                rng = Rng(current.secret, f"choose-{seat}", current.seq)
                return {"move": game.choose(game.view(state, seat), seat, rng).code}
        return {"outcome": _format_outcome(game.outcome(state))}

    def _start(self, request: New) -> dict[str, Any]:
        game = _find_game(request.game)
        if request.seats not in game.seats:
            raise BadRequest(f"{game.name} has no {request.seats} seats")
        options = msgspec.convert(request.options, type=game.options_type)
        secret = bytes.fromhex(request.seed)
        return self._run_nature(Match(game, begin(game, request.seats, options, secret), secret, 0))

    def _run_nature(self, match: Match) -> dict[str, Any]:
        """Let nature move until a seat is to act, keep the match and describe it."""
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
            "outcome": _format_outcome(game.outcome(match.state)),
            "nature": moved,
        }
        self._match = match
        return out


def _find_game(name: str) -> AnyGame:
    if name not in games.names():
        raise BadRequest(f"no such game: {name!r}")
    return games.load(name)


def _may_act(match: Match, seat: Seat) -> bool:
    return seat in match.game.to_act(match.state) or seat in match.game.may_revise(match.state)


def _format_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"ranking": outcome.ranking, "scores": outcome.scores}


def _describe(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "command": game.command,
        "seats": list(game.seats),
        "version": game.version,
        "options": game.options_type(),
        "presets": dict(game.presets),
    }


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer the lines of `requests` until it ends."""
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
