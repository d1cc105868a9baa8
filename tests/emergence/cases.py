"""A trained model's attention on held-out text as Plumbline cases, one safetensors file a layer.

Queries and keys are recorded as the layer projects them, with the rule of their position; kernels alone, for
which Plumbline defines no position, are recorded after their rotation.  A sink token is no row of a case: its
key and value are k_star and v_star, and the text begins at position 1.  hidden is what goes into the layer.
"""

import dataclasses
import json

import numpy as np
import torch
from safetensors.numpy import save

import corpus
import operators

HELD_SEED = 5
SEQUENCES = 16


def held_out(recipe, text, sequences=SEQUENCES):
    generator = torch.Generator().manual_seed(HELD_SEED)
    return corpus.windows(text.held, recipe, text.fixed, sequences, generator)[0]


def as_measured(recipe):
    """The recipe of the sequences on which the model is measured."""
    if recipe.measured_fixed_token < 0:
        return recipe
    return dataclasses.replace(recipe, fixed_token=recipe.measured_fixed_token)


@torch.no_grad()
def observe(model, tokens):
    """(what each layer computed, the states that went into it)"""
    kept, hidden = [], []
    model(tokens, keep=kept, hidden=hidden)
    return kept, hidden


def mask_members(recipe):
    members = {"mask": recipe.mask, "causal_alignment": "top-left"}
    if recipe.mask == "prefix":
        members["prefix"] = recipe.prefix
    if recipe.window:
        members["window"] = {"left": recipe.window - 1, "right": 0}
    return members


def position_of(recipe, layer, batch):
    members, tensors = layer.position.stated()
    if recipe.operator in ("elu-kernel", "mlp-kernel"):
        return {"position": "none"}, {}
    if recipe.sink == "token" and members["position"] == "rope":
        places = torch.arange(1, recipe.context + 1).expand(batch, -1)
        tensors = {"query_positions": places, "key_positions": places}
    return members, tensors


def description(recipe, layer, name, note):
    sink = {"sink": recipe.sink} if recipe.sink != "none" else {}
    return json.dumps({"version": 1} | operators.parameters(recipe) | sink | position_of(recipe, layer, 1)[0] |
                      mask_members(recipe) | {"scale": "1/sqrt(head_dim)", "note": note,
                       "engine": {"name": f"tests/emergence, {name}", "version": f"PyTorch {torch.__version__}",
                                  "precision": "f32"}})


def vectors(recipe, layer, kept):
    """q, k, v of the tokens, and what the operator takes besides."""
    query, key, value = kept["q"], kept["k"], kept["v"]
    if recipe.operator in ("elu-kernel", "mlp-kernel"):
        query, key = layer.position.turn(query), layer.position.turn(key)
    if recipe.sink == "token":
        star = {"k_star": key[0, :, 0], "v_star": value[0, :, 0]}
        return {"q": query[:, :, 1:], "k": key[:, :, 1:], "v": value[:, :, 1:]} | star
    gate = kept["gate"]
    gates = {} if gate is None else {"gate": gate.squeeze(-1) if recipe.gate == "head" else gate}
    bias = {"v_bias": layer.value_bias} if recipe.value_bias else {}
    return {"q": query, "k": key, "v": value} | gates | bias | layer.sink.tensors() | layer.features.tensors()


def segments(recipe, tokens):
    if recipe.documents != "within":
        return {}
    unit = corpus.unit_numbers(tokens)
    return {"query_segments": unit, "key_segments": unit}


def to_numpy(tensors):
    return {name: np.ascontiguousarray(tensor.detach().numpy()) for name, tensor in tensors.items()}


def cases(model, tokens, name, note):
    """(kept, [(tensors, description) of each layer])"""
    recipe = model.recipe
    kept, hidden = observe(model, tokens)
    answers = []
    for block, layer, states in zip(model.blocks, kept, hidden):
        attention = block.attention
        tensors = vectors(recipe, attention, layer) | segments(recipe, tokens)
        tensors |= {"hidden": states[:, 1:] if recipe.sink == "token" else states}
        tensors |= position_of(recipe, attention, len(tokens))[1]
        answers.append((to_numpy(tensors), description(recipe, attention, name, note)))
    return kept, answers


def write(tensors, stated, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(save(tensors, {"plumbline": stated}))
    return path


PER_SEQUENCE = ("q", "k", "v", "hidden", "gate", "query_segments", "key_segments", "query_positions", "key_positions")
AXIS_OF_HEADS = {"q": 1, "k": 1, "v": 1, "gate": 1, "sinks": 0, "slopes": 0, "k_star": 0, "v_star": 0, "v_bias": 0}


def sample(tensors, heads, position):
    """The first sequence of some heads alone."""
    taken = {}
    for name, array in tensors.items():
        axis = 1 if name == "position_table" and position == "t5" else AXIS_OF_HEADS.get(name)
        if axis is not None:
            array = np.take(array, heads, axis=axis)
        taken[name] = np.ascontiguousarray(array[:1] if name in PER_SEQUENCE else array)
    return taken
