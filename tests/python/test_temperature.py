"""Queries times a factor that grows with their position: Llama 4 without RoPE, Ministral 3 with it."""
import numpy
import pytest

import plumbline
from test_axes import KEY_HEADS, LENGTH, attend, bf16, drawn, turn

LLAMA4 = {"position": "temperature", "temperature_factor": 0.1, "temperature_length": 8, "temperature_offset": 1}
MINISTRAL3 = {"position": "rope", "rope_base": 1000000, "temperature_factor": 0.1, "temperature_length": 8}
FREQUENCIES = 1e6 ** (-numpy.arange(16) / 16)


def factors(first, queries, offset, factor=0.1, length=8):
    return (1 + factor * numpy.log1p((first + numpy.arange(queries) + offset) // length)).astype("f4")[:, None]


def engine(q, k, v, first, rotates, stored=lambda x: x.astype("f4"), **how):
    """In binary32, of tensors that are stored so after each step."""
    if rotates:
        places = numpy.arange(LENGTH)[:, None] * FREQUENCIES
        q, k = (stored(turn(x, place.astype("f4"))) for x, place in ((q, places[first:]), (k, places)))
    offset = how.pop("offset", 0 if rotates else 1)
    return attend(stored(q * stored(factors(first, q.shape[2], offset, **how))), k, v, first, stored)


@pytest.mark.parametrize("rotates", [False, True], ids=["llama4", "ministral3"])
@pytest.mark.parametrize("queries", [LENGTH, 1], ids=["prefill", "decode"])
def test_a_temperature_is_judged(rotates, queries):
    q, k, v = drawn(queries, dim=32)
    asked = {**(MINISTRAL3 if rotates else LLAMA4), "causal": True, "causal_alignment": "bottom-right"}
    first = LENGTH - queries
    judged = plumbline.check(q, k, v, out=engine(q, k, v, first, rotates), precision="f32", **asked)
    assert judged.report["position"]["temperature_factor"] == 0.1
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    q, k, v = map(bf16, (q, k, v))
    out = engine(q, k, v, first, rotates, bf16)
    tensors = [x.astype(bfloat16) for x in (q, k, v, out)]
    plumbline.check(*tensors[:3], out=tensors[3], precision="bf16-eager", **asked)


WRONG = [
    (False, {"factor": 0}, "does not multiply queries by the temperature of their position"),
    (True, {"factor": 0}, "does not multiply queries by the temperature of their position"),
    (False, {"offset": 0}, "adds 0 to positions whose temperature it takes"),
    (True, {"offset": 1}, "adds 1 to positions whose temperature it takes"),
    (False, {"length": 16}, "has steps of temperature every 16 positions"),
    (True, {"factor": 0.1 / numpy.log(2)}, "takes the temperature's logarithm to the base 2"),
]


@pytest.mark.parametrize("rotates, how, text", WRONG, ids=range(len(WRONG)))
def test_a_wrong_temperature_is_named(rotates, how, text):
    q, k, v = drawn(dim=32)
    with pytest.raises(AssertionError, match=f"the engine {text}"):
        plumbline.check(3 * q, k, v, out=engine(3 * q, k, v, 0, rotates, **how), precision="f32", causal=True,
                        **(MINISTRAL3 if rotates else LLAMA4))


def test_positions_of_queries_may_be_stated():
    q, k, v = drawn(dim=32)
    places = 5 * numpy.arange(LENGTH) + numpy.zeros((2, 1), "i8")
    scaled = q * (1 + 0.1 * numpy.log1p((places[:, None, :, None] + 1) // 8)).astype("f4")
    plumbline.check(q, k, v, out=attend(scaled, k, v, 0), causal=True, precision="f32", query_positions=places,
                    **LLAMA4)
    assert KEY_HEADS == k.shape[1]


REFUSED = [
    ({"temperature_length": None}, "temperature_length: missing; position temperature needs it"),
    ({"temperature_factor": 0}, "temperature_factor: 0 is not a finite number above 0"),
    ({"temperature_length": 0}, "temperature_length: 0 is not an integer from 1 to 2^52"),
    ({"position": "rope", "temperature_factor": None}, "temperature_factor: missing; temperature_length needs it"),
    ({"position": "none"}, "temperature_factor: applies only to position rope, position temperature; this case has position none"),
    ({"key_positions": numpy.zeros((2, LENGTH), "i8")},
     "key_positions: applies only to position sinusoidal, position learned, position rope, position alibi, position t5, "
     "position bucket-index, position relative-table, position shaw; this case has position temperature"),
]


@pytest.mark.parametrize("other, message", REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(other, message):
    q, k, v = drawn(dim=32)
    with pytest.raises(plumbline.Refused) as refused:
        plumbline.check(q, k, v, out=v, causal=True, **{**LLAMA4, **other})
    assert str(refused.value) == message
