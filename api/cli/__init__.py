"""The command line. Everything heavy is imported where it is used, so that help answers at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from api.cli.arguments import AsJson, Box, Lang, Language, Which, fail, load
from api.cli.review_commands import COMMANDS as JUDGING
from api.cli.serve_commands import COMMANDS as SERVING
from api.cli.store_commands import COMMANDS as STORED

app = typer.Typer(
    name="griffier",
    help="Griffier, the clerk of a board-game table: a judge, not a gatekeeper.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"griffier {version('griffier')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Griffier, the clerk of a board-game table: a judge, not a gatekeeper."""


@app.command()
def replay(
    which: Which,
    box: Box = None,
    lang: Lang = Language.en,
    as_ruled: Annotated[bool, typer.Option("--as-ruled", help="With the rulings applied.")] = False,
    known_now: Annotated[bool, typer.Option("--known-now", help="With what later lines tell.")] = False,
) -> None:
    """A record, annotated line by line."""
    from api.cli.output import replay_lines

    for line in replay_lines(load(which, lang, box), lang, as_ruled, known_now):
        typer.echo(line)


@app.command()
def audit(which: Which, box: Box = None, lang: Lang = Language.en, as_json: AsJson = False) -> None:
    """What the rules say about a record."""
    from api.cli.output import audit_json, audit_lines

    session = load(which, lang, box)
    if as_json:
        typer.echo(audit_json(session, lang))
        return
    for line in audit_lines(session, lang):
        typer.echo(line)


@app.command()
def scoreboard(which: Which, box: Box = None, lang: Lang = Language.en) -> None:
    """Points by source, banked and if it ended now, as played and as ruled."""
    from api.cli.output import scoreboard_lines

    for line in scoreboard_lines(load(which, lang, box), lang):
        typer.echo(line)


@app.command()
def clauses(
    game: Annotated[str | None, typer.Option("--game", help="Only this game's.")] = None,
    lang: Lang = Language.en,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which records break and keep each clause.")] = False,
    as_json: AsJson = False,
) -> None:
    """Every citable rule."""
    from api.cli.output import clause_lines, coverage_json, coverage_lines
    from domain.errors import UnknownGame
    from domain.games import GAMES
    from replays.annotation import refusal_text

    if game is not None and game not in GAMES:
        fail(refusal_text(UnknownGame(game=game, games=", ".join(GAMES)), lang))
    if coverage and as_json:
        typer.echo(coverage_json(game))
        return
    for line in coverage_lines(game) if coverage else clause_lines(game, lang):
        typer.echo(line)


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="Only this one: the catalogue of its variants.")] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="Explain these together; repeat.")] = None,
    players: Annotated[int | None, typer.Option("--players", help="How many sit at the table.")] = None,
    as_json: AsJson = False,
    lang: Lang = Language.en,
) -> None:
    """The games; one game's variants, for whom they are and what they change; or some of them together."""
    from api.cli.output import game_lines, games_json
    from api.cli.variants import agreement_lines, catalogue_lines
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

    if as_json:
        typer.echo(games_json())
        return
    try:
        chosen = tuple(variant or ())
        told = agreement_lines(game or "", chosen, players, lang) if chosen else None
        lines = told or (game_lines(lang) if game is None else catalogue_lines(game, lang))
        for line in lines:
            typer.echo(line)
    except NotRecorded as refused:
        fail(refusal_text(refused, lang))


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option("--games", help="How many.")] = 20,
    players: Annotated[int | None, typer.Option("--players", help="How many sit at the table.")] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="Agreed variants; repeat for more.")] = None,
    errors: Annotated[int, typer.Option("--errors", help="Mistakes to make in each game.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Write the records into this folder.")] = None,
) -> None:
    """Random lawful play, or play with mistakes, and what the audit makes of it."""
    from api.cli.simulate import run_simulation

    raise typer.Exit(run_simulation(game, games, players, tuple(variant or ()), errors, seed, out))


for command in (*STORED, *JUDGING, *SERVING):
    app.command()(command)


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    app(prog_name="griffier")
