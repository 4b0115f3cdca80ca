"""The commands that run the service. Everything heavy is imported where it is used, as in all of the command line."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from api.cli.arguments import Lang, Language, fail, store


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Where to listen.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help="On which port.")] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="First put demo sessions of every game into the database.")
    ] = False,
    lang: Lang = Language.en,
) -> None:
    """Serve the pages and the API; the address is printed with a QR code. Ctrl-C ends it without losing anything."""
    from api.cli.serve import run
    from domain.rules import replace

    held = _settings()
    held = replace(held, host=host or held.host, port=port or held.port)
    with store(lang, writing=True) as sessions:  # a database that cannot be had is told before anything starts
        if demo:
            _fill(sessions, lang)
    raise typer.Exit(0 if run(held, lang, typer.echo) else 1)


def _fill(sessions: Any, lang: str) -> None:
    from api.cli.arguments import read
    from api.cli.output import samples
    from api.cli.progress import progress
    from api.cli.store import keep_samples

    keep_samples(sessions, [(file, read(file, lang)) for file in samples()], progress, lang)


def project(lang: Lang = Language.en) -> None:
    """Keep the read models up as a process of its own, until it is stopped."""
    from api.cli.project import run
    from api.http.logs import configure_logging

    held = _settings()
    configure_logging(held.log)
    run(held, lang, typer.echo)


def config(lang: Lang = Language.en) -> None:
    """Every setting, its value, and where it came from."""
    from msgspec.structs import asdict

    from api.http.settings import BadSettings, read_settings
    from domain.store.side_tables import redacted_url

    try:
        held, origins = read_settings(os.environ)
    except BadSettings as bad:
        fail(str(bad))
    for name, value in asdict(held).items():
        text = redacted_url(value) if name == "database" else str(value).lower() if isinstance(value, bool) else value
        typer.echo(f"{name:<12} {text!s:<48} {origins[name]}")


def erase(
    name: Annotated[str, typer.Argument(help="A person's name, exactly as it was written.")], lang: Lang = Language.en
) -> None:
    """Take a person's name out of the database, wherever they played, also while it is served. Every link holds."""
    from api.http.operator_endpoint import erase_by_service
    from api.locales import say

    count = erase_by_service(_settings().database, name)  # it alone may write to its file while it runs
    if count is None:
        with store(lang, writing=True) as sessions:
            count = sessions.erase_person(name)
    if not count:
        fail(say(lang, "nobody-erased"))
    typer.echo(say(lang, "erased"))


def _settings():
    from api.http.settings import BadSettings, settings

    try:
        return settings()
    except BadSettings as bad:
        fail(str(bad))


COMMANDS = (serve, project, config, erase)
