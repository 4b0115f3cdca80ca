"""Laying a table: the game, who sits where, what was agreed, the open questions, faces and help; then the codes."""

from __future__ import annotations

from msgspec import Struct

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest
from api.locales import texts_of
from api.pages.routing import HtmlPage, Pages
from domain.games import GAMES
from domain.timeline.public_delay import TAKE_BACK
from replays.boards import board_of
from replays.boards.shapes import SLOTS
from replays.reference.rulebooks import GameView, VariantView, game_view, listed_games

pages = Pages()
LETTERS = dict(zip(SLOTS, "BYRGPK", strict=True))  # how a seat of a colour is written
SIDED = "ABCDEFGH"  # where the sides have the colours, seats are written in order
COLOURS = "colours"  # what a game asks for where its sides have colours of their own


class TableFormQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which game, if that is decided, and the table it is laid like; that one is read by the browser's own key."""

    game: str = ""
    again: str = ""


class Swatch(Struct, frozen=True):
    """A colour somebody may take: its slot, the letter written for it, and what the game calls it."""

    slot: str
    letter: str
    code: str


class VariantGroup(Struct, frozen=True):
    """Variants of one kind; where there are many kinds each is opened on demand."""

    kind: str
    variants: list[tuple[VariantView, str]]  # each with the one it lies under until that is chosen, if any


class GameQuestion(Struct, frozen=True):
    """Something only this game asks; without values it asks for a seat."""

    word: str
    says: str
    values: list[tuple[str, str]]


@pages.anywhere("/lay", asks=TableFormQuery)
def lay(ask: ApiRequest) -> HtmlPage:
    """Five questions."""
    id = ask.query.game or next(iter(GAMES))
    if id not in GAMES:
        raise HttpProblem("not-found", 404)
    game, texts = game_view(id, ask.lang), texts_of(ask.lang, "pages")
    told = {
        "games": listed_games(ask.lang),
        "delay": (TAKE_BACK, 0),
        "game": game,
        "sided": game.asks[COLOURS] if board_of(id).sides else [],
        "swatches": [swatches(game, seat) for seat in range(max(game.players))],
        "usual": game.players[0],
        "shelves": shelves(game),
        "asked": asked(game, texts),
        "texts": {name[4:]: text for name, text in texts.items() if name.startswith("lay-")},
    }
    return HtmlPage(template="lay.html", told=told)


def swatches(game: GameView, seat: int) -> list[Swatch]:
    """The colours a seat may have; those of the sides, where they are the game's."""
    sides = board_of(game.id).sides
    if not sides:
        return [Swatch(slot, letter, "") for slot, letter in LETTERS.items()]
    codes = dict.fromkeys("".join(game.asks[COLOURS]))  # each once, the first side's first
    return [Swatch(slot, SIDED[seat], code) for slot, code in zip(sides, codes, strict=False)]


def shelves(game: GameView) -> list[VariantGroup]:
    """The variants by their kind; one that goes with another of its kind only lies under that."""
    kinds = {one.id: one.kind for one in GAMES[game.id].variants}

    def under(one: VariantView) -> str:
        return next((other for other in one.needs if kinds.get(other) == kinds[one.id]), "")

    return [
        VariantGroup(kind, [(one, under(one)) for one in game.variants if kinds[one.id] == kind])
        for kind in dict.fromkeys(kinds.values())
    ]


def asked(game: GameView, texts: dict[str, str]) -> list[GameQuestion]:
    """What only this game asks, in words."""
    words = [word for word in game.asks if word != COLOURS or not board_of(game.id).sides]
    return [
        GameQuestion(
            word, texts[f"ask-{word}"], [(one, texts.get(f"ask-{word}-{one}", one)) for one in game.asks[word]]
        )
        for word in words
    ]
