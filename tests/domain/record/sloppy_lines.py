"""Typed lines with what they mean, and sloppy variations of canonical lines."""

from pathlib import Path
from random import Random

from domain.record.free_text.lexicon import Lexicon, folded, lexicon_of
from domain.record.free_text.word_orders import shape
from domain.setup import Setup

LINES = Path(__file__).parent / "typed_lines"
READ, SUGGESTED = " => ", " =? "
HARMLESS = ("the", "on", "for", "la", "sur", "pour")


def table_of(game: str, sheet: str = "") -> Setup:
    """The table of a sheet of typed lines, whose first line has the seats and names."""
    with (LINES / f"{sheet or game}.txt").open(encoding="utf-8") as lines:
        seats = [seat.split("=") for seat in lines.readline().split()[2:]]
    return Setup(game=game, seats=tuple(letter for letter, _ in seats), names=tuple(name for _, name in seats))


def lines_of(sheet: str) -> list[tuple[str, str, str]]:
    """The lines of a sheet: the typed text, whether it is read or suggested, and its meaning."""
    rows = []
    for line in (LINES / f"{sheet}.txt").read_text(encoding="utf-8").splitlines()[1:]:
        mark = next(mark for mark in (READ, SUGGESTED) if mark in line)
        typed, _, meaning = line.partition(mark)
        rows.append((typed, mark, meaning))
    return rows


def variations(text: str, setup: Setup, rng: Random) -> list[tuple[str, str]]:
    """Variations of a line as hurried people type it, each with its exact meaning where it has one."""
    seat, verb, *words = text.split()
    named = "" if seat == "-" else setup.name(setup.seats.index(seat))
    lexicon = lexicon_of(setup.game)
    small = [part for word in words for part in (*([rng.choice(HARMLESS)] if rng.random() < 0.4 else []), word)]
    verbs = [" ".join(phrase) for phrase, meaning in lexicon.verbs.items() if verb in meaning] or [verb]
    spoken = [_spoken(word, lexicon, rng) for word in words]
    rest, mixed = " ".join(words), " ".join(_mixed(words, rng))
    same = (
        text.lower(),
        f"{named} {verb} {rest}",
        f"{folded(named)} {verb} {rest.lower()}",
        f"{named[:3].upper()} {verb.upper()} {rest}",
        f"{named} {verb} {' '.join(small)}",
        f"{named} {rng.choice(verbs)} {rest}",
        f"{named} {rng.choice(verbs)} {' '.join(spoken)}",
        f"{named} {verb} {' and '.join(words)}",
    )
    other = (f"{named} {verb} {mixed}", f"{named} {rng.choice(verbs)} {mixed}")
    shorter = " ".join(words[:-1])
    return [
        *((typed, text) for typed in same),
        *((typed, f"{seat} {verb} {mixed}") for typed in other),
        (f"{named} {verb} {shorter}", f"{seat} {verb} {shorter}"),
    ]


def _spoken(word: str, lexicon: Lexicon, rng: Random) -> str:
    """A word of the notation in one of the phrases people use for it."""
    phrases = [" ".join(phrase) for phrase, meaning in lexicon.words.items() if word in meaning]
    return rng.choice(phrases) if phrases else word


def _mixed(words: list[str], rng: Random) -> list[str]:
    """The words in another order; words of one kind keep theirs."""
    kinds = [shape(word) for word in words]
    queues = {kind: [word for word, own in zip(words, kinds, strict=True) if own == kind] for kind in kinds}
    return [queues[kind].pop(0) for kind in rng.sample(kinds, len(kinds))]
