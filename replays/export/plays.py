"""A finished session as a play for the apps in which players log their games: BG Stats and BoardGameGeek.

The points are those as ruled. The apps' ids of the games are not known, so both match a game by its name.
"""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote
from uuid import UUID, uuid5
from xml.etree import ElementTree

import msgspec
from msgspec import Struct

from domain.sessions.session_state import SessionView
from replays.scoreboard import PROVISIONAL, Scoreboard, scoreboard_of
from replays.viewpoint import Viewpoint

APP, SOURCE = "https://app.bgstatsapp.com/createPlay.html?data=", "Griffier"
SPACE = UUID("6f0a9a3e-5d55-4c9b-9a7c-3f5d2f0f9e31")  # of the ids that are made from names


class PlayedSeat(Struct, frozen=True, kw_only=True):
    """A player of a play; `team` is the number of the side where several seats share one, else 0."""

    seat: str
    name: str
    score: str
    rank: int
    winner: bool
    starts: bool
    team: int


class LoggedPlay(Struct, frozen=True, kw_only=True):
    """A finished session as players log it. `notes` says where the points came from."""

    id: str
    game: str  # the name of the game
    game_id: str
    variants: str
    location: str
    began: str
    ended: str
    minutes: int
    notes: str
    players: list[PlayedSeat]


def play_of(view: SessionView, lang: str) -> LoggedPlay | None:
    """The play of a session; None while it has no result, or while that is not known exactly."""
    board, variants = scoreboard_of(view, lang, Viewpoint(None)), view.setup.variants
    sides = board.ruled.sides
    if any(side.place is None or not isinstance(side.banked, int) for side in sides) or not view.lines:
        return None
    times = view.disclosure.times[: view.lines]
    began, ended = datetime.fromisoformat(times[0]), datetime.fromisoformat(times[-1])
    return LoggedPlay(
        id=str(view.id),
        game=board.name,
        game_id=board.game,
        variants=", ".join(variants),
        location=view.setup.details.get("place", ""),
        began=times[0],
        ended=times[-1],
        minutes=max(1, round((ended - began).total_seconds() / 60)),
        notes=_notes(board),
        players=[_player(view, board, letter) for letter in view.setup.seats],
    )


def _notes(board: Scoreboard) -> str:
    """The points of each side by source, and how sure the result is."""
    rows = []
    for side in sorted(board.ruled.sides, key=lambda side: side.place or 0):
        rows.append(f"{side.name}: {', '.join(f'{source.says} {source.points}' for source in side.sources)}")
    return "\n".join([*rows, board.status_says] if board.status != PROVISIONAL else rows)


def _player(view: SessionView, board: Scoreboard, letter: str) -> PlayedSeat:
    sides = board.ruled.sides
    number, side = next((at, side) for at, side in enumerate(sides, 1) if letter in side.seats)
    names = {player.seat: player.name for player in board.players}
    same = list(names.values()).count(names[letter]) > 1
    return PlayedSeat(
        seat=letter,
        name=f"{names[letter]} ({letter})" if same else names[letter],
        score=str(side.banked),
        rank=side.place or 0,
        winner=side.place == 1,
        starts=view.setup.seats[view.setup.first] == letter,
        team=number if len(side.seats) > 1 else 0,
    )


# BG Stats -------------------------------------------------------------------------------------------------------------


def bg_stats_link(play: LoggedPlay) -> str:
    """The address that opens BG Stats with the play filled in; its owner confirms it there."""
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": _utc(play.began),
        "durationMin": play.minutes,
        "comments": play.notes,
        "board": play.variants,
        "location": play.location,
        "game": {"name": play.game, "sourceGameId": play.game_id, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": _id("player", player.name),
                "startPlayer": player.starts,
                "score": player.score,
                "rank": player.rank,
                "role": player.seat,
                "winner": player.winner,
            }
            for player in play.players
        ],
    }
    return APP + quote(msgspec.json.encode(data).decode(), safe="")


def bg_stats_file(plays: list[LoggedPlay]) -> bytes:
    """Plays as a `.bgsplay` file of BG Stats: tables of players, places and games, joined by numbers."""
    names = list(dict.fromkeys(player.name for play in plays for player in play.players))
    places = list(dict.fromkeys(play.location for play in plays if play.location))
    games = {play.game_id: play for play in plays}
    game_ids = list(games)
    written = max((play.ended for play in plays), default="1970-01-01T00:00:00Z")
    people = [
        {"name": name, "isAnonymous": False, "bggUsername": "", **_row("player", at, name, written)}
        for at, name in enumerate(names, 1)
    ]
    return msgspec.json.encode(
        {
            "about": f"Plays exported from {SOURCE}",
            "userInfo": {"meRefId": 0},
            "players": people,
            "locations": [{"name": place, **_row("place", at, place, written)} for at, place in enumerate(places, 1)],
            "games": [_game(at, games[id], written) for at, id in enumerate(game_ids, 1)],
            "plays": [_bg_stats_play(play, names, places, game_ids) for play in plays],
        }
    )


def _row(kind: str, number: int, name: str, written: str) -> dict[str, object]:
    return {"id": number, "uuid": _id(kind, name), "modificationDate": _utc(written)}


def _game(number: int, play: LoggedPlay, written: str) -> dict[str, object]:
    return {
        "name": play.game,
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": any(player.team for player in play.players),
        "designers": "",
        "urlThumb": "",
        "copies": [],
        **_row("game", number, play.game_id, written),
    }


def _bg_stats_play(play: LoggedPlay, names: list[str], places: list[str], games: list[str]) -> dict[str, object]:
    has_teams = any(player.team for player in play.players)
    return {
        "uuid": play.id,
        "gameRefId": games.index(play.game_id) + 1,
        "locationRefId": places.index(play.location) + 1 if play.location else 0,
        "playDate": _utc(play.began),
        "playDateYmd": int(play.began[:10].replace("-", "")),
        "entryDate": _utc(play.ended),
        "modificationDate": _utc(play.ended),
        "durationMin": play.minutes,
        "rounds": 0,
        "board": play.variants,
        "comments": play.notes,
        "rating": 0,
        "ignored": False,
        "usesTeams": has_teams,
        "manualWinner": True,  # ties are decided by the rules of the game
        "scoringSetting": 0,
        "bggId": 0,
        "importPlayId": 0,
        "nemestatsId": 0,
        "expansionPlays": [],
        "playerScores": [
            {
                "playerRefId": names.index(player.name) + 1,
                "score": player.score,
                "winner": player.winner,
                "rank": player.rank,
                "seatOrder": at,
                "startPlayer": player.starts,
                "newPlayer": False,
                "role": player.seat,
                "team": str(player.team) if player.team else "",
            }
            for at, player in enumerate(play.players, 1)
        ],
    }


# BoardGameGeek --------------------------------------------------------------------------------------------------------


def bgg_file(plays: list[LoggedPlay]) -> bytes:
    """Plays in the form of BoardGameGeek's XML of plays. Nothing is sent there: that needs the user's own login."""
    root = ElementTree.Element("plays", username="", userid="0", total=str(len(plays)), page="1")
    for play in plays:
        row = {"id": "0", "date": play.began[:10], "quantity": "1", "length": str(play.minutes), "incomplete": "0"}
        entry = ElementTree.SubElement(root, "play", row, nowinstats="0", location=play.location)
        item = ElementTree.SubElement(entry, "item", name=play.game, objecttype="thing", objectid="0")
        subtypes = ElementTree.SubElement(item, "subtypes")
        ElementTree.SubElement(subtypes, "subtype", value="boardgame")
        ElementTree.SubElement(entry, "comments").text = play.notes
        players = ElementTree.SubElement(entry, "players")
        for at, player in enumerate(play.players, 1):
            about = {"username": "", "userid": "0", "name": player.name, "startposition": str(at)}
            about |= {"color": player.seat, "score": player.score, "new": "0", "rating": "0"}
            ElementTree.SubElement(players, "player", about, win=str(int(player.winner)))
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def _utc(time: str) -> str:
    """A time as both apps write it: "2026-11-17 19:30:00", in UTC."""
    return time[:19].replace("T", " ")


def _id(kind: str, name: str) -> str:
    """An id made from a name, so that a second export of the same play is recognized."""
    return str(uuid5(SPACE, f"{kind}:{name}"))
