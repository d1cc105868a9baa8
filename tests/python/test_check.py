"""The results of check, judge and other functions."""
import gc
import json
import subprocess
import weakref
from fractions import Fraction

import ml_dtypes
import numpy
import plumbline
import pytest
from conftest import attention
from plumbline._library import program


def right(vectors, causal=True):
    return attention(*vectors, causal=causal).astype("f4")


def test_a_right_answer_passes(vectors, tmp_path):
    judgement = plumbline.check(*vectors, out=right(vectors), causal=True, precision="f32", save=tmp_path)
    assert judgement.verdict == "PASS" and judgement.report["tensors"]["output"]["passed"] == 144
    assert not list(tmp_path.iterdir())


def test_a_failure_says_all(vectors, tmp_path):
    with pytest.raises(AssertionError) as raised:
        plumbline.check(*vectors, out=right(vectors, causal=False), causal=True, precision="f32", save=tmp_path)
    text, (case,) = str(raised.value), list(tmp_path.iterdir())
    assert text.startswith("FAIL: attention in f32 (stated)\n")
    assert "elements   output: 128 of 144 beyond the expected error" in text
    assert "first      output[0, 0, 0, 0] = " in text and "exact      between " in text
    assert "diagnosis  the engine leaves out the causal mask" in text
    assert f"repeat     plumb diagnose {case}" in text
    said = subprocess.run([program(), "diff", case, "--json"], capture_output=True, text=True)
    assert said.returncode == 1 and json.loads(said.stdout)["tensors"]["output"]["beyond_expected"] == 128


def test_a_report_has_the_diagnosis_of_a_case_of_which_diff_holds_a_part(tmp_path):
    q, k, v = numpy.random.default_rng(1).standard_normal((3, 1, 24, 384, 64)).astype("f4")
    out = numpy.roll(attention(q, k, v, causal=True), 1, 1).astype("f4")
    with pytest.raises(AssertionError) as raised:
        plumbline.check(q, k, v, out=out, causal=True, precision="f32", save=tmp_path)
    (said,) = [line for line in str(raised.value).splitlines() if line.startswith("diagnosis  ")]
    report = tmp_path / "report.xml"
    (case,) = tmp_path.iterdir()
    assert subprocess.run([program(), "diff", case, "--junit", report], capture_output=True).returncode == 1
    assert said.replace("diagnosis  ", "diagnosis: ") in report.read_text()


def test_what_may_allow_impossible_numbers_is_said():
    q, k, v = numpy.random.default_rng(1).standard_normal((3, 1, 2, 64, 64)).astype("f2")
    out = attention(0.8 * q.astype("f8"), k, v, causal=True).astype("f2")
    with pytest.raises(plumbline.Failure, match=r"SUSPECT: .* \(assumed from the dtype\)\n"
                                                r"precision  not excluded under fp16-accumulate: state the kernel's\n"):
        plumbline.check(q, k, v, out=out, causal=True, save=False)


def test_other_precisions_of_a_large_case_are_asked_of_few_rows_first():
    q, k, v = numpy.random.default_rng(1).standard_normal((3, 1, 8, 512, 64)).astype("f4")
    rounded = [((x.view("u4") + 0xfff + (x.view("u4") >> 13 & 1)) & 0xffffe000).view("f4") for x in (q, k, v)]
    asked = []
    for out in attention(*rounded), attention(1.01 * q.astype("f8"), k, v):
        judgement = plumbline.judge(q, k, v, out=out.astype("f4"), causal=True, precision="f32", elements=False)
        asked.append(judgement.report["precision"]["plausible"])
    assert asked[0][-1]["name"] == "tf32" and asked[0][-1]["verdict"] == "PASS" and asked[0][-1]["rows"] > 1000
    assert len(asked[1]) > 5 and all(one["verdict"] != "PASS" and one["rows"] < 400 for one in asked[1])


def test_one_wrong_number_is_placed(vectors):
    out = right(vectors)
    out[0, 1, 4, 3] += 0.25
    with pytest.raises(plumbline.Failure, match=r"output: 1 of 144 beyond the expected error") as raised:
        plumbline.check(*vectors, out=out, causal=True, save=False, seconds=0)
    assert "first      output[0, 1, 4, 3] = " in str(raised.value) and raised.value.case is None


def test_errors_are_shown_by_their_public_names():
    for error in (plumbline.Failure, plumbline.Blind, plumbline.Refused):
        assert error.__module__ == "plumbline" and getattr(plumbline, error.__name__) is error


def test_inputs_that_show_too_little_are_blind(vectors):
    asked = {"out": right(vectors), "causal": True, "precision": "f32", "save": False}
    assert plumbline.check(*vectors, **asked, must_notice={"lost_keys": 1, "scale": 0.01}).report["blind"] is None
    with pytest.raises(plumbline.Blind, match="blind: this input does not reveal scores off by 1e-08 %") as raised:
        plumbline.check(*vectors, **asked, must_notice={"scale": 1e-10})
    assert raised.value.judgement.verdict == "PASS" and isinstance(raised.value, AssertionError)
    assert str(raised.value).endswith("\ninputs     larger scores reveal smaller errors of the scale")
    with pytest.raises(plumbline.Failure):
        plumbline.check(*vectors, **{**asked, "out": right(vectors, causal=False)}, must_notice={"scale": 1e-10})
    with pytest.raises(plumbline.Refused, match="must_notice: 'keys=1': expected lost_keys=N, scale=X or both"):
        plumbline.check(*vectors, **asked, must_notice={"keys": 1})
    with pytest.raises(TypeError, match="must_notice: 'scale' is not a dictionary of faults"):
        plumbline.check(*vectors, **asked, must_notice="scale")


def test_what_reveals_lost_keys_is_said_rightly():
    """Steep weights hide lost keys, flat ones errors of the scale."""
    q, k, v = numpy.random.default_rng(1).standard_normal((3, 1, 2, 32, 16)).astype("f4").astype(ml_dtypes.bfloat16)
    said = {}
    for name, factor in ("smaller", 4), ("larger", 0.001):
        scaled = (factor * q.astype("f4")).astype(q.dtype)
        out = plumbline.rounded(scaled, k, v, causal=True, to="bf16").astype(q.dtype)
        with pytest.raises(plumbline.Blind) as raised:
            plumbline.check(scaled, k, v, out=out, causal=True, precision="bf16-flash", save=False,
                            must_notice={"lost_keys": 1, "scale": 0.01})
        said[name] = str(raised.value)
    assert all(f"\ninputs     {name} scores" in text for name, text in said.items())
    assert "not reveal 1 lost key of 32" in said["smaller"] and "not reveal scores off by 1 %" in said["larger"]
    assert "e+" not in said["larger"]  # 110 %, not 1.1e+02 %


def test_an_excuse_is_no_explanation():
    """Weights in bfloat16, where binary32 is stated: what a coarser precision allows, it does not explain."""
    draw = numpy.random.default_rng(11)
    q, k, v = (draw.standard_normal((1, 2, 48, 16)).astype("f4") for _ in "qkv")
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k) / numpy.float32(4)
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    stored = ((weights.view("u4") + 0x8000) & 0xFFFF0000).astype("u4").view("f4")
    out = numpy.einsum("bhqk,bhkd->bhqd", stored, v) / weights.sum(-1, keepdims=True)
    diagnosis = plumbline.diagnose(q, k, v, out=out, causal=False, precision="f32")
    assert diagnosis.verdict == "FAIL" and diagnosis.explanation is None
    excuses = [one["changes"][0]["does"] for one in diagnosis.report["explanations"] if one["excuse"]]
    assert diagnosis.excuse == excuses[0] and "rounds as f32,probability=bf16" in excuses
    with pytest.raises(AssertionError, match="no convention explains it; excused if the engine rounds as "):
        plumbline.check(q, k, v, out=out, causal=False, precision="f32", save=False)


def test_elements_are_arrays(vectors):
    out = right(vectors)
    out[0, 1, 4, 3] += 0.25
    judgement = plumbline.judge(*vectors, out=out, causal=True)
    exact = attention(*vectors)
    assert judgement.verdict == "FAIL" and judgement.finding.shape == out.shape
    assert numpy.argwhere(judgement.finding == 1).tolist() == [[0, 1, 4, 3]]
    assert plumbline.findings()[1].startswith("beyond the expected error")
    assert (judgement.low <= exact + 1e-14).all() and (exact - 1e-14 <= judgement.high).all()
    assert (judgement.expected > 0).all()
    assert judgement.expected[0, 1, 4, 3] < judgement.bound((0, 1, 4, 3)) < 0.25
    with pytest.raises(plumbline.Refused, match="index"):
        judgement.bound((0, 1, 4, 300))


def test_layouts_are_one_question(vectors):
    turned = [numpy.ascontiguousarray(x.transpose(0, 2, 1, 3)) for x in vectors]
    middle, radius = plumbline.evaluate(*vectors, causal=True)
    other, _ = plumbline.evaluate(*turned, causal=True, layout="BSHD")
    assert other.shape == (1, 9, 2, 8) and (other.transpose(0, 2, 1, 3) == middle).all()
    alone, _ = plumbline.evaluate(*[x[0] for x in vectors], causal=True)
    assert (alone == middle).all() and (radius < 1e-12).all()
    rows, _ = plumbline.evaluate(*vectors, causal=True, rows=(2, 5))
    assert (rows == middle[:, :, 2:5]).all()
    with pytest.raises(TypeError, match="layout"):
        plumbline.evaluate(*vectors, layout="BSH")


def test_other_quantities_and_rounding(vectors):
    weights, _ = plumbline.evaluate(*vectors, causal=True, what="weights")
    lse, _ = plumbline.evaluate(*vectors, causal=True, what="lse")
    assert weights.shape == (1, 2, 9, 9) and lse.shape == (1, 2, 9) and numpy.allclose(weights.sum(-1), 1)
    rounded = plumbline.rounded(*vectors, causal=True, to="f32")
    assert (rounded == rounded.astype("f4")).all() and numpy.abs(rounded - attention(*vectors)).max() < 1e-6


def test_pairs_and_exact_numbers_are_stated(vectors):
    narrow, _ = plumbline.evaluate(*vectors, mask="causal", window=(2, 0), scale=Fraction(1, 3))
    same, _ = plumbline.evaluate(*vectors, mask="causal", window={"left": 2, "right": 0}, scale="1/3")
    wide, _ = plumbline.evaluate(*vectors, mask="causal", scale="1/3")
    assert (narrow == same).all() and (narrow != wide).any()


def test_a_diagnosis_explains(vectors):
    diagnosis = plumbline.diagnose(*vectors, out=right(vectors, causal=False), causal=True, precision="f32")
    assert diagnosis.explanation == "leaves out the causal mask" and "explained" in str(diagnosis)


def test_sinks_of_layers(vectors):
    q, k, v = vectors
    layers = [{"q": q, "k": k, "v": v, "causal": True}, {"q": k, "k": q, "v": v, "causal": True}]
    report = plumbline.sink(*layers, tokens=4)
    assert report["format"].startswith("plumbline-sink") and len(report["layers"]) == 2


def test_numbers_of_numpy_are_numbers(vectors):
    plain, _ = plumbline.evaluate(*vectors, mask="causal", window=(2, 0), scale=0.25)
    same, _ = plumbline.evaluate(*vectors, mask="causal", window=(2, 0), scale=numpy.float32(0.25))
    assert (plain == same).all()


def test_a_mask_may_leave_out_leading_axes(vectors):
    seen = numpy.tril(numpy.ones((9, 9), bool))
    causal, _ = plumbline.evaluate(*vectors, causal=True)
    for lead in ((), (None,), (None, None)):
        for how in ({"allowed": seen[lead]}, {"bias": numpy.where(seen, 0, -numpy.inf).astype("f4")[lead]}):
            assert (plumbline.evaluate(*vectors, **how)[0] == causal).all()


@pytest.mark.parametrize("layers", [(), (numpy.ones((1, 1, 2, 2)),)])
def test_a_layer_is_a_dictionary(layers):
    with pytest.raises(TypeError, match="sink: expected layers, each a dictionary"):
        plumbline.sink(*layers)


def test_a_tensor_without_memory_is_named(vectors):
    torch = pytest.importorskip("torch")
    with pytest.raises(TypeError, match="^q: Tensor gives no access to its memory"):
        plumbline.evaluate(torch.empty(1, 2, 9, 4, device="meta"), *vectors[1:])


def test_a_refusal_has_parts(vectors):
    with pytest.raises(plumbline.Refused) as raised:
        plumbline.evaluate(*vectors, softcap=-1.5)
    assert raised.value.field == "softcap" and raised.value.value == "-1.5" and raised.value.expected
    assert str(raised.value).startswith("softcap: -1.5 ")


def test_the_language_is_listed():
    assert any(row["value"] == "causal" for row in plumbline.conventions())
    assert {"softmax", "sigmoid"} <= {row["word"] for row in plumbline.operators()}
    assert "bf16-flash" in {row["name"] for row in plumbline.precisions()}
    assert "mask" in plumbline.schema()["properties"]


def test_a_case_that_cannot_be_written_costs_no_verdict(vectors, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*vectors, out=vectors[2], causal=True, save=taken, seconds=0)
    text, case = str(raised.value), raised.value.case
    assert case.exists() and case.parent != taken and f"case       {case}" in text
    assert f"kept there {taken} cannot be written: " in text


def test_a_case_that_can_be_written_nowhere_costs_none_either(vectors, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(plumbline.Failure, match="no case    .*taken cannot be written: ") as raised:
        plumbline.check(*vectors, out=vectors[2], causal=True, save=tmp_path / "taken", seconds=0)
    assert raised.value.case is None


def test_passing_cases_are_kept_where_that_is_asked(vectors, tmp_path):
    judgement = plumbline.check(*vectors, out=right(vectors), causal=True, save=tmp_path, keep=True)
    assert [*tmp_path.glob("pass-*.safetensors")] == [judgement.case]
    assert subprocess.run([program(), "diff", judgement.case], capture_output=True).returncode == 0


def test_runs_are_compared_bit_for_bit(vectors):
    out = right(vectors)
    other = out.copy()
    other[0, 1, 4, 3] = numpy.nextafter(other[0, 1, 4, 3], numpy.float32(9))
    agreeing = plumbline.same(*vectors, out=[out, out.copy()], causal=True)
    differing = plumbline.same(*vectors, out={"first": out, "second": other}, causal=True, precision="f32")
    assert agreeing and agreeing.same and not differing
    second = differing.report["runs"][1]
    assert second["source"] == "second.safetensors" and second["tensors"]["output"]["against_first"]["differ"] == 1
    assert "second.safetensors" in str(differing)


def test_a_factor_is_the_reason_of_a_suspect():
    draw = numpy.random.default_rng(5)
    q, k, v = (draw.standard_normal((1, 4, 64, 32)).astype("f4") for _ in "qkv")
    out = (attention(q, k, v, causal=False) * (1 + 3e-6)).astype("f4")
    with pytest.raises(plumbline.Failure, match="^SUSPECT: .*") as raised:
        plumbline.check(q, k, v, out=out, causal=False, precision="f32-fast-exp", save=False, seconds=0)
    assert "reason     all outputs seem to be 1.000003 times their correct size; expected within 1.5e-05 %" in str(raised.value)


def test_the_mean_errors_are_numbers(vectors):
    bias = plumbline.judge(*vectors, out=1.01 * right(vectors), causal=True, precision="f32").bias["output"]
    assert bias["along"] == pytest.approx(0.01, abs=1e-4)
    assert bias["along"] > bias["along_limit"] > 0 and bias["growth"] in ("root", "keys", None)
    assert [head["head"] for head in bias["heads"]] == [[0, 0], [0, 1]]
    assert all(isinstance(head["mean_scatter"], float) for head in bias["heads"])


def test_where_the_log_sum_exp_alone_is_wrong_the_output_passes(vectors):
    seen = numpy.tril(numpy.ones((9, 9), bool), -1)
    middle, _ = plumbline.evaluate(*vectors, allowed=seen)
    lse, _ = plumbline.evaluate(*vectors, allowed=seen, what="lse")
    lse[:, :, 0] = 3
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*vectors, out=middle.astype("f4"), lse=lse.astype("f4"), allowed=seen, save=False, seconds=0)
    text = str(raised.value)
    assert "output     passes\n" in text and "elements   lse: 2 of 18 beyond the expected error" in text
    assert "first      lse[0, 0, 0] = 3: " in text and "exact      exactly -inf" in text


def test_a_coarse_precision_is_warned_of_in_the_first_line(vectors):
    judgement = plumbline.check(*vectors, out=right(vectors), causal=True, precision="tf32")
    assert repr(judgement) == "<plumbline.Judgement PASS: tf32 is coarser than usual for F32 tensors>"
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(*vectors, out=vectors[2], causal=True, precision="tf32", save=False, seconds=0)
    first = str(raised.value).splitlines()[0]
    assert first == "FAIL: attention in tf32 (stated; warning: tf32 is coarser than usual for F32 tensors)"


def test_vectors_have_dtypes_of_their_own(vectors):
    q, k, v = vectors[0], vectors[1].astype("f2"), vectors[2].astype("f8")
    middle, _ = plumbline.evaluate(q, k, v, causal=True)
    assert numpy.abs(middle - attention(q, k, v)).max() < 1e-12


@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize("alignment", ["top-left", "bottom-right"])
def test_an_alignment_is_accepted_beside_any_mask(vectors, mask, alignment):
    causal = mask == "causal"
    judgement = plumbline.check(*vectors, out=right(vectors, causal), causal=causal, causal_alignment=alignment)
    assert judgement.verdict == "PASS"


def test_what_is_wrong_with_the_lse_alone_is_sought_in_no_pairs(vectors):
    """Two changes would move the output, too, which passes."""
    lse = plumbline.evaluate(*vectors, causal=True, what="lse")[0]
    lse = (lse + numpy.random.default_rng(3).standard_normal(lse.shape)).astype("f4")
    diagnosis = plumbline.diagnose(*vectors, out=right(vectors), lse=lse, causal=True, precision="f32")
    assert diagnosis.verdict == "FAIL" and diagnosis.explanation is None and diagnosis.report["pairs"]["tried"] == 0
    assert "the output passes" in str(diagnosis)


@pytest.mark.parametrize("of, right", [("out", "0"), ("lse", "-infinity")])
def test_what_stands_where_no_key_is_seen_is_named_at_once(vectors, of, right):
    seen = numpy.tril(numpy.ones((9, 9), bool), -1)
    answers = {"out": plumbline.evaluate(*vectors, allowed=seen)[0].astype("f4"),
               "lse": plumbline.evaluate(*vectors, allowed=seen, what="lse")[0].astype("f4")}
    answers[of][:, :, 0] = -0.5
    diagnosis = plumbline.diagnose(*vectors, **answers, allowed=seen, precision="f32")
    tensor = "output" if of == "out" else of
    assert diagnosis.summary == f"{tensor} is not {right} where no key is seen"
    assert diagnosis.report["pairs"]["of"] == 0
    assert f"all where no key is seen: {right} is right there" in str(diagnosis)


@pytest.mark.parametrize("factor", [1.05, 1.01, 0.99])
def test_a_small_factor_is_named(factor):
    draw = numpy.random.default_rng(5)
    q, k, v = (draw.standard_normal((1, 4, 128, 64)).astype(ml_dtypes.bfloat16) for _ in "qkv")
    out = (attention(q, k, v) * factor).astype(ml_dtypes.bfloat16)
    summary = plumbline.diagnose(q, k, v, out=out, causal=True, precision="bf16-flash").summary
    assert summary == f"the engine multiplies the softmax by alpha {factor}"


def test_what_explains_the_output_alone_is_named(vectors):
    lse = numpy.random.default_rng(3).standard_normal((1, 2, 9)).astype("f4")
    diagnosis = plumbline.diagnose(*vectors, out=right(vectors, causal=False), lse=lse, causal=True, precision="f32")
    assert diagnosis.summary == ("the engine leaves out the causal mask: that explains the output, but not the other "
                                 "tensors")
    (nearer,) = diagnosis.report["nearer"]
    assert nearer["explains_output"] and nearer["failed"] == 18 and diagnosis.report["inferred"] == []
    assert "FAIL as stated; only the output is explained" in str(diagnosis)


@pytest.mark.parametrize("outer", [2.5, 8.0])
def test_a_softcap_of_two_numbers_is_told(outer):
    draw = numpy.random.default_rng(5)
    q, k, v = (size * draw.standard_normal((1, 2, 48, 16)).astype("f4") for size in (3, 1, 1))
    score = numpy.einsum("bhtd,bhsd->bhts", q.astype(float), k.astype(float)) / 4
    weight = numpy.exp(outer * numpy.tanh(score / 4))
    out = (weight / weight.sum(-1, keepdims=True)) @ v.astype(float)
    diagnosis = plumbline.diagnose(q, k, v, out=out.astype("f4"), causal=False, softcap=4, precision="f32")
    said = [one["says"] for one in diagnosis.report["inferred"]]
    assert diagnosis.verdict == "FAIL"
    assert said == [f"what tanh gives is multiplied by {outer:g}, not by the softcap 4"]


def test_slopes_that_no_convention_has_are_told():
    draw = numpy.random.default_rng(6)
    q, k, v = (draw.standard_normal((1, 4, 48, 16)).astype("f4") for _ in "qkv")
    slopes = numpy.array([0.5, 0.25, 0.125, 0.0625], "f4")
    score = numpy.einsum("bhtd,bhsd->bhts", q.astype(float), k.astype(float)) / 4
    distance = numpy.arange(48) - numpy.arange(48)[:, None]
    score += 0.75 * slopes[:, None, None] * distance
    weight = numpy.where(distance <= 0, numpy.exp(score), 0)
    out = ((weight / weight.sum(-1, keepdims=True)) @ v.astype(float)).astype("f4")
    diagnosis = plumbline.diagnose(q, k, v, out=out, causal=True, position="alibi", slopes=slopes, precision="f32")
    said = [one["says"] for one in diagnosis.report["inferred"]]
    assert said == ["slopes of positions are others: 0.375 in head 0, not 0.5, 0.1875 in head 1, not 0.25, "
                    "0.09375 in head 2, not 0.125, 0.04687 in head 3, not 0.0625"]


def test_tensors_are_freed_with_what_was_asked():
    """Long contexts fill the memory if they wait for the garbage collector."""
    draw = numpy.random.default_rng(7)
    q, k, v = (draw.standard_normal((1, 1, 8, 4)).astype("f4") for _ in "qkv")
    out = plumbline.rounded(q, k, v, to="f32", causal=True).astype("f4")
    gc.collect()
    gc.disable()
    try:
        judgement = plumbline.check(q, k, v, out=out, causal=True, save=False)
        question = weakref.ref(judgement._question)
        del judgement
        assert question() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("window", [(numpy.int64(7), 0), numpy.array([7, 0]), {"left": numpy.int32(7), "right": 0}])
def test_pairs_may_hold_numbers_of_numpy(window):
    x = numpy.eye(4, dtype="f4")[None, None]
    assert plumbline.judge(x, x, x, out=x, window=window).report["masks"]["window"] == {"left": 7, "right": 0}


@pytest.mark.parametrize("shape, passed", [((2, 5, 5), "[B,Sq,Sk], pass allowed[:, None]"),
                                           ((2, 5), "[B,Sk], pass allowed[:, None, None, :]")])
def test_a_mask_that_may_mean_something_else_is_said_to_be_read_so(shape, passed):
    """Of as many heads, or queries, as batch entries."""
    queries = 5 if len(shape) == 3 else 2
    q, k, v = (numpy.random.default_rng(n).standard_normal((2, 2, size, 8)).astype("f4")
               for n, size in enumerate((queries, 5, 5)))
    allowed = numpy.random.default_rng(7).random(shape) < 0.5
    allowed[..., 0] = True
    meant = allowed[:, None] if len(shape) == 3 else allowed[:, None, None, :]
    out = plumbline.rounded(q, k, v, allowed=meant, to="f32").astype("f4")
    assert plumbline.check(q, k, v, out=out, allowed=meant).verdict == "PASS"
    with pytest.raises(AssertionError) as failure:
        plumbline.check(q, k, v, out=out, allowed=allowed, save=False, seconds=0)
    assert f"; if it is {passed}" in str(failure.value)


def test_one_length_may_be_a_number_of_numpy():
    x = numpy.eye(4, dtype="f4")[None, None]
    out = plumbline.rounded(x, x, x, key_lengths=numpy.int64(3), to="f32").astype("f4")
    assert plumbline.check(x, x, x, out=out, key_lengths=3).verdict == "PASS"


@pytest.mark.parametrize("heads, causal, scale", [(4, False, None), (3, True, None), (2, True, 0.5)])
def test_heads_in_the_last_axis_are_told(heads, causal, scale):
    """[B,S,H*D] is read as [H,S,D]: the engine's output is that of H heads of D, of which the diagnosis says how to
    pass them."""
    rng = numpy.random.default_rng(heads)
    q, k, v = rng.standard_normal((3, 2, 24, heads * 16)).astype("f4")
    a, b, c = (x.reshape(2, 24, heads, 16).swapaxes(1, 2) for x in (q, k, v))
    scores = a @ b.swapaxes(2, 3) * numpy.float32(scale or 0.25)
    p = numpy.exp(numpy.where(numpy.tri(24, dtype=bool), scores, -numpy.inf) if causal else scores)
    out = (p @ c / p.sum(-1, keepdims=True)).swapaxes(1, 2).reshape(q.shape)
    asked = {"causal": causal, "precision": "f32", **({"scale": scale} if scale else {})}
    with pytest.raises(AssertionError) as raised:
        plumbline.check(q, k, v, out=out, save=False, **asked)
    assert f"the engine has {heads} heads of 16 in the last axis, [B,S,H*D]: pass x.reshape(B, S, {heads}, 16)" in \
        str(raised.value)
    q, k, v, out = (x.reshape(2, 24, heads, 16).swapaxes(1, 2) for x in (q, k, v, out))
    plumbline.check(q, k, v, out=out, **asked)
