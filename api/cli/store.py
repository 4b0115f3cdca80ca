"""The commands on stored sessions."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from api.cli.arguments import Box, Id, Lang, Language, fail, is_there, read, store

FORMATS = ("evidence", "html", "png", "webp")  # of an export that is not a text record


def record(
    files: Annotated[list[Path], typer.Argument(help="Text records.", metavar="FILE...")],
    box: Box = None,
    again: Annotated[bool, typer.Option("--again", help="As another session, even if it is stored already.")] = False,
    lang: Lang = Language.en,
) -> None:
    """Store records in the database."""
    from api.cli.progress import progress
    from api.cli.tasks.store import store_record

    loaded = [(file, read(file, lang, box, storing=True)) for file in files]
    with store(lang, writing=True) as sessions:
        for file, session in loaded:
            typer.echo(store_record(sessions, session, str(file), progress, again, lang))


def sessions(lang: Lang = Language.en) -> None:
    """The sessions in the database."""
    from api.cli.progress import progress
    from api.cli.tasks.store import read_models, session_lines
    from api.locales import say
    from domain.store.side_tables import redacted_url

    with store(lang, writing=False) as sessions, read_models(sessions, lang, progress) as (views, _):
        for line in list(session_lines(views, lang)) or [say(lang, "no-sessions", database=redacted_url(sessions.url))]:
            typer.echo(line)


def export(
    session: Id,
    out: Annotated[Path | None, typer.Option("--out", help="Into this file, which must not exist.")] = None,
    evidence: Annotated[bool, typer.Option("--evidence", help="The stored events themselves, for `verify`.")] = False,
    html: Annotated[bool, typer.Option("--html", help="One HTML file that needs no service.")] = False,
    png: Annotated[bool, typer.Option("--png", help="The board after a line, as a picture.")] = False,
    webp: Annotated[bool, typer.Option("--webp", help="The board turn by turn, as an animation.")] = False,
    line: Annotated[int | None, typer.Option("--line", help="Of a picture: after which line; else the last.")] = None,
    width: Annotated[int, typer.Option("--width", min=200, max=2560, help="Of a picture, in pixels.")] = 640,
    as_ruled: Annotated[bool, typer.Option("--as-ruled", help="With the rulings applied.")] = False,
    lang: Lang = Language.en,
) -> None:
    """A stored session as a text record, as evidence, as a page, as a picture or an animation."""
    from api.cli.tasks.export import exported
    from api.locales import say

    kinds = [name for name, wanted in zip(FORMATS, (evidence, html, png, webp), strict=True) if wanted]
    if len(kinds) > 1:
        fail(say(lang, "one-kind", kinds=", ".join(f"--{name}" for name in FORMATS)))
    with store(lang, writing=False) as sessions:
        data = exported(sessions, sessions.named(session), kinds[0] if kinds else "", line, width, as_ruled, lang)
    if out is None:
        sys.stdout.buffer.write(data)
    else:
        _write(data, out, lang)


def _write(data: bytes, out: Path, lang: str) -> None:
    from api.locales import say

    try:
        with out.open("xb") as file:
            file.write(data)
    except FileExistsError:
        fail(say(lang, "exists", target=out))
    except OSError:
        fail(say(lang, "unwritable", target=out))
    typer.echo(say(lang, "exported", target=out), err=True)


def verify(
    which: Annotated[str | None, typer.Argument(help="Evidence, or a session; else all.", metavar="FILE|ID")] = None,
    head: Annotated[str, typer.Option("--head", help="A head noted earlier, which must be part of the chain.")] = "",
    lang: Lang = Language.en,
) -> None:
    """Verify stored events with everything that belongs to them, and name the first event that was changed."""
    from api.cli.progress import progress
    from api.cli.tasks.store import verify_file, verify_sessions, verify_whole_register
    from api.locales import say

    ids: list[UUID] = []
    if which is not None and is_there(which):
        done = [verify_file(Path(which), lang, head)]
    else:
        with store(lang, writing=False) as sessions:
            ids = [sessions.named(which)] if which else [id for id, _ in sessions.recorder.sessions()]
            clubs = [] if which else sessions.recorder.clubs()
            done = list(verify_sessions(sessions, [*ids, *clubs], lang, head, progress))
            done += [] if which else verify_whole_register(sessions, lang)
    wrong = [text for sound, text in done if not sound]
    for text in wrong or ([done[0][1]] if which else [say(lang, "all-sound", count=len(ids))]):
        typer.echo(text, err=bool(wrong))
    raise typer.Exit(bool(wrong))


def signing(
    new_key: Annotated[bool, typer.Option("--new-key", help="Replace the key; the old one signs it.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Sign again after a restored backup or a lost key.")] = False,
    lang: Lang = Language.en,
) -> None:
    """Replace the signing key, or sign again after it stopped. Stop the service first."""
    from api.locales import say
    from domain.store.signing.notes import key_id

    if new_key == resume:
        fail(say(lang, "signing-how"))
    with store(lang, writing=True) as sessions:
        if new_key:
            typer.echo(say(lang, "key-rotated", id=key_id(sessions.rotate_key()).hex()))
        elif sessions.resume_signing():
            typer.echo(say(lang, "signing-resumed"))
        else:
            fail(say(lang, "signing-goes-on"))


def rebuild(lang: Lang = Language.en) -> None:
    """Rebuild every read model from the stored events."""
    from api.cli.progress import progress
    from api.cli.tasks.store import read_models
    from api.locales import say
    from projections.listing import read

    with store(lang, writing=False) as sessions, read_models(sessions, lang, progress, rebuild=True) as (views, events):
        typer.echo(say(lang, "rebuilt", count=len(list(read.every_session(views))), events=events))


def backup(
    target: Annotated[Path, typer.Argument(help="A file that does not exist yet.")], lang: Lang = Language.en
) -> None:
    """Copy the whole database while it is used, and verify the copy."""
    from api.cli.progress import progress
    from api.cli.tasks.store import back_up
    from api.locales import say

    if target.is_dir() or is_there(target):
        fail(say(lang, "exists", target=target))
    if not os.access(target.parent, os.W_OK):
        fail(say(lang, "unwritable", target=target))
    with store(lang, writing=False) as sessions:
        typer.echo(back_up(sessions, target, lang, progress))


def demo(lang: Lang = Language.en) -> None:
    """One session's replay, scoreboard and audit; then demo sessions of every game into the database."""
    from api.cli.progress import progress
    from api.cli.tasks.records import samples
    from api.cli.tasks.store import read_models, session_lines, store_samples
    from api.locales import say
    from domain.store.side_tables import redacted_url

    _show(lang)
    loaded = [(file, read(file, lang)) for file in samples()]
    with store(lang, writing=True) as sessions:
        store_samples(sessions, loaded, progress, lang)
        typer.echo(say(lang, "demo", database=redacted_url(sessions.url)))
        with read_models(sessions, lang, progress) as (views, _):
            lines = list(session_lines(views, lang))
    for line in lines:
        typer.echo(line)
    program = os.environ.get("GRIFFIER_PROGRAM", "griffier")  # as the user started it
    for command in ("replay", "audit", "scoreboard", "export"):
        typer.echo(f"  {program} {command} {lines[0][:8]}")


def _show(lang: str) -> None:
    from api.cli.tasks.records import audit_lines, replay_lines, sample, scoreboard_lines

    session = read(sample(), lang)
    replayed = replay_lines(session, lang, as_ruled=False, known_now=False)
    for part in (replayed, scoreboard_lines(session, lang), audit_lines(session, lang)):
        for line in part:
            typer.echo(line)
        typer.echo("")


COMMANDS = (record, sessions, export, verify, signing, rebuild, backup, demo)
