"""golden: its numbers are those of evaluate and rounded, and its condition numbers agree with differences."""
import numpy
import plumbline
import pytest

DRAW = numpy.random.default_rng(3)
Q, K, V = (DRAW.standard_normal(shape) for shape in ((1, 2, 5, 4), (1, 1, 7, 4), (1, 1, 7, 3)))
ENDS = {"causal": True, "causal_alignment": "bottom-right"}
CASES = {"plain": {}, "softcap": {"softcap": 2.0}, "alpha": {"operator": "scaled-softmax", "alpha": 1.5},
         "cap after bias": {"softcap": 2.0, "softcap_order": "bias-cap-mask", "bias": DRAW.standard_normal((5, 7))},
         "rope": {"position": "rope", "rope_base": 100, **ENDS},
         "sink": {"sink": "logit", "sinks": DRAW.standard_normal(2)},
         "value": {"sink": "key-value", "k_star": DRAW.standard_normal((2, 4)),
                   "v_star": DRAW.standard_normal((2, 3))},
         "capped sink": {"sink": "key", "k_star": 3 * DRAW.standard_normal((2, 4)), "softcap": 1.5},
         "gate": {"gate": DRAW.standard_normal((1, 2, 5)), **ENDS}}
STEP = 1e-6


def exact(vectors, asked):
    return plumbline.evaluate(*vectors, **asked)[0]


def moved(vectors, asked, which):
    """The sum over single components of one tensor: by how much outputs move as each grows by a part of itself."""
    right, total = exact(vectors, asked), 0
    width = range(vectors[which].shape[-1])
    places = [(..., d) for d in width] if which == 0 else [(..., j, slice(None)) for j in range(7)]
    if which == 1:
        places = [(..., j, d) for j in range(7) for d in width]
    for place in places:
        changed = [x.copy() for x in vectors]
        changed[which][place] *= 1 + STEP
        total = total + abs(exact(changed, asked) - right) / STEP
    return total


def unturned(vectors, asked):
    """Queries and keys as they are multiplied, and what asks the same of them: differences are of these."""
    if asked.get("position") != "rope":
        return vectors, asked
    half = vectors[0].shape[-1] // 2
    rest = {name: value for name, value in asked.items() if name not in ("position", "rope_base")}

    def turn(x, first):
        angle = (first + numpy.arange(x.shape[-2]))[:, None] * asked["rope_base"] ** -(numpy.arange(half) / half)
        low, high = x[..., :half], x[..., half:]
        cosine, sine = numpy.cos(angle), numpy.sin(angle)
        return numpy.concatenate([low * cosine - high * sine, high * cosine + low * sine], -1)

    return (turn(vectors[0], 2), turn(vectors[1], 0), vectors[2]), rest


@pytest.mark.parametrize("name", CASES)
def test_condition_numbers_are_differences(name):
    asked = CASES[name]
    golden = plumbline.golden(Q, K, V, to="f64", **asked)
    vectors, rest = unturned((Q, K, V), asked)
    for which, of in enumerate("qkv"):
        numpy.testing.assert_allclose(golden.condition[of], moved(vectors, rest, which), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["plain", "alpha", "sink", "gate"])
def test_scores_move_an_output_as_a_bias_does(name):
    asked, total = CASES[name], 0
    golden = plumbline.golden(Q, K, V, to="f64", **asked)
    scores = exact((Q, K, V), {**asked, "what": "scores"})
    for j in range(7):
        bias = numpy.zeros((1, 2, 5, 7))
        bias[..., j] = numpy.where(numpy.isfinite(scores[..., j]), scores[..., j] * STEP, 0)
        total = total + abs(exact((Q, K, V), {**asked, "bias": bias}) - exact((Q, K, V), asked)) / STEP
    numpy.testing.assert_allclose(golden.condition["scores"], total, rtol=1e-4, atol=1e-5)


def test_weights_move_an_output_as_values_do():
    golden = plumbline.golden(Q, K, V, to="f64")
    assert (golden.condition["weights"] == golden.condition["v"]).all()


@pytest.mark.parametrize("form", ["f64", "f32", "f16", "bf16"])
def test_the_value_is_rounded_and_the_floor_is_its_error(form):
    q, k, v = (x.astype("f4") for x in (Q, K, V))
    golden = plumbline.golden(q, k, v, to=form, precision="f32")
    middle, radius = plumbline.evaluate(q, k, v)
    assert (golden.value == plumbline.rounded(q, k, v, to=form)).all()
    assert (golden.low <= middle + radius).all() and (golden.high >= middle - radius).all()
    assert (golden.high - golden.low <= 2.1 * radius).all()
    error = numpy.abs(golden.value - middle)
    assert (error <= golden.floor).all() and (golden.floor <= error + 2 * radius + 1e-17).all()


def test_the_format_is_that_of_the_inputs():
    q, k, v = (x.astype("f2") for x in (Q, K, V))
    golden = plumbline.golden(q, k, v)
    assert (golden.value == golden.value.astype("f2")).all() and "correctly rounded to F16" in str(golden)


def test_expected_errors_are_those_of_simulated_kernels():
    """A kernel in binary32 errs less than the largest of them, and not by orders less."""
    draw = numpy.random.default_rng(5)
    q, k, v = (draw.standard_normal((1, 4, 64, 32)).astype("f4") for _ in "qkv")
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k) / numpy.float32(numpy.sqrt(32))
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    out = numpy.einsum("bhqk,bhkd->bhqd", weights, v) / weights.sum(-1, keepdims=True)
    golden = plumbline.golden(q, k, v, precision="f32")
    error = abs(out.astype("f8") - (golden.low + golden.high) / 2)
    assert (error < 2 * golden.expected).all() and (error / golden.expected).max() > 0.1
    coarser = plumbline.golden(q, k, v, precision="bf16-products")
    assert (coarser.expected > 8 * golden.expected).all()


def test_rows_and_layout():
    whole = plumbline.golden(Q, K, V)
    part = plumbline.golden(Q, K, V, rows=(2, 4))
    turned = plumbline.golden(*[x.transpose(0, 2, 1, 3) for x in (Q, K, V)], layout="BSHD")
    for name in ("value", "low", "high", "floor"):
        assert (getattr(part, name) == getattr(whole, name)[:, :, 2:4]).all()
        assert (getattr(turned, name) == getattr(whole, name).transpose(0, 2, 1, 3)).all()
    assert (part.condition["q"] == whole.condition["q"][:, :, 2:4]).all()


def test_hidden_keys_need_not_be_finite():
    k, v = K.copy(), V.copy()
    k[..., 6, :] = v[..., 6, :] = numpy.nan
    golden = plumbline.golden(Q[:, :, :4], k, v, causal=True, causal_alignment="top-left")
    assert numpy.isfinite(golden.value).all() and all(numpy.isfinite(x).all() for x in golden.condition.values())


def test_other_operators_have_conditions_of_values_and_weights():
    golden = plumbline.golden(Q, K, V, operator="sigmoid", normalisation="none")
    assert sorted(golden.condition) == ["v", "weights"]


def test_what_has_no_value_is_refused():
    v = V.copy()
    v[0, 0, 2, 1] = numpy.inf
    with pytest.raises(plumbline.Refused, match=r"output\[0,0,0,1\] has no exact value"):
        plumbline.golden(Q, K, v)
    with pytest.raises(plumbline.Refused, match="to: 'fp8' is not one of f64, f32, f16, bf16"):
        plumbline.golden(Q, K, V, to="fp8")
