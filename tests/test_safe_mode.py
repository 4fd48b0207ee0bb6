"""The real command, three starts in a row: one that dies in a driver, one in safe mode, and a normal one."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CRASH = """
import os, sys, companion.app
from companion.cli import main
companion.app.Room.open = lambda room: os.abort()
main(sys.argv[1:])
"""
RUN = "import sys; from companion.cli import main; main(sys.argv[1:])"


@pytest.fixture
def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(code, tmp_path, port):
    words = ["run", "--port", str(port), "--data", str(tmp_path / "data"), "--config", str(tmp_path / "companion.toml")]
    return subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def health(process, port):
    """What the panel says as soon as it answers."""
    while process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(process.stderr.read())


def end(process):
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == 0


def test_after_a_fatal_crash_comes_safe_mode_and_then_a_normal_start(tmp_path, port):
    (tmp_path / "companion.toml").write_text('[panel]\nhost = "127.0.0.1"\n[camera]\nurl = "usb://77"\n')
    crashed = start(CRASH, tmp_path, port)
    crashed.communicate()
    assert crashed.returncode == -signal.SIGABRT
    safe = start(RUN, tmp_path, port)
    said = health(safe, port)
    assert said.startswith("safe mode: Aborted File")
    end(safe)
    log = (tmp_path / "data/log/companion.log").read_text()
    assert "starting in safe mode: Aborted" in log
    assert "camera lost" not in log.split("starting in safe mode")[1]
    normal = start(RUN, tmp_path, port)
    assert health(normal, port) == "ok"
    end(normal)
