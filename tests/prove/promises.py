"""The promises, with their tests, numbers, and the mutants that must fail."""

from __future__ import annotations

from tests.prove.promise import Promise
from tests.prove.secrets import SECRETS as SECRETIVE
from tests.prove.stores import STORES
from tests.prove.trouble import TROUBLE
from tests.prove.weeks import WEEKS

__all__ = ["PROMISES", "Promise"]


KILL, NETWORK = "tests/crash/test_kill.py", "tests/crash/test_network_faults.py"
WHOLE_LOG = "tests/security/test_whole_log.py"
TOKEN, BACKOFF = "tests/play/core/test_same_token.py", "tests/client/test_login_backoff.py"
STRANGERS, CLICKS = "tests/security/test_strangers.py", "tests/security/test_clicks.py"
TEXTS, LOGS, SEALS = "tests/security/test_texts.py", "tests/security/test_logs.py", "tests/security/test_seals.py"
LOST, PRESSURE = "tests/play/places/test_lost_places.py", "tests/client/test_back_pressure.py"
HEALTH, FILMS = "tests/client/test_health.py", "tests/client/test_film_worker.py"
WORKERS = "tests/matches/test_workers.py"
PRIVACY, FORGOTTEN, CONTAINER = (
    "tests/matches/test_privacy.py",
    "tests/client/test_forgotten.py",
    "tests/project/test_container.py",
)
DOG, LEGIBLE = "tests/rendering/test_dog_royal.py", "tests/rendering/test_legible.py"
SECRETS = "tests/laws/test_secrets.py"
SUPPLY, RNG = "tests/security/test_supply.py", "tests/core/test_rng.py"
REST = "tests/riff_raff/test_rest.py"
ZONES, BOUNDS = "tests/matches/test_zones.py", "tests/security/test_option_bounds.py"
RIGHTS = "tests/security/test_rights.py"
BACKGROUND = "tests/client/test_background.py"
BACKUP, RELEASED = "tests/data/test_backup.py", "tests/data/test_released.py"
RECORDED = "tests/data/test_recorded.py"
SHARED, CANDIDATES = "tests/play/replay/test_share_pages.py", "tests/riff_raff/test_candidates.py"

PROMISES = (
    Promise(
        "Killed at any moment",
        "After `kill -9` every acknowledged move counts once and every board is posted once.",
        "{} kills in each of five kinds of match, and at each step",
        "tests.crash.test_kill:KILLS",
        (
            f"{KILL}::test_kills_at_random_steps_lose_nothing",
            f"{KILL}::test_a_kill_at_any_step_of_a_move_loses_nothing",
            f"{KILL}::test_a_kill_while_a_match_is_opened_loses_nothing",
        ),
        (f"{KILL}::test_mutants_are_caught", f"{KILL}::test_a_forgotten_decision_is_caught"),
    ),
    Promise(
        "Power cut",
        "After a power cut, which loses unsynced writes, every acknowledged move is still there.",
        "{} cuts",
        "tests.crash.test_power:CUTS",
        ("tests/crash/test_power.py::test_nothing_acknowledged_is_lost",),
        ("tests/crash/test_power.py::test_with_less_syncing_something_is_lost",),
    ),
    Promise(
        "Faulty network",
        "Lost replies, errors, delays, duplicates and reconnects: no wrong state, every move on a board.",
        "{} interactions",
        "tests.crash.test_network_faults:INTERACTIONS",
        (f"{NETWORK}::test_network_faults_lose_nothing",),
        (
            f"{NETWORK}::test_an_error_for_a_repeated_answer_would_be_noticed",
            f"{NETWORK}::test_a_board_that_is_never_posted_would_be_missed",
        ),
    ),
    Promise(
        "Closed places",
        "Discord sees at most 500 refused requests in ten minutes, however many channels are closed.",
        "{} matches, a day of sweeps",
        "tests.client.test_budget:CLOSED",
        ("tests/client/test_budget.py::test_a_day_of_closed_channels_stays_within_the_budget",),
        ("tests/client/test_budget.py::test_without_the_budget_discord_would_ban_the_bot",),
    ),
    Promise(
        "Lost places",
        "A place is archived, deleted or forbidden, at any moment: clocks stop, and the match resumes later.",
        "{} combinations of place, move and moment",
        "tests.play.places.test_lost_places:COMBINATIONS",
        (f"{LOST}::test_a_lost_place_pauses_a_match_and_its_return_resumes_it",),
        (f"{LOST}::test_a_bot_that_loses_something_would_be_seen",),
    ),
    Promise(
        "Back-pressure",
        "Of a burst only the newest boards are drawn; one person's presses hardly delay others'.",
        "{} moves of one match, and as many presses of one person",
        "tests.client.test_back_pressure:CHANGES",
        (
            f"{PRESSURE}::test_of_a_burst_the_newest_board_is_drawn",
            f"{PRESSURE}::test_one_persons_presses_do_not_delay_anothers",
            f"{WORKERS}::test_the_queue_of_a_worker_is_bounded",
        ),
        (
            f"{PRESSURE}::test_drawing_superseded_boards_is_noticed",
            f"{PRESSURE}::test_without_the_limit_others_would_wait",
        ),
    ),
    Promise(
        "Hung workers",
        "A worker process that hangs is replaced, a stand-in moves for a silent computer player.",
        "{} times SIGSTOP",
        "tests.matches.test_workers:TIMES",
        (
            f"{WORKERS}::test_a_worker_that_stands_still_is_replaced",
            f"{WORKERS}::test_a_computer_player_that_never_answers_delays_nobody",
            f"{FILMS}::test_a_board_does_not_wait_for_a_film_that_hangs",
            "tests/play/board/test_painter.py::test_a_picture_that_is_never_done_is_given_up",
        ),
        (
            f"{WORKERS}::test_a_worker_that_is_not_replaced_is_noticed",
            f"{WORKERS}::test_a_worker_without_a_time_limit_is_noticed",
        ),
    ),
    Promise(
        "Health",
        "/healthz fails when the event loop or the database hangs, and only then; every metric is right.",
        "every figure",
        "",
        (HEALTH,),
        (
            f"{HEALTH}::test_mutant_a_health_check_that_always_passes_is_caught",
            f"{HEALTH}::test_mutant_a_metric_that_never_changes_is_caught",
        ),
    ),
    *WEEKS,
    Promise(
        "Two clicks at once",
        "The same person twice, or two people: exactly one effect.",
        "{} pairs",
        "tests.security.test_clicks:PAIRS",
        (f"{CLICKS}::test_of_two_clicks_one_counts",),
        (f"{CLICKS}::test_a_second_effect_would_be_seen",),
    ),
    Promise(
        "Two clicks through the socket",
        "The same, through discord.py and the sandbox.",
        "{} pairs",
        "tests.security.test_clicks:SOCKET_PAIRS",
        (f"{CLICKS}::test_of_two_clicks_through_the_socket_one_counts",),
        (f"{KILL}::test_a_forgotten_decision_is_caught",),
    ),
    Promise(
        "Exchanges in every order",
        "DOG Royal's simultaneous choices give the same result in every order.",
        "{} exchanges, up to six orders each",
        "tests.security.test_clicks:EXCHANGES",
        (f"{CLICKS}::test_exchanges_in_every_order",),
        (f"{CLICKS}::test_an_order_that_matters_would_be_seen",),
    ),
    Promise(
        "Full disk",
        "Nothing acknowledged is lost, and it goes on once there is space.",
        "{} points",
        "tests.crash.test_full:POINTS",
        ("tests/crash/test_full.py::test_nothing_acknowledged_is_lost_and_it_goes_on",),
        ("tests/crash/test_full.py::test_mutant_a_store_that_ignores_a_full_disk_is_caught",),
    ),
    Promise(
        "Damaged file",
        "The bot never starts silently on damaged data; a damaged log costs at most the newest commit.",
        "{} flipped bits, a quarter as many in the log",
        "tests.data.test_damage:FLIPS",
        (
            "tests/data/test_damage.py::test_a_flipped_bit_is_never_accepted",
            "tests/data/test_damage.py::test_damage_in_the_write_ahead_log_costs_at_most_the_newest_commit",
        ),
        (
            "tests/data/test_damage.py::test_without_the_checksum_some_damage_goes_unnoticed",
            "tests/data/test_damage.py::test_without_the_check_of_the_log_more_is_lost",
        ),
    ),
    Promise(
        "Second process",
        "A second process on the same file is refused.",
        "{} tries",
        "tests.data.test_second:TRIES",
        ("tests/data/test_second.py::test_a_second_process_is_refused_each_time",),
        ("tests/data/test_second.py::test_without_the_lock_a_second_process_gets_in",),
    ),
    Promise(
        "One token, two processes",
        "Two bots with one token: every move counts once, and both report the problem.",
        "either of them gets the event first",
        "",
        (f"{TOKEN}::test_the_match_goes_on_and_both_processes_warn",),
        (f"{TOKEN}::test_a_press_that_is_dropped_would_be_missed",),
    ),
    Promise(
        "Crash loop",
        "A bot that crashes at every start does not use up the logins of a day.",
        "{} instant crashes",
        "tests.client.test_login_backoff:CRASHES",
        (f"{BACKOFF}::test_a_thousand_instant_crashes_stay_within_a_day_s_logins",),
        (f"{BACKOFF}::test_without_the_back_off_starts_exceed_the_limit",),
    ),
    Promise(
        "Migration",
        "After a kill during a migration the file has the old schema or the new one.",
        "{} points",
        "tests.crash.test_migrating:POINTS",
        ("tests/crash/test_migrating.py::test_a_killed_migration_leaves_the_old_or_the_new_schema",),
        ("tests/crash/test_migrating.py::test_mutant_a_migration_that_commits_each_statement_is_caught",),
    ),
    Promise(
        "Backups under load",
        "A backup has every write acknowledged before it began, no half transaction, and delays nobody.",
        "{} backups",
        "tests.data.test_backup:COPIES",
        (f"{BACKUP}::test_a_copy_made_while_everybody_writes_is_whole",),
        (
            f"{BACKUP}::test_writes_are_answered_between_two_steps_of_a_copy",
            f"{BACKUP}::test_a_copy_that_is_not_whole_does_not_count",
        ),
    ),
    Promise(
        "Released versions",
        "A file of every release migrates without losing a row, and its matches replay and go on.",
        "every release, every match in its file",
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
    ),
    Promise(
        "Strangers",
        "People without a seat, or from another channel, change nothing and see nothing hidden.",
        "{} interactions, and every command in every channel",
        "tests.security.test_strangers:PRESSES",
        (f"{STRANGERS}::test_strangers", f"{STRANGERS}::test_strangers_commands"),
        (f"{STRANGERS}::test_a_hole_would_be_found", f"{STRANGERS}::test_a_hole_in_a_command_would_be_found"),
    ),
    *SECRETIVE,
    Promise(
        "Players without secrets",
        "A computer player chooses the same move in two worlds that its seat cannot tell apart.",
        "{} decisions, a tenth as many of a strong player",
        "tests.laws.test_secrets:CHOICES",
        (f"{SECRETS}::test_no_computer_player_uses_a_secret",),
        (f"{SECRETS}::test_mutant_a_computer_player_that_sees_everything",),
    ),
    Promise(
        "Logs",
        "At DEBUG, no card of a hand, no seed of a running match, no token.",
        "{} modules of tests, and turns of each game",
        "tests.security.test_whole_log:MODULES",
        (f"{LOGS}::test_no_secret_is_written", f"{WHOLE_LOG}::test_no_secret_is_written_by_any_test"),
        (
            f"{LOGS}::test_a_written_secret_would_be_found",
            f"{WHOLE_LOG}::test_a_secret_that_is_written_would_be_found",
        ),
    ),
    Promise(
        "Hostile texts",
        "Mentions, markup, masked links, bidi and zalgo in names do nothing and leave the layout intact.",
        "{} names",
        "tests.security.test_texts:NAMES",
        (f"{TEXTS}::test_hostile_names_and_texts",),
        (f"{TEXTS}::test_a_name_with_an_effect_would_be_seen",),
    ),
    Promise(
        "Whole games",
        "Random matches with every option end within their limit and break no invariant of their rules.",
        "{} matches of each game",
        "tests.docker.test_playouts:GAMES",
        (
            "tests/docker/test_playouts.py",
            "tests/dog_royal/test_laws.py::test_playouts_end_and_conserve",
            "tests/aquaretto/test_playouts.py",
            "tests/riff_raff/test_rules.py::test_27_pieces_and_cards_are_conserved",
        ),
        (
            "tests/docker/test_playouts.py::test_a_lost_cube_would_be_seen",
            "tests/dog_royal/test_laws.py::test_a_lost_card_would_be_seen",
            "tests/aquaretto/test_playouts.py::test_a_lost_tile_would_be_seen",
            "tests/riff_raff/test_rules.py::test_27_a_lost_piece_would_be_seen",
        ),
    ),
    Promise(
        "Legible",
        "At 400 px pieces and letters are large enough, and nothing overlaps or is cut off, in every look.",
        "{} positions of each game, in four languages",
        "tests.support.laws.pictures:POSITIONS",
        (
            "tests/laws/test_pictures.py::test_pictures_can_be_read_on_a_phone",
            "tests/rendering/test_docker.py::test_nothing_hides_a_glyph_or_a_name",
            "tests/rendering/test_aquaretto.py::test_no_piece_or_place_overlaps",
            "tests/rendering/test_riff_raff.py::test_nothing_in_the_water_is_cut",
            f"{DOG}::test_no_piece_hides_the_letter_of_another",
            f"{DOG}::test_no_number_hides_a_letter",
            f"{DOG}::test_no_number_is_hidden",
            f"{DOG}::test_seats_lie_clear_of_everything_else",
        ),
        (f"{LEGIBLE}::test_illegible_pictures_are_noticed",),
    ),
    Promise(
        "A ship at rest",
        "Riff Raff's stored cargo stays where it is, friction holds, and nothing overlaps, floats or is lost.",
        "{} settles under changing options, fewer under the default ones",
        "tests.riff_raff.test_rest:SETTLES",
        (
            f"{REST}::test_a_stored_ship_is_at_rest",
            f"{REST}::test_pieces_beside_the_middle_line_stay",
            f"{REST}::test_pieces_off_the_middle_line_stay_where_statics_says_so",
            f"{REST}::test_friction_on_a_yard",
            f"{REST}::test_a_hanging_sailor_holds",
            "tests/riff_raff/test_twins.py",
        ),
        (
            f"{REST}::test_mutant_pieces_made_of_boxes_walk_off",
            f"{REST}::test_mutant_cargo_that_is_never_put_back_creeps",
        ),
    ),
    Promise(
        "Even chances",
        "Rolls and shuffles are uniform (χ² test).",
        "{} rolls and as many shuffles",
        "tests.core.test_rng:DRAWS",
        (f"{RNG}::test_below_is_uniform", f"{RNG}::test_shuffles_are_uniform"),
        (f"{RNG}::test_a_loaded_die_would_be_seen", f"{RNG}::test_a_naive_shuffle_would_be_seen"),
    ),
    Promise(
        "Seals",
        "A match verifies against its secret, and against no other.",
        "{} matches of all games",
        "tests.security.test_seals:MATCHES",
        (f"{SEALS}::test_seals",),
        (f"{SEALS}::test_a_seal_that_proves_nothing_would_be_seen",),
    ),
    Promise(
        "Privacy",
        "Deleted people are in no table and no log; a server is purged 30 days after it removed the bot.",
        "every table",
        "",
        (PRIVACY, FORGOTTEN),
        (
            f"{PRIVACY}::test_a_table_that_is_left_out_is_noticed",
            f"{PRIVACY}::test_a_row_that_stays_is_noticed",
            f"{FORGOTTEN}::test_an_identifying_line_would_be_found",
        ),
    ),
    Promise(
        "Rights",
        "Every command and button works for those whom docs/rights.md names, and for nobody else.",
        "{} tries: every row of the page in every role",
        "tests.security.test_rights:TRIES",
        (f"{RIGHTS}::test_rights_are_those_of_the_page",),
        (f"{RIGHTS}::test_an_excessive_right_would_be_noticed",),
    ),
    Promise(
        "Bounds of options",
        "To any value of any option a command answers in a helpful sentence in the person's language.",
        "every option of every command, in three kinds of channel",
        "",
        (f"{BOUNDS}::test_every_value_is_answered",),
        (f"{BOUNDS}::test_a_value_that_breaks_something_would_be_seen",),
    ),
    Promise(
        "Time zones",
        "Around every clock change in every zone, quiet hours and deadlines are kept.",
        "{} zones",
        "tests.matches.clock_changes:ZONES",
        (
            f"{ZONES}::test_quiet_hours_end_by_the_clock_on_the_wall",
            f"{ZONES}::test_no_reminder_at_night_and_no_turn_lost",
        ),
        (
            f"{ZONES}::test_a_zone_that_is_ignored_would_be_seen",
            f"{ZONES}::test_a_reminder_at_night_would_be_seen",
        ),
    ),
    Promise(
        "Killed in the background",
        "A background task that dies starts again; /healthz names one that hangs.",
        "{} deaths of each of nine tasks",
        "tests.client.test_background:KILLS",
        (
            f"{BACKGROUND}::test_killed_loops_are_started_again",
            f"{BACKGROUND}::test_a_hanging_loop_is_reported",
            f"{BACKGROUND}::test_a_killed_writer_is_replaced",
            f"{BACKGROUND}::test_a_film_that_is_cut_short_is_drawn_again",
            f"{BACKGROUND}::test_a_backup_that_is_cut_short_is_made_again",
        ),
        (
            f"{BACKGROUND}::test_a_loop_that_is_not_started_again_would_be_missed",
            f"{BACKGROUND}::test_a_health_check_that_ignores_loops_would_be_seen",
            f"{BACKGROUND}::test_a_writer_that_is_not_replaced_would_be_missed",
        ),
    ),
    *STORES,
    *TROUBLE,
    Promise(
        "Supply chain",
        "Every file is pinned by its hash, every licence allows shipping, no SQL is built from strings.",
        "every package, every module",
        "",
        (SUPPLY,),
        (
            f"{SUPPLY}::test_a_missing_hash_would_be_seen",
            f"{SUPPLY}::test_another_licence_would_be_seen",
            f"{SUPPLY}::test_such_sql_would_be_seen",
        ),
    ),
    Promise(
        "Container",
        "Runs with a read-only root and no capability, and writes only to its volume and tmp.",
        "every line of the Dockerfile",
        "",
        (CONTAINER,),
        (f"{CONTAINER}::test_an_image_that_writes_elsewhere_would_be_seen",),
    ),
    Promise(
        "Recorded matches",
        "Matches recorded by each release come to the same positions and the same result today.",
        "{} matches",
        "tests.data.test_recorded:PLAYED",
        (
            f"{RECORDED}::test_every_released_version_has_recorded_matches",
            f"{RECORDED}::test_recorded_matches_replay_to_the_same_end",
        ),
        (
            f"{RECORDED}::test_a_changed_die_would_be_seen",
            f"{RECORDED}::test_a_move_that_is_no_longer_accepted_would_be_seen",
            f"{RECORDED}::test_other_rules_would_be_seen",
        ),
    ),
    Promise(
        "Offline replays",
        "The page that *Share* makes replays a match without a network, by keyboard, under 2 MB.",
        "{} matches of each game, by turns in four languages",
        "tests.support.play.share_pages:MATCHES",
        (f"{SHARED}::test_whole_matches_replay_offline_without_an_error",),
        (f"{SHARED}::test_a_fault_in_the_markup_is_found",),
    ),
    Promise(
        "Proposed loadings",
        "Every loading that Riff Raff proposes, and every small change to one, is a legal turn of its own.",
        "{} positions",
        "tests.riff_raff.test_candidates:POSITIONS",
        (f"{CANDIDATES}::test_every_candidate_and_every_change_is_a_legal_turn_of_its_own",),
        (),
    ),
    Promise(
        "Compiled rules",
        "Rules compiled by mypyc come to the same positions and menus as their sources.",
        "{} games",
        "tests.project.test_compiled:COUNT",
        ("tests/project/test_compiled.py",),
        ("tests/project/test_compiled.py::test_compiled_rules_of_other_sources_are_not_imported",),
    ),
)
