"""PyTorch's scaled_dot_product_attention on a graphics processor, by backend.

flash      the FlashAttention 2 that PyTorch builds: scores and sums in float, exponentials to the
           base 2 with the scale and log2(e) folded into one factor, the unnormalised ones rounded to
           the input dtype before they multiply the values.
efficient  aten/src/ATen/native/transformers/cuda/mem_eff_attention: the same, in CUTLASS, and for
           float inputs, too, whose products are three of TensorFloat-32 (OpMultiplyAddFastF32).
cudnn      the fused attention of cuDNN, as flash; PyTorch chooses it in 16 bits on such processors.
math       transformers/attention.cpp, as engine_torch.py says; products are cuBLAS's, in
           TensorFloat-32 where torch.backends.cuda.matmul.allow_tf32 is set, but for the smallest.

is_causal is top-left for every backend that accepts it with unequal lengths; the flash operator below
is bottom-right, and causal_lower_right uses it.  Two backends deviate if a query sees no key:

efficient  kernel_forward.h: the offset of a bottom-right mask is an unsigned number.  With more queries
           than keys it wraps, and the block of queries in which the first one sees a key is not
           masked (github.com/pytorch/pytorch/pull/193632 mends it).
cudnn      attention.cpp, convert_boolean_attn_mask_cudnn: adds -65504 to hidden keys, not
           -infinity.  If all are hidden, none is.
"""

import contextlib
import functools
import warnings

import torch
from torch.nn.attention import SDPBackend, bias, sdpa_kernel

import gpu
import inputs
from case_file import Case
from engine_torch import DTYPES, to_numpy

BACKENDS = {"flash": SDPBackend.FLASH_ATTENTION, "efficient": SDPBackend.EFFICIENT_ATTENTION,
            "cudnn": SDPBackend.CUDNN_ATTENTION, "math": SDPBackend.MATH}
TAKES = {"flash": ("f16", "bf16"), "efficient": ("f32", "f16", "bf16"), "cudnn": ("f16", "bf16"),
         "math": ("f64", "f32", "f16", "bf16")}
PRECISION = {"f64": "f64", "f32": "f32", "f16": "fp16-flash", "bf16": "bf16-flash"}
FLAT = ("efficient",)  # takes as many key heads as query heads
NOT_BOTTOM_RIGHT = {
    "efficient": "causal_lower_right with more queries than keys: no key is hidden",
    "cudnn": "causal_lower_right with more queries than keys: a query that sees no key sees all",
}


def tensors(question, dtype):
    return [torch.from_numpy(array).to(DTYPES[dtype]).cuda() for array in question]


@contextlib.contextmanager
def tensor_float(allowed):
    before = torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = allowed
    try:
        yield
    finally:
        torch.backends.cuda.matmul.allow_tf32 = before


def precision_of(path, dtype):
    return "tf32x3" if (path, dtype) == ("efficient", "f32") else PRECISION[dtype]


def with_heads(path, query, key, value):
    """Keys and values as the backend takes them."""
    group = query.shape[1] // key.shape[1]
    if path not in FLAT or group == 1:
        return query, key, value
    return query, key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)


def attention(path, query, key, value, **arguments):
    query, key, value = with_heads(path, query, key, value)
    with sdpa_kernel(BACKENDS[path]), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, enable_gqa=query.shape[1] != key.shape[1], **arguments)


def with_lse(path, query, key, value, is_causal=False, scale=None):
    """Output and log-sum-exp of the operator below the public function."""
    length = query.shape[2]
    query, key, value = with_heads(path, query, key, value)
    if path == "flash":
        output, lse, *_ = torch.ops.aten._scaled_dot_product_flash_attention(
            query, key, value, 0.0, is_causal, False, scale=scale)
    elif path == "efficient":
        output, lse, *_ = torch.ops.aten._scaled_dot_product_efficient_attention(
            query, key, value, None, True, 0.0, is_causal, scale=scale)
    else:
        output, lse, *_ = torch.ops.aten._scaled_dot_product_cudnn_attention(
            query, key, value, None, True, 0.0, is_causal, False, scale=scale)
    return output, lse.reshape(*lse.shape[:2], -1)[..., :length]


def case(name, path, dtype, question, note, *, is_causal=False, alignment=None, lse=True, tf32=False,
         precision=None, scale=None, scale_text="1/sqrt(head_dim)", mask=None, what="", **fields):
    """What the public function answers, and the lse where the operator, which must answer the same,
    has one."""
    query, key, value = tensors(question, dtype)
    with tensor_float(tf32):
        output = attention(path, query, key, value, is_causal=is_causal, scale=scale, attn_mask=mask)
        besides = {}
        if lse and path != "math" and mask is None:
            again, lse = with_lse(path, query, key, value, is_causal, scale)
            if not torch.equal(again, output):
                raise RuntimeError(f"{name}: the operator does not reproduce the public function")
            besides["lse"] = to_numpy(lse)
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(output),
        engine=f"PyTorch scaled_dot_product_attention ({path}{what}, {gpu.HERE})",
        version=torch.__version__, precision=precision or precision_of(path, dtype),
        causal_alignment=alignment or ("top-left" if is_causal else None), scale=scale_text,
        note=note, **besides | fields)


def lower_right(name, path, dtype, query_length, key_length):
    shape = inputs.SMALL | dict(query_length=query_length, key_length=key_length)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mask = bias.causal_lower_right(query_length, key_length)
    wrong = query_length > key_length and path in NOT_BOTTOM_RIGHT
    return case(name, path, dtype, inputs.needle(1203, strength=1.2, **shape),
                NOT_BOTTOM_RIGHT[path] if wrong else "the last query sees the last key", mask=mask,
                alignment="bottom-right", what=", causal_lower_right", wrong=wrong)


def operator_alone(name, note, alignment, wrong=False):
    """The flash operator with is_causal and unequal lengths, which the public function refuses."""
    shape = inputs.SMALL | dict(query_length=8, key_length=14)
    query, key, value = tensors(inputs.needle(1204, strength=1.2, **shape), "bf16")
    output, lse = with_lse("flash", query, key, value, True)
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(output), lse=to_numpy(lse),
        engine=f"PyTorch _scaled_dot_product_flash_attention ({gpu.HERE})",
        version=torch.__version__, precision="bf16-flash", causal_alignment=alignment, note=note,
        wrong=wrong)


def masked(name, path, dtype):
    """Query 5 sees no key."""
    question = inputs.needle(1205, strength=1.2, **inputs.SMALL)
    visible = torch.from_numpy(inputs.extra(1206, 1, 4, 12, 12) > 0.0)
    visible[:, :, 5] = False
    wrong = path == "cudnn"
    return case(name, path, dtype, question,
                "a query that sees no key sees all; elsewhere in PyTorch it is zero" if wrong
                else "true attends; a query that sees no key is zero",
                mask=visible.cuda(), what=", attn_mask", inputs={"allowed": to_numpy(visible)},
                wrong=wrong)


def biased(name, path, dtype):
    mask = torch.from_numpy(inputs.alibi(4, 12, 12)).to(DTYPES[dtype]).cuda()
    return case(name, path, dtype, inputs.needle(1207, strength=1.2, **inputs.SMALL),
                "the bias of ALiBi, slope * (j - t), as an attn_mask", mask=mask, what=", attn_mask",
                inputs={"bias": to_numpy(mask)})


def named(*parts):
    return "-".join(("pytorch-gpu", *parts))


def questions():
    """(name, function that makes the case)."""
    small = inputs.SMALL
    needle = inputs.needle(1202, strength=1.2, **small)
    unequal = inputs.needle(1203, strength=1.2, **small | dict(query_length=8, key_length=14))
    decoding = inputs.needle(1209, strength=1.2, **small | dict(query_length=1, key_length=48))
    large = inputs.large_scores(1210, **small)

    def ask(path, dtype, name, question, note, **arguments):
        name = named(path, dtype, name)
        return name, functools.partial(case, name, path, dtype, question, note, **arguments)

    for path, dtypes in TAKES.items():
        for dtype in dtypes:
            yield ask(path, dtype, "causal", needle, f"{dtype}, grouped heads, causal",
                      is_causal=True)
    for path, dtype in (("flash", "bf16"), ("efficient", "f32"), ("cudnn", "bf16")):
        yield ask(path, dtype, "large-scores", large, "two equal scores near 70 per query")
    for path in ("flash", "cudnn"):
        yield ask(path, "bf16", "one-query", decoding, "one query over 48 keys, as in decoding")
    yield ask("flash", "bf16", "scale-number", needle, "the scale 0.3", is_causal=True, scale=0.3,
              scale_text=0.3)
    yield ask("flash", "bf16", "three-blocks", inputs.needle(
        1208, strength=2.0, **small | dict(query_heads=1, key_heads=1, query_length=4,
                                           key_length=300)),
              "300 keys: the running maximum is rescaled from block to block")
    for path in ("efficient", "cudnn"):
        yield ask(path, "bf16", "causal-8x14", unequal,
                  "is_causal with fewer queries than keys: top-left", is_causal=True)
        name = named(path, "bf16-alibi")
        yield name, functools.partial(biased, name, path, "bf16")
    yield from with_large_products()
    yield from without_keys()
    yield from bottom_right()


def with_large_products():
    """TensorFloat-32, which cuBLAS does not choose for the smallest."""
    question = inputs.needle(1201, **inputs.SHAPE | dict(query_heads=2, key_heads=1))
    for name, precision, note in (
            ("f32-tf32-allowed", "tf32", "allow_tf32 is set"),
            ("f32-tf32-allowed-as-f32", "f32",
             "stated wrongly: in binary32, while products are TensorFloat-32"),
            ("bf16-tf32-allowed", "bf16-flash,operand=tf32",
             "allow_tf32 is set: query and key, scaled in float, are rounded for products")):
        name = named("math", name)
        yield name, functools.partial(
            case, name, "math", name.split("-")[3], question, note, is_causal=True, tf32=True,
            precision=precision, wrong=name.endswith("as-f32"))


def without_keys():
    for path in ("efficient", "math", "cudnn"):
        name = named(path, "bf16-allowed")
        yield name, functools.partial(masked, name, path, "bf16")


def bottom_right():
    for path in ("flash", "efficient", "cudnn"):
        for lengths in ((8, 14), (14, 8)):
            name = named(path, "bf16-lower-right-%dx%d" % lengths)
            yield name, functools.partial(lower_right, name, path, "bf16", *lengths)
    for name, alignment, note in (
            ("operator-causal-8x14", "bottom-right", "is_causal of the operator is bottom-right"),
            ("operator-causal-8x14-as-top-left", "top-left",
             "stated wrongly: top-left, as is_causal of the public function is")):
        name = named("flash-bf16", name)
        yield name, functools.partial(operator_alone, name, note, alignment,
                                      wrong=alignment == "top-left")


def cases():
    yield from gpu.recorded(questions(), "torch")
