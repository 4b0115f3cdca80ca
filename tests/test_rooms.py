"""The order of the rooms: imports point left, names are unique, folders small, and every game is built alike."""

import ast
import json
import re
import tokenize
from io import StringIO
from pathlib import Path

import pytest

from domain.clauses import HOUSE
from domain.games import GAMES
from domain.words import LANGUAGES

ROOMS = ("domain", "replays", "projections", "api")
SOURCES = [path for room in ROOMS for path in Path(room).rglob("*.py")]
FOLDERS = {id: Path("domain/games") / id.replace("-", "_") for id in GAMES}


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in SOURCES}


@pytest.fixture(scope="module")
def trees(texts) -> dict[Path, ast.Module]:
    return {path: ast.parse(text) for path, text in texts.items()}


@pytest.fixture(scope="module")
def imports(trees) -> list[tuple[Path, str]]:
    """Every import of every file."""
    return [(path, name) for path, tree in trees.items() for name in imported(tree)]


def test_imports_point_left(imports):
    to_the_right = {room: ROOMS[at + 1 :] for at, room in enumerate(ROOMS)}

    assert [(path, name) for path, name in imports if name.split(".")[0] in to_the_right[path.parts[0]]] == []


KERNEL = {"clauses", "deviations", "errors", "faces", "facts", "fold", "notation", "numbers", "observables"}
KERNEL |= {"rules", "setup", "texts", "variants", "words"}
DOMAIN_ORDER = ("kernel", "games", "record", "timeline", "store", "sessions", "clubs")


def domain_part(parts: tuple[str, ...]) -> str:
    """The part of the domain that a module belongs to."""
    return "kernel" if len(parts) < 2 or parts[1] in {*KERNEL, "__init__"} else parts[1]


def test_every_part_of_the_domain_has_its_place_in_the_order():
    parts = {domain_part(path.with_suffix("").parts) for path in SOURCES if path.parts[0] == "domain"}

    assert parts == set(DOMAIN_ORDER)


def test_imports_point_left_inside_the_domain(imports):
    place = {part: at for at, part in enumerate(DOMAIN_ORDER)}
    inside = [(path, name) for path, name in imports if path.parts[0] == "domain" and name.startswith("domain.")]

    assert [
        (path, name)
        for path, name in inside
        if place[domain_part(tuple(name.split(".")))] > place[domain_part(path.with_suffix("").parts)]
    ] == []


def owner(path: Path) -> str:
    """The game that a module belongs to, in the domain or among the boards; empty for all shared modules."""
    names = {folder.name for folder in FOLDERS.values()}
    return next((part for part in path.parts[:-1] if part in names), "")


def test_no_two_public_classes_share_a_name(trees):
    """A game names its actions and pieces as its rulebook does, so each game has names of its own."""
    places: dict[str, list[tuple[str, Path]]] = {}
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append((owner(path), path))
    shared = {name for name, paths in places.items() if len(paths) > 1 and any(not game for game, _ in paths)}
    within = {name for name, paths in places.items() if len({game for game, _ in paths}) < len(paths)}

    assert {name: places[name] for name in shared | within} == {}


ONE_FILE_PER_LIKE_THING = ("api/pages", "api/routes", "domain/games", "replays/boards")


def test_no_folder_holds_more_than_twelve_modules():
    folders: dict[str, int] = {}
    for path in SOURCES:
        if path.name != "__init__.py" and not path.as_posix().startswith(ONE_FILE_PER_LIKE_THING):
            folders[path.parent.as_posix()] = folders.get(path.parent.as_posix(), 0) + 1

    assert {folder: count for folder, count in folders.items() if count > 12} == {}


# Participles, adverbs and other words that do not say what a module holds.
NO_NOUN = re.compile("(told|given|taken|known|asking|passing|waiting|usual|ways|many|unfit|chance|beside|.*ed)")


def test_modules_are_named_by_nouns():
    modules = [*SOURCES, *Path("tests").rglob("*.py"), *Path("api/static").glob("*.js")]

    assert [path for path in modules if NO_NOUN.fullmatch(path.stem.split("_")[-1])] == []


VAGUE = re.compile(r"(?<![a-z])(whoever|somebody|nobody)(?![a-z])", re.IGNORECASE)
# A ruling stores the names of the checks that its arbiter was shown, and the API lists them: these stay as they are.
STORED_CHECK_NAMES = {
    "a_tax_goes_to_nobody_beside_or_across",
    "columns_nobody_took_give_nothing",
    "nobody_builds_before_the_first_tile",
    "nobody_gets_a_second_column",
    "nobody_gives_florins_away",
    "nobody_hands_over_more_than_there_is",
    "nobody_has_to_throw_things_away",
    "nobody_knows_a_tile_before_it_is_drawn",
    "nobody_looks_at_a_goods_tile",
    "nobody_looks_before_the_last_draw",
    "nobody_passes_for_no_florin",
    "nobody_pays_what_nobody_holds",
    "nobody_plays_on_after_the_end",
    "nobody_plays_on_past_this_end",
    "nobody_plays_two_cards",
    "nobody_says_that_they_pass",
    "nobody_wins_a_tied_sector",
    "tokens_nobody_uses_stay_in_the_box",
    "whoever_leads_pays_no_fee",
}


def prose_and_names(source: str) -> str:
    """The comments, docstrings and names of a Python file, without stored check names and without quoted syntax."""
    tokens = [token for token in tokenize.generate_tokens(StringIO(source).readline) if token.type in _READ]
    words = [token.string for token in tokens if token.string not in STORED_CHECK_NAMES]
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, _DOCUMENTED)]
    docstrings = (re.sub("`[^`]*`", "", ast.get_docstring(node) or "") for node in nodes)
    return "\n".join((*words, *docstrings))


_READ = (tokenize.COMMENT, tokenize.NAME)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def test_code_and_comments_say_who_is_meant():
    python = [path for room in (*ROOMS, "tests") for path in Path(room).rglob("*.py")]
    others = [*Path("api/static").rglob("*.js"), *Path().glob("*.md"), *Path().glob("*/*.md")]
    texts = {path: path.read_text(encoding="utf-8") for path in python}
    read = {path: prose_and_names(text) for path, text in texts.items() if VAGUE.search(text)}
    read |= {path: path.read_text(encoding="utf-8") for path in others}

    assert {path: found for path, text in read.items() if (found := VAGUE.findall(text))} == {}


def test_every_excepted_name_is_that_of_a_check():
    names = {check.__name__ for game in GAMES.values() for check in (*checks_of(game), *game.base.setup_checks)}

    assert names >= STORED_CHECK_NAMES


def test_outside_its_folder_a_game_is_reached_through_its_GAME(imports):
    packages = {".".join(folder.parts): folder for folder in FOLDERS.values()}

    assert [
        (path, name)
        for path, name in imports
        if path != Path("domain/games/__init__.py") and path.parts[:2] != ("replays", "boards")
        for package, folder in packages.items()
        if name.startswith(package) and folder not in path.parents
    ] == []


def test_every_game_has_the_same_file_names():
    named = {id: sorted(p.stem for p in folder.iterdir() if p.stem != "__pycache__") for id, folder in FOLDERS.items()}

    assert len({tuple(names) for names in named.values()}) == 1


CARRIED_AWAY = Path("domain/store/signing/verifiers/verify.py")  # it is given out, so it is one file


def test_a_file_says_in_its_first_line_what_it_is_for_and_stays_short(texts):
    assert [path for path, text in texts.items() if not text.startswith('"""')] == []
    assert [path for path, text in texts.items() if text.count("\n") > 400 and path != CARRIED_AWAY] == []


def checks_of(game) -> list:
    """What the printed game asks, and what its variants and readings add."""
    rows = (*game.variants, *(reading for question in game.questions for reading in question.readings))
    by_row = (game.base.checks, *(row.adds.get("checks", {}) for row in rows))
    return [check for by_action in by_row for checks in by_action.values() for check in checks]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_check_cites_a_clause_of_its_game_or_of_the_house(game):
    citable = {clause.id for clause in game.citable}
    checks = checks_of(game)

    assert {check.clause.id for check in (*checks, *game.base.setup_checks)} <= citable


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_checked_clause_has_a_check_and_no_other_is_checked_in_vain(game):
    checks = checks_of(game)
    cited = {check.clause.id for check in (*checks, *game.base.setup_checks)}
    read = {observable.clause for observable in game.base.observables.values()}

    assert {clause.id for clause in game.clauses if clause.kind == "checked"} <= cited | read


def words(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def shape(value, path=()):
    """Every key, down to the sentences."""
    if isinstance(value, dict):
        return {key for name, inner in value.items() for key in shape(inner, (*path, name))}
    return {path}


@pytest.mark.parametrize("folder", [Path("domain"), *FOLDERS.values()], ids=str)
def test_both_languages_say_the_same_things(folder):
    one, other = (words(folder / "words" / f"{lang}.json") for lang in LANGUAGES)
    other.pop("genders", None)  # English has none

    assert shape(one) == shape(other)


def test_the_command_line_says_the_same_in_both_languages_and_nothing_it_never_says():
    one, other = (words(Path("api/locales") / f"{lang}.json") for lang in LANGUAGES)
    written = "".join(path.read_text(encoding="utf-8") for path in Path("api").rglob("*.py"))

    assert shape(one) == shape(other)
    assert not {key for key in one["says"] if f'"{key}"' not in written}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_code_has_its_words(game, lang):
    words = game.speak(lang)

    assert {clause.id for clause in (*game.clauses, *HOUSE)} <= set(words["clauses"])
    assert {question.id for question in game.questions} == set(words["questions"])
    assert {variant.id for variant in game.variants} == set(words["variants"])
    for question in game.questions:
        readings = [reading.id.partition("=")[2] for reading in question.readings]
        assert readings == list(words["questions"][question.id]["readings"])
    assert set(game.base.observables) <= set(words["names"]["what"])
    assert {kind.__struct_config__.tag for kind in game.actions} == set(words["actions"])
    checks = checks_of(game)
    assert {check.__name__ for check in (*checks, *game.base.setup_checks)} <= set(words["findings"])
    assert set(game.notation.reasons) == set(words["names"]["reason"])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_no_words_are_left_over(game):
    own = words(FOLDERS[game.id] / "words" / "en.json")
    checks = checks_of(game)

    assert set(own["findings"]) <= {check.__name__ for check in (*checks, *game.base.setup_checks)}
    assert set(own["names"]["what"]) <= set(game.base.observables)
    assert set(own["clauses"]) <= {clause.id for clause in game.clauses}
