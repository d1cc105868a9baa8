"""Caches in pages and lengths of batch entries, as FlashAttention, vLLM and FlashInfer hold them."""
import numpy
import pytest

import plumbline

BATCH, HEADS, KEY_HEADS, QUERIES, DIM, SLOTS, BLOCKS = 3, 4, 2, 3, 16, 8, 12
LENGTHS = numpy.array([21, 5, 32], "i4")
TABLE = numpy.array([[7, 2, 9, -1], [4, -1, -1, -1], [7, 0, 11, 3]], "i4")  # two share block 7
ASKED = {"layout": "BSHD", "precision": "f32"}
ALIGNED = {"causal": True, "causal_alignment": "bottom-right"}


@pytest.fixture
def caches():
    """q [B,Sq,H,D]; k and v [blocks,slots,Hkv,D], NaN where nothing was written."""
    draw = numpy.random.default_rng(11)
    q = draw.standard_normal((BATCH, QUERIES, HEADS, DIM)).astype("f4")
    k, v = (draw.standard_normal((BLOCKS, SLOTS, KEY_HEADS, DIM)).astype("f4") for _ in "kv")
    written = numpy.zeros((BLOCKS, SLOTS), bool)
    for table, length in zip(TABLE, LENGTHS):
        for j in range(length):
            written[table[j // SLOTS], j % SLOTS] = True
    k[~written] = v[~written] = numpy.nan
    return q, k, v


def right(q, k, v, causal=False, table=TABLE, lengths=LENGTHS):
    """Of each entry, its last query at its last key."""
    out = numpy.zeros(q.shape, "f8")
    for b, length in enumerate(lengths):
        keys, values = (x[table[b]].reshape(-1, KEY_HEADS, DIM)[:length].astype("f8") for x in (k, v))
        seen = numpy.arange(length) <= numpy.arange(QUERIES)[:, None] + length - QUERIES
        for h in range(HEADS):
            scores = q[b, :, h].astype("f8") @ keys[:, h // 2].T / numpy.sqrt(DIM)
            weights = numpy.exp(numpy.where(seen | (not causal), scores, -numpy.inf) - scores.max())
            out[b, :, h] = weights / weights.sum(-1, keepdims=True) @ values[:, h // 2]
    return out.astype("f4")


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("names", [("block_table", "cache_seqlens"), ("block_tables", "seq_lens"),
                                   ("page_table", "seqused_k"), ("block_table", "key_lengths")])
def test_a_cache_is_read_as_engines_name_it(caches, causal, names):
    given = dict(zip(names, (TABLE, LENGTHS)), **ASKED, **(ALIGNED if causal else {}))
    assert plumbline.check(*caches, out=right(*caches, causal), **given).verdict == "PASS"
    judged = plumbline.judge(*caches, out=right(*caches, not causal), **given)
    assert judged.verdict == "FAIL" and "batch 3, heads 4 on 2, queries 3, keys up to 32, dims 16, 16" in judged.text()
    aligned = "causal, the last query at the last key of its batch entry, " if causal else ""
    assert f"mask {aligned}key lengths 5 to 32 operator" in " ".join(judged.text().split())


@pytest.mark.parametrize("axis", [0, 1])
def test_keys_and_values_may_be_one_tensor(caches, axis):
    q, k, v = caches
    both = numpy.stack([k, v], axis)
    given = {"block_table": TABLE, "cache_seqlens": LENGTHS, **ASKED}
    plumbline.check(q, kv_cache=both, out=right(*caches), **given)
    exchanged = numpy.stack([v, k], axis)
    assert plumbline.judge(q, kv_cache=exchanged, out=right(*caches), **given).verdict == "FAIL"


def test_heads_may_come_before_slots(caches):
    q, k, v = caches
    given = {"block_table": TABLE, "cache_seqlens": [int(n) for n in LENGTHS], "page_layout": "heads-slots", **ASKED}
    plumbline.check(q, k.swapaxes(1, 2), v.swapaxes(1, 2), out=right(*caches), **given)


def test_lengths_of_a_dense_cache(caches):
    q, k, v = caches
    dense = [x[TABLE].reshape(BATCH, -1, KEY_HEADS, DIM) for x in (k, v)]
    plumbline.check(q, *dense, out=right(*caches, True), cache_seqlens=LENGTHS, **ALIGNED, **ASKED)
    out = right(*caches, True, lengths=[16] * BATCH, table=numpy.maximum(TABLE, 0))
    ones = [numpy.nan_to_num(x) for x in dense]
    assert plumbline.judge(q, *ones, out=out, cache_seqlens=LENGTHS, **ALIGNED, **ASKED).verdict == "FAIL"


STARTS = numpy.array([4, 0, 17], "i4")


def padded(q, k, v, starts=STARTS, lengths=LENGTHS):
    """Of dense keys, whose padding is NaN, causal."""
    out = numpy.zeros(q.shape, "f8")
    for b, (first, end) in enumerate(zip(starts, lengths)):
        part = [x[b:b + 1, first:end] for x in (k, v)]
        alone = plumbline.evaluate(q[b:b + 1], *part, layout="BSHD", **ALIGNED)[0]
        out[b] = alone[0]
    return out.astype("f4")


@pytest.mark.parametrize("name", ["key_starts", "cache_leftpad", "leftpad_k"])
def test_padding_before_the_first_key_does_not_exist(caches, name):
    q, k, v = caches
    dense = [numpy.nan_to_num(x)[numpy.maximum(TABLE, 0)].reshape(BATCH, -1, KEY_HEADS, DIM) for x in (k, v)]
    out = padded(q, *dense)
    given = {"out": out, "cache_seqlens": LENGTHS, name: STARTS, **ALIGNED, **ASKED}
    assert plumbline.judge(q, *dense, **{**given, name: [0, 0, 0]}).verdict == "FAIL"
    for x in dense:
        for b, first in enumerate(STARTS):
            x[b, :first] = numpy.nan
    judged = plumbline.check(q, *dense, **given)
    assert "key lengths 5 to 32, keys from key_starts on" in " ".join(judged.text().split())
    assert judged.report["masks"]["key_starts"] is True


def test_padding_of_keys_without_lengths(caches):
    q, k, v = caches
    k, v = (numpy.nan_to_num(x)[numpy.maximum(TABLE, 0)].reshape(BATCH, -1, KEY_HEADS, DIM) for x in (k, v))
    out = padded(q, k, v, lengths=[32] * BATCH)
    plumbline.check(q, k, v, out=out, key_starts=STARTS, **ALIGNED, **ASKED)


@pytest.mark.parametrize("starts, text", [
    ([0, 0, 0], "sees the padding before the first key of each batch entry"),
    (STARTS + 1, "treats the second key of each batch entry as the first"),
    (numpy.maximum(STARTS - 1, 0), "sees the key before the first of each batch entry"),
])
def test_a_mistake_about_padding_is_named(caches, starts, text):
    q, k, v = caches
    k, v = (numpy.nan_to_num(x)[numpy.maximum(TABLE, 0)].reshape(BATCH, -1, KEY_HEADS, DIM) for x in (k, v))
    found = plumbline.diagnose(q, k, v, out=padded(q, k, v, starts), key_starts=STARTS, key_lengths=LENGTHS, **ALIGNED,
                               **ASKED)
    assert found.summary == f"the engine {text}"


def test_one_length_serves_all(caches):
    q, k, v = caches
    k, v = numpy.nan_to_num(k), numpy.nan_to_num(v)
    table = numpy.maximum(TABLE, 0)
    out = right(q, k, v, True, table, [13] * BATCH)
    plumbline.check(q, k, v, out=out, block_table=table, cache_seqlens=13, **ALIGNED, **ASKED)


def test_quantised_pages_have_scales_of_heads(caches):
    q, k, v = caches
    k8, v8 = (numpy.rint(numpy.nan_to_num(x) * 30).astype("i1") for x in (k, v))
    scale = numpy.array([[[1 / 32, 1 / 16]]], "f4")[0]
    out = right(q, *(x * scale[0][None, None, :, None] for x in (k8, v8)))
    given = {"block_table": TABLE, "cache_seqlens": LENGTHS, "k_scale": scale, "v_scale": scale, **ASKED}
    plumbline.check(q, k8, v8, out=out, **given)


def test_a_case_that_is_kept_says_the_same(caches, tmp_path):
    given = {"block_table": TABLE, "cache_seqlens": LENGTHS, **ALIGNED, "layout": "BSHD", "precision": "f32"}
    judged = plumbline.check(*caches, out=right(*caches, True), keep=True, save=tmp_path, **given)
    kept = (tmp_path / judged.case).read_bytes()
    assert b'"block_table"' in kept and b'"key_lengths"' in kept


def test_runs_on_a_cache_are_compared(caches):
    q, k, v = caches
    given = {"block_table": TABLE, "cache_seqlens": LENGTHS, "layout": "BSHD"}
    out = right(*caches)
    assert plumbline.same(q, k, v, out=[out, out], **given)
    assert not plumbline.same(q, kv_cache=numpy.stack([k, v]), out=[out, numpy.nextafter(out, 9)], **given)


def test_tensors_of_torch(caches):
    torch = pytest.importorskip("torch")
    q, k, v, out = (torch.from_numpy(x) for x in (*caches, right(*caches)))
    table, lengths = (torch.from_numpy(x) for x in (TABLE, LENGTHS))
    plumbline.check(q, k, v, out=out, block_table=table, cache_seqlens=lengths, **ASKED)


def test_the_page_shows_a_cache(caches):
    from test_documents import blocks

    (code,) = [text for _, text in blocks("docs/python.md") if "block_table=" in text]
    q, k, v = caches
    names = {"plumbline": plumbline, "q": q, "k_cache": k, "v_cache": v, "block_table": TABLE, "cache_seqlens": LENGTHS,
             "flash_attn_with_kvcache": lambda q, k, v, cache_seqlens, block_table, causal: right(q, k, v, causal)}
    exec(code, names)
    with pytest.raises(plumbline.Failure, match="FAIL"):
        exec(code.replace("out=out", "out=2 * out"), names)
