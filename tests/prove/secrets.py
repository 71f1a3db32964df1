"""The promises about secrets, and the table of features and of the tests that keep their secrets."""

from __future__ import annotations

from typing import Final

from tests.prove.promise import Promise

LAWS, DEALT = "tests/laws/test_secrets.py", "tests/laws/test_worlds.py"
WORLDS, PRESSED = "tests/client/test_two_worlds.py", "tests/client/test_two_worlds_pressed.py"
PLANS, PRIVACY = "tests/client/test_secret_plans.py", "tests/matches/test_privacy.py"

SECRETS: Final = (
    Promise(
        "Two worlds",
        "Two positions that a player cannot tell apart give this player byte-identical answers of every kind.",
        "{} pairs, and every answer in one match of each game",
        "tests.client.test_two_worlds:PAIRS",
        (
            f"{WORLDS}::test_the_other_world_looks_the_same",
            f"{WORLDS}::test_every_answer_is_the_same_in_both_worlds",
            f"{PRESSED}::test_nothing_that_can_be_pressed_tells_a_secret",
            LAWS,
        ),
        (
            f"{WORLDS}::test_a_leak_would_be_seen",
            f"{WORLDS}::test_a_leaking_answer_would_be_seen",
            f"{PRESSED}::test_mutant_a_trial_of_the_true_cards_is_caught",
            f"{PRESSED}::test_mutant_a_view_that_hides_nothing_is_caught",
            f"{LAWS}::test_mutant_a_view_that_hides_nothing_is_caught",
            f"{LAWS}::test_mutant_a_view_that_forgets_one_field_is_caught",
            f"{LAWS}::test_mutant_an_event_that_tells_a_secret_is_caught",
        ),
    ),
    Promise(
        "Two histories",
        "In two matches that went alike as far as a player can tell, they are shown, told and advised the same.",
        "{} histories of each game, and of each level of computer player, a tenth as many of a strong one",
        "tests.laws.test_worlds:WORLDS",
        (
            f"{DEALT}::test_what_is_shown_is_the_same_in_both_worlds",
            f"{DEALT}::test_a_computer_player_chooses_the_same_in_both_worlds",
            f"{DEALT}::test_a_picture_is_the_same_in_both_worlds",
        ),
        (
            f"{DEALT}::test_mutant_a_fault_of_any_game_is_caught",
            f"{DEALT}::test_mutant_a_view_that_shows_how_much_a_seat_remembers_is_caught",
        ),
        is_in_tenth=False,
    ),
    Promise(
        "Dealt anew",
        "What is dealt anew for somebody follows from what they know and from secret random numbers alone.",
        "{} positions of each game with secrets",
        "tests.laws.test_worlds:WORLDS",
        (
            f"{DEALT}::test_what_is_dealt_anew_depends_on_nothing_hidden",
            f"{DEALT}::test_a_view_and_its_state_are_dealt_anew_alike",
            f"{DEALT}::test_an_analysis_is_the_same_in_both_worlds",
            "tests/project/test_dealing.py",
        ),
        (
            f"{DEALT}::test_mutant_a_permutation_of_the_true_tiles_is_caught",
            f"{DEALT}::test_mutant_a_permutation_of_the_true_cards_is_caught",
            f"{DEALT}::test_mutant_a_guess_that_knows_whether_a_gift_is_held_is_caught",
            f"{DEALT}::test_mutant_a_ping_from_the_true_cards_is_caught",
            f"{DEALT}::test_mutant_an_analysis_of_the_true_cards_is_caught",
        ),
    ),
)

KEPT_BY: Final = (
    (
        "boards, panels, menus, autocomplete, alt texts",
        "hands, piles, choices of others",
        f"{WORLDS}::test_the_other_world_looks_the_same",
    ),
    (
        "views, sentences, menus, previews, and whether a move takes effect at once",
        "the same, in histories found from the rules alone",
        f"{DEALT}::test_what_is_shown_is_the_same_in_both_worlds",
    ),
    ("pictures", "the same", f"{LAWS}::test_two_states_a_seat_cannot_tell_apart_give_the_same_picture"),
    ("previews and drafts", "the same", f"{LAWS}::test_a_preview_tells_no_secret"),
    (
        "*Try it*",
        "hands, piles; the random numbers of the trial",
        f"{DEALT}::test_what_is_dealt_anew_depends_on_nothing_hidden",
    ),
    (
        "every place that deals the unseen anew",
        "hidden things, and the random numbers of another place",
        "tests/project/test_dealing.py::test_the_places_that_deal_are_known",
    ),
    ("plans", "that somebody has one, and when it was made", f"{PLANS}::test_nobody_else_is_sent_anything_of_a_plan"),
    ("*Suggest a move*", "hands, piles", "tests/laws/test_hints.py::test_a_hint_uses_no_secret"),
    ("*Why not?*", "the same", "tests/laws/test_why_not.py::test_a_refused_wish_names_its_rule_without_secrets"),
    ("computer players, stand-ins", "the same", f"{LAWS}::test_no_computer_player_uses_a_secret"),
    (
        "analysis",
        "refused while the match runs",
        "tests/matches/test_analysis.py::test_only_a_finished_match_is_analysed",
    ),
    ("puzzles", "hands, piles of the position", "tests/laws/test_puzzles.py::test_nothing_hidden_is_told"),
    (
        "films, *Replay*, *What has happened*, the record for a bug report, *My matches as files*",
        "moves made in secret, until the match is over",
        f"{WORLDS}::test_every_answer_is_the_same_in_both_worlds",
    ),
    (
        "votes, links, everything else that can be pressed",
        "hands, piles",
        f"{PRESSED}::test_nothing_that_can_be_pressed_tells_a_secret",
    ),
    (
        "held turns: who is pinged",
        "all hands, the mover's too",
        f"{DEALT}::test_what_is_dealt_anew_depends_on_nothing_hidden",
    ),
    (
        "seats that change hands, votes of a channel",
        "a second hand, to somebody who has seen one, also after *Forget me*",
        "tests/matches/test_looks.py::test_no_order_of_acts_shows_two_hands_to_one_person",
    ),
    (
        "the same in Riff Raff",
        "a seat that has yet to choose, to somebody who knows a chosen card, until the reveal",
        "tests/matches/test_looks.py::test_a_chosen_card_bars_a_vote_and_a_vote_bars_a_seat_until_the_reveal",
    ),
    ("the copy of one's own data", "random numbers of trials", f"{PRIVACY}::test_a_copy_contains_no_random_numbers"),
    (
        "logs at DEBUG",
        "hands, piles, secrets of running matches",
        "tests/security/test_logs.py::test_no_secret_is_written",
    ),
)
"""Features that show a position, the secrets they must keep, and the test of each."""

BY_FEATURE: Final = "\n".join(
    [
        "## Secrets, by feature",
        "",
        "| feature | what it must not tell | test |",
        "|---|---|---|",
        *(f"| {feature} | {secret} | `{test}` |" for feature, secret, test in KEPT_BY),
    ]
)
