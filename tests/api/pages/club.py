"""A club for the tests of the pages: sessions of every game, and every page by its name."""

import time
from pathlib import Path
from typing import Any
from uuid import UUID

from msgspec import Struct
from playwright.sync_api import expect

from api.cli.tasks.store import store_samples
from replays.record_text import read_record
from tests.api.library import bring, grant
from tests.api.people import json_of
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


class Case(Struct, frozen=True):
    """A table of one game with a dispute that waits for a ruling, and the keys of its owner and its arbiter."""

    session: str
    claim: int
    about: int
    owner: str
    arbiter: str

    def pages(self) -> dict[str, tuple[str, str]]:
        """The address of every page that needs a key or shows a dispute, and the key its browser holds."""
        at, guest = f"/s/{self.session}", ""
        return {
            "record": (f"{at}/record", self.owner),
            "roles": (f"{at}/roles", self.owner),
            "close": (f"{at}/result", self.owner),
            "noted": (f"{at}/replay?line={self.about}", self.owner),
            "cases": ("/docket", self.arbiter),
            "desk": (f"{at}/disputes/{self.claim}/desk", self.arbiter),
            "disputes": (f"{at}/disputes", guest),
            "dispute": (f"{at}/disputes/{self.claim}", self.owner),
            "embed": (f"{at}/embed?line={self.about}", guest),
            "not-embedded": ("/s/nowhere/embed", guest),
            "evidence": (f"{at}/evidence", guest),
            "verify": ("/verify", guest),
            "offline": ("/offline", self.owner),
            "ledger": ("/ledger", guest),
            "precedents": ("/precedents", guest),
        }


CLAUSES = {
    "kontor": "KO-SIZE-2",
    "mayflower": "MF-PLACE-3",
    "new-haven": "NH-BUILD-7",
    "nieuw-amsterdam": "NA-AUCTION-8",
}
REFUSALS = ("refusal", "nowhere")


def case_of(house: Any, game: str) -> Case:
    """An unfinished game of the library, with a claim about its first broken line, and a statement."""
    table = bring(house, LIBRARY / game / "samples" / "an-evening-not-over.record")
    seats = session_view(house, table.session).setup.seats
    findings = json_of(house.ask("GET", table.at("/audit")), 200)["findings"]
    broken = next(finding for finding in findings if finding["verdict"] == "broken" and finding["line"])
    claim = {"about": broken["line"], "clause": broken["clause"], "seat": seats[0], "text": "Was that allowed?"}
    raised = json_of(house.ask("POST", table.at("/disputes"), table.owner, claim), 201)["line"]
    statement = {"text": "I think so.", "seat": seats[1]}
    json_of(house.ask("POST", table.at(f"/disputes/{raised}/statements"), table.owner, statement), 201)
    json_of(house.ask("POST", table.at("/embedding"), table.owner, {"allowed": True}), 200)
    keys = (f"{table.session}#k={token}" for token in (table.owner, grant(house, table, "arbiter")))
    return Case(table.session, raised, broken["line"], *keys)


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
    if name in ("replay", "noted", "embed"):
        expect(page.locator(".rp")).to_have_attribute("data-ready", "yes")
    if name in ("watch", "television"):
        expect(page.locator("[data-board] > svg")).to_be_visible()
    if name == "record":
        expect(page.locator("main")).to_have_attribute("data-ready", "yes")


def enter(page: Any, key: str) -> None:
    """Opens the link of a role as its holder would, so that the browser has its key; an empty one is no link."""
    if key:
        page.goto(f"/s/{key.replace('#', '/key#')}")
        page.wait_for_url(lambda url: "/key" not in url)


def session_view(house: Any, session: str) -> Any:
    """The view of a session in the service."""
    return house.app.state.service.sessions.view(UUID(session))
