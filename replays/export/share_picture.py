"""Draws the picture that goes with a link to a moment: the board, one sentence, the verdict and the points."""

from __future__ import annotations

import textwrap
from xml.sax.saxutils import escape

from domain.rules import replace
from domain.sessions.session import Session
from replays.boards import seat_slots
from replays.boards.drawing import svg
from replays.boards.scene import NARROW
from replays.boards.session_drawings import SessionDrawings
from replays.boards.shapes import badge
from replays.export.pictures import PictureOrder, literal_style
from replays.frames import FrameView, replay_of
from replays.view_models import FindingView, Points
from replays.viewpoint import AnySession, Viewpoint, session_of

WIDTH, HEIGHT = 1200, 630
LEFT, RIGHT = 748, 412  # where the texts begin, and how wide they are
SERIF = "'Iowan Old Style', Palatino, 'Noto Serif', 'DejaVu Serif', serif"
SANS = "'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
INK, DIM, PAPER, MARGIN = "#18212c", "#465160", "#fbfaf6", "#c0665c"
VERDICTS = {"broken": "#99291d", "undetermined": "#705000", "contradiction": "#7a2472"}
TYPE_SIZES = ((34, 44), (70, 36), (400, 28))  # characters of a sentence, and the pixels of its letters
MAX_ROWS = 6  # of the sentence
ROW = 48  # pixels from one player to the next


def share_order(
    source: AnySession, lang: str, viewpoint: Viewpoint, line: int | None, *, named: bool, judged: bool
) -> PictureOrder:
    """The picture of the table after a line, 1200 x 630; `named` says whether it may show the players' names."""
    session: AnySession = source if named else without_names(session_of(source))
    drawings = SessionDrawings(session, lang, viewpoint, marked=judged)
    replay = replay_of(session, lang, viewpoint, line, line, judged)
    frame = replay.frames[0]
    board = _map(SessionDrawings(session, lang, viewpoint, layout=NARROW, marked=judged), frame.place, lang)
    board = board or svg(drawings.drawing(frame.place), drawings.board.symbols, lang, style=literal_style())
    names = {player.seat: player.name for player in replay.players}
    slots = dict(zip(names, seat_slots(session_of(session).seated), strict=True))
    verdicts = drawings.annotator.words["verdicts"]
    head = f"{replay.name} · {drawings.annotator.words['headings']['line-of-picture'].format(line=frame.line)}"
    return PictureOrder(svgs=[_picture(board, head, frame, names, slots, verdicts)], width=WIDTH)


def _map(drawings: SessionDrawings, place: int, lang: str) -> str:
    """The map of a game alone, as phones show it; empty for a game without a map."""
    drawing = drawings.drawing(place)
    box = next((tab.box for tab in drawing.tabs if tab.map), "")
    return svg(drawing, drawings.board.symbols, lang, style=literal_style(), view=box) if box else ""


def without_names(session: Session) -> Session:
    """A session whose seats have only their letters; colours and shapes tell them apart."""
    return replace(session, setup=replace(session.setup, names=session.setup.seats))


def _picture(
    board: str, head: str, frame: FrameView, names: dict[str, str], slots: dict[str, str], verdicts: dict[str, str]
) -> str:
    placed = board.replace("<svg ", '<svg x="20" y="20" width="668" height="590" ', 1)
    size, rows = _sentence(frame.says)
    parts = [_text(head, LEFT, 0, 26, SANS, DIM)]
    down = 34.0
    for row in rows:
        down += size * 1.25
        parts.append(_text(row, LEFT, down, size, SERIF, INK, bold=True))
    if frame.findings:
        parts.append(_verdict(frame.findings[0], verdicts, down + 30))
        down += 94
    down += 28
    for letters, points in frame.moment.scores.items():
        parts.append(_side(letters, points, names, slots, down))
        down += ROW
    parts.append(f'<path d="M{LEFT} {down}H{LEFT + RIGHT}" stroke="#97a5ad"/>')
    parts.append(_wordmark(down + 46))
    top = max(60, (HEIGHT - down - 46) / 2 + 20)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<rect width="704" height="{HEIGHT}" fill="#f7f3ea"/>{placed}'
        f'<path d="M705 0V{HEIGHT}M709 0V{HEIGHT}" stroke="{MARGIN}" stroke-width="2"/>'
        f'<g class="gf" transform="translate(0 {top:.0f})">{"".join(parts)}</g></svg>'
    )


def _sentence(says: str) -> tuple[int, list[str]]:
    """The size of the letters of a sentence, and its rows; a very long one is cut."""
    says = says[:1].upper() + says[1:]
    size = next((size for most, size in TYPE_SIZES if len(says) <= most), TYPE_SIZES[-1][1])
    return size, textwrap.wrap(says, int(RIGHT / (size * 0.64)), max_lines=MAX_ROWS, placeholder=" …")


def _text(text: str, x: float, y: float, size: float, family: str, fill: str, bold: bool = False) -> str:
    weight = 600 if bold else 400
    style = f"font-family:{family};font-size:{size}px;font-weight:{weight};fill:{fill}"
    return f'<text x="{x:g}" y="{y:g}" style="{style}">{escape(text)}</text>'


def _verdict(finding: FindingView, verdicts: dict[str, str], y: float) -> str:
    """The verdict as a sign, a word and its clause."""
    colour = VERDICTS[finding.verdict]
    sign = (
        f'<path transform="translate({LEFT} {y:g}) scale(2.3)" fill="{colour}" fill-rule="evenodd" '
        'd="M6 1h8l5 5v8l-5 5H6l-5-5V6Zm1.2 4.8L5.8 7.2 8.6 10l-2.8 2.8 1.4 1.4L10 11.4l2.8 2.8 1.4-1.4L11.4 10l2.8-2.8'
        '-1.4-1.4L10 8.6Z"/>'
        if finding.verdict == "broken"
        else f'<path transform="translate({LEFT} {y:g}) scale(2.3)" fill="{colour}" d="M10 .2 19.8 10 10 19.8.2 10Z"/>'
    )
    word = _text(verdicts[finding.verdict], LEFT + 62, y + 20, 26, SANS, colour, bold=True)
    return sign + word + _text(finding.clause, LEFT + 62, y + 48, 22, SANS, colour, bold=True)


def _side(letters: str, points: Points, names: dict[str, str], slots: dict[str, str], y: float) -> str:
    """The badges, names and points of one side."""
    badges = "".join(
        badge(slots[letter], letter, LEFT + 18 + 40 * at, y + 16, 1.7) for at, letter in enumerate(letters)
    )
    players = ", ".join(names[letter] for letter in letters if names[letter] != letter)
    name = _text(textwrap.shorten(players, 20, placeholder="…"), LEFT + 6 + 40 * len(letters), y + 25, 26, SANS, INK)
    number = str(points).replace("..", "–")
    style = f"font-family:{SERIF};font-size:32px;font-weight:700;fill:{INK};text-anchor:end"
    return badges + name + f'<text x="{LEFT + RIGHT}" y="{y + 27:g}" style="{style}">{escape(number)}</text>'


def _wordmark(y: float) -> str:
    mark = (
        f'<g transform="translate({LEFT} {y - 24:g}) scale(1.3)" fill="none" stroke="{INK}" stroke-width="1.5">'
        f'<path d="M4 2h16v20H4ZM12 8h6M12 12h6M12 16h3.5"/><path d="M8 2v20M9.8 2v20" stroke="{MARGIN}"/></g>'
    )
    return mark + _text("Griffier", LEFT + 44, y, 30, SERIF, INK, bold=True)
