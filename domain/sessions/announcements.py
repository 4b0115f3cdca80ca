"""Announcements that no effect of their line is about: the neighbouring line that is meant, or what they amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.announcements import TRUE, Correction, compared, given, in_doubt, may_be_chosen, net_change, of_nothing
from domain.fold import follow_on
from domain.numbers import is_surely
from domain.observables import Look, Suspect, reading
from domain.rules import Step, replace
from domain.sessions import lines as kinds
from domain.sessions.suspects import agree, suspects_of

if TYPE_CHECKING:
    from domain.sessions.timeline import Fold


def settle(fold: Fold, step: Step, waiting: tuple[Look, ...], line: int, before: Any) -> Step:
    """The step of a line, once every announcement that none of its effects is about has been dealt with."""
    late, fold.carried = fold.carried, ()
    for look in waiting:
        needs = in_doubt(fold.rules, step.state, look)
        if look in late:
            fold.carried += (look,) if needs else ()
        elif not may_be_chosen(fold.rules, step.state, look) and not _is_neighbours(fold, line, look):
            if needs:
                fold.carried += (look,)
                step = _with(step, of_nothing(needs, line, look))
            elif fold.judging or look.by is None:
                step = _settled(fold, step, look, before)
    return step


def _with(step: Step, *findings: Any) -> Step:
    return replace(step, findings=(*step.findings, *findings))


# The line a person means --------------------------------------------------------------------------


def _is_neighbours(fold: Fold, line: int, look: Look) -> bool:
    """Whether an announcement is about a neighbouring line of the same moment; it is moved there.

    People announce where they act: on the line that names the scoring, on the declared step, on the end of the game,
    although the rules carried it out one line earlier or later.
    """
    if line == 0:
        return False
    moved = fold.moved.get(look.told_by)
    if moved == look.about:  # no neighbour had it
        return False
    if moved == line:  # it was moved here in vain
        fold.moved[look.told_by] = look.about
        fold.back_to = fold.at[look.about]
        return True
    return _is_of_the_line_before(fold, line, look) or _may_be_of_the_line_after(fold, line, look)


def _is_of_the_line_before(fold: Fold, line: int, look: Look) -> bool:
    frame = fold.frames[-1]
    if len(fold.frames) < 2 or not _same_moment(fold, frame.line, line):
        return False
    if not any(look.is_about(effect) for effect in frame.step.effects):
        return False
    before = fold.frames[-2].step.state
    found = compared(frame.rules, before, frame.step, look)
    if isinstance(found, Correction):
        fold.moved[look.told_by] = frame.line
        fold.back_to = fold.at[frame.line]
        return True
    return found is TRUE


def _may_be_of_the_line_after(fold: Fold, line: int, look: Look) -> bool:
    """The next line is asked, if it was written before the announcement."""
    place = fold.order.place[line] + 1
    if place >= min(len(fold.order.entries), fold.order.place[look.told_by]):
        return False
    following = fold.order.entries[place].line
    if not _same_moment(fold, line, following):
        return False
    fold.moved[look.told_by] = following
    return True


def _same_moment(fold: Fold, line: int, following: int) -> bool:
    """Whether two played lines, one after the other, belong together: by one seat, or the second by the table."""
    one, other = (fold.body_of(number) for number in (line, following))
    if not isinstance(one, kinds.Played) or not isinstance(other, kinds.Played):
        return False
    return other.action.seat in (None, one.action.seat)


# What is left -------------------------------------------------------------------------------------


def _settled(fold: Fold, step: Step, look: Look, before: Any) -> Step:
    """A gift under a clause that gives nothing, a reading of the table after the line, or something said of nothing."""
    observable = fold.rules.observables[look.what]
    if look.clause and not look.forgotten:
        if look.clause in fold.citable and look.by != 0:
            return given(fold.rules, before, step, look)
    elif look.by is None:
        return _read_after(fold, step, look, before)
    elif not look.forgotten and observable.counts and not is_surely(net_change(fold.rules, before, step, look), 0):
        value = observable.get(before, look.key) + look.by  # the action itself moved something else
        return _read_after(fold, step, replace(look, by=None, value=value), before)
    return _with(step, of_nothing("", step.state.line, look))


def _read_after(fold: Fold, step: Step, look: Look, before: Any) -> Step:
    """A value that the line left as it was, or moved without an effect: it is read off the table after the line."""
    moved = before is not None and fold.rules.observables[look.what].counts
    moved = moved and not is_surely(net_change(fold.rules, before, step, look), 0)
    own = (Suspect(step.state.line),) if moved else ()
    read = reading(fold.rules, step.state, look, (*own, *suspects_of(fold, look)) if fold.judging else ())
    agree(fold, (look.what, look.key))
    found = tuple(replace(one, told_by=look.told_by) for one in read.findings) if fold.judging else ()
    state, effects = follow_on(fold.rules, read.state)
    return Step(state, (*step.findings, *found), (*step.effects, *effects))
