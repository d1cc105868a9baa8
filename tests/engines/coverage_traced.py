"""Models whose layers multiply, mask and compute the softmax themselves: traces their attention.

Every function of PyTorch that a model calls is recorded.  A product of two tensors may be one of queries and keys; its
further steps are followed (a factor, an added tensor, hidden elements, another shape) until its softmax multiplies a
third tensor, the values.  Heads become entries of a batch.  Any other step ends the trace.

A model runs twice: the first run gives the factor of each product; in the second, its left operand, the queries, is
multiplied so that the largest score is 30.
"""

from dataclasses import dataclass

import torch
from torch.overrides import TorchFunctionMode

import coverage_live

NAMES = {"__matmul__": "matmul", "bmm": "matmul", "__add__": "add", "__radd__": "add", "__iadd__": "add", "add_": "add",
         "__sub__": "sub", "__isub__": "sub", "sub_": "sub", "__mul__": "mul", "__rmul__": "mul", "__imul__": "mul",
         "mul_": "mul", "__truediv__": "div", "true_divide": "div", "__itruediv__": "div", "div_": "div",
         "masked_fill_": "masked_fill", "maximum": "max"}
SAME = ("to", "float", "type_as", "type", "contiguous", "dropout", "clone", "view", "reshape", "unsqueeze", "squeeze",
        "flatten", "unflatten")
LOWEST = -1e30  # what is added to hide, in any dtype but binary16


@dataclass
class Scores:
    """scale * q k^T + bias of [N,Sq,D] and [N,Sk,D], hidden where `hidden` is true; `left` is a softmax of them."""
    query: torch.Tensor
    key: torch.Tensor
    number: int
    scale: float = 1.0
    bias: torch.Tensor | None = None
    hidden: torch.Tensor | None = None
    is_softmax: bool = False

    @property
    def shape(self):
        return self.query.shape[0], self.query.shape[1], self.key.shape[1]

    @property
    def out_of_sight(self):
        """Where a key is hidden, by name or by what is added, of [N,Sq,Sk]."""
        hidden = torch.zeros(self.shape, dtype=torch.bool) if self.hidden is None else self.hidden
        return hidden if self.bias is None else hidden | (self.bias.reshape(self.shape) <= LOWEST)

    def but(self, **changed):
        return Scores(**{name: getattr(self, name) for name in self.__dataclass_fields__} | changed)


@dataclass
class Traced:
    """A question with its answer: tensors of [N,1,S,D]."""
    scores: Scores
    value: torch.Tensor
    output: torch.Tensor
    step: str


def _flat(tensor):
    return tensor.reshape(-1, *tensor.shape[-2:])


def _times(tensor, factor):
    return (tensor * factor).to(tensor.dtype)


def _may_have_heads(one):
    return isinstance(one, torch.Tensor) and one.dim() > 2


def _axes(equation):
    """Of "bhqd,bhkd->bhqk" the axes of both factors and of the product, or None."""
    given, _, made = equation.replace(" ", "").partition("->")
    factors = given.split(",")
    return (*factors, made) if len(factors) == 2 and made and "." not in equation else None


class Trace(TorchFunctionMode):
    def __init__(self, earlier, steps):
        super().__init__()
        self.earlier, self.steps = earlier, steps  # scores of each product that had a softmax, in the run before
        self.kept, self.found, self.products = {}, [], 0

    def __torch_function__(self, function, types, given=(), named=None):
        named = named or {}
        name = getattr(function, "__name__", "")
        name = NAMES.get(name, name)
        if name == "einsum" and len(given) == 2 and isinstance(given[1], (list, tuple)):
            given = (given[0], *given[1])
        before = [self._known(one) for one in given]
        given, named = self._enlarged(name, before, given, named)
        made = function(*given, **named)
        after = self._after(name, before, given, named, made)
        if after is not None and isinstance(made, torch.Tensor):
            self.kept[id(made)] = (made, after)
        elif isinstance(made, torch.Tensor):
            self.kept.pop(id(made), None)
        return made

    def _known(self, one):
        kept = self.kept.get(id(one))
        return kept[1] if kept is not None and kept[0] is one else None

    def _factors(self, name, given, named):
        """Queries [...,Sq,D] and keys [...,Sk,D] of a product, as far as it is one of them."""
        if name == "einsum" and len(given) == 3 and isinstance(given[0], str):
            axes = _axes(given[0])
            if axes is None:
                return None
            left, right, made = axes
            batch = "".join(axis for axis in left if axis in right and axis in made)
            summed = [axis for axis in left if axis in right and axis not in made]
            q, k = ([axis for axis in one if axis not in other] for one, other in ((left, right), (right, left)))
            if len(summed) != 1 or len(q) != 1 or len(k) != 1 or set(made) != set(batch + q[0] + k[0]):
                return None
            if made[-2:] != q[0] + k[0]:
                return None
            return (torch.einsum(f"{left}->{made[:-2]}{q[0]}{summed[0]}", given[1]),
                    torch.einsum(f"{right}->{made[:-2]}{k[0]}{summed[0]}", given[2]))
        if name == "baddbmm" and len(given) + len(named) >= 3:
            tensors = [*given[1:3], *(named[one] for one in ("batch1", "batch2") if one in named)]
            return tensors[0], tensors[1].transpose(-1, -2)
        if name == "matmul" and len(given) == 2 and all(_may_have_heads(one) for one in given):
            left, right = given
            leading = torch.broadcast_shapes(left.shape[:-2], right.shape[:-2])
            return left.expand(*leading, *left.shape[-2:]), right.transpose(-1, -2).expand(
                *leading, right.shape[-1], right.shape[-2])
        return None

    def _enlarged(self, name, before, given, named):
        """The call with its queries multiplied, if this product was found to be one of queries and keys."""
        scores = self.earlier.get(self.products)
        factors = self._factors(name, given, named) if scores is not None and not any(before) else None
        if factors is None:
            return given, named
        query, key = (_flat(factor).double() for factor in factors)
        products = scores.scale * query @ key.transpose(-1, -2)
        if products.shape != scores.shape:
            return given, named
        largest = products.masked_fill(scores.out_of_sight, 0).abs().max()
        if not largest > 0:
            return given, named
        if "batch1" in named:
            return given, named | {"batch1": _times(named["batch1"], coverage_live.LARGEST / largest)}
        place = 1 if name in ("einsum", "baddbmm") else 0
        return (*given[:place], _times(given[place], coverage_live.LARGEST / largest), *given[place + 1:]), named

    def _after(self, name, before, given, named, made):
        """What is known of the result."""
        first = before[0] if before else None
        if name == "einsum" and len(before) > 1:
            first = before[1]
        if name in ("matmul", "einsum", "baddbmm"):
            if first is not None and first.is_softmax:
                self._finish(first, name, given, made)
                return None
            factors = self._factors(name, given, named)
            if factors is None or not isinstance(made, torch.Tensor):
                return None
            self.products += 1
            scores = Scores(_flat(factors[0]), _flat(factors[1]), self.products - 1)
            if name == "baddbmm":
                beta, alpha = named.get("beta", 1), named.get("alpha", 1)
                bias = (beta * given[0].float()).expand(made.shape) if beta else None
                scores = scores.but(scale=float(alpha), bias=bias)
            return scores
        if name == "where" and len(given) == 3 and before[1] is not None:
            hides = isinstance(given[2], torch.Tensor) and given[2].numel() == 1 and float(given[2]) <= LOWEST
            return self._changed("masked_fill", before[1], (None, ~given[0], given[2]), named, made) if hides else None
        if name == "add" and first is None and len(before) > 1 and before[1] is not None:
            before, given, first = before[::-1], (given[1], given[0], *given[2:]), before[1]
        if first is None or not isinstance(made, torch.Tensor):
            return None
        return self._changed(name, first, given, named, made)

    def _changed(self, name, scores, given, named, made):
        if name in SAME:
            kept = made.dim() > 1 and made.shape[-2:] == scores.shape[1:] and made.numel() == torch.Size(
                scores.shape).numel()
            return scores if kept else None
        if name == "softmax":
            axis = named.get("dim", given[1] if len(given) > 1 else None)
            last = axis in (-1, made.dim() - 1) and made.shape[-2:] == scores.shape[1:]
            return scores.but(is_softmax=True) if last and not scores.is_softmax else None
        if scores.is_softmax or made.numel() != torch.Size(scores.shape).numel():
            return None
        if name in ("mul", "div"):
            return self._scaled(name, scores, given[1])
        if name in ("add", "sub") and isinstance(given[1], int) and given[1] == 0:
            return scores
        if name == "max" and isinstance(given[1], torch.Tensor) and given[1].numel() == 1:
            return scores if float(given[1]) <= LOWEST else None
        if name in ("add", "sub") and isinstance(given[1], torch.Tensor):
            added = given[1].expand(made.shape).reshape(scores.shape).float() * (1 if name == "add" else -1)
            return scores.but(bias=added if scores.bias is None else scores.bias.reshape(scores.shape) + added)
        if name == "masked_fill":
            where = given[1].expand(made.shape).reshape(scores.shape)
            if float(given[2]) > LOWEST:
                return None
            return scores.but(hidden=where if scores.hidden is None else scores.hidden | where)
        return None

    @staticmethod
    def _scaled(name, scores, by):
        if isinstance(by, torch.Tensor) and by.numel() != 1:
            return None
        factor = float(by) if name == "mul" else 1 / float(by)
        bias = None if scores.bias is None else scores.bias * factor
        return scores.but(scale=scores.scale * factor, bias=bias)

    def _finish(self, scores, name, given, made):
        """Weights times values."""
        value, output = given[-1], made
        if name == "einsum":
            axes = _axes(given[0])
            weights, right, kept = axes
            batch, k, v = weights[:-2], weights[-1], [axis for axis in right if axis not in weights]
            if len(v) != 1 or set(right) != set(batch + k + v[0]):
                return
            value = torch.einsum(f"{right}->{batch}{k}{v[0]}", value)
            output = torch.einsum(f"{kept}->{batch}{weights[-2]}{v[0]}", made)
        elif value.shape[:-2] != made.shape[:-2]:
            value = value.expand(*made.shape[:-2], *value.shape[-2:])
        value, output = _flat(value), _flat(output)
        if value.shape[:2] == (scores.shape[0], scores.shape[2]) and output.shape[:2] == scores.shape[:2]:
            self.found.append(Traced(scores, value[:, None].clone(), output[:, None].clone(), self.steps[-1]))


def calls_of(model, directory, dtype):
    """Every question of a model whose attention is its own code, a prompt first, then a token."""
    earlier = {}
    for _ in range(2):
        one, steps = coverage_live.made(model, directory, "eager", dtype), ["prefill"]
        with torch.no_grad(), Trace(earlier, steps) as trace:
            coverage_live.run(one, dtype, steps)
        earlier = {call.scores.number: call.scores for call in trace.found}
    return trace.found
