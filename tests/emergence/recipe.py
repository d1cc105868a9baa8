"""The recipe of one model: its text, its size, its attention and its training, as one flat record.

models.json lists every model by its changes to the smallest recipe, whose values are the defaults here.
"""

import dataclasses
import json
import pathlib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent


@dataclass(frozen=True)
class Recipe:
    # text
    vocabulary: int = 1024
    data_share: float = 1.0  # of the training text, from its beginning
    unit: str = "file"  # "paragraph": <end> stands after every paragraph, not after every file
    # the sequence
    context: int = 64
    fixed_token: int = 1  # the position, from 1, of a token that is always the same; 0: none
    measured_fixed_token: int = -1  # the same where the model is measured; -1: as trained
    # the decoder
    width: int = 32
    layers: int = 4
    heads: int = 4
    norm: str = "pre"  # or "post"
    # attention
    operator: str = "softmax"
    normalisation: str = "none"
    alpha: float = 1.0
    power: float = 1.0
    gamma: float = 0.0
    zeta: float = 1.0
    sink: str = "none"  # zero, logit, key, key-value, token
    sink_dimensions: int = 0  # of the key of a sink, so many are learned and the others 0; 0: all
    sink_value: str = "learned"  # or fixed: "first" (1, 0, ...), "even" (1, ..., 1)/sqrt(head_dim)
    sink_value_length: float = 1.0
    value_bias: bool = False
    gate: str = "none"  # head, element
    position: str = "rope"  # none, learned, sinusoidal, rope, alibi, t5, shaw
    mask: str = "causal"  # prefix
    prefix: int = 0
    window: int = 0  # keys that a query sees, its own with them; 0: all
    documents: str = "through"  # "within": no attention from one unit of text to another
    # training
    batch: int = 16
    steps: int = 2000
    rate: float = 1e-2
    schedule: str = "constant"  # or cosine, down to a tenth
    warmup: int = 100
    weight_decay: float = 0.3
    threads: int = 1
    # what is recorded
    every: int = 250  # steps from one point of the curve to the next
    checkpoints: tuple = ()  # steps at which the model is measured, besides the end

    @property
    def head_dim(self):
        return self.width // self.heads

    @property
    def adds_logit(self):
        """Whether there is one more column of weights than there are keys."""
        return self.sink in ("zero", "logit", "key", "key-value")

    @property
    def keys(self):
        """The keys whose Sink is asked, as `plumb sink --key` names them."""
        tokens = max(3, self.prefix)
        extra = self.adds_logit or self.sink == "token"
        return [str(key) for key in range(1, tokens + 1)] + (["sink"] if extra else [])


def recipe_from(changes):
    """The smallest recipe with some members changed; a member that there is not is an error."""
    known = {field.name for field in dataclasses.fields(Recipe)}
    unknown = sorted(set(changes) - known)
    if unknown:
        raise SystemExit(f"models.json: {unknown[0]} is no member of a recipe (recipe.py)")
    if "checkpoints" in changes:
        changes = changes | {"checkpoints": tuple(changes["checkpoints"])}
    return Recipe(**changes)


def read_changes():
    """What every model of models.json changes, by its name."""
    return json.loads((HERE / "models.json").read_text(encoding="utf-8"))


def read_models():
    return {name: recipe_from(changes) for name, changes in read_changes().items()}


def read_tables():
    return json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
