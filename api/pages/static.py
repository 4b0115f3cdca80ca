"""Serves styles, scripts and pictures under addresses that change with their content, so that browsers cache them."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from functools import lru_cache
from pathlib import Path

import msgspec
from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import HttpProblem
from replays.boards import STYLE

router = APIRouter(include_in_schema=False)
FOLDER = Path(__file__).parent.parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


class StaticFile(Struct, frozen=True):
    """A file, as it is and compressed."""

    kind: str
    plain: bytes
    compressed: bytes
    digest: str


@lru_cache
def files() -> dict[str, StaticFile]:
    """Every file by its name."""
    contents = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
    return {name: _file(name, data) for name, data in {**contents, "boards.css": STYLE.encode()}.items()}


def _file(name: str, data: bytes) -> StaticFile:
    kind = KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return StaticFile(kind, data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:12])


@lru_cache
def version() -> str:
    """The version of all files together, because scripts import each other by relative addresses."""
    return hashlib.sha256("".join(file.digest for file in files().values()).encode()).hexdigest()[:10]


def address(name: str) -> str:
    """The address of a file, which changes with the version."""
    if name not in files():
        raise KeyError(name)
    return f"/static/{version()}/{name}"


MANIFEST = {
    "name": "Griffier",
    "short_name": "Griffier",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#e9e9e3",
    "theme_color": "#fbfaf6",
}


@router.get("/manifest.webmanifest")
async def manifest(http: Request) -> Response:
    """The web app manifest, for the home screen of a phone."""
    sizes = {"icon-192.png": "192x192", "icon-512.png": "512x512", "icon.svg": "any"}
    icons = [
        {"src": address(name), "sizes": size, "type": files()[name].kind, "purpose": purpose}
        for name, size in sizes.items()
        for purpose in (("any",) if size == "any" else ("any", "maskable"))
    ]
    return Response(msgspec.json.encode({**MANIFEST, "icons": icons}), media_type="application/manifest+json")


@router.get("/worker.js")
async def service_worker(http: Request) -> Response:
    """The service worker, at the root so that it controls every page, with the list of files it caches."""
    cached = [address(name) for name in files() if not name.startswith("worker")]
    head = f"const VERSION = {json.dumps(version())};\nconst FILES = {json.dumps(cached)};\n"
    headers = {"cache-control": "no-cache", "content-security-policy": "default-src 'self'"}
    return Response(head.encode() + files()["worker.js"].plain, headers=headers, media_type=KINDS[".js"])


@router.get("/static/{version}/{name:path}")
async def static_file(http: Request) -> Response:
    """One file."""
    file = files().get(http.path_params["name"])
    if file is None or http.path_params["version"] != version():
        raise HttpProblem("not-found", 404)
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if "gzip" in http.headers.get("accept-encoding", ""):
        return Response(file.compressed, headers={**headers, "content-encoding": "gzip"}, media_type=file.kind)
    return Response(file.plain, headers=headers, media_type=file.kind)
