"""The promises about time: timers, and weeks of play."""

from __future__ import annotations

from tests.prove.promise import Promise

DAYS, TIMERS = "tests/days/test_days.py", "tests/days/test_timers.py"
EVERYTHING = "tests/days/test_everything.py"

WEEKS = (
    Promise(
        "Timers",
        "Through crashes and restarts each timer fires once, at most 60 s late; no jump of the clock costs a turn.",
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
        "a timer is forgotten, late, or fires twice; a jump counts as playing time",
    ),
    Promise(
        "Weeks of play",
        "People answer, sleep, leave and come back in any order: every match ends, nobody is pinged more often than "
        "promised, and nobody loses a turn to an outage of ours.",
        "{} towns of up to fifty matches of each game",
        "tests.days.simulation:TOWNS",
        (
            f"{DAYS}::test_promises_hold_in_any_sequence_of_actions",
            f"{DAYS}::test_the_unchanged_bot_passes_where_the_mutants_fail",
        ),
        (f"{DAYS}::test_mutants_that_break_a_promise_are_caught",),
        "outages count; no grace; stand-ins stay; no timers; quiet hours, absences and the count of pings ignored",
    ),
    Promise(
        "Weeks with everything",
        "Plans, clocks that rest at night and on weekends, live bursts and channels that vote, all in the same "
        "matches, while processes die: nobody loses a turn or is pinged more often than promised, no vote is lost, no "
        "plan or vote shows, nobody is told what is hidden from them, and every match that ends verifies.",
        "{} towns of twenty matches of each game",
        "tests.days.test_everything:TOWNS",
        (f"{EVERYTHING}::test_weeks_with_everything",),
        (
            f"{EVERYTHING}::test_a_broken_promise_would_be_seen",
            f"{DAYS}::test_a_clock_that_runs_at_night_would_be_seen",
            f"{DAYS}::test_broken_bursts_would_be_seen",
        ),
        "plans at night, at once, or that show; votes that show, are lost or end early; a view that hides nothing; "
        "clocks that run at night; bursts that cost time or in which people are reminded",
    ),
)
