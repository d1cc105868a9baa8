"""A fixture that judges attention, keeps the case of what fails, and says the verdict in JUnit's report."""
import re
from pathlib import Path

import pytest

from . import _ask


def pytest_addoption(parser):
    parser.addoption("--plumbline-cases", metavar="FOLDER", default=None,
                     help="where failing cases are kept: default $PLUMBLINE_CASES, or plumbline-cases")


class Checker:
    """plumbline.check and the rest, with a folder for failing cases and a record of each verdict."""

    def __init__(self, folder, record):
        self._folder, self._record = folder, record

    def check(self, q, k, v, **asked):
        __tracebackhide__ = True
        asked.setdefault("save", self._folder)
        try:
            judgement = _ask.check(q, k, v, **asked)
        except _ask.Failure as failure:
            self._note(failure.judgement)
            self._record("plumbline.case", str(failure.case))
            if failure.diagnosis is not None and failure.diagnosis.explanation:
                self._record("plumbline.diagnosis", failure.diagnosis.explanation)
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

    def _note(self, judgement):
        self._record("plumbline.verdict", judgement.verdict)
        self._record("plumbline.precision", judgement.report["precision"]["name"])

    def __getattr__(self, name):
        import plumbline

        return getattr(plumbline, name)


@pytest.fixture(name="plumbline")
def plumbline_fixture(request, record_property):
    """plumbline(q, k, v, out=...) judges, as plumbline.check does; plumbline.judge and the others are there, too."""
    folder = Path(request.config.getoption("--plumbline-cases") or _ask.folder())
    return Checker(folder / re.sub(r"[^A-Za-z0-9_.-]+", "-", request.node.name), record_property)
