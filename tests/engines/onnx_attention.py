"""One Attention node in the reference evaluator of the onnx release on the path.

As a program it runs with another release first on the path, for engine_onnx_releases.py.
"""

import os

import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator

import elsewhere

RAW, CAPPED, WITH_BIAS, PROBABILITIES = range(4)


def attention(tensors, mode=PROBABILITIES, opset=23, **attributes):
    """(output, qk_matmul_output in the given mode).  Lengths stay open: caches come out longer."""
    element = helper.np_dtype_to_tensor_dtype(tensors["Q"].dtype)
    names = ["Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen"]
    while names[-1] not in tensors:
        names.pop()
    present = ["present_key", "present_value"] if "past_key" in tensors else ["", ""]
    node = helper.make_node("Attention", [name if name in tensors else "" for name in names],
                            ["Y", *present, "qk"], qk_matmul_output_mode=mode, **attributes)
    graph = helper.make_graph(
        [node], "attention",
        [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype),
                                       [None] * array.ndim) for name, array in tensors.items()],
        [helper.make_tensor_value_info(name, element, None) for name in ("Y", "qk")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    return ReferenceEvaluator(model).run(["Y", "qk"], tensors)


def by_reference(tensors, attributes):
    output, weights = attention(tensors, **attributes)
    return {"output": output, "weights": weights}


def by_runtime(tensors, attributes):
    from engine_onnxruntime import run
    output, = run("Attention", tensors, ["Y"], **attributes)
    return {"output": output}


def main():
    if os.environ["EVALUATOR"] == "runtime":
        import onnxruntime
        elsewhere.serve(by_runtime, onnxruntime.__version__)
    else:
        elsewhere.serve(by_reference, onnx.__version__)


if __name__ == "__main__":
    main()
