"""Weights from scores: every operator of the tables, under the name and formula of a Plumbline case.

`scores` is [batch, heads, query, key], `visible` a boolean mask that fits it.  `logit` is the score of a
sink that is no key, [batch, heads, query, 1], or None; its weight is then the first column.
"""

import torch

EPSILON = 1e-8
ROWS_MEASURED = 64  # the first, as plumb sink has it


def elu_plus_one(scores):
    """e^x below 0 and x + 1 above: ELU first would round what is far below 0 to multiples of 2^-24."""
    return torch.relu(scores) + torch.exp(scores.clamp(max=0.0))


# What follows a similarity.

def unnormalised(weights):
    return weights


def over_sum(weights):
    return weights / (weights.sum(dim=-1, keepdim=True) + EPSILON)


def over_absolute_sum(weights):
    return weights.abs() / (weights.abs().sum(dim=-1, keepdim=True) + EPSILON)


def over_at_least_one(weights):
    return weights / weights.sum(dim=-1, keepdim=True).abs().clamp(min=1)


NORMALISATIONS = {"none": unnormalised, "sum": over_sum, "absolute-sum": over_absolute_sum,
                  "at-least-one": over_at_least_one}
SIMILARITIES = {"sigmoid": torch.sigmoid, "elu": elu_plus_one, "identity": lambda x: x,
                "elu-kernel": lambda x: x, "mlp-kernel": lambda x: x}


def similarity(recipe, scores, visible):
    similar = SIMILARITIES[recipe.operator](scores) * visible
    return NORMALISATIONS[recipe.normalisation](similar)


# Softmax and its relatives.

def barrier(visible):
    """0 where a key is seen, -infinity where it is hidden: added, it costs less than a fill."""
    return torch.zeros(visible.shape).masked_fill(~visible, float("-inf"))


def softmax(recipe, scores, visible, logit):
    scores = scores + barrier(visible)
    if logit is not None:
        scores = torch.cat([logit, scores], dim=-1)
    return torch.softmax(scores, dim=-1)


def scaled(recipe, scores, visible, logit):
    return recipe.alpha * softmax(recipe, scores, visible, logit)


def clipped(recipe, scores, visible, logit):
    stretched = (recipe.zeta - recipe.gamma) * softmax(recipe, scores, visible, logit) + recipe.gamma
    return torch.clip(stretched, 0.0, 1.0) * visible


def power(recipe, scores, visible, logit):
    """In logarithms, for the sum of powers may be far from 1."""
    scores = scores + barrier(visible)
    return torch.exp(scores - torch.logsumexp(recipe.power * scores, dim=-1, keepdim=True) / recipe.power)


def softpick(recipe, scores, visible, logit):
    """Hidden keys do not count in the sum, although |0 - e^-m| is not 0."""
    most = (scores + barrier(visible)).max(dim=-1, keepdim=True).values.detach()
    differences = (torch.exp(scores.masked_fill(~visible, 0.0) - most) - torch.exp(-most)) * visible
    return torch.relu(differences) / (differences.abs().sum(dim=-1, keepdim=True) + EPSILON)


SOFTMAXES = {"softmax": softmax, "scaled-softmax": scaled, "clipped-softmax": clipped, "power-softmax": power,
             "softpick": softpick}


def weights(recipe, scores, visible, logit):
    if recipe.operator in SOFTMAXES:
        return SOFTMAXES[recipe.operator](recipe, scores, visible, logit)
    return similarity(recipe, scores, visible)


# What is measured in place of weights that do not sum to 1, as plumb sink does (docs/measures.md).

def proxy(recipe):
    """none, sum or absolute-sum."""
    if recipe.operator in SOFTMAXES or (recipe.operator == "elu-kernel" and recipe.normalisation != "none"):
        return "none"
    return "sum" if recipe.operator in ("sigmoid", "elu") else "absolute-sum"


def stand_in(given, proxy_name):
    return {"none": unnormalised, "sum": over_sum, "absolute-sum": over_absolute_sum}[proxy_name](given)


def share(recipe, given, key, proxy_name):
    """alpha of every sequence and head, [batch, heads]: the mean weight of a key, from 1, or of the "sink".

    A sink token is row and column 0 of its model; a logit is column 0 alone.
    """
    given = stand_in(given[:, :, 1:] if recipe.sink == "token" else given, proxy_name)
    has_column = recipe.adds_logit or recipe.sink == "token"
    column, row = (0, 0) if key == "sink" else (int(key) - 1 + has_column, int(key) - 1)
    return given[:, :, row:ROWS_MEASURED, column].mean(dim=2)


def parameters(recipe):
    """Of the description of a case: the operator and what it takes."""
    members = {"scaled-softmax": ("alpha",), "power-softmax": ("power",), "clipped-softmax": ("gamma", "zeta")}
    stated = {name: getattr(recipe, name) for name in members.get(recipe.operator, ())}
    if recipe.operator in SIMILARITIES:
        stated["normalisation"] = recipe.normalisation
    return {"operator": recipe.operator} | stated
