"""The output of `lens` and `trackcheck`, in both languages."""

import pytest

from api.cli.tasks.review import lens_lines, track_lines
from replays.review.trackcheck import with_observations
from tests.replays.library_sessions import LIBRARY, read

KONTOR = LIBRARY / "kontor" / "games" / "whole-game-four-players.record"
MAYFLOWER = LIBRARY / "mayflower" / "games" / "whole-game-3-players.record"
LENS = {
    "en": [
        "as agreed (* wins): AB 0  *CD 3",
        "KO-I-03=finish-turn    the game is not over: AB 0  CD 0, from line 209",
        "KO-I-24=not-placed     the same score, +3 findings, from line 183",
        "Under 1 other agreement nothing changes.",
    ],
    "fr": [
        "comme convenu (* gagne)\u00a0: AB 0  *CD 3",
        "KO-I-03=finish-turn    la partie n’est pas finie\u00a0: AB 0  CD 0, dès la ligne 209",
        "KO-I-24=not-placed     le même score, +3 constats, dès la ligne 183",
        "Sous 1 autre accord, rien ne change.",
    ],
}
TRACK = {
    "en": [
        "Ana counted 40 points; the rules give 87. The count went wrong before line 311, possibly at setup.",
        "  No single mistake explains it. What changed it:",
        "    309 animals of the plain at 6:4 (south, western half) +3 [MF-FINAL-5]",
        "Bo counted 42 points; the rules give 48. The count went wrong between lines 267 and 312.",
        "  1. line 309, unfinished farm at 6:14 or unfinished farm at 5:4: 0 instead of +6, forgotten (MF-FINAL-4)",
    ],
    "fr": [
        "Ana a compté 40 points\u202f; les règles donnent 87. L’écart apparaît avant la ligne 311, "
        "peut-être dès la mise en place.",
        "  Aucune erreur isolée ne l’explique. Ce qui l’a changé\u00a0:",
        "    309 animaux de la plaine en 6:4 (sud, moitié ouest) +3 [MF-FINAL-5]",
        "Bo a compté 42 points\u202f; les règles donnent 48. L’écart apparaît entre les lignes 267 et 312.",
        "  1. ligne 309, ferme inachevée en 6:14 ou ferme inachevée en 5:4\u00a0: 0 au lieu de +6, oubli (MF-FINAL-4)",
    ],
}


@pytest.mark.parametrize("lang", LENS)
def test_the_lens_says_what_an_agreement_changes_and_from_which_line(lang):
    asked = ("KO-I-24=not-placed", "KO-I-03=finish-turn", "KO-I-10=all-done")
    lines = list(lens_lines(read(KONTOR), lang, False, asked))

    assert [line for line in lines if not line.startswith("    ")] == LENS[lang]


@pytest.mark.parametrize("lang", TRACK)
def test_the_track_check_names_the_lines_and_causes_of_a_difference(lang):
    lines = list(track_lines(with_observations(read(MAYFLOWER), ["B points 40", "Y points 42"]), lang))

    assert (*lines[:3], *lines[-2:]) == tuple(TRACK[lang])
    assert lines[8] == "    …"
