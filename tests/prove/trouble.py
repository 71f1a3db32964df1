"""The promises about presses, commands and servers in trouble."""

from __future__ import annotations

from tests.prove.promise import Promise

FAULTS, RAISED = "tests/play/core/test_faults.py", "tests/play/core/test_raised.py"
TWO = "tests/play/two_servers/test_two_servers_in_trouble.py"
KICKS, STORMS = "tests/play/places/test_kicks.py", "tests/play/core/test_storms.py"
BUTTONS, MEMORY = "tests/client/test_released_buttons.py", "tests/client/test_memory.py"

TROUBLE = (
    Promise(
        "Faults under every press",
        "Requests cut, refused, lost, late or limited, under every action: boards once, no false message.",
        "{} actions of twelve kinds, each kind under 150 faults",
        "tests.play.core.test_faults:STEPS",
        (f"{FAULTS}::test_every_press_under_every_fault",),
        (
            f"{FAULTS}::test_a_board_that_is_posted_blindly_would_be_found",
            f"{FAULTS}::test_a_false_sentence_would_be_found",
            f"{FAULTS}::test_a_ping_too_many_would_be_found",
        ),
    ),
    Promise(
        "Raised at each await",
        "After an error at any await the match is the old or the new one, and what people read is true.",
        "{} errors at the awaits of sixteen kinds of press and command",
        "tests.play.core.test_raised:RAISED",
        (f"{RAISED}::test_an_error_at_each_await",),
        (f"{RAISED}::test_an_error_that_does_harm_would_be_seen",),
    ),
    Promise(
        "Live buttons",
        "Buttons, menus and forms of every release work after a restart, or are answered kindly.",
        "{} restarts, with eight presses of every version",
        "tests.client.test_released_buttons:RESTARTS",
        (f"{BUTTONS}::test_every_released_version_has_its_buttons", f"{BUTTONS}::test_buttons_of_every_release_work"),
        (f"{BUTTONS}::test_a_misread_button_would_be_noticed",),
    ),
    Promise(
        "Two servers",
        "Whatever happens to one of two servers at a table, the match goes on or rests, and both read the truth.",
        "{} faults on either side, with a turn after each",
        "tests.play.two_servers.test_two_servers_in_trouble:FAULTS",
        (f"{TWO}::test_faults_on_either_side",),
        (f"{TWO}::test_a_false_sentence_would_be_seen",),
    ),
    Promise(
        "Kicked and invited again",
        "A removal is noticed, matches rest and go on, and data is deleted after 30 days, not earlier.",
        "{} removals and invitations",
        "tests.play.places.test_kicks:KICKS",
        (f"{KICKS}::test_kicks_and_invitations",),
        (f"{KICKS}::test_a_removal_that_is_overlooked_would_be_seen",),
    ),
    Promise(
        "Storm of 429",
        "A third of all requests is answered by 429: no move is lost, its board is in the channel once.",
        "{} turns",
        "tests.play.core.test_storms:TURNS",
        (f"{STORMS}::test_turns_in_a_storm_of_429",),
        (f"{STORMS}::test_a_board_lost_in_a_storm_would_be_missed",),
    ),
    Promise(
        "Closed direct messages",
        "Moves count, clocks stand where nobody can be told, and the match goes on once they open.",
        "{} closings",
        "tests.play.core.test_storms:CLOSINGS",
        (f"{STORMS}::test_closed_direct_messages",),
        (f"{STORMS}::test_direct_messages_taken_for_open_would_be_seen",),
    ),
    Promise(
        "Flat memory",
        "However many strangers come and however long people play, memory grows no further.",
        "{} interactions in a month, and an hour of turns",
        "tests.client.test_memory:INTERACTIONS",
        (f"{MEMORY}::test_memory_stays_flat_under_strangers", f"{MEMORY}::test_memory_stays_flat_under_load"),
        (f"{MEMORY}::test_a_dict_without_bounds_would_be_seen", f"{MEMORY}::test_a_cache_without_bounds_would_be_seen"),
        is_in_tenth=False,
    ),
)
