"""The watchdog hears of us while every loop turns, and a start counts as good after a while."""

import socket

import pytest

from companion.machine import tell_system, watchdog_s
from companion.pulse import LATE_S, Pulse


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_it_says_that_we_live_until_a_loop_hangs(clock):
    heard, beats = [], {"watch": 100.0, "lamps": 100.0}
    pulse = Pulse(lambda: beats, lambda: None, 30, tell=lambda *w: heard.append(w) or True, now_s=clock)
    pulse.tick()
    clock.now += LATE_S + 1
    beats["lamps"] = clock.now
    pulse.tick()
    assert heard == [("WATCHDOG=1",)]
    beats["watch"] = clock.now
    pulse.tick()
    assert heard == [("WATCHDOG=1",)] * 2


def test_a_start_is_good_once_after_its_time_and_never_while_a_loop_hangs(clock):
    good, beats = [], {"watch": 100.0}
    pulse = Pulse(lambda: beats, lambda: good.append(clock.now), LATE_S + 10, tell=lambda *_: True, now_s=clock)
    pulse.tick()
    clock.now += LATE_S + 20
    pulse.tick()
    assert good == []
    beats["watch"] = clock.now
    pulse.tick()
    pulse.tick()
    assert good == [clock.now]


def test_the_system_hears_what_is_told(tmp_path, monkeypatch):
    assert tell_system("READY=1") is False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert tell_system("READY=1", "STATUS=up")
        assert ear.recv(100) == b"READY=1\nSTATUS=up"
    assert tell_system("READY=1") is False


def test_the_watchdog_is_only_ours_if_it_names_us(monkeypatch):
    assert watchdog_s() == 0.0
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_s() == 30.0
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_s() == 0.0
