"""stubs.py FILE - writes the type stubs of the package, with the keywords of the schema of cases."""
import sys
from pathlib import Path

from plumbline._keywords import RENAMED
from plumbline._paged import KEYWORDS
from plumbline._library import listing

_SIMPLE = {"number": "float", "integer": "int", "boolean": "bool", "string": "str", "object": "dict[str, Any]",
           "array": "Sequence[Any]"}
_HEAD = '''"""Written by src/python/stubs.py from the schema of cases."""
import os
from typing import Any, Callable, Literal, NamedTuple, Sequence

class Refused(ValueError):
    field: str
    value: str
    expected: str

class Judgement:
    verdict: Literal["PASS", "FAIL", "SUSPECT"]
    report: dict[str, Any]
    finding: Any
    low: Any
    high: Any
    expected: Any
    bias: dict[str, Any]
    case: os.PathLike[str] | None
    def bound(self, index: Sequence[int], what: str = ...) -> float: ...
    def elements(self, what: str) -> dict[str, Any]: ...
    def text(self, form: Literal["text", "json", "html", "junit"] = ...) -> str: ...

class Diagnosis:
    verdict: Literal["PASS", "FAIL", "SUSPECT"]
    report: dict[str, Any]
    @property
    def explanation(self) -> str | None: ...

class Sameness:
    same: bool
    report: dict[str, Any]
    def __bool__(self) -> bool: ...

class Failure(AssertionError):
    judgement: Judgement
    diagnosis: Diagnosis | None
    case: os.PathLike[str] | None

class Blind(AssertionError):
    judgement: Judgement

class Merged(NamedTuple):
    out: Any
    lse: Any
    out_radius: Any = ...
    lse_radius: Any = ...

class Golden:
    value: Any
    low: Any
    high: Any
    floor: Any
    expected: Any
    condition: dict[Literal["q", "k", "v", "scores", "weights"], Any]

class Challenge:
    q: Any
    k: Any
    v: Any
    tensors: dict[str, Any]
    faults: list[dict[str, Any]]
    seed: int
    shape: dict[str, int]
    precision: str
    asked: dict[str, Any]
    @property
    def detected(self) -> list[str]: ...
    @property
    def not_detected(self) -> list[str]: ...
    def check(self, out: Any, **asked: Any) -> Judgement: ...
    def judged_by(self, checker: Callable[..., Judgement]) -> Challenge: ...

__version__: str

def conventions() -> list[dict[str, Any]]: ...
def operators() -> list[dict[str, Any]]: ...
def precisions() -> list[dict[str, Any]]: ...
def findings() -> list[str]: ...
def schema(of: str | None = ...) -> dict[str, Any]: ...
def merge(
    outs: Any, lses: Any, *, lse_base: Literal["e", "2"] = ...,
    to: Literal["f64", "f32", "bf16", "f16"] | None = ...) -> Merged: ...
def sink(*layers: dict[str, Any], **how: Any) -> dict[str, Any]: ...
def check_gradients(
    function: Callable[..., Any], q: Any, k: Any, v: Any, *, sinks: Any = ..., out_grad: Any = ..., lse: bool = ...,
    seed: int = ..., **asked: Any) -> dict[Literal["random", "given", "sharp"], Judgement]: ...
'''
_QUANTITY = 'what: Literal["output", "weights", "scores", "lse"] = ...'
_FUNCTIONS = {
    "check": ("out: Any = ..., allow_suspect: bool = ..., "
              "save: str | os.PathLike[str] | Literal[False] | None = ..., keep: bool = ..., seconds: float = ..., "
              "must_notice: dict[str, int | float] | None = ...", "Judgement"),
    "judge": ("out: Any = ..., elements: bool = ...", "Judgement"),
    "diagnose": ("out: Any = ..., seconds: float = ...", "Diagnosis"),
    "golden": ('to: Literal["f64", "f32", "bf16", "f16"] | None = ...', "Golden"),
    "same": ("out: Sequence[Any] | dict[str, Any]", "Sameness"),
    "evaluate": (_QUANTITY, "tuple[Any, Any]"),
    "gradients": ("", 'dict[Literal["dq", "dk", "dv", "dsinks", "dbias", "dslopes", "dtable"], tuple[Any, Any]]'),
    "rounded": (f'to: Literal["f64", "f32", "bf16", "f16"] = ..., {_QUANTITY}', "Any"),
}


def _type(schema):
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(way) for way in schema["anyOf"]))
    if "enum" in schema:
        return f"Literal[{', '.join(repr(word) for word in schema['enum'])}]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    pair = ["Sequence[Any]"] if "object" in kinds else []
    return " | ".join([_SIMPLE[kind] for kind in kinds] + pair)


def _conventions():
    return {name: _type(schema) for name, schema in listing("schema")["properties"].items()
            if name not in ("version", "engine")}


def _lines(keywords):
    return "".join(f"    {name}: {kind} | None = ...,\n" for name, kind in keywords.items())


def _challenge():
    """Of the shape what has to be there comes first."""
    own = {"batch": "int", "key_heads": "int", "key_length": "int", "value_dim": "int", "seed": "int", "causal": "bool",
           "precision": "str", "engine": "str | dict[str, str]"}
    return ("\ndef challenge(\n    *, query_heads: int, query_length: int, head_dim: int,\n"
            '    dtype: Literal["f64", "f32", "f16", "bf16"] = ..., tensors: Sequence[str] = ...,\n'
            '    like: Literal["numpy", "torch"] = ..., threads: int = ...,\n'
            f"{_lines({**own, **_conventions()})}) -> Challenge: ...\n")


def _keywords():
    own = {"layout": "str", "causal": "bool", "precision": "str", "engine": "str | dict[str, str]",
           "rows": "tuple[int, int]", "threads": "int", **_conventions()}
    for row in listing("tensors"):
        if row["name"] not in ("q", "k", "v", "out"):
            own[row["name"]] = "Any"
    own.update(dict.fromkeys([*RENAMED, *KEYWORDS], "Any"))
    return _lines(own)


def main():
    text = _HEAD
    for name, (own, answer) in _FUNCTIONS.items():
        own = f"*, {own}" if own else "*"
        text += f"\ndef {name}(\n    q: Any, k: Any = ..., v: Any = ..., {own},\n{_keywords()}) -> {answer}: ...\n"
    text += _challenge()
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
