"""Gradients of functions that rotate their queries and keys, and of weights that are made of one score each, as PyTorch
differentiates them."""
import plumbline
import pytest

torch = pytest.importorskip("torch")


def rotation(length, dim, dtype):
    angles = torch.outer(torch.arange(length).double(), 10000.0 ** (-torch.arange(0, dim, 2).double() / dim))
    return angles.cos().to(dtype), angles.sin().to(dtype)


class Rotated(torch.autograd.Function):
    """RoPE whose backward pass leaves the gradient rotated."""

    @staticmethod
    def forward(_, x, cosine, sine):
        return rotated(x, cosine, sine)

    @staticmethod
    def backward(_, gradient):
        return gradient, None, None


def rotated(x, cosine, sine):
    first, second = x.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], -1)


def with_rope(turn):
    def attention(q, k, v):
        angles = rotation(q.shape[-2], q.shape[-1], q.dtype)
        q, k = turn(q, *angles), turn(k, *angles)
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    return attention


def drawn(dtype):
    generator = torch.Generator().manual_seed(3)
    return [torch.randn(1, 2, 40, 16, generator=generator).to(getattr(torch, dtype)) for _ in range(3)]


DTYPES = pytest.mark.parametrize("dtype, precision", [("float64", "f64"), ("float32", "f32"),
                                                      ("bfloat16", "bf16-flash")])


@DTYPES
def test_a_rotation_that_is_differentiated_passes(dtype, precision):
    plumbline.check_gradients(with_rope(rotated), *drawn(dtype), causal=True, position="rope", precision=precision)


@DTYPES
def test_a_rotation_that_is_not_undone_is_named(dtype, precision):
    with pytest.raises(AssertionError, match="RoPE is not undone"):
        plumbline.check_gradients(with_rope(Rotated.apply), *drawn(dtype), causal=True, position="rope",
                                  precision=precision)


MAPS = {"sigmoid": torch.sigmoid, "relu": torch.relu, "elu": lambda x: torch.nn.functional.elu(x) + 1,
        "identity": lambda x: x}


class Sigmoid(torch.autograd.Function):
    """A sigmoid that is taken for its own derivative."""

    @staticmethod
    def forward(context, x):
        context.save_for_backward(torch.sigmoid(x))
        return torch.sigmoid(x)

    @staticmethod
    def backward(context, gradient):
        return gradient * context.saved_tensors[0]


def with_map(of_score):
    def attention(q, k, v):
        scores = q @ k.mT * q.shape[-1]**-0.5
        return torch.tril(of_score(scores)) @ v
    return attention


@pytest.mark.parametrize("operator", MAPS)
@pytest.mark.parametrize("dtype, precision", [("float64", "f64"), ("float32", "f32"), ("bfloat16", "bf16-eager")])
def test_weights_of_one_score_each_pass(operator, dtype, precision):
    plumbline.check_gradients(with_map(MAPS[operator]), *drawn(dtype), causal=True, operator=operator,
                              precision=precision)


def test_a_derivative_that_is_wrong_is_named():
    with pytest.raises(AssertionError, match="the weights are used as their own derivatives"):
        plumbline.check_gradients(with_map(Sigmoid.apply), *drawn("float32"), causal=True, operator="sigmoid",
                                  precision="f32")
