"""Kernels in Triton (triton_attention.py), compiled for a graphics processor.

Scores, their maximum and sums are float, exponentials to the base 2; unnormalised ones are rounded to
the dtype of the values.  Products of float inputs, by the precision passed to tl.dot:

ieee    float
tf32    TensorFloat-32: the matrix unit ignores the last 13 bits of its operands
        (github.com/triton-lang/triton/issues/4574)
tf32x3  three products of TensorFloat-32, of the leading bits and of the remaining ones
"""

import functools

import gpu
import inputs
from case_file import Case
from engine_gpu_torch import PRECISION, tensors
from engine_torch import to_numpy

FLOAT = {"ieee": "f32", "tf32": "tf32-cut", "tf32x3": "tf32x3"}


def case(name, dtype, question, note, *, is_causal=True, products="ieee", parts=0, precision=None,
         **fields):
    import triton  # not where there is no graphics processor
    import triton_attention

    query, key, value = tensors(question, dtype)
    if parts:
        output, lse = triton_attention.decode(query, key, value, parts=parts, precision=products)
    else:
        output, lse = triton_attention.forward(query, key, value, is_causal=is_causal,
                                               precision=products)
    what = f"decoding in {parts} parts" if parts else "forward"
    what += f", {products}" if dtype == "f32" else ""
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(output), lse=to_numpy(lse), engine=f"Triton kernel ({what}, {gpu.HERE})",
        version=triton.__version__, precision=precision or (
            FLOAT[products] if dtype == "f32" else PRECISION[dtype]),
        causal_alignment="bottom-right" if is_causal and not parts else None, note=note, **fields)


def questions():
    small = inputs.SMALL
    of_small = inputs.needle(1301, strength=1.2, **small)
    unequal = inputs.needle(1302, strength=1.2, **small | dict(query_length=14, key_length=8))
    decoding = inputs.needle(1304, strength=1.2, **small | dict(query_length=1, key_length=48))
    large = inputs.large_scores(1305, **small)
    parts = {"parts": 3}

    def ask(dtype, name, question, note, **arguments):
        name = f"triton-{dtype}-{name}"
        return name, functools.partial(case, name, dtype.split("-")[0], question, note, **arguments)

    for dtype in ("bf16", "f16"):
        yield ask(dtype, "causal", of_small, "causal")
    yield ask("bf16", "decode", decoding, "one query, 48 keys in three parts", **parts)
    yield ask("bf16", "causal-14x8", unequal, "bottom-right: the first 6 queries see no key")
    yield ask("f16", "large-scores", large, "two equal scores near 70 per query, causal")
    for products in FLOAT:
        yield ask(f"f32-{products}", "causal", of_small, f"products in {products}",
                  products=products)
    yield ask("f32-ieee", "decode", decoding, "one query, 48 keys in three parts", **parts)
    yield ask("f32-tf32", "causal-as-rounded", of_small, products="tf32", precision="tf32",
              wrong=True, note="stated wrongly: rounded to TensorFloat-32 in place of cut")


def cases():
    yield from gpu.recorded(questions(), "torch", "triton")
