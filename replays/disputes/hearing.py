"""A hearing: everything an arbiter needs before them to decide one dispute, blind unless asked otherwise."""

from __future__ import annotations

from msgspec import Struct

from domain.errors import NotRecorded, Unreadable
from domain.record.line_text import LIKE, read_entry
from domain.record.lines import Ruled
from domain.rules import replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import Setup
from domain.timeline.disputes import OPEN, Said, dispute, first_claim
from domain.timeline.order import table_order
from replays.annotation import Annotator
from replays.disputes.blind_view import blind_session, nameless_setup
from replays.disputes.overview import DisputeView
from replays.disputes.overview import DisputeViewBuilder as Disputing
from replays.disputes.remedies import RemedyCalculator, RemedyOption, RulingOutcome
from replays.disputes.similarity import Circumstances, circumstances_of
from replays.disputes.undo_cost import UndoCost, undo_cost
from replays.disputes.usual_remedies import agreed_reading, questions_on
from replays.frames import FrameView, FrameViewBuilder, SeatedPlayer, place_of, players_of
from replays.reference.rulebooks import ClauseView, QuestionView, clause_view, question_view
from replays.review.comparison import findings_of
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, statements_of

AROUND = 2  # lines before and after the one in question
EASILY, WITH_CARE, HARDLY = "easily", "with-care", "hardly"


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """A question of the rulebook about the clause in question, and the reading this table plays by."""

    question: QuestionView
    held: str


class Hearing(Struct, frozen=True, kw_only=True):
    """One dispute on the arbiter's desk. `lines` are those around the line in question; remedies show their impact."""

    game: str
    name: str
    blind: bool
    players: list[SeatedPlayer]
    prevails: str  # whose rulebook
    closed: bool
    dispute: DisputeView
    about: int  # the line in question; of an appeal, the one that was first ruled on
    before: int  # the line whose table it found
    lines: list[FrameView]
    clause: ClauseView | None
    questions: list[OpenQuestion]
    moment: Circumstances
    meter: UndoCost
    back_says: str
    now: RulingOutcome
    remedies: list[RemedyOption]


def hearing_of(source: AnySession, claim: int, lang: str, named: bool = False) -> Hearing:
    """The desk of a dispute: blind until it is ruled on, unless somebody asks for the names."""
    blind = is_blind(source, claim, named)
    session, talk = _as_seen(source, blind)
    annotator, frames = Annotator(session.seated, lang), frames_from(session if blind else source, Viewpoint())
    one = dispute(session.log, claim, talk)
    first, weighing = first_claim(session.log, one), RemedyCalculator(session if blind else source, lang)
    told = Disputing(session, frames, annotator).dispute(one)
    clause = told.clause or first.clause or next((found.clause for found in told.findings), "")
    order, meter = table_order(session.log), undo_cost(session, first.about)
    places = [place_of(line, order, len(session.log)) for line in (first.about, claim)]
    return Hearing(
        game=session.setup.game,
        name=annotator.words["name"],
        blind=blind,
        players=players_of(annotator.setup),
        prevails=session.setup.text,
        closed=session.closed,
        dispute=told,
        about=first.about,
        before=frames[max(0, places[0] - 1)].line,
        lines=_around(FrameViewBuilder(session, lang, Viewpoint(), frames), *places),
        clause=clause_view(annotator.game, clause, annotator.words),
        questions=[
            OpenQuestion(question=question_view(open, annotator.words), held=agreed_reading(session.setup, open))
            for open in questions_on(session.setup, clause)
        ],
        moment=circumstances_of(replace(first, clause=clause), order, frames, findings_of(frames)),
        meter=meter,
        back_says=annotator.words["disputes"][undo_difficulty(meter)],
        now=weighing.now,
        remedies=weighing.offered(claim),
    )


def is_blind(source: AnySession, claim: int, named: bool) -> bool:
    """Whether names stay hidden: until it is ruled, unless somebody asks for them."""
    return not named and dispute(session_of(source).log, claim).state == OPEN


def arbiter_session(source: AnySession, claim: int, named: bool) -> SessionView | Session:
    """The session as its arbiter may read it while deciding."""
    return blind_session(source).session if is_blind(source, claim, named) else source


def _as_seen(source: AnySession, blind: bool) -> tuple[Session, tuple[Said, ...]]:
    if blind:
        hidden = blind_session(source)
        return hidden.session, hidden.talk
    return session_of(source), statements_of(source)


def undo_difficulty(meter: UndoCost) -> str:
    """How well a table could go back: what was seen or drawn cannot be unseen."""
    if meter.shown or meter.draws > 1 or meter.choices > 8:
        return HARDLY
    return WITH_CARE if meter.draws or meter.choices > 2 else EASILY


def _around(telling: FrameViewBuilder, about: int, claim: int) -> list[FrameView]:
    """A few lines before and after the one in question, and the claim; all by their places."""
    near = range(max(0, about - AROUND), min(len(telling.found), about + AROUND + 1))
    return [telling.frame(at) for at in sorted({*near, claim})]


def read_ruling(entry: str, setup: Setup) -> Ruled:
    """A ruling as it was written on the desk, where seats may be nameless."""
    try:
        line = read_entry(entry.strip(), setup)
    except NotRecorded:
        line = read_entry(entry.strip(), nameless_setup(setup))
    if not isinstance(line, Ruled):
        raise Unreadable(text=entry, like=LIKE["$"])
    return line
