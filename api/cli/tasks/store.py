"""Records, lists, verifies and copies stored sessions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import msgspec

from api.locales import count, say
from domain.errors import KeyUsedTwice, NoFile, NotRecorded, Unsound
from domain.record.line_text import write_entry
from domain.record.lines import Ruled
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.sessions.commands import CommandReceipt
from domain.sessions.evidence import verify_evidence
from domain.sessions.session import Session
from domain.store.chain import ChainVerifier
from domain.store.erasable_texts import ERASED, split_remark
from domain.store.signing.verifiers.verify import WRONG, check
from projections.listing import read
from projections.runner import Runner
from projections.storage import ReadModelStorage, open_storage
from replays.annotation import refusal_text
from replays.review.comparison import findings_of

OPERATOR = "operator"  # the actor of all commands of the command line
BATCH = 50  # lines in one command of an import

T = TypeVar("T")
Progress = Callable[[Iterable[T], str, int], Iterable[T]]


def store_record(sessions: Sessions, session: Session, name: str, progress: Progress, again: bool, lang: str) -> str:
    """Stores a record. An interrupted one goes on where it was; one that is stored already is left alone."""
    key = "" if again else _key(session)
    id = UUID(_opened(sessions, session, key).session)
    there = sessions.view(id).lines
    if there and there >= len(session.log):
        return say(lang, "recorded-already", file=name, session=id)
    if any(isinstance(line, Ruled) for line in session.log):
        sessions.grant(id, "arbiter", person=OPERATOR, actor=OPERATOR, key=key and f"{key} arbiter")
    texts = [write_entry(line, session.setup).strip() for line in session.log]
    parts = [(at, texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
    for at, part in progress(parts, say(lang, "recording"), len(parts)):
        sessions.copy(id, *part, actor=OPERATOR, key=key and f"{key} {at}")
    view = sessions.view(id)
    findings = len(findings_of(view.frames))
    return say(lang, "recorded", file=name, session=id, lines=view.lines, findings=findings)


def store_samples(sessions: Sessions, loaded: Iterable[tuple[Path, Session]], progress: Progress, lang: str) -> None:
    """Stores the demo sessions, and closes those that came to an end."""
    for file, session in loaded:
        store_record(sessions, session, file.name, progress, False, lang)
        key = _key(session)
        view = sessions.view(UUID(_opened(sessions, session, key).session))
        if view.frames[-1].step.state.result is not None and not view.closed:
            sessions.finish(view.id, actor=OPERATOR, key=f"{key} closed")


def _opened(sessions: Sessions, session: Session, key: str) -> CommandReceipt:
    """Opens the session of a record, or finds it. Records with the same play share a key, so others are skipped."""
    number = 0
    while True:
        number += 1
        try:
            opened = sessions.open(session.setup, actor=OPERATOR, key=key and f"{key} opened {number}")
        except KeyUsedTwice:
            continue
        if _is_prefix(sessions.view(UUID(opened.session)).session, session):
            return opened


def _is_prefix(there: Session, session: Session) -> bool:
    """Whether the stored lines are the first lines of this record, apart from texts erased since."""
    same = [*zip(there.setup.names, session.setup.names, strict=True)]
    for here, line in zip(there.log, session.log, strict=False):
        (one, its), (other, remark) = split_remark(here), split_remark(line)
        same += [(write_entry(one, session.setup), write_entry(other, session.setup)), (its, remark)]
    return all(one in (other, ERASED) for one, other in same)


def _key(session: Session) -> str:
    """The key of a record: the same play has the same key, whatever file it comes from.

    A key is stored, so names and remarks do not enter it, not even into its hash, on which names could be tried.
    """
    answers = {word: value for word, value in session.setup.details.items() if word != "scribe"}
    setup = replace(session.setup, names=(), details=answers)
    lines = [write_entry(split_remark(line)[0], session.setup) for line in session.log]
    return hashlib.sha256(msgspec.json.encode((setup, lines), order="deterministic")).hexdigest()[:32]


def session_lines(views: ReadModelStorage, lang: str) -> Iterator[str]:
    """Every session in one line: players, lines, findings, state, scores."""
    for session in read.every_session(views):
        seats = "  ".join(f"{seat.name} {seat.played}" for seat in session.seats)
        counts = f"{count(lang, 'line', session.lines):>11} {count(lang, 'finding', session.findings):>13}"
        status = say(lang, "closed" if session.closed else "open")
        when = session.at[:16].replace("T", " ")
        yield f"{session.session.hex[:8]}  {when}  {session.game:<16} {counts}  {status:<8} {seats}"


@contextmanager
def read_models(
    sessions: Sessions, lang: str, progress: Progress, rebuild: bool = False
) -> Iterator[tuple[ReadModelStorage, int]]:
    """The read models of a store, updated to its last event, and how many events that took."""
    with closing(open_storage(sessions.url)) as views:
        runner = Runner(sessions, views)
        pages = runner.rebuild() if rebuild else runner.catch_up()
        yield views, sum(progress(pages, say(lang, "rebuilding"), 0))


def verify_sessions(
    sessions: Sessions, ids: list[UUID], lang: str, head: str, progress: Progress
) -> Iterator[tuple[bool, str]]:
    """Verifies the hash chain of each session; gives whether it is intact, and the sentence to print."""
    heads = sessions.recorder.all_heads() if len(ids) > 1 else None
    for id in progress(ids, say(lang, "verifying"), len(ids)):
        try:
            yield True, sound_text(sessions.verify(id, head, None if heads is None else heads.get(id, {})), lang)
        except NotRecorded as unsound:
            yield False, say(lang, "not-sound", session=id, says=refusal_text(unsound, lang))


def verify_whole_register(sessions: Sessions, lang: str) -> list[tuple[bool, str]]:
    """The sentence about a register that was changed; nothing for one that is intact."""
    try:
        sessions.verify_register()
    except Unsound as unsound:
        return [(False, refusal_text(unsound, lang))]
    return []


def verify_file(file: Path, lang: str, head: str) -> tuple[bool, str]:
    """The same for an evidence file."""
    try:
        with file.open("rb") as opened:
            walk = verify_evidence(opened, head)
        report = check(file.read_bytes())
        if report.verdict == WRONG:
            raise Unsound(why="signatures", seq=0, check=", ".join(report.reasons))
        return True, sound_text(walk, lang)
    except OSError:
        return False, refusal_text(NoFile(file=str(file)), lang)
    except NotRecorded as unsound:
        return False, say(lang, "not-sound", session=file, says=refusal_text(unsound, lang))


def sound_text(walk: ChainVerifier, lang: str) -> str:
    """The sentence about an intact chain."""
    return say(lang, "sound", session=walk.session, seq=walk.seq, link=walk.link)


def back_up(sessions: Sessions, target: Path, lang: str, progress: Progress) -> str:
    """Copies the whole store, then verifies the copy from end to end."""
    sessions.backup(target)
    copy = Sessions(f"sqlite:///{target.resolve()}", writing=False, keys=target.parent)  # a copy may be older
    ids = [id for id, _ in copy.recorder.sessions()]
    logs = [*ids, *copy.recorder.clubs()]
    wrong = [text for sound, text in verify_sessions(copy, logs, lang, "", progress) if not sound]
    wrong += [text for _, text in verify_whole_register(copy, lang)]
    copy.close()
    if wrong:
        raise Unsound(why="altered", seq=0)
    return say(lang, "backed-up", target=target, count=len(ids))
