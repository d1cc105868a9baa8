"""Caches in eight formats with scales of six granularities, and what engines make of them, right and wrong."""
import ml_dtypes
import numpy

B, HQ, H, SQ, S, D = 2, 4, 2, 16, 64, 64
GRANULARITIES = {"tensor": (1,), "head": (B, H), "token": (B, H, S), "channel": (1, H, 1, D), "token block": (B, H, 4),
                 "channel block": (B, H, S, 2)}


def _largest(element):
    return float(ml_dtypes.finfo(element).max)


def _pairs(codes):
    """Two in a byte, the first in the lower bits."""
    codes = codes.astype("u1") & 15
    return codes[..., 0::2] | codes[..., 1::2] << 4


def spread(grid, shape):
    """A number for each element."""
    grid = grid.reshape(grid.shape + (1,) * (4 - grid.ndim))
    for axis, size in enumerate(shape):
        grid = grid.repeat(size // grid.shape[axis], axis)
    return grid


def _grouped(x, grid):
    """The largest magnitude that each number of a grid serves."""
    shape = grid + (1,) * (4 - len(grid))
    split = [part for size, n in zip(x.shape, shape) for part in (n, size // n)]
    return abs(x).reshape(split).max((1, 3, 5, 7)).reshape(grid)


class Cache:
    """A tensor as it is stored, and how its numbers come of it; `scale` and the others are what an engine takes."""

    def __init__(self, name, x, grid):
        self.name, self.global_scale, self.zero_point = name, numpy.float32(1), None
        kind, least, most = {"e4m3": ("f", 0, 448), "e5m2": ("f", 0, 57344), "int8": ("i", -127, 127),
                             "uint8": ("i", 0, 255), "mxfp8": ("f", 0, 448), "nvfp4": ("f", 0, 6), "i4": ("i", -7, 7),
                             "u4": ("i", 0, 15)}[name]
        reach = (most - least) / 2 if least == 0 and kind == "i" else most
        scale = _grouped(x, grid) / reach
        self.scale = scale.astype("f4")
        if name == "mxfp8":
            self.scale = (2 ** numpy.ceil(numpy.log2(scale))).astype("f4").astype(ml_dtypes.float8_e8m0fnu)
        if name == "nvfp4":
            self.global_scale = numpy.float32(scale.max() / 448)
            self.scale = (scale / self.global_scale).astype(ml_dtypes.float8_e4m3fn)
        ratio = x / spread(self.scale.astype("f4") * self.global_scale, x.shape)
        if kind == "i":
            self.zero_point = numpy.array([[most // 2 + 1]], "i4") if least == 0 else None
            point = 0 if self.zero_point is None else self.zero_point
            self.element = numpy.clip(numpy.rint(ratio) + point, least, most)
            self.stored = _pairs(self.element.astype("i8")) if name in ("i4", "u4") else self.element.astype(name)
        else:
            dtype = {"e5m2": ml_dtypes.float8_e5m2, "nvfp4": ml_dtypes.float4_e2m1fn}.get(name, ml_dtypes.float8_e4m3fn)
            held = numpy.clip(ratio, -most, most).astype(dtype)
            self.element, self.stored = held.astype("f4"), _pairs(held.view("u1")) if name == "nvfp4" else held

    def said(self, letter):
        """Keywords, and the members of a description."""
        word = {"nvfp4": "e2m1", "i4": "i4", "u4": "u4"}.get(self.name)
        said = {f"{letter}_scale": self.scale, f"{letter}_zero_point": self.zero_point,
                f"{letter}_global_scale": self.global_scale if self.name == "nvfp4" else None,
                f"{letter}_format": word}
        return {name: value for name, value in said.items() if value is not None}

    def numbers(self, scale=None, zero_point=None):
        """In binary32, as an engine dequantises; scale: in place of its own, in binary32."""
        scale = self.scale.astype("f4") if scale is None else scale
        zero_point = (self.zero_point or 0) if zero_point is None else zero_point
        whole = spread(scale, self.element.shape) * self.global_scale
        return ((self.element - zero_point).astype("f4") * whole).astype("f4")


FORMATS = ("e4m3", "e5m2", "int8", "uint8", "mxfp8", "nvfp4", "i4", "u4")
_HELD = {"f32": numpy.float32, "bf16-flash": ml_dtypes.bfloat16, "fp16-flash": numpy.float16}


def engine(q, k, v, precision):
    """Causal, lower right: of numbers in the operands' format, sums in binary32."""
    held = _HELD[precision]
    q, k, v = (x.astype(held).astype("f4") for x in (q, k, v))
    k, v = (x.repeat(HQ // H, 1) for x in (k, v))
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k) * numpy.float32(D ** -0.5)
    scores = numpy.where(numpy.arange(S) <= numpy.arange(SQ)[:, None] + S - SQ, scores, -numpy.inf)
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    out = numpy.einsum("bhqk,bhkd->bhqd", weights.astype(held).astype("f4"), v)
    return (out / weights.sum(-1, keepdims=True)).astype(held)


def draw(name, granularity, seed):
    """Queries and two caches, whose heads, tokens and channels differ in size."""
    random = numpy.random.default_rng(seed)
    q = random.standard_normal((B, HQ, SQ, D)).astype("f4").astype(ml_dtypes.bfloat16).astype("f4")
    sizes = [numpy.exp(random.uniform(-0.7, 0.7, (B, H, 1, 1)) + random.uniform(-0.5, 0.5, (1, 1, S, 1))
                       + random.uniform(-0.7, 0.7, (1, H, 1, D))) for _ in "kv"]
    k, v = (random.standard_normal((B, H, S, D)) * size for size in sizes)
    return q, Cache(name, k, GRANULARITIES[granularity]), Cache(name, v * 3, GRANULARITIES[granularity])


def _mistakes(k, v):
    ks, vs = k.scale.astype("f4"), v.scale.astype("f4")
    right_k, right_v = k.numbers(), v.numbers()
    yield "k dropped", k.numbers(numpy.ones_like(ks)), right_v
    yield "v dropped", right_k, v.numbers(numpy.ones_like(vs))
    yield "k twice", k.numbers(ks * ks), right_v
    yield "v twice", right_k, v.numbers(vs * vs)
    yield "exchanged", k.numbers(vs), v.numbers(ks)
    axis = next((axis for axis in (1, 2, 3, 0) if axis < ks.ndim and ks.shape[axis] > 1), None)
    if axis is not None:
        yield "next", k.numbers(numpy.roll(ks, -1, axis)), v.numbers(numpy.roll(vs, -1, axis))
    if k.zero_point is not None:
        yield "zero point", right_k, v.numbers(zero_point=0)


def wrong(k, v):
    """What engines did instead: a name, and keys and values, of which some differ from the right ones."""
    right = k.numbers(), v.numbers()
    for what, *numbers in _mistakes(k, v):
        if any((x != y).any() for x, y in zip(numbers, right)):
            yield what, *numbers


# What a diagnosis says of each, at least.
NAMED = {"k dropped": ["leaves out k_scale"], "v dropped": ["leaves out v_scale"],
         "k twice": ["multiplies by k_scale twice"], "v twice": ["multiplies by v_scale twice"],
         "exchanged": ["multiplies k by v_scale and v by k_scale"], "next": ["k_scale and v_scale of the"],
         "zero point": ["v_zero_point"]}
