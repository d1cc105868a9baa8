"""Habits of correct kernels that none of the other tests has: they PASS, and a mistake beside them does not."""
import math

import ml_dtypes
import numpy
import pytest

import plumbline


def drawn(shape, seed=0, size=1.0):
    return (size * numpy.random.default_rng(seed).standard_normal(shape)).astype("f4")


def verdict(*tensors, **keywords):
    return plumbline.judge(*tensors, **keywords).verdict


@pytest.mark.parametrize("dtype, precision", [(ml_dtypes.bfloat16, "bf16-flash"), (numpy.float16, "fp16-flash")])
def test_sums_of_p_as_stored_show_in_the_log_sum_exp(dtype, precision):
    """Matrix units sum P with a column of ones: FlashInfer (include/flashinfer/mma.cuh, m16k16_rowsum)."""
    q, k, v = (drawn((1, 4, 128, 32), seed, 0.5).astype(dtype) for seed in range(3))
    wide = [x.astype("f4") for x in (q, k, v)]
    scores = wide[0] @ wide[1].swapaxes(2, 3) / numpy.float32(math.sqrt(32))
    most = scores.max(-1, keepdims=True)
    p = numpy.exp(scores - most).astype(dtype).astype("f4")
    total = p.sum(-1, keepdims=True)
    out, lse = ((p @ wide[2]) / total).astype(dtype), (most + numpy.log(total))[..., 0]
    assert verdict(q, k, v, out=out, lse=lse, precision=precision) == "PASS"
    assert verdict(q, k, v, out=out, lse=lse + numpy.float32(0.01), precision=precision) != "PASS"


@pytest.mark.parametrize("operator", [{"operator": "softpick"},
                                      {"operator": "identity", "normalisation": "at-least-one"}])
def test_sums_of_zeros_are_zeros(operator):
    """Whatever the weights are, and some of these rows have weights that roundings decide."""
    q, k = drawn((1, 1, 64, 8)).astype(numpy.float16), drawn((1, 1, 64, 8), 1).astype(numpy.float16)
    q[..., :32, :] = 0
    v = numpy.zeros_like(k)
    assert verdict(q, k, v, out=v, precision="fp16-eager", **operator) == "PASS"
    out = v.copy()
    out[0, 0, 5, 3] = 0.25
    assert verdict(q, k, v, out=out, precision="fp16-eager", **operator) != "PASS"
