"""Keep analyses of finished matches short, for tests."""

from __future__ import annotations

import pytest

from matches.coaching import analysis


def shorten_analyses(patch: pytest.MonkeyPatch, **limits: int) -> None:
    """Lower the limits of an analysis; `limits`: others of `matches.coaching.analysis` to change."""
    few = {"PLIES_OF_CURVE": 1, "PLIES_OF_COMPARISON": 1, "_FEWEST": 1, "MOST_CHOICES": 6}
    for name, value in {**few, **limits}.items():
        patch.setattr(analysis, name, value)
