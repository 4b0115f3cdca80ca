"""The sentences people read keep the grammar of their language, whatever fills them."""

import json
import re
from itertools import zip_longest
from pathlib import Path
from string import Formatter

import pytest

from domain.games import GAMES
from domain.words import LANGUAGES, Words, slots, words_of
from domain.words.grammar import ASPIRATED, FORMS, agree, is_one, spec_parts
from replays.annotation import CLAUSE_END
from replays.finding_parts import TITLE_LENGTH

GAME_FOLDERS = {game.id: game.words for game in GAMES.values()}
FILES = [
    *(("core", lang, Path(f"domain/words/{lang}.json")) for lang in LANGUAGES),
    *((name, lang, folder / f"{lang}.json") for name, folder in GAME_FOLDERS.items() for lang in LANGUAGES),
    *(("pages", lang, Path(f"api/locales/{lang}.json")) for lang in LANGUAGES),
]
SEVERAL = ("players", "most", "lines", "size", "other")  # slots without a type that never hold 1
PEOPLE = ("name", "who", "seat", "seats", "names", "whose", "player")  # slots without a type that hold names
NOT_SENTENCES = ("typed", "nouns", "genders", "clauses", "questions", "variants", "why")
TITLED = ("change", "loss", "read", "placed", "extra", "none")  # sentences about values that findings say
RARELY_LONG = (  # too long only with values that do not meet, as the same pile twice
    "borders_match",
    "a_card_like_the_one_placed_is_drawn",
    "one_tile_gives_one_action",
    "the_largest_supremacy_decides",
    "the_most_supremacies_decide",
    "the_better_good_decides",
)
VOWELS = "aeiouàâäéèêëîïôöùûüh"
WRONG = {
    "fr": (
        re.compile(r"\b(?:de|à) (?:le|les)\b", re.I),
        re.compile(r"[a-zà-ÿ]'[a-zà-ÿ]", re.I),  # a straight apostrophe
        re.compile(r"« | »| [:;?!](?![\w=])"),  # a space where a line may break
        re.compile(rf"\b(?<!-)(?:de|le|la|que|ne|se|jusque|lorsque) (?!{'|'.join(ASPIRATED)}|a\b)[{VOWELS}]\w", re.I),
    ),
    "en": (re.compile(r"\ba (?!one|uni|use|eu)[aeiou]\w"), re.compile(r"(?<=[a-z])'(?=[st]\b)")),
}
BROKEN = re.compile(r"\s\s|[{}]|\(\s*\)|\s[,.)]|\(\s")  # a slot that holds nothing, or was not filled


def mistakes(text: str, words: Words) -> list[str]:
    """What breaks the grammar in a sentence; also a one before the plural of a noun."""
    plurals = "|".join(many for one, many in words["nouns"].values() if one != many)
    after_one = re.compile(rf"(?<![\d.,:/–-])\b{'[01]' if words.lang == 'fr' else '1'} (?:{plurals})\b")
    return [found[0] for wrong in (*WRONG[words.lang], BROKEN, after_one) for found in wrong.finditer(text)]


def templates(entry, at=""):
    """Every text of a words file with its place in it."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if at or key not in NOT_SENTENCES:
                yield from templates(value, f"{at}.{key}" if at else key)
    elif isinstance(entry, str):
        yield at, entry


def fillings(words: Words, slot: str, kind: str) -> list[tuple[str, str, bool]]:
    """Texts that a slot may hold, each with its gender and whether it is singular."""
    texts, lang = words._texts, words.lang
    genders = texts.get("genders", {}).get(kind, {})
    if kind in ("seat", "seats") or (not kind and slot in PEOPLE):
        return [(name, "m", True) for name in ("Ana", "Bo", "Hélène")]
    if kind in texts["nouns"]:
        return [(words.count(kind, number), "m", is_one(number, lang)) for number in (1, 2, 0)]
    if kind.startswith("@"):
        return [(words.count(noun, number), "m", is_one(number, lang)) for noun in texts["nouns"] for number in (1, 2)]
    if "some" in texts["names"].get(kind, {}) and kind not in words.forms:
        return [(words.fill(f"{{n:{kind}}}", {"n": number}, {}), "m", True) for number in (1, 2)]
    named = {code: text for code, text in texts["names"].get(kind, {}).items() if "{" not in text}
    if named and kind not in words.forms:
        return [(text, genders.get(code, "m"), "p" not in genders.get(code, "m")) for code, text in named.items()]
    if kind:
        return [("olives", "fp", False), ("1 florin", "m", True)] if lang == "fr" else [("spice", "m", True)]
    return [("2", "m", False)] if slot in SEVERAL else [("1", "m", True), ("2", "m", False)]


def sentences(words: Words, template: str):
    """A template filled so that each slot has each of its texts once."""
    parts = [(literal, slot, *spec_parts(spec or "")) for literal, slot, spec, _ in Formatter().parse(template)]
    kinds = {slot: kind for _, slot, _, kind, options in parts if slot is not None and not options}
    kinds |= {slot: kinds.get(slot) or kind for _, slot, _, kind, options in parts if slot is not None and options}
    choices = {slot: fillings(words, slot, kind) for slot, kind in kinds.items()}
    first = {slot: values[0] for slot, values in choices.items()}
    for chosen in zip_longest(*choices.values()):
        facts = {slot: one or first[slot] for slot, one in zip(choices, chosen, strict=True)}
        made = ""
        for literal, slot, form, _, options in parts:
            made += literal
            if slot is not None:
                text, gender, one = facts[slot]
                made += agree(options, one, gender) if options else FORMS[form](text, gender) if form else text
        yield made
    if not choices:
        yield template


def words_for(name: str, lang: str) -> Words:
    if name == "pages":
        return Words(lang, [{"names": {}}, json.loads(Path(f"api/locales/{lang}.json").read_text("utf-8"))], {})
    return words_of(lang) if name == "core" else GAMES[name].speak(lang)


@pytest.mark.parametrize(("name", "lang", "path"), FILES, ids=lambda one: one if isinstance(one, str) else "")
def test_every_template_keeps_the_grammar(name, lang, path):
    words = words_for(name, lang)

    wrong = [
        f"{at}: {sentence} ({found[0]})"
        for at, template in templates(json.loads(path.read_text(encoding="utf-8")))
        for sentence in sentences(words, template)
        if (found := mistakes(sentence, words))
    ]

    assert not wrong, "\n".join(dict.fromkeys(wrong))


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "sans carte venant de les docks"),
        ("fr", "les docks de Ana"),
        ("fr", "une échoppe à les Docks"),
        ("fr", "1 cartes"),
        ("fr", "avant que Ana joue"),
        ("en", "1 florins were taken"),
        ("en", "a anchor"),
    ],
)
def test_wrong_grammar_is_found(lang, sentence):
    assert mistakes(sentence, GAMES["kontor"].speak(lang))


@pytest.mark.parametrize(("lang", "sentence"), [("fr", "1 bois, de huit, 11 cartes"), ("en", "1 is due, 21 cards")])
def test_right_grammar_is_not(lang, sentence):
    assert not mistakes(sentence, GAMES["kontor"].speak(lang))


def titled(words: Words):
    """The sentences of findings, each with its place in the words."""
    yield from words["findings"].items()
    for what, kinds in words["values"].items():
        yield from ((f"{what}.{kind}", text) for kind, text in kinds.items() if kind in TITLED)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_title_has_at_most_60_characters(game, lang):
    words = GAMES[game].speak(lang)
    titles = {at: max(sentences(words, CLAUSE_END.split(text)[0]), key=len) for at, text in titled(words)}

    assert not {at: text for at, text in titles.items() if len(text) > TITLE_LENGTH and at not in RARELY_LONG}


NEEDED = {
    "change": {"done", "due"},
    "loss": {"done", "due"},
    "placed": {"after", "right"},
    "read": {"seen", "rules", "suspects"},
    "extra": {"done"},
    "none": {"line"},
    "gains": {"count"},
    "loses": {"count"},
}
VARIABLE = (
    "name",
    "stays",
    "becomes",
    "empties",
    "cost",
    "more",
    "less",
)  # sentences whose slots depend on what they are about


@pytest.mark.parametrize(("name", "lang", "path"), FILES, ids=lambda one: one if isinstance(one, str) else "")
def test_a_sentence_about_a_value_has_both_values(name, lang, path):
    values = json.loads(path.read_text(encoding="utf-8")).get("values", {})

    assert not [
        (what, kind)
        for what, texts in values.items()
        for kind, text in texts.items()
        if kind not in VARIABLE and not NEEDED[kind] <= {slot.removesuffix("_things") for slot in slots(text)}
    ]


OTHER_TERMS = {  # words for things that have another name in the glossary
    "en": r"whoever|somebody|nobody can tell|the table left|lay a table|laid the table|docket|stand-in|undetermined"
    r"|no link|typo\b|deeds?\b|superseded|unlawful|known now|(?<!as )known then|by the rules it is|mis-\w+",
    "fr": r"relevé\b|registre|paravent|sièges?\b|greffier|dresser|d’emprunt|de remplacement|indéterminée?s?|recours"
    r"|su maintenant|su alors|si c’était fini|pas pour vous|à la page\b|quelqu’un|comme joué|après décisions",
}
GUIDES = [Path("README.md"), *Path("api").glob("*.md"), *Path("replays").glob("*.md")]


@pytest.mark.parametrize(("name", "lang", "path"), FILES, ids=lambda one: one if isinstance(one, str) else "")
def test_a_thing_has_one_name(name, lang, path):
    texts = templates(json.loads(path.read_text(encoding="utf-8")))
    other = re.compile(rf"\b(?:{OTHER_TERMS[lang]})", re.I)

    assert not [f"{at}: {text}" for at, text in texts if other.search(re.sub(r"{.*?}", "", text).replace("'", "’"))]


@pytest.mark.parametrize("path", GUIDES, ids=str)
def test_the_guides_use_the_names_of_the_pages(path):
    prose = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.S)

    assert not re.findall(r"(?i)\b(?:whoever|somebody|nobody can tell|lay a table|docket|my typo)\b", prose)
