"""The words of the notation: vocabularies, amounts, payments, cards, and the parts of a line."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.actions import Mix
from domain.games.nieuw_amsterdam.pieces import ERAS, FUR, FURS, NOT_SEEN, OTHER, PAYABLE, TRADERS
from domain.notation import Words
from domain.texts import read_count as number

_ONE = {"coins": "coin", "goods": "good", "points": "point", "buildings": "building", "tiles": "tile", "cards": "card"}
_SPOKEN = {one: many for many, one in _ONE.items()} | {f"{fur}s": fur for fur in (*FURS, FUR)}
_ERA_NOT_SEEN = "untold"  # era of a card that was not seen
NOTHING = "nothing"


def one_of(word: str, words: tuple[str, ...]) -> str:
    """A word of a vocabulary."""
    if word not in words:
        raise ValueError(word)
    return word


def numbers(words: Words) -> tuple[int, ...]:
    """Several numbers."""
    return tuple(number(word) for word in words)


def seen_number(word: str) -> int | None:
    """A number, or None for `?`: it was not seen."""
    return None if word == NOT_SEEN else number(word)


def seen_numbers(words: Words) -> tuple[int | None, ...]:
    """Several numbers."""
    return tuple(seen_number(word) for word in words)


def seen_text(value: int | None) -> str:
    """The number as it is written, `?` where it was not seen."""
    return NOT_SEEN if value is None else str(value)


def only(words: Words, count: int) -> Words:
    """Exactly so many words."""
    if len(words) != count:
        raise ValueError(" ".join(words))
    return words


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


def mix(words: Words, kinds: tuple[str, ...]) -> Mix:
    """`3 corn 1 coin`: pairs of a kind and how many; `nothing` for none."""
    if words == [NOTHING]:
        return ()
    if not words or len(words) % 2:
        raise ValueError(" ".join(words))
    spoken = [_SPOKEN.get(word, word) for word in words[1::2]]
    return tuple((one_of(kind, kinds), number(count)) for count, kind in zip(words[::2], spoken, strict=True))


def mix_text(pairs: Mix) -> str:
    """The text that the function above reads."""
    return " ".join(f"{count} {_ONE.get(kind, kind) if count == 1 else kind}" for kind, count in pairs) or NOTHING


def payment(words: Words) -> Mix:
    """What was handed over, lawful or not."""
    return mix(words, (*PAYABLE, *OTHER))


def furs(words: Words) -> tuple[str, ...]:
    """Furs one by one, `?` for one that was not seen."""
    return tuple(one_of(_SPOKEN.get(word, word), (*FURS, "?")) for word in words)


def by_trader(words: Words, traders: tuple[str, ...] = TRADERS) -> list[tuple[str, Words]]:
    """The words after each trader's name."""
    found: list[tuple[str, Words]] = []
    for word in words:
        if word in traders:
            found.append((word, []))
        else:
            found[-1][1].append(word)
    if not found:
        raise ValueError("trader")
    return found


def cards(words: Words) -> tuple[str, ...]:
    """`blue 2/3/1 ? - red 1/2/3`: an era holds until another is named; `-` is an empty slot."""
    found, era = [], ""
    for word in words:
        if word in (*ERAS, _ERA_NOT_SEEN):
            era = "" if word == _ERA_NOT_SEEN else word
        elif word == "-":
            found.append(word)
        else:
            found.append(f"{era}:{card(word)}" if era else card(word))
    if not found:
        raise ValueError("cards")
    return tuple(found)


def card(word: str) -> str:
    """Three numbers with strokes between them, `?` for what was not seen."""
    printed = word.split("/")
    if word != "?" and len(printed) != 3:
        raise ValueError(word)
    numbers([part for part in printed if part != "?"])
    return word


def cards_text(listed: tuple[str, ...]) -> str:
    """The text that the function above reads."""
    words, era = [], ""
    for card in listed:
        own, _, printed = card.rpartition(":")
        if own != era and card != "-":
            words.append(own or _ERA_NOT_SEEN)
            era = own
        words.append(printed)
    return " ".join(words)
