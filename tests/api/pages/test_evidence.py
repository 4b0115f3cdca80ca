"""The page that checks evidence, in the browser: it finds in every file what the Python program finds."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from domain.store.signing.notes import read_checkpoint
from domain.store.signing.verifiers import VERIFIER_PAGE
from domain.store.signing.verifiers.verify import NoEvidence, check
from tests.api.pages.browsers import DESK, PHONE

CHANGES = 60


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
    from tests.domain.store.signing.test_signing import played
    from tests.domain.store.signing.test_verifiers import FORGERIES, bundle, forged, register

    with closing(Sessions(f"sqlite:///{tmp_path}/made.sqlite", keys=tmp_path / "keys")) as sessions:
        session = played(sessions)
        kept = sessions.record(session, '; Y "é – 𝄞"', actor="ann").proof.checkpoint
        sessions.rotate_key()
        note = sessions.recorder.newest_note()
        sessions.record(session, "B pass", actor="ann")
        sessions.erase_text(session, sessions.recorder.salted(session)[0][0])
        file, log = bundle(sessions, session), register(sessions)
    short = read_checkpoint(kept)[0].short_form
    found = [(file, ""), (file, kept), (file, short), (file, short[::-1]), (file, "nonsense\n"), (log, ""), (log, note)]
    found += [(forged(file, key, change), kept) for key, change, _ in FORGERIES]
    found += [(b"", ""), (b"{}", ""), (file[:-1], ""), (file + b"\n", "")]
    chance = random.Random(9)
    for source in (file, file, log):
        for _ in range(CHANGES // 3):
            at, mask = chance.randrange(len(source)), 1 << chance.randrange(8)
            found.append((source[:at] + bytes((source[at] ^ mask,)) + source[at + 1 :], ""))
    return found


def test_both_verifiers_agree_on_every_file(room, tmp_path):
    made = cases(tmp_path)
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
