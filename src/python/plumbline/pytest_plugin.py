"""A fixture that judges attention, saves failing cases, and writes the verdict to the JUnit report."""
import re
from pathlib import Path

import pytest

from . import _ask, _cases

__tracebackhide__ = True


def pytest_addoption(parser):
    parser.addoption("--plumbline-cases", metavar="FOLDER", default=None,
                     help="where failing cases are kept: default $PLUMBLINE_CASES, or plumbline-cases")
    parser.addoption("--plumbline-keep", action="store_true", help="keep the cases that pass, too")


class Checker:
    """plumbline.check and the rest, with a folder for failing cases and a record of each verdict."""

    def __init__(self, folder, keep, record):
        self._folder, self._keep, self._record = folder, keep, record

    def check(self, q, k, v, **asked):
        asked.setdefault("save", self._folder)
        asked.setdefault("keep", self._keep)
        try:
            judgement = _ask.check(q, k, v, **asked)
        except _ask.Failure as failure:
            self._note(failure.judgement)
            if failure.diagnosis is not None and failure.diagnosis.summary:
                self._record("plumbline.diagnosis", failure.diagnosis.summary)
            raise
        except _ask.Blind as blind:
            self._note(blind.judgement)
            self._record("plumbline.blind", blind.judgement.report["blind"])
            raise
        self._note(judgement)
        return judgement

    __call__ = check

    def challenge(self, **asked):
        """plumbline.challenge, whose check keeps and notes what this does."""
        return _ask.challenge(**asked).judged_by(self.check)

    def check_gradients(self, function, q, k, v, *, sinks=None, out_grad=None, lse=False, seed=0, **asked):
        """plumbline.check_gradients, which keeps and notes what check does."""
        given = {"q": q, "k": k, "v": v, "sinks": sinks}
        return _ask.gradients_checked(self.check, function, given, out_grad, lse, seed, asked)

    def _note(self, judgement):
        self._record("plumbline.verdict", judgement.verdict)
        self._record("plumbline.precision", judgement.report["precision"]["name"])
        if judgement.case is not None:
            self._record("plumbline.case", str(judgement.case))
        for name, text in (("warning", judgement.report["precision"]["warning"]),
                           ("reason", judgement.report["expected"]["reason"])):
            if text:
                self._record(f"plumbline.{name}", text)

    def __getattr__(self, name):
        import plumbline

        return getattr(plumbline, name)


@pytest.fixture(name="plumbline")
def plumbline_fixture(request):
    """plumbline(q, k, v, out=...) judges, as plumbline.check does; plumbline.judge and the others are there, too."""
    folder = Path(request.config.getoption("--plumbline-cases") or _cases.folder())

    def record(name, value):
        request.node.user_properties.append((name, value))

    return Checker(folder / re.sub(r"[^A-Za-z0-9_.-]+", "-", request.node.name),
                   request.config.getoption("--plumbline-keep"), record)
