"""Every refusal that the source can raise has a sentence in both languages."""

import ast
from pathlib import Path

from api.http.problems import HttpProblem, problem_of
from domain.errors import NotRecorded
from domain.words import slots, words_of
from tests.api.test_middleware import refused


def edge_codes() -> set[tuple[str, int]]:
    """The codes of all refusals in the source of the HTTP layer."""
    codes = set()
    for path in Path("api").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HttpProblem" and len(node.args) == 2:
                code, status = (getattr(part, "value", None) for part in node.args)
                if isinstance(code, str):
                    codes.add((code, status))
    return codes | {("not-found", 404), ("wrong-method", 405)}


def kinds_of(error: type) -> set[type]:
    """An error class and all its subclasses."""
    return {error}.union(*map(kinds_of, error.__subclasses__()))


def domain_refusals() -> list[NotRecorded]:
    """One refusal of each class, with every fact that its sentence uses."""
    made = []
    for kind in sorted(kinds_of(NotRecorded), key=lambda one: one.code):
        sentence = words_of("en")["refusals"][kind.code]
        for why, template in sentence.items() if isinstance(sentence, dict) else [("away", sentence)]:
            made.append(kind(**dict.fromkeys(slots(template), 1) | {"why": why}))
    return made


def test_every_refusal_has_a_sentence_in_both_languages():
    codes = edge_codes()
    assert len(codes) > 20
    facts = {"why": "x", "kind": "x", "most": 1, "sign": "x", "game": "x"}
    errors = [HttpProblem(code, status, **facts) for code, status in codes] + domain_refusals() + [ValueError("secret")]
    for error in errors:
        for known in (True, False):
            english, french = (problem_of(error, lang, "r", known) for lang in ("en", "fr"))
            assert (english.code, english.status) == (french.code, french.status)
            for name in ("title", "detail", "next"):
                one, other = getattr(english, name), getattr(french, name)
                assert one and other and one != other, (error, name, one)
            assert "secret" not in english.detail


def test_the_language_is_the_requested_one_else_that_of_the_browser(embedded):
    for query, header, begins in (
        ("", "", "There is"),
        ("?lang=fr", "en", "Aucune"),
        ("", "fr-CA,fr;q=0.9", "Aucune"),
        ("", "de, fr;q=0.5", "Aucune"),
        ("?lang=en", "fr", "There is"),
        ("", ";;;,\t,fr", "Aucune"),
        ("", "en;q=0.2, fr;q=0.9", "Aucune"),
        ("", "fr;q=0, en;q=0.1", "There is"),
        ("", "fr;q=0.5, en", "There is"),
        ("", "frr, fry", "There is"),
        ("", "fr;q=x", "There is"),
    ):
        answer = embedded.ask("GET", f"/api/sessions/nothing{query}", headers={"accept-language": header})
        detail = refused(answer, 404, "unknown-session")["detail"]
        assert detail.startswith(("There is",)) == (begins == "There is"), (query, header, detail)


def test_the_type_of_a_problem_is_the_address_of_its_explanation(embedded):
    codes = {code for code, _ in edge_codes()} | {error.code for error in domain_refusals()}
    for code in codes:
        explanations = {lang: embedded.ask("GET", f"/api/problems/{code}?lang={lang}").json() for lang in ("en", "fr")}
        assert explanations["en"]["code"] == code and explanations["en"]["says"] and explanations["en"]["next"]
        assert explanations["en"]["says"] != explanations["fr"]["says"] and "{" not in str(explanations["en"]["says"])
    refused(embedded.ask("GET", "/api/problems/nothing-of-the-kind"), 404, "not-found")
