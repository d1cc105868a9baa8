"""One attention layer: any operator of operators.py, any encoding of positions.py, sinks, biases, gates."""

import torch
from torch import nn

import operators
from positions import Relative, distances

MLP_HIDDEN = 16  # of the MLP kernel, shared by the heads of a layer


def visible(recipe, length, unit=None):
    """Which keys a query sees: [length, length], or [batch, 1, length, length] where units of text count."""
    distance = distances(length)
    seen = distance >= 0
    if recipe.mask == "prefix":
        seen = seen | (torch.arange(length) < recipe.prefix)[None, :]
    if recipe.window:
        seen = seen & (distance < recipe.window)
    if unit is not None and recipe.documents == "within":
        seen = seen & (unit[:, None, :, None] == unit[:, None, None, :])
    return seen


class Sink(nn.Module):
    """A score that is no key's, and what its weight adds to the output."""

    def __init__(self, recipe):
        super().__init__()
        self.recipe = recipe
        heads, width = recipe.heads, recipe.head_dim
        if recipe.sink == "logit":
            self.logits = nn.Parameter(torch.zeros(heads))
        if recipe.sink in ("key", "key-value"):
            self.key = nn.Parameter(torch.empty(heads, recipe.sink_dimensions or width))
        if recipe.sink == "key-value" and recipe.sink_value == "learned":
            self.value = nn.Parameter(torch.empty(heads, width))

    def full_key(self):
        missing = self.recipe.head_dim - self.key.shape[-1]
        return nn.functional.pad(self.key, (0, missing))

    def full_value(self):
        recipe = self.recipe
        if recipe.sink_value == "learned":
            return self.value
        direction = torch.zeros(recipe.head_dim)
        direction[:1 if recipe.sink_value == "first" else None] = 1.0
        return (recipe.sink_value_length * direction / direction.norm()).expand(recipe.heads, -1)

    def logit(self, query, scale):
        kind = self.recipe.sink
        if kind == "zero":
            return torch.zeros_like(query[..., :1])
        if kind == "logit":
            return self.logits[None, :, None, None].expand(*query.shape[:3], 1)
        if kind in ("key", "key-value"):
            return torch.einsum("bhtd,hd->bht", query, self.full_key())[..., None] * scale
        return None

    def tensors(self):
        kind = self.recipe.sink
        named = {"sinks": self.logits} if kind == "logit" else {}
        if kind in ("key", "key-value"):
            named["k_star"] = self.full_key()
        if kind == "key-value":
            named["v_star"] = self.full_value()
        return named


class Features(nn.Module):
    """What queries and keys become before they are multiplied."""

    def __init__(self, recipe):
        super().__init__()
        self.kind = recipe.operator
        if self.kind == "mlp-kernel":
            self.inner = nn.Linear(recipe.head_dim, MLP_HIDDEN, bias=False)
            self.outer = nn.Linear(MLP_HIDDEN, recipe.head_dim, bias=False)

    def forward(self, vectors):
        if self.kind == "elu-kernel":
            return operators.elu_plus_one(vectors)
        if self.kind == "mlp-kernel":
            return self.outer(torch.relu(self.inner(vectors)))
        return vectors

    def tensors(self):
        return {"w1": self.inner.weight, "w2": self.outer.weight} if self.kind == "mlp-kernel" else {}


class Attention(nn.Module):
    def __init__(self, recipe):
        super().__init__()
        self.recipe = recipe
        self.project = nn.Linear(recipe.width, 3 * recipe.width, bias=False)
        self.join = nn.Linear(recipe.width, recipe.width, bias=False)
        self.position = Relative(recipe)
        self.features = Features(recipe)
        self.sink = Sink(recipe)
        if recipe.value_bias:
            self.value_bias = nn.Parameter(torch.empty(recipe.heads, recipe.head_dim))
        if recipe.gate != "none":
            self.gate = nn.Linear(recipe.width, recipe.heads if recipe.gate == "head" else recipe.width, bias=False)

    def split(self, states):
        """[batch, length, heads * n] as [batch, heads, length, n]."""
        return states.unflatten(-1, (self.recipe.heads, -1)).transpose(1, 2)

    def scores(self, query, key):
        """(scores of the keys, that of a sink)"""
        scale = self.recipe.head_dim ** -0.5
        turned, keys = self.features(self.position.turn(query)), self.features(self.position.turn(key))
        scores = (turned * scale) @ keys.transpose(-2, -1)
        bias = self.position.bias(query, scale)
        return scores if bias is None else scores + bias, self.sink.logit(turned, scale)

    def mix(self, weights, value):
        """Weights times values; the first column is a sink's where there is one more than there are keys."""
        keys = value.shape[2]
        output = (weights[..., -keys:] if weights.shape[-1] > keys else weights) @ value
        if self.recipe.sink == "key-value":
            output = output + weights[..., :1] * self.sink.full_value()[None, :, None, :]
        return output + self.value_bias[None, :, None, :] if self.recipe.value_bias else output

    def forward(self, states, seen, keep=None):
        query, key, value = map(self.split, self.project(states).chunk(3, dim=-1))
        scores, logit = self.scores(query, key)
        weights = operators.weights(self.recipe, scores, seen, logit)
        output = self.mix(weights, value)
        gate = None
        if self.recipe.gate != "none":
            gate = self.split(self.gate(states))
            output = output * torch.sigmoid(gate)
        if keep is not None:
            keep.append({"q": query, "k": key, "v": value, "weights": weights, "gate": gate})
        return self.join(output.transpose(1, 2).flatten(2))
