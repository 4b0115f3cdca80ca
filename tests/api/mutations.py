"""Damages valid request bodies at random, reproducibly by a seed."""

import json
from random import Random
from typing import Any

ODD_VALUES = (
    b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-0", b"-0.0", b"1.0", b"1e2", b"9007199254740991",
    b"9007199254740992", b"-9007199254740993", b"1" * 25, b"1" * 5000, b"-1", b"0", b"00", b"01", b"+1", b"0x10",
    b"null", b"true", b"false", b"[]", b"{}", b'""', b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\u0000"', b'"a\\u0000b"',
    b'"\xe2\x80\xaeabc"', b'"\\u202e"', b'"\\u200b"', b'"\\ufeff"', b'"e\\u0301"', b'"\xff\xfe"', b'"\xc0\x80"',
    b'"\\ufdd0"', b'"\\uffff"', b'"\xf4\x90\x80\x80"', b'"\xed\xa0\x80"', b"'x'", b"undefined", b"[" * 20 + b"]" * 20,
    b'{"a":' * 20 + b"1" + b"}" * 20, b"[" * 30000, b'{"_type_":"decimal_str","_data_":"1"}', b'"' + b"x" * 9000 + b'"',
    b'{"__class__":"x"}', b'{"$ref":"#"}', b'"../../etc/passwd"', b'"%s%n"', b'"\' OR 1=1 --"',
    b'"<script>"', b'"\\\\"',
    b'"3..7"', b'"?"', b'"-"', b'"0..9007199254740991"', b'"=x"', b'"\\n"', b'"\\t"', b'"\\u2028"',
    b"[[[1]]]", b"/**/1",
)  # fmt: skip
ODD_KEYS = (
    "_type_", "_data_", "__proto__", "actor", "role", "at", "seq", "token", "proof", "grant", "person",
    "session", "key",
    "expected", "version", "link", "prev", "cmd", "req", "used", "closed", "kind", "deed", "guests", "", " ", "lines",
    "seen", "\u0000", "é", "e\u0301", "constructor",
)  # fmt: skip
ODD_WORDS = (
    "9007199254740991", "99999999999999999999", "-1", "0", "?", "-", "0..9", "9..0", "0..9007199254740991",
    "..", "@0/X",
    "@99/NH-BUILD-3", "+9007199254740991", "-9007199254740991", "B", "Y", "Q", '"', '""', '"x', "#", "#>",
    "~", "$", "!",
    ";", "=", "<", "?", "@", "&", "^", "+", "over", "withdraw", "void", "adjust", "adopt", "after", "from", "-- ", "\\",
    "\\n", "×", "𝟘", "٣", "²", "½", "'", "`", "{", "}", "{0}", "{seat}", "%s", "\u00a0", "é", "ﬁ", "🎲", "c3", "c99",
    "TS/WS", "TS/", "/", "W1", "W0", "W99", "up", "down", "1.1", "0.0", "9.9", "1..1", "NH-I-01=one", "NH-Q=x", "=",
)  # fmt: skip
KINDS = (
    b"application/json", b"application/json; charset=utf-8", b"application/json;charset=utf-16", b"text/plain", b"",
    b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"application/json, text/plain", b"\xff",
    b"APPLICATION/JSON", b"application/problem+json", b"text/html",
)  # fmt: skip
ENCODINGS = (b"identity", b"gzip", b"deflate, gzip", b"br", b"x", b"")


SOME_DAMAGES, MANY_DAMAGES = (0, 0, 0, 0, 1, 1, 2, 4), (1, 2, 2, 3, 4)  # how often the bytes of a body are damaged


class Mutator:
    """Damages good bodies; the same seed damages them the same way."""

    def __init__(self, seed: int, damages: tuple[int, ...] = SOME_DAMAGES):
        self.chance, self.damages = Random(seed), damages

    def body(self, one: Any) -> bytes:
        """A body, damaged as a value, as bytes, as both, or not at all."""
        chance = self.chance
        if isinstance(one, bytes):
            raw = one
        elif isinstance(one, str):
            raw = self.words(one).encode("utf-8", "surrogatepass")
        else:
            for _ in range(chance.randrange(3)):
                one = self.value(one)
            raw = json.dumps(one, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
        for _ in range(chance.choice(self.damages)):
            raw = chance.choice((self.odd, self.flipped, self.cut, self.doubled, self.recoded, self.framed))(raw)
        return raw[:70_000]

    # As a value -------------------------------------------------------------------------------------------------

    def value(self, one: Any) -> Any:
        """A JSON value with one change."""
        chance = self.chance
        if isinstance(one, dict) and one and chance.random() < 0.8:
            key = chance.choice([*one])
            how = chance.random()
            if how < 0.55:
                return {**one, key: self.value(one[key])}
            if how < 0.7:
                return {**one, chance.choice(ODD_KEYS): chance.choice([*one.values(), "x", 1, None])}
            if how < 0.8:
                return {name: inner for name, inner in one.items() if name != key}
            return {
                **{name: inner for name, inner in one.items() if name != key},
                key + chance.choice("x \u0301"): one[key],
            }
        if isinstance(one, list) and one and chance.random() < 0.8:
            at = chance.randrange(len(one))
            how = chance.random()
            if how < 0.7:
                return [*one[:at], self.value(one[at]), *one[at + 1 :]]
            return one * chance.choice((0, 2, 3, 50)) if how < 0.85 else [*one, one]
        if isinstance(one, str):
            return self.words(one)
        if isinstance(one, int):
            return chance.choice((one + 1, -one, one * 10**6, str(one), 2**53 - 1, 2**53, not one, [one], None))
        return chance.choice((None, True, "", 0, [], {}, "x", one))

    def words(self, text: str) -> str:
        """A text with one word or a few characters changed."""
        chance, parts = self.chance, text.split(" ")
        at = chance.randrange(len(parts))
        how = chance.random()
        if how < 0.45:
            parts[at] = chance.choice(ODD_WORDS)
        elif how < 0.6:
            parts.insert(at, chance.choice(ODD_WORDS))
        elif how < 0.7:
            del parts[at]
        elif how < 0.75:
            parts = parts * chance.choice((2, 30))
        elif how < 0.85:
            parts[at] += chance.choice(("\u0301", "\u202e", "\u0000", "\n", "x", "\ud800", "0" * 40, "\u2028"))
        else:
            chance.shuffle(parts)
        return " ".join(parts)

    # As bytes ---------------------------------------------------------------------------------------------------

    def odd(self, raw: bytes) -> bytes:
        """A body in which one value is replaced by an unusual one."""
        starts = [at for at, sign in enumerate(raw) if sign in b":,["] or [0]
        at = self.chance.choice(starts) + 1
        ends = [raw.find(sign, at) for sign in (b",", b"]", b"}")]
        end = min((end_at for end_at in ends if end_at >= 0), default=len(raw))
        return raw[:at] + self.chance.choice(ODD_VALUES) + raw[end:]

    def flipped(self, raw: bytes) -> bytes:
        """A body with some bytes changed."""
        made = bytearray(raw or b"x")
        for _ in range(self.chance.choice((1, 1, 2, 8))):
            made[self.chance.randrange(len(made))] = self.chance.randrange(256)
        return bytes(made)

    def cut(self, raw: bytes) -> bytes:
        """A body with a piece missing."""
        start = self.chance.randrange(len(raw) + 1)
        return raw[:start] + raw[start + self.chance.choice((1, 3, 10_000)) :]

    def doubled(self, raw: bytes) -> bytes:
        """A body with a piece repeated, once or very often."""
        start = self.chance.randrange(len(raw) + 1)
        piece = raw[start : start + self.chance.choice((1, 5, 40))]
        return raw[:start] + piece * self.chance.choice((2, 2, 3, 1000)) + raw[start:]

    def recoded(self, raw: bytes) -> bytes:
        """A body in another text encoding, or with a byte order mark."""
        chance, text = self.chance, raw.decode("utf-8", "replace")
        return chance.choice((
            b"\xef\xbb\xbf" + raw, text.encode("utf-16"), text.encode("utf-16-le"), text.encode("utf-32"),
            text.encode("utf-7"), text.encode("latin-1", "replace"), b"\x1f\x8b" + raw,
        ))  # fmt: skip

    def framed(self, raw: bytes) -> bytes:
        """A body with something added before, after or around it."""
        chance = self.chance
        odd = chance.choice((b"\0", b" " * 5000, b"\n", b",", b"]", b"}", b"//", b"{}", *ODD_VALUES))
        return chance.choice((odd + raw, raw + odd, b"[" + raw + b"]", raw + raw))

    # Around it --------------------------------------------------------------------------------------------------

    def headers(self, kind: bytes) -> list[tuple[bytes, bytes]]:
        """The headers of a request, mostly valid ones."""
        chance = self.chance
        made = [(b"content-type", kind if chance.random() < 0.93 else chance.choice(KINDS))]
        if chance.random() < 0.03:
            made.append((b"content-encoding", chance.choice(ENCODINGS)))
        if chance.random() < 0.03:
            made.append((b"content-length", chance.choice((b"0", b"-1", b"\xb2", b"9" * 30, b"x"))))
        if chance.random() < 0.1:
            key = chance.choice((b"k", b"a b", b"\xe9", b"x" * 201, b"x" * 200, b"", b"arrive-0", b"k"))
            made.append((b"idempotency-key", key))
        return made

    def parts(self, raw: bytes) -> list[bytes]:
        """The body cut into pieces, some of them empty."""
        if self.chance.random() < 0.9:
            return [raw]
        cuts = sorted(self.chance.randrange(len(raw) + 1) for _ in range(self.chance.randrange(6)))
        return [raw[one:two] for one, two in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
