"""The parts of a finding that a page shows one by one: its title, its labelled facts, and the fact that is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Literal

from msgspec import Struct

from domain.numbers import Range, exact, is_surely, least
from domain.record.lines import Line, OnBranch, Played
from domain.rules import BROKEN, POINTS, UNDETERMINED, Action, Effect, Finding, Key, replace
from domain.texts import capitalized
from domain.timeline.frame import Frame
from domain.words import WAS_DUE, WAS_LEFT, Words, kinds_of, slots
from replays.annotation import CLAUSE_END, OBSERVED, Annotator
from replays.viewpoint import table_of

TITLE_LENGTH = 60
UNLABELLED = {"actor", "gives", "suspects"}  # slots that are no facts, or facts with their own label
Enter = Literal["field", "line", "value"]
EntryPoint = tuple[Enter, int, str | None]
LINES_BACK = 400  # how far back the line that left a fact open is looked for


class FrameIndex:
    """The frames of a record, found by their lines."""

    def __init__(self, frames: Sequence[Frame]):
        self.frames = frames

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each line's frame."""
        return {frame.line: place for place, frame in enumerate(self.frames)}

    def changes(self, annotator: Annotator, line: int) -> list[Effect]:
        """The effects of a line and what its action itself paid or took; gains and payments are added up apart."""
        place = self.places.get(line)
        if place is None:
            return []
        frame, changes = self.frames[place], dict[tuple[str, Key, bool], Effect]()
        own = own_payments(annotator, frame.step.effects, *self._tables(place)) if is_action(frame.entry) else []
        for effect in (*own, *frame.step.effects):
            if annotator.game.base.observables[effect.what].counts:
                before = changes.get(key := (effect.what, effect.key, least(effect.by) < 0))
                changes[key] = effect if before is None else replace(before, by=before.by + effect.by)
        undone = {key for key, effect in changes.items() if _undoes(effect, changes.get((*key[:2], not key[2])))}
        return [effect for key, effect in changes.items() if key not in undone]

    def nearest_change(self, line: int, what: str, key: Key) -> int | None:
        """The line nearest to another one that surely changed an observable; those before it come first."""
        place = self.places.get(line, len(self.frames) - 1)
        near = range(max(0, place - LINES_BACK), min(len(self.frames), place + LINES_BACK))
        changes = [
            at
            for at in near
            for effect in self.frames[at].step.effects
            if (effect.what, effect.key) == (what, key) and self.frames[at].line not in (0, line)
            if not is_surely(effect.by, 0)
        ]
        best = min(changes, key=lambda at: (at > place, abs(at - place)), default=None)
        return None if best is None else self.frames[best].line

    def purses_are_known(self, annotator: Annotator, line: int) -> bool:
        """Whether every purse is known exactly before and after a line."""
        kept = [annotator.game.base.observables[what] for what in annotator.game.inputs.purse]
        tables = self._tables(self.places[line]) if line in self.places else ()
        return all(
            exact(kept_state.get(table, key)) is not None
            for table in tables
            for kept_state in kept
            for key in kept_state.keys(table)
        )

    def _tables(self, place: int) -> tuple[Any, Any]:
        return table_of(self.frames[place - 1]), table_of(self.frames[place])

    def back_from(self, line: int) -> Iterator[Frame]:
        """The frame of a line and those before it, the latest first."""
        last = self.places.get(line, len(self.frames) - 1)
        return (self.frames[place] for place in range(last, max(-1, last - LINES_BACK), -1))


def is_action(entry: Line | None) -> bool:
    """Whether a line is an action, on a branch too."""
    return isinstance(entry.body if isinstance(entry, OnBranch) else entry, Played)


def own_payments(annotator: Annotator, effects: Sequence[Effect], before: Any, after: Any) -> list[Effect]:
    """How purses changed without an effect that says so: fees, bids and prices."""
    payments = []
    for what in annotator.game.inputs.purse:
        observable = annotator.game.base.observables[what]
        for key in observable.keys(after):
            was, now = exact(observable.get(before, key)), exact(observable.get(after, key))
            by = [exact(effect.by) for effect in effects if (effect.what, effect.key) == (what, key)]
            if was is not None and now is not None and None not in by:
                rest = now - was - sum(number for number in by if number is not None)
                payments.append(Effect("", what, key, by=rest, due=rest))
    return payments


def _undoes(one: Effect, other: Effect | None) -> bool:
    """Whether two effects of a line, a gain and a payment, leave nothing changed."""
    return other is not None and exact(one.by) is not None and is_surely(other.by, -one.by)


class FindingFact(Struct, frozen=True, kw_only=True):
    """A fact of a finding that its title does not show; `line` is the line to look at, where it is about one."""

    name: str
    label: str
    value: str
    line: int | None = None


class MissingFact(Struct, frozen=True, kw_only=True):
    """The fact without which a clause cannot be checked, and where it can be entered.

    `enter` is `field` to fix that field of the line, `line` to insert lines after it, `value` to read a value off the
    table after it.
    """

    fact: str
    says: str
    button: str
    enter: Enter
    line: int
    field: str | None = None


def title_of(annotator: Annotator, finding: Finding) -> str:
    """What is wrong, in at most 60 characters: the clauses of the sentence that bring no further facts."""
    return _title_and_rest(annotator, finding)[0]


def _title_and_rest(annotator: Annotator, finding: Finding) -> tuple[str, list[str]]:
    """The title, and the clauses without further facts that were too long for it."""
    template, facts = annotator.finding_template(finding)
    if "needs" in facts:
        template = annotator.words["headings"]["not-entered"]  # its verdict says that it cannot be checked
    first, *others = CLAUSE_END.split(template)
    end = "\u202f; " if annotator.words.lang == "fr" else "; "
    fill = partial(annotator.words.fill, facts=facts, seats=annotator.finding_seats)
    title, rest = fill(first), []
    for other in others:
        if not slots(other) - slots(first):
            if len(longer := f"{title}{end}{fill(other)}") <= TITLE_LENGTH:
                title = longer
            else:
                rest.append(fill(other))
    return capitalized(title), rest


def facts_of(annotator: Annotator, finding: Finding, frames: FrameIndex) -> list[FindingFact]:
    """The facts that the title leaves out, each with its label."""
    template, facts = annotator.finding_template(finding)
    first, *others = CLAUSE_END.split(template)
    hidden = slots(first) | UNLABELLED
    kinds = {name: kind for text in others for name, kind in kinds_of(text).items() if name not in hidden}
    kinds = {name: "" if kind in (WAS_DUE, WAS_LEFT) else kind for name, kind in kinds.items()}
    unit = _unit(annotator.words, first)
    if not any(name.endswith("_things") for name in slots(first)):
        facts = {name: value for name, value in facts.items() if not name.endswith("_things")}
    made = [
        FindingFact(name=name, label=_label(annotator, finding, name), value=value)
        for name, kind in kinds.items()
        if (value := _value(annotator, name, kind or unit, facts))
    ]
    why = [
        FindingFact(name="why", label=str(annotator.words["headings"]["fact-why"]), value=text)
        for text in _title_and_rest(annotator, finding)[1]
    ]
    return made + why + _lines(annotator, finding) + _changed_on(annotator, finding, frames)


def _changed_on(annotator: Annotator, finding: Finding, frames: FrameIndex) -> list[FindingFact]:
    """The line that gave what another line was said to give: the nearest one before it, or else after it."""
    if finding.check != "said_of_nothing" or "needs" in finding.facts:
        return []
    line = frames.nearest_change(finding.line, finding.facts["what"], finding.facts["key"])
    heads = annotator.words["headings"]
    label = heads["fact-scored-on" if finding.facts["what"] == POINTS else "fact-changed-on"]
    return [] if line is None else [_line_fact(annotator, "changed-on", str(label), line)]


def _line_fact(annotator: Annotator, name: str, label: str, line: int) -> FindingFact:
    value = annotator.words["headings"]["fact-line"].format(line=line)
    return FindingFact(name=name, label=label, value=value, line=line)


def _label(annotator: Annotator, finding: Finding, name: str) -> str:
    """The label of a fact: the one of this check, or the one it has in all others."""
    labels = annotator.words["labels"]
    if name == "due" and finding.check in OBSERVED:
        name = "due" if annotator.game.base.observables[finding.facts["what"]].counts else "rules"
    return str(labels.get(f"{finding.check}.{name}") or labels[name])


def _unit(words: Words, template: str) -> str:
    """The noun that a title counts, so that a number after it has its unit; empty without one, or with several."""
    nouns = {kind for kind in kinds_of(template).values() if kind in words["nouns"] and kind not in words.forms}
    return nouns.pop() if len(nouns) == 1 else ""


def _value(annotator: Annotator, name: str, kind: str, facts: dict[str, Any]) -> str:
    value = facts[name]
    number = isinstance(value, (int, Range)) and not isinstance(value, bool)
    if number and name == "due" and (not kind or kind in annotator.words["nouns"]) and is_surely(value, 0):
        return str(annotator.words["headings"]["nothing"])
    if number and not kind and f"{name}_things" in facts:
        return str(facts[f"{name}_things"])
    is_typed = kind and (number or isinstance(value, str) or kind not in annotator.words["nouns"])
    spec = f"{{{name}:{kind}}}" if is_typed else f"{{{name}}}"
    text = annotator.words.fill(spec, facts, annotator.finding_seats).strip()
    if text == "?":
        return str(annotator.words["headings"]["not-known"])
    return text[1:-1] if text.startswith("(") else text.removeprefix(", ")


def _lines(annotator: Annotator, finding: Finding) -> list[FindingFact]:
    """The lines to look at: those that may have caused a difference, and the one that revealed the finding."""
    suspects = [suspect.line for suspect in finding.facts.get("suspects", ()) if suspect.line]
    revealed = [finding.reporting_line] if finding.reporting_line != finding.line else []
    pairs = [("see", line) for line in dict.fromkeys(suspects[:1])] + [("shown-by", line) for line in revealed]
    heads = annotator.words["headings"]
    return [_line_fact(annotator, name, str(heads[f"fact-{name}"]), line) for name, line in pairs]


def cost_of(annotator: Annotator, finding: Finding, frames: FrameIndex) -> str:
    """What a finding cost: what is owed, too much or too little, or else what the line brought."""
    heads = annotator.words["headings"]
    if finding.verdict != BROKEN:
        is_open = finding.verdict == UNDETERMINED and "needs" not in finding.facts
        return str(heads["outcome-open" if is_open else f"outcome-{finding.verdict}"])
    if finding.check in OBSERVED:
        counts = annotator.game.base.observables[finding.facts["what"]].counts
        return _value_cost(annotator, finding) or str(heads["cost-unknown" if counts else "cost-differs"])
    if stated := _stated_cost(annotator, finding):
        return stated
    if not finding.line:
        return str(heads["cost-setup"])
    changes = _brought(annotator, finding, frames)
    if any(exact(effect.by) is None for effect in changes):
        return str(heads["cost-unknown"])
    if effects := _in_a_row(annotator, changes):
        return str(heads["cost-brought"].format(effects=annotator.words.listed(effects)))
    return str(heads["cost-nothing" if frames.purses_are_known(annotator, finding.line) else "cost-unknown"])


def _brought(annotator: Annotator, finding: Finding, frames: FrameIndex) -> list[Effect]:
    """What the line of a finding brought its player, or else all players."""
    counted = {*annotator.game.inputs.purse, *annotator.game.inputs.spent, POINTS}
    changes = [effect for effect in frames.changes(annotator, finding.line) if effect.what in counted]
    changes = [effect for effect in changes if not is_surely(effect.by, 0)]
    own = [effect for effect in changes if effect.key[:1] == (finding.seat,)]
    return own or changes


def _in_a_row(annotator: Annotator, changes: Sequence[Effect]) -> list[str]:
    """Changes as sentences, those of a player together; what is the same in two of them is said once."""
    rows: dict[str, dict[str, list[str]]] = {}
    for effect in changes:
        if text := annotator.change(effect):
            who = str(annotator.with_key(effect.what, effect.key, {})["who"])
            start = annotator.change_start(effect) if who and text.startswith(who) else text
            rows.setdefault(who, {}).setdefault(start, []).append(text.removeprefix(start))
    sentences = []
    for who, verbs in rows.items():
        texts = [start + annotator.words.listed(ends) if any(ends) else start for start, ends in verbs.items()]
        sentences += [
            text if not place or not who else text.removeprefix(f"{who} ") for place, text in enumerate(texts)
        ]
    return sentences


def _value_cost(annotator: Annotator, finding: Finding) -> str:
    """How much of an observable there is too much or too little."""
    facts, words = finding.facts, annotator.words
    own, observable = words["values"].get(facts["what"], {}), annotator.game.base.observables[facts["what"]]
    done, due = facts.get("done", facts.get("seen")), facts.get("due", facts.get("rules"))
    _, shown = annotator.finding_template(finding)
    if "cost" in own and due:
        return capitalized(words.fill(own["cost"], annotator.with_key(facts["what"], facts["key"], shown), {}))
    if not observable.counts or not isinstance(done, int) or not isinstance(due, int) or done == due:
        return ""
    kind = "more" if done > due else "less"
    shown = annotator.with_key(facts["what"], facts["key"], shown | {"count": abs(done - due)})
    text = words.fill(own.get(kind) or words["headings"][f"cost-{kind}"], shown, {})
    return capitalized(text)


def _stated_cost(annotator: Annotator, finding: Finding) -> str:
    """The sentence that the words have for the cost of a check: the first whose amounts are above zero."""
    _, facts = annotator.finding_template(finding)
    for template in annotator.words["costs"].get(finding.check, ()):
        amounts = {slot: _difference(slot, facts) for slot in slots(template) if "-" in slot}
        if all(amount is not None and amount > 0 for amount in amounts.values()):
            return annotator.words.fill(template, {**facts, **amounts}, annotator.finding_seats)
    return ""


def _difference(slot: str, facts: Mapping[str, Any]) -> int | None:
    """The amount of a slot such as `due-paid`: one fact, or number, less another; None where one is not known."""
    one, other = (int(name) if name.isdecimal() else _total(facts[name]) for name in slot.split("-"))
    return None if one is None or other is None else one - other


def _total(value: Any) -> int | None:
    """A number, or that of all pieces of a mix; None where it is not known."""
    if isinstance(value, tuple):
        parts = [exact(count) for _, count in value]
        return None if None in parts else sum(part for part in parts if part is not None)
    return exact(value) if isinstance(value, (int, Range)) else None


def missing_of(annotator: Annotator, finding: Finding, frames: FrameIndex) -> MissingFact | None:
    """The fact that a finding needs and where to enter it; None where nothing is missing."""
    code = finding.facts.get("needs")
    if not isinstance(code, str):
        return None
    enter, line, field = _entry(annotator, finding, code, frames)
    says = annotator.words.fact(code)
    button = annotator.words["headings"]["enter"].format(fact=says)
    return MissingFact(fact=code, says=says, button=button, enter=enter, line=line, field=field)


def _entry(annotator: Annotator, finding: Finding, code: str, frames: FrameIndex) -> EntryPoint:
    """How and where a missing fact is entered: the last line that left it open, if there is one."""
    kind, _, about = code.partition(" ")
    if kind == "gap" and about.isdecimal():
        return "line", int(about), None
    fields = annotator.game.inputs.fact_fields.get(kind)
    if fields == ():
        return "line", max(finding.line - 1, 0), None
    for frame in frames.back_from(finding.line) if fields else ():
        played = frame.entry.body if isinstance(frame.entry, OnBranch) else frame.entry
        if isinstance(played, Played) and (frame.line == finding.line or _is_about(played.action, frame.line, about)):
            for name in fields or ():
                if name in played.action.__struct_fields__ and _is_open(getattr(played.action, name)):
                    return "field", frame.line, name
    observable = annotator.game.base.observables.get(kind)
    if observable is None and fields:
        return "line", max(finding.line - 1, 0), None
    return "value", finding.line, kind if observable and observable.on_table else None


def _is_about(action: Action, number: int, about: str) -> bool:
    """Whether a line is the one a fact names, by its number or by a place or piece; without a name each is."""
    named = {part for name in action.__struct_fields__ for part in _parts(getattr(action, name))}
    return not about or about == str(number) or about in named


def _parts(value: Any) -> Iterator[str]:
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _parts(part)
    else:
        yield str(value)


def _is_open(value: Any) -> bool:
    """Whether a field was left open: nothing was written, or `?`."""
    return any(part in ("", "None") or "?" in part for part in _parts(value))
