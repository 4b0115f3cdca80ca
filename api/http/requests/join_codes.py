"""Makes the short codes that are read out at a table: syllables and two digits that need no spelling."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

CONSONANTS, VOWELS, DIGITS = "BDFGKLMNPRSTVZ", "AEIOU", "23456789"
PUBLIC, ROLE = 1, 2  # words of a code: one that gives a role is longer, because guessing it would give something away
LONGEST = 40  # characters accepted as a code


def new_code(words: int) -> str:
    """A random code: KADE 37 (313,600 of them), or with two words KADE BORU 37 (more than 1.5 thousand million)."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(2 * words)]
    spoken = ["".join(syllables[at : at + 2]) for at in range(0, len(syllables), 2)]
    return " ".join([*spoken, secrets.choice(DIGITS) + secrets.choice(DIGITS)])


def code_hash(text: str) -> str:
    """The hash by which a code is stored; case, spaces and dashes make no difference."""
    return sha256(b"join " + re.sub(r"[^0-9A-Z]", "", text.upper()).encode()).hexdigest()
