"""The camera's loop: it keeps going whatever the camera or the reading do."""

import threading
from types import SimpleNamespace

import numpy as np

from companion.changes import Changes
from companion.errors import DeviceError
from companion.link import Link
from companion.model import Observation, Piece
from companion.notices import Notices
from companion.watch import Watch


def frame(number):
    return SimpleNamespace(image=np.zeros((48, 64, 3), np.uint8), number=number, taken_ns=number)


class Camera:
    def __init__(self, *results):
        self.results = list(results)

    def read(self):
        result = self.results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result

    def close(self):
        pass


class Settler:
    """Says of each frame what the script says: (state, at rest?)."""

    made = 0

    def __init__(self, script):
        self.script, self.state, self.empties = script, "empty", []
        Settler.made += 1

    def feed(self, seen):
        self.state, rests = self.script.pop(0)
        return seen if rests else None

    def learn_empty(self, seen):
        self.empties.append(seen.number)


ONE = (Piece("d6", "1"),)


class Judge:
    def __init__(self, pieces=ONE):
        self.states, self.judged, self.pieces = [], [], pieces

    def arrange(self):
        pass

    def watch(self, states, frame_px):
        self.states.append((*states, frame_px))

    def lose(self):
        self.watch(("no camera",), (0, 0))

    def rest(self, tray, seen, *, thrown):
        self.judged.append((seen.number, thrown) if tray == 0 else (tray, seen.number, thrown))
        return Observation(self.pieces)


def watching(camera, script, judge, *more):
    notices = Notices(Changes())
    clock = SimpleNamespace(now=0.0)
    link = Link("camera", lambda: camera, notices, lambda: clock.now)
    settler = Settler(script)
    settlers = [settler, *(Settler(each) for each in more)]
    eyes = SimpleNamespace(settlers=lambda size_px, is_read: settlers, follow=lambda seen, states: None)
    watch = Watch(link, eyes, judge, notices)
    watch.stopping.set()  # so that waiting for a camera takes no time
    return watch, notices, clock, settler


def test_watch_judges_a_frame_once_it_rests_and_says_whether_it_moved():
    judge = Judge()
    script = [("empty", False), ("settled", True), ("moving", False), ("settled", True)]
    watch, *_ = watching(Camera(*(frame(n) for n in range(4))), script, judge)
    for _ in range(4):
        watch.tick()
    assert judge.judged == [(1, False), (3, True)]
    assert judge.states == [(s, (64, 48)) for s in ("empty", "settled", "moving", "settled")]
    assert watch.frame.number == 3


def test_watch_tells_the_settler_when_nothing_lies_there():
    watch, _, _, settler = watching(Camera(frame(1)), [("settled", True)], Judge(pieces=()))
    watch.tick()
    assert settler.empties == [1]


def test_watch_goes_on_without_a_camera_and_takes_it_back():
    judge = Judge()
    camera = Camera(frame(1), DeviceError("The camera is gone; plug it in."), frame(2))
    watch, notices, clock, _ = watching(camera, [("empty", False)] * 2, judge)
    watch.tick()
    watch.tick()
    assert [n.text for n in notices.all()] == ["The camera is gone; plug it in."]
    assert (watch.frame, judge.states[-1]) == (None, ("no camera", (0, 0)))
    clock.now = 1.0
    watch.tick()
    assert (watch.frame.number, notices.all()) == (2, ())


def test_watch_asks_a_camera_that_takes_stills_for_one():
    class Still(Camera):
        def still(self):
            return frame(99)

    judge = Judge()
    watch, *_ = watching(Still(frame(1)), [("settled", True)], judge)
    watch.tick()
    assert judge.judged == [(99, False)]


def test_watch_hands_a_waiting_viewer_the_newest_frame():
    watch, *_ = watching(Camera(frame(1)), [("empty", False)], Judge())
    assert watch.wait_frame(0, 0) is None
    watch.tick()
    assert watch.wait_frame(0, 0).number == 1
    assert watch.wait_frame(1, 0) is None


def test_watch_judges_each_tray_when_it_rests_by_itself():
    judge = Judge()
    left = [("empty", False), ("moving", False), ("settled", True), ("settled", False)]
    right = [("empty", False), ("hand", False), ("moving", False), ("settled", True)]
    watch, *_ = watching(Camera(*(frame(n) for n in range(4))), left, judge, right)
    for _ in range(4):
        watch.tick()
    assert judge.judged == [(2, True), (1, 3, True)]
    assert judge.states[2] == ("settled", "moving", (64, 48))


def test_watch_lets_another_thread_ask_the_camera_between_two_frames():
    camera = SimpleNamespace(read=lambda: frame(1), lock=lambda: {"gain": 2.0}, close=lambda: None)
    always = SimpleNamespace(pop=lambda index: ("empty", False))
    watch, *_ = watching(camera, always, Judge())
    assert watch.ask(lambda device: device.lock(), 1) == {"gain": 2.0}  # nobody runs the loop: asked at once
    watch.stopping.clear()
    thread = threading.Thread(target=watch.run)
    thread.start()
    try:
        assert watch.ask(lambda device: (threading.current_thread() is thread, device.lock()), 5) == (
            True, {"gain": 2.0}
        )  # fmt: skip
    finally:
        watch.stopping.set()
        thread.join(5)
