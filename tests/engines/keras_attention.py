"""Keras on the backend that KERAS_BACKEND names: runs the inputs of engine_keras.py.

An input names the function or layer; arrays named query, key, value or output are
[batch, length, heads, head_dim].
"""

import os

import numpy as np

import elsewhere

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras  # noqa: E402  (its messages are switched off first)
from keras import layers, ops  # noqa: E402

if keras.backend.backend() == "tensorflow":
    import tensorflow
    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
if keras.backend.backend() == "torch":
    import torch
    torch.set_num_threads(1)
if keras.backend.backend() == "jax":
    import jax
    jax.config.update("jax_enable_x64", True)


def tensor(array):
    """In the array's own dtype: without saying so some backends make doubles floats."""
    return ops.convert_to_tensor(array, dtype=array.dtype.name)


def numpy(made):
    """bfloat16 comes out as it is."""
    if keras.backend.backend() == "torch" and str(made.dtype) == "torch.bfloat16":
        import ml_dtypes
        return made.detach().view(torch.uint16).numpy().view(ml_dtypes.bfloat16)
    return np.ascontiguousarray(ops.convert_to_numpy(made))


def function(tensors, attributes):
    given = {name: tensor(array) for name, array in tensors.items()}
    if "out_grad" in given:
        return gradients(given, attributes)
    return {"output": numpy(ops.dot_product_attention(**given, **attributes))}


def gradients(given, attributes):
    """On TensorFlow, of a loss whose gradient in the output is out_grad."""
    out_grad = given.pop("out_grad")
    of = [given[name] for name in ("query", "key", "value")]
    with tensorflow.GradientTape() as tape:
        for leaf in of:
            tape.watch(leaf)
        output = ops.dot_product_attention(**given, **attributes)
    answers = tape.gradient(output, of, output_gradients=out_grad)
    return {name: numpy(answer) for name, answer in zip(("dq", "dk", "dv"), answers)}


LAYERS = {"multi-head": layers.MultiHeadAttention, "grouped-query": layers.GroupQueryAttention}


def observed(kind, calls):
    """The class with its attention watched: what it is given is what the projections made.  The
    class itself is changed, for a subclass would not take every path."""
    original = kind._compute_attention

    def compute(self, query, key, value, *rest, **arguments):
        made = original(self, query, key, value, *rest, **arguments)
        calls.append((query, key, value, *made))
        return made

    kind._compute_attention = compute
    return original


def draw(layer, seed, strength):
    generator = np.random.Generator(np.random.PCG64(seed))
    for weight in layer.weights:
        fan_in = weight.shape[0] if len(weight.shape) > 1 else 1
        weight.assign(strength * generator.standard_normal(weight.shape) / fan_in ** 0.5)


def layer(tensors, attributes):
    kind = LAYERS[attributes["layer"]]
    calls = []
    original = observed(kind, calls)
    try:
        one = kind(**attributes["config"])
        states = tensor(tensors["states"])
        masks = {name: tensor(tensors[name]) for name in ("attention_mask",) if name in tensors}
        one(states, states)  # makes the weights
        draw(one, attributes["seed"], attributes["strength"])
        calls.clear()
        one(states, states, **masks, **attributes["call"])
    finally:
        kind._compute_attention = original
    (query, key, value, output, weights), = calls
    answer = {name: numpy(made) for name, made in (
        ("query", query), ("key", key), ("value", value), ("output", output))}
    if attributes["config"].get("use_gate"):
        answer |= gated(one, states, output)
    return answer | ({} if weights is None else {"weights": numpy(weights)})


def gated(one, states, output):
    """The output times the gate, and the gate before its sigmoid."""
    gate = one._gate_dense(states)
    activation, one._gate_dense.activation = one._gate_dense.activation, None
    logits = one._gate_dense(states)
    one._gate_dense.activation = activation
    return {"output": numpy(ops.multiply(output, gate)), "gate": numpy(logits)}


if __name__ == "__main__":
    elsewhere.serve(lambda tensors, attributes: layer(tensors, attributes) if "layer" in attributes
                    else function(tensors, attributes), keras.__version__)
