"""plumbline.gradients: the backward pass written out in NumPy lies in the balls, in every layout; what is refused."""
import numpy
import plumbline
import pytest

from test_documents import blocks

DRAW = numpy.random.default_rng(11)


def normal(*shape, dtype="f8"):
    return DRAW.standard_normal(shape).astype(dtype)


def backward(q, k, v, out_grad, lse_grad=None, sinks=None, tile=False, softcap=0.0):
    """dq, dk, dv and dsinks of causal attention aligned with the last key, in binary64."""
    q, k, v, out_grad = (x.astype("f8") for x in (q, k, v, out_grad))
    (batch, heads, queries, dim), (_, key_heads, keys, _) = q.shape, k.shape
    of = numpy.arange(heads) % key_heads if tile else numpy.arange(heads) // (heads // key_heads)
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k[:, of]) / dim**0.5
    tangent = numpy.tanh(scores / softcap) if softcap else 0
    scores = softcap * tangent if softcap else scores
    scores = numpy.where(numpy.tri(queries, keys, keys - queries, dtype=bool), scores, -numpy.inf)
    sink = numpy.full((heads, 1, 1), -numpy.inf) if sinks is None else sinks.astype("f8")[:, None, None]
    most = numpy.maximum(scores.max(-1, keepdims=True), sink)
    terms = numpy.exp(scores - most)
    total = terms.sum(-1, keepdims=True) + numpy.exp(sink - most)
    weights = terms / total
    of_weights = numpy.einsum("bhqd,bhkd->bhqk", out_grad, v[:, of])
    shared = (0 if lse_grad is None else lse_grad[..., None]) - (weights * of_weights).sum(-1, keepdims=True)
    products = weights * (of_weights + shared) * (1 - numpy.square(tangent)) / dim**0.5
    each = {"dk": numpy.einsum("bhqk,bhqd->bhkd", products, q),
            "dv": numpy.einsum("bhqk,bhqd->bhkd", weights, out_grad)}
    gradients = {name: numpy.stack([x[:, of == head].sum(1) for head in range(key_heads)], 1)
                 for name, x in each.items()}
    gradients["dq"] = numpy.einsum("bhqk,bhkd->bhqd", products, k[:, of])
    if sinks is not None:
        gradients["dsinks"] = (numpy.exp(sink - most) / total * shared).sum((0, 2, 3))
    return gradients


@pytest.mark.parametrize("more", [{}, {"softcap": 1.5}, {"lse_grad": True}, {"tile": True}, {"sinks": True},
                                  {"sinks": True, "lse_grad": True, "tile": True, "softcap": 3.0}])
def test_a_backward_pass_lies_in_the_balls(more):
    q, k, v, out_grad = normal(2, 6, 5, 8), normal(2, 3, 9, 8), normal(2, 3, 9, 4), normal(2, 6, 5, 4)
    given = {"lse_grad": normal(2, 6, 5) if "lse_grad" in more else None,
             "sinks": normal(6) if "sinks" in more else None}
    asked = {"gqa": "tile" if "tile" in more else None, "softcap": more.get("softcap"),
             "causal_alignment": "bottom-right", "sink": "logit" if "sinks" in more else None}
    exact = plumbline.gradients(q, k, v, out_grad=out_grad, causal=True, **given, **asked)
    expected = backward(q, k, v, out_grad, tile="tile" in more, softcap=more.get("softcap", 0.0), **given)
    assert sorted(exact) == sorted(expected)
    for name, (middle, radius) in exact.items():
        assert middle.shape == expected[name].shape
        assert radius.max() < 1e-11
        assert abs(middle - expected[name]).max() < 1e-12


def test_gradients_have_the_layout_of_their_tensors():
    q, k, v, out_grad = normal(1, 4, 5, 8), normal(1, 2, 9, 8), normal(1, 2, 9, 4), normal(1, 4, 5, 4)
    exact = plumbline.gradients(q, k, v, out_grad=out_grad)
    turned = [numpy.ascontiguousarray(x.swapaxes(1, 2)) for x in (q, k, v, out_grad)]
    other = plumbline.gradients(*turned[:3], out_grad=turned[3], layout="BSHD")
    for name, x in zip(("dq", "dk", "dv"), turned):
        assert other[name][0].shape == x.shape
        assert (other[name][0].swapaxes(1, 2) == exact[name][0]).all()


def test_threads_change_no_bit():
    q, k, v, out_grad = (normal(2, 4, 7, 8) for _ in range(4))
    one, two = (plumbline.gradients(q, k, v, out_grad=out_grad, threads=threads) for threads in (1, 2))
    assert all((one[name][i] == two[name][i]).all() for name in one for i in (0, 1))


def test_keys_that_no_query_sees_have_no_gradient():
    q, k, v, out_grad = (normal(1, 1, 4, 8) for _ in range(4))
    exact = plumbline.gradients(q, k, v, out_grad=out_grad, causal=True, causal_alignment={"offset": -2})
    assert not exact["dk"][0][:, :, 2:].any() and not exact["dk"][1][:, :, 2:].any()
    assert not exact["dq"][0][:, :, :2].any() and exact["dq"][0][:, :, 3:].any()


REFUSED = [
    ({"position": "rope"}, "dq: not available yet for a positional encoding that moves queries or keys"),
    ({"operator": "sigmoid"}, "dq: not available yet for an operator other than softmax"),
    ({"gate": normal(1, 1, 4)}, "dq: not available yet for a gate"),
    ({"empty_row": "nan"}, "dq: not available yet for empty rows that are not zeros"),
    ({"block_table": numpy.array([[0]], "i4"), "key_lengths": numpy.array([1], "i4"),
      "page_layout": "heads-slots"},
     "dq: not available yet for keys and values in pages or sequences"),
    ({"rows": (0, 2)}, "rows: not together with dq, which is of all rows"),
    ({"lse_grad": normal(1, 1, 3)}, "lse_grad: shape [1,1,3] is not [1,1,4]"),
]


@pytest.mark.parametrize("asked, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(asked, message):
    q, k, v, out_grad = (normal(1, 1, 4, 8) for _ in range(4))
    with pytest.raises(plumbline.Refused) as raised:
        plumbline.gradients(q, k, v, out_grad=out_grad, **asked)
    assert str(raised.value) == message


def test_the_page_shows_gradients():
    (code,) = [text for _, text in blocks("docs/python.md") if "plumbline.gradients" in text]
    q, k, v, out_grad = (normal(1, 2, 6, 8, dtype="f4") for _ in range(4))
    dk = backward(q, k, v, out_grad)["dk"].astype("f4")
    names = {"numpy": numpy, "plumbline": plumbline, "q": q, "k": k, "v": v, "out_grad": out_grad}
    exec(code, {**names, "dk": dk})
    with pytest.raises(AssertionError):
        exec(code, {**names, "dk": 1.001 * dk})
