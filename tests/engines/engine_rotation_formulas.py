"""Rotations in binary64, as plain PyTorch operations.

Engines compute the angles of a rotation in float, which tests little at large positions or with
nearly equal frequencies.  Here everything is double: RoPE (arXiv 2104.09864), linear
and dynamic scaling as transformers has them, YaRN (arXiv 2309.00071), the ramp of Llama 3.1,
LongRoPE (arXiv 2402.13753).  Every function is written from its formula.
"""

import math

import torch

import inputs
from engine_formulas import case, repeated, softmax

PAIRS = 8


def frequencies(base=10000.0):
    return base ** (-torch.arange(PAIRS, dtype=torch.float64) / PAIRS)


def changed_base(factor, base=10000.0):
    return frequencies(base * factor ** (PAIRS / (PAIRS - 1)))


def blended(factor, kept, theta):
    """`kept` is how much of each frequency stays as it is; the rest is divided by the factor."""
    return theta * kept.clamp(0.0, 1.0) + theta / factor * (1.0 - kept.clamp(0.0, 1.0))


def yarn(factor, original, truncate):
    def pair_that_turns(times):
        return PAIRS * math.log(original / (2.0 * math.pi * times)) / math.log(10000.0)

    low, high = pair_that_turns(32.0), pair_that_turns(1.0)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    ramp = (torch.arange(PAIRS, dtype=torch.float64) - low) / (high - low)
    return blended(factor, 1.0 - ramp, frequencies())


def llama3(factor, original):
    theta = frequencies(500000.0)
    return blended(factor, (original * theta / (2.0 * math.pi) - 1.0) / (4.0 - 1.0), theta)


def rotated(angles, multiplier, vectors):
    """Pairs (m, m + r/2)."""
    cosine, sine = multiplier * angles.cos(), multiplier * angles.sin()
    first, second = vectors.chunk(2, dim=-1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], dim=-1)


def rotation(name, first, theta, note, stated=None, *, multiplier=1.0, extra=None, **fields):
    question = inputs.needle(699, strength=1.0, **inputs.SMALL)
    positions = torch.arange(first, first + 12)
    angles = positions.double()[:, None] * theta

    def answer(query, key, value):
        weights = softmax(*(rotated(angles, multiplier, vectors) for vectors in (query, key)))
        return weights, weights @ repeated(value, query.shape[1])

    given = {"query_positions": positions[None], "key_positions": positions[None]}
    return case(f"rope-{name}at-{first}", "f64", question, answer, note, "softmax",
                {"position": "rope"} | (stated or {}), given | (extra or {}),
                source="arXiv 2104.09864", **fields)


def unscaled():
    for first in (0, 1000, 2 ** 20, 2 ** 30):
        yield rotation("", first, frequencies(), f"positions from {first}")
    yield rotation("as-interleaved-", 2 ** 20, frequencies(), "stated wrongly: pairs (2m, 2m + 1)",
                   {"rope_layout": "interleaved"}, wrong=True)
    yield rotation("base-10001-as-10000-", 2 ** 20, frequencies(10001.0),
                   "stated wrongly: base 10000", wrong=True)


def scaled():
    far = 20000

    def stated(scaling, factor, **more):
        return {"rope_scaling": scaling, "rope_factor": factor} | more

    yield rotation("linear-", far, frequencies() / 4.0, "linear, factor 4", stated("linear", 4.0))
    yield rotation("ntk-", far, changed_base(4.0), "NTK, factor 4", stated("ntk", 4.0))
    length = float(far + 12)
    grown = stated("dynamic", 4.0, rope_original=4096.0)
    yield rotation("dynamic-", far, changed_base(4.0 * length / 4096.0 - 3.0),
                   "dynamic, a text of 20012", grown | {"rope_length": length})
    yield rotation("dynamic-maximum-", far, changed_base(13.0), "dynamic, by the largest length",
                   grown | {"rope_length_rule": "maximum"})
    for truncate in (True, False):
        yield rotation("yarn-" if truncate else "yarn-untruncated-", far,
                       yarn(16.0, 4096.0, truncate), "YaRN, factor 16",
                       stated("yarn", 16.0, rope_original=4096.0, rope_truncate=truncate),
                       multiplier=0.1 * math.log(16.0) + 1.0)
    yield rotation("llama3-", far, llama3(8.0, 8192.0), "the ramp of Llama 3.1",
                   stated("llama3", 8.0, rope_original=8192.0, rope_base=500000.0))
    yield from longrope(far, stated)


def longrope(far, stated):
    tables = {"rope_long": 1.0 + 0.75 * torch.arange(PAIRS),
              "rope_short": 1.0 + 0.0625 * torch.arange(PAIRS)}
    for first, used in ((far, "rope_long"), (2000, "rope_short")):
        yield rotation("longrope-", first, frequencies() / tables[used].double(),
                       f"LongRoPE, {used}", stated("longrope", 32.0, rope_original=4096.0,
                                                   rope_length=float(first + 12)),
                       multiplier=math.sqrt(1.0 + math.log(32.0) / math.log(4096.0)),
                       extra=tables)


def cases():
    torch.set_num_threads(1)
    yield from unscaled()
    yield from scaled()
