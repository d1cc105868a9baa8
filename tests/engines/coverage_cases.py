"""A case for a call of an attention function: the words that state its arguments.

Its masks are tensors.  Masks that equal a causal mask, a window or chunks are stated by name, others as `allowed`;
numbers added to scores are a `bias`.
"""

import inspect

import torch

import model_layers
from case_file import Case
from coverage_live import asks_causal, hidden
from engine_architectures import PRECISION
from engine_torch import to_numpy

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


def words_for(where, added, chunk=None):
    """What a case says of keys that are hidden and of what is added to their scores: words, and tensors by name."""
    stated, tensors = by_name(~where, chunk), {}
    if stated is None:
        stated, tensors = {}, {"allowed": to_numpy(~where)}
    if added is not None:
        added = added.masked_fill(where, 0)
        if added.any():
            tensors["bias"] = added
    return stated, tensors


def mask_words(mask, shape, chunk):
    if mask is None:
        return {}, {}
    shape = (*mask.shape[:2], *shape[-2:])
    return words_for(hidden(mask, shape), None if mask.dtype == torch.bool else mask.expand(shape), chunk)


def words(call, path, source):
    """Words and tensors of a case; `source` is the text of the function."""
    given, layer = call.arguments, call.layer
    shape = (*given["query"].shape[:3], given["key"].shape[2])
    mask, bias = given.get("attention_mask"), given.get("position_bias")
    stated, tensors = mask_words(mask, shape, getattr(getattr(layer, "config", None), "attention_chunk_size", None))
    if path == "sdpa" and asks_causal(layer, given):
        stated = {"mask": "causal", "causal_alignment": "top-left"}
    if bias is not None and "position_bias" in inspect.signature(call.function).parameters:
        whole = bias.expand(*bias.shape[:2], *shape[-2:])
        tensors["bias"] = whole + tensors["bias"] if "bias" in tensors else whole
    if given.get("softcap") and path == "eager" and "softcap" in source:
        stated["softcap"] = float(given["softcap"])
    sinks = given.get("sinks") if given.get("sinks") is not None else getattr(layer, "sinks", None)
    if path == "eager" and "sinks" in source and sinks is not None:
        stated["sink"] = "logit"
        tensors["sinks"] = sinks.reshape(-1)
    return stated, tensors


def exact_scale(scale, head_dim):
    return "1/sqrt(head_dim)" if abs(scale * head_dim ** 0.5 - 1) < 1e-15 else scale


def arrays(tensors):
    return {name: to_numpy(one) if isinstance(one, torch.Tensor) else one for name, one in tensors.items()}


def case(call, model, path, dtype, number):
    given, source = call.arguments, inspect.getsource(call.function)
    stated, tensors = words(call, path, source)
    precision = PRECISION[path, dtype]
    if path == "eager" and dtype == "bf16" and SHIFTED in source:
        precision += "-shifted"
    return Case(
        name=f"{model.__name__}-{path}-{dtype}-{call.step}-{number}", query=to_numpy(given["query"]),
        key=to_numpy(given["key"]), value=to_numpy(given["value"]), output=to_numpy(call.output),
        engine=f"transformers {model.__name__} ({path})", version=model_layers.VERSION, precision=precision,
        scale=exact_scale(call.scale, given["query"].shape[-1]), parameters=stated, inputs=arrays(tensors),
        note=f"{type(call.layer).__name__}, {call.step}")


def traced_case(call, model, dtype, number):
    """Of a question that was traced: heads are entries of its batch."""
    scores = call.scores
    added = None if scores.bias is None else scores.bias.reshape(scores.shape)[:, None]
    stated, tensors = words_for(scores.out_of_sight[:, None], added)
    return Case(
        name=f"{model.__name__}-eager-{dtype}-{call.step}-{number}", query=to_numpy(scores.query[:, None]),
        key=to_numpy(scores.key[:, None]), value=to_numpy(call.value), output=to_numpy(call.output),
        engine=f"transformers {model.__name__} (own code)", version=model_layers.VERSION,
        precision=PRECISION["eager", dtype], scale=exact_scale(scores.scale, scores.query.shape[-1]),
        parameters=stated, inputs=arrays(tensors), note=f"traced, {call.step}")


def kind(one):
    """Calls of the same kind ask the same: the same layer class, words and shapes."""
    inputs = sorted((name, array.shape) for name, array in one.inputs.items())
    return (one.note, one.query.shape, one.key.shape, one.value.shape, repr(sorted(one.parameters.items())),
            repr(inputs))


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
