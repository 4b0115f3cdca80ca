"""Findings of real records in words: title, facts and conclusion are short and do not repeat each other."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.words import LANGUAGES
from replays.audit import audit_of
from replays.finding_parts import TITLE_LENGTH
from replays.frames import replay_of
from replays.record_text import read_record

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
