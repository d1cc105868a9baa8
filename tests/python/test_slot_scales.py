"""Scales stored with the slots of a cache or with ragged rows, fractional zero points, and offsets."""
import numpy
import pytest
from conftest import attention

import plumbline

B, H, HQ, S, D, SLOTS = 2, 2, 4, 24, 32, 8
TABLE = numpy.array([[4, 1, 6], [0, 6, 3]], "i4")  # page 6 is shared: entry 1 has its first 5 keys at the end
LENGTHS = [24, 19]
ASKED = {"precision": "f32"}
PAGED = {"block_table": TABLE, "key_lengths": LENGTHS, "scale_origin": "cache", **ASKED}


def right(q, k, v, lengths=LENGTHS):
    """[B,H,S,D]; keys of each entry up to its length, two query heads on each head of these."""
    k, v = (x.repeat(HQ // H, 1) for x in (k, v))
    outs = [attention(q[b:b + 1], k[b:b + 1, :, :n], v[b:b + 1, :, :n], causal=False) for b, n in enumerate(lengths)]
    return numpy.concatenate(outs).astype("f4")


@pytest.fixture
def cache():
    """int8 in pages, a scale for each slot of each head, and what it holds; slots that hold no key are NaN."""
    draw = numpy.random.default_rng(3)
    q = draw.standard_normal((B, HQ, 4, D)).astype("f4")
    pages, scales = {}, {}
    for name in "kv":
        x = draw.standard_normal((7, SLOTS, H, D)) * numpy.exp(draw.uniform(-1, 1, (7, SLOTS, H, 1)))
        scales[name] = (abs(x).max(-1) / 127).astype("f4")
        pages[name] = numpy.rint(x / scales[name][..., None]).astype("i1")
        scales[name][2] = scales[name][5] = scales[name][3, 3:] = numpy.nan
    return q, pages, scales


def held(pages, scales, table=TABLE):
    """[B,H,S,D] of pages [blocks,slots,H,D], and of their scales."""
    numbers = pages.astype("f4") * scales
    return numpy.nan_to_num(numpy.stack([numbers[row].reshape(-1, H, D) for row in table]).swapaxes(1, 2))


def spread(scales):
    return scales[..., None]


def test_slots_have_scales(cache):
    q, pages, scales = cache
    out = right(q, *(held(pages[name], spread(scales[name])) for name in "kv"))
    said = {"k_scale": scales["k"], "v_scale": scales["v"], **PAGED}
    plumbline.check(q, pages["k"], pages["v"], out=out, save=False, **said)
    heads_first = {name: numpy.ascontiguousarray(x.swapaxes(1, 2)) for name, x in
                   {"k": pages["k"], "v": pages["v"], "k_scale": scales["k"], "v_scale": scales["v"]}.items()}
    plumbline.check(q, out=out, page_layout="heads-slots", save=False, **{**said, **heads_first})
    both = numpy.stack([pages["k"], pages["v"]])
    plumbline.check(q, kv_cache=both, out=out, save=False, **said)


def test_a_scale_of_another_slot_is_named(cache):
    q, pages, scales = cache
    scales = {name: numpy.nan_to_num(x, nan=0.01) for name, x in scales.items()}
    of_keys = held(numpy.ones_like(pages["v"]), spread(scales["v"]))
    values = held(pages["v"], numpy.ones((7, SLOTS, H, 1), "f4")) * numpy.roll(of_keys, -1, 2)
    said = {"k_scale": scales["k"], "v_scale": scales["v"], **PAGED, "key_lengths": [24, 24]}
    out = right(q, held(pages["k"], spread(scales["k"])), values, [24, 24])
    found = plumbline.diagnose(q, pages["k"], pages["v"], out=out, **said)
    assert "uses v_scale of the token or block after" in found.summary


@pytest.mark.parametrize("grid", [(7, 1, 1, 1), (7, 2, 2, 1), (1, 8, 2, 4), (1, 1, 2, 1), (7, 8, 2, 32)])
def test_scales_may_serve_several_slots_heads_and_channels(cache, grid):
    q, pages, scales = cache
    small = numpy.random.default_rng(5).uniform(0.01, 0.02, grid).astype("f4")
    whole = small
    for axis, size in enumerate((7, SLOTS, H, D)):
        whole = whole.repeat(size // grid[axis], axis)
    out = right(q, held(pages["k"], whole), held(pages["v"], spread(scales["v"])))
    said = {"k_scale": small, "v_scale": scales["v"], **PAGED}
    plumbline.check(q, pages["k"], pages["v"], out=out, save=False, **said)
    assert plumbline.judge(q, pages["k"], pages["v"], out=out * 1.02, **said).verdict != "PASS"


def test_ragged_rows_have_scales(cache):
    q, pages, scales = cache
    rows = {name: pages[name].reshape(-1, H, D)[:43] for name in "kv"}
    of_rows = {name: numpy.nan_to_num(scales[name], nan=0.02).reshape(-1, H)[:43] for name in "kv"}
    numbers = [(rows[name].astype("f4") * of_rows[name][..., None]) for name in "kv"]
    queries = q.swapaxes(1, 2).reshape(-1, HQ, D)
    q8_scale = (abs(queries).max(-1) / 127).astype("f4")
    q8 = numpy.rint(queries / q8_scale[..., None]).astype("i1")
    whole = (q8.astype("f4") * q8_scale[..., None]).reshape(B, 4, HQ, D).swapaxes(1, 2)
    k, v = (numpy.zeros((B, H, 24, D)) for _ in "kv")
    for x, packed in ((k, numbers[0]), (v, numbers[1])):
        x[0], x[1, :, :19] = packed[:24].swapaxes(0, 1), packed[24:].swapaxes(0, 1)
    out = right(whole, k, v).swapaxes(1, 2).reshape(-1, HQ, D)
    said = {"cu_seqlens_q": [0, 4, 8], "cu_seqlens_k": [0, 24, 43], "q_scale": q8_scale, "k_scale": of_rows["k"],
            "v_scale": of_rows["v"], **ASKED}
    plumbline.check(q8, rows["k"], rows["v"], out=out, scale_origin="cache", save=False, **said)
    with pytest.raises(plumbline.Refused, match="q_scale: shape .8,4. is not one number.*it fits as numbers of its "
                                                "rows, which is scale_origin cache"):
        plumbline.judge(q8, rows["k"], rows["v"], out=out, **said)


@pytest.mark.parametrize("changed, message", [
    ({"scale_origin": None}, r"k_scale: shape \[7,8,2\] is not .* those of k, \[2,2,24,32\]; the last may be omitted; "
                             "it fits as numbers of slots, which is scale_origin cache"),
    ({"k_scale": numpy.ones((7, 3, 2), "f4")}, r"k_scale: shape \[7,3,2\] is not one number, nor an array whose axes "
                                               r"divide those of k, \[7,8,2,32\]; the last may be omitted$"),
    ({"scale_origin": "slots"}, "scale_origin: 'slots' is not one of sequence, cache"),
])
def test_what_does_not_fit_is_refused(cache, changed, message):
    q, pages, scales = cache
    said = {"k_scale": scales["k"], "v_scale": scales["v"], **PAGED, **changed}
    with pytest.raises(plumbline.Refused, match=message):
        plumbline.judge(q, pages["k"], pages["v"], out=q, **said)


@pytest.mark.parametrize("said, message", [
    ({"k_scale": numpy.float32(1)}, "'cache' needs block_table or cu_seqlens_k; scales of dense keys have the axes of "
                                    "the keys: expected sequence"),
    ({}, "has no effect here: no scales are given")])
def test_dense_keys_have_no_slots(vectors, said, message):
    q, k, v = vectors
    with pytest.raises(plumbline.Refused, match=f"scale_origin: {message}"):
        plumbline.judge(q, k.astype("i1") if said else k, v, out=q, scale_origin="cache", **said)


# ---- zero points that are no integers, and offsets ----

def grouped(x, least, most):
    """Integers of groups of 16 channels, with the scale and the least number of each."""
    groups = x.reshape(*x.shape[:-1], -1, 16)
    low = groups.min(-1).astype("f2")
    scale = ((groups.max(-1) - low.astype("f4")) / (most - least)).astype("f2")
    element = numpy.clip(numpy.rint((groups - low[..., None].astype("f4")) / scale[..., None]), 0, most - least)
    return element, scale, low


def pairs(element):
    codes = element.reshape(*element.shape[:-2], -1).astype("u1")
    return codes[..., 0::2] | codes[..., 1::2] << 4


@pytest.fixture
def kivi():
    draw = numpy.random.default_rng(11)
    q, k, v = (draw.standard_normal((1, 2, 20, 32)).astype("f4") for _ in "qkv")
    element, scale, low = grouped(v + 1, 0, 15)
    return q, k, element, scale, low


def test_a_least_number_is_added(kivi):
    q, k, element, scale, low = kivi
    values = (element * scale[..., None].astype("f4") + low[..., None].astype("f4")).reshape(k.shape)
    said = {"v_format": "u4", "v_scale": scale, "v_offset": low, **ASKED}
    out = attention(q, k, values, causal=False).astype("f4")
    plumbline.check(q, k, pairs(element), out=out, save=False, **said)
    dropped = (element * scale[..., None].astype("f4")).reshape(k.shape)
    found = plumbline.diagnose(q, k, pairs(element), out=attention(q, k, dropped, causal=False).astype("f4"), **said)
    assert "leaves out v_offset" in found.summary
    inside = ((element + low[..., None].astype("f4")) * scale[..., None].astype("f4")).reshape(k.shape)
    found = plumbline.diagnose(q, k, pairs(element), out=attention(q, k, inside, causal=False).astype("f4"), **said)
    assert "adds v_offset before it multiplies by v_scale" in found.summary


def test_a_zero_point_may_be_a_fraction(kivi):
    q, k, element, scale, low = kivi
    zero = (-low.astype("f4") / scale.astype("f4")).astype("f2")
    values = ((element - zero[..., None].astype("f4")) * scale[..., None].astype("f4")).reshape(k.shape)
    said = {"v_format": "u4", "v_scale": scale, "v_zero_point": zero, **ASKED}
    plumbline.check(q, k, pairs(element), out=attention(q, k, values, causal=False).astype("f4"), save=False, **said)
    whole = numpy.rint(zero[..., None].astype("f4"))
    rounded = ((element - whole) * scale[..., None].astype("f4")).reshape(k.shape)
    found = plumbline.diagnose(q, k, pairs(element), out=attention(q, k, rounded, causal=False).astype("f4"), **said)
    assert "rounds v_zero_point to integers" in found.summary


@pytest.mark.parametrize("said, message", [
    ({"v_scale": numpy.float32(0.1), "v_offset": numpy.float32(1e-9)},
     r"v_offset: 9.99999972e-10 for v\[0,0,0,0\], with a scale of 0.100000001, makes numbers of more bits than "
     r"binary64 has; expected fewer, or v as the engine dequantises it, in F32"),
    ({"v_scale": numpy.float32(0.1), "v_zero_point": numpy.float32(1e-5)}, "v_zero_point: 9.99999975e-06 for v"),
    ({"v_scale": numpy.float32(0.1), "v_offset": numpy.array([[1]], "i4")},
     "v_offset: dtype I32 is not one of F32, F16, BF16"),
    ({"v_scale": numpy.float32(0.1), "v_zero_point": numpy.array([[0.5]])},
     "v_zero_point: dtype F64 is not one of I64, I32, I8, U8, F32, F16, BF16"),
    ({"v_format": "e4m3", "v_offset": numpy.float32(1)}, "v_offset: v holds e4m3; only integers have offsets"),
])
def test_what_binary64_does_not_hold_is_refused(kivi, said, message):
    q, k, *_ = kivi
    with pytest.raises(plumbline.Refused, match=message):
        plumbline.judge(q, k, numpy.ones((1, 2, 20, 32), "u1"), out=q, **ASKED, **said)
