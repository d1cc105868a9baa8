"""Gated attention: Qwen3NextAttention of transformers.

models/qwen3_next/modeling_qwen3_next.py: one projection makes queries and gates, packed head by head;
queries and keys are normalised; after eager attention the output is multiplied, element by element,
by sigmoid(gate).  Recorded is a layer with random weights: the gates from its projection, and as
output what goes into the output projection.
"""

import torch
from transformers.models.qwen3_next.configuration_qwen3_next import Qwen3NextConfig
from transformers.models.qwen3_next.modeling_qwen3_next import (Qwen3NextAttention,
                                                                eager_attention_forward)

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy

HEADS, KEY_HEADS, LENGTH, HEAD_DIM, WIDTH = 4, 2, 12, 16, 32


def by_head(flat):
    """[1, length, heads * head_dim] to [1, heads, length, head_dim]."""
    return flat.view(1, LENGTH, HEADS, HEAD_DIM).transpose(1, 2)


def case(dtype, note):
    config = Qwen3NextConfig(hidden_size=WIDTH, num_attention_heads=HEADS,
                             num_key_value_heads=KEY_HEADS, head_dim=HEAD_DIM,
                             num_hidden_layers=1, attn_implementation="observed")
    layer = model_layers.random_layer(Qwen3NextAttention(config, layer_idx=0), 651, factor=1.5)
    layer = layer.to(DTYPES[dtype])
    seen = {}
    layer.q_proj.register_forward_hook(lambda module, given, made: seen.update(projected=made))
    layer.o_proj.register_forward_pre_hook(lambda module, given: seen.update(gated=given[0]))
    states = model_layers.hidden_states(652, LENGTH, WIDTH).to(DTYPES[dtype])
    mask = model_layers.additive_causal_mask(states[:, None])
    rotation = [part.to(DTYPES[dtype]) for part in model_layers.no_rotation(LENGTH, HEAD_DIM)]
    asked, _, weights = model_layers.observe(
        eager_attention_forward,
        lambda: layer(states, position_embeddings=rotation, attention_mask=mask))
    gates = seen["projected"].view(1, LENGTH, HEADS, 2, HEAD_DIM)[:, :, :, 1].transpose(1, 2)
    return Case(
        name=f"qwen3-next-layer-{dtype}", query=to_numpy(asked["query"]),
        key=to_numpy(asked["key"]), value=to_numpy(asked["value"]),
        output=to_numpy(by_head(seen["gated"])), weights=to_numpy(weights),
        engine="transformers Qwen3NextAttention (eager)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype], causal_alignment="top-left",
        inputs={"gate": to_numpy(gates)}, note=note)


def cases():
    torch.set_num_threads(1)
    yield case("f32", "the output times sigmoid(gate), one gate for each element")
    yield case("bf16", "the output, its gate and their product each stored in bfloat16")
