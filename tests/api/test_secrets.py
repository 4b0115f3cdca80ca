"""Two tables that differ only in a secret: roles that may not know it get identical answers and pages."""

import re

import pytest

from api.pages.routing import cookie_name
from tests.api.people import json_of, open_table
from tests.api.role_answers import answers_for, without_ids
from tests.api.service import Service
from tests.samples import sample

EYES = ("guest", "owner", "other")
QR = re.compile(r'(?<=class="qrline")[^>]*')  # of the address, which is another at each table
PAGES = (
    "",
    "?tv=true",
    "/overlay",
    "/scores",
    "/scores?tv=true",
    "/board.svg",
    "/record",
    "/record/lines",
    "/replay",
    "/replay?line=4",
    "/record.txt",
    "/audit",
    "/compare",
    "/compare?lens=true",
    "/agreements",
    "/what-if?after=3",
    "/what-if?after=2&rest=true&without=3",
    "/disputes",
    "/board.png",
    "/replay.webp",
    "/replay.html",
)
BARRED = {"/record", "/record/lines"}  # for roles that may not write


def screened(known: str, spare: str) -> list[str]:
    """New Haven: lines that read B's secret hand in every possible way."""
    return [
        "- pool W4 S3 T5 R6 W3",
        f"= B behind {known} +4",
        f"@ B behind {known} {spare} +3 ; - marker W 2",
        f'& B behind {known} +4 "settled"',
        f"~ 2 = B behind {spare} +5",
        f"~ 1+ = B behind {known} +4",
        "B harvest c3 TS/WS",
        "Y build R3 up 3.1",
        f"B build {spare[0]} down 1.1",
        "= B hand 5",
        '! Y 9 NH-BUILD-1 "is that so?"',
        "$ 11 stand NH-BUILD-1",
        "~ 3 -",
    ]


def dealt(hand: str, chosen: str) -> list[str]:
    """Kontor: lines with B's secret hand and B's chosen card."""
    return [
        "- layout 0,0=anchor 1,0=80 2,0=65 -1,0=45 -2,0=49 0,1=77 0,2=64 0,-1=69 0,-2=51",
        f"B hold {hand}",
        f"= B hand {hand}",
        f"@ B hand {hand}",
        f"~ 3 = B hand {hand} 20",
        "Y choose",
        f"B choose {chosen}",
        f"& B hand {hand}",
        '! Y 7 KO-ROUND-1 "too late"',
        "$ 9 stand KO-ROUND-1",
        f"~ 7 B choose {chosen}",
        "= B canals 1",
    ]


TABLES = {
    "new-haven": (screened("W4 S2", "T1"), screened("R1 R2", "T5")),
    "kontor": (dealt("3 9 11 53 60", "53"), dealt("4 10 52 61 60", "52")),
}


@pytest.fixture(scope="module", params=TABLES)
def pair(request, tmp_path_factory):
    """Two services with one table each, and the answers to their scribes and arbiters."""
    made = []
    for lines in TABLES[request.param]:
        service = Service(f"sqlite:///{tmp_path_factory.mktemp('secret')}/store.sqlite")
        table, answers = open_table(service, lines=(), game=request.param, first="B"), []
        for line in lines:
            token = table.tokens["arbiter" if line.startswith("$") else "scribe"]
            answer = service.ask("POST", table.at("/lines"), token, {"lines": [line]})
            answers += [without_ids(answer.text)] if not line.startswith("$") else []
            json_of(answer, 201)
        service.caught_up()
        made.append((service, table, answers))
    yield made
    for service, _, _ in made:
        service.close()


def shown_to(service, table, who: str) -> dict[str, str]:
    """Every page, picture and file of a table for a role."""
    cookies = {} if who == "guest" else {"cookie": f"{cookie_name(table.session)}={table.tokens[who]}"}
    answers = {}
    for page in PAGES:
        answer = service.ask("GET", f"/s/{table.session}{page}", headers={**cookies, "accept": "text/html"})
        text = answer.content.hex() if page.endswith((".png", ".webp")) else answer.text
        answers[page] = f"{answer.status_code} {QR.sub('', without_ids(text))}"
    return answers


@pytest.mark.parametrize("who", sample(EYES, "other", "owner"))
def test_no_answer_reveals_a_secret(pair, who):
    (service, table, _), (second_service, second_table, _) = pair
    count = service.ask("GET", table.at(), table.tokens["scribe"]).json()["lines"]  # an arbiter's reading is recorded
    first = answers_for(service, table, who, count)
    second = answers_for(second_service, second_table, who, count)
    assert [(key, answer, second[key]) for key, answer in first.items() if answer != second[key]] == []


@pytest.mark.parametrize("who", sample(EYES, "guest", "other"))
def test_no_page_reveals_a_secret(pair, who):
    (service, table, _), (second_service, second_table, _) = pair
    first = shown_to(service, table, who)
    second = shown_to(second_service, second_table, who)
    assert {page: answer for page, answer in first.items() if answer[:3] != "200"}.keys() <= BARRED
    assert [(key, answer, second[key]) for key, answer in first.items() if answer != second[key]] == []


def test_the_receipts_of_both_scribes_are_identical(pair):
    (_, _, answers), (_, _, others) = pair
    assert answers == others


def test_the_owning_seat_and_an_arbiter_see_the_secret(pair):
    (service, table, _), (second_service, second_table, _) = pair
    for who in ("seat", "arbiter"):
        first = shown_to(service, table, who)
        second = shown_to(second_service, second_table, who)
        assert first["/record.txt"] != second["/record.txt"] and first["/replay"] != second["/replay"]
