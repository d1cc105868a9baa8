"""Pages and sequences by FlashInfer's names: those of the plans of its wrappers."""
import array

import numpy
import pytest
import test_paged
import test_ragged

import plumbline

DRAW = numpy.random.default_rng(17)
Q, K, V = (DRAW.standard_normal(shape).astype("f4") for shape in ((3, 3, 4, 16), (12, 8, 2, 16), (12, 8, 2, 16)))
OUT = test_paged.right(Q, K, V, True)
INDPTR, INDICES, LAST = [0, 3, 4, 8], [7, 2, 9, 4, 7, 0, 11, 3], [5, 5, 8]  # the table and lengths of test_paged
ASKED = {"causal": True, "causal_alignment": "bottom-right", "precision": "f32"}
ROWS = {"qo_indptr": numpy.arange(4, dtype="i4") * 3, **ASKED}


def plan(prefix, integers="i4", **other):
    values = {"indptr": INDPTR, "indices": INDICES, "last_page_len": LAST, **other}
    return {f"{prefix}{name}": numpy.array(value, integers) for name, value in values.items()}


def packed(x):
    return x.reshape(-1, *x.shape[2:])


@pytest.mark.parametrize("prefix", ["paged_kv_", "kv_", ""])
@pytest.mark.parametrize("integers", ["i4", "i8"])
def test_pages_are_read_as_a_plan_has_them(prefix, integers):
    given = {**ROWS, **plan(prefix, integers)}
    assert plumbline.check(packed(Q), K, V, out=packed(OUT), **given).report["problem"]["key_length"] == 32
    assert plumbline.judge(packed(Q), V, K, out=packed(OUT), **given).verdict == "FAIL"


@pytest.mark.parametrize("layout", ["NHD", "HND"])
def test_a_cache_is_one_tensor_or_a_pair(layout):
    k, v = (K, V) if layout == "NHD" else (K.swapaxes(1, 2), V.swapaxes(1, 2))
    given = {"out": packed(OUT), "kv_layout": layout, **ROWS, **plan("paged_kv_")}
    plumbline.check(packed(Q), kv_cache=numpy.stack([k, v], 1), **given)
    plumbline.check(packed(Q), paged_kv_cache=(k, v), **given)
    two = numpy.stack([k, v], 1)[[7, 2]]  # of two pages both axes are 2, and the second is meant
    asked = {**given, **plan("paged_kv_", indptr=[0, 2, 2, 2], indices=[0, 1], last_page_len=[8, 0, 0])}
    first = test_paged.right(Q[:1], K, V, True, test_paged.TABLE[:1, :2], [16])
    asked["out"] = packed(numpy.concatenate([first, numpy.zeros_like(OUT[1:])]))
    plumbline.check(packed(Q), kv_cache=two, **asked)


def test_lists_of_python_are_a_plan_too():
    plumbline.check(packed(Q), K, V, out=packed(OUT), paged_kv_indptr=INDPTR,
                    paged_kv_indices=array.array("i", INDICES), paged_kv_last_page_len=LAST, **ROWS)


def test_rows_of_keys_begin_at_kv_indptr():
    q, k, v = (numpy.random.default_rng(5).standard_normal((total, heads, 16)).astype("f4")
               for total, heads in ((test_ragged.CU_Q[-1], 4), (test_ragged.CU_K[-1], 2), (test_ragged.CU_K[-1], 2)))
    out, _ = test_ragged.right(q, k, v, True)
    plumbline.check(q, k, v, out=out, qo_indptr=test_ragged.CU_Q, kv_indptr=test_ragged.CU_K, **ASKED)


def refused(**given):
    with pytest.raises((TypeError, plumbline.Refused)) as raised:
        plumbline.check(packed(Q), **{"k": K, "v": V, "out": packed(OUT), **ROWS, **given})
    return str(raised.value)


MISTAKES = [
    ({"indptr": [1, 3, 4, 8]}, "paged_kv_indptr[0] is 1; expected 0, where the pages of the first request begin"),
    ({"indptr": [0, 3, 2, 8]}, "paged_kv_indptr[2] is 2; expected 3 to 8, the pages that are listed"),
    ({"indptr": [0, 3, 4, 9]}, "paged_kv_indptr[3] is 9; expected 4 to 8, the pages that are listed"),
    ({"last_page_len": [5, 9, 8]}, "paged_kv_last_page_len[1] is 9; expected 1 to 8, the slots of a page"),
    ({"last_page_len": [5, 0, 8]}, "paged_kv_last_page_len[1] is 0; expected 1 to 8, the slots of a page"),
    ({"last_page_len": [5, 5]}, "paged_kv_last_page_len: 2 numbers; expected 3, one for each request"),
    ({"indptr": [0, 3, 3, 8]}, "paged_kv_last_page_len[1] is 5; expected 0, for the request has no pages"),
    ({"indices": [7, 2, 99, 4, 7, 0, 11, 3]},
     "block_table[0,2] is 99; expected 0 to 11, the blocks of k: entry 0 has 21 keys, "
     "and this page holds those from 16 on"),
]


@pytest.mark.parametrize("other, text", MISTAKES, ids=range(len(MISTAKES)))
def test_a_plan_that_cannot_be_is_refused(other, text):
    assert refused(**plan("paged_kv_", **other)) == text


def test_half_a_plan_is_refused():
    assert refused(paged_kv_indices=INDICES) == "paged_kv_indptr: missing; paged_kv_indices needs it"
    assert refused(**plan("paged_kv_"), block_table=test_paged.TABLE) == \
        "block_table: cannot be combined with paged_kv_indices, which defines it; expected one of them"
    assert refused(**plan("paged_kv_"), kv_layout="NDH") == "kv_layout: 'NDH' is not one of NHD, HND"
    assert refused(**plan("paged_kv_"), k=packed(K)) == "k: shape [96, 2, 16]; expected [pages,slots,Hkv,D]"
    floats = plan("paged_kv_", indptr=[0.0, 3, 4, 8], integers="f4")
    assert refused(**floats) == "paged_kv_indptr: F32 of shape [4]; expected int32 or int64 of one axis"
