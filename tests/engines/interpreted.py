"""Kernels of SageAttention and SGLang, run by Triton's interpreter; elsewhere.py sends the inputs.

The modules of SGLang's kernels are loaded alone: stubs replace what they import, which report no AMD graphics
processor and an empty environment.
"""

import importlib.util
import os
import pathlib
import sys
import types

os.environ["TRITON_INTERPRET"] = "1"
import numpy as np
import torch

import elsewhere

KERNELS = "sglang.kernels.ops.attention"


class Unset(types.ModuleType):
    """A module, or an object of it, whose names all stand for functions that answer False."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_: False


class Environment:
    def __getattr__(self, name):
        return types.SimpleNamespace(get=lambda: False)


def kernels(name):
    """A module of SGLang's kernels, and those that it needs."""
    for parent in ("sglang", "sglang.srt", "sglang.kernels", "sglang.kernels.ops", KERNELS):
        sys.modules.setdefault(parent, types.ModuleType(parent)).__path__ = []
    sys.modules.setdefault("sglang.srt.utils", Unset("sglang.srt.utils"))
    sys.modules.setdefault("sglang.srt.environ", types.ModuleType("sglang.srt.environ")).envs = Environment()
    folder = next(pathlib.Path(place, *KERNELS.split(".")) for place in sys.path
                  if pathlib.Path(place, "sglang", "kernels").is_dir())
    for needed in ("score_mod", "decode_attention", "prefill_attention", name):
        if f"{KERNELS}.{needed}" not in sys.modules:
            spec = importlib.util.spec_from_file_location(f"{KERNELS}.{needed}", folder / f"{needed}.py")
            sys.modules[spec.name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[spec.name])
    return sys.modules[f"{KERNELS}.{name}"]


def sage(asked, causal):
    """Of keys less their mean; what the kernel is given is an answer, too."""
    from sageattention import attn_qk_int8_per_block, attn_qk_int8_per_block_causal
    from sageattention.quant_per_block import per_block_int8

    key = asked["key"] - asked["key"].mean(dim=2, keepdim=True)
    names = ("query", "query_scale", "key", "key_scale")
    given = dict(zip(names, per_block_int8(asked["query"], key)))
    module = attn_qk_int8_per_block_causal if causal else attn_qk_int8_per_block
    output = module.forward(given["query"], given["key"], asked["value"], given["query_scale"], given["key_scale"])
    return given | {"output": output}


def decode(asked, splits, softcap=0.0):
    """Of slots of a cache, each request's in so many splits; what these gave is an answer, too."""
    batch, heads, dim = asked["query"].shape
    output = torch.zeros(batch, heads, asked["value"].shape[-1], dtype=asked["query"].dtype)
    parts = torch.zeros(batch, heads, splits, asked["value"].shape[-1])
    lse = torch.zeros(batch, heads, splits)
    kernels("decode_attention").decode_attention_fwd(
        asked["query"], asked["key"], asked["value"], output, asked["starts"], asked["slots"], parts, lse,
        torch.full((batch,), splits, dtype=torch.int32), splits, dim ** -0.5, 1.0, 1.0, softcap,
        sinks=asked.get("sinks"))
    return {"output": output, "parts": parts, "part_lse": lse}


def extend(asked, longest, window=-1):
    """New tokens behind those that slots of a cache hold."""
    output = torch.zeros_like(asked["query"])
    kernels("extend_attention").extend_attention_fwd(
        asked["query"], asked["new_key"], asked["new_value"], output, asked["key"], asked["value"], asked["rows"],
        asked["starts"], asked["slots"], None, True, None, longest, 1.0, 1.0, sliding_window_size=window)
    return {"output": output}


WAYS = {"sage": sage, "decode": decode, "extend": extend}


def answer(tensors, attributes):
    way = WAYS[attributes.pop("way")]
    given = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in tensors.items()}
    return {name: made.numpy() for name, made in way(given, **attributes).items()}


if __name__ == "__main__":
    from importlib.metadata import version

    elsewhere.serve(answer, " ".join(version(name) for name in ("triton", "sageattention", "sglang")))
