"""Correct engines on quantised caches pass, wrong ones are detected, and their faults are named."""
import collections

import plumbline
from ml_dtypes import bfloat16
from quantised_caches import FORMATS, GRANULARITIES, NAMED, draw, engine, wrong

CELLS = [(name, granularity) for name in FORMATS for granularity in GRANULARITIES]


def _asked(k, v, precision):
    return {**k.said("k"), **v.said("v"), "causal": True, "causal_alignment": "bottom-right", "precision": precision}


def _judge(q, k, v, out, precision):
    return plumbline.judge(q, k.stored, v.stored, out=out, elements=False, **_asked(k, v, precision)).verdict


def test_right_engines_pass():
    verdicts = collections.Counter()
    for seed, cell in enumerate(CELLS):
        q, k, v = draw(*cell, seed)
        for precision in ("f32", "bf16-flash", "fp16-flash"):
            verdicts[_judge(q, k, v, engine(q, k.numbers(), v.numbers(), precision), precision)] += 1
    assert verdicts == {"PASS": 3 * len(CELLS)}


def test_wrong_engines_are_detected_and_named():
    """Each fault of each cell is judged; of each cell one is diagnosed, so that all come up."""
    verdicts, named, missed = collections.Counter(), 0, []
    for seed, cell in enumerate(CELLS):
        q, k, v = draw(*cell, seed)
        mistakes = list(wrong(k, v))
        for number, (what, keys, values) in enumerate(mistakes):
            out = engine(q, keys, values, "f32")
            verdict = _judge(q, k, v, out, "f32")
            verdicts[verdict] += 1
            if verdict != "PASS" and number == seed % len(mistakes):
                said = plumbline.diagnose(q, k.stored, v.stored, out=out, **_asked(k, v, "f32")).summary
                named += any(words in said for words in NAMED[what])
                missed += [] if any(words in said for words in NAMED[what]) else [(*cell, what, said)]
    print(verdicts, named, missed)
    assert verdicts["PASS"] <= verdicts.total() / 20, verdicts
    assert named >= 0.85 * len(CELLS), missed


def test_a_cache_that_was_rounded_on_the_way_is_told_how_to_be_given():
    """The engine multiplies in binary32; whoever saved the case wrote the products as bfloat16."""
    q, k, v = draw("e4m3", "head", 2)
    q = (4 * q).astype(bfloat16)
    out = engine(q.astype("f4"), k.numbers(), v.numbers(), "f32").astype(bfloat16)
    asked = {"causal": True, "causal_alignment": "bottom-right", "precision": "bf16-flash"}
    rounded = [x.numbers().astype(bfloat16) for x in (k, v)]
    assert plumbline.judge(q, *rounded, out=out, **asked).verdict != "PASS"
    assert "pass them as stored, with k_scale and v_scale" in plumbline.diagnose(q, *rounded, out=out, **asked).summary
    plumbline.check(q, k.stored, v.stored, **k.said("k"), **v.said("v"), out=out, save=False, **asked)
