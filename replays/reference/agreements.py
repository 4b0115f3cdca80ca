"""What a table plays by: variants, the reading of every open question, the text that prevails, house rules."""

from __future__ import annotations

from msgspec import Struct

from domain.games import GAMES
from domain.sessions.session_state import SessionView
from replays.reference.rulebooks import QuestionView, ReadingView, VariantView, game_view


class HeldReading(Struct, frozen=True, kw_only=True):
    """A question that the rulebook leaves open, and its reading in force at a table."""

    question: QuestionView
    reading: ReadingView


class Agreements(Struct, frozen=True, kw_only=True):
    """What a table plays by, as it was stored when the table was set up; later rulings may adopt other readings."""

    game: str
    variants: list[VariantView]
    readings: list[HeldReading]
    text: str  # the language of the rulebook that prevails; empty where the table did not say
    edition: str
    house: str
    claims: str  # how long a line can be claimed against
    appeals: int  # minutes after a ruling in which an appeal is in time; 0: always
    rules: str  # the version of the rules when it was set up; empty where it was not stored
    rules_today: str


def agreements_of(view: SessionView, lang: str) -> Agreements:
    """What the table of a session plays by; the readings that are not today's default come first."""
    setup, game = view.seated, GAMES[view.setup.game]
    shown = game_view(game.id, lang)
    held = game.readings_in_force(setup)
    readings = [
        HeldReading(question=question, reading=reading)
        for question in shown.questions
        for reading in question.readings
        if reading.id == held[question.id]
    ]
    return Agreements(
        game=game.id,
        variants=[variant for variant in shown.variants if variant.id in setup.variants],
        readings=sorted(readings, key=lambda one: one.reading.default),
        text=setup.text,
        edition=setup.details.get("edition", ""),
        house=setup.house_rules,
        claims=setup.claims,
        appeals=setup.appeals,
        rules=view.opened_rules,
        rules_today=game.version,
    )
