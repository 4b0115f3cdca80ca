"""Every game from the set-up to the audit, in a browser: ten lines, one of them against the rules, one corrected, a
value seen, and a guest who watches it all."""

import pytest
from msgspec import Struct
from playwright.sync_api import expect

from domain.games import GAMES
from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.recorder import as_played, nothing_waits, ready, stands, tapped, typed
from tests.api.pages.table_form import asked, handed_out, named, read_otherwise, with_faces


class Story(Struct, frozen=True):
    """The typed lines of a game; its other lines are tapped offers."""

    typed: tuple[str, ...]  # the first lines
    unlawful: str
    corrected: str  # line 1 as it should have been written
    seat: str  # whose points are read off the table


STORIES = {
    "new-haven": Story(("- pool W1 S3 T2 R6 W4",), "Y build R6 up 3.1", "- pool W1 S3 T2 R6 W5", "Y"),
    "nieuw-amsterdam": Story(("B found docks",), "B found millwork", "B found granary", "Y"),
    "mayflower": Story(("- explorers 0:1 0:10",), "Y draw A", "- explorers 0:1 0:9", "Y"),
    "kontor": Story(("A pass",), "B place 5 at 9,9", "A choose", "B"),
}
DEVICES = {"phone": PHONE, "desk": DESK}
FEW = [("new-haven", "phone", "fr")]
ALL = [(game, device, lang) for game in GAMES for device in DEVICES for lang in ("en", "fr")]


def test_every_game_has_a_story():
    assert set(STORIES) == set(GAMES)


@pytest.mark.parametrize(("game", "device", "lang"), FEW)
def test_a_game_is_set_up_recorded_watched_replayed_and_audited(room, game, device, lang):
    from_set_up_to_audit(room, game, DEVICES[device], lang)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "device", "lang"), [one for one in ALL if one not in FEW])
def test_on_every_device_and_in_both_languages(room, game, device, lang):
    from_set_up_to_audit(room, game, DEVICES[device], lang)


def from_set_up_to_audit(room, game, device, lang):
    story, page = STORIES[game], room.come(device, lang)
    asked(page, game, lang)
    named(page, "Ana", "Bo")
    agreed(page, game)
    read_otherwise(page)
    with_faces(page)
    expect(page.locator("select[name=delay]")).to_have_value("10 0")
    page.locator("select[name=delay]").select_option("0 0")  # the guest below watches without it
    session = handed_out(page, codes=5)
    page.locator("[data-to-record]").click()
    ready(page)

    guest = room.come(DESK, lang)
    guest.goto(f"/s/{session}?lang={lang}")
    for line, text in enumerate(story.typed, 1):
        typed(page, text)
        stands(page, line)
    typed(page, story.unlawful)
    as_played(page)
    expect(stands(page, len(story.typed) + 1).locator(".mark .icon").first).to_be_visible()
    page.locator("[data-recorded] .btn.primary").click()
    for line in range(len(story.typed) + 2, 9):
        tapped(page)
        stands(page, line)

    seen(page, story.seat, "points", "7")
    stands(page, 9, "7")
    expect(guest.locator("[data-live=scores] tr", has_text="Bo").locator(".total")).to_have_text("7")
    corrected(page, 1, story.corrected)
    expect(stands(page, 1).locator("del")).to_be_visible() if device is DESK else stands(page, 1)
    expect(page.locator("[data-saved]")).to_contain_text("10")
    nothing_waits(page)

    page.goto(f"/s/{session}/replay?lang={lang}")
    expect(page.locator("[data-board] svg").first).to_be_visible()
    page.goto(f"/s/{session}/audit?lang={lang}")
    expect(page.locator(".finding").first).to_be_visible()


def agreed(page, game):
    """Chooses a variant and removes it again; the summary follows."""
    if not GAMES[game].variants:
        return
    variant = page.locator("input[name=variant]").first
    name = variant.get_attribute("data-called")
    variant.check()
    expect(page.locator("[data-readback]")).to_contain_text(name)
    variant.uncheck()
    expect(page.locator("[data-readback]")).not_to_contain_text(name)


def seen(page, seat, what, value):
    """Records a value read off the table, by its panel."""
    page.locator(".recnav [data-open=seen]").click()
    page.locator(f"#seen label:has(input[value='{seat}'])").click()
    page.locator("#seen-what").select_option(what)
    page.locator("#seen-value").fill(value)
    page.locator("#seen form button.primary").click()


def corrected(page, line, text):
    """Corrects an earlier line."""
    page.locator(".recnav [data-open=repair]").click()
    page.locator(f"#repair [data-line='{line}']").click()
    ready(page)
    typed(page, text)
    asked, done = page.locator("#ask[open] [data-ask=yes]"), page.locator("[data-repair][hidden]")
    expect(asked.or_(done)).to_have_count(1)
    if asked.is_visible():
        asked.click()
    expect(done).to_have_count(1)
