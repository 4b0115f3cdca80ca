"""Folds one record under each reading of a question: its findings, and the differences on the table."""

from pathlib import Path

from domain.games import GAMES
from domain.observables import Observation, position
from domain.record.line_text import observation_text
from domain.rules import replace
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of

GAME = GAMES["nieuw-amsterdam"]
QUESTIONS = {question.id: question for question in GAME.questions}
FOLDER = Path("replays/library/nieuw-amsterdam/readings")
SHOWN_TWICE = ("track", "pieces", "river")  # what only shows another value


def asked(record: str) -> str:
    """The question a record is about: NA-Q-21 of NA-Q-21.cleared."""
    return record.partition(".")[0]


def under(record: str, name: str):
    """A record folded under a reading: its set-up and its frames."""
    session, troubles = read_record((FOLDER / f"{record}.record").read_text(encoding="utf-8"))
    assert not troubles
    setup = replace(session.setup, readings={asked(record): name})
    return setup, audit(setup, session.log)


def finds(record: str, name: str) -> list[str]:
    """What the audit finds."""
    return [f"{f.line} {f.clause} {f.verdict}" for f in findings_of(under(record, name)[1])]


def lies(record: str, name: str) -> set[str]:
    """Everything that can be read off the table at the end."""
    setup, frames = under(record, name)
    values = position(GAME.rules(setup), frames[-1].step.state).items()
    return {
        observation_text(Observation(what=what, key=key, value=value), setup)
        for (what, key), value in values
        if what not in SHOWN_TWICE
    }


def names(record: str) -> list[str]:
    """The readings of a record's question, the default first."""
    return [reading.id.partition("=")[2] for reading in QUESTIONS[asked(record)].readings]
