"""Quantised queries, keys and values: every way in which Python holds them."""
import ml_dtypes
import numpy
import pytest

import plumbline
from conftest import attention

ASKED = {"causal": True, "precision": "f32"}


def quantised(x, scale, dtype):
    return numpy.clip(numpy.rint(x / scale), -127, 127).astype(dtype)


def right(q, k, v):
    return attention(q.astype("f4"), k.astype("f4"), v.astype("f4")).astype("f4")


def test_the_page_shows_an_int8_cache(vectors):
    from test_documents import blocks

    (code,) = [text for _, text in blocks("docs/python.md") if "def quantise" in text]
    q, k, v = vectors
    names = {"plumbline": plumbline, "numpy": numpy, "attention": right, "q": q, "k": k, "v": v}
    exec(code, names)
    with pytest.raises(plumbline.Failure, match="FAIL"):
        exec(code.replace("out=out", "out=2 * out"), names)


@pytest.mark.parametrize("dtype", [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_numbers_of_8_bits_are_read(vectors, dtype, as_bytes):
    q, k, v = vectors
    k8, v8 = (x.astype(dtype) for x in (k, v))
    out = right(q, k8, v8)
    said = {"k_format": dtype.__name__[7:11], "v_format": dtype.__name__[7:11]} if as_bytes else {}
    given = [x.view("u1") if as_bytes else x for x in (k8, v8)]
    assert plumbline.check(q, *given, out=out, **said, **ASKED, save=False).verdict == "PASS"
    assert plumbline.judge(q, *given, out=right(q, k, v8), **said, **ASKED).verdict == "FAIL"


@pytest.mark.parametrize("dtype, word", [(ml_dtypes.float8_e4m3fnuz, "e4m3fnuz"), (ml_dtypes.float8_e4m3, "e4m3-ieee"),
                                         (ml_dtypes.float8_e5m2fnuz, "e5m2fnuz")])
def test_a_dtype_that_files_lack_says_the_format(vectors, dtype, word, tmp_path):
    q, k, v = vectors
    k8, v8 = (x.astype(dtype) for x in (k, v))
    out = right(q, k8, v8)
    judged = plumbline.check(q, k8, v8, out=out, **ASKED, keep=True, save=tmp_path)
    assert f'"k_format": "{word}"'.encode() in (tmp_path / judged.case).read_bytes().replace(b'\\"', b'"')
    plumbline.check(q, k8.view("u1"), v8.view("u1"), k_format=word, v_format=word, out=out, **ASKED, save=False)
    other = {"e4m3fnuz": "e4m3", "e4m3-ieee": "e4m3fnuz", "e5m2fnuz": "e5m2"}[word]
    wrong = right(q, k8, v8.view("u1").view({"e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2,
                                             "e4m3fnuz": ml_dtypes.float8_e4m3fnuz}[other]))
    said = plumbline.diagnose(q, k8, v8, out=wrong, **ASKED).explanation
    assert f"reads the bytes of v as {other}" in said


def test_integers_have_zero_points(vectors):
    q, k, v = vectors
    scale, point = numpy.float32(0.03), numpy.array([[3], [200]])[None, :, :, None]  # of each head
    v8 = numpy.clip(numpy.rint(v / scale) + point, 0, 255).astype("u1")
    out = right(q, k, (v8 - point) * scale)
    for points in (point, point[:, :, 0, 0], point.astype("u1"), point.astype("i4")):
        plumbline.check(q, k, v8, v_scale=scale, v_zero_point=points, out=out, **ASKED, save=False)
    assert plumbline.judge(q, k, v8, v_scale=scale, out=out, **ASKED).verdict == "FAIL"


def test_a_scale_may_be_a_number_or_have_the_layout(vectors):
    q, k, v = vectors
    k8, v8 = quantised(k, 0.03125, "i1"), quantised(v, 0.25, "i1")
    scales = numpy.array([0.25, 0.5], "f4")
    out = right(q, k8 * 0.03125, v8 * scales[None, :, None, None])
    plumbline.check(q, k8, v8, k_scale=0.03125, v_scale=scales[None], out=out, **ASKED, save=False)
    q, k8, v8, out = (x.swapaxes(1, 2) for x in (q, k8, v8, out))
    assert plumbline.check(q, k8, v8, k_scale=0.03125, v_scale=scales[None, None, :, None], out=out, layout="BSHD",
                           **ASKED, save=False).verdict == "PASS"


def test_a_case_that_is_kept_says_the_same(vectors, tmp_path):
    q, k, v = vectors
    k8 = k.astype(ml_dtypes.float8_e4m3fn)
    scale = numpy.array([[1, 2]], "f4")
    out = right(q, k8.astype("f4") * scale[:, :, None, None], v)
    judged = plumbline.check(q, k8, v, k_scale=scale, out=out, causal=True, precision="f32", keep=True, save=tmp_path)
    kept = (tmp_path / judged.case).read_bytes()
    assert b'"F8_E4M3"' in kept and b'"k_scale"' in kept


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2", "int8", "uint8"])
def test_tensors_of_torch(vectors, dtype):
    torch = pytest.importorskip("torch")
    q, k, v = (torch.from_numpy(x) for x in vectors)
    scale = torch.tensor([[0.5, 0.25]])
    k8 = (k / scale[:, :, None, None]).clamp(0).to(getattr(torch, dtype))
    out = torch.from_numpy(right(*(x.numpy() for x in (q, k8.float() * scale[:, :, None, None], v))))
    assert plumbline.check(q, k8, v, k_scale=scale, out=out, **ASKED, save=False).verdict == "PASS"
    for wrong in (scale * 2, scale.flip(1)):
        assert plumbline.judge(q, k8, v, k_scale=wrong, out=out, **ASKED).verdict == "FAIL"


def halves(element):
    """Two of 4 bits in a byte, those of a block 16 apart."""
    return element[..., :16] | element[..., 16:] << 4


def blocks_with_minimum(x, bits):
    """q4_1 or q5_1."""
    block = x.reshape(*x.shape[:-1], -1, 32)
    least = block.min(-1, keepdims=True).astype("f2")
    scale = ((block.max(-1, keepdims=True) - least.astype("f4")) / (2 ** bits - 1)).astype("f2")
    element = numpy.clip(numpy.rint((block - least.astype("f4")) / scale.astype("f4")), 0, 2 ** bits - 1).astype("u1")
    number = (element * scale.astype("f4") + least.astype("f4")).reshape(x.shape)
    fifth = [numpy.packbits(element >> 4, axis=-1, bitorder="little")] if bits == 5 else []
    stored = numpy.concatenate([scale.view("u1"), least.view("u1"), *fifth, halves(element & 15)], -1)
    return stored.reshape(*x.shape[:-1], -1), number


@pytest.mark.parametrize("bits", [4, 5])
def test_blocks_of_llama_may_have_a_minimum(bits):
    draw = numpy.random.default_rng(bits)
    q, k, v = (draw.standard_normal((1, 2, 9, 64)).astype("f4") for _ in "qkv")
    (k8, keys), (v8, values) = blocks_with_minimum(k, bits), blocks_with_minimum(v, bits)
    said = {"k_format": f"q{bits}_1", "v_format": f"q{bits}_1", "precision": "f32", "causal": True}
    plumbline.check(q, k8, v8, out=right(q, keys, values), save=False, **said)
    assert plumbline.judge(q, k8, v8, out=right(q, keys, numpy.roll(values, 16, -1)), **said).verdict == "FAIL"


def blocks_of_llama(x, bits):
    """q8_0 or q4_0 of llama.cpp: its bytes, and the numbers that they stand for."""
    block = x.reshape(*x.shape[:-1], -1, 32)
    scale = (abs(block).max(-1, keepdims=True) / (127 if bits == 8 else 7)).astype("f2")
    element = numpy.rint(block / scale.astype("f4"))
    number = (element * scale.astype("f4")).reshape(x.shape).astype("f4")
    stored = element.astype("i1").view("u1") if bits == 8 else (element + 8).astype("u1")
    stored = stored if bits == 8 else halves(stored)
    return numpy.concatenate([scale.view("u1"), stored], -1).reshape(*x.shape[:-1], -1), number


@pytest.mark.parametrize("bits", [8, 4])
def test_blocks_of_llama_are_read(bits):
    draw = numpy.random.default_rng(bits)
    q, k, v = (draw.standard_normal((1, 2, 9, 64)).astype("f4") for _ in "qkv")
    (k8, keys), (v8, values) = blocks_of_llama(k, bits), blocks_of_llama(v, bits)
    said = {"k_format": f"q{bits}_0", "v_format": f"q{bits}_0", "precision": "f32", "causal": True}
    plumbline.check(q, k8, v8, out=right(q, keys, values), save=False, **said)
    assert plumbline.judge(q, k8, v8, out=right(q, keys, numpy.roll(values, 16, -1)), **said).verdict == "FAIL"
