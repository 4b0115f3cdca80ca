"""A hearing shows the outcome of each ruling, and signing the ruling in the store gives exactly that outcome."""

from random import Random
from uuid import UUID

import msgspec
import pytest

from domain.record.line_text import write_entry
from domain.record.lines import REMEDIES
from domain.rules import replace
from domain.sessions.application import Sessions
from domain.store.events import RulingApplied
from domain.store.mapper import unseal
from domain.texts import number_text
from domain.timeline.disputes import standing_on
from replays.disputes.hearing import Hearing, hearing_of, read_ruling
from replays.disputes.remedies import RemedyCalculator, RemedyOption, RulingOutcome
from replays.disputes.views import dispute_views
from replays.review.comparison import findings_of
from replays.view_models import points_of
from replays.viewpoint import Viewpoint
from tests.replays.random_disputes import TABLES, a_claim, a_record, any_ruling, what_is_found
from tests.samples import sample

SAMPLE, ALL = 28, 500
OTHERS = 4  # rulings of any kind that are signed after the usual ones


class Court:
    """One dispute in a store, and how many rulings of each kind were signed in it."""

    def __init__(self, sessions: Sessions, number: int):
        self.sessions, self.rng = sessions, Random(number)
        session = a_record(*TABLES[number % len(TABLES)], self.rng)
        self.id = UUID(sessions.open(session.setup, actor="owner").session)
        sessions.grant(self.id, "arbiter", person="art", actor="owner")
        claimed = a_claim(session, what_is_found(session), self.rng)
        texts = [write_entry(line, session.setup).strip() for line in (*session.log, claimed)]
        self.claim = sessions.record(self.id, *texts, actor="owner").line
        self.signed = dict.fromkeys(REMEDIES, 0)

    @property
    def view(self):
        return self.sessions.view(self.id)

    def is_heard(self) -> Hearing:
        """Checks that the hearing has the same outcomes, blind or not, in both languages."""
        blind, named = hearing_of(self.view, self.claim, "fr"), hearing_of(self.view, self.claim, "en", named=True)
        assert blind.blind and not named.blind
        assert outcomes(blind) == outcomes(named)
        assert msgspec.json.encode((blind, named, dispute_views(self.view, "fr", Viewpoint(None))))
        for one, other in zip(blind.remedies, named.remedies, strict=True):
            assert read_ruling(one.entry, self.view.setup) == read_ruling(other.entry, self.view.setup)
        return named

    def signs(self, entry: str) -> None:
        """Signs a ruling in place of the last one, and compares its shown outcome with memory, event and a reload."""
        before = self.view
        over = standing_on(before.session.log, self.claim)
        shown = RemedyCalculator(before, "en").impact(replace(read_ruling(entry, before.setup), supersedes=over))
        self.sessions.record(self.id, shown.entry, actor="art")
        after = self.view

        assert result(shown) == signed(before, after), (entry, TABLES)
        event: RulingApplied = unseal(self.sessions.raw(self.id)[-1]).event
        assert event.before == [number_text(points) for points in before.as_ruled.last.step.state.scores]
        assert event.after == [number_text(points) for points in after.as_ruled.last.step.state.scores]
        self.signed[shown.remedy] += 1

    def signs_anything(self) -> None:
        """Signs random rulings, each replacing the one before."""
        for _ in range(OTHERS):
            if (ruled := any_ruling(self.view.session, self.claim, self.rng)) is not None:
                self.signs(write_entry(ruled, self.view.setup).strip())

    def is_read_anew(self) -> None:
        """Checks that a reload from the store gives the same."""
        reading = Sessions(self.sessions.url, writing=False)
        states = [repr(kept.view(self.id).as_ruled.last.step.state) for kept in (reading, self.sessions)]
        reading.close()
        assert states[0] == states[1]


def outcomes(heard: Hearing) -> list:
    """The outcomes of a hearing without the names of seats."""
    letters = [player.seat for player in heard.players]
    view = [heard.now, *(one.outcome for one in heard.remedies)]
    return [(list(one.scores.values()), _places(one, letters), one.unlawful) for one in view]


def _places(one: RulingOutcome, letters: list[str]) -> list:
    sides = list(one.scores)
    return [sides.index(letter) for letter in one.winners] + [len(letters)]


def result(shown: RemedyOption) -> tuple:
    """The outcome as the hearing shows it."""
    outcome = shown.outcome
    return list(outcome.scores.values()), outcome.winners, outcome.unlawful


def signed(before, after) -> tuple:
    """The outcome after signing."""
    state, sides = after.as_ruled.last.step.state, list(RemedyCalculator(after, "en").now.scores)
    known = {(one.line, one.clause, one.check) for one in findings_of(before.as_ruled.frames)}
    fresh = {f.line for f in findings_of(after.as_ruled.frames) if (f.line, f.clause, f.check) not in known}
    winners = [sides[side] for side in state.result.places[0]] if state.result else []
    return [points_of(points) for points in state.scores], winners, sorted(fresh)


def tried(sessions: Sessions, number: int) -> Court:
    court = Court(sessions, number)
    offered = [one.entry for one in court.is_heard().remedies]
    court.rng.shuffle(offered)
    for entry in offered:  # each replaces what was ruled before it
        court.signs(entry)
    court.signs_anything()
    court.is_read_anew()
    return court


@pytest.fixture
def sessions(tmp_path):
    store = Sessions(f"sqlite:///{tmp_path}/disputes.sqlite")
    yield store
    store.close()


@pytest.mark.parametrize("number", sample(range(SAMPLE), *range(0, SAMPLE, 2)))
def test_signing_a_ruling_gives_the_outcome_shown(sessions, number):
    assert sum(tried(sessions, number).signed.values()) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("table", range(len(TABLES)), ids=["-".join(map(str, table)) for table in TABLES])
def test_signing_a_ruling_gives_the_outcome_shown_in_many_disputes(sessions, table):
    courts = [tried(sessions, number) for number in range(ALL) if number % len(TABLES) == table]

    signed = {remedy: sum(court.signed[remedy] for court in courts) for remedy in REMEDIES}
    print(*TABLES[table], "disputes", len(courts), "rulings", sum(signed.values()), signed)
    assert all(signed.values())
