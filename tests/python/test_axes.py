"""Position ids with several axes: M-RoPE of Qwen2-VL and Qwen3-VL, and 2-D RoPE of vision models."""
import numpy
import pytest

import plumbline

BATCH, HEADS, KEY_HEADS, LENGTH = 2, 4, 2, 30
DRAW = numpy.random.default_rng(17)
LAST = {"blocks": [16, 24, 24], "interleaved": [24, 20, 20], "alternating": [20, 22, 22]}


def bf16(x):
    """The nearest bfloat16, ties to even, as binary32."""
    bits = numpy.asarray(x, "f4").view("u4").astype("u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16).astype("u4").view("f4")


def places():
    """Time, row and column of text, an image of 4 rows of 5 patches, and text again; the second text is longer."""
    entries = []
    for start in 3, 5:
        image = [(start, start + row, start + column) for row in range(4) for column in range(5)]
        text = [(start + 5 + i,) * 3 for i in range(LENGTH)]
        entries.append(([(i,) * 3 for i in range(start)] + image + text)[:LENGTH])
    return numpy.array(entries).transpose(2, 0, 1)


PLACES = places()


def angles(at, sections, order, frequencies):
    """Of each pair, at [axes,B,S]."""
    all_axes = at[..., None] * frequencies
    chosen = all_axes[0].copy()
    ends = numpy.cumsum(sections)
    for axis in range(1, len(sections)):
        own = (slice(ends[axis - 1], ends[axis]) if order == "blocks"
               else slice(axis - 1, ends[-1] - sections[0], len(sections) - 1) if order == "alternating"
               else slice(axis, sections[axis] * len(sections), len(sections)))
        chosen[..., own] = all_axes[axis][..., own]
    return chosen[:, None]


def turn(x, angle, adjacent=False):
    half = angle.shape[-1]
    cos, sin = numpy.cos(angle), numpy.sin(angle)
    if adjacent:
        return numpy.stack([x[..., ::2] * cos - x[..., 1::2] * sin,
                            x[..., ::2] * sin + x[..., 1::2] * cos], -1).reshape(x.shape)
    first, second = x[..., :half], x[..., half:2 * half]
    return numpy.concatenate([first * cos - second * sin, first * sin + second * cos, x[..., 2 * half:]], -1)


def attend(q, k, v, offset, stored=lambda x: x.astype("f4"), causal=True):
    """In binary32, of vectors that are turned already, what a tensor holds as `stored` has it."""
    q, k = stored(q), numpy.repeat(stored(k), q.shape[1] // k.shape[1], 1)
    scores = q @ k.swapaxes(2, 3) / numpy.float32(numpy.sqrt(q.shape[-1]))
    seen = numpy.arange(k.shape[2]) <= numpy.arange(q.shape[2])[:, None] + offset
    weights = numpy.exp(numpy.where(seen | (not causal), scores, -numpy.inf) - scores.max(-1, keepdims=True))
    return stored(weights / weights.sum(-1, keepdims=True)) @ numpy.repeat(v, q.shape[1] // v.shape[1], 1)


def drawn(queries=LENGTH, dim=128):
    return (DRAW.standard_normal((BATCH, heads, length, dim)).astype("f4")
            for heads, length in ((HEADS, queries), (KEY_HEADS, LENGTH), (KEY_HEADS, LENGTH)))


def mrope(q, k, v, order, sections=None, at=PLACES, base=1e6, **how):
    """What an engine answers that takes these sections and places."""
    sections = sections or LAST[order]
    frequencies = base ** (-numpy.arange(64) / 64)
    first = LENGTH - q.shape[2]
    return attend(turn(q, angles(at[..., first:], sections, order, frequencies).astype("f4")),
                  turn(k, angles(at, sections, order, frequencies).astype("f4")), v, first, **how)


def asked(order, queries=LENGTH, **other):
    return {"causal": True, "causal_alignment": "bottom-right", "position": "rope", "rope_base": 1000000,
            "rope_sections": LAST[order], "rope_section_order": order, "key_positions": PLACES,
            "query_positions": PLACES[..., LENGTH - queries:], "precision": "f32", **other}


@pytest.mark.parametrize("order", LAST)
@pytest.mark.parametrize("queries", [LENGTH, 1], ids=["prefill", "decode"])
def test_mrope_is_judged(order, queries):
    q, k, v = drawn(queries)
    judged = plumbline.check(q, k, v, out=mrope(q, k, v, order), **asked(order, queries))
    assert judged.report["position"]["rope"]["rope_sections"] == LAST[order]
    q, k, v = map(bf16, (q, k, v))
    out = mrope(q, k, v, order, stored=bf16)
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    tensors = [x.astype(bfloat16) for x in (q, k, v, out)]
    plumbline.check(*tensors[:3], out=tensors[3], **asked(order, queries, precision="bf16-eager"))


WRONG = [
    ("blocks", {"order": "interleaved", "sections": [22, 21, 21]}, "interleaves the sections of axes"),
    ("interleaved", {"order": "blocks", "sections": [24, 20, 20]}, "has the sections of axes in blocks"),
    ("blocks", {"order": "alternating", "sections": [16, 24, 24]}, "has the sections of axes from 1 on by turns, and that"),
    ("alternating", {"order": "interleaved", "sections": [22, 21, 21]}, "interleaves the sections of axes"),
    ("alternating", {"at": PLACES[[0, 2, 1]]}, "exchanges axes 1 and 2 of positions"),
    ("blocks", {"sections": [24, 24, 16]}, "exchanges the sections of axes 0 and 2"),
    ("blocks", {"at": PLACES[[0, 2, 1]]}, "exchanges axes 1 and 2 of positions"),
    ("interleaved", {"at": PLACES[[1, 0, 2]]}, "exchanges axes 0 and 1 of positions"),
    ("blocks", {"at": PLACES[[0, 0, 0]]}, "reads the positions of axis 0 for all pairs"),
    ("interleaved", {"at": numpy.zeros_like(PLACES) + numpy.arange(LENGTH)},
     "ignores position ids and counts, queries from 0"),
]


@pytest.mark.parametrize("order, how, text", WRONG, ids=range(len(WRONG)))
def test_a_wrong_axis_is_named(order, how, text):
    q, k, v = drawn()
    out = mrope(q, k, v, **{"order": order, **how})
    with pytest.raises(AssertionError, match=f"the engine {text}"):
        plumbline.check(q, k, v, out=out, **asked(order))


GRID = numpy.stack([numpy.arange(LENGTH) // 6, numpy.arange(LENGTH) % 6])[:, None] + numpy.zeros((2, BATCH, 1), "i8")
VISION = {"position": "rope", "rope_sections": [16, 16], "query_positions": GRID, "key_positions": GRID,
          "precision": "f32"}


def vision(frequencies, adjacent=False):
    """Rows turn the first half of the pairs, columns the second."""
    q, k, v = drawn(dim=64)
    angle = numpy.concatenate([place[..., None] * own for place, own in zip(GRID, frequencies)], -1)[:, None]
    out = attend(turn(q, angle.astype("f4"), adjacent), turn(k, angle.astype("f4"), adjacent), v, 0, causal=False)
    return {"q": q, "k": k, "v": v, "out": out}


ONE, ALL = 10000 ** (-numpy.arange(16) / 16), 10000 ** (-numpy.arange(32) / 32)
SAYS = {"continued": "continues frequencies", "restarted": "starts frequencies anew", "dealt": "deals frequencies"}
TOWERS = {"restarted": [ONE, ONE], "dealt": [ALL[::2], ALL[1::2]], "continued": [ALL[:16], ALL[16:]]}


@pytest.mark.parametrize("name", TOWERS)
@pytest.mark.parametrize("layout", ["half", "interleaved"])
def test_rope_of_two_axes(name, layout):
    tensors = vision(TOWERS[name], layout == "interleaved")
    plumbline.check(**tensors, **VISION, rope_layout=layout, rope_section_frequencies=name)
    for other in set(TOWERS) - {name}:
        with pytest.raises(AssertionError, match=SAYS[name]):
            plumbline.check(**tensors, **VISION, rope_layout=layout, rope_section_frequencies=other)


REFUSED = [
    ({"rope_sections": [16, 24]}, "rope_sections: 40 pairs in all; expected 64, the pairs of rope_dim 128"),
    ({"rope_sections": [32, 48, 48]},
     "rope_sections: 128 in all; sections count pairs, and rope_dim 128 has 64 of them: halve each section"),
    ({"rope_section_order": "interleaved"},
     "rope_sections: every 3-th pair from 1 on: 24 of them do not fit into the 64 of rope_dim 128"),
    ({"rope_section_order": "alternating", "rope_sections": [20, 24, 20]},
     "rope_sections: axis 1 has 24 pairs; axes from 1 on take turns in the 44 that are not of axis 0, which makes 22"),
    ({"rope_section_frequencies": "dealt"}, "rope_sections: rope_section_frequencies dealt needs equal sections"),
    ({"rope_sections": 64}, "rope_sections: 64 is not [N,N,...], 2 to 4 integers from 1 to 2^52"),
    ({"query_positions": PLACES[0]}, f"query_positions: shape [2,{LENGTH}] is not [3,2,{LENGTH}]"),
    ({"key_positions": PLACES.transpose(1, 0, 2)}, f"key_positions: shape [2,3,{LENGTH}] is not [3,2,{LENGTH}]"),
    ({"rope_sections": None, "rope_section_order": None}, f"query_positions: shape [3,2,{LENGTH}] is not [2,{LENGTH}]"),
]


@pytest.mark.parametrize("other, message", REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(other, message):
    q, k, v = drawn()
    with pytest.raises(plumbline.Refused) as refused:
        plumbline.check(q, k, v, out=v, **asked("blocks", **other))
    assert str(refused.value) == message


def test_the_last_elements_may_turn():
    """q_pe behind q_nope, pairs of neighbours that end in halves: DeepSeek's MLA."""
    q, k, v = drawn(dim=48)
    angle = numpy.arange(LENGTH)[:, None] * 10000 ** (-numpy.arange(8) / 8)
    cos, sin = numpy.cos(angle).astype("f4"), numpy.sin(angle).astype("f4")

    def turned(x, start):
        part = x[..., start:start + 16]
        first, second = part[..., ::2], part[..., 1::2]
        return numpy.concatenate([x[..., :start], first * cos - second * sin, first * sin + second * cos,
                                  x[..., start + 16:]], -1)

    latent = {"causal": True, "position": "rope", "rope_layout": "deinterleaved", "rope_dim": 16, "rope_part": "last",
              "precision": "f32"}
    plumbline.check(q, k, v, out=attend(turned(q, 32), turned(k, 32), v, 0), **latent)
    with pytest.raises(AssertionError, match="rotates the first 16 elements, not the last"):
        plumbline.check(q, k, v, out=attend(turned(q, 0), turned(k, 0), v, 0), **latent)
