"""The evidence page of a table: its newest checkpoint, who signed it, and the roles that were given and withdrawn."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import quote

from msgspec import Struct
from starlette.responses import Response

from api.http.problems import HttpProblem
from api.http.requests.request import ApiRequest, SessionRequest
from api.http.requests.role_links import qr_code
from api.locales import page_texts
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from api.routes.checkpoints import Cosignature, SignedCheckpoint, checkpoint_of, cosignatures_of, signer_of
from domain.sessions.evidence import write_evidence
from domain.sessions.roles import PROVE, RoleChange, awaits_agreement
from domain.store.signing.verifiers import VERIFIER_PAGE, VERIFIER_PROGRAM
from domain.timeline.visibility import has_hands

pages = Pages()
# The page has its script and style in itself, because it is saved as one file; it may connect to nothing.
VERIFIER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'none'"


class SeatSignature(Struct, frozen=True, kw_only=True):
    """A seat, and the size of the newest checkpoint that it signed; 0 where it signed none."""

    letter: str
    size: int


class Signatures(Struct, frozen=True, kw_only=True):
    """Who signed a table's checkpoints on their devices, and whether the reader can sign the newest one."""

    size: int  # of the newest checkpoint
    seats: list[SeatSignature]
    others: list[Cosignature]
    signs: str  # the name under which the reader can sign; empty if there is nothing to sign


class EvidenceContext(Struct, frozen=True, kw_only=True):
    """What evidence.html shows."""

    newest: SignedCheckpoint
    qr: str
    at: str
    signed: Signatures
    changes: list[RoleChange]
    hands: bool  # whether the game has hands, which an arbiter sees
    agrees: list[str]  # the arbiters' grants to which the reader, as a seat, may agree
    proves: bool
    texts: dict[str, str]


@pages.session_page("/s/{session}/evidence")
def evidence(request: SessionRequest) -> HtmlPage:
    """What players can keep to show later what was written; not while names are hidden."""
    if request.blind:
        raise HttpProblem("names-hidden", 403)
    view, grant = request.view, request.grant
    newest = checkpoint_of(request, 0)
    link = f"{request.base_url}/s/{view.id}/evidence#c={quote(newest.checkpoint)}"
    context = EvidenceContext(
        newest=newest,
        qr=qr_code(link) if newest.checkpoint else "",
        at=view.at,
        signed=signatures_of(request, newest),
        changes=request.service.sessions.role_history(view.id) if grant is not None else [],
        hands=has_hands(view.setup),
        agrees=[to.grant for to in view.grants.values() if awaits_agreement(to, grant)],
        proves=grant is not None and PROVE in table_header(request).may,
        texts=page_texts(request.lang, "evidence-"),
    )
    return HtmlPage("evidence.html", table_header(request), context)


def signatures_of(request: SessionRequest, newest: SignedCheckpoint) -> Signatures:
    """Who signed the checkpoints of a session."""
    seats, made = request.view.setup.seats, cosignatures_of(request)
    sizes = {cosignature.signer: cosignature.size for cosignature in made}
    signer = signer_of(seats, request.grant)
    return Signatures(
        size=newest.size,
        seats=[SeatSignature(letter=letter, size=sizes.get(f"seat {letter}", 0)) for letter in seats],
        others=[cosignature for cosignature in made if not cosignature.signer.startswith("seat ")],
        signs=signer.replace(" ", "/") if signer and newest.checkpoint and sizes.get(signer) != newest.size else "",
    )


@pages.session_page("/s/{session}/evidence.griffier", permission=PROVE, heavy=True)
def evidence_file(request: SessionRequest) -> Response:
    """The evidence of a session as a file."""
    if request.blind:
        raise HttpProblem("names-hidden", 403)
    file = BytesIO()
    write_evidence(request.service.sessions, request.view.id, file)
    name = f"{request.view.setup.game}-{str(request.view.id)[:8]}.griffier"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(file.getvalue(), headers=headers, media_type="application/octet-stream")


@pages.page("/verify")
def verify(request: ApiRequest) -> Response:
    """The page that checks evidence; it works from a saved copy, too."""
    headers = {"content-security-policy": VERIFIER_POLICY}
    return Response(VERIFIER_PAGE.read_bytes(), headers=headers, media_type="text/html; charset=utf-8")


@pages.page("/verify.py")
def verify_program(request: ApiRequest) -> Response:
    """The program that checks evidence."""
    headers = {"content-disposition": 'attachment; filename="verify.py"'}
    return Response(VERIFIER_PROGRAM.read_bytes(), headers=headers, media_type="text/x-python; charset=utf-8")
