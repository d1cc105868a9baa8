"""Layers of transformers that rotate queries and keys, in their eager attention.

Weights are random.  Recorded are the results of the projections before the rotation, so that the
rotation is tested, too.  modeling_rope_utils.py and the models' rotary embeddings compute
inverse frequencies, angles (position times inverse frequency), cosines and sines in float,
whatever the model dtype; cosines and sines are multiplied by the attention factor and rounded to
the model dtype.  The rotation is two products and a sum in the model dtype, each stored.  What
follows is the eager attention of engine_transformers.py, of engine_gemma2.py and of
engine_gpt_oss.py.

Llama      pairs (m, m + r/2), every rope type
GPT-NeoX   the first quarter of each head, pairs (m, m + r/2)
GPT-J      the first rotary_dim elements, pairs (2m, 2m + 1), from a table of sines and cosines;
           queries and keys become float after the rotation, and scores stay float
Falcon     one key head for all queries, pairs (m, m + r/2)
Gemma 2    softcap 50, a sliding window of W: W keys with the query's own
gpt-oss    YaRN whose ramp is not truncated, sinks, a sliding window
Qwen2-VL   time, row and column of each token, in blocks of pairs; Qwen3-VL, interleaved, after norms of
           queries and keys; Ernie 4.5 VL, row and column by turns, then time, pairs (2m, 2m + 1)
DeepSeek   pairs (2m, 2m + 1) that end in (m, m + r/2): its rotation of full heads, before Llama's
           eager attention
"""

import types

import torch
from transformers import (DeepseekV3Config, DynamicCache, FalconConfig, Gemma2Config, GPTJConfig,
                          GPTNeoXConfig, LlamaConfig)
from transformers.masking_utils import eager_mask, sliding_window_causal_mask_function
from transformers.models.deepseek_v3 import modeling_deepseek_v3 as deepseek
from transformers.models.ernie4_5_vl_moe import modeling_ernie4_5_vl_moe as ernie
from transformers.models.ernie4_5_vl_moe.configuration_ernie4_5_vl_moe import Ernie4_5_VLMoeTextConfig
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.gemma2 import modeling_gemma2 as gemma2
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gpt_oss import modeling_gpt_oss as gpt_oss
from transformers.models.gpt_oss.configuration_gpt_oss import GptOssConfig
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2_vl
from transformers.models.qwen2_vl.configuration_qwen2_vl import Qwen2VLTextConfig
from transformers.models.qwen3_vl import modeling_qwen3_vl as qwen3_vl
from transformers.models.qwen3_vl.configuration_qwen3_vl import Qwen3VLTextConfig

import model_layers
from case_file import Case
from engine_torch import DTYPES, tensors, to_numpy
from inputs import SMALL, needle

LENGTH = 12
WIDTH = 32
HEADS = dict(num_attention_heads=4, num_key_value_heads=2, head_dim=16)
PRECISION = model_layers.PRECISION | {"f64": "f64"}
HALF = {"position": "rope"}

# How large the weights are: scores stored in 16 bits are judged where they are small.
STRENGTH = {"f64": 1.5, "f32": 1.5, "f16": 1.5, "bf16": 0.5}


def positions_of(first):
    return torch.arange(first, first + LENGTH)[None]


def causal_mask(states):
    return model_layers.additive_causal_mask(states[:, None])


def windowed_mask(states, window):
    return eager_mask(1, LENGTH, LENGTH, dtype=states.dtype,
                      mask_function=sliding_window_causal_mask_function(window))


def case(name, dtype, asked, note, *, model, positions=None, inputs=None, precision=None, **fields):
    """`asked` are query, key, value, output and weights; `positions` the position ids, where they
    do not count from 0."""
    given = dict(inputs or {})
    if positions is not None:
        given |= {"query_positions": to_numpy(positions), "key_positions": to_numpy(positions)}
    query, key, value, output, weights = (to_numpy(tensor) for tensor in asked)
    return Case(
        name=name, query=query, key=key, value=value, output=output, weights=weights,
        engine=f"transformers {model} (eager)", version=model_layers.VERSION,
        precision=precision or PRECISION[dtype], note=note, inputs=given,
        **{"causal_alignment": "top-left"} | fields)


def projected(layer, run_layer, head_dim, names=("q_proj", "k_proj", "v_proj", "o_proj")):
    """(query, key, value, output, weights) of a layer with a projection for each."""
    *projections, output_projection = (getattr(layer, name) for name in names)
    seen, returned = model_layers.watch(run_layer, projections=projections,
                                        output_projection=output_projection)
    return [model_layers.by_heads(tensor.flatten(2), head_dim) for tensor in seen] + [returned[1]]


def fused(layer, run_layer, head_dim):
    """The same of a layer whose projection puts query, key and value of a head side by side."""
    (together, output), returned = model_layers.watch(
        run_layer, projections=[layer.query_key_value], output_projection=layer.dense)
    return [*model_layers.fused_by_heads(together, head_dim),
            model_layers.by_heads(output, head_dim), returned[1]]


# Llama.

def llama_layer(rope, dtype, seed, max_positions, strength=None):
    config = LlamaConfig(hidden_size=WIDTH, max_position_embeddings=max_positions,
                         attn_implementation="eager",
                         rope_parameters={"rope_type": "default", "rope_theta": 10000.0} | rope,
                         **HEADS)
    layer = model_layers.random_layer(llama.LlamaAttention(config, layer_idx=0), seed,
                                      factor=strength or STRENGTH[dtype])
    return layer.to(DTYPES[dtype]), llama.LlamaRotaryEmbedding(config)


def llama_case(name, rope, stated, note, *, dtype="f32", first=0, seed=801, max_positions=65536,
               strength=None, **fields):
    """`rope` are the rope_parameters of the configuration; `stated`, of the case."""
    layer, rotary = llama_layer(rope, dtype, seed, max_positions, strength)
    positions = positions_of(first)
    states = model_layers.hidden_states(seed + 1, LENGTH, WIDTH).to(DTYPES[dtype])
    asked = projected(layer, lambda: layer(states, position_embeddings=rotary(states, positions),
                                           attention_mask=causal_mask(states)), 16)
    return case(f"llama-rope-{dtype}-{name}", dtype, asked, note, model="LlamaAttention",
                positions=positions if first else None, parameters=HALF | stated, **fields)


def llama_defaults():
    for dtype in ("f32", "bf16", "f16"):
        yield llama_case("default", {}, {}, "pairs (m, m + r/2), base 10000", dtype=dtype)
    yield llama_case("default-at-1000", {}, {}, "positions from 1000", first=1000)
    for first, strength in ((100000, 0.5), (2 ** 20, 0.125)):
        yield llama_case(f"default-at-{first}", {}, {}, f"positions from {first}, where angles in "
                         "float are coarse: small scores", first=first, strength=strength)
    yield llama_case("default-at-1000", {}, {}, "positions from 1000, in bfloat16", dtype="bf16",
                     first=1000)
    yield llama_case("base-500000", {"rope_theta": 500000.0}, {"rope_base": 500000.0},
                     "the base of Llama 3")
    yield llama_case("default-as-interleaved", {}, {"rope_layout": "interleaved"},
                     "stated wrongly: pairs (2m, 2m + 1)", wrong=True)
    yield llama_case("default-as-interleaved", {}, {"rope_layout": "interleaved"},
                     "stated wrongly: pairs (2m, 2m + 1)", dtype="bf16", wrong=True)
    yield llama_case("default-left-out", {}, {"position": "none"},
                     "stated wrongly: without the rotation", wrong=True)
    yield llama_case("default-base-500000-as-10000", {"rope_theta": 500000.0}, {},
                     "stated wrongly: base 10000", wrong=True)
    yield llama_case("default", {}, {}, "cosines and sines are float in a model of doubles: not "
                     "what binary64 is to answer", dtype="f64", wrong=True)


def llama_linear():
    rope = {"rope_type": "linear", "factor": 4.0}
    stated = {"rope_scaling": "linear", "rope_factor": 4.0}
    for dtype in ("f32", "bf16"):
        yield llama_case("linear", rope, stated, "linear, factor 4", dtype=dtype)
    yield llama_case("linear-as-default", rope, {}, "stated wrongly: without the scaling",
                     wrong=True)
    yield llama_case("linear-as-ntk", rope, stated | {"rope_scaling": "ntk"},
                     "stated wrongly: as a change of the base", wrong=True)


def llama_ntk():
    """A base changed once and for all: no rope type of transformers, but a base all the same."""
    yield llama_case("ntk", {"rope_theta": 10000.0 * 4.0 ** (16 / 14)},
                     {"rope_scaling": "ntk", "rope_factor": 4.0}, "NTK, factor 4")
    yield llama_case("dynamic-maximum", {"rope_theta": 10000.0 * 13.0 ** (16 / 14)},
                     {"rope_scaling": "dynamic", "rope_factor": 4.0, "rope_original": 4096.0,
                      "rope_length_rule": "maximum"},
                     "dynamic as vLLM had it: as if the text had four times the original length")


def llama_dynamic():
    """The base follows the longest text seen: the largest position id and one more."""
    rope = {"rope_type": "dynamic", "factor": 4.0}
    stated = {"rope_scaling": "dynamic", "rope_factor": 4.0}

    def stretched(length, original):
        return stated | {"rope_original": float(original), "rope_length": float(length)}

    yield llama_case("dynamic-within", rope, stretched(12, 4096),
                     "dynamic, a text shorter than the original length: as it is",
                     max_positions=4096)
    yield llama_case("dynamic-beyond", rope, stretched(12, 8),
                     "dynamic, 12 tokens where the model was trained on 8", max_positions=8)
    yield llama_case("dynamic-at-5000", rope, stretched(5012, 4096), "dynamic, up to position 5011",
                     first=5000, max_positions=4096)
    yield llama_case("dynamic-beyond-as-maximum", rope,
                     stated | {"rope_original": 8.0, "rope_length_rule": "maximum"},
                     "stated wrongly: the length that vLLM took, factor times the original",
                     max_positions=8, wrong=True)
    yield llama_case("dynamic-beyond-as-ntk", rope, stated | {"rope_scaling": "ntk"},
                     "stated wrongly: as a fixed change of the base", max_positions=8, wrong=True)


YARN = {"rope_type": "yarn", "factor": 16.0, "original_max_position_embeddings": 4096}
YARN_STATED = {"rope_scaling": "yarn", "rope_factor": 16.0, "rope_original": 4096.0}


def llama_yarn():
    for dtype in ("f32", "bf16"):
        yield llama_case("yarn", YARN, YARN_STATED, "YaRN, factor 16, the ramp at pairs 2 to 6",
                         dtype=dtype)
    yield llama_case("yarn-at-50000", YARN, YARN_STATED, "YaRN, positions from 50000", first=50000,
                     strength=0.5)
    yield llama_case("yarn-untruncated", YARN | {"truncate": False},
                     YARN_STATED | {"rope_truncate": False},
                     "YaRN, the ramp at pairs 2.6 to 5.6, not rounded")
    yield llama_case("yarn-betas", YARN | {"beta_fast": 128.0, "beta_slow": 4.0},
                     YARN_STATED | {"rope_beta_fast": 128.0, "rope_beta_slow": 4.0},
                     "YaRN, 128 and 4 turns as the ends of the ramp: pairs 1 to 5")
    yield llama_case("yarn-mscale", YARN | {"mscale": 0.707, "mscale_all_dim": 1.0},
                     YARN_STATED | {"rope_mscale": 0.707, "rope_mscale_all": 1.0},
                     "YaRN with mscale and mscale_all_dim, as DeepSeek states them")
    yield llama_case("yarn-attention-factor", YARN | {"attention_factor": 1.25},
                     YARN_STATED | {"rope_multiplier": 1.25},
                     "YaRN with an attention factor that is stated")
    yield llama_case("yarn-untruncated-as-truncated", YARN | {"truncate": False}, YARN_STATED,
                     "stated wrongly: as if the ends of the ramp were rounded", wrong=True)
    yield llama_case("yarn-attention-factor-ignored", YARN | {"attention_factor": 1.25},
                     YARN_STATED, "stated wrongly: with the attention factor of the rule, as "
                     "vLLM did", wrong=True)
    yield llama_case("yarn-multiplier-left-out", YARN, YARN_STATED | {"rope_multiplier": 1.0},
                     "stated wrongly: without the attention factor", wrong=True)


def llama_llama3():
    rope = {"rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
    stated = {"rope_base": 500000.0, "rope_scaling": "llama3", "rope_factor": 8.0,
              "rope_original": 8192.0}
    for dtype in ("f32", "bf16"):
        yield llama_case("llama3", rope, stated, "Llama 3.1: pairs 0 to 3 as they are, 4 in the "
                         "ramp, 5 to 7 divided by 8", dtype=dtype)
    yield llama_case("llama3-at-20000", rope, stated, "Llama 3.1, positions from 20000",
                     first=20000, strength=0.5)
    yield llama_case("llama3-factors", rope | {"low_freq_factor": 2.0, "high_freq_factor": 32.0},
                     stated | {"rope_low_frequency": 2.0, "rope_high_frequency": 32.0},
                     "another ramp: wavelengths of 256 to 4096")
    yield llama_case("llama3-as-linear", rope,
                     {"rope_base": 500000.0, "rope_scaling": "linear", "rope_factor": 8.0},
                     "stated wrongly: every pair divided by 8", wrong=True)


def llama_longrope():
    long = [1.0 + 0.75 * m for m in range(8)]
    short = [1.0 + 0.0625 * m for m in range(8)]
    divisors = {"rope_long": to_numpy(torch.tensor(long)),
                "rope_short": to_numpy(torch.tensor(short))}

    def one(name, original, rule, first, note, **fields):
        rope = {"rope_type": "longrope", "long_factor": long, "short_factor": short, "factor": 32.0,
                "original_max_position_embeddings": original}
        stated = {"rope_scaling": "longrope", "rope_factor": 32.0, "rope_original": float(original)}
        return llama_case(name, rope, stated | rule, note, first=first, inputs=divisors, **fields)

    twelve = {"rope_length": 12.0}
    yield one("longrope-short", 4096, twelve, 0, "LongRoPE, a text within the original length")
    yield one("longrope-long", 8, twelve, 0, "LongRoPE, 12 tokens where the original length is 8")
    yield one("longrope-at-5000", 4096, {"rope_length": 5012.0}, 5000,
              "LongRoPE, up to position 5011")
    yield one("longrope-long", 8, twelve, 0, "LongRoPE in bfloat16", dtype="bf16")
    yield one("longrope-short-as-maximum", 4096, {"rope_length_rule": "maximum"}, 0,
              "stated wrongly: by the largest length that the model is made for, as transformers "
              "once did", wrong=True)


def llama_cache():
    """Four new tokens after eight in a cache: the keys were rotated when they were new."""
    layer, rotary = llama_layer({}, "f32", 811, 65536)
    states = model_layers.hidden_states(812, LENGTH, WIDTH)
    cache = DynamicCache()
    parts = []
    for first, last in ((0, 8), (8, LENGTH)):
        new, positions = states[:, first:last], torch.arange(first, last)[None]
        mask = causal_mask(states)[:, :, first:last, :last]
        parts.append(projected(layer, lambda: layer(
            new, position_embeddings=rotary(new, positions), attention_mask=mask,
            past_key_values=cache), 16))
    (_, first_keys, first_values, _, _), (query, last_keys, last_values, output, weights) = parts
    return case("llama-rope-f32-cache", "f32",
                (query, torch.cat([first_keys, last_keys], dim=2),
                 torch.cat([first_values, last_values], dim=2), output, weights),
                "four tokens after a cache of eight", model="LlamaAttention", parameters=HALF,
                causal_alignment={"offset": 8})


# Other layers.

def gpt_neox_case(name, dtype, stated, note, first=0, **fields):
    config = GPTNeoXConfig(hidden_size=64, num_attention_heads=2, attn_implementation="eager",
                           rope_parameters={"rope_type": "default", "rope_theta": 10000.0,
                                            "partial_rotary_factor": 0.25})
    layer = model_layers.random_layer(gpt_neox.GPTNeoXAttention(config, layer_idx=0), 821,
                                      factor=STRENGTH[dtype]).to(DTYPES[dtype])
    rotary = gpt_neox.GPTNeoXRotaryEmbedding(config)
    states = model_layers.hidden_states(822, LENGTH, 64).to(DTYPES[dtype])
    positions = positions_of(first)
    asked = fused(layer, lambda: layer(states, attention_mask=causal_mask(states),
                                       position_embeddings=rotary(states, positions)), 32)
    return case(f"gpt-neox-{dtype}-{name}", dtype, asked, note, model="GPTNeoXAttention",
                positions=positions if first else None, parameters=HALF | stated, **fields)


def gpt_neox_layers():
    quarter = {"rope_dim": 8}
    for dtype in ("f32", "bf16"):
        yield gpt_neox_case("partial", dtype, quarter, "8 of 32 elements are rotated")
    yield gpt_neox_case("partial-at-1000", "f32", quarter, "positions from 1000", first=1000)
    yield gpt_neox_case("partial-as-whole", "f32", {}, "stated wrongly: all elements are rotated",
                        wrong=True)


def gptj_case(name, stated, note, first=0, **fields):
    config = GPTJConfig(n_embd=64, n_head=4, rotary_dim=8, n_positions=2048)
    layer = model_layers.random_layer(gptj.GPTJAttention(config, layer_idx=0), 831, factor=1.3)
    states = model_layers.hidden_states(832, LENGTH, 64)
    positions = positions_of(first)
    asked = projected(layer, lambda: layer(states, attention_mask=causal_mask(states),
                                           position_ids=positions), 16,
                      ("q_proj", "k_proj", "v_proj", "out_proj"))
    return case(f"gptj-f32-{name}", "f32", asked, note, model="GPTJAttention",
                positions=positions if first else None,
                parameters={"position": "rope", "rope_dim": 8} | stated, **fields)


def gptj_layers():
    pairs = {"rope_layout": "interleaved"}
    yield gptj_case("interleaved", pairs, "pairs (2m, 2m + 1) of 8 of 16 elements")
    yield gptj_case("interleaved-at-2000", pairs, "positions from 2000", first=2000)
    yield gptj_case("interleaved-as-half", {"rope_layout": "half"},
                    "stated wrongly: pairs (m, m + r/2)", wrong=True)


def falcon_case():
    config = FalconConfig(hidden_size=64, num_attention_heads=4, multi_query=True,
                          new_decoder_architecture=False, alibi=False, attn_implementation="eager")
    layer = model_layers.random_layer(falcon.FalconAttention(config, layer_idx=0), 841, factor=1.3)
    rotary = falcon.FalconRotaryEmbedding(config)
    states = model_layers.hidden_states(842, LENGTH, 64)
    (together, output), returned = model_layers.watch(
        lambda: layer(states, alibi=None, attention_mask=causal_mask(states),
                      position_embeddings=rotary(states, positions_of(0))),
        projections=[layer.query_key_value], output_projection=layer.dense)
    heads = model_layers.by_heads(together, 16)
    return case("falcon-rope-f32", "f32",
                (heads[:, :4], heads[:, 4:5], heads[:, 5:],
                 model_layers.by_heads(output, 16), returned[1]),
                "four query heads, one key head", model="FalconAttention", parameters=HALF)


def gemma2_case(name, dtype, parameters, note, *, window=None, **fields):
    config = Gemma2Config(hidden_size=WIDTH, num_hidden_layers=2, query_pre_attn_scalar=16,
                          sliding_window=window or 4096, attn_implementation="eager",
                          layer_types=["sliding_attention", "full_attention"], **HEADS)
    layer = gemma2.Gemma2Attention(config, layer_idx=0 if window else 1)
    layer = model_layers.random_layer(layer, 851, factor=STRENGTH[dtype]).to(DTYPES[dtype])
    rotary = gemma2.Gemma2RotaryEmbedding(config)
    states = model_layers.hidden_states(852, LENGTH, WIDTH).to(DTYPES[dtype])
    mask = windowed_mask(states, window) if window else causal_mask(states)
    asked = projected(layer, lambda: layer(states, attention_mask=mask, position_embeddings=rotary(
        states, positions_of(0))), 16)
    return case(f"gemma2-layer-{dtype}-{name}", dtype, asked, note, model="Gemma2Attention",
                scale="1/4", parameters=HALF | {"softcap": 50.0} | parameters, **fields)


def gemma2_layers():
    for dtype in ("f32", "bf16"):
        yield gemma2_case("full", dtype, {}, "rotation, softcap, causal")
        yield gemma2_case("window-4", dtype, {"window": {"left": 3}},
                          "rotation, softcap, sliding_window = 4: four keys", window=4)
    yield gemma2_case("window-4-as-left-4", "f32", {"window": {"left": 4}},
                      "stated wrongly: five keys", window=4, wrong=True)


def gpt_oss_case(name, dtype, parameters, note, *, window=None, first=0, strength=None, **fields):
    config = GptOssConfig(hidden_size=WIDTH, num_hidden_layers=2, sliding_window=window or 128,
                          attn_implementation="eager",
                          layer_types=["sliding_attention", "full_attention"], **HEADS)
    layer = gpt_oss.GptOssAttention(config, layer_idx=0 if window else 1)
    layer = model_layers.random_layer(layer, 861, factor=strength or 0.7 * STRENGTH[dtype])
    layer = layer.to(DTYPES[dtype])
    rotary = gpt_oss.GptOssRotaryEmbedding(config)
    states = model_layers.hidden_states(862, LENGTH, WIDTH).to(DTYPES[dtype])
    mask = windowed_mask(states, window) if window else causal_mask(states)
    positions = positions_of(first)
    asked = projected(layer, lambda: layer(
        states, position_embeddings=rotary(states, positions), attention_mask=mask), 16)
    stated = {"sink": "logit", "rope_base": 150000.0, "rope_scaling": "yarn", "rope_factor": 32.0,
              "rope_original": 4096.0, "rope_truncate": False}
    return case(f"gpt-oss-rope-{dtype}-{name}", dtype, asked, note, model="GptOssAttention",
                positions=positions if first else None,
                precision="bf16-eager-shifted" if dtype == "bf16" else None,
                inputs={"sinks": to_numpy(layer.sinks)}, parameters=HALF | stated | parameters,
                **fields)


def gpt_oss_layers():
    for dtype in ("f32", "bf16"):
        yield gpt_oss_case("full", dtype, {}, "YaRN with the ramp at pairs 2.02 to 4.35, sinks")
        yield gpt_oss_case("window-4", dtype, {"window": {"left": 3}},
                           "the same with sliding_window = 4: four keys", window=4)
    yield gpt_oss_case("at-100000", "f32", {}, "positions from 100000", first=100000,
                       strength=0.25)
    yield gpt_oss_case("as-truncated", "f32", {"rope_truncate": True},
                       "stated wrongly: the ramp at pairs 2 to 5, as engines that always truncate",
                       wrong=True)
    yield gpt_oss_case("window-4-as-left-4", "f32", {"window": {"left": 4}},
                       "stated wrongly: five keys", window=4, wrong=True)


def deepseek_cases():
    config = DeepseekV3Config(qk_rope_head_dim=16, head_dim=16, hidden_size=64,
                              num_attention_heads=4)
    rotary = deepseek.DeepseekV3RotaryEmbedding(config)
    query, key, value = tensors(needle(871, strength=1.2, **SMALL), "f32")
    cosine, sine = rotary(query, positions_of(0))
    moved = deepseek.apply_rotary_pos_emb_interleave(query, key, cosine, sine)
    output, weights = llama.eager_attention_forward(
        types.SimpleNamespace(num_key_value_groups=2, training=False), *moved, value,
        causal_mask(query[:, 0]), scaling=0.25)
    asked = query, key, value, output.transpose(1, 2), weights
    for layout, wrong in (("deinterleaved", False), ("half", True)):
        yield case("deepseek-rope-f32" + ("-as-half" if wrong else ""), "f32", asked,
                   "stated wrongly: pairs (m, m + r/2)" if wrong
                   else "pairs (2m, 2m + 1) that end in (m, m + r/2), full heads",
                   model="apply_rotary_pos_emb_interleave (DeepSeek V3)",
                   parameters=HALF | {"rope_layout": layout}, wrong=wrong)


# Several axes: three tokens of text, an image of two rows of three patches, and text again.

PLACES = torch.tensor([[0, 1, 2] + [3] * 6 + [6, 7, 8], [0, 1, 2] + [3] * 3 + [4] * 3 + [6, 7, 8],
                       [0, 1, 2] + [3, 4, 5] * 2 + [6, 7, 8]])[:, None]
# The configuration, the layer, its rotation, its sections in their order, and those of a case.
SEVERAL = {
    "qwen2-vl": (Qwen2VLTextConfig, qwen2_vl.Qwen2VLAttention, qwen2_vl.Qwen2VLRotaryEmbedding, [2, 3, 3],
                 {"rope_sections": [2, 3, 3]}),
    "qwen3-vl": (Qwen3VLTextConfig, qwen3_vl.Qwen3VLTextAttention, qwen3_vl.Qwen3VLTextRotaryEmbedding, [4, 2, 2],
                 {"rope_sections": [4, 2, 2], "rope_section_order": "interleaved"}),
    "ernie-vl": (Ernie4_5_VLMoeTextConfig, ernie.Ernie4_5_VLMoeTextAttention, ernie.Ernie4_5_VLMoeTextRotaryEmbedding,
                 [3, 3, 2], {"rope_sections": [2, 3, 3], "rope_section_order": "alternating",
                             "rope_layout": "interleaved"}),
}


def several_case(model, dtype, note, *, name="", stated=None, wrong=False):
    configure, layer_of, rotary_of, sections, right = SEVERAL[model]
    config = configure(hidden_size=64, attn_implementation="eager",
                       rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "mrope_section": sections},
                       **HEADS)
    layer = model_layers.random_layer(layer_of(config, 0), 881, factor=STRENGTH[dtype]).to(DTYPES[dtype])
    states = model_layers.hidden_states(882, LENGTH, 64).to(DTYPES[dtype])
    names = ("q_norm", "k_norm") if model == "qwen3-vl" else ("q_proj", "k_proj")
    asked = projected(layer, lambda: layer(states, position_embeddings=rotary_of(config)(states, PLACES),
                                           attention_mask=causal_mask(states)), 16, (*names, "v_proj", "o_proj"))
    return case(f"{model}-{dtype}-image{name}", dtype, asked, note, model=layer_of.__name__, positions=PLACES,
                parameters=HALF | right | (stated or {}), wrong=wrong)


def several_axes():
    for model in SEVERAL:
        for dtype in ("f32", "bf16"):
            yield several_case(model, dtype, "position ids of text and an image, three axes")
    yield several_case("ernie-vl", "f32", "stated wrongly: row and column in blocks", name="-as-blocks",
                       stated={"rope_section_order": "blocks"}, wrong=True)


def cases():
    torch.set_num_threads(1)
    for group in (llama_defaults, llama_linear, llama_ntk, llama_dynamic, llama_yarn,
                  llama_llama3, llama_longrope):
        yield from group()
    yield llama_cache()
    yield from gpt_neox_layers()
    yield from gptj_layers()
    yield falcon_case()
    yield from gemma2_layers()
    yield from gpt_oss_layers()
    yield from deepseek_cases()
    yield from several_axes()
