"""Computes what each remedy would change, by the same fold that carries a ruling out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.numbers import exact, least
from domain.observables import Observation
from domain.record.line_text import write_entry
from domain.record.lines import ADJUST, Ruled
from domain.record.value_text import OWNED
from domain.rules import POINTS
from domain.timeline.disputes import dispute
from domain.timeline.frame import BACK, LEFT, VOID, Frame
from domain.timeline.timeline import audit
from replays.annotation import Annotator
from replays.disputes.usual_remedies import usual_remedies
from replays.review.comparison import findings_of
from replays.view_models import Points, points_of, scores_of, winners_of
from replays.viewpoint import AnySession, Viewpoint, session_of, snapshot_in


class RulingOutcome(Struct, frozen=True, kw_only=True):
    """The points and winners under a ruling, and the lines that would newly break a rule.

    `places` are the sides from the first place to the last, by points as long as the game goes on. `purses` holds the
    count that is made good for each seat, by the name of that count.
    """

    scores: dict[str, Points]
    winners: list[str]
    unlawful: list[int]
    places: list[list[str]]
    purses: dict[str, dict[str, Points]]


class RemedyOption(Struct, frozen=True, kw_only=True):
    """A remedy: the line to sign, its sentence, and its outcome."""

    remedy: str
    entry: str
    says: str
    title: str  # the same in a few words: who pays or scores what
    outcome: RulingOutcome
    changes: bool  # whether points or winners would change
    falls: int  # lines that would no longer count


class RemedyCalculator:
    """Computes the outcomes of rulings on one session."""

    def __init__(self, source: AnySession, lang: str):
        self.session = session_of(source)
        self.annotator = Annotator(self.session.seated, lang)
        self.before = snapshot_in(source, Viewpoint(ruled=True)).frames
        self.known = findings_of(self.before)
        self.purse = ""  # the count that the remedies make good
        self.now = self.outcome(self.before)

    def impact(self, ruled: Ruled) -> RemedyOption:
        """The outcome of a ruling; signing it gives exactly this."""
        after = audit(self.session.setup, (*self.session.log, ruled), ruled=True)
        outcome = self.outcome(after)
        return RemedyOption(
            remedy=ruled.remedy,
            entry=write_entry(ruled, self.session.setup).strip(),
            says=self.annotator.line(ruled),
            title=remedy_title(self.annotator, ruled),
            outcome=outcome,
            changes=(outcome.scores, outcome.winners) != (self.now.scores, self.now.winners),
            falls=_fallen(after) - _fallen(self.before),
        )

    def offered(self, claim: int) -> list[RemedyOption]:
        """The usual remedies for a claim, with their outcomes."""
        rulings = list(usual_remedies(self.session, dispute(self.session.log, claim), self.known))
        self.purse = next((ruled.what for ruled in rulings if ruled.what not in ("", POINTS)), "")
        self.now = self.outcome(self.before)
        return [self.impact(ruled) for ruled in rulings]

    def outcome(self, frames: list[Frame]) -> RulingOutcome:
        """Points, places and counts at the end of these frames."""
        state, annotator = frames[-1].step.state, self.annotator
        before = {(finding.line, finding.clause, finding.check) for finding in self.known}
        fresh = (
            finding for finding in findings_of(frames) if (finding.line, finding.clause, finding.check) not in before
        )
        return RulingOutcome(
            scores=scores_of(annotator, state),
            winners=winners_of(annotator, state),
            unlawful=sorted({finding.line for finding in fresh}),
            places=places_of(annotator, state),
            purses=self._purses(state),
        )

    def _purses(self, state: Any) -> dict[str, dict[str, Points]]:
        """The count that the remedies make good, of every seat."""
        observable = self.annotator.game.base.observables.get(self.purse)
        if observable is None or observable.key != ("seat",):
            return {}
        seats = self.session.setup.seats
        counts = {seats[key[0]]: points_of(observable.get(state, key)) for key in observable.keys(state)}
        return {self.annotator.words.name("what", self.purse): counts}


def _fallen(frames: list[Frame]) -> int:
    return sum(frame.fate in (VOID, BACK, LEFT) for frame in frames)


def places_of(annotator: Annotator, state: Any) -> list[list[str]]:
    """The sides by place: as the result has them, else by points."""
    letters = annotator.side_letters
    if state.result:
        return [[letters[side] for side in sides] for sides in state.result.places]
    scores = dict(zip(letters, map(least, state.scores), strict=True))
    return [[side for side in letters if scores[side] == points] for points in sorted({*scores.values()}, reverse=True)]


def remedy_title(annotator: Annotator, ruled: Ruled) -> str:
    """A remedy in a few words."""
    heads = annotator.words["disputes"]
    facts: dict[str, Any] = {"seat": ruled.seat, "line": ruled.line, "reading": ruled.reading, "branch": ruled.branch}
    if ruled.remedy != ADJUST:
        return annotator.words.fill(heads[f"title-{ruled.remedy}"], facts, annotator.finding_seats)
    observable = annotator.game.base.observables[ruled.what]
    if not observable.counts or observable.key[:1] not in OWNED or exact(ruled.by) is None:
        look = Observation(what=ruled.what, key=ruled.key, by=ruled.by)
        return heads["title-adjust"].format(look=annotator.look(look))
    who = annotator.sides[ruled.key[0]] if observable.key[0] == "side" else annotator.seats[ruled.key[0]]
    way = ("gets" if ruled.by > 0 else "pays") if ruled.what != POINTS else ("scores" if ruled.by > 0 else "loses")
    return heads[f"title-{way}"].format(who=who, amount=_amount(annotator, ruled.what, abs(ruled.by)))


def _amount(annotator: Annotator, what: str, number: int) -> str:
    """A number of Coins, points or other things."""
    words = annotator.words
    return words.count(what, number) if what in words["nouns"] else f"{number} × {words.name('what', what)}"
