"""Steps of a scribe at the recorder: opening it, typing, tapping, and waiting for the result."""

from typing import Any

from playwright.sync_api import expect

from tests.api.people import OpenTable, open_table

NONE: tuple[str, ...] = ()
ASKED = (  # what can be tapped for what is still missing of the open line
    ".enter .palette.inline:not(:has([aria-pressed=true])) .val:not(.none)",
    ".enter .palette:not(.inline) :is([data-value], [data-join], [data-digit]):not(.none):not([disabled])",
    "[data-light]",
    ".enter .split:not(.signs) .name",
)
TWICE = 350  # milliseconds; a little more than what the recorder takes for one tap


def new_table(house: Any, game: str = "new-haven", lines: tuple[str, ...] = NONE, **setup: Any) -> OpenTable:
    """Sets up a table over the API, with a token for every role."""
    return open_table(house, lines=lines, used=False, game=game, **setup)


def link(table: OpenTable, role: str = "owner") -> str:
    """The link of a role."""
    return f"/s/{table.session}#k={table.tokens[role]}"


def opened(page: Any, table: OpenTable, role: str = "owner") -> Any:
    """Opens the recorder with the key of a role, by the page that loads nothing of the table."""
    page.goto(f"/s/{table.session}/key#k={table.tokens[role]}")
    page.wait_for_url("**/record")
    ready(page)
    return page


def ready(page: Any) -> None:
    """Waits until the recorder has loaded the state of the table."""
    expect(page.locator("main")).to_have_attribute("data-ready", "yes")


def box(page: Any) -> Any:
    """The box to type in, which a phone shows once it is asked for."""
    if not page.locator("#ty").is_visible():
        page.locator("[data-type]").click()
    return page.locator("#ty")


def typed(page: Any, line: str) -> None:
    """A line typed and sent."""
    box(page).fill(line)
    page.locator("#ty").press("Enter")


def as_played(page: Any) -> None:
    """Confirms that an unlawful line is what happened."""
    page.locator("#ask[open] [data-ask=yes]").click()


def tapped(page: Any, offer: int = 0) -> None:
    """One of the offers, as it stands there; a finger that comes back sooner would be taken for the same tap.

    Where something is asked for, the second value that can come is tapped until nothing is missing.
    """
    page.wait_for_timeout(TWICE)
    record = page.locator("[data-offers] [data-record]").nth(offer)
    while record.is_disabled():
        choices = next(shown for group in ASKED if (shown := page.locator(group)).count())
        choices.nth(min(1, choices.count() - 1)).click()
    record.click()


def nothing_waits(page: Any) -> None:
    """Waits until no line is waiting to be sent."""
    expect(page.locator("[data-pending] li")).to_have_count(0)


def stands(page: Any, line: int, says: str = "") -> Any:
    """Waits until a line with these words is on the screen, and the offers are those after it."""
    nothing_waits(page)
    row = page.locator(f"#l{line}")
    expect(row).to_contain_text(says)
    ready(page)
    return row


def record_of(house: Any, table: OpenTable) -> list[str]:
    """The lines in the record of the server."""
    frames = house.ask("GET", f"/api/sessions/{table.session}/replay", table.tokens["owner"]).json()["frames"]
    return [frame["text"] for frame in sorted(frames[1:], key=lambda frame: frame["line"])]


def log_of(house: Any, table: OpenTable) -> list[str]:
    """The record as text, line by line: number, kind and what was written."""
    text = house.ask("GET", f"/api/sessions/{table.session}/record", table.tokens["owner"]).text
    return [" ".join(line.split()) for line in text.splitlines() if line[:3].strip().isdigit()]
