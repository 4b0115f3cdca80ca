"""Everything an arbiter can read before signing: no name, colour or letter of a seat, on any page or answer."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import product
from typing import Any

import pytest

from api.pages import ROUTERS
from api.pages.routing import cookie_name
from domain.words import LANGUAGES
from replays.boards import seat_slots
from replays.boards.shapes import COLOURS
from replays.record_text import read_record
from tests.api.library import LIBRARY, grant
from tests.api.operation_requests import BODIES, PATHS, PHOTOGRAPH
from tests.api.people import fresh_token, json_of, open_table
from tests.api.service import Service
from tests.api.test_roles import described
from tests.samples import sample

GAMES = ("new-haven", "nieuw-amsterdam", "mayflower", "kontor")
NAMES = ("Quirina", "Zoltan", "Wilhelmina", "Ysolde")
GAME_WORDS = re.compile(  # letters of tiles, coloured cards, places of the games, which belong to no seat
    r"\b(?:tile|tuile|explorer|explorateur) [A-Z]\b|"
    r'"value":"[A-Z]"|Black Market|Marché noir|i-card-(?:blue|red)|g-inv">[A-Z]<'
    r"|\b(?:blue|red|bleue?s?|rouges?)\b(?=[ :]\d| card| era)|(?<!\w)A(?= [a-z])",
    re.IGNORECASE,
)
DRAWN = re.compile(r'<(style|script|symbol|title)\b.*?</\1>|\b(?:d|id|href|src|srcset|value)="[^"]*"', re.DOTALL)


class BlindTable:
    """A sample of the library at a table whose players have unmistakable names, with two open disputes."""

    def __init__(self, service: Any, game: str):
        text = (LIBRARY / game / "samples" / "a-table-with-everything.record").read_text(encoding="utf-8")
        old = re.search(r"^seats (.*?)   ", text, re.MULTILINE)[1]
        pairs = [pair.partition("=")[::2] for pair in old.split()]
        self.names = tuple(f"{name}-{game[:3]}" for name in NAMES[: len(pairs)])
        for (_, name), new in zip(pairs, self.names, strict=True):
            text = re.sub(rf"\b{name}\b", new, text)
        played, troubles = read_record(text)
        assert not troubles
        self.setup = played.setup
        self.owner = fresh_token()
        self.session = json_of(service.ask("POST", "/api/imports", self.owner, text), 201)["session"]
        self.seats, self.lines = self.setup.seats, len(played.log)
        about = next(at for at, line in enumerate(played.log, 1) if type(line).__name__ == "Played")
        named = " ".join((*self.names, *self.colours))
        claims = [f'! {self.seats[0]} {about} "{named}"', f'! {self.seats[1]} {about + 1} "{self.names[0]} did it"']
        recorded = json_of(service.ask("POST", self.at("/lines"), self.owner, {"lines": claims}), 201)
        self.claim = recorded["line"] - 1
        statement = {"text": f"{named} was there", "seat": self.seats[1]}
        json_of(service.ask("POST", self.at(f"/disputes/{self.claim}/statements"), self.owner, statement), 201)
        shown = service.ask("POST", self.at(f"/disputes/{self.claim}/photographs"), self.owner, PHOTOGRAPH)
        self.picture = json_of(shown, 201)["picture"]
        self.arbiter = grant(service, self, "arbiter")
        service.caught_up()

    def at(self, rest: str = "") -> str:
        return f"/api/sessions/{self.session}{rest}"

    @property
    def paths(self) -> dict[str, object]:
        """The parts of addresses at this table."""
        own = {
            "session": self.session,
            "claim": self.claim,
            "picture": self.picture,
            "game": self.setup.game,
            "grant": "x",
        }
        return PATHS | own

    @property
    def colours(self) -> list[str]:
        return sorted({word for slot in seat_slots(self.setup) for word in COLOURS[slot]})

    def betrayed(self, path: str, text: str) -> list[str]:
        """The names, colours and letters of seats in an answer; of a page that all tables share, the names."""
        shown = GAME_WORDS.sub("", unescape(DRAWN.sub("", text.replace('\\"', '"'))))
        if self.session not in path:
            listed = () if path == "/docket" else (self.session,)  # the arbiter's own list leads to the desk
            return [word for word in (*self.names, *listed) if word in text]
        if path.endswith("/inputs"):  # the pieces of the box: letters of tiles, colours of cards
            return [word for word in self.names if word in text]
        words = [word for word in (*self.names, *self.colours) if re.search(rf"(?<!\w){word}(?!\w)", shown, re.I)]
        letters = re.findall(rf"(?<![\w@:.-])[{''.join(self.seats)}](?![\w:'’-])", shown)
        return words + letters


PHOTOGRAPHS = "/photographs/{picture}"  # their own colours are allowed
STATIC = ("/static/{version}/{name:path}", "/worker.js")
REVEALING = ("sign_a_ruling", "show_the_names")  # after these an arbiter may read the names


def operations(service: Any, table: BlindTable, method: str = "GET") -> Iterator[tuple[str, str]]:
    """The id and the address of every operation of the API with a method, but for the stream, which is read apart."""
    for operation in described(service):
        if operation.method == method and not operation.streams and not operation.path.endswith(PHOTOGRAPHS):
            yield operation.id, filled(table, operation.path)


def pages(table: BlindTable) -> Iterator[str]:
    """The address of every page and every drawn picture."""
    for route in (route for router in ROUTERS for route in router.routes):
        if "GET" in route.methods and route.path not in STATIC and not route.path.endswith(PHOTOGRAPHS):
            yield filled(table, route.path)


def filled(table: BlindTable, path: str) -> str:
    """An address with the parts of this table."""
    return re.sub(r"\{(\w+)\}", lambda match: str(table.paths[match[1]]), path)


@contextmanager
def drawn_texts(service: Any) -> Iterator[list[str]]:
    """Collects the drawings behind the pictures that are rendered meanwhile."""
    pictures, drawings = service.backend.pictures, []
    render = pictures.picture
    pictures.picture = lambda order: (drawings.extend(order.svgs), render(order))[1]
    yield drawings
    pictures.picture = render


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The service with a disputed table of each game."""
    service = Service(f"sqlite:///{tmp_path_factory.mktemp('blind')}/griffier.sqlite")
    yield service, {game: BlindTable(service, game) for game in GAMES}
    service.close()


@pytest.mark.parametrize("game, lang", sample(product(GAMES, LANGUAGES), *zip(GAMES, LANGUAGES * 2, strict=True)))
def test_no_answer_names_a_seat_before_the_ruling(tables, game, lang):
    service, table = tables[0], tables[1][game]
    read = 0
    for _, path in operations(service, table):
        answer = service.ask("GET", f"{path}?lang={lang}", table.arbiter)
        found = table.betrayed(path, answer.text)
        assert not found, (path, found, answer.text[:2000])
        read += answer.status_code == 200
    assert read > 30
    for rest, body in (
        ("/preview", {"line": f"$ {table.claim} stand"}),
        ("/result", {"stated": {}}),
        (f"/disputes/{table.claim}/impact", {"entry": f"$ {table.claim} warn α"}),
        (f"/disputes/{table.claim}/impact", {"entry": f"$ {table.claim} warn Q"}),
        (f"/disputes/{table.claim}/rulings", {"entry": f"$ {table.claim} warn Q"}),
        (f"/disputes/{table.claim}/rulings", {"entry": f"$ {table.claim} stand", "seen": 1}),
        ("/lines", {"lines": [f"$ {table.claim} warn Q"]}),
        ("/lines", {"lines": ["Q pass"]}),
        ("/lines", {"lines": [f"$ {table.claim} stand"], "seen": 1}),
    ):
        answer = service.ask("POST", table.at(f"{rest}?lang={lang}"), table.arbiter, body)
        found = table.betrayed(table.session, answer.text)
        assert not found, (rest, body, found, answer.text[:600])
    stream = service.heard(table.at("/live"), table.arbiter, table.lines)
    assert stream and not table.betrayed(table.session, stream.decode())


@pytest.mark.parametrize("game, lang", sample(product(GAMES, LANGUAGES), *zip(GAMES, LANGUAGES * 2, strict=True)))
def test_no_page_names_a_seat_before_the_ruling(tables, game, lang):
    service, table = tables[0], tables[1][game]
    cookies = "; ".join(f"{cookie_name(one.session)}={one.arbiter}" for one in tables[1].values())
    read = 0
    for path in pages(table):
        is_picture = path.endswith((".png", ".webp"))
        if is_picture and lang != LANGUAGES[GAMES.index(game) % 2]:
            continue  # one language of each, because they are rendered
        with drawn_texts(service) as drawings:
            answer = service.ask("GET", f"{path}?lang={lang}", headers={"cookie": cookies})
        text = "".join(drawings) if is_picture else answer.text
        found = table.betrayed(path, text)
        assert not found, (path, found, DRAWN.sub("", text)[:3000])
        assert bool(drawings) == is_picture, path
        read += answer.status_code == 200
    assert read > 20


def test_no_command_of_an_arbiter_is_answered_with_a_name(tables):
    service = tables[0]
    table = BlindTable(service, "kontor")  # of its own, because commands may change it
    asked = 0
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for operation, path in operations(service, table, method):
            if operation in REVEALING or table.session not in path:
                continue
            body = BODIES.get(operation, {})
            answer = service.ask(method, path, table.arbiter, body)
            found = [word for word in table.betrayed(path, answer.text) if word not in str(body)]  # its own words
            assert not found, (operation, found, answer.text[:2000])
            asked += 1
    assert asked > 15 and table.names[0] not in service.ask("GET", table.at("/record"), table.arbiter).text


def test_other_readers_see_the_names_as_before(tables):
    service, table = tables[0], tables[1]["new-haven"]
    for token in (table.owner, ""):
        assert table.names[0] in service.ask("GET", table.at("/replay"), token).text
        assert table.names[0] in service.ask("GET", "/api/sessions", token).text


def test_evidence_waits_for_the_ruling(embedded):
    table = open_table(embedded)
    refused = json_of(embedded.ask("GET", table.at("/evidence"), table.tokens["arbiter"]), 403)
    assert refused["code"] == "names-hidden" and "Sign the ruling" in refused["next"]
    json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), table.tokens["arbiter"], {"entry": "$ 5 stand"}), 201)
    assert embedded.ask("GET", table.at("/evidence"), table.tokens["arbiter"]).status_code == 200
    assert "Ana" in embedded.ask("GET", table.at("/record"), table.tokens["arbiter"]).text


@pytest.mark.parametrize("asks", ["POST names", "GET hearing"])
def test_an_arbiter_who_asks_sees_the_names_and_the_ruling_says_so(embedded, asks):
    table = open_table(embedded)
    token = table.tokens["arbiter"]
    assert "Ana" not in embedded.ask("GET", table.at("/record"), token).text
    if asks == "POST names":
        json_of(embedded.ask("POST", table.at("/names"), token, {}), 200)
    else:
        json_of(embedded.ask("GET", table.at("/disputes/5/hearing?named=true"), token), 200)
    assert "Ana" in embedded.ask("GET", table.at("/record"), token).text
    json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), token, {"entry": "$ 5 warn Y", "text": "late"}), 201)

    assert json_of(embedded.ask("GET", table.at("/disputes/5")), 200)["rulings"][0]["named"]
    assert '$  5 warn Y named "late"' in embedded.ask("GET", table.at("/record")).text


def test_a_ruling_signed_blind_says_nothing_of_names(embedded):
    table = open_table(embedded)
    ruling = {"entry": "$ 5 warn β", "text": "late"}
    json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), table.tokens["arbiter"], ruling), 201)

    assert not json_of(embedded.ask("GET", table.at("/disputes/5")), 200)["rulings"][0]["named"]


def test_only_an_arbiter_asks_for_the_names(embedded):
    table = open_table(embedded)
    for who in ("owner", "seat", "viewer"):
        json_of(embedded.ask("POST", table.at("/names"), table.tokens[who], {}), 403)


def test_an_appeal_is_decided_by_another_arbiter(embedded):
    table = open_table(embedded)
    first, owner = table.tokens["arbiter"], table.tokens["owner"]
    json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), first, {"entry": "$ 5 void 3"}), 201)
    json_of(embedded.ask("POST", table.at("/disputes"), owner, {"about": 6, "text": "it was paid", "seat": "Y"}), 201)
    for path, entry in (("/disputes/7/rulings", "$ 7 over 6 stand"), ("/disputes/5/rulings", "$ 5 over 6 stand")):
        refused = json_of(embedded.ask("POST", table.at(path), first, {"entry": entry}), 409)
        assert refused["code"] == "own-ruling" and "Another arbiter decides it" in refused["detail"]
    second = json_of(embedded.ask("POST", table.at("/grants"), owner, {"role": "arbiter"}), 201)["token"]
    json_of(embedded.ask("POST", table.at("/disputes/7/rulings"), second, {"entry": "$ 7 over 6 stand"}), 201)
