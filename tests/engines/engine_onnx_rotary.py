"""RotaryEmbedding before Attention, in the reference of onnx and in ONNX Runtime.

A rotated element is two products and a sum or difference in the input dtype, from a cache of
cosines and of sines whose row is the position id.  The case has the caches as tensors, not the
formula that they come from.  `interleaved` pairs (2m, 2m + 1),
otherwise (m, m + r/2); r is `rotary_embedding_dim`.  Attention follows as in
engine_onnx_reference.py and engine_onnxruntime.py.

Since opset 25 Attention has `left_window_size` L and `right_window_size` R: p - L <= j <= p + R,
and -1 is unbounded.
"""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

import inputs
from case_file import Case

PAIRS = ("half", "interleaved")
REFERENCE, RUNTIME = "onnx-reference", "onnxruntime"
VERSIONS = {REFERENCE: f"{onnx.__version__} on NumPy {np.__version__}",
            RUNTIME: onnxruntime.__version__}
ENGINES = {REFERENCE: "onnx ReferenceEvaluator", RUNTIME: "ONNX Runtime"}


def caches(rows, pairs, base=10000.0):
    angle = np.arange(rows)[:, None] * base ** (-np.arange(pairs) / pairs)
    return {"cos_cache": np.cos(angle).astype(np.float32),
            "sin_cache": np.sin(angle).astype(np.float32)}


def evaluate(evaluator, nodes, feeds, outputs, opset):
    graph = helper.make_graph(
        nodes, "attention",
        [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype),
                                       array.shape) for name, array in feeds.items()],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    if evaluator == REFERENCE:
        return ReferenceEvaluator(model).run(outputs, feeds)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    return session.run(outputs, feeds)


def attention_node(evaluator, names, **attributes):
    """The reference also answers the weights, which is what output mode 3 asks for."""
    if evaluator == RUNTIME:
        return helper.make_node("Attention", names, ["Y"], **attributes)
    return helper.make_node("Attention", names, ["Y", "", "", "qk"], qk_matmul_output_mode=3,
                            **attributes)


def recorded(name, evaluator, opset, question, answers, note, **fields):
    query, key, value = question
    output, *weights = answers
    return Case(
        name=f"{evaluator}-{name}", query=query, key=key, value=value, output=output,
        weights=weights[0] if weights else None,
        engine=f"{ENGINES[evaluator]} Attention (opset {opset})", version=VERSIONS[evaluator],
        precision="f32", note=note, **fields)


def outputs_of(evaluator):
    return ["Y", "qk"] if evaluator == REFERENCE else ["Y"]


def rotated(name, evaluator, note, *, pairs="half", width=0, first=0, stated=None, wrong=False):
    """`width` is rotary_embedding_dim, 0 for all of the head; the position ids start at `first`."""
    query, key, value = question = [
        array.astype(np.float32) for array in inputs.needle(411, strength=1.2, **inputs.SMALL)]
    batch, _, length, head_dim = query.shape
    tables = caches(first + length, (width or head_dim) // 2)
    positions = np.broadcast_to(np.arange(first, first + length), (batch, length)).copy()
    nodes = [helper.make_node("RotaryEmbedding", [given, "cos_cache", "sin_cache", "position_ids"],
                              [moved], interleaved=int(pairs == "interleaved"),
                              rotary_embedding_dim=width)
             for given, moved in (("Q", "moved_Q"), ("K", "moved_K"))]
    nodes.append(attention_node(evaluator, ["moved_Q", "moved_K", "V"], is_causal=1))
    feeds = {"Q": query, "K": key, "V": value, "position_ids": positions} | tables
    answers = evaluate(evaluator, nodes, feeds, outputs_of(evaluator), 23)
    parameters = {"position": "rope", "rope_layout": pairs} | (
        {"rope_dim": width} if width else {}) | (stated or {})
    given = {"rope_cos": tables["cos_cache"], "rope_sin": tables["sin_cache"]}
    if first:
        given |= {"query_positions": positions, "key_positions": positions}
    return recorded(f"rotary-f32-{name}", evaluator, 23, question, answers, note, wrong=wrong,
                    causal_alignment="top-left", parameters=parameters, inputs=given)


def decoded(evaluator):
    """Four queries at positions 300 to 303 on twelve keys, four of them far before."""
    query, key, value = question = [
        array.astype(np.float32)
        for array in inputs.needle(413, strength=1.2, **inputs.SMALL | dict(query_length=4))]
    positions = {"Q": np.arange(300, 304)[None], "K": np.array([[0, 1, 2, 3, *range(297, 305)]])}
    tables = caches(305, 8)
    nodes = [helper.make_node("RotaryEmbedding",
                              [given, "cos_cache", "sin_cache", f"positions_{given}"],
                              [f"moved_{given}"]) for given in ("Q", "K")]
    nodes.append(attention_node(evaluator, ["moved_Q", "moved_K", "V"]))
    feeds = {"Q": query, "K": key, "V": value} | tables | {
        f"positions_{given}": ids for given, ids in positions.items()}
    answers = evaluate(evaluator, nodes, feeds, outputs_of(evaluator), 23)
    return recorded("rotary-f32-4x12", evaluator, 23, question, answers,
                    "position ids of queries and of keys, every key visible",
                    parameters={"position": "rope"},
                    inputs={"rope_cos": tables["cos_cache"], "rope_sin": tables["sin_cache"],
                            "query_positions": positions["Q"], "key_positions": positions["K"]})


def windowed(name, evaluator, left, right, note, *, is_causal=False, shape=None, window=None,
             **fields):
    """`window` is the stated one, if it is not the one asked for."""
    query, key, value = question = [
        array.astype(np.float32)
        for array in inputs.needle(412, strength=1.2, **inputs.SMALL | (shape or {}))]
    node = attention_node(evaluator, ["Q", "K", "V"], is_causal=int(is_causal),
                          left_window_size=left, right_window_size=right)
    answers = evaluate(evaluator, [node], {"Q": query, "K": key, "V": value},
                       outputs_of(evaluator), 25)
    parameters = {"window": window or {"left": left, "right": right}}
    if shape:
        parameters["causal_alignment"] = "top-left"
    return recorded(f"f32-{name}", evaluator, 25, question, answers, note, parameters=parameters,
                    causal_alignment="top-left" if is_causal else None, **fields)


def rotary_cases(evaluator):
    for pairs in PAIRS:
        yield rotated(pairs, evaluator, f"pairs {pairs}, all of the head", pairs=pairs)
        yield rotated(f"{pairs}-partial-at-300", evaluator, f"pairs {pairs}, 8 of 16 elements, "
                      "position ids from 300", pairs=pairs, width=8, first=300)
    yield decoded(evaluator)
    yield rotated("interleaved-as-half", evaluator, "stated wrongly: pairs half",
                  pairs="interleaved", stated={"rope_layout": "half"}, wrong=True)


def window_cases(evaluator):
    yield windowed("window-3-0-causal", evaluator, 3, 0, "four keys with the query's own, causal",
                   is_causal=True)
    yield windowed("window-2-4", evaluator, 2, 4, "two keys before, four after")
    yield windowed("window-open-1", evaluator, -1, 1, "every key before, one after")
    yield windowed("window-3-1-8x14", evaluator, 3, 1, "fewer queries than keys: positions count "
                   "from the first key", shape=dict(query_length=8, key_length=14))
    yield windowed("window-3-0-as-2-0", evaluator, 3, 0, "stated wrongly: three keys",
                   is_causal=True, window={"left": 2, "right": 0}, wrong=True)


def cases():
    for evaluator in (REFERENCE, RUNTIME):
        yield from rotary_cases(evaluator)
    yield from window_cases(REFERENCE)
