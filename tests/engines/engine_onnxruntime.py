"""ONNX Runtime on the CPU: two contributed operators and the standard one, in float.

MultiHeadAttention and GroupQueryAttention (com.microsoft) take [batch, length, heads * head_dim];
Attention (opset 23) takes [batch, heads, length, head_dim].  All three compute in float
throughout (onnxruntime/contrib_ops/cpu/bert and onnxruntime/core/providers/cpu/llm).

A softcap comes before bias and mask in all that have one.  GroupQueryAttention adds a sink to its
softmax: the logit 0 with smooth_softmax, a logit for each query head with the input head_sink.  It
is causal unless told otherwise, and past and new keys make up the key length.  local_window_size W
lets a query see W keys, its own with them.  With do_rotary it rotates queries and keys by the rows
of cos_cache and sin_cache for their positions, pairs (2m, 2m + 1) with rotary_interleaved, else
(m, m + r/2).
"""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

import inputs
from case_file import Case
from engine_onnx_rotary import caches


def run(operator, feeds, outputs, domain="", opset=23, **attributes):
    """Runs a model of one node; `feeds` maps input names, in the operator's order, to arrays or,
    for an input left out, to None."""
    given = {name: array for name, array in feeds.items() if array is not None}
    # Lengths stay symbolic: a cache's length is not the length of the cache that comes out.
    graph_inputs = [
        helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(array.dtype), [None] * array.ndim)
        for name, array in given.items()]
    graph_outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
    names = [name if name in given else "" for name in feeds]
    node = helper.make_node(operator, names, outputs, domain=domain, **attributes)
    graph = helper.make_graph([node], "attention", graph_inputs, graph_outputs)
    imports = [helper.make_opsetid("", opset)]
    if domain:
        imports.append(helper.make_opsetid(domain, 1))
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    return session.run(outputs, given)


def packed(array):
    """[batch, heads, length, head_dim] to [batch, length, heads * head_dim]."""
    batch, heads, length, head_dim = array.shape
    return np.ascontiguousarray(array.transpose(0, 2, 1, 3)).reshape(batch, length, -1)


def unpacked(array, heads):
    batch, length, width = array.shape
    return array.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def float_question(question):
    return [array.astype(np.float32) for array in question]


def recorded(name, operator, question, output, note, **fields):
    query, key, value = question
    return Case(
        name=f"onnxruntime-{name}", query=query, key=key, value=value, output=output,
        engine=f"ONNX Runtime {operator} (CPU)", version=onnxruntime.__version__,
        precision="f32", note=note, **fields)


def operator_inputs(**arrays):
    """The tensors that a case names, of those given, in float."""
    return {name: np.asarray(array, dtype=np.float32)
            for name, array in arrays.items() if array is not None}


def multi_head(name, question, note, is_causal=False, bias=None):
    query, key, value = question = float_question(question)
    heads = query.shape[1]
    given = operator_inputs(bias=bias)
    feeds = {"query": packed(query), "key": packed(key), "value": packed(value)}
    if given:
        feeds |= {"bias": None, "key_padding_mask": None, "attention_bias": given["bias"]}
    output, = run("MultiHeadAttention", feeds, ["output"], domain="com.microsoft",
                  num_heads=heads, unidirectional=int(is_causal))
    return recorded(f"mha-f32-{name}", "com.microsoft.MultiHeadAttention", question,
                    unpacked(output, heads), note, inputs=given,
                    causal_alignment="top-left" if is_causal else None)


def group_query(name, question, note, past_length=0, *, is_causal=True, bias=None, sinks=None,
                rotation=None, parameters=None, wrong=False, stated=None, **attributes):
    """The first `past_length` keys and values are given as a cache, the rest as the new part.
    `rotation` are caches of cosines and sines.  `stated` are the tensors of the case, if not those
    that the operator was given."""
    query, key, value = question = float_question(question)
    batch, heads, _, _ = query.shape
    total = key.shape[2]
    feeds = {
        "query": packed(query),
        "key": packed(key[:, :, past_length:]),
        "value": packed(value[:, :, past_length:]),
        "past_key": key[:, :, :past_length],
        "past_value": value[:, :, :past_length],
        "seqlens_k": np.full(batch, total - 1, dtype=np.int32),
        "total_sequence_length": np.array(total, dtype=np.int32),
    }
    given = operator_inputs(bias=bias, sinks=sinks)
    tables = rotation or {"cos_cache": None, "sin_cache": None}
    if given or rotation:
        feeds |= tables | {"position_ids": None, "attention_bias": given.get("bias"),
                           "head_sink": given.get("sinks")}
    if rotation:
        given |= {"rope_cos": tables["cos_cache"], "rope_sin": tables["sin_cache"]}
    output, _, _ = run("GroupQueryAttention", feeds, ["output", "present_key", "present_value"],
                       domain="com.microsoft", num_heads=heads, kv_num_heads=key.shape[1],
                       causal=int(is_causal), **attributes)
    return recorded(f"gqa-f32-{name}", "com.microsoft.GroupQueryAttention", question,
                    unpacked(output, heads), note, parameters=parameters or {}, wrong=wrong,
                    inputs=given if stated is None else stated,
                    causal_alignment={"offset": past_length} if is_causal else None)


def standard(name, question, note, is_causal=False, softcap=0.0, bias=None):
    query, key, value = question = float_question(question)
    given = operator_inputs(bias=bias)
    feeds = {"Q": query, "K": key, "V": value} | {"attn_mask": array for array in given.values()}
    output, = run("Attention", feeds, ["Y"], is_causal=int(is_causal), softcap=softcap)
    return recorded(f"attention23-f32-{name}", "Attention (opset 23)", question, output, note,
                    parameters={"softcap": softcap} if softcap else {}, inputs=given,
                    causal_alignment="top-left" if is_causal else None)


def sinks_and_softcaps():
    question = inputs.needle(306, strength=1.2, **inputs.SMALL)
    bias = inputs.extra(307, 1, 4, 12, 12)
    mixed = (-1e4, 0.0, 50.0, 2.5)
    cap, zero, logit = {"softcap": 2.0}, {"sink": "zero"}, {"sink": "logit"}
    yield group_query("smooth-softmax", question, "smooth_softmax = 1: a sink logit of 0",
                      smooth_softmax=1, parameters=zero)
    yield group_query("head-sink", question, "one sink logit a head", sinks=mixed,
                      parameters=logit)
    yield group_query("head-sink-full", question, "the same, causal = 0", is_causal=False,
                      sinks=mixed, parameters=logit)
    decode = inputs.needle(308, strength=1.2, **inputs.SMALL | dict(query_length=1))
    yield group_query("head-sink-cache", decode, "one new token after a cache of 11",
                      past_length=11, sinks=mixed, parameters=logit)
    yield group_query("softcap-2", question, "the cap, then the mask", softcap=2.0,
                      parameters=cap)
    yield group_query("softcap-2-bias-head-sink", question,
                      "everything at once: the cap, the bias, the mask; the sink is not capped",
                      softcap=2.0, bias=bias, sinks=mixed, parameters=cap | logit)
    yield group_query("bias", question, "attention_bias, causal", bias=bias)
    yield group_query("head-sink-left-out", question, "stated wrongly: without the sinks",
                      sinks=mixed, stated={}, wrong=True)
    yield multi_head("bias", inputs.needle(309, strength=1.2, **inputs.SMALL | dict(key_heads=4)),
                     "attention_bias", bias=bias)
    yield standard("softcap-2-causal", question, "the cap, then the mask", is_causal=True,
                   softcap=2.0)
    yield standard("softcap-2-bias", question, "the cap, then the bias", softcap=2.0, bias=bias)


def windows():
    question = inputs.needle(310, strength=1.2, **inputs.SMALL)
    four = {"window": {"left": 3}}
    yield group_query("window-4", question, "local_window_size = 4: four keys",
                      local_window_size=4, parameters=four)
    yield group_query("window-4-head-sink", question, "the same with a sink logit a head",
                      sinks=(-1e4, 0.0, 50.0, 2.5), local_window_size=4,
                      parameters=four | {"sink": "logit"})
    decode = inputs.needle(311, strength=1.2, **inputs.SMALL | dict(query_length=1))
    yield group_query("window-4-cache", decode, "one new token after a cache of 11, four keys",
                      past_length=11, local_window_size=4, parameters=four)
    yield group_query("window-4-as-left-4", question, "stated wrongly: five keys, as releases "
                      "before September 2025 answered", local_window_size=4,
                      parameters={"window": {"left": 4}}, wrong=True)


def rotations():
    """The keys in a cache are not moved again: without one, every key is new."""
    question = inputs.needle(312, strength=1.2, **inputs.SMALL)
    for pairs in ("half", "interleaved"):
        asked = dict(rotation=caches(12, 8), do_rotary=1,
                     rotary_interleaved=int(pairs == "interleaved"))
        yield group_query(f"rotary-{pairs}", question, f"do_rotary = 1, pairs {pairs}",
                          parameters={"position": "rope", "rope_layout": pairs}, **asked)
    yield group_query("rotary-half-window-4", question, "rotation and local_window_size = 4",
                      rotation=caches(12, 8), do_rotary=1, local_window_size=4,
                      parameters={"position": "rope", "window": {"left": 3}})


def cases():
    equal_heads = inputs.needle(301, **inputs.SHAPE | dict(key_heads=4))
    yield multi_head("full", equal_heads, "every key visible")
    yield multi_head("causal", equal_heads, "unidirectional = 1", is_causal=True)
    yield multi_head("large-scores",
                     inputs.large_scores(302, **inputs.SHAPE | dict(key_heads=4)),
                     "two equal scores near 70 per query")
    grouped = inputs.needle(303, **inputs.SHAPE)
    yield group_query("prompt", grouped, "a prompt without a cache: offset 0", past_length=0)
    decode = inputs.needle(304, **inputs.SHAPE | dict(query_length=8, key_length=32))
    yield group_query("cache", decode, "8 new tokens after a cache of 24: offset 24",
                      past_length=24)
    yield standard("full", grouped, "grouped heads, every key visible")
    yield standard("causal", grouped, "grouped heads, causal", is_causal=True)
    unequal = inputs.needle(305, **inputs.SHAPE | dict(query_length=16, key_length=28))
    yield standard("causal-16x28", unequal,
                   "fewer queries than keys and no cache: the standard aligns top-left",
                   is_causal=True)
    yield from sinks_and_softcaps()
    yield from windows()
    yield from rotations()
