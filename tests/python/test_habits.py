"""Habits of correct kernels that none of the other tests has: they PASS, and a mistake beside them does not."""
import math

import ml_dtypes
import numpy
import pytest

import plumbline


def drawn(shape, seed=0, size=1.0):
    return (size * numpy.random.default_rng(seed).standard_normal(shape)).astype("f4")


def verdict(*tensors, **keywords):
    return plumbline.judge(*tensors, **keywords).verdict


@pytest.mark.parametrize("dtype, precision", [(ml_dtypes.bfloat16, "bf16-flash"), (numpy.float16, "fp16-flash")])
def test_sums_of_p_as_stored_show_in_the_log_sum_exp(dtype, precision):
    """Matrix units sum P with a column of ones: FlashInfer (include/flashinfer/mma.cuh, m16k16_rowsum)."""
    q, k, v = (drawn((1, 4, 128, 32), seed, 0.5).astype(dtype) for seed in range(3))
    wide = [x.astype("f4") for x in (q, k, v)]
    scores = wide[0] @ wide[1].swapaxes(2, 3) / numpy.float32(math.sqrt(32))
    most = scores.max(-1, keepdims=True)
    p = numpy.exp(scores - most).astype(dtype).astype("f4")
    total = p.sum(-1, keepdims=True)
    out, lse = ((p @ wide[2]) / total).astype(dtype), (most + numpy.log(total))[..., 0]
    assert verdict(q, k, v, out=out, lse=lse, precision=precision) == "PASS"
    assert verdict(q, k, v, out=out, lse=lse + numpy.float32(0.01), precision=precision) != "PASS"


def summed_as_stored(scores, dtype, sink=None):
    """The log-sum-exp of rows whose P is stored below the largest of their scores, and summed with a sink."""
    most = scores.max(-1, keepdims=True) if sink is None else numpy.maximum(scores.max(-1, keepdims=True), sink)
    total = numpy.exp(scores - most).astype(dtype).astype("f4").sum(-1, keepdims=True)
    return (most + numpy.log(total + (0 if sink is None else numpy.exp(sink - most))))[..., 0]


@pytest.mark.parametrize("dim, size, keys", [(64, 6, 2), (1, 0.1, 600)])
def test_few_different_weights_are_stored_alike(dim, size, keys):
    """Two keys again and again, or scores that hardly differ."""
    q, k = drawn((1, 2, 600, dim), keys, size), drawn((1, 2, keys, dim), keys + 1)
    k = k[:, :, numpy.random.default_rng(0).integers(0, keys, 600)] if keys == 2 else k
    q, k, v = (x.astype(ml_dtypes.bfloat16) for x in (q, k, drawn((1, 2, 600, dim), 2)))
    scores = q.astype("f4") @ k.astype("f4").swapaxes(2, 3) / numpy.float32(math.sqrt(dim))
    scores = numpy.where(numpy.tri(600, dtype=bool), scores, -numpy.inf)
    p = numpy.exp(scores - scores.max(-1, keepdims=True)).astype(q.dtype).astype("f4")
    out = (p @ v.astype("f4") / p.sum(-1, keepdims=True)).astype(q.dtype)
    asked = {"out": out, "causal": True, "precision": "bf16-flash"}
    lse = summed_as_stored(scores, q.dtype)
    assert verdict(q, k, v, lse=lse, **asked) == "PASS"
    assert verdict(q, k, v, lse=lse + numpy.float32(0.02), **asked) != "PASS"


def test_a_maximum_may_begin_with_a_sink():
    """So that even a single key has a rounded weight.  OpenAI's gpt-oss/triton: m_i = sink."""
    q, k, v = (drawn((1, 4, 64, 8), seed).astype(ml_dtypes.bfloat16) for seed in range(3))
    sinks = drawn(4, 3, 2) + numpy.float32(2)
    scores = (q.astype("f4") * k.astype("f4")).sum(-1, keepdims=True) / numpy.float32(math.sqrt(8))
    most = numpy.maximum(scores, sinks[:, None, None])
    p = numpy.exp(scores - most).astype(q.dtype).astype("f4")
    total = p + numpy.exp(sinks[:, None, None] - most)
    asked = {"out": (p * v.astype("f4") / total).astype(q.dtype), "window": (0, 0), "sink": "logit", "sinks": sinks,
             "precision": "bf16-flash"}
    lse = summed_as_stored(scores, q.dtype, sinks[:, None, None])
    assert verdict(q, k, v, lse=lse, **asked) == "PASS"
    assert verdict(q, k, v, lse=lse + numpy.float32(0.02), **asked) != "PASS"


def test_a_sink_is_rounded_as_scores_are():
    """Whether a row has the sink alone, keys of small scores beside it, or more: softmax of both in one tensor."""
    q, k, v = (drawn((16, 1, 64, 8), seed, 0.5).astype(ml_dtypes.bfloat16) for seed in range(3))
    sinks, lengths = numpy.array([-9.83], "f4"), [64] * 3 + [0, 1] + [64] * 11
    scores = q.astype("f4") @ k.astype("f4").swapaxes(2, 3) / numpy.float32(math.sqrt(8))
    scores = scores.astype(q.dtype).astype("f4")
    scores = numpy.where(numpy.arange(64) < numpy.array(lengths)[:, None, None, None], scores, -numpy.inf)
    for sink, right in ((sinks.astype(q.dtype).astype("f4"), True), (sinks * numpy.float32(1.5), False)):
        most = numpy.maximum(scores.max(-1, keepdims=True), sink)
        p = numpy.exp(scores - most)
        total = p.sum(-1, keepdims=True) + numpy.exp(sink - most)
        out = ((p / total).astype(q.dtype).astype("f4") @ v.astype("f4")).astype(q.dtype)
        asked = {"out": out, "sink": "logit", "sinks": sinks, "key_lengths": lengths, "precision": "bf16-eager"}
        assert (verdict(q, k, v, lse=(most + numpy.log(total))[..., 0], **asked) == "PASS") == right


@pytest.mark.parametrize("operator", [{"operator": "softpick"},
                                      {"operator": "identity", "normalisation": "at-least-one"}])
def test_sums_of_zeros_are_zeros(operator):
    """Whatever the weights are, and some of these rows have weights that roundings decide."""
    q, k = drawn((1, 1, 64, 8)).astype(numpy.float16), drawn((1, 1, 64, 8), 1).astype(numpy.float16)
    q[..., :32, :] = 0
    v = numpy.zeros_like(k)
    assert verdict(q, k, v, out=v, precision="fp16-eager", **operator) == "PASS"
    out = v.copy()
    out[0, 0, 5, 3] = 0.25
    assert verdict(q, k, v, out=out, precision="fp16-eager", **operator) != "PASS"


def merged(parts):
    """Outputs and sums of parts with their maxima, each normalised and stored in binary16 first."""
    most = numpy.max([m for m, _, _ in parts], axis=0)
    total = sum(numpy.exp(m - most) * s for m, s, _ in parts)
    return sum(numpy.exp(m - most) * s * o.astype("f2").astype("f4") for m, s, o in parts) / total


def part(scores, values, sink=None):
    most = scores.max(-1, keepdims=True) if sink is None else numpy.maximum(scores.max(-1, keepdims=True), sink)
    p = numpy.exp(scores - most)
    total = p.sum(-1, keepdims=True) + (0 if sink is None else numpy.exp(sink - most))
    return most, total, p @ values / total


@pytest.mark.parametrize("seed", [48, 51, 153, 189, 453])
def test_nearly_equal_rows_store_their_parts_alike(seed):
    """What storing them in binary16 does to one of these rows it does to nearly all of them."""
    q, k, v = drawn((1, 1, 300, 1), seed, 0.01), drawn((1, 1, 300, 1), seed + 1), drawn((1, 1, 300, 1), seed + 2)
    scores = q @ k.swapaxes(2, 3)
    out = merged([part(scores[..., i:i + 75], v[..., i:i + 75, :]) for i in range(0, 300, 75)]).astype("f4")
    assert verdict(q, k, v, out=out, precision="f32,part=f16") == "PASS"
    assert verdict(q, k, v, out=out * numpy.float32(1.1), precision="f32,part=f16") != "PASS"


def test_parts_with_a_sink_underflow():
    """A part whose weight is almost all its sink's has results below the least number of binary16."""
    q, k, v = drawn((1, 2, 24, 16)), drawn((1, 2, 200, 16), 1), drawn((1, 2, 200, 16), 2)
    sinks = numpy.full(2, 20, "f4")
    scores = numpy.where(numpy.tri(24, 200, dtype=bool), q @ k.swapaxes(2, 3) / 4, numpy.float32(-1e30))
    out = merged([part(scores[..., :12], v[..., :12, :], sinks[None, :, None, None]),
                  part(scores[..., 12:], v[..., 12:, :])]).astype("f4")
    asked = {"sink": "logit", "sinks": sinks, "mask": "causal", "causal_alignment": "top-left",
             "precision": "f32,part=f16"}
    assert verdict(q, k, v, out=out, **asked) == "PASS"
    assert verdict(q, k, v, out=out + numpy.float32(1e-5), **asked) != "PASS"


def test_products_with_a_sinks_key_err():
    """As those with the others do: a large query, whose product with the sink's key cancels, among small keys."""
    q, k, v = drawn((1, 4, 256, 3)), drawn((1, 4, 256, 3), 1, 0.001), drawn((1, 4, 256, 3), 2)
    k_star, v_star = drawn((4, 3), 3), drawn((4, 3), 4)
    q[0, :, 101] = 300 * numpy.cross(k_star, drawn((4, 3), 5))
    scaled = q * numpy.float32(1 / math.sqrt(3))
    logit = (scaled * k_star[None, :, None]).sum(-1, keepdims=True)
    scores = numpy.where(numpy.eye(256, dtype=bool), scaled @ k.swapaxes(2, 3), -numpy.inf)
    most, total, out = part(scores, v, logit)
    out += numpy.exp(logit - most) / total * v_star[None, :, None]
    lse = (most + numpy.log(total))[..., 0]
    asked = {"window": (0, 0), "sink": "key-value", "k_star": k_star, "v_star": v_star, "precision": "f32"}
    assert verdict(q, k, v, out=out, lse=lse, **asked) == "PASS"
    assert verdict(q, k, v, out=out, lse=lse + numpy.float32(1e-3), **asked) != "PASS"


def test_a_softcap_hides_errors_of_products_beyond_it():
    """Errors of scores of a thousand are larger than 1, but not behind a softcap; nor is a wrong weight hidden there."""
    q, k, v = (drawn((1, 2, 64, 64), seed).astype(ml_dtypes.bfloat16) for seed in range(3))
    q = (q.astype("f4") * 1024).astype(q.dtype)
    wide = [x.astype("f4") for x in (q, k, v)]
    scores = numpy.float32(30) * numpy.tanh((wide[0] / 8).astype(q.dtype).astype("f4") @ wide[1].swapaxes(2, 3) / 30)
    asked = {"softcap": 30, "precision": "bf16-flash-scaled-query"}
    for weight_of_key_3, right in ((1, True), (0, False)):
        p = numpy.exp(scores - scores.max(-1, keepdims=True))
        p[..., 3] *= weight_of_key_3
        out = (p.astype(q.dtype).astype("f4") @ wide[2] / p.sum(-1, keepdims=True)).astype(q.dtype)
        assert (verdict(q, k, v, out=out, **asked) == "PASS") == right


@pytest.mark.parametrize("queries", [slice(None), slice(0, 1)])
def test_delta_is_of_an_output_that_was_merged_from_stored_parts(queries):
    """In all rows that the loss depends on, whether or not simulated passes evaluate them."""
    q, k, v, drawn_grad = (drawn((1, 2, 64, 16), seed) for seed in range(4))
    k += numpy.float32(4)
    out_grad = numpy.zeros_like(drawn_grad)
    out_grad[:, :, queries] = drawn_grad[:, :, queries]
    scores = q @ k.swapaxes(2, 3) / 4
    out = merged([part(scores[..., :20], v[..., :20, :]), part(scores[..., 20:], v[..., 20:, :])]).astype("f4")
    p = numpy.exp(scores - scores.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    delta = (out_grad * out).sum(-1, keepdims=True)
    for factor, right in ((1, True), (0, False)):
        scored = p * (out_grad @ v.swapaxes(2, 3) - numpy.float32(factor) * delta) / 4
        given = {"dq": scored @ k, "dk": scored.swapaxes(2, 3) @ q, "dv": p.swapaxes(2, 3) @ out_grad}
        asked = {"out": out, "out_grad": out_grad, "precision": "f32,part=f16"}
        assert (verdict(q, k, v, **asked, **given) == "PASS") == right


@pytest.mark.parametrize("position", ["t5", "relative-table"])
def test_a_table_may_be_stored_in_16_bits(position):
    """The parameter of a model in binary32 that runs in bfloat16, as under autocast."""
    q, k, v = (drawn((1, 1, 32, 64), seed, 0.3).astype(ml_dtypes.bfloat16) for seed in range(3))
    table = drawn((32 if position == "t5" else 63, 1), 3, 3)
    distance = numpy.arange(32) - numpy.arange(32)[:, None]
    row = numpy.minimum(numpy.maximum(-distance, 0), 15) if position == "t5" else distance + 31
    wide = [x.astype("f4") for x in (q, k, v)]
    asked = {"position": position, "position_table": table, "causal": True, "window": (15, 0),
             "precision": "bf16-flash"}
    for stored, right in ((table.astype(q.dtype).astype("f4"), True), (table * numpy.float32(1.1), False)):
        scores = wide[0] @ wide[1].swapaxes(2, 3) / 8 + stored[row, 0]
        scores = numpy.where((distance <= 0) & (distance >= -15), scores, -numpy.inf)
        p = numpy.exp(scores - scores.max(-1, keepdims=True))
        out = (p.astype(q.dtype).astype("f4") @ wide[2] / p.sum(-1, keepdims=True)).astype(q.dtype)
        assert (verdict(q, k, v, out=out, **asked) == "PASS") == right


@pytest.mark.parametrize("scatter", [1, 4])
def test_a_bias_may_be_stored_in_16_bits(scatter):
    """A mask in binary32 that a kernel casts to the dtype of the queries, as PyTorch's own attention asks for."""
    q, k, v = (drawn((1, 2, 64, 64), seed, 1).astype(ml_dtypes.bfloat16) for seed in range(3))
    bias = drawn((1, 2, 64, 64), 3, scatter)
    wide = [x.astype("f4") for x in (q, k, v)]
    for stored, right in ((bias.astype(q.dtype).astype("f4"), True), (bias * numpy.float32(1.1), False)):
        scores = wide[0] @ wide[1].swapaxes(2, 3) / 8 + stored
        p = numpy.exp(scores - scores.max(-1, keepdims=True))
        out = (p.astype(q.dtype).astype("f4") @ wide[2] / p.sum(-1, keepdims=True)).astype(q.dtype)
        assert (verdict(q, k, v, out=out, bias=bias, precision="bf16-flash") == "PASS") == right


@pytest.mark.parametrize("dtype, precision", [(ml_dtypes.bfloat16, "bf16-flash-scaled-query"),
                                              (numpy.float16, "fp16-flash-scaled-query")])
def test_a_stored_query_is_scaled_by_log2_e_too(dtype, precision):
    """Where the scale and its root are exact, and all keys are the same: the log-sum-exp has the error of one score.
    MLX, mlx/backend/metal/kernels/steel/attn: TransformScale of scale * M_LOG2E_F."""
    q, v = drawn((1, 4, 64, 16)).astype(dtype), drawn((1, 4, 64, 16), 2).astype(dtype)
    k = numpy.repeat(drawn((1, 4, 1, 16), 1), 64, axis=2).astype(dtype)
    scaled = (q.astype("f4") * numpy.float32(math.log2(math.e) / 4)).astype(dtype).astype("f4")
    scores = numpy.where(numpy.tri(64, dtype=bool), scaled @ k.astype("f4").swapaxes(2, 3), -numpy.inf)
    most = scores.max(-1, keepdims=True)
    p = numpy.exp2(scores - most)
    total = p.sum(-1, keepdims=True)
    out = (p.astype(dtype).astype("f4") @ v.astype("f4") / total).astype(dtype)
    lse = (most * numpy.float32(math.log(2)) + numpy.log(total))[..., 0]
    asked = {"causal": True, "precision": precision}
    assert verdict(q, k, v, out=out, lse=lse, **asked) == "PASS"
    assert verdict(q, k, v, out=out, lse=lse + numpy.float32(0.02), **asked) != "PASS"


def flash(q, k, v, factor=1.0):
    """Scores multiplied by a factor; bfloat16 inputs, weights and output."""
    scores = (q.astype("f8") @ k.astype("f8").swapaxes(2, 3) / math.sqrt(q.shape[3]) * factor).astype("f4")
    p = numpy.exp(scores - scores.max(-1, keepdims=True))
    return (p.astype(q.dtype).astype("f4") @ v.astype("f4") / p.sum(-1, keepdims=True)).astype(q.dtype)


def test_a_factor_of_the_scores_that_the_report_says_is_revealed_is():
    """In 19 of 20 places, whichever way it goes."""
    missed = asked = 0
    for seed in range(12):
        size, queries, keys = ((1, 3, 10)[seed % 3], (3, 64)[seed % 2], (100, 17)[seed // 6])
        q, k, v = (drawn((1, 2, n, 64), 3 * seed + i, size if i == 0 else 1).astype(ml_dtypes.bfloat16)
                   for i, n in enumerate((queries, keys, keys)))
        report = plumbline.judge(q, k, v, out=flash(q, k, v), precision="bf16-flash").report
        noticed = float(report["tensors"]["output"]["standing"]["scale_noticed"]["decimal"])
        for factor in (1 - noticed, 1 + noticed) if noticed < 1 else ():
            asked += 1
            missed += verdict(q, k, v, out=flash(q, k, v, factor), precision="bf16-flash") == "PASS"
    assert asked >= 12 and missed <= asked / 20


def test_values_that_are_all_the_same_reveal_no_factor_of_the_scores():
    q, k, v = drawn((1, 2, 16, 64)), drawn((1, 2, 33, 64), 1), numpy.repeat(drawn((1, 2, 1, 64), 2), 33, axis=2)
    report = plumbline.judge(q, k, v, out=numpy.repeat(v[:, :, :1], 16, axis=2), precision="f32").report
    assert report["verdict"] == "PASS"
    assert report["tensors"]["output"]["standing"]["scale_noticed"]["decimal"] in ("inf", "Infinity")


@pytest.mark.parametrize("keys, size, offset", [(1, 6, 0), (1, 1, 50)])
def test_a_backward_pass_computes_scores_and_delta_in_orders_of_its_own(keys, size, offset):
    """Of a row with one key nothing but the differences is left: of the score from the log-sum-exp, of y from delta."""
    q, k, v, out_grad = (drawn((1, 2, n, 192), seed, factor) + numpy.float32(add) for seed, (n, factor, add) in
                         enumerate([(64, size, 0), (keys, 1, 0), (keys, 1, offset), (64, 1, offset)]))
    lse_grad = drawn((1, 2, 64), 4, 0 if offset else 1)
    out_grad *= numpy.float32(1 if offset else 1e-4)
    lse = ((q.astype("f8") @ k.astype("f8").swapaxes(2, 3))[..., 0] / math.sqrt(192)).astype("f4")
    scores = ((q * numpy.float32(1 / math.sqrt(192)))[..., ::-1] @ k[..., ::-1].swapaxes(2, 3))
    p = numpy.exp(scores - lse[..., None])
    out = numpy.repeat(v, 64, axis=2)
    for factor, right in ((1, True), (0.5, False)):
        delta = numpy.float32(factor) * numpy.cumsum(out_grad * out, -1)[..., -1:] - lse_grad[..., None]
        scored = p * (out_grad @ v.swapaxes(2, 3) - delta) / numpy.float32(math.sqrt(192))
        given = {"dq": scored @ k, "dk": scored.swapaxes(2, 3) @ q, "dv": p.swapaxes(2, 3) @ out_grad}
        asked = {"out": out, "out_grad": out_grad, "lse_grad": lse_grad, "precision": "f32"}
        assert (verdict(q, k, v, **asked, **given) == "PASS") == right


@pytest.mark.parametrize("scale", [0.25, 1, 2])
def test_a_chain_of_merges_errs_in_its_log_sum_exp(scale):
    """As many merges as are stated, each of which rounds it; and the output takes what it loses.  Ring attention:
    update_out_and_lse of ring-flash-attention."""
    q, k, v = drawn((1, 4, 64, 16)), drawn((1, 4, 130, 16), 1), drawn((1, 4, 130, 16), 2)
    scores = q @ k.swapaxes(2, 3) * numpy.float32(scale)
    starts = [130 * i // 64 for i in range(65)]
    lse = out = None
    for begin, end in zip(starts, starts[1:]):
        most, total, part_out = part(scores[..., begin:end], v[..., begin:end, :])
        of_part = most + numpy.log(total)
        if lse is None:
            lse, out = of_part, part_out
            continue
        largest = numpy.maximum(lse, of_part)
        whole = largest + numpy.log(numpy.exp(lse - largest) + numpy.exp(of_part - largest))
        lse, out = whole, numpy.exp(lse - whole) * out + numpy.exp(of_part - whole) * part_out
    asked = {"scale": scale, "precision": "f32,merge_levels=63"}
    assert verdict(q, k, v, out=out, lse=lse[..., 0], **asked) == "PASS"
    assert verdict(q, k, v, out=out, lse=lse[..., 0] + numpy.float32(1e-4), **asked) != "PASS"
    assert verdict(q, k, v, out=out * numpy.float32(1.0001), **asked) != "PASS"


def test_a_log_sum_exp_to_the_base_2_is_converted():
    """Even if it is that of a sink alone.  Triton's kernels: scores times log2(e), log2 of the sum, all times log(2)."""
    q, k, v = (drawn((1, 8, n, 64), seed).astype(numpy.float16) for seed, n in ((0, 64), (1, 1), (2, 1)))
    sinks = drawn(8, 3) + numpy.float32(13)
    lse = numpy.repeat(sinks * numpy.float32(math.log2(math.e)) * numpy.float32(math.log(2)), 64).reshape(1, 8, 64)
    asked = {"out": 0 * q, "sink": "logit", "sinks": sinks, "key_lengths": [0], "precision": "fp16-flash"}
    assert verdict(q, k, v, lse=lse, **asked) == "PASS"
    assert verdict(q, k, v, lse=lse * numpy.float32(1.00001), **asked) != "PASS"


@pytest.mark.parametrize("cap, size", [(30, 60), (4, 1)])
def test_slopes_of_a_softcap_err_as_capped_scores_do(cap, size):
    """And no more, however large scores are: those of a cap that is the 300,000th part larger show."""
    q, k, v, out_grad = (drawn((1, 2, 64, 32), seed, size if seed == 0 else 1) for seed in range(4))
    capped = numpy.float32(cap) * numpy.tanh(q @ k.swapaxes(2, 3) * numpy.float32(1 / math.sqrt(32) / cap))
    p = numpy.exp(capped - capped.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    out = p @ v
    scored = p * (out_grad @ v.swapaxes(2, 3) - (out_grad * out).sum(-1, keepdims=True)) / numpy.float32(math.sqrt(32))
    for factor, right in ((1, True), (1 + 1 / 3e5, False)):
        sloped = scored * (1 - numpy.square(capped / numpy.float32(cap * factor)))
        given = {"dq": sloped @ k, "dk": sloped.swapaxes(2, 3) @ q}
        asked = {"out": out, "out_grad": out_grad, "softcap": cap, "precision": "f32"}
        assert (verdict(q, k, v, **asked, **given) == "PASS") == right
