"""Plays random games, with planned mistakes if wanted, to test what the audit finds."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from domain.fold import allowed, candidates, fold, set_up
from domain.games.game import Game, Mistake, Moment, WrongPlay
from domain.numbers import NotKnown
from domain.observables import Observation
from domain.record.lines import Line, Played, Seen
from domain.rules import (
    UNDETERMINED,
    Action,
    Between,
    Effect,
    Finding,
    Offer,
    OneOf,
    Open,
    RandomDraw,
    Rules,
    Seat,
    Step,
    replace,
)
from domain.sessions.session import Session, open_session, record
from domain.setup import Setup
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of

MAX_LINES = 2000  # a game that is longer would never end
# How often the scribe announces a value, reads one off the table, leaves an implied action out, announces the end.
ANNOUNCED, OBSERVED, LEFT_OUT, ENDED = 0.08, 0.04, 0.15, 0.5

TablePhase = tuple[str, tuple[Seat, ...]]


class PlannedMistake(Struct, frozen=True):
    """A mistake to make at the first occasion after a line."""

    mistake: Mistake
    since: int = 0


class InjectedMistake(Struct, frozen=True):
    """A mistake that was made, and the lines it wrote."""

    mistake: Mistake
    lines: range


class SimulatedGame(Struct, frozen=True, kw_only=True):
    """A simulated game and its findings; `lost` says where the engine and the simulated table differed."""

    session: Session
    injected: tuple[InjectedMistake, ...]
    findings: tuple[Finding, ...]
    lost: tuple[str, ...] = ()

    def matched(self) -> tuple[tuple[InjectedMistake, ...], tuple[Finding, ...], tuple[Finding, ...]]:
        """The mistakes that were found, the findings no mistake explains, and the consequences of mistakes.

        What cannot be checked accuses no player and is none of these; it has to name the fact that is missing.
        """
        missing, found, extra, consequences = list(self.injected), [], [], []
        for finding in self.findings:
            hit = next((injected for injected in missing if _finds(finding, injected)), None)
            if hit is not None:
                missing.remove(hit)
                found.append(hit)
            elif finding.verdict == UNDETERMINED and finding.facts.get("needs"):
                continue
            elif any(_follows(finding, injected) for injected in self.injected):
                consequences.append(finding)
            else:
                extra.append(finding)
        return tuple(found), tuple(extra), tuple(consequences)


def _finds(finding: Finding, injected: InjectedMistake) -> bool:
    """Whether a finding names a mistake."""
    return finding.clause == injected.mistake.clause and finding.reporting_line in injected.lines


def _follows(finding: Finding, injected: InjectedMistake) -> bool:
    """Whether a finding is a consequence of a mistake, or of a clause that the same action breaks too."""
    if finding.root not in injected.lines:
        return False
    return finding.root != finding.line or finding.clause in injected.mistake.besides


def simulate(
    game: Game, setup: Setup, rng: Random, plans: tuple[PlannedMistake, ...] = (), spare: tuple[Mistake, ...] = ()
) -> SimulatedGame:
    """Plays one game to its end.

    A planned mistake that finds no occasion is replaced, at the last action, by a spare one.
    """
    table = SimulatedTable(game, setup, rng, plans, spare)
    table.play()
    findings = findings_of(audit(table.session.setup, table.session.log))
    return SimulatedGame(
        session=table.session, injected=tuple(table.injected), findings=findings, lost=tuple(table.lost)
    )


def random_setup(game: Game, players: int, variants: tuple[str, ...], rng: Random) -> Setup:
    """A set-up with stand-in faces and a random first player."""
    letters = tuple("ABCDEFGH"[:players])
    faces = "stand-in" if "stand-in" in game.catalogues else next(iter(game.catalogues))
    return Setup(game=game.id, seats=letters, first=rng.randrange(players), variants=variants, faces=faces)


def fill_randomly(offer: Offer, rng: Random) -> Action:
    """An action from an offer, its open fields chosen at random."""
    return replace(offer.example, **{field: _filled(what, rng) for field, what in offer.open.items()})


def random_offer(game: Game, rules: Rules, state: Any, rng: Random) -> Offer | None:
    """A random lawful offer; actions that people rarely take come rarely."""
    state = replace(state, line=state.line + 1)
    offers, seldom = list(candidates(rules, state)), game.simulation.seldom
    rng.shuffle(offers)
    spared = None
    for offer in offers:
        lawful = allowed(rules, state, offer)
        if lawful is None:
            continue
        if rng.random() < seldom.get(type(lawful.example), 1):
            return lawful
        spared = spared or lawful
    return spared


def usual_action(game: Game, rules: Rules, state: Any, offer: Offer, rng: Random) -> Action:
    """An action from an offer, its open fields chosen as people usually choose them."""
    narrow = game.simulation.usual.get(type(offer.example))
    return fill_randomly(narrow(rules, state, offer, rng) if narrow else offer, rng)


def _filled(field: Open, rng: Random) -> Any:
    if isinstance(field, OneOf):
        return rng.choice(field.values)
    if isinstance(field, Between):
        return rng.randint(field.least, field.most)
    if isinstance(field, RandomDraw):
        return field.sample(rng)
    total = field.total if field.least is None else rng.randint(field.least, field.total)
    drawn = rng.sample([kind for kind, most in field.most.items() for _ in range(most)], total)
    return tuple((kind, drawn.count(kind)) for kind in field.most if kind in drawn)


class SimulatedTable:
    """A simulated table. `state` is the real one, `recorded` the one by its record, which leaves some actions out."""

    def __init__(
        self, game: Game, setup: Setup, rng: Random, plans: tuple[PlannedMistake, ...], spare: tuple[Mistake, ...]
    ):
        self.game, self.rng = game, rng
        self.plans, self.spare = list(plans), spare
        self.injected: list[InjectedMistake] = []
        self.lost: list[str] = []
        self.just_wrong = False  # whether the last action was a mistake
        self.laid = False
        self._lay(setup)
        for plan in [plan for plan in self.plans if Setup in plan.mistake.on]:
            wrong = plan.mistake.make(Moment(self.rules, None, setup, Step(None), rng))
            if wrong is not None and wrong.setup is not None:
                self._lay(wrong.setup)
                self._note_mistake(plan.mistake, wrong, 0)
                self.plans.remove(plan)
                break

    def _lay(self, setup: Setup) -> None:
        """Starts the session with this set-up."""
        self.session = open_session(setup)
        self.rules = self.game.rules(setup)
        self.state = self.recorded = set_up(self.rules, setup, {}).state

    @property
    def line(self) -> int:
        """The number of the next line."""
        return len(self.session.log) + 1

    def play(self) -> None:
        """Plays from the first draw of the set-up to the end."""
        for action in self.game.simulation.opening(self.rules, self.state, self.rng):
            self._play_action(action)
        self.laid = True
        while self.state.result is None and not self.lost:
            offer = random_offer(self.game, self.rules, self.state, self.rng)
            if offer is None or self.line > MAX_LINES:
                self.lost.append(f"{self.line}: no option in {self.state.phase}")
                return
            self._play_action(usual_action(self.game, self.rules, self.state, offer, self.rng))
        if self.rng.random() < ENDED:
            for action in self.game.simulation.closing(self.rules, self.state):
                self._play_lawful(action, fold(self.rules, self.state, action, self.line))

    def _play_action(self, action: Action) -> None:
        """Plays a lawful action, or a mistake that is due instead."""
        after = fold(self.rules, self.state, action, self.line)
        if self.state is self.recorded:
            moment = Moment(self.rules, self.state, action, after, self.rng)
            for mistake in self._due(after.state.result is not None):
                if type(action) in mistake.on and (wrong := _wrong_play(mistake, moment)) is not None:
                    self._play_mistake(mistake, wrong)
                    return
        self._play_lawful(action, after)

    def _due(self, last: bool) -> list[Mistake]:
        """The mistakes to try now; at the last action, spare ones too.

        None comes right after another, because a record may not show that there are two: a special action without its
        coin and then one with it may be one action done again rightly, and who selects a column after another player
        passed instead of selecting is in turn if that pass stands.
        """
        if self.just_wrong:
            return []
        due = [plan.mistake for plan in self.plans if self.line >= plan.since or last]
        return due + ([mistake for mistake in self.spare if mistake not in due] if last and due else [])

    def _play_mistake(self, mistake: Mistake, wrong: WrongPlay) -> None:
        """Writes the lines of a mistake."""
        planned = next((plan for plan in self.plans if plan.mistake is mistake), self.plans[0])
        self.plans.remove(planned)
        first = self.line
        for action in wrong.actions:
            self._write(Played(action=action))
        about = self.line - 1
        for look in wrong.announced:
            self._write(Seen(observation=look if look.about is not None else replace(look, about=about)))
        for look in wrong.read:
            self._write(Seen(observation=look))
        self.state = self.recorded = audit(self.session.setup, self.session.log)[-1].step.state
        self._note_mistake(mistake, wrong, first)

    def _note_mistake(self, mistake: Mistake, wrong: WrongPlay, first: int) -> None:
        """Remembers a mistake; the engine must stand where a real table would."""
        self.injected.append(InjectedMistake(mistake, range(first, self.line)))
        self.just_wrong = True
        if self._table_phase(self.recorded) != wrong.then:
            self.lost.append(f"{first}: {mistake.name}: {self._table_phase(self.recorded)} and not {wrong.then}")

    def _table_phase(self, state: Any) -> TablePhase:
        return state.phase, tuple(self.rules.to_act(self.rules, state))

    def _play_lawful(self, action: Action, after: Step) -> None:
        """Plays a lawful action; an implied one is sometimes left out of the record."""
        simulation = self.game.simulation
        left_out = type(action) in simulation.implied and after.state.result is None and not self._due(False)
        left_out = left_out and simulation.shown(self.rules, self.state, action)
        if left_out and self.rng.random() < LEFT_OUT:
            self.state = after.state
            return
        step = after if self.state is self.recorded else fold(self.rules, self.recorded, action, self.line)
        self._write(Played(action=action))
        self.just_wrong = False
        self._add_true_values(step)
        self.recorded = step.state
        caught_up = self._table_phase(step.state) == self._table_phase(after.state)
        self.state = step.state if caught_up else after.state

    def _add_true_values(self, step: Step) -> None:
        """Writes some values, announced or observed, that agree with the rules."""
        line = self.line - 1
        for effect in step.effects:
            if (
                self.rng.random() < ANNOUNCED
                and isinstance(effect.by, (int, tuple, str))
                and _is_unambiguous(effect, step.effects)
            ):
                self._write(Seen(observation=self._announcement(effect, line)))
        if self.laid and self.rng.random() < OBSERVED:  # before that, what was dealt wrongly may still be announced
            visible = {
                name: list(observable.keys(step.state))
                for name, observable in self.rules.observables.items()
                if observable.on_table
            }
            what = self.rng.choice([name for name, keys in visible.items() if keys])
            key = self.rng.choice(visible[what])
            self._write(
                Seen(
                    observation=Observation(what=what, key=key, value=self.rules.observables[what].get(step.state, key))
                )
            )

    def _announcement(self, effect: Effect, line: int) -> Observation:
        """An effect as its player announces it."""
        amount = {"by": effect.by} if self.rules.observables[effect.what].counts else {"value": effect.by}
        return Observation(
            what=effect.what, key=effect.key, about=line, clause=effect.clause, source=effect.source, **amount
        )

    def _write(self, line: Line) -> None:
        self.session = record(self.session, line)


def _wrong_play(mistake: Mistake, moment: Moment) -> WrongPlay | None:
    """The wrong play of a mistake; None where it depends on an unknown value."""
    try:
        return mistake.make(moment)
    except NotKnown:
        return None


def _is_unambiguous(effect: Effect, effects: tuple[Effect, ...]) -> bool:
    """Whether an announcement of this effect can mean no other effect of the line."""
    same = (effect.what, effect.key, effect.clause, effect.source)
    return sum((other.what, other.key, other.clause, other.source) == same for other in effects) == 1
