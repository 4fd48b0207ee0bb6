"""A very bad wire for tests and benchmarks: drops, flips, doubles and splits a given share of its bytes."""

import random


class BadWire:
    """One direction of a wire whose faults come from a seed, so that every run is the same."""

    def __init__(self, seed: int, fault_share: float) -> None:
        self._random = random.Random(seed)
        self._fault_share = fault_share
        self._late = b""
        self._until_fault = self._gap()
        self.bytes_carried = 0
        self.faults = 0

    def _gap(self) -> int:
        """Good bytes before the next fault: geometric, so that each byte has the same chance."""
        if not self._fault_share:
            return 1 << 62
        return int(self._random.expovariate(self._fault_share))

    def carry(self, data: bytes) -> bytes:
        """What arrives now when these bytes go in; the tail after a split arrives with the next call."""
        self.bytes_carried += len(data)
        out, data, self._late = bytearray(), self._late + data, b""
        while len(data) > self._until_fault:
            out += data[: self._until_fault]
            broken, data = data[self._until_fault], data[self._until_fault + 1 :]
            self.faults += 1
            self._until_fault = self._gap()
            fault = self._random.randrange(4)
            if fault == 0:  # flip one to eight of its bits
                out.append(broken ^ self._random.randrange(1, 256))
            elif fault == 1:  # double
                out += bytes((broken, broken))
            elif fault == 2:  # split: the rest comes later
                out.append(broken)
                self._late = data
                return bytes(out)
            # else: drop
        self._until_fault -= len(data)
        return bytes(out) + data

    @property
    def has_late(self) -> bool:
        """Whether bytes are still under way."""
        return bool(self._late)
