"""Attention kernels written by different means, each with a typical fault that can be planted.

A kernel takes q [H,Sq,D], k and v [Hkv,Sk,D] as binary32 and whether to plant the fault, and returns [H,Sq,D].  It
computes in binary32.  `asked` has the conventions if they are not causal attention.  There are as many keys as
queries."""
import math

import numpy

F = numpy.float32
KERNELS = {}


def registry(kernels):
    """What names a kernel in that table, and the slip that it can make."""

    def kernel(slip, **asked):
        def note(function):
            kernels[function.__name__] = (function, slip, asked or {"mask": "causal"})
            return function

        return note

    return kernel


kernel = registry(KERNELS)


def _heads(q, k, v, one, **more):
    """One head after the other, those of keys shared by neighbours."""
    group = len(q) // len(k)
    return numpy.stack([one(q[h], k[h // group], v[h // group], **more) for h in range(len(q))])


def _scale(q):
    return F(1 / math.sqrt(q.shape[-1]))


def _hidden(rows, columns, first=0):
    """Of the queries `rows` and the keys `columns`, which are hidden."""
    return numpy.asarray(columns)[None, :] > numpy.asarray(rows)[:, None] + first


def _softmax(scores):
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True, dtype=F)


def _masked(scores, hidden):
    return numpy.where(hidden, F(-numpy.inf), scores)


def _repeated(q, k):
    return numpy.repeat(k, len(q) // len(k), 0)


@kernel("the mask leaves the last query out")
def whole_matrix(q, k, v, slip):
    rows = numpy.arange(q.shape[1])
    hidden = _hidden(rows, rows)
    hidden[-1 if not slip else -2:] = [rows > rows[-1]] if not slip else [rows > rows[-2] + 1, rows > rows[-1]]
    scores = q @ _repeated(q, k).transpose(0, 2, 1) * _scale(q)
    return _softmax(_masked(scores, hidden)) @ _repeated(q, v)


@kernel("the scale is that of one dimension more")
def einsum(q, k, v, slip):
    rows = numpy.arange(q.shape[1])
    scores = numpy.einsum("hqd,hkd->hqk", q, _repeated(q, k)) * F(1 / math.sqrt(q.shape[-1] + slip))
    return numpy.einsum("hqk,hkd->hqd", _softmax(_masked(scores, _hidden(rows, rows))), _repeated(q, v))


@kernel("the sum leaves out the newest key")
def row_by_row(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for t in range(len(q)):
            scores = k[:t + 1] @ q[t] * _scale(q)
            weights = numpy.exp(scores - scores.max())
            out[t] = weights @ v[:t + 1] / weights[:t + 1 - (slip and t > 0)].sum(dtype=F)
        return out

    return _heads(q, k, v, one)


@kernel("the accumulator is not rescaled")
def online(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for t in range(len(q)):
            largest, total, sums = F(-numpy.inf), F(0), numpy.zeros(v.shape[-1], F)
            for i in range(t + 1):
                score = (q[t] * k[i]).sum(dtype=F) * _scale(q)
                new = max(largest, score)
                shrink, weight = numpy.exp(largest - new), numpy.exp(score - new)
                total = total * shrink + weight
                sums = sums * (F(1) if slip else shrink) + weight * v[i]
                largest = new
            out[t] = sums / total
        return out

    return _heads(q, k, v, one)


@kernel("the first key is not read")
def online_backwards(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for t in range(len(q)):
            largest, total, sums = F(-numpy.inf), F(0), numpy.zeros(v.shape[-1], F)
            for i in range(t, -1 + (slip and t > 0), -1):
                score = q[t] @ k[i] * _scale(q)
                new = max(largest, score)
                shrink, weight = numpy.exp(largest - new), numpy.exp(score - new)
                total, sums, largest = total * shrink + weight, sums * shrink + weight * v[i], new
            out[t] = sums / total
        return out

    return _heads(q, k, v, one)


def _tiles(q, k, v, rows, tiles, hidden):
    """Online softmax of a block of queries over tiles of keys: largest score, sum, accumulator."""
    largest = numpy.full((len(rows), 1), F(-numpy.inf))
    total, sums = numpy.zeros((len(rows), 1), F), numpy.zeros((len(rows), v.shape[-1]), F)
    for tile in tiles:
        scores = _masked(q[rows] @ k[tile].T * _scale(q), hidden(rows, tile))
        new = numpy.maximum(largest, scores.max(1, keepdims=True))
        safe = numpy.where(numpy.isinf(new), F(0), new)
        shrink, weights = numpy.exp(largest - safe), numpy.exp(scores - safe)
        total = total * shrink + weights.sum(1, keepdims=True, dtype=F)
        sums, largest = sums * shrink + weights @ v[tile], new
    return largest, total, sums


def _cut(length, size):
    return [numpy.arange(first, min(first + size, length)) for first in range(0, length, size)]


@kernel("the tail of keys, less than a tile, is dropped")
def tiled(q, k, v, slip):
    def one(q, k, v):
        tiles = [tile for tile in _cut(len(k), 16) if not slip or len(tile) == 16]
        _, total, sums = _tiles(q, k, v, numpy.arange(len(q)), tiles, _hidden)
        return sums / total

    return _heads(q, k, v, one)


@kernel("tiles on the diagonal are masked one off")
def blocks_of_queries(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for rows in _cut(len(q), 8):
            tiles = [tile for tile in _cut(len(k), 16) if tile[0] <= rows[-1]]
            _, total, sums = _tiles(q, k, v, rows, tiles, lambda r, c: _hidden(r, c, slip and c[-1] > r[0]))
            out[rows] = sums / total
        return out

    return _heads(q, k, v, one)


def _splits(q, k, v, parts):
    every = numpy.arange(len(q))
    return [_tiles(q, k, v, every, [keys], _hidden) for keys in numpy.array_split(numpy.arange(len(k)), parts)]


@kernel("splits are averaged")
def split_keys(q, k, v, slip):
    def one(q, k, v):
        found = _splits(q, k, v, 3)
        whole = numpy.maximum.reduce([largest for largest, _, _ in found])
        shares = [numpy.exp(largest - whole) for largest, _, _ in found]
        if slip:
            shares = [F(1) / total.clip(F(1e-30)) for _, total, _ in found]
        return (sum(share * sums for share, (_, _, sums) in zip(shares, found)) /
                sum(share * total for share, (_, total, _) in zip(shares, found)))

    return _heads(q, k, v, one)


@kernel("a merge does not rescale the second sum")
def merged_as_a_tree(q, k, v, slip):
    def merge(a, b):
        largest = numpy.maximum(a[0], b[0])
        safe = numpy.where(numpy.isinf(largest), F(0), largest)  # neither part has a key that is seen
        left, right = numpy.exp(a[0] - safe), numpy.exp(b[0] - safe)
        return largest, a[1] * left + b[1] * (F(1) if slip else right), a[2] * left + b[2] * right

    def one(q, k, v):
        first, second, third, fourth = _splits(q, k, v, 4)
        _, total, sums = merge(merge(first, second), merge(third, fourth))
        return sums / total

    return _heads(q, k, v, one)


@kernel("log-sum-exps to base e are merged as if to base 2")
def merged_by_log_sum_exp(q, k, v, slip):
    def one(q, k, v):
        found = [(largest + numpy.log(total.clip(F(1e-30))), sums / total.clip(F(1e-30)))
                 for largest, total, sums in _splits(q, k, v, 2)]
        whole = numpy.logaddexp(found[0][0], found[1][0])
        power = numpy.exp2 if slip else numpy.exp
        return sum(power(lse - whole) * out for lse, out in found)

    return _heads(q, k, v, one)


@kernel("two pages of keys are swapped, and not those of values")
def paged(q, k, v, slip):
    def one(q, k, v):
        table = numpy.random.default_rng(3).permutation(-(-len(k) // 8))
        slots = numpy.zeros(len(table) * 8, int)
        for page, place in enumerate(table):
            slots[page * 8:page * 8 + 8] = place * 8 + numpy.arange(8)
        pool_k, pool_v = numpy.zeros((len(slots), k.shape[1]), F), numpy.zeros((len(slots), v.shape[1]), F)
        pool_k[slots[:len(k)]], pool_v[slots[:len(v)]] = k, v
        read = slots.copy()
        if slip:
            read[:16] = numpy.concatenate([slots[8:16], slots[:8]])
        _, total, sums = _tiles(q, pool_k[read[:len(k)]], pool_v[slots[:len(v)]], numpy.arange(len(q)),
                                _cut(len(k), 8), _hidden)
        return sums / total

    return _heads(q, k, v, one)


@kernel("query heads read the key head of their number modulo the key heads")
def grouped(q, k, v, slip):
    rows = numpy.arange(q.shape[1])
    split = q.reshape(len(k), -1, *q.shape[1:]) if not slip else q.reshape(-1, len(k), *q.shape[1:]).swapaxes(0, 1)
    scores = numpy.einsum("ghqd,gkd->ghqk", split, k) * _scale(q)
    out = numpy.einsum("ghqk,gkd->ghqd", _softmax(_masked(scores, _hidden(rows, rows))), v)
    return (out if not slip else out.swapaxes(0, 1)).reshape(q.shape)


@kernel("a tile of values is that of the tile before")
def keys_outside(q, k, v, slip):
    def one(q, k, v):
        rows = numpy.arange(len(q))
        scores = _masked(q @ k.T * _scale(q), _hidden(rows, rows))
        weights = numpy.exp(scores - scores.max(1, keepdims=True))
        sums = numpy.zeros_like(q)
        for number, tile in enumerate(_cut(len(k), 16)):
            from_tile = tile - 16 if slip and number == 1 else tile
            sums += weights[:, tile] @ v[from_tile]
        return sums / weights.sum(1, keepdims=True, dtype=F)

    return _heads(q, k, v, one)


@kernel("each step sees a key less than there is")
def decoded_with_a_cache(q, k, v, slip):
    def one(q, k, v):
        cache_k, cache_v, out = k[:0], v[:0], []
        for t in range(len(q)):
            cache_k, cache_v = numpy.vstack([cache_k, k[t:t + 1]]), numpy.vstack([cache_v, v[t:t + 1]])
            seen = len(cache_k) - (slip and t > 0)
            out.append(_softmax(cache_k[:seen] @ q[t] * _scale(q)) @ cache_v[:seen])
        return numpy.stack(out)

    return _heads(q, k, v, one)


@kernel("of an odd number of sums the last is lost")
def summed_pairwise(q, k, v, slip):
    def total_of(weights):
        while weights.shape[1] > 1:
            half = weights.shape[1] // 2
            odd = weights[:, 2 * half:2 * half if slip else None]
            weights = numpy.concatenate([weights[:, :half] + weights[:, half:2 * half], odd], 1)
        return weights

    def one(q, k, v):
        rows = numpy.arange(len(q))
        scores = _masked(q @ k.T * _scale(q), _hidden(rows, rows))
        weights = numpy.exp(scores - scores.max(1, keepdims=True))
        return weights @ v / total_of(weights)

    return _heads(q, k, v, one)


@kernel("the window has a key more", mask="causal", window={"left": 6, "right": 0})
def window(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for t in range(len(q)):
            seen = slice(max(0, t - 6 - slip), t + 1)
            out[t] = _softmax(k[seen] @ q[t] * _scale(q)) @ v[seen]
        return out

    return _heads(q, k, v, one)


@kernel("the first tile of the band is skipped", mask="causal", window={"left": 6, "right": 0})
def window_of_tiles(q, k, v, slip):
    def one(q, k, v):
        out = numpy.empty_like(q)
        for rows in _cut(len(q), 4):
            tiles = [tile for tile in _cut(len(k), 4) if tile[-1] >= rows[0] - 6 and tile[0] <= rows[-1]]
            tiles = tiles[slip and len(tiles) > 1:]
            _, total, sums = _tiles(q, k, v, rows, tiles,
                                    lambda r, c: _hidden(r, c) | (c[None, :] < r[:, None] - 6))
            out[rows] = sums / total
        return out

    return _heads(q, k, v, one)


@kernel("scores are not capped", mask="causal", softcap=20)
def capped(q, k, v, slip):
    rows = numpy.arange(q.shape[1])
    scores = q @ _repeated(q, k).transpose(0, 2, 1) * _scale(q)
    scores = scores if slip else numpy.tanh(scores / F(20)) * F(20)
    return _softmax(_masked(scores, _hidden(rows, rows))) @ _repeated(q, v)


@kernel("the hidden half is seen", mask="none")
def bidirectional(q, k, v, slip):
    rows = numpy.arange(q.shape[1])
    scores = q @ _repeated(q, k).transpose(0, 2, 1) * _scale(q)
    return _softmax(_masked(scores, _hidden(rows, rows) & bool(slip))) @ _repeated(q, v)


@kernel("slopes are those of the heads in reverse", mask="causal", position="alibi")
def alibi(q, k, v, slip):
    slopes = F(2) ** (F(-8) * numpy.arange(1, len(q) + 1, dtype=F) / F(len(q)))
    rows = numpy.arange(q.shape[1])
    distance = (rows[None, :] - rows[:, None]).astype(F)
    bias = (slopes[::-1] if slip else slopes)[:, None, None] * distance
    scores = q @ _repeated(q, k).transpose(0, 2, 1) * _scale(q) + bias
    return _softmax(_masked(scores, _hidden(rows, rows))) @ _repeated(q, v)


@kernel("neighbours are paired in place of halves", mask="causal", position="rope")
def rotary(q, k, v, slip):
    def turned(x):
        half = x.shape[-1] // 2
        angles = numpy.arange(x.shape[1])[:, None] * 10000.0 ** (-numpy.arange(half) / half)
        cos, sin = numpy.cos(angles).astype(F), numpy.sin(angles).astype(F)
        out = numpy.empty_like(x)
        first, second = (slice(0, None, 2), slice(1, None, 2)) if slip else (slice(0, half), slice(half, None))
        out[..., first] = x[..., first] * cos - x[..., second] * sin
        out[..., second] = x[..., second] * cos + x[..., first] * sin
        return out

    rows = numpy.arange(q.shape[1])
    scores = turned(q) @ _repeated(q, turned(k)).transpose(0, 2, 1) * _scale(q)
    return _softmax(_masked(scores, _hidden(rows, rows))) @ _repeated(q, v)
