"""Whether runs of an engine agree bit for bit, by `plumb same`."""
import json
import subprocess
import tempfile
from pathlib import Path

from ._keywords import OWN
from ._library import program
from ._question import REFUSED, Question, Refused

__tracebackhide__ = True


class Sameness:
    """same: whether every bit of every run agrees with the first; report, a dictionary as `plumb same --json` has it;
    str() is what `plumb same` prints."""

    def __init__(self, report, text):
        self.report, self._text = report, text
        self.same = all(run["same"] for run in report["runs"])

    def __bool__(self):
        return self.same

    def __str__(self):
        return self._text


_ANSWERS = ("lse", "weights", "scores", "dq", "dk", "dv", "dsinks", "dbias", "dslopes", "dtable")


def _saved(place, name, q, k, v, out, asked):
    given = {key: value for key, value in asked.items() if key not in OWN}
    own = {"engine": str(name), **{key: value for key, value in asked.items() if key in OWN and key != "rows"}}
    path = place / f"{name}.safetensors"
    try:
        Question({"q": q, "k": k, "v": v, "out": out, **given}, **own).save(path)
    except Refused as refused:
        raise Refused(f"{name}: {refused}", refused.field, refused.value, refused.expected) from None
    return path


def _asked_of_program(paths, *flags):
    done = subprocess.run([program(), "same", *paths, *flags], capture_output=True, text=True, check=False)
    folder = f"{paths[0].parent}/"
    if done.returncode == REFUSED:
        said = done.stderr.strip().removeprefix("plumb: ")
        for path in paths:
            said = said.replace(str(path), path.stem)
        raise Refused(said)
    return done.stdout.replace(folder, "")


def _by_run(name, answers, runs):
    """Other answers of the same runs."""
    if hasattr(answers, "shape"):
        raise TypeError(f"{name}: one tensor; expected a list or a dictionary of one for each run, as out is")
    given = answers if isinstance(answers, dict) else dict(zip(runs, answers, strict=False))
    if len(answers) != len(runs) or given.keys() != runs.keys():
        raise TypeError(f"{name}: {len(answers)} runs; expected the {len(runs)} of out, in a list or by the same names")
    return given


def same(q=None, k=None, v=None, *, out, **asked):
    """Compares runs on the same inputs bit for bit; where bits differ, says which run is nearer to the exact value.

    out: two or more outputs, in a list, or in a dictionary by the name of each run; so are lse, weights, scores, and
    gradients (dq, dk, dv, dsinks, dbias, ...) of one out_grad.  asked: as for check.
    """
    if hasattr(out, "shape"):
        raise TypeError("out: one tensor; expected a list or a dictionary of two or more outputs")
    runs = out if isinstance(out, dict) else {f"run-{i}": one for i, one in enumerate(out)}
    if len(runs) < 2:
        raise TypeError(f"out: {len(runs)} run; expected a list or a dictionary of two or more outputs")
    others = {name: _by_run(name, asked.pop(name), runs) for name in _ANSWERS if asked.get(name) is not None}
    with tempfile.TemporaryDirectory(prefix="plumbline-") as folder:
        given = {name: {**asked, **{other: of[name] for other, of in others.items()}} for name in runs}
        paths = [_saved(Path(folder), name, q, k, v, one, given[name]) for name, one in runs.items()]
        return Sameness(json.loads(_asked_of_program(paths, "--json")), _asked_of_program(paths))
