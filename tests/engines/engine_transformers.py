"""The eager attention function of Hugging Face transformers' Llama model.

models/llama/modeling_llama.py, eager_attention_forward: scores are a matmul in the model dtype,
multiplied by the scale in the model dtype; the softmax is computed in float and its result is
rounded to the model dtype; the second matmul gives the model dtype.  So scores and P are stored
in the model dtype.  The causal mask is additive, with the dtype's least finite number as its
fill, after which the exponential underflows to exactly zero.
"""

import torch
from transformers.models.llama.modeling_llama import eager_attention_forward

import inputs
import model_layers
from case_file import Case
from engine_torch import tensors, to_numpy


def case(name, dtype, question, note, is_causal=False):
    query, key, value = tensors(question, dtype)
    output, weights = model_layers.call_eager(eager_attention_forward, query, key, value,
                                              is_causal=is_causal,
                                              scaling=query.shape[-1] ** -0.5)
    return Case(
        name=f"transformers-eager-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=output, weights=weights, engine="transformers eager_attention_forward (Llama)",
        version=model_layers.VERSION, precision=model_layers.PRECISION[dtype],
        causal_alignment="top-left" if is_causal else None, note=note)


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(201, **inputs.SHAPE)
    for dtype in model_layers.PRECISION:
        yield case("causal", dtype, question,
                   f"eager attention in {dtype}, grouped heads, additive finite mask",
                   is_causal=True)
    yield case("full", "bf16", question, "eager attention in bf16, every key visible")
