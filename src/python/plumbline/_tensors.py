"""Tensors of any library, read from memory by the array interface, by DLPack, or as a buffer."""
import array
import ctypes
import struct
import sys

from ._library import ffi

_HOSTS = {1, 3, 11, 13}  # kDLCPU, pinned and managed memory that the processor reads
_DLPACK = {(2, 64): "F64", (2, 32): "F32", (2, 16): "F16", (4, 16): "BF16", (6, 8): "BOOL", (0, 32): "I32",
           (0, 64): "I64", (0, 8): "I8", (1, 8): "U8"}
_NUMPY = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "bool": "BOOL", "int32": "I32",
          "int64": "I64", "int8": "I8", "uint8": "U8"}
_BUFFER = {"d": "F64", "f": "F32", "e": "F16", "?": "BOOL", "i": "I32", "q": "I64", "b": "I8", "B": "U8"}
# Of 8 bits; few libraries export them, so their bytes are.
_FLOAT8 = {"float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2", "float8_e8m0fnu": "F8_E8M0"}
# Whose bytes need a word beside them.
_FORMATS = {"float8_e4m3": "e4m3-ieee", "float8_e4m3fnuz": "e4m3fnuz", "float8_e5m2fnuz": "e5m2fnuz",
            "float4_e2m1fn_x2": "e2m1"}
_LARGEST_F32 = (2 - 2**-23) * 2.0**127
_SIZES = {"F64": 8, "I64": 8, "F32": 4, "I32": 4, "F16": 2, "BF16": 2}  # the others: 1

ffi.cdef("""
typedef struct { int32_t device_type, device_id; } plumb_dl_device;
typedef struct { uint8_t code, bits; uint16_t lanes; } plumb_dl_type;
typedef struct {
    void *data;
    plumb_dl_device device;
    int32_t rank;
    plumb_dl_type type;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} plumb_dl_tensor;
""")
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Tensor:
    """A dtype by its name in a case, shape, strides in bytes, an address, and what keeps the memory."""

    def __init__(self, dtype, shape, strides, address, keeper):
        self.dtype, self.shape, self.strides = dtype, tuple(shape), strides and tuple(strides)
        self.address, self.keeper = address, keeper
        if self.strides is None:
            self.strides = _row_major(self.shape, _SIZES.get(dtype, 1))

    def turned(self, axes):
        """With axes in that order; None: a new one of size 1."""
        shape = [1 if axis is None else self.shape[axis] for axis in axes]
        strides = [0 if axis is None else self.strides[axis] for axis in axes]
        return Tensor(self.dtype, shape, strides, self.address, self.keeper)


def _row_major(shape, size):
    strides = []
    for length in reversed(shape):
        strides.append(size)
        size *= length
    return tuple(reversed(strides))


def _unknown_dtype(name, dtype, where=""):
    """Of a quantised tensor it is said how it is handed over."""
    packed = next((word for word in ("float4_e2m1", "uint4", "int4") if word in str(dtype)), None)
    word = {"float4_e2m1": "e2m1", "uint4": "u4", "int4": "i4"}.get(packed)
    meant = (f"; expected two in a byte, uint8, and {name}_format=\"{word}\"" if packed else
             "; expected its values in float32, multiplied by their scale"
             if any(part in str(dtype) for part in ("float8", "float6", "float4")) else "")
    return TypeError(f"{name}: dtype {dtype} is not one of {', '.join((*_NUMPY, *_FLOAT8))}{where}{meant}")


def _of_array_interface(name, given):
    kind = given.__array_interface__
    dtype = _NUMPY.get(str(getattr(given, "dtype", kind["typestr"])))
    order = " in this machine's byte order" if kind["typestr"].startswith(">") else ""
    if dtype is None or order:
        raise _unknown_dtype(name, given.dtype, order)
    return Tensor(dtype, kind["shape"], kind.get("strides"), kind["data"][0], given)


def _bytes_of(given):
    """The same memory as uint8: PyTorch's view takes its own dtype, NumPy's and JAX's a name."""
    torch = sys.modules.get("torch")
    return given.view(torch.uint8 if torch is not None and isinstance(given, torch.Tensor) else "uint8")


def number(name, given):
    """A scale or a zero point that is one number."""
    if isinstance(given, bool) or not abs(given) <= _LARGEST_F32:
        raise TypeError(f"{name}: {given!r} is not a finite number of binary32, the format of scales in engines")
    if isinstance(given, int):
        return array.array("q" if name.endswith("zero_point") else "f", [given])
    if struct.unpack("f", struct.pack("f", given))[0] != given:
        raise TypeError(f"{name}: {given!r} is not a number of binary32, the format of scales in engines; expected "
                        f"{name}=numpy.float32({given!r})")
    return array.array("f", [given])


def integers(given, count):
    """Integers as Python has them, a list or one for all, where an engine takes those, too."""
    if getattr(given, "shape", None) == () and hasattr(given, "item"):  # of NumPy or PyTorch
        given = given.item()
    if isinstance(given, int) and not isinstance(given, bool):
        given = [given] * count
    if isinstance(given, (list, tuple)) and all(isinstance(one, int) for one in given):
        return array.array("q", given)
    return given


def values(lies):
    """The integers of a vector."""
    kind, size = {"I32": ("int32_t *", 4), "I64": ("int64_t *", 8)}.get(lies.dtype, (None, 0))
    if kind is None or len(lies.shape) != 1:
        return [0, 0]  # the library refuses it
    step = lies.strides[0]
    return [int(ffi.cast(kind, lies.address + i * step)[0]) for i in range(lies.shape[0])]


def _to_host(given):
    if int(given.__dlpack_device__()[0]) in _HOSTS:
        return given
    if hasattr(given, "cpu"):  # PyTorch, CuPy's kin
        return given.cpu()
    import jax  # arrays of other devices that have no cpu()

    return jax.device_get(given)


def _of_dlpack(name, given):
    if hasattr(given, "detach"):
        given = given.detach()
    given = _to_host(given)
    if not hasattr(given, "__dlpack__"):
        return tensor(name, given)
    capsule = given.__dlpack__()
    dl = ffi.cast("plumb_dl_tensor *", _capsule_pointer(capsule, b"dltensor"))
    dtype = _DLPACK.get((dl.type.code, dl.type.bits)) if dl.type.lanes == 1 else None
    if dtype is None:
        raise _unknown_dtype(name, getattr(given, "dtype", "of this tensor"))
    shape = [dl.shape[i] for i in range(dl.rank)]
    strides = None if dl.strides == ffi.NULL else [dl.strides[i] * (dl.type.bits // 8) for i in range(dl.rank)]
    return Tensor(dtype, shape, strides, int(ffi.cast("uintptr_t", dl.data)) + dl.byte_offset, (capsule, given))


def _of_buffer(name, given):
    try:
        view = memoryview(given)
    except TypeError:
        made = "; numpy.array() makes one" if isinstance(given, (list, tuple)) else ""
        raise TypeError(f"{name}: {type(given).__name__} is not a tensor; expected one with DLPack, an array interface "
                        f"or a buffer (PyTorch, NumPy, ml_dtypes, JAX, array.array){made}") from None
    dtype = _BUFFER.get(view.format.lstrip("@=<" if sys.byteorder == "little" else "@=>"))
    if dtype is None or not view.contiguous:
        raise TypeError(f"{name}: a buffer of format '{view.format}' is not one of {', '.join(_BUFFER)}, contiguous")
    return Tensor(dtype, view.shape, view.strides, int(ffi.cast("uintptr_t", ffi.from_buffer(view))), view)


def tensor(name, given):
    """How `given` lies in memory.  Copies nothing but what lies on another device."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(given, numpy.generic):  # a number, whose interface is of a copy that is gone
        given = numpy.asarray(given)
    dtype = str(getattr(given, "dtype", "")).rpartition(".")[2]
    if name in ("q", "k", "v") and dtype in _FORMATS:
        return tensor(name, _bytes_of(given))
    if dtype in _FLOAT8:
        lies = tensor(name, _bytes_of(given))
        lies.dtype = _FLOAT8[dtype]
        return lies
    if hasattr(given, "__array_interface__"):
        return _of_array_interface(name, given)
    if hasattr(given, "__dlpack__"):
        try:
            return _of_dlpack(name, given)
        except (ValueError, RuntimeError, BufferError) as refused:  # a tensor without data, on a device of its own
            raise TypeError(f"{name}: {type(given).__name__} gives no access to its memory: {refused}") from refused
    return _of_buffer(name, given)


def format_of(given):
    """What the bytes of a tensor hold, where its dtype says it and no case has that dtype."""
    return _FORMATS.get(str(getattr(given, "dtype", "")).rpartition(".")[2])


def stacked(name, given):
    """One tensor, whose first axis is that of the parts."""
    if not isinstance(given, (list, tuple)):
        return given
    if not given:
        raise TypeError(f"{name}: no part; expected a tensor for each")
    of = type(given[0]).__module__.partition(".")[0]
    if of == "torch":
        import torch

        return torch.stack([*given])
    if of in ("jax", "jaxlib"):
        import jax.numpy

        return jax.numpy.stack([*given])
    import numpy

    return numpy.stack([numpy.asarray(one) for one in given])


def _numpy_type(dtype):
    import numpy

    if dtype != "BF16":
        return numpy.dtype({"F64": "<f8", "F32": "<f4", "F16": "<f2"}[dtype])
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("NumPy has no bfloat16 without the package ml_dtypes; expected like=\"torch\"") from None
    return numpy.dtype(ml_dtypes.bfloat16)


def array_of(place, dtype, shape, like):
    """A copy of row-major memory as an array: like is numpy or torch."""
    count = 1
    for size in shape:
        count *= size
    memory = bytearray(ffi.buffer(place, count * _SIZES[dtype]))
    if like == "torch":
        import torch

        types = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
        return torch.frombuffer(memory, dtype=types[dtype]).reshape(shape)
    if like != "numpy":
        raise TypeError(f"like: {like!r} is not one of numpy, torch")
    import numpy

    return numpy.frombuffer(memory, dtype=_numpy_type(dtype)).reshape(shape)
