"""Log-sum-exps with something added: SageAttention takes the mean off its keys, and adds its product with the query to
the log-sum-exp again, or not."""
import numpy
import pytest

import plumbline

BATCH, HEADS, KEY_HEADS, LENGTH, DIM = 2, 4, 2, 48, 32
DRAW = numpy.random.default_rng(8)
SCALE = numpy.float32(DIM ** -0.5)


def drawn(apart=3.0):
    """Keys whose mean is far from 0, and the same less that."""
    q = DRAW.standard_normal((BATCH, HEADS, LENGTH, DIM)).astype("f4")
    k, v = DRAW.standard_normal((2, BATCH, KEY_HEADS, LENGTH, DIM)).astype("f4")
    k = k + apart * DRAW.standard_normal((BATCH, KEY_HEADS, 1, DIM)).astype("f4")
    mean = k.mean(2, keepdims=True, dtype="f4")
    return q, k, v, mean, (k - mean).astype("f4")


def heads(x):
    return numpy.repeat(x, HEADS // KEY_HEADS, 1)


def attend(q, k, v):
    scores = (q @ heads(k).swapaxes(-1, -2)) * SCALE
    scores = numpy.where(numpy.tri(LENGTH, dtype=bool), scores, -numpy.inf).astype("f4")
    most = scores.max(-1, keepdims=True)
    weights = numpy.exp(scores - most)
    total = weights.sum(-1, keepdims=True, dtype="f4")
    return ((weights / total) @ heads(v)).astype("f4"), (most + numpy.log(total)).astype("f4")[..., 0]


def correction(q, mean):
    return ((q @ heads(mean).swapaxes(-1, -2))[..., 0] * SCALE).astype("f4")


ASKED = {"causal": True, "precision": "f32"}


@pytest.mark.parametrize("apart", [0.1, 3, 30])
def test_what_was_added_is_taken_off(apart):
    q, k, v, mean, smooth = drawn(apart)
    out, lse = attend(q, smooth, v)
    added = correction(q, mean)
    plumbline.check(q, smooth, v, out=out, lse=lse, **ASKED)
    plumbline.check(q, smooth, v, out=out, lse=(lse + added).astype("f4"), lse_added=added, **ASKED)
    assert plumbline.judge(q, smooth, v, out=out, lse=(lse + added).astype("f4"), **ASKED).verdict == "FAIL"


def test_keys_as_they_were_before():
    q, k, v, mean, smooth = drawn()
    out, lse = attend(q, smooth, v)
    judged = plumbline.judge(q, k, v, out=out, lse=lse, lse_added=-correction(q, mean), **ASKED)
    assert judged.report["tensors"]["lse"]["verdict"] == "PASS"
    found = plumbline.diagnose(q, k, v, lse=lse, **ASKED)
    assert found.summary == "the engine gives the log-sum-exp of keys less their mean"


@pytest.mark.parametrize("times, text", [(0, "gives the log-sum-exp without what lse_added adds"),
                                         (2, "adds what lse_added adds to the log-sum-exp twice")])
def test_a_correction_that_is_missing_or_doubled_is_named(times, text):
    q, k, v, mean, smooth = drawn()
    out, lse = attend(q, smooth, v)
    added = correction(q, mean)
    found = plumbline.diagnose(q, smooth, v, out=out, lse=(lse + times * added).astype("f4"), lse_added=added, **ASKED)
    assert found.summary == f"the engine {text}"


def test_what_does_not_fit_is_refused():
    q, k, v, mean, smooth = drawn()
    out, lse = attend(q, smooth, v)
    for more, message in (({"lse_added": lse}, "lse: missing; lse_added needs it"),
                          ({"lse": lse, "lse_added": lse[:, :2]}, "lse_added: shape [2,2,48] is not [2,4,48]"),
                          ({"lse": lse, "lse_added": numpy.full_like(lse, numpy.inf)}, "lse_added[0,0,0] is inf")):
        with pytest.raises(plumbline.Refused) as refused:
            plumbline.check(q, smooth, v, out=out, **more, **ASKED)
        assert message in str(refused.value)
