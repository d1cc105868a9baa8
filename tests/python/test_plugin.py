"""The fixture for pytest."""
import importlib.util
import xml.etree.ElementTree as xml
from pathlib import Path

import plumbline
import pytest

TEST = '''
import numpy
def test_wrong(plumbline):
    x = numpy.eye(8, dtype="f4")[None, None]
    plumbline(x, x, x, out=x, causal=True, precision="f32")
def test_right(plumbline):
    x = numpy.ones((1, 1, 4, 8), "f4")
    plumbline(x, x, x, out=x, causal=True, precision="f32")
'''


def test_failing_cases_are_artefacts(pytester):
    pytester.makepyfile(TEST)
    folder = pytester.path / "kept"
    result = pytester.runpytest("-p", "plumbline.pytest_plugin", f"--plumbline-cases={folder}", "--junitxml=report.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*FAIL: attention in f32 (stated)*", "*repeat     plumb diagnose *"])
    result.stdout.no_fnmatch_line("*warning*")
    (case,) = folder.glob("test_wrong/fail-*.safetensors")
    cases = {one.get("name"): {p.get("name"): p.get("value") for p in one.iter("property")}
             for one in xml.parse(pytester.path / "report.xml").iter("testcase")}
    assert cases["test_right"] == {"plumbline.verdict": "PASS", "plumbline.precision": "f32"}
    assert cases["test_wrong"]["plumbline.verdict"] == "FAIL" and cases["test_wrong"]["plumbline.case"] == str(case)
    assert cases["test_wrong"]["plumbline.diagnosis"].startswith("the engine ")


def test_passing_cases_are_kept_by_an_option(pytester):
    pytester.makepyfile(TEST)
    folder = pytester.path / "kept"
    pytester.runpytest("-p", "plumbline.pytest_plugin", f"--plumbline-cases={folder}", "--plumbline-keep")
    assert len([*folder.glob("test_right/pass-*.safetensors")]) == 1


GRADIENTS = '''
import pytest
torch = pytest.importorskip("torch")
def run(plumbline, function):
    torch.manual_seed(1)
    vectors = [torch.randn(1, 2, 8, 4) for _ in "qkv"]
    plumbline.check_gradients(function, *vectors, causal=True, precision="f32")
def attention(q, k, v):
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
def test_right(plumbline):
    run(plumbline, attention)
def test_wrong(plumbline):
    run(plumbline, lambda q, k, v: attention(q, k, v / 2 + (v / 2).detach()))
'''


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="could not import 'torch'")
def test_gradients_that_fail_are_artefacts(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(plumbline.__file__).resolve().parents[1]))
    pytester.makepyfile(GRADIENTS)
    folder = pytester.path / "kept"
    # In a process of its own: pytester forgets what is imported meanwhile, and PyTorch bears no second import.
    result = pytester.runpytest_subprocess("-p", "plumbline.pytest_plugin", f"--plumbline-cases={folder}",
                                           "--plumbline-keep", "--junitxml=report.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Failure: random out_grad: FAIL: gradients of attention in f32 (stated)*"])
    result.stdout.no_fnmatch_line("*plumbline/_*")
    assert len([*folder.glob("test_right/pass-*.safetensors")]) == 2
    (case,) = folder.glob("test_wrong/fail-*.safetensors")
    said = [(p.get("name"), p.get("value")) for p in xml.parse(pytester.path / "report.xml").iter("property")]
    assert ("plumbline.case", str(case)) in said
    assert [value for name, value in said if name == "plumbline.verdict"] == ["PASS", "PASS", "FAIL"]
