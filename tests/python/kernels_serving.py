"""One Triton kernel for serving: packed sequences, pages of a cache, and new tokens over a cache.

It takes tensors as FlashAttention's functions do.  Triton's interpreter runs it; a fault can be planted."""
import torch
import triton
import triton.language as tl

BLOCK = tl.constexpr(16)


@triton.jit
def _serve(q_at, k_at, v_at, out_at, starts_q, starts_k, lengths, table, pages, scale, H: tl.constexpr,
           G: tl.constexpr, D: tl.constexpr, SLOTS: tl.constexpr, SLIP: tl.constexpr):
    b, h, dims = tl.program_id(1), tl.program_id(2), tl.arange(0, D)
    start, end = tl.load(starts_q + b), tl.load(starts_q + b + 1)
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    there = (start + rows < end)[:, None]
    keys_here = tl.load(lengths + b) - (SLIP == "length")
    at = ((start + rows)[:, None] * H + h) * D + dims[None, :]
    q = tl.load(q_at + at, mask=there, other=0.0).to(tl.float32) * scale
    largest = tl.full([BLOCK], -1e30, tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    sums = tl.zeros([BLOCK, D], tl.float32)
    for first in range(0, keys_here, BLOCK):
        keys = first + tl.arange(0, BLOCK)
        there_k = keys < keys_here
        if SLOTS > 0:
            page = (keys // SLOTS + (SLIP == "page")) % tl.cdiv(keys_here, SLOTS)
            row = tl.load(table + b * pages + page, mask=there_k, other=0) * SLOTS + keys % SLOTS
        else:
            row = tl.load(starts_k + b) + keys
        held = (row[:, None] * (H // G) + h // G) * D + dims[None, :]
        k = tl.load(k_at + held, mask=there_k[:, None], other=0.0).to(tl.float32)
        v = tl.load(v_at + held, mask=there_k[:, None], other=0.0).to(tl.float32)
        last = rows if SLIP == "top-left" else rows + keys_here - (end - start)
        seen = there_k[None, :] & (keys[None, :] <= last[:, None])
        scores = tl.where(seen, tl.sum(q[:, None, :] * k[None, :, :], 2), float("-inf"))
        new = tl.maximum(largest, tl.max(scores, 1))
        weights, shrink = tl.exp(scores - new[:, None]), tl.exp(largest - new)
        total, largest = total * shrink + tl.sum(weights, 1), new
        sums = sums * shrink[:, None] + tl.sum(weights[:, :, None] * v[None, :, :], 1)
    tl.store(out_at + at, sums / tl.maximum(total, 1e-30)[:, None], mask=there)


def _run(q, k, v, starts_q, starts_k, lengths, table, slip):
    out, heads, keys = torch.zeros_like(q), q.shape[1], k.shape[-2]
    longest = int((starts_q[1:] - starts_q[:-1]).max())
    grid = (triton.cdiv(longest, BLOCK.value), len(lengths), heads)
    _serve[grid](q, k, v, out, starts_q, starts_k, lengths, table, table.shape[1], q.shape[-1] ** -0.5, heads,
                 heads // keys, q.shape[-1], 0 if k.ndim == 3 else k.shape[1], slip)
    return out


def varlen(q, k, v, cu_seqlens_q, cu_seqlens_k, slip=""):
    """[total,H,D]; causal, the last query of each sequence at its last key."""
    lengths = cu_seqlens_k[1:] - cu_seqlens_k[:-1]
    return _run(q, k, v, cu_seqlens_q, cu_seqlens_k, lengths, cu_seqlens_k[None], slip)


def paged(q, k_cache, v_cache, block_table, cache_seqlens, slip=""):
    """A query of each sequence, [B,1,H,D]; caches [blocks,slots,Hkv,D]."""
    starts = torch.arange(len(q) + 1, dtype=torch.int32)
    return _run(q[:, 0], k_cache, v_cache, starts, starts, cache_seqlens, block_table, slip)[:, None]


def chunked(q, k_cache, v_cache, cu_seqlens_q, block_table, seqused_k, slip=""):
    """New tokens [total,H,D], which the cache has already."""
    return _run(q, k_cache, v_cache, cu_seqlens_q, cu_seqlens_q, seqused_k, block_table, slip)
