"""Operators that no installed engine has, as plain PyTorch operations.

The formulas of arXiv 2410.10781 in the order of its released code
(github.com/sail-sg/Attention-Sink, lit_gpt/model_attn_sim.py, model_attn_kernel.py,
model_kv_bias.py), of ReLU attention (arXiv 2309.08586), of softpick (arXiv 2504.20966), of clipped
softmax (arXiv 2306.12929), of gated attention (arXiv 2505.06708), of relative positions (arXiv 1803.02155) and of the softmax off by
one.  Every function is written from its formula; the buckets of distances are those of T5 in
transformers.

Scores are a matmul times the scale.  Without a softmax, hidden keys are multiplied by 0 after the
similarity and before the normalisation, which is the same as hiding them; with a softmax they get
-infinity.  The normalisations add 1e-8 to the sum, or divide by abs(sum) where that is above 1.  All
steps stay in the input dtype, in bfloat16 each is stored.
"""

import torch
from torch.nn.functional import elu
from transformers.models.t5.modeling_t5 import T5Attention

import inputs
from case_file import Case
from engine_torch import tensors, to_numpy

PRECISION = {"f64": "f64", "f32": "f32", "bf16": "bf16-eager"}
EPSILON = 1e-8


def repeated(key, heads):
    return key.repeat_interleave(heads // key.shape[1], dim=1)


def visible_keys(query, key):
    return torch.ones(query.shape[2], key.shape[2], dtype=query.dtype).tril()


def products(query, key):
    scale = query.shape[-1] ** -0.5
    return query @ repeated(key, query.shape[1]).transpose(-2, -1) * scale


def masked_products(query, key):
    return products(query, key).masked_fill(visible_keys(query, key) == 0, float("-inf"))


# What follows the similarity.

def unnormalised(weights):
    return weights


def over_sum(weights):
    return weights / (weights.sum(dim=-1, keepdim=True) + EPSILON)


def over_absolute_sum(weights):
    return weights.abs() / (weights.abs().sum(dim=-1, keepdim=True) + EPSILON)


def over_at_least_one(weights):
    return weights / weights.sum(dim=-1, keepdim=True).abs().clamp(min=1)


def over_key_length(weights):
    return weights / weights.shape[-1]


NORMALISATIONS = {"none": unnormalised, "sum": over_sum, "absolute-sum": over_absolute_sum,
                  "at-least-one": over_at_least_one, "key-length": over_key_length}

SIMILARITIES = {"sigmoid": torch.sigmoid, "elu": lambda x: elu(x) + 1.0, "identity": lambda x: x,
                "relu": torch.relu, "squared-relu": lambda x: torch.relu(x).square()}


def similarity_weights(similarity, normalisation, query, key):
    similar = SIMILARITIES[similarity](products(query, key)) * visible_keys(query, key)
    return NORMALISATIONS[normalisation](similar)


def kernel_weights(features, normalisation, query, key):
    similar = products_of(features, query, key) * visible_keys(query, key)
    return NORMALISATIONS[normalisation](similar)


def products_of(features, query, key):
    """The scale is that of the head, whatever the number of features."""
    scale = query.shape[-1] ** -0.5
    mapped = repeated(features(key), query.shape[1])
    return features(query) @ mapped.transpose(-2, -1) * scale


# Softmax and its relatives.

def softmax(query, key):
    return torch.softmax(masked_products(query, key), dim=-1)


def power_softmax(power, query, key):
    scores = masked_products(query, key)
    exponentials = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return exponentials / exponentials.pow(power).sum(dim=-1, keepdim=True).pow(1.0 / power)


def clipped_softmax(gamma, zeta, query, key):
    return torch.clip((zeta - gamma) * softmax(query, key) + gamma, 0.0, 1.0)


def softpick(query, key):
    scores = masked_products(query, key)
    most = scores.max(dim=-1, keepdim=True).values
    differences = torch.exp(scores - most) - torch.exp(-most)
    absolute = differences.abs() * visible_keys(query, key)  # hidden: abs(0 - e^-m) is not 0
    return torch.relu(differences) / (absolute.sum(dim=-1, keepdim=True) + EPSILON)


def off_by_one(query, key):
    scores = masked_products(query, key)
    most = scores.max(dim=-1, keepdim=True).values.clamp(min=0)
    exponentials = torch.exp(scores - most)
    return exponentials / (torch.exp(-most) + exponentials.sum(dim=-1, keepdim=True))


def with_null_key(k_star, query, key):
    """Softmax weights of an extra first key, visible to all, and of the others."""
    batch, heads, length, width = query.shape
    first = (query @ k_star.to(query.dtype).expand(heads, width)[None, :, :, None]) * width ** -0.5
    scores = torch.cat([first, masked_products(query, key)], dim=-1)
    weights = torch.softmax(scores, dim=-1)
    return weights[..., :1], weights[..., 1:]


# Cases.

def case(name, dtype, question, answer, note, operator, parameters=None, extra=None, *,
         source="arXiv 2410.10781", wrong=False):
    """`answer` takes query, key and value; returns weights and output."""
    query, key, value = tensors(question, dtype)
    weights, output = answer(query, key, value)
    return Case(
        name=f"formula-{dtype}-{name}", query=to_numpy(query), key=to_numpy(key),
        value=to_numpy(value), output=to_numpy(output), weights=to_numpy(weights),
        engine=f"PyTorch eager, formula of {source}", version=torch.__version__,
        precision=PRECISION[dtype], causal_alignment="top-left", operator=operator,
        parameters=parameters or {},
        inputs={name: to_numpy(tensor) for name, tensor in (extra or {}).items()}, wrong=wrong,
        note=note)


def from_weights(function):
    def answer(query, key, value):
        weights = function(query, key)
        return weights, weights @ repeated(value, query.shape[1])
    return answer


def similarities(question):
    for similarity, normalisations in (("sigmoid", ("none", "sum")), ("elu", ("none", "sum")),
                                       ("identity", ("none", "at-least-one", "absolute-sum"))):
        for normalisation in normalisations:
            def weights(query, key, s=similarity, n=normalisation):
                return similarity_weights(s, n, query, key)
            for dtype in ("f32",) if similarity == "identity" else ("f32", "bf16"):
                yield case(f"{similarity}-{normalisation}", dtype, question, from_weights(weights),
                           "the metric's proxy for signed weights"
                           if normalisation == "absolute-sum"
                           else f"similarity {similarity}, normalisation {normalisation}",
                           similarity, {"normalisation": normalisation})


def rectified(question):
    """ReLU attention: hidden keys count in the length, the paper knows none."""
    for power in ("relu", "squared-relu"):
        def weights(query, key, s=power):
            return similarity_weights(s, "key-length", query, key)
        for dtype in ("f32", "bf16"):
            yield case(f"{power}-key-length", dtype, question, from_weights(weights),
                       f"similarity {power}, divided by the length", power,
                       {"normalisation": "key-length"}, source="arXiv 2309.08586")
    yield case("relu-key-length-as-none", "f32", question,
               from_weights(lambda query, key: similarity_weights("relu", "key-length", query, key)),
               "stated wrongly: not divided by the length", "relu", {"normalisation": "none"},
               source="arXiv 2309.08586", wrong=True)


def kernels(question):
    inner, outer = (torch.from_numpy(inputs.extra(seed, *shape)).float() / 4.0
                    for seed, shape in ((692, (24, 16)), (693, (20, 24))))

    def elu_features(vector):
        return elu(vector) + 1.0

    def mlp_features(vector):
        hidden = torch.relu(vector @ inner.to(vector.dtype).T)
        return hidden @ outer.to(vector.dtype).T

    for operator, features, normalisations, extra in (
            ("elu-kernel", elu_features, ("none", "sum"), {}),
            ("mlp-kernel", mlp_features, ("none", "at-least-one"), {"w1": inner, "w2": outer})):
        for normalisation in normalisations:
            def weights(query, key, f=features, n=normalisation):
                return kernel_weights(f, n, query, key)
            yield case(f"{operator}-{normalisation}", "f32", question, from_weights(weights),
                       "16 dimensions, 24 hidden units, 20 features" if extra else
                       "phi(u) = elu(u) + 1 on queries and keys", operator,
                       {"normalisation": normalisation}, extra)


def null_keys(question):
    k_star = torch.from_numpy(inputs.extra(694, 4, 16)).float()
    v_star = torch.from_numpy(inputs.extra(695, 4, 16)).float()

    def answer(query, key, value, stars=(k_star, v_star)):
        null, weights = with_null_key(stars[0], query, key)
        output = weights @ repeated(value, query.shape[1])
        if stars[1] is not None:
            output = output + null * stars[1].expand(4, 16)[None, :, None, :]
        return weights, output

    yield case("kv-bias", "f32", question, answer, "KV biases, one for each query head",
               "softmax", {"sink": "key-value"}, {"k_star": k_star, "v_star": v_star})
    yield case("kv-bias-shared", "f32", question,
               lambda *asked: answer(*asked, stars=(k_star[0], v_star[0])),
               "KV biases, one for all heads", "softmax", {"sink": "key-value"},
               {"k_star": k_star[0], "v_star": v_star[0]})
    yield case("k-bias", "f32", question, lambda *asked: answer(*asked, stars=(k_star, None)),
               "K biases: the value is zero", "softmax", {"sink": "key"}, {"k_star": k_star})
    of_key_heads = k_star[:2], v_star[:2]
    yield case("sink-token", "f32", question,
               lambda *asked: answer(*asked, stars=tuple(star.repeat_interleave(2, dim=0)
                                                         for star in of_key_heads)),
               "a learnable sink token: key and value belong to key heads", "softmax",
               {"sink": "token"}, {"k_star": of_key_heads[0], "v_star": of_key_heads[1]})

    def with_value_bias(query, key, value):
        weights = softmax(query, key)
        return weights, weights @ repeated(value, 4) + v_star[None, :, None, :]

    yield case("v-bias", "f32", question, with_value_bias, "V biases, added after attention",
               "softmax", extra={"v_bias": v_star})


def softmax_relatives(question):
    yield case("scaled-softmax", "f32", question,
               from_weights(lambda query, key: 0.625 * softmax(query, key)), "rows sum to 0.625",
               "scaled-softmax", {"alpha": 0.625})
    for power, text in ((2.0, "2"), (0.5, "half")):
        yield case(f"power-softmax-{text}", "f32", question,
                   from_weights(lambda query, key, p=power: power_softmax(p, query, key)),
                   f"normalised to 1 in the {power:g}-norm", "power-softmax", {"power": power})
    yield case("off-by-one", "f32", question, from_weights(off_by_one),
               "1 in the denominator, the maximum at least 0", "softmax", {"sink": "zero"},
               source="Miller 2023")
    for gamma, zeta, clips in ((-0.1, 1.1, "both-sides"), (-0.03, 1.0, "below")):
        yield case(f"clipped-softmax-{clips}", "f32", question,
                   from_weights(lambda query, key, g=gamma, z=zeta:
                                clipped_softmax(g, z, query, key)),
                   "small weights are clipped to 0" + (", large ones to 1" if zeta > 1 else ""),
                   "clipped-softmax", {"gamma": gamma, "zeta": zeta}, source="arXiv 2306.12929")
    yield case("softpick", "f32", question, from_weights(softpick),
               "negative scores get no weight but count in the denominator", "softpick",
               source="arXiv 2504.20966")


def doubles(question):
    """Where binary32 is too coarse to tell a formula from one that is nearly the same."""
    yield case("sigmoid-sum", "f64", question,
               from_weights(lambda query, key: similarity_weights("sigmoid", "sum", query, key)),
               "in binary64 an epsilon of 1e-8 shows", "sigmoid", {"normalisation": "sum"})
    yield case("softpick", "f64", question, from_weights(softpick),
               "in binary64 an epsilon of 1e-8 shows", "softpick", source="arXiv 2504.20966")
    yield case("power-softmax-half", "f64", question,
               from_weights(lambda query, key: power_softmax(0.5, query, key)),
               "normalised to 1 in the 0.5-norm", "power-softmax", {"power": 0.5})
    yield case("sigmoid-sum-without-epsilon", "f64", question,
               from_weights(lambda query, key: similarity_weights("sigmoid", "sum", query, key)),
               "stated wrongly: an epsilon of 0", "sigmoid",
               {"normalisation": "sum", "epsilon": 0.0}, wrong=True)


def gates(question):
    for name, shape in (("element", (1, 4, 12, 16)), ("head", (1, 4, 12))):
        gate = torch.from_numpy(2.0 * inputs.extra(696, *shape)).float()

        def gated(query, key, value, g=gate):
            weights = softmax(query, key)
            factor = torch.sigmoid(g if g.dim() == 4 else g[..., None])
            return weights, weights @ repeated(value, 4) * factor

        yield case(f"gate-{name}", "f32", question, gated,
                   f"output times sigmoid(gate), one gate for each {name}", "softmax",
                   extra={"gate": gate}, source="arXiv 2505.06708")


# Positions and heads.

def distances(query, key):
    return torch.arange(key.shape[2])[None] - torch.arange(query.shape[2])[:, None]


def with_added(function):
    """Softmax attention; `function` of query and key is added to the masked scores."""
    def answer(query, key, value):
        weights = torch.softmax(masked_products(query, key) + function(query, key), dim=-1)
        return weights, weights @ repeated(value, query.shape[1])
    return answer


def bucket_numbers(query, key):
    """The released code adds the number of the bucket itself, the same for all heads."""
    return T5Attention._relative_position_bucket(
        distances(query, key), bidirectional=False, num_buckets=8, max_distance=10).to(query.dtype)


def relative_positions(question):
    rule = {"direction": "causal", "buckets": 8, "max_distance": 10}
    yield case("bucket-index", "f32", question, with_added(bucket_numbers),
               "the number of the bucket, 8 up to 10, is added to the score", "softmax",
               {"position": "bucket-index"} | rule)
    yield case("bucket-index-as-both", "f32", question, with_added(bucket_numbers),
               "stated wrongly: two-sided buckets", "softmax",
               {"position": "bucket-index"} | rule | {"direction": "both"}, wrong=True)
    of_keys, of_values = (torch.from_numpy(inputs.extra(seed, 7, 16)).float()
                          for seed in (697, 698))

    def shaw(query, key, value):
        index = distances(query, key).clamp(-3, 3) + 3
        scale = query.shape[-1] ** -0.5
        added = torch.einsum("bhtc,tjc->bhtj", query, of_keys[index]) * scale
        weights = torch.softmax(masked_products(query, key) + added, dim=-1)
        output = weights @ repeated(value, query.shape[1])
        return weights, output + torch.einsum("bhtj,tjc->bhtc", weights, of_values[index])

    for wrong in (False, True):
        tables = {"position_table": of_keys} | ({} if wrong else {"position_values": of_values})
        yield case("shaw-values" + ("-left-out" if wrong else ""), "f32", question, shaw,
                   "stated wrongly: without the table of values" if wrong
                   else "a vector for each distance joins the key, another the value", "softmax",
                   {"position": "shaw"}, tables, source="arXiv 1803.02155", wrong=wrong)


def tiled_heads(question):
    """Query head h reads key head h mod 2, as onnx 1.18 and 1.19.0 did."""
    def tiled(query, key, value):
        key, value = (tensor.repeat(1, 2, 1, 1) for tensor in (key, value))
        weights = softmax(query, key)
        return weights, weights @ value

    for gqa in ("tile", "interleave"):
        wrong = gqa == "interleave"
        yield case("tile" + ("-as-interleave" if wrong else ""), "f32", question, tiled,
                   "stated wrongly: query head h reads key head h / 2" if wrong
                   else "query head h reads key head h mod 2", "softmax", {"gqa": gqa},
                   source="onnx 1.18", wrong=wrong)


def wrong_conventions(question):
    yield case("sigmoid-sum-as-none", "f32", question,
               from_weights(lambda query, key: similarity_weights("sigmoid", "sum", query, key)),
               "stated wrongly: without its normalisation", "sigmoid",
               {"normalisation": "none"}, wrong=True)
    yield case("elu-kernel-as-elu", "f32", question,
               from_weights(lambda query, key: kernel_weights(lambda u: elu(u) + 1.0, "none",
                                                              query, key)),
               "stated wrongly: elu + 1 of the score in place of elu + 1 of query and key", "elu",
               wrong=True)
    yield case("softpick-hidden-counted", "f32", question,
               from_weights(softpick_counting_hidden),
               "wrong code: hidden keys count abs(0 - e^-m) in the denominator", "softpick",
               source="arXiv 2504.20966", wrong=True)


def softpick_counting_hidden(query, key):
    scores = masked_products(query, key)
    most = scores.max(dim=-1, keepdim=True).values
    differences = torch.exp(scores - most) - torch.exp(-most)
    return torch.relu(differences) / (differences.abs().sum(dim=-1, keepdim=True) + EPSILON)


def cases():
    torch.set_num_threads(1)
    question = inputs.needle(691, strength=1.0, **inputs.SMALL)
    for group in (similarities, rectified, kernels, null_keys, softmax_relatives, doubles, gates,
                  relative_positions, tiled_heads, wrong_conventions):
        yield from group(question)
