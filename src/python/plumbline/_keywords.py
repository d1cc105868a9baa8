"""The keywords of a question: which there are, what they take, and what to write where something else was meant."""
import difflib
from numbers import Integral, Real
from os import PathLike

from ._library import listing

__tracebackhide__ = True
OWN = ("layout", "precision", "engine", "causal", "rows", "threads")
_LENGTHS = "hide the keys past each length: allowed=, [B,1,1,Sk]"
_PACKED = "ask about each sequence by itself, or say with query_segments= and key_segments= which one each token is of"
_PAGED = "gather the pages: k= and v= are [B,Hkv,Sk,D]"
_SCALED = "multiply the tensor by it: q=, k= and v= are what the engine computes with"
_GRADIENT = "gradients are not judged"
_TOLERANCE = "no tolerance is stated: precision= decides what is accepted"
_DROPOUT = "dropout is not judged: leave it out, and run the engine without dropout"
_ORDER = 'write layout=, the letters of BHSD in their order, such as layout="BSHD"'
_ALIGNMENT = 'write causal_alignment="bottom-right", "top-left" or {"offset": keys before query 0}, beside causal=True'
_SHAPED = "leave it out: the shapes of q, k and v have it"
_NO_MATTER = "leave it out: it changes no exact value"
_FUNCTION = "hand over what it computes: booleans with allowed=, numbers added to the scores with bias="
_SINK = 'write sinks=, beside sink="logit"'
_WINDOW = "write window=(left, right), with -1 for no limit on a side"
# What other interfaces call it, and how it is said here.
_ELSEWHERE = {
    "is_causal": "write causal=", "softmax_scale": "write scale=", "sm_scale": "write scale=",
    "scaling": "write scale=", "attn_mask": "write allowed= for booleans, bias= for numbers",
    "attention_mask": "write allowed= for booleans, bias= for numbers", "mask_type": "write mask=",
    "window_size": "write window=(left, right)", "sliding_window": "write window=(left, right)",
    "local_window_size": "write window=(left, right)", "logits_soft_cap": "write softcap=",
    "logit_softcapping": "write softcap=", "enable_gqa": "leave it out: k and v of fewer heads are grouped",
    "dtype": "leave it out: the tensors have it; precision= says what the engine rounds", "output": "write out=",
    "rope": 'write position="rope"', "alibi": 'write position="alibi"',
    "alibi_slopes": 'write slopes=, beside position="alibi"',
    "attn_bias": "write bias=", "s_aux": _SINK, "rope_theta": "write rope_base=",
    "rotary_base": "write rope_base=", "rotary_dim": "write rope_dim=",
    "cos": 'write rope_cos=, beside position="rope"', "sin": 'write rope_sin=, beside position="rope"',
    "key_lengths": _LENGTHS, "kv_lengths": _LENGTHS, "seqlens_k": _LENGTHS, "cache_seqlens": _LENGTHS,
    "seqused_k": _LENGTHS, "key_padding_mask": "write allowed=, [B,1,1,Sk], True where a key may be seen",
    "cu_seqlens": _PACKED, "cu_seqlens_q": _PACKED, "cu_seqlens_k": _PACKED, "block_table": _PAGED,
    "block_tables": _PAGED, "page_table": _PAGED, "q_scale": _SCALED, "k_scale": _SCALED, "v_scale": _SCALED,
    "q_descale": _SCALED, "k_descale": _SCALED, "v_descale": _SCALED,
    "lse_base": "lse= is the natural logarithm: multiply one of base 2 by ln 2", "grad_out": _GRADIENT,
    "dout": _GRADIENT, "grad_output": _GRADIENT, "atol": _TOLERANCE, "rtol": _TOLERANCE, "tolerance": _TOLERANCE,
    "dropout": _DROPOUT, "dropout_p": _DROPOUT, "tol": _TOLERANCE,
    **dict.fromkeys(("qkv_format", "tensor_layout", "kv_layout", "input_layout"), _ORDER),
    **dict.fromkeys(("causal_type", "alignment", "bottom_right", "causal_offset", "query_offset"), _ALIGNMENT),
    **dict.fromkeys(("causal_mask", "use_causal_mask"), "write causal="),
    **dict.fromkeys(("num_heads", "num_kv_heads", "n_rep", "max_seqlen", "max_seqlen_q", "max_seqlen_k"), _SHAPED),
    **dict.fromkeys(("backend", "deterministic", "training", "num_splits", "return_lse", "return_softmax"), _NO_MATTER),
    **dict.fromkeys(("score_mod", "mask_mod", "block_mask"), _FUNCTION),
    **dict.fromkeys(("attention_sink", "attention_sinks", "learnable_sink"), _SINK),
    **dict.fromkeys(("window_left", "window_right", "attention_window", "sliding"), _WINDOW),
    **dict.fromkeys(("softcapping", "attn_logit_softcapping"), "write softcap="),
    **dict.fromkeys(("attn_weights", "attention_weights", "attn", "probs"), "write weights="),
    **dict.fromkeys(("softmax_lse", "logsumexp", "lse_out"), "write lse=, the natural logarithm"),
    **dict.fromkeys(("logits", "attn_logits"), "write scores="),
    **dict.fromkeys(("seqlens", "seq_lens", "lengths", "valid_lens", "kv_seqlens"), _LENGTHS),
    **dict.fromkeys(("position_ids", "positions", "cache_position"), "write query_positions= and key_positions="),
    **dict.fromkeys(("rotary_emb", "freqs_cis"), 'write rope_cos= and rope_sin=, beside position="rope"'),
    **dict.fromkeys(("position_bias", "rel_pos_bias"), "write bias="),
    "rope_interleaved": 'write rope_layout="interleaved" or "half"', "cu_seq_lens": _PACKED,
    "segment_ids": "write query_segments= and key_segments=", "temperature": "divide scale= by it",
    "grad": _GRADIENT, "dq": _GRADIENT, "compute_dtype": "write precision=", "acc_dtype": "write precision=",
    "version": "leave it out: the library has one"}
_MODELS_OF = {"bfloat16": "bf16", "float16": "fp16", "half": "fp16", "float32": ("f32", "tf32"), "float64": "f64",
              "double": "f64", "float": ("f32", "tf32")}


def members():
    """What a description can say, by name."""
    return listing("schema")["properties"]


def tensors():
    return [row["name"] for row in listing("tensors")]


def _near(name, known):
    """A keyword that differs by one letter or so, or in the order of its letters."""
    swapped = [one for one in known if sorted(one) == sorted(name)]
    return swapped or difflib.get_close_matches(name, known, 1, 0.85)


def unknown(name):
    known = [*members(), *tensors(), *OWN, "out", "save", "keep", "seconds", "allow_suspect", "must_notice"]
    if name in _ELSEWHERE:
        return TypeError(f"{name}: unknown keyword; {_ELSEWHERE[name]}")
    near = _near(name, known)
    return TypeError(f"{name}: unknown keyword; "
                     + (f"did you mean {near[0]}?" if near else "plumbline.conventions() lists them"))


def is_truth(value):
    return type(value).__name__ in ("bool", "bool_")  # NumPy's, too


def check_truth(name, value):
    if not is_truth(value):
        raise TypeError(f"{name}: {value!r} is neither True nor False; expected {name}=True or {name}=False")


def check_number(name, value):
    if is_truth(value) or not isinstance(value, Real) or not value >= 0:
        raise TypeError(f"{name}: {value!r} is no number of at least 0; expected {name}=5, for instance")


def _check_causal(value):
    for name in ("mask", "causal_alignment"):
        words = [word for way in (members()[name], *members()[name].get("anyOf", ())) for word in way.get("enum", ())]
        if isinstance(value, str) and value in words:
            beside = "causal=True, " if name == "causal_alignment" else ""
            raise TypeError(f"causal: {value!r} is neither True nor False; expected {beside}{name}={value!r}")
    check_truth("causal", value)


def _models(value):
    """The precisions of a dtype, by any library's name of it; none where it is no dtype."""
    dtype = getattr(value, "__name__", str(value)).rpartition(".")[2]
    prefix = _MODELS_OF.get(dtype)
    return [row["name"] for row in listing("precisions") if prefix and row["name"].startswith(prefix)]


def _check_precision(value):
    if isinstance(value, (str, dict)):
        return
    models = _models(value)
    if not models:
        raise TypeError(f"precision: {value!r} is no name; expected one of plumbline.precisions()")
    raise TypeError(f"precision: {value!r} is a dtype, which the tensors have; expected what the engine rounds: one of "
                    + ", ".join(f'"{model}"' for model in models))


def _is_count(value):
    return isinstance(value, Integral) and not is_truth(value) and value >= 0


def _check_rows(value):
    if not isinstance(value, (tuple, list)) or len(value) != 2 or not all(_is_count(end) for end in value):
        raise TypeError(f"rows: {value!r} is no pair of integers of at least 0; expected rows=(A, B), the queries A to "
                        "B - 1")


def _check_threads(value):
    if not _is_count(value):
        raise TypeError(f"threads: {value!r} is no integer of at least 0; expected threads=2, or 0 for all processors")


def _check_layout(value):
    if not isinstance(value, str):
        raise TypeError(f"layout: {value!r} is no word; expected letters of BHSD, such as layout=\"BSHD\"")


def _check_engine(value):
    if not isinstance(value, (str, dict)):
        raise TypeError(f"engine: {value!r} is no name; expected engine=\"mine\", or a dictionary of name and version")


def check_word(name, value):
    """A text, of which the library says whether it is one of its words."""
    if not isinstance(value, str):
        formats = {"bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64"}
        meant = formats.get(getattr(value, "__name__", str(value)).rpartition(".")[2])
        raise TypeError(f"{name}: {value!r} is no text" + (f"; expected {name}=\"{meant}\"" if meant else ""))


def check_save(value):
    if value is not None and value is not False and not isinstance(value, (str, PathLike)):
        raise TypeError(f"save: {value!r} is no path; expected a folder, a file that ends in .safetensors, or False")


_CHECKS = {"causal": _check_causal, "precision": _check_precision, "rows": _check_rows, "threads": _check_threads,
           "layout": _check_layout, "engine": _check_engine}


def check_own(**given):
    """Refuses what the keywords that are no conventions do not take."""
    for name, value in given.items():
        if value is not None:
            _CHECKS[name](value)


def state_causal(causal, conventions):
    """causal=True is short for mask="causal", causal=False for "none"; beside a mask it must say the same."""
    if causal is None:
        return
    mask, given = "causal" if causal else "none", conventions.get("mask")
    if isinstance(given, str) and given != mask:
        raise TypeError(f"causal: {causal!r} beside mask={given!r}; expected one of them: causal={causal!r} alone, or "
                        f"mask={given!r} alone")
    if given is None:
        conventions["mask"] = mask
