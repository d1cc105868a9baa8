"""PyTorch's FlexAttention, uncompiled on the CPU: what a score_mod can state.

torch/_higher_order_ops/flex_attention.py, math_attention: query and key are converted to float
(double stays), scores are scaled, modified and masked in float, the softmax and the log-sum-exp are
float; P is rounded to the input dtype before it multiplies the values.

A sink is no score_mod, but the log-sum-exp that comes back makes one: the output times
sigmoid(lse - sink).  A sigmoid is a softmax over two: sigmoid attention is the sum, over keys, of
softmax attention to that key and a null key with a zero vector and a zero value.

ALiBi and tables of distances are score_mods too; windows, documents and prefixes are mask_mods.  A
score_mod has the indices of query and key, from 0 for both.
"""

import warnings

import torch
from torch.nn.attention.flex_attention import AuxRequest, create_block_mask, flex_attention

import inputs
from case_file import Case
from engine_torch import tensors, to_numpy

PRECISION = {"f64": "f64", "f32": "f32", "bf16": "bf16-flash"}


def causal(batch, head, q, k):
    return q >= k


def run(query, key, value, mask=None, **arguments):
    block_mask = None
    if mask is not None:
        block_mask = create_block_mask(mask, None, None, query.shape[2], key.shape[2],
                                       device="cpu")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="flex_attention called without torch.compile")
        output, besides = flex_attention(query, key, value, block_mask=block_mask,
                                         enable_gqa=True, return_aux=AuxRequest(lse=True),
                                         **arguments)
    return output, besides.lse


def case(name, dtype, question, answer, note, *, is_causal=True, with_lse=True, **fields):
    """`answer` takes query, key and value and returns output and log-sum-exp."""
    query, key, value = tensors(question, dtype)
    output, lse = answer(query, key, value)
    return Case(
        name=f"flex-{dtype}-{name}",
        query=to_numpy(query), key=to_numpy(key), value=to_numpy(value), output=to_numpy(output),
        lse=to_numpy(lse) if with_lse else None,
        engine="PyTorch flex_attention (uncompiled, CPU)", version=torch.__version__,
        precision=PRECISION[dtype], causal_alignment="top-left" if is_causal else None, note=note,
        **fields)


def softcaps():
    question = inputs.needle(671, strength=1.2, **inputs.SMALL)

    def capped(score, batch, head, q, k):
        return 2.0 * torch.tanh(score / 2.0)

    for dtype in PRECISION:
        yield case("softcap-2", dtype, question,
                   lambda *asked: run(*asked, mask=causal, score_mod=capped),
                   "score_mod 2 tanh(score / 2), causal: the mask comes after score_mod",
                   parameters={"softcap": 2.0})


def biases():
    question = inputs.needle(672, strength=1.2, **inputs.SMALL)
    bias = torch.from_numpy(inputs.alibi(4, 12, 12)).float()

    def added(score, batch, head, q, k):
        return score + bias[0, head, q, k]

    def capped_then_added(score, batch, head, q, k):
        return 2.0 * torch.tanh(score / 2.0) + bias[0, head, q, k]

    def added_then_capped(score, batch, head, q, k):
        return 2.0 * torch.tanh((score + bias[0, head, q, k]) / 2.0)

    tensor = {"bias": to_numpy(bias)}
    for dtype in ("f32", "bf16"):
        yield case("alibi", dtype, question,
                   lambda *asked: run(*asked, mask=causal, score_mod=added),
                   "the bias of ALiBi, slope * (j - t), in float whatever the inputs",
                   inputs=tensor)
    yield case("softcap-2-then-alibi", "f32", question,
               lambda *asked: run(*asked, mask=causal, score_mod=capped_then_added),
               "the cap before the bias", inputs=tensor, parameters={"softcap": 2.0})
    for order, wrong in (("bias-cap-mask", False), ("cap-bias-mask", True)):
        yield case("alibi-then-softcap-2" + ("-as-cap-bias-mask" if wrong else ""), "f32",
                   question, lambda *asked: run(*asked, mask=causal, score_mod=added_then_capped),
                   "stated wrongly: as if the cap came before the bias" if wrong
                   else "the bias before the cap, as FlashInfer does with ALiBi", inputs=tensor,
                   parameters={"softcap": 2.0, "softcap_order": order}, wrong=wrong)


def sinks():
    question = inputs.needle(673, strength=1.2, **inputs.SMALL)
    logits = torch.tensor([-1e4, 0.0, 50.0, 2.5])

    def with_sink(query, key, value, mask=causal, **arguments):
        output, lse = run(query, key, value, mask=mask, **arguments)
        factor = torch.sigmoid(lse - logits[None, :, None])
        return (output * factor[..., None]).to(query.dtype), lse

    yield case("sinks-from-lse", "f32", question, with_sink,
               "the output times sigmoid(lse - sink); the lse is that without the sink",
               parameters={"sink": "logit", "lse_sink": "excluded"},
               inputs={"sinks": to_numpy(logits)})
    yield case("sinks-from-lse-as-included", "f32", question, with_sink,
               "stated wrongly: as if the lse included the sink",
               parameters={"sink": "logit", "lse_sink": "included"},
               inputs={"sinks": to_numpy(logits)}, wrong=True)


def key0_bias():
    question = inputs.needle(674, strength=1.2, **inputs.SMALL)
    added = torch.tensor([-3.0, 0.0, 5.0, 2.5])

    def biased(score, batch, head, q, k):
        return torch.where(k == 0, score + added[head], score)

    yield case("key0-bias", "f32", question,
               lambda *asked: run(*asked, mask=causal, score_mod=biased),
               "a number for each head added to the score of key 0",
               parameters={"sink": "key0-bias"}, inputs={"key0_bias": to_numpy(added)})


def first_keys():
    shape = inputs.SMALL | dict(query_length=8, key_length=14)

    def visible(batch, head, q, k):
        return (q >= k) | (k < 3)

    yield case("first-keys", "f32", inputs.needle(675, strength=1.2, **shape),
               lambda *asked: run(*asked, mask=visible),
               "the first 3 keys are visible to every query, whatever the causal mask",
               parameters={"sink": "first-keys", "sink_keys": 3})


def sigmoid_by_pairs(query, key, value):
    """One call for each key: sigmoid(x) is the first of softmax([x, 0])."""
    total = torch.zeros_like(query)
    for j in range(key.shape[2]):
        pair = [torch.cat([tensor[:, :, j:j + 1], torch.zeros_like(tensor[:, :, j:j + 1])], dim=2)
                for tensor in (key, value)]
        total += run(query, *pair)[0]
    return total, None


def sigmoids():
    yield case("sigmoid-by-pairs", "f32", inputs.needle(676, strength=1.2, **inputs.SMALL),
               sigmoid_by_pairs, "sigmoid attention as a sum of softmax attentions to one key and a "
               "null key each", is_causal=False, with_lse=False, operator="sigmoid")


# Slopes of ALiBi for 4 heads: powers of two, so that their multiples are exact.
SLOPES = torch.tensor([2.0 ** (-2 * (h + 1)) for h in range(4)])
LINEAR_BIASES = {
    "relative": lambda score, batch, head, q, k: score + SLOPES[head] * (k - q),
    "key": lambda score, batch, head, q, k: score + SLOPES[head] * k,
    "symmetric": lambda score, batch, head, q, k: score - SLOPES[head] * (k - q).abs(),
    "scaled-key": lambda score, batch, head, q, k: score + 0.25 * SLOPES[head] * k,
}


def linear_biases():
    question = inputs.needle(677, strength=1.2, **inputs.SMALL)

    def alibi(form, **stated):
        return {"position": "alibi", "alibi_form": form} | stated

    for form, added in LINEAR_BIASES.items():
        is_causal = form != "symmetric"
        yield case(f"position-alibi-{form}", "f32", question,
                   lambda *asked: run(*asked, mask=causal if is_causal else None, score_mod=added),
                   f"ALiBi, {form}; the lse tells it from the others", is_causal=is_causal,
                   parameters=alibi(form))
    yield case("position-alibi-relative", "bf16", question,
               lambda *asked: run(*asked, mask=causal, score_mod=LINEAR_BIASES["relative"]),
               "ALiBi, slope * (j - t)", parameters=alibi("relative"))
    steep = torch.tensor([0.75, 0.5, 0.3, 0.1])
    yield case("position-alibi-slopes", "f32", question,
               lambda *asked: run(*asked, mask=causal, score_mod=lambda score, batch, head, q, k:
                                  score + steep[head] * (k - q)),
               "slopes that are stated", parameters=alibi("relative"),
               inputs={"slopes": to_numpy(steep)})
    yield case("position-alibi-then-softcap-2", "f32", question,
               lambda *asked: run(*asked, mask=causal, score_mod=lambda score, batch, head, q, k:
                                  2.0 * torch.tanh((score + SLOPES[head] * (k - q)) / 2.0)),
               "ALiBi before the cap, as FlashInfer does",
               parameters=alibi("relative", softcap=2.0, softcap_order="bias-cap-mask"))
    yield case("position-alibi-key-as-relative", "f32", question,
               lambda *asked: run(*asked, mask=causal, score_mod=LINEAR_BIASES["key"]),
               "stated wrongly: slope * (j - t), which has the same weights and another lse",
               parameters=alibi("relative"), wrong=True)
    yield from linear_biases_with_sinks(question, alibi)


def linear_biases_with_sinks(question, alibi):
    logits = torch.tensor([0.0, 2.0, -1.0, 2.5])

    def with_sink(query, key, value):
        output, lse = run(query, key, value, mask=causal, score_mod=LINEAR_BIASES["key"])
        return output * torch.sigmoid(lse - logits[None, :, None])[..., None], lse

    for form in ("key", "relative"):
        wrong = form == "relative"
        yield case("position-alibi-key-sinks" + ("-as-relative" if wrong else ""), "f32", question,
                   with_sink, "stated wrongly: slope * (j - t), which beside a sink has other "
                   "weights" if wrong else "slope * j beside a sink", with_lse=False, wrong=wrong,
                   parameters=alibi(form, sink="logit"), inputs={"sinks": to_numpy(logits)})


def relative_tables():
    """A number for each head and each distance, of which 3 and more are one."""
    question = inputs.needle(678, strength=1.2, **inputs.SMALL)
    table = torch.from_numpy(inputs.extra(679, 7, 4)).float()

    def added(score, batch, head, q, k):
        return score + table[(k - q).clamp(-3, 3) + 3, head]

    for wrong in (False, True):
        stated = table.flip(0) if wrong else table
        yield case("relative-table" + ("-reversed" if wrong else ""), "f32", question,
                   lambda *asked: run(*asked, score_mod=added),
                   "stated wrongly: distances counted as t - j" if wrong
                   else "a table of clipped distances, on either side", is_causal=False,
                   parameters={"position": "relative-table"},
                   inputs={"position_table": to_numpy(stated.contiguous())}, wrong=wrong)


def masks():
    question = inputs.needle(680, strength=1.2, **inputs.SMALL)

    def four_keys(batch, head, q, k):
        return (q >= k) & (q - k < 4)

    def band(batch, head, q, k):
        return (k >= q - 2) & (k <= q + 3)

    def prefix(batch, head, q, k):
        return (q >= k) | (k < 5)

    def first_and_recent(batch, head, q, k):
        return (q >= k) & ((k < 2) | (q - k < 3))

    def chunk(batch, head, q, k):
        return (q >= k) & (q // 5 == k // 5)

    for name, mask, stated, note in (
            ("window-4", four_keys, {"window": {"left": 3}}, "a sliding window of four keys"),
            ("window-2-3", band, {"window": {"left": 2, "right": 3}, "mask": "none"},
             "two keys before, three after"),
            ("prefix-5", prefix, {"mask": "prefix", "prefix": 5}, "prefix-LM: 5 keys for all"),
            ("streaming-2-3", first_and_recent, {"streaming": {"first": 2, "recent": 3}},
             "the first two keys and the last three"),
            ("chunk-5", chunk, {"chunk": 5}, "chunks of five keys")):
        yield case(name, "f32", question, lambda *asked: run(*asked, mask=mask), note,
                   is_causal="mask" not in stated, parameters=stated)
    yield case("window-4-as-left-4", "f32", question, lambda *asked: run(*asked, mask=four_keys),
               "stated wrongly: five keys", parameters={"window": {"left": 4}}, wrong=True)
    yield from documents(question)


def documents(question):
    """Documents of 5, 4 and 3 tokens in one row."""
    numbers = torch.tensor([0] * 5 + [1] * 4 + [2] * 3)

    def same_document(batch, head, q, k):
        return (q >= k) & (numbers[q] == numbers[k])

    segments = to_numpy(numbers[None])
    one = to_numpy(torch.zeros_like(numbers)[None])
    for dtype in ("f32", "bf16"):
        yield case("documents", dtype, question, lambda *asked: run(*asked, mask=same_document),
                   "three packed documents, causal",
                   inputs={"query_segments": segments, "key_segments": segments})
    yield case("documents-as-one", "f32", question,
               lambda *asked: run(*asked, mask=same_document), "stated wrongly: as one document",
               inputs={"query_segments": one, "key_segments": one}, wrong=True)


def cases():
    torch.set_num_threads(1)
    for group in (softcaps, biases, sinks, key0_bias, first_keys, sigmoids, linear_biases,
                  relative_tables, masks):
        yield from group()
