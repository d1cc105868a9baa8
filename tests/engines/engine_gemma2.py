"""The eager attention of Gemma 2 in transformers: scores capped with a tanh.

models/gemma2/modeling_gemma2.py, eager_attention_forward: scores are a matmul in the model dtype,
multiplied by the scale, divided by the softcap, taken through tanh and multiplied by the softcap,
each step stored in the model dtype; the mask (the dtype's least finite number, added) comes after
the cap; the softmax is float and stored in the model dtype.  The scale is
query_pre_attn_scalar^-1/2: 1/16 for the 9B model, whose 144^-1/2 for the 27B model is the binary64
number next to 1/12.
"""

import torch
from transformers.models.gemma2.modeling_gemma2 import eager_attention_forward

import inputs
import model_layers
from case_file import Case
from engine_torch import tensors, to_numpy


def case(name, dtype, question, softcap, note, *, is_causal=False, query_pre_attn_scalar=256,
         scale_text="1/16", wrong=False, parameters=None):
    query, key, value = tensors(question, dtype)
    output, weights = model_layers.call_eager(
        eager_attention_forward, query, key, value, is_causal=is_causal,
        scaling=query_pre_attn_scalar ** -0.5, softcap=softcap)
    return Case(
        name=f"gemma2-eager-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=output, weights=weights, engine="transformers eager_attention_forward (Gemma 2)",
        version=model_layers.VERSION, precision=model_layers.PRECISION[dtype],
        causal_alignment="top-left" if is_causal else None, scale=scale_text,
        parameters=parameters or {"softcap": softcap, "softcap_order": "cap-bias-mask"},
        wrong=wrong, note=note)


def cases():
    torch.set_num_threads(1)
    question = inputs.scaled(4.0, inputs.needle(621, strength=1.2, **inputs.SMALL))
    steep = inputs.scaled(10.0, question)
    yield case("softcap-50", "f32", steep, 50.0,
               "scores of 60 and more under Gemma 2's own cap", is_causal=True)
    mild = inputs.scaled(2.5, inputs.needle(622, strength=0.8, **inputs.SMALL))
    yield case("softcap-50-full", "bf16", inputs.scaled(0.6, mild), 50.0,
               "small scores under Gemma 2's own cap, each step stored in bfloat16")
    for dtype, asked in (("f32", question), ("bf16", mild)):
        yield case("softcap-2", dtype, asked, 2.0,
                   "needle scores of 2 to 5 under a cap of 2: the cap decides the weights",
                   is_causal=True)
        yield case("softcap-2-full", dtype, asked, 2.0, "the same, every key visible")
    yield case("scale-27b", "f32", question, 50.0,
               "the 27B model's scale, 144^-1/2 as the binary64 number that Python computes",
               is_causal=True, query_pre_attn_scalar=144, scale_text=144 ** -0.5)
    yield case("softcap-2-as-bias-mask-cap", "f32", question, 2.0,
               "stated wrongly: as if the mask came before the cap, so that hidden keys took part "
               "with the score -2", is_causal=True, wrong=True,
               parameters={"softcap": 2.0, "softcap_order": "bias-mask-cap"})
    yield case("softcap-50-left-out", "f32", steep, 50.0,
               "stated wrongly: without the softcap, as code that ignores it computes",
               is_causal=True, wrong=True, parameters={"sink": "none"})
