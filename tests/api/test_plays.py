"""Plays for BG Stats and BoardGameGeek: every field they describe, read back by other parsers."""

import json
from datetime import datetime
from urllib.parse import parse_qs, urlsplit
from uuid import UUID
from xml.etree import ElementTree

import pytest

from domain.games import GAMES
from tests.api.library import LIBRARY, bring
from tests.api.people import json_of, open_table

WHOLE = {game: sorted((LIBRARY / game / "games").glob("*.record"))[0] for game in GAMES}
WHOLE["kontor, teams"] = LIBRARY / "kontor" / "games" / "whole-game-four-players.record"
PERSON = {"id", "uuid", "name", "isAnonymous", "bggUsername", "modificationDate"}
GAME = {"id", "uuid", "name", "bggId", "bggName", "bggYear", "cooperative", "highestWins", "noPoints", "usesTeams"}
GAME |= {"designers", "urlThumb", "copies", "modificationDate"}
PLAY = {"uuid", "gameRefId", "locationRefId", "playDate", "playDateYmd", "entryDate", "modificationDate", "durationMin"}
PLAY |= {"rounds", "board", "comments", "rating", "ignored", "usesTeams", "manualWinner", "scoringSetting", "bggId"}
PLAY |= {"importPlayId", "nemestatsId", "expansionPlays", "playerScores"}
SCORE = {"playerRefId", "score", "winner", "rank", "seatOrder", "startPlayer", "newPlayer", "role", "team"}


@pytest.fixture(scope="module", params=WHOLE)
def played(request, module_service):
    """A whole game of the library: its scoreboard and its exports."""
    brought = bring(module_service, WHOLE[request.param])
    pages = {kind: module_service.ask("GET", f"/s/{brought.session}/play.{kind}") for kind in ("bgsplay", "xml")}
    board = json_of(module_service.ask("GET", brought.at("/scoreboard")), 200)
    return brought.session, board, json_of(module_service.ask("GET", brought.at("/play")), 200), pages


def rows_of(board) -> list[tuple[str, int, int]]:
    """Name, points and place of every seat, as the scoreboard has them."""
    sides = {letter: side for side in board["ruled"]["sides"] for letter in side["seats"]}
    return [(seat["name"], sides[seat["seat"]]["banked"], sides[seat["seat"]]["place"]) for seat in board["players"]]


def test_a_bg_stats_file_has_every_field_and_the_scoreboards_points(played):
    session, board, _, pages = played
    file = json.loads(pages["bgsplay"].content)
    assert pages["bgsplay"].headers["content-disposition"].endswith('.bgsplay"')
    assert set(file) == {"about", "userInfo", "players", "locations", "games", "plays"}
    (play,), (game,) = file["plays"], file["games"]
    people = {person["id"]: person for person in file["players"]}
    assert set(play) == PLAY and set(game) == GAME and all(set(person) == PERSON for person in people.values())
    assert all(set(score) == SCORE for score in play["playerScores"])
    assert (play["uuid"], play["gameRefId"], game["name"]) == (session, game["id"], board["name"])
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S") and play["durationMin"] >= 1
    assert all(UUID(row["uuid"]) for table in ("players", "locations", "games") for row in file[table])
    exported = [
        (people[score["playerRefId"]]["name"], int(score["score"]), score["rank"]) for score in play["playerScores"]
    ]
    assert exported == rows_of(board)
    assert [score["winner"] for score in play["playerScores"]] == [place == 1 for _, _, place in rows_of(board)]
    assert sum(score["startPlayer"] for score in play["playerScores"]) == 1
    teams = any(len(side["seats"]) > 1 for side in board["ruled"]["sides"])
    assert play["usesTeams"] == game["usesTeams"] == teams == all(score["team"] for score in play["playerScores"])
    for side in board["ruled"]["sides"]:  # the breakdown by source
        assert all(f"{source['says']} {source['points']}" in play["comments"] for source in side["sources"])


def test_the_bg_stats_link_has_the_same_play(played):
    session, board, export, _ = played
    link = urlsplit(export["bg_stats"])
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    data = json.loads(parse_qs(link.query)["data"][0])
    assert (data["sourcePlayId"], data["game"]["name"], data["game"]["highestWins"]) == (session, board["name"], True)
    assert datetime.strptime(data["playDate"], "%Y-%m-%d %H:%M:%S")
    players = [(player["name"], int(player["score"]), player["rank"]) for player in data["players"]]
    assert players == rows_of(board) and all("winner" in player for player in data["players"])


def test_a_boardgamegeek_file_has_every_field(played):
    _, board, _, pages = played
    root = ElementTree.fromstring(pages["xml"].content)
    (play,) = root.findall("play")
    assert root.tag == "plays" and root.get("total") == "1"
    assert {"id", "date", "quantity", "length", "incomplete", "nowinstats", "location"} == set(play.attrib)
    assert set(play.find("item").attrib) == {"name", "objecttype", "objectid"}
    assert play.find("item/subtypes/subtype").get("value") == "boardgame" and play.findtext("comments")
    players = play.findall("players/player")
    assert [(player.get("name"), int(player.get("score"))) for player in players] == [row[:2] for row in rows_of(board)]
    assert [player.get("win") == "1" for player in players] == [place == 1 for _, _, place in rows_of(board)]


def test_a_table_without_a_result_is_no_play(module_service):
    table = open_table(module_service)
    answer = module_service.ask("GET", table.at("/play"))
    assert (answer.status_code, answer.json()["code"]) == (409, "no-result")


def test_two_players_of_one_name_stay_two(module_service):
    text = WHOLE["new-haven"].read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(text) if line.startswith("seats"))
    letters = [word.partition("=")[0] for word in text[at].split() if "=" in word]
    rest = text[at].partition("   ")[2]
    text[at] = f"seats {' '.join(f'{letter}=Sam' for letter in letters)}   {rest}"
    brought = json_of(module_service.ask("POST", "/api/imports", body="\n".join(text)), 201)
    players = json_of(module_service.ask("GET", f"/api/sessions/{brought['session']}/play"), 200)["play"]["players"]
    assert [player["name"] for player in players] == [f"Sam ({letter})" for letter in letters]
