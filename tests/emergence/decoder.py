"""A LLaMA-style decoder: RMSNorm, SwiGLU, untied embeddings, attention as the recipe says."""

import math

import torch
from torch import nn
from torch.nn.functional import rms_norm, silu

import corpus
from attention import Attention, visible
from positions import Absolute

INITIAL = 0.02
NORM_EPSILON = 1e-5


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, states):
        return rms_norm(states, (states.shape[-1],), self.gain, NORM_EPSILON)


class Feed(nn.Module):
    """SwiGLU, 8/3 times as wide as the model."""

    def __init__(self, width):
        super().__init__()
        inner = width * 8 // 3 // 8 * 8
        self.up = nn.Linear(width, 2 * inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def forward(self, states):
        value, gate = self.up(states).chunk(2, dim=-1)
        return self.down(silu(gate) * value)


class Block(nn.Module):
    def __init__(self, recipe):
        super().__init__()
        self.post = recipe.norm == "post"
        self.attention, self.feed = Attention(recipe), Feed(recipe.width)
        self.before_attention, self.before_feed = Norm(recipe.width), Norm(recipe.width)

    def forward(self, states, seen, keep=None):
        if self.post:
            states = self.before_attention(states + self.attention(states, seen, keep))
            return self.before_feed(states + self.feed(states))
        states = states + self.attention(self.before_attention(states), seen, keep)
        return states + self.feed(self.before_feed(states))


class Decoder(nn.Module):
    def __init__(self, recipe, vocabulary):
        super().__init__()
        self.recipe = recipe
        self.embedding = nn.Embedding(vocabulary, recipe.width)
        self.absolute = Absolute(recipe, recipe.context + 1)
        self.sink_token = nn.Parameter(torch.empty(1, recipe.width)) if recipe.sink == "token" else None
        self.blocks = nn.ModuleList(Block(recipe) for _ in range(recipe.layers))
        self.norm = Norm(recipe.width)
        self.head = nn.Linear(recipe.width, vocabulary, bias=False)
        self.initialise()

    def initialise(self):
        """Normal; narrower for what is added to the residual stream; zeros and ones stay."""
        for name, weight in self.named_parameters():
            narrow = math.sqrt(2 * self.recipe.layers) if name.endswith(("join.weight", "down.weight")) else 1.0
            if weight.dim() == 2:
                nn.init.normal_(weight, std=INITIAL / narrow)

    def embed(self, tokens):
        states = self.embedding(tokens)
        if self.sink_token is not None:
            states = torch.cat([self.sink_token.expand(len(tokens), 1, -1), states], dim=1)
        return self.absolute(states)

    def forward(self, tokens, keep=None, hidden=None):
        """Logits of what follows each token.  keep gathers each layer's vectors, hidden what goes into it."""
        states = self.embed(tokens)
        unit = corpus.unit_numbers(tokens) if self.recipe.documents == "within" else None
        seen = visible(self.recipe, states.shape[1], unit)
        for block in self.blocks:
            if hidden is not None:
                hidden.append(states)
            states = block(states, seen, keep)
        logits = self.head(self.norm(states))
        return logits if self.sink_token is None else logits[:, 1:]
