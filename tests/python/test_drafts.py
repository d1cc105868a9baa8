"""Trees of drafts, as speculative decoding verifies them."""
import numpy
import pytest

import plumbline

BATCH, HEADS, QUERIES, KEYS, DIM = 2, 2, 7, 20, 16
DRAW = numpy.random.default_rng(21)
Q = DRAW.standard_normal((BATCH, HEADS, QUERIES, DIM)).astype("f4")
K, V = (DRAW.standard_normal((BATCH, HEADS, KEYS, DIM)).astype("f4") for _ in "kv")
PARENTS = numpy.array([[-1, 0, 0, 1, 1, 2, 3], [-1, 0, 1, 0, 3, 3, 2]], "i4")
ASKED = {"precision": "f32"}


def right(parents=PARENTS, every=False, keys=KEYS):
    seen = numpy.ones((BATCH, 1, QUERIES, keys), bool)
    for b, t in numpy.ndindex(BATCH, QUERIES):
        line = [t]
        while line[-1] >= 0:
            line.append(parents[b][line[-1]])
        seen[b, 0, t, keys - QUERIES:] = every or [s in line for s in range(QUERIES)]
    weights = numpy.exp(Q.astype("f8") @ K[:, :, :keys].astype("f8").swapaxes(2, 3) / 4) * seen
    return (weights / weights.sum(-1, keepdims=True) @ V[:, :, :keys]).astype("f4")


def test_a_draft_sees_its_ancestors():
    judged = plumbline.check(Q, K, V, out=right(), draft_parents=PARENTS, **ASKED)
    assert "mask       tree of drafts" in judged.text() and judged.report["masks"]["draft_parents"] is True
    assert judged.report["masks"]["allowed"] is False
    assert plumbline.judge(Q, K, V, out=right(every=True), draft_parents=PARENTS, **ASKED).verdict == "FAIL"


def test_drafts_are_the_last_keys_of_their_entry():
    plumbline.check(Q, K, V, out=right(keys=15), draft_parents=PARENTS, key_lengths=[15, 15], **ASKED)


def test_a_chain_is_causal():
    chain = numpy.arange(QUERIES)[None].repeat(BATCH, 0) - 1
    plumbline.check(Q, K, V, out=right(chain), causal=True, causal_alignment="bottom-right", **ASKED)
    plumbline.check(Q, K, V, out=right(chain), draft_parents=chain, **ASKED)


MISTAKES = [
    (right(numpy.arange(QUERIES)[None].repeat(BATCH, 0) - 1),
     "lets each draft see all that are before it, whatever its branch of the tree"),
    (right(every=True), "lets each draft see all others"),
    (right(numpy.full_like(PARENTS, -1)), "lets no draft see its ancestors"),
    (right(PARENTS[[0, 0]]), "reads the tree of batch entry 0 for every entry"),
]


@pytest.mark.parametrize("out, text", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_about_a_tree_is_named(out, text):
    found = plumbline.diagnose(Q, K, V, out=out, draft_parents=PARENTS, **ASKED)
    assert found.summary == f"the engine {text}"
