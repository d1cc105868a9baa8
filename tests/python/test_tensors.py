"""Tensors of other libraries, and their memory layouts."""
import array
import ctypes

import ml_dtypes
import numpy
import plumbline
import pytest
from plumbline._tensors import tensor

BFLOAT = numpy.dtype(ml_dtypes.bfloat16)


@pytest.mark.parametrize("dtype, name", [("f8", "F64"), ("f4", "F32"), ("f2", "F16"), (BFLOAT, "BF16"), ("?", "BOOL"),
                                         ("i4", "I32"), ("i8", "I64")])
def test_numpy(dtype, name):
    whole = numpy.zeros((4, 6), dtype)
    part = whole[::2, ::-1]
    lies = tensor("q", part)
    assert (lies.dtype, lies.shape, lies.strides) == (name, (2, 6), part.strides)
    assert lies.address == part.__array_interface__["data"][0]


def test_what_is_not_contiguous_is_the_same_question(vectors):
    wanted, _ = plumbline.evaluate(*vectors)
    strided = [numpy.repeat(x, 2, axis=3)[..., ::2][:, :, ::-1][:, :, ::-1] for x in vectors]
    assert not strided[0].flags.c_contiguous and (plumbline.evaluate(*strided)[0] == wanted).all()


def test_numbers_of_16_bits(vectors):
    narrow = [x.astype(BFLOAT) for x in vectors]
    wanted, _ = plumbline.evaluate(*[x.astype("f8") for x in narrow])
    assert (plumbline.evaluate(*narrow)[0] == wanted).all()


class Exported:
    """An array of another library, which has DLPack alone."""

    def __init__(self, of):
        self._of = of

    def __dlpack__(self):
        return self._of.__dlpack__()

    def __dlpack_device__(self):
        return self._of.__dlpack_device__()


def test_dlpack(vectors):
    turned = [numpy.ascontiguousarray(x.transpose(0, 2, 1, 3)).transpose(0, 2, 1, 3) for x in vectors]
    wanted, _ = plumbline.evaluate(*vectors)
    assert (plumbline.evaluate(*[Exported(x) for x in turned])[0] == wanted).all()


class Elsewhere(Exported):
    """On a device, from where it is copied by cpu()."""

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self):
        raise BufferError("not on the host")

    def cpu(self):
        return Exported(self._of)


def test_other_devices_are_copied(vectors):
    wanted, _ = plumbline.evaluate(*vectors)
    assert (plumbline.evaluate(*[Elsewhere(x) for x in vectors])[0] == wanted).all()


def test_buffers(vectors):
    wanted, _ = plumbline.evaluate(*[x[0, 0] for x in vectors])
    shaped = [memoryview(array.array("f", x[0, 0].ravel())).cast("B").cast("f", (9, 8)) for x in vectors]
    assert (plumbline.evaluate(*shaped)[0] == wanted).all()
    c_arrays = [((ctypes.c_float * 8) * 9)(*map(tuple, x[0, 0].tolist())) for x in vectors]
    assert (plumbline.evaluate(*c_arrays)[0] == wanted).all()


@pytest.mark.parametrize("given, part", [([[1.0]], "list is not a tensor"), (numpy.zeros((2, 2), "u2"), "dtype uint16"),
                                         (numpy.zeros((2, 2), ">f4"), "byte order")])
def test_what_is_no_tensor_is_refused(given, part):
    with pytest.raises(TypeError, match="q: .*" + part):
        plumbline.evaluate(given, given, given)


def test_torch(vectors):
    torch = pytest.importorskip("torch")
    q, k, v = (torch.from_numpy(x).to(torch.bfloat16).requires_grad_() for x in vectors)
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert plumbline.check(q, k, v, out=out, causal=True, precision="bf16-flash", save=False).verdict == "PASS"
