"""Inputs drawn in Python on which faults show: they equal the program's, report the same faults, and a correct
attention passes on them."""
import json
import subprocess

import numpy
import pytest

import plumbline
from conftest import attention
from plumbline._library import program

SHAPE = {"query_heads": 2, "query_length": 12, "head_dim": 16}


@pytest.fixture(scope="module")
def drawn():
    return plumbline.challenge(**SHAPE, causal=True, precision="f32")


def test_it_is_what_the_program_draws(drawn, tmp_path):
    description = {"shape": SHAPE, "dtype": "f32", "mask": "causal", "engine": {"precision": "f32"}}
    file = tmp_path / "inputs.safetensors"
    said = json.loads(subprocess.run([program(), "challenge", json.dumps(description), "-o", file, "--json"],
                                     capture_output=True, check=True).stdout)
    assert drawn.faults == said["faults"]
    assert drawn.precision == "f32" and drawn.shape["key_length"] == 12
    assert drawn.q.tobytes() in file.read_bytes() and drawn.v.tobytes() in file.read_bytes()
    assert [drawn.q.shape, drawn.k.dtype] == [(1, 2, 12, 16), "f4"]
    assert str(drawn).startswith("inputs     batch 1, heads 2 on 2")


def test_a_right_attention_passes(drawn):
    judgement = drawn.check(attention(drawn.q, drawn.k, drawn.v).astype("f4"))
    assert judgement.verdict == "PASS"
    assert judgement.report["precision"]["name"] == "f32"


def test_what_is_told_is_seen(drawn):
    q, k, v = drawn.q, drawn.k, drawn.v
    out = attention(q, k, v).astype("f4")
    swapped = out[:, ::-1].copy()
    without_last_value = v.copy()
    without_last_value[:, :, -1] = 0
    cheats = {"returns zeros": numpy.zeros_like(out), "returns the query divided by 24": q / numpy.float32(24),
              "sees all keys": attention(q, k, v, causal=False).astype("f4"), "has heads swapped": swapped,
              "loses the last key": attention(q, k, without_last_value).astype("f4")}
    assert {"returns zeros", "returns the query divided by 24"} <= set(drawn.detected)
    assert len(drawn.detected) > 40 and not set(drawn.detected) & set(drawn.not_detected)
    for wrong in cheats.values():
        with pytest.raises(AssertionError, match="^(FAIL|SUSPECT)"):
            drawn.check(wrong, save=False, seconds=0)


def test_conventions_and_tensors():
    drawn = plumbline.challenge(**SHAPE, key_heads=1, key_length=20, mask="causal", causal_alignment="bottom-right",
                                tensors=["bias"], softcap=30, seed=5)
    assert drawn.k.shape == (1, 1, 20, 16) and drawn.seed == 5
    assert drawn.tensors["bias"].shape[-2:] == (12, 20)
    exact = plumbline.rounded(drawn.q, drawn.k, drawn.v, to="f32", bias=drawn.tensors["bias"], softcap=30,
                              mask="causal", causal_alignment="bottom-right")
    assert drawn.check(exact.astype("f4")).verdict == "PASS"


def test_bfloat16():
    torch = pytest.importorskip("torch")
    drawn = plumbline.challenge(**SHAPE, dtype="bf16", causal=True, precision="bf16-flash", like="torch")
    assert drawn.q.dtype == torch.bfloat16
    out = torch.nn.functional.scaled_dot_product_attention(drawn.q, drawn.k, drawn.v, is_causal=True)
    assert drawn.check(out).verdict == "PASS"


@pytest.mark.parametrize("asked, message", [
    ({"dtype": "f8"}, "f8"), ({"maks": "causal"}, "maks"), ({"like": "list"}, "numpy, torch"),
    ({"tensors": ["sincs"]}, "sincs")])
def test_refusals(asked, message):
    with pytest.raises((plumbline.Refused, TypeError), match=message):
        plumbline.challenge(**SHAPE, **asked)


def test_the_fixture_draws_and_keeps_what_fails(pytester):
    pytester.makepyfile("""
        def test_wrong(plumbline):
            drawn = plumbline.challenge(query_heads=1, query_length=4, head_dim=8, causal=True)
            drawn.check(drawn.v)
    """)
    result = pytester.runpytest("-p", "plumbline.pytest_plugin", "--plumbline-cases", "kept")
    result.assert_outcomes(failed=1)
    assert len([*(pytester.path / "kept" / "test_wrong").glob("fail-*.safetensors")]) == 1


def test_schemas_of_reports():
    assert plumbline.schema("challenge")["$defs"]["challenge"]["properties"]["faults"]["type"] == "array"
    assert "operator" in plumbline.schema()["properties"]
    with pytest.raises(ValueError):
        plumbline.schema("gradients")


def test_a_loss_is_drawn_and_faults_of_the_backward_pass_are_told():
    drawn = plumbline.challenge(**SHAPE, key_heads=1, causal=True, precision="f32", tensors=["out_grad"])
    out = attention(drawn.q, drawn.k, drawn.v).astype("f4")
    exact = plumbline.gradients(drawn.q, drawn.k, drawn.v, out_grad=drawn.tensors["out_grad"], causal=True)
    right = {name: middle.astype("f4") for name, (middle, _) in exact.items()}
    assert drawn.check(out, **right).verdict == "PASS"
    backward = {fault["does"] for fault in drawn.faults if fault["kind"] == "backward"}
    assert {"the backward pass leaves the mask out", "dq is multiplied by the scale twice"} <= backward & {*drawn.detected}
    with pytest.raises(plumbline.Failure, match="dq is multiplied by the scale twice"):
        drawn.check(out, **{**right, "dq": right["dq"] / 4}, save=False)


def test_a_loss_of_what_has_no_gradients_yet_is_refused():
    with pytest.raises(plumbline.Refused, match="out_grad: not available yet for this operator"):
        plumbline.challenge(**SHAPE, operator="softpick", tensors=["out_grad"])
