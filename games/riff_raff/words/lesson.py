"""A guided loading of Riff Raff in six decisions, on a ship that leans to port."""

from __future__ import annotations

from typing import Final

from games.lesson import Choice, Lesson, Step
from games.text import T

_CARGO: Final = "ship=2.553,0.0 serial=2 cargo=1:crate@5:0.0173,4.0018,10.396,0.999977,0.0,0.0,0.006758"
_BALANCED: Final = (
    "ship=0.222,0.0 cargo=1:crate@5:0.0173,4.0018,10.396,0.999977,0.0,0.0,0.006758;"
    "2:crate@6:0.0173,-3.998,10.396,0.999977,0.0,0.0,0.006758"
)
_REST: Final = "chest*2+bottle*2+boat*2+barrel*2+sailor*2+plank*2"
_LEANING: Final = f"supplies=set*2;crate+{_REST}+rat*2 {_CARGO}"
_TURN: Final = f"seats=2 captain=0 shown=6;3 order=0,1 announced=1 {_LEANING}"

_STEPS: Final = (
    Step(
        f"seats=2 phase=select {_LEANING}",
        T("The number of your card is the area you load. Balance the crate on area 5."),
        (
            Choice("card/5", why_not=T("The crate lies there already.")),
            Choice("card/6"),
            Choice("card/10", why_not=T("The right side, but at the top the ship tips easily.")),
        ),
        T("The highest card also makes you captain: you begin."),
    ),
    Step(
        f"{_TURN} phase=piece",
        T("Which piece balances a crate?"),
        (
            Choice("rat", why_not=T("Far too light.")),
            Choice("sailor", why_not=T("Still too light.")),
            Choice("crate"),
        ),
        T("Right: heavy pieces belong low down."),
    ),
    Step(
        f"{_TURN} phase=spot loading=crate/-/-/-/-",
        T("Letters count the steps from the mast. The other crate lies on H2."),
        (
            Choice("spot/D2", why_not=T("Too near the mast to balance.")),
            Choice("spot/H2"),
            Choice("spot/A2", T("Beside the mast: A2")),
        ),
        T("Equal weights balance at equal distances."),
    ),
    Step(
        f"{_TURN} phase=pose loading=crate/H2/-/-/-",
        T("How do you set the crate down?"),
        (
            Choice("pose/flat@45", why_not=T("Turned like that, its corners stick out.")),
            Choice("pose/flat@0"),
        ),
        T("Flat is safest."),
    ),
    Step(
        f"{_TURN} phase=hands loading=crate/H2/flat@0/-/-",
        T("Two hands are steadier. With one, the other is free to catch."),
        (
            Choice("one/starboard", why_not=T("The free hand could catch, but one hand sets down less exactly.")),
            Choice("both"),
        ),
        T("The ship lies level: the crate holds."),
    ),
    Step(
        "seats=2 round=2 phase=announce captain=0 shown=8;3 order=0,1"
        f" supplies=crate+{_REST}+rat*2;crate+{_REST}+rat {_BALANCED};rat@8/F2/belly@90",
        T("In the next round you load area 8. One piece or two? If you announce two, you must load both."),
        (
            Choice("load/2", why_not=T("High up, begin with one piece.")),
            Choice("load/1"),
        ),
        T("Pieces that fall come back to you. You win when your supply is empty."),
    ),
)


def lesson() -> Lesson:
    """Return the guided loading."""
    return Lesson(_STEPS, seats=2)
