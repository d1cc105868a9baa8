"""Mistakes about block tables, lengths and sequences: the whole text of each diagnosis."""
import numpy
import pytest

import plumbline
import test_paged
import test_ragged

DRAW = numpy.random.default_rng(11)
Q = DRAW.standard_normal((3, 3, 4, 16)).astype("f4")
K, V = (DRAW.standard_normal((12, 8, 2, 16)).astype("f4") for _ in "kv")
TABLE = numpy.array([[7, 2, 9, 1, 10], [4, 5, 6, 8, 1], [7, 10, 8, 3, 2]], "i4")
LENGTHS = numpy.array([21, 5, 28], "i4")
ALIGNED = {"causal": True, "causal_alignment": "bottom-right"}


def answer(table=TABLE, lengths=LENGTHS, causal=True):
    return test_paged.right(Q, K, V, causal, table, lengths)


def stale():
    table = TABLE.copy()
    table[0, 1] = TABLE[2, 2]
    return table


PAGED = [
    (answer(numpy.roll(TABLE, -1, 1)), "the engine reads each page from the block of the page after"),
    (answer(TABLE[:, [0, 0, 1, 2, 3]]), "the engine reads each page but the first from the block of the page before"),
    (answer(TABLE + 1), "the engine reads the block after each that block_table states"),
    (answer(TABLE - 1), "the engine reads the block before each that block_table states"),
    (answer(TABLE[[0, 0, 0]]), "the engine reads the pages of batch entry 0 for every entry"),
    (answer(TABLE[[1, 2, 0]]), "the engine reads the pages of the next batch entry"),
    (answer(TABLE[[2, 0, 1]]), "the engine reads the pages of the batch entry before"),
    (answer(lengths=LENGTHS - 1), "the engine uses a length 1 too small for each batch entry, and loses its last key"),
    (answer(lengths=LENGTHS + 1),
     "the engine uses a length 1 too large for each batch entry, and sees the slot after its last key"),
    (answer(lengths=[28] * 3), "the engine takes 28 keys of every batch entry, whatever its length is"),
    (answer(stale()),
     "keys and values 8 to 15 are read from 16 to 23 of batch entry 2 (one page of 8), in batch entry 0"),
]


@pytest.mark.parametrize("out, text", PAGED, ids=range(len(PAGED)))
@pytest.mark.parametrize("order", ["slots-heads", "heads-slots"])
def test_a_mistake_about_pages_is_named(out, text, order):
    caches = (K, V) if order == "slots-heads" else (K.swapaxes(1, 2), V.swapaxes(1, 2))
    found = plumbline.diagnose(Q, *caches, out=out, block_table=TABLE, cache_seqlens=LENGTHS, page_layout=order,
                               layout="BSHD", precision="f32", **ALIGNED)
    assert found.summary == text


def test_a_file_says_the_same(tmp_path):
    """The program reads the case that a check has kept."""
    import os
    import subprocess

    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(Q, K, V, out=PAGED[0][0], block_table=TABLE, cache_seqlens=LENGTHS, layout="BSHD",
                        precision="f32", save=tmp_path / "case.safetensors", **ALIGNED)
    assert f"diagnosis  {PAGED[0][1]}" in str(raised.value)
    said = subprocess.run([os.environ["PLUMBLINE_PROGRAM"], "diagnose", tmp_path / "case.safetensors"],
                          capture_output=True, text=True, check=False)
    assert "reads each page from the block of the page after" in " ".join(said.stdout.split())


@pytest.mark.parametrize("lengths, text", [
    (-(-LENGTHS // 8) * 8,
     "the engine rounds the length of each batch entry up to a multiple of 8, and sees slots after its last key"),
    (LENGTHS - 1, "the engine uses a length 1 too small for each batch entry, and loses its last key"),
    (LENGTHS + 1, "the engine uses a length 1 too large for each batch entry, and sees the slot after its last key"),
])
def test_a_mistake_about_lengths_of_dense_keys_is_named(lengths, text):
    k, v = (x[TABLE].reshape(3, -1, 2, 16) for x in (K, V))
    found = plumbline.diagnose(Q, k, v, out=answer(lengths=lengths, causal=False), cache_seqlens=LENGTHS,
                               layout="BSHD", precision="f32")
    assert found.summary == text


def test_lengths_rounded_down_are_named():
    k, v = (x[TABLE].reshape(3, -1, 2, 16) for x in (K, V))
    found = plumbline.diagnose(Q, k, v, out=answer(lengths=[16] * 3, causal=False), cache_seqlens=LENGTHS.clip(17),
                               layout="BSHD", precision="f32")
    assert found.summary == (
        "the engine rounds the length of each batch entry down to a multiple of 16, and loses its last keys")


QUERIES, KEYS = [3, 2, 7, 1], [9, 4, 5, 6]
CU_Q, CU_K = (numpy.cumsum([0, *lengths]).astype("i4") for lengths in (QUERIES, KEYS))
PACKED = [DRAW.standard_normal((total, heads, 16)).astype("f4")
          for total, heads in ((CU_Q[-1], 4), (CU_K[-1] + 12, 2), (CU_K[-1] + 12, 2))]


def packed_answer(starts_k=CU_K, keys=KEYS, **more):
    return test_ragged.right(*PACKED, True, starts_q=CU_Q, starts_k=starts_k, queries=QUERIES, keys=keys, **more)[0]


RAGGED = [
    (packed_answer(KEYS), "the engine reads the length of each sequence of keys as the row where it begins"),
    (packed_answer(numpy.arange(4) * 9),
     "the engine reads sequence b of the keys from row b x 9 on, as if all were as long as the longest"),
    (packed_answer(CU_Q), "the engine reads from cu_seqlens_q where the keys begin"),
    (packed_answer(keys=[n - 1 for n in KEYS]),
     "the engine uses a length 1 too small for each batch entry, and loses its last key"),
    (packed_answer(top_left=True), "the engine aligns the masks of every batch entry at the top left"),
]


@pytest.mark.parametrize("out, text", RAGGED, ids=range(len(RAGGED)))
def test_a_mistake_about_sequences_is_named(out, text):
    """Rows behind the last sequence are there: seqused_k says that they do not count."""
    found = plumbline.diagnose(*PACKED, out=out, cu_seqlens_q=CU_Q, cu_seqlens_k=CU_K, seqused_k=KEYS, precision="f32",
                               **ALIGNED)
    assert found.summary == text


def test_masks_that_are_aligned_with_the_longest_are_named():
    q, k, v = (x[None].repeat(2, 0) for x in (Q[0], *(x[TABLE[0]].reshape(-1, 2, 16) for x in (K, V))))
    each = [plumbline.evaluate(q[:1], k[:1, :n], v[:1, :n], causal=True, causal_alignment={"offset": 40 - 3},
                               layout="BSHD")[0] for n in (40, 38)]
    found = plumbline.diagnose(q, k, v, out=numpy.concatenate(each).astype("f4"), cache_seqlens=[40, 38], layout="BSHD",
                               precision="f32", **ALIGNED)
    assert found.summary == "the engine aligns the masks of every batch entry with the last key of the longest"
