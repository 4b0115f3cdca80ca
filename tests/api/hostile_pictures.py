"""Hostile uploads, generated here, each with a name and the expected outcome."""

import io
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from random import Random

from msgspec import Struct
from PIL import Image

from tests.api.operation_requests import jpeg

JPEG, PNG, WEBP = "image/jpeg", "image/png", "image/webp"
KEPT = ""  # that one is a picture after all, and only its pixels are kept
NOT, PIXELS, BROKEN, MORE = "not-a-picture", "too-many-pixels", "broken-picture", "more-than-a-picture"
PAYLOAD = b"<script>alert(document.cookie)</script>"
PAGE = b"<!doctype html><html><body>" + PAYLOAD + b"</body></html>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">' + PAYLOAD + b"</svg>"
PDF = b"%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>endobj\n%%EOF"
ZIP = b"PK\x03\x04" + b"\0" * 22 + PAYLOAD + b"PK\x05\x06" + b"\0" * 18


class File(Struct, frozen=True):
    """A hostile file: its name, its declared media type, its bytes, and the code of the refusal."""

    name: str
    kind: str
    sent: bytes
    code: str


def saved(kind: str, size: tuple[int, int] = (64, 48), mode: str = "RGB", **more: object) -> bytes:
    """A picture of noise, so that its data is long enough to be cut."""
    made = io.BytesIO()
    Image.effect_noise(size, 80).convert(mode).save(made, kind, **more)
    return made.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, *more: bytes, data: bytes = b"", depth: int = 8, colour: int = 2) -> bytes:
    """A PNG with this declared size, whatever its data."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@cache
def zeros(count: int) -> bytes:
    """This number of zero bytes, compressed."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(count // 1_000_000)) + packer.flush()


def with_size(sent: bytes, width: int, height: int) -> bytes:
    """A JPEG with this declared size."""
    at = next(sent.index(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in sent)
    return sent[: at + 5] + struct.pack(">HH", height, width) + sent[at + 9 :]


def webp(name: bytes, data: bytes) -> bytes:
    """A WebP of one chunk."""
    body = b"WEBP" + name + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def in_jpeg(mark: int, data: bytes) -> bytes:
    """A good JPEG with one more segment at its beginning."""
    good = saved("JPEG")
    return good[:2] + struct.pack(">BBH", 0xFF, mark, len(data) + 2) + data + good[2:]


def bombs() -> Iterator[File]:
    """Small files that decode to very large pictures."""
    yield File("png-169-megapixels", PNG, png(13000, 13000, data=zeros(90_000_000)), PIXELS)
    yield File("png-just-too-many", PNG, png(8000, 5001, data=zeros(90_000_000)), PIXELS)
    yield File("png-just-few-enough", PNG, png(6300, 6300, data=zeros(120_000_000)), KEPT)
    yield File("png-few-enough-but-no-room", PNG, png(6300, 6300, data=zeros(159_000_000), colour=6), PIXELS)
    yield File("png-one-bit", PNG, png(50000, 50000, data=zeros(90_000_000), depth=1, colour=0), PIXELS)
    yield File("png-2-to-the-31", PNG, png(2**31 - 1, 2**31 - 1), PIXELS)
    yield File("png-a-ribbon", PNG, png(2**31 - 1, 1), PIXELS)
    yield File("png-interlaced", PNG, png(8000, 8000, data=zeros(1_000_000)), PIXELS)
    for kind, size in (("JPEG", (64, 48)), ("JPEG", (640, 480))):
        for most in (65500, 20000, 6400):
            frame = with_size(saved(kind, size, progressive=size[0] > 64), most, most)
            yield File(f"jpeg-{size[0]}-said-to-be-{most}", JPEG, frame, PIXELS)
    flat = io.BytesIO()
    Image.new("RGB", (6400, 6400), "red").save(flat, "WEBP", method=0, quality=1)
    yield File("webp-41-megapixels", WEBP, flat.getvalue(), PIXELS)
    yield File("webp-canvas", WEBP, webp(b"VP8X", b"\0" * 4 + b"\xff" * 6), PIXELS)
    yield File("webp-lossless-head", WEBP, webp(b"VP8L", b"\x2f" + b"\xff" * 40), PIXELS)
    yield File("webp-lossy-head", WEBP, webp(b"VP8 ", b"\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f" + b"\0" * 40), PIXELS)


def swollen() -> Iterator[File]:
    """Good pictures with huge or deeply nested metadata."""
    good = zlib.compress((b"\0" + b"\x40" * 120) * 30)
    text = zeros(90_000_000)
    yield File("png-ztxt", PNG, png(40, 30, chunk(b"zTXt", b"k\0\0" + text), data=good), BROKEN)
    yield File("png-itxt", PNG, png(40, 30, chunk(b"iTXt", b"k\0\1\0\0\0" + text), data=good), BROKEN)
    many = [chunk(b"zTXt", b"k\0\0" + zeros(1_000_000)) for _ in range(200)]
    yield File("png-200-texts", PNG, png(40, 30, *many, data=good), BROKEN)
    yield File("png-icc-bomb", PNG, png(40, 30, chunk(b"iCCP", b"k\0\0" + text), data=good), BROKEN)
    yield File("png-too-much-data", PNG, png(40, 30, data=text), KEPT)
    nested = b"II*\0\x08\0\0\0" + (b"\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0" + b"\0" * 4) * 2000
    yield File("jpeg-exif-that-bites-its-tail", JPEG, in_jpeg(0xE1, b"Exif\0\0" + nested), KEPT)
    yield File("jpeg-exif-of-noise", JPEG, in_jpeg(0xE1, b"Exif\0\0" + Random(1).randbytes(60_000)), KEPT)
    yield File("jpeg-icc-of-noise", JPEG, in_jpeg(0xE2, b"ICC_PROFILE\0\1\1" + Random(2).randbytes(60_000)), KEPT)
    yield File("jpeg-page-in-a-comment", JPEG, in_jpeg(0xFE, PAGE), KEPT)
    yield File("png-page-in-a-text", PNG, png(40, 30, chunk(b"tEXt", b"Comment\0" + PAGE), data=good), KEPT)


def cut() -> Iterator[File]:
    """Good pictures that are truncated, or damaged in the middle."""
    for kind, media_type in (("JPEG", JPEG), ("PNG", PNG), ("WEBP", WEBP)):
        good = saved(kind)
        for part in (1, 5, 10, 25, 50, 75, 90, 98):
            yield File(f"{kind.lower()}-cut-at-{part}", media_type, good[: len(good) * part // 100 + 12], BROKEN)
        yield File(f"{kind.lower()}-without-its-end", media_type, good[:-2], BROKEN)
        if kind == "PNG":  # the others have nothing to tell it by
            middle = len(good) // 2
            yield File("png-zeroed", media_type, good[:middle] + b"\0" * 200 + good[middle + 200 :], BROKEN)


def others() -> Iterator[File]:
    """Files of other formats, or of another format than declared."""
    for name, sent in (
        ("svg", SVG),
        ("html", PAGE),
        ("pdf", PDF),
        ("zip", ZIP),
        ("nothing", b""),
        ("zeros", b"\0" * 99),
    ):
        for media_type in (JPEG, PNG, WEBP):
            yield File(f"{name}-as-{media_type[6:]}", media_type, sent, NOT)
    for kind in ("GIF", "BMP", "TIFF", "ICO", "AVIF", "PPM", "JPEG2000"):
        yield File(f"{kind.lower()}-as-jpeg", JPEG, saved(kind), NOT)
    for kind, media_type in (("PNG", JPEG), ("JPEG", PNG), ("WEBP", PNG), ("PNG", WEBP)):
        yield File(f"{kind.lower()}-as-{media_type[6:]}", media_type, saved(kind), NOT)
    yield File("gif-that-runs", JPEG, b"GIF89a/*" + PAYLOAD + b"*/=1;", NOT)
    yield File("jpeg-that-only-begins", JPEG, b"\xff\xd8\xff\xe0" + PAGE, BROKEN)
    yield File("png-that-only-begins", PNG, b"\x89PNG\r\n\x1a\n" + PAGE, BROKEN)
    yield File("webp-that-only-begins", WEBP, b"RIFF\xff\xff\0\0WEBP" + PAGE, BROKEN)
    yield File("webp-that-is-sound", WEBP, b"RIFF" + struct.pack("<I", 40) + b"WEBPfmt " + b"\0" * 32, BROKEN)
    yield File("png-of-no-size", PNG, png(0, 0), BROKEN)
    yield File("png-of-no-height", PNG, png(40, 0), BROKEN)
    yield File("jpeg-of-no-size", JPEG, with_size(saved("JPEG"), 0, 0), BROKEN)


def two_in_one() -> Iterator[File]:
    """Pictures that are also a file of another kind."""
    for name, tail in (("html", PAGE), ("zip", ZIP), ("pdf", PDF), ("svg", SVG)):
        yield File(f"jpeg-and-{name}", JPEG, saved("JPEG") + tail, MORE)
        yield File(f"png-and-{name}", PNG, saved("PNG") + tail, MORE)
        yield File(f"webp-and-{name}", WEBP, saved("WEBP") + tail, MORE)
    yield File("jpeg-and-its-small-one", JPEG, saved("JPEG") + jpeg(), KEPT)  # as telephones do
    yield File("jpeg-and-a-film", JPEG, saved("JPEG") + b"\0\0\0\x18ftypmp42" + PAYLOAD, KEPT)
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue", "green")]
    for kind, media_type in (("PNG", PNG), ("WEBP", WEBP)):
        made = io.BytesIO()
        frames[0].save(made, kind, save_all=True, append_images=frames[1:], duration=10)
        yield File(f"{kind.lower()}-that-moves", media_type, made.getvalue(), KEPT)


def hostile() -> list[File]:
    """All hostile files."""
    return [*bombs(), *swollen(), *cut(), *others(), *two_in_one()]


def damaged(count: int, seed: int) -> Iterator[File]:
    """Good and bad pictures with bytes changed, cut out or doubled; their outcome is not known in advance."""
    chance = Random(seed)
    start = [one for one in hostile() if len(one.sent) < 200_000]
    for number in range(count):
        one = chance.choice(start)
        made = bytearray(one.sent or b"x")
        for _ in range(chance.choice((1, 2, 8, 40))):
            at = chance.randrange(len(made))
            made[at : at + chance.choice((0, 1, 1, 4))] = chance.randbytes(chance.choice((1, 1, 4)))
            made = made or bytearray(b"x")
        yield File(f"{number}-{one.name}", one.kind, bytes(made), "?")
