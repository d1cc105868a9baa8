"""Mistakes of users, and the whole text of each message.  In mistakes.txt a line is a call, and the indented line below
it the exception.  PLUMB_TEST_UPDATE=1 updates it: read the difference."""
import os
from fractions import Fraction
from pathlib import Path

import ml_dtypes
import numpy
import pytest

import plumbline

TABLE = Path(__file__).resolve().parent / "mistakes.txt"


def calls():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [*zip(lines[::2], [line.strip() for line in lines[1::2]])]


class Torch:
    """Names of dtypes as PyTorch prints them."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


def names():
    """Two batch entries, two query heads on one key head, eight queries, four keys."""
    draw = numpy.random.default_rng(3)
    q, k, v, o = (draw.standard_normal((2, heads, length, 4)).astype("f4")
                  for heads, length in ((2, 8), (1, 4), (1, 4), (2, 8)))
    return {"q": q, "k": k, "v": v, "o": o, "numpy": numpy, "Fraction": Fraction, "bfloat16": ml_dtypes.bfloat16,
            "float8": ml_dtypes.float8_e4m3b11fnuz,
            "torch": type("torch", (), {name: Torch(name) for name in ("bfloat16", "float16", "float32", "int8")}),
            **{name: getattr(plumbline, name) for name in plumbline.__all__}}


def said(call):
    try:
        eval(call, names())
    except Exception as error:  # whatever it is, its text is compared
        return f"{type(error).__name__}: {error}"
    return "nothing"


def test_there_are_a_hundred():
    assert len(calls()) >= 100 and len({call for call, _ in calls()}) == len(calls())


def test_the_table_is_recorded():
    if os.environ.get("PLUMB_TEST_UPDATE"):
        TABLE.write_text("".join(f"{call}\n    {said(call)}\n" for call, _ in calls()), encoding="utf-8")


@pytest.mark.parametrize("call, text", calls())
def test_a_mistake_is_told(call, text):
    answer = said(call)
    assert answer == text
    assert answer.split(":")[0] in ("TypeError", "Refused") and "\n" not in answer


def test_a_softmax_with_a_sink_is_said_to_be_one():
    """Not in the table: each new operator would change it there."""
    text = said("check(q, k, v, out=o, operator='softmax1')")
    assert text.startswith("Refused: operator: 'softmax1' is not one of softmax, ")
    assert text.endswith('; use "sink": "zero", with the operator "softmax"')


def test_a_refusal_shows_the_line_of_the_caller_alone(pytester):
    pytester.makepyfile("""
        import numpy, plumbline
        def test_mistake():
            x = numpy.ones((1, 1, 2, 4), "f4")
            plumbline.check(x, x, x, out=x, causl=True)
    """)
    shown = pytester.runpytest().stdout.str()
    assert "causl: unknown keyword; did you mean causal?" in shown and "plumbline/_" not in shown


def test_help_is_readable():
    text = plumbline.check.__doc__
    assert all(keyword in text for keyword in ("causal", "precision", "keep", "seconds", "conventions()"))
