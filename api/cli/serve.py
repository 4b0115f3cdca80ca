"""The commands that run the service and its read models, print its settings and erase a person."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.arguments import Lang, Language, fail, store

if TYPE_CHECKING:
    from api.http.settings import Settings
    from domain.sessions.application import Sessions

RETRY = 1.0  # seconds until a missing database is looked for again


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Where to listen.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help="On which port.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="First store demo sessions of every game.")] = False,
    lang: Lang = Language.en,
) -> None:
    """Serve the pages and the API; the address is printed with a QR code. Ctrl-C ends it without losing anything."""
    from api.http.server import run
    from api.locales import say
    from domain.rules import replace

    settings = _settings()
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    with store(lang, writing=True) as sessions:  # an unusable database is reported before anything starts
        if demo:
            _store_samples(sessions, lang)
        if sessions.writer is not None and sessions.writer.signer.register.stopped:
            typer.echo(say(lang, "signing-stopped"), err=True)
    raise typer.Exit(0 if run(settings, lang, typer.echo) else 1)


def _store_samples(sessions: Sessions, lang: str) -> None:
    from api.cli.arguments import read
    from api.cli.progress import progress
    from api.cli.tasks.records import samples
    from api.cli.tasks.store import store_samples

    store_samples(sessions, [(file, read(file, lang)) for file in samples()], progress, lang)


def project(lang: Lang = Language.en) -> None:
    """Update the read models in a process of its own, until it is stopped."""
    from api.http.logs import configure_logging

    settings, stopping = _settings(), Event()
    configure_logging(settings.log)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    update_read_models(settings, lang, typer.echo, stopping)


def update_read_models(settings: Settings, lang: str, echo: Callable[[str], None], stopping: Event) -> None:
    """Runs a projection worker until `stopping` is set. Several such processes are safe, and one is enough."""
    from contextlib import closing

    from api.locales import say
    from domain.store.side_tables import redacted_url
    from projections.storage import open_storage
    from projections.worker import ProjectionWorker

    database = settings.database
    if (sessions := _wait_for_store(database, lang, echo, stopping)) is None:
        return
    with (
        closing(sessions),
        closing(open_storage(database)) as views,
        closing(ProjectionWorker(sessions, views, rest_factor=0)),
    ):
        echo(say(lang, "projecting", database=redacted_url(database)))
        while not stopping.wait(RETRY):  # on Windows a wait without end would miss the signals
            pass


def _wait_for_store(database: str, lang: str, echo: Callable[[str], None], stopping: Event) -> Sessions | None:
    """The store, once the service has created it; None where `stopping` is set before."""
    from api.locales import say
    from domain.errors import NoStore
    from domain.sessions.application import Sessions
    from domain.store.side_tables import redacted_url

    reported = False
    while not stopping.is_set():
        try:
            return Sessions(database, writing=False)
        except NoStore:
            if not reported:
                echo(say(lang, "waiting-for", database=redacted_url(database)))
            reported = True
            stopping.wait(RETRY)
    return None


def config(lang: Lang = Language.en) -> None:
    """Every setting, its value and its source."""
    from msgspec.structs import asdict

    from api.http.settings import BadSettings, read_settings
    from domain.store.side_tables import redacted_url

    try:
        settings, origins = read_settings(os.environ)
    except BadSettings as error:
        fail(str(error))
    for name, value in asdict(settings).items():
        text = redacted_url(value) if name == "database" else str(value).lower() if isinstance(value, bool) else value
        typer.echo(f"{name:<12} {text!s:<48} {origins[name]}")


def erase(
    name: Annotated[str, typer.Argument(help="A person's name, exactly as it was written.")], lang: Lang = Language.en
) -> None:
    """Erase a person's name from every stored session, also while the service runs. Hash chains stay intact."""
    from api.http.operator_endpoint import erase_by_service
    from api.locales import say

    count = erase_by_service(_settings().database, name)  # a running service is the only writer of its file
    if count is None:
        with store(lang, writing=True) as sessions:
            count = sessions.erase_person(name)
    if not count:
        fail(say(lang, "name-not-found"))
    typer.echo(say(lang, "erased"))


def _settings() -> Settings:
    from api.http.settings import BadSettings, settings

    try:
        return settings()
    except BadSettings as error:
        fail(str(error))


COMMANDS = (serve, project, config, erase)
