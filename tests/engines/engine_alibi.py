"""Layers of transformers with ALiBi, with random weights, in their eager attention.

BLOOM   models/bloom: a key's bias is slope * j, whatever the query; beta * alibi + scale * q.k
        comes from one baddbmm in the model dtype; the softmax is float, stored in the model dtype
Falcon  models/falcon: the bias is slope * j too, rounded to bfloat16 whatever the model dtype,
        and is added before the scale: (q.k + alibi)/sqrt(d).  Slopes that are no powers of two
        are rounded to bfloat16 themselves, and so are their products with positions.  16-bit
        scores become float; the softmax is taken in the model dtype
MPT     models/mpt: the bias is slope * (j - (length - 1)), in float whatever the model dtype, so
        that their sum and the softmax are float; the weights are stored in the model dtype

A bias slope * j differs from slope * (j - t) by what is the same for every key of a query, so that
the softmax is the same.
"""

import torch
from transformers import BloomConfig, FalconConfig, MptConfig
from transformers.models.bloom import modeling_bloom as bloom
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.mpt import modeling_mpt as mpt

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy

LENGTH = 12
HEAD_DIM = 16
STRENGTH = {"f32": 1.5, "bf16": 0.7}  # of the weights: scores in bfloat16 are kept small


def case(name, dtype, asked, form, note, *, model, parameters=None, **fields):
    """`asked` are query, key, value, output and weights."""
    query, key, value, output, weights = (to_numpy(tensor) for tensor in asked)
    return Case(
        name=name, query=query, key=key, value=value, output=output, weights=weights,
        engine=f"transformers {model} (eager)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype], causal_alignment="top-left", note=note,
        parameters={"position": "alibi", "alibi_form": form} | (parameters or {}), **fields)


def fused(layer, run_layer):
    (together, output), returned = model_layers.watch(
        run_layer, projections=[layer.query_key_value], output_projection=layer.dense)
    return [*model_layers.fused_by_heads(together, HEAD_DIM),
            model_layers.by_heads(output, HEAD_DIM), returned[1]]


def question(layer, seed, dtype, heads, length=LENGTH):
    """The layer with random weights, hidden states and their causal mask."""
    layer = model_layers.random_layer(layer, seed, factor=STRENGTH[dtype]).to(DTYPES[dtype])
    states = model_layers.hidden_states(seed + 1, length, heads * HEAD_DIM).to(DTYPES[dtype])
    return layer, states, model_layers.additive_causal_mask(states[:, None])


def bloom_case(name, dtype, form, note, *, heads=4, padding=0, **fields):
    """The first `padding` tokens are padding: no query sees them, positions count the others."""
    config = BloomConfig(hidden_size=heads * HEAD_DIM, n_head=heads)
    layer, states, mask = question(bloom.BloomAttention(config, layer_idx=0), 901, dtype, heads)
    keep = torch.ones(1, LENGTH, dtype=torch.long)
    keep[:, :padding] = 0
    alibi = bloom.build_alibi_tensor(keep, heads, states.dtype)
    if padding:
        mask = torch.where(keep[:, None, None].bool(), mask, torch.finfo(states.dtype).min)
        fields |= {"inputs": {"key_positions": to_numpy((keep.cumsum(-1) - 1) * keep),
                              "allowed": to_numpy(keep[:, None, None].bool())}}
    asked = fused(layer, lambda: layer(states, torch.zeros_like(states), alibi, mask))
    return case(f"bloom-{dtype}-{name}", dtype, asked, form, note, model="BloomAttention", **fields)


def falcon_case(name, dtype, form, note, *, heads=4, **fields):
    config = FalconConfig(hidden_size=heads * HEAD_DIM, num_attention_heads=heads,
                          multi_query=False, new_decoder_architecture=False, alibi=True,
                          attn_implementation="eager")
    layer, states, mask = question(falcon.FalconAttention(config, layer_idx=0), 911, dtype, heads)
    alibi = falcon.build_alibi_tensor(torch.ones(1, LENGTH, dtype=torch.long), heads, states.dtype)
    asked = fused(layer, lambda: layer(states, alibi, mask))
    return case(f"falcon-alibi-{dtype}-{name}", dtype, asked, form, note, model="FalconAttention",
                **fields)


def mpt_case(name, dtype, form, note, *, heads=4, **fields):
    config = MptConfig(d_model=heads * HEAD_DIM, n_heads=heads)
    layer, states, _ = question(mpt.MptAttention(config, layer_idx=0), 921, dtype, heads)
    alibi = mpt.build_mpt_alibi_tensor(heads, LENGTH)
    hidden = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
    (together, output), returned = model_layers.watch(
        lambda: layer(states, alibi, attention_mask=hidden), projections=[layer.Wqkv],
        output_projection=layer.out_proj)
    asked = [model_layers.by_heads(tensor, HEAD_DIM) for tensor in (*together.chunk(3, dim=2),
                                                                    output)] + [returned[1]]
    return case(f"mpt-{dtype}-{name}", dtype, asked, form, note, model="MptAttention", **fields)


def cases():
    torch.set_num_threads(1)
    for dtype in ("f32", "bf16"):
        yield bloom_case("key", dtype, "key", "slope * j")
        yield falcon_case("scaled-key", dtype, "scaled-key", "(q.k + slope * j)/sqrt(d)")
        yield mpt_case("relative", dtype, "relative", "slope * (j - 11) is slope * (j - t) under a "
                       "softmax")
    yield bloom_case("key-6-heads", "f32", "key", "6 heads: the slopes of 4, then every other one "
                     "of 8", heads=6)
    yield bloom_case("key-left-padding", "f32", "key", "three tokens of padding: positions count "
                     "from the fourth, rows of padding are the mean of all values", padding=3,
                     parameters={"empty_row": "mean"})
    yield mpt_case("relative-6-heads", "f32", "relative", "6 heads: every other slope of 8, then "
                   "the others", heads=6)
    yield bloom_case("key-as-relative", "f32", "relative", "the same weights under the other name")
    yield bloom_case("key-as-scaled-key", "f32", "scaled-key", "stated wrongly: as Falcon's",
                     wrong=True)
    for form in ("key", "relative"):
        yield falcon_case(f"scaled-key-as-{form}", "f32", form,
                          "stated wrongly: as if the scale did not act on the bias", wrong=True)
    yield falcon_case("scaled-key-9-heads", "f32", "scaled-key", "9 heads: the last slope is "
                      "2^-1/2, and Falcon rounds it, and its multiples, to bfloat16", heads=9,
                      wrong=True)
