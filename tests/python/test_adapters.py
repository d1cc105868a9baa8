"""Harnesses of others: a right engine passes through each adapter, a wrong one does not."""
import inspect

import numpy
import plumbline
import pytest
from conftest import attention
from plumbline import Failure, adapters


def engine(q, k, v, attn_mask=None, is_causal=False, scale=None):
    return attention(q, k, v, causal=is_causal).astype("f4")


def deaf(q, k, v, attn_mask=None, is_causal=False, scale=None):
    return engine(q, k, v)


def test_functional(vectors):
    judged = adapters.functional(engine, precision="f32", save=False, seconds=0)
    assert (judged(*vectors, is_causal=True) == engine(*vectors, is_causal=True)).all()
    with pytest.raises(Failure):
        adapters.functional(deaf, save=False, seconds=0)(*vectors, is_causal=True)
    with pytest.raises(ValueError, match="dropout_p"):
        judged(*vectors, dropout_p=0.1)


class ModelNew:
    def __init__(self, causal):
        self._causal = causal

    def __call__(self, q, k, v):
        return engine(q, k, v, is_causal=self._causal)


def test_kernelbench(vectors):
    adapters.kernelbench(ModelNew(True), vectors, causal=True, precision="f32")
    with pytest.raises(Failure):
        adapters.kernelbench(ModelNew(False), vectors, causal=True, save=False, seconds=0)


def test_flashinfer_bench(vectors):
    q, k, v = (x[0].transpose(1, 0, 2) for x in vectors)
    out = engine(*vectors, is_causal=True)[0].transpose(1, 0, 2)
    inputs = {"q": q, "k": k, "v": v, "sm_scale": numpy.float32(8 ** -0.5)}
    assert adapters.flashinfer_bench(inputs, {"output": out}, precision="f32").verdict == "PASS"
    decode = {**inputs, "q": q[-1]}
    assert adapters.flashinfer_bench(decode, {"output": out[-1]}, precision="f32").verdict == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer_bench(inputs, {"output": q / 24}, save=False, seconds=0)


def test_gpu_mode(vectors):
    checker = adapters.gpu_mode(causal=True, precision="f32", save=False, seconds=0)
    assert checker(vectors, engine(*vectors, is_causal=True)) == ""
    assert checker(vectors, numpy.zeros_like(vectors[0])).startswith("FAIL")


HEADS, KEY_HEADS, DIM = 4, 2, 16


def flash_attn_varlen_func(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p=0.0,
                           softmax_scale=None, causal=False, window_size=(-1, -1), softcap=0.0, alibi_slopes=None,
                           return_attn_probs=False, block_table=None, s_aux=None, rotary_cos=None):
    """With the arguments of FlashAttention and vLLM, in NumPy and binary64."""
    out, lse = numpy.zeros(q.shape, "f8"), numpy.zeros((HEADS, len(q)))
    scale = DIM ** -0.5 if softmax_scale is None else softmax_scale
    for (a, b), (c, d) in zip(zip(cu_seqlens_q, cu_seqlens_q[1:]), zip(cu_seqlens_k, cu_seqlens_k[1:])):
        keys = numpy.arange(d - c)
        away = keys - (numpy.arange(b - a)[:, None] + (d - c) - (b - a))
        hidden = (away > 0) & bool(causal)
        hidden |= (away < -window_size[0]) & (window_size[0] >= 0)
        for h in range(HEADS):
            x = scale * (q[a:b, h].astype("f8") @ k[c:d, h // 2].T.astype("f8"))
            x = softcap * numpy.tanh(x / softcap) if softcap else x
            if alibi_slopes is not None:
                x = x + alibi_slopes[h] * (keys if causal else -abs(away))
            e = numpy.where(hidden, 0, numpy.exp(x))
            total = e.sum(-1, keepdims=True) + (numpy.exp(s_aux[h]) if s_aux is not None else 0)
            out[a:b, h], lse[h, a:b] = e / total @ v[c:d, h // 2].astype("f8"), numpy.log(total[:, 0])
    return (out.astype("f4"), lse.astype("f4"), None) if return_attn_probs else out.astype("f4")


def packed():
    draw, cu_q, cu_k = numpy.random.default_rng(2), numpy.array([0, 3, 4], "i4"), numpy.array([0, 6, 13], "i4")
    return [*(draw.standard_normal((total, heads, DIM)).astype("f4")
              for total, heads in ((4, HEADS), (13, KEY_HEADS), (13, KEY_HEADS))), cu_q, cu_k, 3, 7]


SLOPES = numpy.array([0.5, 0.25, 0.125, 0.0625], "f4")
SINKS = numpy.array([1, 0.5, -1, 2], "f4")
ARGUMENTS = [{}, {"causal": True}, {"softmax_scale": 0.5}, {"softcap": 3.0}, {"causal": True, "window_size": (2, 0)},
             {"alibi_slopes": SLOPES}, {"alibi_slopes": SLOPES, "causal": True, "return_attn_probs": True},
             {"s_aux": SINKS}, {"return_attn_probs": True, "window_size": [2, -1]}]


@pytest.mark.parametrize("named", ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_flash_attn_with_each_argument(named):
    adapters.flash_attn(flash_attn_varlen_func, precision="f32")(*packed(), **named)
    told = [name for name in named if name != "return_attn_probs"]

    def deaf(*given, **others):
        return flash_attn_varlen_func(*given, **{name: one for name, one in others.items() if name not in told})

    deaf.__signature__ = inspect.signature(flash_attn_varlen_func)
    judged = adapters.flash_attn(deaf, precision="f32", save=False, seconds=0)
    if told:
        with pytest.raises(Failure):
            judged(*packed(), **named)


def test_flash_attn_refuses_what_it_does_not_judge():
    called = []

    def engine_of(q, k, v, causal=False, rotary_cos=None, dropout_p=0.0):
        called.append(q)

    judged = adapters.flash_attn(engine_of)
    with pytest.raises(TypeError, match="rotary_cos: ndarray is not judged by this adapter"):
        judged(*packed()[:3], rotary_cos=SLOPES)
    with pytest.raises(ValueError, match="dropout_p: 0.1 is not 0"):
        judged(*packed()[:3], dropout_p=0.1)
    assert not called


def flash_attn_with_kvcache(q, k_cache, v_cache, k=None, v=None, cache_seqlens=None, causal=False, block_table=None):
    """New keys are stored behind the lengths, in place."""
    out = numpy.zeros(q.shape, "f8")
    for b, length in enumerate(cache_seqlens):
        end = length + (0 if k is None else k.shape[1])
        if k is not None:
            k_cache[b, length:end], v_cache[b, length:end] = k[b], v[b]
        hidden = numpy.arange(end) > numpy.arange(q.shape[1])[:, None] + end - q.shape[1]
        for h in range(HEADS):
            x = q[b, :, h].astype("f8") @ k_cache[b, :end, h // 2].T.astype("f8") / 4
            e = numpy.where(hidden & causal, 0, numpy.exp(x))
            out[b, :, h] = e / e.sum(-1, keepdims=True) @ v_cache[b, :end, h // 2].astype("f8")
    return out.astype("f4")


@pytest.mark.parametrize("new", [0, 2])
def test_flash_attn_with_kvcache(new):
    draw = numpy.random.default_rng(4)
    q = draw.standard_normal((2, 2, HEADS, DIM)).astype("f4")
    caches = [draw.standard_normal((2, 12, KEY_HEADS, DIM)).astype("f4") for _ in "kv"]
    more = [draw.standard_normal((2, new, KEY_HEADS, DIM)).astype("f4") for _ in "kv"] if new else [None, None]
    given = {"cache_seqlens": numpy.array([5, 9], "i4"), "causal": True}
    adapters.flash_attn(flash_attn_with_kvcache, precision="f32")(q, *caches, *more, **given)
    with pytest.raises(Failure):
        adapters.flash_attn(lambda q, k_cache, v_cache, k, v, cache_seqlens, causal: q, precision="f32", save=False,
                            seconds=0)(q, *caches, *more, **given)


def test_flashinfer():
    """Plans for prefill, for decoding and of a ragged batch."""
    import test_paged

    draw = numpy.random.default_rng(9)
    k, v = (draw.standard_normal((12, 8, 2, 16)).astype("f4") for _ in "kv")
    q = draw.standard_normal((3, 3, 4, 16)).astype("f4")
    pages = {"indptr": numpy.array([0, 3, 4, 8], "i4"), "indices": numpy.array([7, 2, 9, 4, 7, 0, 11, 3], "i4"),
             "last_page_len": numpy.array([5, 5, 8], "i4")}
    sizes = {"num_qo_heads": 4, "num_kv_heads": 2, "page_size": 8, "pos_encoding_mode": "NONE", "window_left": -1}
    prefill = {**{f"paged_kv_{name}": value for name, value in pages.items()}, **sizes, "head_dim_qk": 16,
               "qo_indptr": numpy.arange(4, dtype="i4") * 3, "causal": True, "sm_scale": 0.25}
    out, cache = test_paged.right(q, k, v, True), numpy.stack([k, v], 1)
    rows, answers = (x.reshape(9, 4, 16) for x in (q, out))
    assert adapters.flashinfer(prefill, rows, cache, answers, precision="f32").verdict == "PASS"
    assert adapters.flashinfer(prefill, rows, (k, v), (answers, None), precision="f32").verdict == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer({**prefill, "causal": False}, rows, cache, answers, save=False, seconds=0)
    decode = {**pages, **sizes, "head_dim": 16, "logits_soft_cap": 0.0}
    assert adapters.flashinfer(decode, q[:, -1], cache, out[:, -1], precision="f32").verdict == "PASS"
    with pytest.raises(TypeError, match="custom_mask: pass its booleans to plumbline.check"):
        adapters.flashinfer({**prefill, "custom_mask": answers > 0}, rows, cache, answers)
    q, k, v, cu_q, cu_k = packed()[:5]
    ragged = {"qo_indptr": cu_q, "kv_indptr": cu_k, **sizes, "head_dim_qk": 16, "causal": True, "window_left": 2}
    right = flash_attn_varlen_func(q, k, v, cu_q, cu_k, 3, 7, causal=True, window_size=(2, 0))
    assert adapters.flashinfer(ragged, q, (k, v), right, precision="f32").verdict == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer({**ragged, "window_left": 3}, q, (k, v), right, save=False, seconds=0)


PADDED = numpy.array([[0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 1, 1]])


@pytest.mark.parametrize("queries", [7, 2])
@pytest.mark.parametrize("dtype", [int, bool])
def test_padded(queries, dtype):
    draw = numpy.random.default_rng(6)
    q, k, v = (draw.standard_normal((3, 2, 7, DIM)).astype("f4") for _ in "qkv")
    out = numpy.full_like(q, numpy.nan)
    for b, mask in enumerate(PADDED == 1):
        out[b:b + 1, :, mask] = attention(*(x[b:b + 1, :, mask] for x in (q, k, v)))
        k[b, :, ~mask] = v[b, :, ~mask] = numpy.nan  # nobody reads them
    q, out = q[:, :, 7 - queries:], out[:, :, 7 - queries:]
    judged = adapters.padded(q, k, v, PADDED.astype(dtype), out, causal=True, precision="f32")
    assert judged.report["tensors"]["output"]["total"] == PADDED[:, 7 - queries:].sum() * 2 * DIM
    with pytest.raises(Failure):
        adapters.padded(q, k, v, PADDED[:, ::-1], numpy.nan_to_num(out), causal=True, save=False, seconds=0)


def test_padded_refuses_what_is_no_padding():
    x = numpy.zeros((3, 2, 7, DIM), "f4")
    holes, other = PADDED.copy(), PADDED.copy()
    holes[2, 4], other[1, 6] = 0, 2
    for mask, text in ((holes, r"\[2,4\] is 0 between tokens"), (other, r"\[1,6\] is 2; expected 0 for padding"),
                       (PADDED[:, :5], r"shape \[3, 5\] is not \[3, 7\], \[B,Sk\]")):
        with pytest.raises(TypeError, match=f"attention_mask: {text}"):
            adapters.padded(x, x, x, mask, x)


def test_the_page_shows_functions_and_plans():
    import test_paged
    from test_documents import blocks

    (code,) = [text for _, text in blocks("docs/python.md") if "adapters.flash_attn" in text]
    function, plan = code.replace("bf16-flash", "f32").split("\n\n")
    named = dict(zip(("q", "k", "v", "cu_seqlens_q", "cu_seqlens_k", "max_seqlen_q", "max_seqlen_k"), packed()))
    exec(function, {"plumbline": plumbline, "flash_attn_varlen_func": flash_attn_varlen_func, **named})
    draw, planned = numpy.random.default_rng(8), []
    q, k, v = (draw.standard_normal(shape).astype("f4") for shape in ((3, 3, 4, 16), (12, 8, 2, 16), (12, 8, 2, 16)))

    class Wrapper:
        def plan(self, **given):
            planned.append(given)

        def run(self, q, cache):
            return test_paged.right(q.reshape(3, 3, 4, 16), cache[:, 0], cache[:, 1], True).reshape(q.shape)

    exec(plan, {"plumbline": plumbline, "wrapper": Wrapper(), "q": q.reshape(9, 4, 16),
                "kv_cache": numpy.stack([k, v], 1), "qo_indptr": numpy.arange(4) * 3,
                "indptr": numpy.array([0, 3, 4, 8]), "indices": numpy.array([7, 2, 9, 4, 7, 0, 11, 3]),
                "last_page_len": numpy.array([5, 5, 8])})
    assert planned[0]["causal"] is True
