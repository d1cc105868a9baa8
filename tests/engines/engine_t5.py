"""The eager attention of T5 in transformers: scale 1 and a learned relative position bias.

models/t5/modeling_t5.py: scores are a matmul in the model dtype times 1, the bias of the layer (its
embedding of distance buckets) is added, and a softmax follows, all in the model dtype.  Recorded is
a whole T5Attention with random weights, as an encoder (every key visible) and as a decoder (causal,
where buckets are one-sided), before its output projection; the bias is the tensor that the layer
computes.
"""

import torch
from transformers.models.t5.configuration_t5 import T5Config
from transformers.models.t5.modeling_t5 import T5Attention, eager_attention_forward

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy


def case(dtype, is_decoder, note):
    config = T5Config(d_model=32, d_kv=8, num_heads=4, relative_attention_num_buckets=8,
                      relative_attention_max_distance=16, is_decoder=is_decoder,
                      attn_implementation="observed")
    layer = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    layer = model_layers.random_layer(layer, 641, factor=0.7).to(DTYPES[dtype])
    with torch.no_grad():
        layer.relative_attention_bias.weight.mul_(2.0)  # of the size of the scores
    states = model_layers.hidden_states(642, 12, 32).to(DTYPES[dtype])
    mask = model_layers.additive_causal_mask(states[:, None]) if is_decoder else None
    asked, output, weights = model_layers.observe(eager_attention_forward,
                                                  lambda: layer(states, mask=mask))
    return Case(
        name=f"t5-{'decoder' if is_decoder else 'encoder'}-{dtype}",
        query=to_numpy(asked["query"]), key=to_numpy(asked["key"]),
        value=to_numpy(asked["value"]), output=to_numpy(output), weights=to_numpy(weights),
        engine="transformers T5Attention (eager)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype],
        causal_alignment="top-left" if is_decoder else None, scale="1",
        inputs={"bias": to_numpy(asked["position_bias"])}, note=note)


def cases():
    torch.set_num_threads(1)
    yield case("f32", False, "learned relative bias, two-sided buckets, scale 1")
    yield case("f32", True, "learned relative bias, one-sided buckets, causal, scale 1")
    yield case("bf16", False, "learned relative bias in bfloat16, two-sided buckets, scale 1")
