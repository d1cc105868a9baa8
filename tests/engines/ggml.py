"""What is needed of ggml's C interface (include/ggml.h), through ctypes.

Tensors are NumPy arrays; their axes are those of ggml in reverse.
"""

import ctypes
import pathlib
import sys
from ctypes import POINTER, c_bool, c_char_p, c_float, c_int, c_int64, c_size_t, c_void_p

import ml_dtypes
import numpy as np

FOLDER = pathlib.Path(sys.prefix) / "ggml"
TYPES = {np.dtype(np.float32): 0, np.dtype(np.float16): 1, np.dtype(np.int32): 26,
         np.dtype(ml_dtypes.bfloat16): 30}
BLOCKS = {"q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "q8_0": 8, "iq4_nl": 20}  # of 32 elements
NORMAL, NEOX = 0, 2  # modes of a rotation: pairs (2m, 2m + 1), pairs (m, m + r/2)
MEMORY = 64 << 20


class InitParams(ctypes.Structure):
    _fields_ = [("mem_size", c_size_t), ("mem_buffer", c_void_p), ("no_alloc", c_bool)]


def load(name):
    return ctypes.CDLL(str(FOLDER / f"lib{name}.so"), mode=ctypes.RTLD_GLOBAL)


base, cpu = load("ggml-base"), load("ggml-cpu")
POINTERS = {
    "ggml_init": [InitParams],
    "ggml_new_tensor": [c_void_p, c_int, c_int, POINTER(c_int64)],
    "ggml_get_data": [c_void_p],
    "ggml_permute": [c_void_p, c_void_p, c_int, c_int, c_int, c_int],
    "ggml_cont": [c_void_p, c_void_p],
    "ggml_mul_mat": [c_void_p, c_void_p, c_void_p],
    "ggml_soft_max_ext": [c_void_p, c_void_p, c_void_p, c_float, c_float],
    "ggml_flash_attn_ext": [c_void_p] * 5 + [c_float] * 3,
    "ggml_rope_ext": [c_void_p] * 4 + [c_int] * 3 + [c_float] * 6,
    "ggml_new_graph": [c_void_p],
}
for function, arguments in POINTERS.items():
    getattr(base, function).argtypes = arguments
    getattr(base, function).restype = c_void_p
for function, arguments in {"ggml_free": [c_void_p], "ggml_build_forward_expand": [c_void_p] * 2,
                            "ggml_soft_max_add_sinks": [c_void_p] * 2,
                            "ggml_flash_attn_ext_add_sinks": [c_void_p] * 2}.items():
    getattr(base, function).argtypes = arguments
    getattr(base, function).restype = None
base.ggml_version.restype = c_char_p
base.ggml_row_size.argtypes, base.ggml_row_size.restype = [c_int, c_int64], c_size_t
base.ggml_quantize_chunk.argtypes = [c_int, POINTER(c_float), c_void_p, c_int64, c_int64, c_int64, c_void_p]
base.ggml_quantize_chunk.restype = c_size_t
cpu.ggml_graph_compute_with_ctx.argtypes = [c_void_p, c_void_p, c_int]


def version():
    return base.ggml_version().decode()


class Blocks:
    """An array as ggml quantises it: its bytes, whose last axis is that of rows of blocks."""

    def __init__(self, array, name):
        array = np.ascontiguousarray(array, np.float32)
        self.name, self.shape, width = name, array.shape, array.shape[-1]
        self.bytes = np.zeros((*array.shape[:-1], base.ggml_row_size(BLOCKS[name], width)), np.uint8)
        base.ggml_quantize_chunk(BLOCKS[name], array.ctypes.data_as(POINTER(c_float)), self.bytes.ctypes.data, 0,
                                 array.size // width, width, None)


class Context:
    """Everything in it is freed together."""

    def __enter__(self):
        self.pointer = base.ggml_init(InitParams(MEMORY, None, False))
        return self

    def __exit__(self, *_):
        base.ggml_free(self.pointer)

    def tensor(self, array):
        """None for None, as optional arguments are."""
        if array is None:
            return None
        blocks = isinstance(array, Blocks)
        held = array.bytes if blocks else np.ascontiguousarray(array)
        shape = (c_int64 * held.ndim)(*reversed(array.shape))
        kind = BLOCKS[array.name] if blocks else TYPES[held.dtype]
        made = base.ggml_new_tensor(self.pointer, kind, held.ndim, shape)
        ctypes.memmove(base.ggml_get_data(made), held.ctypes.data, held.nbytes)
        return made

    def apply(self, name, *arguments):
        return getattr(base, f"ggml_{name}")(self.pointer, *arguments)

    def swapped(self, tensor):
        """Between [batch, heads, length, ...] and [batch, length, heads, ...]."""
        return self.apply("cont", self.apply("permute", tensor, 0, 2, 1, 3))

    def compute(self, *shaped, threads=1):
        """Float arrays of those shapes, of tensors that are computed: (tensor, shape) each."""
        graph = base.ggml_new_graph(self.pointer)
        for tensor, _ in shaped:
            base.ggml_build_forward_expand(graph, tensor)
        if cpu.ggml_graph_compute_with_ctx(self.pointer, graph, threads) != 0:
            raise RuntimeError("ggml did not compute the graph")
        return [np.ctypeslib.as_array(ctypes.cast(base.ggml_get_data(tensor), POINTER(c_float)),
                                      shape).copy() for tensor, shape in shaped]
