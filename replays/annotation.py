"""Writes lines, effects and findings of a session as sentences, in either language."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.numbers import Range, exact, least, most
from domain.observables import Observable, Observation
from domain.record.lines import (
    CORRECTIONS,
    Agreed,
    Answered,
    Branched,
    Claimed,
    Clocked,
    Corrected,
    Gap,
    Inserted,
    Line,
    MadeGood,
    Note,
    Omitted,
    OnBranch,
    Paused,
    Played,
    Position,
    Resumed,
    Ruled,
    SeatTaken,
    Seen,
    Struck,
    TakenBack,
    Triaged,
    Withdrawn,
)
from domain.record.value_text import OWNED, side_letters
from domain.rules import UNDETERMINED, Action, Effect, Finding, RefusedAction, ScoreLine, replace
from domain.sessions.session import Session
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from domain.timeline.order import table_order
from domain.timeline.seating import seatings
from domain.words import Words, slots, words_of
from domain.words.sums import sum_text

COUNTS = ("count", "done", "due", "seen", "rules")  # facts that are numbers of an observable
CLAUSE_END = re.compile("[ \u202f]?; ")  # the first clause says what happened, the others hold further facts
MAX_SUSPECTS = 6  # lines named in one sentence
SENTENCES = {  # kinds of lines whose sentence needs their fields only
    Position: "position",
    Gap: "gap",
    TakenBack: "taken-back",
    Struck: "strike",
    Branched: "branched",
    Triaged: "triaged",
    Withdrawn: "withdrawn",
    Resumed: "resumed",
}
OBSERVED = ("done_otherwise", "read_otherwise", "lies_otherwise", "said_of_nothing")  # checks of an observable


class Annotator:
    """Writes sentences about one table in one language."""

    def __init__(self, setup: Setup, lang: str):
        self.game = GAMES[setup.game]
        self.words: Words = self.game.speak(lang)
        self.setup = setup = self._with_erased_names(setup)
        self.seats = {seat: setup.name(seat) for seat in range(len(setup.seats))}
        self.sides = [self.words.listed(map(setup.name, seats)) for seats in self.game.sides(setup)]
        self.side_letters = side_letters(setup)

    def _with_erased_names(self, setup: Setup) -> Setup:
        """The same set-up; a name that was erased is replaced by the word for that."""
        if ERASED not in (*setup.names, *setup.details.values()):
            return setup
        agreed = {word: self.text(value) for word, value in setup.details.items()}
        return replace(setup, names=tuple(map(self.text, setup.names)), details=agreed)

    def text(self, text: str) -> str:
        """A text that a person wrote, or the word for an erased one."""
        return self.words["headings"]["erased"] if text == ERASED else text

    def letter(self, seat: int | None) -> str | None:
        """The letter of a seat; None for the table itself."""
        return None if seat is None or not 0 <= seat < len(self.setup.seats) else self.setup.seats[seat]

    # Lines

    def line(self, entry: Line | None) -> str:
        """A line as a sentence; None is the laid table."""
        if entry is None:
            return self.words["headings"]["laid"]
        if isinstance(entry, Played):
            return self.action(entry.action)
        key, facts = self._sentence(entry)
        says = self.words.say("lines", key, facts, self.seats | {None: self.words["headings"]["the-table"]})
        if not isinstance(entry, CORRECTIONS) or not entry.reason:
            return says
        return self.words.say("lines", "with-reason", {"says": says, "reason": self.text(entry.reason)}, {})

    def action(self, action: Action) -> str:
        """An action as a sentence."""
        if isinstance(action, RefusedAction):
            facts = {"seat": action.seat, "reason": action.reason, "denied": self.action(action.denied)}
            return self.words.say("lines", "refused", facts, self.seats)
        facts = {name: getattr(action, name) for name in action.__struct_fields__}
        return self.words.say("actions", str(type(action).__struct_config__.tag), facts, self.seats)

    def _sentence(self, entry: Line) -> tuple[str, dict[str, Any]]:
        """The key of the sentence that describes a line, and the facts to fill in."""
        if isinstance(entry, Seen):
            about = entry.observation.about
            key = "seen" if about is None else "said" if about else "said-at-setup"
            return key, {"look": self.look(entry.observation), "about": about}
        if isinstance(entry, (Omitted, MadeGood)):
            what = entry.observation
            left_out = isinstance(entry, Omitted) and not what.by and what.value is None
            text = self.observable_name(what.what, what.key) if left_out else self.look(what)
            return "omitted" if isinstance(entry, Omitted) else "made-good", {"look": text, "about": what.about}
        if isinstance(entry, Agreed):
            return "agreed", {"look": self.look(entry.observation)}
        if isinstance(entry, Ruled):
            look = Observation(what=entry.what, key=entry.key, by=entry.by) if entry.what else None
            facts = {name: getattr(entry, name) for name in ("seat", "line", "reading", "branch")}
            return entry.remedy, {**facts, "look": self.look(look) if look else ""}
        if isinstance(entry, OnBranch):
            return "on-branch", {"branch": entry.branch, "body": self.line(entry.body)}
        if isinstance(entry, Claimed):
            cited = f" ({entry.clause})" if entry.clause else ""
            facts = {"seat": entry.seat, "about": entry.about, "clause": cited}
            return "claimed-omitted" if entry.omitted else "claimed", facts
        if isinstance(entry, (Corrected, Inserted)):
            key = "correction" if isinstance(entry, Corrected) else "insertion"
            where = entry.target if isinstance(entry, Corrected) else entry.after
            return key, {"target": where, "after": where, "body": self.line(entry.body)}
        if isinstance(entry, SeatTaken):
            return "seat-taken", {"letter": self.setup.seats[entry.seat], "name": self.text(entry.name)}
        if isinstance(entry, Note):
            return "kept" if entry.error else "note", {"text": self.text(entry.text)}
        facts = {name: getattr(entry, name) for name in entry.__struct_fields__}
        return self._plain_key(entry), {**facts, "text": self.text(facts.get("text", ""))}

    def _plain_key(self, entry: Line) -> str:
        """The key of a sentence that needs nothing but the line's fields."""
        if isinstance(entry, Clocked):
            return "clock" if entry.seat is None else "clock-of"
        if isinstance(entry, Paused):
            return "paused-for" if entry.text else "paused"
        if isinstance(entry, Answered):
            return "agrees" if entry.agrees else "queries-for" if entry.text else "queries"
        return SENTENCES[type(entry)]

    # Effects

    def effect(self, effect: Effect, after: Any = None) -> str:
        """An effect as a sentence; `after` is the table after it, to know the number of a token or a column."""
        observable = self.game.base.observables[effect.what]
        by = self._change(observable, effect.by)
        if isinstance(effect, ScoreLine):
            who = self.sides[effect.key[0]]
            source = self.source(effect.source)
            exact = least(effect.by) == most(effect.by)
            items = sum_text(self.words, effect) if exact else ""
            return f"{who} {by} · {source}" + (f" ({items})" if items else "")
        return self.change(effect, after) or f"{self.observable_name(effect.what, effect.key)} {by}"

    def change(self, effect: Effect, after: Any = None) -> str:
        """A change as a gain, a payment or a new value; empty where the game has no words for it."""
        template, facts = self._change_template(effect, self.game.base.observables[effect.what], after)
        return self.words.fill(template, self.with_key(effect.what, effect.key, facts), self.seats) if template else ""

    def change_start(self, effect: Effect) -> str:
        """The beginning of a change's sentence, up to its number: who does what."""
        template = self._change_template(effect, self.game.base.observables[effect.what], None)[0] or ""
        return self.words.fill(template.partition("{count")[0], self.with_key(effect.what, effect.key, {}), self.seats)

    def _change_template(self, effect: Effect, observable: Observable, after: Any) -> tuple[str | None, dict[str, Any]]:
        """The sentence of a change: a gain, a payment, or the new value of what is not counted or has a number."""
        own, by = self.words["values"].get(effect.what, {}), effect.by
        if "becomes" not in own:
            if not observable.counts:
                return None, {}
            gains = least(by) >= 0
            known = gains or most(by) <= 0
            if "stays" in own and exact(by) == 0:
                return own["stays"], {}
            return (own.get("gains" if gains else "loses"), {"count": by if gains else -by}) if known else (None, {})
        if not observable.counts:
            nothing = not by or observable.text(by, self.setup.seats) == "-"
            kind = "empties" if nothing and "empties" in own else "becomes"
            return own[kind], {"value": self._value(observable, by), "value_all": by}
        value = None if after is None else observable.get(after, effect.key)
        if value is None:
            return own.get("gains" if least(by) >= 0 else "loses"), {"count": by if least(by) >= 0 else -by}
        return own["empties" if exact(value) == 0 and "empties" in own else "becomes"], {"value": value}

    def source(self, source: str) -> str:
        """The name of a source of points."""
        return self.words.fill("{source:source}", {"source": source}, self.seats).strip()

    def _change(self, observable: Observable, by: Any) -> str:
        """By how much a count changed, or the new value of what is not counted."""
        if not observable.counts:
            return f"= {self._value(observable, by)}"
        text = self.words.number(by)
        return text if least(by) < 0 else f"+{text}"

    def observable_name(self, what: str, key: tuple) -> str:
        """The name of an observable, with the seat, side or thing it belongs to."""
        if own := self.words["values"].get(what, {}).get("name"):
            return self.words.fill(own, self.with_key(what, key, {}), {})
        observable, named = self.game.base.observables[what], self.words.name("what", what)
        parts = [self._key_part(kind, part) for kind, part in zip(observable.key, key, strict=True)]
        if observable.key[:1] in OWNED:
            facts = {"who": parts[0], "what": " ".join([named, *parts[1:]])}
            return self.words.fill(self.words["headings"]["owned"], facts, {})
        return " ".join([named, *parts])

    def _key_part(self, kind: str, part: Any) -> str:
        """One part of an observable's key: the name of a seat, a side or a thing."""
        if kind == "seat":
            return self.setup.name(part)
        return self.sides[part] if kind == "side" else self.words.name(kind, part)

    def look(self, look: Observation) -> str:
        """A value that was read off the table or announced."""
        observable = self.game.base.observables[look.what]
        if text := self._plain_look(observable, look):
            return text
        if look.by is not None:
            return f"{self.observable_name(look.what, look.key)} {self._change(observable, look.by)}"
        if look.value is None and observable.counts:
            return self.observable_name(look.what, look.key)
        facts = {"name": self.observable_name(look.what, look.key), "value": self._value(observable, look.value)}
        return str(self.words["headings"]["value-of"].format(**facts))

    def _plain_look(self, observable: Observable, look: Observation) -> str:
        """The same in the game's own sentence: a gain, a payment, or what is there; empty where it has none."""
        own = self.words["values"].get(look.what, {})
        if look.by is not None:
            return self.change(Effect("", look.what, look.key, by=look.by)) if observable.counts else ""
        template = CLAUSE_END.split(own.get("read", ""))[0]
        if look.value is None or not {"seen", "seen_things"} & slots(template):
            return ""
        value = look.value if observable.counts else self._value(observable, look.value)
        facts = {"seen": value, "seen_all": look.value}
        return self.words.fill(template, self.with_key(look.what, look.key, facts), self.seats)

    # Findings

    def finding(self, finding: Finding) -> str:
        """A finding as a sentence: the check brings the facts, the template says how to write each."""
        template, facts = self.finding_template(finding)
        return self.words.fill(template, facts, self.finding_seats)

    @property
    def finding_seats(self) -> Mapping[Any, str]:
        """The names that a finding may use: those of the seats, and that of the table."""
        return self.seats | {None: self.words["headings"]["the-table"]}

    def finding_template(self, finding: Finding) -> tuple[str, dict[str, Any]]:
        """The template of a finding's sentence and the facts that fill it; `actor` is the seat it is about."""
        if finding.verdict == UNDETERMINED and "needs" in finding.facts:
            return self.words["findings"]["undetermined"], finding.facts
        if finding.check in OBSERVED:
            return self._observed(finding)
        return self.words["findings"][finding.check], {**finding.facts, "actor": finding.seat}

    def _observed(self, finding: Finding) -> tuple[str, dict[str, Any]]:
        """The same for a finding about an observable: the game's own sentence for it where there is one."""
        facts = finding.facts
        observable = self.game.base.observables[facts["what"]]
        shown = self._observable_facts(facts, observable) | {
            "line": finding.line,
            "gives": self.words.name("gives", finding.check),
        }
        own = self.words["values"].get(facts["what"], {})
        if finding.check == "said_of_nothing":
            template = own.get("none")
        elif finding.check == "done_otherwise":
            done, due = facts["done"], facts["due"]
            lost = observable.counts and most(done) <= 0 and most(due) <= 0
            template = own.get("loss" if lost else "change")
            if "after" in facts:
                template = own["placed"]
            elif lost and template:
                shown = self.with_key(facts["what"], facts["key"], shown | {"done": -done, "due": -due})
        else:
            template = own.get("read")
        rules = facts.get("due", facts.get("rules"))
        if "extra" in own and not observable.counts and rules == () and finding.check != "lies_otherwise":
            template, shown["done"] = own["extra"], shown.get("done", shown.get("seen"))
            shown["done_all"] = facts.get("done", facts.get("seen"))
        return template or self.words["findings"][finding.check], shown

    def _observable_facts(self, facts: dict[str, Any], observable: Observable) -> dict[str, Any]:
        """Facts about an observable: counts as numbers, other values as the observable writes them."""
        shown = {
            name: value if observable.counts or name in ("what", "source", "said") else self._value(observable, value)
            for name, value in facts.items()
            if name not in ("key", "suspects")
        }
        shown |= {f"{name}_all": value for name, value in facts.items() if name in COUNTS}
        shown = self.with_key(facts["what"], facts["key"], shown)
        shown["name"] = self.observable_name(facts["what"], facts["key"])
        shown["for"] = f" ({self.source(facts['source'])})" if facts.get("source") else ""
        if "suspects" in facts:
            shown["suspects"] = self._suspects(facts["suspects"])
        return shown

    def with_key(self, what: str, key: tuple, facts: dict[str, Any]) -> dict[str, Any]:
        """Facts with the parts of an observable's key: `who` owns it, `at` names the rest.

        Where the last part is a thing that can be counted, `done_things` is the number `done` of them.
        """
        observable = self.game.base.observables[what]
        parts = [self._key_part(kind, part) for kind, part in zip(observable.key, key, strict=True)]
        owned = observable.key[:1] in OWNED
        ends = {"first": parts[owned], "last": parts[-1]} if parts[owned:] else {}
        noun = str(key[-1]) if observable.counts and key and str(key[-1]) in self.words["nouns"] else ""
        counted = {f"{name}_things": self.words.count(noun, facts[name]) for name in COUNTS if noun and name in facts}
        who = self._owner(observable.key[0], key[0]) if owned else ""
        return {**facts, "who": who, "at": " ".join(parts[owned:]), "place": key[-1] if key else "", **ends, **counted}

    def _owner(self, kind: str, owner: int) -> str:
        """The owner of an observable: a player, or a team as one."""
        if kind == "side" and len(self.game.sides(self.setup)[owner]) > 1:
            return str(self.words["headings"]["team"].format(self.sides[owner]))
        return self._key_part(kind, owner)

    def _value(self, observable: Observable, value: Any) -> str:
        """A value of an observable, in words where the game has them."""
        if observable.slot_type and value is not None:
            text = self.words.fill(f"{{value:{observable.slot_type}}}", {"value": value}, self.seats)
        elif isinstance(value, Range):
            text = self.words.number(value)
        else:
            text = observable.text(value, self.setup.seats)
        return self.words["headings"]["nothing"] if text == "-" else text

    def _suspects(self, suspects: tuple) -> str:
        """The first few lines that may have caused a difference, the latest first."""
        if not suspects:
            return ""
        lines = tuple(dict.fromkeys(suspect.line for suspect in suspects if suspect.line))[:MAX_SUSPECTS]
        heads = self.words["headings"]
        return self.words.fill(heads["suspects"], {"lines": lines}, {}) if lines else heads["suspect-setup"]

    def verdict(self, finding: Finding) -> str:
        """`NH-BUILD-3 broken, Blue: ...`, with the line that revealed it or caused it, where that is another."""
        heads = self.words["headings"]
        who = self.setup.name(finding.seat)
        says = self.finding(finding)
        if "needs" in finding.facts:  # the verdict says that it cannot be checked
            says = self.words.fill(heads["not-entered"], finding.facts, {})
        facts = {"clause": finding.clause, "verdict": self.words["verdicts"][finding.verdict], "who": who, "says": says}
        is_named = finding.seat is None or re.search(rf"\b{re.escape(who)}\b", says)
        text = heads["verdict-named" if is_named else "verdict"].format(**facts)
        if finding.reporting_line != finding.line:
            text += f" ({heads['told-by'].format(line=finding.reporting_line)})"
        if finding.root not in (finding.line, finding.reporting_line):
            text += f" ({heads['root'].format(line=finding.root)})"
        return text


class Annotators:
    """The annotators of one session: each line gets the names of those who sat there when it was played."""

    def __init__(self, session: Session, lang: str):
        setups = seatings(session.setup, session.log)
        self.all = [Annotator(setup, lang) for _, setup in setups]
        self.order = table_order(session.log) if len(setups) > 1 else None
        self.places = [self.order.place[line] for line, _ in setups[1:]] if self.order else []

    @property
    def now(self) -> Annotator:
        """The annotator with the names after the last line."""
        return self.all[-1]

    def at(self, line: int) -> Annotator:
        """The annotator with the names at the time of a line."""
        if self.order is None:
            return self.now
        standing = self.order.standing(line)
        return self.all[bisect_right(self.places, self.order.place[standing]) if standing else 0]


def refusal_text(error: NotRecorded, lang: str) -> str:
    """The reason of a refusal as a sentence."""
    game = GAMES.get(str(error.facts.get("game")))
    words = game.speak(lang) if game else words_of(lang)
    sentences = words["refusals"][error.code]
    return words.fill(sentences if isinstance(sentences, str) else sentences[error.facts["why"]], error.facts, {})
