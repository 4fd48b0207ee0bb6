"""The Merkle tree of RFC 6962 over leaves that are only ever appended: roots, proofs, and their checking.

The hashes of all complete subtrees are kept in one row, in the order in which they become known: a leaf, then
every subtree it completes. Where a hash stands follows from arithmetic, so appending costs the same whether the
tree holds ten leaves or ten million, and a proof reads some twenty hashes.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence

HASH_BYTES = 32
EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Get = Callable[[int], bytes]
"""The hash at a place of the row."""


def leaf_hash(content: bytes) -> bytes:
    """The hash of one leaf."""
    return hashlib.sha256(b"\x00" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees joined."""
    return hashlib.sha256(b"\x01" + left + right).digest()


# ---------------------------------------------------------------------------------------------- growing


class Frontier:
    """The complete subtrees that cover all leaves so far, largest first: all one needs in order to append."""

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self.hashes = list(hashes)
        if len(self.hashes) != size.bit_count():
            raise ValueError(f"A tree of {size} leaves is covered by {size.bit_count()} subtrees.")

    def append(self, leaf: bytes) -> list[bytes]:
        """The hashes that become known with this leaf: its own and those of the subtrees it completes."""
        known = [leaf]
        size = self.size
        while size & 1:
            known.append(node_hash(self.hashes.pop(), known[-1]))
            size >>= 1
        self.hashes.append(known[-1])
        self.size += 1
        return known

    def root(self) -> bytes:
        """The root of the tree as it is now."""
        return joined(self.hashes)


def joined(subtrees: Sequence[bytes]) -> bytes:
    """The root over neighbouring subtrees, largest first."""
    if not subtrees:
        return EMPTY
    root = subtrees[-1]
    for left in reversed(subtrees[:-1]):
        root = node_hash(left, root)
    return root


# ---------------------------------------------------------------------------------------------- the row


def row_length(size: int) -> int:
    """How many hashes the row of a tree of this size holds."""
    return 2 * size - size.bit_count()


def place(level: int, index: int) -> int:
    """Where the hash of the ``index``-th complete subtree of 2**level leaves stands."""
    last_leaf = ((index + 1) << level) - 1
    return row_length(last_leaf) + level


def cover(start: int, end: int) -> list[int]:
    """The places of the complete subtrees that cover the leaves from ``start`` up to ``end``, left to right.

    ``start`` must be where a subtree as large as the whole range may begin, as it is in every proof.
    """
    places = []
    while start < end:
        level = (end - start).bit_length() - 1
        places.append(place(level, start >> level))
        start += 1 << level
    return places


def _range_root(get: Get, start: int, end: int) -> bytes:
    return joined([get(p) for p in cover(start, end)])


def root(get: Get, size: int) -> bytes:
    """The root of the first ``size`` leaves."""
    return _range_root(get, 0, size)


def frontier(get: Get, size: int) -> Frontier:
    """The frontier of the first ``size`` leaves."""
    return Frontier(size, (get(p) for p in cover(0, size)))


def _split(start: int, end: int) -> int:
    """Where RFC 6962 cuts a range in two: the largest power of two smaller than it."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


def inclusion(get: Get, index: int, size: int) -> tuple[bytes, ...]:
    """The proof that leaf ``index`` is in the tree of the first ``size`` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"There is no leaf {index} in a tree of {size}.")
    start, end, path = 0, size, []
    while end - start > 1:
        middle = _split(start, end)
        if index < middle:
            path.append(_range_root(get, middle, end))
            end = middle
        else:
            path.append(_range_root(get, start, middle))
            start = middle
    return tuple(reversed(path))


def consistency(get: Get, old: int, new: int) -> tuple[bytes, ...]:
    """The proof that the tree of the first ``new`` leaves begins with that of the first ``old``."""
    if not 0 < old <= new:
        raise ValueError(f"A tree of {new} leaves cannot continue one of {old}.")
    start, end, path = 0, new, []
    while end != old:
        middle = _split(start, end)
        if old <= middle:
            path.append(_range_root(get, middle, end))
            end = middle
        else:
            path.append(_range_root(get, start, middle))
            start = middle
    if start:
        path.append(_range_root(get, start, end))
    return tuple(reversed(path))


# ---------------------------------------------------------------------------------------------- checking
# Written after RFC 9162 section 2.1.3.2 and 2.1.4.2, bottom-up, on purpose unlike the making above.


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], against: bytes) -> bool:
    """Whether the proof shows the leaf at ``index`` of the tree with this size and root."""
    if not 0 <= index < size:
        return False
    node, last, now = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            now = node_hash(step, now)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            now = node_hash(now, step)
        node, last = node >> 1, last >> 1
    return last == 0 and now == against


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the newer tree begins with the older one."""
    if not 0 <= old <= new:
        return False
    if old in (new, 0):
        return not proof and old_root == (new_root if old == new else EMPTY)
    steps = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not steps:
        return False
    node, last = old - 1, new - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    before = after = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            after = node_hash(after, step)
        node, last = node >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root
