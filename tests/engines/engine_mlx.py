"""MLX's fast scaled_dot_product_attention on the CPU, with attention sinks and after fast.rope.

mlx/fast.cpp, the fallback where no fused kernel exists: the query is multiplied by the scale in the
input dtype, scores are a matmul in the input dtype, an additive mask is added, the sink logits join
as the first column, the softmax is computed in float and stored in the input dtype.  A sink logit
belongs to a query head and is neither scaled nor masked.  A boolean mask or "causal" puts the
dtype's least finite number where a key is hidden; "causal" aligns the last query with the last key.
So a query that sees no key, and has no sink, gets the mean of all values.

rope, in the same file: angles, cosines and sines in float, then two products and a sum in the
input dtype.  traditional pairs (2m, 2m + 1), otherwise (m, m + dims/2) are paired; scale
multiplies positions, which count from the offset.
"""

import ml_dtypes
import mlx.core as mx
import numpy as np

import inputs
from case_file import Case

DTYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
PRECISION = {"f32": "f32", "f16": "fp16-eager", "bf16": "bf16-eager"}


def to_mlx(array):
    if array.dtype == ml_dtypes.bfloat16:
        return mx.array(array.view(np.uint16)).view(mx.bfloat16)
    return mx.array(array)


def to_numpy(array):
    if array.dtype == mx.bfloat16:
        return np.array(array.view(mx.uint16)).view(ml_dtypes.bfloat16)
    return np.array(array)


def case(name, dtype, question, note, *, sinks=None, bias=None, is_causal=False, stated=None,
         wrong=False):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    given = {}
    if sinks is not None:
        given["sinks"] = np.asarray(sinks).astype(DTYPES[dtype])
    if bias is not None:
        given["bias"] = bias.astype(DTYPES[dtype])
    mask = "causal" if is_causal else to_mlx(given["bias"]) if bias is not None else None
    output = mx.fast.scaled_dot_product_attention(
        to_mlx(query), to_mlx(key), to_mlx(value), scale=query.shape[-1] ** -0.5, mask=mask,
        sinks=to_mlx(given["sinks"]) if sinks is not None else None)
    return Case(
        name=f"mlx-{dtype}-{name}", query=query, key=key, value=value, output=to_numpy(output),
        engine="MLX fast.scaled_dot_product_attention (CPU)", version=mx.__version__,
        precision=PRECISION[dtype], causal_alignment="bottom-right" if is_causal else None,
        parameters={"sink": "logit"} if sinks is not None else stated or {}, inputs=given,
        wrong=wrong, note=note)


def rotated(name, dtype, note, stated, *, first=0, wrong=False, **arguments):
    """Causal attention after fast.rope, positions from `first`."""
    strength = 1.0 if dtype == "f32" else 0.25
    query, key, value = (array.astype(DTYPES[dtype])
                         for array in inputs.needle(685, strength=strength, **inputs.SMALL))
    given = {}
    if first:
        positions = np.arange(first, first + 12)[None]
        given = {"query_positions": positions, "key_positions": positions}
    defaults = {"dims": 16, "traditional": False, "base": 10000.0, "scale": 1.0, "offset": first}
    moved = [mx.fast.rope(to_mlx(array), **defaults | arguments) for array in (query, key)]
    output = mx.fast.scaled_dot_product_attention(*moved, to_mlx(value), scale=0.25, mask="causal")
    return Case(
        name=f"mlx-rope-{dtype}-{name}", query=query, key=key, value=value,
        output=to_numpy(output),
        engine="MLX fast.rope, fast.scaled_dot_product_attention (CPU)", version=mx.__version__,
        precision=PRECISION[dtype], causal_alignment="bottom-right",
        parameters={"position": "rope"} | stated, inputs=given, wrong=wrong, note=note)


def rotations():
    traditional = {"rope_layout": "interleaved"}
    for dtype in ("f32", "bf16"):
        yield rotated("half", dtype, "pairs (m, m + 8)", {})
        yield rotated("traditional", dtype, "traditional = True: pairs (2m, 2m + 1)", traditional,
                      traditional=True)
    yield rotated("partial-at-1000", "f32", "dims = 8 of 16, offset 1000", {"rope_dim": 8},
                  first=1000, dims=8)
    yield rotated("scale-quarter", "f32", "scale = 1/4 is a linear scaling by 4",
                  {"rope_scaling": "linear", "rope_factor": 4.0}, scale=0.25)
    yield rotated("traditional-as-half", "f32", "stated wrongly: pairs (m, m + 8)", {},
                  traditional=True, wrong=True)


def cases():
    mx.set_default_device(mx.cpu)
    question = inputs.needle(681, strength=0.9, **inputs.SMALL)
    sinks = {"f32": (-1e4, 0.0, 50.0, 2.5), "f16": (-8.0, 0.0, 6.0, 2.5),
             "bf16": (-8.0, 0.0, 6.0, 2.5)}
    for dtype in DTYPES:
        yield case("sinks-causal", dtype, question, "one sink logit a head, causal",
                   sinks=sinks[dtype], is_causal=True)
    unequal = inputs.needle(682, strength=1.2, **inputs.SMALL | dict(query_length=6))
    yield case("sinks-causal-6x12", "f32", unequal,
               "fewer queries than keys: MLX aligns bottom-right", sinks=sinks["f32"],
               is_causal=True)
    bias = inputs.extra(683, 1, 4, 12, 12)
    yield case("bias", "f32", question, "an additive mask as a bias", bias=bias)
    yield case("bias-and-sinks", "f32", question,
               "an additive mask as a bias, which does not act on the sinks", bias=bias,
               sinks=sinks["f32"])
    tall = inputs.needle(684, strength=1.2, **inputs.SMALL | dict(key_length=6))
    yield case("sinks-causal-12x6", "f32", tall,
               "more queries than keys: the first 6 rows see no key, the sink takes all, even one "
               "of -10000", sinks=sinks["f32"], is_causal=True)
    yield case("causal-12x6", "f32", tall,
               "more queries than keys, no sinks: the 6 rows that see no key are the mean of all "
               "values, neither zero nor NaN", is_causal=True, wrong=True)
    yield case("causal-12x6-mean", "f32", tall, "the same, stated as it is", is_causal=True,
               stated={"empty_row": "mean"})
    yield from rotations()
