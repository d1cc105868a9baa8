"""Random inputs, with NumPy's binary64 output, rounded; some with one fault.

A configuration is a dictionary: `asked`, the keywords of plumbline.check; further members that `attention` reads;
`fault`, or None."""
import math

import ml_dtypes
import numpy

TYPES = {"f32": numpy.float32, "bf16-flash": ml_dtypes.bfloat16, "fp16-flash": numpy.float16}
OPERATORS = ["softmax"] * 6 + ["scaled-softmax", "clipped-softmax", "sigmoid", "relu"]
MASKS = ["none", "top-left", "bottom-right", "offset", "prefix", "window", "allowed", "chunk"]
POSITIONS = ["none"] * 3 + ["rope", "rope-interleaved", "alibi", "bias"]


def choice(draw, some):
    return some[draw.integers(len(some))]


def drawn(draw):
    """A question, with all that an answer depends on."""
    heads, group, batch = (int(draw.integers(1, most)) for most in (3, 4, 3))
    queries, keys = int(draw.integers(12, 33)), int(draw.integers(33, 49))
    c = {"precision": choice(draw, [*TYPES]), "operator": choice(draw, OPERATORS), "mask": choice(draw, MASKS),
         "position": choice(draw, POSITIONS), "sink": "none", "softcap": choice(draw, [0, 0, 0, 5.0]),
         "gqa": choice(draw, ["interleave", "tile"]), "layout": choice(draw, ["BHSD", "BSHD"]),
         "scale": choice(draw, [None, None, "1/sqrt(24)", 0.25]), "lse": bool(draw.integers(2)), "fault": None}
    if c["operator"] == "softmax":
        c["sink"] = choice(draw, ["none", "none", "zero", "logit"])
    dtype = TYPES[c["precision"]]
    for name, shape in (("q", (batch, heads * group, queries, 16)), ("k", (batch, heads, keys, 16)),
                        ("v", (batch, heads, keys, 8))):
        c[name] = (draw.standard_normal(shape) * (1.5 if name == "q" else 1)).astype(dtype)
    offset = {"top-left": 0, "offset": int(draw.integers(1, 9))}.get(c["mask"], keys - queries)
    c.update(offset=offset, prefix=int(draw.integers(3, 12)), window=int(draw.integers(3, 9)), chunk=8)
    c["allowed"] = draw.random((batch, 1, queries, keys)) < 0.7
    c["bias"] = draw.standard_normal((1, heads * group, queries, keys)).astype("f4")
    c["sinks"] = draw.standard_normal(heads * group).astype("f4")
    c["slopes"] = (0.05 + 0.2 * draw.random(heads * group)).astype("f4")
    return c


def visible(c, t, j):
    """Whether query t, at position t + offset, sees key j."""
    p = t + c["offset"]
    causal = j <= p
    return {"none": j >= 0, "prefix": causal | (j < c["prefix"]), "window": causal & (j >= p - c["window"]),
            "chunk": causal & (j // c["chunk"] == p // c["chunk"]), "allowed": c["allowed"]}.get(c["mask"], causal)


def rotated(x, positions, interleaved):
    half = x.shape[-1] // 2
    angle = positions[:, None] * 10000.0 ** (-numpy.arange(half) / half)
    pairs = (x[..., ::2], x[..., 1::2]) if interleaved else (x[..., :half], x[..., half:])
    turned = (pairs[0] * numpy.cos(angle) - pairs[1] * numpy.sin(angle),
              pairs[0] * numpy.sin(angle) + pairs[1] * numpy.cos(angle))
    return numpy.stack(turned, -1).reshape(x.shape) if interleaved else numpy.concatenate(turned, -1)


def weighed(c, x, seen):
    """Weights and log-sum-exp of scores; hidden keys have none."""
    if c["operator"] in ("sigmoid", "relu"):
        weight = 1 / (1 + numpy.exp(-x)) if c["operator"] == "sigmoid" else numpy.maximum(x, 0) / x.shape[-1]
        return numpy.where(seen, weight, 0), None
    logit = {"none": -math.inf, "zero": 0.0, "logit": c["sinks"].astype("f8")[None, :, None, None]}[c["sink"]]
    x = numpy.where(seen, x, -math.inf)
    most = numpy.maximum(x.max(-1, keepdims=True), logit)
    most = numpy.where(numpy.isinf(most), 0, most)
    power = numpy.exp(x - most)
    total = power.sum(-1, keepdims=True) + numpy.exp(logit - most)
    with numpy.errstate(divide="ignore"):
        lse = (most + numpy.log(total))[..., 0]
    weight = power / numpy.where(total > 0, total, 1)
    if c["operator"] == "scaled-softmax":
        weight = 0.5 * weight
    if c["operator"] == "clipped-softmax":
        weight = numpy.where(seen, numpy.clip(1.06 * weight - 0.03, 0, 1), 0)
    return weight, lse


def attention(c):
    """Output and log-sum-exp, in binary64."""
    q, k, v = (c[name].astype("f8") for name in "qkv")
    group, heads = q.shape[1] // k.shape[1], numpy.arange(q.shape[1])
    of = heads % k.shape[1] if c["gqa"] == "tile" else heads // group
    t, j = numpy.arange(q.shape[2])[:, None], numpy.arange(k.shape[2])[None, :]
    if c["position"].startswith("rope"):
        interleaved = c["position"] != "rope"
        q, k = rotated(q, t[:, 0] + c["offset"], interleaved), rotated(k, j[0], interleaved)
    scale = {None: 0.25, "1/sqrt(24)": 24**-0.5, 0.25: 0.25}[c["scale"]] * c.get("factor", 1)
    x = scale * numpy.einsum("bhqd,bhkd->bhqk", q, k[:, of])
    if c["softcap"]:
        x = c["softcap"] * numpy.tanh(x / c["softcap"])
    if c["position"] == "bias":
        x = x + c["bias"].astype("f8")
    if c["position"] == "alibi":
        x = x + c["slopes"].astype("f8")[:, None, None] * (j - t - c["offset"])
    seen = numpy.broadcast_to(visible(c, t, j), x.shape) & (j != c.get("lost", -1))
    weight, lse = weighed(c, x, seen)
    return numpy.einsum("bhqk,bhkd->bhqd", weight, v[:, of]), lse


def _other(word, one, other):
    return lambda c: {word: other if c[word] == one else one}


# A fault: what it changes, where it can be made, and what the diagnosis says then.
FAULTS = {
    "mask off by one": (lambda c: {"offset": c["offset"] + 1},
                        lambda c: c["mask"] in MASKS[1:4] and c["position"] in ("none", "bias"),
                        "masks show one key more at the newer end"),
    "mask forgotten": (lambda c: {"mask": "none"}, lambda c: c["mask"] != "none",
                       "leaves out (the (causal|boolean|prefix) mask|all masks)|whatever the mask says"),
    "other heads": (_other("gqa", "tile", "interleave"),
                    lambda c: c["k"].shape[1] > 1 and c["q"].shape[1] > c["k"].shape[1],
                    "gives query head h the key head h"),
    # ReLU of products that are larger is larger by as much.
    "other scale": (lambda c: {"factor": 1.25}, lambda c: c["softcap"] == 0,
                    "scales by about 1.25|output is 1.25 times"),
    "no softcap": (lambda c: {"softcap": 0}, lambda c: c["softcap"] > 0, "leaves out the softcap"),
    "no sink": (lambda c: {"sink": "none"}, lambda c: c["sink"] != "none", "sink"),
    "other pairs": (_other("position", "rope", "rope-interleaved"), lambda c: c["position"].startswith("rope"),
                    "rotates pairs"),
    "no bias": (lambda c: {"position": "none"}, lambda c: c["position"] in ("bias", "alibi"),
                "leaves out the bias|leaves the positional encoding out"),
    # What a clipped weight would be without a key no inference knows.
    "lost key": (lambda c: {"lost": 4}, lambda c: c["mask"] != "chunk" and c["operator"] != "clipped-softmax",
                 "key 4 is missing"),
    "window off by one": (lambda c: {"window": c["window"] - 1}, lambda c: c["mask"] == "window",
                          "the window left . instead of|has the window"),
}


def answer(c):
    output, lse = attention(c)
    return output, lse if c["lse"] else None


def faulty(draw):
    """A question, and another whose answer is given to it: all errors are beyond what rounding does."""
    while True:
        c, name = drawn(draw), choice(draw, [*FAULTS])
        change, may, _ = FAULTS[name]
        if not may(c):
            continue
        other = {**c, **change(c)}
        error = numpy.abs(attention(other)[0] - attention(c)[0])
        if error.max() > 0.1:
            return {**c, "fault": name}, other


def keywords(c, answered):
    """Of plumbline.check, with the answer of a configuration in the dtype of the inputs."""
    output, lse = answer(answered)
    layout = (lambda x: numpy.ascontiguousarray(x.swapaxes(1, 2))) if c["layout"] == "BSHD" else lambda x: x
    asked = {name: layout(c[name]) for name in "qkv"}
    asked.update(out=layout(output.astype(c["q"].dtype)), precision=c["precision"], layout=c["layout"],
                 operator=c["operator"], gqa=c["gqa"], scale=c["scale"], softcap=c["softcap"])
    if lse is not None:
        asked["lse"] = lse.astype("f4")
    asked["causal_alignment"] = {"offset": c["offset"]}
    asked["mask"] = {"none": "none", "allowed": "none", "prefix": "prefix"}.get(c["mask"], "causal")
    more = {"prefix": {"prefix": c["prefix"]}, "window": {"window": (c["window"], -1)}, "chunk": {"chunk": c["chunk"]},
            "allowed": {"allowed": c["allowed"]}}
    asked.update(more.get(c["mask"], {}))
    asked.update({"rope": {"position": "rope"}, "rope-interleaved": {"position": "rope", "rope_layout": "interleaved"},
                  "alibi": {"position": "alibi", "slopes": c["slopes"]},
                  "bias": {"bias": c["bias"]}}.get(c["position"], {}))
    asked.update({"scaled-softmax": {"alpha": 0.5}, "clipped-softmax": {"gamma": -0.03, "zeta": 1.03},
                  "relu": {"normalisation": "key-length"}}.get(c["operator"], {}))
    if c["sink"] != "none":
        asked["sink"] = c["sink"]
    if c["sink"] == "logit":
        asked["sinks"] = c["sinks"]
    return asked
