"""A worker process, which answers the requests of `Worker`: `python -m matches.machines.serving`.

It imports no asyncio, which would take five megabytes and a tenth of a second of CPU in every worker.
"""

from __future__ import annotations

import contextlib
import pickle
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


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until the pipe closes, for instance because the parent died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which stops the worker
    while head := questions.read(LENGTH.size):
        answer = frame(reply(questions.read(*LENGTH.unpack(head))))
        try:
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # the parent has died
            return


def reply(question: bytes) -> bytes:
    """Answer one request; errors become answers, so that the worker survives."""
    try:
        function, args, kwargs = pickle.loads(question)  # noqa: S301 - the parent's request
        return pickle.dumps((function(*args, **kwargs), "", ""))
    except BaseException as error:  # noqa: BLE001 - reported to the parent
        (failure, *_) = traceback.format_exception_only(error)
        return pickle.dumps((None, failure.strip(), traceback.format_exc()))


if __name__ == "__main__":
    for pipe in (sys.stdin.buffer, sys.stdout.buffer):
        widen_pipe(pipe)
    serve(sys.stdin.buffer, sys.stdout.buffer)
