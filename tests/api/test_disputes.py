"""Disputes over the API: impossible claims and rulings are refused with a helpful sentence, and nothing is stored."""

import re

import pytest

from api.pages.routing import cookie_name
from tests.api.people import json_of, open_table

REFUSED = (
    ("GET", "/disputes/4", None, 404, "no-such-dispute", "pas de litige 4"),
    ("GET", "/disputes/99/hearing", None, 404, "no-such-dispute", "pas de litige 99"),
    ("POST", "/disputes/4/statements", {"text": "x"}, 404, "no-such-dispute", "pas de litige 4"),
    ("POST", "/disputes/5/statements", {"text": "  "}, 422, "nothing-said", "au moins un mot"),
    ("POST", "/disputes/5/impact", {"entry": "B pass"}, 422, "unreadable", "«\u00a0B pass\u00a0» est illisible"),
    ("POST", "/disputes/5/rulings", {"entry": "B pass"}, 422, "unreadable", "$ 8 void 4"),
    ("POST", "/disputes/4/rulings", {"entry": "$ 4 stand"}, 404, "no-such-dispute", "pas de litige 4"),
)


@pytest.mark.parametrize("method, path, body, status, code, says", REFUSED)
def test_an_impossible_dispute_is_refused_with_its_reason(embedded, method, path, body, status, code, says):
    table = open_table(embedded)
    before = embedded.ask("GET", table.at(), table.tokens["arbiter"]).json()["version"]
    answer = json_of(embedded.ask(method, f"{table.at(path)}?lang=fr", table.tokens["arbiter"], body), status)

    assert answer["code"] == code and says in answer["detail"]
    assert embedded.ask("GET", table.at(), table.tokens["arbiter"]).json()["version"] == before


@pytest.mark.parametrize(
    "path, body",
    [
        ("/disputes/5/rulings", {"entry": "$ 5 stand"}),
        ("/disputes/5/impact", {"entry": "$ 5 stand"}),
        ("/lines", {"lines": ["$ 5 stand"]}),
        ("/preview", {"line": "$ 5 stand"}),
    ],
)
def test_a_second_ruling_says_which_one_it_replaces(embedded, path, body):
    table = open_table(embedded)
    arbiter = table.tokens["arbiter"]
    first = json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), arbiter, {"entry": "$ 5 void 3"}), 201)[
        "line"
    ]

    refused = json_of(embedded.ask("POST", f"{table.at(path)}?lang=fr", arbiter, body), 409)
    assert refused["code"] == "ruled-already" and f"$ 5 over {first}" in refused["detail"]
    again = {"entry": f"$ 5 over {first} stand"}
    json_of(embedded.ask("POST", table.at("/disputes/5/rulings"), arbiter, again), 201)
    rulings = json_of(embedded.ask("GET", table.at("/disputes/5"), arbiter), 200)["rulings"]
    assert [one["superseded_by"] for one in rulings] == [first + 1, None]


WITHOUT_CLAIMS = (
    ("en", "the table disputes line 3", "ruling: warning for the table"),
    ("fr", "la table conteste la ligne 3", "décision\u00a0: avertissement à la table"),
)


@pytest.mark.parametrize("lang, claims, warned", WITHOUT_CLAIMS)
def test_a_claim_without_a_seat_is_made_by_the_table(embedded, lang, claims, warned):
    table = open_table(embedded)
    raised = embedded.ask("POST", table.at("/disputes"), table.tokens["owner"], {"about": 3, "clause": ""})
    at = table.at(f"/disputes/{json_of(raised, 201)['line']}")
    weighed = embedded.ask("POST", f"{at}/impact?lang={lang}", table.tokens["arbiter"], {"entry": "$ 6 warn -"})

    assert json_of(embedded.ask("GET", f"{at}?lang={lang}"), 200)["says"] == claims
    assert json_of(weighed, 200)["says"] == warned


@pytest.mark.parametrize("lang, says", [("en", "Bo disputes line 3"), ("fr", "Bo conteste la ligne 3")])
def test_a_claim_without_a_clause_is_described_without_one(embedded, lang, says):
    table = open_table(embedded)
    claim = json_of(embedded.ask("POST", table.at("/disputes"), table.tokens["other"], {"about": 3}), 201)["line"]

    assert json_of(embedded.ask("GET", f"{table.at(f'/disputes/{claim}')}?lang={lang}"), 200)["says"] == says


def test_only_a_clause_of_the_rulebook_is_a_link(embedded):
    table = open_table(embedded)
    for clause in ("NH-FOO-9", "NH-BUILD-3"):
        json_of(embedded.ask("POST", table.at("/disputes"), table.tokens["other"], {"about": 3, "clause": clause}), 201)
    page = embedded.ask("GET", f"/s/{table.session}/disputes").text

    assert set(re.findall(r'href="(/rules/[^"]+/[^"]+)"', page)) == {"/rules/new-haven/NH-BUILD-3"}
    assert '<span class="clause">NH-FOO-9</span>' in page


@pytest.mark.parametrize(
    "lang, says", [("en", "On the arbiter’s desk: β Bo"), ("fr", "Sur le bureau de l’arbitre\u00a0: β Bo")]
)
def test_a_ruling_written_blind_names_the_seat_it_means(embedded, lang, says):
    table = open_table(embedded)
    page = f"/s/{table.session}/disputes/5?lang={lang}"
    assert "β" not in embedded.ask("GET", page).text
    asked = embedded.ask("POST", table.at("/disputes/5/statements"), table.tokens["arbiter"], {"text": "did β pay?"})
    json_of(asked, 201)

    answer = re.sub(r"<svg.*?</svg>|<[^>]+>", "", embedded.ask("GET", page).text, flags=re.DOTALL)
    assert " ".join(says.split()) in " ".join(answer.split())
    arbiter = {"cookie": f"{cookie_name(table.session)}={table.tokens['arbiter']}"}
    assert says[:12] not in embedded.ask("GET", page, headers=arbiter).text  # who is to decide need not know
