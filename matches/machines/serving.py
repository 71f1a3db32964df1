"""A worker process, which answers the requests of `Worker`: `python -m matches.machines.serving`.

Each request and answer begins with its lane in one byte: there is at most one request in each. A long request may take
breaks (`take_break`), in which the process answers what has been asked meanwhile.

It imports no asyncio, which would take five megabytes and a tenth of a second of CPU in every worker.
"""

from __future__ import annotations

import contextlib
import io
import pickle
import select
import signal
import struct
import sys
import traceback
from typing import BinaryIO, Final

LENGTH: Final = struct.Struct(">I")
"""The bytes before each request and answer, which say how long it is."""

WIDE: Final = 256 * 1024
"""Bytes that a pipe of a worker holds: more than a picture has, so that a picture is written and read at once."""


def widen_pipe(pipe: BinaryIO) -> None:
    """Let a pipe hold `WIDE` bytes instead of the usual 64 KiB, if the system allows it."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError):  # no pipe, or the user's share of memory for pipes is used up
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, WIDE)


def frame(data: bytes) -> bytes:
    """Put the length of a request or an answer before it."""
    return LENGTH.pack(len(data)) + data


_serving: list[tuple[io.RawIOBase, BinaryIO]] = []
"""The pipes of this process, once it serves."""


def serve(questions: io.RawIOBase, answers: BinaryIO) -> None:
    """Answer requests until the pipe closes, for instance because the parent died. `questions`: unbuffered, so that
    `take_break` sees what waits in it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which stops the worker
    _serving[:] = [(questions, answers)]
    while _serve_one(questions, answers):
        pass


def take_break() -> None:
    """Answer what has been asked since this request began. Between the frames of a film, boards come first."""
    for questions, answers in _serving:
        while sys.platform != "win32" and select.select([questions], [], [], 0)[0]:  # Windows selects only sockets
            if not _serve_one(questions, answers):
                return


def _serve_one(questions: io.RawIOBase, answers: BinaryIO) -> bool:
    """Answer the next request. Returns False if the parent has died."""
    head = _read(questions, LENGTH.size)
    question = _read(questions, *LENGTH.unpack(head)) if head else b""
    if not question:
        return False
    answer = frame(question[:1] + reply(question[1:]))
    try:
        answers.write(answer)
        answers.flush()
    except BrokenPipeError:
        return False
    return True


def _read(pipe: io.RawIOBase, length: int) -> bytes:
    """Read exactly so many bytes; b"" where the pipe has closed."""
    found = b""
    while len(found) < length:
        more = pipe.read(length - len(found))
        if not more:
            return b""
        found += more
    return found


def reply(question: bytes) -> bytes:
    """Answer one request; errors become answers, so that the worker survives."""
    try:
        function, args, kwargs = pickle.loads(question)  # noqa: S301 - the parent's request
        return pickle.dumps((function(*args, **kwargs), "", ""))
    except BaseException as error:  # noqa: BLE001 - reported to the parent
        (failure, *_) = traceback.format_exception_only(error)
        return pickle.dumps((None, failure.strip(), traceback.format_exc()))


if __name__ == "__main__":
    from matches.machines import serving  # requests import this module by its name, not as `__main__`

    for pipe in (sys.stdin.buffer, sys.stdout.buffer):
        widen_pipe(pipe)
    serving.serve(io.FileIO(0), sys.stdout.buffer)
