"""Photographs: only pixels are stored; other files are refused, without cost in memory or store."""

import io
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PIL import Image

from api.http.problems import HttpProblem
from api.photos import image_worker, upload
from api.photos.upload import KINDS
from tests.api.conftest import on_both_stores
from tests.api.hostile_pictures import JPEG, KEPT, PAYLOAD, PNG, WEBP, File, damaged, hostile, saved
from tests.api.operation_requests import jpeg
from tests.api.people import OpenTable, json_of, open_table

ROOM = 300_000  # kilobytes: more than that no picture may cost
SECONDS = 15  # by the clock of a machine that does other things too; nothing is measured by it
WATCHED = """
import atexit, runpy, sys
def note_memory():
    peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    sys.stderr.write(peak)
atexit.register(note_memory)
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def show(service: Any, table: OpenTable, sent: bytes, kind: str = JPEG, who: str = "seat", **more: Any) -> Any:
    """Uploads a photograph about the claim that every table here has."""
    more = {"headers": {"content-type": kind}, **more}
    return service.ask("POST", table.at("/disputes/5/photographs"), table.tokens[who], sent, **more)


def fetched(service: Any, table: OpenTable, picture: str, token: str = "") -> Any:
    """Requests a photograph."""
    return service.ask("GET", table.at(f"/photographs/{picture}"), token)


def decoded(raw: bytes) -> Image.Image:
    """The decoded picture."""
    return Image.open(io.BytesIO(raw))


def test_a_photograph_is_stored_as_pixels_under_their_hash_and_served_safely(service):
    table, exif = open_table(service), Image.Exif()
    exif[0x010F], exif[0x0112], exif[0x8825] = "a camera", 6, {1: "N", 2: (52.0, 22.0, 0.0)}
    sent = jpeg(400, 200, exif=exif, comment=PAYLOAD)
    response = json_of(show(service, table, sent), 201)
    answer = fetched(service, table, response["picture"])

    assert answer.status_code == 200 and sha256(answer.content).hexdigest() == response["picture"]
    assert response["sent"] == sha256(sent).hexdigest() and response["bytes"] == len(answer.content)
    picture = decoded(answer.content)
    assert (picture.format, picture.size) == ("JPEG", (200, 400)), "upright, as the camera said"
    assert not picture.getexif() and "comment" not in picture.info and b"camera" not in answer.content
    headers = answer.headers
    assert headers["content-type"] == JPEG and headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in headers["content-security-policy"] and headers["cache-control"].startswith("private")
    assert headers["content-disposition"].startswith("inline; filename=")
    shown = json_of(service.ask("GET", table.at("/disputes/5")), 200)["talk"][-1]
    assert (shown["picture"], shown["seat"], shown["role"]) == (response["picture"], "B", "seat")


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16"), ("WEBP", "RGBA"), ("JPEG", "CMYK")]
)
def test_every_format_is_served_as_jpeg(embedded, kind, mode):
    table, made = open_table(embedded, used=False), io.BytesIO()
    Image.new("L", (2600, 1300), 90).convert("RGB" if mode != "I;16" else mode).convert(mode).save(made, kind)
    answer = json_of(show(embedded, table, made.getvalue(), f"image/{kind.lower()}"), 201)
    picture = decoded(fetched(embedded, table, answer["picture"]).content)

    assert (picture.format, picture.size, picture.mode) == ("JPEG", (2000, 1000), "RGB")


def test_an_equal_photograph_is_stored_once_and_a_key_identifies_one_upload(service):
    table, key = open_table(service), {"content-type": JPEG, "idempotency-key": "once"}
    first, again = (json_of(show(service, table, jpeg(), headers=key), 201) for _ in range(2))
    third = json_of(show(service, table, jpeg()), 201)

    assert first == again and third["version"] > first["version"] and third["picture"] == first["picture"]
    assert service.backend.sessions.recorder.pictures(UUID(table.session)) == [first["picture"]]
    other = show(service, table, jpeg(colour="red"), headers=key)
    assert json_of(other, 422 if other.status_code == 422 else 409)["code"] == "key-used-twice"


def test_only_readers_of_its_table_get_a_photograph(service):
    quiet, open_one = open_table(service, guests=False), open_table(service)
    picture = json_of(show(service, quiet, jpeg()), 201)["picture"]

    assert fetched(service, quiet, picture, quiet.tokens["viewer"]).status_code == 200
    assert json_of(fetched(service, quiet, picture), 404)["code"] == "unknown-session"
    assert json_of(fetched(service, quiet, picture, open_one.tokens["owner"]), 404)["code"] == "unknown-session"
    assert json_of(fetched(service, open_one, picture), 404)["code"] == "not-found"
    for odd in ("x", "../../etc/passwd", picture.upper(), picture[:-1]):
        assert fetched(service, quiet, odd, quiet.tokens["viewer"]).status_code == 404


@on_both_stores
def test_erasing_a_photograph_removes_its_bytes_and_keeps_its_hash_and_the_chain(service):
    table = open_table(service)
    picture = json_of(show(service, table, jpeg()), 201)["picture"]
    path = table.at(f"/photographs/{picture}")
    for who in ("scribe", "seat", "arbiter", "viewer"):
        assert json_of(service.ask("DELETE", path, table.tokens[who]), 403)["code"] == "not-allowed"
    json_of(service.ask("DELETE", path, table.tokens["owner"]), 200)

    assert service.backend.sessions.recorder.pictures(UUID(table.session)) == []
    assert json_of(fetched(service, table, picture), 404)["code"] == "picture-erased"
    assert json_of(service.ask("DELETE", path, table.tokens["owner"]), 404)["code"] == "picture-erased"
    assert json_of(service.ask("GET", table.at("/disputes/5")), 200)["talk"][-1]["picture"] == picture
    json_of(service.ask("GET", table.at("/verification")), 200)


def at_line(service: Any, table: OpenTable, line: object, who: str = "seat", **more: Any) -> Any:
    """Uploads a photograph of the table after a line."""
    return service.ask("POST", table.at(f"/lines/{line}/photographs"), table.tokens.get(who, ""), jpeg(), **more)


def test_a_photograph_can_show_any_line_and_is_listed_with_it(service):
    table = open_table(service)
    taken = [
        json_of(at_line(service, table, line, who), 201) for line, who in ((0, "owner"), (2, "seat"), (4, "arbiter"))
    ]
    json_of(service.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": ["~ 4 -"]}), 201)
    listed = json_of(service.ask("GET", table.at("/photographs")), 200)["photographs"]

    assert [(one["line"], one["stands"], one["seat"], one["name"], one["role"], one["kept"]) for one in listed] == [
        (0, 0, None, "", "owner", True),
        (2, 2, "B", "Ana", "seat", True),
        (4, 3, None, "", "arbiter", True),  # its line was struck
    ]
    assert [one["picture"] for one in listed] == [one["picture"] for one in taken]
    assert fetched(service, table, taken[1]["picture"]).status_code == 200
    assert json_of(service.ask("GET", table.at("/disputes/5")), 200)["talk"] == []
    json_of(service.ask("DELETE", table.at(f"/photographs/{taken[1]['picture']}"), table.tokens["owner"]), 200)
    listed = json_of(service.ask("GET", table.at("/photographs")), 200)["photographs"]
    assert [one["kept"] for one in listed] == [False, False, False], "the same pixels are kept once"


@pytest.mark.parametrize(
    ("line", "who", "status", "code"),
    [
        (7, "seat", 422, "unknown-line"),
        ("x", "seat", 404, "not-found"),
        (10**8, "seat", 404, "not-found"),
        (3, "viewer", 403, "not-allowed"),
        (3, "guest", 401, "not-allowed"),
    ],
)
def test_a_photograph_of_an_unknown_line_or_from_a_viewer_is_refused(embedded, line, who, status, code):
    table = open_table(embedded)
    before = embedded.head(table.session)
    assert json_of(at_line(embedded, table, line, who), status)["code"] == code
    assert json_of(at_line(embedded, table, 3, "seat", params={"seat": "Y"}), 403)["code"] == "not-allowed"
    assert embedded.head(table.session) == before


@pytest.mark.parametrize(
    ("sent", "kind", "status", "code"),
    [
        (b"<svg/>", "image/svg+xml", 415, "wrong-kind"),
        (saved("GIF"), "image/gif", 415, "wrong-kind"),
        (jpeg(), "multipart/form-data; boundary=x", 415, "wrong-kind"),
        (jpeg(), "", 415, "wrong-kind"),
        (b"<svg/>", JPEG, 422, "not-a-picture"),
        (jpeg()[:-2], JPEG, 422, "broken-picture"),
        (saved("PNG") + PAYLOAD, PNG, 422, "more-than-a-picture"),
        (b"\xff\xd8\xff" + b"\0" * upload.MAX_BYTES, JPEG, 413, "too-large"),
    ],
    ids=["svg", "gif", "multipart", "untold", "not-one", "broken", "more", "large"],
)
def test_a_refused_upload_is_explained_in_both_languages_and_stores_nothing(service, sent, kind, status, code):
    table = open_table(service)
    before = service.head(table.session)
    problems = [json_of(show(service, table, sent, kind, params={"lang": lang}), status) for lang in ("en", "fr")]

    assert [one["code"] for one in problems] == [code, code] and problems[0]["detail"] != problems[1]["detail"]
    assert service.head(table.session) == before
    assert service.backend.sessions.recorder.pictures(UUID(table.session)) == []


def test_an_upload_is_read_up_to_its_limit_only(embedded):
    """Without a Content-Length, reading stops at the limit."""
    table, given = open_table(embedded, used=False), []

    async def endless():
        while True:
            given.append(1)
            yield b"\xff\xd8\xff" + b"\0" * (1 << 20)

    answer = embedded.run(
        embedded.client.post(
            table.at("/disputes/5/photographs"),
            content=endless(),
            headers={"authorization": f"Bearer {table.tokens['seat']}", "content-type": JPEG},
        )
    )
    assert json_of(answer, 413)["code"] == "too-large" and len(given) <= (upload.MAX_BYTES >> 20) + 1


def test_a_photograph_for_an_unknown_dispute_or_seat_is_not_redrawn(embedded):
    table = open_table(embedded, used=False)
    for path, status, code in (
        ("/disputes/4/photographs", 404, "no-such-dispute"),
        ("/disputes/5/photographs?seat=Q", 422, "unknown-seat"),
    ):
        answer = embedded.ask("POST", table.at(path), table.tokens["owner"], b"\xff\xd8\xffnot one")
        assert json_of(answer, status)["code"] == code


def test_a_closed_record_accepts_photographs_and_a_full_one_does_not(embedded, monkeypatch):
    table = open_table(embedded, closed=True)
    json_of(show(embedded, table, jpeg()), 201)
    monkeypatch.setattr("domain.sessions.decide_lines.MAX_PICTURES", 1)
    assert json_of(show(embedded, table, jpeg(colour="red")), 409)["code"] == "record-full"


# Hostile ones -------------------------------------------------------------------------------------------------------


class Watched:
    """Runs the real image worker and measures the memory each picture took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.peaks: list[int] = []
        self.run = subprocess.run
        monkeypatch.setattr(upload.subprocess, "run", self)

    def __call__(self, command: list[str], **more: Any) -> Any:
        program, *rest = command[2:]
        done = self.run([*command[:2], "-c", WATCHED, program, *rest], **more)
        self.peaks += [int(done.stderr)] if done.stderr.isdigit() else []
        return done


@pytest.fixture(scope="module")
def files() -> list[File]:
    return hostile()


NEEDS_PROC = pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory of a process is read in /proc")


def tried(embedded: Any, files: list[File], monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], list[int]]:
    """Uploads these files; returns the unexpected outcomes, and the memory each worker used."""
    table, watched, wrong = open_table(embedded), Watched(monkeypatch), []
    monkeypatch.setattr("domain.sessions.decide_lines.MAX_PICTURES", len(files))
    for file in files:
        before = embedded.head(table.session)
        answer = show(embedded, table, file.sent, file.kind)
        response = answer.json()
        if response.get("code", KEPT) != file.code:
            wrong.append((file.name, file.code, response))
        elif file.code and embedded.head(table.session) != before:
            wrong.append((file.name, "something was written"))
        elif not file.code and not _clean(embedded, table, response["picture"], file):
            wrong.append((file.name, "more than pixels was kept"))
        if answer.elapsed.total_seconds() > SECONDS:
            wrong.append((file.name, answer.elapsed))
    return wrong, watched.peaks


@NEEDS_PROC
def test_hostile_files_are_refused_within_the_limits_of_memory_and_time(embedded, files, monkeypatch):
    """One file of every kind, format and outcome; -m soak sends all of them."""
    sample = list({(file.kind, file.code, file.name.split("-")[1]): file for file in files}.values())
    wrong, peaks = tried(embedded, sample, monkeypatch)

    assert wrong == [] and len(sample) >= 30 and {file.code for file in sample} == {file.code for file in files}
    assert 100_000 < max(peaks) < ROOM, "some came near the walls"


@pytest.mark.soak
@NEEDS_PROC
def test_all_hostile_files_are_refused(embedded, files, monkeypatch):
    wrong, peaks = tried(embedded, files, monkeypatch)

    print(len(files), "files, at most", max(peaks), "kB")
    assert wrong == [] and len(files) >= 100
    assert len(peaks) > 60 and 150_000 < max(peaks) < ROOM, "some came near the walls"


def _clean(service: Any, table: OpenTable, picture: str, file: File) -> bool:
    """Whether a stored picture holds only pixels, in an allowed size, and nothing that was hidden in the upload."""
    raw = fetched(service, table, picture).content
    size = tuple(min(edge, image_worker.EDGE) for edge in decoded(file.sent).size)
    return decoded(raw).size == size and PAYLOAD not in raw and b"Exif" not in raw


def test_a_decoder_that_never_ends_is_stopped(monkeypatch, tmp_path):
    """By its own resource limits, or by the timeout."""
    endless = tmp_path / "endless.py"
    endless.write_text("while True: pass\n")
    monkeypatch.setattr(upload.image_worker, "__file__", str(endless))
    monkeypatch.setattr(upload, "WORKER_TIMEOUT", 0.5)
    with (tmp_path / "sent").open("w+b") as file, pytest.raises(HttpProblem) as refused:
        upload.redraw(upload.Upload(file, "JPEG", ""))
    assert refused.value.code == "broken-picture"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such walls")
@pytest.mark.parametrize("work", ["bytes(400 << 20)", "os.write(os.open('new', os.O_CREAT | os.O_WRONLY), b'x')"])
def test_an_image_worker_has_little_memory_and_cannot_write(work, tmp_path):
    program = f"import os, runpy; runpy.run_path({str(Path(image_worker.__file__))!r})['limit_resources'](); {work}"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, cwd=tmp_path)

    assert done.returncode != 0


@pytest.mark.soak
def test_five_hundred_damaged_files_are_redrawn_or_refused(embedded, monkeypatch):
    table, watched, kept = open_table(embedded), Watched(monkeypatch), 0
    monkeypatch.setattr("domain.sessions.decide_lines.MAX_PICTURES", 500)
    for file in damaged(500, seed=7):
        before = embedded.head(table.session)
        answer = show(embedded, table, file.sent, file.kind)
        assert answer.status_code in (201, 422), (file.name, answer.text)
        if answer.status_code == 201:
            kept += 1
            raw = fetched(embedded, table, answer.json()["picture"]).content
            assert decoded(raw).format == "JPEG" and max(decoded(raw).size) <= image_worker.EDGE and PAYLOAD not in raw
        else:
            assert embedded.head(table.session) == before, file.name
    print(kept, "of 500 were pictures; at most", max(watched.peaks), "kB")
    assert 0 < kept < 500 and max(watched.peaks) < ROOM


def test_the_documented_formats_are_the_accepted_ones(embedded):
    paths = embedded.ask("GET", "/api/openapi.json").json()["paths"]
    operation = paths["/api/sessions/{session}/disputes/{claim}/photographs"]["post"]

    assert [*operation["requestBody"]["content"]] == [JPEG, PNG, WEBP] == [*KINDS]
    assert [*paths["/api/sessions/{session}/photographs/{picture}"]["get"]["responses"]["200"]["content"]] == [JPEG]
