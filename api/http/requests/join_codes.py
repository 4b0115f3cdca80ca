"""Short codes that are read out at a table: syllables and two digits that need no spelling."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

CONSONANTS, VOWELS, DIGITS = "BDFGKLMNPRSTVZ", "AEIOU", "23456789"
PUBLIC, ROLE = 1, 2  # words: a code that gives a role is longer, because guessing it would give something away
LONGEST = 40  # signs that are read as a code


def drawn_code(words: int) -> str:
    """A fresh code: KADE 37 (313,600 of them), or with two words KADE BORU 37 (more than 1.5 thousand million)."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(2 * words)]
    named = ["".join(syllables[at : at + 2]) for at in range(0, len(syllables), 2)]
    return " ".join([*named, secrets.choice(DIGITS) + secrets.choice(DIGITS)])


def code_hash(text: str) -> str:
    """What is kept of a code: the same in any case and with any spaces or dashes."""
    return sha256(b"join " + re.sub(r"[^0-9A-Z]", "", text.upper()).encode()).hexdigest()
