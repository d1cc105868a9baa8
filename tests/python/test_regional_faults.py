"""Faults of a part of the rows or keys: conventions of some queries, ranges read a place off, scales of channels."""
import numpy

import plumbline

HEADS, LENGTH, DIM = 4, 128, 64


def inputs(length=LENGTH, heads=HEADS, seed=5):
    random = numpy.random.default_rng(seed)
    query, key = (2 * random.standard_normal((1, heads, length, DIM)).astype("f4") for _ in range(2))
    return query, key, random.standard_normal((1, heads, length, DIM)).astype("f4")


def output(query, key, value, visible=None):
    scores = query @ key.swapaxes(2, 3) / numpy.float32(DIM**0.5)
    if visible is not None:
        scores = numpy.where(visible, scores, -numpy.inf)
    exponentials = numpy.exp(scores - numpy.maximum(scores.max(-1, keepdims=True), -1e9))
    return (exponentials / exponentials.sum(-1, keepdims=True)) @ value


def rotated(vectors, base):
    half = DIM // 2
    angle = numpy.arange(vectors.shape[2])[:, None] * base ** (-numpy.arange(half) / half)
    first, second = vectors[..., :half], vectors[..., half:]
    turned = (first * numpy.cos(angle) - second * numpy.sin(angle), second * numpy.cos(angle) + first * numpy.sin(angle))
    return numpy.concatenate(turned, -1).astype("f4")


def diagnosis(*tensors, **stated):
    return " ".join(str(plumbline.diagnose(*tensors, seconds=30, **stated)).split())


def test_a_mask_that_one_head_reads_inverted():
    query, key, value = inputs()
    allowed = numpy.random.default_rng(1).random((1, HEADS, LENGTH, LENGTH)) < 0.5
    read = allowed.copy()
    read[:, 3] = ~allowed[:, 3]
    text = diagnosis(query, key, value, out=output(query, key, value, read), allowed=allowed)
    assert "reads allowed with the other mask_polarity in head 3 explains" in text


def test_a_base_of_rope_that_later_queries_have():
    query, key, value = inputs()
    causal = numpy.tri(LENGTH, dtype=bool)
    out = output(rotated(query, 1e4), rotated(key, 1e4), value, causal)
    out[:, :, 96:] = output(rotated(query, 5e5), rotated(key, 5e5), value, causal)[:, :, 96:]
    text = diagnosis(query, key, value, out=out, causal=True, position="rope", rope_layout="half")
    assert "uses rope base 500000 instead of 10000 for queries from 96 on" in text


def test_a_change_that_right_rows_contradict_within_its_region_is_not_named():
    query, key, value = inputs()
    out = output(query, key, value, numpy.tri(LENGTH, dtype=bool))
    chosen = numpy.random.default_rng(2).random((HEADS, LENGTH)) < 0.5
    out[0][chosen] = output(query, key, value, numpy.tri(LENGTH, dtype=bool) & (numpy.arange(LENGTH) % 3 > 0))[0][chosen]
    out[numpy.isnan(out)] = 0
    text = diagnosis(query, key, value, out=out, causal=True)
    assert "FAIL" in text and "inferred the engine" not in text


def test_values_that_are_rotated_as_keys_are():
    query, key, value = inputs()
    out = output(rotated(query, 1e4), rotated(key, 1e4), rotated(value, 1e4))
    assert "values are rotated, too" in diagnosis(query, key, value, out=out, position="rope", rope_layout="half")


def test_values_of_a_range_that_are_read_one_key_early_around_its_end():
    query, key, value = inputs()
    read = value.copy()
    read[:, :, 64:] = numpy.roll(value[:, :, 64:], 1, 2)
    text = diagnosis(query, key, value, out=output(query, key, read))
    assert "the values of keys 64 to 127 are each read from the key 1 before, the first from the last of them" in text


def test_keys_and_values_of_a_range_that_are_read_two_places_late():
    query, key, value = inputs(length=256)
    place = numpy.arange(256)
    place[100:180] += 2
    out = output(query, key[:, :, place], value[:, :, place], numpy.tri(256, dtype=bool))
    text = diagnosis(query, key, value, out=out, causal=True)
    assert "keys and values 100 to 179 are each read from the key 2 after" in text


def test_scales_of_channels_of_each_head():
    query, key, value = inputs(heads=2)
    scale = numpy.random.default_rng(3).uniform(0.6, 1.6, (1, 2, 1, DIM)).astype("f4")
    text = diagnosis(query, key, value, out=output(query, key * scale, value))
    assert f"column 0 of key head 0 by {scale[0, 0, 0, 0]:.3g}" in text


def test_pages_that_are_read_in_place_of_others():
    query, key, value = inputs(length=192)
    page = numpy.array([0, 10, 2, 8, 4, 1, 6, 4, 8, 5, 10, 2])
    place = (16 * page[:, None] + numpy.arange(16)).ravel()
    text = diagnosis(query, key, value, out=output(query, key[:, :, place], value[:, :, place]))
    assert ("pages of 16 keys are read in place of others: those that begin at keys 48, 112, 144, 176 not at all, "
            "those at keys 32, 64, 128, 160 more than once") in text
