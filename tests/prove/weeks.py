"""The promises about time: timers, and weeks of play."""

from __future__ import annotations

from tests.prove.promise import Promise

DAYS, TIMERS = "tests/days/test_days.py", "tests/days/test_timers.py"
EVERYTHING = "tests/days/test_everything.py"

WEEKS = (
    Promise(
        "Timers",
        "Through crashes and clock jumps each timer fires once, at most 60 s late, and no turn is lost.",
        "{} timers",
        "tests.days.test_timers:TIMERS",
        (
            f"{TIMERS}::test_each_timer_fires_once_and_soon",
            f"{TIMERS}::test_no_jump_of_the_clock_costs_a_turn",
            f"{TIMERS}::test_deadlines_do_not_depend_on_time_zones",
        ),
        (
            f"{TIMERS}::test_timers_that_are_forgotten_late_or_fire_twice_are_noticed",
            f"{TIMERS}::test_mutant_a_clock_jump_that_counts_as_playing_time_is_caught",
        ),
    ),
    Promise(
        "Weeks of play",
        "Every match ends, nobody is pinged more than promised or loses a turn to an outage of ours.",
        "{} towns of up to fifty matches of each game",
        "tests.days.simulation:TOWNS",
        (
            f"{DAYS}::test_promises_hold_in_any_sequence_of_actions",
            f"{DAYS}::test_the_unchanged_bot_passes_where_the_mutants_fail",
        ),
        (f"{DAYS}::test_mutants_that_break_a_promise_are_caught",),
    ),
    Promise(
        "Weeks with everything",
        "The same with plans, resting clocks, live bursts and votes, while processes die.",
        "{} towns of twenty matches of each game",
        "tests.days.test_everything:TOWNS",
        (f"{EVERYTHING}::test_weeks_with_everything",),
        (
            f"{EVERYTHING}::test_a_broken_promise_would_be_seen",
            f"{DAYS}::test_a_clock_that_runs_at_night_would_be_seen",
            f"{DAYS}::test_broken_bursts_would_be_seen",
        ),
    ),
)
