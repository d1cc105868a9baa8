"""Nested tensors of PyTorch, as torch.nn.functional.scaled_dot_product_attention takes and returns them."""
import pytest

import plumbline

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")

QUERIES, KEYS, HEADS, DIM = [3, 7, 1], [5, 7, 2], 4, 16
ASKED = {"precision": "f32", "causal": False}


def nested(lengths, seed, heads=HEADS):
    """[B,S,H,D]."""
    draw = torch.Generator().manual_seed(seed)
    return torch.nested.nested_tensor([torch.randn(n, heads, DIM, generator=draw) for n in lengths],
                                      layout=torch.jagged)


def inputs(keys=KEYS):
    return nested(QUERIES, 1), nested(keys, 2), nested(keys, 3)


def attention(q, k, v):
    """[B,H,S,D], by PyTorch itself."""
    return torch.nn.functional.scaled_dot_product_attention(*(x.transpose(1, 2) for x in (q, k, v)))


def test_tensors_are_taken_as_an_engine_has_them():
    q, k, v = inputs()
    out = attention(q, k, v)  # [B,H,S,D]; its values are [H,total,D]
    judged = plumbline.check(*(x.transpose(1, 2) for x in (q, k, v)), out=out, **ASKED)
    assert "sequences 3, heads 4 on 4, queries up to 7, keys up to 7" in judged.text()
    assert judged.report["tensors"]["output"]["total"] == sum(QUERIES) * HEADS * DIM
    plumbline.check(q, k, v, out=out.transpose(1, 2), **ASKED)
    plumbline.check(q, k, v, out=out, layout=None, **ASKED)
    assert plumbline.judge(q, v, k, out=out, **ASKED).verdict == "FAIL"


def test_a_mask_is_aligned_in_each_sequence():
    q, k, v = (nested(QUERIES, seed) for seed in (1, 2, 3))
    heads_first = zip(*([one.transpose(0, 1) for one in x.unbind()] for x in (q, k, v)))
    each = [torch.nn.functional.scaled_dot_product_attention(*one, is_causal=True).transpose(0, 1)
            for one in heads_first]
    given = {"out": torch.nested.nested_tensor(each, layout=torch.jagged), "precision": "f32", "causal": True,
             "causal_alignment": "bottom-right"}
    plumbline.check(q, k, v, **given)
    assert plumbline.judge(q, k, v, **{**given, "causal": False}).verdict == "FAIL"


def test_queries_alone_may_be_nested():
    q = nested(QUERIES, 1)
    k, v = (torch.randn(3, HEADS, 6, DIM, generator=torch.Generator().manual_seed(seed)) for seed in (2, 3))
    each = [torch.nn.functional.scaled_dot_product_attention(one.transpose(0, 1), k[b], v[b]).transpose(0, 1)
            for b, one in enumerate(q.unbind())]
    plumbline.check(q, k, v, out=torch.nested.nested_tensor(each, layout=torch.jagged), **ASKED)


def test_one_head_needs_no_axis():
    q, k, v = (torch.nested.nested_tensor([x[:, 0] for x in one.unbind()], layout=torch.jagged) for one in inputs())
    each = [torch.nn.functional.scaled_dot_product_attention(*one) for one in zip(*(x.unbind() for x in (q, k, v)))]
    plumbline.check(q, k, v, out=torch.nested.nested_tensor(each, layout=torch.jagged), **ASKED)


def test_rows_between_sequences_are_left_out():
    padded = [torch.randn(3, 9, HEADS, DIM, generator=torch.Generator().manual_seed(seed)) for seed in (1, 2, 3)]
    starts, lengths = torch.tensor([0, 2, 1]), torch.tensor(QUERIES)
    q, k, v = (torch.nested.narrow(x, 1, starts, lengths, layout=torch.jagged) for x in padded)
    right = attention(*(torch.nested.nested_tensor([*x.unbind()], layout=torch.jagged) for x in (q, k, v)))
    out = torch.nested.narrow(torch.zeros_like(padded[0]), 1, starts, lengths, layout=torch.jagged)
    for held, one in zip(out.unbind(), right.unbind()):
        held.copy_(one.transpose(0, 1))
    plumbline.check(q, k, v, out=out, **ASKED)


def refused(*given, **asked):
    with pytest.raises(TypeError) as raised:
        plumbline.check(*given, **{**ASKED, **asked})
    return str(raised.value)


def test_what_does_not_go_together_is_refused():
    q, k, v = inputs()
    out = attention(q, k, v)
    strided = torch.nested.nested_tensor([*q.unbind()])
    assert refused(strided, k, v, out=out) == \
        "q: a nested tensor of layout torch.strided; expected layout=torch.jagged"
    assert refused(q, k, nested([5, 6, 3], 3), out=out) == \
        "v: its sequences are not those of k: offsets [0, 5, 11, 14]; expected [0, 5, 12, 14]"
    assert refused(q, k, torch.zeros(3, HEADS, 7, DIM), out=out) == \
        "v: not a nested tensor, but k is one; expected both or none"
    assert refused(torch.zeros(3, HEADS, 7, DIM), k, v, out=out) == \
        "q: not a nested tensor, but out is one; expected both or none"
    assert refused(q, k, v, out=out, cu_seqlens_k=k.offsets()) == \
        "cu_seqlens_k: cannot be combined with a nested k, which defines it"
    assert refused(q, k, v, out=out, layout="BHSD") == \
        "q: its sequences are axis 1, not that of layout='BHSD'; leave layout= out"


@pytest.mark.parametrize("heads_first", [False, True])
def test_functions_of_nested_tensors_are_differentiated(heads_first):
    """The sharp loss has an offset for each head, wherever the heads stand."""
    seen = []

    def attend(q, k, v):
        out = attention(q, k, v)
        out = out if heads_first else out.transpose(1, 2)
        out.register_hook(lambda grad: seen.append((grad, out.detach())))
        return out

    assert len(plumbline.check_gradients(attend, *inputs(QUERIES), **ASKED)) == 2
    grad, out = (one.values().transpose(0, 1) if heads_first else one.values() for one in seen[1])  # [total,H,D]
    offsets = (grad - out / out.square().mean().sqrt()).mean(dim=(0, 2))
    assert torch.allclose(offsets, torch.tensor([1, -1.25, 1.5, -1.75]), atol=1e-4)


def test_a_wrong_gradient_of_a_nested_tensor_fails():
    def attend(q, k, v):
        return attention(q, k.detach() + 0 * k, v)  # dk is 0

    with pytest.raises(plumbline.Failure, match="diagnosis  dk is 0"):
        plumbline.check_gradients(attend, *inputs(QUERIES), save=False, **ASKED)


def test_an_out_grad_of_a_nested_tensor_is_taken():
    checked = plumbline.check_gradients(attention, *inputs(QUERIES), out_grad=attention(*inputs(QUERIES)), **ASKED)
    assert [*checked] == ["given", "sharp"]
