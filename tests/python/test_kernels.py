"""Kernels written by different means: none that is right may FAIL or be SUSPECT, and none with its slip may PASS."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest

import kernels
import plumbline

HERE = Path(__file__).resolve().parent
SHAPE = {"query_heads": 4, "key_heads": 2, "query_length": 40, "head_dim": 16}
DTYPES = {"f32": "f32", "bf16": "bf16-flash"}
FLAGS = [("gcc", "-O0"), ("gcc", "-O2"), ("gcc", "-O3 -march=native"), ("gcc", "-O3 -march=native -ffast-math"),
         ("clang", "-O2"), ("clang", "-O3 -march=native -ffast-math")]
_drawn = {}


def drawn(dtype, asked):
    """The sharp inputs of those conventions, drawn once."""
    key = dtype, str(asked)
    if key not in _drawn:
        _drawn[key] = plumbline.challenge(**SHAPE, dtype=dtype, precision=DTYPES[dtype], **asked)
    return _drawn[key]


def judge(dtype, asked, function, slip):
    """Inputs as binary32, the answer rounded to the dtype."""
    inputs = drawn(dtype, asked)
    answer = function(*(numpy.ascontiguousarray(x[0], dtype="f4") for x in (inputs.q, inputs.k, inputs.v)), slip)
    out = numpy.asarray(answer, "f4")[None].astype(inputs.q.dtype)
    return inputs.judged_by(plumbline.judge).check(out, elements=False).verdict


def right_and_slipped(dtype, asked, function):
    return judge(dtype, asked, function, 0), judge(dtype, asked, function, 1)


def judged_as_it_is(dtype, asked, function, slip, convert, **more):
    """Inputs and answer in the dtype, in the tensors of the kernel's own library."""
    inputs = drawn(dtype, asked)
    out = function(*(convert(numpy.ascontiguousarray(x[0])) for x in (inputs.q, inputs.k, inputs.v)), slip)
    return inputs.judged_by(plumbline.judge).check(out[None], elements=False, **more).verdict


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", kernels.KERNELS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numpy(name, dtype):
    function, slip, asked = kernels.KERNELS[name]
    right, slipped = right_and_slipped(dtype, asked, function)
    assert right == "PASS"
    assert slipped != "PASS", slip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["three_passes", "one_pass"])
@pytest.mark.parametrize("compiler, flags", FLAGS)
def test_c(compiler, flags, name, dtype, tmp_path):
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")

    def run(q, k, v, slip):
        # Linked without these flags: a library linked with -ffast-math flushes the subnormal numbers of its host.
        part, library = tmp_path / f"{slip}.o", tmp_path / f"{slip}.so"
        subprocess.run([compiler, "-std=c11", *flags.split(), f"-DSLIP={slip}", "-c", "-fPIC", "-o", part,
                        HERE / "kernels.c"], check=True)
        subprocess.run([compiler, "-shared", "-o", library, part, "-lm"], check=True)
        out = numpy.empty_like(q)
        sizes = (ctypes.c_size_t * 4)(len(q), len(k), *q.shape[1:])
        places = [ctypes.c_void_p(x.ctypes.data) for x in (q, k, v, out)]
        getattr(ctypes.CDLL(str(library)), f"attention_{name}")(*places, sizes)
        return out

    right, slipped = right_and_slipped(dtype, {"mask": "causal"}, run)
    assert right == "PASS"
    assert slipped != "PASS"


def torch_math(torch, q, k, v, slip):
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=not slip, enable_gqa=True)


def torch_flash(torch, q, k, v, slip):
    """The slip: heads are shared by the wrong rule."""
    shared = [x.repeat(2, 1, 1) if slip else x.repeat_interleave(2, 0) for x in (k, v)]
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.FLASH_ATTENTION):
        return torch.nn.functional.scaled_dot_product_attention(q[None], *(x[None] for x in shared), is_causal=True)[0]


def torch_flex(torch, q, k, v, slip):
    from torch.nn.attention.flex_attention import flex_attention

    def seen(score, b, h, t, i):
        return torch.where(i <= t + slip, score, -float("inf"))

    return flex_attention(q[None], k[None], v[None], score_mod=seen, enable_gqa=True)[0]


def torch_bmm(torch, q, k, v, slip):
    k, v = k.repeat_interleave(2, 0), v.repeat_interleave(2, 0)
    hidden = torch.ones(q.shape[1], k.shape[1], dtype=torch.bool).triu(1 + slip)
    scores = torch.baddbmm(torch.zeros(1), q, k.transpose(1, 2), beta=0, alpha=q.shape[-1] ** -0.5)
    weights = torch.softmax(scores.masked_fill(hidden, -float("inf")), -1)
    return torch.bmm(weights, v)


def torch_compiled(torch, q, k, v, slip):
    try:
        return torch.compile(torch_bmm, dynamic=False)(torch, q, k, v, slip)
    except torch._dynamo.exc.BackendCompilerFailed as error:
        pytest.skip(f"torch.compile has no compiler here: {error}"[:200])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kernel", [torch_math, torch_flash, torch_flex, torch_bmm, torch_compiled])
@pytest.mark.filterwarnings("ignore")
def test_torch(kernel, dtype):
    torch = pytest.importorskip("torch")

    def run(q, k, v, slip):
        return kernel(torch, *(torch.from_numpy(x) for x in (q, k, v)), slip).numpy()

    right, slipped = right_and_slipped(dtype, {"mask": "causal"}, run)
    assert right == "PASS"
    assert slipped != "PASS"


def torch_tensor(array):
    """NumPy's bfloat16 is not PyTorch's."""
    import torch

    if array.dtype == "f4":
        return torch.from_numpy(array)
    return torch.from_numpy(array.view("u2").copy()).view(torch.bfloat16)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["flash", "split_keys", "packed_heads", "window"])
@pytest.mark.filterwarnings("ignore")
def test_triton(name, dtype):
    pytest.importorskip("torch")
    pytest.importorskip("triton")
    import kernels_triton

    function, slip, asked = kernels_triton.KERNELS[name]
    precision = {"f32": "f32-fast-exp"}.get(dtype, DTYPES[dtype])  # powers of 2
    right, slipped = (judged_as_it_is(dtype, asked, function, s, torch_tensor, precision=precision) for s in (0, 1))
    assert right == "PASS"
    assert slipped != "PASS", slip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["dot_product_attention", "online_scan", "associative_scan", "chunked_map",
                                  "pallas_flash", "pallas_window", "pallas_whole_rows"])
def test_jax(name, dtype):
    jax = pytest.importorskip("jax")
    import kernels_jax

    function, slip, asked = kernels_jax.KERNELS[name]
    right, slipped = (judged_as_it_is(dtype, asked, function, s, jax.numpy.asarray) for s in (0, 1))
    assert right == "PASS"
    assert slipped != "PASS", slip
