"""The promises about both kinds of store, and about several processes on one."""

from __future__ import annotations

from tests.prove.promise import Promise

TWO, LEASES = "tests/client/test_two_posters.py", "tests/matches/test_leases.py"
UPDATES, COMPATIBLE = "tests/fleet/test_updates.py", "tests/data/test_compatible.py"
SUITES = "tests/data/test_suites_on_postgres.py"

STORES = (
    Promise(
        "Two processes",
        "Two processes on one database, either kind: every committed board is posted once, also if one of them dies "
        "or is slow; a timer runs once, a computer player moves once, nature is computed once; no wish is lost.",
        "{} owed boards of a process that dies",
        "tests.client.test_two_posters:BOARDS",
        (TWO, LEASES),
        (
            f"{TWO}::test_without_claims_a_board_would_be_posted_twice",
            f"{LEASES}::test_without_claims_nature_would_be_computed_twice",
        ),
        "nothing is claimed",
    ),
    Promise(
        "Killed side by side",
        "`kill -9` of two processes that post boards of one PostgreSQL database: a third one posts the rest as soon as "
        "their leases have ended, and each board is in its channel once.",
        "{} kills of two processes, with 20 owed boards each",
        "tests.crash.test_posters_killed:KILLS",
        ("tests/crash/test_posters_killed.py",),
        (f"{TWO}::test_without_claims_a_board_would_be_posted_twice",),
        "nothing is claimed",
    ),
    Promise(
        "Updates without a lost click",
        "Two processes are replaced one after the other by a version with another migration, which is made while the "
        "older ones go on and people play in four channels: every click is answered, none counts twice, and each "
        "board is in its channel once.",
        "{} updates under load, each with an expansion of the schema",
        "tests.fleet.test_updates:UPDATES",
        (f"{UPDATES}::test_updates_cost_no_click_and_no_click_counts_twice", COMPATIBLE),
        (
            f"{UPDATES}::test_a_process_that_stops_at_once_would_be_noticed",
            f"{COMPATIBLE}::test_other_migrations_would_be_seen",
        ),
        "a process that ends without handing over; migrations that rename, remove or fill something",
    ),
    Promise(
        "On PostgreSQL",
        "Everything that is tested about matches, and weeks of play in towns, holds on PostgreSQL as on SQLite. Tests "
        "that look into the file itself are left out.",
        "{} files of tests, with the numbers of an ordinary run",
        "tests.data.test_suites_on_postgres:FILES",
        (f"{SUITES}::test_the_suites_pass_on_postgres",),
        (f"{SUITES}::test_a_store_that_keeps_nothing_is_noticed",),
        "the store forgets every transaction",
    ),
)
