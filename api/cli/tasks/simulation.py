"""Plays games at random, and prints the mistakes, how they were found, and one line of figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from api.cli.progress import progress
from domain.errors import NotRecorded, UnknownGame
from domain.games import GAMES
from domain.games.game import Game
from domain.sessions.session import open_session
from domain.setup import Setup
from replays.annotation import refusal_text
from replays.record_text import write_record
from replays.simulation.random_play import SimulatedGame
from replays.simulation.tally import MistakeTally, empty_tally, simulate_games


def run_simulation(
    game: str, games: int, players: int | None, variants: tuple[str, ...], errors: int, seed: int, out: Path | None
) -> int:
    """Plays, audits and prints. The exit code says whether the audit found every mistake and nothing else."""
    try:
        played = _checked_game(game, players, variants)
    except NotRecorded as refused:
        typer.echo(refusal_text(refused, "en"), err=True)
        return 1
    seats = played.players if players is None else (players,)
    tally = empty_tally(played.mistakes)
    for outcome in progress(simulate_games(played, tally, games, seats, variants, errors, seed), "games", games):
        if out is not None:
            _keep(outcome, out, game, tally.games)
        for place in outcome.lost:
            typer.echo(f"game {tally.games}: the engine lost the table at line {place}", err=True)
    for line in (*(_table(played, tally) if errors else ()), _summary(tally, errors)):
        typer.echo(line)
    return 0 if tally.clean else 1


def _checked_game(game: str, players: int | None, variants: tuple[str, ...]) -> Game:
    """The game, if a table can be set up like this."""
    if game not in GAMES:
        raise UnknownGame(game=game, games=", ".join(GAMES))
    played = GAMES[game]
    if players is not None and players not in played.players:
        numbers = ", ".join(map(str, played.players))
        raise typer.BadParameter(f"{game} is for {numbers} players.")
    open_session(Setup(game=game, seats=("A",), variants=variants))
    return played


def _keep(outcome: SimulatedGame, out: Path, game: str, number: int) -> None:
    """The record, with the mistakes made in it as remarks."""
    out.mkdir(parents=True, exist_ok=True)
    made = [
        f"# {injected.lines.start} {injected.mistake.clause} {injected.mistake.name}\n" for injected in outcome.injected
    ]
    text = write_record(outcome.session)
    (out / f"{game}-{number:04d}.record").write_text(text + "".join(made), encoding="utf-8")


def _table(game: Game, tally: MistakeTally) -> Iterator[str]:
    yield f"{'clause':<16} {'mistake':<44} {'injected':>8} {'found':>6} {'extra':>6}"
    order = {clause.id: place for place, clause in enumerate(game.citable)}
    for mistake in sorted(game.mistakes, key=lambda mistake: order[mistake.clause]):
        row = tally.rows[mistake.name]
        if row.injected:
            name = mistake.name.replace("_", " ")
            yield f"{mistake.clause:<16} {name:<44} {row.injected:>8} {row.found:>6} {row.extra:>6}"
    broken = {mistake.clause for mistake in game.mistakes if tally.rows[mistake.name].injected}
    yield f"clauses broken {len(broken)}   mistakes {tally.injected}   consequences {tally.consequences}"


def _summary(tally: MistakeTally, errors: int) -> str:
    figures = f"games {tally.games}   lines {tally.lines}   findings {tally.findings}"
    if tally.undetermined:
        figures += f"   cannot be checked {tally.undetermined}"
    if tally.lost:
        figures += f"   lost {tally.lost}"
    if not errors:
        return figures
    return f"{figures}   recall {tally.recall:.3f}   precision {tally.precision:.3f}"
