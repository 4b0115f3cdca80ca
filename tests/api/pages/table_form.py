"""Fills in the form that sets up a table: five questions, then the codes of the roles."""

from typing import Any

from playwright.sync_api import expect


def asked(page: Any, game: str, lang: str = "en") -> None:
    """Opens the form and chooses the game by its picture."""
    page.goto(f"/lay?lang={lang}")
    page.locator(f"a.game[href='/lay?game={game}']").click()
    expect(page.locator("form[data-lay]")).to_have_attribute("data-game", game)


def named(page: Any, *names: str) -> None:
    """Fills in the names of the seats."""
    for seat, name in enumerate(names):
        page.locator(f"input[name=name{seat}]").fill(name)
    expect(page.locator("[data-readback]")).to_contain_text(names[0])


def read_otherwise(page: Any) -> None:
    """Chooses a reading that is not the default for the first open question."""
    page.locator("details:not([data-shelf]) > summary").click()
    page.locator("input[name^=reading-]:not([data-default])").first.check()


def with_faces(page: Any, faces: str = "stand-in", help: str = "on") -> None:
    """Answers the last question: faces and help."""
    page.locator(f"input[name=faces][value={faces}]").check()
    page.locator(f"input[name=help][value={help}]").check()


def handed_out(page: Any, codes: int) -> str:
    """Sets up the table and takes all codes; returns the session id."""
    page.locator("[data-lay-it]").click()
    expect(page.locator("[data-codes][data-ready=yes]")).to_be_visible()
    expect(page.locator("[data-links] svg.qr")).to_have_count(codes)
    expect(page.locator("[data-links] svg.qr path").last).to_be_visible()
    return page.locator("[data-to-record]").get_attribute("href").split("/")[2]
