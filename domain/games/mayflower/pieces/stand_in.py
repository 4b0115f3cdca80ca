"""Stand-in faces, invented for demos, simulations and benchmarks. They are not the faces of the real game.

They satisfy what the rulebook says: fifty different faces, three kinds of edge, roads that end at crossings, cities
and farms, tiles with two portions of a city, tiles with a small and a large plain, relays, shields, animals, farms.
"""

from __future__ import annotations

STAND_IN_FACES = {
    "A": "PPPP;P(N,E,S,W);F",
    "B": "PPRP;R(S>f);P(N,E,S-,S+,W)*;F",
    "C": "PRPR;R(E,W);P(N,E-,W+)*;P(E+,S,W-)",
    "D": "PRPR;R(E,W)$;P(N,E-,W+);P(E+,S,W-)",
    "E": "CCCC;C(N,E,S,W)!",
    "F": "CCPC;C(N,E,W)!;P(S)",
    "G": "CCPC;C(N,E,W);P(S)*",
    "H": "PPRR;R(S,W);P(N,E,S-,W+)*;P(S+,W-)",
    "I": "PPRR;R(S,W)$;P(N,E,S-,W+)**;P(S+,W-)",
    "J": "RRRR;R(N>x);R(E>x);R(S>x);R(W>x);P(N+,E-);P(E+,S-);P(S+,W-)*;P(W+,N-)",
    "K": "PPRR;R(S,W);P(N,E,S-,W+);P(S+,W-)",
    "L": "PRRR;R(E>x);R(S>x);R(W>x);P(N,E-,W+);P(E+,S-);P(S+,W-)",
    "M": "PRRR;R(E>x);R(S>x)$;R(W>x);P(N,E-,W+)**;P(E+,S-);P(S+,W-)",
    "N": "CPPP;C(N);P(E,S,W)*",
    "O": "CPPP;C(N);P(E,S,W)***",
    "P": "CCPP;C(N,E);P(S,W)*",
    "Q": "PRPR;R(E,W);P(N,E-,W+);P(E+,S,W-)",
    "R": "CPPP;C(N);P(E,S,W)",
    "S": "CPCP;C(N,S)!;P(E);P(W)",
    "T": "CPCP;C(N);C(S);P(E,W)**",
    "U": "CRPR;C(N);R(E,W);P(E-,W+);P(E+,S,W-)*",
    "V": "CRPR;C(N);R(E,W)$;P(E-,W+);P(E+,S,W-)",
    "W": "CCPP;C(N);C(E);P(S,W)*",
    "X": "CCRC;C(N,E,W);R(S>c);P(S-);P(S+)",
    "Y": "CCRC;C(N,E,W)!;R(S>c);P(S-);P(S+)*",
    "Z": "CPRP;C(N);R(S>c);P(E,S-);P(S+,W)",
    "AA": "CPRP;C(N);R(S>c)$;P(E,S-);P(S+,W)*",
    "AB": "CRRR;C(N);R(E>x);R(S>x);R(W>x);P(E-,W+);P(E+,S-);P(S+,W-)*",
    "AC": "CPRR;C(N);R(S,W);P(E,S-,W+)*;P(S+,W-)",
    "AD": "CRRP;C(N);R(E,S);P(E-,S+,W);P(E+,S-)*",
    "AE": "CRRR;C(N);R(E>x);R(S>x)$;R(W>x);P(E-,W+);P(E+,S-)*;P(S+,W-)",
    "AF": "RRRR;R(N>x)$;R(E>x);R(S>x);R(W>x);P(N+,E-);P(E+,S-)*;P(S+,W-);P(W+,N-)",
    "AG": "CCRR;C(N,E);R(S,W);P(S-,W+);P(S+,W-)*",
    "AH": "CCPP;C(N,E);P(S,W)",
    "AI": "CCPP;C(N,E)!;P(S,W)**",
    "AJ": "PPPP;P(N,E,S,W)**",
    "AK": "PPPP;P(N,E,S,W)*;F",
    "AL": "CCRR;C(N,E)!;R(S,W)$;P(S-,W+);P(S+,W-)",
    "AM": "PRPR;R(E,W);P(N,E-,W+)**;P(E+,S,W-)*",
    "AN": "PPRR;R(S,W);P(N,E,S-,W+)**;P(S+,W-)*",
    "AO": "CPCP;C(N,S);P(E)*;P(W)",
    "AP": "CCCC;C(N,E);C(S,W)",
    "AQ": "CPCP;C(N);C(S);P(E,W)",
    "AR": "PRPR;R(E>f);R(W>f);P(N,E-,W+);P(E+,S,W-)*;F",
    "AS": "CPPP;C(N)!;P(E,S,W)",
    "AT": "PPRP;R(S>f);P(N,E,S-,S+,W);F",
    "AU": "CRPP;C(N);R(E>c);P(E-);P(E+,S,W)*",
    "AV": "CPPR;C(N);R(W>c);P(E,S,W-)*;P(W+)",
    "AW": "CRRP;C(N);R(E>c);R(S>c);P(E-);P(E+,S-)*;P(S+,W)",
    "AX": "CRCR;C(N);C(S);R(E,W);P(E-,W+);P(E+,W-)",
}

# Ten start spaces from north to south, with three towns: two begun cities and a road that ends at the third.
STAND_IN_COAST = (
    "P?PP;P(N,S,W)",
    "P?PC;C(W);P(N,S)",
    "P?PP;P(N,S,W)*",
    "P?PR;R(W>c);P(N,W+);P(S,W-)",
    "P?PP;P(N,S,W)",
    "P?PR;R(W>c)$;P(N,W+);P(S,W-)",
    "P?PP;P(N,S,W)*",
    "P?PC;C(W);P(N,S)",
    "P?PP;P(N,S,W)",
    "P?PP;P(N,S,W)",
)
