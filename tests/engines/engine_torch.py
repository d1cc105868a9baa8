"""PyTorch's scaled_dot_product_attention on the CPU: its math path and its flash path.

How each path computes (PyTorch 2.13, sources under aten/src/ATen/native):

math   transformers/attention.cpp, _scaled_dot_product_attention_math.  Query and key are each
       multiplied by sqrt(scale).  Half and bfloat16 inputs are converted to float first, and
       scores and probabilities stay in float; only the output and the weights that it returns
       are rounded to the input dtype.  No precision model states exactly this; the flash model of
       the same dtype includes it (it allows one more rounding, of P).  With
       allow_fp16_bf16_reduction_math_sdp(True) nothing is converted: scaled queries, scaled
       keys, scores and P are all stored in the input dtype (the eager model).
flash  cpu/FlashAttentionKernel.cpp.  Scores, their maximum, the sum of exponentials and the
       output accumulator are float (double for double inputs); for half and bfloat16 inputs the
       unnormalised exponentials are rounded to the input dtype before they multiply the values,
       while their sum takes them unrounded.  The exponential is a fast approximation: for float
       exp_u20 (cpu/vec), stated to be within 20 units in the last place; for half and bfloat16
       inputs a coarser one (measured: relative error up to 1.2e-4, exp(0) included), which shows
       in the lse, returned in float.
"""

import warnings

import ml_dtypes
import torch
import torch.nn.functional
from torch.nn.attention import SDPBackend, bias, sdpa_kernel

import inputs
from case_file import Case

DTYPES = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16,
          "bf16": torch.bfloat16}
PRECISION = {
    "math": {"f64": "f64", "f32": "f32", "f16": "fp16-flash", "bf16": "bf16-flash"},
    "flash": {"f64": "f64", "f32": "f32-fast-exp", "f16": "fp16-flash", "bf16": "bf16-flash"},
}
BACKENDS = {"math": SDPBackend.MATH, "flash": SDPBackend.FLASH_ATTENTION}


def to_numpy(tensor):
    tensor = tensor.detach().cpu().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.uint16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def tensors(question, dtype):
    return [torch.from_numpy(array).to(DTYPES[dtype]) for array in question]


def attention(path, query, key, value, **arguments):
    """The public function, restricted to one path."""
    grouped = query.shape[1] != key.shape[1]
    with sdpa_kernel(BACKENDS[path]):
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, enable_gqa=grouped, **arguments)


def extra_results(path, output, query, key, value, is_causal=False, scale=None):
    """What the path computes besides the output: weights (math) or log-sum-exp (flash).

    The public function drops them, so the operator below it is asked, and must give the very
    same output.
    """
    grouped = query.shape[1] != key.shape[1]
    if path == "math":
        again, weights = torch.ops.aten._scaled_dot_product_attention_math(
            query, key, value, None, 0.0, is_causal, None, scale=scale, enable_gqa=grouped)
        extra = {"weights": to_numpy(weights)}
    else:
        again, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            query, key, value, 0.0, is_causal, scale=scale)
        extra = {"lse": to_numpy(lse)}
    if not torch.equal(again, output):
        raise RuntimeError(f"the {path} operator does not reproduce the public function")
    return extra


def case(name, path, dtype, question, note, *, is_causal=False, scale=None,
         scale_text="1/sqrt(head_dim)", precision=None):
    query, key, value = tensors(question, dtype)
    output = attention(path, query, key, value, is_causal=is_causal, scale=scale)
    extra = extra_results(path, output, query, key, value, is_causal, scale)
    return Case(
        name=f"pytorch-{path}-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value), output=to_numpy(output),
        engine=f"PyTorch scaled_dot_product_attention ({path}, CPU)", version=torch.__version__,
        precision=precision or PRECISION[path][dtype],
        causal_alignment="top-left" if is_causal else None, scale=scale_text, note=note, **extra)


def every_dtype_and_path():
    question = inputs.needle(101, **inputs.SHAPE)
    for dtype in DTYPES:
        for path in BACKENDS:
            note = f"{dtype} through the {path} path, grouped heads, needle keys"
            yield case("full", path, dtype, question, note)
            yield case("causal", path, dtype, question, note + ", causal", is_causal=True)


def unequal_lengths():
    shape = inputs.SHAPE | dict(query_length=16, key_length=28)
    question = inputs.needle(102, **shape)
    note = "is_causal with fewer queries than keys: PyTorch aligns top-left"
    for path in BACKENDS:
        yield case("causal-16x28", path, "f32", question, note, is_causal=True)


def bottom_right(path, query_length, key_length, note):
    """causal_lower_right becomes an explicit mask on the CPU."""
    shape = inputs.SHAPE | dict(query_length=query_length, key_length=key_length)
    query, key, value = tensors(inputs.needle(103, **shape), "f32")
    with warnings.catch_warnings():
        # It warns of NaNs for rows that see no key, which PyTorch answers with zeros since 2.5.
        warnings.simplefilter("ignore")
        mask = bias.causal_lower_right(query_length, key_length)
    output = attention(path, query, key, value, attn_mask=mask)
    return Case(
        name=f"pytorch-{path}-f32-lower-right-{query_length}x{key_length}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value), output=to_numpy(output),
        engine=f"PyTorch scaled_dot_product_attention ({path}, CPU, causal_lower_right)",
        version=torch.__version__, precision=PRECISION[path]["f32"], causal_alignment="bottom-right", note=note)


def stated_scales():
    question = inputs.needle(104, **inputs.SHAPE)
    yield case("scale-number", "flash", "f32", question,
               "a scale that is no dyadic fraction, passed as the binary64 number 0.3",
               scale=0.3, scale_text=0.3)
    yield case("scale-eighth", "math", "f32", question,
               "a scale that is an exact decimal", scale=0.125, scale_text="0.125")


def shapes():
    yield case("batch-2", "flash", "f32",
               inputs.needle(105, **inputs.SHAPE | dict(batch=2, query_length=12, key_length=20)),
               "two batch entries, whose keys differ")
    yield case("value-dim-16", "math", "f32",
               inputs.needle(106, **inputs.SHAPE | dict(value_dim=16)),
               "values narrower than keys", is_causal=True)
    yield case("one-query", "flash", "f32",
               inputs.needle(107, **inputs.SHAPE | dict(query_length=1, key_length=100)),
               "one query over 100 keys, as in decoding: not a multiple of the vector length")
    yield case("multi-query", "flash", "bf16",
               inputs.needle(108, **inputs.SHAPE | dict(key_heads=1)),
               "four query heads share one key head", is_causal=True)
    yield case("two-blocks", "flash", "f32",
               inputs.needle(109, strength=2.0,
                             **inputs.SHAPE | dict(query_heads=1, key_heads=1, query_length=4,
                                                   key_length=520, head_dim=16)),
               "more keys than the 512 of one block: the running maximum is rescaled")


def values():
    yield case("gaussian", "flash", "f32", inputs.gaussian(110, **inputs.SHAPE),
               "plain standard normal entries, as engine test suites draw them", is_causal=True)
    yield case("gaussian", "flash", "bf16", inputs.gaussian(110, **inputs.SHAPE),
               "plain standard normal entries, as engine test suites draw them", is_causal=True)
    for dtype in ("f32", "bf16", "f16"):
        for path in BACKENDS:
            yield case("large-scores", path, dtype, inputs.large_scores(111, **inputs.SHAPE),
                       "two equal scores near 70 per query: needs the shift by the maximum, shows "
                       "every rounding of a score")
    yield case("outlier-values", "flash", "f32", inputs.outlier_values(112, **inputs.SHAPE),
               "two value columns are 1000 times larger", is_causal=True)
    yield case("outlier-values", "flash", "bf16", inputs.outlier_values(112, **inputs.SHAPE),
               "two value columns are 1000 times larger", is_causal=True)


def reduced_math():
    """The math path that keeps scores and probabilities in the input dtype."""
    before = torch.backends.cuda.fp16_bf16_reduction_math_sdp_allowed()
    torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(True)
    try:
        question = inputs.needle(101, **inputs.SHAPE)
        for dtype, precision in (("bf16", "bf16-eager"), ("f16", "fp16-eager")):
            yield case("reduced", "math", dtype, question,
                       "allow_fp16_bf16_reduction_math_sdp: query and key are each multiplied "
                       "by sqrt(scale) and rounded, then scores and P are stored in the input "
                       "dtype", is_causal=True, precision=precision)
    finally:
        torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(before)


def masks_of_numbers():
    """attn_mask of numbers is a bias, of truth values it hides keys; both go to either path."""
    question = inputs.needle(113, strength=1.2, **inputs.SMALL)
    alibi = inputs.alibi(4, 12, 12)
    for path in BACKENDS:
        for dtype in ("f32", "bf16"):
            query, key, value = tensors(question, dtype)
            mask = torch.from_numpy(alibi).to(DTYPES[dtype])
            yield masked("alibi", path, dtype, (query, key, value), mask,
                         "the bias of ALiBi, slope * (j - t), as an attn_mask", None,
                         inputs={"bias": to_numpy(mask)})
    unequal = inputs.needle(114, strength=1.2,
                            **inputs.SMALL | dict(query_length=8, key_length=14))
    visible = torch.arange(8)[:, None] >= torch.arange(14)[None, :]
    visible[:, :3] = True
    for path in BACKENDS:
        yield masked("first-keys", path, "f32", tensors(unequal, "f32"), visible,
                     "a causal mask in which the first 3 keys are visible to every query",
                     "top-left", parameters={"sink": "first-keys", "sink_keys": 3})


def masks_of_truth_values():
    """A mask for each head, in which query 5 sees no key."""
    question = tensors(inputs.needle(115, strength=1.2, **inputs.SMALL), "f32")
    visible = torch.from_numpy(inputs.extra(116, 1, 4, 12, 12) > 0.0)
    visible[:, :, 5] = False
    for path in BACKENDS:
        yield masked("allowed", path, "f32", question, visible,
                     "true attends; a query that sees no key is zero", None,
                     inputs={"allowed": to_numpy(visible)})
    hidden = to_numpy(~visible)
    yield masked("allowed-as-true-hides", "math", "f32", question, visible,
                 "stated wrongly: true is hidden", None, inputs={"allowed": to_numpy(visible)},
                 parameters={"mask_polarity": "true-hides"}, wrong=True)
    yield masked("hidden", "math", "f32", question, visible,
                 "the same mask, stated as what it hides", None, inputs={"allowed": hidden},
                 parameters={"mask_polarity": "true-hides"})


def masked(name, path, dtype, question, mask, note, alignment, **fields):
    query, key, value = question
    output = attention(path, query, key, value, attn_mask=mask)
    return Case(
        name=f"pytorch-{path}-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value), output=to_numpy(output),
        engine=f"PyTorch scaled_dot_product_attention ({path}, CPU, attn_mask)",
        version=torch.__version__, precision=PRECISION[path][dtype], causal_alignment=alignment,
        note=note, **fields)


def cases():
    torch.set_num_threads(1)
    yield from every_dtype_and_path()
    yield from unequal_lengths()
    for path in BACKENDS:
        yield bottom_right(path, 16, 28, "the last query sees the last key")
        yield bottom_right(path, 28, 16, "more queries than keys: the first 12 rows see no key, "
                                         "and PyTorch >= 2.5 answers zero")
    yield from stated_scales()
    yield from shapes()
    yield from values()
    yield from reduced_math()
    yield from masks_of_numbers()
    yield from masks_of_truth_values()
