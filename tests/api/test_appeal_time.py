"""A ruling can be appealed for a time that the table agreed on; seats accept it; a late appeal is kept and marked."""

import pytest

from tests.api.people import LINES, json_of, open_table
from tests.api.test_delay import Clock


@pytest.fixture
def ruled(embedded):
    """A table with an hour for appeals, its claim decided on line 6."""
    embedded.backend.sessions.writer.clock = clock = Clock()
    table = open_table(embedded, LINES, appeals="60")
    json_of(
        embedded.ask("POST", table.at("/lines"), table.tokens["arbiter"], {"lines": ["$ 5 void 3 NH-BUILD-3"]}), 201
    )
    return embedded, table, clock


def disputes(service, table):
    return json_of(service.ask("GET", table.at("/disputes"), table.tokens["seat"]), 200)["disputes"]


@pytest.mark.parametrize("seconds, late", [(3599, False), (3601, True)])
def test_an_appeal_after_the_agreed_time_is_kept_and_marked_late(ruled, seconds, late):
    service, table, clock = ruled
    assert disputes(service, table)[0]["appeal_until"].startswith("2026-11-18T13:00:00")
    clock.seconds += seconds
    json_of(service.ask("POST", table.at("/disputes"), table.tokens["seat"], {"about": 6, "seat": "B"}), 201)

    appeal = disputes(service, table)[1]
    assert (appeal["subject"], appeal["late"]) == ("ruling", late)


def test_a_seat_accepts_a_ruling(ruled):
    service, table, _ = ruled
    json_of(service.ask("POST", table.at("/lines"), table.tokens["seat"], {"lines": [": agree B 6"]}), 201)
    assert disputes(service, table)[0]["accepted"] == ["B"]


def test_the_time_for_appeals_is_a_number_of_minutes(embedded):
    body = {"game": "new-haven", "seats": [{"letter": "B"}, {"letter": "Y"}], "appeals": "soon"}
    assert embedded.ask("POST", "/api/sessions", "", body).json()["status"] == 422
