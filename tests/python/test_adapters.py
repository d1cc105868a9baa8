"""Harnesses of others: a right engine passes through each adapter, a wrong one does not."""
import numpy
import pytest
from conftest import attention
from plumbline import Failure, adapters


def engine(q, k, v, attn_mask=None, is_causal=False, scale=None):
    return attention(q, k, v, causal=is_causal).astype("f4")


def deaf(q, k, v, attn_mask=None, is_causal=False, scale=None):
    return engine(q, k, v)


def test_functional(vectors):
    judged = adapters.functional(engine, precision="f32", save=False, seconds=0)
    assert (judged(*vectors, is_causal=True) == engine(*vectors, is_causal=True)).all()
    with pytest.raises(Failure):
        adapters.functional(deaf, save=False, seconds=0)(*vectors, is_causal=True)
    with pytest.raises(ValueError, match="dropout_p"):
        judged(*vectors, dropout_p=0.1)


class ModelNew:
    def __init__(self, causal):
        self._causal = causal

    def __call__(self, q, k, v):
        return engine(q, k, v, is_causal=self._causal)


def test_kernelbench(vectors):
    adapters.kernelbench(ModelNew(True), vectors, causal=True, precision="f32")
    with pytest.raises(Failure):
        adapters.kernelbench(ModelNew(False), vectors, causal=True, save=False, seconds=0)


def test_flashinfer_bench(vectors):
    q, k, v = (x[0].transpose(1, 0, 2) for x in vectors)
    out = engine(*vectors, is_causal=True)[0].transpose(1, 0, 2)
    inputs = {"q": q, "k": k, "v": v, "sm_scale": numpy.float32(8 ** -0.5)}
    assert adapters.flashinfer_bench(inputs, {"output": out}, precision="f32").verdict == "PASS"
    decode = {**inputs, "q": q[-1]}
    assert adapters.flashinfer_bench(decode, {"output": out[-1]}, precision="f32").verdict == "PASS"
    with pytest.raises(Failure):
        adapters.flashinfer_bench(inputs, {"output": q / 24}, save=False, seconds=0)


def test_gpu_mode(vectors):
    checker = adapters.gpu_mode(causal=True, precision="f32", save=False, seconds=0)
    assert checker(vectors, engine(*vectors, is_causal=True)) == ""
    assert checker(vectors, numpy.zeros_like(vectors[0])).startswith("FAIL")
