"""A club for the tests of the pages: sessions of every game, and every page by its name."""

import time
from pathlib import Path
from typing import Any
from uuid import UUID

from msgspec import Struct
from playwright.sync_api import expect

from api.cli.tasks.store import store_samples
from replays.record_text import read_record
from tests.api.service import AT_LAST

LIBRARY = Path("replays/library")
SCRIPTLESS = {"java_script_enabled": False}


class Club(Struct, frozen=True):
    """Tables of every game: some over, some not, with findings, claims and rulings."""

    over: dict[str, str]
    open: dict[str, str]
    player: str

    def pages(self, game: str = "nieuw-amsterdam") -> dict[str, str]:
        """The address of every page for readers, by its name."""
        over, going, clause = self.over[game], self.open[game], CLAUSES[game]
        return {
            "home": "/",
            "search": "/?search=ana&findings=with",
            "lay": "/lay",
            "watch": f"/s/{going}",
            "television": f"/s/{over}?tv=true",
            "overlay": f"/s/{going}/overlay",
            "replay": f"/s/{over}/replay?line=30",
            "result": f"/s/{over}/result",
            "audit": f"/s/{over}/audit",
            "compare": f"/s/{over}/compare",
            "rulebooks": "/rules",
            "rulebook": f"/rules/{game}",
            "clause": f"/rules/{game}/{clause}",
            "docket": "/docket",
            "standings": "/standings",
            "breaches": "/breaches",
            "player": f"/players/{self.player}",
            "refusal": f"/s/{over}/record",
            "nowhere": "/s/nowhere",
        }


CLAUSES = {
    "kontor": "KO-SIZE-2",
    "mayflower": "MF-PLACE-3",
    "new-haven": "NH-BUILD-7",
    "nieuw-amsterdam": "NA-AUCTION-8",
}
REFUSALS = ("refusal", "nowhere")


def club_of(house: Any) -> Club:
    """Imports the samples of the library, and waits for the read models."""
    service = house.app.state.service
    files = sorted(LIBRARY.glob("*/samples/*.record"))
    loaded = [(file, read_record(file.read_text(encoding="utf-8"))[0]) for file in files]
    store_samples(service.sessions, loaded, lambda parts, *_: parts, "en")
    waited = time.monotonic() + AT_LAST
    while service.lag().behind:
        assert time.monotonic() < waited, "the read models stay behind"
        time.sleep(0.02)
    listed = house.ask("GET", "/api/sessions?most=100").json()["rows"]
    by_state = {True: {}, False: {}}
    for one in listed:
        by_state[one["closed"]][one["game"]] = one["session"]
    player = next(seat["player"] for one in listed for seat in one["seats"] if seat["player"])
    return Club(over=by_state[True], open=by_state[False], player=player)


def ready(page: Any, name: str) -> None:
    """Waits until the page has drawn its board."""
    if name == "replay":
        expect(page.locator(".rp")).to_have_attribute("data-ready", "yes")
    if name in ("watch", "television"):
        expect(page.locator("[data-board] > svg")).to_be_visible()


def session_view(house: Any, session: str) -> Any:
    """The view of a session in the service."""
    return house.app.state.service.sessions.view(UUID(session))
