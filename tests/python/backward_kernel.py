"""A backward pass in NumPy, binary32 throughout, with faults that kernels have had.

It returns the arguments of plumbline.check: out, lse, dq, dk, dv and, with sinks, dsinks.  Causal, and the last query
sees all keys."""
import numpy

TILE = slice(16, 32)  # of queries

# A slip, and the gradients that it spoils.
SLIPS = {
    "mask dropped": {"dq", "dk", "dv", "dsinks"},
    "mask aligned with the first key": {"dq", "dk", "dv", "dsinks"},
    "delta omitted": {"dq", "dk", "dsinks"},
    "delta of another head": {"dq", "dk", "dsinks"},
    "scale twice": {"dq"},
    "sign": {"dq"},
    "softcap factor missing": {"dq", "dk"},
    "lse_grad ignored": {"dq", "dk", "dsinks"},
    "group sum missing": {"dk", "dv"},
    "tile of queries skipped": {"dk", "dv"},
    "dk and dv exchanged": {"dk", "dv"},
    "sink not in the weights": {"dq", "dk", "dv", "dsinks"},
    "dsinks zero": {"dsinks"},
    "dsinks of the first batch entry": {"dsinks"},
    "weights in bfloat16": {"dq", "dk", "dv"},
}


def _bfloat16(x):
    return ((x.view("u4") + 0x7FFF + (x.view("u4") >> 16 & 1)) & 0xFFFF0000).astype("u4").view("f4")


def _product(x, y):
    """Of matrices, in binary32."""
    return numpy.matmul(x, y, dtype="f4")


class Forward:
    """The scores behind a softcap, their tangents, the log-sum-exp and the output."""

    def __init__(self, q, k, v, sinks, softcap, offset, masked=True):
        self.softcap, self.scale = softcap, numpy.float32(q.shape[-1]**-0.5)
        scores = _product(q, k.swapaxes(2, 3)) * self.scale
        self.tangents = numpy.tanh(scores / numpy.float32(softcap)) if softcap else numpy.zeros_like(scores)
        scores = numpy.float32(softcap) * self.tangents if softcap else scores
        seen = numpy.tri(*scores.shape[2:], offset, dtype=bool) | (not masked)
        self.scores = numpy.where(seen, scores, numpy.float32(-numpy.inf))
        self.sinks = numpy.full((q.shape[1], 1), -numpy.inf, "f4") if sinks is None else sinks[:, None]
        most = numpy.maximum(self.scores.max(-1), self.sinks)
        total = numpy.exp(self.scores - most[..., None]).sum(-1) + numpy.exp(self.sinks - most)
        self.lse = most + numpy.log(total)
        self.out = _product(self.weights(self.lse), v)

    def weights(self, lse):
        return numpy.exp(self.scores - lse[..., None])


def _delta(forward, out_grad, lse_grad, slip):
    """What is taken from each y_j, of a row."""
    delta = (out_grad * forward.out).sum(-1)
    if slip == "delta omitted":
        delta = numpy.zeros_like(delta)
    if slip == "delta of another head":
        delta = numpy.roll(delta, 1, 1)
    return delta - (0 if lse_grad is None or slip == "lse_grad ignored" else lse_grad)


def _sums_of_groups(each, of, heads, slip):
    """Of what each query head gives for a key head, the sum."""
    first = slice(1) if slip == "group sum missing" else slice(None)
    return numpy.stack([each[:, of == head][:, first].sum(1) for head in range(heads)], 1)


def _again(slip, forward, q, keys, values, sinks):
    """The scores that the backward pass computes again, and the log-sum-exp that it takes."""
    if slip == "mask dropped":
        forward = Forward(q, keys, values, sinks, forward.softcap, 0, masked=False)
    if slip == "mask aligned with the first key":
        forward = Forward(q, keys, values, sinks, forward.softcap, 0)
    if slip == "sink not in the weights":
        return forward, Forward(q, keys, values, None, forward.softcap, keys.shape[2] - q.shape[2]).lse
    return forward, forward.lse


def _without_tile(of_pairs, slip):
    kept = numpy.array(of_pairs)
    kept[:, :, TILE] *= slip != "tile of queries skipped"
    return kept.swapaxes(2, 3)


def _of_sinks(weights, delta, slip):
    each = -weights * delta * (slip != "dsinks zero")
    return each[:1 if slip == "dsinks of the first batch entry" else None].sum((0, 2), dtype="f4")


def _spoilt(found, scale, slip):
    """With the slips that come last."""
    factor = {"scale twice": scale, "sign": numpy.float32(-1)}.get(slip, numpy.float32(1))
    dk, dv = ("dv", "dk") if slip == "dk and dv exchanged" else ("dk", "dv")
    return {**found, "dq": found["dq"] * factor, "dk": found[dk], "dv": found[dv]}


def answers(q, k, v, out_grad, lse_grad=None, sinks=None, softcap=0.0, tile=False, slip=None):
    heads, key_heads = q.shape[1], k.shape[1]
    of = numpy.arange(heads) % key_heads if tile else numpy.arange(heads) // (heads // key_heads)
    keys, values = k[:, of], v[:, of]
    forward = Forward(q, keys, values, sinks, softcap, k.shape[2] - q.shape[2])
    again, lse = _again(slip, forward, q, keys, values, sinks)
    weights, delta = again.weights(lse), _delta(again, out_grad, lse_grad, slip)
    weights = _bfloat16(weights) if slip == "weights in bfloat16" else weights
    products = weights * (_product(out_grad, values.swapaxes(2, 3)) - delta[..., None]) * again.scale
    products *= 1 if slip == "softcap factor missing" else 1 - numpy.square(again.tangents)
    found = {"out": forward.out, "lse": forward.lse, "dq": _product(products, keys),
             "dk": _sums_of_groups(_product(_without_tile(products, slip), q), of, key_heads, slip),
             "dv": _sums_of_groups(_product(_without_tile(weights, slip), out_grad), of, key_heads, slip)}
    if sinks is not None:
        found["dsinks"] = _of_sinks(numpy.exp(again.sinks - lse), delta, slip)
    return _spoilt(found, again.scale, slip)
