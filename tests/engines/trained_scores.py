"""Correct models in bfloat16 with scores as large as in trained models: all must PASS.

    trained_scores.py DIR [--length N] [--largest S] [--seed N]
        writes a case of each architecture and path to DIR; its largest score is about S (default 30)
        among N tokens (default 64)

Random weights as in engine_architectures are all multiplied by one factor to make the largest score so
large.  Frequencies stay in float, as in a model that is loaded in bfloat16; a model that is converted
later has them rounded, and from 128 tokens on this error is detected.
"""

import argparse
import dataclasses
import pathlib
import sys

import numpy as np
import torch
import transformers

import model_layers
from engine_architectures import (HEAD_DIM, INTERLEAVED, ROPE, SHAPE, WIDTH, Architecture,
                                  all_architectures, case)
from engine_torch import DTYPES

EXPERTS = dict(num_experts=2, num_local_experts=2, num_experts_per_tok=1, moe_intermediate_size=WIDTH,
               shared_expert_intermediate_size=WIDTH)
ROTATED = ("ArceeModel", "BitNetModel", "Qwen2MoeModel", "Qwen3MoeModel", "MixtralModel", "PhimoeModel",
           "OlmoeModel", "Olmo3Model", "FlexOlmoModel", "MinistralModel", "SeedOssModel", "AfmoeModel",
           "Lfm2Model", "JetMoeModel", "MiniMaxModel", "MiniMaxM2Model", "DiffLlamaModel", "Jais2Model",
           "SolarOpenModel", "AriaTextModel", "EvollaModel", "MllamaTextModel")
ENCODERS = ("ElectraModel", "CamembertModel", "XLMRobertaModel", "Data2VecTextModel",
            "RobertaPreLayerNormModel", "MobileBertModel", "BertGenerationEncoder", "ErnieModel",
            "AlbertModel", "LayoutLMModel")
PARTS = 12  # of a search between factors


def more_architectures():
    """Beside the recorded ones, models whose attention is one of theirs."""
    own_heads = dict(num_attention_heads=4)
    for model in ROTATED:
        yield Architecture(model, model, EXPERTS | dict(head_dim=HEAD_DIM), ROPE)
    half = {"rope_dim": HEAD_DIM // 2}
    yield Architecture("Glm4Model", "Glm4Model", dict(head_dim=HEAD_DIM), INTERLEAVED | half)
    yield Architecture("Glm4MoeModel", "Glm4MoeModel",
                       EXPERTS | dict(head_dim=HEAD_DIM, n_routed_experts=2, first_k_dense_replace=1),
                       ROPE | half)
    for model in ENCODERS:
        yield Architecture(model, model, heads=own_heads, is_causal=False)
    yield Architecture("DistilBertModel", "DistilBertModel",
                       dict(dim=WIDTH, n_heads=4, n_layers=1, hidden_dim=WIDTH), heads={},
                       is_causal=False)
    yield Architecture("BioGptModel", "BioGptModel", heads=own_heads)


def in_dtype(model, dtype):
    """All in that dtype but the frequencies."""
    kept = {name: buffer.clone() for name, buffer in model.named_buffers() if "inv_freq" in name}
    model = model.to(dtype)
    for name, buffer in kept.items():
        owner, _, member = name.rpartition(".")
        setattr(model.get_submodule(owner), member, buffer)
    return model


def maker(factor, seed):
    def make(architecture, path, dtype):
        model = getattr(transformers, architecture.model)(architecture.configuration(path))
        return in_dtype(model_layers.random_layer(model, seed, factor=factor), DTYPES[dtype])

    return make


def largest_score(one, scale):
    """Of all queries and keys, before positions."""
    query, key = one.query.astype(np.float64), one.key.astype(np.float64)
    key = np.repeat(key, query.shape[1] // key.shape[1], axis=1)
    return scale * np.abs(np.einsum("bhqd,bhkd->bhqk", query, key)).max()


def scale_of(one):
    if one.scale == "1/sqrt(head_dim)":
        return one.query.shape[-1] ** -0.5
    numerator, _, denominator = str(one.scale).partition("/")
    return float(numerator) / float(denominator or 1)


def trained_case(architecture, path, options):
    low, high = 0.05, 20.0
    for _ in range(PARTS):
        factor = (low * high) ** 0.5
        one = case(architecture, path, "bf16", make=maker(factor, options.seed), length=options.length)
        largest = largest_score(one, scale_of(one))
        if abs(largest / options.largest - 1) < 0.05:
            break
        low, high = (factor, high) if largest < options.largest else (low, factor)
    one.note = f"largest score about {options.largest:g}. {one.note}".strip()
    return one


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--length", type=int, default=64)
    parser.add_argument("--largest", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1002)
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.utils.logging.set_verbosity_error()
    options.directory.mkdir(parents=True, exist_ok=True)
    shape = SHAPE | dict(vocab_size=512, max_position_embeddings=2 * options.length)
    models = set()
    for architecture in (*all_architectures(), *more_architectures()):
        architecture = dataclasses.replace(architecture, shape=shape)
        models.add(architecture.model)
        for path in architecture.paths:
            trained_case(architecture, path, options).write(options.directory)
    print(f"{len(models)} classes of models")
    return 0


if __name__ == "__main__":
    sys.exit(main())
