"""Whole models of transformers with one layer and random weights, in eager attention and sdpa.

The model computes the mask, the window, the position ids, the rotation and the scale.  Token ids go
in; recorded are the inputs and the output of its attention function, with queries and keys before
their rotation: the model runs a second time with cosine 1 and sine 0, which leaves them unchanged,
and with all other inputs of that layer the same.

eager  models/*/modeling_*.py, eager_attention_forward: scores are a matmul in the model dtype,
       times the scale, plus a mask of zeros and least finite numbers, each stored; the softmax is
       float, stored in the model dtype (engine_transformers.py).  engine_own_attention.py has the
       models whose attention has code of its own.
sdpa   integrations/sdpa_attention.py: PyTorch's function, which on a CPU takes the flash path
       (engine_torch.py), with a boolean mask if there is a window, with is_causal otherwise.

Rotations are products and sums in the model dtype or in float, with cosines and sines of float
angles; the result is stored in the model dtype.
"""

import contextlib
import importlib
from dataclasses import dataclass, field
from unittest import mock

import torch
import transformers
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy

LENGTH, WIDTH, HEAD_DIM = 12, 64, 16
HEADS = dict(num_attention_heads=4, num_key_value_heads=2)
SHAPE = dict(vocab_size=48, hidden_size=WIDTH, intermediate_size=WIDTH, num_hidden_layers=1,
             max_position_embeddings=64, pad_token_id=0, bos_token_id=1, eos_token_id=2)
PRECISION = {("eager", "f32"): "f32", ("eager", "bf16"): "bf16-eager", ("eager", "f16"): "fp16-eager",
             ("sdpa", "f32"): "f32-fast-exp", ("sdpa", "bf16"): "bf16-flash",
             ("sdpa", "f16"): "fp16-flash"}
STRENGTH = {"f32": 1.5, "bf16": 0.4, "f16": 0.4}  # of the weights: scores in 16 bits are kept small

ROPE = {"position": "rope"}
INTERLEAVED = ROPE | {"rope_layout": "interleaved"}
WINDOW = {"window": {"left": 3}}  # of a sliding_window of 4


@dataclass
class Architecture:
    """`config` are members of the configuration besides SHAPE and HEADS, `stated` of the case."""
    name: str
    model: str  # the class of transformers
    config: dict = field(default_factory=dict)
    stated: dict = field(default_factory=dict)
    note: str = ""
    heads: dict = field(default_factory=lambda: HEADS)
    shape: dict = field(default_factory=lambda: SHAPE)
    is_causal: bool = True
    scale: object = "1/sqrt(head_dim)"
    paths: tuple = ("eager", "sdpa")
    rotated_last: int = 0  # how many elements at the end of a head are rotated, if not the first
    given: object = lambda model: {}  # what a case takes from the model: sinks, a table
    call: int = 0  # which of the attention's calls
    feed: object = lambda length: {"input_ids": token_ids(1001, length)}
    precision: dict = field(default_factory=dict)

    def configuration(self, path):
        return getattr(transformers, self.model).config_class(
            **self.shape | self.heads | self.config, attn_implementation=path)


def still(rotation):
    """Cosine 1, sine 0, for both ways in which models pass a rotation."""
    if isinstance(rotation, tuple):
        cosine, sine = rotation
        return torch.ones_like(cosine), torch.zeros_like(sine)
    return torch.ones_like(rotation)


@contextlib.contextmanager
def rotation_off(model):
    handles = [part.register_forward_hook(lambda module, given, made: still(made))
               for part in model.modules() if type(part).__name__.endswith("RotaryEmbedding")]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def attention_calls(model, path, run):
    """(arguments by name, output, weights) of each call of the model's attention function."""
    calls = []
    module = importlib.import_module(type(model).__module__)
    original = (ALL_ATTENTION_FUNCTIONS["sdpa"] if path == "sdpa"
                else module.eager_attention_forward)

    def observed(layer, query, key, value, attention_mask, **arguments):
        output, weights = original(layer, query, key, value, attention_mask, **arguments)
        calls.append(({"query": query, "key": key, "value": value} | arguments,
                      output.transpose(1, 2), weights))
        return output, weights

    if path == "sdpa":
        patched = mock.patch.dict(ALL_ATTENTION_FUNCTIONS._global_mapping, {"sdpa": observed})
    else:
        patched = mock.patch.object(module, "eager_attention_forward", observed)
    with patched, torch.no_grad():
        run()
    return calls


def token_ids(seed, length):
    return torch.randint(3, SHAPE["vocab_size"], (1, length),
                         generator=torch.Generator().manual_seed(seed))


def two_texts(length):
    """For an encoder, and a decoder of two thirds as many tokens."""
    return {"input_ids": token_ids(1001, length),
            "decoder_input_ids": token_ids(1003, length * 2 // 3)}


def rotated_first(array, count):
    """Scores do not depend on where in a head the rotated elements stand."""
    return torch.cat([array[..., -count:], array[..., :-count]], dim=-1) if count else array


def rope_base(config):
    parameters = getattr(config, "rope_parameters", None) or {}
    if "rope_theta" not in parameters and parameters:
        parameters = parameters[config.layer_types[0]]
    return float(parameters["rope_theta"])


def random_model(architecture, path, dtype):
    model = getattr(transformers, architecture.model)(architecture.configuration(path))
    return model_layers.random_layer(model, 1002, factor=STRENGTH[dtype]).to(DTYPES[dtype])


def case(architecture, path, dtype, wrong=None, make=random_model, length=LENGTH):
    """`wrong` are a suffix, the fields that are stated wrongly and what that is."""
    model = make(architecture, path, dtype)

    def run():
        model(**architecture.feed(length))

    _, output, weights = attention_calls(model, path, run)[architecture.call]
    with rotation_off(model):
        asked, _, _ = attention_calls(model, path, run)[architecture.call]
    query, key = (to_numpy(rotated_first(asked[name], architecture.rotated_last))
                  for name in ("query", "key"))
    stated = dict(architecture.stated)
    if stated.get("position") == "rope" and "rope_base" not in stated:
        stated["rope_base"] = rope_base(model.config)
    fields = {"scale": architecture.scale, "parameters": stated,
              "inputs": architecture.given(model),
              "causal_alignment": "top-left" if architecture.is_causal else None,
              "note": architecture.note}
    suffix, otherwise, what = wrong or ("", {}, "")
    if wrong:
        fields |= {"note": f"stated wrongly: {what}"} | otherwise
    return Case(
        name=f"model-{architecture.name}-{path}-{dtype}{suffix}", query=query, key=key,
        value=to_numpy(asked["value"]), output=to_numpy(output),
        weights=None if weights is None else to_numpy(weights),
        engine=f"transformers {architecture.model} ({path})", version=model_layers.VERSION,
        precision=architecture.precision.get(dtype, PRECISION[path, dtype]), wrong=bool(wrong),
        **fields)


def architectures():
    half = {"rope_dim": 8}
    sliding = dict(sliding_window=4, layer_types=["sliding_attention"])
    yield Architecture("llama", "LlamaModel", stated=ROPE)
    yield Architecture("mistral", "MistralModel", dict(sliding_window=4), ROPE | WINDOW,
                       "sliding_window = 4: four keys")
    yield Architecture("qwen2", "Qwen2Model", stated=ROPE, note="biases of query, key and value")
    yield Architecture("qwen2-window", "Qwen2Model", dict(use_sliding_window=True) | sliding,
                       ROPE | WINDOW, "sliding_window = 4: four keys")
    yield Architecture("qwen3", "Qwen3Model", dict(head_dim=HEAD_DIM), ROPE,
                       "queries and keys are normalised")
    yield Architecture("phi", "PhiModel",
                       dict(rope_parameters={"rope_type": "default", "rope_theta": 10000.0,
                                             "partial_rotary_factor": 0.5}),
                       ROPE | half, "8 of 16 elements are rotated")
    yield Architecture("phi3", "Phi3Model", dict(sliding_window=4), ROPE | WINDOW,
                       "one projection, sliding_window = 4: four keys")
    yield Architecture("olmo", "OlmoModel", stated=ROPE)
    yield Architecture("olmo2", "Olmo2Model", stated=ROPE,
                       note="queries and keys are normalised over all heads")
    yield Architecture("cohere", "CohereModel", stated=INTERLEAVED, note="pairs (2m, 2m + 1)")
    yield Architecture("cohere2-window", "Cohere2Model", sliding, INTERLEAVED | WINDOW,
                       "a window and a rotation")
    yield Architecture("cohere2-full", "Cohere2Model", dict(layer_types=["full_attention"]),
                       note="layers that see every key have no rotation")
    yield Architecture("gemma", "GemmaModel", dict(head_dim=HEAD_DIM), ROPE)
    yield Architecture("gemma2-window", "Gemma2Model",
                       dict(head_dim=HEAD_DIM, query_pre_attn_scalar=25) | sliding,
                       ROPE | WINDOW | {"softcap": 50.0}, "softcap 50, a window, scale 1/5",
                       scale="1/5", paths=("eager",))
    yield Architecture("gemma3-window", "Gemma3TextModel",
                       dict(head_dim=HEAD_DIM, query_pre_attn_scalar=100) | sliding,
                       ROPE | WINDOW | {"rope_base": 10000.0},
                       "layers with a window have a base of their own; scale 1/10", scale="1/10")
    yield Architecture("gemma3-full", "Gemma3TextModel",
                       dict(head_dim=HEAD_DIM, query_pre_attn_scalar=100,
                            layer_types=["full_attention"]),
                       ROPE | {"rope_base": 1000000.0}, "scale 1/10", scale="1/10")
    yield Architecture("starcoder2", "Starcoder2Model", dict(sliding_window=4), ROPE | WINDOW,
                       "sliding_window = 4: four keys")
    yield Architecture("stablelm", "StableLmModel", stated=ROPE | {"rope_dim": 4},
                       note="a quarter of the head is rotated")
    yield Architecture("granite", "GraniteModel", dict(attention_multiplier=0.3), ROPE,
                       "the scale is attention_multiplier", scale=0.3)
    yield Architecture("glm", "GlmModel", dict(head_dim=HEAD_DIM), INTERLEAVED | half,
                       "pairs (2m, 2m + 1) of 8 of 16 elements")
    yield Architecture("nemotron", "NemotronModel", dict(head_dim=HEAD_DIM), ROPE | half,
                       "8 of 16 elements are rotated")
    yield Architecture("smollm3", "SmolLM3Model", dict(no_rope_layers=[0]),
                       note="a layer without rotation")
    yield Architecture("helium", "HeliumModel", dict(head_dim=HEAD_DIM), INTERLEAVED,
                       "pairs (2m, 2m + 1)")
    yield Architecture("ernie4-5", "Ernie4_5Model", dict(head_dim=HEAD_DIM), INTERLEAVED,
                       "pairs (2m, 2m + 1), rotated in float")
    yield Architecture("exaone4", "Exaone4Model", sliding | dict(sliding_window_pattern=4),
                       ROPE | WINDOW, "queries and keys are normalised, a window")
    yield Architecture("llama4", "Llama4TextModel",
                       dict(head_dim=HEAD_DIM, use_qk_norm=False, attention_chunk_size=5,
                            no_rope_layers=[1], layer_types=["chunked_attention"],
                            moe_layers=[], intermediate_size_mlp=WIDTH),
                       INTERLEAVED | {"chunk": 5}, "chunks of five keys, pairs (2m, 2m + 1)")
    yield Architecture("deepseek-v3", "DeepseekV3Model",
                       dict(q_lora_rank=24, kv_lora_rank=24, qk_rope_head_dim=8, head_dim=8,
                            qk_nope_head_dim=16, v_head_dim=12, first_k_dense_replace=1),
                       ROPE | half,
                       "latent attention: 8 of 24 elements are rotated, values have 12",
                       heads=dict(num_attention_heads=4, num_key_value_heads=4), rotated_last=8)
    yield Architecture("gpt-neox", "GPTNeoXModel", stated=ROPE | {"rope_dim": 4},
                       heads=dict(num_attention_heads=4), note="a quarter of the head is rotated")
    yield Architecture("persimmon", "PersimmonModel", stated=ROPE | half,
                       heads=dict(num_attention_heads=4), note="8 of 16 elements are rotated")


def sinks(model):
    return {"sinks": to_numpy(model.layers[0].self_attn.sinks)}


def with_sinks():
    """No kernel of sdpa has sinks."""
    logit = ROPE | {"sink": "logit"}
    eager = dict(paths=("eager",), given=sinks)
    yarn = {"rope_scaling": "yarn", "rope_factor": 32.0, "rope_original": 4096.0,
            "rope_truncate": False}
    yield Architecture("gpt-oss", "GptOssModel",
                       dict(head_dim=HEAD_DIM, sliding_window=4, layer_types=["sliding_attention"],
                            num_local_experts=2, num_experts_per_tok=1),
                       logit | WINDOW | yarn | {"rope_base": 150000.0},
                       "YaRN, a window, a sink logit a head", **eager,
                       precision={"bf16": "bf16-eager-shifted"})
    yield Architecture("mimo-v2-flash", "MiMoV2FlashModel",
                       dict(head_dim=HEAD_DIM, v_head_dim=12, sliding_window=4,
                            layer_types=["sliding_attention"], mlp_layer_types=["dense"],
                            rope_parameters={"sliding_attention": {
                                "rope_type": "default", "rope_theta": 10000.0,
                                "partial_rotary_factor": 0.5}}),
                       logit | WINDOW | {"rope_dim": 8},
                       "a window, a sink logit a head, values of another size", **eager,
                       heads=dict(num_attention_heads=4, num_key_value_heads=1),
                       precision={"bf16": "bf16-eager-shifted"})


def encoders():
    every = dict(heads=dict(num_attention_heads=4), is_causal=False)
    yield Architecture("bert", "BertModel", **every, note="learned positions, before the layer")
    yield Architecture("roberta", "RobertaModel", **every,
                       note="learned positions, before the layer")
    yield Architecture("modernbert-full", "ModernBertModel",
                       dict(layer_types=["full_attention"]),
                       ROPE | {"rope_base": 160000.0}, "every key visible", **every)
    yield Architecture("modernbert-window", "ModernBertModel",
                       dict(layer_types=["sliding_attention"], local_attention=6),
                       ROPE | {"rope_base": 10000.0, "window": {"left": 3, "right": 3}},
                       "local_attention = 6: three keys on either side", **every)
    yield Architecture("esm", "EsmModel", dict(position_embedding_type="rotary"), ROPE | {
        "rope_base": 10000.0}, "the query is scaled before its rotation", scale="1", **every)


def decoders_without_rotation():
    all_heads = dict(heads=dict(num_attention_heads=4))
    yield Architecture("gpt2", "GPT2Model", note="learned positions, before the layer", **all_heads)
    yield Architecture("gpt-bigcode", "GPTBigCodeModel", note="one key head for all", **all_heads)
    yield Architecture("opt", "OPTModel", dict(ffn_dim=WIDTH, word_embed_proj_dim=WIDTH), scale="1",
                       note="the query is scaled", **all_heads)


def both_sides():
    """Encoder, decoder and cross-attention of models that have all three."""
    bart = dict(d_model=WIDTH, encoder_layers=1, decoder_layers=1, encoder_attention_heads=4,
                decoder_attention_heads=4, encoder_ffn_dim=WIDTH, decoder_ffn_dim=WIDTH)
    t5 = dict(d_model=WIDTH, d_kv=HEAD_DIM, d_ff=WIDTH, num_decoder_layers=1,
              relative_attention_num_buckets=8, relative_attention_max_distance=16)
    rule = {"position": "t5", "buckets": 8, "max_distance": 16}
    names = ("encoder", "decoder", "cross")
    for call, part in enumerate(names):
        causal = dict(is_causal=part == "decoder", call=call, feed=two_texts)
        yield Architecture(f"bart-{part}", "BartModel", bart, heads={},
                           note=f"{part}: learned positions, before the layer", **causal)
        bias = {} if part == "cross" else rule | {
            "direction": "causal" if part == "decoder" else "both"}
        if part == "encoder":
            bias["causal_alignment"] = "top-left"
        yield Architecture(f"t5-{part}", "T5Model", t5, bias, scale="1",
                           heads=dict(num_heads=4, num_layers=1), note=f"{part}, scale 1",
                           given=table_of(part), **causal)


def table_of(part):
    def given(model):
        layer = getattr(model, part).block[0].layer[0].SelfAttention
        return {"position_table": to_numpy(layer.relative_attention_bias.weight)}

    return (lambda model: {}) if part == "cross" else given


# Architecture, suffix, fields of the case that are stated wrongly, and what that is.
WRONG = (
    ("gemma3-window", "-as-full", {"parameters": ROPE | WINDOW | {"rope_base": 1000000.0}},
     "the base of layers that see every key"),
    ("cohere2-full", "-as-rope", {"parameters": INTERLEAVED | {"rope_base": 10000.0}},
     "with the rotation of the other layers"),
    ("cohere", "-as-half", {"parameters": ROPE | {"rope_base": 10000.0}}, "pairs (m, m + r/2)"),
    ("granite", "-as-default", {"scale": "1/sqrt(head_dim)"}, "the scale of Llama"),
    ("llama4", "-chunk-left-out", {"parameters": INTERLEAVED | {"rope_base": 500000.0}},
     "without the chunks"),
    ("phi", "-as-whole", {"parameters": ROPE}, "all elements are rotated"),
    ("smollm3", "-as-rope", {"parameters": ROPE}, "with the rotation of the other layers"),
    ("qwen2-window", "-as-left-4", {"parameters": ROPE | {"window": {"left": 4}}}, "five keys"),
    ("modernbert-window", "-as-6", {"parameters": ROPE | {"window": {"left": 6, "right": 6}}},
     "local_attention on either side"),
    ("modernbert-window", "-as-full", {"parameters": ROPE | {
        "rope_base": 160000.0, "window": {"left": 3, "right": 3}}},
     "the base of layers that see every key"),
    ("esm", "-scaled-twice", {"scale": "1/sqrt(head_dim)"},
     "with a scale beside that of the query"),
    ("gpt-oss", "-sinks-left-out", {"inputs": {}, "parameters": ROPE | WINDOW | {
        "rope_base": 150000.0, "rope_scaling": "yarn", "rope_factor": 32.0,
        "rope_original": 4096.0, "rope_truncate": False}}, "without the sinks"),
)


def all_architectures():
    for group in (architectures, with_sinks, encoders, decoders_without_rotation, both_sides):
        yield from group()


def cases():
    torch.set_num_threads(1)
    transformers.utils.logging.set_verbosity_error()  # of numbers that only a real model needs
    by_name = {architecture.name: architecture for architecture in all_architectures()}
    for architecture in by_name.values():
        for path in architecture.paths:
            for dtype in ("f32", "bf16"):
                yield case(architecture, path, dtype)
    for name, *wrong in WRONG:
        yield case(by_name[name], by_name[name].paths[-1], "f32", wrong)
