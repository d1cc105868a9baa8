"""A hundred correct configurations pass, and the faults of a hundred wrong ones are named.  PLUMB_TEST_EFFORT=N draws N
hundred of each."""
import collections
import os
import re

import numpy
import pytest

import plumbline
from configurations import FAULTS, drawn, faulty, keywords

EFFORT = int(os.environ.get("PLUMB_TEST_EFFORT") or 1)
# Of the first hundred.
DRAWN = {"lost key": 22, "mask forgotten": 20, "other scale": 16, "other heads": 10, "no softcap": 9, "other pairs": 8,
         "no bias": 8, "mask off by one": 4, "no sink": 2, "window off by one": 1}


def test_right_ones_pass():
    draw = numpy.random.default_rng(1)
    for _ in range(100 * EFFORT):
        c = drawn(draw)
        plumbline.check(**keywords(c, c), save=False)


def test_wrong_ones_are_told_for_what_they_are():
    draw, drawn_faults = numpy.random.default_rng(1001), collections.Counter()
    for number in range(100 * EFFORT):
        c, other = faulty(draw)
        with pytest.raises(plumbline.Failure) as failure:
            plumbline.check(**keywords(c, other), save=False)
        assert re.search(FAULTS[c["fault"]][2], failure.value.diagnosis.summary), c["fault"]
        drawn_faults[c["fault"]] += number < 100
    assert drawn_faults == DRAWN
