"""The form that sets up a table: game, seats, variants, open questions, faces and help."""

from __future__ import annotations

from msgspec import Struct

from api.http.problems import HttpProblem
from api.http.requests.clubs import club_cookie_token, parse_club_id
from api.http.requests.paging import PageQuery
from api.http.requests.request import ApiRequest
from api.locales import page_texts, texts_of
from api.pages.home import first_page
from api.pages.routing import HtmlPage, Pages
from domain.clubs.club import Club, ClubSettings
from domain.clubs.roles import CLUB_CHANGE, CLUB_PERMISSIONS, CLUB_SET_UP
from domain.games import GAMES
from domain.sessions.roles import GUEST
from domain.store.club_events import GameRules
from domain.timeline.visibility import TAKE_BACK
from projections.players import read as players
from projections.queries import MAX_PAGE
from replays.boards import BOARDS
from replays.boards.shapes import SLOTS
from replays.reference.rulebooks import GameSummary, GameView, VariantView, game_view, listed_games

pages = Pages()
LETTERS = dict(zip(SLOTS, "BYRGPK", strict=True))  # the letter of a seat, by its colour
SIDE_LETTERS = "ABCDEFGH"  # of seats in a game whose sides have the colours
COLOURS = "colours"  # the question of a game whose sides have colours of their own


class TableFormQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chosen game, the session whose set-up the browser copies into the form, and the club of the new table."""

    game: str = ""
    again: str = ""
    club: str = ""


class Swatch(Struct, frozen=True):
    """A colour for a seat: its slot, the letter of the seat, and the game's code for it."""

    slot: str
    letter: str
    code: str


class VariantGroup(Struct, frozen=True):
    """The variants of one kind."""

    kind: str
    variants: list[tuple[VariantView, str]]  # each with the variant under which the form shows it, if any


class GameQuestion(Struct, frozen=True):
    """A question that only this game asks; without values its answer is a seat."""

    word: str
    says: str
    values: list[tuple[str, str]]


class TableFormContext(Struct, frozen=True, kw_only=True):
    """What table_form.html shows."""

    games: list[GameSummary]
    delay: tuple[int, int]
    game: GameView
    sided: list[str]
    swatches: list[list[Swatch]]
    usual: int
    shelves: list[VariantGroup]
    game_questions: list[GameQuestion]
    texts: dict[str, str]
    club: str
    club_settings: ClubSettings
    changes: bool  # whether the reader may change the club's house rules
    house_rules: GameRules
    people: list[str]


@pages.page("/lay", query=TableFormQuery)
def lay(request: ApiRequest) -> HtmlPage:
    """The form for the chosen game, else for the first one."""
    id = request.query.game or next(iter(GAMES))
    if id not in GAMES:
        raise HttpProblem("not-found", 404)
    game, club, changes = game_view(id, request.lang), *club_of_table(request)
    settings = club.settings if club else ClubSettings(name="")
    context = TableFormContext(
        games=listed_games(request.lang),
        delay=(TAKE_BACK, 0),
        game=game,
        sided=game.asks[COLOURS] if BOARDS[id].sides else [],
        swatches=[swatches(game, seat) for seat in range(max(game.players))],
        usual=game.players[0],
        shelves=variant_groups(game),
        game_questions=game_questions(game, request.lang),
        texts=page_texts(request.lang, "lay-"),
        club=str(club.id) if club else "",
        club_settings=settings,
        changes=changes,
        house_rules=settings.rules_of(id),
        people=people_of(request, club) if club else [],
    )
    return HtmlPage("table_form.html", context)


def club_of_table(request: ApiRequest) -> tuple[Club | None, bool]:
    """The club that a new table belongs to, if the address names one, and whether the reader may change it."""
    if not (named := request.query.club):
        return None, False
    request.token = club_cookie_token(request.http, named)
    club, grant = request.service.authorize_in_club(parse_club_id(named), request.token, CLUB_SET_UP)
    return club, CLUB_CHANGE in CLUB_PERMISSIONS[grant.role if grant else GUEST]


def people_of(request: ApiRequest, club: Club) -> list[str]:
    """The names of people who have played in a club."""
    return [row.name for row in first_page(players.players, request, PageQuery(club=str(club.id), most=MAX_PAGE)).rows]


def swatches(game: GameView, seat: int) -> list[Swatch]:
    """The colours a seat can have: all of them, or those of the game's sides."""
    sides = BOARDS[game.id].sides
    if not sides:
        return [Swatch(slot, letter, "") for slot, letter in LETTERS.items()]
    codes = dict.fromkeys("".join(game.asks[COLOURS]))  # each once, the first side's first
    return [Swatch(slot, SIDE_LETTERS[seat], code) for slot, code in zip(sides, codes, strict=False)]


def variant_groups(game: GameView) -> list[VariantGroup]:
    """The variants by kind; one that needs another of its kind is shown under that one."""
    kinds = {variant.id: variant.kind for variant in GAMES[game.id].variants}

    def parent(variant: VariantView) -> str:
        return next((other for other in variant.needs if kinds.get(other) == kinds[variant.id]), "")

    return [
        VariantGroup(kind, [(variant, parent(variant)) for variant in game.variants if kinds[variant.id] == kind])
        for kind in dict.fromkeys(kinds.values())
    ]


def game_questions(game: GameView, lang: str) -> list[GameQuestion]:
    """What only this game asks, in words."""
    texts, words = texts_of(lang, "pages"), [word for word in game.asks if word != COLOURS or not BOARDS[game.id].sides]
    return [
        GameQuestion(
            word,
            texts[f"ask-{word}"],
            [(answer, texts.get(f"ask-{word}-{answer}", answer)) for answer in game.asks[word]],
        )
        for word in words
    ]
