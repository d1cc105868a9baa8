"""PyTorch's FlexAttention, compiled for a graphics processor: kernels that Triton makes of templates.

torch/_inductor/kernel/flex: templates/flex_attention.py.jinja, and flex_decode.py.jinja for few
queries, whose keys are split in parts that are joined by their log-sum-exps.  Scores, their maximum
and sums are float, exponentials to the base 2; unnormalised ones are rounded to the dtype of the
values.  Products of float inputs are TensorFloat-32 where torch.set_float32_matmul_precision is
"high", float otherwise.
"""

import functools

import torch
from torch.nn.attention.flex_attention import AuxRequest, create_block_mask, flex_attention

import gpu
import inputs
from case_file import Case
from engine_flex import causal
from engine_gpu_torch import PRECISION, tensor_float, tensors
from engine_torch import to_numpy

SLOPES = tuple(2.0 ** (-2.0 * head) for head in range(1, 5))  # ALiBi's for four heads


def capped(score, batch, head, q, k):
    return 2.0 * torch.tanh(score / 2.0)


def alibi(score, batch, head, q, k):
    return score + torch.exp2(-2.0 * (head + 1)) * (k - q)


def window(batch, head, q, k):
    return (q >= k) & (q - k < 4)


# name, score_mod, mask_mod, what is stated, note
MODS = (
    ("causal", None, causal, {}, "mask_mod q >= k"),
    ("softcap-2", capped, causal, {"softcap": 2.0}, "score_mod 2 tanh(score / 2), causal"),
    ("alibi", alibi, causal, {"position": "alibi"}, "score_mod score + 2^(-2(h + 1)) (j - t), causal"),
    ("window-4", None, window, {"window": {"left": 3}}, "a mask_mod of four keys"),
)


def case(name, dtype, kernel, mod, *, tf32=False, precision=None):
    _, score_mod, mask_mod, stated, note = mod
    query, key, value = tensors(inputs.needle(1271, strength=1.2, **inputs.SMALL), dtype)
    mask = create_block_mask(mask_mod, None, None, 12, 12, device="cuda")
    torch._dynamo.reset()
    with torch.no_grad(), tensor_float(tf32):
        output, besides = torch.compile(flex_attention, dynamic=False)(
            query, key, value, score_mod=score_mod, block_mask=mask, enable_gqa=True,
            return_aux=AuxRequest(lse=True), kernel_options={"BACKEND": kernel})
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(output), lse=to_numpy(besides.lse),
        engine=f"PyTorch flex_attention ({kernel}, {gpu.HERE})", version=torch.__version__,
        precision=precision or PRECISION[dtype], causal_alignment="top-left", parameters=stated,
        note=note)


def questions():
    asked = [("bf16", "TRITON", mod) for mod in MODS]
    asked += [(dtype, "TRITON", MODS[0]) for dtype in ("f16", "f32")]
    asked += [("bf16", "TRITON_DECODE", MODS[0])]
    for dtype, kernel, mod in asked:
        name = f"{'flex-gpu' if kernel == 'TRITON' else 'flex-gpu-decode'}-{dtype}-{mod[0]}"
        yield name, functools.partial(case, name, dtype, kernel, mod)
    name = "flex-gpu-f32-tf32-allowed"
    yield name, functools.partial(case, name, "f32", "TRITON", MODS[0], tf32=True,
                                  precision="tf32-cut")


def cases():
    yield from gpu.recorded(questions(), "torch", "triton")
