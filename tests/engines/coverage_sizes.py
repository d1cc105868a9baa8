"""Tiny configurations of models of transformers: sizes by their names in configurations.

A configuration is the default of its class with small numbers instead of large ones, also in its parts.  Of several
kinds of layers one each is kept.  OVERRIDES has the further needs of single models.
"""

import re

WIDTH, HEADS, HEAD_DIM, LAYERS, VOCABULARY, IMAGE, PATCH = 64, 4, 16, 2, 128, 32, 8
SIZES = (
    (r"(hidden_size|d_model|n_embd|embed_dim|emb_dim|dim|embedding_size|hidden_dim|word_embed_proj_dim|projection_dim"
     r"|encoder_hidden_size|decoder_hidden_size|vision_hidden_size|out_hidden_size|lm_hidden_size|model_dim)", WIDTH),
    (r".*(intermediate_size|ffn_dim|d_ff|mlp_dim|intermediate_dim).*|dim_ff|ffn_hidden_size|n_inner", WIDTH),
    (r"(num_attention_heads|n_head|num_heads|n_heads|attention_heads|(en|de)coder_attention_heads"
     r"|num_(en|de)coder_attention_heads|.*_num_attention_heads)", HEADS),
    (r"(head_dim|d_kv|attention_head_dim|head_size|swa_head_dim|global_head_dim|v_head_dim|swa_v_head_dim|kv_channels)",
     HEAD_DIM),
    (r"(num_hidden_layers|n_layers?|num_layers|(en|de)coder_layers|num_(en|de)coder_layers|depth|num_blocks"
     r"|(en|de)coder_num_(hidden_)?layers|num_.*_hidden_layers|.*_depth)", LAYERS),
    (r"vocab_size|.*_vocab_size", VOCABULARY),
    (r"q_lora_rank|kv_lora_rank|.*lora_rank", 24),
    (r"qk_rope_head_dim", 8),
    (r"qk_nope_head_dim", HEAD_DIM),
    (r"qk_head_dim", HEAD_DIM + 8),
    (r"num_experts|n_routed_experts|num_local_experts|moe_num_experts|.*num_experts", 4),
    (r"num_experts_per_tok|moe_topk|top_k_experts|moe_k|num_experts_per_token|moe_top_k", 2),
    (r"n_group|topk_group|n_groups?_experts|num_expert_group", 1),
    (r"n_positions|n_ctx|max_source_positions|max_target_positions|max_seq_len|context_length", 256),
    (r"image_size|img_size|input_size", IMAGE),
    (r"patch_size", PATCH),
    (r"sliding_window|attention_window_size|local_attention|window_size_swa", 8),
    (r"attention_chunk_size", 8),
    (r"index_topk", 8),
    (r"index_n_heads", HEADS),
    (r"index_head_dim", HEAD_DIM),
    (r"num_mel_bins|n_mels|feature_size", 80),
    (r"attn_layer_period|expert_layer_period", 2),
    (r"attn_layer_offset|expert_layer_offset", 1),
    (r"mamba_n_heads|mamba_num_heads|n_mamba_heads", 8),
    (r"mamba_d_head|mamba_head_dim", 16),
    (r"num_queries|two_stage_num_proposals|num_object_queries", 8),
    (r"num_kv_shared_layers", 0),
    (r"hidden_size_per_layer_input", 16),
    (r"vocab_size_per_layer_input", VOCABULARY),
)
COUNTS = ("num_hidden_layers", "n_layer", "num_layers")
KEY_HEADS = r"(num_key_value_heads|num_kv_heads|n_head_kv|n_kv_heads|num_global_key_value_heads|.*_num_key_value_heads)"
TOKEN = r".*_(token|token_id|token_index|id)$|.*_token_id$"

# Members that are computed from others, and those that a configuration leaves open
COMPUTED = r"_?out_features|_?out_indices|stage_names"
LONGEST = r"max_position_embeddings"
OPEN = {"head_dim": HEAD_DIM, "num_experts_per_tok": 2, "n_routed_experts": 4, "vocab_size": VOCABULARY,
        "num_key_value_heads": HEADS}
AXES = r"mrope_section|xdrope_section"

# What a class of a model needs besides, by its directory: members of its configuration
AXES_OF_16 = {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [4, 2, 2]}}
WINDOWS_OF_4 = {"patch_size": 4, "window_size": 4, "depths": [1, 1], "num_heads": [2, 4], "embed_dim": 32,
                "num_layers": 2}
OVERRIDES = {
    "bamba": {"attn_layer_indices": [1]},
    "codegen": {"rotary_dim": 8},
    "diffusion_gemma": {"num_experts": 4, "top_k_experts": 2, "moe_intermediate_size": WIDTH},
    "donut": WINDOWS_OF_4,
    "dots1": {"n_shared_experts": 1, "n_group": 1, "topk_group": 1},
    "esm": {"pad_token_id": 1, "mask_token_id": 32},
    "falcon_h1": {"mamba_d_ssm": WIDTH},
    "glm4v": AXES_OF_16,
    "glm4v_moe": {"rope_parameters": AXES_OF_16["rope_parameters"] | {
        "partial_rotary_factor": 0.5, "mrope_section": [2, 1, 1]}},
    "glm5_next": {"index_topk": 16},
    "glm_image": AXES_OF_16,
    "glm_ocr": AXES_OF_16,
    "gptj": {"rotary_dim": 8},
    "granitemoehybrid": {"layer_types": ["mamba", "attention"]},
    "lfm2_moe": {"layer_types": ["conv", "full_attention"]},
    "mistral4": {"head_dim": HEAD_DIM},
    "moonshine": {"encoder_num_key_value_heads": HEADS, "decoder_num_key_value_heads": HEADS},
    "paddleocr_vl": AXES_OF_16,
    "qwen2_5_omni": AXES_OF_16,
    "qwen2_5_vl": AXES_OF_16,
    "qwen2_vl": AXES_OF_16,
    "qwen4_exp": {"indexer_n_heads": HEADS, "indexer_kv_heads": 1, "indexer_head_dim": HEAD_DIM, "indexer_budget": 16,
                  "indexer_compress_ratio": 4},
    "recurrent_gemma": {"block_types": ["recurrent", "attention"]},
    "step3p7": {"sliding_window": 8},
    "swin": WINDOWS_OF_4,
    "swin2sr": WINDOWS_OF_4,
    "swinv2": WINDOWS_OF_4,
    "xmod": {"default_language": "en_XX"},
}


def _size(name, value):
    if re.fullmatch(LONGEST, name):
        return 256
    for pattern, size in SIZES:
        if re.fullmatch(pattern, name):
            return min(size, value) if value > 0 else value
    if re.fullmatch(TOKEN, name) and value >= VOCABULARY:
        return VOCABULARY - 1 - len(name) % 16
    return value


def _kept_layers(config):
    """Which layers stay: the first of each kind, else the first ones."""
    kinds = config.get("layer_types") or config.get("layers_block_type")
    if not isinstance(kinds, list) or not kinds:
        return None
    first = sorted(kinds.index(kind) for kind in dict.fromkeys(kinds))
    return first if len(first) > 1 else list(range(min(LAYERS, len(kinds))))


def _kept(value, layers, count):
    """Of a list with a member for each layer, those of the layers that stay."""
    return [value[i] for i in layers] if count is not None and len(value) == count else value


def _sections(head_dim, config):
    """Pairs of each axis: half of them, a quarter, the rest."""
    pairs = int(head_dim * config.get("partial_rotary_factor", 1)) // 2
    return [pairs - 2 * (pairs // 4), pairs // 4, pairs // 4]


def _first(config, *names):
    return next((config[name] for name in names if isinstance(config.get(name), int)), None)


def _number(name, value, heads, kept):
    if re.fullmatch(KEY_HEADS, name):
        return HEADS if value == heads else 1 if value == 1 else HEADS // 2
    if kept is not None and name in COUNTS:
        return len(kept)
    return _size(name, value)


def shrunk(config, head_dim=HEAD_DIM):
    """A dictionary of a configuration with small numbers."""
    kept = _kept_layers(config)
    layers, count = kept or list(range(LAYERS)), _first(config, *COUNTS)
    heads = _first(config, "num_attention_heads", "n_head", "num_heads", "n_heads")
    if "qk_rope_head_dim" in config and "head_dim" in config:
        head_dim = 8
    small = {}
    for name, value in config.items():
        if not isinstance(name, str):  # of labels
            small[name] = value
            continue
        if re.fullmatch(COMPUTED, name):
            continue
        if name == "per_layer_config" and value:
            small[name] = {layers.index(int(layer)): shrunk(one, head_dim) for layer, one in value.items()
                           if int(layer) in layers}
        elif name == "head_dim" and (isinstance(value, int) or value is None):
            small[name] = head_dim
        elif isinstance(value, dict):
            small[name] = shrunk(value, head_dim)
        elif value is None and name in OPEN:
            small[name] = OPEN[name]
        elif isinstance(value, int) and not isinstance(value, bool):
            small[name] = _number(name, value, heads, kept)
        elif re.fullmatch(AXES, name) and isinstance(value, list):
            small[name] = _sections(head_dim, config)
        else:
            small[name] = _kept(value, layers, count) if isinstance(value, list) else value
    return small
