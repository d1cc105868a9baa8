"""Inputs for gradients of engines, and cases from their results.

A loss is given by its gradient with respect to the output, out_grad.  With a random one much of dP - delta
cancels; a *sharp* one is along the output and differs from head to head, so that a missing delta, or that
of another head, shows in every number.
"""

from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

import inputs
from case_file import Case

DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


@dataclass
class Question:
    name: str
    dtype: str
    arrays: tuple  # query, key and value, [batch, heads, length, head_dim]
    note: str
    loss: object = 0  # the seed of a random out_grad, or "sharp"
    alignment: str | None = None  # of a causal mask
    scale: float | None = None
    softcap: float | None = None
    inputs: dict = field(default_factory=dict)  # bias, allowed, sinks
    parameters: dict = field(default_factory=dict)

    def __post_init__(self):
        self.arrays = tuple(array.astype(DTYPES[self.dtype]) for array in self.arrays)
        self.inputs = {name: array if array.dtype == np.bool_ else array.astype(DTYPES[self.dtype])
                       for name, array in self.inputs.items()}

    def scale_number(self):
        return self.arrays[0].shape[-1] ** -0.5 if self.scale is None else self.scale

    def out_grad(self, output):
        drawn = sharp(output) if self.loss == "sharp" else inputs.extra(self.loss, *output.shape)
        return drawn.astype(DTYPES[self.dtype])

    def case(self, answer, *, engine, name, version, precision):
        """Of the answer: out and the gradients by name, and the out_grad that they are of."""
        query, key, value = self.arrays
        capped = {} if self.softcap is None else {
            "softcap": self.softcap, "softcap_order": "cap-bias-mask"}
        sink = {"sink": "logit"} if "sinks" in self.inputs else {}
        gradients = {name: array for name, array in answer.items() if name != "out"}
        return Case(
            name=f"{name}-{self.dtype}-gradients-{self.name}", query=query, key=key, value=value,
            output=answer["out"], engine=engine, version=version, precision=precision,
            causal_alignment=self.alignment, note=self.note,
            scale="1/sqrt(head_dim)" if self.scale is None else self.scale,
            parameters=capped | sink | self.parameters, inputs=self.inputs | gradients)


def sharp(output):
    output = output.astype(np.float64)
    heads = output.shape[1]
    offsets = np.array([(-1.0) ** h * (1 + h / heads) for h in range(heads)])
    return output / np.sqrt(np.mean(output ** 2)) + offsets[None, :, None, None]


def everywhere(dtype, alignment):
    """What every engine is asked in each of its dtypes."""
    question = inputs.needle(1501, strength=1.2, **inputs.SMALL)
    yield Question("full", dtype, question, "a random loss, grouped heads", 1502)
    yield Question("causal", dtype, question, "a sharp loss, grouped heads, causal", "sharp",
                   alignment)


def shapes(dtype, alignment):
    """The same, in shapes and at scores that backward passes treat otherwise."""
    unequal = inputs.SMALL | dict(query_length=8)
    yield Question("causal-8x12", dtype, inputs.needle(1511, strength=1.2, **unequal),
                   "fewer queries than keys, a random loss, causal", 1512, alignment)
    yield Question("scale", dtype, inputs.needle(1513, strength=1.2, **inputs.SMALL),
                   "a scale that is no dyadic fraction, a sharp loss", "sharp", scale=0.3)
    yield Question("large-scores", dtype, inputs.large_scores(1515, **inputs.SMALL),
                   "two equal scores near 70 per query, a random loss, causal", 1516, alignment)
    several = inputs.SMALL | dict(batch=2, key_heads=1)
    yield Question("multi-query", dtype, inputs.needle(1517, strength=1.2, **several),
                   "two batch entries, one key head, a sharp loss", "sharp")


def cancelling(dtype):
    """An offset of values, which dP - delta hardly has; and few keys, whose sums are long."""
    query, key, value = inputs.needle(1561, strength=1.2, **inputs.SMALL)
    yield Question("offset-values", dtype, (query, key, value + 3),
                   "values with an offset, a sharp loss", "sharp")
    few = inputs.SMALL | dict(query_length=33, key_length=2)
    yield Question("two-keys", dtype, inputs.gaussian(1562, **few),
                   "33 queries, two keys, a sharp loss", "sharp")


def long(dtype, alignment):
    """Several tiles of queries and of keys, where an engine has them."""
    shape = inputs.SHAPE | dict(query_heads=2, key_heads=1, query_length=70, key_length=70)
    yield Question("causal-70", dtype, inputs.needle(1521, **shape),
                   "70 queries and keys, a sharp loss, causal", "sharp", alignment)


def masks(dtype):
    allowed = inputs.extra(1531, 1, 1, 12, 12) > 0
    allowed[..., 0] = True
    yield Question("mask", dtype, inputs.needle(1532, strength=1.2, **inputs.SMALL),
                   "a boolean mask, a random loss", 1533, inputs={"allowed": allowed})
    yield Question("bias", dtype, inputs.needle(1535, strength=1.2, **inputs.SMALL),
                   "a bias for every head, query and key, a sharp loss", "sharp",
                   inputs={"bias": inputs.extra(1536, 1, 4, 12, 12)})


def sinks(dtype, alignment):
    """Logits that take little, some, half and nearly all of the weight."""
    question = inputs.needle(1541, strength=0.9, **inputs.SMALL)
    logits = {"sinks": np.array([-8.0, 0.0, 3.0, 9.0])}
    yield Question("sinks", dtype, question, "one sink logit a head, a random loss", 1542,
                   inputs=logits)
    yield Question("sinks-causal", dtype, question,
                   "one sink logit a head, a sharp loss, causal", "sharp", alignment, inputs=logits)


def capped(dtype, alignment):
    for cap, factor in ((2.0, 2.5), (30.0, 8.0)):
        question = inputs.scaled(factor, inputs.needle(1551, strength=0.8, **inputs.SMALL))
        yield Question(f"softcap-{cap:g}", dtype, question,
                       f"scores under a cap of {cap:g}, a sharp loss, causal", "sharp", alignment,
                       softcap=cap)
