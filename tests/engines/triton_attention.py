"""Attention in Triton: forward in blocks of keys, and decoding in parts that are joined."""

import math

import torch
import triton
import triton.language as tl

LOG2_E = 1.4426950408889634


@triton.jit
def of_block(query, keys, values, row, total, sums, largest, key_at, offset, count, scale,
             CAUSAL: tl.constexpr, PRECISION: tl.constexpr):
    """The sums over one block of keys, joined to those before; scores are to the base 2."""
    score = tl.dot(query, tl.trans(keys), input_precision=PRECISION) * scale
    seen = (key_at < count)[None, :]
    if CAUSAL:
        seen = seen & (key_at[None, :] <= row[:, None] + offset)
    score = tl.where(seen, score, float("-inf"))
    raised = tl.maximum(largest, tl.max(score, 1))
    shift = tl.where(raised == float("-inf"), 0.0, raised)
    weight = tl.exp2(score - shift[:, None])
    again = tl.exp2(largest - shift)
    total = total * again + tl.sum(weight, 1)
    sums = sums * again[:, None] + tl.dot(weight.to(values.dtype), values, input_precision=PRECISION)
    return total, sums, raised


@triton.jit
def forward_kernel(query_at, key_at, value_at, output_at, lse_at, scale, queries, keys, offset, group,
                   DIM: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, CAUSAL: tl.constexpr,
                   PRECISION: tl.constexpr):
    head = tl.program_id(1).to(tl.int64)
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    channel = tl.arange(0, DIM)[None, :]
    inside = (row < queries)[:, None]
    mine = (head * queries + row)[:, None] * DIM + channel
    query = tl.load(query_at + mine, mask=inside, other=0.0)
    total = tl.zeros((ROWS,), tl.float32)
    largest = tl.full((ROWS,), float("-inf"), tl.float32)
    sums = tl.zeros((ROWS, DIM), tl.float32)
    last = keys
    if CAUSAL:
        last = tl.minimum(keys, (tl.program_id(0) + 1) * ROWS + offset)
    for first in range(0, last, BLOCK):
        block = first + tl.arange(0, BLOCK)
        theirs = (head // group * keys + block)[:, None] * DIM + channel
        there = (block < keys)[:, None]
        key = tl.load(key_at + theirs, mask=there, other=0.0)
        value = tl.load(value_at + theirs, mask=there, other=0.0)
        total, sums, largest = of_block(query, key, value, row, total, sums, largest, block, offset,
                                        keys, scale, CAUSAL, PRECISION)
    empty = total == 0.0
    output = sums / tl.where(empty, 1.0, total)[:, None]
    tl.store(output_at + mine, output.to(output_at.dtype.element_ty), mask=inside)
    lse = (largest + tl.log2(total)) * 0.6931471805599453
    tl.store(lse_at + head * queries + row, tl.where(empty, float("-inf"), lse), mask=row < queries)


@triton.jit
def part_kernel(query_at, key_at, value_at, sums_at, lse_at, scale, keys, length, parts,
                GROUP: tl.constexpr, ROWS: tl.constexpr, DIM: tl.constexpr, BLOCK: tl.constexpr,
                PRECISION: tl.constexpr):
    """One query for each head of a group, `length` keys: what these come to, and their lse."""
    part, head = tl.program_id(0), tl.program_id(1).to(tl.int64)
    row = tl.arange(0, ROWS)
    channel = tl.arange(0, DIM)[None, :]
    inside = row < GROUP
    query = tl.load(query_at + (head * GROUP + row)[:, None] * DIM + channel, mask=inside[:, None],
                    other=0.0)
    total = tl.zeros((ROWS,), tl.float32)
    largest = tl.full((ROWS,), float("-inf"), tl.float32)
    sums = tl.zeros((ROWS, DIM), tl.float32)
    end = tl.minimum(keys, (part + 1) * length)
    for first in range(part * length, end, BLOCK):
        block = first + tl.arange(0, BLOCK)
        theirs = (head * keys + block)[:, None] * DIM + channel
        there = (block < end)[:, None]
        key = tl.load(key_at + theirs, mask=there, other=0.0)
        value = tl.load(value_at + theirs, mask=there, other=0.0)
        total, sums, largest = of_block(query, key, value, row, total, sums, largest, block, 0, end,
                                        scale, False, PRECISION)
    at = (head * GROUP + row) * parts + part
    tl.store(sums_at + at[:, None] * DIM + channel, sums / total[:, None], mask=inside[:, None])
    tl.store(lse_at + at, largest + tl.log2(total), mask=inside)


@triton.jit
def join_kernel(sums_at, lse_at, output_at, joined_at, parts, DIM: tl.constexpr, PARTS: tl.constexpr):
    """The results of all parts of a head, by their log-sum-exps."""
    head = tl.program_id(0)
    part = tl.arange(0, PARTS)
    lse = tl.load(lse_at + head * parts + part, mask=part < parts, other=float("-inf"))
    largest = tl.max(lse, 0)
    weight = tl.exp2(lse - largest)
    total = tl.sum(weight, 0)
    channel = tl.arange(0, DIM)
    at = (head * parts + part)[:, None] * DIM + channel[None, :]
    sums = tl.load(sums_at + at, mask=(part < parts)[:, None], other=0.0)
    output = tl.sum(sums * weight[:, None], 0) / total
    tl.store(output_at + head * DIM + channel, output.to(output_at.dtype.element_ty))
    tl.store(joined_at + head, (largest + tl.log2(total)) * 0.6931471805599453)


def forward(query, key, value, *, is_causal=False, precision="ieee", rows=64, block=64):
    """Output and log-sum-exp; a causal mask is bottom-right, a row that sees no key is zero."""
    batch, heads, queries, dim = query.shape
    keys = key.shape[2]
    output = torch.empty_like(query)
    lse = torch.empty(batch, heads, queries, dtype=torch.float32, device=query.device)
    forward_kernel[triton.cdiv(queries, rows), batch * heads](
        query, key, value, output, lse, LOG2_E / math.sqrt(dim), queries, keys, keys - queries,
        heads // key.shape[1], DIM=dim, ROWS=rows, BLOCK=block, CAUSAL=is_causal, PRECISION=precision,
        num_warps=4)
    return output, lse


def decode(query, key, value, *, parts, precision="ieee", block=64):
    """The same of one query, of keys in parts."""
    batch, heads, _, dim = query.shape
    key_heads, keys = key.shape[1:3]
    length = triton.cdiv(keys, parts)
    sums = torch.empty(batch * heads, parts, dim, dtype=torch.float32, device=query.device)
    part_lse = torch.empty(batch * heads, parts, dtype=torch.float32, device=query.device)
    part_kernel[parts, batch * key_heads](
        query, key, value, sums, part_lse, LOG2_E / math.sqrt(dim), keys, length, parts,
        GROUP=heads // key_heads, ROWS=16, DIM=dim, BLOCK=block, PRECISION=precision, num_warps=4)
    output = torch.empty_like(query)
    lse = torch.empty(batch, heads, 1, dtype=torch.float32, device=query.device)
    join_kernel[(batch * heads,)](sums, part_lse, output, lse, parts, DIM=dim,
                                  PARTS=triton.next_power_of_2(parts), num_warps=4)
    return output, lse
