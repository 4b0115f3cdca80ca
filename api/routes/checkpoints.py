"""The signed checkpoint of a session: for receipts to be compared, and for players who are its witnesses."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from api.http.requests.request import ApiRequest, SessionRequest
from api.http.routing import Routes
from domain.sessions.roles import AT_ONCE, READ, SIGN, Grant
from domain.store.signing.batch import CommitHeads
from domain.store.signing.merkle import MerkleTree
from domain.store.signing.notes import read_checkpoint
from domain.store.signing.register import COSIGNED, stored_state

routes = Routes("proof")


class CheckpointQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The size of a checkpoint that was kept, which the newest one must extend."""

    since: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class SignedCheckpoint(Struct, frozen=True, kw_only=True):
    """The newest checkpoint of a session, and that of the register of all sessions, as signed notes.

    The form of a note is that of C2SP tlog-checkpoint.
    `consistency` proves (RFC 9162) that it extends the checkpoint of size `since`; it is empty where that is not
    smaller. `restored` counts how often the service was restored from an older state. Where `stopped`, it was
    restored and nothing is signed until its operator says so. Without any checkpoint all texts are empty.
    """

    session: str
    size: int
    checkpoint: str
    short: str
    consistency: list[str]
    register: str
    restored: int
    stopped: bool


@routes.session_get(
    "/sessions/{session}/checkpoint",
    query=CheckpointQuery,
    response=SignedCheckpoint,
    permission=READ,
    heavy=lambda query: query.since > 0,  # the proof reads every event of the session
)
def newest_checkpoint(request: SessionRequest) -> SignedCheckpoint:
    """The newest signed checkpoint; where lines become public later, only once all of them are."""
    return checkpoint_of(request, request.query.since)


def checkpoint_of(request: SessionRequest, since: int) -> SignedCheckpoint:
    """The newest signed checkpoint, with the proof that it extends the one of size `since`."""
    store, signer = request.service.sessions.recorder, request.service.writer.signer.register
    whole = request.service.sessions.view(request.view.id)
    head = store.newest_head(whole.id.hex) if request.view.lines == whole.lines else None
    note = CommitHeads(store.heads_with(head.number)).note(head) if head is not None else ""
    return SignedCheckpoint(
        session=str(whole.id),
        size=head.size if head is not None and note else 0,
        checkpoint=note,
        short=read_checkpoint(note)[0].short_form if note else "",
        consistency=_consistency(request, since, head.size) if head is not None and note else [],
        register=store.newest_note() if note else "",
        restored=stored_state(store).epoch - 1,  # another process may have resumed the signing
        stopped=bool(signer.stopped),
    )


def _consistency(request: SessionRequest, since: int, size: int) -> list[str]:
    """The proof that the checkpoint of a size extends the one that the reader kept."""
    if not 0 < since < size:
        return []
    tree = MerkleTree()
    tree.extend(map(bytes.fromhex, request.service.sessions.links(request.view.id, size)))
    return [b64encode(node).decode() for node in tree.consistency(since)]


class CosignatureBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device's signature of the three lines of the checkpoint of a size.

    Its Ed25519 key, and its signature as a note has it, are in Base64.
    """

    size: Annotated[int, Meta(ge=1, le=10_000_000)]
    key: Annotated[str, Meta(min_length=44, max_length=44)]
    signature: Annotated[str, Meta(min_length=92, max_length=92)]


class Cosignature(Struct, frozen=True, kw_only=True):
    """Who signed which checkpoint of a session, with the key of a device."""

    session: str
    size: int
    signer: str
    key: str


class CosignatureList(Struct, frozen=True, kw_only=True):
    """Every cosignature of a session, in the order they were made."""

    cosignatures: list[Cosignature]


@routes.post(
    "/sessions/{session}/cosignatures",
    body=CosignatureBody,
    response=Cosignature,
    permission=SIGN,
    status=201,
    example={"size": 3, "key": 43 * "A" + "=", "signature": 91 * "A" + "="},  # a real one differs at every table
)
async def cosign(request: ApiRequest) -> Cosignature:
    """Sign a checkpoint of the session with the key of one's device: a seat at closing, an arbiter after a ruling.

    The name of the key in the note is `griffier/seat/` and the letter, or `griffier/`, another role, `/` and the grant.
    """
    view, grant = await request.service.authorized(request.session, request.token, SIGN)
    body: CosignatureBody = request.body
    who = signer_of(view.setup.seats, grant)
    arguments = (view.id, who, body.size, body.key, body.signature)
    await request.service.run_in_thread(request.service.sessions.cosign, *arguments)
    return Cosignature(session=str(view.id), size=body.size, signer=who, key=body.key)


@routes.session_get("/sessions/{session}/cosignatures", response=CosignatureList, permission=READ)
def cosignatures(request: SessionRequest) -> CosignatureList:
    """Every signature that players and arbiters made of checkpoints of the session."""
    return CosignatureList(cosignatures=cosignatures_of(request))


def cosignatures_of(request: SessionRequest) -> list[Cosignature]:
    """The cosignatures of a session."""
    signatures: list[Cosignature] = []
    if request.blind:  # the seats have no letters for this reader
        return signatures
    for entry in request.service.sessions.recorder.other_entries(request.view.id.hex):
        if entry.text.startswith(f"{COSIGNED}\n"):
            _, _, size, _, signer, key, _, _ = entry.text.split("\n")
            signatures.append(Cosignature(session=str(request.view.id), size=int(size), signer=signer, key=key))
    return signatures


def signer_of(seats: Sequence[str], grant: Grant | None) -> str:
    """The name under which the holder of a grant signs; empty without a grant that writes."""
    if grant is None or grant.role not in AT_ONCE:
        return ""
    return f"seat {seats[grant.seat]}" if grant.seat is not None else f"{grant.role} {grant.grant}"
