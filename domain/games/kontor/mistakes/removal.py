"""Simulated mistakes about removed docks (KO-REMOVE)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Place, Remove
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, made, one_of


def misplaced(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A warehouse more or less moved than this clause says; of warehouses that moved once."""
    effects = [effect for effect in at.after.effects if effect.what == "stock"]
    alone = [effect for effect in made(at, clause, "stock") if [each.key for each in effects].count(effect.key) == 1]
    effect = one_of(at, alone)
    return effect and announced(at, effect, effect.by + (1 if effect.by <= 0 else -1))


@breaks(ko.REMOVE_1, Remove, Place)
def warehouses_kept_of_a_removed_dock(at: KontorMoment) -> WrongPlay | None:
    return misplaced(at, ko.REMOVE_1)


@breaks(ko.REMOVE_2, Remove, Place)
def warehouses_lost_with_a_centre(at: KontorMoment) -> WrongPlay | None:
    return misplaced(at, ko.REMOVE_2)


@breaks(ko.REMOVE_3, Remove, Place)
def warehouses_left_in_the_wrong_part(at: KontorMoment) -> WrongPlay | None:
    return misplaced(at, ko.REMOVE_3)


@breaks(ko.REMOVE_4, Remove, Place)
def warehouses_kept_without_a_dock(at: KontorMoment) -> WrongPlay | None:
    return misplaced(at, ko.REMOVE_4)
