"""The darkroom: one picture, decoded and drawn anew, by a process of its own with little room and little time.

Run as a program: what was sent comes on its standard input and its kind as the only argument; the new picture leaves on
the standard output, or the exit status says why there is none. Nothing of what was sent gets out but pixels.
"""

import io
import struct
import sys
import warnings

ROOM, TIME = 300 << 20, 5  # bytes of address space, the interpreter's own 30 MB included; seconds of CPU
PIXELS, EDGE, QUALITY = 40_000_000, 2000, 82
SMALLER = ("RGB", "L", "RGBA", "LA")  # what can be made smaller as it is
BROKEN, PIXELLED, MORE = 10, 11, 12  # exit statuses
CAMERAS = (b"\xff\xd8\xff", b"\0")  # what a camera leaves behind its picture: a smaller one, or padding
SAMSUNG, FILM = b"SEFT", b"ftyp"  # or its own notes, or a film


class ImageRejected(Exception):
    """Why there is no picture, as an exit status."""


def walled() -> None:
    """From here on: so much memory, so much time, no file written, no core left behind."""
    try:
        import resource
    except ImportError:  # no such walls on this system; whoever started us still looks at the clock
        return
    for wall, most in (("AS", ROOM), ("CPU", TIME), ("FSIZE", 0), ("CORE", 0)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{wall}"), (most, most))


def ends_as_it_should(sent: bytes, kind: str) -> bool:
    """Whether nothing follows the picture that no camera puts there; BROKEN where it has no end."""
    if kind == "JPEG":
        end = sent.find(b"\xff\xd9", _scan_of_jpeg(sent)) + 2
        after = sent[end:]
        if end < 2:
            raise ImageRejected(BROKEN)
        return not after or after.startswith(CAMERAS) or after.endswith(SAMSUNG) or after[4:8] == FILM
    end = _end_of_png(sent) if kind == "PNG" else 8 + struct.unpack("<I", sent[4:8])[0]
    if end > len(sent) + 1:
        raise ImageRejected(BROKEN)
    return end >= len(sent)


def _scan_of_jpeg(sent: bytes) -> int:
    """Where its pixels begin, behind all that is told of them; in there an end is an end."""
    at = 2
    while at + 4 <= len(sent):
        mark, length = struct.unpack(">HH", sent[at : at + 4])
        if mark == 0xFFDA:
            return at
        at += 2 + length
    raise ImageRejected(BROKEN)


def _end_of_png(sent: bytes) -> int:
    at = 8
    while at + 12 <= len(sent):
        length, name = struct.unpack(">I4s", sent[at : at + 8])
        at += 12 + length
        if name == b"IEND":
            return at
    raise ImageRejected(BROKEN)


def size_of_webp(sent: bytes) -> tuple[int, int]:
    """Its width and height, before anything makes room for them."""
    kind, told = sent[12:16], sent[20:30].ljust(10, b"\0")
    if kind == b"VP8X":
        return 1 + int.from_bytes(told[4:7], "little"), 1 + int.from_bytes(told[7:10], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(told[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind != b"VP8 ":
        raise ImageRejected(BROKEN)
    return struct.unpack("<HH", told[6:10])


def developed(sent: bytes, kind: str) -> bytes:
    """The picture anew: upright, not too large, the first of several, on white; and nothing else of it."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = PIXELS
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    if kind == "WEBP" and (width_height := size_of_webp(sent)) and width_height[0] * width_height[1] > PIXELS:
        raise ImageRejected(PIXELLED)
    try:
        image = Image.open(io.BytesIO(sent), formats=(kind,))
        if not ends_as_it_should(sent, kind):
            raise ImageRejected(MORE)
        image.draft(None, (EDGE, EDGE))  # a JPEG can be decoded smaller than it is
        image = image if image.mode in SMALLER else _plain(image)
        image.thumbnail((EDGE, EDGE), reducing_gap=None)
        upright = ImageOps.exif_transpose(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise ImageRejected(PIXELLED) from error
    return _printed(upright)


def _plain(image):
    """In colours that can be made smaller."""
    return image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")


def _printed(image) -> bytes:
    from PIL import Image

    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A") if image.mode in ("RGBA", "LA") else None)
    made = io.BytesIO()
    paper.save(made, "JPEG", quality=QUALITY, optimize=True)
    return made.getvalue()


def main() -> int:
    """What is on the standard input, developed onto the standard output."""
    walled()
    try:
        made = developed(sys.stdin.buffer.read(), sys.argv[1])
    except ImageRejected as why:
        return why.args[0]
    except MemoryError:
        return PIXELLED
    except Exception:  # whatever a decoder makes of what it cannot read
        return BROKEN
    sys.stdout.buffer.write(made)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
