"""Downloads of a session: one HTML file, pictures, an animation; by page and by command."""

import json
import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect
from typer.testing import CliRunner

from api.cli import app
from domain.games import GAMES
from tests.api.pages.browsers import DESK, PHONE
from tests.api.people import open_table
from tests.samples import sample


@pytest.fixture(scope="module")
def house(club_house):
    """The service with the tables of the club."""
    return club_house


@pytest.mark.parametrize("game", sample(GAMES, "kontor", "new-haven"))
def test_a_file_opened_from_a_disk_steps_through_the_game_without_requests(house, room, club, game, tmp_path):
    answer = house.ask("GET", f"/s/{club.over[game]}/replay.html", headers={"accept-language": "fr"})
    assert "attachment" in answer.headers["content-disposition"]
    file = tmp_path / "replay.html"
    file.write_bytes(answer.content)
    page = room.come(DESK)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())

    before = page.locator("#stage > svg").inner_html()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#pos")).to_have_value("12")
    assert page.locator("#stage > svg").inner_html() != before
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#says")).not_to_be_empty()
    expect(page.locator("#next")).to_have_attribute("aria-label", "Une ligne en avant")
    assert asked == [file.as_uri()]


def test_the_file_fits_a_phone_needs_no_font_of_symbols_and_prints_without_controls(house, room, club, tmp_path):
    file = tmp_path / "replay.html"
    file.write_bytes(house.ask("GET", f"/s/{club.over['kontor']}/replay.html").content)
    page = room.come(PHONE)
    page.goto(file.as_uri())

    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator("#stage > svg").bounding_box()["width"] > 700  # its text can be read; a finger moves it
    assert page.locator("#player button").all_inner_texts() == [""] * 5
    expect(page.locator("#player button svg")).to_have_count(5)
    page.emulate_media(media="print")
    expect(page.locator("#player")).to_be_hidden()


def test_a_name_that_looks_like_html_does_no_harm_in_the_file(house):
    name = "</script><!-- <script>"
    table = open_table(house, seats=[{"letter": "B", "name": name}, {"letter": "Y", "name": "Bo"}])
    text = house.ask("GET", f"/s/{table.session}/replay.html").text
    embedded = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)[1]
    assert "<" not in embedded and name in json.dumps(json.loads(embedded), ensure_ascii=False)


@pytest.mark.parametrize("game", sample(GAMES, "mayflower", "nieuw-amsterdam"))
def test_a_picture_of_a_frame_shows_its_title_in_its_theme(house, club, game):
    path = f"/s/{club.over[game]}/board.png?width=600"
    light, dark, first = (picture(house, path + more) for more in ("", "&theme=dark", "&first=0"))

    assert light.width == dark.width == 600
    assert ImageChops.difference(light, first).getbbox(), "the frames look alike"
    assert sum(light.convert("L").resize((1, 1)).getpixel((0, 0)) for _ in "x") > 128 > brightness(dark)
    left, top, right, bottom = 0, 0, light.width // 2, light.height // 20  # where the title stands
    assert len(light.crop((left, top, right, bottom)).convert("L").getcolors()) > 8, "no word is written"


def picture(house, path) -> Image.Image:
    """A picture from the service."""
    return Image.open(BytesIO(house.ask("GET", path).content)).convert("RGB")


def brightness(image: Image.Image) -> int:
    """The average brightness of a picture."""
    return image.convert("L").resize((1, 1)).getpixel((0, 0))


def test_an_animation_goes_through_the_turns(house, club):
    made = Image.open(BytesIO(house.ask("GET", f"/s/{club.over['new-haven']}/replay.webp?width=200").content))

    assert made.format == "WEBP" and 3 <= made.n_frames <= 34 and made.width == 200


def test_a_picture_that_the_browser_has_is_not_sent_again(house, club):
    path = f"/s/{club.over['new-haven']}/board.png?width=200"
    first = house.ask("GET", path)
    again = house.ask("GET", path, headers={"if-none-match": first.headers["etag"]})
    other = house.ask("GET", f"{path}&theme=dark", headers={"if-none-match": first.headers["etag"]})

    assert (again.status_code, again.content, other.status_code) == (304, b"", 200)
    assert again.headers["cache-control"] == "private, no-cache"


def test_the_command_line_exports_a_session_in_each_format(house, club, tmp_path, monkeypatch):
    monkeypatch.setenv("GRIFFIER_DATABASE", house.app.state.service.settings.database)
    heads = {"html": b"<!doctype html>", "png": b"\x89PNG", "webp": b"RIFF"}
    for kind, head in heads.items():
        out = tmp_path / f"taken.{kind}"
        arguments = ["export", club.over["new-haven"], f"--{kind}", "--width", "200", "--out", str(out)]
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 0, done.output
        assert out.read_bytes().startswith(head)
    both = CliRunner().invoke(app, ["export", club.over["new-haven"], "--png", "--html"])
    assert both.exit_code != 0 and "--webp" in both.output
