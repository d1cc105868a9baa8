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
