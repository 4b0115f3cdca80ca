"""Findings of real records in words: title, facts and conclusion are short and do not repeat each other."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.words import LANGUAGES
from replays.audit import audit_of
from replays.finding_parts import TITLE_LENGTH
from replays.frames import replay_of
from replays.record_text import read_record
from tests.test_voice import mistakes

LIBRARY = Path("replays/library")
EVERY = 9  # of the records of a game, one in so many is read here
SHORT = 8  # letters of a text that may stand in two places, as a name or a number does


def findings(game, lang):
    paths = sorted((LIBRARY / game / "clauses").glob("*.record")) + sorted((LIBRARY / game / "readings").glob("*"))
    for path in paths[::EVERY]:
        session = read_record(path.read_text(encoding="utf-8"))[0]
        yield from ((path.stem, finding) for finding in audit_of(session, lang).findings)


def said_twice(finding):
    """Facts of a finding that its title or its conclusion says too, and a conclusion that repeats the title."""
    title, outcome = finding.title.lower(), finding.outcome.strip(".").lower()
    facts = [fact.value.lower() for fact in finding.details]
    pairs = [*((fact, title) for fact in facts), *((fact, outcome) for fact in facts), (outcome, title)]
    return [one for one, other in pairs if len(one) > SHORT and one in other and not one[0].isdigit()]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_title_facts_and_conclusion_do_not_repeat_each_other(game, lang):
    read = list(findings(game, lang))

    assert len(read) > 20
    assert not [(name, finding.title, twice) for name, finding in read if (twice := said_twice(finding))]


@pytest.mark.parametrize(("lang", "shown"), [("en", "Sheep 3"), ("fr", "Mouton 3")])
def test_a_value_read_off_the_table_is_in_its_sentence(lang, shown):
    text = (LIBRARY / "new-haven/regressions/a-pool-that-was-not-refilled.record").read_text(encoding="utf-8")
    frames = replay_of(read_record(text)[0], lang).frames

    assert [frame.says for frame in frames if frame.kind == "seen" and shown in frame.says]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_part_is_there_and_the_title_is_short(game, lang):
    for name, finding in findings(game, lang):
        assert len(finding.title) <= TITLE_LENGTH, (name, finding.title)
        assert finding.title[0] == finding.title[0].upper()
        assert finding.outcome.endswith("."), (name, finding.outcome)
        assert all(fact.label and fact.value for fact in finding.details), (name, finding.details)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_of_a_finding_is_whole_and_keeps_the_grammar(game, lang):
    words = GAMES[game].speak(lang)
    for name, finding in findings(game, lang):
        facts = [f"{fact.label} {fact.value}" for fact in finding.details]
        for text in (finding.title, finding.says, finding.concludes, finding.outcome, *facts):
            assert not mistakes(text, words) and not text.endswith((":", ",", ";", " ")), (name, text)


SAID = (  # sentences that were hard to read once, each with a record that leads to it
    ("kontor/clauses/KO-ROUND-2.broken", "en", "Black neither passed nor turned over a card"),
    ("kontor/clauses/KO-BOAT-3.broken-dock", "en", "the boat went to 1,1; it must move to a different canal"),
    ("kontor/clauses/KO-V-RANCUNES-1.broken", "en", "Black decided on sector 3,2 without a tavern in it"),
    ("kontor/clauses/KO-STORE-7.broken-lost", "en", "1 wine was taken from sector 1,1; its dock is still there"),
    ("kontor/clauses/KO-V-MAREE-1.broken-late", "en", "canal 52 was not placed directly after another canal"),
    ("kontor/clauses/KO-TAX-5.broken", "fr", "Red donne 1 florin à Black"),
    ("kontor/clauses/KO-MONEY-1.broken-again", "fr", "Red a pris 1 florin de revenu sans y avoir droit"),
    ("kontor/clauses/KO-V-LIBRE-2.broken", "fr", "Red n’a plus aucun dock en main; il en faut un de chaque"),
    ("kontor/clauses/KO-EV-INONDATION.broken-own", "fr", "Red n’avait pas d’entrepôt de thé à échanger en -1,-1"),
    ("mayflower/clauses/MF-MULTI-1.broken", "en", "Red calls for the city at 3:3 (west) to be scored"),
    (
        "mayflower/clauses/MF-RETURN-1.broken-minority",
        "en",
        "Blue’s merchant (north) still stands on 3:4; it should have been removed",
    ),
    ("mayflower/readings/MF-I-07", "en", "no explorer could move: there is no tile in column 5"),
    ("mayflower/clauses/MF-EXPLORER-7.broken", "fr", "l’explorateur A s’est déplacé sans décompte"),
    ("mayflower/regressions/a-colonist-nobody-told-where", "fr", "Red place un colon sans préciser son rôle"),
    ("new-haven/clauses/GR-SEEN.broken-nothing", "fr", "la ligne 5 n’a donné aucun point à Benoît"),
    ("new-haven/clauses/NH-WIN-4.broken", "en", "Blue was declared winner; Blue and Yellow share the victory"),
    ("new-haven/regressions/a-row-read-as-counted-once", "en", "Blue counted 1 point; the rules give 2 (see line 7)"),
    ("nieuw-amsterdam/clauses/NA-SETUP-16.broken-token", "en", "Blue has token 2; token 1 was due"),
    ("nieuw-amsterdam/clauses/NA-ACT-6.broken", "en", "Blue took 2 Coins; 1 was due"),
    ("nieuw-amsterdam/clauses/NA-PROV-3.broken", "en", "Blue paid 5 Corn; 4 were due"),
    (
        "nieuw-amsterdam/regressions/businesses-removed-one-by-one",
        "en",
        "Blue -1 · Businesses removed (1 Business × -2, stopped at 0)",
    ),
    ("nieuw-amsterdam/clauses/NA-ACT-9.broken", "en", "Blue took the Coin for passing and the Special Action too"),
    ("nieuw-amsterdam/clauses/NA-PROV-5.broken-none", "fr", "Yellow a retiré 1 échoppe; toutes étaient payées"),
    ("nieuw-amsterdam/clauses/NA-SETUP-16.broken-token", "fr", "Blue a le jeton 2; le jeton 1 lui revenait"),
)


@pytest.mark.parametrize(("record", "lang", "text"), SAID)
def test_a_record_leads_to_its_sentence(record, lang, text):
    session = read_record((LIBRARY / f"{record}.record").read_text(encoding="utf-8"))[0]
    frames = replay_of(session, lang).frames
    says = [text for frame in frames for text in (frame.says, *(one.says for one in (*frame.effects, *frame.findings)))]

    assert text in {said.replace("\u202f;", ";") for said in says}
