"""The words of the notation: cells, numbers, faces, amounts, and the parts of a line."""

from __future__ import annotations

from domain.games.kontor.actions import Face, Mix
from domain.games.kontor.pieces import BOAT, CARD_KINDS, COIN, COLOURS, GOODS, MOST_GOODS, NUMBERS
from domain.games.kontor.state import AT
from domain.games.kontor.state.cells import NOT_SEEN
from domain.notation import Words

NOTHING, EMPTY, PLAIN = "nothing", "empty", "plain"
_FACE_WORDS = (CARD_KINDS, COLOURS, (*GOODS, EMPTY), (COIN, BOAT, PLAIN))  # in the order they are said


def one_of(word: str, words: tuple[str, ...]) -> str:
    """A word of a vocabulary."""
    if word not in words:
        raise ValueError(word)
    return word


def amount(word: str) -> int:
    """A count: never less than nothing, never absurd."""
    if not word.isdigit() or int(word) > 999:
        raise ValueError(word)
    return int(word)


def card(word: str) -> int:
    """The number of a card."""
    number = amount(word)
    if number not in NUMBERS:
        raise ValueError(word)
    return number


def cards(words: Words) -> tuple[int, ...]:
    """The numbers of several cards, each once."""
    found = tuple(card(word) for word in words)
    if not found or len(set(found)) < len(found):
        raise ValueError(" ".join(words))
    return found


def cell(word: str) -> str:
    """A cell by its distance from the anchor."""
    if word not in AT or word == NOT_SEEN:
        raise ValueError(word)
    return word


def cell_or_not_seen(word: str) -> str:
    """A cell, or `?` where it was not seen."""
    return word if word == NOT_SEEN else cell(word)


def only(words: Words, count: int) -> Words:
    """Exactly so many words."""
    if len(words) != count:
        raise ValueError(" ".join(words))
    return words


def seen(words: Words) -> Words:
    """The words without `?`, which says that the value was not seen."""
    return [word for word in words if word != "?"]


def parts(words: Words, *keys: str) -> dict[str, Words]:
    """The words of a line by the key word before them; those before the first under ""."""
    found: dict[str, Words] = {"": []}
    key = ""
    for word in words:
        if word in keys:
            if word in found:
                raise ValueError(word)
            found[key := word] = []
        else:
            found[key].append(word)
    return found


def face(words: Words) -> Face:
    """`dock black spice boat`: one kind, one colour, up to three goods, one symbol; what was not seen left out."""
    shown: list[str] = []
    for place, group in enumerate(_FACE_WORDS):
        here = [word for word in words if word in group]
        if len(here) > (MOST_GOODS if place == 2 else 1) or (EMPTY in here and len(here) > 1):
            raise ValueError(" ".join(words))
        shown += sorted(here, key=group.index)
    if len(shown) != len(words):
        raise ValueError(" ".join(words))
    return tuple(shown)


def face_text(shown: Face) -> str:
    """The text of a face, with a space before it."""
    return "".join(f" {word}" for word in shown)


def mix(words: Words) -> Mix:
    """`1 wine 2 tea`: pairs of a good and how many; `nothing` for none."""
    if words == [NOTHING]:
        return ()
    if not words or len(words) % 2:
        raise ValueError(" ".join(words))
    return tuple((one_of(good, GOODS), amount(count)) for count, good in zip(words[::2], words[1::2], strict=True))


def mix_text(pairs: Mix) -> str:
    """The text that the function above reads."""
    return " ".join(f"{count} {good}" for good, count in pairs) or NOTHING


def seat_of(word: str, letters: tuple[str, ...]) -> int:
    """A seat by its letter, or by its place at a larger table."""
    return letters.index(word) if word in letters else amount(word.removeprefix("#"))


def seat_text(seat: int, letters: tuple[str, ...]) -> str:
    """The text that the function above reads."""
    return letters[seat] if 0 <= seat < len(letters) else f"#{seat}"
