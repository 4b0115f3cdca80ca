"""Evidence files that an operator exports from a changed store, with a program that verifies nothing before."""

import io
from collections.abc import Callable, Iterator
from uuid import UUID

from msgspec import Struct

from domain.sessions.application import Sessions
from domain.sessions.evidence import write_evidence
from domain.store.chain import ChainVerifier
from domain.store.mapper import unseal
from domain.store.side_tables import SideTables
from domain.store.signing.register import name_entry
from tests.domain.store.raw_database import owner
from tests.domain.store.signing import test_operator_changes as changes
from tests.domain.store.signing.signed_sessions import played_session, rewrite_the_chain

TAMPERING: tuple[Callable, ...] = (
    changes.change_a_name,
    changes.remove_a_name,
    changes.remove_a_text,
    changes.remove_a_picture,
    changes.change_a_picture,
    rewrite_the_chain,
    changes.cut_the_tail,
)


class _Unverified(Struct):
    """Sessions whose evidence is written without a check."""

    recorder: SideTables

    def verify(self, session: UUID) -> ChainVerifier:
        """The end of the chain, as it is stored."""
        last = unseal(bytes(self.recorder.events(session, None)[-1][2]))
        return ChainVerifier(session, last.envelope.seq, last.link, last.envelope.at)


def unverified_file(sessions: Sessions, session: UUID) -> bytes:
    file = io.BytesIO()
    write_evidence(_Unverified(sessions.recorder), session, file)  # type: ignore[arg-type]
    return file.getvalue()


def resign(sessions: Sessions, session: UUID) -> None:
    """Make the register anew from what is stored, with the true key; the salts of names stay, as the ids need them."""
    with owner(sessions.url) as past:
        for table in ("register", "register_heads"):
            past.do(f"DELETE FROM {table}")
        salts = past.do("SELECT person, salt FROM name_salts")
    names = sessions.recorder.names(person for person, _ in salts)
    entries = [name_entry(person, bytes(salt), names[person]) for person, salt in salts if person in names]
    register = sessions.writer.signer.register
    register.reload()
    register.append(entries, sessions.now())
    sessions.writer.run_exclusively(lambda: None, session)


def tampered_files(sessions: Sessions, tamper: Callable | None, anew: bool) -> tuple[bytes, str]:
    """The evidence of a changed session, and a checkpoint that a player kept before; signed `anew` after the change."""
    session = played_session(sessions)
    kept = sessions.record(session, '; B "kept"', "B pass", actor="ann").proof.checkpoint
    with owner(sessions.url) as past:
        past.drop_triggers()
        if tamper is not None:
            tamper(past, session)
    sessions.writer.run_exclusively(lambda: None, session)
    if anew:
        resign(sessions, session)
        sessions.record(session, "Y pass", actor="ann")
    return unverified_file(sessions, session), kept


def every_case() -> Iterator[tuple[Callable | None, bool]]:
    """Each change, signed anew or not; without a change these are the controls."""
    for tamper in (None, *TAMPERING):
        yield tamper, False
        yield tamper, True
