"""What `games` prints of one game: its variants, for whom they are and what they change; or some of them together."""

from __future__ import annotations

from collections.abc import Iterator

from api.locales import say
from domain.errors import UnknownAgreement
from domain.variants import UnknownChoice
from replays.reference.rulebooks import VariantView, game_of, game_view
from replays.reference.variant_catalogue import ClauseChanges, agreement

INDENT = "      "


def catalogue_lines(game: str, lang: str) -> Iterator[str]:
    """Every variant of a game."""
    told = game_view(game_of(game).id, lang)
    yield f"{told.id}  {told.name}  {_numbers(told.players)}"
    for variant in told.variants:
        yield from _variant(variant, lang)


def _variant(variant: VariantView, lang: str) -> Iterator[str]:
    yield ""
    whom = say(lang, "for-players", players=_numbers(variant.players))
    yield f"  {variant.id}  {variant.name}  [{whom}]"
    yield f"{INDENT}{variant.says}"
    needs = [*variant.needs, *([" | ".join(variant.needs_one)] if variant.needs_one else [])]
    if needs:
        yield INDENT + say(lang, "variant-needs", ids=", ".join(needs))
    for bar in variant.bars:
        yield INDENT + say(lang, "variant-barred", id=bar.variant, says=bar.says)
    if variant.unwise:
        yield INDENT + say(lang, "variant-unwise", ids=", ".join(variant.unwise))
    yield from _changes(variant.changes, lang)


def _changes(changes: ClauseChanges, lang: str) -> Iterator[str]:
    told = (("clauses-lifted", changes.lifted), ("clauses-changed", changes.changed), ("clauses-added", changes.added))
    for key, ids in told:
        if ids:
            yield f"{INDENT}{say(lang, key, ids=' '.join(ids))}"


def _numbers(players: list[int]) -> str:
    return ", ".join(map(str, players))


def agreement_lines(game: str, variants: tuple[str, ...], players: int | None, lang: str) -> Iterator[str]:
    """Some variants together: whether they can be, what is unwise, and each clause they touch."""
    found = game_of(game)
    try:
        told = agreement(found, variants, players or min(found.players), lang)
    except UnknownChoice as unknown:
        raise UnknownAgreement(name=str(unknown)) from unknown
    words = found.speak(lang)
    yield f"{found.id}  {words['name']}  {' + '.join(told.variants)}"
    if told.refused:
        yield f"  {told.refused}"
        return
    yield from (f"  {warning}" for warning in told.unwise)
    heads = {"clauses-lifted": told.changes.lifted, "clauses-changed": told.changes.changed}
    for key, ids in {**heads, "clauses-added": told.changes.added}.items():
        if ids:
            yield f"  {say(lang, key, ids='')}".rstrip(" :")
        yield from (f"{INDENT}{id:<18} {words['clauses'][id]}" for id in ids)
