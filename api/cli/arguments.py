"""What a command is given: a record or a stored session, a language; and a sentence where that cannot be had."""

from __future__ import annotations

import json
import re
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer


class Language(StrEnum):
    """The languages spoken here."""

    en = "en"
    fr = "fr"


Which = Annotated[str, typer.Argument(help="A text record, or how a stored session's id begins.", metavar="FILE|ID")]
Id = Annotated[str, typer.Argument(help="The beginning of a stored session's id.", metavar="ID")]
Box = Annotated[Path | None, typer.Option("--box", help="An owner's catalogue, named by the record's `faces`.")]
Lang = Annotated[Language, typer.Option("--lang", help="The language to answer in.")]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


def load(which: str, lang: str, box: Path | None = None):
    """A session from its file or out of the store."""
    stored = None if is_there(which) else _stored(which, lang)
    return read(Path(which), lang, box) if stored is None else stored


def read(file: Path, lang: str, box: Path | None = None):
    """A session from its file; what cannot be read is said on the error stream."""
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text
    from replays.record_text import read_record

    try:
        session, troubles = read_record(_text(file), _boxes(box, lang), forgiving=True)
    except NotRecorded as refused:
        fail(f"{file}: {refusal_text(refused, lang)}")
    for trouble in troubles:
        typer.echo(f"{file}:{trouble.line}: {refusal_text(trouble.error, lang)}", err=True)
    return session


def is_there(name: str | Path) -> bool:
    """Whether there is something to be read by that name."""
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except OSError:  # no file can be called so
        return False


def _stored(name: str, lang: str):
    """A stored session by the beginning of its id, if that is what it can be."""
    if not re.fullmatch(r"[0-9a-fA-F-]{4,36}", name):
        return None
    with store(lang, writing=False) as sessions:
        return sessions.view(sessions.named(name)).session


@contextmanager
def at_a_table(which: str, lang: str, box: Path | None = None, writing: bool = False):
    """A record out of its file, without a store; or a stored session as it stands, with its store."""
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

    if not is_there(which):
        with store(lang, writing) as sessions:
            yield sessions, sessions.view(sessions.named(which))
        return
    try:
        yield None, read(Path(which), lang, box)
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))


@contextmanager
def store(lang: str, writing: bool):
    """The store, and a sentence for whatever it refuses."""
    import sqlite3

    import psycopg
    from eventsourcing.persistence import PersistenceError

    from api.http.settings import BadSettings, settings
    from domain.errors import NoStore, NotRecorded, StoreAway
    from domain.sessions.application import Sessions
    from domain.store.side_tables import redacted_url
    from replays.annotation import refusal_text

    try:
        database = settings().database
    except BadSettings as bad:
        fail(str(bad))
    try:
        with closing(Sessions(database, writing)) as sessions:
            yield sessions
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))
    except (PersistenceError, sqlite3.Error, psycopg.Error):  # it went away meanwhile, or its file is damaged
        fail(refusal_text(StoreAway(why="away") if writing else NoStore(url=redacted_url(database)), lang))


def _text(file: Path) -> str:
    from domain.errors import NoFile

    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NoFile(file=str(file)) from error


def _boxes(box: Path | None, lang: str) -> dict:
    """An owner's own catalogue, by its id."""
    from domain.errors import NotRecorded
    from domain.faces import read_catalogue
    from domain.games import GAMES
    from replays.annotation import refusal_text

    if box is None:
        return {}
    try:
        text = box.read_bytes()
        game = GAMES[json.loads(text)["game"]]
        found = read_catalogue(text, game.id, game.box)
    except NotRecorded as refused:
        fail(f"{box}: {refusal_text(refused, lang)}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        fail(f"{box}: {error}")
    return {found.id: found}


def fail(sentence: str) -> NoReturn:
    """Say why not, and end."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)
