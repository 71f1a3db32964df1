"""The options of Aquaretto."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LeaveOut = Literal["random", "TUR", "HIP", "CRO", "PEN", "POL"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The animal types that stay in the box (A-15).

    Three types stay out with 2 seats, two with 3, one with 4 and none with 5. The host names some of them; chance
    picks the rest.
    """

    leave_out: LeaveOut = "random"
    leave_out_2: LeaveOut = "random"
    leave_out_3: LeaveOut = "random"

    @property
    def named(self) -> tuple[str, ...]:
        """The types the host has chosen, in the order of the options."""
        return tuple(t for t in (self.leave_out, self.leave_out_2, self.leave_out_3) if t != "random")
