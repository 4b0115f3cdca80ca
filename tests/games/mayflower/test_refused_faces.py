"""A face that cannot be read says which part of it is wrong, and why, in both languages."""

import re
from pathlib import Path

import pytest

from domain.errors import BadPart
from domain.games.mayflower.pieces import faces
from domain.record.line_text import read_entry
from domain.setup import Setup
from domain.words import LANGUAGES, words_of
from replays.annotation import refusal_text

SETUP = Setup(game="mayflower", seats=("B", "Y"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_a_face_is_wrong_has_its_words(lang):
    source = Path(faces.__file__).read_text(encoding="utf-8")
    whys = set(re.findall(r'BadFace\(.*, "([a-z-]+)"\)', source))

    assert whys == set(words_of(lang)["names"]["wrong"])


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("B draw A as PPRR;R(S,W)!", "R(S,W)!"),
        ("- face A PPRR;R(S,W);P(N,E)", "S-"),
        ("B place 1:3 as PPXR", "PPXR"),
        ("= - space 1:3 =PPRR;R(S,Q)", "R(S,Q)"),
    ],
)
def test_the_wrong_part_of_a_face_is_named(line, part):
    with pytest.raises(BadPart) as refused:
        read_entry(line, SETUP)

    assert refused.value.facts["part"] == part
    assert all(part in refusal_text(refused.value, lang) for lang in LANGUAGES)
