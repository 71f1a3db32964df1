"""The options of Aquaretto."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from games.aquaretto.words.names import ANIMAL
from games.text import T
from games.wording import Label

LeaveOut = Literal["random", "TUR", "HIP", "CRO", "PEN", "POL"]
_KINDS = {"random": T("by chance"), **ANIMAL}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The animal types that stay in the box (A-15).

    Three types stay out with 2 seats, two with 3, one with 4 and none with 5. The host names some of them; chance
    picks the rest.
    """

    leave_out: Annotated[
        LeaveOut,
        Label(T("First kind left out"), T("A kind of animal to leave out; if you name none, chance decides"), _KINDS),
    ] = "random"
    leave_out_2: Annotated[
        LeaveOut, Label(T("Second kind left out"), T("A second kind to leave out (2 or 3 players)"), _KINDS)
    ] = "random"
    leave_out_3: Annotated[
        LeaveOut, Label(T("Third kind left out"), T("A third kind to leave out (2 players)"), _KINDS)
    ] = "random"

    @property
    def named(self) -> tuple[str, ...]:
        """The types the host has chosen, in the order of the options."""
        return tuple(t for t in (self.leave_out, self.leave_out_2, self.leave_out_3) if t != "random")
