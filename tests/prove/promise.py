"""The form of a promise."""

from __future__ import annotations

from msgspec import Struct


class Promise(Struct, frozen=True):
    """`text`: one line. `number`: the tests made, `{}` standing for their number; `constant`: where that number is,
    as "module:NAME". `tests` and `mutants`: pytest ids; a mutant's test passes when the broken program was caught.
    """

    name: str
    text: str
    number: str
    constant: str
    tests: tuple[str, ...]
    mutants: tuple[str, ...]
    is_in_tenth: bool = True
    """False: its tenth takes many minutes, so that only the suite and a full run test it."""
