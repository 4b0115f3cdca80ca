"""Checkpoints as signed notes, in the forms of C2SP tlog-checkpoint and signed-note: three lines and signatures."""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from domain.errors import Unsound

KEY_NAME = "griffier"
ED25519 = b"\x01"  # the type of a signature, in the id of its key
BATCH = b"\xffgriffier/batch"  # the type of a signature that several checkpoints share
SIGNATURE_MARK = "— "


class Checkpoint(Struct, frozen=True):
    """The root of a log's tree at a size."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"

    @property
    def short_form(self) -> str:
        """Twenty characters in groups of four that people can compare."""
        digest = sha256(self.text.encode()).hexdigest()[:20].upper()
        return " ".join(digest[at : at + 4] for at in range(0, 20, 4))


def key_id(key: bytes, name: str = KEY_NAME, kind: bytes = ED25519) -> bytes:
    """The four bytes that say which key made a signature, and of which type it is."""
    return sha256(name.encode() + b"\n" + kind + key).digest()[:4]


def note(text: str, signature: str, name: str = KEY_NAME) -> str:
    """A text with its signature."""
    return f"{text}\n{SIGNATURE_MARK}{name} {signature}\n"


def read_checkpoint(text: str) -> tuple[Checkpoint, str]:
    """The checkpoint in a note, and its signature in base64; raises Unsound if it is none."""
    try:
        body, _, signed = text.partition("\n\n")
        origin, size, root = body.split("\n")
        checkpoint = Checkpoint(origin, int(size), b64decode(root, validate=True))
        name, signature = signed.removeprefix(SIGNATURE_MARK).removesuffix("\n").split(" ")
        if note(checkpoint.text, signature, name) != text or len(checkpoint.root) != 32:
            raise ValueError(text)
    except ValueError as error:
        raise Unsound(why="checkpoint", seq=0) from error
    return checkpoint, signature


def is_signed(text: str, signature: str, key: bytes, name: str = KEY_NAME) -> bool:
    """Whether a signature, in the form of `signature_of`, is that of a key under a text."""
    try:
        raw = b64decode(signature, validate=True)
    except ValueError:
        return False
    return raw[:4] == key_id(key, name) and has_signature(text, raw[4:], key)


def has_signature(text: str, signature: bytes, key: bytes) -> bool:
    """Whether the 64 bytes of an Ed25519 signature are those of a key under a text."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text.encode())
    except (ValueError, InvalidSignature):
        return False
    return True
