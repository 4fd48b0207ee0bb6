"""A link to a device: what breaks is said, tried again, and never reaches the caller."""

import pytest

from companion.changes import Changes
from companion.errors import DeviceError
from companion.link import FIRST_WAIT_S, LONGEST_WAIT_S, Link
from companion.notices import Notices


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Device:
    def __init__(self, failures):
        self.failures = failures
        self.closed = 0

    def act(self):
        if self.failures and (error := self.failures.pop(0)):
            raise error
        return "done"

    def close(self):
        self.closed += 1


@pytest.fixture
def notices():
    return Notices(Changes())


def texts(notices):
    return [n.text for n in notices.all()]


def test_link_opens_when_first_used_and_returns_the_result(notices):
    opened = []
    link = Link("lamp", lambda: opened.append(Device([])) or opened[-1], notices)
    assert opened == []
    assert [link.use(Device.act), link.use(Device.act)] == ["done", "done"]
    assert len(opened) == 1


def test_link_says_what_broke_waits_and_comes_back(notices):
    clock, device = Clock(), Device([DeviceError("The lamp is dark; plug it in.")])
    link = Link("lamp", lambda: device, notices, clock)
    assert link.use(Device.act) is None
    assert texts(notices) == ["The lamp is dark; plug it in."]
    assert (device.closed, link.device) == (1, None)
    assert link.use(Device.act) is None
    clock.now = FIRST_WAIT_S
    assert link.use(Device.act) == "done"
    assert texts(notices) == []


def test_link_waits_longer_and_longer_while_every_call_fails(notices):
    clock, tries = Clock(), []

    def always():
        tries.append(clock.now)
        return Device([RuntimeError("smoke")])

    link = Link("camera", always, notices, clock)
    while clock.now < 120:
        assert link.use(Device.act) is None
        clock.now += 0.25
    waits = [b - a for a, b in zip(tries, tries[1:], strict=False)]
    assert waits[:4] == [0.5, 1, 2, 4]
    assert max(waits) == LONGEST_WAIT_S
    assert texts(notices) == ["The camera stopped working (smoke); check its cable. It is tried again by itself."]


def test_link_survives_a_device_that_cannot_even_be_closed(notices):
    class Stubborn(Device):
        def close(self):
            raise OSError("no")

    link = Link("lamp", lambda: Stubborn([RuntimeError("smoke")]), notices)
    assert link.use(Device.act) is None
    assert link.device is None
