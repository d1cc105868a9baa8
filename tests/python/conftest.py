"""Cases that the tests share: attention in NumPy, in binary64, for small tensors."""
import os

import numpy
import pytest

pytest_plugins = ["pytester"]
os.environ["TRITON_INTERPRET"] = "1"  # before Triton is imported, be it by PyTorch


def attention(q, k, v, causal=True):
    """Of [B,H,S,D], top-left causal."""
    q, k, v = (x.astype("f8") for x in (q, k, v))
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k) / numpy.sqrt(q.shape[-1])
    if causal:
        scores = numpy.where(numpy.tril(numpy.ones(scores.shape[-2:], bool)), scores, -numpy.inf)
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    return numpy.einsum("bhqk,bhkd->bhqd", weights / weights.sum(-1, keepdims=True), v)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    """What a test that fails keeps is not kept in the tree."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def vectors():
    draw = numpy.random.default_rng(7)
    return [draw.standard_normal((1, 2, 9, 8)).astype("f4") for _ in "qkv"]
