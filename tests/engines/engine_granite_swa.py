"""The eager attention of Granite with sliding windows in transformers: another way to a sink logit.

models/granite_swa/modeling_granite_swa.py, eager_attention_forward: a softmax without a sink, whose
output is then multiplied by sigmoid(lse - sink).  That is the sink logit of gpt-oss by another
construction.  The log-sum-exp is taken of scores in the model dtype and returned in it, the sigmoid
in float.  The weights that the function returns are those before the multiplication: they are not
the ones that act on the values.  The window is off.
"""

import numpy as np
import torch
from transformers.models.granite_swa.modeling_granite_swa import eager_attention_forward

import inputs
import model_layers
from case_file import Case
from engine_torch import DTYPES, tensors, to_numpy


def case(name, dtype, question, sinks, note, *, is_causal=False, weights_only=False):
    query, key, value = tensors(question, dtype)
    logits = torch.from_numpy(np.asarray(sinks, dtype=np.float64)).to(DTYPES[dtype])
    output, weights = model_layers.call_eager(
        eager_attention_forward, query, key, value, is_causal=is_causal,
        scaling=query.shape[-1] ** -0.5, module={"sinks": logits})
    return Case(
        name=f"granite-swa-eager-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=None if weights_only else output, weights=weights if weights_only else None,
        engine="transformers eager_attention_forward (Granite SWA)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype],
        causal_alignment="top-left" if is_causal else None, wrong=weights_only,
        parameters={"sink": "logit"}, inputs={"sinks": to_numpy(logits)}, note=note)


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(631, strength=1.2, **inputs.SMALL)
    sinks = (-1e4, 0.0, 12.0, 2.5)
    for mask in ("full", "causal"):
        yield case(f"sinks-{mask}", "f32", question, sinks,
                   "softmax times sigmoid(lse - sink): gpt-oss's operator by another construction",
                   is_causal=mask == "causal")
    yield case("sinks-returned-weights", "f32", question, sinks,
               "the weights it returns leave out the factor sigmoid(lse - sink) that its output "
               "has: they are not the weights of the operator", is_causal=True, weights_only=True)
