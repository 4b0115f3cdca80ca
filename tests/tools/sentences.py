"""Prints sentences that people read, picked at random from the library's records, so that a person can judge them.

    python -m tests.tools.sentences new-haven fr --seed 7 --count 40
    python -m tests.tools.sentences kontor en --each        one of every template

Each is printed with its record and line, findings as a page shows them: title, facts, what it cost.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from api.cli.tasks.records import LIBRARY
from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.lines import OnBranch, Played
from domain.words import LANGUAGES
from replays.annotation import Annotator, Annotators
from replays.finding_parts import FrameIndex
from replays.frames import session_warnings
from replays.record_text import read_record
from replays.view_models import effect_views, finding_view
from replays.viewpoint import AS_PLAYED, frames_from, table_of

LOCALES = Path(__file__).parents[2] / "api/locales"
Sentence = tuple[str, str]  # what it is an example of, and the text with its context
SHARES = {"finding": 20, "effect": 8, "line": 6, "page": 6}  # of forty sentences


def sentences_of(record: Path, lang: str) -> Iterator[Sentence]:
    """The sentences about one record, each with the kind of sentence it is."""
    session, _ = read_record(record.read_text(encoding="utf-8"))
    annotators, frames = Annotators(session, lang), frames_from(session, AS_PLAYED)
    index, where = FrameIndex(frames), f"{record.parent.name}/{record.stem}"
    for place, frame in enumerate(frames):
        annotator = annotators.at(frame.line)
        at = f"{where}:{frame.line}"
        if frame.entry is not None:
            yield f"line.{_line_kind(frame.entry)}", f"{annotator.line(frame.entry)}   [{at}]"
        before = table_of(frames[place - 1]) if place else None
        views = effect_views(annotator, frame.step.effects, before, table_of(frame)) if place else []
        for view in views:
            kind = view.source if view.what == "points" else "up" if str(view.by)[:1] != "-" else "down"
            yield f"effect.{view.what}.{kind}", f"{view.says}   [{at}]"
        for finding in frame.step.findings:
            yield _finding(annotator, finding, index, at, annotator.line(frame.entry))
    for warning in session_warnings(session, annotators.now):
        yield f"warning.{warning[:12]}", f"{warning}   [{where}]"


def _finding(annotator: Annotator, finding: Any, index: FrameIndex, at: str, line: str) -> Sentence:
    view = finding_view(annotator, finding, index)
    what = str(finding.facts.get("what", "")) if "otherwise" in finding.check or "said" in finding.check else ""
    missing = str(finding.facts["needs"]).partition(" ")[0] if view.missing else ""
    facts = "".join(f"\n      {fact.label}: {fact.value}" for fact in view.details)
    button = f"\n      [{view.missing.button} -> {view.missing.enter} {view.missing.line}]" if view.missing else ""
    text = f"{view.title}{facts}{button}\n      = {view.outcome}\n      ({view.concludes})\n      {line}   [{at}]"
    return f"finding.{'needs.' + missing if missing else finding.check}.{what}.{view.outcome[:8]}", text


def _line_kind(entry: Any) -> str:
    body = entry.body if isinstance(entry, OnBranch) else entry
    return str(type(body.action).__struct_config__.tag) if isinstance(body, Played) else type(body).__name__


def page_texts(lang: str) -> Iterator[Sentence]:
    """The texts of the pages, with their slots."""

    def texts(entry: Any, at: str) -> Iterator[Sentence]:
        if isinstance(entry, dict):
            for key, value in entry.items():
                yield from texts(value, f"{at}.{key}")
        elif isinstance(entry, str):
            yield at, entry

    return texts(json.loads((LOCALES / f"{lang}.json").read_text(encoding="utf-8")), "page")


def collect(game: str, lang: str, random: Random, most: int) -> dict[str, list[str]]:
    """Some sentences of every kind, from records in random order."""
    records = sorted((LIBRARY / game).rglob("*.record"))
    random.shuffle(records)
    found: dict[str, list[str]] = {}
    for record in records[:most]:
        try:
            for kind, text in sentences_of(record, lang):
                found.setdefault(kind, [])
                if len(found[kind]) < 3:
                    found[kind].append(text)
        except NotRecorded:
            continue
    for kind, text in page_texts(lang):
        found.setdefault(kind, []).append(text)
    return found


def picked(found: dict[str, list[str]], random: Random, count: int) -> Iterator[Sentence]:
    """Sentences of different kinds, in the shares of findings, effects, lines and pages."""
    for start, share in SHARES.items():
        kinds = sorted(kind for kind in found if kind.startswith(f"{start}."))
        for kind in random.sample(kinds, min(len(kinds), share * count // sum(SHARES.values()))):
            yield kind, random.choice(found[kind])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("lang", choices=LANGUAGES)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--records", type=int, default=150, help="how many records are read")
    parser.add_argument("--each", action="store_true", help="one sentence of every kind, from all records")
    asked = parser.parse_args()
    random = Random(asked.seed)
    found = collect(asked.game, asked.lang, random, 9_999 if asked.each else asked.records)
    if asked.each:
        for kind in sorted(found):
            print(f"{kind}\n    {found[kind][0]}")
        return
    for number, (kind, text) in enumerate(picked(found, random, asked.count), 1):
        print(f"{number}. {kind}\n    {text}")


if __name__ == "__main__":
    main()
