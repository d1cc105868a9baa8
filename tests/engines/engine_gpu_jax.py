"""JAX on a graphics processor: its dot_product_attention, its kernels in Pallas, and Tokamax.

xla     jax/_src/nn/functions.py, as engine_jax.py says.  Products of float inputs are TensorFloat-32
        unless jax_default_matmul_precision is "highest".
cudnn   the fused attention of cuDNN: exponentials rounded to the dtype of the inputs.  Either one
        hides keys by a large finite number: a query that sees none has the mean of the values.
pallas  jax/experimental/pallas/ops/gpu/attention.py and decode_attention.py, kernels that Triton
        compiles: exponentials to the base 2 with log2(e) folded into the scale, the unnormalised
        ones rounded to the dtype of the values.
tokamax the kernels to which JAX refers those who used that one: "triton" and "mosaic".
"""

import contextlib
import functools
import importlib.metadata

import numpy as np

import gpu
import inputs
from case_file import Case
from engine_jax import DTYPES, PRECISION, swapped


def on_processor(array):
    import jax.numpy as jnp

    return jnp.asarray(array)


def default_precision(highest):
    import jax

    return jax.default_matmul_precision("highest") if highest else contextlib.nullcontext()


def by_function(implementation, query, key, value, **arguments):
    import jax

    return jax.nn.dot_product_attention(query, key, value, implementation=implementation,
                                        return_residual=True, **arguments)


def by_pallas(query, key, value, *, is_causal=False):
    from jax.experimental.pallas.ops.gpu import attention

    sizes = attention.BlockSizes(block_q=16, block_k=16)
    return attention.mha(query, key, value, None, sm_scale=query.shape[-1] ** -0.5,
                         causal=is_causal, block_sizes=sizes), None


def by_pallas_decode(query, key, value):
    from jax.experimental.pallas.ops.gpu import decode_attention

    return decode_attention.gqa(query[:, 0], key, value, block_k=16, k_splits=4)[:, None], None


def by_tokamax(implementation, query, key, value, *, is_causal=False):
    import tokamax

    return tokamax.dot_product_attention(query, key, value, is_causal=is_causal,
                                         implementation=implementation), None


ENGINES = {"xla": ("JAX dot_product_attention (xla", functools.partial(by_function, "xla")),
           "cudnn": ("JAX dot_product_attention (cudnn", functools.partial(by_function, "cudnn")),
           "pallas": ("JAX Pallas attention (Triton", by_pallas),
           "pallas-decode": ("JAX Pallas decode_attention (Triton", by_pallas_decode),
           "tokamax-triton": ("Tokamax dot_product_attention (triton",
                              functools.partial(by_tokamax, "triton")),
           "tokamax-mosaic": ("Tokamax dot_product_attention (mosaic",
                              functools.partial(by_tokamax, "mosaic"))}


def case(name, engine, dtype, question, note, *, is_causal=False, highest=True, bias=None, mask=None,
         precision=None, arguments=None, **fields):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    beside = {} if bias is None else {"bias": bias.astype(DTYPES[dtype])}
    called, answer = ENGINES[engine]
    arguments = (arguments or {}) | ({"is_causal": True} if is_causal else {})
    arguments |= {member: on_processor(array) for member, array in beside.items()}
    if mask is not None:
        arguments["mask"] = on_processor(mask)
        beside["allowed"] = mask
    with default_precision(highest):
        output, lse = answer(*(on_processor(swapped(array)) for array in (query, key, value)),
                             **arguments)
    if mask is not None:  # the lse of a query that sees no key is the fill of its mask, a finite number
        lse = None
    jax, release = importlib.metadata.version("jax"), ""
    if engine.startswith("tokamax"):
        release = f"{importlib.metadata.version('tokamax')} on JAX "
    return Case(
        name=name, query=query, key=key, value=value, output=swapped(np.asarray(output)),
        lse=None if lse is None else swapped(np.asarray(lse)), engine=f"{called}, {gpu.HERE})",
        version=release + jax, precision=precision or PRECISION[dtype],
        causal_alignment="top-left" if is_causal else None, note=note, inputs=beside, **fields)


def functions():
    """Of JAX itself."""
    small = inputs.SMALL
    of_small = inputs.needle(1401, strength=1.2, **small)
    unequal = inputs.needle(1402, strength=1.2, **small | dict(query_length=8, key_length=14))
    even = dict(query_length=16, key_length=16)
    by_blocks = inputs.needle(1404, strength=1.2, **small | even | dict(query_heads=2))
    decoding = inputs.needle(1405, strength=1.2, **small | dict(query_length=1, key_length=64))
    visible = inputs.extra(1408, 1, 4, 12, 12) > 0.0
    visible[:, :, 5] = False

    def ask(engine, dtype, name, question, note, **arguments):
        name = f"jax-gpu-{engine}-{dtype}-{name}"
        return name, functools.partial(case, name, engine, dtype, question, note, **arguments)

    for dtype in ("f32", "bf16"):
        yield ask("xla", dtype, "causal", of_small, f"{dtype}, grouped heads, causal", is_causal=True)
    yield ask("xla", "f32", "default", of_small, "products in the default precision", is_causal=True,
              highest=False, precision="tf32")
    yield ask("xla", "f32", "default-as-f32", of_small,
              "stated wrongly: in binary32, while products are TensorFloat-32", is_causal=True,
              highest=False, wrong=True)
    for dtype in ("bf16", "f16"):
        yield ask("cudnn", dtype, "causal", of_small, f"{dtype}, grouped heads, causal",
                  is_causal=True)
    yield ask("cudnn", "bf16", "causal-8x14", unequal, "fewer queries than keys: top-left",
              is_causal=True)
    yield ask("cudnn", "bf16", "bias", of_small, "a bias for every head, query and key",
              bias=inputs.extra(1403, 1, 4, 12, 12))
    yield ask("cudnn", "bf16", "large-scores", inputs.large_scores(1406, **small),
              "two equal scores near 70 per query")
    yield ask("cudnn", "bf16", "window-3", of_small, "local_window_size (3, 0), causal",
              is_causal=True, arguments={"local_window_size": (3, 0)},
              parameters={"window": {"left": 3}})
    for engine in ("xla", "cudnn"):
        yield ask(engine, "bf16", "allowed", of_small, "a mask; query 5 sees no key", mask=visible,
                  parameters={"empty_row": "mean"})
    for dtype in ("bf16", "f32"):
        products = {} if dtype != "f32" else {"precision": "tf32-cut", "highest": False}
        yield ask("pallas", dtype, "causal", by_blocks, "blocks of 16 keys, causal", is_causal=True,
                  **products)
    yield ask("pallas-decode", "bf16", "one-query", decoding, "64 keys in four parts")


def kernels():
    """Of Tokamax."""
    small = dict(batch=1, query_heads=2, key_heads=1, query_length=16, key_length=16, head_dim=64)
    question = inputs.needle(1407, **small)
    for engine in ("tokamax-triton", "tokamax-mosaic"):
        name = f"{engine}-bf16-causal"
        yield name, functools.partial(case, name, engine, "bf16", question, "causal",
                                      is_causal=True)


def questions():
    yield from functions()
    yield from kernels()


def cases():
    yield from gpu.recorded(functions(), "jax")
    yield from gpu.recorded(kernels(), "jax", "tokamax")
