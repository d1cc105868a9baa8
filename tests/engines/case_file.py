"""One case: the inputs of an engine and its results, as a safetensors file.

Tensors keep the engine's dtype.  The metadata entry `plumbline` is a JSON text that names every
convention and the engine; src/schema/members.def lists its members.
"""

import json
import pathlib
from dataclasses import dataclass, field

import numpy as np
from safetensors.numpy import save

LARGEST_FILE = 300_000


@dataclass
class NotHere:
    """A case of which the engine computes something else than asked on this processor."""
    name: str
    reason: str


@dataclass
class Case:
    name: str
    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    output: np.ndarray | None
    engine: str
    version: str
    precision: str
    note: str
    causal_alignment: object = None  # None: every key is visible
    scale: object = "1/sqrt(head_dim)"
    weights: np.ndarray | None = None
    scores: np.ndarray | None = None
    lse: np.ndarray | None = None
    operator: str = "softmax"
    parameters: dict = field(default_factory=dict)  # members of the description: sink, position
    inputs: dict = field(default_factory=dict)  # what the operator takes besides q, k, v, by name
    wrong: bool = False  # the answer is not the one of the convention it states: kept as a finding
    tensors: dict = field(init=False)

    def __post_init__(self):
        self.tensors = {"q": self.query, "k": self.key, "v": self.value} | self.inputs
        answers = {"out": self.output, "weights": self.weights, "scores": self.scores,
                   "lse": self.lse}
        self.tensors |= {name: array for name, array in answers.items() if array is not None}
        self._check_shapes()

    def _check_shapes(self):
        """An array in another layout than stated would be recorded as a wrong answer; pages and ragged rows have axes
        of their own, and blocks of bytes another last one."""
        if {"block_table", "cu_seqlens_q"} & self.inputs.keys() or "k_format" in self.parameters:
            return
        batch, query_heads, query_length, head_dim = self.query.shape
        key_heads, key_length, value_dim = self.value.shape[1:]
        expected = {
            "k": (batch, key_heads, key_length, head_dim),
            "out": (batch, query_heads, query_length, value_dim),
            "weights": (batch, query_heads, query_length, key_length),
            "scores": (batch, query_heads, query_length, key_length),
            "lse": (batch, query_heads, query_length),
        }
        for tensor, shape in expected.items():
            if tensor in self.tensors and self.tensors[tensor].shape != shape:
                raise ValueError(f"{self.name}: {tensor} has shape "
                                 f"{self.tensors[tensor].shape}, expected {shape}")

    def description(self):
        causal = self.causal_alignment is not None
        stated = {
            "version": 1,
            "operator": self.operator,
            **self.parameters,
        }
        defaults = {"position": "none", "mask": "causal" if causal else "none"}
        if causal:
            defaults["causal_alignment"] = self.causal_alignment
        defaults |= {"scale": self.scale, "gqa": "interleave", "empty_row": "zero"}
        stated |= {name: text for name, text in defaults.items() if name not in stated}
        stated |= {
            "engine": {"name": self.engine, "version": self.version,
                       "precision": self.precision},
            "note": self.note,
        }
        return json.dumps(stated)

    def serialized(self):
        tensors = {name: np.ascontiguousarray(array) for name, array in self.tensors.items()}
        return save(tensors, {"plumbline": self.description()})

    def write(self, directory: pathlib.Path):
        content = self.serialized()
        if len(content) > LARGEST_FILE:
            raise ValueError(f"{self.name}: {len(content)} bytes, more than {LARGEST_FILE}")
        path = directory / f"{self.name}.safetensors"
        path.write_bytes(content)
        return path
