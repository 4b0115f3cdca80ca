"""Draws each seat of New Haven: its village, its points, what is behind its screen."""

from __future__ import annotations

from functools import lru_cache

from domain.games.new_haven.pieces import HOMES, LINES, ROWS, VILLAGE_COLUMNS
from domain.games.new_haven.scoring import seat_score
from domain.games.new_haven.state import OVER, RANKING, Home, Player, State
from domain.numbers import Number, is_surely, least, most
from domain.rules import ScoreLine
from domain.words import Words
from replays.boards.drawing import Bounds, Drawing
from replays.boards.new_haven.layout import Layout, home_box, village_box
from replays.boards.new_haven.pictures import building, face_down, hatched, small_building
from replays.boards.new_haven.screen import backs_picture, goods_picture, hand_picture
from replays.boards.scene import Scene
from replays.boards.shapes import amount, badge, figure, fitted, is_sure, panel, rect, slots_of, text, unknown

COUNTED = (RANKING, OVER)


def draw_villages(drawing: Drawing, scene: Scene, layout: Layout, acting: tuple[int, ...]) -> None:
    """All seats, in table order."""
    for seat in range(len(scene.table.players)):
        Village(drawing, scene, layout, seat).draw(acting)


def points_now(state: State, seat: int) -> Number:
    """A seat's points: counted, or what its full rows and columns would bring now."""
    if state.phase in COUNTED:
        return state.scores[seat]
    return sum((line.by for line in seat_score(state, seat)), 0)


class Village:
    """One seat's panel on its way into a drawing."""

    def __init__(self, drawing: Drawing, scene: Scene, layout: Layout, seat: int):
        self.drawing, self.scene, self.layout, self.seat = drawing, scene, layout, seat
        self.box: Bounds = village_box(layout, seat)
        self.key = f"seat:{scene.setup.seats[seat]}"
        self.state: State = scene.table
        self.player: Player = self.state.players[seat]

    def draw(self, acting: tuple[int, ...]) -> None:
        """Panel, name, points, rows and columns, spaces, screen and tiles."""
        acts = self.seat in acting
        frame = rect(*self.box, "g-ik", 8) if acts else ""
        self.add("", panel(self.box) + frame, self.scene.word("acts" if acts else "sits", seat=self.seat))
        x, y, w, _ = self.box
        place = self.box if self.layout.text else Bounds(x + 4, y + 3, w * 0.45, 28)
        self.add("name", self._name(acts), self.scene.word("sits", seat=self.seat), place)
        lines = seat_score(self.state, self.seat)
        self._score()
        self.add("grid", _lines(self.layout, self.seat, self._filled(lines)), self.scene.word("village"))
        for home in HOMES:
            self._home(home)
        if self.layout.aside is None:
            self._screen()
            self._tiles()

    def add(self, part: str, inner: str, says: str, box: Bounds | None = None) -> None:
        """A part of the panel."""
        self.drawing.add("seats", f"{self.key}:{part}" if part else self.key, inner, says, box)

    def _name(self, acts: bool) -> str:
        x, y, w, _ = self.box
        narrow, label = self.layout.narrow, self._status(acts)
        size, small, middle = (12.5, 9.5, y + 15) if narrow else (15, 11, y + 18)
        if self.layout.text:
            named = fitted(self.scene.annotator.seats[self.seat], w - 90, 18, bold=True)
            slot, letter = slots_of(self.scene.setup, self.scene.blind)[self.seat], self.scene.setup.seats[self.seat]
            return badge(slot, letter, x + 18, y + 16, 1.62) + text(x + 42, y + 22, named, "g-b", 18)
        slot, letter = slots_of(self.scene.setup, self.scene.blind)[self.seat], self.scene.setup.seats[self.seat]
        _, points, wide = self._points()
        score = max(40 if narrow else 52, 18 + 0.66 * wide * len(figure(points)))  # a range takes more room
        room = w - (38 if narrow else 42) - score - 0.62 * small * len(label)
        named = fitted(self.scene.annotator.seats[self.seat], room, size, bold=True)
        status = text(x + w - score, middle + 4, label, "g-e g-i2", small) if label else ""
        seated = badge(slot, letter, x + 18, middle, 0.95 if narrow else 1.12)
        return seated + text(x + 34, middle + 5, named, "g-b", size) + status

    def _status(self, acts: bool) -> str:
        if self.seat in self.state.winners:
            return self.scene.word("wins")
        if acts:
            return f"› {self.scene.annotator.words.name('phase', self.state.phase)}"
        return ""

    def _points(self) -> tuple[bool, Number, float]:
        """Whether the points are counted, how many they are, and the size of their type."""
        counted = self.state.phase in COUNTED
        lines = () if counted else seat_score(self.state, self.seat)
        points = self.state.scores[self.seat] if counted else sum((line.by for line in lines), 0)
        return counted, points, max(self.layout.text * 1.3, 13 if self.layout.narrow else 18)

    def _score(self) -> None:
        x, y, w, _ = self.box
        counted, points, size = self._points()
        says = self.scene.word("points" if counted else "points-now", points=points)
        middle = 20 if self.layout.narrow else 24
        inner = amount(x + w - 12, y + middle, points, "g-b g-e", size)
        self.add("score", inner, says, Bounds(x + w - 48, y + 4, 42, 26))

    def _filled(self, lines: tuple[ScoreLine, ...]) -> tuple[tuple[str, str], ...]:
        """What each row and column brings now, as it is written at its end."""
        return tuple((line.source, _worth(line)) for line in lines if line.source in LINES and most(line.by) > 0)

    # The village

    def _home(self, home: str) -> None:
        built, unsure = self.player.village.get(home), self.player.unsure or bool(self.player.hidden)
        inner, says = _home(self.scene.annotator.words, self.layout, self.seat, home, built, unsure)
        key = f"home:{self.scene.setup.seats[self.seat]}:{home}"
        self.drawing.add("homes", key, inner, says, home_box(self.layout, self.seat, home))

    # The screen

    def _screen(self) -> None:
        hand = self.player.hand
        says = self.scene.word("screen", known=hand.known, unseen=hand.unseen)
        if hand.down:
            says += self.scene.word("spent", down="".join(hand.down))
        room = Bounds(self.box.x + 8, self.box.y + self.layout.screen, self.layout.tiles_at - 16, 30)
        caption = text(room.x + 2, room.y - 6, self.scene.word("cap-screen"), "g-cap")
        self.add(
            "hand", caption + hand_picture(self.layout, room, hand.known, hand.down, figure(hand.unseen)), says, room
        )

    def _tiles(self) -> None:
        player, x, y = self.player, self.box.x + self.layout.tiles_at, self.box.y + self.layout.screen
        says = self.scene.word("tiles", tiles=player.tiles, goods=player.goods)
        caption = text(x, y - 6, self.scene.word("cap-tiles"), "g-cap")
        goods_at = self.box.x + self.box.w - (27 if self.layout.narrow else 32)
        inner = (
            caption
            + backs_picture(x, y, player.tiles, 3 if self.layout.narrow else 6)
            + goods_picture(goods_at, y, player.goods)
        )
        self.add("tiles", inner, says, Bounds(x - 2, y - 2, self.box.x + self.box.w - x - 4, 30))


def _worth(line: ScoreLine) -> str:
    if not is_sure(line.by):
        return figure(line.by)
    value = LINES[line.source][0]
    return f"2×{value}" if is_surely(line.by, 2 * value) else str(least(line.by))


@lru_cache(maxsize=1024)
def _lines(layout: Layout, seat: int, filled: tuple[tuple[str, str], ...]) -> str:
    """The values of rows and columns; of a full one what it brings."""
    worth, made = dict(filled), []
    left, size = village_box(layout, seat), max(layout.text, 9.5 if layout.narrow else 10.5)
    for row in ROWS:
        at = home_box(layout, seat, f"{row}.5")
        y = at.y + at.h / 2 + 4
        if not layout.narrow and not layout.text:
            made.append(text(left.x + 18, y, row, "g-e g-i2", 11))
        made.append(_value(at.x + at.w + (15 if layout.narrow else 23), y, row, worth.get(f"row-{row}"), size))
    for column in VILLAGE_COLUMNS:
        at = home_box(layout, seat, f"1.{column}")
        value = LINES[f"column-{column}"][0]
        made.append(
            _value(at.x + at.w / 2, at.y + at.h + max(13, size + 2), value, worth.get(f"column-{column}"), size)
        )
    return "".join(made)


def _value(x: float, y: float, value: int, worth: str | None, size: float) -> str:
    if worth is None:
        return text(x, y, value, "g-m g-i2", size)
    if ".." in worth or worth == "?":
        return text(x, y, worth, "g-m g-uk", size)
    wide, high = size * (1.1 + 0.5 * len(worth)), size * 1.5
    return rect(x - wide / 2, y - high * 0.75, wide, high, "g-ink", 3) + text(x, y, worth, "g-b g-m g-inv", size)


@lru_cache(maxsize=8192)
def _home(words: Words, layout: Layout, seat: int, home: str, built: Home | None, unsure: bool) -> tuple[str, str]:
    box = home_box(layout, seat, home)
    if built is None:
        slot = (box.x + 2, box.y + 2, box.w - 4, box.h - 4)
        drawn = unknown(*slot, size=max(11, layout.text)) if unsure else rect(*slot, "g-slot g-hit")
        return drawn, words.say("board", "home-unsure" if unsure else "home-empty", {"home": home}, {})
    facts = {"home": home, "colour": built.colour, "number": built.number, "under": built.under and built.under[0]}
    key = "home-up" if built.up else "home-down" if built.number is None else "home-turned"
    says = words.say("board", key, facts, {})
    if built.under:
        says += words.say("board", "covers", {"count": len(built.under)}, {})
    return _built(layout, box, built) + _covered(box, built), says


def _built(layout: Layout, box: Bounds, built: Home) -> str:
    face = f"{built.colour}{built.number or '?'}"
    if layout.text:
        scale = box.h / 28
        x = box.x + (box.w - box.h) / 2
        return (
            small_building(face, x, box.y, scale, layout.text) if built.up else hatched(built.colour, x, box.y, scale)
        )
    if not built.up:
        known = text(box.x + 8, box.y + 12, built.number, "g-b g-m g-d", 9) if built.number else ""
        return face_down(built.colour, box.x, box.y, layout.narrow) + known
    return (small_building if layout.narrow else building)(face, box.x, box.y, 1.0)


def _covered(box: Bounds, built: Home) -> str:
    """A corner of what lies under it."""
    if not built.under:
        return ""
    low = built.under[0]
    label = str(low.number or "?") if low.up else "–"
    corner = f'<path d="M{box.x + box.w - 1:g} {box.y + box.h - 14:g}v13h-14z" class="g-card"/>'
    return corner + text(box.x + box.w - 5, box.y + box.h - 3, label, "g-b g-m", 8)
