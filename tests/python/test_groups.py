"""Groups of tokens that see each other in both directions, as those of an image do in PaliGemma and Gemma 3."""
import numpy
import pytest

import plumbline

BATCH, HEADS, LENGTH, DIM = 2, 2, 24, 16
DRAW = numpy.random.default_rng(13)
Q, K, V = (DRAW.standard_normal((BATCH, HEADS, LENGTH, DIM)).astype("f4") for _ in "qkv")
GROUPS = numpy.full((BATCH, LENGTH), -1, "i8")  # texts with two images each
GROUPS[0, 2:8], GROUPS[0, 12:19], GROUPS[1, 0:5], GROUPS[1, 9:15] = 0, 1, 0, 1
PLACES = numpy.arange(LENGTH)
CAUSAL = PLACES <= PLACES[:, None]
WINDOW = CAUSAL & (PLACES > PLACES[:, None] - 4)
ASKED = {"causal": True, "precision": "f32"}


def together(groups):
    return (groups[:, :, None] == groups[:, None]) & (groups >= 0)[:, :, None]


def right(groups=GROUPS, mask=CAUSAL, padding=True):
    seen = ((mask | together(groups)) & padding)[:, None]
    weights = numpy.exp(Q.astype("f8") @ K.astype("f8").swapaxes(2, 3) / numpy.sqrt(DIM)) * seen
    return (weights / weights.sum(-1, keepdims=True) @ V).astype("f4")


def test_a_group_is_seen_besides_a_causal_mask():
    judged = plumbline.check(Q, K, V, out=right(), bidirectional_groups=GROUPS, **ASKED)
    assert "mask       causal, offset 0, bidirectional groups" in judged.text()
    assert judged.report["masks"]["bidirectional_groups"] is True
    assert plumbline.judge(Q, K, V, out=right(), **ASKED).verdict == "FAIL"


def test_a_group_is_seen_beyond_a_window():
    plumbline.check(Q, K, V, out=right(mask=WINDOW), block_sequence_ids=GROUPS, window=(3, 0), **ASKED)


def test_padding_hides_tokens_of_a_group():
    padding = DRAW.random((BATCH, 1, LENGTH)) < 0.8
    padding[:, :, 0] = True
    plumbline.check(Q, K, V, out=right(padding=padding), bidirectional_groups=GROUPS, allowed=padding[:, None], **ASKED)


def test_later_queries_stand_in_the_groups_of_their_own_keys():
    plumbline.check(Q[:, :, 14:], K, V, out=right()[:, :, 14:], bidirectional_groups=GROUPS,
                    causal_alignment="bottom-right", **ASKED)


MISTAKES = [
    (right(numpy.full_like(GROUPS, -1)),
     "does not let the tokens of a group see those that masks of positions hide"),
    (right(numpy.where(GROUPS < 0, GROUPS, 0)), "treats all groups as one"),
    (right(numpy.where(GROUPS < 0, 9, GROUPS)), "treats the tokens of no group as a group, too"),
    (right(GROUPS[[0, 0]]), "has the groups of the first batch entry in all"),
    (right(mask=True), "leaves out the causal mask"),
]


@pytest.mark.parametrize("out, text", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_about_groups_is_named(out, text):
    found = plumbline.diagnose(Q, K, V, out=out, bidirectional_groups=GROUPS, **ASKED)
    assert found.summary == f"the engine {text}"


def test_groups_that_begin_late_are_named():
    late = numpy.concatenate([GROUPS[:, :1], GROUPS[:, :-1]], 1)
    found = plumbline.diagnose(Q, K, V, out=right(late), bidirectional_groups=GROUPS, **ASKED)
    assert found.summary == "the engine begins every group one key late"
