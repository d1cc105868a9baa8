"""Runs one attention layer of transformers, or its eager function, and records its inputs.

A layer gets random weights and random hidden states; the results of its own projections are the
inputs.  `observe` records the arguments of the attention function: if a layer rotates queries and
keys before, its rotary embedding is switched off (cosine 1, sine 0), so that no position is left.
`watch` records the results of the projections, before any rotation.
"""

import types

import torch
import transformers
from transformers import AttentionInterface

from engine_torch import to_numpy

VERSION = f"{transformers.__version__} on PyTorch {torch.__version__}"

# Eager functions that keep scores in the dtype of the model and take a softmax in float.
PRECISION = {"f32": "f32", "f16": "fp16-eager", "bf16": "bf16-eager"}


def additive_causal_mask(query):
    """What transformers adds to the scores: the least finite number of the dtype where hidden."""
    length = query.shape[2]
    least = torch.finfo(query.dtype).min
    return torch.full((1, 1, length, length), least, dtype=query.dtype).triu(1)


def call_eager(function, query, key, value, *, is_causal, scaling, module=None, **arguments):
    """(output, weights) of an eager function as NumPy arrays; `module` are the module's members
    that the function reads besides its arguments."""
    members = {"num_key_value_groups": query.shape[1] // key.shape[1], "training": False}
    layer = types.SimpleNamespace(**members | (module or {}))
    mask = additive_causal_mask(query) if is_causal else None
    output, weights = function(layer, query, key, value, mask, scaling=scaling, **arguments)
    return to_numpy(output.transpose(1, 2)), to_numpy(weights)


def no_rotation(length, head_dim):
    return torch.ones(1, length, head_dim), torch.zeros(1, length, head_dim)


def random_layer(layer, seed, factor=1.0):
    """Standard normal weights over sqrt(fan in), times `factor`: queries and keys of about unit
    variance for hidden states of unit variance."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in layer.parameters():
            drawn = torch.randn(parameter.shape, generator=generator)
            fan_in = parameter.shape[-1] if parameter.dim() > 1 else 1
            parameter.copy_(factor * drawn / fan_in ** 0.5)
    return layer.eval()


def hidden_states(seed, length, width):
    return torch.randn(1, length, width, generator=torch.Generator().manual_seed(seed))


def observe(eager_function, run_layer):
    """Runs a layer whose configuration names the attention "observed"; returns the one call of
    its attention function as (arguments by name, output, weights), all tensors."""
    calls = []

    def observed(module, query, key, value, attention_mask, **arguments):
        output, weights = eager_function(module, query, key, value, attention_mask, **arguments)
        calls.append(({"query": query, "key": key, "value": value} | arguments,
                      output.transpose(1, 2), weights))
        return output, weights

    AttentionInterface.register("observed", observed)
    with torch.no_grad():
        run_layer()
    (call,) = calls
    return call


def watch(run_layer, *, projections, output_projection):
    """Runs a layer; returns what came out of each projection and, last, what went into the output
    projection, and what the layer returned."""
    seen = {}

    def remember(module, tensor):
        if module in seen:
            raise RuntimeError("a projection was called twice")
        seen[module] = tensor

    hooks = [projection.register_forward_hook(lambda module, given, made: remember(module, made))
             for projection in projections]
    hooks.append(output_projection.register_forward_pre_hook(
        lambda module, given: remember(module, given[0])))
    try:
        with torch.no_grad():
            returned = run_layer()
    finally:
        for hook in hooks:
            hook.remove()
    return [seen[module] for module in (*projections, output_projection)], returned


def by_heads(packed, head_dim):
    """[batch, length, heads * head_dim] to [batch, heads, length, head_dim]."""
    return packed.unflatten(-1, (-1, head_dim)).transpose(1, 2)


def fused_by_heads(packed, head_dim):
    """Queries, keys and values of a projection that puts all three of one head side by side."""
    return packed.unflatten(-1, (-1, 3, head_dim)).permute(3, 0, 2, 1, 4).unbind(0)


def additive_mask(visible, dtype):
    """What transformers adds to the scores for a boolean mask."""
    least = torch.finfo(dtype).min
    return torch.where(visible, torch.zeros((), dtype=dtype), least)
