"""PyTorch's FlexAttention, uncompiled on the CPU: what a score_mod can say.

torch/_higher_order_ops/flex_attention.py, math_attention: query and key are converted to float
(double stays), scores are scaled, modified and masked in float, the softmax and the log-sum-exp are
float; P is rounded to the input dtype before it multiplies the values.

A sink is no score_mod, but the log-sum-exp that comes back makes one: the output times
sigmoid(lse - sink).  A sigmoid is a softmax over two: sigmoid attention is the sum, over keys, of
softmax attention to that key and a null key with a zero vector and a zero value.
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


def cases():
    torch.set_num_threads(1)
    for group in (softcaps, biases, sinks, key0_bias, first_keys, sigmoids):
        yield from group()
