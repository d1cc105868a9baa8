"""One Attention node (opset 23) in the reference evaluator of whichever onnx is on the path.

As a program: reads the inputs Q, K, V and attn_mask and the attributes from an .npz file, asks the
reference or the runtime, and writes its output and its version to another .npz file.
engine_mask_before_cap.py runs it where older releases come first on the path.
"""

import sys

import numpy as np
import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator

RAW, CAPPED, WITH_BIAS, PROBABILITIES = range(4)


def attention(tensors, mode=PROBABILITIES, **attributes):
    """(output, qk_matmul_output in the given mode)."""
    element = helper.np_dtype_to_tensor_dtype(tensors["Q"].dtype)
    node = helper.make_node("Attention", list(tensors), ["Y", "", "", "qk"],
                            qk_matmul_output_mode=mode, **attributes)
    graph = helper.make_graph(
        [node], "attention",
        [helper.make_tensor_value_info(n, element, a.shape) for n, a in tensors.items()],
        [helper.make_tensor_value_info(n, element, None) for n in ("Y", "qk")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    return ReferenceEvaluator(model).run(None, tensors)


def answer(evaluator, tensors, attributes):
    if evaluator == "reference":
        output, weights = attention(tensors, **attributes)
        return {"output": output, "weights": weights, "version": onnx.__version__}
    import onnxruntime
    from engine_onnxruntime import run
    output, = run("Attention", tensors, ["Y"], **attributes)
    return {"output": output, "version": onnxruntime.__version__}


def main():
    evaluator, asked, answered = sys.argv[1:]
    given = dict(np.load(asked))
    tensors = {name: given.pop(name) for name in ("Q", "K", "V", "attn_mask") if name in given}
    np.savez(answered, **answer(evaluator, tensors,
                                {name: value.item() for name, value in given.items()}))


if __name__ == "__main__":
    main()
