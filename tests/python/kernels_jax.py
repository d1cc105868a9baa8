"""Attention kernels in JAX, each with a slip of its kind: XLA's on the processor, and Pallas' in its interpreter.

A kernel takes q [H,Sq,D], k and v [Hkv,Sk,D] as JAX arrays and whether to slip, and returns [H,Sq,D] in their dtype:
products and sums in binary32, weights in the dtype where a product takes them.  Keys are as many as queries."""
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from kernels import registry

jax.config.update("jax_platforms", "cpu")
KERNELS = {}
kernel = registry(KERNELS)
TILE, LEFT = 16, 6


def _dot(a, b):
    return jnp.dot(a, b, preferred_element_type=jnp.float32, precision=lax.Precision.HIGHEST)


def _heads(q, k, v, one):
    group = len(q) // len(k)
    return jax.vmap(one)(q, jnp.repeat(k, group, 0), jnp.repeat(v, group, 0))


@kernel("a key that comes later is seen")
def dot_product_attention(q, k, v, slip):
    q, k, v = (x.swapaxes(0, 1)[None] for x in (q, k, v))
    if slip:
        return jax.nn.dot_product_attention(q, k, v, local_window_size=(q.shape[1], 1))[0].swapaxes(0, 1)
    return jax.nn.dot_product_attention(q, k, v, is_causal=True)[0].swapaxes(0, 1)


def _step(q, carry, k, v, seen, slip=False):
    """One step of the online softmax over a tile of keys; the slip: the sum of weights is not rescaled."""
    largest, total, sums = carry
    scores = jnp.where(seen, _dot(q, k.T) * q.shape[-1] ** -0.5, -jnp.inf)
    new = jnp.maximum(largest, scores.max(1, keepdims=True))
    safe = jnp.where(jnp.isinf(new), 0.0, new)
    weights, shrink = jnp.exp(scores - safe), jnp.exp(largest - safe)
    total = total * (1.0 if slip else shrink) + weights.sum(1, keepdims=True)
    return new, total, sums * shrink + _dot(weights.astype(v.dtype), v)


def _start(rows, dim):
    return jnp.full((rows, 1), -jnp.inf), jnp.zeros((rows, 1)), jnp.zeros((rows, dim))


@kernel("the sum of weights is not rescaled")
def online_scan(q, k, v, slip):
    def one(q, k, v):
        rows, tiles = jnp.arange(len(q)), -(-len(k) // TILE)
        padded = [jnp.pad(x, ((0, tiles * TILE - len(x)), (0, 0))).reshape(tiles, TILE, -1) for x in (k, v)]

        def step(carry, tile):
            number, k, v = tile
            seen = (number * TILE + jnp.arange(TILE))[None, :] <= rows[:, None]
            return _step(q, carry, k, v, seen, slip), None

        (_, total, sums), _ = lax.scan(step, _start(*q.shape), (jnp.arange(tiles), *padded))
        return (sums / total).astype(q.dtype)

    return jax.jit(_heads, static_argnums=3)(q, k, v, one)


@kernel("a merge does not rescale the second sum")
def associative_scan(q, k, v, slip):
    """The prefix of each query is a prefix of the keys, so that one scan of merges has all."""

    def merge(a, b):
        largest = jnp.maximum(a[0], b[0])
        left, right = jnp.exp(a[0] - largest), jnp.exp(b[0] - largest)
        return largest, a[1] * left + b[1] * right, a[2] * left + b[2] * (1.0 if slip else right)

    def one(q, k, v):
        scores = _dot(q, k.T) * q.shape[-1] ** -0.5
        values = jnp.broadcast_to(v.astype(jnp.float32), (len(q), *v.shape))
        parts = scores[..., None], jnp.ones_like(scores)[..., None], values
        _, total, sums = lax.associative_scan(merge, parts, axis=1)
        row = jnp.arange(len(q))
        return (sums / total)[row, row].astype(q.dtype)

    return _heads(q, k, v, one)


@kernel("blocks of queries stop a tile before the diagonal")
def chunked_map(q, k, v, slip):
    """Of each block of queries those tiles alone that it sees, as a loop whose end is not known before."""

    def one(q, k, v):
        length = -(-len(q) // TILE) * TILE
        q, k, v = (jnp.pad(x, ((0, length - len(x)), (0, 0))) for x in (q, k, v))

        def block(first):
            def step(number, carry):
                tile = [lax.dynamic_slice_in_dim(x, number * TILE, TILE) for x in (k, v)]
                keys = number * TILE + jnp.arange(TILE)
                return _step(mine, carry, *tile, keys[None, :] <= (first + jnp.arange(TILE))[:, None])

            mine = lax.dynamic_slice_in_dim(q, first, TILE)
            end = first // TILE + 1
            _, total, sums = lax.fori_loop(0, jnp.maximum(end - slip, 1), step, _start(*mine.shape))
            return (sums / total).astype(q.dtype)

        return lax.map(block, jnp.arange(0, length, TILE)).reshape(length, -1)

    return _heads(q, k, v, one)[:, :q.shape[1]]


def _pallas(body, q, k, v, key_head):
    """A program for each head and block of queries, which has the whole keys and values of its head."""
    heads, asked, dim = q.shape
    length = -(-asked // TILE) * TILE
    q, k, v = (jnp.pad(x, ((0, 0), (0, length - asked), (0, 0))) for x in (q, k, v))
    whole = pl.BlockSpec((None, length, dim), lambda h, b: (key_head(h), 0, 0))
    block = pl.BlockSpec((None, TILE, dim), lambda h, b: (h, b, 0))
    call = pl.pallas_call(body, jax.ShapeDtypeStruct(q.shape, q.dtype), grid=(heads, length // TILE),
                          in_specs=[block, whole, whole], out_specs=block, interpret=True)
    return call(q, k, v)[:, :asked]


def _flash_body(q_ref, k_ref, v_ref, out_ref, left=None, slip=False):
    block = pl.program_id(1)
    q, rows = q_ref[...], block * TILE + jnp.arange(TILE)[:, None]

    def step(number, carry):
        keys = number * TILE + jnp.arange(TILE)[None, :]
        seen = keys <= rows
        if left is not None:
            seen &= keys >= rows - left
        at = pl.ds(number * TILE, TILE)
        return _step(q, carry, k_ref[at, :], v_ref[at, :], seen)

    first = 0 if left is None else jnp.maximum(block * TILE - left + (TILE - 1 if slip else 0), 0) // TILE
    _, total, sums = lax.fori_loop(first, block + 1, step, _start(*q.shape))
    out_ref[...] = (sums / total).astype(out_ref.dtype)


@kernel("query heads read the key head of their number modulo the key heads")
def pallas_flash(q, k, v, slip):
    group = len(q) // len(k)
    return _pallas(_flash_body, q, k, v, (lambda h: h % len(k)) if slip else (lambda h: h // group))


@kernel("the first tile of the band is rounded up", mask="causal", window={"left": LEFT, "right": 0})
def pallas_window(q, k, v, slip):
    group = len(q) // len(k)
    return _pallas(functools.partial(_flash_body, left=LEFT, slip=slip), q, k, v, lambda h: h // group)


@kernel("a query does not see its own key")
def pallas_whole_rows(q, k, v, slip):
    def body(q_ref, k_ref, v_ref, out_ref):
        rows = pl.program_id(1) * TILE + jnp.arange(TILE)[:, None]
        keys = jnp.arange(k_ref.shape[0])[None, :]
        scores = _dot(q_ref[...], k_ref[...].T) * q.shape[-1] ** -0.5
        scores = jnp.where(keys <= jnp.maximum(rows - slip, 0), scores, -jnp.inf)
        weights = jnp.exp(scores - scores.max(1, keepdims=True))
        total = weights.sum(1, keepdims=True)
        out_ref[...] = (_dot(weights.astype(v.dtype), v_ref[...]) / total).astype(out_ref.dtype)

    group = len(q) // len(k)
    return _pallas(body, q, k, v, lambda h: h // group)
