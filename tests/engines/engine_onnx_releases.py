"""ONNX Attention as older releases have it: the same opset, other functions.

onnx/reference/ops/op_attention.py of each release, and ONNX Runtime, each in an environment of its
own (requirements-onnx-*.txt):

onnx 1.18.0            query head h reads key head h mod key_heads; a cache does not move a causal
                       mask; inputs of rank 3 are reshaped to heads without transposing them
onnx <= 1.21.0         bias and mask, then the cap: a hidden key has the score -softcap and takes
ONNX Runtime <= 1.26   part in the softmax, and its value in the output
onnx <= 1.22.0         a row that sees no key is NaN; a causal mask beside nonpad_kv_seqlen is
                       top-left

NumPy arithmetic, in binary64 where 1.18.0 multiplies by a scale in binary64, then in float.
"""

import numpy as np

import elsewhere
import inputs
from case_file import Case

REFERENCE = "onnx ReferenceEvaluator Attention (opset 23)"
RUNTIME = "ONNX Runtime Attention (opset 23) (CPU)"

# How a case names it, the release, its environment, what evaluates.
RELEASES = {
    "1.18": ("onnx-reference-1.18", "1.18.0", "onnx-1.18", "reference", REFERENCE),
    "1.21": ("onnx-reference-1.21", "1.21.0", "onnx-1.21", "reference", REFERENCE),
    "1.22": ("onnx-reference-1.22", "1.22.0", "onnx-1.22", "reference", REFERENCE),
    "1.26": ("onnxruntime-1.26-attention23", "1.26.0", "onnx-1.21", "runtime", RUNTIME),
}


class Asked:
    """One question to a release, and how the case is to state it.  `past` keys are a cache."""

    def __init__(self, release, name, question, note, *, bias=None, allowed=None, lengths=None,
                 past=0, rank=4, wrong=False, stated=None, alignment=None, **attributes):
        self.release, self.name, self.note, self.wrong = release, name, note, wrong
        # Release 1.18 has one mask for all heads, and another map of heads.
        self.first = release == "1.18"
        self.stated = ({"gqa": "tile"} if self.first else {}) | (stated or {})
        self.alignment = alignment
        self.query, self.key, self.value = (array.astype(np.float32) for array in question)
        self.given = {}
        if bias is not None:
            self.given["bias"] = bias.astype(np.float32)
        if allowed is not None:
            self.given["allowed"] = allowed
        self.rank = rank
        self.tensors = self._tensors(past, lengths)
        self.attributes = attributes

    def _tensors(self, past, lengths):
        new = {"Q": self.query, "K": self.key[:, :, past:], "V": self.value[:, :, past:]}
        if self.rank == 3:
            new = {name: packed(array) for name, array in new.items()}
        masks = {} if not self.given or lengths is not None else {
            "attn_mask": next(iter(self.given.values()))}
        if masks and self.first:
            masks["attn_mask"] = masks["attn_mask"][0, 0]
        cache = {"past_key": self.key[:, :, :past], "past_value": self.value[:, :, :past]}
        counted = {} if lengths is None else {"nonpad_kv_seqlen": np.asarray(lengths)}
        return new | masks | (cache if past else {}) | counted

    def case(self, answer):
        prefix, version, _, _, engine = RELEASES[self.release]
        output = answer["output"]
        if self.rank == 3:
            output = output.reshape(*output.shape[:2], self.query.shape[1], -1).swapaxes(1, 2)
        return Case(
            name=f"{prefix}-f32-{self.name}", query=self.query, key=self.key, value=self.value,
            output=np.ascontiguousarray(output, dtype=np.float32), weights=answer.get("weights"),
            engine=engine, version=version, precision="f32", causal_alignment=self.alignment,
            parameters=self.stated, inputs=self.given, wrong=self.wrong, note=self.note)


def packed(array):
    batch, _, length, _ = array.shape
    return np.ascontiguousarray(array.transpose(0, 2, 1, 3)).reshape(batch, length, -1)


def mask_before_cap(release):
    question = inputs.needle(403, strength=1.2, **inputs.SMALL)
    bias = inputs.extra(404, 1, 1 if release == "1.18" else 4, 12, 12)
    order = {"softcap": 2.0, "softcap_order": "bias-mask-cap"}
    later = {"softcap": 2.0, "softcap_order": "cap-bias-mask"}
    causal = dict(is_causal=1, alignment="top-left", softcap=2.0)
    yield Asked(release, "softcap-2-causal", question,
                "the mask, then the cap: hidden keys take part with the score -2", stated=order,
                **causal)
    yield Asked(release, "softcap-2-bias", question, "the bias, then the cap", bias=bias,
                stated=order, softcap=2.0)
    if release != "1.18":  # which takes one or the other
        yield Asked(release, "softcap-2-bias-causal", question,
                    "the bias, the mask, then the cap", bias=bias, stated=order, **causal)
    yield Asked(release, "softcap-2-causal-as-cap-bias-mask", question,
                "stated wrongly: in the order of later releases, which the same opset now means",
                stated=later, wrong=True, **causal)


def empty_row(release):
    """Query 3 sees no key."""
    allowed = np.ones((1, 1, 12, 12), dtype=np.bool_)
    allowed[:, :, 3] = False
    for name, stated, wrong, note in (
            ("empty-row", "nan", False, "query 3 sees no key: NaN"),
            ("empty-row-as-zero", "zero", True, "stated wrongly: 0, as later releases")):
        yield Asked(release, name, inputs.needle(421, strength=1.2, **inputs.SMALL), note,
                    allowed=allowed, stated={"empty_row": stated}, wrong=wrong)


def cache(release, offset):
    """Four new queries after eight keys."""
    question = inputs.needle(422, strength=1.2, **inputs.SMALL | dict(query_length=4))
    asked = dict(past=8, is_causal=1)
    yield Asked(release, "cache", question, f"four queries after a cache of eight: offset {offset}",
                alignment={"offset": offset} if offset else "top-left", **asked)
    other = 0 if offset else 8
    yield Asked(release, f"cache-as-offset-{other}", question,
                f"stated wrongly: offset {other}, as other releases", wrong=True,
                alignment={"offset": other} if other else "top-left", **asked)


def counted_keys(release):
    """nonpad_kv_seqlen = 10 of 12 keys, four queries, causal."""
    question = inputs.needle(423, strength=1.2, **inputs.SMALL | dict(query_length=4))
    allowed = np.arange(12).reshape(1, 1, 1, 12) < 10
    for name, alignment, wrong, note in (
            ("counted-keys", "top-left", False, "ten of twelve keys count: top-left"),
            ("counted-keys-as-offset-6", {"offset": 6}, True,
             "stated wrongly: the last query at the last key, as later releases")):
        yield Asked(release, name, question, note, allowed=allowed, lengths=[10], opset=24,
                    is_causal=1, alignment=alignment, wrong=wrong)


def heads(release):
    question = inputs.needle(424, strength=1.2, **inputs.SMALL)
    for gqa in ("tile", "interleave"):
        wrong = gqa == "interleave"
        yield Asked(release, "gqa" + ("-as-interleave" if wrong else ""), question,
                    "stated wrongly: h / 2, as later releases" if wrong
                    else "query head h reads key head h mod 2", stated={"gqa": gqa}, wrong=wrong)
    equal = inputs.needle(425, strength=1.2, **inputs.SMALL | dict(key_heads=4))
    yield Asked(release, "rank-3", equal,
                "inputs [batch, length, heads * head_dim] are reshaped to [batch, heads, length, "
                "head_dim] without transposing: each head gets a piece of every head", rank=3, q_num_heads=4, kv_num_heads=4, wrong=True,
                stated={"gqa": "interleave"})


def softcap_first(release):
    question = inputs.needle(403, strength=1.2, **inputs.SMALL)
    yield Asked(release, "softcap-2-causal", question, "the cap, then the mask", is_causal=1,
                alignment="top-left", softcap=2.0, stated={"softcap": 2.0})


def questions():
    yield from heads("1.18")
    yield from cache("1.18", 0)
    for release in ("1.18", "1.21", "1.22"):
        yield from empty_row(release)
    for release in ("1.18", "1.21", "1.26"):
        yield from mask_before_cap(release)
    for release in ("1.21", "1.22"):
        yield from cache(release, 8)
    yield from softcap_first("1.22")
    yield from counted_keys("1.22")


def cases():
    asked = list(questions())
    for release, (_, version, environment, evaluator, _) in RELEASES.items():
        mine = [one for one in asked if one.release == release]
        answers = elsewhere.ask(environment, "onnx_attention.py",
                                [(one.tensors, one.attributes) for one in mine], version,
                                EVALUATOR=evaluator)
        for one, answer in zip(mine, answers):
            yield one.case(answer)
