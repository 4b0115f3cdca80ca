"""Renders the templates of the pages in a language."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from api.http.requests.request import LANGUAGES
from api.locales import count, say
from api.pages.static import address
from domain.setup import Setup
from domain.texts import capitalized
from domain.words import words_of
from replays.boards import seat_slots
from replays.reference.rulebooks import is_citable

FOLDER = Path(__file__).parent.parent / "templates"


@lru_cache
def environment() -> Environment:
    """Jinja, set so that a template fails on a variable it does not get."""
    jinja = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    jinja.filters["capitalize_first"] = capitalized
    jinja.filters["without_kind"] = without_kind
    jinja.filters["zip"] = zip
    jinja.filters["status_word"] = status_word
    jinja.globals.update(
        static=address, slots=slots, query_in_language=query_in_language, raw=Markup, is_citable=is_citable
    )
    return jinja


def render(template: str, lang: str, *contexts: Struct) -> str:
    """A page with the fields of these structs. In the template `t` is a text, `n` a number with its noun."""

    def t(key: str, **facts: Any) -> str:
        return say(lang, key, "pages", **facts)

    def ago(time: str) -> str:
        return time_ago(lang, time)

    def day(time: str) -> str:
        return written_day(lang, time)

    def n(noun: str, number: int) -> str:
        return count(lang, noun, number)

    others = [other for other in LANGUAGES if other != lang]
    fields = {name: getattr(context, name) for context in contexts for name in context.__struct_fields__}
    return environment().get_template(template).render(lang=lang, others=others, t=t, n=n, ago=ago, day=day, **fields)


def time_ago(lang: str, time: str) -> str:
    """How long ago a time was, within the last hour; else its day, which scripts replace by the reader's local time."""
    seconds = max(0, int((datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds()))
    if seconds < 60:
        return say(lang, "seconds-ago", "pages", count=seconds)
    return say(lang, "minutes-ago", "pages", count=seconds // 60) if seconds < 3600 else written_day(lang, time)


def written_day(lang: str, time: str) -> str:
    """The day of a time as people write it: "Sat 14 Nov", with the year if it is not this one."""
    at = datetime.fromisoformat(time[:10])
    weekday, month = (
        say(lang, "weekdays", "pages").split()[at.weekday()],
        say(lang, "months", "pages").split()[at.month - 1],
    )
    return f"{weekday} {at.day} {month}" + (f" {at.year}" if at.year != datetime.now(UTC).year else "")


def status_word(status: str, lang: str) -> str:
    """The short word for the status of a result."""
    return words_of(lang)["headings"][status].partition(":")[0]


def without_kind(says: str) -> str:
    """A sentence about a line without the word for its kind: "Bo loses 1 point" of "ruling: Bo loses 1 point"."""
    return capitalized(says.partition(": ")[2] or says)


def slots(setup: Setup) -> dict[str, str]:
    """The colour of each seat, by its letter."""
    return dict(zip(setup.seats, seat_slots(setup), strict=True))


def query_in_language(query: str, lang: str) -> str:
    """The query string of a page with its language replaced."""
    kept = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != "lang"]
    return urlencode([*kept, ("lang", lang)])
