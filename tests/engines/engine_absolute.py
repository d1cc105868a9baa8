"""Sinusoidal and learned positions: tables of transformers, then PyTorch's math path.

Models add these vectors to token embeddings; here queries and keys are the embeddings, as if the
projections were the identity, and values are left alone.  Tables are float: angles of M2M-100 and
GPT-J are computed in float, those of Marian and XLM in double.

Marian    all sines, then all cosines; frequencies 10000^(-2m/d)
XLM       sine, cosine, sine, cosine, ...; the same frequencies
M2M-100   as tensor2tensor and fairseq: frequencies 10000^(-m/(d/2 - 1)), positions count from 2
GPT-J     all sines, then all cosines; the table from which it also takes its rotation
OPT       a learned table whose row for position p is p + 2
GPT-2     a learned table whose row for position p is p
"""

import torch
from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions
from transformers.models.m2m_100.modeling_m2m_100 import M2M100SinusoidalPositionalEmbedding
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.opt.modeling_opt import OPTLearnedPositionalEmbedding
from transformers.models.xlm.modeling_xlm import create_sinusoidal_embeddings

import inputs
import model_layers
from case_file import Case
from engine_torch import attention, tensors, to_numpy

LENGTH, WIDTH = 12, 16


def case(name, rows, parameters, note, *, model, first=0, table=None, wrong=False):
    """`rows` [LENGTH, WIDTH] are what the model has for positions `first` and on; `table` is stated
    where they are learned."""
    query, key, value = tensors(inputs.needle(971, strength=1.2, **inputs.SMALL), "f32")
    output = attention("math", query + rows, key + rows, value, is_causal=True)
    given = {} if table is None else {"position_table": to_numpy(table)}
    if first:
        positions = to_numpy(torch.arange(first, first + LENGTH)[None])
        given |= {"query_positions": positions, "key_positions": positions}
    return Case(
        name=f"absolute-f32-{name}", query=to_numpy(query), key=to_numpy(key),
        value=to_numpy(value), output=to_numpy(output),
        engine=f"PyTorch scaled_dot_product_attention (math, CPU), positions of {model}",
        version=model_layers.VERSION, precision="f32", causal_alignment="top-left",
        parameters=parameters, inputs=given, wrong=wrong, note=note)


def marian(count):
    embedding = MarianSinusoidalPositionalEmbedding(count, WIDTH)
    return embedding.create_weight()


def xlm(count):
    return create_sinusoidal_embeddings(count, WIDTH, torch.empty(count, WIDTH))


def sinusoidal():
    stated = {"position": "sinusoidal"}
    interleaved = stated | {"sinusoidal_layout": "interleaved"}
    one_less = stated | {"sinusoidal_denominator": "one-less", "position_offset": 2}
    yield case("marian", marian(LENGTH), stated, "sines, then cosines", model="Marian")
    yield case("marian-at-500", marian(512)[500:], stated, "positions from 500", model="Marian",
               first=500)
    yield case("gptj", create_sinusoidal_positions(2048, WIDTH)[1000:1000 + LENGTH], stated,
               "positions from 1000, angles in float", model="GPT-J", first=1000)
    yield case("xlm", xlm(LENGTH), interleaved, "sines and cosines alternate", model="XLM")
    m2m_100 = M2M100SinusoidalPositionalEmbedding(LENGTH, WIDTH).weights[2:]
    yield case("m2m-100", m2m_100, one_less, "positions count from 2, d/2 - 1 in the exponent",
               model="M2M-100")
    yield case("marian-as-interleaved", marian(LENGTH), interleaved, "stated wrongly: alternating",
               model="Marian", wrong=True)
    yield case("m2m-100-as-half", m2m_100, stated | {"position_offset": 2},
               "stated wrongly: d/2 in the exponent", model="M2M-100", wrong=True)
    yield case("m2m-100-as-offset-0", m2m_100, one_less | {"position_offset": 0},
               "stated wrongly: positions count from 0", model="M2M-100", wrong=True)


def learned():
    opt = model_layers.random_layer(OPTLearnedPositionalEmbedding(LENGTH, WIDTH), 972, factor=2.0)
    rows = opt(torch.ones(1, LENGTH, dtype=torch.long))[0].detach()
    for offset, wrong in ((2, False), (0, True)):
        yield case("opt-as-offset-0" if wrong else "opt", rows,
                   {"position": "learned", "position_offset": offset},
                   "stated wrongly: position p takes row p" if wrong
                   else "position p takes row p + 2", model="OPT", table=opt.weight, wrong=wrong)
    gpt2 = model_layers.random_layer(torch.nn.Embedding(40, WIDTH), 973, factor=2.0)
    positions = torch.arange(20, 20 + LENGTH)
    yield case("gpt2-at-20", gpt2(positions).detach(), {"position": "learned"},
               "position ids from 20", model="GPT-2 (Embedding)", first=20,
               table=gpt2.weight)


def cases():
    torch.set_num_threads(1)
    yield from sinusoidal()
    yield from learned()
