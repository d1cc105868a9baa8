"""The eager attention function of Hugging Face transformers' Llama model.

models/llama/modeling_llama.py, eager_attention_forward: scores are a matmul in the model dtype,
multiplied by the scale in the model dtype; the softmax is computed in float and its result is
rounded to the model dtype; the second matmul gives the model dtype.  So scores and P are stored
in the model dtype.  The causal mask is additive, with the dtype's least finite number as its
fill, after which the exponential underflows to exactly zero.
"""

import types

import torch
import transformers
from transformers.models.llama.modeling_llama import eager_attention_forward

import inputs
from case_file import Case
from engine_torch import tensors, to_numpy

PRECISION = {"f32": "f32", "f16": "fp16-eager", "bf16": "bf16-eager"}


def additive_causal_mask(query):
    length = query.shape[2]
    least = torch.finfo(query.dtype).min
    return torch.full((1, 1, length, length), least, dtype=query.dtype).triu(1)


def case(name, dtype, question, note, is_causal=False):
    query, key, value = tensors(question, dtype)
    module = types.SimpleNamespace(num_key_value_groups=query.shape[1] // key.shape[1],
                                   training=False)
    mask = additive_causal_mask(query) if is_causal else None
    output, weights = eager_attention_forward(module, query, key, value, mask,
                                              scaling=query.shape[-1] ** -0.5)
    return Case(
        name=f"transformers-eager-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(output.transpose(1, 2)), weights=to_numpy(weights),
        engine="transformers eager_attention_forward (Llama)",
        version=f"{transformers.__version__} on PyTorch {torch.__version__}",
        precision=PRECISION[dtype], causal_alignment="top-left" if is_causal else None, note=note)


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(201, **inputs.SHAPE)
    for dtype in PRECISION:
        yield case("causal", dtype, question,
                   f"eager attention in {dtype}, grouped heads, additive finite mask",
                   is_causal=True)
    yield case("full", "bf16", question, "eager attention in bf16, every key visible")
