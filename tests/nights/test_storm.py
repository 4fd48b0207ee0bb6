"""Nothing is lost and nothing doubled, whatever breaks: a real Mosquitto, cut connections, kill -9 on everything.

A sample; ``make soak`` runs it with 200 tables and a broker that is killed ten times.
"""

import pytest

from tests.nights.night import MOSQUITTO
from tests.nights.storm import storm

pytestmark = [
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
    # paho leaves it to the garbage collector to close a socket whose TLS handshake was cut.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def test_storm_leaves_every_journal_whole(tmp_path):
    found = storm(tmp_path, tables=10, events=50, broker_kills=3, hub_kills=2, pause_s=0.08)
    assert (found.lost, found.doubled, found.identical, found.signed) == (0, 0, 10, 10)
    assert found.entries == 500
    assert found.cuts > 0
    assert found.in_play > 0
