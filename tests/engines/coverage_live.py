"""Runs unchanged models of transformers with random weights, and records every call of their attention.

The attention function that a model calls is replaced by one that records its arguments, and the results of the
original.  Only the queries are changed: multiplied so that the largest visible score is 30.  So scores are as large as
in trained models, whatever the weights.

eager  eager_attention_forward of the model's own module
sdpa   integrations/sdpa_attention.py

A prompt is run first.  If the model keeps a cache, one token follows: decoding.
"""

import contextlib
import importlib
import inspect
import pathlib
import sys
from dataclasses import dataclass
from unittest import mock

import torch
import transformers
from transformers.modeling_outputs import BaseModelOutput
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

import coverage_sizes
import model_layers
from engine_torch import DTYPES
from trained_scores import in_dtype

LENGTH, LARGEST = 24, 30.0
LARGEST_MODEL = 25_000_000  # parameters
TENSORS = ("query", "key", "value", "attention_mask")
EAGER = "eager_attention_forward"


@dataclass
class Call:
    """What the attention function was given, by name, and answered; `step` is prefill or decode."""
    layer: torch.nn.Module
    function: object
    arguments: dict
    output: torch.Tensor
    step: str
    scale: float


def scale_of(function, layer, arguments):
    """The scale by which this function multiplies; of its own in vision layers of Llama 4."""
    given = arguments.get("scaling")
    if given is None or function.__name__ == "vision_" + EAGER:
        return arguments["query"].shape[-1] ** -0.5
    return float(given)


def hidden(mask, shape):
    """Where an additive or boolean mask hides keys, as a boolean tensor of `shape`."""
    if mask is None:
        return torch.zeros(shape, dtype=torch.bool)
    where = ~mask if mask.dtype == torch.bool else mask <= torch.finfo(mask.dtype).min / 2
    return where.expand(shape)


def repeated(key, heads):
    return key.repeat_interleave(heads // key.shape[1], dim=1)


def asks_causal(layer, arguments):
    """Whether integrations/sdpa_attention.py makes a causal mask itself."""
    asked = arguments.get("is_causal")
    return (arguments.get("attention_mask") is None and arguments["query"].shape[2] > 1
            and bool(asked if asked is not None else getattr(layer, "is_causal", True)))


def enlarged(arguments, scale, causal):
    """The query times the number that makes the largest visible score LARGEST."""
    query, key = arguments["query"].double(), arguments["key"].double()
    scores = scale * query @ repeated(key, query.shape[1]).transpose(-1, -2)
    where = hidden(arguments.get("attention_mask"), scores.shape)
    if causal:
        where = where | torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    largest = scores.masked_fill(where, 0).abs().max()
    return (query * (LARGEST / largest)).to(arguments["query"].dtype) if largest > 0 else arguments["query"]


def recorder(original, calls, steps, path):
    signature = inspect.signature(original)
    members = [name for name, one in signature.parameters.items() if one.kind is one.VAR_KEYWORD]
    names = list(signature.parameters)[:5]

    def observed(*given, **named):
        bound = signature.bind(*given, **named)
        arguments = dict(bound.arguments)
        for name in members:
            arguments.update(arguments.pop(name, {}))
        layer, query, key, value, mask = (arguments.pop(name, None) for name in names)
        arguments |= {"query": query, "key": key, "value": value, "attention_mask": mask}
        scale = scale_of(original, layer, arguments)
        arguments["query"] = enlarged(arguments, scale, path == "sdpa" and asks_causal(layer, arguments))
        asked = {name: one for name, one in arguments.items() if name not in TENSORS}
        output, weights = original(layer, arguments["query"], key, value, mask, **asked)
        calls.append(Call(layer, original, arguments, output.transpose(1, 2), steps[-1], scale))
        return output, weights

    return observed


@contextlib.contextmanager
def recording(path, calls, steps):
    """Every attention function of that path records."""
    with contextlib.ExitStack() as stack:
        if path == "sdpa":
            original = ALL_ATTENTION_FUNCTIONS["sdpa"]
            stack.enter_context(mock.patch.dict(ALL_ATTENTION_FUNCTIONS._global_mapping,
                                                {"sdpa": recorder(original, calls, steps, path)}))
        else:
            for name, module in list(sys.modules.items()):
                if name.startswith("transformers.models.") and ".modeling_" in name:
                    for member in [one for one in vars(module) if one.endswith(EAGER)]:
                        original = getattr(module, member)
                        stack.enter_context(mock.patch.object(module, member, recorder(original, calls, steps, path)))
        yield


def classes(directory):
    """The models of a directory, those first that are likely to have a cache and need the least."""
    root = f"transformers.models.{directory}"
    folder = pathlib.Path(importlib.import_module(root).__path__[0])
    modules = [importlib.import_module(f"{root}.{path.stem}") for path in sorted(folder.glob("modeling_*.py"))]
    found = [one for module in modules for name, one in vars(module).items()
             if inspect.isclass(one) and issubclass(one, transformers.PreTrainedModel)
             and one.__module__ == module.__name__ and not name.endswith("PreTrainedModel")
             and getattr(one, "config_class", None)]
    ends = ("TextModel", "Model", "Decoder", "ForCausalLM", "ForConditionalGeneration", "Encoder")

    def rank(one):
        end = next((i for i, end in enumerate(ends) if one.__name__.endswith(end)), len(ends))
        return end + 10 * ("Vision" in one.__name__), len(one.__name__)

    return sorted(found, key=rank)


def configuration(model, directory, path):
    default = model.config_class()
    small = coverage_sizes.shrunk(default.to_dict())
    more = coverage_sizes.OVERRIDES.get(directory, {})
    for name, value in more.items():
        small[name] = small[name] | value if isinstance(value, dict) and isinstance(small.get(name), dict) else value
    config = model.config_class.from_dict(small)
    config._attn_implementation = path
    return config


def check_size(model, config):
    """A model that stays large, whatever its configuration says, is left out before it takes its memory."""
    with torch.device("meta"):
        count = sum(parameter.numel() for parameter in model(config).parameters())
    if count > LARGEST_MODEL:
        raise RuntimeError(f"{count} parameters")


def made(model, directory, path, dtype):
    torch.manual_seed(7)
    config = configuration(model, directory, path)
    check_size(model, config)
    one = model(config).eval()
    return in_dtype(model_layers.random_layer(one, 1002), DTYPES[dtype])


def _draw(shape, dtype):
    return torch.randn(shape, generator=torch.Generator().manual_seed(11)).to(dtype)


def _tokens(seed, length):
    return torch.randint(3, 60, (1, length), generator=torch.Generator().manual_seed(seed))


def _part(config, *names):
    """The first of these members that a configuration, or a part of it, has."""
    parts = [config] + [getattr(config, name) for name in ("vision_config", "audio_config", "encoder_config")
                        if getattr(config, name, None) is not None]
    return next((getattr(part, name) for part in parts for name in names
                 if isinstance(getattr(part, name, None), (int, list, tuple))), None)


def _image(config):
    size = _part(config, "image_size", "img_size", "input_size") or coverage_sizes.IMAGE
    height, width = size if isinstance(size, (list, tuple)) else (size, size)
    return _part(config, "num_channels", "in_channels", "in_chans") or 3, height, width


def _features(config):
    """Frames of a spectrum; Whisper and its kin have them last."""
    wide = _part(config, "feature_projection_input_dim", "input_feat_per_channel")
    bins = wide or _part(config, "num_mel_bins", "feature_size", "n_mels", "mel_bins") or 80
    longest = _part(config, "max_source_positions")
    if longest and not wide:
        return bins, 2 * longest
    return 64, bins


def _series(config):
    length = _part(config, "context_length") or 64
    channels = _part(config, "num_input_channels")
    return (length, channels) if channels else (length,)


def inputs(model, dtype):
    """What a model is fed, by the names of the arguments of its forward."""
    names = inspect.signature(model.forward).parameters
    main, config = model.main_input_name, model.config
    fed = {}
    if "pixel_values_videos" in names and "input_ids" not in names:
        channels, height, width = _image(config)
        frames = _part(config, "num_frames", "frames_per_clip") or 4
        fed["pixel_values_videos"] = _draw((1, frames, channels, height, width), dtype)
    elif main == "pixel_values" and _part(config, "num_frames") and "input_ids" not in names:
        channels, height, width = _image(config)
        fed["pixel_values"] = _draw((1, _part(config, "num_frames"), channels, height, width), dtype)
    elif main == "past_values":
        fed["past_values"] = _draw((1, *_series(config)), dtype)
    elif main == "pixel_values" and "input_ids" not in names:
        fed["pixel_values"] = _draw((1, *_image(config)), dtype)
    elif main == "input_features":
        fed["input_features"] = _draw((1, *_features(config)), dtype)
    elif main == "input_values" and "input_ids" not in names:
        spectrum = _part(config, "max_length") if hasattr(config, "frequency_stride") else None
        fed["input_values"] = _draw((1, spectrum, config.num_mel_bins) if spectrum else (1, 4000), dtype)
    else:
        fed["input_ids"] = _tokens(1001, LENGTH)
        if main == "pixel_values":
            fed["pixel_values"] = _draw((1, *_image(config)), dtype)
    if "bbox" in names and "input_ids" in fed:
        fed["bbox"] = torch.zeros(1, LENGTH, 4, dtype=torch.long)
    if "decoder_input_ids" in names:
        fed["decoder_input_ids"] = _tokens(1003, LENGTH * 2 // 3)
    if "use_cache" in names or "past_key_values" in names or "kwargs" in names:
        fed["use_cache"] = True
    return fed


def following(fed, answer):
    """What is fed beside the cache of an answer, or None."""
    cache = getattr(answer, "past_key_values", None)
    if cache is None:
        return None
    name = "decoder_input_ids" if "decoder_input_ids" in fed else "input_ids"
    if name not in fed:
        return None
    more = {name: _tokens(1005, 1), "past_key_values": cache, "use_cache": True}
    if name == "decoder_input_ids":
        state = getattr(answer, "encoder_last_hidden_state", None)
        more["encoder_outputs"] = BaseModelOutput(last_hidden_state=state)
    return more


def run(model, dtype, steps):
    """A prompt, then a token, if the model keeps a cache."""
    fed = inputs(model, DTYPES[dtype])
    more = following(fed, model(**fed))
    if more is not None:
        steps.append("decode")
        model(**more)


def calls_of(model, directory, path, dtype):
    """Every call of the attention function of a model, a prompt first, then a token."""
    calls, steps = [], ["prefill"]
    one = made(model, directory, path, dtype)
    with torch.no_grad(), recording(path, calls, steps):
        run(one, dtype, steps)
    return calls
