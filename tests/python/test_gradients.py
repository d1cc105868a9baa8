"""Gradients: the backward pass written out in NumPy is within the balls of plumbline.gradients, and a kernel's, correct
or with a fault, is judged; functions of PyTorch and JAX are differentiated."""
import json
import subprocess
from types import SimpleNamespace

import backward_kernel
import numpy
import plumbline
import pytest
from plumbline._library import program

from test_documents import blocks

DRAW = numpy.random.default_rng(11)


def normal(*shape, dtype="f8"):
    return DRAW.standard_normal(shape).astype(dtype)


def summed(each, shape):
    """The sums over what an array of that shape, which may lack leading axes, is broadcast over."""
    shape = (1,) * (each.ndim - len(shape)) + shape
    return each.sum(tuple(axis for axis, size in enumerate(shape) if size == 1), keepdims=True)


def backward(q, k, v, out_grad, lse_grad=None, sinks=None, bias=None, inner=False, tile=False, softcap=0.0):
    """dq, dk, dv, dsinks and dbias of causal attention aligned with the last key, in binary64."""
    q, k, v, out_grad = (x.astype("f8") for x in (q, k, v, out_grad))
    (batch, heads, queries, dim), (_, key_heads, keys, _) = q.shape, k.shape
    of = numpy.arange(heads) % key_heads if tile else numpy.arange(heads) // (heads // key_heads)
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k[:, of]) / dim**0.5
    joins = 0 if bias is None else bias.astype("f8")
    scores = scores + joins if inner else scores
    tangent = numpy.tanh(scores / softcap) if softcap else 0
    scores = softcap * tangent if softcap else scores
    scores = scores if inner else scores + joins
    scores = numpy.where(numpy.tri(queries, keys, keys - queries, dtype=bool), scores, -numpy.inf)
    sink = numpy.full((heads, 1, 1), -numpy.inf) if sinks is None else sinks.astype("f8")[:, None, None]
    most = numpy.maximum(scores.max(-1, keepdims=True), sink)
    terms = numpy.exp(scores - most)
    total = terms.sum(-1, keepdims=True) + numpy.exp(sink - most)
    weights = terms / total
    of_weights = numpy.einsum("bhqd,bhkd->bhqk", out_grad, v[:, of])
    shared = (0 if lse_grad is None else lse_grad[..., None]) - (weights * of_weights).sum(-1, keepdims=True)
    of_scores = weights * (of_weights + shared)
    capped = of_scores * (1 - numpy.square(tangent))
    products = capped / dim**0.5
    each = {"dk": numpy.einsum("bhqk,bhqd->bhkd", products, q),
            "dv": numpy.einsum("bhqk,bhqd->bhkd", weights, out_grad)}
    gradients = {name: numpy.stack([x[:, of == head].sum(1) for head in range(key_heads)], 1)
                 for name, x in each.items()}
    gradients["dq"] = numpy.einsum("bhqk,bhkd->bhqd", products, k[:, of])
    if sinks is not None:
        gradients["dsinks"] = (numpy.exp(sink - most) / total * shared).sum((0, 2, 3))
    if bias is not None:
        gradients["dbias"] = summed(capped if inner else of_scores, bias.shape).reshape(bias.shape)
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


@pytest.mark.parametrize("shape", [(2, 4, 5, 9), (1, 4, 5, 9), (2, 1, 5, 9), (5, 9), (4, 1, 9), (2, 1, 1, 9), (9,)])
@pytest.mark.parametrize("inner", [False, True])
def test_the_gradient_of_a_bias_is_summed_over_what_it_joins(shape, inner):
    q, k, v, out_grad = normal(2, 4, 5, 8), normal(2, 2, 9, 8), normal(2, 2, 9, 4), normal(2, 4, 5, 4)
    bias = normal(*shape)
    exact = plumbline.gradients(q, k, v, out_grad=out_grad, causal=True, causal_alignment="bottom-right", bias=bias,
                                softcap=2.0, softcap_order="bias-cap-mask" if inner else "cap-bias-mask")
    expected = backward(q, k, v, out_grad, bias=bias, inner=inner, softcap=2.0)
    assert sorted(exact) == ["dbias", "dk", "dq", "dv"]
    for name, (middle, radius) in exact.items():
        assert middle.shape == expected[name].shape
        assert radius.max() < 1e-11
        assert abs(middle - expected[name]).max() < 1e-12


def test_slopes_and_tables_have_the_gradients_of_what_they_add():
    q, k, v, out_grad = normal(2, 4, 5, 8), normal(2, 2, 9, 8), normal(2, 2, 9, 4), normal(2, 4, 5, 4)
    distance = numpy.arange(9) - numpy.arange(4, 9)[:, None]
    slopes, table = normal(4), normal(7, 4)
    row = numpy.clip(distance, -3, 3) + 3
    asked = {"out_grad": out_grad, "causal": True, "causal_alignment": "bottom-right"}
    each = backward(q, k, v, out_grad, bias=numpy.broadcast_to(slopes[:, None, None] * distance, (2, 4, 5, 9)))
    exact = plumbline.gradients(q, k, v, position="alibi", slopes=slopes, **asked)
    assert sorted(exact) == ["dk", "dq", "dslopes", "dv"]
    assert abs(exact["dslopes"][0] - (each["dbias"] * distance).sum((0, 2, 3))).max() < 1e-11
    each = backward(q, k, v, out_grad, bias=numpy.broadcast_to(table[row].transpose(2, 0, 1), (2, 4, 5, 9)))
    exact = plumbline.gradients(q, k, v, position="relative-table", position_table=table, **asked)
    sums = [(each["dbias"] * (row == i)).sum((0, 2, 3)) for i in range(7)]
    assert exact["dtable"][0].shape == (7, 4) and abs(exact["dtable"][0] - sums).max() < 1e-11
    assert not exact["dtable"][0][4:].any() and not exact["dtable"][1][4:].any()  # of keys after the query


def answers_beside(wrong, index, by, **asked):
    """A judgement of right answers except one number, and what is right there."""
    draw = numpy.random.default_rng(5)
    q, k, v, out_grad = (draw.standard_normal(shape).astype("f4")
                         for shape in ((2, 4, 5, 8), (2, 2, 9, 8), (2, 2, 9, 4), (2, 4, 5, 4)))
    asked = {"causal": True, "causal_alignment": "bottom-right", "precision": "f32", **asked}
    exact = {name: middle for name, (middle, _) in plumbline.gradients(q, k, v, out_grad=out_grad, **{
        name: value for name, value in asked.items() if name != "precision"}).items()}
    given = {name: middle.astype("f4") for name, middle in exact.items()}
    given[wrong][index] += by
    out = plumbline.rounded(q, k, v, to="f32", **{name: x for name, x in asked.items() if name != "precision"})
    return plumbline.judge(q, k, v, out=out.astype("f4"), out_grad=out_grad, **given, **asked), exact[wrong]


@pytest.mark.parametrize("wrong, index, asked", [
    ("dq", (1, 3, 2, 5), {}), ("dk", (1, 1, 8, 3), {}), ("dv", (0, 1, 2, 3), {}),
    ("dsinks", (2,), {"sink": "logit", "sinks": normal(4, dtype="f4")}),
    ("dbias", (1, 0, 3, 4), {"bias": normal(2, 1, 5, 9, dtype="f4")}),
    ("dtable", (2, 1), {"position": "relative-table", "position_table": normal(7, 4, dtype="f4")})])
def test_numbers_of_a_gradient_have_expected_errors_and_bounds(wrong, index, asked):
    judgement, exact = answers_beside(wrong, index, 0.25, **asked)
    of_each = judgement.elements(wrong)
    assert judgement.verdict == "FAIL" and of_each["finding"].shape == exact.shape
    assert (of_each["low"] <= exact).all() and (exact <= of_each["high"]).all()
    assert numpy.argwhere(of_each["finding"] == 1).tolist() == [list(index)]
    assert of_each["expected"][index] < judgement.bound(index, wrong) < 0.25
    right = (0,) * len(index)
    assert 0 < judgement.bound(right, wrong) < 1e-2 or (of_each["low"][right] == 0 == of_each["high"][right])
    with pytest.raises(plumbline.Refused, match=f"an element of {wrong} has {len(index)}"):
        judgement.bound((*index, 0), wrong)
    with pytest.raises(plumbline.Refused, match="index: 99 on axis 0"):
        judgement.bound((99, *index[1:]), wrong)
    with pytest.raises(plumbline.Refused, match="lse: missing among the outputs of the engine"):
        judgement.elements("lse")


@pytest.mark.parametrize("wrong, index", [("dq", (1, 3, 2, 5)), ("dk", (1, 1, 8, 3)), ("dv", (0, 1, 2, 3))])
def test_a_bound_of_a_gradient_is_where_numbers_become_impossible(wrong, index):
    bound = answers_beside(wrong, index, 0.25)[0].bound(index, wrong)
    for times, impossible in ((1.02, True), (0.9, False)):
        moved = answers_beside(wrong, index, times * bound)[0]
        assert (moved.verdict == "FAIL") == impossible
        assert abs(moved.bound(index, wrong) / bound - 1) < 0.1


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
    ({"position": "shaw", "position_table": normal(3, 8)},
     "dq: not available yet for a positional encoding that joins keys and values"),
    ({"operator": "softpick"}, "dq: not available yet for this operator"),
    ({"operator": "identity", "normalisation": "absolute-sum"},
     "dq: not available yet for absolute values of scores"),
    ({"gate": normal(1, 1, 4)}, "dq: not available yet for a gate"),
    ({"empty_row": "nan"}, "dq: not available yet for empty rows that are not zeros"),
    ({"block_table": numpy.array([[0]], "i4"), "key_lengths": numpy.array([1], "i4"),
      "page_layout": "heads-slots"},
     "dq: not available yet for keys and values in pages"),
    ({"rows": (0, 2)}, "rows: cannot be combined with dq, which needs all rows"),
    ({"lse_grad": normal(1, 1, 3)}, "lse_grad: shape [1,1,3] is not [1,1,4]"),
]


@pytest.mark.parametrize("asked, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(asked, message):
    q, k, v, out_grad = (normal(1, 1, 4, 8) for _ in range(4))
    with pytest.raises(plumbline.Refused) as raised:
        plumbline.gradients(q, k, v, out_grad=out_grad, **asked)
    assert str(raised.value) == message


# ---- an engine's gradients are judged ----


def drawn(seed=5):
    """A loss of grouped heads with all that gradients have: a cached prefix, a softcap, sinks, an lse."""
    draw = numpy.random.default_rng(seed)
    shapes = {"q": (2, 4, 40, 16), "k": (2, 2, 56, 16), "v": (2, 2, 56, 16), "out_grad": (2, 4, 40, 16),
              "lse_grad": (2, 4, 40), "sinks": (4,)}
    return {name: draw.standard_normal(shape).astype("f4") for name, shape in shapes.items()} | {"softcap": 1.5}


ASKED = {"causal": True, "causal_alignment": "bottom-right", "precision": "f32", "seconds": 0}


def judged(given, answers, **more):
    sink = "logit" if given.get("sinks") is not None else None
    return plumbline.check(**{"save": False, **ASKED, "sink": sink, **given, **answers, **more})


def said(given, answers, **more):
    with pytest.raises(plumbline.Failure) as raised:
        judged(given, answers, **more)
    return str(raised.value), raised.value


def wrong(failure):
    return {name for name, tensor in failure.judgement.report["tensors"].items() if tensor["verdict"] != "PASS"}


@pytest.mark.parametrize("left_out", [(), ("softcap",), ("lse_grad",), ("sinks",), ("softcap", "lse_grad", "sinks")])
@pytest.mark.parametrize("tile", [False, True])
def test_a_right_backward_pass_passes(left_out, tile):
    given = {name: one for name, one in drawn().items() if name not in left_out}
    answers = backward_kernel.answers(**given, tile=tile)
    judgement = judged(given, answers, gqa="tile" if tile else None)
    names = {"output", *answers} - {"out"}
    assert judgement.verdict == "PASS" and {*judgement.report["tensors"]} == names == {*judgement.bias}


@pytest.mark.parametrize("slip", backward_kernel.SLIPS)
def test_a_slip_is_found_in_the_gradients_that_it_spoils(slip):
    given = drawn()
    text, failure = said(given, backward_kernel.answers(**given, slip=slip))
    assert wrong(failure) == backward_kernel.SLIPS[slip]
    lines = [line for line in text.splitlines() if not line.startswith("precision  passes under ")]
    assert lines[:2] == ["FAIL: gradients of attention in f32 (stated)", "output     passes"]
    assert lines[2].startswith("elements   d") and lines[4].startswith("proved     ")


def test_the_other_grouping_is_found():
    given = drawn()
    text, failure = said(given, backward_kernel.answers(**given), gqa="tile")
    assert {"output", "dq", "dk", "dv", "dsinks"} <= wrong(failure)
    assert text.startswith("FAIL: attention in f32 (stated)\nelements   output: ")


def test_a_failure_of_gradients_alone_says_so():
    given = drawn()
    answers = backward_kernel.answers(**given)
    answers["dk"][0, 1, 5, 3] += 0.25
    text, failure = said(given, answers, seconds=5)
    lines = text.splitlines()
    assert lines[:5] == ["FAIL: gradients of attention in f32 (stated)", "output     passes",
                         "elements   dk: 1 of 3584 beyond the expected error", "others     dq, dv, dsinks pass",
                         "proved     the largest error is impossible"]
    assert lines[5].startswith("first      dk[0, 1, 5, 3] = ") and lines[6].startswith("exact      between ")
    assert lines[7].startswith("expected   error up to ") and failure.diagnosis.summary == ""
    assert lines[8:] == ["diagnosis  no change explains it"]


def test_the_gradients_that_are_wrong_are_told_beside_the_worst():
    given = drawn()
    answers = backward_kernel.answers(**given, slip="group sum missing")
    text, _ = said({**given, "sinks": None}, {name: one for name, one in answers.items() if name in ("dk", "dv", "dq")})
    assert "elements   dq: " in text and "\nothers     dk: " in text and " beyond the expected error; dv: " in text
    text, _ = said(given, answers)
    assert "elements   dk: 3584 of 3584 beyond the expected error\nothers     dv: 35" in text
    assert " beyond the expected error; dq, dsinks pass\n" in text


def test_gradients_without_an_output_are_suspect_at_most():
    given = drawn()
    answers = backward_kernel.answers(**given)
    answers.pop("out")
    asked = {name: one for name, one in ASKED.items() if name != "seconds"}
    judgement = plumbline.judge(**asked, sink="logit", **given, **answers)
    assert judgement.verdict == "PASS" and judgement.finding is judgement.low is judgement.expected is None
    text, _ = said(given, {**answers, "dsinks": 0 * answers["dsinks"]})
    assert text.startswith("SUSPECT: gradients of attention in f32 (stated)\n"
                           "elements   dsinks: 4 of 4 beyond the expected error\n")
    assert ("\nproved     nothing: a gradient can only FAIL if the output is correct; pass it as out=\n"
            "first      dsinks[0] = ") in text
    assert "\nreason     errors of the tensor are " in text
    answers["dv"][1, 0, 2, 3] = numpy.nan
    text, _ = said(given, answers)
    assert text.startswith("FAIL: gradients") and "proved" not in text and "first      dv[1, 0, 2, 3] = nan: " in text


def test_where_the_output_is_wrong_it_is_what_is_told():
    given = drawn()
    wrong_out = {**backward_kernel.answers(**given, slip="delta omitted"), "out": given["out_grad"]}
    text, failure = said(given, wrong_out, seconds=5)
    assert text.startswith("FAIL: attention in f32 (stated)\nelements   output: ")
    assert "others" not in text and "\ndiagnosis  " in text and failure.diagnosis.verdict == "FAIL"


def test_an_output_that_is_suspect_is_told_beside_a_gradient_that_is_wrong():
    given = {name: one for name, one in drawn().items() if name not in ("lse_grad", "sinks", "softcap")}
    answers = backward_kernel.answers(**given, slip="sign")
    answers.pop("lse")
    answers["out"] *= numpy.float32(1 + 4e-7)
    text, failure = said(given, answers, precision="f32-fast-exp")
    assert failure.judgement.report["tensors"]["output"]["verdict"] == "SUSPECT" and {"output", "dq"} == wrong(failure)
    assert text.startswith("FAIL: attention in f32-fast-exp (stated)\noutput     is SUSPECT, too\nelements   dq: ")


def turned(given, layout):
    """In another layout: of [B,H,S,D] what is not a number of each row."""
    axes = ["BHSD".index(letter) for letter in layout]
    return {name: numpy.ascontiguousarray(one.transpose(axes)) if getattr(one, "ndim", 0) == 4 else one
            for name, one in given.items()}


@pytest.mark.parametrize("layout", ["BSHD", "SBHD", "DSHB"])
@pytest.mark.parametrize("slip", [None, "tile of queries skipped"])
def test_layouts_hold_of_gradients(layout, slip):
    given = drawn()
    answers = backward_kernel.answers(**given, tile=True, slip=slip)
    more = {"allow_suspect": True, "gqa": "tile", "layout": layout}
    if slip is None:
        assert judged(turned(given, layout), turned(answers, layout), **more).verdict == "PASS"
        return
    plain, failure = said(given, answers, **{**more, "layout": None})
    other, same = said(turned(given, layout), turned(answers, layout), **more)
    assert plain == other and wrong(failure) == wrong(same) == {"dk", "dv"}


def test_one_batch_entry_needs_no_batch():
    given = {name: one for name, one in drawn().items() if name not in ("lse_grad", "sinks")}
    answers = backward_kernel.answers(**{name: one[:1] if name != "softcap" else one for name, one in given.items()})
    answers.pop("lse")
    first = {name: one[0] if name != "softcap" else one for name, one in given.items()}
    assert judged(first, {name: one[0] for name, one in answers.items()}).verdict == "PASS"


def by_program(case):
    done = subprocess.run([program(), "diff", case, "--json"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


def counts(report):
    return {name: (tensor["verdict"], tensor["beyond_expected"], tensor["impossible"])
            for name, tensor in report["tensors"].items()}


@pytest.mark.parametrize("layout", ["BHSD", "BSHD"])
def test_a_case_that_is_kept_holds_the_gradients(tmp_path, layout):
    given = drawn()
    right = judged(turned(given, layout), turned(backward_kernel.answers(**given), layout), layout=layout, keep=True,
                   save=tmp_path / "right.safetensors")
    code, report = by_program(right.case)
    assert code == 0 and counts(report) == counts(right.report) and {"dq", "dk", "dv", "dsinks"} <= {*report["tensors"]}
    answers = backward_kernel.answers(**given, slip="softcap factor missing")
    text, failure = said(turned(given, layout), turned(answers, layout), layout=layout, save=tmp_path)
    assert text.endswith(f"\ncase       {failure.case}\nrepeat     plumb diagnose {failure.case}")
    code, report = by_program(failure.case)
    assert code == 1 and counts(report) == counts(failure.judgement.report)
    assert report["tensors"]["dv"]["verdict"] == "PASS"


# ---- functions are differentiated ----


def of_torch(torch):
    """What a function of PyTorch is made of, in few lines."""
    def logits(q, k, sinks, bias):
        scores = q @ k.repeat_interleave(q.shape[1] // k.shape[1], 1).transpose(2, 3) / q.shape[-1]**0.5
        scores = scores if bias is None else scores + bias
        scores = scores.masked_fill(torch.ones(scores.shape[2:], dtype=torch.bool).triu(1), -torch.inf)
        return scores if sinks is None else torch.cat([scores, sinks[:, None, None].expand(*scores.shape[:3], 1)], 3)

    def attention(q, k, v, sinks=None, bias=None):
        scores = logits(q, k, sinks, bias)
        lse = scores.logsumexp(3)
        weights = (scores - lse[..., None]).exp()[..., :k.shape[2]]
        return weights @ v.repeat_interleave(q.shape[1] // k.shape[1], 1), lse

    def eager(q, k, v, sinks, bias):
        weights = logits(q, k, sinks, bias).softmax(3)[..., :k.shape[2]]
        return weights @ v.repeat_interleave(q.shape[1] // k.shape[1], 1)

    torch.manual_seed(2)
    q, k, v = (torch.randn(1, heads, 32, 16) for heads in (4, 2, 2))
    return SimpleNamespace(vectors=(q, k, v), sinks=torch.randn(4), attention=attention, eager=eager,
                           halved=lambda x: x / 2 + (x / 2).detach(),
                           turn=lambda x: x.transpose(1, 2))


def of_jax(jax):
    jnp = jax.numpy

    def attention(q, k, v, sinks=None):
        k, v = (jnp.repeat(x, q.shape[1] // x.shape[1], 1) for x in (k, v))
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k, precision="highest") / q.shape[-1]**0.5
        scores = jnp.where(jnp.tri(*scores.shape[2:], dtype=bool), scores, -jnp.inf)
        if sinks is not None:
            scores = jnp.concatenate([scores, jnp.broadcast_to(sinks[:, None, None], (*scores.shape[:3], 1))], 3)
        lse = jax.nn.logsumexp(scores, 3)
        weights = jnp.exp(scores - lse[..., None])[..., :k.shape[2]]
        return jnp.einsum("bhqk,bhkd->bhqd", weights, v, precision="highest"), lse

    draw = numpy.random.default_rng(2)
    q, k, v = (jnp.asarray(draw.standard_normal((1, heads, 32, 16)), "float32") for heads in (4, 2, 2))
    return SimpleNamespace(vectors=(q, k, v), sinks=jnp.asarray(draw.standard_normal(4), "float32"),
                           attention=attention,
                           halved=lambda x: x / 2 + jax.lax.stop_gradient(x / 2), turn=lambda x: x.swapaxes(1, 2))


@pytest.fixture(params=["torch", "jax"])
def frame(request):
    return {"torch": of_torch, "jax": of_jax}[request.param](pytest.importorskip(request.param))


OF_FUNCTIONS = {"causal": True, "precision": "f32", "save": False, "seconds": 0}


@pytest.mark.parametrize("more", [{}, {"lse": True}, {"sink": "logit"}, {"sink": "logit", "lse": True}])
def test_a_right_function_passes(frame, more):
    sinks = frame.sinks if "sink" in more else None
    judgements = plumbline.check_gradients(frame.attention, *frame.vectors, sinks=sinks, **OF_FUNCTIONS, **more)
    assert [*judgements] == ["random", "sharp"]
    for judgement in judgements.values():
        tensors = ["output", *["lse"] * ("lse" in more), "dq", "dk", "dv", *["dsinks"] * ("sink" in more)]
        assert judgement.verdict == "PASS" and [*judgement.report["tensors"]] == tensors


BIASES = [(1, 1, 32, 32), (4, 32, 32), (32, 32), (1, 4, 1, 32), (32,)]


@pytest.mark.parametrize("shape", BIASES)
@pytest.mark.parametrize("dtype, precision", [("float64", "f64"), ("float32", "f32"), ("bfloat16", "bf16-eager")])
def test_a_right_gradient_of_a_bias_passes(shape, dtype, precision):
    torch = pytest.importorskip("torch")
    frame, more = of_torch(torch), {**OF_FUNCTIONS, "precision": precision}
    q, k, v, sinks, bias = (x.to(getattr(torch, dtype)) for x in (*frame.vectors, frame.sinks, torch.randn(shape)))
    judgements = plumbline.check_gradients(lambda *given: frame.eager(*given[:3], None, given[3]), q, k, v,
                                           bias=bias.requires_grad_(True), **more)
    for judgement in judgements.values():
        assert [*judgement.report["tensors"]] == ["output", "dq", "dk", "dv", "dbias"]
    judgements = plumbline.check_gradients(frame.eager, q, k, v, bias=bias, sink="logit", sinks=sinks, **more)
    for judgement in judgements.values():
        assert [*judgement.report["tensors"]] == ["output", "dq", "dk", "dv", "dsinks", "dbias"]
    bias = bias.detach()
    judgements = plumbline.check_gradients(lambda *given: frame.eager(*given, None, bias), q, k, v, bias=bias, **more)
    assert all("dbias" not in judgement.report["tensors"] for judgement in judgements.values())


WRONG = [
    ((1, 1, 32, 32), lambda each, bias: each[:, :1],
     "dbias is not summed over the heads that it is broadcast over: it has the first head alone"),
    ((1, 4, 1, 32), lambda each, bias: each[:, :, 31:],
     "dbias is not summed over the queries that it is broadcast over: it has the last query alone"),
    ((4, 32, 32), lambda each, bias: each[0] / 4, "dbias is multiplied by the scale, which a bias does not have"),
    ((1, 1, 32, 32), lambda each, bias: each.mean(1, keepdim=True),
     "dbias is the mean over the heads that it is broadcast over, not the sum"),
    ((32,), lambda each, bias: 0 * bias, "dbias is 0"),
]


@pytest.mark.parametrize("shape, wrong_by, says", WRONG, ids=[says for _, _, says in WRONG])
def test_a_wrong_gradient_of_a_bias_fails_and_is_named(shape, wrong_by, says):
    torch = pytest.importorskip("torch")
    frame, bias = of_torch(torch), torch.randn(shape)
    leaves = [x.requires_grad_(True) for x in (*frame.vectors, bias.expand(1, 4, 32, 32).clone())]
    out = frame.attention(*leaves[:3], None, leaves[3])[0]
    out_grad = torch.randn(out.shape)
    dq, dk, dv, each = torch.autograd.grad(out, leaves, out_grad)
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*(x.detach() for x in frame.vectors), out=out.detach(), out_grad=out_grad, dq=dq, dk=dk, dv=dv,
                        bias=bias, dbias=wrong_by(each, bias), causal=True, precision="f32", save=False)
    assert wrong(raised.value) == {"dbias"} and raised.value.judgement.verdict == "FAIL"
    assert f"diagnosis  {says}" in str(raised.value)


@pytest.mark.parametrize("dtype, precision", [("float64", "f64"), ("float32", "f32"), ("bfloat16", "bf16-eager")])
@pytest.mark.parametrize("what", ["dslopes", "dtable"])
def test_gradients_of_slopes_and_tables_are_judged(what, dtype, precision):
    torch = pytest.importorskip("torch")
    frame, distance = of_torch(torch), torch.arange(32) - torch.arange(32)[:, None]
    if what == "dslopes":
        more, own = {"position": "alibi"}, 2.0**-torch.arange(1, 5)
        joins = lambda x: x[:, None, None] * distance.to(x.dtype)  # noqa: E731
    else:
        more, own = {"position": "relative-table"}, torch.randn(9, 4)
        joins = lambda x: x[distance.clamp(-4, 4) + 4].permute(2, 0, 1)  # noqa: E731
    leaves = [x.to(getattr(torch, dtype)).requires_grad_(True) for x in (*frame.vectors, own)]
    out = frame.eager(*leaves[:3], None, joins(leaves[3]))
    out_grad = torch.randn(out.shape).to(out.dtype)
    dq, dk, dv, each = torch.autograd.grad(out, leaves, out_grad)
    q, k, v, own = (x.detach() for x in leaves)
    asked = {"out": out.detach(), "out_grad": out_grad, "dq": dq, "dk": dk, "dv": dv, "causal": True,
             "precision": precision, "save": False, "slopes" if what == "dslopes" else "position_table": own, **more}
    assert plumbline.check(q, k, v, **{what: each}, **asked).verdict == "PASS"
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(q, k, v, **{what: -each}, **asked)
    assert wrong(raised.value) == {what}
    assert raised.value.judgement.verdict == ("FAIL" if what == "dtable" else "SUSPECT")
    assert f"diagnosis  {what} has the wrong sign" in str(raised.value)


def test_out_alone_may_be_returned_and_have_another_layout(frame):
    def attention(q, k, v):
        return frame.turn(frame.attention(*map(frame.turn, (q, k, v)))[0])

    vectors = [frame.turn(x) for x in frame.vectors]
    assert len(plumbline.check_gradients(attention, *vectors, layout="BSHD", **OF_FUNCTIONS)) == 2


def test_the_text_begins_with_the_loss_that_failed(frame):
    def attention(q, k, v):
        return frame.attention(q, frame.halved(k), v)

    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check_gradients(attention, *frame.vectors, **OF_FUNCTIONS)
    assert str(raised.value).startswith("random out_grad: FAIL: gradients of attention in f32 (stated)\n"
                                        "output     passes\nelements   dk: ")
    assert "\nothers     dq, dv pass\n" in str(raised.value) and wrong(raised.value) == {"dk"}
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check_gradients(attention, *frame.vectors, out_grad=0 * frame.vectors[0], **OF_FUNCTIONS)
    assert str(raised.value).startswith("sharp out_grad: FAIL: gradients of attention in f32 (stated)\n")
    judgements = plumbline.check_gradients(frame.attention, *frame.vectors, out_grad=frame.vectors[0], **OF_FUNCTIONS)
    assert [*judgements] == ["given", "sharp"]


@pytest.mark.parametrize("spoilt", ["dsinks", "lse"])
def test_a_gradient_of_sinks_or_of_the_lse_that_is_lost_is_found(frame, spoilt):
    def attention(q, k, v, sinks):
        out, _ = frame.attention(q, k, v, frame.halved(sinks) if spoilt == "dsinks" else sinks)
        _, lse = frame.attention(q, k, v, sinks)
        return out, frame.halved(lse) if spoilt == "lse" else lse

    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check_gradients(attention, *frame.vectors, sinks=frame.sinks, sink="logit", lse=True, **OF_FUNCTIONS)
    assert wrong(raised.value) == ({"dsinks"} if spoilt == "dsinks" else {"dq", "dk", "dsinks"})


def test_a_wrong_output_is_told_as_one(frame):
    with pytest.raises(plumbline.Failure, match="^random out_grad: FAIL: attention in f32"):
        plumbline.check_gradients(lambda q, k, v: 2 * frame.attention(q, k, v)[0], *frame.vectors, **OF_FUNCTIONS)


def test_a_seed_is_repeated_and_another_draws_anew(frame, tmp_path):
    def case(seed, name):
        asked = {**OF_FUNCTIONS, "save": tmp_path / name, "keep": True}
        judgements = plumbline.check_gradients(frame.attention, *frame.vectors, seed=seed, **asked)
        assert len({judgement.case for judgement in judgements.values()}) == len(judgements)
        return {judgement.case.name for judgement in judgements.values()}

    first, again, other = case(0, "first"), case(0, "again"), case(1, "other")
    assert first == again and len(first) == 2 and len(first & other) == 1  # the sharp loss is not drawn


NO_FUNCTIONS = [
    (lambda frame, q, k, v: frame.attention(q, k, v)[0][:, :, :9], {}, "out: shape [1,4,9,16] is not [1,4,32,16]"),
    (lambda frame, q, k, v: frame.turn(frame.attention(q, k, v)[0]), {},
     "out: shape [1,32,4,16] is not [1,4,32,16]; it fits with axes 1 and 2 exchanged: from [B,S,H,D], pass"
     "x.swapaxes(1, 2)"),
    (lambda frame, q, k, v: (frame.attention(q, k, v)[0], frame.attention(q, k, v)[1][:, :, :3]), {"lse": True},
     "lse: shape [1,4,3] is not [1,4,32]"),
    (lambda frame, q, k, v: frame.attention(q, k, v)[0], {"lse": True},
     "lse: the function returns out alone; expected (out, lse), or lse=False"),
    (lambda frame, q, k, v: None, {}, "function: returns NoneType; expected out, or (out, lse), tensors as q is"),
    (lambda frame, q, k, v: [], {}, "function: returns nothing; expected out, or (out, lse), tensors as q is"),
    (lambda frame, q, k, v: frame.attention(q, k, v)[0], {"operator": "softpick"},
     "dq: not available yet for this operator"),
    (lambda frame, q, k, v: q, {"out_grad": numpy.ones((1, 4, 3, 16), "f4")},
     "out_grad: shape [1, 4, 3, 16] is not [1, 4, 32, 16], that of the output"),
    (lambda frame, q, k, v: q, {"sinks": numpy.ones(4, "f4")}, "sinks: ndarray, but q is {kind}; expected all of them "
     "of one framework"),
]


@pytest.mark.parametrize("function, more, text", NO_FUNCTIONS, ids=[text for _, _, text in NO_FUNCTIONS])
def test_what_is_no_function_to_judge_is_refused(frame, function, more, text):
    with pytest.raises((TypeError, plumbline.Refused)) as raised:
        plumbline.check_gradients(lambda *given: function(frame, *given), *frame.vectors, **OF_FUNCTIONS, **more)
    assert str(raised.value) == text.replace("{kind}", type(frame.vectors[0]).__name__)


@pytest.mark.parametrize("name", ["q", "k", "v", "sinks"])
def test_a_gradient_that_is_none_is_named(name):
    frame = of_torch(pytest.importorskip("torch"))

    def attention(*given):
        names = ("q", "k", "v", "sinks")
        return frame.attention(*(one.detach() if other == name else one for other, one in zip(names, given)))

    with pytest.raises(TypeError) as raised:
        plumbline.check_gradients(attention, *frame.vectors, sinks=frame.sinks, sink="logit", **OF_FUNCTIONS)
    assert str(raised.value) == f"d{name}: None: the function gives no gradient for {name}"


def test_pytorch_without_gradients_is_told_and_needs_no_setting():
    torch = pytest.importorskip("torch")
    frame = of_torch(torch)
    with torch.inference_mode():
        vectors = [x.clone() for x in frame.vectors]
        assert len(plumbline.check_gradients(frame.attention, *vectors, **OF_FUNCTIONS)) == 2
    marked = [x.clone().requires_grad_(True) for x in frame.vectors]
    plumbline.check_gradients(frame.attention, *marked, **OF_FUNCTIONS)
    assert all(x.grad is None for x in marked)
    with pytest.raises(TypeError) as raised:
        plumbline.check_gradients(torch.no_grad()(frame.attention), *vectors, **OF_FUNCTIONS)
    assert str(raised.value) == ("out: does not require grad; expected one that autograd follows back to the inputs, "
                                 "with no detach() and no torch.no_grad() on the way")


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_pytorchs_own_attention_passes(dtype):
    torch = pytest.importorskip("torch")
    torch.manual_seed(4)
    q, k, v = (torch.randn(1, 4, 64, 64, dtype=getattr(torch, dtype)) for _ in range(3))

    def attention(q, k, v):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

    precision = {"float32": "f32", "bfloat16": "bf16-flash", "float16": "fp16-flash"}[dtype]
    judgements = plumbline.check_gradients(attention, q, k, v, **{**OF_FUNCTIONS, "precision": precision})
    assert all(judgement.verdict == "PASS" for judgement in judgements.values())


def bf16_flash(torch, delta_factor):
    """A backward pass as FlashAttention has it, whose delta is off by a factor."""
    class Flash(torch.autograd.Function):
        @staticmethod
        def forward(ctx, q, k, v):
            scores = q.float() @ k.float().transpose(2, 3) / 8
            scores = scores.masked_fill(torch.ones(scores.shape[2:], dtype=torch.bool).triu(1), -torch.inf)
            weights = (scores - scores.amax(3, keepdim=True)).exp()
            out = (weights.bfloat16().float() @ v.float() / weights.sum(3, keepdim=True)).bfloat16()
            ctx.save_for_backward(q, k, v, out, (scores - scores.logsumexp(3, keepdim=True)).exp())
            return out

        @staticmethod
        def backward(ctx, out_grad):
            q, k, v, out, weights = (x.float() for x in ctx.saved_tensors)
            delta = delta_factor * (out_grad.float() * out).sum(3, keepdim=True)
            products = (weights * (out_grad.float() @ v.transpose(2, 3) - delta)).bfloat16().float() / 8
            dv = weights.bfloat16().float().transpose(2, 3) @ out_grad.float()
            return tuple(x.bfloat16() for x in (products @ k, products.transpose(2, 3) @ q, dv))

    return Flash.apply


def test_a_delta_that_is_one_per_cent_off_shows_on_the_sharp_loss_alone():
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    q, k, v = (torch.randn(1, 4, 64, 64).bfloat16() for _ in range(3))
    asked = {**OF_FUNCTIONS, "precision": "bf16-flash"}
    assert len(plumbline.check_gradients(bf16_flash(torch, 1), q, k, v, **asked)) == 2
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check_gradients(bf16_flash(torch, 1.01), q, k, v, **asked)
    assert str(raised.value).startswith("sharp out_grad: SUSPECT: gradients of attention in bf16-flash (stated)\n")
    assert wrong(raised.value) == {"dq", "dk"}
    judgements = plumbline.check_gradients(bf16_flash(torch, 1.01), q, k, v, allow_suspect=True, **asked)
    assert [judgement.verdict for judgement in judgements.values()] == ["PASS", "SUSPECT"]


# ---- runs ----


def test_runs_of_a_backward_pass_are_compared():
    q, k, v, out_grad = (normal(1, 2, 6, 8) for _ in range(4))
    exact = plumbline.gradients(q, k, v, out_grad=out_grad, causal=True)
    right = {name: middle.astype("f4") for name, (middle, _) in exact.items()}
    out = plumbline.rounded(q, k, v, causal=True, to="f32").astype("f4")
    asked = {"out_grad": out_grad, "causal": True, "precision": "f32"}
    other = right["dk"].copy()
    other[0, 1, 2, 3] = numpy.nextafter(other[0, 1, 2, 3], numpy.float32(9))
    assert plumbline.same(q, k, v, out=[out, out], dq=[right["dq"]] * 2, **asked)
    found = plumbline.same(q, k, v, out={"one": out, "two": out}, dk={"one": right["dk"], "two": other},
                           dq=[right["dq"]] * 2, **asked)
    tensors = found.report["runs"][1]["tensors"]
    assert not found and tensors["dk"]["against_first"]["first"] == [0, 1, 2, 3]
    assert tensors["dk"]["against_first"]["nearness"]["nearer"] == {"first": 1, "this": 0}
    assert tensors["dq"]["against_first"]["differ"] == 0


@pytest.mark.parametrize("answers, message", [
    (normal(1, 2, 6, 8), "dq: one tensor; expected a list or a dictionary of one for each run, as out is"),
    ([normal(1, 2, 6, 8)], "dq: 1 runs; expected the 2 of out, in a list or by the same names"),
    ({"one": None, "two": None}, "dq: 2 runs; expected the 2 of out, in a list or by the same names")])
def test_gradients_of_other_runs_are_refused(answers, message):
    q, k, v, out = (normal(1, 2, 6, 8) for _ in range(4))
    with pytest.raises(TypeError, match=message):
        plumbline.same(q, k, v, out=[out, out], out_grad=out, dq=answers)


# ---- the page ----


def section():
    """The blocks of the page on gradients."""
    texts = [text for _, text in blocks("docs/python.md")]
    (first,) = [i for i, text in enumerate(texts) if "dq /= 4" in text]
    return texts[first:first + 4]


def test_the_page_shows_what_a_failure_of_gradients_says():
    code, shown, *_ = section()
    with pytest.raises(plumbline.Failure) as raised:
        exec(code, {})
    assert str(raised.value) == shown.rstrip("\n")


def test_the_page_shows_a_function_that_passes():
    torch = pytest.importorskip("torch")
    q, k, v = (torch.randn(1, 2, 16, 8) for _ in range(3))
    exec(section()[2], {"torch": torch, "plumbline": plumbline, "q": q, "k": k, "v": v})


def test_the_page_shows_gradients():
    code = section()[3]
    q, k, v, out_grad = (normal(1, 2, 6, 8, dtype="f4") for _ in range(4))
    dk = backward(q, k, v, out_grad)["dk"].astype("f4")
    names = {"numpy": numpy, "plumbline": plumbline, "q": q, "k": k, "v": v, "out_grad": out_grad}
    exec(code, {**names, "dk": dk})
    with pytest.raises(AssertionError):
        exec(code, {**names, "dk": 1.001 * dk})


def test_inputs_without_gradients_are_refused():
    torch = pytest.importorskip("torch")
    x = torch.ones(1, 1, 2, 4, dtype=torch.int32)
    with pytest.raises(TypeError, match="^q: dtype torch.int32 has no gradients; expected a floating-point dtype$"):
        plumbline.check_gradients(lambda q, k, v: q, x, x, x)
