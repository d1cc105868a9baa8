"""Lists of keys and of blocks of keys, as sparse attention has them."""
import numpy
import pytest

import plumbline

BATCH, HEADS, KEY_HEADS, QUERIES, KEYS, DIM = 2, 4, 2, 6, 24, 16
DRAW = numpy.random.default_rng(3)
Q = DRAW.standard_normal((BATCH, HEADS, QUERIES, DIM)).astype("f4")
K, V = (DRAW.standard_normal((BATCH, KEY_HEADS, KEYS, DIM)).astype("f4") for _ in "kv")
ASKED = {"precision": "f32"}


def drawn(heads=KEY_HEADS, rows=QUERIES, keys=KEYS, listed=5):
    """Lists without duplicates, some of which end in -1."""
    lists = DRAW.random((BATCH, heads, rows, keys)).argsort(-1)[..., :listed].astype("i4")
    return numpy.where((numpy.arange(listed) == listed - 1) & (DRAW.random(lists.shape) < 0.5), -1, lists)


def right(lists, key_block=1, query_block=1, seen=True, counts=None):
    """Of keys that the list of a query names and the mask `seen`, [B,Hq,Sq,Sk], shows."""
    shown = numpy.zeros((BATCH, HEADS, QUERIES, KEYS), bool)
    for b, h, t in numpy.ndindex(BATCH, HEADS, QUERIES):
        head, row = h * lists.shape[1] // HEADS, t // query_block
        for index in lists[b, head, row][:None if counts is None else counts[b, head, row]]:
            if index >= 0:
                shown[b, h, t, index * key_block:(index + 1) * key_block] = True
    k, v = (numpy.repeat(x.astype("f8"), HEADS // KEY_HEADS, 1) for x in (K, V))
    weights = numpy.exp(numpy.einsum("bhqd,bhkd->bhqk", Q.astype("f8"), k) / numpy.sqrt(DIM)) * (shown & seen)
    total = weights.sum(-1, keepdims=True)
    return (weights / numpy.where(total > 0, total, 1) @ v).astype("f4")


@pytest.mark.parametrize("heads", [1, KEY_HEADS, HEADS])
def test_only_listed_keys_are_seen(heads):
    lists = drawn(heads)
    judged = plumbline.check(Q, K, V, out=right(lists), key_indices=lists, **ASKED)
    assert "mask       lists of 5 keys" in judged.text()
    assert (judged.report["masks"]["key_indices"], judged.report["masks"]["allowed"]) == (True, False)
    assert plumbline.judge(Q, K, V, out=right(drawn(heads)), key_indices=lists, **ASKED).verdict == "FAIL"


def test_a_list_may_serve_all_heads_without_an_axis():
    lists = drawn(1)
    plumbline.check(Q, K, V, out=right(lists), key_indices=lists[:, 0], **ASKED)


def test_other_masks_hide_listed_keys():
    lists, causal = drawn(), numpy.arange(KEYS) <= numpy.arange(QUERIES)[:, None] + KEYS - QUERIES
    allowed = DRAW.random((BATCH, 1, QUERIES, KEYS)) < 0.7
    judged = plumbline.check(Q, K, V, out=right(lists, seen=causal & allowed), key_indices=lists, allowed=allowed,
                             causal=True, causal_alignment="bottom-right", **ASKED)
    assert "causal, offset 18, allowed, lists of 5 keys" in judged.text()


@pytest.mark.parametrize("query_block", [1, 4])
def test_indices_of_blocks(query_block):
    lists = drawn(rows=-(-QUERIES // query_block), keys=-(-KEYS // 7), listed=2)  # the last block has 3 keys
    counts = DRAW.integers(0, 3, lists.shape[:3]).astype("i4")
    judged = plumbline.check(Q, K, V, out=right(lists, 7, query_block, counts=counts), key_indices=lists,
                             key_index_counts=counts, key_block_size=7, query_block_size=query_block, **ASKED)
    each = " for each 4 queries" if query_block > 1 else ""
    assert f"mask       lists of 2 blocks of 7 keys{each}" in judged.text()


def test_a_key_that_is_listed_twice_counts_once():
    lists = drawn()
    lists[..., 4] = lists[..., 0]
    with pytest.raises(plumbline.Refused, match="duplicate_indices once"):
        plumbline.check(Q, K, V, out=right(lists), key_indices=lists, **ASKED)
    plumbline.check(Q, K, V, out=right(lists), key_indices=lists, duplicate_indices="once", **ASKED)


SLOTS, TABLE = 8, numpy.array([[4, 2, 0], [1, 5, 3]], "i4")


def paged():
    caches = [numpy.zeros((6, SLOTS, KEY_HEADS, DIM), "f4") for _ in "kv"]
    for cache, x in zip(caches, (K, V)):
        for b, page in numpy.ndindex(TABLE.shape):
            cache[TABLE[b, page]] = x[b, :, page * SLOTS:][:, :SLOTS].swapaxes(0, 1)
    return caches


def slots_of(lists):
    slots = numpy.stack([TABLE[b][lists[b] // SLOTS] * SLOTS + lists[b] % SLOTS for b in range(BATCH)])
    return numpy.where(lists < 0, -1, slots).astype("i4")


def test_indices_of_slots_of_a_cache():
    """As FlashMLA has them: block x slots + slot."""
    lists = drawn(1)
    given = {"out": right(lists).swapaxes(1, 2), "block_table": TABLE, "key_lengths": [KEYS] * BATCH,
             "layout": "BSHD", "key_index_origin": "cache", **ASKED}
    plumbline.check(Q.swapaxes(1, 2), *paged(), key_indices=slots_of(lists)[:, 0], **given)
    for slot in (2 * SLOTS + 3, -7, 6 * SLOTS, -2 ** 31):
        wrong = slots_of(lists)[:, 0]
        wrong[1, 2, 0] = slot
        with pytest.raises(plumbline.Refused) as raised:
            plumbline.check(Q.swapaxes(1, 2), *paged(), key_indices=wrong, **given)
        assert str(raised.value) == \
            f"key_indices[1,2,0] is {slot}; expected -1, or block x 8 + slot of a key of batch entry 1"
    shared = {**given, "block_table": numpy.array([[4, 2, 4], [1, 5, 3]], "i4")}
    with pytest.raises(plumbline.Refused) as raised:
        plumbline.check(Q.swapaxes(1, 2), *paged(), key_indices=numpy.full((2, QUERIES, 1), 33), **shared)
    assert str(raised.value) == ("key_indices[0,0,0] is 33, a slot to which block_table maps several of its keys; "
                                 "expected -1, or block x 8 + slot of one key of batch entry 0")


def test_indices_of_rows_of_packed_keys():
    lists = drawn(1)
    k, v = (x.swapaxes(1, 2).reshape(-1, KEY_HEADS, DIM) for x in (K, V))
    q, out = (x.swapaxes(1, 2).reshape(-1, HEADS, DIM) for x in (Q, right(lists)))
    rows = numpy.where(lists < 0, -1, lists + numpy.arange(BATCH)[:, None, None, None] * KEYS).astype("i4")
    given = {"out": out, "cu_seqlens_q": numpy.arange(BATCH + 1) * QUERIES,
             "cu_seqlens_k": numpy.arange(BATCH + 1) * KEYS, "key_index_origin": "cache", **ASKED}
    plumbline.check(q, k, v, key_indices=rows, **given)
    with pytest.raises(plumbline.Refused) as raised:
        plumbline.check(q, k, v, key_indices=numpy.where(rows == rows.max(), 3, rows), **given)
    assert str(raised.value).endswith(" is 3; expected -1 or 24 to 47, the rows of batch entry 1 in k")


LISTS = drawn()
COUNTS = numpy.full(LISTS.shape[:3], 4, "i4")
BLOCKS = drawn(keys=6, listed=2)
MISTAKES = [
    (right(numpy.tile(numpy.arange(KEYS), (BATCH, 1, QUERIES, 1))), {}, "sees keys that are not listed, too"),
    (right(numpy.where(LISTS < 0, 0, LISTS)), {}, "reads -1 in a list as key 0"),
    (right(numpy.where(LISTS < 0, KEYS - 1, LISTS)), {}, "reads -1 in a list as the last key"),
    (right(LISTS[:, :1]), {}, "reads the list of head 0 for all heads"),
    (right(LISTS[:, :, [0] * QUERIES]), {}, "reads the list of query 0 for all queries"),
    (right(LISTS[[0, 0]]), {}, "reads the lists of batch entry 0 for every entry"),
    (right(LISTS[..., :4]), {}, "loses the last index of each list"),
    (right(LISTS), {"key_index_counts": COUNTS}, "reads the indices behind those that count, too"),
    (right(BLOCKS, 2), {"key_indices": BLOCKS, "key_block_size": 4}, "reads listed blocks of 2 keys as blocks of 4"),
]


@pytest.mark.parametrize("out, more, text", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_about_lists_is_named(out, more, text):
    found = plumbline.diagnose(Q, K, V, out=out, **{"key_indices": LISTS, **more}, **ASKED)
    assert found.summary == f"the engine {text}"


@pytest.mark.parametrize("by, text", [(1, "after"), (-1, "before")])
def test_an_index_that_is_off_by_one_is_named(by, text):
    lists = drawn(keys=KEYS - 2) + 1
    lists[lists == 0] = -1
    found = plumbline.diagnose(Q, K, V, out=right(numpy.where(lists < 0, -1, lists + by)), key_indices=lists, **ASKED)
    assert found.summary == f"the engine reads each listed index as the one {text}"


def test_the_page_shows_lists():
    from test_documents import blocks

    code, choice = [text for _, text in blocks("docs/python.md") if "topk_indices" in text]
    first, second = [line for line in code.splitlines() if line]
    topk, kept = drawn(1, keys=QUERIES, listed=3), drawn(keys=1, listed=1)
    causal = numpy.arange(KEYS) <= numpy.arange(QUERIES)[:, None]
    names = {"plumbline": plumbline, "q": Q, "k": K[:, :, :QUERIES], "v": V[:, :, :QUERIES], "topk_indices": topk[:, 0],
             "blocks": kept, "counts": (kept[..., 0] >= 0).astype("i4")}
    for line, lists, size in ((first, topk, 1), (second, kept, 64)):
        exec(line, {**names, "out": right(lists, size, seen=causal)})
        with pytest.raises(plumbline.Failure):
            exec(line, {**names, "out": 2 * right(lists, size, seen=causal)})
    shown = causal[:, :QUERIES]
    scores = numpy.where(shown, DRAW.standard_normal((BATCH, QUERIES, QUERIES)), -numpy.inf).astype("f4")
    chosen = scores.argsort(-1)[..., ::-1][..., :3].astype("i4")
    given = {**names, "topk_indices": chosen, "out": right(chosen[:, None], seen=causal)}
    exec(choice, {**given, "index_scores": scores})
    with pytest.raises(plumbline.Failure):
        exec(choice, {**given, "index_scores": -scores})


def gathered(lists, seen=True, bias=0, q=Q, k=K):
    """Of the keys of each list, as often as it names them."""
    out = numpy.zeros((BATCH, HEADS, QUERIES, DIM), "f4")
    seen, bias = (numpy.broadcast_to(x, (BATCH, HEADS, QUERIES, KEYS)) for x in (seen, bias))
    for place in numpy.ndindex(BATCH, HEADS, QUERIES):
        b, h, t = place
        keys = [j for j in lists[b, h * lists.shape[1] // HEADS, t] if j >= 0 and seen[place][j]]
        head = h * KEY_HEADS // HEADS
        scores = k[b, head, keys].astype("f8") @ q[place].astype("f8") / numpy.sqrt(DIM) + bias[place][keys]
        weights = numpy.exp(scores)
        out[place] = weights @ V[b, head, keys].astype("f8") / (weights.sum() if keys else 1)
    return out


TWICE = drawn()
TWICE[..., 4] = TWICE[..., 0]
TWICE[:, :, ::2, 3] = TWICE[:, :, ::2, 0]
EACH = {"key_indices": TWICE, "duplicate_indices": "each", **ASKED}
CAUSAL = numpy.arange(KEYS) <= numpy.arange(QUERIES)[:, None] + KEYS - QUERIES


def test_a_key_counts_as_often_as_it_is_listed():
    judged = plumbline.check(Q, K, V, out=gathered(TWICE), **EACH)
    assert "keys 24, dims" in judged.text() and "lists of 5 keys, each as often as it is listed" in judged.text()
    assert judged.report["masks"]["duplicates_count"] is True and judged.report["problem"]["key_length"] == KEYS
    assert plumbline.judge(Q, K, V, out=right(TWICE), **EACH).verdict == "FAIL"


def rotated(x, positions):
    angles = positions[:, None] * 10000.0 ** (-numpy.arange(DIM // 2) / (DIM // 2))
    first, second = x[..., :DIM // 2].astype("f8"), x[..., DIM // 2:].astype("f8")
    cos, sin = numpy.cos(angles), numpy.sin(angles)
    return numpy.concatenate([first * cos - second * sin, second * cos + first * sin], -1)


def test_copies_have_the_masks_biases_and_positions_of_their_keys():
    bottom = {"causal": True, "causal_alignment": "bottom-right"}
    judged = plumbline.check(Q, K, V, out=gathered(TWICE, CAUSAL), **EACH, **bottom)
    assert "causal, offset 18, lists of 5 keys" in judged.text()
    bias = DRAW.standard_normal((1, HEADS, QUERIES, KEYS)).astype("f4")
    plumbline.check(Q, K, V, out=gathered(TWICE, CAUSAL, bias), bias=bias, **EACH, **bottom)
    queries = numpy.arange(QUERIES) + KEYS - QUERIES
    slopes = 2.0 ** -(2 * numpy.arange(1, HEADS + 1))
    alibi = -slopes[:, None, None] * numpy.abs(queries[:, None] - numpy.arange(KEYS))
    plumbline.check(Q, K, V, out=gathered(TWICE, CAUSAL, alibi), position="alibi", **EACH, **bottom)
    turned = gathered(TWICE, CAUSAL, q=rotated(Q, queries), k=rotated(K, numpy.arange(KEYS)))
    plumbline.check(Q, K, V, out=turned, position="rope", rope_layout="half", **EACH, **bottom)


@pytest.mark.parametrize("out, text", [
    (right(TWICE), "counts a key once, however often it is listed"),
    (gathered(TWICE[..., :4]), "loses the last index of each list"),
    (gathered(TWICE[:, :1]), "reads the list of head 0 for all heads"),
    (gathered(TWICE[[0, 0]]), "reads the lists of batch entry 0 for every entry")], ids=range(4))
def test_a_mistake_about_keys_that_count_twice_is_named(out, text):
    assert plumbline.diagnose(Q, K, V, out=out, **EACH).summary == f"the engine {text}"


def test_masks_beside_keys_that_count_twice_are_diagnosed():
    found = plumbline.diagnose(Q, K, V, out=gathered(TWICE), causal=True, causal_alignment="bottom-right", **EACH)
    assert found.summary == "the engine leaves out the causal mask"
    once = {**EACH, "duplicate_indices": "once"}
    found = plumbline.diagnose(Q, K, V, out=gathered(TWICE), **once)
    assert found.summary == "the engine counts a key as often as it is listed"


def test_weights_of_a_key_that_counts_twice_are_refused():
    weights = numpy.zeros((BATCH, HEADS, QUERIES, KEYS), "f4")
    with pytest.raises(plumbline.Refused, match="duplicate_indices: 'each' cannot be combined with weights"):
        plumbline.check(Q, K, V, out=gathered(TWICE), weights=weights, **EACH)


BOTTOM = {"causal": True, "causal_alignment": "bottom-right"}
SCORES = numpy.round(DRAW.standard_normal((BATCH, KEY_HEADS, QUERIES, KEYS)), 1).astype("f4")  # some are equal
TOP = numpy.where(CAUSAL, SCORES, -numpy.inf).argsort(-1)[..., ::-1][..., :5].astype("i4")


def test_a_right_choice_passes_whichever_of_equal_scores_it_has():
    judged = plumbline.check(Q, K, V, out=right(TOP, seen=CAUSAL), key_indices=TOP, index_scores=SCORES, **BOTTOM,
                             **ASKED)
    assert judged.report["choice"]["says"] == "24 of 24 lists have the largest index scores"
    assert "choice     24 of 24 lists have the largest index scores" in judged.text()
    other = numpy.where(CAUSAL, SCORES, -numpy.inf)[..., ::-1].argsort(-1, kind="stable")[..., ::-1][..., :5]
    other = (KEYS - 1 - other).astype("i4")
    assert (numpy.sort(other, -1) != numpy.sort(TOP, -1)).any()
    plumbline.check(Q, K, V, out=right(other, seen=CAUSAL), key_indices=other, index_scores=SCORES, **BOTTOM, **ASKED)


def test_a_wrong_choice_fails_with_the_key_left_out_and_the_one_taken():
    wrong = TOP.copy()
    ranks = numpy.where(CAUSAL, SCORES, -numpy.inf)[1, 0, 2].argsort()[::-1]
    worse, left = [j for j in ranks if CAUSAL[2, j]][-1], wrong[1, 0, 2, 3]
    wrong[1, 0, 2, 3] = worse
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(Q, K, V, out=right(wrong, seen=CAUSAL), key_indices=wrong, index_scores=SCORES, save=False,
                        **BOTTOM, **ASKED)
    first = raised.value.judgement.report["choice"]["first"]
    assert (first["list"], first["taken"]) == ([1, 0, 2], worse)
    more, less = (float(first[score]["decimal"]) for score in ("left_out_score", "taken_score"))
    assert more >= SCORES[1, 0, 2, left] > less
    assert "choice     1 of 24 lists do not have the largest index scores; key_indices[1,0,2] leaves out key" in \
        str(raised.value)
    assert raised.value.diagnosis.summary.startswith("key_indices[1,0,2] leaves out key")
    said = " ".join(str(raised.value.diagnosis).split())
    assert "FAIL as stated; the output is right, the choice of keys is not" in said
    plumbline.check(Q, K, V, out=right(wrong, seen=CAUSAL), key_indices=wrong, index_scores=SCORES,
                    index_score_error=0.51 * (more - less), **BOTTOM, **ASKED)


def test_a_wrong_output_beside_a_wrong_choice_is_diagnosed():
    wrong = TOP.copy()
    wrong[..., 0] = -1
    asked = {"key_indices": wrong, "index_scores": SCORES, **BOTTOM, **ASKED}
    out = right(numpy.where(wrong < 0, 0, wrong), seen=CAUSAL)
    judged = plumbline.judge(Q, K, V, out=out, **asked)
    assert judged.report["choice"]["wrong"] == 24 and judged.report["tensors"]["output"]["verdict"] == "FAIL"
    assert plumbline.diagnose(Q, K, V, out=out, **asked).summary == "the engine reads -1 in a list as key 0"


def test_the_choice_of_slots_of_a_cache_is_judged():
    lists = SCORES[:, :1].argsort(-1)[..., ::-1][..., :5].astype("i4")
    given = {"out": right(lists).swapaxes(1, 2), "block_table": TABLE, "key_lengths": [KEYS] * BATCH,
             "layout": "BSHD", "key_index_origin": "cache", "index_scores": SCORES[:, 0], **ASKED}
    judged = plumbline.check(Q.swapaxes(1, 2), *paged(), key_indices=slots_of(lists)[:, 0], **given)
    assert judged.report["choice"]["lists"] == BATCH * QUERIES
    lowest = plumbline.judge(Q.swapaxes(1, 2), *paged(), key_indices=slots_of(lists)[:, 0],
                             **{**given, "index_scores": -SCORES[:, 0]})
    assert lowest.verdict == "FAIL" and lowest.report["choice"]["wrong"] == BATCH * QUERIES
