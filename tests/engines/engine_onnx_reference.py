"""The Python reference of the ONNX standard for Attention (opset 23).

onnx/reference/ops/op_attention.py: NumPy arithmetic in the input dtype throughout; query and key
are each multiplied by sqrt(scale), computed in binary64 and rounded to the input dtype.  Since
release 1.22 scores are capped before the mask or bias is added; engine_mask_before_cap.py has the
other order.  Half inputs are not recorded: NumPy accumulates them in half, which no precision model
states.
"""

import numpy as np
import onnx

import inputs
import onnx_attention
from case_file import Case

DTYPES = {"f64": np.float64, "f32": np.float32}
ENGINE = "onnx ReferenceEvaluator Attention (opset 23)"
VERSION = f"{onnx.__version__} on NumPy {np.__version__}"


def case(name, dtype, question, note, *, is_causal=False, softcap=0.0, bias=None, parameters=None,
         wrong=False):
    query, key, value = (array.astype(DTYPES[dtype]) for array in question)
    tensors = {"Q": query, "K": key, "V": value}
    if bias is not None:
        tensors["attn_mask"] = bias.astype(DTYPES[dtype])
    output, weights = onnx_attention.attention(tensors, is_causal=int(is_causal),
                                               softcap=softcap)
    if parameters is None:
        parameters = {"softcap": softcap} if softcap else {}
    return Case(
        name=f"onnx-reference-{dtype}-{name}", query=query, key=key, value=value, output=output,
        weights=weights, engine=ENGINE, version=VERSION, precision=dtype,
        causal_alignment="top-left" if is_causal else None, parameters=parameters,
        inputs={} if bias is None else {"bias": tensors["attn_mask"]}, wrong=wrong, note=note)


def raw_scores(question):
    """qk_matmul_output_mode 0 is documented as the output of the matmul, before the softcap."""
    query, key, value = (array.astype(np.float32) for array in question)
    _, raw = onnx_attention.attention({"Q": query, "K": key, "V": value},
                                      mode=onnx_attention.RAW, softcap=2.0)
    return Case(
        name="onnx-reference-f32-softcap-2-mode-0", query=query, key=key, value=value, output=None,
        scores=raw, engine=ENGINE, version=VERSION, precision="f32", wrong=True,
        note="qk_matmul_output_mode 0 is to be the scores before the softcap, but with a softcap "
             "this release answers the capped ones")


def cases():
    question = inputs.needle(401, **inputs.SHAPE)
    for dtype in DTYPES:
        yield case("full", dtype, question, "the standard's own reference, grouped heads")
        yield case("causal", dtype, question, "the standard's own reference, grouped heads, causal",
                   is_causal=True)
    unequal = inputs.needle(402, **inputs.SHAPE | dict(query_length=28, key_length=16))
    yield case("causal-28x16", "f32", unequal,
               "more queries than keys and no cache: top-left, so the last rows see every key",
               is_causal=True)
    small = inputs.needle(403, strength=1.2, **inputs.SMALL)
    bias = inputs.extra(404, 1, 4, 12, 12)
    yield case("softcap-2-causal", "f32", small, "the cap, then the mask: onnx >= 1.22",
               is_causal=True, softcap=2.0)
    yield case("softcap-2-bias", "f32", small, "the cap, then the bias: onnx >= 1.22", bias=bias,
               softcap=2.0)
    yield case("bias", "f32", small, "a float attn_mask is a bias", bias=bias)
    yield case("softcap-2-causal-as-bias-mask-cap", "f32", small,
               "stated wrongly: in the order of onnx <= 1.21", is_causal=True, softcap=2.0,
               parameters={"softcap": 2.0, "softcap_order": "bias-mask-cap"}, wrong=True)
    yield raw_scores(small)
