"""Engines on a graphics processor: where they run, and their names.

Their modules name their cases before they make them.  If the processor or a release differs from the
recorded one, or there is none, each case is `NotHere`, and its recording stays.  To record others,
change the lines below.
"""

import functools
import importlib.metadata

import torch

from case_file import NotHere

RECORDED_ON = "NVIDIA H100 80GB HBM3"
DRIVER = "580.159.04"
RELEASES = {"torch": "2.11.0", "triton": "3.6.0", "jax": "0.11.2", "transformers": "5.17.0",
            "fla-core": "0.6.0", "sageattention": "1.0.6", "tokamax": "0.0.17"}
HERE = f"{RECORDED_ON}, driver {DRIVER}"


@functools.cache
def missing(*packages):
    """Why they cannot answer here, or None."""
    if not torch.cuda.is_available():
        return "there is no graphics processor"
    if torch.cuda.get_device_name() != RECORDED_ON:
        return f"it was recorded on an {RECORDED_ON}"
    for package in packages:
        try:
            found = importlib.metadata.version(package).partition("+")[0]
        except importlib.metadata.PackageNotFoundError:
            found = "none"
        if found != RELEASES[package]:
            return f"it was recorded with {package} {RELEASES[package]}"
    return None


def recorded(questions, *packages):
    """The cases of (name, function that makes it)."""
    reason = missing(*packages)
    for name, make in questions:
        if reason:
            yield NotHere(name, reason)
            continue
        case = make()
        if case.name != name:
            raise ValueError(f"{name} is named {case.name}")
        yield case
