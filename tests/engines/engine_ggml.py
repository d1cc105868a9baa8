"""ggml, the tensor library of llama.cpp, on a CPU: its flash attention, its softmax, its rotation.

src/ggml-cpu/ops.cpp:

flash  ggml_flash_attn_ext: key by key an online softmax in float, in which every key may raise the
       maximum.  The query takes the dtype of the keys.  Half values are summed in half, the sum
       rounded with each key; others in float.  A softcap comes before the mask, of half numbers
       that are added; hidden keys are -infinity and left out, a row of them is 0.
eager  ggml_mul_mat, ggml_soft_max_ext, ggml_mul_mat: scores in float; an exponential of ggml's own,
       within two units in the last place; a sum in double.  With half keys the query is rounded to
       half, with half values the weights are.  A row that sees no key is NaN.

cache  ggml_flash_attn_ext with keys and values in blocks: the query is rounded to q8_0, products of
       integers are scaled by both blocks' scales and summed in float, values are dequantised to float.
       (Beside q4_1 and q5_1 the sums of the query's blocks are stored in half: these are values here.)

A mask that several heads share is read by head modulo their number.  With max_bias the mask is
multiplied by a head's slope: a mask of -abs(t - j) makes ALiBi, max_bias 8 the slopes of its paper.
Sinks are logits that are neither scaled nor capped.

ggml_rope_ext computes angles in float, each frequency from the one before by a product; YaRN's ramp
is rounded outwards; frequency factors divide the frequencies.  Query heads read key head h / group.
"""

import ml_dtypes
import numpy as np

import ggml
import inputs
from case_file import Case

DTYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
PRECISION = {
    "flash": {"f32": "f32,least_key_block=1", "f16": "f32,least_key_block=1,accumulate=f16",
              "bf16": "f32,least_key_block=1"},
    "eager": {"f32": "f32", "f16": "f32,probability=f16"},
}
SLOPES_OF_PAPER = 8.0


def flash(query, key, value, mask, scale, max_bias, softcap, sinks, threads=1):
    batch, heads, length, _ = query.shape
    with ggml.Context() as context:
        output = context.apply("flash_attn_ext", *map(context.tensor, (query, key, value, mask)),
                               scale, max_bias, softcap)
        if sinks is not None:
            ggml.base.ggml_flash_attn_ext_add_sinks(output, context.tensor(sinks))
        made, = context.compute((output, (batch, length, heads, value.shape[-1])), threads=threads)
    return made.swapaxes(1, 2), None


def eager(query, key, value, mask, scale, max_bias, softcap, sinks):
    """Values are handed over with their axes swapped, as llama.cpp keeps them."""
    if softcap:
        raise ValueError("the softmax has no softcap")
    batch, heads, length, _ = query.shape
    with ggml.Context() as context:
        scores = context.apply("mul_mat", context.tensor(key), context.tensor(query))
        weights = context.apply("soft_max_ext", scores, context.tensor(mask), scale, max_bias)
        if sinks is not None:
            ggml.base.ggml_soft_max_add_sinks(weights, context.tensor(sinks))
        output = context.apply("mul_mat", context.tensor(value.swapaxes(2, 3)), weights)
        return context.compute((output, (batch, heads, length, value.shape[-1])),
                               (weights, (batch, heads, length, key.shape[2])))


WAYS = {"flash": flash, "eager": eager}


def case(way, name, dtype, question, note, *, mask=None, max_bias=0.0, softcap=0.0, sinks=None,
         scale=None, stated=None, given=None, moved=None, wrong=False, alignment=None,
         precision=None, **how):
    """`mask` is added; `moved` are query and key as the engine gets them, rotated."""
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    tensors = [array if moved is None else moved[place]
               for place, array in enumerate((query.astype(np.float32), key))]
    number = query.shape[-1] ** -0.5 if scale is None else scale
    output, weights = WAYS[way](*tensors, value,
                                None if mask is None else mask.astype(np.float16), number,
                                max_bias, softcap, sinks, **how)
    parameters = ({"sink": "logit"} if sinks is not None else {}) | (
        {"softcap": softcap} if softcap else {}) | (stated or {})
    tensors_stated = ({} if parameters.get("sink", "none") == "none" else {"sinks": sinks}) | (
        given or {})
    return Case(
        name=f"ggml-{way}-{dtype}-{name}", query=query, key=key, value=value,
        output=np.ascontiguousarray(output), weights=weights, engine=f"ggml {ENGINES[way]} (CPU)",
        version=ggml.version(), precision=precision or PRECISION[way][dtype], note=note,
        wrong=wrong, scale="1/sqrt(head_dim)" if scale is None else scale, parameters=parameters,
        inputs=tensors_stated,
        causal_alignment=alignment)


ENGINES = {"flash": "ggml_flash_attn_ext", "eager": "ggml_soft_max_ext"}


def causal_mask(length, key_length, offset=0):
    visible = np.arange(key_length) <= np.arange(length)[:, None] + offset
    return np.where(visible, 0.0, -np.inf)[None, None]


def masks(way):
    question = inputs.needle(1301, strength=1.2, **inputs.SMALL)
    causal = dict(mask=causal_mask(12, 12), alignment="top-left")
    for dtype in PRECISION[way]:
        yield case(way, "full", dtype, question, "grouped heads, every key visible")
        yield case(way, "causal", dtype, question, "grouped heads, causal", **causal)
    decode = inputs.needle(1302, strength=1.2, **inputs.SMALL | dict(query_length=4))
    yield case(way, "cache", "f32", decode, "four queries after eight keys",
               mask=causal_mask(4, 12, 8), alignment={"offset": 8})
    large = inputs.large_scores(1303, **inputs.SMALL)
    yield case(way, "large-scores", "f32", large, "two equal scores near 70 per query", **causal)
    yield case(way, "scale", "f32", question, "the scale 0.3, in float",
               scale=float(np.float32(0.3)))
    bias = inputs.extra(1304, 1, 4, 12, 12).astype(np.float16)
    yield case(way, "bias", "f32", question, "a mask of numbers for every head", mask=bias,
               given={"bias": bias})
    two = bias[:, :2]
    for name, stated, wrong, note in (
            ("bias-two-heads", np.tile(two, (1, 2, 1, 1)), False,
             "a mask of two heads: query head h reads h mod 2"),
            ("bias-two-heads-as-groups", np.repeat(two, 2, axis=1), True,
             "stated wrongly: query head h reads h / 2")):
        yield case(way, name, "f32", question, note, mask=two, given={"bias": stated}, wrong=wrong)
    empty = causal_mask(12, 12)
    empty[..., 3, :] = -np.inf
    allowed = np.isfinite(empty)
    rule = {"flash": "zero", "eager": "nan"}[way]
    yield case(way, "empty-row", "f32", question, f"query 3 sees no key: {rule}", mask=empty,
               given={"allowed": allowed}, stated={"empty_row": rule})


def sinks(way):
    question = inputs.needle(1311, strength=1.2, **inputs.SMALL)
    logits = np.array([-1e4, 0.0, 50.0, 2.5], np.float32)
    causal = dict(mask=causal_mask(12, 12), alignment="top-left", sinks=logits)
    yield case(way, "sinks", "f32", question, "one sink logit a head", **causal)
    yield case(way, "sinks-left-out", "f32", question, "stated wrongly: without the sinks",
               stated={"sink": "none"}, wrong=True, **causal)


def alibi(way, heads=4):
    """The mask is the negative distance, and -infinity for keys after the query."""
    question = inputs.needle(1321, strength=1.2, **inputs.SMALL | dict(
        query_heads=heads, key_heads=heads // 2))
    distance = np.arange(12) - np.arange(12)[:, None]
    asked = dict(mask=np.where(distance <= 0, distance, -np.inf)[None, None],
                 max_bias=SLOPES_OF_PAPER, alignment="top-left")
    suffix = "" if heads == 4 else f"-{heads}-heads"
    yield case(way, f"alibi{suffix}", "f32", question, f"max_bias = 8, {heads} heads",
               stated={"position": "alibi"}, **asked)
    if heads == 4:
        yield case(way, "alibi-as-scaled-key", "f32", question, "stated wrongly: as Falcon's",
                   stated={"position": "alibi", "alibi_form": "scaled-key"}, wrong=True, **asked)
        both = asked | dict(mask=-np.abs(distance)[None, None], alignment=None)
        yield case(way, "alibi-symmetric", "f32", question, "distances to both sides",
                   stated={"position": "alibi", "alibi_form": "symmetric",
                           "causal_alignment": "top-left"}, **both)


def softcaps():
    question = inputs.needle(1331, strength=1.2, **inputs.SMALL)
    causal = dict(mask=causal_mask(12, 12), alignment="top-left")
    yield case("flash", "softcap-2", "f32", question, "the cap, then the mask", softcap=2.0,
               **causal)
    yield case("flash", "softcap-2-left-out", "f32", question,
               "stated wrongly: without the softcap", softcap=2.0, stated={"softcap": 0.0}, wrong=True, **causal)
    distance = np.arange(12) - np.arange(12)[:, None]
    mask = np.where(distance <= 0, distance, -np.inf)[None, None]
    for order, wrong in (("cap-bias-mask", False), ("bias-cap-mask", True)):
        yield case("flash", "softcap-2-alibi-sinks" + ("-as-bias-cap-mask" if wrong else ""), "f32",
                   question, "stated wrongly: ALiBi, then the cap" if wrong
                   else "the cap, then ALiBi; sinks beside", softcap=2.0, mask=mask,
                   max_bias=SLOPES_OF_PAPER, alignment="top-left", wrong=wrong,
                   sinks=np.array([-1e4, 0.0, 5.0, 2.5], np.float32),
                   stated={"position": "alibi", "softcap_order": order})


def blocks():
    """64 queries and more are taken in tiles, and everything is float; one query on 512 keys and
    more by parts of the keys, one part a thread, which are then joined.  Sums of so many keys in
    half leave nothing to judge."""
    shape = inputs.SMALL | dict(query_heads=2, key_heads=1)
    logits = np.array([2.5, 0.0], np.float32)
    many = inputs.needle(1351, strength=1.2, **shape | dict(query_length=70, key_length=70))
    distance = np.arange(70) - np.arange(70)[:, None]
    mask = np.where((distance <= 0) & (distance > -20), distance, -np.inf)[None, None]
    for dtype in ("f32", "f16"):
        yield case("flash", "tiles", dtype, many, "70 queries, ALiBi, a window of 20 keys, sinks",
                   mask=mask, max_bias=SLOPES_OF_PAPER, sinks=logits, alignment="top-left",
                   stated={"position": "alibi", "window": {"left": 19}},
                   precision=PRECISION["flash"]["f32"])
    one = inputs.needle(1352, strength=1.2, **shape | dict(query_length=1, key_length=520))
    yield case("flash", "parts", "f32", one, "one query on 520 keys in two parts, sinks",
               sinks=logits, threads=2)


def of_q8_0(blocks):
    """The numbers of q8_0, which are those that ggml makes q8_0 of again."""
    held = blocks.bytes.reshape(*blocks.bytes.shape[:-1], -1, 34)
    scale = np.ascontiguousarray(held[..., :2]).view(np.float16).astype(np.float32)
    return (held[..., 2:].view(np.int8) * scale).reshape(blocks.shape)


def cache(keys, values, softcap=0.0):
    question = inputs.needle(1361, strength=1.2, **inputs.SHAPE | dict(query_length=8))
    query, key, value = (ggml.Blocks(array, name)
                         for array, name in zip(question, ("q8_0", keys, values)))
    mask = causal_mask(8, 24, 16).astype(np.float16)
    output, _ = flash(of_q8_0(query), key, value, mask, 32 ** -0.5, 0.0, softcap, None)
    stated = {f"{letter}_format": blocks.name
              for letter, blocks in zip("qkv", (query, key, value))}
    return Case(
        name=f"ggml-flash-cache-{keys}-{values}", query=query.bytes, key=key.bytes,
        value=value.bytes, output=np.ascontiguousarray(output),
        engine=f"ggml {ENGINES['flash']} (CPU)", version=ggml.version(),
        precision="f32,least_key_block=1", note=f"a cache of llama.cpp: keys in {keys}, values in {values}",
        parameters=stated | ({"softcap": softcap} if softcap else {}), causal_alignment={"offset": 16})


def caches():
    for name in ("q8_0", "q4_0", "q5_0", "iq4_nl"):
        yield cache(name, name)
    yield cache("q8_0", "q4_1")
    yield cache("q8_0", "q5_1", softcap=5.0)


def rotated(array, positions, *, mode, dims=16, base=10000.0, freq_scale=1.0, ext_factor=0.0,
            original=0, factors=None):
    batch, heads, length, head_dim = array.shape
    with ggml.Context() as context:
        moved = context.apply(
            "rope_ext", context.tensor(array.swapaxes(1, 2)),
            context.tensor(positions.astype(np.int32)), context.tensor(factors), dims, mode,
            original, base, freq_scale, ext_factor, 1.0, 32.0, 1.0)
        made, = context.compute((moved, (batch, length, heads, head_dim)))
    return np.ascontiguousarray(made.swapaxes(1, 2))


def rope_case(name, note, stated, *, first=0, strength=1.2, given=None, wrong=False, **asked):
    question = inputs.needle(1341, strength=strength, **inputs.SMALL)
    positions = np.arange(first, first + 12)
    moved = [rotated(array.astype(np.float32), positions, **{"mode": ggml.NEOX} | asked)
             for array in question[:2]]
    ids = {f"{side}_positions": positions[None] for side in ("query", "key")} if first else {}
    return case("flash", f"rope-{name}", "f32", question, note, moved=moved,
                mask=causal_mask(12, 12), alignment="top-left", given=ids | (given or {}),
                stated={"position": "rope"} | stated, wrong=wrong)


def rotations():
    normal = {"rope_layout": "interleaved"}
    yield rope_case("neox", "pairs (m, m + 8)", {})
    yield rope_case("normal", "pairs (2m, 2m + 1)", normal, mode=ggml.NORMAL)
    yield rope_case("normal-as-half", "stated wrongly: pairs (m, m + 8)", {}, mode=ggml.NORMAL,
                    wrong=True)
    yield rope_case("neox-partial", "8 of 16 elements", {"rope_dim": 8}, dims=8)
    yield rope_case("normal-partial", "8 of 16 elements", normal | {"rope_dim": 8}, dims=8,
                    mode=ggml.NORMAL)
    yield rope_case("at-1000", "positions from 1000", {}, first=1000)
    yield rope_case("at-100000", "positions from 100000, where angles in float are coarse: small "
                    "scores", {}, first=100000, strength=0.2)
    yield rope_case("base-500000", "the base of Llama 3", {"rope_base": 500000.0}, base=500000.0)
    yield rope_case("linear", "freq_scale = 1/4", {"rope_scaling": "linear", "rope_factor": 4.0},
                    freq_scale=0.25)
    yarn = {"rope_scaling": "yarn", "rope_factor": 16.0, "rope_original": 4096.0}
    asked = dict(freq_scale=1 / 16, ext_factor=1.0, original=4096)
    yield rope_case("yarn", "YaRN, factor 16", yarn, **asked)
    yield rope_case("yarn-at-50000", "YaRN, positions from 50000", yarn, first=50000, strength=0.3,
                    **asked)
    yield rope_case("yarn-as-untruncated", "stated wrongly: as if the ends of the ramp were not "
                    "rounded, as gpt-oss has them", yarn | {"rope_truncate": False}, wrong=True,
                    **asked)
    yield rope_case("yarn-multiplier-left-out", "stated wrongly: without the attention factor",
                    yarn | {"rope_multiplier": 1.0}, wrong=True, **asked)
    factors = (1.0 + 0.75 * np.arange(8)).astype(np.float32)
    yield rope_case("factors", "frequency factors divide the frequencies", {
        "rope_scaling": "longrope", "rope_multiplier": 1.0, "rope_original": 8.0,
        "rope_length": 12.0}, factors=factors, given={"rope_long": factors, "rope_short": factors})


def cases():
    for way in WAYS:
        yield from masks(way)
        yield from sinks(way)
        for heads in (4, 6):
            yield from alibi(way, heads)
    yield from softcaps()
    yield from blocks()
    yield from caches()
    yield from rotations()
