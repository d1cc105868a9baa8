"""Models of transformers with one layer and random weights on a graphics processor.

The models of engine_architectures.py, run in the same way: eager attention, with products by cuBLAS,
and sdpa, for which PyTorch chooses a backend (engine_gpu_torch.py).
"""

import dataclasses
import functools

import torch
import transformers

import gpu
from engine_architectures import all_architectures, case, random_model

ASKED = (("llama", "eager", "bf16"), ("llama", "sdpa", "bf16"), ("llama", "eager", "f16"),
         ("llama", "sdpa", "f16"), ("mistral", "sdpa", "bf16"), ("qwen3", "sdpa", "bf16"),
         ("cohere", "sdpa", "bf16"), ("gemma2-window", "eager", "bf16"),
         ("gemma3-window", "sdpa", "bf16"), ("llama4", "sdpa", "bf16"),
         ("deepseek-v3", "sdpa", "bf16"), ("gpt-oss", "eager", "bf16"))


def on_processor(make):
    """A model made by `make`, which takes its tensors from wherever they are."""
    def moved(module, given, named):
        return given, {name: tensor.cuda() if torch.is_tensor(tensor) else tensor
                       for name, tensor in named.items()}

    def made(*arguments):
        model = make(*arguments).cuda()
        model.register_forward_pre_hook(moved, with_kwargs=True)
        return model

    return made


def asked(name, architecture, path, dtype):
    transformers.utils.logging.set_verbosity_error()
    one = case(architecture, path, dtype, make=on_processor(random_model))
    return dataclasses.replace(
        one, name=name, engine=f"transformers {architecture.model} ({path}, {gpu.HERE})")


def questions():
    by_name = {architecture.name: architecture for architecture in all_architectures()}
    for short, path, dtype in ASKED:
        name = f"model-gpu-{short}-{path}-{dtype}"
        yield name, functools.partial(asked, name, by_name[short], path, dtype)


def cases():
    yield from gpu.recorded(questions(), "torch", "transformers")
