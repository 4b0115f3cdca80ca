"""Tells callers apart by their addresses, and believes what a trusted proxy says about them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

HOST_BITS = 64  # of an IPv6 address that its owner may choose freely


@lru_cache(maxsize=4096)
def caller_name(address: str) -> str:
    """The name under which an address is counted: the network of an IPv6 address, else the address itself."""
    if (known := _parsed(address)) is None:
        return address
    if isinstance(known, IPv6Address):
        return str(IPv6Network((known, HOST_BITS), strict=False))
    return str(known)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address as it is written in headers, with or without port; None where it is none."""
    text = text.strip().partition("%")[0]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        known = ip_address(text)
    except ValueError:
        return None
    return (known.ipv4_mapped or known) if isinstance(known, IPv6Address) else known


class TrustedProxies:
    """The addresses and networks of the proxies in front of the service."""

    def __init__(self, proxies: str):
        self.networks = [ip_network(part, strict=False) for part in proxies.replace(",", " ").split()]

    def __contains__(self, address: str) -> bool:
        known = _parsed(address) if self.networks else None
        return known is not None and any(known in network for network in self.networks)

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        """Who sent a request: the last address that no trusted proxy has, of those the proxies name."""
        named = [part for header in forwarded for part in header.split(",")]
        caller = peer
        while caller in self and named:
            if _parsed(caller := named.pop()) is None:
                return caller_name(peer)
        return caller_name(caller)
