"""PyTorch's FlexAttention, compiled for the CPU: needs a C++ compiler and Python's headers.

torch/_inductor/codegen/cpp_flex_attention_template.py: a blocked kernel like that of the flash path,
generated with score_mod and mask_mod inside.  Scores, their maximum, sums and the output are float,
exp is the fast approximation that engine_torch.py describes, and for bfloat16 inputs the
unnormalised exponentials are rounded before they multiply the values.
"""

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

import inputs
from case_file import Case
from engine_flex import causal
from engine_torch import tensors, to_numpy

PRECISION = {"f32": "f32-fast-exp", "bf16": "bf16-flash"}


def capped(score, batch, head, q, k):
    return 2.0 * torch.tanh(score / 2.0)


def cases():
    torch.set_num_threads(1)
    attention = torch.compile(flex_attention, dynamic=False)
    mask = create_block_mask(causal, None, None, 12, 12, device="cpu")
    for dtype, precision in PRECISION.items():
        query, key, value = tensors(inputs.needle(671, strength=1.2, **inputs.SMALL), dtype)
        with torch.no_grad():
            output = attention(query, key, value, score_mod=capped, block_mask=mask,
                               enable_gqa=True)
        yield Case(
            name=f"flex-compiled-{dtype}-softcap-2", query=to_numpy(query), key=to_numpy(key),
            value=to_numpy(value), output=to_numpy(output),
            engine="PyTorch flex_attention (compiled, CPU)", version=torch.__version__,
            precision=precision, causal_alignment="top-left", parameters={"softcap": 2.0},
            note="score_mod 2 tanh(score / 2) and a causal mask in one generated kernel")
