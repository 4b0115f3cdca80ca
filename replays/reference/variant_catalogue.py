"""Says which clauses a variant lifts, changes and adds, and explains a combination of variants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from domain.clauses import Clause
from domain.games.game import Game
from domain.rules import Rules
from domain.variants import UnknownChoice, Variant, VariantConflict, agree, warnings
from domain.words import Words


class ClauseChanges(Struct, frozen=True, kw_only=True):
    """The clauses that variants lift, change and add, in rulebook order."""

    lifted: list[str]
    changed: list[str]
    added: list[str]


class IncompatibleVariant(Struct, frozen=True, kw_only=True):
    """A variant that cannot be played together with another, and why."""

    variant: str
    says: str


class Agreement(Struct, frozen=True, kw_only=True):
    """A combination of variants: whether it is possible, what it changes, and warnings."""

    game: str
    variants: list[str]
    refused: str  # why it is impossible; empty where it is possible
    unwise: list[str]
    changes: ClauseChanges


def bars_of(row: Variant, words: Words) -> list[IncompatibleVariant]:
    """The variants that a variant cannot be played with."""
    return [IncompatibleVariant(variant=other, says=words.name("clash", row.bars[other])) for other in sorted(row.bars)]


def changes_of(game: Game, rows: Iterable[Variant], rules: Rules | None = None) -> ClauseChanges:
    """The clauses that variants lift, change and add; by their combined rules, where given."""
    chosen = list(rows)
    lifts = frozenset().union(*(row.lifts for row in chosen)) - frozenset().union(*(row.keeps for row in chosen))
    added = {id for row in chosen for id in _own_clauses(game, row)} - _clauses_of_needed(game, chosen)
    slots = [slot for row in chosen for slot in (*_changed_slots(game, row, rules), *row.adds, row.id)]
    absent = set() if rules is None else _clauses_of_others(game, chosen)
    changed = {id for slot in slots for id in game.slot_clauses.get(slot, ())}
    return ClauseChanges(
        lifted=_in_order(game, lifts - added - absent),
        changed=_in_order(game, changed - added - lifts - absent),
        added=_in_order(game, added - lifts),
    )


def _clauses_of_needed(game: Game, rows: list[Variant]) -> set[str]:
    """The clauses of the variants these need, where those are not chosen themselves."""
    needed = {name for row in rows for name in (*row.needs, *row.needs_one)} - {row.id for row in rows}
    own = {clause.id for clause in game.clauses for row in rows if _belongs_to(clause.id, row.id)}
    return {id for row in game.variants if row.id in needed for id in _own_clauses(game, row)} - own


def _clauses_of_others(game: Game, rows: list[Variant]) -> set[str]:
    """The clauses that hold only with other variants."""
    others = [row for row in game.variants if all(row is not chosen for chosen in rows)]
    return {id for row in others for id in _own_clauses(game, row)} - _printed_clauses(game)


def _printed_clauses(game: Game) -> set[str]:
    """The clauses that the checks of the printed game cite."""
    all_checks: list[Any] = [check for checks in game.base.checks.values() for check in checks]
    return {check.clause.id for check in all_checks}


def _changed_slots(game: Game, row: Variant, rules: Rules | None) -> list[str]:
    """The rule slots to which a variant gives another value than the printed game."""
    values = row.sets if rules is None else {slot: getattr(rules, slot) for slot in row.sets}
    return [slot for slot, value in values.items() if value != getattr(game.base, slot)]


def _own_clauses(game: Game, row: Variant) -> set[str]:
    """The clauses that hold only with a variant: named after it, cited by its checks or values, or listed by it."""
    checks = [check for added in row.adds.get("checks", {}).values() for check in added]
    values = [item for value in row.sets.values() for item in (value if isinstance(value, tuple) else (value,))]
    cited = {check.clause.id for check in checks} | {item.id for item in values if isinstance(item, Clause)}
    named = {clause.id for clause in game.clauses if _belongs_to(clause.id, row.id)}
    return (cited - _printed_clauses(game)) | named | row.brings


def _belongs_to(clause: str, row: str) -> bool:
    """Whether a clause belongs to a variant: KO-V-CRUE-2 to KO-V-CRUE."""
    return clause == row or (clause.startswith(f"{row}-") and clause[len(row) + 1 :].isdigit())


def _in_order(game: Game, ids: Iterable[str]) -> list[str]:
    wanted = set(ids)
    return [clause.id for clause in game.citable if clause.id in wanted]


def agreement(game: Game, variants: tuple[str, ...], players: int, lang: str) -> Agreement:
    """Explains a combination of variants; raises UnknownChoice where the game has no such variant."""
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
    warned = (*warnings(chosen, players), *game.missing_variant(variants, players))
    unwise = [words["headings"][warning.says].format(one=warning.one, other=warning.other) for warning in warned]
    return Agreement(
        game=game.id,
        variants=[row.id for row in chosen],
        refused=refused,
        unwise=unwise,
        changes=changes_of(game, chosen, rules),
    )
