"""Layers of transformers with a vector for each clipped distance (arXiv 1803.02155).

Weights are random.

Wav2Vec2-BERT   position_embeddings_type "relative_key": clip(j - t) to the left and to the right,
                here the same reach; q times the vector is scaled and added to the scores, in the
                model dtype
Granite Speech  Shaw's embeddings, indexed by t - j; q times the vector, scaled, is the mask of
                PyTorch's math path, which multiplies query and key each by sqrt(scale)
SpeechT5        the query is scaled first; the same, indexed by t - j, with one row less for keys
                after the query: a causal mask hides them

A case counts distances as j - t, so that the rows of Granite Speech and SpeechT5 are stated in
reverse order.  None of the three has vectors for the values.
"""

import torch
from transformers import GraniteSpeechEncoderConfig, Wav2Vec2BertConfig
from transformers.models.granite_speech import modeling_granite_speech as granite_speech
from transformers.models.speecht5 import modeling_speecht5 as speecht5
from transformers.models.wav2vec2_bert import modeling_wav2vec2_bert as wav2vec2_bert

import model_layers
from case_file import Case
from engine_torch import DTYPES, to_numpy

LENGTH = 12
WIDTH = 32
HEAD_DIM = 8
STRENGTH = {"f32": 1.5, "bf16": 0.7}  # of the weights: scores in bfloat16 are kept small


def case(name, dtype, asked, table, note, *, model, weights=None, **fields):
    query, key, value, output = (to_numpy(model_layers.by_heads(tensor, HEAD_DIM))
                                 for tensor in asked)
    return Case(
        name=f"{name}-{dtype}", query=query, key=key, value=value, output=output,
        weights=None if weights is None else to_numpy(weights),
        engine=f"transformers {model} (eager)", version=model_layers.VERSION,
        precision=model_layers.PRECISION[dtype], parameters={"position": "shaw"},
        inputs={"position_table": to_numpy(table)}, note=note, **fields)


def wav2vec2_bert_case(name, dtype, note, stated_table=lambda table: table, **fields):
    config = Wav2Vec2BertConfig(
        hidden_size=WIDTH, num_attention_heads=4, position_embeddings_type="relative_key",
        left_max_position_embeddings=4, right_max_position_embeddings=4, attention_dropout=0.0,
        attn_implementation="eager")
    layer = wav2vec2_bert.Wav2Vec2BertSelfAttention(config)
    layer = model_layers.random_layer(layer, 941, factor=STRENGTH[dtype]).to(DTYPES[dtype])
    states = model_layers.hidden_states(942, LENGTH, WIDTH).to(DTYPES[dtype])
    asked, (_, weights) = model_layers.watch(
        lambda: layer(states), projections=[layer.linear_q, layer.linear_k, layer.linear_v],
        output_projection=layer.linear_out)
    return case(f"wav2vec2-bert{name}", dtype, asked, stated_table(layer.distance_embedding.weight),
                note, model="Wav2Vec2BertSelfAttention", weights=weights, **fields)


def granite_speech_case(dtype):
    config = GraniteSpeechEncoderConfig(hidden_dim=WIDTH, num_heads=4, dim_head=HEAD_DIM,
                                        context_size=LENGTH, max_pos_emb=LENGTH, dropout=0.0)
    layer = granite_speech.GraniteSpeechConformerAttention(config)
    layer = model_layers.random_layer(layer, 951, factor=1.5).to(DTYPES[dtype])
    states = model_layers.hidden_states(952, LENGTH, WIDTH).to(DTYPES[dtype])
    index = torch.arange(LENGTH)
    distances = (index[:, None] - index[None]).clamp(-LENGTH, LENGTH) + config.max_pos_emb
    (query, both, output), _ = model_layers.watch(
        lambda: layer(states, distances), projections=[layer.to_q, layer.to_kv],
        output_projection=layer.to_out)
    key, value = both.chunk(2, dim=-1)
    return case("granite-speech", dtype, (query, key, value, output),
                layer.rel_pos_emb.weight.flip(0), "one block, every distance has its vector",
                model="GraniteSpeechConformerAttention")


def speecht5_case(dtype):
    reach = 4
    layer = speecht5.SpeechT5Attention(WIDTH, 4, is_decoder=False)
    layer = model_layers.random_layer(layer, 961, factor=1.5).to(DTYPES[dtype])
    encoding = speecht5.SpeechT5RelativePositionalEncoding(HEAD_DIM, max_length=reach)
    encoding = model_layers.random_layer(encoding, 963, factor=3.0).to(DTYPES[dtype])
    states = model_layers.hidden_states(962, LENGTH, WIDTH).to(DTYPES[dtype])
    mask = model_layers.additive_causal_mask(states[:, None])
    asked, (_, weights) = model_layers.watch(
        lambda: layer(states, position_bias=encoding(states), attention_mask=mask,
                      output_attentions=True),
        projections=[layer.q_proj, layer.k_proj, layer.v_proj], output_projection=layer.out_proj)
    table = encoding.pe_k.weight[1:].flip(0)  # of 3 to -3: no row is for 4 keys after the query
    return case("speecht5", dtype, asked, table, "distances of 3 and more are one, causal",
                model="SpeechT5Attention", weights=weights, causal_alignment="top-left")


def cases():
    torch.set_num_threads(1)
    for dtype in ("f32", "bf16"):
        yield wav2vec2_bert_case("", dtype, "distances of 4 and more are one, on either side")
    yield granite_speech_case("f32")
    yield speecht5_case("f32")
    yield wav2vec2_bert_case("-reversed", "f32", "stated wrongly: distances counted as t - j",
                             lambda table: table.flip(0), wrong=True)
