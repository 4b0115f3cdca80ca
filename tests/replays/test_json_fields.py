"""Lines as JSON fields: for every line of the library the same line as its text."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.errors import NotRecorded, UnknownSeat, Unreadable
from domain.games import GAMES
from domain.record.json_convert import convert_fields, fields_of, read_fields, seats_among
from domain.record.json_fields import LineFields
from domain.record.line_text import read_entry, write_entry
from domain.setup import Setup
from replays.record_text import read_record

LIBRARY = Path("replays/library")
RECORDS = sorted(LIBRARY.rglob("*.record"))
TABLE = Setup(game="new-haven", seats=("B", "Y"), names=("Blue", "Yellow"), faces="stand-in")
HARD = (
    "= - marker W -1..3 @1",
    "= - marker W +1..3 @1/NH-GATHER-1",
    "= - marker W +? @1",
    "= B behind W4 S2 +3..5 -T",
    "= B village 1.1 w?/S3",
    "& - pool W1 W2 ?",
    "$ - adjust - winners B Y after 1",
    "$ - adjust B points -2 after 1",
    '$ 3 over 4 warn Y NH-BUILD-3 "twice"',
    '$ 3 pick a NH-BUILD-3 under NH-I-12=at-once precedent "so"',
    '! Y 3 omitted NH-BUILD-3 "unpaid"',
    '| a after 3 "two ways"',
    "| a  B build S2 up 2.1",
    "| a  = - marker W 2",
    "% 3 NH-BUILD-3 scored",
    ": clock 21:38:05",
    ": clock B 12:30",
    ': pause "lunch \\"late\\""',
    ": pause",
    ": resume",
    ': seat Y "Dana Élise"',
    ": agree B 46",
    ': query Y 44 "was it?"',
    '~ 1+ ; B "inserted \\"note\\""',
    "B refused pass: pass",
    "- pool W1 ?",
)
HARVEST = {"kind": "played", "action": {"deed": "harvest", "seat": "B", "cell": "c4", "face": "TSWS"}}


def read_from_fields(line, setup):
    """A line converted to JSON fields, encoded, decoded and converted back."""
    return read_fields(convert_fields(msgspec.json.decode(msgspec.json.encode(fields_of(line, setup)))), setup)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_library_is_the_same_line_as_fields(game):
    lines = 0
    for path in RECORDS:
        if path.relative_to(LIBRARY).parts[0] != game:
            continue
        session, _ = read_record(path.read_text(encoding="utf-8"))
        for line in session.log:
            again = read_from_fields(line, session.setup)
            assert repr(again) == repr(line), path
            assert write_entry(again, session.setup) == write_entry(line, session.setup)
            lines += 1
    assert lines > 1000


def test_the_tested_lines_have_every_kind():
    kinds = {type(line).__name__ for path in RECORDS for line in read_record(path.read_text(encoding="utf-8"))[0].log}
    kinds |= {type(read_entry(line, TABLE)).__name__ for line in HARD}

    assert {kind.__name__.removesuffix("Fields") for kind in LineFields.__subclasses__()} == kinds


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_other_seats_of_an_action_are_given_by_their_letters(game):
    for verb in game.notation.verbs.values():
        named = seats_among(game.id, verb.kind.__struct_config__.tag)
        assert not verb.lettered or len(named) > 1, verb.kind


@pytest.mark.parametrize("line", HARD)
def test_unusual_lines_have_fields_too(line):
    read = read_entry(line, TABLE)

    assert repr(read_from_fields(read, TABLE)) == repr(read)


@pytest.mark.parametrize(
    ("change", "error", "names"),
    [
        ({"deed": "sing"}, Unreadable, "action.deed"),
        ({"deed": 3}, Unreadable, "action.deed"),
        ({"seat": "Z"}, UnknownSeat, "Z"),
        ({"seat": 0}, Unreadable, "action.seat"),
        ({"seat": None}, Unreadable, "- harvest"),
        ({"colour": "W"}, Unreadable, "action.colour"),
        ({"cell": 4}, Unreadable, "cell"),
        ({"cell": "z9"}, Unreadable, "z9"),
        ({"cell": "c4 TS/WS", "face": ""}, Unreadable, ""),
    ],
)
def test_an_invalid_action_is_refused_with_its_field(change, error, names):
    fields = {"kind": "played", "action": {**HARVEST["action"], **change}}

    with pytest.raises(error) as refused:
        read_fields(convert_fields(fields), TABLE)
    assert names in str(refused.value.facts)


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"kind": "sung"},
        {"kind": "struck"},
        {"kind": "struck", "target": "1"},
        {"kind": "struck", "target": 1, "why": "so"},
        {"kind": "seen", "look": {"what": "marker", "key": ["W"], "value": True}},
        [],
        None,
    ],
)
def test_fields_that_are_no_line_are_unreadable(raw):
    with pytest.raises(Unreadable):
        convert_fields(raw)


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "seen", "look": {"what": "weather", "value": 1}},
        {"kind": "seen", "look": {"what": "marker", "value": 1}},
        {"kind": "seen", "look": {"what": "marker", "key": ["Q"], "value": 1}},
        {"kind": "seen", "look": {"what": "marker", "key": ["W"], "seat": "B", "value": 1}},
        {"kind": "seen", "look": {"what": "marker", "key": ["W"], "value": "1 @2"}},
        {"kind": "seen", "look": {"what": "marker", "key": ["W"], "by": 1}},
        {"kind": "seen", "look": {"what": "pool", "value": 3}},
        {"kind": "omitted", "look": {"what": "marker", "key": ["W"]}},
        {"kind": "ruled", "remedy": "void", "line": 1, "seat": "B"},
        {"kind": "ruled", "remedy": "adjust", "line": 1},
        {"kind": "ruled", "remedy": "sing"},
        {"kind": "claimed", "about": 1, "clause": "two words"},
        {"kind": "position", "values": []},
        {"kind": "note", "error": "two words", "text": "x"},
        {"kind": "taken-back", "to": -1, "extra": 1},
    ],
)
def test_fields_without_a_text_form_are_refused(raw):
    with pytest.raises(NotRecorded):
        read_fields(convert_fields(raw), TABLE)


_PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers(-5, 9) | some.text(max_size=6) | some.sampled_from(["B", "c4", "W1"]),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@given(some.data())
def test_arbitrary_fields_are_read_or_refused(game, data):
    setup = Setup(game=game.id, seats=("B", "Y"), faces="stand-in")
    kind = data.draw(some.sampled_from(game.actions))
    names = some.sampled_from(kind.__struct_fields__)
    action = {"deed": kind.__struct_config__.tag, "seat": "B", **data.draw(some.dictionaries(names, _PLAIN))}
    try:
        line = read_fields(convert_fields({"kind": "played", "action": action}), setup)
    except NotRecorded:
        return
    assert repr(read_entry(write_entry(line, setup).strip(), setup)) == repr(line)
