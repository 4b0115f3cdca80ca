"""The evidence page in the browser: checkpoints are kept and compared, devices sign, and the verifier page agrees."""

import json
import random
from pathlib import Path
from uuid import UUID

import pytest
from playwright.sync_api import expect

from domain.store.signing.notes import read_checkpoint
from domain.store.signing.verifiers import VERIFIER_PAGE
from domain.store.signing.verifiers.verify import NoEvidence, check
from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.club import enter
from tests.api.people import json_of, open_table

CHANGES = 60


@pytest.fixture
def table(house):
    return open_table(house)


def checkpoint(house, table, since=0):
    return json_of(house.ask("GET", f"{table.at('/checkpoint')}?since={since}", table.tokens["viewer"]), 200)


def seated(room, table, who="seat", device=PHONE):
    page = room.come(device)
    enter(page, f"{table.session}#k={table.tokens[who]}")
    page.goto(f"/s/{table.session}/evidence")
    return page


def test_the_page_shows_the_newest_checkpoint_with_its_short_form(house, room, table):
    page = seated(room, table)
    newest = checkpoint(house, table)
    assert read_checkpoint(newest["checkpoint"])[0].short_form == newest["short"]
    expect(page.locator(".short b")).to_have_text(newest["short"].split(" "))
    expect(page.locator(".checkpoint-code svg")).to_be_visible()
    expect(page.locator("[data-kept-checkpoint]")).to_contain_text(str(newest["size"]))
    expect(page.locator(".changes li")).to_have_count(6)  # every seat sees the roles that were given
    expect(page.locator("[data-checkpoint-warning]")).to_have_count(0)


def test_a_device_warns_when_the_record_does_not_continue_what_it_kept(house, room, table):
    page = seated(room, table)
    expect(page.locator("[data-kept-checkpoint]")).not_to_be_empty()
    json_of(house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["B pass"]}), 201)
    page.reload()  # the control: an honest record continues it
    expect(page.locator("[data-kept-checkpoint]")).to_contain_text(str(checkpoint(house, table)["size"]))
    expect(page.locator("[data-checkpoint-warning]")).to_have_count(0)
    name = f"checkpoint:{table.session}"
    kept = json.loads(page.evaluate("name => localStorage.getItem(name)", name))
    kept |= {"size": kept["size"] - 1, "root": "A" * 43 + "="}
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(kept)])
    page.reload()
    expect(page.locator("[data-checkpoint-warning]")).to_contain_text("does not match what this device saw")
    page.goto(f"/s/{table.session}")  # on every page of the table
    expect(page.locator("[data-checkpoint-warning]")).to_have_count(1)


def test_a_scanned_checkpoint_is_compared_and_kept(house, room, table):
    page = room.come(PHONE)
    old = checkpoint(house, table)["checkpoint"]
    json_of(house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["B pass"]}), 201)
    page.goto(f"/s/{table.session}/evidence")
    page.evaluate("() => localStorage.clear()")
    page.evaluate("note => { location.hash = 'c=' + encodeURIComponent(note); location.reload(); }", old)
    expect(page.locator("[data-kept-checkpoint]")).to_contain_text(str(checkpoint(house, table)["size"]))
    expect(page.locator("[data-checkpoint-warning]")).to_have_count(0)


def test_a_made_up_link_does_not_say_that_this_device_saw_another_record(house, room, table):
    page = seated(room, table)
    expect(page.locator("[data-kept-checkpoint]")).not_to_be_empty()
    origin, _, rest = checkpoint(house, table)["checkpoint"].split("\n", 2)
    made_up = "\n".join([origin, "2", "A" * 43 + "=", rest.split("\n", 1)[1]])
    page.evaluate("note => { location.hash = 'c=' + encodeURIComponent(note); location.reload(); }", made_up)
    notice = page.locator("[data-checkpoint-warning]")
    expect(notice).to_contain_text("may be made up")
    expect(notice).not_to_contain_text("what this device saw")
    page.reload()
    expect(page.locator("[data-kept-checkpoint]")).not_to_be_empty()
    expect(notice).to_have_count(0)


def test_a_seat_signs_the_closed_record_on_its_result(house, room, table):
    json_of(house.ask("POST", table.at("/closing"), table.tokens["owner"], {}), 200)
    page = seated(room, table)
    page.goto(f"/s/{table.session}/result")
    page.locator("[data-cosign]").click()
    expect(page.locator("[data-cosign]")).to_have_count(0)
    expect(page.locator("tr", has_text="Ana").last).to_contain_text("signed")
    (made,) = json_of(house.ask("GET", table.at("/cosignatures"), table.tokens["viewer"]), 200)["cosignatures"]
    assert (made["signer"], made["size"]) == ("seat B", checkpoint(house, table)["size"])
    viewer = room.come(PHONE)
    viewer.goto(f"/s/{table.session}/result")
    expect(viewer.locator("[data-cosign]")).to_have_count(0)


def test_an_arbiter_signs_a_ruling_with_the_key_of_the_device(house, room, table):
    page = room.come(DESK)
    enter(page, f"{table.session}#k={table.tokens['arbiter']}")
    page.goto(f"/s/{table.session}/disputes/5/desk")
    page.locator("[data-remedies] input[type=radio]").first.check()
    page.locator("#r-text").fill("so it is")
    page.locator("[data-ruling] button.seal").click()
    page.wait_for_url("**/disputes/5")
    (made,) = json_of(house.ask("GET", table.at("/cosignatures"), table.tokens["viewer"]), 200)["cosignatures"]
    assert made["signer"] == f"arbiter {table.grants['arbiter']}"
    assert made["size"] == checkpoint(house, table)["size"]


def test_a_seat_signs_with_the_key_of_its_device_and_the_evidence_shows_it(house, room, table):
    page = seated(room, table)
    page.locator("[data-cosign]").click()
    expect(page.locator("[data-cosign]")).to_have_count(0)
    expect(page.locator("tr", has_text="Ana")).to_contain_text("signed")
    (made,) = json_of(house.ask("GET", table.at("/cosignatures"), table.tokens["viewer"]), 200)["cosignatures"]
    assert (made["signer"], made["size"]) == ("seat B", checkpoint(house, table)["size"])
    sessions = house.backend.sessions if hasattr(house, "backend") else None
    if sessions is not None:
        sessions.verify(UUID(table.session))


def test_a_seat_agrees_to_an_arbiter_who_plays(house, room, table):
    owner = room.come(DESK)
    owner.goto(f"/s/{table.session}#k={table.tokens['owner']}")
    owner.wait_for_url("**/record")
    owner.goto(f"/s/{table.session}/roles")
    expect(owner.locator("[data-plays]")).to_be_hidden()
    owner.locator("label.chip", has_text="Arbiter").click()
    owner.get_by_label("Also plays at this table").check()
    expect(owner.locator("[name=how][value=code]")).to_be_disabled()
    owner.locator("[name=how][value=link]").click()
    expect(owner.locator("[data-given]")).to_contain_text("Scan")
    seat = seated(room, table)
    expect(seat.locator(".changes")).to_contain_text("Also plays at this table")
    expect(seat.locator(".changes")).to_contain_text("who does not play at this table")  # the table's other arbiter
    seat.locator("[data-agree]").click()
    expect(seat.locator("[data-agree]")).to_have_count(0)
    expect(seat.locator(".changes")).to_contain_text("agreed that the arbiter sees all hands")
    other = seated(room, table, "scribe")
    expect(other.locator("[data-agree]")).to_have_count(0)


# The verifier page --------------------------------------------------------------------------------------------------


def reports(page, cases: list[tuple[bytes, str]]) -> list:
    """What the page finds in files, computed in it without a network."""
    return page.evaluate(
        """async (cases) => Promise.all(cases.map(async ([text, kept]) => {
            const report = await check(Uint8Array.from(text, (one) => one.charCodeAt(0)), kept);
            return report && [report.verdict, report.kept, report.checks];
        }))""",
        [[data.decode("latin1"), kept] for data, kept in cases],
    )


def expected(data: bytes, kept: str):
    """What the Python program finds."""
    try:
        report = check(data, kept)
    except NoEvidence:
        return None
    return [report.verdict, report.kept, report.checks]


def cases(tmp_path: Path) -> list[tuple[bytes, str]]:
    """Honest, damaged and forged files, with kept checkpoints."""
    from contextlib import closing

    from domain.sessions.application import Sessions
    from tests.domain.store.signing.signed_sessions import played_session, written_at_once
    from tests.domain.store.signing.test_verifiers import FORGERIES, SHARED, bundle, forged, register

    with closing(Sessions(f"sqlite:///{tmp_path}/made.sqlite", keys=tmp_path / "keys")) as sessions:
        session = played_session(sessions)
        kept = sessions.record(session, '; Y "é – 𝄞"', actor="ann").proof.checkpoint
        sessions.rotate_key()
        note = sessions.recorder.newest_note()
        sessions.record(session, "B pass", actor="ann")
        sessions.erase_text(session, sessions.recorder.salted(session)[0][0])
        file, log = bundle(sessions, session), register(sessions)
        (first, *_) = written_at_once(sessions, 5)
        shared = bundle(sessions, UUID(first.session))
    short = read_checkpoint(kept)[0].short_form
    found = [(file, ""), (file, kept), (file, short), (file, short[::-1]), (file, "nonsense\n"), (log, ""), (log, note)]
    found += [(forged(file, key, change), kept) for key, change, _ in FORGERIES]
    found += [(shared, first.proof.checkpoint), *((forged(shared, "entry", change), "") for change in SHARED)]
    found += [(b"", ""), (b"{}", ""), (file[:-1], ""), (file + b"\n", "")]
    chance = random.Random(9)
    for source in (file, shared, log):
        for _ in range(CHANGES // 3):
            at, mask = chance.randrange(len(source)), 1 << chance.randrange(8)
            found.append((source[:at] + bytes((source[at] ^ mask,)) + source[at + 1 :], ""))
    return found


def changed_by_the_operator(tmp_path: Path) -> list[tuple[bytes, str]]:
    """Files from changed stores, signed anew or not, each with a checkpoint from before; the first two are controls."""
    from contextlib import closing

    from domain.sessions.application import Sessions
    from tests.domain.store.signing.operators_files import every_case, tampered_files

    found = []
    for number, case in enumerate(every_case()):
        url = f"sqlite:///{tmp_path}/changed-{number}.sqlite"
        with closing(Sessions(url, keys=tmp_path / f"keys-{number}")) as sessions:
            found.append(tampered_files(sessions, *case))
    return found


def test_both_verifiers_agree_on_every_file(room, tmp_path):
    changed = changed_by_the_operator(tmp_path)
    assert [expected(*case)[0] for case in changed] == ["right"] * 2 + ["wrong"] * (len(changed) - 2)
    made = cases(tmp_path) + changed
    page = room.come(DESK)
    page.goto(VERIFIER_PAGE.resolve().as_uri())
    assert reports(page, made) == [expected(*case) for case in made]
    page.evaluate("() => { plainly = true; }")  # a browser without Ed25519 of its own
    assert reports(page, made[:12]) == [expected(*case) for case in made[:12]]
    assert expected(*made[1])[:2] == ["right", "right"] and expected(*made[3])[1] == "wrong"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_verifier_page_names_its_result_in_both_languages(room, tmp_path, lang):
    (good, _), (_, kept), *_ = made = cases(tmp_path)
    page = room.come(PHONE, lang)
    page.goto("/verify")
    page.locator("#file").set_input_files({"name": "table.griffier", "mimeType": "text/plain", "buffer": good})
    words = {
        "en": ("is the one that was signed", "agrees", "is not the one"),
        "fr": ("est celle", "concorde", "n’est pas"),
    }
    expect(page.locator("#result h2")).to_contain_text(words[lang][0])
    page.locator("#kept").fill(kept)
    page.locator("#kept").blur()
    expect(page.locator("#result")).to_contain_text(words[lang][1])
    page.locator("#file").set_input_files({"name": "x", "mimeType": "text/plain", "buffer": made[-1][0]})
    page.locator("#file").set_input_files({"name": "bad.griffier", "mimeType": "text/plain", "buffer": good[:-1]})
    expect(page.locator("#result h2")).to_contain_text(words[lang][2])
