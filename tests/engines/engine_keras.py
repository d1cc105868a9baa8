"""Keras: ops.dot_product_attention, MultiHeadAttention and GroupQueryAttention, on five backends.

keras/src/backend/BACKEND/nn.py and keras/src/layers/attention:

tensorflow  scores by an einsum, stored in the input dtype, then float or double: scaled, biased,
            masked with a large finite number; a softmax in float or double, stored in the input
            dtype; a second einsum.  Sums of half numbers may be in half (Eigen), others are not
numpy       as tensorflow; sums of weighted half values are in half (NumPy's einsum)
jax         jax.nn.dot_product_attention (engine_jax.py)
torch       PyTorch's scaled_dot_product_attention (engine_torch.py)
openvino    a ScaledDotProductAttention for OpenVINO on a CPU (engine_openvino.py, alone), without a
            hint of precision: of bfloat16 all is in float but for the weights and the result.
            Where the processor cannot convert to bfloat16 by itself, a number whose last kept bit
            is even is cut (jit_bf16_emitters.hpp): five in six results have its bits

All but tensorflow compute doubles in float; tensorflow rounds the scale to float.

A layer that is asked for its scores scales the query, in the layer's dtype, and masks with a finite
number, after which weights of hidden keys become 0.  The query heads of GroupQueryAttention read
key head h / group; sliding_window W hides keys W and more away on either side; the gate is a number
for each element.  Recorded of a layer is what its projections made, from random weights, and the
result before the output projection.
"""

import ml_dtypes
import numpy as np

import elsewhere
import engine_openvino
import inputs
from case_file import Case
from engine_jax import swapped

VERSION = "3.15.1"
DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
NAMES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"}
BACKENDS = ("tensorflow", "jax", "torch", "numpy", "openvino")

EINSUM = {"f64": "f64", "f32": "f32", "f16": "fp16-eager", "bf16": "bf16-eager"}
FLASH = {"f64": "f64", "f32": "f32-fast-exp", "f16": "fp16-flash", "bf16": "bf16-flash"}
PRECISION = {
    "tensorflow": EINSUM | {"f16": "fp16-eager,product=f16,accumulate=f16"},
    "jax": EINSUM | {"f16": "fp16-flash", "bf16": "bf16-flash"},
    "torch": FLASH,
    "numpy": EINSUM | {"f16": "fp16-eager,accumulate=f16"},
    "openvino": engine_openvino.ALONE | {
        "bf16": "bf16-eager,score=f32,probability=bf16-cut,output=bf16-cut"},
}


class Function:
    """A question to ops.dot_product_attention."""

    def __init__(self, name, dtype, question, note, *, stated=None, wrong=False, alignment=None,
                 scale=None, **tensors):
        self.name, self.dtype, self.note, self.wrong = f"{dtype}-{name}", dtype, note, wrong
        self.stated, self.alignment = stated or {}, alignment
        self.arrays = [array.astype(DTYPES[dtype]) for array in question]
        self.given = {name: array if array.dtype == np.bool_ else array.astype(DTYPES[dtype])
                      for name, array in tensors.items()}
        self.scale = scale

    def asked(self):
        layout = dict(zip(("query", "key", "value"), (swapped(array) for array in self.arrays)))
        arguments = {"is_causal": self.alignment is not None}
        if self.scale is not None:
            arguments["scale"] = self.scale
        return layout | self.given, arguments

    def case(self, backend, answer):
        query, key, value = self.arrays
        given = {"allowed" if name == "mask" else name: array
                 for name, array in self.given.items()}
        return Case(
            name=f"keras-{backend}-{self.name}", query=query, key=key, value=value,
            output=swapped(answer["output"]), engine=f"Keras ops.dot_product_attention ({backend})",
            version=VERSION, precision=PRECISION[backend][self.dtype], wrong=self.wrong,
            scale="1/sqrt(head_dim)" if self.scale is None else self.scale, inputs=given,
            causal_alignment=self.alignment, parameters=self.stated, note=self.note)


class Layer:
    """A question to a layer."""

    def __init__(self, layer, name, note, *, config=None, call=None, mask=None, stated=None,
                 alignment=None, wrong=False, dtype="f32"):
        self.layer, self.name, self.note, self.wrong = layer, f"{dtype}-{name}", note, wrong
        self.stated, self.alignment, self.mask = stated or {}, alignment, mask
        heads = {"multi-head": dict(num_heads=4, key_dim=16),
                 "grouped-query": dict(head_dim=16, num_query_heads=4, num_key_value_heads=2)}
        self.config = heads[layer] | {"dtype": NAMES[dtype]} | (config or {})
        self.call, self.dtype = call or {}, dtype

    def asked(self):
        states = inputs.extra(1101, 1, 12, 32).astype(DTYPES[self.dtype])
        masks = {} if self.mask is None else {"attention_mask": self.mask}
        return {"states": states} | masks, {
            "layer": self.layer, "config": self.config, "call": self.call, "seed": 1102,
            "strength": 1.5}

    def case(self, backend, answer):
        names = {"multi-head": "MultiHeadAttention", "grouped-query": "GroupQueryAttention"}
        arrays = {name: swapped(answer[name]) for name in ("query", "key", "value", "output")}
        group = self.config.get("num_query_heads", 1) // self.config.get("num_key_value_heads", 1)
        arrays |= {name: arrays[name][:, ::group] for name in ("key", "value")}  # repeated before
        given = {} if self.mask is None else {"allowed": self.mask[:, None]}
        if "gate" in answer:
            given["gate"] = swapped(answer["gate"])
        weights = answer.get("weights")
        # With its scores asked for a layer does not call the function of the backend.
        precision = (EINSUM if weights is not None else PRECISION[backend])[self.dtype]
        return Case(
            name=f"keras-{backend}-{self.layer}-{self.name}", **arrays, weights=weights,
            engine=f"Keras {names[self.layer]} ({backend})", version=VERSION, precision=precision,
            inputs=given, parameters=self.stated, causal_alignment=self.alignment, note=self.note,
            wrong=self.wrong)


def functions(backend):
    """numpy and openvino have no grouped heads, tensorflow not one key head for many."""
    heads = {"key_heads": 4} if backend in ("numpy", "openvino") else {}
    question = inputs.needle(1111, strength=1.2, **inputs.SMALL | heads | dict(head_dim=32))
    for dtype in ("f32", "f16", "bf16"):
        yield Function("causal", dtype, question, f"{dtype}, is_causal", alignment="top-left")
    if backend == "tensorflow":  # the others make doubles floats
        yield Function("causal", "f64", question, "the default scale is 1/sqrt(32) in float",
                       alignment="top-left", wrong=True)
        yield Function("scale", "f64", question, "the scale 0.3 is rounded to float",
                       scale=0.3, wrong=True)
        yield Function("scale-quarter", "f64", question, "a scale that is a float", scale=0.25)
    unequal = inputs.needle(1112, strength=1.2, **inputs.SMALL | heads | dict(query_length=8))
    yield Function("causal-8x12", "f32", unequal, "fewer queries than keys: top-left",
                   alignment="top-left")
    small = inputs.needle(1113, strength=1.2, **inputs.SMALL | heads)
    allowed = inputs.extra(1114, 1, 1, 12, 12) > 0
    allowed[..., 0] = True
    bias = inputs.extra(1115, 1, 4, 12, 12)
    yield Function("full", "f32", small, "every key visible")
    yield Function("mask", "f32", small, "a boolean mask", mask=allowed)
    yield Function("mask-causal", "f32", small, "a boolean mask and is_causal", mask=allowed,
                   alignment="top-left")
    yield Function("bias", "f32", small, "a bias", bias=bias)
    yield Function("scale", "f32", small, "scale = 0.3", scale=0.3)
    if backend in ("jax", "torch"):
        one_key_head = inputs.needle(1116, strength=1.2, **inputs.SMALL | dict(key_heads=1))
        yield Function("multi-query", "f32", one_key_head, "one key head for all")


def layers(backend):
    """jax refuses values of another size than keys."""
    if backend in ("numpy", "openvino"):
        return
    causal = {"use_causal_mask": True}
    scores = {"return_attention_scores": True}
    allowed = inputs.extra(1114, 1, 12, 12) > 0
    allowed[..., 0] = True
    for layer in ("multi-head", "grouped-query"):
        yield Layer(layer, "causal", "use_causal_mask", call=causal, alignment="top-left")
        yield Layer(layer, "causal-scores", "use_causal_mask, scores returned",
                    call=causal | scores, alignment="top-left")
        yield Layer(layer, "mask-causal", "a boolean mask and use_causal_mask", mask=allowed,
                    call=causal, alignment="top-left")
    if backend != "jax":
        yield Layer("multi-head", "value-dim-8", "value_dim = 8", config={"value_dim": 8},
                    call=scores)
    window = {"sliding_window": 4}
    yield Layer("grouped-query", "window-4", "sliding_window = 4: four keys, causal",
                config=window, call=causal, alignment="top-left", stated={"window": {"left": 3}})
    yield Layer("grouped-query", "window-4-full", "sliding_window = 4: three keys on either side",
                config=window, stated={"window": {"left": 3, "right": 3}})
    yield Layer("grouped-query", "window-4-as-left-4", "stated wrongly: five keys", config=window,
                call=causal, alignment="top-left", stated={"window": {"left": 4}}, wrong=True)
    yield Layer("grouped-query", "gate", "use_gate: a gate for each element",
                config={"use_gate": True}, call=causal, alignment="top-left")


def cases():
    for backend in BACKENDS:
        asked = [*functions(backend), *layers(backend)]
        answers = elsewhere.ask(None, "keras_attention.py", [one.asked() for one in asked], VERSION,
                                KERAS_BACKEND=backend)
        for one, answer in zip(asked, answers):
            yield one.case(backend, answer)
