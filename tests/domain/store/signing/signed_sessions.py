"""Signed sessions for tests: play one, read its checkpoints, cosign them, and write its chain anew."""

from base64 import b64decode, b64encode
from uuid import UUID

from domain.errors import Unsound
from domain.sessions.application import Sessions
from domain.sessions.commands import RecordLines
from domain.setup import Setup
from domain.store.mapper import seal, unseal
from domain.store.signing.batch import checkpoint_in, is_checkpoint_signed
from domain.store.signing.merkle import is_included
from domain.store.signing.notes import Checkpoint, key_id, read_checkpoint

HOUSE = {"house": "Open hands, and no advice."}
SETUP = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in", details=HOUSE)
JPEG = b"\xff\xd8 the pixels of a photograph"


def played_session(sessions: Sessions) -> UUID:
    """A session with names, remarks, a photograph, and several commits."""
    session = UUID(sessions.open(SETUP, actor="ann").session)
    for number in range(5):
        sessions.record(session, f'; B "remark {number}"', "B pass", actor="ann", key=f"key {number}")
    sessions.show(session, 1, JPEG, actor="ann")
    return session


def written_at_once(sessions, count: int) -> list:
    """The receipts of a line in each of several sessions, all written by one transaction."""
    tables = [UUID(sessions.open(SETUP, actor="ann").session) for _ in range(count)]
    sent = []

    def send() -> None:
        for table in tables:
            sent.append(sessions.writer.submit(RecordLines(session=table, entries=("B pass",), actor="ann", key="a")))

    sessions.writer.run_exclusively(send)
    return [reply.result() for reply in sent]


def reason(check) -> str:
    """Why a verification fails; empty if it finds nothing."""
    try:
        check()
    except Unsound as unsound:
        return unsound.facts["why"]
    return ""


def checkpoint_of(receipt) -> Checkpoint:
    return read_checkpoint(receipt.proof.checkpoint)[0]


def is_proved(receipt, public: bytes) -> bool:
    """Whether a receipt proves its last event to be in a signed checkpoint."""
    checkpoint, signature = read_checkpoint(receipt.proof.checkpoint)
    path = [b64decode(node) for node in receipt.proof.inclusion]
    leaf = bytes.fromhex(receipt.link)
    signed = is_checkpoint_signed(checkpoint.text, signature, public)
    return signed and is_included(leaf, receipt.version - 1, checkpoint.size, path, checkpoint.root)


def cosignature(sessions, session, private, name="seat/B"):
    """The public key of a device, and its signature of the newest checkpoint."""
    head = sessions.recorder.newest_head(session.hex)
    public = private.public_key().public_bytes_raw()
    signature = key_id(public, f"griffier/{name}") + private.sign(checkpoint_in(head.text).encode())
    return head.size, b64encode(public).decode(), b64encode(signature).decode()


def rewrite_the_chain(past, session):
    """Write all events anew with other content, links and stored heads, as an operator who knows the format can."""
    link, commits = "", []
    for row in past.rows(session):
        sealed = unseal(bytes(row[4]))
        envelope = sealed.envelope
        about = {name: getattr(envelope, name) for name in ("actor", "role", "at", "clock", "cmd", "req")}
        about["actor"] = "eve" if envelope.actor == "ann" else envelope.actor
        made = seal(session, str(session), envelope.seq, link or envelope.prev, sealed.event, about)
        past.put(session, row[2], (*row[:4], made.raw, row[5]))
        link = made.link
        commits.append(f"{session.hex}:{envelope.seq}:{link}")
    past.do("DELETE FROM commits")
    for heads in commits:
        past.do("INSERT INTO commits (heads) VALUES (?)", heads)
