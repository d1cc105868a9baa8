"""The Python reference of the ONNX standard for Attention (opset 23).

onnx/reference/ops/op_attention.py: NumPy arithmetic in the input dtype throughout; query and key
are each multiplied by sqrt(scale), computed in binary64 and rounded to the input dtype.  Half
inputs are not recorded: NumPy accumulates them in half, which no precision model states.
"""

import numpy as np
import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator

import inputs
from case_file import Case

DTYPES = {"f64": np.float64, "f32": np.float32}
PROBABILITIES = 3


def case(name, dtype, question, note, is_causal=False):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    element = helper.np_dtype_to_tensor_dtype(query.dtype)
    tensors = {"Q": query, "K": key, "V": value}
    node = helper.make_node("Attention", list(tensors), ["Y", "", "", "weights"],
                            is_causal=int(is_causal), qk_matmul_output_mode=PROBABILITIES)
    graph = helper.make_graph(
        [node], "attention",
        [helper.make_tensor_value_info(n, element, a.shape) for n, a in tensors.items()],
        [helper.make_tensor_value_info(n, element, None) for n in ("Y", "weights")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    output, weights = ReferenceEvaluator(model).run(None, tensors)
    return Case(
        name=f"onnx-reference-{dtype}-{name}", query=query, key=key, value=value, output=output,
        weights=weights, engine="onnx ReferenceEvaluator Attention (opset 23)",
        version=f"{onnx.__version__} on NumPy {np.__version__}", precision=dtype,
        causal_alignment="top-left" if is_causal else None, note=note)


def cases():
    question = inputs.needle(401, **inputs.SHAPE)
    for dtype in DTYPES:
        yield case("full", dtype, question, "the standard's own reference, grouped heads")
        yield case("causal", dtype, question, "the standard's own reference, grouped heads, causal",
                   is_causal=True)
    unequal = inputs.needle(402, **inputs.SHAPE | dict(query_length=28, key_length=16))
    yield case("causal-28x16", "f32", unequal,
               "more queries than keys and no cache: top-left, so the last rows see every key",
               is_causal=True)
