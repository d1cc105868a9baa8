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
    scores = numpy.einsum("qhd,khd->hqk", q.astype("f8"), k) * 8 ** -0.5
    lse = numpy.log2((numpy.exp(scores) * numpy.tri(9)).sum(-1)).T.astype("f4")
    assert adapters.flashinfer_bench(inputs, {"output": out, "lse": lse}, precision="f32").verdict == "PASS"
    assert adapters.flashinfer_bench(decode, {"output": out[-1], "lse": lse[-1]}, precision="f32").verdict == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer_bench(inputs, {"output": out, "lse": lse * 0.7}, save=False, seconds=0)
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


def lse_of(q, k, v):
    """[B,S,H], natural, of test_paged's table and lengths under a causal mask."""
    import test_paged

    lse = numpy.zeros(q.shape[:3])
    for b, (row, length) in enumerate(zip(test_paged.TABLE, test_paged.LENGTHS)):
        keys = numpy.concatenate([k[block] for block in row if block >= 0])[:length]
        seen = numpy.arange(length) <= numpy.arange(q.shape[1])[:, None] + length - q.shape[1]
        for h in range(q.shape[2]):
            lse[b, :, h] = numpy.log((numpy.exp(q[b, :, h] @ keys[:, h // 2].T.astype("f8") / 4) * seen).sum(-1))
    return lse


def decode_attention_fwd(q, k_buffer, v_buffer, o, kv_indptr, kv_indices, attn_logits, attn_lse, num_kv_splits,
                         max_kv_splits, sm_scale, k_scale, v_scale, logit_cap=0.0, sinks=None, xai_temperature_len=-1,
                         has_mla=False, page_size=1):
    """SGLang's, of slots."""
    for b, (start, end) in enumerate(zip(kv_indptr, kv_indptr[1:])):
        extend(q[b:b + 1], k_buffer[kv_indices[start:end]], v_buffer[kv_indices[start:end]], o[b:b + 1], sm_scale)


def extend(q, k, v, o, scale):
    """The last query sees all keys."""
    seen = numpy.arange(len(k)) <= numpy.arange(len(q))[:, None] + len(k) - len(q)
    for h in range(q.shape[1]):
        weights = numpy.exp(q[:, h].astype("f8") @ k[:, h // 2].T * scale) * seen
        o[:, h] = weights @ v[:, h // 2] / weights.sum(-1, keepdims=True)


def extend_attention_fwd(q_extend, k_extend, v_extend, o_extend, k_buffer, v_buffer, qo_indptr, kv_indptr, kv_indices,
                         custom_mask, is_causal, mask_indptr, max_len_extend, k_scale=1.0, v_scale=1.0, sm_scale=0.25,
                         logit_cap=0.0, sliding_window_size=-1):
    for b, (start, end) in enumerate(zip(qo_indptr, qo_indptr[1:])):
        slots, new = kv_indices[kv_indptr[b]:kv_indptr[b + 1]], slice(start, end)
        extend(q_extend[new], *(numpy.concatenate([old[slots], more[new]])
                                for old, more in ((k_buffer, k_extend), (v_buffer, v_extend))), o_extend[new], sm_scale)


def vllm_decode(q, k_buffer, v_buffer, o, lse, req_to_token, b_seq_len, attn_logits, num_kv_splits, sm_scale,
                page_size=1, logit_cap=0.0, k_scale=None, v_scale=None):
    for b, length in enumerate(b_seq_len):
        keys, values = (x[req_to_token[b]].reshape(-1, 2, 16)[:length] for x in (k_buffer, v_buffer))
        extend(q[b:b + 1], keys, values, o[b:b + 1], sm_scale)


def test_sglang():
    draw = numpy.random.default_rng(4)
    k, v = (draw.standard_normal((40, 2, 16)).astype("f4") for _ in "kv")
    indptr, indices = numpy.array([0, 7, 7, 12], "i4"), draw.permutation(40)[:12].astype("i8")
    q, o = draw.standard_normal((2, 4, 16)).astype("f4"), numpy.zeros((2, 4, 16), "f4")
    decode = (indptr[[0, 1, 3]], indices, None, None, 1, 8, 0.25, 1.0, 1.0)
    adapters.sglang(decode_attention_fwd, precision="f32")(q, k, v, o, *decode)
    paged = (k.reshape(10, 4, 2, 16), v.reshape(10, 4, 2, 16))
    said = {"kv_indptr": decode[0], "kv_indices": indices, "scale": 0.25, "layout": "BSHD", "precision": "f32"}
    for buffers in ((k, v), paged):
        plumbline.check(q[:, None], k_buffer=buffers[0], v_buffer=buffers[1], out=o[:, None], **said)
    with pytest.raises(Failure):
        adapters.sglang(decode_attention_fwd, save=False, seconds=0, precision="f32", scale=0.3)(q, k, v, o, *decode)
    with pytest.raises(TypeError, match="xai_temperature_len: 8 is not judged by this adapter"):
        adapters.sglang(decode_attention_fwd)(q, k, v, o, *decode, xai_temperature_len=8)
    q, o = draw.standard_normal((9, 4, 16)).astype("f4"), numpy.zeros((9, 4, 16), "f4")
    new_k, new_v = (draw.standard_normal((9, 2, 16)).astype("f4") for _ in "kv")
    more = (numpy.array([0, 4, 6, 9], "i4"), indptr, indices, None, True, None, 4)
    judged = adapters.sglang(extend_attention_fwd, precision="f32")
    judged(q, new_k, new_v, o, k, v, *more)
    with pytest.raises(Failure):
        adapters.sglang(lambda q_extend, k_extend, v_extend, o_extend, k_buffer, v_buffer, qo_indptr, kv_indptr,
                        kv_indices, sm_scale, is_causal: None, precision="f32", save=False, seconds=0)(
            q, new_k, new_v, o, k, v, *more[:3], 0.25, False)
    with pytest.raises(TypeError, match="skip_prefix: True is not judged by this adapter"):
        adapters.sglang(lambda **_: None)(q_extend=q, k_extend=new_k, v_extend=new_v, o_extend=o, k_buffer=k,
                                          v_buffer=v, qo_indptr=more[0], kv_indptr=indptr, kv_indices=indices,
                                          skip_prefix=True)
    with pytest.raises(TypeError, match="custom_mask: ndarray is not judged by this adapter"):
        judged(q, new_k, new_v, o, k, v, *more[:3], numpy.ones(4), *more[4:])
    q, o = draw.standard_normal((2, 4, 16)).astype("f4"), numpy.zeros((2, 4, 16), "f4")
    table, lengths = numpy.array([[3, 1, 8], [2, 9, 0]], "i4"), numpy.array([11, 6], "i4")
    adapters.sglang(vllm_decode, precision="f32")(q, *paged, o, None, table, lengths, None, 8, 0.25, page_size=4)


def test_lists_of_slots_are_checked():
    x = numpy.zeros((6, 2, 16), "f4")
    with pytest.raises(plumbline.Refused, match=r"kv_indptr\[1\] is 3; expected 0 to 2, the pages that are listed"):
        plumbline.judge(x[:1, None], x, x, out=x[:1, None], kv_indptr=[0, 3], kv_indices=[1, 2], layout="BSHD")
    with pytest.raises(plumbline.Refused, match=r"block_table\[0,1\] is 6; expected 0 to 5, the blocks of k"):
        plumbline.judge(x[:1, None], x, x, out=x[:1, None], kv_indptr=[0, 2], kv_indices=[1, 6], layout="BSHD")
    with pytest.raises(TypeError, match="kv_indptr: missing; kv_indices needs it"):
        plumbline.judge(x[:1, None], x, x, out=x[:1, None], kv_indices=[1, 2], layout="BSHD")


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
    lse = numpy.log2(numpy.exp(lse_of(q, k, v))).astype("f4")  # [B,S,H]
    judged = adapters.flashinfer(prefill, rows, cache, (answers, lse.reshape(9, 4)), precision="f32")
    assert judged.report["tensors"]["lse"]["verdict"] == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer(prefill, rows, cache, (answers, lse.reshape(9, 4) * 0.693147), save=False, seconds=0)
    with pytest.raises(Failure):
        adapters.flashinfer({**prefill, "causal": False}, rows, cache, answers, save=False, seconds=0)
    decode = {**pages, **sizes, "head_dim": 16, "logits_soft_cap": 0.0}
    assert adapters.flashinfer(decode, q[:, -1], cache, out[:, -1], precision="f32").verdict == "PASS"
    last = adapters.flashinfer(decode, q[:, -1], cache, (out[:, -1], lse[:, -1]), precision="f32")
    assert last.report["tensors"]["lse"]["verdict"] == "PASS"
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
@pytest.mark.parametrize("dtype", [int, bool, float])
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


def test_adapters_need_no_import_of_their_own(pytester):
    made = pytester.runpython_c("import plumbline; print(plumbline.adapters.padded.__name__); plumbline.adapter")
    assert made.stdout.str() == "padded" and "no attribute 'adapter'" in made.stderr.str()


@pytest.mark.parametrize("adapter", [adapters.functional, adapters.flash_attn, adapters.sglang])
def test_what_is_no_function_is_refused_at_once(adapter):
    with pytest.raises(TypeError, match="attention: ndarray is no function; expected the one that is to be judged"):
        adapter(PADDED)
