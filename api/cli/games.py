"""The commands about the games: their clauses, their variants, and random play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.cli.arguments import AsJson, Lang, Language, fail


def clauses(
    game: Annotated[str | None, typer.Option("--game", help="Only this game's.")] = None,
    lang: Lang = Language.en,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which records break and keep each clause.")] = False,
    as_json: AsJson = False,
) -> None:
    """Every citable rule."""
    from api.cli.tasks.games import clause_lines, coverage_json, coverage_lines
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


def games(
    game: Annotated[str | None, typer.Argument(help="Only this one: the catalogue of its variants.")] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="Explain these together; repeat.")] = None,
    players: Annotated[int | None, typer.Option("--players", help="How many sit at the table.")] = None,
    as_json: AsJson = False,
    lang: Lang = Language.en,
) -> None:
    """The games; one game's variants, for whom they are and what they change; or some of them together."""
    from api.cli.tasks.games import agreement_lines, catalogue_lines, game_lines, games_json
    from domain.errors import NotRecorded
    from replays.annotation import refusal_text

    if as_json:
        typer.echo(games_json())
        return
    try:
        if variant:
            lines = agreement_lines(game or "", tuple(variant), players, lang)
        else:
            lines = game_lines(lang) if game is None else catalogue_lines(game, lang)
        for line in lines:
            typer.echo(line)
    except NotRecorded as error:
        fail(refusal_text(error, lang))


def simulate(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option("--games", help="How many.")] = 20,
    players: Annotated[int | None, typer.Option("--players", help="How many sit at the table.")] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="Agreed variants; repeat for more.")] = None,
    errors: Annotated[int, typer.Option("--errors", help="Mistakes to make in each game.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Write the records into this folder.")] = None,
) -> None:
    """Random lawful play, or play with mistakes, and the findings of the audit."""
    from api.cli.tasks.simulation import run_simulation

    raise typer.Exit(run_simulation(game, games, players, tuple(variant or ()), errors, seed, out))


COMMANDS = (clauses, games, simulate)
