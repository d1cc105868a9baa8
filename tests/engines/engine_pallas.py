"""JAX's paged attention for TPUs in Pallas, in its interpreter of TPUs on a processor.

ops/tpu/paged_attention/paged_attention_kernel.py: a query of each request, pages [heads,pages,slots,dim], a few of them
to a block; the caller multiplies queries by the scale.  Keys and values are rounded to bfloat16 whatever their dtype;
products, exponentials and sums are binary32, and the sum is divided behind each block: with eight query heads or more
on a key head it is then stored in the dtype of the queries, a chain of merged parts.  The kernel for ragged batches
beside it reshapes references, which the interpreter of this release does not know.
"""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax.experimental.pallas import tpu
from jax.experimental.pallas.ops.tpu.paged_attention import paged_attention

import inputs
from case_file import Case

DTYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16}
PRECISION = {"f32": "f32", "bf16": "bf16-flash"}
KEY_HEADS, DIM, SLOTS, PAGES = 2, 128, 8, 7


def drawn(seed, requests, heads, dtype):
    """Queries [requests,heads,dim], times the scale, and pages of keys and values [pages,slots,heads,dim]."""
    shape = dict(batch=1, query_heads=heads, key_heads=KEY_HEADS, query_length=requests, key_length=PAGES * SLOTS,
                 head_dim=DIM, value_dim=DIM)
    query, key, value = (array[0].swapaxes(0, 1) for array in inputs.gaussian(seed, **shape))
    query = query * np.float32(DIM ** -0.5)
    pages = (array.reshape(PAGES, SLOTS, KEY_HEADS, DIM).astype(DTYPES[dtype]) for array in (key, value))
    return query.astype(DTYPES[dtype]), *pages


def table_of(lengths, each):
    """The pages of each request, whole blocks of them; behind those with a key 0."""
    order = np.random.Generator(np.random.PCG64(5)).permutation(PAGES)
    table = np.zeros((len(lengths), max(-(-length // (each * SLOTS)) for length in lengths) * each), np.int32)
    for row, length in zip(table, lengths):
        pages = -(-length // SLOTS)
        row[:pages], order = order[:pages], order[pages:]
    return table


def case(name, dtype, lengths, note, heads=4, each=2, softcap=None, rounds="", wrong=False):
    query, key, value = drawn(71, len(lengths), heads, dtype)
    table = table_of(lengths, each)
    by_head = (jnp.asarray(pages.transpose(2, 0, 1, 3)) for pages in (key, value))
    with tpu.force_tpu_interpret_mode():
        output = paged_attention(jnp.asarray(query), *by_head, jnp.asarray(lengths, jnp.int32), jnp.asarray(table),
                                 pages_per_compute_block=each, attn_logits_soft_cap=softcap)
    return Case(name=f"pallas-interpreted-paged-{name}", query=query[:, :, None], key=key, value=value,
                output=np.asarray(output)[:, :, None], engine="JAX paged_attention (Pallas for TPUs, interpreted)",
                version=jax.__version__, precision=PRECISION[dtype] + rounds, note=note, scale="1", wrong=wrong,
                parameters={"softcap": softcap} if softcap else {},
                inputs={"block_table": table, "key_lengths": np.array(lengths, np.int32)})


def cases():
    jax.config.update("jax_platforms", "cpu")
    yield case("bf16", "bf16", (29, 16), "two requests, a query of each, blocks of two pages")
    yield case("bf16-16-heads", "bf16", (29, 16), "eight query heads on each key head, a page to a block", heads=16,
               each=1, rounds=",part=bf16,merge_levels=3")
    yield case("bf16-softcap", "bf16", (21, 32), "scores capped at 1", softcap=1.0)
    yield case("f32", "f32", (29, 16), "in binary32: keys and values are rounded to bfloat16", wrong=True)
