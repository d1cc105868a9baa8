"""Faults of attention kernels like those of fresh_faults.py, of other families, written after diagnosis solved those.

    later_faults.py write FOLDER         # every fault in f32 and bf16, and a correct reference of each configuration
    later_faults.py judge PLUMB FOLDER   # the results of `PLUMB diagnose`, as a table"""
import numpy

import fresh_faults
from fresh_faults import GITHUB, MASK, MISSING, READ, TWICE, alibi, bfloat16, both, fault, shape, single, span

fresh_faults.FAULTS.clear()

TURNED = r"(position|rope|rotat|turn|angle)"
COARSE = r"(bfloat16|bf16|round|coarse|8 bits)"
TIMES = r"(times|multipl|scale|factor)"


# ---- masks that are stated ----

def window_and_first(left, first):
    """A causal window, and the first keys of all."""
    def mask(rng, c):
        t, j = numpy.arange(c.queries)[:, None], numpy.arange(c.keys)
        return ((j <= t) & ((j >= t - left) | (j < first)))[None, None]
    return mask


def band_and_globals(near, first):
    """Keys near the query; the first keys are seen by all, and the first queries see all."""
    def mask(rng, c):
        t, j = numpy.arange(c.queries)[:, None], numpy.arange(c.keys)
        return ((abs(j - t) <= near) | (j < first) | (t < first))[None, None]
    return mask


# ---- faults of quantised caches ----

@fault("the zero points of cached values are not subtracted, one for each key head",
       GITHUB + "openvinotoolkit/openvino/pull/37157", shape(1, 4, 2, 60, 150),
       [both(r"(value|output|column)", r"(added|plus|offset|constant|zero point|more by|too (large|small|high|low))")],
       [])
def zero_points_of_values(k):
    value = k.value
    k.value = lambda b, h: value(b, h) + (0.75, -0.5)[h // k.group]


@fault("the scales of the channels of cached keys are not applied",
       GITHUB + "microsoft/onnxruntime/pull/29900", shape(1, 4, 2, 40, 200),
       [both(r"(q\.k|product|keys?\b|score)", r"(column|channel|dims)", TIMES)],
       [])
def scales_of_channels(k):
    key, factor = k.key, numpy.random.default_rng(21).uniform(0.6, 1.6, k.dim)
    k.key = lambda b, h: key(b, h) * factor


@fault("keys are quantised in blocks of 32 tokens and 16 columns, whose scales are read transposed",
       "", shape(1, 4, 2, 48, 128),
       [both(r"(q\.k|product|keys?\b|score)", r"(column|channel|dims)", span(32, 63), TIMES)],
       [])
def scales_of_blocks(k):
    key, scale = k.key, numpy.random.default_rng(22).uniform(0.6, 1.6, 8)
    factor = scale.reshape(2, 4).T / scale.reshape(4, 2)
    k.key = lambda b, h: key(b, h) * numpy.kron(factor, numpy.ones((32, 16)))


@fault("the scale of each cached value vector is not applied",
       "", shape(2, 4, 2, 30, 96),
       [both(r"value", r"(each key|key by key|own|row by row|every key)", TIMES)],
       [])
def scales_of_value_vectors(k):
    value, factor = k.value, numpy.random.default_rng(23).uniform(0.6, 1.6, (96, 1))
    k.value = lambda b, h: value(b, h) * factor


@fault("the scale of each cached key vector is that of the vector before",
       "", shape(2, 4, 2, 30, 96),
       [both(r"(q\.k|product|score|keys\b)", r"(each key|key by key|own|row by row|every key)", TIMES)],
       [])
def scales_of_key_vectors(k):
    key, scale = k.key, numpy.random.default_rng(24).uniform(0.6, 1.6, 97)
    k.key = lambda b, h: key(b, h) * (scale[:-1] / scale[1:])[:, None]


# ---- faults of positions ----

@fault("positions are rounded to bfloat16 before they turn queries and keys",
       GITHUB + "EleutherAI/gpt-neox/pull/1016", shape(1, 2, 2, 640, 640, causal=True, rope=True),
       [both(TURNED, COARSE)],
       [r"from query 2(5[6-9]|6[0-9])\b"])
def positions_in_bfloat16(k):
    turned = k.turned
    k.turned = lambda x, positions: turned(x, bfloat16(positions))


@fault("the frequencies of RoPE are rounded to bfloat16",
       GITHUB + "sgl-project/sglang-jax/issues/1472", shape(1, 4, 2, 200, 200, causal=True, rope=True),
       [both(r"(frequenc|rope|rotat|angle)", COARSE)],
       [])
def frequencies_in_bfloat16(k):
    def turned(x, positions):
        half = k.dim // 2
        frequency = bfloat16(10000.0 ** (-numpy.arange(half) / half)).astype(float)
        angle = numpy.asarray(positions, float)[:, None] * frequency
        x, y = x[:, :half], x[:, half:]
        return numpy.hstack([x * numpy.cos(angle) - y * numpy.sin(angle), y * numpy.cos(angle) + x * numpy.sin(angle)])
    k.turned = turned


@fault("keys in a ring of 64 slots are turned by their slots, not by their positions",
       "", shape(1, 4, 2, 6, 256, causal=True, rope=True),
       [both(TURNED, r"(mod 64|\b64\b)")],
       [])
def positions_of_slots(k):
    key, query = k.key, k.query
    k.product = lambda b, h: (k.turned(query(b, h).astype(float), k.positions)
                              @ k.turned(key(b, h).astype(float), numpy.arange(256) % 64).T)


@fault("the keys of the cached prefix, 0 to 63, are turned twice",
       "", shape(1, 4, 2, 32, 96, causal=True, rope=True),
       [both(TURNED, span(0, 63))],
       [])
def prefix_turned_twice(k):
    at = numpy.arange(96)
    k.product = lambda b, h: (k.turned(k.query(b, h).astype(float), k.positions)
                              @ k.turned(k.key(b, h).astype(float), numpy.where(at < 64, 2 * at, at)).T)


@fault("positions of the queries of batch entry 1 count its padding of 9 keys",
       "", shape(2, 4, 2, 40, 120, causal=True, rope=True),
       [both(TURNED, r"\b9\b")],
       [r"(entry|batch) (entry )?1\b"])
def positions_with_padding(k):
    k.query_positions = lambda b, h: k.positions + 9 * b


@fault("distances are rounded to bfloat16 before the slopes multiply them",
       "", shape(1, 4, 4, 24, 1300, causal=True, slopes=[x / 8 for x in alibi(4)]),
       [both(r"(slope|alibi|distance|position)", COARSE)],
       [])
def distances_in_bfloat16(k):
    at = numpy.arange(1300)
    k.added = lambda b, h: float(k.slopes[h]) * bfloat16(at - k.positions[:, None]).astype(float)


# ---- faults of functions and of what is left out ----

@fault("scores are clamped at the cap, where tanh should bend them",
       "", shape(1, 4, 2, 50, 180, softcap=2),
       [both(r"cap", r"(clamp|clip|limit|cut)")],
       [])
def cap_that_clamps(k):
    k.scores = lambda b, h: single(numpy.clip(k.product(b, h) * k.scale, -2, 2))


@fault("the exponential is read from a table of eight steps between powers of two",
       "", shape(1, 4, 2, 64, 160, causal=True),
       [both(r"exponential", r"(step|stair|table|round|constant between)")],
       [])
def exponential_of_steps(k):
    k.exponential = lambda b, h, r, c, x: numpy.exp2(numpy.floor(x * 1.4426950408889634 * 8) / 8)


@fault("tiles of 32 keys are skipped whose largest score is 1 below the maximum so far",
       "", shape(4, 4, 2, 1, 1024, columns=32),
       [both(r"(tile|block|score)", r"(below|small|low|largest)", MISSING)],
       [])
def tiles_of_low_scores(k):
    k.exponential = lambda b, h, r, c, x: numpy.where(x.max(1, keepdims=True) < -1, 0, numpy.exp(x))


@fault("of the 16 blocks of 32 keys only the four are read whose mean key has the largest product",
       "", shape(1, 4, 2, 16, 512),
       [both(r"(tile|block)", r"(largest|mean|top|best|highest|all but)", MISSING)],
       [])
def blocks_of_mean_keys(k):
    def visible(b, h):
        mean = k.key(b, h).astype(float).reshape(16, 32, k.dim).mean(1)
        score = k.query(b, h).astype(float) @ mean.T
        seen = score >= numpy.sort(score, 1)[:, -4:-3]
        return numpy.repeat(seen, 32, 1)
    k.visible = visible


@fault("dropout of a fifth of the weights is on",
       GITHUB + "pytorch/pytorch/issues/124464", shape(1, 4, 2, 40, 40, dim=64),
       [r"(dropout|at random|1\.25)"],
       [])
def dropout_is_on(k):
    kept = {h: numpy.random.default_rng(h).random((40, 40)) < 0.8 for h in range(4)}
    head = k.head

    def with_dropout(b, h):
        k.dropped = kept[h] / 0.8
        return head(b, h)
    k.head = with_dropout
    k.weights = lambda b, h, r, c, p: (p, p * k.dropped[r:r + len(p), c:c + p.shape[1]])


@fault("weights are normalised over the queries of each key, not over the keys of each query",
       GITHUB + "labmlai/annotated_deep_learning_paper_implementations/issues/282", shape(1, 4, 2, 64, 64),
       [both(r"(normali[sz]|divid|sum)", r"over (the |all )?quer"), r"softmax over (the )?quer"],
       [])
def normalised_over_queries(k):
    def head(b, h):
        p = numpy.exp(k.scores(b, h))
        p = single(p / p.sum(0))
        return (bfloat16(p) if k.bf16 else p).astype(float) @ k.value(b, h).astype(float)
    k.head = head


@fault("the rows of the two heads of a group are divided by the sum of both",
       "", shape(1, 4, 2, 32, 140),
       [both(r"(sum|divi|denominator|normali|log-sum-exp)", r"(head|group)", r"(both|group|other|all heads)")],
       [])
def sums_of_groups(k):
    head = k.head

    def log(b, h):
        return numpy.log(numpy.exp(k.scores(b, h)).sum(1))
    k.head = lambda b, h: head(b, h) * numpy.exp(log(b, h) - numpy.logaddexp(log(b, h), log(b, h ^ 1)))[:, None]


# ---- faults of masks and of tiles ----

@fault("the first row of each tile of 64 queries does not see its own key",
       "", shape(1, 4, 2, 320, 320, causal=True),
       [both(MISSING, r"(\bown\b|newest|itself|diagonal|query's position|p - 1|t-1)")],
       [r"quer[^.]{0,20}64, 128|every 64"])
def first_row_without_itself(k):
    ordered, at = k.ordered, numpy.arange(64, 320, 64)

    def seen_by(b, h):
        seen = ordered(b, h)
        seen[at, at] = False
        return seen
    k.ordered = seen_by


@fault("the first four keys, which all see, are counted again while the window reaches them",
       "", shape(1, 4, 2, 160, 160, causal=True, allowed=window_and_first(40, 4)),
       [both(r"(twice|2 times)", r"key 0|keys 0", r"key 3|to 3")],
       [r"queries 0 to 4[0-4]\b"])
def first_keys_counted_twice(k):
    def weights(b, h, r, c, p):
        near = (numpy.arange(r, r + len(p))[:, None] - 40 <= numpy.arange(c, c + p.shape[1])) & (
            numpy.arange(c, c + p.shape[1]) < 4)
        p = p * (1 + near)
        return p, p
    k.weights = weights


@fault("the first four queries, which should see all keys, see those near them alone",
       "", shape(1, 4, 2, 130, 130, allowed=band_and_globals(24, 4)),
       [both(MASK, r"quer", r"\b0 to (3|15)\b"), both(r"keys [0-9 to]*\b(25|26|27|28)\b", MISSING)],
       [r"queries 0 to 3\b"])
def globals_see_little(k):
    shown = k.shown

    def near(b, h):
        seen = shown(b, h).copy()
        seen[:4] = abs(numpy.arange(130) - numpy.arange(4)[:, None]) <= 24
        return seen
    k.shown = near


@fault("every fourth row is stored before the last split is added",
       GITHUB + "ggml-org/llama.cpp/pull/28358", shape(1, 4, 2, 40, 192, splits=3),
       [both(MISSING, span(128, 191))],
       [r"every (4th|fourth)|queries 3, 7"])
def rows_without_a_split(k):
    tile = k.tile

    def early(b, h, r, e, c, d):
        s, seen, v = tile(b, h, r, e, c, d)
        return s, seen & ~((numpy.arange(r, e)[:, None] % 4 == 3) & (c >= 128)), v
    k.tile = early


@fault("hidden keys of the diagonal tile count in the sum of weights",
       "", shape(1, 4, 2, 192, 192, causal=True),
       [both(r"(hidden|mask)", r"(sum of (the )?weights|divisor|denominator)")],
       [])
def hidden_keys_in_the_sum(k):
    def noted(b, h, r, c, x):
        s = k.s[r:r + len(x), c:c + x.shape[1]]
        top = numpy.where(numpy.isfinite(x), s - x, -numpy.inf).max(1, keepdims=True)
        k.noted = numpy.where(numpy.isfinite(top), numpy.exp(s - numpy.where(numpy.isfinite(top), top, 0)), 0)
        return numpy.exp(x)
    k.exponential, k.weights = noted, lambda b, h, r, c, p: (single(k.noted), p)


@fault("sums are rescaled by the factors of the row 8 away",
       "", shape(1, 4, 2, 64, 256),
       [both(r"rescal", r"(another|other|\b8\b)")],
       [])
def factors_of_other_rows(k):
    alphas = k.alphas

    def moved(b, h, r, c, old, new):
        a = alphas(b, h, r, c, old, new)[0][numpy.arange(len(old)) ^ 8]
        return a, a
    k.alphas = moved


@fault("the rows of values in each 16 are in the order of another matrix instruction",
       "", shape(1, 4, 2, 50, 160),
       [both(r"value", r"(place|row|order|permut|exchang|interleav|key 2 has that of key 8)", r"\b(8|16)\b")],
       [])
def values_of_another_instruction(k):
    value = k.value
    order = numpy.arange(16).reshape(2, 4, 2).transpose(1, 0, 2).ravel()
    at = (numpy.arange(0, 160, 16)[:, None] + order).ravel()
    k.value = lambda b, h: value(b, h)[at]


@fault("squares of 16 rows and columns of the output are stored transposed",
       "", shape(1, 4, 2, 96, 130),
       [both(r"(output|row|column|answer)", r"transpos")],
       [])
def squares_of_output_transposed(k):
    k.stored = lambda out: out.reshape(1, 4, 6, 16, 2, 16).transpose(0, 1, 2, 5, 4, 3).reshape(out.shape)


# ---- faults of addresses ----

@fault("keys and values of batch entry 1 are read from 5 rows too far on",
       "", shape(2, 4, 2, 120, 120, causal=True),
       [both(r"(key|value)", r"\b(5|160)\b", r"(read|late|shift|after|further|moved)"), r"sees keys 5 to p \+ 5"],
       [r"(entry|batch) (entry )?1\b"])
def entry_read_late(k):
    key, value = k.key, k.value

    def late(of, b, h):
        rows = numpy.vstack([of(b, h), of(b, h + k.group) if h + k.group < k.heads else 0 * of(b, h)])
        return rows[5 * b:][:k.keys]
    k.key, k.value = (lambda b, h: late(key, b, h)), (lambda b, h: late(value, b, h))


@fault("all four new keys and values are written to the slot of the last",
       GITHUB + "vllm-project/vllm/issues/54498", shape(2, 4, 2, 4, 300, causal=True),
       [both(r"(key|value)", READ, r"\b29[6-9]\b")],
       [r"29[6-9]"])
def one_slot_for_new_keys(k):
    key, value, at = k.key, k.value, numpy.minimum(numpy.arange(300), 296)
    at[296:] = 299
    k.key, k.value = (lambda b, h: key(b, h)[at]), (lambda b, h: value(b, h)[at])


@fault("a head_dim of 40 is padded to 48, and what pads it is the next row",
       GITHUB + "flagos-ai/FlagGems/pull/951", shape(1, 2, 2, 60, 110, dim=40),
       [both(r"(q\.k|product|score|column|dims|head_dim)", r"(beyond|next|padd|behind|further|\b48\b)")],
       [])
def columns_of_the_next_row(k):
    def padded(of, b, h):
        flat = numpy.append(of.astype(float).ravel(), numpy.zeros(8))
        first = (b * of.shape[1] + h) * of.shape[2]
        return numpy.array([flat[40 * (first + t):40 * (first + t) + 48] for t in range(of.shape[2])])
    k.product = lambda b, h: padded(k.q, b, h) @ padded(k.k, b, h // k.group).T


@fault("a prefix of 100 keys that was shared is that of batch entry 0 for all",
       "", shape(3, 4, 2, 8, 228),
       [both(span(0, 99), r"(entry|batch) (entry )?0", READ)],
       [r"entries 1 (to|and) 2"])
def prefix_of_the_first_entry(k):
    key, value, first = k.key, k.value, numpy.arange(228)[:, None] < 100
    k.key = lambda b, h: numpy.where(first, key(0, h), key(b, h))
    k.value = lambda b, h: numpy.where(first, value(0, h), value(b, h))


@fault("in odd tiles of 64 keys, columns 16 to 31 are those of the tile before",
       "", shape(1, 4, 2, 44, 256),
       [both(r"keys?\b", r"(column|dims)", span(16, 31), r"(tile|before|other|another)")],
       [])
def half_a_tile_copied(k):
    key, at = k.key, numpy.arange(256)
    before = numpy.where(at // 64 % 2 == 1, at - 64, at)
    k.key = lambda b, h: numpy.hstack([key(b, h)[:, :16], key(b, h)[before, 16:]])


@fault("of a cache of 4096 keys two pages of 64 are others of the same text",
       "", shape(1, 8, 2, 4, 4096),
       [both(READ, span(448, 511), span(1280, 1343)),
        both(span(448, 511), span(1280, 1343), r"missing; keys", span(1920, 1983), span(2624, 2687), TWICE)],
       [span(448, 511), span(1280, 1343)])
def two_pages_of_a_long_text(k):
    key, value, at = k.key, k.value, numpy.arange(4096)
    at[448:512], at[1280:1344] = numpy.arange(1920, 1984), numpy.arange(2624, 2688)
    k.key, k.value = (lambda b, h: key(b, h)[at]), (lambda b, h: value(b, h)[at])


if __name__ == "__main__":
    fresh_faults.main(__doc__)
