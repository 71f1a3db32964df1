"""The promises about both kinds of store, and about several processes on one."""

from __future__ import annotations

from tests.prove.promise import Promise

TWO, LEASES = "tests/client/test_two_posters.py", "tests/matches/test_leases.py"
UPDATES, COMPATIBLE = "tests/fleet/test_updates.py", "tests/data/test_compatible.py"
TROUBLE = "tests/fleet/test_faults.py"
PLAYERS = "tests/fleet/test_players.py::test_what_goes_wrong_is_noticed"
TAKEOVER = "tests/fleet/test_takeover.py"
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
        is_in_tenth=False,
    ),
    Promise(
        "Any process killed under load",
        "`kill -9` of any of three processes at random moments while people play in four channels: nothing that they "
        "saw is lost, no click counts twice, each committed board is in its channel once, and every match goes on.",
        "{} kills",
        "tests.fleet.test_faults:KILLS",
        (f"{TROUBLE}::test_processes_are_killed_at_random_moments",),
        (PLAYERS,),
        "a board is lost, or posted twice; its message is not recorded; a click is answered twice, or has two effects",
        is_in_tenth=False,
    ),
    Promise(
        "PostgreSQL killed under load",
        "The same while PostgreSQL is killed and started again.",
        "{} restarts",
        "tests.fleet.test_faults:RESTARTS",
        (f"{TROUBLE}::test_postgresql_is_killed_and_restarted",),
        (PLAYERS,),
        "the same",
        is_in_tenth=False,
    ),
    Promise(
        "Networks cut",
        "The same while the connections of a process to the database, or of all, are cut.",
        "{} cuts",
        "tests.fleet.test_faults:CUTS",
        (f"{TROUBLE}::test_connections_are_cut",),
        (PLAYERS,),
        "the same",
        is_in_tenth=False,
    ),
    Promise(
        "Networks paused",
        "The same while the network between a process and the database, or between all and it, stands still for "
        "1 to 30 seconds.",
        "{} pauses",
        "tests.fleet.test_faults:PAUSES",
        (f"{TROUBLE}::test_the_network_is_paused",),
        (PLAYERS,),
        "the same",
        is_in_tenth=False,
    ),
    Promise(
        "Takeover",
        "After `kill -9` of a process its shards are served by another one within 10 seconds; with a standby, a press "
        "is answered within 2 seconds.",
        "{} kills with a standby, and as many without",
        "tests.fleet.test_takeover:KILLS",
        (TAKEOVER,),
        (),
        "",
        is_in_tenth=False,
    ),
    Promise(
        "On PostgreSQL",
        "Everything that is tested about matches, weeks of play in towns, secret votes and plans, tables that two "
        "servers share, clicks at the same time, and what strangers may see and do, holds on PostgreSQL as on "
        "SQLite.",
        "{} files of tests, with the numbers of an ordinary run",
        "tests.data.test_suites_on_postgres:FILES",
        (f"{SUITES}::test_the_suites_pass_on_postgres",),
        (f"{SUITES}::test_a_store_that_keeps_nothing_is_noticed",),
        "the store forgets every transaction",
    ),
)
