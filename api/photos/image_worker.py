"""A program that decodes one picture and redraws it, with little memory and little time.

It reads the upload from its standard input and takes the format as its only argument. It writes the new picture to its
standard output, or its exit status says why there is none. Only pixels of the upload get out.
"""

from __future__ import annotations

import io
import struct
import sys
import warnings
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

MEMORY, CPU_SECONDS = 300 << 20, 5  # bytes of address space, the interpreter's own 30 MB included
MAX_PIXELS, EDGE, QUALITY = 40_000_000, 2000, 82
RESIZABLE = ("RGB", "L", "RGBA", "LA")  # modes that can be resized as they are
BROKEN, TOO_MANY_PIXELS, TRAILING_DATA = 10, 11, 12  # exit statuses
CAMERAS = (b"\xff\xd8\xff", b"\0")  # what cameras append to a JPEG: a smaller picture, or padding
SAMSUNG, FILM = b"SEFT", b"ftyp"  # or their own notes, or a film


class ImageRejected(Exception):
    """The upload cannot be redrawn; its argument is the exit status."""


def limit_resources() -> None:
    """Limits memory and CPU time of this process, and forbids it to write files and core dumps."""
    try:
        import resource
    except ImportError:  # not on this system; the parent process still has its timeout
        return
    for name, limit in (("AS", MEMORY), ("CPU", CPU_SECONDS), ("FSIZE", 0), ("CORE", 0)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def has_proper_end(data: bytes, kind: str) -> bool:
    """Whether only what cameras append follows the picture; BROKEN where the picture has no end."""
    if kind == "JPEG":
        end = data.find(b"\xff\xd9", _jpeg_scan(data)) + 2
        after = data[end:]
        if end < 2:
            raise ImageRejected(BROKEN)
        return not after or after.startswith(CAMERAS) or after.endswith(SAMSUNG) or after[4:8] == FILM
    end = _png_end(data) if kind == "PNG" else 8 + struct.unpack("<I", data[4:8])[0]
    if end > len(data) + 1:
        raise ImageRejected(BROKEN)
    return end >= len(data)


def _jpeg_scan(data: bytes) -> int:
    """Where the compressed pixels of a JPEG begin; an end marker before that belongs to its metadata."""
    at = 2
    while at + 4 <= len(data):
        mark, length = struct.unpack(">HH", data[at : at + 4])
        if mark == 0xFFDA:
            return at
        at += 2 + length
    raise ImageRejected(BROKEN)


def _png_end(data: bytes) -> int:
    at = 8
    while at + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        at += 12 + length
        if name == b"IEND":
            return at
    raise ImageRejected(BROKEN)


def webp_size(data: bytes) -> tuple[int, int]:
    """Width and height of a WebP, read before memory is allocated for them."""
    kind, header = data[12:16], data[20:30].ljust(10, b"\0")
    if kind == b"VP8X":
        return 1 + int.from_bytes(header[4:7], "little"), 1 + int.from_bytes(header[7:10], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(header[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind != b"VP8 ":
        raise ImageRejected(BROKEN)
    width, height = struct.unpack("<HH", header[6:10])
    return width, height


def redrawn(data: bytes, kind: str) -> bytes:
    """The picture as a new JPEG: upright, not too large, the first of several, on white."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    if kind == "WEBP" and prod(webp_size(data)) > MAX_PIXELS:
        raise ImageRejected(TOO_MANY_PIXELS)
    try:
        image: Image.Image = Image.open(io.BytesIO(data), formats=(kind,))
        if not has_proper_end(data, kind):
            raise ImageRejected(TRAILING_DATA)
        image.draft(None, (EDGE, EDGE))  # decodes a JPEG at a smaller size
        image = image if image.mode in RESIZABLE else _resizable(image)
        image.thumbnail((EDGE, EDGE), reducing_gap=None)
        upright = ImageOps.exif_transpose(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise ImageRejected(TOO_MANY_PIXELS) from error
    return _jpeg_on_white(upright)


def _resizable(image: Image) -> Image:
    """The image in a colour mode that can be resized."""
    return image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")


def _jpeg_on_white(image: Image) -> bytes:
    from PIL import Image

    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A") if image.mode in ("RGBA", "LA") else None)
    file = io.BytesIO()
    paper.save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()


def main() -> int:
    """Redraws the standard input onto the standard output."""
    limit_resources()
    try:
        picture = redrawn(sys.stdin.buffer.read(), sys.argv[1])
    except ImageRejected as rejected:
        return rejected.args[0]
    except MemoryError:
        return TOO_MANY_PIXELS
    except Exception:  # decoders raise many kinds of errors
        return BROKEN
    sys.stdout.buffer.write(picture)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
