"""Two tables that differ only in a secret draw get identical answers for every role that may not know it."""

import json

import pytest

from tests.api.people import json_of, open_table
from tests.api.role_answers import SECRETS, SIGHTED, answers_for, lines_with_a_secret, without_ids
from tests.api.service import Service
from tests.api.test_roles import asked, at_a_session, described
from tests.samples import sample

OWN_EYES = ("seat", "arbiter")
OTHER_EYES = ("guest", "stranger", "viewer", "scribe", "owner", "other")


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    """Two services with one table each, which differ only in B's secret draw; and the receipts of both."""
    made = []
    for number, drawn in enumerate(SECRETS):
        service = Service(f"sqlite:///{tmp_path_factory.mktemp('twin')}/{number}.sqlite")
        table, receipts = open_table(service, lines=()), []
        for line in lines_with_a_secret(drawn):
            answer = service.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": [line]})
            receipts.append(without_ids(json.dumps(json_of(answer, 201))))
        fix = service.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["~ 6 -", "~ 6 B draw W3"]})
        receipts.append(without_ids(f"{fix.status_code} {fix.text}"))
        service.caught_up()
        made.append((service, table, receipts))
    yield made
    for service, _, _ in made:
        service.close()


@pytest.mark.parametrize("who", sample(OTHER_EYES, "guest", "other"))
def test_no_other_role_learns_what_a_seat_drew(twins, who):
    """Two tables that differ only in a secret get identical answers."""
    (service, table, _), (second_service, second_table, _) = twins
    first = answers_for(service, table, who)
    second = answers_for(second_service, second_table, who)
    if who == "owner":  # evidence holds the stored bytes, and only owners may export it
        first, second = (
            {key: answer for key, answer in answers.items() if not key.startswith("evidence")}
            for answers in (first, second)
        )
    assert first.keys() == second.keys() and len(first) > 40
    assert [(key, answer, second[key]) for key, answer in first.items() if answer != second[key]] == []


def test_the_receipts_of_the_scribe_reveal_no_secret(twins):
    (_, _, receipts), (_, _, others) = twins
    for number, pair in enumerate(zip(receipts, others, strict=True), 1):
        assert pair[0] == pair[1], number


@pytest.mark.parametrize("who", OWN_EYES)
def test_a_seat_sees_its_own_secrets_and_an_arbiter_everything(twins, who):
    (service, table, _), (second_service, second_table, _) = twins
    first = answers_for(service, table, who)
    second = answers_for(second_service, second_table, who)
    for key in ("record {}", "replay {}", "live", *(("late",) if who == "seat" else ())):  # an arbiter is told no lines
        assert first[key] != second[key], key
    assert "draw R5" in first["record {}"] and "draw W6" in second["record {}"]
    assert "GR-COUNT" in first["audit {}"] or first["audit {}"] != second["audit {}"]


def test_a_narrower_viewpoint_can_be_requested_and_no_wider_one(twins):
    (service, table, _), _ = twins
    for operation in filter(at_a_session, described(service)):
        if operation.id not in (*SIGHTED, "record", "scoreboard"):
            continue
        path = operation.path.format(session=table.session, line=1)
        public = service.ask("GET", path).text
        for who in ("seat", "owner", "other"):  # the arbiter of an open dispute sees no names
            narrowed = service.ask("GET", path, table.tokens[who], params={"sight": "public"})
            assert public_text(narrowed) == public, (operation, who)
        for who, wish in (
            ("guest", "B"),
            ("owner", "B"),
            ("other", "B"),
            ("other", "everything"),
            ("scribe", "everything"),
        ):
            token = table.tokens.get(who, "")
            answer = service.ask("GET", path, token, params={"sight": wish})
            assert (answer.status_code, answer.json()["code"]) == (403 if token else 401, "not-allowed"), (
                operation,
                who,
            )
        assert asked(service, operation, table, table.tokens["seat"], None)[0] == 200


def public_text(answer) -> str:
    assert answer.status_code == 200, answer.text
    return answer.text
