"""Renders SVG as PNG or as an animated WebP; also a program that does so in a process of its own.

The program reads an order as JSON from its standard input and writes the picture to its standard output. It imports
nothing of Griffier, so that it starts fast, and it limits its own memory and CPU time.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence

MEMORY, CPU_SECONDS = 1 << 30, 30  # bytes of address space


def render(svgs: Sequence[str], width: int, times: Sequence[int] = ()) -> bytes:
    """One SVG as PNG; with a time in milliseconds for each SVG, an animation of all of them."""
    import resvg_py

    pngs = [bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)) for svg in svgs]
    return _animation(pngs, times) if times else pngs[0]


def _animation(pngs: Sequence[bytes], times: Sequence[int]) -> bytes:
    from PIL import Image

    first, *rest = (Image.open(io.BytesIO(png)).convert("RGB") for png in pngs)
    file = io.BytesIO()
    first.save(file, "WEBP", save_all=True, append_images=rest, duration=[*times], loop=0, quality=70, method=0)
    return file.getvalue()


def limit_resources() -> None:
    """Limits memory and CPU time of this process."""
    try:
        import resource
    except ImportError:  # not on this system; the parent process still has its timeout
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


if __name__ == "__main__":
    limit_resources()
    sys.stdout.buffer.write(render(**json.load(sys.stdin.buffer)))
