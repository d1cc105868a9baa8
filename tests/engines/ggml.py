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
cpu.ggml_graph_compute_with_ctx.argtypes = [c_void_p, c_void_p, c_int]


def version():
    return base.ggml_version().decode()


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
        array = np.ascontiguousarray(array)
        shape = (c_int64 * array.ndim)(*reversed(array.shape))
        made = base.ggml_new_tensor(self.pointer, TYPES[array.dtype], array.ndim, shape)
        ctypes.memmove(base.ggml_get_data(made), array.ctypes.data, array.nbytes)
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
