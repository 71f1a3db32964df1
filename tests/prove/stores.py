"""The promises about both kinds of store, and about several processes on one."""

from __future__ import annotations

from tests.prove.promise import Promise

TWO, SHARED = "tests/client/test_two_posters.py", "tests/matches/test_processes.py"
UPDATES, COMPATIBLE = "tests/fleet/test_updates.py", "tests/data/test_compatible.py"
TROUBLE = "tests/fleet/test_faults.py"
PLAYERS = "tests/fleet/test_players.py::test_what_goes_wrong_is_noticed"
TAKEOVER = "tests/fleet/test_takeover.py"
SUITES = "tests/data/test_suites_on_postgres.py"

STORES = (
    Promise(
        "Two processes",
        "Two processes on one PostgreSQL database post each board, run each timer and move each machine once.",
        "{} owed boards of a process that dies",
        "tests.client.test_two_posters:BOARDS",
        (TWO, SHARED),
        (
            f"{TWO}::test_without_claims_a_board_would_be_posted_twice",
            f"{SHARED}::test_without_claims_nature_would_be_computed_twice",
        ),
    ),
    Promise(
        "Killed side by side",
        "After `kill -9` of two processes that post boards, a third one posts the rest, each once.",
        "{} kills of two processes, 20 owed boards each",
        "tests.crash.test_posters_killed:KILLS",
        ("tests/crash/test_posters_killed.py",),
        (f"{TWO}::test_without_claims_a_board_would_be_posted_twice",),
    ),
    Promise(
        "Updates without a lost click",
        "Two processes are replaced one after the other, with a migration: every click counts once.",
        "{} updates under load, each with a migration",
        "tests.fleet.test_updates:UPDATES",
        (f"{UPDATES}::test_updates_cost_no_click_and_no_click_counts_twice", COMPATIBLE),
        (
            f"{UPDATES}::test_a_process_that_stops_at_once_would_be_noticed",
            f"{COMPATIBLE}::test_other_migrations_would_be_seen",
        ),
        is_in_tenth=False,
    ),
    Promise(
        "Any process killed under load",
        "`kill -9` of any of three processes while people play: nothing lost, nothing twice.",
        "{} kills",
        "tests.fleet.test_faults:KILLS",
        (f"{TROUBLE}::test_processes_are_killed_at_random_moments",),
        (PLAYERS,),
        is_in_tenth=False,
    ),
    Promise(
        "PostgreSQL killed under load",
        "The same while PostgreSQL is killed and started again.",
        "{} restarts",
        "tests.fleet.test_faults:RESTARTS",
        (f"{TROUBLE}::test_postgresql_is_killed_and_restarted",),
        (PLAYERS,),
        is_in_tenth=False,
    ),
    Promise(
        "Networks cut",
        "The same while connections to the database are cut.",
        "{} cuts",
        "tests.fleet.test_faults:CUTS",
        (f"{TROUBLE}::test_connections_are_cut",),
        (PLAYERS,),
        is_in_tenth=False,
    ),
    Promise(
        "Networks paused",
        "The same while the network to the database stands still for 1 to 30 seconds.",
        "{} pauses",
        "tests.fleet.test_faults:PAUSES",
        (f"{TROUBLE}::test_the_network_is_paused",),
        (PLAYERS,),
        is_in_tenth=False,
    ),
    Promise(
        "Takeover",
        "After `kill -9` others serve within 10 seconds, a standby within 2.",
        "{} kills with a standby, and as many without",
        "tests.fleet.test_takeover:KILLS",
        (TAKEOVER,),
        (),
        is_in_tenth=False,
    ),
    Promise(
        "On PostgreSQL",
        "What is tested about matches, weeks, votes, shared tables, clicks and strangers holds there, too.",
        "{} files of tests",
        "tests.data.test_suites_on_postgres:FILES",
        (f"{SUITES}::test_the_suites_pass_on_postgres",),
        (f"{SUITES}::test_a_store_that_keeps_nothing_is_noticed",),
    ),
)
