"""Stored sessions of every event, version and kind of line: their bytes never change, and they fold to the same state.

`pytest tests/domain/store/test_corpus.py --update` adds files for what no file has yet, and writes anew what the
sessions fold to; the diff is what is reviewed. It never touches a file of events.
"""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from domain.errors import Unsound
from domain.record.line_text import WRITERS
from domain.record.lines import REMEDIES, Ruled
from domain.sessions.application import Sessions
from domain.sessions.evidence import Evidence, read_evidence, verify_evidence, write_evidence
from domain.sessions.session_state import EVENT_HANDLERS, SessionState, SessionView
from domain.store import mapper
from domain.store.erasable_texts import ERASED
from domain.store.events import EVENT_TYPES, LineRecorded
from domain.texts import number_text
from domain.timeline.frame import Frame
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from tests.domain.store.corpus_sessions import RECORDED

CORPUS = Path("tests/domain/store/corpus")


def files() -> list[Path]:
    return sorted(CORPUS.glob("*.jsonl"))


FILES = files()
EVERY = {(name, version) for name, kind in EVENT_TYPES.items() for version in range(1, kind.VERSION + 1)}


def read(path: Path) -> Evidence:
    with path.open("rb") as file:
        return read_evidence(file)


# What a session folds to, in words of the table -----------------------------------------------------


LATER = {"strays : -"}  # observables that came after the corpus, whose files do not list them: there they are empty


def state_text(view: SessionView) -> str:
    """Points, findings, phase and all observables of a session as text, independent of its representation."""
    played = audit(view.setup, view.session.log)
    ruled = audit(view.setup, view.session.log, ruled=True)
    lines = [f"closed {view.closed} stated {' '.join(map(str, view.stated)) or '-'}"]
    lines += [f"role {held.role} {held.person} {held.seat}" for held in view.grants.values()]
    lines += [_found(found) for found in findings_of(played)]
    lines += ["as played", *_table(view, played[-1]), "as ruled", *_table(view, ruled[-1])]
    return "\n".join(lines) + "\n"


def _found(found) -> str:
    return (
        f"found {found.line} {found.clause} {found.verdict} {found.seat} told {found.reporting_line} root {found.root}"
    )


def _table(view: SessionView, frame: Frame) -> list[str]:
    state, seats = frame.step.state, view.setup.seats
    seen = {
        f"{observable.name} {' '.join(map(str, key))}: {observable.text(observable.get(state, key), seats)}"
        for observable in frame.rules.observables.values()
        for key in observable.keys(state)
    }
    return [f"after {frame.line}: {' '.join(map(number_text, state.scores))}", *sorted(seen - LATER)]


def state_hash(view: SessionView) -> str:
    return sha256(state_text(view).encode()).hexdigest()


def expected(path: Path) -> Path:
    """The file next to a corpus file, with the hash of its state and the state as text."""
    return path.with_suffix(".state")


# Making new ones ------------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def corpus(request, tmp_path_factory):
    """With --update: writes files for new events, and the states of all files."""
    if not request.config.getoption("--update"):
        return
    if covered(FILES) != EVERY:
        sessions = Sessions(f"sqlite:///{tmp_path_factory.mktemp('corpus')}/griffier.sqlite")
        for name, play in RECORDED.items():
            path = CORPUS / f"{name}-{sum(file.stem.startswith(f'{name}-') for file in FILES) + 1}.jsonl"
            with path.open("xb") as file:  # never over one that is there
                write_evidence(sessions, play(sessions), file)
        sessions.close()
    for path in sorted(CORPUS.glob("*.jsonl")):
        view = read(path).view
        expected(path).write_text(f"sha256 {state_hash(view)}\n{state_text(view)}", encoding="utf-8")


def covered(files: list[Path]) -> set[tuple[str, int]]:
    return {(one.envelope.type, one.envelope.tv) for path in files for one in read(path).events}


# Tests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_corpus_session_folds_to_the_same_state(path):
    hash, _, text = expected(path).read_text(encoding="utf-8").partition("\n")
    view = read(path).view

    assert state_text(view) == text
    assert f"sha256 {state_hash(view)}" == hash


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_chain_of_a_corpus_session_is_intact(path):
    with path.open("rb") as file:
        walk = verify_evidence(file)
    assert walk.seq == len(read(path).events)
    flipped = bytearray(path.read_bytes())
    flipped[len(flipped) // 2] ^= 1
    with pytest.raises(Unsound):
        verify_evidence(BytesIO(flipped))


def test_the_corpus_has_every_version_of_every_event():
    assert covered(files()) == EVERY
    assert {(name, version + 1) for name, version in mapper.UPCASTS} <= EVERY
    assert set(mapper.UPCASTS) == {(name, version) for name, version in EVERY if version < EVENT_TYPES[name].VERSION}


def test_the_corpus_has_every_kind_of_line_and_remedy():
    logs = [line for path in files() for line in read(path).view.session.log]
    assert {type(line) for line in logs} == set(WRITERS)
    assert {line.remedy for line in logs if isinstance(line, Ruled)} == set(REMEDIES)


def test_the_corpus_has_a_box_names_and_erasures():
    views = [read(path).view for path in files()]
    names = {name for view in views for name in view.setup.names}
    assert any(view.setup.box is not None for view in views)
    assert {"Ana", "Chloé", ERASED} <= names
    assert ERASED in {getattr(line, "text", "") for view in views for line in view.session.log}
    assert {view.setup.text for view in views} >= {"fr", ""}
    assert {view.setup.help for view in views} == {True, False}


def test_a_differing_state_has_another_hash():
    """The control: with one line less, the hash differs."""
    for path in files():
        evidence = read(path)
        shorter = SessionState.load(evidence.walk.session, evidence.events[:-6], evidence.texts, evidence.names).view()
        assert state_hash(shorter) != state_hash(evidence.view)


class LineWithPlace(LineRecorded, frozen=True, kw_only=True):
    """A possible later version of an event."""

    VERSION = 2

    place: str


def test_old_bytes_are_read_by_new_code_only_through_an_upcast(monkeypatch):
    path = files()[0]
    before = state_hash(read(path).view), read(path).walk
    monkeypatch.setitem(EVENT_TYPES, LineRecorded.TYPE, LineWithPlace)
    monkeypatch.setitem(EVENT_HANDLERS, LineWithPlace, EVENT_HANDLERS[LineRecorded])
    with pytest.raises(Unsound):
        read(path)
    monkeypatch.setitem(mapper.UPCASTS, (LineRecorded.TYPE, 1), lambda data: {**data, "place": "here"})
    assert (state_hash(read(path).view), read(path).walk) == before
    assert {type(one.event) for one in read(path).events} >= {LineWithPlace}
