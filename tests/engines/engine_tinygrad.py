"""tinygrad on a CPU, compiled by clang: Tensor.scaled_dot_product_attention.

tinygrad/mixin/rand.py: scores are a matmul in at least float, divided by sqrt(head_dim), plus the
mask; they are rounded to the dtype of the query before the softmax.  Its exponential is
2^(x log2 e) in at least float (codegen/decomp/transcendental.py: within one unit in the last
place), rounded to that dtype, as is the sum of the exponentials; so are the weights.  Hidden scores
are -infinity: a row of them is NaN.  is_causal is top-left.  bfloat16 needs a later clang than
Debian 12 has.
"""

import importlib.metadata
import os

os.environ |= {"DEV": "CPU", "CACHELEVEL": "0"}  # read when tinygrad is imported

import numpy as np
from tinygrad import Tensor

import inputs
from case_file import Case

VERSION = importlib.metadata.version("tinygrad")
DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16}
# In half exponentials and their sum are rounded once each.
PRECISION = {"f64": "f64", "f32": "f32",
             "f16": "fp16-eager,exponent=f16,exponential_ulp=1,accumulate=f16"}


def case(name, dtype, question, note, *, alignment=None, mask=None, stated=None, wrong=False):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    output = Tensor(query).scaled_dot_product_attention(
        Tensor(key), Tensor(value), attn_mask=None if mask is None else Tensor(mask),
        is_causal=alignment is not None, enable_gqa=query.shape[1] != key.shape[1])
    given = {} if mask is None else {"allowed" if mask.dtype == np.bool_ else "bias": mask}
    return Case(
        name=f"tinygrad-{dtype}-{name}", query=query, key=key, value=value,
        output=output.numpy(), engine="tinygrad scaled_dot_product_attention (CPU)",
        version=VERSION, precision=PRECISION[dtype], causal_alignment=alignment,
        parameters=stated or {}, inputs=given, note=note, wrong=wrong)


def cases():
    question = inputs.needle(1401, strength=1.2, **inputs.SMALL)
    for dtype in DTYPES:
        yield case("full", dtype, question, "grouped heads, every key visible")
        yield case("causal", dtype, question, "grouped heads, causal", alignment="top-left")
    for queries, keys in ((8, 12), (12, 8)):
        unequal = inputs.needle(1403, strength=1.2, **inputs.SMALL | dict(
            query_length=queries, key_length=keys))
        yield case(f"causal-{queries}x{keys}", "f32", unequal, "top-left", alignment="top-left")
    allowed = inputs.extra(1404, 1, 1, 12, 12) > 0
    allowed[..., 0] = True
    yield case("mask", "f32", question, "a boolean mask", mask=allowed)
    hidden = allowed.copy()
    hidden[..., 3, :] = False
    for rule, wrong in (("nan", False), ("zero", True)):
        yield case("empty-row" + ("-as-zero" if wrong else ""), "f32", question,
                   "stated wrongly: 0" if wrong else "query 3 sees no key: NaN", mask=hidden,
                   stated={"empty_row": rule}, wrong=wrong)
    bias = inputs.extra(1405, 1, 4, 12, 12).astype(np.float32)
    yield case("bias", "f32", question, "a bias for every head, query and key", mask=bias)
    yield case("large-scores", "f32", inputs.large_scores(1406, **inputs.SMALL),
               "two equal scores near 70 per query", alignment="top-left")
    yield case("multi-query", "f32", inputs.needle(1407, strength=1.2, **inputs.SMALL | dict(
        key_heads=1, batch=2, value_dim=8)), "two batch entries, one key head, narrow values")
