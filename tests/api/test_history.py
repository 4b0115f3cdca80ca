"""The history of a session over HTTP: writers, times, reasons, struck lines, and who may read which."""

from tests.api.conftest import on_both_stores
from tests.api.people import json_of, open_table

LINES = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", '~ 1 "misheard" - pool W1 S3 T2 R6 W5', '~ 2 "wrong cell" -')


def history(service, table, query="", token=""):
    """The history of a table as a reader gets it."""
    return json_of(service.ask("GET", table.at(f"/history{query}"), token), 200)


@on_both_stores
def test_every_line_says_who_changed_it_and_why(service):
    table = open_table(service, lines=LINES)
    told = history(service, table)
    first, second, third, fourth = told["written"]

    assert (told["lines"], told["changes"]) == (4, 2)
    assert first["changed"] == {"change": "corrected", "by": 3, "reason": "misheard"}
    assert second["changed"] == {"change": "struck", "by": 4, "reason": "wrong cell"}
    assert [third["reason"], fourth["reason"]] == ["misheard", "wrong cell"]
    assert all(line["role"] in ("owner", "scribe") and line["at"].endswith("Z") for line in told["written"])
    assert [line["line"] for line in history(service, table, "?first=2&last=3")["written"]] == [2, 3]


def test_only_changes_leaves_out_the_lines_that_count_as_they_are(service):
    table = open_table(service, lines=("B pass", *LINES[:1], "~ 2 -"))

    assert [line["line"] for line in history(service, table, "?changes=true")["written"]] == [2, 3]


def test_an_erased_reason_is_gone_from_the_history_and_the_record(service):
    table = open_table(service, lines=LINES)
    owner = table.tokens["owner"]
    assert json_of(service.ask("DELETE", table.at("/lines/4/text"), owner), 200)["texts"] == 1

    assert history(service, table)["written"][1]["changed"]["reason"] == "[erased]"
    assert "wrong cell" not in service.ask("GET", table.at("/record"), owner).text


def test_the_page_strikes_out_what_was_changed(service):
    table = open_table(service, lines=LINES)
    page = service.ask("GET", f"/s/{table.session}/history").text
    changes = service.ask("GET", f"/s/{table.session}/history?changes=true&first=1").text

    assert page.count('class="line struck"') == 2
    assert "struck by line 4" in page and "<q>wrong cell</q>" in page
    assert changes.count('class="line') == 4
