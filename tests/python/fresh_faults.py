"""Faults of attention kernels, most of them reported against real ones, each planted into a small correct kernel.

    fresh_faults.py write FOLDER         # every fault in f32 and bf16, and a correct reference of each configuration
    fresh_faults.py judge PLUMB FOLDER   # the results of `PLUMB diagnose`, as a table

The kernel walks over tiles of keys with an online softmax, and merges splits.  Products are in binary64; stored
scores, weights and sums are rounded to binary32; in bf16 the weights are rounded to bfloat16 before the product with
the values.  A fault is a function that replaces methods of the kernel."""
import json
import math
import pathlib
import re
import subprocess
import sys
import time
import types
import zlib

import numpy

F = numpy.float32
FAULTS = []


def bfloat16(x):
    """x rounded to bfloat16, to nearest, ties to even, as binary32."""
    bits = numpy.ascontiguousarray(x, F).view(numpy.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(numpy.uint32).view(F)


def single(x):
    return numpy.asarray(x, F).astype(float)


# ---- the cases ----

def shape(batch, heads, key_heads, queries, keys, dim=32, **more):
    """A configuration; keys that a mask hides are stated in `more`."""
    usual = dict(causal=False, offset=None, left=None, softcap=0, sink=False, bias=None, allowed=None, rope=False,
                 slopes=None, shift=0, rows=64, columns=64, splits=1, backwards=False)
    assert not set(more) - set(usual)
    return dict(usual, batch=batch, heads=heads, key_heads=key_heads, queries=queries, keys=keys, dim=dim, **more)


def forest(rng, n):
    """Which of n drafted tokens a token sees: itself and its ancestors."""
    seen = numpy.eye(n, dtype=bool)
    for t in range(1, n):
        seen[t] |= seen[rng.integers(max(0, t - 3), t)]
    return seen


def lengths(*all_of_them):
    """The keys of each batch entry up to its length."""
    def mask(rng, c):
        return (numpy.arange(c.keys) < numpy.array(all_of_them)[:, None])[:, None, None] & numpy.ones(
            (1, 1, c.queries, 1), bool)
    return mask


def tree(rng, c):
    """All keys of the text, and a tree among those drafted last, of which each is a query."""
    seen = numpy.ones((1, 1, c.queries, c.keys), bool)
    seen[..., c.keys - c.queries:] = forest(rng, c.queries)
    return seen


def scattered(rng, c):
    """Four of five keys, and always the query's own."""
    seen = rng.random((1, 1, c.queries, c.keys)) < 0.8
    return seen | numpy.eye(c.queries, c.keys, c.keys - c.queries, dtype=bool)


def documents(*ends):
    def mask(rng, c):
        of = numpy.searchsorted(ends, numpy.arange(c.keys), side="right")
        return (of[:, None] == of)[None, None]
    return mask


def without(first, end):
    """Every key but a range."""
    def mask(rng, c):
        seen = numpy.ones((1, 1, c.queries, c.keys), bool)
        seen[..., first:end] = False
        return seen
    return mask


def biases(*axes):
    """Biases that differ along batch entries and heads as `axes` says."""
    return lambda rng, c: rng.standard_normal([*axes, c.queries, c.keys]).astype(F)


def alibi(heads):
    """The slopes of that many heads, as the paper has them where they are no power of two."""
    power = 1 << int(math.log2(heads))
    slopes = [2.0 ** (-8 * (i + 1) / power) for i in range(power)]
    return slopes + [2.0 ** (-4 * (i + 1) / power) for i in range(0, 2 * (heads - power), 2)]


def inputs(configuration, bf16):
    c = types.SimpleNamespace(**configuration)
    rng = numpy.random.default_rng(zlib.crc32(repr([(name, value if not callable(value) else value.__qualname__)
                                                    for name, value in configuration.items()]).encode()))
    stored = bfloat16 if bf16 else (lambda x: x.astype(F))
    c.q = 1.4 * rng.standard_normal((c.batch, c.heads, c.queries, c.dim))
    c.k, c.v = rng.standard_normal((2, c.batch, c.key_heads, c.keys, c.dim))
    if c.shift:  # scores of one sign
        c.q[..., 0], c.k[..., 0] = math.sqrt(-c.shift), -math.sqrt(-c.shift * c.dim)
    c.q, c.k, c.v = (stored(x) for x in (c.q, c.k, c.v))
    c.sinks = rng.uniform(2, 6, c.heads).astype(F) if c.sink else None
    c.bias = c.bias(rng, c) if c.bias else None
    c.allowed = c.allowed(rng, c) if c.allowed else None
    c.slopes = numpy.array(c.slopes, F) if c.slopes else None
    c.offset = c.keys - c.queries if c.offset is None else c.offset
    c.group, c.scale, c.bf16 = c.heads // c.key_heads, 1 / math.sqrt(c.dim), bf16
    return c


# ---- the kernel ----

class Kernel:
    """Right, until a fault replaces one of its methods."""

    def __init__(self, configuration, bf16):
        self.__dict__.update(vars(inputs(configuration, bf16)))
        self.n = self.keys
        self.positions = numpy.arange(self.queries) + self.offset

    def query(self, b, h):
        return self.q[b, h]

    def key(self, b, h):
        return self.k[b, h // self.group]

    def value(self, b, h):
        return self.v[b, h // self.group]

    def turned(self, x, positions):
        """x with RoPE, whose pairs are halves apart."""
        half = self.dim // 2
        angle = numpy.asarray(positions, float)[:, None] * 10000.0 ** (-numpy.arange(half) / half)
        x, y = x[:, :half], x[:, half:]
        return numpy.hstack([x * numpy.cos(angle) - y * numpy.sin(angle), y * numpy.cos(angle) + x * numpy.sin(angle)])

    def query_positions(self, b, h):
        return self.positions

    def product(self, b, h):
        q, k = self.query(b, h).astype(float), self.key(b, h).astype(float)
        if self.rope:
            q, k = self.turned(q, self.query_positions(b, h)), self.turned(k, numpy.arange(len(k)))
        return q @ k.T

    def added(self, b, h):
        """What is added to the scores."""
        x = 0.0
        if self.bias is not None:
            x = x + self.bias[b % len(self.bias), h % self.bias.shape[1]]
        if self.slopes is not None:
            x = x + float(self.slopes[h]) * (numpy.arange(self.keys) - self.positions[:, None])
        return x

    def scores(self, b, h):
        x = self.product(b, h) * self.scale
        if self.softcap:
            x = self.softcap * numpy.tanh(x / self.softcap)
        return single(x + self.added(b, h))

    def shown(self, b, h):
        """The boolean mask."""
        return self.allowed[b % len(self.allowed), h % self.allowed.shape[1]]

    def ordered(self, b, h):
        """What the order of keys shows: the causal mask and the window."""
        p, j = self.positions[:, None], numpy.arange(self.keys)
        seen = numpy.ones((self.queries, self.keys), bool)
        if self.causal:
            seen &= j <= p
        if self.left is not None:
            seen &= j >= p - self.left
        return seen

    def visible(self, b, h):
        seen = self.ordered(b, h)
        return seen if self.allowed is None else seen & self.shown(b, h)

    def tile(self, b, h, r, e, c, d):
        """Scores, mask and values of the keys c to d - 1 for the queries r to e - 1."""
        return self.s[r:e, c:d], self.seen[r:e, c:d], self.values[c:d]

    def starts(self, b, h, r, e):
        """The first key of every tile that is visited for these queries."""
        last = min(self.keys, self.positions[e - 1] + 1) if self.causal else self.keys
        all_of_them = list(range(0, last, self.columns))
        return all_of_them[::-1] if self.backwards else all_of_them

    def weights(self, b, h, r, c, p):
        """The weights as they enter the sum of weights and that of values."""
        return p, p

    def exponential(self, b, h, r, c, x):
        return numpy.exp(x)

    def alphas(self, b, h, r, c, old, new):
        """What both sums are multiplied by when the maximum rises."""
        with numpy.errstate(invalid="ignore"):
            a = numpy.where(numpy.isneginf(old), 0, numpy.exp(old - new))
        return a, a

    def began(self, b, h, r, e):
        """Maximum, sum of weights and sum of values before the first tile."""
        return numpy.full(e - r, -numpy.inf), numpy.zeros(e - r), numpy.zeros((e - r, self.v.shape[-1]))

    def online(self, b, h, r, e, starts):
        m, l, acc = self.began(b, h, r, e)
        for c in starts:
            s, seen, v = self.tile(b, h, r, e, c, min(c + self.columns, self.n))
            s = numpy.where(seen, s, -numpy.inf)
            new = numpy.maximum(m, s.max(1, initial=-numpy.inf))
            finite = numpy.where(numpy.isneginf(new), 0, new)
            p = single(numpy.where(seen, self.exponential(b, h, r, c, s - finite[:, None]), 0))
            for_sum, for_values = self.weights(b, h, r, c, p)
            a, b_ = self.alphas(b, h, r, c, m, new)
            for_values = bfloat16(for_values) if self.bf16 else for_values
            l = single(l * a + for_sum.sum(1))
            acc = single(acc * b_[:, None] + for_values.astype(float) @ v.astype(float))
            m = new
        return m, l, acc

    def splits_of(self, starts):
        """The tiles of each split."""
        bounds = [round(i * len(starts) / self.splits) for i in range(self.splits + 1)]
        return [starts[i:j] for i, j in zip(bounds, bounds[1:])]

    def logs(self, b, h, r, parts):
        """The log-sum-exp of each part."""
        with numpy.errstate(divide="ignore", invalid="ignore"):
            return numpy.array([numpy.where(l > 0, m + numpy.log(l), -numpy.inf) for m, l, acc in parts])

    def divisor(self, b, h, r, l):
        return numpy.where(l > 0, l, 1)

    def merged(self, b, h, r, parts):
        """Output and log-sum-exp of parts."""
        logs = self.logs(b, h, r, parts)
        top = logs.max(0)
        w = numpy.exp(logs - numpy.where(numpy.isneginf(top), 0, top))
        out = sum(x[:, None] * acc / self.divisor(b, h, r, l)[:, None] for x, (m, l, acc) in zip(w, parts))
        total = w.sum(0)
        with numpy.errstate(divide="ignore"):
            return out / numpy.where(total > 0, total, 1)[:, None], top + numpy.log(total)

    def sink_of(self, b, h, r, e):
        return numpy.full(e - r, float(self.sinks[h]))

    def rows_of(self, b, h, r, e):
        """The output of the queries r to e - 1."""
        parts = [self.online(b, h, r, e, part) for part in self.splits_of(self.starts(b, h, r, e))]
        out, log = self.merged(b, h, r, parts)
        return out if self.sinks is None else out / (1 + numpy.exp(self.sink_of(b, h, r, e) - log))[:, None]

    def head(self, b, h):
        self.s, self.seen, self.values = self.scores(b, h), self.visible(b, h), self.value(b, h)
        return numpy.vstack([self.rows_of(b, h, r, min(r + self.rows, self.queries))
                             for r in range(0, self.queries, self.rows)])

    def stored(self, out):
        """[B,H,Sq,Dv] as it is written."""
        return out

    def run(self):
        out = numpy.array([[self.head(b, h) for h in range(self.heads)] for b in range(self.batch)])
        return (bfloat16 if self.bf16 else F)(self.stored(out))


# ---- what a diagnosis may say ----

MISSING = (r"(missing|lost|left out|leaves out|leaving out|ignor|not seen|not counted|not read|not added|skip|drop|"
           r"does not (see|read|count)|sees? no|without|hidden|fewer|alone|only)")
SEEN = r"(seen|sees?\b|shown|shows|visible|not mask|never mask|unmask|not hid|future|reach|ignores? the mask|no mask)"
TWICE = r"(twice|double|2 times|two times|counted 2)"
READ = r"(read|taken|takes|those of|instead|in place of|replaced|from|exchanged|elsewhere|another|shift|moved)"
ZERO = r"(\b0\b|zero|never written|unwritten|not written)"
MASK = r"(mask|sees?\b|seen|shown|hidden|reach)"


def both(*patterns):
    """All of them, in any order."""
    return "".join(f"(?=.*{pattern})" for pattern in patterns)


def span(a, b):
    """Numbers of one range."""
    return rf"\b{a}\b.{{0,24}}\b{b}\b"


def fault(name, source, configuration, names, places):
    def note(function):
        FAULTS.append(types.SimpleNamespace(name=name, source=source, configuration=configuration, apply=function,
                                            names=names, places=places, slug=function.__name__))
        return function
    return note


GITHUB = "https://github.com/"


# ---- faults of loops and tiles ----

@fault("the loop over keys of a query tile ends as its first row needs, so that later rows lose their newest keys",
       GITHUB + "jax-ml/jax/pull/17314", shape(1, 4, 2, 256, 256, causal=True, columns=16),
       [both(MISSING, r"(each|every|of|tile)\b[^.]{0,40}\b(16|48|64)\b"), r"sees what its first",
        r"keys 16 to 63 are missing for queries 0 to 63"],
       [r"quer[^.]{0,60}\b(of|each|every)\b[^.]{0,20}\b64\b"])
def bound_of_the_first_row(k):
    k.starts = lambda b, h, r, e: range(0, r + 1, 16)


@fault("only the last key tile is masked, although with more keys than queries the diagonal crosses two",
       GITHUB + "Dao-AILab/flash-attention/pull/436", shape(1, 4, 2, 100, 137, causal=True, rows=32, columns=32),
       [both(SEEN, r"(tile|diagonal|hidden)", r"\b32\b")],
       [r"all but the last|queries 0 to (94|95)\b"])
def one_masked_tile(k):
    tile = k.tile

    def whole(b, h, r, e, c, d):
        s, seen, v = tile(b, h, r, e, c, d)
        return s, seen | (c + k.columns <= k.positions[e - 1]), v
    k.tile = whole


@fault("the counter of query tiles, by which the causal mask goes, advances at half the rate",
       GITHUB + "Xilinx/mlir-air/pull/1428", shape(1, 2, 2, 512, 512, causal=True),
       [both(MASK, r"(another|other|half|/ 2|earlier|before)", r"quer", r"\b(64|128|192)\b")],
       [r"from query 64\b|queries 64 to 511\b"])
def counter_of_tiles(k):
    at = numpy.arange(512)
    k.ordered = lambda b, h: at <= (at // 128 * 64 + at % 64)[:, None]


@fault("row t's causal limit is key t / 4, as if the heads of a group were packed among the rows",
       GITHUB + "Dao-AILab/flash-attention/pull/2528", shape(1, 8, 2, 160, 160, causal=True),
       [both(MASK, r"(t ?/ ?4|/ ?4\b|quarter|divided by 4)")],
       [r"from query 1\b|queries 1 to 159\b"])
def limit_of_packed_rows(k):
    k.ordered = lambda b, h: numpy.arange(160) <= (numpy.arange(160) // 4)[:, None]


@fault("the first splits take one tile more, but the others begin as if they did not",
       GITHUB + "NVIDIA/cudnn-frontend/pull/768", shape(1, 4, 2, 2, 2560, columns=256, splits=4),
       [both(TWICE, MISSING, span(2048, 2559))],
       [span(2048, 2559), span(512, 767)])
def remainders_of_splits(k):
    k.splits_of = lambda starts: [starts[2 * i:2 * i + 2 + (i < 2)] for i in range(4)]


@fault("a ring of 200 cache slots is read as if it held all keys, so that the oldest are the newest",
       GITHUB + "NVIDIA/TensorRT-LLM/pull/2983", shape(1, 4, 2, 4, 320),
       [both(r"keys", READ, span(0, 119), r"\b(200|319)\b")],
       [span(0, 119)])
def ring_of_slots(k):
    key, value = k.key, k.value
    slot = numpy.where(numpy.arange(320) < 120, numpy.arange(320) + 200, numpy.arange(320))
    k.key, k.value = (lambda b, h: key(b, h)[slot]), (lambda b, h: value(b, h)[slot])


@fault("a prefill in chunks of 64 sees no keys of earlier chunks",
       GITHUB + "kekzl/imp/pull/117", shape(1, 4, 2, 192, 192, causal=True),
       [both(r"chunk", r"\b6[34]\b"), both(MISSING, r"(tile|block)s? of 64", r"(earlier|before|other)")],
       [r"from query 64\b|queries 64 to 191\b"])
def chunks_without_past(k):
    ordered, chunk = k.ordered, numpy.arange(192) // 64
    k.ordered = lambda b, h: ordered(b, h) & (chunk[:, None] == chunk)


@fault("masks are checked in the tiles of the causal diagonal alone, and a boolean mask hides nothing below",
       GITHUB + "PaddlePaddle/FastDeploy/pull/3514", shape(1, 4, 2, 192, 192, causal=True, allowed=scattered),
       [both(SEEN, r"(mask|hidden|hide)", r"(tile|block|diagonal|below|before)")],
       [r"from query 64\b|queries 64 to 191\b"])
def mask_on_the_diagonal_alone(k):
    tile = k.tile

    def checked(b, h, r, e, c, d):
        s, seen, v = tile(b, h, r, e, c, d)
        return s, seen | (d <= r), v
    k.tile = checked


@fault("the window's first tile is found from the last row of a query tile, and earlier rows lose what is before it",
       GITHUB + "sgl-project/sglang/pull/39769",
       shape(1, 4, 2, 1024, 1024, causal=True, left=127, columns=32),
       [both(MISSING, r"(window|oldest|first (key|tile|block))", r"(tile|block|\b32\b|\b64\b)")],
       [r"from query 1[23][0-9]\b"])
def window_of_the_last_row(k):
    k.starts = lambda b, h, r, e: range(max(0, e - 1 - 127) // 32 * 32, e, 32)


@fault("the window of every row in a query tile begins where that of its first row does",
       "", shape(1, 4, 2, 320, 320, causal=True, left=63),
       [both(r"window", r"(first (row|query)|tile)", SEEN), both(SEEN, r"window", r"\b64\b"),
        r"sees keys (1|65) to p, whatever the mask says for queries (64 to 127|128 to 191)"],
       [r"from query (6[4-9])\b"])
def window_of_the_first_row(k):
    at = numpy.arange(320)
    k.ordered = lambda b, h: (at <= at[:, None]) & (at >= (at // 64 * 64 - 63)[:, None])


# ---- faults of masks and of what is added to scores ----

@fault("a boolean mask is read transposed",
       GITHUB + "leejet/stable-diffusion.cpp/pull/1625", shape(1, 4, 2, 96, 96, allowed=scattered),
       [r"transpos", r"mask as \[keys, queries\]", both(r"mask", r"(query|queries|rows)[^.]{0,30}(exchanged|swapped) [^.]{0,30}(key|column)")],
       [])
def mask_transposed(k):
    shown = k.shown
    k.shown = lambda b, h: shown(b, h).T


@fault("the masks of batch entries are taken for masks of heads",
       GITHUB + "lucidrains/graph-transformer-pytorch/pull/2", shape(2, 2, 2, 64, 160, allowed=lengths(150, 97)),
       [both(r"mask", r"(head 1\b[^.]{0,60}(entry|batch) (entry )?0|(entry|batch) (entry )?0[^.]{0,60}head 1\b)"),
        both(r"mask", r"(another|other) (batch )?entry"),
        both(r"masks?", r"(entry|entries|batch)", r"of heads")],
       [both(r"\b(0, (head )?1|entry 0)\b", r"\b(1, (head )?0|entry 1)\b")])
def masks_of_heads(k):
    k.shown = lambda b, h: k.allowed[h, 0]


@fault("the rows of a boolean mask are read 192 keys apart, although they are stored 160 apart",
       GITHUB + "Luce-Org/lucebox/pull/128", shape(1, 4, 2, 160, 160, allowed=scattered),
       [both(r"mask", r"(row|distance|stride|apart)", r"\b(192|32)\b")],
       [])
def rows_of_a_padded_mask(k):
    def shown(b, h):
        flat = numpy.zeros(160 * 192, bool)
        flat[:160 * 160] = k.allowed[0, 0].ravel()
        return flat.reshape(160, 192)[:, :160]
    k.shown = shown


@fault("the rows of a bias are read 48 numbers apart, although they are stored 43 apart",
       GITHUB + "facebookresearch/xformers/issues/813", shape(1, 4, 4, 48, 43, bias=biases(1, 1)),
       [both(r"bias", r"(row|distance|stride|apart)", r"\b(48|5)\b")],
       [r"from query 1\b|queries 1 to 47\b"])
def rows_of_a_padded_bias(k):
    flat = numpy.zeros(48 * 48)
    flat[:48 * 43] = k.bias[0, 0].ravel()
    k.added = lambda b, h: flat.reshape(48, 48)[:, :43]


@fault("the scale multiplies the bias, too",
       GITHUB + "tenstorrent/tt-metal/pull/42891", shape(1, 4, 2, 96, 128, bias=biases(1, 4)),
       [both(r"bias", r"(scale|0\.17|sqrt|multipl)")],
       [])
def bias_times_the_scale(k):
    added = k.added
    k.added = lambda b, h: added(b, h) * k.scale


@fault("the bias of the key head is added, not that of the query head",
       "", shape(1, 4, 2, 96, 96, bias=biases(1, 4)),
       [both(r"bias", r"(key head|another head|other head|next head|of head [01])")],
       [r"heads 1 (to|and) 3\b"])
def bias_of_the_key_head(k):
    added = k.added
    k.added = lambda b, h: added(b, h // 2)


@fault("both batch entries add the bias of the first",
       "", shape(2, 2, 2, 80, 80, bias=biases(2, 2), causal=True),
       [both(r"bias", r"(entry 0|first (batch )?entry|another|other (batch )?entry|one entry)")],
       [r"(entry|batch) (entry )?1\b"])
def bias_of_the_first_entry(k):
    added = k.added
    k.added = lambda b, h: added(0, h)


@fault("scores are capped after they are masked, so that hidden keys take part with the lowest score",
       GITHUB + "flashinfer-ai/flashinfer/pull/350", shape(2, 4, 2, 4, 200, softcap=2, allowed=lengths(131, 170)),
       [both(r"cap", r"(after[^.]{0,20}mask|mask[^.]{0,30}before|hidden|invisible|bias-mask-cap)")],
       [])
def cap_after_the_mask(k):
    scores, visible = k.scores, k.visible
    k.scores = lambda b, h: numpy.where(visible(b, h), scores(b, h), -2)
    k.visible = lambda b, h: numpy.ones((4, 200), bool)


@fault("the softcap is applied to scores that the log2 of e has multiplied already",
       GITHUB + "sgl-project/sgl-kernel-xpu/pull/491", shape(1, 4, 2, 130, 130, softcap=6, causal=True),
       [both(r"cap", r"(log2|log_2|log 2|\bln\b|4\.1[56]|0\.69|1\.44|base 2)")],
       [])
def cap_of_base_two(k):
    k.scores = lambda b, h: single(k.softcap * math.log(2) * numpy.tanh(
        k.product(b, h) * k.scale / (k.softcap * math.log(2))))


@fault("row t reads the sink of head t mod 4",
       GITHUB + "modular/modular/pull/6591", shape(1, 4, 2, 96, 96, causal=True, sink=True),
       [both(r"sink", r"(mod 4|% 4|every (4th|fourth)|head (of|t)|(another|other) head|quer[^.]{0,40}head)")],
       [])
def sinks_by_rows(k):
    k.sink_of = lambda b, h, r, e: k.sinks[numpy.arange(r, e) % 4].astype(float)


@fault("the sink is counted in two of the splits",
       GITHUB + "ROCm/rocm-libraries/issues/12227", shape(2, 4, 2, 1, 448, sink=True, splits=3),
       [both(r"sink", r"(twice|double|two|\b2 times|times 2|\b2\b|0\.69)")],
       [])
def sinks_of_two_splits(k):
    sink_of = k.sink_of
    k.sink_of = lambda b, h, r, e: sink_of(b, h, r, e) + math.log(2)


@fault("the sink's logit is multiplied by the scale of the scores",
       GITHUB + "ROCm/rocm-libraries/pull/12229", shape(1, 8, 2, 70, 90, causal=True, sink=True),
       [both(r"sink", r"(scale|multipl|sqrt|0\.17)")],
       [])
def sinks_times_the_scale(k):
    sink_of = k.sink_of
    k.sink_of = lambda b, h, r, e: sink_of(b, h, r, e) * k.scale


@fault("the slopes of ALiBi are a geometric sequence, although 6 heads are no power of two",
       GITHUB + "ml-explore/mlx/pull/3071", shape(1, 6, 2, 128, 128, causal=True, slopes=alibi(6)),
       [both(r"(slope|alibi)", r"(power|geometric|sequence|of (6|another|other)|2\^\(-8 \(h \+ 1\)/H\))")],
       [])
def slopes_in_sequence(k):
    k.slopes = 2.0 ** (-8 / 6 * numpy.arange(1, 7))


@fault("the slopes of the heads beyond the power of two are stored where nobody reads them, and are 0",
       GITHUB + "ggml-org/llama.cpp/pull/20031", shape(1, 6, 2, 96, 300, causal=True, slopes=alibi(6)),
       [both(r"(slope|alibi|position|bias)", r"heads 4 (and|to) 5|heads? 4, 5")],
       [r"heads 4 (and|to) 5|heads? 4, 5"])
def slopes_of_the_last_heads(k):
    k.slopes = k.slopes * (numpy.arange(6) < 4)


@fault("padding hides queries, not keys, and all queries see the padded keys",
       GITHUB + "hyunwoongko/transformer/pull/40", shape(1, 4, 2, 40, 128, allowed=lengths(101)),
       [both(SEEN, span(101, 127)),
        r"(ignores|without|leaves out|does not read) (the )?(boolean )?(mask|padding|allowed)"],
       [span(101, 127)])
def padding_of_queries(k):
    k.shown = lambda b, h: numpy.ones((40, 128), bool)


@fault("of the ends of packed documents only the first is read, and all later documents see each other",
       GITHUB + "Tencent-Hunyuan/HunyuanVideo/pull/310",
       shape(1, 4, 2, 200, 200, allowed=documents(61, 110, 163)),
       [both(SEEN, r"\b61\b"), both(r"(document|segment)", r"\b61\b")],
       [r"from query 61\b|queries 61 to 199\b"])
def first_end_alone(k):
    later = numpy.arange(200) >= 61
    k.shown = lambda b, h: later[:, None] == later


@fault("the tree of drafted tokens that an earlier call set hides keys of a causal one",
       GITHUB + "flashinfer-ai/flashinfer/pull/1028", shape(1, 4, 2, 8, 264, causal=True),
       [both(r"(mask|hid|missing|lost|left out)", r"\b(25[6-9]|26[0-3])\b")],
       [r"from query [1-7]\b|queries [1-7] to 7\b"])
def stale_tree(k):
    ordered = k.ordered

    def stale(b, h):
        seen = ordered(b, h)
        seen[:, 256:] &= forest(numpy.random.default_rng(5), 8)
        return seen
    k.ordered = stale


@fault("a drafted token of a tree does not see its own key",
       "", shape(2, 4, 2, 8, 136, allowed=tree),
       [both(MISSING, r"(\bown\b|itself|diagonal|query's position)"),
        r"lets query t see the keys up to t\+127"],
       [r"\b(12[89]|13[0-5])\b"])
def tree_without_itself(k):
    shown = k.shown
    k.shown = lambda b, h: shown(b, h) & ~numpy.eye(8, 136, 128, dtype=bool)


@fault("the causal mask goes by the places of pages in memory",
       GITHUB + "pytorch/pytorch/issues/182593", shape(1, 4, 2, 160, 160, causal=True),
       [both(r"(mask|causal|hidden|seen)", r"(page|block|tile)s? [^.]{0,40}\b16\b"), both(MASK, r"page")],
       [])
def mask_of_places(k):
    place = numpy.random.default_rng(3).permutation(10)
    at = (place[:, None] * 16 + numpy.arange(16)).ravel()
    k.ordered = lambda b, h: at <= numpy.arange(160)[:, None]
    k.starts = lambda b, h, r, e: range(0, 160, 64)


# ---- faults of addresses ----

@fault("the part of the last tile that lies beyond the keys is read, which is the next head's",
       GITHUB + "pytorch/pytorch/pull/169222", shape(1, 4, 4, 3, 70, columns=32),
       [both(r"(beyond|behind|after|past|next head|end of|more keys|further keys|26 keys)", r"key")],
       [])
def beyond_the_keys(k):
    key, value, shown = k.key, k.value, numpy.ones((3, 96), bool)

    def more(of, b, h):
        return numpy.vstack([of(b, h), (of(b, h + 1) if h < 3 else 0 * of(b, h))[:26]])
    k.key, k.value = (lambda b, h: more(key, b, h)), (lambda b, h: more(value, b, h))
    k.visible, k.n = (lambda b, h: shown), 96


@fault("the keys that pad the last tile of 128 are zeros, and nothing masks them",
       GITHUB + "jax-ml/jax/issues/27224", shape(1, 4, 2, 192, 192, columns=128),
       [both(r"\b64\b", r"(zero|padd|sum of weights|divisor|denominator|sink|score)"),
        r"(zero|padd)[^.]{0,40}keys"],
       [])
def zeros_beyond_the_keys(k):
    key, value = k.key, k.value
    k.key = lambda b, h: numpy.vstack([key(b, h), numpy.zeros((64, k.dim))])
    k.value = lambda b, h: numpy.vstack([value(b, h), numpy.zeros((64, k.dim))])
    k.visible, k.n = (lambda b, h: numpy.ones((192, 256), bool)), 256


@fault("values that lie as [batch, length, heads, dims] are read as [batch, heads, length, dims]",
       GITHUB + "ROCm/pytorch/issues/3230", shape(1, 4, 4, 62, 62, causal=True),
       [both(r"(value|reads v\b)", r"(transpos|stride|layout|split into heads)")],
       [])
def values_read_contiguous(k):
    v = k.v.transpose(0, 2, 1, 3).reshape(k.v.shape)
    k.value = lambda b, h: v[b, h]


@fault("in each tile the values are read two rows apart, as the keys are stored",
       GITHUB + "flagos-ai/FlagAttention/issues/45", shape(1, 4, 2, 64, 256),
       [both(r"value", r"(tile|\b64\b|every|place)", r"(\b2\b|twice|stride|other places|places in)")],
       [])
def values_two_rows_apart(k):
    value, at = k.value, numpy.arange(256)
    row = at // 64 * 64 + 2 * (at % 64)

    def apart(b, h):
        v = numpy.vstack([value(b, h), numpy.zeros((64, k.dim))])
        return v[row]
    k.value = apart


@fault("the batch stride of the keys is that of one head",
       GITHUB + "pytorch/pytorch/issues/150408", shape(2, 4, 2, 48, 200),
       [both(r"keys", r"(entry|batch)", READ, r"head 1\b")],
       [r"(entry|batch) (entry )?1\b"])
def stride_of_one_head(k):
    k.key = lambda b, h: k.k.reshape(-1, 200, k.dim)[b + h // 2]


@fault("all gathered keys and values are written to key head 0, and those of the other heads stay zeros",
       GITHUB + "vllm-project/vllm/pull/29887", shape(1, 4, 2, 33, 160, causal=True),
       [both(r"heads? 0", r"(head 1|another key head|other key head)", READ), both(r"heads 2", ZERO, READ)],
       [r"heads 2 (and|to) 3\b|key head 1\b"])
def gathered_into_head_0(k):
    k.key = lambda b, h: k.k[b, 1] * (h < 2)
    k.value = lambda b, h: k.v[b, 1] * (h < 2)


@fault("a page that is not there is read as page 0, and its keys are seen",
       GITHUB + "microsoft/onnxruntime/pull/32391", shape(1, 4, 2, 2, 112, allowed=without(0, 16)),
       [both(r"(seen|shown|twice|double|counted|read)", r"\b(48|63|16|15)\b")],
       [span(0, 15), span(48, 63)])
def absent_page(k):
    key, value, at = k.key, k.value, numpy.r_[48:64, 16:112]
    k.key, k.value = (lambda b, h: key(b, h)[at]), (lambda b, h: value(b, h)[at])
    k.shown = lambda b, h: numpy.ones((2, 112), bool)


@fault("pages are stored 17 rows apart and read 16 apart, so that page p lags by p rows",
       GITHUB + "ovg-project/kvcached/issues/424", shape(1, 4, 2, 3, 128),
       [both(r"(page|keys|tile)", r"(shift|lag|later|earlier|distance|away)"), both(r"page", READ)],
       [r"from key 1[67]\b"])
def pages_that_lag(k):
    at = numpy.arange(128)
    row, key, value = at // 17 * 16 + numpy.minimum(at % 17, 15), k.key, k.value
    k.key, k.value = (lambda b, h: key(b, h)[row]), (lambda b, h: value(b, h)[row])


@fault("the newest key replaces the one before, and a row of zeros stands in its own place",
       GITHUB + "microsoft/onnxruntime/issues/27885", shape(2, 4, 2, 1, 150),
       [both(r"\b148\b", r"(zero|missing|lost|left out|read|replaced)"), both(r"\b149\b", r"(zero|read|replaced)")],
       [r"\b14[89]\b"])
def newest_key_too_early(k):
    at, key, value = numpy.r_[0:148, 149, 149], k.key, k.value
    k.key = lambda b, h: key(b, h)[at] * (numpy.arange(150) < 149)[:, None]
    k.value = lambda b, h: value(b, h)[at] * (numpy.arange(150) < 149)[:, None]


@fault("odd tiles of keys and values are read from the next key head",
       "", shape(1, 4, 2, 24, 1024),
       [both(r"(every (other|second|2nd)|odd|tile)", r"(another|other|next|key) head", READ)],
       [r"every (other|second|2nd) tile", span(64, 127)])
def odd_tiles_of_the_next_head(k):
    odd = (numpy.arange(1024) // 64 % 2 == 1)[:, None]
    k.key = lambda b, h: numpy.where(odd, k.k[b, 1 - h // 2], k.k[b, h // 2])
    k.value = lambda b, h: numpy.where(odd, k.v[b, 1 - h // 2], k.v[b, h // 2])


@fault("the output of [batch * heads, length, dims] is taken for [batch, length, heads * dims]",
       GITHUB + "meta-pytorch/opacus/pull/825", shape(2, 4, 4, 48, 48, causal=True),
       [r"transpos|\[batch|split into heads", both(r"output", r"(layout|reshap)")],
       [])
def output_not_transposed(k):
    k.stored = lambda out: out.reshape(2, 48, 4, 32).transpose(0, 2, 1, 3)


@fault("the merge of splits writes four rows at a time, and walks over them by another stride than it begins with",
       GITHUB + "flagos-ai/FlagGems/issues/5235", shape(1, 4, 4, 16, 384, splits=3),
       [both(r"(\b4th\b|fourth|every 4|but every|\b4\b)", r"(zero|\b0\b|written|holds|has|answer|output of)")],
       [r"every (4th|fourth)|of each 4"])
def rows_at_another_stride(k):
    def scattered_rows(out):
        flat = out.reshape(-1, out.shape[-1])
        to = numpy.zeros_like(flat)
        for i in reversed(range(len(flat))):
            at = i // 4 * 4 + i % 4 * 4
            if at < len(flat):
                to[at] = flat[i]
        return to.reshape(out.shape)
    k.stored = scattered_rows


@fault("columns 16 to 31 are stored one row too early",
       "", shape(1, 2, 2, 128, 128, causal=True),
       [both(span(16, 31), r"(next|following|another|other|after|later|one query|query t \+ 1|shift)")],
       [span(16, 31)])
def half_a_row_early(k):
    k.stored = lambda out: numpy.concatenate([out[..., :16], numpy.roll(out, -1, 2)[..., 16:]], -1)


@fault("the values of each 8 keys and 8 columns are transposed",
       "", shape(1, 4, 2, 96, 128),
       [both(r"value", r"transpos"), both(r"value", r"\b8\b", r"column")],
       [])
def values_transposed(k):
    value = k.value
    k.value = lambda b, h: value(b, h).reshape(16, 8, 4, 8).transpose(0, 3, 2, 1).reshape(128, 32)


@fault("values are stored with their columns swizzled by rows, and read as if they were not",
       "", shape(1, 4, 2, 72, 160, causal=True),
       [both(r"value", r"(column|swizzl|dims)", r"(\b8\b|swizzl|exchanged|other|another)")],
       [])
def values_swizzled(k):
    value = k.value
    at = (numpy.arange(4) ^ numpy.arange(160)[:, None] % 4)[:, :, None] * 8 + numpy.arange(8)
    k.value = lambda b, h: numpy.take_along_axis(value(b, h), at.reshape(160, 32), 1)


@fault("the columns of keys are swizzled by rows, and those of queries are not",
       "", shape(1, 4, 2, 60, 120),
       [both(r"(\bkeys?\b|q\.k|product|score)", r"(column|dims|swizzl)", r"(\b8\b|swizzl|exchanged|other|another)")],
       [])
def keys_swizzled(k):
    key = k.key
    at = (numpy.arange(4) ^ numpy.arange(120)[:, None] % 4)[:, :, None] * 8 + numpy.arange(8)
    k.key = lambda b, h: numpy.take_along_axis(key(b, h), at.reshape(120, 32), 1)


# ---- faults of quantised caches and of positions ----

@fault("the scales of cached keys and values are not applied, 2 and 0.5",
       GITHUB + "flashinfer-ai/flashinfer/issues/4979", shape(1, 4, 2, 100, 100, causal=True),
       [both(r"(scale|score|product|q\.k)", r"(output|factor|values?)", r"(\b2\b|0\.5|half|halved|doubled)")],
       [])
def scales_ignored(k):
    product, value = k.product, k.value
    k.product, k.value = (lambda b, h: product(b, h) / 2), (lambda b, h: value(b, h) * 2)


@fault("values are quantised in groups of 32 tokens, and multiplied by the scales of groups of 16 columns",
       GITHUB + "vllm-project/vllm-ascend/pull/9377", shape(1, 4, 2, 40, 128),
       [both(r"(value|column)", r"(times|scaled|multipl|factor)", r"(16|own)")],
       [r"columns [^.]{0,20}\b(15|16|31)\b"])
def scales_of_columns(k):
    value, rng = k.value, numpy.random.default_rng(7)
    factor = numpy.kron(rng.uniform(0.5, 1.6, (4, 2)), numpy.ones((32, 16)))
    k.value = lambda b, h: value(b, h) * factor


@fault("all new queries are rotated to the position of the first",
       GITHUB + "Dao-AILab/flash-attention/issues/1402", shape(1, 4, 2, 12, 140, causal=True, rope=True),
       [both(r"(rope|rotat|position)", r"quer", r"(first|\b128\b|same|one position)")],
       [r"from query 1\b|queries 1 to 11\b"])
def one_position_of_queries(k):
    k.query_positions = lambda b, h: numpy.full(12, 128)


@fault("the length of the prompt is added to the position twice after the first step",
       GITHUB + "skyzh/tiny-llm/pull/46", shape(1, 4, 2, 1, 71, causal=True, rope=True),
       [both(r"(rope|rotat|position)", r"\b(6|76)\b"), both(r"position", r"(later|shift|offset)")],
       [])
def prompt_added_twice(k):
    k.query_positions = lambda b, h: k.positions + 6


# ---- faults of sums ----

@fault("the maximum of a row whose first tile is hidden stays 0, and keys far below that vanish",
       GITHUB + "Dao-AILab/flash-attention/issues/2082",
       shape(1, 7, 1, 88, 448, causal=True, columns=128, rows=128, backwards=True, shift=-88),
       [both(r"(small|low|below|maxim|clamp|exponential|score)", r"(missing|left out|lost|zero|below)",
             span(0, 23)),
        both(r"(low|small) (weight|score)|below", r"(left out|missing|lost)")],
       [span(0, 23)])
def maximum_of_zero(k):
    def online(b, h, r, e, starts):
        early = k.positions[r:e] < 384
        s = numpy.where(k.seen[r:e], k.s[r:e], -numpy.inf)
        m = numpy.where(early, 0, s.max(1))
        p = single(numpy.exp(s - m[:, None]))
        p[p < 2.0 ** -126] = 0
        return m, p.sum(1), (bfloat16(p) if k.bf16 else p).astype(float) @ k.values.astype(float)
    k.online = online


@fault("the sum of weights is not rescaled where a later split has a greater maximum",
       GITHUB + "HKUSTDial/flash-sparse-attention/pull/265", shape(2, 4, 2, 3, 4096, splits=4),
       [both(r"(split|part|merge)", r"(rescal|maxim|weights)")],
       [])
def sum_of_splits_not_rescaled(k):
    def merged(b, h, r, parts):
        logs = k.logs(b, h, r, parts)
        top, total, out = logs[0], numpy.ones(len(logs[0])), parts[0][2] / parts[0][1][:, None]
        for log, (m, l, acc) in zip(logs[1:], parts[1:]):
            new = numpy.maximum(top, log)
            out = out * numpy.exp(top - new)[:, None] + numpy.exp(log - new)[:, None] * acc / l[:, None]
            total, top = total + numpy.exp(log - new), new
        return out / total[:, None], top
    k.merged = merged


@fault("the log-sum-exp of the last step is not added for the second half of the rows",
       GITHUB + "NVIDIA/TransformerEngine/pull/716", shape(1, 4, 4, 128, 384, splits=3),
       [both(r"(sum of (the )?weights|divisor|denominator|weights alone|log-sum-exp)", r"\b(256|383|64|127)\b")],
       [span(64, 127), r"from query 64\b"])
def half_of_the_logs(k):
    merged = k.merged

    def stale(b, h, r, parts):
        out, log = merged(b, h, r, parts)
        if r < 64:
            return out, log
        short = numpy.logaddexp(*k.logs(b, h, r, parts)[:2])
        return out * numpy.exp(log - short)[:, None], short
    k.merged = stale


@fault("splits are merged by the log-sum-exps of other rows and heads, for the merge counts too few heads",
       GITHUB + "mlc-ai/mlc-llm/pull/1995", shape(1, 4, 2, 16, 320, splits=2),
       [both(r"(log-sum-exp|lse|merg|split)", r"(another|other|of (row|head|query))")],
       [r"keys [^.]{0,10}\b(127|128)\b"])
def logs_of_other_heads(k):
    logs = k.logs

    def other(b, h, r, parts):
        if not hasattr(k, "table"):
            k.table = numpy.zeros((2, 16, 4))
            for g in range(4):
                s = k.scores(b, g)
                for i, (c, d) in enumerate(((0, 128), (128, 320))):
                    k.table[i, :, g] = numpy.log(numpy.exp(s[:, c:d]).sum(1))
        return k.table.reshape(2, 64)[:, numpy.arange(16) * 2 + h]
    k.splits_of, k.logs = (lambda starts: [starts[:2], starts[2:]]), other


@fault("the exponential of tiles that need a mask is one of base 2",
       "", shape(1, 4, 2, 192, 192, causal=True),
       [both(r"(base 2|2\^|exp2|0\.69|powers? of 2|product|score)",
             r"(diagonal|last tile|tiles? of (64|the)|newest)")],
       [r"diagonal"])
def base_two_on_the_diagonal(k):
    k.exponential = lambda b, h, r, c, x: numpy.exp2(x) if c + 64 > r else numpy.exp(x)


@fault("the sum of weights leaves out what the last of four warps has, 16 keys of each 64",
       "", shape(1, 4, 2, 50, 256),
       [both(r"(sum of (the )?weights|divisor|denominator|weights alone)", r"\b(16|48|64|4th|fourth|every 4)\b")],
       [r"every (4th|fourth)|keys 48\b"])
def three_of_four_warps(k):
    k.weights = lambda b, h, r, c, p: (p * (numpy.arange(p.shape[1]) % 64 < 48), p)


@fault("the second half of each tile goes by a maximum of its own",
       "", shape(1, 2, 2, 40, 192),
       [both(r"(half|halves|\b32\b|every (other|second|2nd) tile)", r"(maxim|rescal)")],
       [r"every (other|second|2nd) (tile|block)|\b32 to 63\b"])
def maximum_of_half_a_tile(k):
    def exponential(b, h, r, c, x):
        y = numpy.exp(x)
        y[:, 32:] = numpy.exp(x[:, 32:] - x[:, 32:].max(1, keepdims=True))
        return y
    k.exponential = exponential


@fault("the sum of values is not cleared between two query tiles",
       "", shape(1, 2, 2, 256, 256),
       [both(r"(sum of (the )?values|accumul|clear|output|initial)",
             r"(tile before|previous|earlier tile|queries before|not cleared|left over|added)")],
       [span(64, 255), r"from query 64\b"])
def values_not_cleared(k):
    began, online = k.began, k.online
    k.alphas = lambda b, h, r, c, old, new, alphas=k.alphas: (
        alphas(b, h, r, c, old, new)[0], numpy.where(numpy.isneginf(old), 1, alphas(b, h, r, c, old, new)[1]))

    def kept(b, h, r, e):
        m, l, acc = began(b, h, r, e)
        return m, l, k.left_over if r else acc

    def keep(b, h, r, e, starts):
        m, l, acc = online(b, h, r, e, starts)
        k.left_over = acc
        return m, l, acc
    k.began, k.online = kept, keep


@fault("both sums are rescaled only where the maximum rises by more than 1",
       "", shape(1, 4, 2, 80, 2048),
       [both(r"rescal", r"(not|small|rise|less)")],
       [])
def small_rises_ignored(k):
    alphas = k.alphas

    def lazy(b, h, r, c, old, new):
        a = numpy.where(new - old > 1, alphas(b, h, r, c, old, new)[0], 1)
        return a, a
    k.alphas = lazy


@fault("rows 8 apart in each 16 exchange their sums of weights",
       "", shape(1, 4, 2, 96, 96, causal=True),
       [both(r"(sum of (the )?weights|divisor|denominator|divided|normali|log-sum-exp)", r"\b8\b")],
       [])
def sums_of_other_rows(k):
    k.divisor = lambda b, h, r, l: l[numpy.arange(len(l)) ^ 8]


@fault("a warp stores 32 by 32 scores before another has read those of the tile before, which it takes for its own",
       GITHUB + "facebookexperimental/triton/pull/1992", shape(1, 2, 2, 128, 256),
       [both(span(64, 95), span(192, 223))],
       [span(64, 95), span(192, 223)])
def stale_scores(k):
    scores = k.scores

    def stale(b, h):
        s = scores(b, h)
        s[64:96, 192:224] = s[64:96, 128:160]
        return s
    k.scores = stale


# ---- files ----

def tensors(k):
    found = {"q": k.q, "k": k.k, "v": k.v, "out": k.run()}
    for name, x in (("sinks", k.sinks), ("bias", k.bias), ("allowed", k.allowed)):
        if x is not None:
            found[name] = x
    return found


def statement(k, note):
    said = {"version": 1, "operator": "softmax", "note": note,
            "engine": {"name": "fresh faults", "precision": "bf16-flash" if k.bf16 else "f32"}}
    positions = k.causal or k.rope or k.slopes is not None or k.left is not None
    if k.causal:
        said["mask"] = "causal"
    if positions:
        said["causal_alignment"] = {"offset": k.offset}
    if k.left is not None:
        said["window"] = {"left": k.left, "right": 0}
    if k.sinks is not None:
        said["sink"] = "logit"
    if k.softcap:
        said["softcap"] = k.softcap
    if k.rope or k.slopes is not None:
        said["position"] = "rope" if k.rope else "alibi"
    return said


def save(path, found, said):
    """A .safetensors file; what q, k, v and the output are stored as goes by the stated precision."""
    header, blobs, at = {"__metadata__": {"plumbline": json.dumps(said)}}, [], 0
    for name, x in found.items():
        if x.dtype == bool:
            dtype, blob = "BOOL", x.astype("u1").tobytes()
        elif said["engine"]["precision"] != "f32" and name in ("q", "k", "v", "out"):
            dtype, blob = "BF16", (numpy.ascontiguousarray(x, F).view("<u4") >> 16).astype("<u2").tobytes()
        else:
            dtype, blob = "F32", numpy.ascontiguousarray(x, "<f4").tobytes()
        header[name] = {"dtype": dtype, "shape": list(x.shape), "data_offsets": [at, at + len(blob)]}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(blobs))


def write(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for bf16 in (False, True):
        end, done = "bf16" if bf16 else "f32", []
        for f in FAULTS:
            k = Kernel(f.configuration, bf16)
            slopes = k.slopes
            said = statement(k, f.name)
            if f.configuration not in done:
                done.append(f.configuration)
                found = tensors(k)
                found.update({"slopes": slopes} if slopes is not None else {})
                save(folder / f"right-{f.slug}-{end}.safetensors", found, dict(said, note="nothing is wrong"))
            f.apply(k)
            found = tensors(k)
            found.update({"slopes": slopes} if slopes is not None else {})
            save(folder / f"{f.slug}-{end}.safetensors", found, said)


# ---- the judgement ----

def paragraphs(report):
    """[(label, text)]: a label stands at the beginning of a line, what follows it is indented."""
    found = []
    for line in report.splitlines():
        if line[:1].strip():
            label, _, text = line.partition(" ")
            found.append([label, text.strip()])
        elif found and line.strip():
            found[-1][1] += " " + line.strip()
    return found


def found_in(patterns, text):
    return any(re.search(pattern, text, re.IGNORECASE | re.DOTALL) for pattern in patterns)


def verdict(f, report):
    """named, placed, silent or wrong."""
    said = " ".join(text for label, text in paragraphs(report) if label in ("explained", "inferred"))
    where = " ".join(text for label, text in paragraphs(report) if label == "fails")
    if said:
        return "named" if found_in(f.names, said) else "placed" if found_in(f.places, said) else "wrong"
    return "placed" if found_in(f.places, where) else "silent"


def judge(plumb, folder):
    ends = ("f32", "bf16")
    counts = {end: dict.fromkeys(("named", "placed", "silent", "wrong"), 0) for end in ends}
    print("| fault | f32 | bf16 |\n|---|---|---|")
    for f in FAULTS:
        cells = []
        for end in ends:
            began = time.monotonic()
            run = subprocess.run([plumb, "diagnose", f"{folder}/{f.slug}-{end}.safetensors", "--seconds", "5"],
                                 capture_output=True, text=True)
            if run.returncode not in (0, 1, 3):
                raise SystemExit(f"{f.slug}-{end}: {run.stderr.strip()}")
            it = verdict(f, run.stdout)
            counts[end][it] += 1
            cells.append(f"{it}, {time.monotonic() - began:.1f} s")
        print(f"| {f.name} | {cells[0]} | {cells[1]} |", flush=True)
    for end in ends:
        print(f"\n{end}: " + ", ".join(f"{n} {it}" for it, n in counts[end].items()) + f" of {len(FAULTS)}.")


def main(usage):
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        write(sys.argv[2])
    elif len(sys.argv) == 4 and sys.argv[1] == "judge":
        judge(*sys.argv[2:])
    else:
        raise SystemExit(usage)


if __name__ == "__main__":
    main(__doc__)
