"""Simulated mistakes about the ranking of sectors (KO-RANK)."""

from __future__ import annotations

from domain.clauses import Clause
from domain.games.game import WrongPlay
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Choose, Draw, Place
from domain.games.kontor.mistakes.common import KontorMoment, announced, breaks, made, one_of, read
from domain.games.kontor.state import name_of
from domain.rules import POINTS


def counted_all_the_same(at: KontorMoment, clause: Clause) -> WrongPlay | None:
    """A point for a sector this clause shuts out."""
    return announced(at, one_of(at, made(at, clause, POINTS)), 1)


@breaks(ko.RANK_1, Place)
def a_sixth_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.RANK_1)


@breaks(ko.RANK_2, Place, Draw, Choose)
def a_sector_counted_too_small_or_too_large(at: KontorMoment) -> WrongPlay | None:
    board = at.state.board
    sector = one_of(at, (*board.open, *board.done))
    if sector is None:
        return None
    return read(at, "size", (name_of(sector),), sector.size + at.rng.choice((-1, 1)))


@breaks(ko.RANK_3, Place)
def a_farther_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.RANK_3)


@breaks(ko.RANK_4, Place)
def an_equally_near_sector_counted(at: KontorMoment) -> WrongPlay | None:
    return counted_all_the_same(at, ko.RANK_4)
