"""Nested tensors of PyTorch in the jagged layout: their values, and the start of each sequence."""
from ._tensors import integers, tensor, values

__tracebackhide__ = True
_OF = {"q": ("q", "out", "out_grad", "dq"), "k": ("k", "v", "dk", "dv")}
_SAID = {"q": ("cu_seqlens_q", "query_lengths"), "k": ("cu_seqlens_k", "key_lengths")}


def _is_nested(value):
    return getattr(value, "is_nested", False) is True


def _axis(name, value, layout):
    """Which of its axes is the one of sequences, whose size is not a number."""
    if not str(value.layout).endswith("jagged"):
        raise TypeError(f"{name}: a nested tensor of layout {value.layout}; expected layout=torch.jagged")
    axis = next((i for i, size in enumerate(value.shape) if type(size) is not int), None)
    if value.ndim not in (3, 4) or axis not in range(1, value.ndim - 1):
        raise TypeError(f"{name}: a nested tensor of {value.ndim} axes; expected [B,S,H,D], [B,H,S,D] or [B,S,D]")
    if layout is not None and (len(layout) != value.ndim or layout.find("S") != axis):
        raise TypeError(f"{name}: its sequences are axis {axis}, not that of layout={layout!r}; leave layout= out")
    return axis


def _packed(value, axis):
    """[total,H,D]."""
    held = value.values()
    return held.unsqueeze(1) if value.ndim == 3 else held.transpose(0, 1) if axis == 2 else held


def _whole(name, given):
    return None if given is None else values(tensor(name, integers(given, 1)))


def _check_alike(given, first, names):
    """Whether all have the sequences of the first."""
    for other in names:
        for what in ("offsets", "lengths"):
            mine, its = (_whole(name, getattr(given[name], what)()) for name in (first, other))
            if mine != its:
                raise TypeError(f"{other}: its sequences are not those of {first}: {what} {its}; expected {mine}")


def _take(given, first, nested, layout):
    """Those of queries, or those of keys."""
    for other in (first, "v") if first == "k" else (first,):
        if other not in nested:
            raise TypeError(f"{other}: not a nested tensor, but {nested[0]} is one; expected both or none")
    for said in _SAID[first]:
        if given.get(said) is not None:
            raise TypeError(f"{said}: cannot be combined with a nested {first}, which defines it")
    axes = {name: _axis(name, given[name], layout) for name in nested}
    _check_alike(given, first, nested)
    said = (given[first].offsets(), given[first].lengths())
    given.update({name: _packed(given[name], axis) for name, axis in axes.items()})
    given.update({name: value for name, value in zip(_SAID[first], said) if value is not None})


def take_nested(given, layout):
    """Hands over nested tensors of a dictionary of keywords as a ragged batch."""
    for first, names in _OF.items():
        nested = [name for name in names if _is_nested(given.get(name))]
        if nested:
            _take(given, first, nested, layout)
