"""Results of parts of the keys merged exactly."""
from typing import NamedTuple

from ._keywords import check_word
from ._library import ffi, library
from ._question import Question
from ._tensors import stacked, tensor


class Merged(NamedTuple):
    """out and lse; where they were not rounded, the middles of balls, whose radii are out_radius and lse_radius, in
    binary64."""

    out: object
    lse: object
    out_radius: object = None
    lse_radius: object = None


def merge(outs, lses, *, lse_base="e", to=None):
    """Merges the results of parts of the keys: outs [...,Dv] and lses [...] of each, in a list, or stacked along a
    first axis.  A part that sees no key has the lse -infinity, and its out is not read.

    lse_base   "e" or "2"
    to         "f64", "f32", "f16" or "bf16": out correctly rounded, lse to f32 or f64; None: middles and radii of balls
    """
    import numpy

    check_word("lse_base", lse_base)
    outs, lses = stacked("outs", outs), stacked("lses", lses)
    question = Question({"part_out": outs, "part_lse": lses, "lse_base": lse_base})
    shape = tensor("outs", outs).shape[1:]
    rooms = [numpy.zeros(axes) for axes in (shape, shape[:-1], shape, shape[:-1])]
    out, lse, out_radius, lse_radius = (ffi.cast("double *", room.ctypes.data) for room in rooms)
    question._ask(library.plumb_question_merge, ffi.NULL if to is None else to.encode(), out, out_radius, rooms[0].size,
                  lse, lse_radius, rooms[1].size)
    return Merged(*rooms[:2 if to is not None else 4])
