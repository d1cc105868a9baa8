"""The keywords of a problem: their names, their values, and hints for wrong ones."""
import difflib
from numbers import Integral, Real
from os import PathLike

from ._elsewhere import ADVICE
from ._library import listing

__tracebackhide__ = True
OWN = ("layout", "precision", "engine", "causal", "rows", "threads")
_MODELS_OF = {"bfloat16": "bf16", "float16": "fp16", "half": "fp16", "float32": ("f32", "tf32"), "float64": "f64",
              "double": "f64", "float": ("f32", "tf32")}


# What others call a tensor.
RENAMED = {"query_start_loc": "cu_seqlens_q", "qo_indptr": "cu_seqlens_q", "kv_indptr": "cu_seqlens_k",
           "seqused_q": "query_lengths", "block_tables": "block_table", "page_table": "block_table", "k_cache": "k",
           "v_cache": "v", "block_sequence_ids": "bidirectional_groups", "req_to_token": "block_table",
           "cache_leftpad": "key_starts", "leftpad_k": "key_starts",
           **dict.fromkeys(("cache_seqlens", "seqused_k", "seq_lens", "cache_lengths", "b_seq_len", "kv_lengths",
                            "context_lens"),
                           "key_lengths")}


def rename(given):
    """Calls tensors of a dictionary as cases do."""
    for other, name in RENAMED.items():
        if given.get(other) is None:
            given.pop(other, None)
        elif given.get(name) is not None:
            raise TypeError(f"{other}: cannot be combined with {name}, which is the same; expected one of them")
        else:
            given[name] = given.pop(other)


def members():
    """What a description can say, by name."""
    return listing("schema")["properties"]


def tensors():
    return [row["name"] for row in listing("tensors")]


def _near(name, known):
    """A keyword that differs by one letter or so, or in the order of its letters."""
    swapped = [one for one in known if sorted(one) == sorted(name)]
    return swapped or difflib.get_close_matches(name, known, 1, 0.85)


# What check does besides judging.
_OF_CHECK = ("save", "keep", "seconds", "allow_suspect", "must_notice")


def unknown(name):
    known = [*members(), *tensors(), *OWN, "out", *_OF_CHECK]
    if name in ADVICE:
        return TypeError(f"{name}: unknown keyword; {ADVICE[name]}")
    if name in _OF_CHECK:
        return TypeError(f"{name}: plumbline.check takes it, this function does not")
    near = _near(name, known)
    return TypeError(f"{name}: unknown keyword; "
                     + (f"did you mean {near[0]}?" if near else "plumbline.conventions() lists them"))


def is_truth(value):
    return type(value).__name__ in ("bool", "bool_")  # NumPy's, too


def _shown(value):
    """A tensor is shown by its type alone."""
    return type(value).__name__ if getattr(value, "shape", ()) else repr(value)


def check_truth(name, value):
    if not is_truth(value):
        raise TypeError(f"{name}: {_shown(value)} is neither True nor False; expected {name}=True or {name}=False")


def check_number(name, value):
    if is_truth(value) or not isinstance(value, Real) or not value >= 0:
        raise TypeError(f"{name}: {value!r} is not a number of at least 0; expected {name}=5, for instance")


def _check_causal(value):
    word = value.replace("_", "-").replace("upper", "top").replace("lower", "bottom") if isinstance(value, str) else ""
    for name in ("mask", "causal_alignment"):
        ways = (members()[name], *members()[name].get("anyOf", ()))
        if any(word in way.get("enum", ()) for way in ways):
            beside = "causal=True, " if name == "causal_alignment" else ""
            raise TypeError(f"causal: {value!r} is neither True nor False; expected {beside}{name}={word!r}")
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
        raise TypeError(f"precision: {value!r} is not a name; expected one of plumbline.precisions()")
    raise TypeError(f"precision: {value!r} is a dtype; expected a precision model, which states what the engine "
                    "rounds: one of "
                    + ", ".join(f'"{model}"' for model in models))


def _is_count(value):
    return isinstance(value, Integral) and not is_truth(value) and value >= 0


def check_count(name, value):
    if not _is_count(value):
        raise TypeError(f"{name}: {_shown(value)} is not an integer of at least 0; expected {name}=1, for instance")


def _check_rows(value):
    if not isinstance(value, (tuple, list)) or len(value) != 2 or not all(_is_count(end) for end in value):
        raise TypeError(f"rows: {value!r} is not a pair of integers of at least 0; expected rows=(A, B), the queries A "
                        "to B - 1")


def _check_threads(value):
    if not _is_count(value):
        raise TypeError(f"threads: {value!r} is not an integer of at least 0; expected threads=2, or 0 for all "
                        "processors")


def _check_layout(value):
    if not isinstance(value, str):
        raise TypeError(f"layout: {value!r} is not a word; expected letters of BHSD, such as layout=\"BSHD\"")


def _check_engine(value):
    if not isinstance(value, (str, dict)):
        raise TypeError(f"engine: {value!r} is not a name; expected engine=\"mine\", or a dictionary of name and "
                        "version")


def check_word(name, value):
    """A text, of which the library says whether it is one of its words."""
    if not isinstance(value, str):
        formats = {"bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64"}
        meant = formats.get(getattr(value, "__name__", str(value)).rpartition(".")[2])
        raise TypeError(f"{name}: {value!r} is not a string" + (f"; expected {name}=\"{meant}\"" if meant else ""))


def check_save(value):
    if value is not None and value is not False and not isinstance(value, (str, PathLike)):
        raise TypeError(f"save: {value!r} is not a path; expected a folder, a file that ends in .safetensors, or False")


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
        raise TypeError(f"causal: {causal!r} together with mask={given!r}; expected one of them: causal={causal!r} "
                        f"alone, or mask={given!r} alone")
    if given is None:
        conventions["mask"] = mask
