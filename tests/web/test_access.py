"""Codes, devices and seats."""

import stat
from pathlib import Path
from typing import Any

import pytest

from web.access import (
    ALPHABET,
    CODE_LENGTH,
    TRIES_IN_ALL,
    TRIES_PER_ADDRESS,
    WINDOW_S,
    Access,
    Guesses,
    Refused,
    tidy_code,
)
from web.guard import is_here, is_home_name


class Hand:
    """A clock that a test moves by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_code_is_long_and_readable() -> None:
    access = Access()
    assert len(access.code) == CODE_LENGTH
    assert set(access.code + access.host_code) <= set(ALPHABET)
    assert access.code != Access().code


@pytest.mark.parametrize(("typed", "meant"), [("k7f 2qd", "K7F2QD"), ("K7F-2QD", "K7F2QD"), ("k7f2od", "K7F2QD")])
def test_code_may_be_typed_as_people_do(typed: str, meant: str) -> None:
    assert tidy_code(typed) == meant


def test_devices_and_codes_survive_a_restart(tmp_path: Path) -> None:
    first = Access(tmp_path)
    device = first.take(first.join(first.code, "10.0.0.2", "Anna"), 1)
    again = Access(tmp_path)
    assert (again.code, again.host_code) == (first.code, first.host_code)
    assert again.device(device.id) == device
    assert again.csrf(device) == first.csrf(device)


def test_kept_file_is_for_the_owner_alone(tmp_path: Path) -> None:
    Access(tmp_path)
    assert stat.S_IMODE((tmp_path / "access.json").stat().st_mode) == 0o600


def test_damaged_file_lets_everybody_join_anew(tmp_path: Path) -> None:
    (tmp_path / "access.json").write_text("{broken")
    access = Access(tmp_path)
    assert access.devices() == ()
    assert access.join(access.code, "10.0.0.2").role == "spectator"


def test_host_code_makes_a_host_and_table_code_does_not() -> None:
    access = Access()
    assert access.join(access.host_code, "10.0.0.2").role == "host"
    assert access.join(access.code, "10.0.0.3").role == "spectator"


def test_taken_seat_needs_the_host() -> None:
    access = Access()
    anna, ben = access.join(access.code, "10.0.0.2"), access.join(access.code, "10.0.0.3")
    assert access.take(anna, 0).role == "seat"
    waiting = access.take(ben, 0)
    assert (waiting.seats, waiting.wants) == ((), 0)
    access.decide(waiting, False)
    refused = access.device(ben.id)
    assert refused is not None and (refused.seats, refused.wants) == ((), None)
    access.decide(access.take(refused, 0), True)
    holder = access.holder(0)
    assert holder is not None and holder.id == ben.id
    assert (access.device(anna.id) or anna).seats == ()


def test_new_game_seats_those_who_bear_its_names() -> None:
    access = Access()
    anna = access.join(access.code, "10.0.0.2", "Anna")
    ben = access.take(access.join(access.code, "10.0.0.3", "Ben"), 0)
    access.reseat(("Cleo", "ANNA"))
    assert [(d.name, d.seats) for d in access.devices()] == [("Anna", (1,)), ("Ben", ())]
    assert {anna.id, ben.id} == {d.id for d in access.devices()}


def test_guesses_are_counted_for_each_address_and_forgotten_in_time() -> None:
    clock = Hand()
    guesses = Guesses(clock)
    for _ in range(TRIES_PER_ADDRESS):
        guesses.check("10.0.0.9")
        guesses.wrong("10.0.0.9")
    with pytest.raises(Refused) as refused:
        guesses.check("10.0.0.9")
    assert refused.value.status == 429
    guesses.check("10.0.0.2")
    clock.now += WINDOW_S + 1
    guesses.check("10.0.0.9")


def test_guesses_from_many_addresses_are_counted_together() -> None:
    guesses = Guesses(Hand())
    for n in range(TRIES_IN_ALL):
        guesses.wrong(f"10.0.{n}.1")
    with pytest.raises(Refused):
        guesses.check("10.9.9.9")


def test_right_code_is_refused_too_while_locked() -> None:
    access = Access()
    for _ in range(TRIES_PER_ADDRESS):
        with pytest.raises(Refused):
            access.join("AAAAAA", "10.0.0.9")
    with pytest.raises(Refused) as refused:
        access.join(access.code, "10.0.0.9")
    assert refused.value.status == 429
    assert access.devices() == ()


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("192.168.1.20:8000", True),
        ("localhost:8000", True),
        ("[::1]:8000", True),
        ("raspberrypi", True),
        ("table.local:8000", True),
        ("evil.example:8000", False),
        ("192.168.1.20.evil.example", False),
    ],
)
def test_only_names_of_a_home_are_answered(host: str, home: bool) -> None:
    assert is_home_name(host) is home


@pytest.mark.parametrize(
    ("address", "host", "forwarded", "here"),
    [
        ("127.0.0.1", "localhost:8000", False, True),
        ("::1", "[::1]:8000", False, True),
        ("127.0.0.1", "table.local:8000", False, False),
        ("127.0.0.1", "localhost:8000", True, False),
        ("192.168.1.50", "localhost:8000", False, False),
    ],
)
def test_only_a_browser_on_this_machine_is_here(address: str, host: str, forwarded: bool, here: bool) -> None:
    assert is_here(address, host, forwarded) is here


def test_visitor_on_this_machine_is_host_without_a_code(phone: Any) -> None:
    here = phone(address="127.0.0.1", host="localhost:8000")
    assert here.get("/").status_code == 200
    assert here.device.role == "host"


def test_visitor_from_the_network_is_sent_to_the_door(phone: Any, access: Access) -> None:
    stranger = phone()
    answer = stranger.get("/table")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/join?next=table")
    assert access.devices() == ()
    joined = stranger.get(f"/join?code={access.code}&next=table")
    assert (joined.status_code, joined.headers["Location"]) == (302, "/table")
    assert stranger.device.role == "spectator"


def test_cookie_is_out_of_reach_of_scripts_and_other_sites(phone: Any, access: Access) -> None:
    answer = phone().post("/api/join", {"code": access.code})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
