"""Inputs under which a wrong convention is visible.

Gaussian queries and keys of small scale give a nearly flat softmax, and a flat softmax hides a
wrong mask, scale or head map (every key gets about the same weight whatever is done).  A needle
question points each query at one chosen key, so the output is close to that key's value; the keys
chosen include the ones that wrong conventions would show, hide or take from another head.

Everything is drawn from NumPy's PCG64 with the seed that the case names, in binary64; each engine
module rounds the arrays to its own dtype and records the rounded ones.
"""

import numpy as np

SHAPE = dict(batch=1, query_heads=4, key_heads=2, query_length=24, key_length=24, head_dim=32)


# For the operators: enough for grouped heads, masks and empty cells to show.
SMALL = dict(batch=1, query_heads=4, key_heads=2, query_length=12, key_length=12, head_dim=16)


def gaussian(seed, *, batch, query_heads, key_heads, query_length, key_length, head_dim,
             value_dim=None):
    """Independent standard normal entries: scores of about unit variance."""
    random = np.random.Generator(np.random.PCG64(seed))
    value_dim = head_dim if value_dim is None else value_dim
    query = random.standard_normal((batch, query_heads, query_length, head_dim))
    key = random.standard_normal((batch, key_heads, key_length, head_dim))
    value = random.standard_normal((batch, key_heads, key_length, value_dim))
    return query, key, value


def needle_positions(query_length, key_length, head):
    """The key that each query of this head points at.

    Consecutive queries cycle through the keys at which conventions part: the last key visible
    and the first hidden under top-left alignment, the same two under bottom-right alignment, the
    first key and the last key of all.  The cycle starts at another point in each head.
    """
    shift = key_length - query_length
    positions = []
    for t in range(query_length):
        choices = (t, t + 1, t + shift, t + shift + 1, 0, key_length - 1)
        positions.append(int(np.clip(choices[(t + head) % len(choices)], 0, key_length - 1)))
    return positions


def needle(seed, *, strength=0.9, **shape):
    """Each query is `strength` times its needle key, plus a little of everything else.

    With head_dim 32 and scale 1/sqrt(head_dim) a needle scores about 5 above the other keys and
    takes about 3/4 of the weight: far from flat, yet far from saturated, so that an error in the
    scale shows as well.  Keys and values of different heads are independent.
    """
    query, key, value = gaussian(seed, **shape)
    group = shape["query_heads"] // shape["key_heads"]
    for h in range(shape["query_heads"]):
        positions = needle_positions(shape["query_length"], shape["key_length"], h)
        query[:, h] = strength * key[:, h // group, positions] + 0.1 * query[:, h]
    return query, key, value


def large_scores(seed, **shape):
    """Each query points at two keys of equal length, both with a score near 70.

    The shift by the maximum is indispensable (in binary16 an unshifted exponential overflows at
    11.1), and the weights depend on the small difference of two large scores, so every rounding
    of a score is visible in the output.
    """
    query, key, value = gaussian(seed, **shape)
    key *= np.sqrt(shape["head_dim"]) / np.linalg.norm(key, axis=-1, keepdims=True)
    group = shape["query_heads"] // shape["key_heads"]
    for h in range(shape["query_heads"]):
        first = needle_positions(shape["query_length"], shape["key_length"], h)
        second = [(position + 1) % shape["key_length"] for position in first]
        keys = key[:, h // group]
        query[:, h] = 12.0 * (keys[:, first] + keys[:, second]) + query[:, h]
    return query, key, value


def scaled(factor, question):
    """The same question with all scores multiplied by `factor`."""
    query, key, value = question
    return factor * query, key, value


def extra(seed, *shape):
    """Standard normal entries for a tensor besides query, key and value."""
    return np.random.Generator(np.random.PCG64(seed)).standard_normal(shape)


def alibi(query_heads, query_length, key_length):
    """The bias of ALiBi, slope * (j - t), with the slopes 2^(-8h/H) of its paper."""
    slopes = 2.0 ** (-8.0 * np.arange(1, query_heads + 1) / query_heads)
    distance = np.arange(key_length)[None, :] - np.arange(query_length)[:, None]
    return slopes[None, :, None, None] * distance


def outlier_values(seed, **shape):
    """A needle question in which two value columns are 1000 times larger and all of one sign:
    massive activations, as trained models show them."""
    query, key, value = needle(seed, **shape)
    value[..., 3] = 1000.0 * (1.0 + np.abs(value[..., 3]))
    value[..., 17] = -1000.0 * (1.0 + np.abs(value[..., 17]))
    return query, key, value
