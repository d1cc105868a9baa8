"""Gradients of engines on a CPU: out_grad goes in; dq, dk, dv and dsinks come out.

PyTorch  scaled_dot_product_attention by its math and its flash path, and attention written out in
         four lines, each by autograd.  The backward pass of flash (cpu/FlashAttentionKernel.cpp)
         computes P anew from the log-sum-exp that the forward pass left, in float, and delta from
         the output as it is stored; P and dS are rounded to 16-bit inputs' dtype before their
         products; dq, dk and dv are kept in that dtype between tiles.
transformers  the eager functions of gpt-oss (a sink logit for each head) and Gemma 2 (a softcap),
         by autograd: every step of the forward pass, and so of the backward one, is stored in the
         dtype of the model.
JAX      jax.vjp of dot_product_attention (xla)
MLX      mx.vjp of fast.scaled_dot_product_attention, which has a logit for sinks
tinygrad Tensor.gradient of scaled_dot_product_attention
Keras    ops.dot_product_attention on TensorFlow, by its GradientTape

The precisions are those of the same engines' outputs, for which their modules have the sources.
"""

import types

import jax
import jax.numpy as jnp
import mlx.core as mx
import numpy as np
import tinygrad
import torch
from transformers.models.gemma2 import modeling_gemma2
from transformers.models.gpt_oss import modeling_gpt_oss

import elsewhere
import engine_gemma2
import engine_gpt_oss
import engine_jax
import engine_keras
import engine_mlx
import engine_tinygrad
import engine_torch
import gradient_questions as asked
import model_layers
from engine_jax import swapped

GRADIENTS = ("dq", "dk", "dv")


# ---- PyTorch and transformers ----

def torch_tensor(array):
    if array.dtype == asked.DTYPES["bf16"]:
        return torch.from_numpy(array.view(np.uint16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def leaf(array):
    return torch_tensor(array).requires_grad_(True)


def by_autograd(question, function):
    """function(query, key, value, question, sinks), tensors in the layout of the question."""
    leaves = {f"d{name}": leaf(array) for name, array in zip("qkv", question.arrays)}
    if "sinks" in question.inputs:
        leaves["dsinks"] = leaf(question.inputs["sinks"])
    output = function(leaves["dq"], leaves["dk"], leaves["dv"], question, leaves.get("dsinks"))
    out = engine_torch.to_numpy(output)
    out_grad = question.out_grad(out)
    output.backward(torch_tensor(out_grad))
    answers = {name: engine_torch.to_numpy(tensor.grad) for name, tensor in leaves.items()}
    return {"out": out, "out_grad": out_grad} | answers


def torch_mask(question):
    """What is added to the scores; None if nothing is."""
    query, key, _ = question.arrays
    if "bias" in question.inputs:
        return torch_tensor(question.inputs["bias"])
    visible = question.inputs.get("allowed")
    if question.alignment is not None:
        visible = np.tri(query.shape[2], key.shape[2], dtype=np.bool_)[None, None]
    return None if visible is None else model_layers.additive_mask(
        torch.from_numpy(visible), engine_torch.DTYPES[question.dtype])


def sdpa(path):
    def function(query, key, value, question, sinks):
        mask = next((torch_tensor(array) for array in question.inputs.values()), None)
        return engine_torch.attention(path, query, key, value, attn_mask=mask, scale=question.scale,
                                      is_causal=question.alignment is not None)
    return function


def written_out(query, key, value, question, sinks):
    group = query.shape[1] // key.shape[1]
    key, value = (tensor.repeat_interleave(group, 1) for tensor in (key, value))
    scores = query @ key.transpose(-2, -1) * question.scale_number()
    mask = torch_mask(question)
    return (scores if mask is None else scores + mask).softmax(-1) @ value


def eager(function, **members):
    """Of transformers; `members` are what it reads of its module, from the question."""
    def run(query, key, value, question, sinks):
        module = types.SimpleNamespace(
            num_key_value_groups=query.shape[1] // key.shape[1], training=False, sinks=sinks)
        arguments = {name: getattr(question, name) for name in members.get("arguments", ())}
        output, _ = function(module, query, key, value, torch_mask(question),
                             scaling=question.scale_number(), **arguments)
        return output.transpose(1, 2)
    return run


def torch_questions(dtype, masked):
    yield from asked.everywhere(dtype, "top-left")
    if dtype in ("f32", "bf16"):
        yield from asked.shapes(dtype, "top-left")
        yield from asked.masks(dtype) if masked else ()
    if dtype in ("f16", "bf16"):
        yield from asked.cancelling(dtype)
        yield from asked.long(dtype, "top-left")


def pytorch():
    torch.set_num_threads(1)
    for path in engine_torch.BACKENDS:
        for dtype, precision in engine_torch.PRECISION[path].items():
            for question in torch_questions(dtype, masked=True):
                yield question.case(
                    by_autograd(question, sdpa(path)), name=f"pytorch-{path}",
                    engine=f"PyTorch scaled_dot_product_attention ({path}, CPU)",
                    version=torch.__version__, precision=precision)
    for dtype, precision in model_layers.PRECISION.items():
        for question in torch_questions(dtype, masked=True):
            yield question.case(
                by_autograd(question, written_out), name="pytorch-written-out",
                engine="PyTorch matmul and softmax (CPU)", version=torch.__version__,
                precision=precision)


def transformers_eager():
    gpt_oss = eager(modeling_gpt_oss.eager_attention_forward)
    for dtype, precision in engine_gpt_oss.PRECISION.items():
        for question in asked.sinks(dtype, "top-left"):
            yield question.case(
                by_autograd(question, gpt_oss), name="gpt-oss-eager",
                engine=engine_gpt_oss.ENGINE, version=model_layers.VERSION, precision=precision)
    gemma2 = eager(modeling_gemma2.eager_attention_forward, arguments=("softcap",))
    for dtype, precision in model_layers.PRECISION.items():
        for question in asked.capped(dtype, "top-left"):
            yield question.case(
                by_autograd(question, gemma2), name="gemma2-eager",
                engine="transformers eager_attention_forward (Gemma 2)",
                version=model_layers.VERSION, precision=precision)


# ---- JAX ----

def jax_answer(question):
    given = {"mask" if name == "allowed" else name: jnp.asarray(array)
             for name, array in question.inputs.items()}

    def function(*tensors):
        return jax.nn.dot_product_attention(
            *tensors, **given, scale=question.scale, is_causal=question.alignment is not None,
            implementation="xla")

    output, backward = jax.vjp(function, *(jnp.asarray(swapped(a)) for a in question.arrays))
    out = swapped(np.asarray(output))
    out_grad = question.out_grad(out)
    answers = backward(jnp.asarray(swapped(out_grad)))
    return {"out": out, "out_grad": out_grad} | {
        name: swapped(np.asarray(answer)) for name, answer in zip(GRADIENTS, answers)}


def jax_cases():
    jax.config.update("jax_platforms", "cpu")
    for dtype, precision in engine_jax.PRECISION.items():
        for question in torch_questions(dtype, masked=True):
            yield question.case(
                jax_answer(question), name="jax-xla", engine="JAX dot_product_attention (xla, CPU)",
                version=jax.__version__, precision=precision)


# ---- MLX ----

def mlx_answer(question):
    given = [engine_mlx.to_mlx(array) for array in question.arrays]
    if "sinks" in question.inputs:
        given.append(engine_mlx.to_mlx(question.inputs["sinks"]))
    mask = "causal" if question.alignment is not None else next(
        (engine_mlx.to_mlx(a) for name, a in question.inputs.items() if name != "sinks"), None)

    def function(query, key, value, *sinks):
        return [mx.fast.scaled_dot_product_attention(
            query, key, value, scale=question.scale_number(), mask=mask,
            sinks=sinks[0] if sinks else None)]

    out = engine_mlx.to_numpy(function(*given)[0])
    out_grad = question.out_grad(out)
    _, answers = mx.vjp(function, given, [engine_mlx.to_mlx(out_grad)])
    return {"out": out, "out_grad": out_grad} | {
        name: engine_mlx.to_numpy(answer) for name, answer in zip((*GRADIENTS, "dsinks"), answers)}


def mlx_questions(dtype):
    yield from asked.everywhere(dtype, "bottom-right")
    yield from asked.sinks(dtype, "bottom-right")
    if dtype != "f16":
        yield from asked.shapes(dtype, "bottom-right")
        yield from asked.masks(dtype)


def mlx_cases():
    for dtype, precision in engine_mlx.PRECISION.items():
        for question in mlx_questions(dtype):
            yield question.case(
                mlx_answer(question), name="mlx", version=mx.__version__, precision=precision,
                engine="MLX fast.scaled_dot_product_attention (CPU)")


# ---- tinygrad ----

def tinygrad_answer(question):
    tensors = [tinygrad.Tensor(array) for array in question.arrays]
    query, key, value = tensors
    mask = next((tinygrad.Tensor(array) for array in question.inputs.values()), None)
    output = query.scaled_dot_product_attention(
        key, value, attn_mask=mask, is_causal=question.alignment is not None,
        enable_gqa=query.shape[1] != key.shape[1])
    out = output.numpy()
    out_grad = question.out_grad(out)
    answers = output.gradient(*tensors, gradient=tinygrad.Tensor(out_grad))
    return {"out": out, "out_grad": out_grad} | {
        name: answer.numpy() for name, answer in zip(GRADIENTS, answers)}


def tinygrad_cases():
    for dtype, precision in engine_tinygrad.PRECISION.items():
        for question in torch_questions(dtype, masked=True):
            if question.scale is None:  # it takes none
                yield question.case(
                    tinygrad_answer(question), name="tinygrad", precision=precision,
                    engine="tinygrad scaled_dot_product_attention (CPU)",
                    version=engine_tinygrad.VERSION)


# ---- Keras ----

def keras_asked(question):
    query, key, value = (swapped(array) for array in question.arrays)
    given = {"mask" if name == "allowed" else name: array
             for name, array in question.inputs.items()}
    attributes = {"is_causal": question.alignment is not None}
    if question.scale is not None:
        attributes["scale"] = question.scale
    return {"query": query, "key": key, "value": value} | given, attributes


def keras_answers(questions):
    """The program is asked twice: the loss of a question may lie along the output."""
    def ask(asked_of):
        return elsewhere.ask(None, "keras_attention.py", asked_of, engine_keras.VERSION,
                             KERAS_BACKEND="tensorflow")
    plain = [keras_asked(question) for question in questions]
    outputs = [swapped(answer["output"]) for answer in ask(plain)]
    losses = [question.out_grad(out) for question, out in zip(questions, outputs)]
    answers = ask([(tensors | {"out_grad": swapped(loss)}, attributes)
                   for (tensors, attributes), loss in zip(plain, losses)])
    for out, loss, answer in zip(outputs, losses, answers):
        yield {"out": out, "out_grad": loss} | {
            name: swapped(answer[name]) for name in GRADIENTS}


def keras_cases():
    precisions = engine_keras.PRECISION["tensorflow"]
    questions = [question for dtype in precisions
                 for question in torch_questions(dtype, masked=True)
                 if question.arrays[1].shape[1] > 1]  # it takes no one key head for many
    for question, answer in zip(questions, keras_answers(questions)):
        yield question.case(
            answer, name="keras-tensorflow", engine="Keras ops.dot_product_attention (tensorflow)",
            version=engine_keras.VERSION, precision=precisions[question.dtype])


def cases():
    yield from pytorch()
    yield from transformers_eager()
    yield from jax_cases()
    yield from mlx_cases()
    yield from tinygrad_cases()
    yield from keras_cases()
