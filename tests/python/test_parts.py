"""Parts of the keys: splits, cascades and rings as engines merge them, right and wrong, and merged exactly."""
import numpy
import pytest

import plumbline

BATCH, HEADS, KEY_HEADS, KEYS, DIM = 2, 4, 2, 60, 16
LN2 = numpy.log(2)
DRAW = numpy.random.default_rng(29)


def drawn(queries, cast=lambda x: x):
    shapes = (HEADS, queries), (KEY_HEADS, KEYS), (KEY_HEADS, KEYS)
    return [cast(DRAW.standard_normal((BATCH, heads, length, DIM)).astype("f4")) for heads, length in shapes]


def of_starts(starts):
    return [numpy.arange(a, b) for a, b in zip(starts, starts[1:])]


def split(q, k, v, parts, causal=False):
    """Each part by itself, in binary32."""
    q, k, v = (x.astype("f4") for x in (q, k, v))
    k, v = (numpy.repeat(x, HEADS // KEY_HEADS, 1) for x in (k, v))
    scores = q @ k.swapaxes(2, 3) / numpy.sqrt(numpy.float32(DIM))
    if causal:
        scores = numpy.where(numpy.tri(*scores.shape[2:], dtype=bool), scores, -numpy.inf).astype("f4")
    outs, lses = [], []
    for keys in parts:
        most = scores[..., keys].max(-1, initial=-numpy.inf, keepdims=True)
        weights = numpy.exp(scores[..., keys] - numpy.where(numpy.isfinite(most), most, 0))
        total = weights.sum(-1, keepdims=True)
        outs.append(weights @ v[:, :, keys] / numpy.where(total > 0, total, 1))
        with numpy.errstate(divide="ignore"):
            lses.append((numpy.log(total) + numpy.where(total > 0, most, 0))[..., 0])
    return numpy.stack(outs), numpy.stack(lses)


def at_once(outs, lses):
    most = lses.max(0)
    weights = numpy.exp(lses - numpy.where(numpy.isfinite(most), most, 0))
    total = weights.sum(0)
    with numpy.errstate(divide="ignore"):
        lse = most + numpy.log(numpy.where(total > 0, total, 1))
    return (weights[..., None] * outs).sum(0) / numpy.where(total > 0, total, 1)[..., None], lse


def ring(outs, lses):
    out, lse = outs[0], lses[0]
    for other, other_lse in zip(outs[1:], lses[1:]):
        with numpy.errstate(invalid="ignore"):
            both = numpy.logaddexp(lse, other_lse)
            own, others = (numpy.where(numpy.isfinite(x), numpy.exp(x - both), 0) for x in (lse, other_lse))
        out, lse = out * own[..., None] + other * others[..., None], both
    return out, lse


def verdicts(judged):
    parts = judged.report["parts"]
    return judged.verdict, parts["verdict"], parts["merge"]["verdict"]


RIGHT = "PASS", "PASS", "PASS"
STARTS = [[0, 60], [0, 7, 60], [0, 20, 21, 60], [0, 9, 9, 40, 60], [0, 0, 0, 33, 60], [0, 5, 12, 30, 44, 59, 60],
          [0, 8, 16, 24, 32, 40, 48, 60]]


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("merge", [at_once, ring])
def test_uneven_and_empty_parts_pass(starts, merge):
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts(starts))
    out, lse = merge(outs, lses)
    judged = plumbline.judge(q, k, v, out=out, lse=lse, part_out=outs, part_lse=lses, part_starts=starts,
                             precision="f32")
    assert verdicts(judged) == RIGHT
    assert judged.report["parts"]["count"] == len(starts) - 1


@pytest.mark.parametrize("part_dtype", ["bfloat16", "float32"])
def test_bfloat16_passes(part_dtype):
    types = pytest.importorskip("ml_dtypes")
    q, k, v = drawn(5, lambda x: x.astype(types.bfloat16))
    outs, lses = split(q, k, v, of_starts([0, 9, 9, 40, 60]))
    outs = outs.astype(types.bfloat16 if part_dtype == "bfloat16" else "f4")
    out, lse = at_once(outs.astype("f4"), lses)
    for precision in ("bf16-flash", None):
        judged = plumbline.judge(q, k, v, out=out.astype(types.bfloat16), lse=lse, part_out=outs, part_lse=lses,
                                 part_starts=[0, 9, 9, 40, 60], precision=precision)
        assert verdicts(judged) == RIGHT


def test_base_two():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 9, 9, 40, 60]))
    out, lse = at_once(outs, lses)
    asked = {"out": out, "lse": lse / numpy.float32(LN2), "part_out": outs, "part_lse": lses / numpy.float32(LN2),
             "part_starts": [0, 9, 9, 40, 60], "precision": "f32"}
    assert verdicts(plumbline.judge(q, k, v, lse_base="2", **asked)) == RIGHT
    judged = plumbline.judge(q, k, v, **asked)
    assert verdicts(judged) == ("FAIL", "FAIL", "SUSPECT")
    alone = {"out": out, "precision": "f32"}
    said = plumbline.diagnose(q, k, v, lse=asked["lse"], **alone)
    assert said.summary == "the engine gives the log-sum-exp to the base 2" and '"lse_base":"2"' in str(said)
    said = plumbline.diagnose(q, k, v, lse=lse, lse_base="2", **alone)
    assert said.summary == "the engine gives the natural log-sum-exp" and '"lse_base":"e"' in str(said)


def test_early_rows_of_a_causal_prefill_see_nothing_of_later_parts():
    q, k, v = drawn(KEYS)
    outs, lses = split(q, k, v, of_starts([0, 16, 40, 60]), causal=True)
    assert numpy.isinf(lses[1:, :, :, :16]).all()
    out, lse = at_once(outs, lses)
    judged = plumbline.check(q, k, v, out=out, lse=lse, part_out=outs, part_lse=lses, part_starts=[0, 16, 40, 60],
                             causal=True, precision="f32")
    assert verdicts(judged) == RIGHT


def test_parts_of_a_ring_lie_scattered():
    q, k, v = drawn(5)
    part_of_key = numpy.minimum(numpy.arange(KEYS) // 10, 5 - numpy.arange(KEYS) // 10)  # in zigzag
    outs, lses = split(q, k, v, [numpy.flatnonzero(part_of_key == i) for i in range(3)])
    out, lse = ring(outs, lses)
    asked = {"out": out, "lse": lse, "part_out": [*outs], "part_lse": [*lses], "precision": "f32"}
    assert verdicts(plumbline.judge(q, k, v, part_of_key=part_of_key, **asked)) == RIGHT
    assert plumbline.judge(q, k, v, part_starts=[0, 20, 40, 60], **asked).report["parts"]["wrong"] == 3


def test_other_axes():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 60]))
    out, lse = at_once(outs, lses)
    turned = [x.swapaxes(-3, -2) for x in (q, k, v, out, outs)]
    judged = plumbline.judge(*turned[:3], out=turned[3], part_out=turned[4], part_lse=lses, lse=lse, layout="BSHD",
                             part_starts=[0, 20, 60], precision="f32")
    assert verdicts(judged) == RIGHT


def test_a_wrong_part_and_a_wrong_merge_are_named():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 40, 60]))
    asked = {"part_lse": lses, "part_starts": [0, 20, 40, 60], "precision": "f32", "save": False}
    with pytest.raises(AssertionError, match="merge      SUSPECT: the parts are averaged, regardless of their weights"):
        plumbline.check(q, k, v, out=outs.mean(0), part_out=outs, **asked)
    out, _ = at_once(outs, lses)
    outs[1, 0, 2, 3, 4] += 0.125
    with pytest.raises(AssertionError, match="parts      part 1 FAIL") as raised:
        plumbline.check(q, k, v, out=out, part_out=outs, **asked)
    parts = raised.value.judgement.report["parts"]
    assert parts["first"][0]["element"]["index"] == [0, 2, 3, 4]
    assert raised.value.judgement.report["tensors"]["output"]["verdict"] == "PASS"
    assert "the output is correct, but it is not the merge of these parts" in " ".join(raised.value.judgement.text().split())


def test_a_diagnosis_tells_of_parts_what_it_can():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 40, 60]))
    asked = {"part_lse": lses, "part_starts": [0, 20, 40, 60], "precision": "f32"}
    added = plumbline.diagnose(q, k, v, out=outs.sum(0), part_out=outs, **asked)
    assert added.summary == "the parts are added, not merged" and "fails" in str(added)
    assert added.report["inferred"][0]["cause"] == "merge"
    out, _ = at_once(outs, lses)
    other = outs.copy()
    other[2, 0, 0, 0, 0] += 0.5
    alone = plumbline.diagnose(q, k, v, out=out, part_out=other, **asked)
    assert alone.summary == "part 2 (keys 40 to 59) is wrong by itself, as the attention over its own keys"
    outs, lses = split(2 * q, k, v, of_starts([0, 20, 40, 60]))  # all by another scale: no part is told
    scaled = plumbline.diagnose(q, k, v, out=at_once(outs, lses)[0], part_out=outs, **{**asked, "part_lse": lses})
    assert "scale" in scaled.summary


def test_what_follows_from_right_parts_that_are_not_all():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 40]))
    out, _ = at_once(outs, lses)
    judged = plumbline.judge(q, k, v, out=out, part_out=outs, part_lse=lses, part_starts=[0, 20, 40], precision="f32")
    assert verdicts(judged) == ("FAIL", "PASS", "PASS")
    assert judged.report["parts"]["keys_in_no_part"] == 20 and judged.report["parts"]["first_in_no_part"] == 40
    said = "20 visible keys are in no part, the first of them key 40: a part is missing"
    assert said in " ".join(judged.text().split())


def test_a_cascade_that_stores_16_bits():
    types = pytest.importorskip("ml_dtypes")
    q, k, v = drawn(5, lambda x: x.astype(types.bfloat16))
    outs, lses = split(q, k, v, of_starts([0, 12, 24, 36, 48, 60]))
    outs, out, lse = outs.astype(types.bfloat16), None, None
    for other, other_lse in zip(outs.astype("f4"), lses):
        pair = (other, other_lse) if out is None else at_once(numpy.stack([out, other]), numpy.stack([lse, other_lse]))
        out, lse = pair[0].astype(types.bfloat16).astype("f4"), pair[1]
    asked = {"out": out.astype(types.bfloat16), "part_out": outs, "part_lse": lses, "part_starts": range(0, 61, 12)}
    asked["part_starts"] = [*asked["part_starts"]]
    judged = plumbline.judge(q, k, v, precision="bf16-flash", **asked)
    assert judged.report["parts"]["merge"]["passes_stored"]
    assert 'state "part" in the precision' in " ".join(judged.text().split())
    judged = plumbline.judge(q, k, v, precision="bf16-flash,part=bf16", **asked)
    assert verdicts(judged) == RIGHT


@pytest.mark.parametrize("changed, said", [
    ({"part_out": numpy.zeros((2, BATCH, HEADS, 5, DIM + 1), "f4")}, "part_out: shape"),
    ({"part_lse": numpy.zeros((3, BATCH, HEADS, 5), "f4")}, "part_lse: 3 parts do not match part_out's 2"),
    ({"part_starts": [0, 20]}, "part_starts: 2 numbers; expected 3"),
    ({"part_starts": [0, 20, 61]}, r"part_starts\[2\] is 61; expected 20 to 60"),
    ({"part_starts": None}, "part_starts: missing"),
    ({"sink": "zero"}, "part_out: cannot be combined with sink zero"),
    ({"lse_base": "10"}, "lse_base: '10' is not one of e, 2"),
])
def test_refuses(changed, said):
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 60]))
    asked = {"out": outs[0], "part_out": outs, "part_lse": lses, "part_starts": [0, 20, 60], **changed}
    with pytest.raises(plumbline.Refused, match=said):
        plumbline.judge(q, k, v, **asked)


# ---- merged exactly ----


def exact(outs, lses):
    most = lses.max(0)
    weights = numpy.exp(lses.astype("f8") - most)
    return (weights[..., None] * outs).sum(0) / weights.sum(0)[..., None], most + numpy.log(weights.sum(0))


def test_merges_into_balls_and_rounded():
    q, k, v = drawn(5)
    outs, lses = split(q, k, v, of_starts([0, 20, 40, 60]))
    out, lse = exact(outs, lses)
    balls, rounded = plumbline.merge(outs, lses), plumbline.merge([*outs], [*lses], to="f32")
    assert (abs(balls.out - out) <= balls.out_radius + 1e-14).all() and balls.out_radius.max() < 1e-12
    assert (abs(balls.lse - lse) <= balls.lse_radius + 1e-14).all() and balls.lse_radius.max() < 1e-13
    assert (rounded.out == rounded.out.astype("f4")).all() and rounded.out_radius is None
    assert abs(rounded.out - out).max() < 1e-6 and abs(rounded.lse - lse).max() < 1e-6
    nearest = plumbline.merge(outs, lses, to="f64")
    assert (abs(nearest.out - balls.out) <= balls.out_radius).all()


def test_merges_base_two():
    outs, lses = numpy.array([[[3.0]], [[6.0]]]), numpy.array([[0.0], [1.0]])
    merged = plumbline.merge(outs, lses, lse_base="2", to="f64")
    assert merged.out[0, 0] == 5 and merged.lse[0] == numpy.log2(3)
    balls = plumbline.merge(outs, lses, lse_base="2")
    assert abs(balls.out[0, 0] - 5) <= balls.out_radius[0, 0] < 1e-14


def test_merges_empty_parts():
    outs, lses = numpy.array([[[numpy.nan]], [[6.0]]]), numpy.array([[-numpy.inf], [1.5]])
    for to in (None, "f32"):
        merged = plumbline.merge(outs, lses, to=to)
        assert merged.out[0, 0] == 6 and merged.lse[0] == 1.5
        none = plumbline.merge(outs, numpy.full_like(lses, -numpy.inf), to=to)
        assert none.out[0, 0] == 0 and none.lse[0] == -numpy.inf


@pytest.mark.parametrize("outs, lses, said", [
    (numpy.zeros((2, 3, 4)), numpy.zeros((2, 4)), r"part_lse: shape \[2,4\] is not \[2,3\]"),
    (numpy.zeros((2, 3, 4)), numpy.full((2, 3), numpy.inf), r"part_lse: element \[0,0\] is inf; expected a number"),
    (numpy.full((2, 3, 4), numpy.nan), numpy.zeros((2, 3)), r"part_out: element \[0,0,0\] is nan; expected a finite"),
])
def test_refuses_to_merge(outs, lses, said):
    with pytest.raises(plumbline.Refused, match=said):
        plumbline.merge(outs, lses)


def test_refuses_no_part():
    with pytest.raises(TypeError, match="outs: no part"):
        plumbline.merge([], [])
