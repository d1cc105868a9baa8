"""The node tests of the ONNX standard: Attention, RotaryEmbedding, and FlexAttention (preview).

onnx.backend.test makes a model of one node, draws inputs from [0, 1) and computes the output that
every backend must return.  Recorded are these outputs, and those of ONNX Runtime and OpenVINO for
the same models and for models that expand the node into the body of its function.

The expected answers are NumPy arithmetic in the input dtype (engine_onnx_reference.py).  In half
and bfloat16 Attention keeps the exponentials and their sum in that dtype, too, unless
softmax_precision is float; FlexAttention takes its softmax in float.  ONNX Runtime
(core/providers/cpu/llm/attention.cc) computes in float; half scores and weights are stored in half
and multiplied in float, the softmax is float.  OpenVINO (engine_openvino.py) is told to compute in
float.

How a test becomes a case:

- Inputs of rank 3 are split into heads.  Keys and values of a cache come before the new ones; that
  present_key and present_value are these is checked here.
- A boolean attn_mask is `allowed`, a number is `bias`; a mask too short is filled up with false or
  -infinity, nonpad_kv_seqlen is a row of `allowed` for each batch entry.  Where positions count
  from nonpad_kv_seqlen, every batch entry is a case of its own, with its own offset.
- qk_matmul_output is `scores` with mode 2 and `weights` with mode 3.  With modes 0 and 1 it is the
  `scores` of a second case, without mask and bias, and with mode 0 without a softcap.
- RotaryEmbedding has no attention: its output is recorded as scores, with scale 1, on keys that are
  unit vectors at a position without rotation, an additional row of the caches.
"""

import dataclasses
import io
import warnings

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
import openvino
from onnx import helper
from onnx.backend.test.case.node import collect_testcases

import engine_openvino
from case_file import Case

EXPECTED, RUNTIME, OPENVINO = "onnx-node", "onnxruntime-node", "openvino-node"
VERSIONS = {EXPECTED: f"{onnx.__version__} on NumPy {np.__version__}",
            RUNTIME: onnxruntime.__version__, OPENVINO: engine_openvino.VERSION}
ENGINES = {EXPECTED: "onnx node test", RUNTIME: "ONNX Runtime (CPU), onnx node test",
           OPENVINO: "OpenVINO (CPU), onnx node test"}
BODY = "-expanded"  # of names: the model is that of the function body, as in onnx

EAGER = {np.float64: "f64", np.float32: "f32", np.float16: "fp16-eager",
         ml_dtypes.bfloat16: "bf16-eager"}
# The exponential and its sum in 16 bits: one rounding each, of a number computed in float.
NARROW_SOFTMAX = {np.float16: "fp16-eager,exponent=f16,exponential_ulp=1,accumulate=f16",
                  ml_dtypes.bfloat16: "bf16-eager,exponent=bf16,exponential_ulp=1,accumulate=bf16"}

def refused(engine, body, test):
    """What an engine raises an error for: bfloat16, the windows of opset 25 and a mask too short
    beside nonpad_kv_seqlen in ONNX Runtime, which answers the bodies of the latter two; the preview
    in both."""
    if body:
        return test.expanded is None or (engine == RUNTIME and bfloat16(test))
    if test.node.op_type == "FlexAttention":
        return True
    return engine == RUNTIME and (bfloat16(test) or test.opset >= 25 or
                                  test.name == "attention_4d_diff_heads_mask4d_padded_kv")


# Answers that are wrong: engine, body, any of these in the name of the case, none of those, what is
# wrong.
WRONG = (
    (OPENVINO, False, ("-window",), ("window-default", "float16-mask"),
     "the windows of opset 25 are ignored"),
    (OPENVINO, False, ("qk-matmul-bias-3d-mask-causal", "qk-matmul-bias-4d-mask-causal"), (),
     "a causal mask after a cache of 12 with 6 new keys and 4 queries is bottom-right, offset 14: "
     "the operator counts the cache, offset 12"),
    (OPENVINO, True, ("nan-robustness", "structural-empty", "mode3-", "gqa-rank4-mask", "entry-0"),
     (), "a row that sees no key is NaN: the body compares the maximum of its biases with "
     "-infinity, and a maximum of -infinities is another number here"),
)
# Of OpenVINO's answers to bodies, those with such rows are recorded.
EMPTY_ROWS = ("nan_robustness", "structural_empty", "mode3_", "gqa_rank4_mask",
              "causal_padded_kv_bf16")


def what_is_wrong(engine, body, name):
    for whose, of_body, marks, but, what in WRONG:
        if (engine, body) == (whose, of_body) and any(mark in name for mark in marks) and (
                not any(mark in name for mark in but)):
            return what
    return None


class NodeTest:
    """One test; `expanded` is the model of its function body, if the node has one."""

    def __init__(self, test, expanded):
        self.name = test.name.removeprefix("test_")
        self.model, self.expanded = test.model, expanded.model if expanded else None
        self.node = test.model.graph.node[0]
        self.opset = test.model.opset_import[0].version
        self.attributes = {attribute.name: helper.get_attribute_value(attribute)
                           for attribute in self.node.attribute}
        given, made = test.data_sets[0]
        if expanded and not all(map(np.array_equal, made, expanded.data_sets[0][1])):
            raise ValueError(f"{test.name}: its function body is to answer something else")
        self.feeds = dict(zip((one.name for one in test.model.graph.input), given))
        self.expected = dict(zip((one.name for one in test.model.graph.output), made))


def node_tests():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other operators' tests
        found = {test.name: test for test in collect_testcases()}
    bodies = {name.split("_expanded")[0]: test for name, test in found.items()
              if "_expanded" in name}
    return [NodeTest(test, bodies.get(name)) for name, test in found.items()
            if "_expanded" not in name and test.model.graph.node[0].op_type in CASES]


def bfloat16(test):
    return next(iter(test.feeds.values())).dtype == ml_dtypes.bfloat16


def runtime_answers(model, test):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    return dict(zip(test.expected, session.run(list(test.expected), test.feeds)))


def openvino_tensor(array):
    """OpenVINO takes bfloat16 as bits."""
    if array.dtype == ml_dtypes.bfloat16:
        return openvino.Tensor(array.view(np.uint16), array.shape, openvino.Type.bf16)
    return openvino.Tensor(np.ascontiguousarray(array))


def openvino_answers(model, test):
    core = openvino.Core()
    read = core.read_model(io.BytesIO(model.SerializeToString()))
    request = core.compile_model(read, "CPU", {
        "INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": "1"}).create_infer_request()
    request.infer({name: openvino_tensor(array) for name, array in test.feeds.items()})
    made = {name: request.get_tensor(name) for name in test.expected}
    return {name: np.frombuffer(tensor.data.tobytes(), test.expected[name].dtype).reshape(
        tuple(tensor.shape)) for name, tensor in made.items()}


def answers(engine, body, test):
    """By output, or None where the engine refuses the model, as it must where `refused` says so."""
    if engine == EXPECTED:
        return test.expected
    ask = {RUNTIME: runtime_answers, OPENVINO: openvino_answers}[engine]
    try:
        made = ask(test.expanded if body else test.model, test)
    except Exception:
        if refused(engine, body, test):
            return None
        raise
    if refused(engine, body, test):
        raise RuntimeError(f"{engine} answers {test.name}, which it is said to refuse")
    return made


def precision_of(engine, element, narrow):
    """OpenVINO's exponential is of its own making."""
    if engine == OPENVINO and element == np.float32:
        return "f32-fast-exp"
    return NARROW_SOFTMAX[element] if narrow else EAGER[element]


def recorded(engine, test, query, key, value, *, suffix="", **fields):
    name = test.name.replace("_", "-") + suffix
    element = query.dtype.type
    narrow = (engine == EXPECTED and test.node.op_type == "Attention" and element in NARROW_SOFTMAX
              and "softmax_precision" not in test.attributes)
    return Case(
        name=f"{engine}-{name}", query=query, key=key, value=value,
        engine=f"{ENGINES[engine]} {test.node.op_type}", version=VERSIONS[engine],
        precision=precision_of(engine, element, narrow), **fields)


# Attention.

def by_heads(array, heads):
    if array.ndim == 4:
        return array
    batch, length, width = array.shape
    return array.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def visible_part(mask, key_length):
    """{"allowed" or "bias": the mask with four axes and key_length keys}"""
    missing = key_length - mask.shape[-1]
    boolean = mask.dtype == np.bool_
    filled = np.pad(mask, [(0, 0)] * (mask.ndim - 1) + [(0, missing)],
                    constant_values=False if boolean else -np.inf)
    return {"allowed" if boolean else "bias": filled.reshape((1,) * (4 - mask.ndim) + filled.shape)}


class Question:
    """What one test asks, and the answers of one engine, in four axes."""

    def __init__(self, test, made):
        self.test, self.attributes = test, test.attributes
        key_heads = self.attributes.get("kv_num_heads")
        self.query_heads = self.attributes.get("q_num_heads")
        feeds = test.feeds
        self.query = by_heads(feeds["Q"], self.query_heads)
        self.past = feeds["past_key"].shape[2] if "past_key" in feeds else 0
        self.key, self.value = (
            np.concatenate([feeds[past], by_heads(feeds[new], key_heads)], axis=2)
            if past in feeds else by_heads(feeds[new], key_heads)
            for past, new in (("past_key", "K"), ("past_value", "V")))
        for name, array in (("present_key", self.key), ("present_value", self.value)):
            if name in made and not np.array_equal(made[name], array):
                raise ValueError(f"{test.name}: {name} is not the cache and the new part")
        self.output = by_heads(made["Y"], self.query_heads)
        self.matmul = made.get("qk_matmul_output")
        self.lengths = feeds.get("nonpad_kv_seqlen")
        self.window = {side: self.attributes.get(f"{side}_window_size", -1)
                       for side in ("left", "right")}
        self.causal = bool(self.attributes.get("is_causal"))

    def counts(self):
        return self.causal or any(bound >= 0 for bound in self.window.values())

    def masks(self):
        length = self.key.shape[2]
        given = {}
        if "attn_mask" in self.test.feeds:
            given = visible_part(self.test.feeds["attn_mask"], length)
        if self.lengths is not None:
            padding = np.arange(length) < self.lengths[:, None, None, None]
            given["allowed"] = given.get("allowed", np.True_) & padding
        return given

    def stated(self):
        """Members of the description besides those that depend on the offset."""
        stated = {"softcap": self.attributes["softcap"]} if "softcap" in self.attributes else {}
        if any(bound >= 0 for bound in self.window.values()):
            stated["window"] = self.window
        return stated

    def scale(self):
        return {"scale": self.attributes["scale"]} if "scale" in self.attributes else {}

    def alignment(self, offset):
        """Fields of the case; with a window alone there is an alignment, but no causal mask."""
        if not self.counts():
            return {}
        text = {"offset": offset} if offset else "top-left"
        return {"causal_alignment": text} if self.causal else {"parameters": {
            "causal_alignment": text}}


def one_entry(given, entry):
    return {name: array[entry:entry + 1] if array.shape[0] > 1 else array
            for name, array in given.items()}


def attention_case(engine, question, entry=None):
    """All batch entries, or one of them with its own offset."""
    mode = question.attributes.get("qk_matmul_output_mode", 0)
    claims = {"output": question.output}
    if question.matmul is not None and mode in (2, 3):
        claims["scores" if mode == 2 else "weights"] = question.matmul
    arrays = {"query": question.query, "key": question.key, "value": question.value} | claims
    masks, offset, suffix = question.masks(), question.past, ""
    if entry is not None:
        arrays, masks = one_entry(arrays, entry), one_entry(masks, entry)
        offset, suffix = int(question.lengths[entry]) - question.query.shape[2], f"-entry-{entry}"
    alignment = question.alignment(offset)
    parameters = question.stated() | alignment.pop("parameters", {})
    return recorded(engine, question.test, **arrays, **alignment, **question.scale(),
                    parameters=parameters, inputs=masks, suffix=suffix,
                    note=f"test_{question.test.name}" + (
                        "" if entry is None else f", batch entry {entry}"))


def matmul_case(engine, question):
    """qk_matmul_output of modes 0 and 1: scores before bias and mask."""
    mode = question.attributes.get("qk_matmul_output_mode", 0)
    if question.matmul is None or mode > 1:
        return
    softcap = {"softcap": question.attributes["softcap"]} if mode == 1 else {}
    yield recorded(engine, question.test, question.query, question.key, question.value, output=None,
                   scores=question.matmul, parameters=softcap, suffix="-scores",
                   **question.scale(),
                   note=f"qk_matmul_output of test_{question.test.name}, mode {mode}")


def attention_cases(engine, test, made):
    question = Question(test, made)
    if question.counts() and question.lengths is not None:
        for entry in range(question.query.shape[0]):
            yield attention_case(engine, question, entry)
    else:
        yield attention_case(engine, question)
    yield from matmul_case(engine, question)


# FlexAttention: the one constant of its subgraph says what it is.

def constants(graph):
    return {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}


def flex_fields(test, query, key):
    """Fields of the case for the subgraph score_mod or prob_mod."""
    queries, keys = query.shape[2], key.shape[2]
    scale = {"scale": test.attributes["scale"]} if "scale" in test.attributes else {}
    kind = test.name.removeprefix("flexattention").removeprefix("_")
    values = {name: number for graph in ("score_mod", "prob_mod") if graph in test.attributes
              for name, number in constants(test.attributes[graph]).items()}
    fields = {
        "score_mod": lambda: {"inputs": {"bias": np.full((1, 1, queries, keys), values["bias"])}},
        "prob_mod": lambda: {"parameters": {"operator": "scaled-softmax",
                                            "alpha": float(values["scale"])}},
        "causal_mask": lambda: {"causal_alignment": "top-left"},
        "soft_cap": lambda: {"parameters": {"softcap": float(values["cap"])}},
        "relative_positional": lambda: {
            "parameters": {"position": "alibi", "causal_alignment": "top-left"},
            "inputs": {"slopes": np.full(query.shape[1], -1.0, dtype=np.float32)}},
    }
    if values and kind not in fields:
        raise ValueError(f"{test.name}: a subgraph that no case describes")
    return scale | (fields[kind]() if kind in fields else {})


def flex_cases(engine, test, made):
    query, key, value = (test.feeds[name] for name in ("Q", "K", "V"))
    yield recorded(engine, test, query, key, value, output=made["Y"], note=f"test_{test.name}",
                   **flex_fields(test, query, key))


# RotaryEmbedding.

def rotary_cases(engine, test, made):
    heads = test.attributes.get("num_heads")
    query, rotated = (by_heads(array, heads) for array in (test.feeds["input"], made["output"]))
    batch, _, length, head_dim = query.shape
    pairs = test.feeds["cos_cache"].shape[-1]
    positions = test.feeds.get("position_ids",
                               np.arange(batch * length).reshape(batch, length))
    still = {"cos": np.ones((1, pairs), query.dtype), "sin": np.zeros((1, pairs), query.dtype)}
    tables = {f"rope_{name}": np.concatenate([
        test.feeds[f"{name}_cache"].reshape(-1, pairs), row]) for name, row in still.items()}
    rows = tables["rope_cos"].shape[0]
    unit = np.broadcast_to(np.eye(head_dim, dtype=query.dtype), (batch, 1, head_dim, head_dim))
    layout = "interleaved" if test.attributes.get("interleaved") else "half"
    width = test.attributes.get("rotary_embedding_dim", 0)
    yield recorded(
        engine, test, query, unit, np.zeros((batch, 1, head_dim, 1), query.dtype), output=None,
        scores=rotated, scale="1", note=f"test_{test.name}: scores on unit vectors",
        parameters={"position": "rope", "rope_layout": layout} | (
            {"rope_dim": width} if width else {}),
        inputs=tables | {"query_positions": positions,
                         "key_positions": np.full((batch, head_dim), rows - 1)})


CASES = {"Attention": attention_cases, "FlexAttention": flex_cases,
         "RotaryEmbedding": rotary_cases}


# Test, suffix, what is stated in place of what is right, and what that is.
AS = (
    ("attention_4d_gqa", "as-tile", {"gqa": "tile"}, "query head h on key head h mod 3"),
    ("attention_4d_causal", "as-bottom-right", {"causal_alignment": "bottom-right"},
     "the last query at the last key"),
    ("attention_4d_softcap_neginf_mask_poison", "as-bias-mask-cap",
     {"softcap_order": "bias-mask-cap"}, "in the order of onnx 1.21"),
    ("attention_local_window", "as-left-3", {"window": {"left": 3, "right": -1}}, "a key more"),
    ("attention_4d_with_past_and_present_qk_matmul_bias_4d_mask_causal", "as-bottom-right",
     {"causal_alignment": "bottom-right"}, "the last query at the last key"),
    ("rotary_embedding_interleaved", "as-half", {"rope_layout": "half"}, "pairs (m, m + r/2)"),
    ("flexattention_relative_positional", "as-symmetric", {"alibi_form": "symmetric"},
     "distances without their sign"),
)


def told_apart(test):
    for name, suffix, otherwise, what in AS:
        if name == test.name:
            right = next(CASES[test.node.op_type](EXPECTED, test, test.expected))
            yield dataclasses.replace(
                right, name=f"{right.name}-{suffix}", parameters=right.parameters | otherwise,
                wrong=True, note=f"stated wrongly: {what}")


def judged(engine, body, test):
    made = answers(engine, body, test)
    for case in () if made is None else CASES[test.node.op_type](engine, test, made):
        wrong = what_is_wrong(engine, body, case.name)
        if body:
            case.name += BODY
            case.engine = case.engine.replace(", onnx", ", function body of onnx")
        if wrong and case.output is not None:
            case.wrong, case.note = True, f"{case.note}: {wrong}"
        yield case


def cases():
    for test in node_tests():
        yield from judged(EXPECTED, False, test)
        yield from told_apart(test)
        for engine in (RUNTIME, OPENVINO):
            yield from judged(engine, False, test)
        yield from judged(RUNTIME, True, test)
        if any(mark in test.name for mark in EMPTY_ROWS):
            yield from judged(OPENVINO, True, test)
