"""Positional encodings: what each does to embeddings, to queries and keys, or to scores.

Each is that of a Plumbline case of the same name (spec/positions.md); a case carries the tensors that
`tensors` names.
"""

import functools
import math

import torch
from torch import nn

BASE = 10000.0
BUCKETS = 32
MAX_DISTANCE = 128
SHAW_REACH = 16  # distances beyond count as this one


def angles(length, pairs):
    frequency = BASE ** (-torch.arange(pairs).float() / pairs)
    return torch.arange(length)[:, None] * frequency


@functools.cache
def turns(length, width):
    """(cosines, sines) of both halves of a vector; the sine is negative for the first."""
    angle = angles(length, width // 2)
    sine = angle.sin()
    return torch.cat([angle.cos()] * 2, dim=-1), torch.cat([-sine, sine], dim=-1)


def rotate(vectors):
    """RoPE in halves: the pairs (m, m + r/2) turned by position times base^(-2m/r)."""
    cosine, sine = turns(*vectors.shape[-2:])
    vectors = vectors.contiguous()
    return vectors * cosine + torch.roll(vectors, vectors.shape[-1] // 2, dims=-1) * sine


def sinusoidal(length, width):
    angle = angles(length, width // 2)
    return torch.cat([angle.sin(), angle.cos()], dim=-1)


def distances(length):
    """t - j of every query t and key j."""
    place = torch.arange(length)
    return place[:, None] - place[None, :]


def slopes(heads):
    return torch.tensor([2.0 ** (-8.0 * (head + 1) / heads) for head in range(heads)])


def t5_bucket(distance):
    """Half of the buckets for one distance each, the others in logarithmic steps; later keys are in 0."""
    distance = distance.clamp(min=0)
    exact = BUCKETS // 2
    ratio = torch.log(distance.clamp(min=1).double() / exact) / math.log(MAX_DISTANCE / exact)
    far = (exact + (ratio * (BUCKETS - exact)).long()).clamp(max=BUCKETS - 1)
    return torch.where(distance < exact, distance, far)


class Absolute(nn.Module):
    """Added to the embeddings, before the first layer."""

    def __init__(self, recipe, length):
        super().__init__()
        self.kind = recipe.position
        if self.kind == "learned":
            self.table = nn.Parameter(torch.empty(length, recipe.width))
        elif self.kind == "sinusoidal":
            self.register_buffer("table", sinusoidal(length, recipe.width), persistent=False)

    def forward(self, embeddings):
        if self.kind not in ("learned", "sinusoidal"):
            return embeddings
        return embeddings + self.table[:embeddings.shape[1]]


class Relative(nn.Module):
    """What a layer does with positions."""

    def __init__(self, recipe):
        super().__init__()
        self.kind = recipe.position
        self.heads = recipe.heads
        if self.kind == "t5":
            self.table = nn.Parameter(torch.zeros(BUCKETS, recipe.heads))
        elif self.kind == "shaw":
            self.table = nn.Parameter(torch.zeros(2 * SHAW_REACH + 1, recipe.head_dim))

    def turn(self, vectors):
        return rotate(vectors) if self.kind == "rope" else vectors

    def bias(self, query, scale):
        """Added to the scores [batch, heads, length, length]; None: nothing is."""
        distance = distances(query.shape[2])
        if self.kind == "alibi":
            return -slopes(self.heads)[:, None, None] * distance
        if self.kind == "t5":
            return self.table[t5_bucket(distance)].permute(2, 0, 1)
        if self.kind == "shaw":
            vectors = self.table[(-distance).clamp(-SHAW_REACH, SHAW_REACH) + SHAW_REACH]
            return torch.einsum("bhtd,tjd->bhtj", query, vectors) * scale
        return None

    def stated(self):
        """(members, tensors) of a case."""
        if self.kind == "t5":
            return {"position": "t5", "buckets": BUCKETS, "max_distance": MAX_DISTANCE}, {"position_table": self.table}
        if self.kind == "shaw":
            return {"position": "shaw"}, {"position_table": self.table}
        if self.kind == "alibi":
            return {"position": "alibi"}, {"slopes": slopes(self.heads)}
        return {"position": "rope" if self.kind == "rope" else "none"}, {}
