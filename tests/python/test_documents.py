"""The examples of the pages run as they are written and print what the pages show."""
import re
from pathlib import Path

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


def test_the_readme_has_a_test(monkeypatch, tmp_path):
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    (code,) = [text for _, text in blocks("README.md") if "plumbline.check" in text]
    assert len(code.strip().splitlines()) == 8
    names = {}
    exec(code, names)
    names["test_attention"]()
    right = names["attention"]
    names["attention"] = lambda q, k, v, is_causal: right(q, k, v)
    with pytest.raises(AssertionError, match="the engine leaves out the causal mask"):
        names["test_attention"]()


def test_gates_of_others_pass_right_kernels_and_fail_wrong_ones():
    torch = pytest.importorskip("torch")
    import plumbline

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

    import plumbline

    monkeypatch.setattr("sys.argv", ["stubs.py", str(tmp_path / "types.pyi")])
    runpy.run_path(str(ROOT / "src/python/stubs.py"), run_name="__main__")
    tree = ast.parse((tmp_path / "types.pyi").read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    keywords = {argument.arg for argument in functions["check"].args.kwonlyargs}
    assert set(plumbline.schema()["properties"]) - {"version", "engine"} < keywords
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    assert set(plumbline.__all__) == set(functions) | classes
