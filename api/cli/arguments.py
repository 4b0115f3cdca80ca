"""The arguments of the commands: a record or a stored session, a box, a language; and how they fail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from domain.faces import Catalogue
    from domain.sessions.application import Sessions
    from domain.sessions.session import Session
    from domain.sessions.session_state import SessionView


class Language(StrEnum):
    """The languages of the output."""

    en = "en"
    fr = "fr"


Which = Annotated[
    str, typer.Argument(help="A text record, or the beginning of a stored session's id.", metavar="FILE|ID")
]
Id = Annotated[str, typer.Argument(help="The beginning of a stored session's id.", metavar="ID")]
Box = Annotated[Path | None, typer.Option("--box", help="An owner's catalogue, named by the record's `faces`.")]
Lang = Annotated[Language, typer.Option("--lang", help="The language to answer in.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


def load(which: str, lang: str, box: Path | None = None) -> Session:
    """A session from its file or from the store."""
    stored = None if is_there(which) else _stored(which, lang)
    return read(Path(which), lang, box) if stored is None else stored


def read(file: Path, lang: str, box: Path | None = None, storing: bool = False) -> Session:
    """A session from its file; lines that cannot be read are reported on the error stream."""
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text
    from replays.record_text import read_record

    try:
        session, errors = read_record(_text(file), _boxes(box, lang), forgiving=True, storing=storing)
    except NotRecorded as error:
        fail(f"{file}: {refusal_text(error, lang)}")
    for refused in errors:
        typer.echo(f"{file}:{refused.line}: {refusal_text(refused.error, lang)}", err=True)
    return session


def is_there(name: str | Path) -> bool:
    """Whether a readable file has that name."""
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except OSError:  # not a possible file name
        return False


def _stored(name: str, lang: str) -> Session | None:
    """A stored session by the beginning of its id; None where the name cannot be an id."""
    if not re.fullmatch(r"[0-9a-fA-F-]{4,36}", name):
        return None
    with store(lang, writing=False) as sessions:
        return sessions.view(sessions.named(name)).session


@contextmanager
def record_or_stored(
    which: str, lang: str, box: Path | None = None, writing: bool = False
) -> Iterator[tuple[Sessions | None, Session | SessionView]]:
    """A record from its file, without a store; or a stored session, with its store."""
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

    if not is_there(which):
        with store(lang, writing) as sessions:
            yield sessions, sessions.view(sessions.named(which))
        return
    try:
        yield None, read(Path(which), lang, box)
    except NotRecorded as error:
        fail(refusal_text(error, lang))


@contextmanager
def store(lang: str, writing: bool) -> Iterator[Sessions]:
    """The store; its errors end the command with a sentence."""
    import sqlite3

    import psycopg
    from eventsourcing.persistence import PersistenceError

    from api.http.settings import BadSettings, settings
    from domain.errors import NoStore, NotRecorded, StoreAway
    from domain.sessions.application import Sessions
    from domain.store.side_tables import redacted_url
    from replays.annotation import refusal_text

    try:
        configured = settings()
    except BadSettings as error:
        fail(str(error))
    try:
        with closing(Sessions(configured.database, writing, Path(configured.keys))) as sessions:
            yield sessions
    except NotRecorded as error:
        fail(refusal_text(error, lang))
    except (PersistenceError, sqlite3.Error, psycopg.Error):  # it stopped answering, or its file is damaged
        fail(refusal_text(StoreAway(why="away") if writing else NoStore(url=redacted_url(configured.database)), lang))


def _text(file: Path) -> str:
    from domain.errors import NoFile

    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NoFile(file=str(file)) from error


def _boxes(box: Path | None, lang: str) -> dict[str, Catalogue]:
    """An owner's box, by its id."""
    from domain.errors import NotRecorded
    from domain.faces import read_catalogue
    from domain.games import GAMES
    from replays.annotation import refusal_text

    if box is None:
        return {}
    try:
        text = box.read_bytes()
        game = GAMES[json.loads(text)["game"]]
        catalogue = read_catalogue(text, game.id, game.box)
    except NotRecorded as refusal:
        fail(f"{box}: {refusal_text(refusal, lang)}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        fail(f"{box}: {error}")
    return {catalogue.id: catalogue}


def fail(sentence: str) -> NoReturn:
    """Prints a sentence on the error stream and ends with exit code 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)
