"""The promises, with their tests, numbers, and the mutants that must fail."""

from __future__ import annotations

from msgspec import Struct


class Promise(Struct, frozen=True):
    """`number`: the tests made, `{}` standing for their number; `constant`: where that number is kept, as
    "module:NAME". `tests` and `mutants`: pytest ids; a mutant's test passes when the broken program was caught.
    """

    name: str
    text: str
    number: str
    constant: str
    tests: tuple[str, ...]
    mutants: tuple[str, ...]
    caught: str
    """The mutants in words."""


KILL, WEATHER = "tests/crash/test_kill.py", "tests/crash/test_weather.py"
WHOLE_LOG = "tests/security/test_whole_log.py"
TOKEN, BACKOFF = "tests/play/test_same_token.py", "tests/client/test_login_backoff.py"
STRANGERS, CLICKS = "tests/security/test_strangers.py", "tests/security/test_clicks.py"
TEXTS, LOGS, SEALS = "tests/security/test_texts.py", "tests/security/test_logs.py", "tests/security/test_seals.py"
LOST, PRESSURE = "tests/play/test_lost_places.py", "tests/client/test_back_pressure.py"
HEALTH, FILMS = "tests/client/test_health.py", "tests/client/test_film_worker.py"
WORKERS = "tests/matches/test_workers.py"
DAYS, TIMERS = "tests/days/test_days.py", "tests/days/test_timers.py"
PRIVACY, FORGOTTEN, CONTAINER = (
    "tests/matches/test_privacy.py",
    "tests/client/test_forgotten.py",
    "tests/project/test_container.py",
)
DOG, LEGIBLE = "tests/rendering/test_dog_royal.py", "tests/rendering/test_legible.py"
SECRETS = "tests/laws/test_secrets.py"
FAULTS = "tests/play/test_faults.py"
SUPPLY, WORLDS, RNG = "tests/security/test_supply.py", "tests/client/test_two_worlds.py", "tests/core/test_rng.py"
REST = "tests/riff_raff/test_rest.py"
BACKUP, RELEASED = "tests/data/test_backup.py", "tests/data/test_released.py"

PROMISES = (
    Promise(
        "Killed at any moment",
        "`kill -9`: no acknowledged move is lost, none counts twice, every committed board is posted, none twice.",
        "{} kills in each of five kinds of match, and at the steps of a move and of an opening",
        "tests.crash.test_kill:KILLS",
        (
            f"{KILL}::test_at_random_steps",
            f"{KILL}::test_at_every_step_of_a_move",
            f"{KILL}::test_while_a_match_is_opened",
        ),
        (f"{KILL}::test_mutants_are_caught", f"{KILL}::test_a_forgotten_decision_is_caught"),
        "acknowledge before commit; mark posted before posting; post without looking; no decision id",
    ),
    Promise(
        "Power cut",
        "A cut forgets what was not synced: nothing acknowledged is lost.",
        "{} cuts",
        "tests.crash.test_power:CUTS",
        ("tests/crash/test_power.py::test_nothing_acknowledged_is_lost",),
        ("tests/crash/test_power.py::test_with_less_syncing_something_is_lost",),
        "`synchronous=NORMAL`",
    ),
    Promise(
        "Foul weather",
        "5 % lost replies, 2 % 5xx, 1 % slower than 3 s, duplicates, reconnects with and without RESUME: no unhandled "
        "exception, no wrong state, in the end every move is on a board.",
        "{} interactions",
        "tests.crash.test_weather:INTERACTIONS",
        (f"{WEATHER}::test_weather",),
        (
            f"{WEATHER}::test_an_answer_that_was_given_before_would_be_an_error",
            f"{WEATHER}::test_a_board_that_is_never_posted_would_be_missed",
        ),
        "40060 is an error; no outbox",
    ),
    Promise(
        "Closed places",
        "However many channels are closed to us, Discord sees at most 500 refused requests in ten minutes, and no "
        "match is lost.",
        "{} matches, a day of sweeps",
        "tests.client.test_budget:CLOSED",
        ("tests/client/test_budget.py::test_a_day_of_closed_channels_stays_within_the_budget",),
        ("tests/client/test_budget.py::test_without_the_budget_discord_would_ban_the_bot",),
        "no budget",
    ),
    Promise(
        "Lost places",
        "Channel archived, locked, deleted, a permission or a message taken, bot kicked, server unavailable; "
        "before every kind of move, whether we are told of it or not, or between it and its board: nothing is lost, "
        "clocks stand where nobody can play, and when the place is back the board comes and the match goes on.",
        "{} combinations of place, move and moment",
        "tests.play.test_lost_places:COMBINATIONS",
        (f"{LOST}::test_lost_and_found",),
        (f"{LOST}::test_a_bot_that_loses_something_would_be_seen",),
        "a loss is not heard; what is back is not looked at; a board is given up",
    ),
    Promise(
        "Back-pressure",
        "Of a burst of moves only the newest boards are drawn, of one person's presses only a few stand before anybody "
        "else's, and workers take only so many questions.",
        "{} moves of one match at once, and as many presses of one person",
        "tests.client.test_back_pressure:CHANGES",
        (
            f"{PRESSURE}::test_of_a_burst_the_newest_board_is_drawn",
            f"{PRESSURE}::test_one_persons_presses_do_not_delay_anothers",
            f"{WORKERS}::test_only_so_many_wait_for_a_worker",
        ),
        (
            f"{PRESSURE}::test_drawing_superseded_boards_is_noticed",
            f"{PRESSURE}::test_without_the_limit_others_would_wait",
        ),
        "no board is overtaken; a person's presses have no end",
    ),
    Promise(
        "Hung workers",
        "A process for physics, pictures or films that stands still is killed and replaced, a computer player that "
        "thinks for ever is overruled, and the match goes on.",
        "{} times SIGSTOP",
        "tests.matches.test_workers:TIMES",
        (
            f"{WORKERS}::test_a_worker_that_stands_still_is_replaced",
            f"{WORKERS}::test_a_computer_player_that_thinks_for_ever_holds_up_nobody",
            f"{FILMS}::test_a_film_that_does_not_come_holds_up_no_board",
            "tests/play/test_painter.py::test_a_picture_that_is_never_done_is_given_up",
        ),
        (
            f"{WORKERS}::test_a_worker_that_is_not_replaced_is_noticed",
            f"{WORKERS}::test_a_worker_without_a_time_limit_is_noticed",
            f"{FILMS}::test_a_worker_that_is_kept_would_be_seen",
        ),
        "no limit of time; the worker that hung is asked again; a thinker is waited for",
    ),
    Promise(
        "Health",
        "/healthz and the heartbeat tell when event loop or database hang, and of nothing else; every figure follows "
        "what happens; failures are logged with their match and interaction.",
        "every figure",
        "",
        (HEALTH,),
        (
            f"{HEALTH}::test_a_bot_that_pretends_to_be_well_would_be_seen",
            f"{HEALTH}::test_a_figure_that_stands_still_would_be_seen",
        ),
        "the database is waited for or not asked; a heart of its own; each figure not fed",
    ),
    Promise(
        "Timers",
        "Whatever dies and restarts, each timer fires once, at most 60 s late; no jump of the clock costs a turn.",
        "{} timers",
        "tests.days.test_timers:TIMERS",
        (
            f"{TIMERS}::test_each_timer_fires_once_and_soon",
            f"{TIMERS}::test_no_jump_of_the_clock_costs_a_turn",
            f"{TIMERS}::test_deadlines_do_not_depend_on_time_zones",
        ),
        (
            f"{TIMERS}::test_timers_that_are_forgotten_late_or_fire_twice_are_noticed",
            f"{TIMERS}::test_a_jump_that_is_taken_for_time_would_be_seen",
        ),
        "a timer is forgotten, late, or fires twice; a jump is taken for time",
    ),
    Promise(
        "Weeks of play",
        "Whoever answers, sleeps, vanishes and returns: every match ends, nobody is called more often than promised, "
        "nobody loses a turn to our downtime.",
        "{} towns of up to fifty matches of each game",
        "tests.days.test_days:TOWNS",
        (f"{DAYS}::test_any_sequence_of_actions", f"{DAYS}::test_an_honest_bot_is_not_accused"),
        (f"{DAYS}::test_a_bot_that_breaks_a_promise_is_found_out",),
        "outages count; no grace; stand-ins stay; no timers; quiet hours, absences and counted calls ignored",
    ),
    Promise(
        "Two clicks at once",
        "The same person twice, or two people: exactly one effect.",
        "{} pairs",
        "tests.security.test_clicks:PAIRS",
        (f"{CLICKS}::test_of_two_clicks_one_counts",),
        (f"{CLICKS}::test_a_second_effect_would_be_seen",),
        "no lock, and the row is overwritten",
    ),
    Promise(
        "Two clicks through the socket",
        "The same, through discord.py and the sandbox.",
        "{} pairs",
        "tests.security.test_clicks:SOCKET_PAIRS",
        (f"{CLICKS}::test_of_two_clicks_through_the_socket_one_counts",),
        (f"{KILL}::test_a_forgotten_decision_is_caught",),
        "no decision id",
    ),
    Promise(
        "Exchanges in every order",
        "DOG Royal's simultaneous choices are all accepted and come to the same in every order.",
        "{} exchanges, up to six orders each",
        "tests.security.test_clicks:EXCHANGES",
        (f"{CLICKS}::test_exchanges_in_every_order",),
        (f"{CLICKS}::test_an_order_that_matters_would_be_seen",),
        "the last one to choose is remembered",
    ),
    Promise(
        "Full disk",
        "Nothing acknowledged is lost, and it goes on once there is space.",
        "{} points",
        "tests.crash.test_full:POINTS",
        ("tests/crash/test_full.py::test_nothing_acknowledged_is_lost_and_it_goes_on",),
        ("tests/crash/test_full.py::test_a_store_that_does_not_listen_is_caught",),
        "a store that does not listen",
    ),
    Promise(
        "Damaged file",
        "Never a silent start over damaged data; after a crash at most the newest commit is lost with its log.",
        "{} flipped bits in the file, a quarter as many in the log",
        "tests.data.test_damage:FLIPS",
        (
            "tests/data/test_damage.py::test_a_flipped_bit_is_never_accepted",
            "tests/data/test_damage.py::test_damage_in_the_log_on_the_side_costs_at_most_the_newest_commit",
        ),
        (
            "tests/data/test_damage.py::test_without_the_checksum_some_damage_goes_unnoticed",
            "tests/data/test_damage.py::test_without_the_check_of_the_log_more_is_lost",
        ),
        "no checksum; SQLite alone judges the log",
    ),
    Promise(
        "Second process",
        "On the same file it is turned away.",
        "{} tries",
        "tests.data.test_second:TRIES",
        ("tests/data/test_second.py::test_a_second_process_is_refused_each_time",),
        ("tests/data/test_second.py::test_without_the_lock_a_second_process_gets_in",),
        "no lock on the file",
    ),
    Promise(
        "One token, two processes",
        "With a file of its own each: every move counts once, in the file that knows the match, and both say what is "
        "wrong.",
        "each of them told first",
        "",
        (f"{TOKEN}::test_the_match_goes_on_and_both_processes_warn",),
        (f"{TOKEN}::test_a_press_that_is_dropped_would_be_missed",),
        "what was answered before is dropped",
    ),
    Promise(
        "Crash loop",
        "However often it crashes at once and is started again, the logins Discord allows a day are not used up.",
        "{} instant crashes",
        "tests.client.test_login_backoff:CRASHES",
        (f"{BACKOFF}::test_a_thousand_instant_crashes_stay_within_a_day_s_logins",),
        (f"{BACKOFF}::test_without_the_back_off_starts_exceed_the_limit",),
        "no time between two starts",
    ),
    Promise(
        "Migration",
        "Killed inside a migration, the file is the old or the new one.",
        "{} points",
        "tests.crash.test_migrating:POINTS",
        ("tests/crash/test_migrating.py::test_a_killed_migration_leaves_the_old_or_the_new_schema",),
        ("tests/crash/test_migrating.py::test_one_that_commits_each_statement_is_caught",),
        "every statement commits",
    ),
    Promise(
        "Backups under load",
        "A copy made while everybody writes is whole: each write answered before it began is in it, none partly, and "
        "nobody waits for it.",
        "{} backups",
        "tests.data.test_backup:COPIES",
        (f"{BACKUP}::test_a_copy_made_while_everybody_writes_is_whole",),
        (
            f"{BACKUP}::test_writes_are_answered_between_two_steps_of_a_copy",
            f"{BACKUP}::test_a_copy_that_is_not_whole_does_not_count",
        ),
        "the copy is made in one step; nobody inspects it",
    ),
    Promise(
        "Released versions",
        "A file of every released schema migrates without losing a row, after a backup; each of its matches replays "
        "to the stored state, and the running ones go on.",
        "every released schema, every match in its file",
        "",
        (
            f"{RELEASED}::test_matches_of_released_versions_can_be_played_on",
            f"{RELEASED}::test_a_migration_loses_no_row",
            f"{RELEASED}::test_a_backup_is_made_first",
        ),
        (
            f"{RELEASED}::test_without_a_backup_nothing_is_migrated",
            f"{RELEASED}::test_a_ply_that_counts_differently_would_be_seen",
        ),
        "no backup; a stored position that its plies do not lead to",
    ),
    Promise(
        "Strangers",
        "Who has no seat, or stands elsewhere: nothing changes, nothing hidden shows, nothing is unhandled.",
        "{} interactions, and every command in every channel",
        "tests.security.test_strangers:PRESSES",
        (f"{STRANGERS}::test_strangers", f"{STRANGERS}::test_strangers_commands"),
        (f"{STRANGERS}::test_a_hole_would_be_found", f"{STRANGERS}::test_a_hole_in_a_command_would_be_found"),
        "nobody authorises; any number is an id; a view hides nothing",
    ),
    Promise(
        "Two worlds",
        "Positions that differ only in what somebody may not know are, for them, byte-identical: texts, components, "
        "pictures, alt texts, file names, suggestions, /replay, /film, /log, /report, and the log at DEBUG. Events and "
        "previews tell no secret.",
        "{} pairs, and every answer in one match of each game with secrets",
        "tests.client.test_two_worlds:PAIRS",
        (
            f"{WORLDS}::test_the_other_world_looks_the_same",
            f"{WORLDS}::test_every_answer_is_the_same_in_both_worlds",
            SECRETS,
        ),
        (
            f"{WORLDS}::test_a_leak_would_be_seen",
            f"{WORLDS}::test_a_leaking_answer_would_be_seen",
            f"{SECRETS}::test_mutant_a_view_that_hides_nothing_is_caught",
            f"{SECRETS}::test_mutant_a_view_that_forgets_one_field_is_caught",
            f"{SECRETS}::test_mutant_an_event_that_tells_a_secret_is_caught",
        ),
        "a view hides nothing, in menus and in answers; it forgets one field; an event tells a secret",
    ),
    Promise(
        "Logs",
        "At DEBUG, no card of a hand, no seed of a running match, no token.",
        "{} modules of tests that play through the sandbox, and turns of each game",
        "tests.security.test_whole_log:MODULES",
        (f"{LOGS}::test_no_secret_is_written", f"{WHOLE_LOG}::test_no_secret_is_written_by_any_test"),
        (
            f"{LOGS}::test_a_written_secret_would_be_found",
            f"{WHOLE_LOG}::test_a_secret_that_is_written_would_be_found",
        ),
        "a change logs its match; a committed move is logged with its code; discord.py says everything",
    ),
    Promise(
        "Hostile texts",
        "Mentions, markup, masked links, bidi, zalgo, line breaks: only intended mentions parse, the layout holds.",
        "{} names",
        "tests.security.test_texts:NAMES",
        (f"{TEXTS}::test_hostile_names_and_texts",),
        (f"{TEXTS}::test_a_name_with_an_effect_would_be_seen",),
        "names as they are; texts as they are",
    ),
    Promise(
        "Whole games",
        "Random matches of every game with every option end within their limit and break no invariant of their rules.",
        "{} matches of each game",
        "tests.docker.test_playouts:GAMES",
        (
            "tests/docker/test_playouts.py",
            "tests/dog_royal/test_laws.py::test_playouts_end_and_conserve",
            "tests/aquaretto/test_playouts.py",
            "tests/riff_raff/test_rules.py::test_27_pieces_and_cards_are_conserved",
        ),
        (),
        "–",
    ),
    Promise(
        "Legible",
        "At 400 px pieces are at least 12 px, letters 10, in private close-ups 22 (what they show besides, the court "
        "of DOG Royal and the ship of Riff Raff, as on public boards); nothing overlaps, is cut or shortened: in every "
        "look, with moves, in previews, in the largest states there are.",
        "{} random positions of each game, in four languages",
        "tests.rendering.legible:POSITIONS",
        (
            "tests/rendering/test_legibility_docker.py",
            "tests/rendering/test_legibility_aquaretto.py",
            "tests/rendering/test_legibility_riff_raff.py",
            f"{DOG}::test_nothing_leaves_the_canvas",
            f"{DOG}::test_no_text_meets_another",
            f"{DOG}::test_no_sentence_is_cut_short",
            f"{DOG}::test_no_piece_hides_the_letter_of_another",
            f"{DOG}::test_no_number_hides_a_letter",
            f"{DOG}::test_no_number_is_hidden",
            f"{DOG}::test_seats_lie_clear_of_everything_else",
            f"{DOG}::test_everything_is_large_enough_for_a_phone",
        ),
        (f"{LEGIBLE}::test_illegible_pictures_are_noticed",),
        "letters a fifth smaller; sentences three times as long; everything 60 pixels aside",
    ),
    Promise(
        "A ship at rest",
        "Riff Raff: what is stored stays. Settled again with nothing loaded, no piece moves more than 0.5 mm and none "
        "falls; at most one settle in a thousand reaches the limit; nothing overlaps, floats or is lost.",
        "{} settles from whole games",
        "tests.riff_raff.test_rest:SETTLES",
        (
            f"{REST}::test_a_stored_ship_is_at_rest",
            f"{REST}::test_pieces_beside_the_middle_line_stay",
            f"{REST}::test_friction_on_a_yard",
        ),
        (f"{REST}::test_mutant_the_contacts_of_boxes_let_them_walk",),
        "cargo of boxes, as it was",
    ),
    Promise(
        "Even chances",
        "χ² over rolls and shuffles.",
        "{} rolls and as many shuffles",
        "tests.core.test_rng:DRAWS",
        (f"{RNG}::test_below_is_uniform", f"{RNG}::test_shuffles_are_uniform"),
        (f"{RNG}::test_a_loaded_die_would_be_seen", f"{RNG}::test_a_naive_shuffle_would_be_seen"),
        "a die folded from eight sides; the naive shuffle",
    ),
    Promise(
        "Seals",
        "A match verifies against its secret, and against no other.",
        "{} matches of all games",
        "tests.security.test_seals:MATCHES",
        (f"{SEALS}::test_seals",),
        (f"{SEALS}::test_a_seal_that_proves_nothing_would_be_seen",),
        "the secret is not looked at",
    ),
    Promise(
        "Privacy",
        "Who is forgotten is in no table and no log; a server that left is purged from every table after 30 days.",
        "every table",
        "",
        (PRIVACY, FORGOTTEN),
        (
            f"{PRIVACY}::test_a_table_that_is_left_out_is_noticed",
            f"{PRIVACY}::test_a_row_that_stays_is_noticed",
            f"{FORGOTTEN}::test_an_identifying_line_would_be_found",
        ),
        "each table left out; a purge that leaves each table's rows; the id in a line of the log",
    ),
    Promise(
        "Faults under every press",
        "Requests cut, refused, lost, late or limited, under every kind of press and command: the match goes on, its "
        "boards are in the channel once each, and nothing false is said.",
        "{} presses and commands, each under one of 150 faults",
        "tests.play.test_faults:STEPS",
        (f"{FAULTS}::test_every_press_under_every_fault",),
        (f"{FAULTS}::test_a_board_that_is_posted_blindly_would_be_found",),
        "after a lost answer nobody looks for the board",
    ),
    Promise(
        "Supply chain",
        "Every file by its hash, every licence one that may ship, no SQL made of strings, bandit's rules on.",
        "every package, every module",
        "",
        (SUPPLY,),
        (
            f"{SUPPLY}::test_a_missing_hash_would_be_seen",
            f"{SUPPLY}::test_another_licence_would_be_seen",
            f"{SUPPLY}::test_such_sql_would_be_seen",
        ),
        "a missing hash; a GPL package; a statement in an f-string",
    ),
    Promise(
        "Container",
        "Runs with a read-only root and without a single capability, and writes only to its volume and tmp.",
        "every line of the Dockerfile",
        "",
        (CONTAINER,),
        (f"{CONTAINER}::test_an_image_that_writes_elsewhere_would_be_seen",),
        "the database elsewhere; the heartbeat elsewhere",
    ),
)

NOT_PROVED = """\
## What is not proved

All of this ran against the sandbox, which is our own reading of Discord's documentation and of its OpenAPI description.
**Real Discord was not used**: its timing, its rate limits as they really are, what its clients show, and everything its
documentation does not say are outside these proofs. Further outside:

* a disk that lies about syncing, and damage inside a running process's memory;
* the guesses of somebody who has the machine or its backups: hands and secrets lie in the database file;
* known vulnerabilities of packages: `uv audit` asks an advisory service; where this page was written, none could be
  reached;
* damage to the newest commit in the log a crash leaves behind, which cannot be told from what the crash cut off;
* a place where only *Attach Files* is missing and nobody told us: a reminder is accepted there, so one turn may be lost
  before the match rests;
* what players tell each other.

## To try once with a real token

1. Open a match in a text channel and one in a thread; play a turn of each game, on the desktop and on a phone.
2. Restart the bot between *Play* and *Confirm*, and again between two boards: buttons work, no board comes twice.
3. Take *Attach Files* from the bot in the middle of a match, press *Confirm*, give it back: the board comes.
4. Archive, lock and delete a thread with a match; remove the bot from a server and invite it again.
5. Press a button twice as fast as you can, and on two devices at once.
6. Leave a private panel open for 20 minutes, then press *Confirm*: the answer says what to do.
7. Look at a board, its alt text and a private hand with a second account of the same server and of another one.
8. Name an account `@everyone **x** [a](https://example.com)` and look at boards, cards and `/turns`.
9. Start a second process with the same token and another file: both say so, and no move is played twice.
10. Watch the metrics for a day: invalid requests, identifies left, acknowledgements over one second.
"""
