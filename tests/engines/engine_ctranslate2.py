"""CTranslate2 on a CPU, whose attention is reached through a whole model only.

So the model must not change inputs and output.  It is a decoder of one layer.  Token t is the unit
vector t, of a width that is a power of four, so that its root mean square norm is exact (epsilon 0)
and row t of the projection is query, key and value of token t as stated; the feed-forward
part adds 0; output projection and vocabulary are unit matrices.  The logits beyond the token's own
are exactly the output of the attention.

src/layers/attention.cc: scores are a matmul times the scale, in float, and biases are added; the
softmax takes the keys up to a length, with a vectorised exponential of this library
(src/cpu/vec_avx512.h); everything is float.  The mask is causal.  ALiBi is
slope * (j - (length - 1)).
"""

import tempfile

import ctranslate2
import numpy as np
from ctranslate2.specs import transformer_spec
from ctranslate2.specs.attention_spec import RotaryScalingType

import inputs
from case_file import Case

HEADS, LENGTH, HEAD_DIM, WIDTH = 4, 12, 16, 256
FIRST = LENGTH  # of the elements that the attention's output is added to


def linear(part, weight):
    part.weight = np.ascontiguousarray(weight, np.float32)
    part.bias = np.zeros(weight.shape[0], np.float32)


def rows(array):
    """[1, heads, length, head_dim] as the weights of a projection from unit vectors."""
    made = np.zeros((array.shape[1] * array.shape[3], WIDTH), np.float32)
    made[:, :LENGTH] = array[0].transpose(0, 2, 1).reshape(-1, LENGTH)
    return made


def specification(query, key, value, options, finish):
    decoder = transformer_spec.TransformerDecoderSpec(
        1, HEADS, with_encoder_attention=False, no_final_norm=True, rms_norm=True,
        num_heads_kv=key.shape[1], head_dim=HEAD_DIM, **options)
    decoder.scale_embeddings = False
    decoder.embeddings.weight = np.eye(WIDTH, dtype=np.float32)
    decoder.projection.weight = np.eye(WIDTH, dtype=np.float32)
    layer = decoder.layer[0]
    layer.self_attention.layer_norm.gamma = np.full(WIDTH, WIDTH ** -0.5, np.float32)
    linear(layer.self_attention.linear[0], np.concatenate([rows(query), rows(key), rows(value)]))
    linear(layer.self_attention.linear[1], np.eye(WIDTH, HEADS * HEAD_DIM, -FIRST))
    layer.ffn.layer_norm.gamma = np.ones(WIDTH, np.float32)
    linear(layer.ffn.linear_0, np.zeros((WIDTH, WIDTH)))
    linear(layer.ffn.linear_1, np.zeros((WIDTH, WIDTH)))
    if hasattr(decoder, "position_encodings"):
        decoder.position_encodings.encodings = np.zeros((LENGTH, WIDTH), np.float32)
    finish(layer.self_attention)
    model = transformer_spec.TransformerDecoderModelSpec(decoder)
    model.config.layer_norm_epsilon = 0.0
    model.config.bos_token = model.config.eos_token = model.config.unk_token = "0"
    model.register_vocabulary([str(number) for number in range(WIDTH)])
    model.validate()
    model.optimize()
    return model


def answered(query, key, value, options, finish):
    with tempfile.TemporaryDirectory() as folder:
        specification(query, key, value, options, finish).save(folder)
        generator = ctranslate2.Generator(folder, device="cpu", compute_type="float32",
                                          intra_threads=1)
        logits = np.array(generator.forward_batch([list(range(LENGTH))]))[0]
    if not np.array_equal(logits[:, :LENGTH], np.eye(LENGTH)):
        raise RuntimeError("the model does not leave its tokens as they are")
    output = logits[:, FIRST:FIRST + HEADS * HEAD_DIM].reshape(LENGTH, HEADS, HEAD_DIM)
    output = output.transpose(1, 0, 2)[None]
    group = HEADS // key.shape[1]
    if "relative_position" not in options and not np.array_equal(
            output[:, :, 0], np.repeat(value[:, :, 0], group, axis=1)):
        raise RuntimeError("the values are not the stated ones")
    return np.ascontiguousarray(output)


def case(name, note, options, stated, *, key_heads=2, finish=lambda attention: None, given=None,
         wrong=False, scale="1/sqrt(head_dim)"):
    query, key, value = (array.astype(np.float32) for array in inputs.needle(
        1501, strength=1.2, **inputs.SMALL | dict(key_heads=key_heads)))
    return Case(
        name=f"ctranslate2-f32-{name}", query=query, key=key, value=value,
        output=answered(query, key, value, options, finish), engine="CTranslate2 decoder (CPU)",
        version=ctranslate2.__version__, precision="f32-fast-exp", causal_alignment="top-left",
        scale=scale, parameters=stated, inputs=given or {}, note=note, wrong=wrong)


ROPE = {"position": "rope"}
HALF = dict(rotary_dim=0, rotary_interleave=False)


def rotations():
    interleaved = ROPE | {"rope_layout": "interleaved"}
    yield case("rope-half", "pairs (m, m + 8)", HALF, ROPE)
    yield case("rope-interleaved", "pairs (2m, 2m + 1)", dict(rotary_dim=0), interleaved)
    yield case("rope-interleaved-as-half", "stated wrongly: pairs (m, m + 8)", dict(rotary_dim=0),
               ROPE, wrong=True)
    yield case("rope-partial", "8 of 16 elements", HALF | dict(rotary_dim=8),
               ROPE | {"rope_dim": 8})
    yield case("rope-base-500000", "the base of Llama 3", HALF | dict(rotary_base=500000.0),
               ROPE | {"rope_base": 500000.0})
    yield case("rope-linear", "linear, factor 4", HALF | dict(
        rotary_scaling_type=RotaryScalingType.Linear, rotary_scaling_factor=4.0),
        ROPE | {"rope_scaling": "linear", "rope_factor": 4.0})


def scalings():
    """rotary_scaling_factor, which the library reads for Llama 3, is written for `linear` alone."""
    llama3 = HALF | dict(rotary_base=500000.0, rotary_scaling_type=RotaryScalingType.Llama3,
                         rotary_scaling_factor=8.0, original_max_position_embeddings=8192)

    def ramp(attention):
        attention.rotary_low_freq_factor = np.dtype("float32").type(1.0)
        attention.rotary_high_freq_factor = np.dtype("float32").type(4.0)

    stated = ROPE | {"rope_base": 500000.0, "rope_scaling": "llama3", "rope_original": 8192.0}
    yield case("rope-llama3", "the factor 8 of Llama 3.1 is lost: frequencies are not scaled",
               llama3, stated | {"rope_factor": 8.0}, finish=ramp, wrong=True)
    yield case("rope-llama3-factor-1", "the same, stated as it is", llama3,
               stated | {"rope_factor": 1.0}, finish=ramp)
    divisors = {f"rope_{name}": np.array([1.0 + step * m for m in range(8)], np.float32)
                for name, step in (("short", 0.0625), ("long", 0.75))}

    def divided(attention):
        attention.rotary_scaling_short_factor = divisors["rope_short"]
        attention.rotary_scaling_long_factor = divisors["rope_long"]

    for name, original in (("short", 4096), ("long", 1024)):
        factor = 131072 / original
        yield case(f"rope-longrope-{name}", f"LongRoPE, original length {original}: its tables are "
                   "made for 2048 positions", HALF | dict(
                       rotary_scaling_type=RotaryScalingType.Su, max_position_embeddings=131072,
                       original_max_position_embeddings=original),
                   ROPE | {"rope_scaling": "longrope", "rope_factor": factor,
                           "rope_original": float(original), "rope_length": 2048.0},
                   finish=divided, given=divisors)


def distances():
    alibi = {"position": "alibi", "alibi_form": "relative"}
    yield case("alibi", "slope * (j - 11), which is slope * (j - t) under a softmax",
               dict(alibi=True), alibi)
    yield case("alibi-positive", "slope * j", dict(alibi=True, alibi_use_positive_positions=True),
               alibi | {"alibi_form": "key"})
    yield case("alibi-scaled", "scale_alibi: (q.k + slope * j)/sqrt(d)",
               dict(alibi=True, alibi_use_positive_positions=True, scale_alibi=True),
               alibi | {"alibi_form": "scaled-key"})
    yield case("alibi-scaled-as-key", "stated wrongly: as if the scale did not act on the bias",
               dict(alibi=True, alibi_use_positive_positions=True, scale_alibi=True),
               alibi | {"alibi_form": "key"}, wrong=True)
    keys, values = (inputs.extra(seed, 9, HEAD_DIM).astype(np.float32) for seed in (1502, 1503))

    def relative(attention):
        attention.relative_position_keys, attention.relative_position_values = keys, values

    given = {"position_table": keys, "position_values": values}
    yield case("shaw", "vectors of clipped distances for keys and values",
               dict(relative_position=True), {"position": "shaw"}, key_heads=4, finish=relative,
               given=given)
    yield case("shaw-values-left-out", "stated wrongly: without the vectors for values",
               dict(relative_position=True), {"position": "shaw"}, key_heads=4, finish=relative,
               given={"position_table": keys}, wrong=True)
    table = inputs.extra(1504, 8, HEADS).astype(np.float32)

    def buckets(attention):
        attention.relative_attention_bias = table
        attention.relative_attention_max_distance = np.dtype("int32").type(16)
        attention.queries_scale = np.dtype("float32").type(1.0)

    yield case("t5", "8 buckets up to 16, one-sided, scale 1", dict(relative_attention_bias=True),
               {"position": "t5", "buckets": 8, "max_distance": 16}, key_heads=4, finish=buckets,
               given={"position_table": table}, scale="1")


def cases():
    for key_heads in (4, 2, 1):
        yield case(f"causal-{key_heads}-key-heads", f"{key_heads} key heads, no position", {}, {},
                   key_heads=key_heads)
    yield from rotations()
    yield from scalings()
    yield from distances()
