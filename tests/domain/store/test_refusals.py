"""Every refusal has a sentence in both languages, made of facts that the code gives."""

import ast
from functools import cache
from pathlib import Path

import pytest

from domain import errors
from domain.errors import NotRecorded, StoreAway, Unsound
from domain.sessions.roles import PERMISSIONS
from domain.words import LANGUAGES, slots, words_of
from replays.annotation import refusal_text


def tree(kind: type = NotRecorded) -> list[type]:
    return [kind, *(inner for child in kind.__subclasses__() for inner in tree(child))]


KINDS = {kind.__name__: kind for kind in tree()}


@cache
def raised() -> list[tuple[str, set[str], set[str]]]:
    """Every place in the code that raises a refusal: its class, the names of its facts, and its reasons."""
    places = []
    begins = tuple(f"{name}(" for name in KINDS)
    for room in ("domain", "replays", "projections", "api"):
        texts = (path.read_text(encoding="utf-8") for path in Path(room).rglob("*.py"))
        for text in (text for text in texts if any(call in text for call in begins)):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                    whys = {
                        part.value
                        for keyword in node.keywords
                        if keyword.arg == "why"
                        for part in ast.walk(keyword.value)
                        if isinstance(part, ast.Constant)
                    }
                    places.append((node.func.id, {keyword.arg for keyword in node.keywords}, whys - {"why"}))
    return places


def test_every_refusal_has_a_code_of_its_own():
    assert len({kind.code for kind in KINDS.values()}) == len(KINDS)
    assert {name for name in vars(errors) if isinstance(getattr(errors, name), type)} <= set(KINDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over(lang):
    assert {kind.code for kind in KINDS.values()} == set(words_of(lang)["refusals"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_uses_only_facts_of_its_refusal(lang):
    for name, facts, whys in raised():
        text = words_of(lang)["refusals"][KINDS[name].code]
        if isinstance(text, str):
            assert slots(text) <= facts, (name, text)
        for why in whys if not isinstance(text, str) else ():
            assert slots(text[why]) <= facts, (name, why)


def test_every_reason_of_unsound_has_a_sentence_and_is_used():
    whys = {why for name, _, whys in raised() if name == Unsound.__name__ for why in whys}

    for lang in LANGUAGES:
        assert whys == set(words_of(lang)["refusals"][Unsound.code])


def test_every_reason_of_an_unreachable_store_has_a_sentence():
    whys = {why for name, _, whys in raised() if name == StoreAway.__name__ for why in whys}

    for lang in LANGUAGES:
        assert whys == set(words_of(lang)["names"]["away"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_operation_has_its_words(lang):
    assert set().union(*PERMISSIONS.values()) == set(words_of(lang)["names"]["operation"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_has_an_unfilled_slot(lang):
    facts = {"seq": 7, "line": 9, "operation": "rule"}
    for name, given, whys in raised():
        for why in whys or {"altered"}:
            error = KINDS[name](**{**dict.fromkeys(given, "so"), **{k: v for k, v in facts.items() if k in given}})
            error.facts.update({"why": why} if "why" in given else {})
            text = refusal_text(error, lang)
            assert text and "{" not in text and text[-1] not in " :"


def test_an_unsound_event_is_named():
    text = refusal_text(Unsound(why="altered", seq=17), "fr")

    assert text.startswith("L’événement 17 ")
    assert "17" in refusal_text(Unsound(why="line", seq=0, line=17), "en")
