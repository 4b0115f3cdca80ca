"""A blind hearing shows no name, letter or colour of a seat, not even in texts that people wrote."""

import msgspec
import pytest

from replays.disputes.blind_view import nameless_setup, without_names
from replays.disputes.hearing import hearing_of, read_ruling
from replays.record_text import read_record

TABLE = """griffier 1
game new-haven   variants -   readings -
seats {seats}   first {first}   faces stand-in   help on
  1    - pool W1 S3 T2 R6 W4
  2    {first} harvest c2 TS/WS
  3    {first} build R3 up 3.1
  4 !  {second} 3 Bo-cheats "Ana cheats, says B; the blue one"
"""


def table_of(*seats):
    session, troubles = read_record(
        TABLE.format(
            seats=" ".join(f"{letter}={name}" for letter, name in seats), first=seats[0][0], second=seats[1][0]
        )
    )
    assert not troubles
    return session


def test_a_made_up_clause_of_a_claim_is_not_shown():
    hearing = msgspec.json.encode(hearing_of(table_of(("B", "Ana"), ("Y", "Bo")), 4, "en")).decode()

    assert "Ana" not in hearing and "Bo" not in hearing and "blue" not in hearing and '"β"' in hearing


@pytest.mark.parametrize("seats", [(("B", "Ana"), ("Y", "Bo")), (("β", "Ana"), ("α", "Bo"))])
def test_a_ruling_written_blind_is_about_the_seat_that_is_meant(seats):
    setup = table_of(*seats).setup
    first, second = nameless_setup(setup).seats

    assert read_ruling(f"$ 4 warn {first} NH-BUILD-3", setup).seat == 0
    assert read_ruling(f"$ 4 warn {second} NH-BUILD-3", setup).seat == 1


def test_seat_letters_are_hidden_only_where_written_as_such():
    setup = table_of(("A", "Ana"), ("Y", "Bo")).setup

    assert without_names("a tile of A is a blue one, said ANA", setup) == "a tile of α is a … one, said α"
