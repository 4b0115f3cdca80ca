"""Creates the sessions of the corpus: every event, every kind of line, an owner's box, erasures."""

from pathlib import Path
from uuid import UUID, uuid4

import orjson

from domain.clubs.application import Clubs
from domain.clubs.club import ClubSettings
from domain.clubs.roles import CLUB_SET_UP
from domain.faces import read_catalogue
from domain.games import GAMES
from domain.record.line_text import write_entry
from domain.sessions.application import Sessions
from domain.sessions.commands import (
    AgreeToArbiter,
    GrantPlayingArbiter,
    GrantRole,
    NoteHandsRead,
    OpenClubSession,
    OpenSession,
    RecordLines,
    UseGrant,
)
from domain.setup import Setup
from replays.record_text import read_record

SAMPLE = Path("replays/library/new-haven/samples/a-table-with-everything.record")


def everything(sessions: Sessions) -> UUID:
    """The sample with every kind of line, in English; with roles granted and revoked, closed and reopened."""
    session, _ = read_record(SAMPLE.read_text(encoding="utf-8"))
    id = UUID(sessions.open(session.setup, actor="owner").session)
    sessions.grant(id, "scribe", person="sam", actor="owner")
    sessions.grant(id, "arbiter", person="art", proof="0" * 64, actor="owner")
    sessions.grant(id, "seat", person="bo", seat=1, actor="owner")
    for line in session.log:
        text = write_entry(line, session.setup).strip()
        sessions.record(id, text, actor="art" if text.startswith("$") else "sam")
    scribe = next(held.grant for held in sessions.view(id).grants.values() if held.role == "scribe")
    sessions.revoke(id, scribe, actor="owner")
    sessions.finish(id, 28, None, actor="owner")
    sessions.reopen(id, actor="owner")
    sessions.record(id, "Y pass", '; Y "Well played, \\"Ana\\"!"', actor="bo")
    sessions.finish(id, actor="owner")
    return id


def une_boite(sessions: Sessions) -> UUID:
    """A French session with an owner's box; a name and a text are erased."""
    faces = {"harvest": {"TS/WS": 1, "RR/WT": 2}}
    game = GAMES["new-haven"]
    mine = read_catalogue(orjson.dumps({"id": "la-mienne", "game": game.id, "faces": faces}), game.id, game.box)
    setup = Setup(
        game=game.id,
        seats=("B", "Y", "G"),
        names=("Chloé", "Jean-Étienne", "Zoë 🎲"),
        first=1,
        faces=mine.id,
        box=mine,
        help=False,
        text="fr",
        details={"place": "café", "date": "2026-11-16", "edition": "première", "scribe": "Hélène"},
    )
    id = UUID(sessions.open(setup, actor="hôte").session)
    sessions.record(
        id,
        "- pool W1 S3 T2 R6 W4",
        "Y harvest c3 TS/WS",
        "Y harvest d2 TS/WS",  # a second one, where the box has one
        '; Y "une remarque à garder"',
        '; G "une remarque à oublier"',
        '! G 3 NH-HARVEST-1 "une seule tuile, non ?"',
        '! B 2 "et la première ?"',
        "! B withdraw 7",
        '& B points +2 "entre nous"',
        actor="hôte",
    )
    forgotten = next(hash for hash, _, text in sessions.recorder.salted(id) if text.endswith("oublier"))
    sessions.erase_text(id, forgotten)
    sessions.erase_person("Jean-Étienne")
    return id


def other_side(sessions: Sessions) -> UUID:
    """Side B under another reading, with omissions, corrections, a step back and partial readings."""
    setup = Setup(
        game="new-haven",
        seats=("B", "Y"),
        variants=("side-b",),
        readings={"NH-I-12": "next-turn"},
        faces="stand-in",
        text="en",
        details={"place": "the club", "edition": "2013", "house": "Open hands; no advice after touching a tile."},
    )
    id = UUID(sessions.open(setup, actor="owner").session)
    lines = (
        "- pool W1 S3 T2 R6 W4",
        "B harvest c3 TS/WS",
        "B done",
        "^ B hand @3/NH-B-6",
        "Y pass",
        "B pick W1",
        "+ B hand @3/NH-B-6",
        "= B hand ? 3..6",
        "= - bag ?",
        "~ 6 B pick S3",
        "~ 10 -",
        "~ 5+ Y pass",
        "< 5",
        "@ - bag 60 ; - pool W1 S2",
        "Y draw",
    )
    for line in lines:
        sessions.record(id, line, actor="owner")
    return id


def by_tokens(sessions: Sessions) -> UUID:
    """A table without guests whose roles are held by tokens, one of them used for reading only."""
    owner, writes, reads = "1" * 64, "2" * 64, "3" * 64
    setup = Setup(game="new-haven", seats=("B", "Y"), faces="stand-in", details={"guests": "off"})
    opened = sessions.do(OpenSession(setup=setup, actor="guest", token=owner, key="lay"))
    id = UUID(opened.session)
    for number, (role, proof) in enumerate((("scribe", writes), ("viewer", reads))):
        sessions.do(GrantRole(session=id, role=role, proof=proof, token=owner, key=f"grant-{number}"))
    sessions.do(
        RecordLines(session=id, entries=("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS"), token=writes, key="line")
    )
    sessions.do(UseGrant(session=id, token=reads, key="arrive"))
    return id


def disputed(sessions: Sessions) -> UUID:
    """A dispute with statements, a picture, a branch, a ruling, an appeal and a triage."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in", details={"claims": "turn"})
    id = UUID(sessions.open(setup, actor="owner").session)
    for role, person, seat in (("arbiter", "art", None), ("seat", "ana", 0), ("seat", "bo", 1)):
        sessions.grant(id, role, person=person, seat=seat, actor="owner")
    sessions.record(id, "- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build S2 up 2.1", actor="owner")
    sessions.record(id, '! Y 3 omitted NH-BUILD-3 "nothing was paid"', actor="bo")
    sessions.speak(id, 4, "I paid, and Bo saw it", actor="ana", seat=0)
    sessions.speak(id, 4, "Did anybody else see it?", actor="art")
    sessions.show(id, 4, b"\xff\xd8 the table", sent="5" * 64, actor="bo", seat=1)
    sessions.record(id, '| a after 2 "unpaid"', "| a  B build T1 down 1.1", "B pass", "| a  B pass", actor="owner")
    sessions.record(id, '$ 4 pick a NH-BUILD-3 under NH-I-12=at-once precedent "unpaid, so undone"', actor="art")
    sessions.record(id, "< 8", "% 3 NH-BUILD-3 played", actor="owner")
    sessions.finish(id, 1, 0, actor="owner")
    sessions.record(id, '! B 9 "it was paid"', actor="ana")
    sessions.record(id, '$ 12 over 9 pick main NH-BUILD-3 "it was"', actor="art")
    return id


def photographed(sessions: Sessions) -> UUID:
    """Photographs of the table: as it was set up, after a line, and one that was erased."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    sessions.grant(id, "seat", person="bo", seat=1, actor="owner")
    sessions.show(id, 0, b"\xff\xd8 set up", sent="6" * 64, actor="owner")
    sessions.record(id, "- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", actor="owner")
    sessions.show(id, 2, b"\xff\xd8 a tile", sent="7" * 64, actor="bo", seat=1)
    sessions.show(id, 2, b"\xff\xd8 faces", sent="8" * 64, actor="owner")
    sessions.erase_picture(id, sessions.view(id).talk[-1].picture)
    sessions.record(id, "B done", "Y pass", "B pass", "Y pass", "B pass", "Y pass", actor="owner")
    return id


def as_computed(sessions: Sessions) -> UUID:
    """A session closed with the computed points."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    lines = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "B build S2 up 2.1", "B done", "Y pass")
    for line in lines:
        sessions.record(id, line, actor="owner")
    sessions.finish(id, 0, 0, actor="owner", same=True)
    return id


def given_up(sessions: Sessions) -> UUID:
    """A session with grants that was discarded before its first line."""
    id = UUID(sessions.open(Setup(game="new-haven", seats=("B", "Y")), actor="owner").session)
    for role, person, seat in (
        ("scribe", "sam", None),
        ("seat", "ana", 0),
        ("seat", "bo", 1),
        ("arbiter", "art", None),
    ):
        sessions.grant(id, role, person=person, seat=seat, actor="owner")
    sessions.grant(id, "viewer", person="vic", actor="owner")
    sessions.discard(id, actor="owner")
    return id


def around(sessions: Sessions) -> UUID:
    """Events of the table: clocks, a pause, changes of seats, answers to the read-back."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    sessions.grant(id, "seat", person="bo", seat=1, actor="owner")
    sessions.record(id, "- pool W1 S3 T2 R6 W4", ": clock 21:38", ": clock B 12:30", actor="owner")
    sessions.record(id, "B harvest c3 TS/WS", ': pause "lunch"', ": resume", ": pause", actor="owner")
    sessions.record(id, ': seat Y "Dana Élise"', ': seat B "Zed"', "~ 9 -", ': seat B "Gone"', actor="owner")
    sessions.record(id, ": agree Y 4", ': query Y 3 "was it so late?"', actor="bo")
    sessions.erase_person("Gone")
    sessions.record(id, "B done", "Y pass", "B pass", "Y pass", "B pass", "Y pass", actor="owner")
    return id


def delayed(sessions: Sessions) -> UUID:
    """A session with a public delay, and lines struck before they were public."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    sessions.delay(id, 10, actor="owner")
    sessions.record(id, "- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "~ 2 -", "B harvest c4 TS/WS", actor="owner")
    sessions.record(id, "B build S2 up 2.1", "~ 5 B build S2 up 2.2", "B done", "~ 7 -", "~ 8 -", actor="owner")
    sessions.delay(id, 0, 2, actor="owner")
    sessions.record(id, "Y pass", "B pass", "Y pass", "B pass", "Y pass", "B pass", actor="owner")
    return id


def in_a_club(sessions: Sessions) -> UUID:
    """A table of a club, with a role that comes from one in the club."""
    clubs, owner, arbiter = Clubs(sessions), "0" * 64, "1" * 64
    club = UUID(clubs.found(ClubSettings(name="Quayside"), actor="owner", token=owner).session)
    clubs.grant(club, "arbiter", proof=arbiter, token=owner)
    _, grant = clubs.authorize(club, owner, CLUB_SET_UP)
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    key = uuid4().hex
    command = OpenClubSession(setup=setup, actor="owner", token=owner, key=key, club=str(club), grant=grant.grant)
    id = UUID(sessions.do(command).session)
    clubs.admit(sessions.view(id), arbiter)
    sessions.do(
        RecordLines(session=id, token=owner, key="lines", entries=("- pool W1 S3 T2 R6 W4", "B pass", "Y pass"))
    )
    return id


def names_asked(sessions: Sessions) -> UUID:
    """A dispute whose arbiter asked for the names before ruling."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    sessions.grant(id, "arbiter", person="art", actor="owner")
    sessions.record(id, "- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build S2 up 2.1", actor="owner")
    sessions.record(id, '! Y 3 NH-BUILD-3 "nothing was paid"', actor="owner")
    sessions.show_names(id, actor="art")
    sessions.record(id, '$ 4 warn B NH-BUILD-3 "unpaid"', actor="art")
    return id


def agreed_arbiter(sessions: Sessions) -> UUID:
    """Hidden hands, read by an arbiter who plays and to whom every seat agreed."""
    id = UUID(sessions.open(Setup(game="new-haven", seats=("B", "Y"), faces="stand-in"), actor="owner").session)
    for person, seat in (("ana", 0), ("bo", 1)):
        sessions.grant(id, "seat", person=person, seat=seat, actor="owner")
    sessions.do(GrantPlayingArbiter(session=id, role="arbiter", person="art", actor="owner", key="arbiter"))
    (arbiter,) = (grant.grant for grant in sessions.view(id).grants.values() if grant.role == "arbiter")
    sessions.record(id, "- pool W4 S3 T5 R6 W3", "B harvest c3 TS/WS", "B draw R5", actor="owner")
    for person in ("ana", "bo"):
        sessions.do(AgreeToArbiter(session=id, grant=arbiter, actor=person, key=f"agree {person}"))
    sessions.do(NoteHandsRead(session=id, line=3, actor="art", key="read"))
    return id


RECORDED = {
    "everything": everything,
    "une-boite": une_boite,
    "other-side": other_side,
    "by-tokens": by_tokens,
    "disputed": disputed,
    "photographed": photographed,
    "as-computed": as_computed,
    "given-up": given_up,
    "around": around,
    "delayed": delayed,
    "names-asked": names_asked,
    "in-a-club": in_a_club,
    "agreed-arbiter": agreed_arbiter,
}
