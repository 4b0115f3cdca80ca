"""The hearing of a dispute: everything an arbiter needs to decide it, without names until it is ruled."""

from __future__ import annotations

from msgspec import Struct

from domain.errors import Unreadable
from domain.record.line_text import LIKE
from domain.record.lines import Ruled
from domain.rules import replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import Setup
from domain.timeline.disputes import OPEN, Statement, dispute, first_claim
from domain.timeline.order import table_order
from replays.annotation import Annotator
from replays.boards.shapes import is_nameless
from replays.disputes.blind_view import blind_session, read_blind_entry
from replays.disputes.remedies import RemedyCalculator, RemedyOption, RulingOutcome
from replays.disputes.similarity import Circumstances, circumstances_of
from replays.disputes.undo_cost import UndoCost, undo_cost
from replays.disputes.usual_remedies import agreed_reading, questions_on, reading_behind
from replays.disputes.views import DisputeView, DisputeViewBuilder
from replays.frames import FrameView, FrameViewBuilder, SeatedPlayer, place_of, players_of
from replays.reference.rulebooks import ClauseView, QuestionView, clause_view, question_view
from replays.review.comparison import findings_of
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, statements_of

AROUND = 2  # lines shown before and after the disputed one
EASILY, WITH_CARE, HARDLY = "easily", "with-care", "hardly"


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """A question that the rulebook leaves open about the clause, and the reading this table agreed on."""

    question: QuestionView
    held: str


class Hearing(Struct, frozen=True, kw_only=True):
    """One dispute for its arbiter: the lines around the disputed one, the rules, and remedies with their outcomes."""

    game: str
    name: str
    blind: bool
    players: list[SeatedPlayer]
    prevails: str  # the rulebook text that prevails
    closed: bool
    dispute: DisputeView
    about: int  # the disputed line; of an appeal, the line of the first claim
    before: int  # the line before it: its table is the one to judge
    lines: list[FrameView]
    clause: ClauseView | None
    questions: list[OpenQuestion]
    rests_on: str  # question=reading: the reading without which the finding would not be there; empty if there is none
    moment: Circumstances
    meter: UndoCost
    back_says: str
    now: RulingOutcome
    remedies: list[RemedyOption]


def hearing_of(source: AnySession, claim: int, lang: str, named: bool = False) -> Hearing:
    """The hearing of the claim on a line; `named` shows the names before it is ruled."""
    source, talk = _visible_parts(source, is_blind(source, claim, named))
    session = session_of(source)
    annotator, frames = Annotator(session.seated, lang), frames_from(source, Viewpoint())
    contested = dispute(session.log, claim, talk)
    first, calculator = first_claim(session.log, contested), RemedyCalculator(source, lang)
    view = DisputeViewBuilder(session, frames, annotator).view(contested)
    clause = view.clause or first.clause or next((finding.clause for finding in view.findings), "")
    order, meter, remedies = table_order(session.log), undo_cost(session, first.about), calculator.offered(claim)
    places = [place_of(line, order, len(session.log)) for line in (first.about, claim)]
    return Hearing(
        game=session.setup.game,
        name=annotator.words["name"],
        blind=is_nameless(session.seated),
        players=players_of(annotator.setup),
        prevails=session.setup.text,
        closed=session.closed,
        dispute=view,
        about=first.about,
        before=frames[max(0, places[0] - 1)].line,
        lines=_around(FrameViewBuilder(session, lang, Viewpoint(), frames), *places),
        clause=clause_view(annotator.game, clause, annotator.words),
        questions=[
            OpenQuestion(question=question_view(open, annotator.words), held=agreed_reading(session.setup, open))
            for open in questions_on(session.setup, clause)
        ],
        rests_on=reading_behind(session, first, questions_on(session.setup, clause)),
        moment=circumstances_of(replace(first, clause=clause), order, frames, findings_of(frames)),
        meter=meter,
        back_says=annotator.words["disputes"][undo_difficulty(meter)],
        now=calculator.now,
        remedies=remedies,
    )


def is_blind(source: AnySession, claim: int, named: bool) -> bool:
    """Whether names stay hidden: until it is ruled, unless `named` asks for them."""
    return not named and dispute(session_of(source).log, claim).state == OPEN


def arbiter_session(source: AnySession, claim: int, named: bool) -> SessionView | Session:
    """The session as its arbiter may read it: without names while the hearing is blind."""
    return _visible_parts(source, is_blind(source, claim, named))[0]


def _visible_parts(source: AnySession, blind: bool) -> tuple[AnySession, tuple[Statement, ...]]:
    if blind and not is_nameless(session_of(source).setup):
        hidden = blind_session(source)
        return hidden.session, hidden.talk
    return source, statements_of(source)


def undo_difficulty(meter: UndoCost) -> str:
    """How hard it would be to go back; what was drawn or shown stays known."""
    if meter.shown or meter.draws > 1 or meter.choices > 8:
        return HARDLY
    return WITH_CARE if meter.draws or meter.choices > 2 else EASILY


def _around(builder: FrameViewBuilder, about: int, claim: int) -> list[FrameView]:
    """The frames around the disputed line, and that of the claim, by their places."""
    near = range(max(0, about - AROUND), min(len(builder.all_frames), about + AROUND + 1))
    return [builder.frame(at) for at in sorted({*near, claim})]


def read_ruling(entry: str, setup: Setup) -> Ruled:
    """Reads a ruling as the arbiter wrote it; seats may be called by the letters of a blind hearing."""
    line = read_blind_entry(entry.strip(), setup)
    if not isinstance(line, Ruled):
        raise Unreadable(text=entry, like=LIKE["$"])
    return line
