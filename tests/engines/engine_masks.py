"""Masks of transformers, in attention layers with random weights.

masking_utils.py builds a boolean mask from a function of query and key index; eager attention
adds the least finite number of the model dtype where it is false, sdpa hands it to PyTorch.

window     sliding_window W: j > t - W beside a causal mask, W keys with the query's own
both       a bidirectional window, abs(t - j) <= W: ModernBERT's local_attention is 2 W
chunk      attention_chunk_size of Llama 4, beside a causal mask
documents  a step other than 1 between position ids begins a new document, whose positions may
           start again
padding    keys of padding are hidden from every query
MPT        true means hidden
"""

import torch
from transformers import MistralConfig, MptConfig
from transformers import masking_utils
from transformers.models.mistral import modeling_mistral as mistral
from transformers.models.mpt import modeling_mpt as mpt

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy

LENGTH, WIDTH, HEAD_DIM = 12, 32, 16
STRENGTH = {"f32": 1.5, "bf16": 0.7}  # of the weights: scores in bfloat16 are kept small
PRECISION = {"eager": {"f32": "f32", "bf16": "bf16-eager"}, "sdpa": {"f32": "f32-fast-exp"}}


def visible(function, padding=None):
    batch = 1 if padding is None else padding.shape[0]
    return masking_utils.sdpa_mask(batch_size=batch, q_length=LENGTH, kv_length=LENGTH,
                                   mask_function=function, attention_mask=padding,
                                   allow_is_causal_skip=False)


def mistral_case(name, mask, stated, note, *, dtype="f32", path="eager", positions=None,
                 inputs=None, is_causal=True, **fields):
    """A Mistral layer, which rotates queries and keys, under a boolean mask."""
    config = MistralConfig(hidden_size=WIDTH, num_attention_heads=2, num_key_value_heads=1,
                           head_dim=HEAD_DIM, attn_implementation=path)
    layer = model_layers.random_layer(mistral.MistralAttention(config, layer_idx=0), 981,
                                      factor=STRENGTH[dtype]).to(DTYPES[dtype])
    states = torch.cat([model_layers.hidden_states(982 + entry, LENGTH, WIDTH)
                        for entry in range(mask.shape[0])]).to(DTYPES[dtype])
    given = dict(inputs or {})
    if positions is None:
        positions = torch.arange(LENGTH)[None]
    else:
        given |= {"query_positions": to_numpy(positions), "key_positions": to_numpy(positions)}
    rotation = mistral.MistralRotaryEmbedding(config)(states, positions)
    added = model_layers.additive_mask(mask, states.dtype) if path == "eager" else mask
    asked, (_, weights) = model_layers.watch(
        lambda: layer(states, position_embeddings=rotation, attention_mask=added),
        projections=[layer.q_proj, layer.k_proj, layer.v_proj], output_projection=layer.o_proj)
    query, key, value, output = (to_numpy(model_layers.by_heads(tensor, HEAD_DIM))
                                 for tensor in asked)
    return Case(
        name=f"mistral-{path}-{dtype}-{name}", query=query, key=key, value=value, output=output,
        weights=None if weights is None else to_numpy(weights),
        engine=f"transformers MistralAttention ({path})", version=model_layers.VERSION,
        precision=PRECISION[path][dtype], causal_alignment="top-left" if is_causal else None,
        parameters={"position": "rope"} | stated, inputs=given, note=note, **fields)


def windows():
    four_keys = visible(masking_utils.sliding_window_causal_mask_function(4))
    stated = {"window": {"left": 3}}
    for path, dtype in (("eager", "f32"), ("eager", "bf16"), ("sdpa", "f32")):
        yield mistral_case("window-4", four_keys, stated, "sliding_window = 4: four keys",
                           path=path, dtype=dtype)
    yield mistral_case("window-4-as-left-4", four_keys, {"window": {"left": 4}},
                       "stated wrongly: five keys", wrong=True)
    yield mistral_case("window-4-left-out", four_keys, {}, "stated wrongly: without the window",
                       wrong=True)
    yield mistral_case("window-both-3",
                       visible(masking_utils.sliding_window_bidirectional_mask_function(3)),
                       {"window": {"left": 3, "right": 3}}, "three keys on either side",
                       is_causal=False)


def chunks():
    mask = visible(masking_utils.chunked_causal_mask_function(5, torch.zeros(1, dtype=torch.long)))
    yield mistral_case("chunk-5", mask, {"chunk": 5}, "chunks of five keys")


def documents():
    """Documents of 5, 4 and 3 tokens."""
    positions = torch.cat([torch.arange(length) for length in (5, 4, 3)])[None]
    segments = masking_utils.find_packed_sequence_indices(positions)
    mask = visible(masking_utils.packed_sequence_compatibility_function(
        masking_utils.causal_mask_function, positions, segments))
    given = {"query_segments": to_numpy(segments), "key_segments": to_numpy(segments)}
    yield mistral_case("documents", mask, {}, "positions start again in each document",
                       positions=positions, inputs=given)
    yield mistral_case("documents-through", mask, {}, "positions go on: RoPE sees distances alone",
                       inputs=given)


def paddings():
    keep = torch.ones(1, LENGTH, dtype=torch.bool)
    keep[:, 9:] = False
    mask = visible(masking_utils.causal_mask_function, keep)
    yield mistral_case("padding", mask, {}, "the last three tokens are padding",
                       inputs={"allowed": to_numpy(keep[:, None, None])})
    left = torch.ones(1, LENGTH, dtype=torch.bool)
    left[:, :3] = False
    mask = visible(masking_utils.causal_mask_function, left)
    yield mistral_case("left-padding", mask, {"empty_row": "mean"}, "the first three tokens are "
                       "padding: their rows see no key, and are the mean of all values",
                       inputs={"allowed": to_numpy(left[:, None, None])})
    yield mistral_case("left-padding-as-zero", mask, {"empty_row": "zero"},
                       "stated wrongly: rows that see no key are zero",
                       inputs={"allowed": to_numpy(left[:, None, None])}, wrong=True)


def batch_with_left_padding():
    """As generation pads a batch: positions count the tokens, and are 1 for padding."""
    keep = torch.ones(2, LENGTH, dtype=torch.bool)
    keep[1, :3] = False
    positions = (keep.cumsum(-1) - 1).masked_fill(~keep, 1)
    mask = visible(masking_utils.causal_mask_function, keep)
    yield mistral_case("batch-2-left-padding", mask, {"empty_row": "mean"}, "two texts of 12 and 9 "
                       "tokens, each with its own positions", positions=positions,
                       inputs={"allowed": to_numpy(keep[:, None, None])})


def true_hides():
    config = MptConfig(d_model=WIDTH, n_heads=2)
    layer = model_layers.random_layer(mpt.MptAttention(config, layer_idx=0), 991, factor=1.5)
    states = model_layers.hidden_states(992, LENGTH, WIDTH)
    hidden = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
    hidden[5:, 4] = True  # key 4 is seen by its own query alone
    (together, output), (_, weights) = model_layers.watch(
        lambda: layer(states, None, attention_mask=hidden[None, None]), projections=[layer.Wqkv],
        output_projection=layer.out_proj)
    query, key, value, output = (to_numpy(model_layers.by_heads(tensor, HEAD_DIM))
                                 for tensor in (*together.chunk(3, dim=2), output))
    for polarity in ("true-hides", "true-attends"):
        wrong = polarity == "true-attends"
        yield Case(
            name="mpt-f32-true-hides" + ("-as-true-attends" if wrong else ""), query=query, key=key,
            value=value, output=output, weights=to_numpy(weights),
            engine="transformers MptAttention (eager)", version=model_layers.VERSION,
            precision="f32", parameters={"mask_polarity": polarity},
            inputs={"allowed": to_numpy(hidden[None, None])}, wrong=wrong,
            note="stated wrongly: true attends" if wrong else "a mask of which true is hidden")


def cases():
    torch.set_num_threads(1)
    for group in (windows, chunks, documents, paddings, batch_with_left_padding, true_hides):
        yield from group()
