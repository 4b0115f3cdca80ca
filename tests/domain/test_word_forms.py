"""Articles, elision, contraction and agreement in sentences."""

import pytest

from domain.games import GAMES
from domain.words import kinds_of
from domain.words.grammar import elides

SEATS = {0: "Ana", 1: "Bo", 2: "Hélène"}


def fill(template, lang="fr", **facts):
    return GAMES["kontor"].speak(lang).fill(template, facts, SEATS)


@pytest.mark.parametrize("text", ["Ana", "épices", "Œdipe", "Hélène", "Yves", "une carte", "Élise"])
def test_a_vowel_and_a_mute_h_elide(text):
    assert elides(text)


@pytest.mark.parametrize("text", ["Bo", "Yann", "huit florins", "onze cartes", "haut", "1 carte", "", "-"])
def test_consonants_and_an_aspirated_h_do_not_elide(text):
    assert not elides(text)


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("les docks {a:de seat} et {b:de seat}", "les docks d’Ana et de Bo"),
        ("avant {a:que seat} et {b:que seat} jouent", "avant qu’Ana et que Bo jouent"),
        ("à {a:seat}, {h:à seat}, {p:à pile}", "à Ana, à Hélène, aux docks"),
        ("{p:de pile}, {q:de pile}", "des docks, de la pile de canaux"),
        ("{good:le good}, {good:du good}, {good:au good}", "les épices, des épices, aux épices"),
        ("{tea:le good}, {tea:du good}, {tea:au good}, {tea:de good}", "le thé, du thé, au thé, de thé"),
        ("{good:de good}", "d’épices"),
        ("{good:le good} ont été {good:good=pris/prise/pris/prises}", "les épices ont été prises"),
        ("{one:florin} {one:=donné/donnés}", "1 florin donné"),
        ("{none:florin} {none:=donné/donnés}", "0 florin donné"),
        ("{many:florin} {many:=donné/donnés}", "2 florins donnés"),
        ("{all:seats}", "Ana, Bo et Hélène"),
        ("{none:was_due}, {many:was_due}", "il n’en fallait pas, il en fallait 2"),
    ],
)
def test_french_forms(template, sentence):
    facts = {"a": 0, "b": 1, "h": 2, "p": "docks", "q": "canals", "good": "spice", "tea": "tea", "all": (0, 1, 2)}
    facts |= {"one": 1, "none": 0, "many": 2}

    assert fill(template, **facts) == sentence


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{one:a kind} and {other:a kind}", "an anchor and a dock"),
        ("{many:florin} {many:=was/were} due", "2 florins were due"),
        ("{single:florin} {single:=was/were} due", "1 florin was due"),
        ("{none:florin} {none:=was/were} taken", "no florins were taken"),
        ("{none:was_due}, {single:was_due}, {many:was_due}", "nothing was due, 1 was due, 2 were due"),
        ("{pairs:=was/were}", "was"),
        ("{all:seats}", "Ana and Bo"),
    ],
)
def test_english_forms(template, sentence):
    facts = {"one": "anchor", "other": "dock", "pairs": (("wine", 1),), "all": (0, 1)}
    facts |= {"single": 1, "none": 0, "many": 2}

    assert fill(template, "en", **facts) == sentence


def test_the_type_of_a_slot_is_that_without_form_and_agreement():
    kinds = kinds_of("{due:de seat} {count:florin} {count:=pris/pris} {cell}")

    assert kinds == {"due": "seat", "count": "florin", "cell": ""}
