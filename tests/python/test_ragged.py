"""Sequences of different lengths one behind the other, as FlashAttention's varlen functions and vLLM hold them."""
import subprocess

import numpy
import pytest

import plumbline

HEADS, KEY_HEADS, DIM = 4, 2, 16
QUERIES, KEYS = [3, 0, 7, 1], [9, 4, 5, 0]  # the third has more queries than keys, the fourth no key
CU_Q, CU_K = (numpy.cumsum([0, *lengths]).astype("i4") for lengths in (QUERIES, KEYS))
ASKED = {"precision": "f32", "cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K}
ALIGNED = {"causal": True, "causal_alignment": "bottom-right"}


@pytest.fixture
def packed():
    draw = numpy.random.default_rng(5)
    return [draw.standard_normal((total, heads, DIM)).astype("f4")
            for total, heads in ((CU_Q[-1], HEADS), (CU_K[-1], KEY_HEADS), (CU_K[-1], KEY_HEADS))]


def right(q, k, v, causal=False, starts_q=CU_Q, starts_k=CU_K, queries=QUERIES, keys=KEYS, top_left=False):
    """out and lse of each sequence by itself."""
    out, lse = numpy.zeros(q.shape, "f8"), numpy.full((HEADS, len(q)), -numpy.inf)
    for s, (m, n) in enumerate(zip(queries, keys)):
        places = slice(starts_q[s], starts_q[s] + m)
        seen = numpy.arange(n) <= numpy.arange(m)[:, None] + (0 if top_left else n - m)
        for h in range(HEADS):
            mine = slice(starts_k[s], starts_k[s] + n)
            scores = q[places, h].astype("f8") @ k[mine, h // 2].T.astype("f8") / numpy.sqrt(DIM)
            weights = numpy.exp(scores) * (seen | (not causal))
            total = weights.sum(-1, keepdims=True)
            out[places, h] = weights / numpy.where(total > 0, total, 1) @ v[mine, h // 2].astype("f8")
            with numpy.errstate(divide="ignore"):
                lse[h, places] = numpy.log(total[:, 0])
    return out.astype("f4"), lse.astype("f4")


@pytest.mark.parametrize("causal, top_left", [(False, False), (True, False), (True, True)])
def test_each_sequence_is_judged_by_itself(packed, causal, top_left):
    out, lse = right(*packed, causal, top_left=top_left)
    said = {"causal": True, "causal_alignment": "top-left" if top_left else "bottom-right"} if causal else {}
    judged = plumbline.check(*packed, out=out, lse=lse, **said, **ASKED)
    assert judged.report["tensors"]["output"]["total"] == out.size
    assert judged.report["tensors"]["lse"]["total"] == lse.size
    assert judged.report["rows"] == HEADS * len(out)
    other, _ = right(*packed, not causal)
    assert plumbline.judge(*packed, out=other, **said, **ASKED).verdict == "FAIL"


def test_an_element_has_its_sequence_and_token(packed):
    out, lse = right(*packed)
    out[7, 2, 5] += 1  # of the third sequence, which begins at token 3
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*packed, out=out, lse=lse, **ASKED)
    judged = raised.value.judgement
    assert "output[7, 2, 5] (token 4 of sequence 2) = " in str(raised.value)
    assert "output[7, 2, 5], token 4 of sequence 2" in judged.text()
    assert "sequences 4, heads 4 on 2, queries up to 7, keys up to 9, dims 16, 16" in judged.text()
    worst = judged.report["tensors"]["output"]["first_impossible"]
    assert (worst["index"], worst["sequence"], worst["token"]) == ([7, 2, 5], 2, 4)
    assert judged.bound((7, 2, 5)) > 0 and judged.bound((2, 7), "lse") > 0
    with pytest.raises(plumbline.Refused, match="index: 11 is not a token of a sequence"):
        judged.bound((11, 2, 5))


def test_arrays_have_the_axes_of_the_answer(packed):
    out, lse = right(*packed, True)
    middle, radius = plumbline.evaluate(*packed, **ALIGNED, **ASKED)
    assert middle.shape == out.shape and numpy.abs(middle - out).max() < 1e-5 and radius.max() < 1e-10
    middle, _ = plumbline.evaluate(*packed, what="lse", **ALIGNED, **ASKED)
    seen = numpy.isfinite(lse)
    assert middle.shape == lse.shape and numpy.abs(middle[seen] - lse[seen]).max() < 1e-5
    judged = plumbline.judge(*packed, out=out, **ALIGNED, **ASKED)
    assert judged.finding.shape == judged.low.shape == out.shape
    assert (judged.low <= out + 1e-5).all()


def test_rows_between_sequences_do_not_count(packed):
    q, k, v = packed
    used_q, used_k = [2, 0, 5, 1], [7, 3, 5, 0]
    out, lse = right(q, k, v, True, queries=used_q, keys=used_k)
    lost = numpy.ones(len(q), bool)
    for start, length in zip(CU_Q, used_q):
        lost[start:start + length] = False
    out[lost] = numpy.nan
    q[lost] = numpy.nan
    for start, end, length in zip(CU_K, CU_K[1:], used_k):
        k[start + length:end] = v[start + length:end] = numpy.nan
    given = {**ASKED, **ALIGNED, "seqused_q": numpy.array(used_q), "seqused_k": numpy.array(used_k, "i4")}
    judged = plumbline.check(q, k, v, out=out, lse=lse, **given)
    assert judged.report["tensors"]["output"]["total"] == HEADS * DIM * sum(used_q)


def test_queries_may_be_ragged_over_pages(packed):
    """What vLLM calls: flash_attn_varlen_func with a block table."""
    q, k, v = packed
    slots, table = 4, numpy.array([[5, 1, 3], [0, -1, -1], [6, 2, -1], [-1, -1, -1]], "i4")
    caches = [numpy.full((7, slots, KEY_HEADS, DIM), numpy.nan, "f4") for _ in "kv"]
    for s, n in enumerate(KEYS):
        for j in range(n):
            for cache, x in zip(caches, (k, v)):
                cache[table[s, j // slots], j % slots] = x[CU_K[s] + j]
    out, _ = right(q, k, v, True)
    given = {"cu_seqlens_q": CU_Q, "seqused_k": KEYS, "block_table": table, "precision": "f32", **ALIGNED}
    plumbline.check(q, *caches, out=out, **given)
    assert plumbline.judge(q, *caches, out=right(q, k, v)[0], **given).verdict == "FAIL"


def test_quantised_keys_are_ragged(packed):
    q, k, v = packed
    k8 = numpy.rint(k * 30).astype("i1")
    scale = numpy.array([[1 / 32, 1 / 16]], "f4")
    out, _ = right(q, k8 * scale[:, :, None], v)
    plumbline.check(q, k8, v, out=out, k_scale=scale, **ASKED)


@pytest.mark.parametrize("said, message", [
    ({"cu_seqlens_q": [0, 3, 3, 10]}, r"cu_seqlens_q\[3\] is 10; expected 11, the rows of q"),
    ({"cu_seqlens_q": [3, 0, 7, 1]}, r"cu_seqlens_q\[0\] is 3; expected 0: it holds where each sequence begins"),
    ({"cu_seqlens_k": [0, 4, 9, 5, 0]}, r"cu_seqlens_k\[3\] is 5, below 9 before it; expected where each sequence"),
    ({"cu_seqlens_k": [0, 9, 18]}, r"cu_seqlens_k: shape \[3\] is not \[5\], for as many sequences as q has"),
    ({"cu_seqlens_k": [0, 9, 13, 18, 19]}, r"cu_seqlens_k\[4\] is 19; expected 18, the rows of k"),
    ({"cu_seqlens_q": [0, 0]}, r"cu_seqlens_q\[1\] is 0; expected 11, the rows of q"),
    ({"seqused_k": [9, 4, 6, 0]}, r"key_lengths\[2\] is 6; expected 0 to 5, the rows of sequence 2 in cu_seqlens_k"),
    ({"causal": True}, "causal_alignment: missing: batch entries have lengths of their own"),
    ({"lse": numpy.zeros((11, 4), "f4")}, r"lse: shape \[11,4\] is not \[4,11\]"),
    ({"out": numpy.zeros((11, 2, 16), "f4")}, r"out: shape \[11,2,16\] is not \[11,4,dim\]"),
    ({"q": numpy.zeros((1, 11, 4, 16), "f4")}, r"q: shape \[1,11,4,16\] is not \[total_q,query_heads,head_dim\], which "),
    ({"block_table": numpy.zeros((4, 1), int)}, "cu_seqlens_k: cannot be combined with block_table, whose pages locate the keys"),
    ({"cu_seqlens_q": None, "query_lengths": [1]}, "cu_seqlens_q is missing"),
    ({"weights": numpy.zeros((11, 4, 9), "f4")}, "weights: cannot be combined with cu_seqlens_q; judge each sequence by itself"),
])
def test_what_is_wrong_is_refused(packed, said, message):
    given = {**dict(zip("qkv", packed)), "out": packed[0], **ASKED, **said}
    if given["cu_seqlens_q"] is None:
        given.update(q=packed[0][None].swapaxes(1, 2), out=packed[0][None].swapaxes(1, 2), cu_seqlens_k=None,
                     k=packed[1][None].swapaxes(1, 2), v=packed[2][None].swapaxes(1, 2))
    with pytest.raises(plumbline.Refused, match=message):
        plumbline.judge(**given)


def test_sinks_are_measured_one_by_one(packed):
    q = packed[1].repeat(2, 1)
    asked = {"q": q, "k": packed[1], "v": packed[2], "cu_seqlens_q": CU_K, "cu_seqlens_k": CU_K, **ALIGNED}
    with pytest.raises(plumbline.Refused, match="batch entries have lengths of their own; measure each entry"):
        plumbline.sink(asked)


def test_runs_are_compared(packed):
    """By tokens: rows that count for nothing are not compared, and not counted."""
    out, lse = right(*packed, True)
    used_q, used_k = [2, 0, 5, 1], [7, 3, 5, 0]
    given = {"cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K, "precision": "f32", **ALIGNED}
    assert plumbline.same(*packed, out=[out, out.copy()], lse=[lse, lse.copy()], **given)
    other, later = out.copy(), lse.copy()
    other[7, 2, 5] = numpy.nextafter(out[7, 2, 5], numpy.float32(9))
    later[3, 8] += 1
    found = plumbline.same(*packed, out=[out, other], lse=[lse, later], **given)
    tensors = found.report["runs"][1]["tensors"]
    assert not found and tensors["output"]["total"] == out.size and tensors["lse"]["total"] == lse.size
    assert tensors["output"]["against_first"]["differ"] == tensors["lse"]["against_first"]["differ"] == 1
    assert tensors["output"]["against_first"]["first"] == [2, 2, 4, 5]  # sequence, head, token
    assert tensors["lse"]["against_first"]["nearness"]["nearer"]["first"] == 1
    short = {**given, "query_lengths": used_q, "key_lengths": used_k}
    out, _ = right(*packed, True, queries=used_q, keys=used_k)
    unused = out.copy()
    unused[2] = numpy.nan
    found = plumbline.same(*packed, out=[out, unused], **short)
    assert found and found.report["runs"][1]["tensors"]["output"]["total"] == HEADS * DIM * sum(used_q)
    unused[1, 0, 0] += 1
    assert not plumbline.same(*packed, out=[out, unused], **short)


def test_runs_of_other_inputs_are_refused(packed, tmp_path):
    from plumbline._library import program

    q, k, v = packed
    out, _ = right(q, k, v, True)
    given = {"cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K, "precision": "f32", "keep": True, **ALIGNED}
    paths = [tmp_path / f"{name}.safetensors" for name in ("one", "other")]
    changed = q.copy()
    changed[4, 1, 3] += 1
    plumbline.check(q, k, v, out=out, save=paths[0], **given)
    plumbline.check(changed, k, v, out=right(changed, k, v, True)[0], save=paths[1], **given)
    said = subprocess.run([program(), "same", *paths], capture_output=True, text=True)
    assert said.returncode == 2 and "q[2,1,1,3] is" in said.stderr and "both runs need the same inputs" in said.stderr


def test_positions_are_those_of_tokens_alone():
    """The second sequence is longer: rows of the first that are no tokens would stand behind the table."""
    draw = numpy.random.default_rng(8)
    q, k, v = (draw.standard_normal((total, 2, DIM)).astype("f4") for total in (6, 10, 10))
    said = {"position": "learned", "position_table": draw.standard_normal((6, DIM)).astype("f4"), **ALIGNED}
    whole, _ = plumbline.evaluate(q, k, v, cu_seqlens_q=[0, 2, 6], cu_seqlens_k=[0, 6, 10], **said)
    for mine, keys in ((slice(0, 2), slice(0, 6)), (slice(2, 6), slice(6, 10))):
        alone, _ = plumbline.evaluate(q[mine], k[keys], v[keys], layout="SHD", **said)
        assert (alone == whole[mine]).all()


def test_golden_outputs_are_ragged(packed):
    given = {**dict(zip("qkv", packed)), "cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K, **ALIGNED}
    golden, (out, _) = plumbline.golden(**given), right(*packed, True)
    assert golden.value.shape == out.shape and numpy.abs(golden.value - out).max() < 1e-5
    rounded = plumbline.rounded(**given, to="bf16", empty_row="nan")
    empty = numpy.isnan(rounded).all((1, 2))  # of queries before the first key, and of the sequence without keys
    assert list(numpy.flatnonzero(empty)) == [3, 4, 10]


def test_the_page_shows_packed_sequences(packed):
    from test_documents import blocks

    (code,) = [text for _, text in blocks("docs/python.md") if "varlen" in text and "plumbline.check" in text]
    names = {"plumbline": plumbline, **dict(zip("qkv", packed)), "cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K,
             "max_seqlen_q": 7, "max_seqlen_k": 9,
             "flash_attn_varlen_func": lambda q, k, v, *_, causal: right(q, k, v, causal)[0]}
    exec(code, names)
    with pytest.raises(plumbline.Failure, match="FAIL"):
        exec(code.replace("out=out", "out=2 * out"), names)


# ---- gradients ----

def gradients(q, k, v, out, out_grad, lse_grad, starts_q=CU_Q, starts_k=CU_K, queries=QUERIES, keys=KEYS):
    """dq, dk and dv of each sequence by itself, under a causal mask whose last query is at the last key."""
    q, k, v, out, out_grad, lse_grad = (array.astype("f8") for array in (q, k, v, out, out_grad, lse_grad))
    dq, dk, dv = (numpy.zeros(array.shape) for array in (q, k, v))
    for s, (m, n) in enumerate(zip(queries, keys)):
        places, mine = slice(starts_q[s], starts_q[s] + m), slice(starts_k[s], starts_k[s] + n)
        seen = numpy.arange(n) <= numpy.arange(m)[:, None] + n - m
        for h in range(HEADS):
            key, value, grad = k[mine, h // 2], v[mine, h // 2], out_grad[places, h]
            weights = numpy.exp(q[places, h] @ key.T / numpy.sqrt(DIM)) * seen
            total = weights.sum(-1, keepdims=True)
            weights /= numpy.where(total > 0, total, 1)
            along = (grad * out[places, h]).sum(-1, keepdims=True) - lse_grad[h, places][:, None]
            scores = weights * (grad @ value.T - along) / numpy.sqrt(DIM)
            dq[places, h] = scores @ key
            dk[mine, h // 2] += scores.T @ q[places, h]
            dv[mine, h // 2] += weights.T @ grad
    return {name: array.astype("f4") for name, array in (("dq", dq), ("dk", dk), ("dv", dv))}


@pytest.fixture
def loss(packed):
    draw = numpy.random.default_rng(6)
    return {"out_grad": draw.standard_normal(packed[0].shape).astype("f4"),
            "lse_grad": draw.standard_normal((HEADS, len(packed[0]))).astype("f4")}


def test_gradients_are_evaluated_in_the_axes_of_the_tensors(packed, loss):
    out, _ = right(*packed, True)
    enclosed = plumbline.gradients(*packed, **loss, **ALIGNED, **ASKED)
    for name, array in gradients(*packed, out, **loss).items():
        middle, radius = enclosed[name]
        assert middle.shape == array.shape
        assert numpy.abs(middle - array).max() < 1e-5 and radius.max() < 1e-10


def test_gradients_of_each_sequence_are_judged(packed, loss):
    out, lse = right(*packed, True)
    answers = gradients(*packed, out, **loss)
    judged = plumbline.check(*packed, out=out, lse=lse, **answers, **loss, **ALIGNED, **ASKED)
    for name, array in answers.items():
        assert judged.report["tensors"][name]["total"] == array.size
        assert judged.report["tensors"][name]["skipped"] == 0


@pytest.mark.parametrize("name, at, said", [("dq", (7, 2, 5), "token 4 of sequence 2"),
                                            ("dk", (15, 1, 3), "token 2 of sequence 2"),
                                            ("dv", (10, 0, 1), "token 1 of sequence 1")])
def test_a_gradient_has_its_sequence_and_token(packed, loss, name, at, said):
    out, lse = right(*packed, True)
    answers = gradients(*packed, out, **loss)
    answers[name][at] += 1
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*packed, out=out, lse=lse, **answers, **loss, **ALIGNED, **ASKED)
    assert f"{name}{list(at)} ({said}) = " in str(raised.value)
    worst = raised.value.judgement.report["tensors"][name]["first_impossible"]
    assert worst["index"] == list(at)


def test_gradients_of_rows_between_sequences_may_be_anything(packed, loss):
    q, k, v = packed
    lengths = {"queries": [2, 0, 5, 1], "keys": [7, 3, 5, 0]}
    out, lse = right(q, k, v, True, **lengths)
    answers = gradients(q, k, v, out, **loss, **lengths)
    answers["dq"][2] = answers["dk"][8] = answers["dv"][12] = numpy.nan
    asked = {**ASKED, "query_lengths": lengths["queries"], "key_lengths": lengths["keys"]}
    judged = plumbline.check(q, k, v, out=out, lse=lse, **answers, **loss, **ALIGNED, **asked)
    assert judged.report["tensors"]["dk"]["total"] == sum(lengths["keys"]) * KEY_HEADS * DIM
    answers["dk"][6] = 7
    assert plumbline.judge(q, k, v, out=out, lse=lse, **answers, **loss, **ALIGNED, **asked).verdict == "FAIL"


def test_a_backward_pass_that_begins_a_sequence_too_early_fails(packed, loss):
    out, lse = right(*packed, True)
    answers = gradients(*packed, out, **loss, starts_k=[0, 9, 12, 18])
    assert plumbline.judge(*packed, out=out, lse=lse, **answers, **loss, **ALIGNED, **ASKED).verdict == "FAIL"


@pytest.mark.parametrize("lengths", [{"cu_seqlens_q": [0, 5, 12], "cu_seqlens_k": [0, 5, 12]},
                                     {"qo_indptr": [0, 5, 12], "kv_indptr": [0, 5, 12]}])
def test_a_function_of_a_ragged_batch_is_differentiated(lengths):
    """The sharp loss has an offset for each head, not for each token."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    q, k, v = (torch.randn(12, 2, 8) for _ in range(3))
    seen = []

    def attend(q, k, v):
        parts = [torch.nn.functional.scaled_dot_product_attention(*(x[a:e].transpose(0, 1)[None] for x in (q, k, v)))
                 for a, e in ((0, 5), (5, 12))]
        out = torch.cat([part[0].transpose(0, 1) for part in parts])
        out.register_hook(lambda grad: seen.append((grad, out.detach())))
        return out

    assert len(plumbline.check_gradients(attend, q, k, v, precision="f32", **lengths)) == 2
    grad, out = seen[1]
    offsets = (grad - out / out.square().mean().sqrt()).mean(dim=(0, 2))
    assert torch.allclose(offsets, torch.tensor([1.0, -1.5]), atol=1e-5)
