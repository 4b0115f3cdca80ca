"""The picture beside a link to a moment: 1200 x 630, what guests may know, in the language of the link."""

import re
from io import BytesIO

import pytest
from PIL import Image

from replays.export.share_picture import share_order
from replays.viewpoint import Viewpoint
from tests.api.pages.club import session_view
from tests.api.pages.recorder import new_table
from tests.samples import sample


@pytest.fixture(scope="module")
def house(club_house):
    """The service with the tables of the club."""
    return club_house


def drawn(house, session, line, lang="en", **more):
    """The SVG of the picture of a line."""
    more = {"named": True, "judged": True, **more}
    return share_order(session_view(house, session), lang, Viewpoint(None), line, **more).svgs[0]


@pytest.mark.parametrize("lang", sample(["en", "fr"], "fr"))
def test_a_replay_names_its_picture_for_other_programs(house, club, lang):
    session = club.over["nieuw-amsterdam"]
    page = house.ask("GET", f"/s/{session}/replay?line=48&lang={lang}").text
    tags = dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page))
    assert tags["og:image"] == f"{house.home}/s/{session}/share.png?line=48&amp;lang={lang}"
    assert tags["og:title"].startswith({"en": "Nieuw Amsterdam, line 48: Bo", "fr": "Nieuw Amsterdam, ligne 48"}[lang])

    answer = house.ask("GET", tags["og:image"].replace("&amp;", "&"))
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_the_picture_of_every_game_says_line_verdict_and_points_in_large_letters(house, club):
    for session in club.over.values():
        picture = drawn(house, session, 30)
        texts = picture.rpartition('<g class="gf"')[2]
        assert "line 30" in texts and "Griffier" in texts
        assert min(map(int, re.findall(r"font-size:(\d+)px", texts))) >= 22
    for lang, word in (("en", "broken"), ("fr", "enfreinte")):
        texts = drawn(house, club.over["nieuw-amsterdam"], 48, lang).rpartition('<g class="gf"')[2]
        assert word in texts and "NA-SPEC-1" in texts and "Cléo" in texts
    assert "NA-SPEC-1" not in drawn(house, club.over["nieuw-amsterdam"], 48, judged=False)


def test_a_table_without_guests_is_pictured_without_names_and_only_for_its_people(house):
    table = new_table(house, lines=("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS"), guests=False)
    assert house.ask("GET", f"/s/{table.session}/share.png?line=2").status_code == 404
    cookie = {"cookie": f"key-{table.session.replace('-', '')}={table.tokens['owner']}"}
    assert house.ask("GET", f"/s/{table.session}/share.png?line=2", headers=cookie).status_code == 200
    names = session_view(house, table.session).setup.names
    picture = drawn(house, table.session, 2, named=False)

    assert [name for name in names if re.search(rf">[^<]*\b{name}\b", picture)] == []
    assert all(name in drawn(house, table.session, 2) for name in names)


def test_a_line_that_does_not_exist_is_pictured_as_the_last_one(house, club):
    session = club.over["kontor"]
    one, other = (house.ask("GET", f"/s/{session}/share.png?line={line}") for line in (196, 90))

    assert one.headers["etag"] == other.headers["etag"]
