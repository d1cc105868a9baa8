"""Whole models of transformers whose attention has code of its own, with one layer.

Token ids go in.  Recorded are the results of the projections as inputs, so that positions, masks and
scales are the model's, and as output what goes into the output projection.

GPT-J    pairs (2m, 2m + 1) of the first elements; queries and keys become float after the rotation
GPT-Neo  queries and keys become float, no scale, a local layer sees window_size keys
CodeGen  as GPT-J; one projection makes queries, values and keys of each head
BLOOM    ALiBi, slope * j
MPT      ALiBi, slope * (j - (length - 1)); the mask is boolean, true is hidden
Falcon   a rotation, or ALiBi added before the scale.  The model puts ALiBi over sqrt(d) into the
         mask; sdpa gets only that.  The eager layer also adds ALiBi to its scores, so it acts
         twice
"""

from dataclasses import dataclass, field

import torch
import transformers

import engine_architectures
import model_layers
from case_file import Case
from engine_architectures import HEAD_DIM, PRECISION, SHAPE, STRENGTH, WIDTH
from engine_torch import DTYPES, to_numpy

ALIBI = {"position": "alibi"}


@dataclass
class Model:
    name: str
    model: str  # the class of transformers
    config: dict
    layer: object  # function of the model: its attention layer
    projections: tuple  # names in the layer, the output projection last
    heads: object  # function of what the projections made: query, key and value by heads
    stated: dict = field(default_factory=dict)
    note: str = ""
    scale: object = "1/sqrt(head_dim)"
    paths: tuple = ("eager",)


def separate(query, key, value):
    return [model_layers.by_heads(part, HEAD_DIM) for part in (query, key, value)]


def packed(together):
    """All queries, all keys, all values."""
    return separate(*together.chunk(3, dim=-1))


def of_one_key_head(together):
    heads = model_layers.by_heads(together, HEAD_DIM)
    return heads[:, :-2], heads[:, -2:-1], heads[:, -1:]


def codegen_heads(together):
    """Query, value and key of each head side by side."""
    query, value, key = model_layers.fused_by_heads(together, HEAD_DIM)
    return query, key, value


def answered(one, path, dtype):
    """query, key, value and output, by heads."""
    config = getattr(transformers, one.model).config_class(
        **SHAPE | {"num_attention_heads": 4} | one.config, attn_implementation=path)
    model = getattr(transformers, one.model)(config)
    model = model_layers.random_layer(model, 1012, factor=STRENGTH[dtype]).to(DTYPES[dtype])
    layer = one.layer(model)
    *projections, output_projection = (getattr(layer, name) for name in one.projections)
    text = engine_architectures.token_ids(1011, engine_architectures.LENGTH)
    (*made, output), _ = model_layers.watch(
        lambda: model(text), projections=projections, output_projection=output_projection)
    return *one.heads(*made), model_layers.by_heads(output, HEAD_DIM)


def case(one, path, dtype, *, suffix="", note=None, wrong=False, inputs=None):
    query, key, value, output = (to_numpy(array) for array in answered(one, path, dtype))
    return Case(
        name=f"model-{one.name}-{path}-{dtype}{suffix}", query=query, key=key, value=value,
        output=output, engine=f"transformers {one.model} ({path})", version=model_layers.VERSION,
        precision=PRECISION[path, dtype], scale=one.scale, causal_alignment="top-left",
        parameters=one.stated, inputs=inputs or {}, note=note or one.note, wrong=wrong)


FALCON_ALIBI = Model(
    "falcon-alibi", "FalconModel",
    dict(alibi=True, multi_query=False, new_decoder_architecture=False),
    lambda model: model.h[0].self_attention, ("query_key_value", "dense"),
    lambda together: model_layers.fused_by_heads(together, HEAD_DIM),
    ALIBI | {"alibi_form": "scaled-key"}, "(q.k + slope * j)/sqrt(d)", paths=("sdpa",))


def models():
    separately = ("q_proj", "k_proj", "v_proj", "out_proj")
    interleaved = {"position": "rope", "rope_layout": "interleaved", "rope_dim": 8}
    yield Model("gptj", "GPTJModel", dict(rotary_dim=8), lambda model: model.h[0].attn, separately,
                separate, interleaved, "pairs (2m, 2m + 1) of 8 of 16 elements")
    yield Model("gpt-neo-global", "GPTNeoModel",
                dict(num_layers=1, attention_types=[[["global"], 1]]),
                lambda model: model.h[0].attn.attention, separately, separate, {}, "no scale",
                scale="1")
    yield Model("gpt-neo-local", "GPTNeoModel",
                dict(num_layers=1, window_size=4, attention_types=[[["local"], 1]]),
                lambda model: model.h[0].attn.attention, separately, separate,
                {"window": {"left": 3}}, "no scale, window_size = 4: four keys", scale="1")
    yield Model("codegen", "CodeGenModel", dict(rotary_dim=8), lambda model: model.h[0].attn,
                ("qkv_proj", "out_proj"), codegen_heads, interleaved,
                "pairs (2m, 2m + 1) of 8 of 16 elements")
    yield Model("bloom", "BloomModel", dict(n_layer=1, n_head=4),
                lambda model: model.h[0].self_attention, ("query_key_value", "dense"),
                lambda together: model_layers.fused_by_heads(together, HEAD_DIM),
                ALIBI | {"alibi_form": "key"}, "slope * j")
    yield Model("mpt", "MptModel", dict(d_model=WIDTH, n_heads=4, n_layers=1, expansion_ratio=1),
                lambda model: model.blocks[0].attn, ("Wqkv", "out_proj"), packed,
                ALIBI | {"alibi_form": "relative"}, "slope * (j - 11), which is slope * (j - t) "
                "under a softmax")
    yield Model("falcon-rope", "FalconModel",
                dict(alibi=False, multi_query=True, new_decoder_architecture=False),
                lambda model: model.h[0].self_attention, ("query_key_value", "dense"),
                of_one_key_head, {"position": "rope"}, "one key head for all",
                paths=("eager", "sdpa"))
    yield FALCON_ALIBI


def slopes(factor):
    """The slopes of four heads, times `factor`."""
    return {"slopes": factor * torch.tensor([2.0 ** -2, 2.0 ** -4, 2.0 ** -6, 2.0 ** -8]).numpy()}


def falcon_eager():
    yield case(FALCON_ALIBI, "eager", "f32", wrong=True,
               note="ALiBi acts twice in eager attention: the model puts it into the mask, the "
               "layer adds it to the scores")
    yield case(FALCON_ALIBI, "eager", "f32", suffix="-twice", inputs=slopes(2.0),
               note="the same, stated as it is: slopes twice as large")


def cases():
    torch.set_num_threads(1)
    for one in models():
        for path in one.paths:
            for dtype in ("f32", "bf16"):
                yield case(one, path, dtype)
    yield from falcon_eager()
