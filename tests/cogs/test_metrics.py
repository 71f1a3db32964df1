"""The figures: what is counted, and for how long it counts."""

from __future__ import annotations

from prometheus_client import generate_latest

from cogs._metrics import WINDOW, Metrics


def test_invalid_requests_are_forgotten_after_ten_minutes() -> None:
    metrics = Metrics()
    for status in (200, 403, 429, 404, 401, 500):
        metrics.count(status, 100.0)
    assert metrics.invalid(100.0) == 3
    assert metrics.invalid(100.0 + WINDOW) == 3
    assert metrics.invalid(101.0 + WINDOW) == 0


def test_logins_are_counted_for_a_day() -> None:
    metrics = Metrics()
    for second in range(10):
        metrics.identified(float(second))
    assert b"slowboat_identifies_left 990.0" in generate_latest(metrics.registry)
    metrics.identified(86_500.0)
    assert b"slowboat_identifies_left 999.0" in generate_latest(metrics.registry)
