"""Messages survive the way, and whatever strange thing is sent never becomes an error or an endless text."""

import json
import random

import pytest

from companion.network.messages import MOST_CHARACTERS, Answer, Sketch, Status, pack, unpack
from companion.network.topics import Address, is_name, name_from, parse, topic
from companion.words import Said, say, translate

SKETCH = Sketch(
    name="Tisch 7", game="tundra", id="tundra-4", title="Tundra", names=("Änne", "Ben"), scores=(3, -1), round=2,
    phase="Set-up", headline=say("@{seat} takes {n} cubes", seat=1, n=2), turn=1, asked=(0, 1), asks=("Roll",),
    trouble=(say("The camera does not answer ({error}).", error=say("no cable")),), seq=12,
)  # fmt: skip


@pytest.mark.parametrize("message", [SKETCH, Sketch(), Status(True, 4, "k", "0.1"), Answer(3, True, say("a {b}", b=1))])
def test_message_survives_the_way(message):
    assert unpack(type(message), pack(message)) == message


def test_sentences_can_still_be_translated_at_the_other_end():
    read = unpack(Sketch, pack(SKETCH))
    assert translate(read.headline, {"@{seat} takes {n} cubes": "@{seat} nimmt {n} Würfel"}) == "@1 nimmt 2 Würfel"
    german = {"The camera does not answer ({error}).": "Die Kamera schweigt ({error}).", "no cable": "kein Kabel"}
    assert translate(read.trouble[0], german) == "Die Kamera schweigt (kein Kabel)."


def test_newer_keys_are_passed_over():
    assert unpack(Status, b'{"online":true,"battery":0.4}') == Status(True)


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"\xff\xfe", b'{"scores":"many"}', b'{"online":1}', b'{"names":[{}]}', b'{"seq":1e99}',
                b"[" * 100_000, b'{"turn":"me"}', b'{"scores":[true]}', b'{"round":99999999999999999999}'],
)  # fmt: skip
def test_nonsense_is_no_message(payload):
    assert unpack(Status, payload) is None or unpack(Sketch, payload) is None


@pytest.mark.parametrize("template", ["{a:>1000000000}", "{a.__class__}", "{a[0]}", "{", "{0}", "{b}", "{a!a}"])
def test_template_can_neither_reach_into_objects_nor_grow_without_end(template):
    read = unpack(Sketch, json.dumps({"headline": [template, {"a": "x"}]}).encode())
    assert read is not None
    assert len(read.headline) <= MOST_CHARACTERS
    assert not isinstance(read.headline, Said) or str(read.headline) == template.replace("{a}", "x")


def test_random_bytes_are_never_an_error():
    dice = random.Random(5)
    whole = pack(SKETCH)
    for _ in range(3000):
        spoilt = bytearray(whole)
        for _ in range(dice.randrange(1, 6)):
            spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
        unpack(Sketch, bytes(spoilt))


def test_topics_name_one_table_and_one_part():
    assert parse(topic("table-07", "journal")) == Address("table-07", "journal")
    assert [
        parse(t) for t in ("x", "companion/v1/a", "companion/v1/a/b/c", "companion/v1/A/journal", "companion/v1//x")
    ] == [None] * 5
    assert [is_name(n) for n in ("table-07", "", "Table", "a/b", "+", "#", "a" * 41)] == [True, *[False] * 6]
    assert name_from("Tisch Nr. 7") == "tisch-nr-7"
