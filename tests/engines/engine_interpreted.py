"""Kernels in Triton of SageAttention and SGLang, which Triton's interpreter runs on a processor (interpreted.py).

sageattention  quant_per_block.py: queries times scale and log2(e), and keys less their mean, in blocks of 128 and of
               64, rounded to 8 bits.  attn_qk_int8_per_block.py: products of integers times both scales are scores
               of base 2; P and the values in binary16, products of a block accumulated in it.  A case has the
               integers and their scales; its scale is log(2).
sglang         kernels/ops/attention/decode_attention.py: slots of a cache, of each request in splits of whole blocks
               of 32 keys, whose results and log-sum-exps are merged in binary32; P in the dtype of the values.
               extend_attention.py: new tokens see the slots of their request, and behind these each other.
"""

import numpy as np

import elsewhere
import inputs
from case_file import Case

VERSIONS = "3.9.0 1.0.6 0.5.23"  # of Triton, SageAttention and SGLang
TRITON, SAGEATTENTION, SGLANG = VERSIONS.split()
LOG_2 = "0.69314718055994530942"
DTYPES = {"f32": np.float32, "f16": np.float16}
PRECISION = {"f32": "f32", "f16": "fp16-flash"}


def named(package, what):
    return f"{package} {what} (Triton's interpreter {TRITON})"


def sage(name, causal, batch, note):
    question = inputs.needle(61, **inputs.SHAPE | dict(batch=batch, query_length=128, key_length=128))
    query, key, value = (array.astype(np.float16) for array in question)
    key = key + np.float16(1)
    asked = {"query": query, "key": key, "value": value}

    def made(answered):
        scales = {"q_scale": answered["query_scale"][..., 0], "k_scale": answered["key_scale"][..., 0]}
        return Case(name=f"sageattention-interpreted-{name}", query=answered["query"], key=answered["key"],
                    value=value, output=answered["output"], engine=named("SageAttention", "int8 kernel"),
                    version=SAGEATTENTION, precision="fp16-flash", note=note, scale=LOG_2, inputs=scales,
                    causal_alignment="top-left" if causal else None)

    return (asked, {"way": "sage", "causal": causal}), made


def slots_of(lengths, free):
    """Where a cache holds the keys of each request, and where each list begins."""
    slots = np.random.Generator(np.random.PCG64(5)).permutation(sum(lengths) + free)[:sum(lengths)]
    return slots.astype(np.int64), np.cumsum([0, *lengths]).astype(np.int32)


def table_of(slots, starts):
    """A page for each slot; 0 behind those of a request."""
    rows = [slots[start:end] for start, end in zip(starts, starts[1:])]
    table = np.zeros((len(rows), max(map(len, rows))), np.int32)
    for row, own in zip(table, rows):
        row[:len(own)] = own
    return {"block_table": table, "key_lengths": np.diff(starts).astype(np.int32)}


def cached(seed, lengths, queries, dtype, free=6):
    """Queries of all requests, and a cache in which those without a key are NaN."""
    slots, starts = slots_of(lengths, free)
    shape = inputs.SHAPE | dict(query_length=queries, key_length=sum(lengths) + free)
    query, key, value = (array[0].swapaxes(0, 1).astype(DTYPES[dtype]) for array in inputs.gaussian(seed, **shape))
    unused = np.setdiff1d(np.arange(len(key)), slots)
    key[unused] = value[unused] = np.nan
    return 2 * query, {"key": key, "value": value, "slots": slots, "starts": starts}


def decode(name, dtype, lengths, note, *, splits=4, sinks=None, softcap=0.0):
    query, cache = cached(62, lengths, len(lengths), dtype)
    asked = {"query": query, **cache} | ({} if sinks is None else {"sinks": sinks})
    parameters = ({} if sinks is None else {"sink": "logit"}) | ({"softcap": softcap} if softcap else {})
    given = table_of(cache["slots"], cache["starts"]) | ({} if sinks is None else {"sinks": sinks})

    def made(answered):
        parts = {}
        if len(set(lengths)) == 1 and sinks is None:  # of each request the same keys
            each = -(-(-(-lengths[0] // splits)) // 32) * 32
            ends = [min(i * each, lengths[0]) for i in range(splits + 1)]
            parts = {"part_out": answered["parts"].transpose(2, 0, 1, 3)[:, :, :, None],
                     "part_lse": answered["part_lse"].transpose(2, 0, 1)[..., None],
                     "part_starts": np.array(ends, np.int32)}
        return Case(name=f"sglang-interpreted-decode-{name}", query=query[:, :, None], key=cache["key"][:, None],
                    value=cache["value"][:, None], output=answered["output"][:, :, None],
                    engine=named("SGLang", "decode_attention_fwd"), version=SGLANG, precision=PRECISION[dtype],
                    note=note, parameters=parameters, inputs=given | parts)

    return (asked, {"way": "decode", "splits": splits, "softcap": softcap}), made


def extend(name, dtype, before, new, note, window=-1):
    """Of new tokens the keys are behind the cache, in rows of their own; a case has both in one."""
    query, cache = cached(63, before, sum(new), dtype)
    rows = np.cumsum([0, *new]).astype(np.int32)
    _, key, value = (array[0].swapaxes(0, 1).astype(DTYPES[dtype]) for array in
                     inputs.gaussian(64, **inputs.SHAPE | dict(key_length=sum(new))))
    asked = {"query": query, "new_key": key, "new_value": value, "rows": rows, **cache}
    lists = [[*cache["slots"][cache["starts"][b]:cache["starts"][b + 1]],
              *range(len(cache["key"]) + rows[b], len(cache["key"]) + rows[b + 1])] for b in range(len(new))]
    given = table_of(np.concatenate(lists), np.cumsum([0, *map(len, lists)])) | {"cu_seqlens_q": rows}
    parameters = {} if window < 0 else {"window": {"left": window, "right": -1}}

    def made(answered):
        both = [np.concatenate(pair)[:, None] for pair in ((cache["key"], key), (cache["value"], value))]
        return Case(name=f"sglang-interpreted-extend-{name}", query=query, key=both[0], value=both[1],
                    output=answered["output"], engine=named("SGLang", "extend_attention_fwd"), version=SGLANG,
                    precision=PRECISION[dtype], note=note, parameters=parameters, inputs=given,
                    causal_alignment="bottom-right")

    return (asked, {"way": "extend", "longest": max(new), "window": window}), made


SINKS = np.array([0.5, -1, 2, 0], np.float32)


def questions():
    yield sage("full", False, 1, "queries and keys in int8 with scales of blocks, keys less their mean")
    yield sage("causal-batch", True, 2, "the same, causal, two batch entries")
    for dtype in DTYPES:
        yield decode(f"{dtype}-slots", dtype, (37, 1, 60),
                     f"{dtype}, slots of a cache, three requests, splits of 32 keys")
        yield decode(f"{dtype}-parts", dtype, (100, 100), f"{dtype}, four splits, whose results are given")
        yield extend(f"{dtype}-ragged", dtype, (20, 0, 7), (5, 9, 1), f"{dtype}, new tokens behind cached ones, ragged")
    yield decode("f32-sinks", "f32", (37, 1, 60), "f32, slots of a cache, sink logits", sinks=SINKS)
    yield decode("f32-softcap", "f32", (45, 33), "f32, slots of a cache, softcap 5", softcap=5.0)
    yield extend("f32-window-6", "f32", (20, 0, 7), (5, 9, 1), "f32, ragged, a window of 6 keys before the query",
                 window=6)


def cases():
    asked, makers = zip(*questions())
    for make, answered in zip(makers, elsewhere.ask("triton", "interpreted.py", list(asked), VERSIONS)):
        yield make(answered)
