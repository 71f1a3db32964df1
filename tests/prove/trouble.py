"""The promises about presses, commands and servers in trouble."""

from __future__ import annotations

from tests.prove.promise import Promise

FAULTS, RAISED = "tests/play/test_faults.py", "tests/play/test_raised.py"
TWO = "tests/play/test_two_servers_in_trouble.py"
KICKS, STORMS = "tests/play/test_kicks.py", "tests/play/test_storms.py"
BUTTONS, MEMORY = "tests/client/test_released_buttons.py", "tests/client/test_memory.py"

TROUBLE = (
    Promise(
        "Faults under every press",
        "Requests cut, refused, lost, late or limited, under every press, choice, confirmed turn, form, command, typed "
        "move, suggestion, opening and change of channel in all four games, everything in a lobby, rematches and "
        "matches that open in a thread by themselves: the match goes on, its boards are in the channel once each, "
        "nobody is pinged more often than promised, and no message is false.",
        "{} actions of twelve kinds, each kind under each of 150 faults",
        "tests.play.test_faults:STEPS",
        (f"{FAULTS}::test_every_press_under_every_fault",),
        (
            f"{FAULTS}::test_a_board_that_is_posted_blindly_would_be_found",
            f"{FAULTS}::test_a_false_sentence_would_be_found",
            f"{FAULTS}::test_a_ping_too_many_would_be_found",
        ),
        "the bot does not look for a board whose answer was lost; it does not check whether an action was saved, or "
        "says so of every action; a person is pinged again and again",
    ),
    Promise(
        "Raised at each await",
        "An error at any await between a press and its answer: the match is the old or the new one, in memory as in "
        "the file, its board is in the channel once, what people read and a lobby's card says is true, and the match "
        "goes on.",
        "{} errors, in place of an await or after it, at the awaits of sixteen kinds of press and command by turns: "
        "turns of all four games, joining and starting, votes, taking back, resigning",
        "tests.play.test_raised:RAISED",
        (f"{RAISED}::test_an_error_at_each_await",),
        (f"{RAISED}::test_an_error_that_does_harm_would_be_seen",),
        "after an error the bot does not check whether the move was saved; a board not posted at once is given up; a "
        "lobby's card is not updated",
    ),
    Promise(
        "Live buttons",
        "The buttons, menus and forms of every released version work after a restart, or are answered kindly; no "
        "exception is unhandled.",
        "{} restarts, after each of them eight presses of every version",
        "tests.client.test_released_buttons:RESTARTS",
        (f"{BUTTONS}::test_every_released_version_has_its_buttons", f"{BUTTONS}::test_buttons_of_every_release_work"),
        (f"{BUTTONS}::test_a_misread_button_would_be_noticed",),
        "an action has got another name; custom ids have got a part more, or are read in another way",
    ),
    Promise(
        "Two servers",
        "A match that two servers share: the bot is removed from one of them, a channel is deleted or closed, Discord "
        "loses a server, a language is changed, the player to move leaves, on either side. The match goes on, or rests "
        "until the side is back, and both sides read the truth, each in its language.",
        "{} faults on either side, with a turn after each",
        "tests.play.test_two_servers_in_trouble:FAULTS",
        (f"{TWO}::test_faults_on_either_side",),
        (f"{TWO}::test_a_false_sentence_would_be_seen",),
        "the other side reads what the lost one would; a lost channel pauses nothing; one that is back resumes nothing",
    ),
    Promise(
        "Kicked and invited again",
        "Removed from a server and invited again, told of it, disconnected or down: the time of the removal is right, "
        "matches rest and go on, and after 30 days, not earlier, everything of the server is deleted.",
        "{} removals and invitations",
        "tests.play.test_kicks:KICKS",
        (f"{KICKS}::test_kicks_and_invitations",),
        (f"{KICKS}::test_a_removal_that_is_overlooked_would_be_seen",),
        "a removal is not recorded; it is not looked for; the return is not noticed; three weeks instead of 30 days",
    ),
    Promise(
        "Storm of 429",
        "A third of all requests is answered by 429, some several times, some for every route: no move is lost, its "
        "board is in the channel once, and the match goes on.",
        "{} turns",
        "tests.play.test_storms:TURNS",
        (f"{STORMS}::test_turns_in_a_storm_of_429",),
        (f"{STORMS}::test_a_board_lost_in_a_storm_would_be_missed",),
        "nothing is repeated after a 429, and a board that was held up is given up",
    ),
    Promise(
        "Closed direct messages",
        "Closed before, in or after a turn: moves count, clocks stand where nobody can be told, few requests are "
        "refused, and once they are open again the match goes on, with each board once.",
        "{} closings",
        "tests.play.test_storms:CLOSINGS",
        (f"{STORMS}::test_closed_direct_messages",),
        (f"{STORMS}::test_direct_messages_taken_for_open_would_be_seen",),
        "a reminder that cannot be sent pauses nothing; nothing checks whether messages are open again",
    ),
    Promise(
        "Flat memory",
        "However many strangers come and however long people play, memory grows no further once the bounded caches are "
        "full.",
        "{} interactions of as many people in a month, and an hour of turns, in virtual time",
        "tests.client.test_memory:INTERACTIONS",
        (f"{MEMORY}::test_memory_stays_flat_under_strangers", f"{MEMORY}::test_memory_stays_flat_under_load"),
        (f"{MEMORY}::test_a_dict_without_bounds_would_be_seen", f"{MEMORY}::test_a_cache_without_bounds_would_be_seen"),
        "a dict that keeps every interaction; a cache of every picture",
    ),
)
