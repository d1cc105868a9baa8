"""Attention as other harnesses hand it over, judged: a function like PyTorch's, KernelBench's pair of models,
FlashInfer-Bench's tensors, and GPU MODE's checker."""
from ._ask import Failure, check


def functional(attention, **asked):
    """A function with the arguments of torch.nn.functional.scaled_dot_product_attention that judges what it returns.

    attn_mask is `allowed` if it is boolean, else `bias`.
    """

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


def kernelbench(model, inputs, **asked):
    """Judges a KernelBench ModelNew: its output for inputs q, k, v, ...; the others are its own affair."""
    out = model(*inputs)
    check(*inputs[:3], out=out, **asked)
    return out


def flashinfer_bench(inputs, outputs, **asked):
    """Judges a FlashInfer-Bench run: dictionaries with q, k, v, sm_scale and output, lse of one request.

    Queries are [Sq,H,D] there, or [H,D] of one query; its lse has the base 2.
    """
    q, k, v = (inputs[name] for name in "qkv")
    out = outputs["output"]
    if q.ndim == 2:
        q, out = q[None], out[None]
    scale = inputs.get("sm_scale")
    stated = {"causal": True, "causal_alignment": "bottom-right", "layout": "SHD", **asked}
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
