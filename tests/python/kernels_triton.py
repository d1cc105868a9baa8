"""Attention kernels in Triton, each with a typical fault, run on the CPU by Triton's interpreter, which
TRITON_INTERPRET=1 selects before Triton is imported.

A kernel takes q [H,Sq,D], k and v [Hkv,Sk,D] as PyTorch tensors and whether to plant the fault, and returns [H,Sq,D]
in their dtype: products and sums in binary32, weights in the dtype, powers of 2 instead of exponentials.  There are as
many keys as queries."""
import torch
import triton
import triton.language as tl
from kernels import registry

KERNELS = {}
kernel = registry(KERNELS)
BLOCK = tl.constexpr(16)
LEFT = tl.constexpr(6)


def _scale(q):
    """To powers of 2."""
    return q.shape[-1] ** -0.5 * 1.4426950408889634


@triton.jit
def _dot(a, b):
    """In binary32: the interpreter of Triton 3.9.0 multiplies the bits of bfloat16 numbers as integers."""
    return tl.dot(a.to(tl.float32), b.to(tl.float32), input_precision="ieee")


@triton.jit
def _tile(q, k_at, v_at, keys, length, seen, scale, largest, total, sums, RESCALED: tl.constexpr):
    """One step of the online softmax: a tile of keys, of which each row sees `seen`."""
    dims = tl.arange(0, q.shape[1])
    there = (keys < length)[:, None]
    k = tl.load(k_at + keys[:, None] * q.shape[1] + dims[None, :], mask=there, other=0.0)
    v = tl.load(v_at + keys[:, None] * q.shape[1] + dims[None, :], mask=there, other=0.0)
    scores = _dot(q, tl.trans(k)) * scale
    scores = tl.where(seen & (keys < length)[None, :], scores, float("-inf"))
    new = tl.maximum(largest, tl.max(scores, 1))
    safe = tl.where(new == float("-inf"), 0.0, new)
    weights = tl.exp2(scores - safe[:, None])
    shrink = tl.exp2(largest - safe)
    total = total * shrink + tl.sum(weights, 1)
    if RESCALED:
        sums = sums * shrink[:, None]
    return new, total, sums + _dot(weights.to(v.dtype), v)


@triton.jit
def _flash(q_at, k_at, v_at, out_at, length, group, scale, D: tl.constexpr, SLIP: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    head = tl.program_id(1)
    dims = tl.arange(0, D)
    places = head * length * D + rows[:, None] * D + dims[None, :]
    q = tl.load(q_at + places, mask=(rows < length)[:, None], other=0.0)
    largest = tl.full([BLOCK], float("-inf"), tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    sums = tl.zeros([BLOCK, D], tl.float32)
    of_head = head // group * length * D
    for first in range(0, (tl.program_id(0) + 1) * BLOCK, BLOCK):
        keys = first + tl.arange(0, BLOCK)
        largest, total, sums = _tile(q, k_at + of_head, v_at + of_head, keys, length, keys[None, :] <= rows[:, None],
                                     scale, largest, total, sums, not SLIP)
    tl.store(out_at + places, (sums / total[:, None]).to(out_at.dtype.element_ty), mask=(rows < length)[:, None])


@kernel("the accumulator is not rescaled")
def flash(q, k, v, slip):
    out = torch.empty_like(q)
    heads, length, dim = q.shape
    _flash[triton.cdiv(length, 16), heads](q, k, v, out, length, heads // len(k), _scale(q), dim, slip)
    return out


@triton.jit
def _split(q_at, k_at, v_at, largest_at, total_at, sums_at, length, splits, group, scale, D: tl.constexpr):
    """One query and one part of its keys."""
    row, head, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    dims = tl.arange(0, D)
    keys = part * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(q_at + (head * length + row) * D + dims).to(tl.float32)
    places = head // group * length * D + keys[:, None] * D + dims[None, :]
    k = tl.load(k_at + places, mask=(keys < length)[:, None], other=0.0).to(tl.float32)
    v = tl.load(v_at + places, mask=(keys < length)[:, None], other=0.0)
    scores = tl.where(keys <= row, tl.sum(k * q[None, :], 1) * scale, float("-inf"))
    largest = tl.max(scores, 0)
    weights = tl.exp2(scores - tl.where(largest == float("-inf"), 0.0, largest))
    place = (head * length + row) * splits + part
    tl.store(largest_at + place, largest)
    tl.store(total_at + place, tl.sum(weights, 0))
    tl.store(sums_at + place * D + dims, tl.sum(weights.to(v.dtype).to(tl.float32)[:, None] * v.to(tl.float32), 0))


@triton.jit
def _merge(largest_at, total_at, sums_at, out_at, splits, D: tl.constexpr, PARTS: tl.constexpr, SLIP: tl.constexpr):
    row = tl.program_id(0)
    parts, dims = tl.arange(0, PARTS), tl.arange(0, D)
    there = parts < splits
    largest = tl.load(largest_at + row * splits + parts, mask=there, other=float("-inf"))
    share = tl.exp2(largest - tl.max(largest, 0))
    totals = tl.load(total_at + row * splits + parts, mask=there, other=0.0)
    sums = tl.load(sums_at + (row * splits + parts)[:, None] * D + dims[None, :], mask=there[:, None], other=0.0)
    total = tl.sum(totals if SLIP else totals * share, 0)
    tl.store(out_at + row * D + dims, (tl.sum(sums * share[:, None], 0) / total).to(out_at.dtype.element_ty))


@kernel("the sums of the splits are added as if their maxima were one")
def split_keys(q, k, v, slip):
    heads, length, dim = q.shape
    splits = triton.cdiv(length, 16)
    largest, total = torch.empty(2, heads, length, splits)
    sums, out = torch.empty(heads, length, splits, dim), torch.empty_like(q)
    _split[length, heads, splits](q, k, v, largest, total, sums, length, splits, heads // len(k), _scale(q), dim)
    _merge[(heads * length,)](largest, total, sums, out, splits, dim, triton.next_power_of_2(splits), slip)
    return out


@triton.jit
def _packed(q_at, k_at, v_at, out_at, length, group, scale, D: tl.constexpr, SLIP: tl.constexpr):
    """The query heads of one key head are rows of one tile, neighbours for each query."""
    packed = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    rows = packed // group
    dims = tl.arange(0, D)
    heads = tl.program_id(1) * group + packed % group
    there = (rows < length)[:, None]
    places = (heads * length + rows)[:, None] * D + dims[None, :]
    q = tl.load(q_at + places, mask=there, other=0.0)
    largest = tl.full([BLOCK], float("-inf"), tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    sums = tl.zeros([BLOCK, D], tl.float32)
    of_head = tl.program_id(1) * length * D
    counted = packed if SLIP else rows
    for first in range(0, length, BLOCK):
        keys = first + tl.arange(0, BLOCK)
        largest, total, sums = _tile(q, k_at + of_head, v_at + of_head, keys, length,
                                     keys[None, :] <= counted[:, None], scale, largest, total, sums, True)
    tl.store(out_at + places, (sums / total[:, None]).to(out_at.dtype.element_ty), mask=there)


@kernel("the mask counts packed rows for queries")
def packed_heads(q, k, v, slip):
    out = torch.empty_like(q)
    heads, length, dim = q.shape
    group = heads // len(k)
    _packed[triton.cdiv(length * group, 16), len(k)](q, k, v, out, length, group, _scale(q), dim, slip)
    return out


@triton.jit
def _window(q_at, k_at, v_at, out_at, length, group, scale, D: tl.constexpr, SLIP: tl.constexpr):
    """Visits the tiles of the band alone."""
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    head = tl.program_id(1)
    dims = tl.arange(0, D)
    places = head * length * D + rows[:, None] * D + dims[None, :]
    q = tl.load(q_at + places, mask=(rows < length)[:, None], other=0.0)
    largest = tl.full([BLOCK], float("-inf"), tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    sums = tl.zeros([BLOCK, D], tl.float32)
    of_head = head // group * length * D
    oldest = tl.maximum(tl.program_id(0) * BLOCK - LEFT, 0)
    first_tile = (oldest + BLOCK - 1) // BLOCK if SLIP else oldest // BLOCK
    for first in range(first_tile * BLOCK, (tl.program_id(0) + 1) * BLOCK, BLOCK):
        keys = first + tl.arange(0, BLOCK)
        seen = (keys[None, :] <= rows[:, None]) & (keys[None, :] >= rows[:, None] - LEFT)
        largest, total, sums = _tile(q, k_at + of_head, v_at + of_head, keys, length, seen, scale, largest, total,
                                     sums, True)
    tl.store(out_at + places, (sums / total[:, None]).to(out_at.dtype.element_ty), mask=(rows < length)[:, None])


@kernel("the first tile of the band is rounded up", mask="causal", window={"left": 6, "right": 0})
def window(q, k, v, slip):
    out = torch.empty_like(q)
    heads, length, dim = q.shape
    _window[triton.cdiv(length, 16), heads](q, k, v, out, length, heads // len(k), _scale(q), dim, slip)
    return out
