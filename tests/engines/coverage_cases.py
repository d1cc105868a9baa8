"""A case for what an attention function was asked: the words that state its arguments.

Masks are tensors there.  They are stated by name where they are what the name says, causal, a window, chunks, and as
`allowed` where they are not; what is added to scores besides is a `bias`.
"""

import inspect

import torch

import model_layers
from case_file import Case
from coverage_live import asks_causal, hidden
from engine_torch import to_numpy

PRECISION = {("eager", "f32"): "f32", ("eager", "bf16"): "bf16-eager", ("sdpa", "f32"): "f32-fast-exp",
             ("sdpa", "bf16"): "bf16-flash"}
SHIFTED = "max(dim=-1, keepdim=True)"  # scores less their maximum are stored


def places(shape):
    """p - j of each query and key, the last query at the last key."""
    queries, keys = shape[-2:]
    return torch.arange(queries)[:, None] + keys - queries - torch.arange(keys)[None]


def by_name(visible, chunk):
    """Words for a boolean mask of [B,H,Sq,Sk], or None: which masks of positions it is."""
    if visible.all():
        return {}
    if (visible != visible[:1, :1]).any():
        return None
    distance, seen = places(visible.shape), visible[0, 0]
    bottom_right = {"causal_alignment": "bottom-right"}
    causal = distance >= 0
    if (seen == causal).all():
        return {"mask": "causal"} | bottom_right
    if chunk:
        keys = torch.arange(seen.shape[1])
        same = (keys[None] // chunk) == ((distance + keys[None]) // chunk)
        if (seen == (causal & same)).all():
            return {"mask": "causal", "chunk": chunk} | bottom_right
    left, right = int(distance[seen].max()), int(-distance[seen].min())
    if (seen == ((distance <= left) & (distance >= -right))).all():
        return {"window": {"left": left, "right": right}} | bottom_right
    return None


def mask_words(mask, shape, chunk):
    """What a case says of a mask: words, and tensors by name."""
    if mask is None:
        return {}, {}
    where = hidden(mask, (*mask.shape[:2], *shape[-2:]))
    stated = by_name(~where, chunk)
    tensors = {}
    if stated is None:
        stated, tensors = {}, {"allowed": to_numpy(~where)}
    if mask.dtype != torch.bool:
        added = mask.expand(*mask.shape[:2], *shape[-2:]).masked_fill(where, 0)
        if added.any():
            tensors["bias"] = added
    return stated, tensors


def words(call, path):
    """Words and tensors of a case, and the queries, keys and values that it has."""
    given, layer = call.arguments, call.layer
    query, key, value = (given[name] for name in ("query", "key", "value"))
    shape = (*query.shape[:3], key.shape[2])
    mask, bias = given.get("attention_mask"), given.get("position_bias")
    source = inspect.getsource(call.function)
    stated, tensors = mask_words(mask, shape, getattr(getattr(layer, "config", None), "attention_chunk_size", None))
    if path == "sdpa" and asks_causal(layer, given):
        stated = {"mask": "causal", "causal_alignment": "top-left"}
    if bias is not None and ("position_bias" in inspect.signature(call.function).parameters):
        whole = bias.expand(*bias.shape[:2], *shape[-2:])
        tensors["bias"] = whole + tensors["bias"] if "bias" in tensors else whole
    if "bias" in tensors:
        tensors["bias"] = to_numpy(tensors["bias"])
    if given.get("softcap") and path == "eager" and "softcap" in source:
        stated["softcap"] = float(given["softcap"])
    sinks = given.get("sinks") if given.get("sinks") is not None else getattr(layer, "sinks", None)
    if path == "eager" and "sinks" in source and sinks is not None:
        stated["sink"] = "logit"
        tensors["sinks"] = to_numpy(sinks.reshape(-1))
    return stated, tensors, source


def exact_scale(scale, head_dim):
    return "1/sqrt(head_dim)" if abs(scale * head_dim ** 0.5 - 1) < 1e-15 else scale


def case(call, model, path, dtype, number):
    stated, tensors, source = words(call, path)
    precision = PRECISION[path, dtype]
    if path == "eager" and dtype == "bf16" and SHIFTED in source:
        precision += "-shifted"
    given = call.arguments
    if stated.pop("mask", None) == "causal":
        stated["mask"] = "causal"
    return Case(
        name=f"{model.__name__}-{path}-{dtype}-{call.step}-{number}", query=to_numpy(given["query"]),
        key=to_numpy(given["key"]), value=to_numpy(given["value"]), output=to_numpy(call.output),
        engine=f"transformers {model.__name__} ({path})", version=model_layers.VERSION, precision=precision,
        scale=exact_scale(call.scale, given["query"].shape[-1]), parameters=stated, inputs=tensors,
        note=f"{type(call.layer).__name__}, {call.step}")


def traced_case(call, model, dtype, number):
    """Of a question that was traced: heads are entries of its batch."""
    scores = call.scores
    where, bias = scores.out_of_sight[:, None], scores.bias
    stated = by_name(~where, None)
    tensors = {}
    if stated is None:
        stated, tensors = {}, {"allowed": to_numpy(~where)}
    if bias is not None:
        added = bias.reshape(scores.shape)[:, None].masked_fill(where, 0)
        if added.any():
            tensors["bias"] = to_numpy(added)
    return Case(
        name=f"{model.__name__}-eager-{dtype}-{call.step}-{number}", query=to_numpy(scores.query[:, None]),
        key=to_numpy(scores.key[:, None]), value=to_numpy(call.value), output=to_numpy(call.output),
        engine=f"transformers {model.__name__} (own code)", version=model_layers.VERSION,
        precision=PRECISION["eager", dtype], scale=exact_scale(scores.scale, scores.query.shape[-1]),
        parameters=stated, inputs=tensors, note=f"traced, {call.step}")


def kind(one):
    """Calls of the same kind ask the same: the same layer class, words and shapes."""
    description = {name: value for name, value in one.parameters.items()}
    return (one.note, one.query.shape, one.key.shape, one.value.shape, repr(sorted(description.items(), key=str)),
            repr(sorted((name, array.shape) for name, array in one.inputs.items())))


def distinct(every):
    """The first case of each kind."""
    kept = {}
    for one in every:
        kept.setdefault(kind(one), one)
    return list(kept.values())


def cases(calls, model, path, dtype):
    return distinct(case(call, model, path, dtype, i + 1) for i, call in enumerate(calls))


def traced_cases(calls, model, dtype):
    return distinct(traced_case(call, model, dtype, i + 1) for i, call in enumerate(calls))
