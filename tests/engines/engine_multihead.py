"""torch.nn.MultiheadAttention with add_bias_kv and add_zero_attn: KV biases and a zero logit.

torch/nn/functional.py, multi_head_attention_forward: add_bias_kv appends a learned key and value
(bias_k, bias_v, one for each head) after the projections; add_zero_attn appends a key and a value of
zeros.  Masks are padded, so that the appended key is visible to every query.  Asked for weights, it
multiplies the query by sqrt(1/head_dim) and returns a weight for the appended key in the last
column, which is not recorded; not asked, it calls scaled_dot_product_attention.  All projections are
the identity with zero biases, which is exact.
"""

import numpy as np
import torch

import inputs
from case_file import Case
from engine_torch import to_numpy

HEADS, HEAD_DIM = 4, 16
WIDTH = HEADS * HEAD_DIM


def packed(array):
    """[1, heads, length, head_dim] to [1, length, heads * head_dim], in float."""
    array = torch.from_numpy(array).float()
    return array.transpose(1, 2).reshape(1, array.shape[2], WIDTH)


def by_head(flat):
    """The other way round."""
    return flat.view(1, -1, HEADS, HEAD_DIM).transpose(1, 2)


def identity_layer(**options):
    layer = torch.nn.MultiheadAttention(WIDTH, HEADS, batch_first=True, **options).eval()
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(WIDTH).repeat(3, 1))
        layer.out_proj.weight.copy_(torch.eye(WIDTH))
    return layer


def case(name, layer, question, note, *, is_causal, with_weights, **fields):
    packed_question = [packed(array) for array in question]
    length, keys = packed_question[0].shape[1], packed_question[1].shape[1]
    hidden = torch.ones(length, keys, dtype=torch.bool).triu(1) if is_causal else None
    with torch.no_grad():
        output, weights = layer(*packed_question, attn_mask=hidden, need_weights=with_weights,
                                average_attn_weights=False)
    path = "weights" if with_weights else "sdpa"
    query, key, value = (array.astype(np.float32) for array in question)
    return Case(
        name=f"multihead-{path}-f32-{name}", query=query, key=key, value=value,
        output=to_numpy(by_head(output)),
        weights=to_numpy(weights[..., :keys]) if with_weights else None,
        engine=f"PyTorch torch.nn.MultiheadAttention ({path})", version=torch.__version__,
        precision="f32" if with_weights else "f32-fast-exp",
        causal_alignment="top-left" if is_causal else None, note=note, **fields)


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(661, strength=1.2, **inputs.SMALL | dict(key_heads=HEADS))
    biased = identity_layer(add_bias_kv=True)
    with torch.no_grad():
        biased.bias_k.copy_(torch.from_numpy(inputs.extra(662, 1, 1, WIDTH)))
        biased.bias_v.copy_(torch.from_numpy(inputs.extra(663, 1, 1, WIDTH)))
    stars = {"k_star": to_numpy(biased.bias_k.view(HEADS, HEAD_DIM)),
             "v_star": to_numpy(biased.bias_v.view(HEADS, HEAD_DIM))}
    with_zeros = identity_layer(add_zero_attn=True)
    for with_weights in (True, False):
        yield case("bias-kv-causal", biased, question,
                   "add_bias_kv: a learned key and value for each head", is_causal=True,
                   with_weights=with_weights, parameters={"sink": "key-value"}, inputs=stars)
        yield case("zero-attn-causal", with_zeros, question,
                   "add_zero_attn: a key and value of zeros, hence a logit of 0", is_causal=True,
                   with_weights=with_weights, parameters={"sink": "zero"})
    yield case("bias-kv-as-key", biased, question,
               "stated wrongly: as a K bias, whose value is zero", is_causal=True,
               with_weights=True, parameters={"sink": "key"}, inputs={"k_star": stars["k_star"]},
               wrong=True)
