"""JAX's dot_product_attention, the XLA implementation on the CPU.

jax/_src/nn/functions.py, _dot_product_attention_core: scores are accumulated and kept in float,
the scale multiplies them, hidden scores become a large negative finite number, the softmax is
float, its normalised weights are rounded to the dtype of the keys and multiply the values.  So
bf16 inputs follow the flash model.  The lse it returns is rounded to the dtype of the keys.
is_causal keeps the lower triangle: top-left.  local_window_size (L, R) keeps t - L <= j <= t + R.
A bias is added to the scaled scores before the mask.  Arrays are [batch, length, heads, head_dim].
"""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

import inputs
from case_file import Case

DTYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
PRECISION = {"f32": "f32", "f16": "fp16-flash", "bf16": "bf16-flash"}


def swapped(array):
    """Between [batch, heads, length, ...] and [batch, length, heads, ...]."""
    return np.ascontiguousarray(np.swapaxes(array, 1, 2))


def case(name, dtype, question, note, is_causal=False, bias=None, window=None, parameters=None,
         wrong=False):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    given = {} if bias is None else {"bias": bias.astype(DTYPES[dtype])}
    output, lse = jax.nn.dot_product_attention(
        *(jnp.asarray(swapped(array)) for array in (query, key, value)),
        **{name: jnp.asarray(array) for name, array in given.items()},
        is_causal=is_causal, local_window_size=window, implementation="xla", return_residual=True)
    return Case(
        name=f"jax-xla-{dtype}-{name}", query=query, key=key, value=value,
        output=swapped(np.asarray(output)), lse=swapped(np.asarray(lse)),
        engine="JAX dot_product_attention (xla, CPU)", version=jax.__version__,
        precision=PRECISION[dtype], causal_alignment="top-left" if is_causal else None, inputs=given,
        parameters=parameters or {}, wrong=wrong, note=note)


def cases():
    jax.config.update("jax_platforms", "cpu")
    question = inputs.needle(501, **inputs.SHAPE)
    for dtype in DTYPES:
        yield case("full", dtype, question, f"{dtype}, grouped heads")
        yield case("causal", dtype, question, f"{dtype}, grouped heads, causal", is_causal=True)
    unequal = inputs.needle(502, **inputs.SHAPE | dict(query_length=16, key_length=28))
    yield case("causal-16x28", "f32", unequal,
               "fewer queries than keys: JAX aligns top-left", is_causal=True)
    yield case("large-scores", "bf16", inputs.large_scores(503, **inputs.SHAPE),
               "two equal scores near 70 per query")
    small = inputs.needle(504, strength=1.2, **inputs.SMALL)
    bias = inputs.extra(505, 1, 4, 12, 12)
    yield case("bias", "f32", small, "a bias for every head, query and key", bias=bias)
    yield case("bias-causal", "f32", small, "the same and a causal mask", bias=bias,
               is_causal=True)
    yield case("bias-one-head", "f32", small, "one bias for all heads", bias=bias[:, :1])
    yield case("alibi-causal", "bf16", small, "the bias of ALiBi, slope * (j - t), in bfloat16",
               bias=inputs.alibi(4, 12, 12), is_causal=True)
    yield case("window-3-1", "f32", small, "three keys before, one after", window=(3, 1),
               parameters={"window": {"left": 3, "right": 1}})
    yield case("window-3", "bf16", small, "four keys with the query's own, causal", window=(3, 0),
               is_causal=True, parameters={"window": {"left": 3}})
    yield case("window-3-as-left-2", "f32", small, "stated wrongly: three keys", window=(3, 0),
               is_causal=True, parameters={"window": {"left": 2}}, wrong=True)
