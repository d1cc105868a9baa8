"""Attention judged against a formally verified reference.

    plumbline.check(q, k, v, out=out, causal=True, precision="bf16-flash")
"""
from ._ask import (Blind, Challenge, Diagnosis, Failure, Golden, Judgement, challenge, check, check_gradients,
                   conventions, diagnose, evaluate, findings, golden, gradients, judge, operators, precisions, rounded,
                   schema, sink)
from ._library import version as __version__
from ._merge import Merged, merge
from ._question import Refused
from ._same import Sameness, same

__all__ = ["Blind", "Challenge", "Diagnosis", "Failure", "Golden", "Judgement", "Merged", "Refused", "Sameness",
           "challenge", "check", "check_gradients", "conventions", "diagnose", "evaluate", "findings", "golden",
           "gradients", "judge", "merge", "operators", "precisions", "rounded", "same", "schema", "sink"]


def __getattr__(name):
    """plumbline.adapters, which not everyone needs, is imported where it is first used."""
    if name != "adapters":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module
    return import_module(".adapters", __name__)
