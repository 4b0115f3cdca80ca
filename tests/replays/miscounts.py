"""Simulated tables that carry out one effect wrongly, play on, and sometimes read their tracks and purses.

What goes wrong is made up here, from the table's effects alone; the track check knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from domain.fold import fold_announced
from domain.games import GAMES
from domain.games.game import Mistake, Moment, WrongPlay
from domain.numbers import exact, least
from domain.observables import Observation
from domain.record.lines import Seen
from domain.rules import POINTS, Effect, ScoreLine, Step, replace
from domain.sessions.session import Session
from domain.timeline.frame import Frame
from domain.timeline.timeline import audit
from replays.simulation.random_play import PlannedMistake, random_setup, simulate

TRACK = (POINTS,)
PURSES = {
    "new-haven": ("marker", "tiles"),
    "nieuw-amsterdam": ("coins", "corn", "wood", "goods"),
    "mayflower": ("reserve",),
    "kontor": ("purse", "treasury"),
}
SELDOM, READ = 0.1, 0.5  # how often a possible mistake is made, and how often a changed value is read


class Slip(Struct, frozen=True):
    """A wrongly carried out effect: the line, the effects, their wrong amounts, and the kind of mistake."""

    done: tuple[tuple[Effect, int], ...]
    kind: str
    item: str
    line: int = 0


def a_table(game: str, seed: int, whats: tuple[str, ...] = TRACK) -> tuple[Session, Slip] | None:
    """A record that does not mention the mistake, with observations that show it; None where none could."""
    rng, slips = Random(f"{game} {seed}"), []
    slip = Mistake(name="slip", clause="", on=GAMES[game].actions, make=lambda moment: _slip(moment, whats, slips))
    setup = random_setup(GAMES[game], rng.choice(GAMES[game].players), (), rng)
    played = simulate(GAMES[game], setup, rng, (PlannedMistake(slip),))
    if not slips or played.lost:
        return None
    made, announced = slips[0]
    lines = [at for at, line in enumerate(played.session.log, 1) if not isinstance(line, Seen)]
    log, line = tuple(played.session.log[at - 1] for at in lines), lines.index(played.injected[0].lines[0]) + 1
    wrong = audit(setup, (*log, *(Seen(observation=replace(look, about=line)) for look in announced)))
    return _read(Session(setup=setup, log=log), wrong, replace(made, line=line), whats, rng)


# What goes wrong -------------------------------------------------------------------------------------


def _slip(
    moment: Moment, whats: tuple[str, ...], slips: list[tuple[Slip, tuple[Observation, ...]]]
) -> WrongPlay | None:
    """Carries out one effect of an action wrongly; the table goes on from there."""
    effects = [one for one in moment.after.effects if one.what in whats and exact(one.by)]
    last = moment.after.state.result is not None
    if not effects or not (last or moment.rng.random() < SELDOM):
        return None
    made = _wrong(moment.rng.choice(effects), moment.after.effects, moment.rng)
    announced = tuple(_said(one, done, moment.after.effects) for one, done in made.done)
    for view in (
        announced,
        announced[:1],
        announced[1:],
    ):  # some rules keep both sides of a payment in step by themselves
        line = moment.state.line + 1
        after, _ = fold_announced(moment.rules, moment.state, moment.action, line, view, (), True)
        if all(_lies_so(moment, after, one, done) for one, done in made.done):
            slips.append((made, view))
            where = (after.state.phase, tuple(moment.rules.to_act(moment.rules, after.state)))
            return WrongPlay(actions=(moment.action,), announced=view, then=where)
    return None


def _lies_so(moment: Moment, after: Step, effect: Effect, done: int) -> bool:
    """Whether the table shows the wrong amount, and no negative value."""
    right, wrong = (moment.rules.observables[effect.what].get(one.state, effect.key) for one in (moment.after, after))
    return exact(wrong) == exact(right + done - effect.by) and (effect.what == POINTS or least(wrong) >= 0)


def _wrong(effect: Effect, effects: tuple[Effect, ...], rng: Random) -> Slip:
    kind, item, done = rng.choice(list(_wrongs(effect, effects, rng)))
    others = [] if effect.what == POINTS else [one for one in effects if one.clause == effect.clause]
    given = [(one, -done) for one in others if exact(one.by) == -effect.by]  # what one gives the other gets
    return Slip(((effect, done), *given[:1]), kind, item)


def _wrongs(effect: Effect, effects: tuple[Effect, ...], rng: Random) -> Iterator[tuple[str, str, int]]:
    """One mistake of each possible kind, and its amount."""
    due = exact(effect.by)
    yield "missed", "", 0
    yield "doubled", "", 2 * due
    items = effect.items if isinstance(effect, ScoreLine) else ()
    items = [one for one in items if exact(one.count) and exact(one.each)]
    if not items:
        return
    item = rng.choice(items)
    worth = item.count * item.each
    if len(effect.items) > 1:
        yield "left-out", item.name, due - worth
        yield "twice", item.name, due + worth
    alike = [one for other in effects if (other.clause, other.what) == (effect.clause, POINTS) for one in other.items]
    rates = {rate for one in alike if (rate := exact(one.each)) and rate * item.each > 0} - {item.each}
    rate = rng.choice(sorted(rates or {item.each - 1, item.each + 1} - {0}))
    yield "rate", item.name, due + item.count * (rate - item.each)


def _said(effect: Effect, done: int, effects: tuple[Effect, ...]) -> Observation:
    """The announcement of an effect; effects of one name are announced together."""
    look = Observation(what=effect.what, key=effect.key, clause=effect.clause, source=effect.source)
    more = 0 if look.source else sum(one.by for one in effects if look.is_about(one)) - effect.by
    return replace(look, by=done + more)


# What is read ----------------------------------------------------------------------------------------


def _read(
    session: Session, wrong: list[Frame], made: Slip, whats: tuple[str, ...], rng: Random
) -> tuple[Session, Slip] | None:
    """The lines with true readings after some of them, and of all observables after the last."""
    right, lines, line, differs = audit(session.setup, session.log), [], 0, False
    for at, (frame, other) in enumerate(zip(right, wrong, strict=False)):
        if not at:
            continue
        lines.append(frame.entry)
        line = len(lines) if frame.line == made.line else line
        changed = {(one.what, one.key) for one in other.step.effects if one.what in whats}
        last = at == len(right) - 1
        if last or (changed and rng.random() < READ):
            for what, key, value in _lying(other, whats):
                if last or (what, key) in changed:
                    differs |= value != exact(frame.rules.observables[what].get(frame.step.state, key))
                    lines.append(Seen(observation=Observation(what=what, key=key, value=value)))
    return (Session(setup=session.setup, log=tuple(lines)), replace(made, line=line)) if differs else None


def _lying(frame: Frame, whats: tuple[str, ...]) -> Iterator[tuple[str, tuple, int]]:
    for what in whats:
        observable = frame.rules.observables[what]
        for key in sorted(observable.keys(frame.step.state)):
            if (value := exact(observable.get(frame.step.state, key))) is not None:
                yield what, key, value
