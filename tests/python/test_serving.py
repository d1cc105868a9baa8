"""Kernels that serve, in Triton: right ones are checked in one call, with their tensors as they are; slips are seen."""
import pytest

import plumbline

torch = pytest.importorskip("torch")
pytest.importorskip("triton")
import kernels_serving  # noqa: E402

H, KEYS, D, SLOTS = 4, 2, 16, 8
CU_Q, CU_K = (torch.tensor(sums, dtype=torch.int32) for sums in ([0, 5, 5, 24, 25], [0, 9, 13, 32, 55]))
TABLE = torch.tensor([[6, 1, 0], [4, 0, 0], [2, 7, 5], [3, 8, 9]], dtype=torch.int32)
ALIGNED = {"causal": True, "causal_alignment": "bottom-right", "save": False}


def drawn(*shapes, dtype=torch.float32):
    torch.manual_seed(7)
    return [torch.randn(shape).to(dtype) for shape in shapes]


def packed(dtype, slip):
    q, k, v = drawn((25, H, D), (55, KEYS, D), (55, KEYS, D), dtype=dtype)
    return {"q": q, "k": k, "v": v, "cu_seqlens_q": CU_Q, "cu_seqlens_k": CU_K,
            "out": kernels_serving.varlen(q, k, v, CU_Q, CU_K, slip)}


def decoding(dtype, slip):
    q, k, v = drawn((4, 1, H, D), (10, SLOTS, KEYS, D), (10, SLOTS, KEYS, D), dtype=dtype)
    lengths = (CU_K[1:] - CU_K[:-1]).int()
    return {"q": q, "k_cache": k, "v_cache": v, "block_table": TABLE, "cache_seqlens": lengths, "layout": "BSHD",
            "out": kernels_serving.paged(q, k, v, TABLE, lengths, slip)}


def chunks(dtype, slip):
    q, k, v = drawn((25, H, D), (10, SLOTS, KEYS, D), (10, SLOTS, KEYS, D), dtype=dtype)
    lengths = (CU_K[1:] - CU_K[:-1]).int()
    return {"q": q, "k": k, "v": v, "cu_seqlens_q": CU_Q, "block_table": TABLE, "seqused_k": lengths,
            "out": kernels_serving.chunked(q, k, v, CU_Q, TABLE, lengths, slip)}


@pytest.mark.parametrize("call", [packed, decoding, chunks])
@pytest.mark.parametrize("dtype, precision", [(torch.float32, "f32"), (torch.float16, "fp16-flash")])  # bfloat16 is cut
def test_a_right_kernel_is_checked_in_one_call(call, dtype, precision):
    plumbline.check(**call(dtype, ""), precision=precision, **ALIGNED)


@pytest.mark.parametrize("call, slip, said", [
    (packed, "top-left", "aligns"), (packed, "length", "key"), (decoding, "page", ""), (decoding, "length", "key"),
    (chunks, "top-left", "aligns"), (chunks, "page", "")])  # whose last page is the first
def test_a_slip_is_seen(call, slip, said):
    with pytest.raises(plumbline.Failure) as raised:
        plumbline.check(**call(torch.float32, slip), precision="f32", **ALIGNED)
    assert said in next(line for line in str(raised.value).splitlines() if line.startswith("diagnosis"))
