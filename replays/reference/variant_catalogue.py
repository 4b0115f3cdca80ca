"""The catalogue of variants: for whom each is and what it changes; and a chosen combination, explained."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from domain.clauses import Clause
from domain.games.game import Game
from domain.rules import Rules
from domain.variants import UnknownChoice, Variant, VariantConflict, agree, warnings
from domain.words import Words


class ClauseChanges(Struct, frozen=True, kw_only=True):
    """The clauses a choice sets aside, those it changes, and those it adds, in rulebook order."""

    lifted: list[str]
    changed: list[str]
    added: list[str]


class IncompatibleVariant(Struct, frozen=True, kw_only=True):
    """A variant another cannot be played with, and why."""

    variant: str
    says: str


class Agreement(Struct, frozen=True, kw_only=True):
    """What a table would agree on: whether it can, what that changes, and what is unwise about it."""

    game: str
    variants: list[str]
    refused: str  # why it cannot be agreed on; empty where it can
    unwise: list[str]
    changes: ClauseChanges


def bars_of(row: Variant, words: Words) -> list[IncompatibleVariant]:
    """The rows a row cannot be played with."""
    return [IncompatibleVariant(variant=other, says=words.name("clash", row.bars[other])) for other in sorted(row.bars)]


def changes_of(game: Game, rows: Iterable[Variant], rules: Rules | None = None) -> ClauseChanges:
    """What rows lift, change and add; by the rules they come to together, where they can be agreed on."""
    chosen = list(rows)
    lifts = frozenset().union(*(row.lifts for row in chosen)) - frozenset().union(*(row.keeps for row in chosen))
    brought = {id for row in chosen for id in _brought(game, row)} - _given(game, chosen)
    slots = [slot for row in chosen for slot in (*_set(game, row, rules), *row.adds, row.id)]
    absent = set() if rules is None else _elsewhere(game, chosen)
    fed = {id for slot in slots for id in game.feeds.get(slot, ())}
    return ClauseChanges(
        lifted=_in_order(game, lifts - brought - absent),
        changed=_in_order(game, fed - brought - lifts - absent),
        added=_in_order(game, brought - lifts),
    )


def _given(game: Game, rows: list[Variant]) -> set[str]:
    """What the rows these stand over bring, where they are not chosen themselves."""
    needed = {name for row in rows for name in (*row.needs, *row.needs_one)} - {row.id for row in rows}
    own = {clause.id for clause in game.clauses for row in rows if _is_of(clause.id, row.id)}
    return {id for row in game.variants if row.id in needed for id in _brought(game, row)} - own


def _elsewhere(game: Game, rows: list[Variant]) -> set[str]:
    """Clauses that hold only with other rows, so that nothing is to be said of them."""
    others = [row for row in game.variants if all(row is not one for one in rows)]
    return {id for row in others for id in _brought(game, row)} - _printed(game)


def _printed(game: Game) -> set[str]:
    """The clauses the printed game is checked by."""
    return {check.clause.id for checks in game.base.checks.values() for check in checks}


def _set(game: Game, row: Variant, rules: Rules | None) -> list[str]:
    """The slots a row gives another value than the printed game has."""
    found = row.sets if rules is None else {slot: getattr(rules, slot) for slot in row.sets}
    return [slot for slot, value in found.items() if value != getattr(game.base, slot)]


def _brought(game: Game, row: Variant) -> set[str]:
    """The clauses that hold only with a row: named after it, cited by its checks or its values, or told by it."""
    checks = [check for asked in row.adds.get("checks", {}).values() for check in asked]
    values = [one for value in row.sets.values() for one in (value if isinstance(value, tuple) else (value,))]
    cited = {check.clause.id for check in checks} | {one.id for one in values if isinstance(one, Clause)}
    named = {clause.id for clause in game.clauses if _is_of(clause.id, row.id)}
    return (cited - _printed(game)) | named | row.brings


def _is_of(clause: str, row: str) -> bool:
    """Whether a clause is a row's own: KO-V-CRUE-2 of KO-V-CRUE."""
    return clause == row or (clause.startswith(f"{row}-") and clause[len(row) + 1 :].isdigit())


def _in_order(game: Game, ids: Iterable[str]) -> list[str]:
    wanted = set(ids)
    return [clause.id for clause in game.citable if clause.id in wanted]


def agreement(game: Game, variants: tuple[str, ...], players: int, lang: str) -> Agreement:
    """A combination explained; UnknownChoice where the game has no such variant."""
    words, rows = game.speak(lang), {row.id: row for row in game.variants}
    for name in variants:
        if name not in rows:
            raise UnknownChoice(name)
    chosen = [rows[name] for name in dict.fromkeys(variants)]
    rules, refused = None, ""
    try:
        rules = agree(game.base, game.chosen(tuple(row.id for row in chosen), {}))
    except VariantConflict as clash:
        facts = {"one": clash.one, "other": clash.other, "slot": clash.slot}
        refused = words.fill(words["refusals"]["agreements-conflict"], facts, {})
    found = (*warnings(chosen, players), *game.lacking(variants, players))
    unwise = [words["headings"][one.says].format(one=one.one, other=one.other) for one in found]
    return Agreement(
        game=game.id,
        variants=[row.id for row in chosen],
        refused=refused,
        unwise=unwise,
        changes=changes_of(game, chosen, rules),
    )
