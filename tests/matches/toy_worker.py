"""A worker that knows the toy game; TOY_NATURE says how its nature fails."""

from __future__ import annotations

import os
import runpy
import time
from typing import Any

from tests.toy.game import Wind
from tests.toy.registered import register_toy


def misbehave(kind: str) -> Any:
    def nature(*_: Any) -> None:
        match kind:
            case "fail":
                raise ArithmeticError("no wind")
            case "hang":
                time.sleep(60)
            case "die":
                os._exit(3)
            case "babble":
                os.write(1, b"whoosh\n")

    return nature


if __name__ == "__main__":
    if kind := os.environ.get("TOY_NATURE"):
        Wind.decide = misbehave(kind)  # type: ignore[method-assign]
    with register_toy():
        runpy.run_module("matches.machines.serving", run_name="__main__")
