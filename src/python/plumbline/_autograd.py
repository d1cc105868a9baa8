"""Runs a function of PyTorch or JAX: its output, and its gradients of a random loss."""
import sys

__tracebackhide__ = True
_AXES = {4: "BHSD", 3: "HSD", 2: "SD"}


class Drawn:
    """What the loss of a function is made of: out_grad as given, or None; whether lse is part of it; a seed; the layout
    of the output, or None."""

    def __init__(self, out_grad, lse, seed, layout):
        self.out_grad, self.lse, self.seed, self.layout = out_grad, lse, seed, layout

    def out_gradient(self, frame, loss, out):
        """Of the output that a loss of that name ("given", "random", "sharp") begins with."""
        numbers, layout, as_out = frame.numbers_of(out)
        if loss == "random":
            return as_out(frame.normal(numbers, self.seed))
        if loss == "sharp":
            return as_out(frame.sharp(numbers, self._head_axis(layout, len(numbers.shape))))
        given = self.out_grad if layout is None else frame.numbers_of(self.out_grad)[0]
        if tuple(given.shape) != tuple(numbers.shape):
            raise TypeError(f"out_grad: shape {[*given.shape]} is not {[*numbers.shape]}, that of the output")
        return as_out(frame.like(given, numbers))

    def _head_axis(self, layout, rank):
        layout = layout or self.layout or _AXES.get(rank, "")
        return layout.index("H") if "H" in layout and len(layout) == rank else None


class _Torch:
    """Of torch.autograd."""

    def __init__(self, torch):
        self._torch = torch

    def holds(self, value):
        return isinstance(value, self._torch.Tensor)

    def is_real(self, value):
        return value.is_floating_point()

    def leaf(self, value):
        return value.detach().clone().requires_grad_(True)

    def like(self, value, out):
        return self._torch.as_tensor(value).to(out.device, out.dtype)

    def numbers_of(self, out):
        """Of a nested tensor its values, their layout, and what makes a nested tensor of such; else itself."""
        if not out.is_nested:
            return out, None, lambda numbers: numbers
        heads_first = out.ndim == 4 and type(out.shape[1]) is int
        layout = "SD" if out.ndim == 3 else "HSD" if heads_first else "SHD"
        axis = {"jagged_dim": 2 if heads_first else 1}
        nested = self._torch.nested.nested_tensor_from_jagged
        return out.values(), layout, lambda numbers: nested(numbers, out.offsets(), out.lengths(), **axis)

    def normal(self, out, seed):
        source = self._torch.Generator().manual_seed(seed)
        return self._torch.randn(out.shape, generator=source).to(out.device, out.dtype)

    def sharp(self, out, axis):
        torch, numbers = self._torch, out.detach().float().nan_to_num(0, 0, 0)
        heads = 1 if axis is None else out.shape[axis]
        offsets = torch.tensor(_offsets(heads), device=out.device)
        if axis is not None:
            offsets = offsets.reshape([heads if i == axis else 1 for i in range(len(out.shape))])
        size = numbers.square().mean().sqrt()
        return (numbers / (size if size > 0 else 1) + offsets).to(out.dtype)

    def run(self, function, given, gradients_of):
        """The answers of function, and its gradients, where gradients_of says those in each answer."""
        torch = self._torch
        with torch.inference_mode(False), torch.enable_grad():
            inputs = [self.leaf(value) for value in given]
            answers = _answers(function(*inputs), self)
            gradients = gradients_of(answers)
            for name, answer in zip(("out", "lse"), answers[:len(gradients)]):
                if not answer.requires_grad:
                    raise TypeError(f"{name}: does not require grad; expected one that autograd follows back to the "
                                    "inputs, with no detach() and no torch.no_grad() on the way")
            found = torch.autograd.grad(answers[:len(gradients)], inputs, gradients, allow_unused=True)
        return [answer.detach() for answer in answers], gradients, found


class _Jax:
    """Of jax.vjp."""

    def __init__(self, jax):
        self._jax = jax

    def holds(self, value):
        return isinstance(value, self._jax.Array)

    def is_real(self, value):
        return self._jax.numpy.issubdtype(value.dtype, self._jax.numpy.floating)

    def numbers_of(self, out):
        return out, None, lambda numbers: numbers

    def like(self, value, out):
        return self._jax.numpy.asarray(value, out.dtype)

    def normal(self, out, seed):
        return self._jax.random.normal(self._jax.random.PRNGKey(seed), out.shape, "float32").astype(out.dtype)

    def sharp(self, out, axis):
        jnp = self._jax.numpy
        numbers = jnp.nan_to_num(out.astype("float32"), posinf=0, neginf=0)
        heads = 1 if axis is None else out.shape[axis]
        offsets = jnp.asarray(_offsets(heads), "float32")
        if axis is not None:
            offsets = offsets.reshape([heads if i == axis else 1 for i in range(len(out.shape))])
        size = jnp.sqrt(jnp.square(numbers).mean())
        return (numbers / jnp.where(size > 0, size, 1) + offsets).astype(out.dtype)

    def run(self, function, given, gradients_of):
        """The answers of function, and its gradients, where gradients_of says those in each answer."""
        answers, gradients_in = self._jax.vjp(lambda *inputs: tuple(_answers(function(*inputs), self)), *given)
        gradients = gradients_of(answers)
        none = [self._jax.numpy.zeros_like(answer) for answer in answers[len(gradients):]]
        return answers, gradients, gradients_in((*gradients, *none))


def _offsets(heads):
    """No two heads have the same, and their sign alternates."""
    return [(-1.0) ** head * (1 + head / heads) for head in range(heads)]


def _frame(given):
    """The framework that q is a tensor of, of those that are loaded."""
    frames = [kind(sys.modules[name]) for name, kind in (("torch", _Torch), ("jax", _Jax)) if name in sys.modules]
    for frame in frames:
        if frame.holds(given["q"]):
            return frame
    raise TypeError(f"q: {type(given['q']).__name__} is not a tensor of PyTorch or JAX, which differentiate functions; "
                    "expected one, or gradients of your own: plumbline.check(..., out_grad=, dq=, dk=, dv=)")


def _answers(returned, frame):
    """out, and lse if there is one."""
    answers = [*returned[:2]] if isinstance(returned, (tuple, list)) else [returned]
    if not answers or not all(frame.holds(answer) for answer in answers):
        kinds = ", ".join(type(answer).__name__ for answer in answers)
        raise TypeError(f"function: returns {kinds or 'nothing'}; expected out, or (out, lse), tensors as q is")
    return answers


def _check_inputs(given, frame):
    for name, value in given.items():
        if not frame.holds(value):
            raise TypeError(f"{name}: {type(value).__name__}, but q is {type(given['q']).__name__}; expected all of "
                            "them of one framework")
        if not frame.is_real(value):
            raise TypeError(f"{name}: dtype {value.dtype} has no gradients; expected a floating-point dtype")


def _check_found(given, found):
    for name, gradient in zip(given, found):
        if gradient is None:
            raise TypeError(f"d{name}: None: the function gives no gradient for {name}")


def answers(function, given, loss, drawn):
    """Keywords of check: out, lse, the gradients that a loss begins with, and those that function gives for each of the
    tensors."""
    if not callable(function):
        raise TypeError(f"function: {type(function).__name__} is no function; expected one of q, k and v that returns "
                        "out, or (out, lse)")
    given = {name: value for name, value in given.items() if value is not None}
    frame = _frame(given)
    _check_inputs(given, frame)

    def gradients_of(answers):
        if drawn.lse and len(answers) == 1:
            raise TypeError("lse: the function returns out alone; expected (out, lse), or lse=False")
        return [drawn.out_gradient(frame, loss, answers[0]),
                *([frame.normal(answers[1], drawn.seed + 1)] if drawn.lse else [])]

    answered, gradients, found = frame.run(function, [*given.values()], gradients_of)
    _check_found(given, found)
    return {**dict(zip(("out", "lse"), answered[:len(gradients)])),
            **dict(zip(("out_grad", "lse_grad"), gradients)),
            **{f"d{name}": gradient for name, gradient in zip(given, found)}}
