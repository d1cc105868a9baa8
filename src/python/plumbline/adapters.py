"""Judges attention in the forms of other harnesses: functions like PyTorch's, FlashAttention's and SGLang's, the plans
of FlashInfer's wrappers, KernelBench's pair of models, FlashInfer-Bench's tensors, and GPU MODE's checker."""
import inspect
import sys

from ._ask import Failure, check
from ._paged import lists_of

# What changes no exact value, by FlashAttention 2 and 3 and vLLM, by FlashInfer, and by the Triton kernels of SGLang.
_NO_MATTER = {"max_seqlen_q", "max_seqlen_k", "deterministic", "return_attn_probs", "return_softmax_lse", "return_lse",
              "num_splits", "pack_gqa", "sm_margin", "scheduler_metadata", "fa_version", "out", "dropout_p",
              "num_qo_heads", "num_kv_heads", "head_dim", "head_dim_qk", "head_dim_vo", "page_size", "q_data_type",
              "kv_data_type", "o_data_type", "data_type", "non_blocking", "use_fp16_qk_reduction", "fixed_split_size",
              "disable_split_kv", "rope_scale", "rope_theta", "rotary_interleaved", "o", "lse", "attn_logits",
              "attn_lse", "num_kv_splits", "max_kv_splits", "max_len_extend", "use_pdl", "has_mla",
              "output_lse", "lse_extend", "skip_prefix_custom_mask", "prefix_lens", "extend_seq_lens_cpu"}
_AS_THEY_ARE = {"q", "k", "v", "cu_seqlens_q", "cu_seqlens_k", "seqused_q", "seqused_k", "cache_seqlens",
                "block_table", "page_table", "cache_leftpad", "leftpad_k", "qo_indptr", "kv_indptr", "kv_layout",
                "kv_indices", "k_buffer", "v_buffer", "req_to_token", "b_seq_len",
                "paged_kv_indptr", "paged_kv_indices",
                "paged_kv_last_page_len", "indptr", "indices", "last_page_len"}
_RENAMED = {"k_cache": "k", "v_cache": "v", "q_descale": "q_scale", "k_descale": "k_scale", "v_descale": "v_scale"}
_LEFT = ("cache_leftpad", "leftpad_k")
_SINKS = {"s_aux", "learnable_sink", "sinks"}
_OFF = {"pos_encoding_mode": "NONE", "attention_chunk": 0, "cp_world_size": 1, "cp_rank": 0, "k_scale": 1,
        "v_scale": 1,
        "xai_temperature_len": -1, "skip_prefix": 0, "skip_extend": 0, "identity_kv_indices": 0}  # that say nothing
_CAUSAL = ("causal", "is_causal")


def _check_callable(attention):
    if not callable(attention):
        raise TypeError(f"attention: {type(attention).__name__} is no function; expected the one that is to be judged")


def functional(attention, **asked):
    """A function with the arguments of torch.nn.functional.scaled_dot_product_attention that judges what it returns.

    attn_mask is `allowed` if it is boolean, else `bias`.
    """
    _check_callable(attention)

    def judged(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        if dropout_p != 0:
            raise ValueError(f"dropout_p: {dropout_p} is not 0; what is drawn at random cannot be judged")
        more = {"is_causal": is_causal, "scale": scale}
        if enable_gqa:
            more["enable_gqa"] = True
        out = attention(query, key, value, attn_mask=attn_mask, **more)
        stated = dict(asked)
        if is_causal:
            stated.update(causal=True, causal_alignment="top-left")
        if attn_mask is not None:
            whole = attn_mask.expand(*query.shape[:-2], query.shape[-2], key.shape[-2])
            stated["allowed" if str(attn_mask.dtype).endswith("bool") else "bias"] = whole
        check(query, key, value, out=out, scale=None if scale is None else float(scale), **stated)
        return out

    return judged


def _says_nothing(name, value):
    return name in _OFF and getattr(value, "shape", ()) == () and value == _OFF[name]


def _window(name, value):
    left, right = map(int, value) if name == "window_size" else (int(value), -1)
    return {} if left < 0 and right < 0 else {"window": (left, right), "causal_alignment": "bottom-right"}


def _said(name, value, causal):
    """One argument of theirs as keywords of check; a value that is not judged is refused."""
    if value is None or name in _NO_MATTER or name in _CAUSAL or _says_nothing(name, value):
        return {}
    if name in _AS_THEY_ARE or name in _RENAMED:
        return {_RENAMED.get(name, name): value}
    if name in ("softmax_scale", "sm_scale"):
        return {"scale": float(value)}
    if name in ("k_scale", "v_scale"):
        return {name: value}
    if name in ("window_size", "window_left", "sliding_window_size"):
        return _window(name, value)
    if name in ("softcap", "logits_soft_cap", "logit_cap"):
        return {"softcap": float(value)} if value else {}
    if name in _SINKS:
        return {"sink": "logit", "sinks": value}
    if name == "alibi_slopes":
        return {"position": "alibi", "slopes": value, "alibi_form": "key" if causal else "symmetric",
                "causal_alignment": "bottom-right"}
    raise TypeError(f"{name}: {value if isinstance(value, (bool, int, float, str)) else type(value).__name__} is not "
                    "judged by this adapter; pass what it means to plumbline.check")


def _translated(arguments):
    """Arguments by their names; masks are aligned at the bottom right, as all of these engines have it."""
    dropout, causal = arguments.get("dropout_p"), any(arguments.get(name) for name in _CAUSAL)
    if dropout:
        raise ValueError(f"dropout_p: {dropout} is not 0; what is drawn at random cannot be judged")
    if arguments.get("alibi_slopes") is not None and any(arguments.get(one) is not None for one in _LEFT):
        raise TypeError("alibi_slopes: with padding on the left, distances count from its end, which is not judged by "
                        "this adapter; pass what it means to plumbline.check")
    stated = {"causal": True, "causal_alignment": "bottom-right"} if causal else {}
    for name, value in arguments.items():
        stated.update(_said(name, value, causal))
    return stated


def _append(arguments):
    """New keys of flash_attn_with_kvcache are in the cache after the call, and its lengths do not count them."""
    if "k_cache" not in arguments:
        return arguments
    new, lengths = arguments.pop("k", None), arguments.get("cache_seqlens")
    arguments.pop("v", None)
    if new is not None:
        if lengths is None:
            raise TypeError("cache_seqlens: missing; it says where the new keys are stored")
        arguments["cache_seqlens"] = lengths + new.shape[1]
    return arguments


def flash_attn(attention, **asked):
    """A function with the arguments of `attention` that judges what it returns: flash_attn_func, flash_attn_varlen_func
    or flash_attn_with_kvcache of FlashAttention 2 and 3 and of vLLM, or another that has their names.

    An argument that is not judged, such as rotary_cos, is refused before the call.
    """
    _check_callable(attention)
    signature = inspect.signature(attention)

    def judged(*given, **named):
        bound = signature.bind(*given, **named)
        bound.apply_defaults()
        arguments = dict(bound.arguments)
        for extra in [name for name, one in signature.parameters.items() if one.kind is one.VAR_KEYWORD]:
            arguments.update(arguments.pop(extra))
        _translated({**arguments, "k": None, "v": None})
        returned = attention(*given, **named)
        out, lse = returned[:2] if isinstance(returned, (tuple, list)) else (returned, None)
        stated = _translated(_append(arguments))
        if stated["q"].ndim == 4:
            stated["layout"] = "BSHD"
        check(**{**stated, "out": out, "lse": lse, **asked})
        return returned

    return judged


def _arrays(like):
    """What joins arrays of that kind."""
    return sys.modules["torch"].cat if type(like).__module__.startswith("torch") else sys.modules["numpy"].concatenate


def _extended(arguments):
    """Keys of SGLang's extend_attention_fwd lie in slots of the cache, and behind these in rows of their own."""
    names = {name: arguments.pop(name, None) for name in ("k_extend", "v_extend", "o_extend")}
    if names["k_extend"] is None:
        return
    arguments["q"], arguments["o"] = arguments.pop("q_extend"), names["o_extend"]
    before = arguments["k_buffer"].shape[0]
    rows = lists_of("qo_indptr", arguments["qo_indptr"], None, names["k_extend"].shape[0])
    slots = lists_of("kv_indptr", arguments.pop("kv_indptr"), arguments.pop("kv_indices"), None)
    table = [[*old, *(before + row for row in new)] for old, new in zip(slots, rows)]
    for name in ("k", "v"):
        arguments[f"{name}_buffer"] = _arrays(arguments[f"{name}_buffer"])(
            [arguments[f"{name}_buffer"], names[f"{name}_extend"]])
    arguments["kv_indptr"], arguments["kv_indices"] = _sums(map(len, table)), [slot for row in table for slot in row]


def sglang(attention, **asked):
    """A function with the arguments of SGLang's Triton kernels, decode_attention_fwd, extend_attention_fwd and
    extend_attention_fwd_unified, or of vLLM's decode_attention_fwd, that judges what it writes into o or o_extend.

    An argument that is not judged, such as custom_mask, is refused before the call.
    """
    _check_callable(attention)
    signature = inspect.signature(attention)

    def judged(*given, **named):
        bound = signature.bind(*given, **named)
        bound.apply_defaults()
        arguments = dict(bound.arguments)
        for extra in [name for name, one in signature.parameters.items() if one.kind is one.VAR_KEYWORD]:
            arguments.update(arguments.pop(extra))
        _extended(arguments)
        stated = _translated(arguments)
        returned = attention(*given, **named)
        out = arguments["o"]
        if "qo_indptr" not in stated:  # a query of each request
            stated["q"], out, stated["layout"] = stated["q"][:, None], out[:, None], "BSHD"
        check(**{**stated, "out": out, **asked})
        return returned

    return judged


def flashinfer(plan, q, kv, out, **asked):
    """Judges what a wrapper of FlashInfer ran: plan, the arguments of its plan() by their names; kv, its cache, or a
    pair of caches, or of keys and values that lie one behind the other.

    Queries are [total_q,H,D], or [B,H,D] of a plan for decoding. out may be a pair of out and lse, [total_q,H] or
    [B,H], of base 2.
    """
    for name in ("custom_mask", "packed_custom_mask"):
        if plan.get(name) is not None:
            raise TypeError(f"{name}: pass its booleans to plumbline.check as allowed=")
    stated = _translated({name: value for name, value in plan.items() if value is not None})
    out, lse = out if isinstance(out, (tuple, list)) else (out, None)
    if "qo_indptr" not in stated:
        q, out = q[:, None], out[:, None]
        stated["layout"] = "BSHD"
    if lse is not None:
        stated.update(lse=lse.swapaxes(0, 1) if "qo_indptr" in stated else lse[:, :, None], lse_base="2")
    if isinstance(kv, (tuple, list)):
        k, v = kv
        return check(q, k, v, **{**stated, "out": out, **asked})
    return check(q, **{**stated, "kv_cache": kv, "out": out, **asked})


def _tokens(attention_mask):
    """Where each row of the mask has its tokens, which lie side by side: first and end."""
    runs = []
    for b, row in enumerate(attention_mask.tolist()):
        wrong = next((j for j, one in enumerate(row) if one not in (0, 1)), None)
        if wrong is not None:
            raise TypeError(f"attention_mask: [{b},{wrong}] is {row[wrong]}; expected 0 for padding and 1 for tokens")
        row = [int(one) for one in row]  # of a mask in floating point, too
        first = row.index(1) if 1 in row else 0
        end = first + sum(row)
        if sum(row[first:end]) != sum(row):
            raise TypeError(f"attention_mask: [{b},{row.index(0, first)}] is 0 between tokens; expected padding on the "
                            "left or on the right of each row; allowed= hides single keys")
        runs.append((first, end))
    return runs


def _sums(lengths):
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sums


def padded(q, k, v, attention_mask, out, **asked):
    """Judges a padded batch of transformers by its tokens: q, k, v and out [B,H,S,D], attention_mask [B,Sk] with 1 for
    tokens and 0 for padding on either side. Queries are those of the last Sq columns.

    What stands in rows of padding is neither read nor judged. Tokens are counted from the first of their row, as
    position_ids count them.
    """
    if attention_mask.ndim != 2 or attention_mask.shape[0] != q.shape[0] or attention_mask.shape[1] != k.shape[2]:
        raise TypeError(f"attention_mask: shape {[*attention_mask.shape]} is not {[q.shape[0], k.shape[2]]}, [B,Sk]")
    if q.shape[2] > k.shape[2]:
        raise TypeError(f"q: {q.shape[2]} queries of {k.shape[2]} keys; expected as many, or fewer with a cache")
    before, runs = k.shape[2] - q.shape[2], _tokens(attention_mask)
    tokens, last = attention_mask != 0, attention_mask[:, before:] != 0
    stated = {"cu_seqlens_q": _sums([max(end - max(first, before), 0) for first, end in runs]),
              "cu_seqlens_k": _sums([end - first for first, end in runs]), "causal_alignment": "bottom-right"}
    packed = [x.swapaxes(1, 2)[rows] for x, rows in ((q, last), (k, tokens), (v, tokens), (out, last))]
    return check(*packed[:3], **{**stated, "out": packed[3], **asked})


def kernelbench(model, inputs, **asked):
    """Judges a KernelBench ModelNew: its output for inputs q, k, v, ...; the others are its own affair."""
    out = model(*inputs)
    check(*inputs[:3], out=out, **asked)
    return out


def flashinfer_bench(inputs, outputs, **asked):
    """Judges a FlashInfer-Bench run: dictionaries with q, k, v, sm_scale and output, lse of one request.

    Queries are [Sq,H,D] there, or [H,D] of one query; its lse, [Sq,H] or [H], has the base 2.
    """
    q, k, v = (inputs[name] for name in "qkv")
    out, lse = outputs["output"], outputs.get("lse")
    if q.ndim == 2:
        q, out, lse = q[None], out[None], None if lse is None else lse[None]
    scale = inputs.get("sm_scale")
    stated = {"causal": True, "causal_alignment": "bottom-right", "layout": "SHD", **asked}
    if lse is not None:
        stated = {"lse": lse.swapaxes(0, 1)[None], "lse_base": "2", **stated}
    return check(q, k, v, out=out, scale=None if scale is None else float(scale), **stated)


def gpu_mode(asked_of=None, **asked):
    """A check_implementation(data, output) of GPU MODE: "" for right, else why not.

    asked_of: from the data of a task to q, k, v and further keywords; without it data begins with q, k, v.
    """

    def check_implementation(data, output):
        (q, k, v), more = asked_of(data) if asked_of is not None else (data[:3], {})
        try:
            check(q, k, v, out=output, **{**asked, **more})
        except Failure as failure:
            return str(failure)
        return ""

    return check_implementation
