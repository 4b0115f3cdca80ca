"""The signing key and the newest checkpoint of each register: files outside the database and its backups."""

from __future__ import annotations

import logging
import os
import secrets
import time
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from domain.errors import KeyUnusable, Unsound
from domain.store.signing.batch import batch_text
from domain.store.signing.notes import BATCH, key_id, read_checkpoint

log = logging.getLogger("griffier.signing")
KEY_FILE = "signing.pem"
KEPT_SIZE = 512  # bytes of a kept checkpoint: one sector, so that it is written whole
SYNC_INTERVAL = 1.0  # seconds between two syncs of a kept checkpoint


class SigningKey:
    """An Ed25519 key: it signs, and everybody may know its public part."""

    def __init__(self, private: Ed25519PrivateKey):
        self.private = private
        self.public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.id, self.batch_id = key_id(self.public), key_id(self.public, kind=BATCH)

    def signature(self, text: str) -> str:
        """The signature of a text as a note contains it: the id of the key and the signature, in base64."""
        return b64encode(self.id + self.private.sign(text.encode())).decode()

    def shared_signature(self, checkpoints: Sequence[str]) -> str:
        """The signature of one checkpoint, or the part of it that several share."""
        if len(checkpoints) == 1:
            return self.signature(checkpoints[0])
        return b64encode(self.batch_id + self.private.sign(batch_text(checkpoints).encode())).decode()

    def pem(self) -> bytes:
        """The key as its file holds it."""
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


class KeyFolder:
    """The folder of the key; only its owner may read it."""

    def __init__(self, path: Path):
        self.path = path
        self._kept: dict[str, int] = {}  # register -> open file of its newest checkpoint
        self._synced = 0.0

    def key(self) -> SigningKey:
        """The key of this service; it is made when it is first needed. Raises KeyUnusable."""
        file = self.path / KEY_FILE
        try:
            if not file.exists():
                made = self._write(SigningKey(Ed25519PrivateKey.generate()))
                with suppress(FileExistsError):  # of two processes that make the first key at once, one wins
                    os.link(made, file)
                made.unlink()
        except OSError as error:
            raise KeyUnusable(file=str(file), why="unreadable") from error
        return _read_key(file)

    def next_key(self) -> SigningKey:
        """A new key, written beside the present one until the register has it."""
        key = SigningKey(Ed25519PrivateKey.generate())
        self._write(key).replace(self._next)
        return key

    def current_key(self, public: bytes) -> SigningKey:
        """The key of this service, which is the next one from when the register has it."""
        if self._next.exists() and _read_key(self._next).public == public:
            self._next.replace(self.path / KEY_FILE)
        return self.key()

    @property
    def _next(self) -> Path:
        return self.path / f"next-{KEY_FILE}"

    def _write(self, key: SigningKey) -> Path:
        """A new file with a key."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = self.path / f"{secrets.token_hex(8)}.new"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.pem())
            file.flush()
            os.fsync(file.fileno())
        return made

    # The newest checkpoint ----------------------------------------------------------------------------

    def keep(self, register: str, note: str) -> None:
        """Keep the newest checkpoint of a register; it costs no sync, so the last second may be lost in a power cut.

        It is called after the commit, so a file that cannot be written is reported and fails nothing.
        """
        try:
            self._overwrite(register, note)
        except OSError:
            log.exception("the newest checkpoint could not be kept in %s", self.path)

    def _overwrite(self, register: str, note: str) -> None:
        if (file := self._kept.get(register)) is None:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = self._kept[register] = os.open(self._file(register), os.O_RDWR | os.O_CREAT, 0o600)
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, note.encode().ljust(KEPT_SIZE, b"\n"))
        if time.monotonic() - self._synced > SYNC_INTERVAL:
            self._sync(file)

    def kept(self, register: str) -> str:
        """The newest checkpoint that was kept of a register; empty if there is none that can be read."""
        try:
            text = self._file(register).read_text(encoding="utf-8").rstrip("\n") + "\n"
            read_checkpoint(text)
        except (OSError, ValueError, Unsound):
            return ""
        return text

    def close(self) -> None:
        """Sync and close the files of kept checkpoints."""
        while self._kept:
            _, file = self._kept.popitem()
            self._sync(file)
            os.close(file)

    def _sync(self, file: int) -> None:
        os.fsync(file)
        self._synced = time.monotonic()

    def _file(self, register: str) -> Path:
        return self.path / f"newest-{register}"


def _read_key(file: Path) -> SigningKey:
    try:
        mode = file.stat().st_mode & 0o777
        private = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError) as error:
        raise KeyUnusable(file=str(file), why="unreadable") from error
    if os.name == "posix" and mode & 0o077:
        raise KeyUnusable(file=str(file), why="exposed")
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyUnusable(file=str(file), why="unreadable")
    return SigningKey(private)
