"""Outputs rotated back by the position of their query: DeepSeek V4, whose values are its rotated keys."""
import ml_dtypes
import numpy
import pytest

import plumbline
from test_axes import bf16

BATCH, HEADS, LENGTH, DIM, PART = 2, 4, 24, 32, 8
DRAW = numpy.random.default_rng(11)
V4 = {"position": "rope-output", "rope_layout": "interleaved", "rope_dim": PART, "rope_part": "last"}


def rotated(x, places, sign, stored):
    """The last elements of each head, neighbours in pairs, with the angles and products of binary32."""
    angles = (places[..., None].astype("f4") * (10000 ** (-numpy.arange(PART // 2) * 2 / PART)).astype("f4"))
    cos, sin = numpy.cos(angles)[:, None], sign * numpy.sin(angles)[:, None]
    first, second = x[..., -PART::2], x[..., -PART + 1::2]
    turned = numpy.stack([first * cos - second * sin, second * cos + first * sin], -1)
    return stored(numpy.concatenate([x[..., :-PART], turned.reshape(*x.shape[:-1], PART)], -1).astype("f4"))


def layer(first=0, back=-1, stored=lambda x: x.astype("f4"), amplitude=1, sinks=None, queries=LENGTH):
    """q, k, v, out and the positions of queries."""
    places = first + numpy.arange(LENGTH) + numpy.zeros((BATCH, 1), "i8")
    q = stored((amplitude * DRAW.standard_normal((BATCH, HEADS, LENGTH, DIM))).astype("f4"))
    k = stored(DRAW.standard_normal((BATCH, 1, LENGTH, DIM)).astype("f4"))
    q, k = (rotated(x, places, 1, stored) for x in (q, k))
    scores = stored((q @ k.swapaxes(-1, -2)).astype("f4") / numpy.float32(DIM ** 0.5))
    scores = numpy.where(numpy.tri(LENGTH, dtype=bool), scores, -numpy.inf).astype("f4")
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    more = 0 if sinks is None else numpy.exp(sinks[:, None, None] - scores.max(-1, keepdims=True))
    weights = stored((weights / (weights.sum(-1, keepdims=True, dtype="f4") + more)).astype("f4"))
    out = stored((weights @ k).astype("f4"))
    out = rotated(out, places, back, stored) if back else out
    return q[:, :, -queries:], k, out[:, :, -queries:], places[:, -queries:]


@pytest.mark.parametrize("first", [0, 4000, 1 << 17])
@pytest.mark.parametrize("amplitude", [1, 8])
@pytest.mark.parametrize("stored, precision", [(lambda x: x.astype("f4"), "f32"), (bf16, "bf16-eager")])
def test_a_right_layer_passes(first, amplitude, stored, precision):
    q, k, out, places = layer(first, stored=stored, amplitude=amplitude)
    if precision != "f32":
        q, k, out = (x.astype(ml_dtypes.bfloat16) for x in (q, k, out))
    judged = plumbline.check(q, k, k, out=out, causal=True, precision=precision, query_positions=places, **V4)
    assert "rope-output interleaved, dim 8 at the end" in judged.text()


def test_decoding_beside_sinks():
    sinks = DRAW.standard_normal(HEADS).astype("f4")
    q, k, out, places = layer(100, sinks=sinks, queries=1)
    plumbline.check(q, k, k, out=out, causal=True, causal_alignment="bottom-right", precision="f32", sink="logit",
                    sinks=sinks, query_positions=places, **V4)


ASKED = {"causal": True, "precision": "f32", **V4}


@pytest.mark.parametrize("back, text", [(0, "does not rotate the output back"),
                                        (1, "rotates the output forward, not back")])
def test_what_a_layer_does_instead_is_named(back, text):
    q, k, out, places = layer(100, back)
    found = plumbline.diagnose(q, k, k, out=out, query_positions=places, **ASKED)
    assert found.summary == f"the engine {text}"


@pytest.mark.parametrize("stated, text", [
    ({"rope_layout": "half"}, "rotates pairs (2m, 2m + 1)"),
    ({"rope_part": "first"}, "rotates the last 8 elements, not the first")])
def test_other_pairs_are_named(stated, text):
    q, k, out, places = layer(100)
    found = plumbline.diagnose(q, k, k, out=out, query_positions=places, **{**ASKED, **stated})
    assert found.summary == f"the engine {text}"


def test_elements_that_do_not_turn_are_proved_and_turned_ones_are_not():
    q, k, out, places = layer(100)
    wrong = out.copy()
    wrong[1, 2, 20, 3] += 0.5
    assert plumbline.judge(q, k, k, out=wrong, query_positions=places, **ASKED).verdict == "FAIL"
    wrong = out.copy()
    wrong[1, 2, 20, DIM - 1] += 0.5
    assert plumbline.judge(q, k, k, out=wrong, query_positions=places, **ASKED).verdict == "SUSPECT"


@pytest.mark.parametrize("more, message", [
    ({"gate": numpy.zeros((BATCH, HEADS, LENGTH), "f4")},
     "position: 'rope-output' cannot be combined with gate, of which no order is known"),
    ({"empty_row": "mean"}, "empty_row: 'mean' cannot be combined with position rope-output"),
    ({"out_grad": numpy.zeros((BATCH, HEADS, LENGTH, DIM), "f4")},
     "position: 'rope-output' cannot be combined with out_grad: its gradients are not defined here")])
def test_what_does_not_fit_is_refused(more, message):
    q, k, out, places = layer()
    with pytest.raises(plumbline.Refused) as refused:
        plumbline.check(q, k, k, out=out, query_positions=places, **ASKED, **more)
    assert str(refused.value) == message
