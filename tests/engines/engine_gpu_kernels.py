"""Kernels of others for graphics processors, which Triton compiles: flash-linear-attention, SageAttention.

fla            fla/ops/attn/parallel.py, parallel_attn: causal attention with a sink logit or a window;
               scores float and to the base 2, exponentials rounded to the dtype of the inputs,
               products of float inputs in TensorFloat-32.  fla/ops/attn/decoding.py: one query; it is
               scaled, multiplied with keys and summed in its own dtype, as tl.sum does not widen.
sageattention  core.py: the mean of the keys is taken off them (from the caller's tensor, too), queries
               and keys are rounded to 8 bits with a scale for each block, P and the values to
               binary16; products of a block are accumulated in it.  attn_qk_int8_per_block.py masks
               what it loads of the last block, not its scores.
"""

import functools
import importlib.metadata

import torch

import gpu
import inputs
from case_file import Case
from engine_gpu_torch import PRECISION, tensors
from engine_torch import to_numpy


def turned(tensor):
    return tensor.transpose(1, 2).contiguous()


def fla_case(name, dtype, question, note, *, stated=None, sinks=None, precision=None, wrong=False,
             **arguments):
    from fla.ops.attn.parallel import parallel_attn

    query, key, value = tensors(question, dtype)
    if sinks is not None:
        arguments["sink_bias"] = sinks.cuda()
    output = parallel_attn(*(turned(tensor) for tensor in (query, key, value)), **arguments)
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(turned(output)),
        engine=f"flash-linear-attention parallel_attn ({gpu.HERE})",
        version=importlib.metadata.version("fla-core"), precision=precision or PRECISION[dtype],
        causal_alignment="top-left", note=note, parameters=stated or {},
        inputs={} if sinks is None else {"sinks": to_numpy(sinks)}, wrong=wrong)


def fla_decoding(name, dtype, question, note, precision=None, wrong=False):
    from fla.ops.attn.decoding import attn_decoding_one_step

    query, key, value = tensors(question, dtype)
    ends = torch.tensor([0, key.shape[2]], dtype=torch.int32, device="cuda")
    output = attn_decoding_one_step(*(turned(tensor) for tensor in (query, key, value)),
                                    cu_seqlens=ends)
    return Case(
        name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
        output=to_numpy(turned(output)),
        engine=f"flash-linear-attention attn_decoding_one_step ({gpu.HERE})",
        version=importlib.metadata.version("fla-core"), precision=precision or PRECISION[dtype],
        note=note, wrong=wrong)


def sage_case(name, dtype, question, note, precision=None, wrong=False, stated=None, **arguments):
    import sageattention

    query, key, value = tensors(question, dtype)
    given = to_numpy(key)
    output = sageattention.sageattn(query, key, value, **arguments)
    return Case(
        name=name, query=to_numpy(query), key=given, value=to_numpy(value), output=to_numpy(output),
        engine=f"SageAttention sageattn ({gpu.HERE})",
        version=importlib.metadata.version("sageattention"), precision=precision or PRECISION[dtype],
        causal_alignment="top-left" if arguments.get("is_causal") else None, note=note, wrong=wrong,
        parameters=stated or {})


def fla_questions():
    question = inputs.needle(1501, strength=1.2, **inputs.SMALL)
    sinks = torch.tensor([-1.0, 0.0, 5.0, 2.5])
    for name, dtype, note, arguments in (
            ("fla-bf16-causal", "bf16", "grouped heads, causal", {}),
            ("fla-bf16-sinks", "bf16", "a sink logit for each head",
             {"sinks": sinks, "stated": {"sink": "logit"}}),
            ("fla-bf16-window-4", "bf16", "window_size = 4: four keys",
             {"window_size": 4, "stated": {"window": {"left": 3}}})):
        yield name, functools.partial(fla_case, name, dtype, question, note, **arguments)
    one = inputs.needle(1502, strength=1.2, **inputs.SMALL | dict(query_length=1, key_length=100))
    for name, precision, note in (
            ("fla-decode-bf16", "bf16-flash,input=bf16,product=bf16",
             "one query over 100 keys: products of queries and keys, and their sums, in bfloat16"),
            ("fla-decode-bf16-as-flash", "bf16-flash", "stated wrongly: scores in float")):
        yield name, functools.partial(fla_decoding, name, "bf16", one, note, precision,
                                      wrong=name.endswith("as-flash"))


def sage_questions():
    shape = inputs.SMALL | dict(query_heads=2, key_heads=1, head_dim=64, query_length=8)
    for keys, note in ((64, "stated wrongly: in binary16, while queries and keys have 8 bits"),
                       (40, "a block has 64 keys: the 24 that are missing take weight, each with the "
                            "score of the mean key")):
        question = inputs.needle(1503, **shape | dict(key_length=keys))
        name = f"sageattention-f16-{keys}-keys"
        yield name, functools.partial(sage_case, name, "f16", question, note, wrong=True)


def questions():
    yield from fla_questions()
    yield from sage_questions()


def cases():
    yield from gpu.recorded(fla_questions(), "torch", "fla-core")
    yield from gpu.recorded(sage_questions(), "torch", "sageattention")
