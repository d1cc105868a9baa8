"""OpenVINO's ScaledDotProductAttention (opset 13) on a CPU, alone and with a cache in a state.

intel_cpu, the plugin for CPUs, has two ways:

alone   the operator is taken apart: the query times the scale, two matmuls, a softmax, compiled
        together (snippets).  A causal mask is top-left, as the operator's specification has it;
        hidden scores are -infinity, so that a row that sees no key is NaN.
state   where keys and values are concatenated with the variables of a state, as language models
        have them, nodes/scaled_attn.cpp does the whole: scores and sums in float, an approximate
        exponential, probabilities in the inference precision.  A causal mask is
        kv_len - q_len + t + 1 keys: bottom-right; hidden scores are the least finite number, so
        that a row that sees no key is the mean of all values.

The inference precision and that of the cache are set here: the defaults depend on the processor,
and the cache may have 8 bits.  Everything in f32 uses an exponential of the plugin.  On a processor
without binary16 instructions f16 is silently computed with other roundings (with a state and on a
Zen 4, as `plumb diagnose` finds, in bfloat16), so it is not recorded.
"""

import ml_dtypes
import numpy as np
import openvino
import openvino.opset6 as opset6
import openvino.opset13 as opset13
from openvino import PartialShape

import inputs
from case_file import Case, NotHere

VERSION = openvino.__version__.split("-")[0]
CAPABILITIES = openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
# The query is scaled, and stored, in the inference precision; so may scores be.
ALONE = {"f32": "f32-fast-exp", "f16": "fp16-eager", "bf16": "bf16-eager"}
STATE = {"f32": "f32-fast-exp", "f16": "fp16-flash", "bf16": "bf16-flash"}
DTYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


def compiled(results, sinks, parameters, dtype):
    model = openvino.Model([opset13.result(results)], sinks, parameters, "attention")
    return openvino.Core().compile_model(model, "CPU", {
        "INFERENCE_PRECISION_HINT": dtype, "KV_CACHE_PRECISION": dtype,
        "INFERENCE_NUM_THREADS": "1"})


def parameter(name, array):
    """Lengths stay open."""
    shape = [-1, array.shape[1], -1, array.shape[3]] if name in "qkv" else [-1] * array.ndim
    return opset13.parameter(shape, array.dtype.type, name=name)


def alone(query, key, value, dtype, *, mask=None, scale=None, causal=False):
    feeds = {"q": query, "k": key, "v": value} | ({} if mask is None else {"mask": mask})
    asked = {name: parameter(name, array) for name, array in feeds.items()}
    attention_mask = asked.get("mask")
    if scale is not None:
        if mask is None:  # the scale is the input after the mask
            attention_mask = opset13.constant(np.zeros((), np.float32))
        scale = opset13.constant(np.array(scale, np.float32))
    answer = opset13.scaled_dot_product_attention(
        asked["q"], asked["k"], asked["v"], attention_mask=attention_mask, scale=scale,
        causal=causal)
    return compiled(answer, [], list(asked.values()), dtype)(feeds)[0]


def remembered(name, new, beam):
    """Keys or values so far: the state and the new part, and what stores them."""
    heads, width = new.get_partial_shape()[1].get_length(), new.get_partial_shape()[3].get_length()
    start = opset13.constant(np.zeros((1, heads, 0, width), np.float32))
    state = opset6.read_value(start, name, np.float32, PartialShape([-1, heads, -1, width]))
    together = opset13.concat([opset13.gather(state, beam, opset13.constant(0)), new], axis=2)
    return together, opset6.assign(together, name)


def with_state(query, key, value, dtype, past, *, mask=None, causal=False):
    """The first `past` keys and values come first, in an inference of their own."""
    new = {"k": key[:, :, past:], "v": value[:, :, past:]}
    feeds = {"q": query} | new | ({} if mask is None else {"mask": mask})
    asked = {name: parameter(name, array) for name, array in feeds.items()}
    beam = opset13.parameter([-1], np.int32, name="beam")
    keys, store_keys = remembered("keys", asked["k"], beam)
    values, store_values = remembered("values", asked["v"], beam)
    answer = opset13.scaled_dot_product_attention(asked["q"], keys, values,
                                                  attention_mask=asked.get("mask"), causal=causal)
    model = compiled(answer, [store_keys, store_values], [*asked.values(), beam], dtype)
    kinds = [node.get_rt_info()["layerType"].astype(str)
             for node in model.get_runtime_model().get_ordered_ops()]
    if "ScaledDotProductAttention" not in kinds:
        raise RuntimeError("the attention was taken apart in spite of its state")
    request = model.create_infer_request()
    order = np.zeros(1, np.int32)
    if past:
        first = {"q": np.zeros((1, query.shape[1], past, query.shape[3]), np.float32),
                 "k": key[:, :, :past], "v": value[:, :, :past], "beam": order}
        request.infer(first | ({} if mask is None else {
            "mask": np.ones((1, 1, past, past), np.bool_)}))
    return request.infer(feeds | {"beam": order})[0].copy()


def case(name, way, dtype, question, answer, note, **fields):
    """Tensors go in and come out in float; those that go in hold numbers of the dtype."""
    name = f"openvino-{way}-{dtype}-{name}"
    if dtype == "f16" and "FP16" not in CAPABILITIES:
        return NotHere(name, "this processor has no instructions for binary16")
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    output = answer(*(array.astype(np.float32) for array in (query, key, value)))
    precision = (ALONE if way == "alone" else STATE)[dtype]
    return Case(name=name, query=query, key=key, value=value,
                output=output, engine=f"OpenVINO ScaledDotProductAttention (CPU, {way})",
                version=VERSION, precision=precision, note=note, **fields)


EQUAL_HEADS = dict(key_heads=4)


def alone_case(name, dtype, question, note, *, stated=None, alignment=None, scale=None, mask=None,
               **fields):
    given = {} if mask is None else {"allowed" if mask.dtype == np.bool_ else "bias": mask}
    return case(name, "alone", dtype, question,
                lambda query, key, value: alone(query, key, value, dtype, mask=mask, scale=scale,
                                                causal=alignment is not None),
                note, causal_alignment=alignment, parameters=stated or {}, inputs=given,
                scale="1/sqrt(head_dim)" if scale is None else scale, **fields)


def state_case(name, dtype, past, note, *, shape=None, stated=None, alignment=None, mask=None,
               causal=None, **fields):
    question = inputs.needle(1201, strength=1.2, **inputs.SMALL | EQUAL_HEADS | (shape or {}))
    causal = alignment is not None if causal is None else causal
    return case(name, "state", dtype, question,
                lambda query, key, value: with_state(query, key, value, dtype, past, mask=mask,
                                                     causal=causal),
                note, causal_alignment=alignment, parameters=stated or {},
                inputs={} if mask is None else {"allowed": mask}, **fields)


def taken_apart():
    question = inputs.needle(1202, **inputs.SMALL | EQUAL_HEADS)
    for dtype in DTYPES:
        yield alone_case("full", dtype, question, "every key visible")
        yield alone_case("causal", dtype, question, "causal", alignment="top-left")
    for lengths in ((8, 14), (14, 8)):
        unequal = inputs.needle(1203, strength=1.2, **inputs.SMALL | EQUAL_HEADS | dict(
            query_length=lengths[0], key_length=lengths[1]))
        yield alone_case(f"causal-{lengths[0]}x{lengths[1]}", "f32", unequal, "top-left",
                         alignment="top-left")
    small = inputs.needle(1204, strength=1.2, **inputs.SMALL | EQUAL_HEADS)
    allowed = inputs.extra(1205, 1, 1, 12, 12) > 0
    allowed[..., 0] = True
    yield alone_case("mask", "f32", small, "a boolean mask", mask=allowed)
    yield alone_case("bias", "f32", small, "a bias for every head, query and key",
                     mask=inputs.extra(1206, 1, 4, 12, 12).astype(np.float32))
    hidden = allowed.copy()
    hidden[:, :, 3] = False
    yield alone_case("empty-row", "f32", small, "query 3 sees no key: NaN", mask=hidden,
                     stated={"empty_row": "nan"})
    yield alone_case("scale", "f32", small, "the scale 0.3, given in float", scale=float(
        np.float32(0.3)))
    yield alone_case("value-dim-8", "f32", inputs.needle(
        1207, strength=1.2, **inputs.SMALL | EQUAL_HEADS | dict(value_dim=8)),
        "values narrower than keys")


def cached():
    for dtype in DTYPES:
        yield state_case("prompt", dtype, 0, "a first inference, causal", alignment="top-left")
        yield state_case("cache", dtype, 8, "four queries after eight keys, causal: offset 8",
                         shape=dict(query_length=4), alignment={"offset": 8})
        yield state_case("decode", dtype, 11, "one query after eleven keys",
                         shape=dict(query_length=1))
    yield state_case("cache-causal", "f32", 8,
                     "the operator's causal mask is top-left, and so it is without a state; with "
                     "one it is bottom-right", shape=dict(query_length=4), alignment="top-left",
                     wrong=True)
    visible = (np.arange(12) <= np.arange(4)[:, None] + 8)[None, None]
    yield state_case("cache-mask", "f32", 8, "the same as a boolean mask",
                     shape=dict(query_length=4), mask=visible)
    hidden = visible.copy()
    hidden[:, :, 2] = False
    for rule, wrong in (("mean", False), ("nan", True)):
        yield state_case(f"cache-empty-row{'-as-nan' if wrong else ''}", "f32", 8,
                         "stated wrongly: NaN, as it is without a state" if wrong
                         else "query 2 sees no key: the mean of all values",
                         shape=dict(query_length=4), mask=hidden, stated={"empty_row": rule},
                         wrong=wrong)


def cases():
    yield from taken_apart()
    yield from cached()
