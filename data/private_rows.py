"""Rows of private data about a match in progress: notebooks and ballots."""

from __future__ import annotations

from msgspec import Struct


class NotebookRow(Struct, frozen=True):
    """A person's notebook of a match, as JSON (`matches.plans.plan.Notebook`).

    `looked`: the seq up to which its plan was reviewed; None: there is no plan. `due_at`: when to make the planned
    turn.
    """

    match_id: int
    user_id: int
    notebook: str
    looked: int | None = None
    due_at: float | None = None


class BallotRow(Struct, frozen=True):
    """How somebody without a seat votes in a crowd: the people of a channel who together play a seat. `draft`: codes
    they have chosen for the `decision`; `choice`: codes they have voted for, at the time `at`. `voted`: the last
    decision before this one on which they voted.
    """

    match_id: int
    user_id: int
    decision: int
    draft: str = "[]"
    choice: str | None = None
    at: float | None = None
    voted: int | None = None
