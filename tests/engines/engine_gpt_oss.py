"""The eager attention of gpt-oss in transformers: a learned sink logit for each query head.

models/gpt_oss/modeling_gpt_oss.py, eager_attention_forward: scores are a matmul in the model dtype,
multiplied by the scale in the model dtype; the sink logits join as one more column; the row's
maximum is subtracted, and the difference stored, in the model dtype; the softmax is taken in float
inside and stored in the model dtype; the sink's column is dropped.  So in bfloat16 scores, shifted
scores and P are all bfloat16.  The sinks are neither scaled nor masked.  The causal mask is the
dtype's least finite number, added to the scores.  The sliding window of every other layer is off.
"""

import numpy as np
import torch
from transformers.models.gpt_oss.configuration_gpt_oss import GptOssConfig
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssAttention, eager_attention_forward

import inputs
import model_layers
from case_file import Case
from engine_torch import DTYPES, tensors, to_numpy

PRECISION = {"f32": "f32", "bf16": "bf16-eager-shifted"}
ENGINE = "transformers eager_attention_forward (gpt-oss)"


def case(name, dtype, question, sinks, note, *, is_causal=False, **fields):
    query, key, value = tensors(question, dtype)
    logits = torch.from_numpy(np.asarray(sinks, dtype=np.float64)).to(DTYPES[dtype])
    output, weights = model_layers.call_eager(
        eager_attention_forward, query, key, value, is_causal=is_causal,
        scaling=query.shape[-1] ** -0.5, module={"sinks": logits})
    return Case(
        name=f"gpt-oss-eager-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=output, weights=weights, engine=ENGINE, version=model_layers.VERSION,
        precision=PRECISION[dtype], causal_alignment="top-left" if is_causal else None,
        note=note, **{"parameters": {"sink": "logit"}, "inputs": {"sinks": to_numpy(logits)}}
        | fields)


def whole_layer():
    config = GptOssConfig(hidden_size=32, num_attention_heads=4, num_key_value_heads=2, head_dim=16,
                          num_hidden_layers=2, attn_implementation="observed",
                          layer_types=["full_attention", "full_attention"])
    layer = model_layers.random_layer(GptOssAttention(config, layer_idx=0), 601, factor=1.5)
    states = model_layers.hidden_states(602, 12, 32)
    mask = model_layers.additive_causal_mask(torch.empty(1, 1, 12, 12))
    cosine, sine = model_layers.no_rotation(12, 8)  # half of the head: the other half is the same
    asked, output, weights = model_layers.observe(
        eager_attention_forward,
        lambda: layer(states, position_embeddings=(cosine, sine), attention_mask=mask))
    return Case(
        name="gpt-oss-layer-f32", query=to_numpy(asked["query"]), key=to_numpy(asked["key"]),
        value=to_numpy(asked["value"]), output=to_numpy(output), weights=to_numpy(weights),
        engine="transformers GptOssAttention (eager)", version=model_layers.VERSION,
        precision="f32", causal_alignment="top-left", parameters={"sink": "logit"},
        inputs={"sinks": to_numpy(layer.sinks)},
        note="a whole layer with random weights, biases and sinks, before its output projection")


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(611, strength=1.2, **inputs.SMALL)
    mixed = (-1e4, 0.0, 50.0, 2.5)
    for mask in ("full", "causal"):
        yield case(f"sinks-{mask}", "f32", question, mixed,
                   "one sink logit a head: -10000 takes nothing, 50 takes all but e^-45, 0 and 2.5 "
                   "are of the size of the scores", is_causal=mask == "causal")
    yield case("sink-minus-10000", "f32", question, [-1e4] * 4,
               "sinks so low that they are as good as none", is_causal=True)
    yield case("large-scores", "f32", inputs.large_scores(612, **inputs.SMALL),
               (70.0, 69.0, 71.0, 60.0), "two equal scores near 70 per query, and a sink near them",
               is_causal=True)
    mild = inputs.needle(613, strength=0.9, **inputs.SMALL)
    for mask in ("full", "causal"):
        yield case(f"sinks-{mask}", "bf16", mild, (-8.0, 0.0, 6.0, 2.5),
                   "one sink logit a head, all of the size of the scores: bfloat16 scores leave "
                   "nothing to judge where they are large", is_causal=mask == "causal")
    for dtype in PRECISION:
        yield case("sink-50", dtype, question, [50.0] * 4,
                   "every head's sink far above its scores: weights near e^-45, to be right "
                   "relatively", is_causal=True)
        yield case("sink-0", dtype, question, [0.0] * 4,
                   "sinks of 0: the softmax off by one", is_causal=True)
    yield case("sinks-as-bias-of-key-0", "f32", question, mixed,
               "stated wrongly: as if the sink logit were added to the score of key 0, which is "
               "what another model calls a sink", is_causal=True, wrong=True,
               parameters={"sink": "key0-bias"},
               inputs={"key0_bias": np.asarray(mixed, dtype=np.float32)})
    yield whole_layer()
