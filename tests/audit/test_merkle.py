"""The tree of RFC 6962: known roots, every proof of small trees, and every wrong proof refused."""

import hashlib

import pytest

from companion.audit import merkle

KNOWN_LEAVES = [bytes.fromhex(h) for h in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
                                           "606162636465666768696a6b6c6d6e6f")]  # fmt: skip
KNOWN_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The vectors every Certificate Transparency implementation is tried on."""


def tree_of(leaves):
    row, tree = [], merkle.Frontier()
    for leaf in leaves:
        row += tree.append(leaf)
    return row.__getitem__, tree


def defined_root(leaves):
    """The definition of RFC 6962, word by word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + defined_root(leaves[:k]) + defined_root(leaves[k:])).digest()


def leaves(n):
    return [merkle.leaf_hash(b"%d" % i) for i in range(n)]


def test_roots_are_those_of_the_known_vectors():
    get, _ = tree_of([merkle.leaf_hash(leaf) for leaf in KNOWN_LEAVES])
    assert [merkle.root(get, n).hex() for n in range(1, 9)] == KNOWN_ROOTS
    assert merkle.root(get, 0) == merkle.EMPTY == hashlib.sha256(b"").digest()


def test_roots_of_every_size_follow_the_definition():
    all_leaves = leaves(70)
    get, tree = tree_of(all_leaves)
    assert [merkle.root(get, n) for n in range(71)] == [defined_root(all_leaves[:n]) for n in range(71)]
    assert tree.root() == defined_root(all_leaves)


def test_a_frontier_grows_like_the_tree_it_was_taken_from():
    all_leaves = leaves(70)
    get, _ = tree_of(all_leaves)
    for start in range(70):
        tree = merkle.frontier(get, start)
        for leaf in all_leaves[start:]:
            tree.append(leaf)
        assert tree.root() == defined_root(all_leaves)


def test_row_holds_as_many_hashes_as_said():
    tree, length = merkle.Frontier(), 0
    for n, leaf in enumerate(leaves(300)):
        assert merkle.row_length(n) == length
        length += len(tree.append(leaf))


def test_every_inclusion_proof_holds_and_no_other_leaf_or_place_fits():
    all_leaves = leaves(34)
    get, _ = tree_of(all_leaves)
    for size in range(1, 35):
        root = merkle.root(get, size)
        for index in range(size):
            proof = merkle.inclusion(get, index, size)
            fits = [merkle.is_included(leaf, index, size, proof, root) for leaf in all_leaves[:size]]
            assert fits == [i == index for i in range(size)]
            places = [merkle.is_included(all_leaves[index], i, size, proof, root) for i in range(size)]
            assert places == [i == index for i in range(size)]


def test_every_consistency_proof_holds_and_any_change_breaks_it():
    all_leaves = leaves(34)
    get, _ = tree_of(all_leaves)
    roots = [merkle.root(get, n) for n in range(35)]
    for new in range(1, 35):
        for old in range(1, new + 1):
            proof = merkle.consistency(get, old, new)
            assert merkle.is_consistent(old, roots[old], new, roots[new], proof)
            assert not merkle.is_consistent(old, roots[old - 1], new, roots[new], proof)
            assert not merkle.is_consistent(old, roots[old], new, roots[new - 1], proof)
            assert not merkle.is_consistent(old, roots[old], new, roots[new], (*proof, merkle.EMPTY))
            for i in range(len(proof)):
                changed = (*proof[:i], merkle.EMPTY, *proof[i + 1 :])
                assert not merkle.is_consistent(old, roots[old], new, roots[new], changed)
                assert not merkle.is_consistent(old, roots[old], new, roots[new], proof[:i] + proof[i + 1 :])


def test_proofs_that_cannot_be_are_refused():
    get, _ = tree_of(leaves(5))
    with pytest.raises(ValueError, match="no leaf 5"):
        merkle.inclusion(get, 5, 5)
    with pytest.raises(ValueError, match="cannot continue"):
        merkle.consistency(get, 6, 5)
    assert not merkle.is_included(merkle.EMPTY, 0, 0, (), merkle.EMPTY)
    assert not merkle.is_consistent(3, merkle.EMPTY, 2, merkle.EMPTY, ())
    with pytest.raises(ValueError, match="covered by 2"):
        merkle.Frontier(3, [merkle.EMPTY])
