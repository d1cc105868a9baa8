"""Faults of kernels as a first user tries them: a few hundred tokens, precision not stated."""
import ml_dtypes
import numpy

import plumbline

LENGTH, HEADS, DIM = 384, 2, 64
BF16 = ml_dtypes.bfloat16


def inputs(dtype):
    random = numpy.random.default_rng(3)
    return [random.standard_normal((1, HEADS, LENGTH, DIM)).astype(dtype) for _ in range(3)]


def weights(query, key, lost=None):
    scores = query.astype("f4") @ key.astype("f4").swapaxes(2, 3) / numpy.float32(DIM**0.5)
    scores = numpy.where(numpy.tri(LENGTH, dtype=bool), scores, -numpy.inf)
    if lost is not None:
        scores[..., lost[0], lost[1]] = -numpy.inf
    exponentials = numpy.exp(scores - scores.max(-1, keepdims=True))
    return (exponentials / exponentials.sum(-1, keepdims=True)).astype("f4")


def output(of, value):
    return (of.astype(value.dtype).astype("f4") @ value.astype("f4")).astype(value.dtype)


def diagnosis(query, key, value, out):
    return " ".join(str(plumbline.diagnose(query, key, value, out=out, causal=True, seconds=20)).split())


def test_a_key_that_one_query_loses_is_named_and_no_other():
    query, key, value = inputs("f4")
    text = diagnosis(query, key, value, output(weights(query, key, lost=(300, 100)), value))
    assert "key 100 is missing" in text and "every" not in text


def test_a_key_that_one_query_loses_in_16_bits_is_named_by_its_number():
    query, key, value = inputs(BF16)
    text = diagnosis(query, key, value, output(weights(query, key, lost=(120, 100)), value))
    assert "key 100" in text and "p - " not in text


def test_a_tile_of_values_that_is_multiplied_is_named_though_some_rows_see_no_other():
    query, key, value = inputs("f4")
    of = weights(query, key)
    of[..., :64] *= numpy.float32(1.05)
    text = diagnosis(query, key, value, output(of, value))
    assert "keys 0 to 63 (one tile of 64) weigh 1.05 times what they should in the sum of values" in text


def test_rows_of_the_query_before_are_named_without_a_stated_precision():
    query, key, value = inputs(BF16)
    text = diagnosis(query, key, value, numpy.roll(output(weights(query, key), value), 1, 2))
    assert "rows have the answer of the query 1 before" in text


def online(query, key, value, least_rise, tile=64):
    """Sums of values stay as they are where the maximum rises by less than `least_rise`."""
    scores = query @ key.swapaxes(2, 3) / numpy.float32(DIM**0.5)
    largest = numpy.full(scores.shape[:3] + (1,), -numpy.inf)
    sums, total = numpy.zeros(value.shape), numpy.zeros(largest.shape)
    for first in range(0, LENGTH, tile):
        part = scores[..., first:first + tile]
        risen = numpy.maximum(largest, part.max(-1, keepdims=True))
        weight, again = numpy.exp(part - risen), numpy.exp(largest - risen)
        total = total * again + weight.sum(-1, keepdims=True)
        kept = numpy.isfinite(largest) & (risen - largest < least_rise)
        sums = sums * numpy.where(kept, 1, again) + weight @ value[:, :, first:first + tile]
        largest = risen
    return (sums / total).astype("f4")


def test_a_limit_of_rises_is_named_by_its_number():
    query, key, value = inputs("f4")
    query = 3 * query
    for limit, says in (0.85, "0.85"), (2 * numpy.log(2), "1.386"):
        text = " ".join(str(plumbline.diagnose(query, key, value, out=online(query, key, value, limit))).split())
        assert f"the sum of values is not rescaled when the maximum rises by less than {says}, in tiles of 64" in text


def test_a_number_added_to_one_row_is_no_factor_of_columns():
    query, key, value = inputs(BF16)
    out = output(weights(query, key), value)
    out[0, 1, 300] = (out[0, 1, 300].astype("f4") + numpy.float32(0.03)).astype(BF16)
    assert "numbers of their own" not in diagnosis(query, key, value, out)
