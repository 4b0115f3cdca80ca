"""The written grammar of the record: what it generates is read and written back, and every record fits it."""

import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from domain.errors import NotRecorded, UnknownSeat
from domain.games import GAMES
from domain.games.mayflower.pieces.stand_in import STAND_IN_FACES
from domain.record.json_convert import fields_of
from domain.record.line_text import read_entry, write_entry
from domain.record.value_text import OWNED
from domain.setup import Setup
from replays.record_text import read_record, read_setup, write_record, write_setup

ROOT = Path(__file__).parents[3]
SEATS = ("B", "Y")
SETUPS = {game: Setup(game=game, seats=SEATS) for game in GAMES}
FITTING = {  # words whose parts must fit each other, which no grammar says
    "SEAT": st.sampled_from(SEATS),
    "FACE": st.sampled_from([*STAND_IN_FACES.values(), "????", "P?CR;C(S);R(W>c)"]),
    "SECTOR": st.sampled_from([" 1,0|0/1/0:0/0/0|1,0:-|-", " 1,0+1,1|?/1..2/0:0/0/3|-:1,1|red|1,0"]),
}


@cache
def grammar_of(game: str) -> Lark:
    """The grammar of the record in one game."""
    named = ROOT / "domain" / "games" / game.replace("-", "_") / "notation.lark"
    text = (ROOT / "domain" / "record" / "record.lark").read_text() + named.read_text()
    return Lark(text, start=["record", "entry", "action", "head"], keep_all_tokens=True)


def words(text: str) -> str:
    """A text with one space before each word, as the grammar has it."""
    return "".join(f" {word}" for word in text.split())


def tree_of(game: str, text: str, start: str = "entry") -> Tree | None:
    """The parts of a line; None of a line that is not in the grammar."""
    try:
        return grammar_of(game).parse(words(text), start=start)
    except LarkError:
        return None


def may_be_refused(tree: Tree) -> bool:
    """Whether a line breaks a condition that its grammar names in a sentence: what stands once, seats, ranges."""
    for part in tree.iter_subtrees():
        said = [str(token) for token in part.scan_values(lambda value: isinstance(value, Token))]
        if part.data.startswith("once_") and len(set(said)) < len(said):
            return True
        if part.data == "all_seats" and sorted(said) != sorted(x for letter in SEATS for x in (" ", letter)):
            return True
    tokens = [str(token) for token in tree.scan_values(lambda value: isinstance(value, Token))]
    return any(int(low) > int(high) for low, high in re.findall(r"(\d+)\.\.(\d+)", " ".join(tokens)))


def is_in_order(tree: Tree) -> bool:
    """Whether a line has no part that can be written in more than one order."""
    return not any(part.data.startswith("any_") for part in tree.iter_subtrees())


def check_round_trip(game: str, line: str) -> None:
    """Reads a generated line, writes it, and reads that: the same line."""
    try:
        entry = read_entry(line.strip(), SETUPS[game])
    except NotRecorded:
        tree = tree_of(game, line)
        assert tree is not None and may_be_refused(tree), f"the reader refuses {line!r}"
        return
    written = write_entry(entry, SETUPS[game])
    assert fields_of(read_entry(written.strip(), SETUPS[game]), SETUPS[game]) == fields_of(entry, SETUPS[game])
    if words(written) != words(line):
        tree = tree_of(game, line)
        assert tree is not None and not is_in_order(tree), f"{line!r} is written {written!r}"
        assert tree_of(game, written) is not None, f"{line!r} is written {written!r}"


def generated(game: str, start: str) -> st.SearchStrategy[str]:
    """Lines of the grammar."""
    terminals, *_ = grammar_of(game).grammar.compile([start], ())
    named = {terminal.name for terminal in terminals}
    explicit = {name: values for name, values in FITTING.items() if name in named}
    return from_lark(grammar_of(game), start=start, explicit=explicit)


def changed(line: str, chosen: random.Random) -> str:
    """A line with one sign or word of it taken out, doubled, put elsewhere or replaced."""
    parts = line.split()
    at, other = chosen.randrange(len(parts)), chosen.randrange(len(parts))
    word = parts[at]
    cut = chosen.randrange(len(word) + 1)
    sign = chosen.choice("0123456789-+?@:,=/.*~xBbWN")
    parts[at : at + 1] = chosen.choice(
        (
            [],
            [word, word],
            [parts[other]],
            [word, parts[other]],
            [word[:cut] + sign + word[cut:]],
            [word[:cut] + word[cut + 1 :]],
        )
    )
    return words(" ".join(parts))


def check_outside(game: str, line: str) -> None:
    """A line outside the grammar is refused, or read as another way to write a line of the grammar."""
    try:
        entry = read_entry(line.strip(), SETUPS[game])
    except NotRecorded:
        return
    if tree_of(game, line) is None:
        written = write_entry(entry, SETUPS[game])
        assert words(written) != words(line), f"{line!r} is read, and the grammar has no such line"
        assert tree_of(game, written) is not None, f"{line!r} is written {written!r}"


def settings_of(examples: int) -> settings:
    """The same examples in each run, without shrinking limits that depend on the machine."""
    phases = (Phase.generate, Phase.shrink)
    return settings(
        max_examples=examples, derandomize=True, deadline=None, phases=phases, suppress_health_check=list(HealthCheck)
    )


BULK = pytest.mark.soak
SIZES = [pytest.param(1, id="sample"), pytest.param(20, id="bulk", marks=BULK)]


@pytest.mark.parametrize("times", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_generated_line_is_read_and_written_back(game, times):
    lines = st.one_of(*(generated(game, start) for start in ("action", "entry")))

    @settings_of(100 * times)
    @given(lines)
    def check(line):
        check_round_trip(game, line)

    check()


@pytest.mark.parametrize("times", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_an_action_outside_the_grammar_is_not_written_so(game, times):
    @settings_of(60 * times)
    @given(generated(game, "action"), st.integers(0, 2**32))
    def check(line, seed):
        check_outside(game, changed(line, random.Random(seed)))

    check()


def firsts(game: str, rule: str) -> set[str]:
    """The words with which a rule can begin."""
    grammar = grammar_of(game)
    texts = {terminal.name: terminal.pattern.value.strip() for terminal in grammar.terminals}
    found, seen, left = set(), set(), [rule]
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            begins = [production.expansion[0] for production in grammar.rules if production.origin.name == name]
            found |= {texts[symbol.name] for symbol in begins if symbol.is_term}
            left += [symbol.name for symbol in begins if not symbol.is_term]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_every_observable_stands_in_the_grammar(game):
    verbs = GAMES[game].notation.verbs
    assert firsts(game, "seated") == {name for name, verb in verbs.items() if verb.kind.SEATED}
    assert firsts(game, "tabled") == {name for name, verb in verbs.items() if not verb.kind.SEATED}
    assert firsts(game, "reason") == set(GAMES[game].notation.reasons)
    kinds = {"seat_count": set(), "table_count": set(), "seat_value": set(), "table_value": set()}
    for name, observable in GAMES[game].base.observables.items():
        owner = "seat" if observable.key[:1] in OWNED else "table"
        kinds[f"{owner}_{'count' if observable.counts else 'value'}"].add(name)
    for rule, names in kinds.items():
        assert firsts(game, rule) == names, rule


def library_lines(game: str) -> list[tuple[str, Setup]]:
    """Every different line of the records of a game with its set-up, without those kept as unreadable."""
    found = {}
    for path in sorted((ROOT / "replays" / "library" / game).rglob("*.record")):
        session, errors = read_record(path.read_text())
        unreadable = {error.line for error in errors}
        for number, line in enumerate(session.log, 1):
            if number not in unreadable:
                found.setdefault(write_entry(line, session.setup), session.setup)
    return list(found.items())


@pytest.mark.parametrize("every", [pytest.param(32, id="sample"), pytest.param(1, id="all", marks=BULK)])
@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_every_record_are_in_the_grammar(game, every):
    lines = library_lines(game)
    outside = [line for line, _ in lines[::every] if tree_of(game, line) is None]
    assert len(lines) > 1000
    assert not outside
    heads = sorted({words(write_setup(setup)) for _, setup in lines})
    assert not [head for head in heads[::every] if tree_of(game, head, "head") is None]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_record_is_in_the_grammar(game):
    path = min((ROOT / "replays" / "library" / game / "clauses").glob("*.record"))
    text = write_record(read_record(path.read_text())[0])
    first, head, seats, *lines = text.splitlines()
    whole = "\n".join([first, words(f"{head} {seats}"), *map(words, lines), ""])

    assert grammar_of(game).parse(whole, start="record")
    with pytest.raises(LarkError):
        grammar_of(game).parse(whole.replace("griffier 1", "griffier 9"), start="record")


@pytest.mark.parametrize("game", GAMES)
def test_a_generated_head_is_read_and_written_back(game):
    @settings_of(15)
    @given(generated(game, "head"))
    def check(head):
        said = head.split()
        readings, seats = (
            said[said.index("readings") + 1].split(","),
            said[said.index("seats") + 1 : said.index("first")],
        )
        details = said[said.index("help") + 2 :: 2]
        once = [word.partition("=")[0] for word in (*readings, *details)]
        if said[said.index("first") + 1] not in [seat.partition("=")[0] for seat in seats]:
            with pytest.raises(UnknownSeat):
                read_setup(head)
        elif len(set(once)) == len(once):
            assert words(write_setup(read_setup(head))) == words(head)

    check()
