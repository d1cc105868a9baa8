"""The examples of the documents run unchanged and print what the documents show."""
import functools
import re
import sys
import types
from pathlib import Path

import numpy
import plumbline
import pytest

ROOT = Path(__file__).resolve().parents[2]


def blocks(page):
    """Of each fenced block its language and text."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_page_shows_what_a_failure_says(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (_, code), (_, shown) = blocks("docs/python.md")[:2]
    with pytest.raises(AssertionError) as raised:
        exec(code, {})
    assert str(raised.value) == shown.rstrip("\n")


def attention(q, k, v, causal, lost=slice(0)):
    """Computed in binary64, whatever the machine sums in which order, and rounded once; without the keys `lost`."""
    exact = [numpy.repeat(numpy.asarray(x, "f8"), q.shape[1] // x.shape[1], 1) for x in (q, k, v)]
    scores = exact[0] @ exact[1].swapaxes(-1, -2) / exact[0].shape[-1] ** 0.5
    visible = numpy.tri(*scores.shape[-2:], dtype=bool)
    visible[:, lost] = False
    scores = numpy.where(visible, scores, -numpy.inf)
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ exact[2]).astype(q.dtype)


@pytest.fixture
def readme(monkeypatch, tmp_path):
    """The blocks of README.md; the module of kernels that it imports."""
    monkeypatch.chdir(tmp_path)
    kernels = types.ModuleType("my_kernels")
    kernels.attention = attention
    monkeypatch.setitem(sys.modules, "my_kernels", kernels)
    return blocks("README.md"), kernels


def test_the_readme_begins_with_a_test_and_shows_how_it_fails(readme):
    ((language, code), (_, shown), *_), kernels = readme
    assert language == "python" and len(code.strip().splitlines()) == 8
    names = {}
    exec(code, names)
    names["test_attention"]()
    names["attention"] = functools.partial(attention, lost=slice(64, 80))
    with pytest.raises(AssertionError) as raised:
        names["test_attention"]()
    assert str(raised.value) == shown.rstrip("\n")


def test_the_readme_draws_inputs(readme):
    (code,) = [text for _, text in readme[0] if "plumbline.challenge" in text]
    names = {"plumbline": plumbline, "attention": attention}
    exec(code.replace(', like="torch"', ""), names)
    names["attention"] = functools.partial(attention, lost=slice(1, 2))
    with pytest.raises(AssertionError, match="key 1"):
        exec(code.replace(', like="torch"', ""), names)


def test_the_readme_judges_tensors_of_torch(readme):
    torch = pytest.importorskip("torch")
    (code,) = [text for _, text in readme[0] if "torch.randn" in text]
    sdpa = torch.nn.functional.scaled_dot_product_attention
    names = {"plumbline": plumbline, "torch": torch,
             "attention": lambda q, k, v, causal: sdpa(q, k, v, is_causal=causal)}
    exec(code.replace(', device="cuda"', ""), names)


def test_the_page_for_agents_has_a_test(readme):
    code = blocks("docs/agents.md")[0][1]
    names = {"plumbline": plumbline, "attention": functools.partial(attention, causal=True)}
    exec(code, names)
    names["test_attention"]()
    names["attention"] = functools.partial(attention, causal=True, lost=slice(1, 2))
    with pytest.raises(plumbline.Failure, match="FAIL"):
        names["test_attention"]()


def test_the_page_for_agents_asks_of_gradients():
    torch = pytest.importorskip("torch")
    q, k, v, out_grad = torch.randn(4, 1, 2, 24, 16).to(torch.bfloat16)

    def attention(q, k, v):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

    given = [x.requires_grad_(True) for x in (q, k, v)]
    out = attention(*given)
    dq, dk, dv = torch.autograd.grad(out, given, out_grad)
    names = {"plumbline": plumbline, "attention": attention, "q": q, "k": k, "v": v, "out": out, "out_grad": out_grad}
    code = blocks("docs/agents.md")[1][1]
    exec(code, {**names, "dq": dq, "dk": dk, "dv": dv})
    with pytest.raises(plumbline.Failure, match="FAIL: gradients"):
        exec(code, {**names, "dq": dq, "dk": dv, "dv": dv})


def test_the_page_for_agents_names_what_there_is():
    page = (ROOT / "docs/agents.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| `([a-z0-9-]+)` \|$", page, re.MULTILINE)
    assert len(rows) >= 6 and set(rows) <= {model["name"] for model in plumbline.precisions()}
    assert all(hasattr(plumbline, name) for name in re.findall(r"`([A-Z][a-z]+)`", page))


def test_gates_of_others_pass_right_kernels_and_fail_wrong_ones():
    torch = pytest.importorskip("torch")
    torch.manual_seed(3)
    attention = torch.nn.functional.scaled_dot_product_attention
    q, k, v = torch.randn(3, 1, 4, 128, 64).to(torch.bfloat16)
    names = {"plumbline": plumbline, "torch": torch, "q": q, "k": k, "v": v}
    for language, code in blocks("docs/golden.md"):
        if language == "python":
            exec(code, names)
    tests = {name: gate for name, gate in names.items() if name.startswith("test_")}
    assert len(tests) == 4
    for gate in tests.values():
        names["mine"] = lambda q, k, v: attention(q, k, v, is_causal=True)
        gate()
        names["mine"] = lambda q, k, v: attention(q, k, v)
        with pytest.raises(AssertionError):
            gate()


def test_the_types_have_the_keywords_of_the_schema(tmp_path, monkeypatch):
    import ast
    import runpy

    monkeypatch.setattr("sys.argv", ["stubs.py", str(tmp_path / "types.pyi")])
    runpy.run_path(str(ROOT / "src/python/stubs.py"), run_name="__main__")
    tree = ast.parse((tmp_path / "types.pyi").read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    keywords = {argument.arg for argument in functions["check"].args.kwonlyargs}
    assert set(plumbline.schema()["properties"]) - {"version", "engine"} < keywords
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    assert set(plumbline.__all__) == set(functions) | classes
