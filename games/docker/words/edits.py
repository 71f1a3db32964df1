"""Name the changes that correct a position of Docker."""

from __future__ import annotations

from games.docker.editing import RESERVE
from games.docker.state import COLOURS
from games.docker.words.names import cube_name
from games.editing import name_turn, read_turn
from games.text import T, Text


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    source, target = code.split(">")
    cube = (
        T("{colour} from the reserve", colour=cube_name(source))
        if source in COLOURS
        else T("Top cube of {square}", square=source)
    )
    return cube, T("back to the reserve") if target == RESERVE else T("to {square}", square=target)
