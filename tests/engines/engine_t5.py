"""The eager attention of T5 in transformers: scale 1 and a learned relative position bias.

models/t5/modeling_t5.py: scores are a matmul in the model dtype times 1, the bias of the layer
(its embedding of distance buckets) is added, and a softmax follows, all in the model dtype.
Recorded is a whole T5Attention with random weights, as an encoder (every key visible) and as a
decoder (causal, where buckets are one-sided), before its output projection.  The case states the
tensor of biases that the layer computes, or its table, one number for each bucket and head, so that
the buckets are tested, too.
"""

import torch
from transformers.models.t5.configuration_t5 import T5Config
from transformers.models.t5.modeling_t5 import T5Attention, eager_attention_forward

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy


def answered(dtype, is_decoder, length=12, heads=4, **buckets):
    """The layer, and what its attention function was asked and answered."""
    config = T5Config(d_model=32, d_kv=8, num_heads=heads, is_decoder=is_decoder,
                      attn_implementation="observed", **buckets)
    layer = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    layer = model_layers.random_layer(layer, 641, factor=0.7).to(DTYPES[dtype])
    with torch.no_grad():
        layer.relative_attention_bias.weight.mul_(2.0)  # of the size of the scores
    states = model_layers.hidden_states(642, length, 32).to(DTYPES[dtype])
    mask = model_layers.additive_causal_mask(states[:, None]) if is_decoder else None
    return layer, *model_layers.observe(eager_attention_forward, lambda: layer(states, mask=mask))


def recorded(name, dtype, is_decoder, answer, note, **fields):
    _, asked, output, weights = answer
    return Case(
        name=f"t5-{'decoder' if is_decoder else 'encoder'}-{dtype}{name}",
        query=to_numpy(asked["query"]), key=to_numpy(asked["key"]),
        value=to_numpy(asked["value"]), output=to_numpy(output), weights=to_numpy(weights),
        engine="transformers T5Attention (eager)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype],
        causal_alignment="top-left" if is_decoder else None, scale="1", note=note, **fields)


SMALL_BUCKETS = dict(relative_attention_num_buckets=8, relative_attention_max_distance=16)


def case(dtype, is_decoder, note):
    """The biases are stated one by one."""
    answer = answered(dtype, is_decoder, **SMALL_BUCKETS)
    _, asked, _, _ = answer
    return recorded("", dtype, is_decoder, answer, note,
                    inputs={"bias": to_numpy(asked["position_bias"])})


def table_case(name, dtype, is_decoder, note, buckets=SMALL_BUCKETS, stated=None, wrong=False,
               **shape):
    """The table and the rule of the buckets are stated."""
    answer = answered(dtype, is_decoder, **shape, **buckets)
    layer = answer[0]
    rule = {"direction": "causal" if is_decoder else "both",
            "buckets": layer.relative_attention_num_buckets,
            "max_distance": layer.relative_attention_max_distance}
    return recorded(f"-{name}", dtype, is_decoder, answer, note, wrong=wrong,
                    parameters={"position": "t5"} | rule | (stated or {}),
                    inputs={"position_table": to_numpy(layer.relative_attention_bias.weight)})


def tables():
    for is_decoder, sides in ((False, "two-sided"), (True, "one-sided")):
        for dtype in ("f32", "bf16"):
            yield table_case("table", dtype, is_decoder, f"8 buckets up to 16, {sides}, as a table")
        yield table_case("table-40", "f32", is_decoder, f"T5's own 32 buckets up to 128, {sides}, "
                         "40 tokens", buckets={}, length=40, heads=2)
    yield table_case("table-as-both", "f32", True, "stated wrongly: two-sided buckets",
                     stated={"direction": "both"}, wrong=True)
    yield table_case("table-as-causal", "f32", False, "stated wrongly: one-sided buckets",
                     stated={"direction": "causal"}, wrong=True)
    yield table_case("table-as-128", "f32", True, "stated wrongly: buckets up to 128",
                     stated={"max_distance": 128}, wrong=True)


def cases():
    torch.set_num_threads(1)
    yield case("f32", False, "learned relative bias, two-sided buckets, scale 1")
    yield case("f32", True, "learned relative bias, one-sided buckets, causal, scale 1")
    yield case("bf16", False, "learned relative bias in bfloat16, two-sided buckets, scale 1")
    yield from tables()
