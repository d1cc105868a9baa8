"""bench_gradients.py - a section of docs/performance.md: certified gradients compared with the certified output, and
with PyTorch's float64 forward and backward pass, as ratios in one run."""
import ctypes
import statistics
import sys

import numpy
import torch

from bench import CAUSAL, Plumbline, interleaved, quotient

NAMES = ("dq", "dk", "dv")
FULL = {"version": 1}
CASES = [(form, length, name, description, False) for form in ("f32", "bf16") for length in (256, 512, 1024)
         for name, description in (("causal", CAUSAL), ("all keys", FULL))]
CASES += [("f32", 512, "causal, softcap 30", CAUSAL | {"softcap": 30.0}, False),
          ("f32", 512, "causal, bias", CAUSAL, True),
          ("f32", 512, "causal, softcap 30, bias", CAUSAL | {"softcap": 30.0}, True),
          ("f32", 500, "causal, dimension 60", CAUSAL, False)]
BESIDE = [(8, 512, 64, True), (8, 1024, 64, True), (8, 1024, 64, False), (8, 1024, 128, True)]


class Loss(Plumbline):
    """The library, on one question with a loss."""

    def ask(self, tensors, description):
        super().ask(tensors, description)
        self.balls = {name: (numpy.empty_like(tensors[name[1]]), numpy.empty_like(tensors[name[1]]))
                      for name in NAMES}

    def gradients(self, *names):
        """These, in one call."""
        room = [self.balls[name] for name in names]
        places = [(ctypes.c_void_p * len(names))(*[balls[i].ctypes.data for balls in room]) for i in range(2)]
        self.check(self.library.plumb_question_gradients(
            self.question, ctypes.c_size_t(len(names)), (ctypes.c_char_p * len(names))(*[n.encode() for n in names]),
            *places, (ctypes.c_size_t * len(names))(*[balls[0].size for balls in room])))


def rounded(x, form):
    """To a format of that name, f32 to nearest, bf16 toward zero, held in binary64."""
    if form == "bf16":
        return (x.astype("f4").view("u4") & 0xFFFF0000).view("f4").astype("f8")
    return x.astype("f4").astype("f8") if form == "f32" else x


def drawn(heads, length, dim, form, bias):
    draw = numpy.random.default_rng(length)
    tensors = {name: rounded(draw.standard_normal((1, heads, length, dim)), form)
               for name in ("q", "k", "v", "out_grad")}
    if bias:
        tensors["bias"] = rounded(draw.standard_normal((1, heads, length, length)), form)
    return tensors


def beside_output(library):
    print("\n## Gradients\n")
    print("Time of the middles and radii of every element of dq, dk and dv, relative to the output: 8 heads of "
          "dimension 64, one thread.\nTogether: all three in one call. Radius: median of each.\n")
    print("| format | T | what | output, ms | dq / output | dk / output | dv / output | together / output | radius |")
    print("|---|---|---|---|---|---|---|---|---|")
    library.threads(1)
    for form, length, name, description, bias in CASES:
        library.ask(drawn(8, length, 60 if length == 500 else 64, form, bias), description)
        times = interleaved({"output": library.evaluate, "together": lambda: library.gradients(*NAMES),
                             **{of: lambda of=of: library.gradients(of) for of in NAMES}})
        ratios = [quotient(times[of], times["output"]) for of in (*NAMES, "together")]
        radii = ", ".join(f"{numpy.median(library.balls[of][1]):.1e}" for of in NAMES)
        print(f"| {form} | {length} | {name} | {1e3 * statistics.median(times['output']):.1f} | {' | '.join(ratios)} "
              f"| {radii} |", flush=True)


def backward(tensors, causal):
    """PyTorch's dq, dk and dv."""
    q, k, v = (torch.from_numpy(tensors[name]).requires_grad_() for name in "qkv")
    out_grad = torch.from_numpy(tensors["out_grad"])

    def run():
        output = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
        return torch.autograd.grad(output, (q, k, v), out_grad)
    return run


def beside_torch(library):
    print("\nAll three in one call, compared with PyTorch's float64 `scaled_dot_product_attention`, forward and "
          "backward. A ratio above 1\nmeans that plumb is faster.\n")
    print("| H | T | d | causal | threads | plumb, ms | SDPA, ms | SDPA / plumb | farthest from SDPA |")
    print("|---|---|---|---|---|---|---|---|---|")
    for heads, length, dim, causal in BESIDE:
        tensors = drawn(heads, length, dim, "f64", False)
        library.ask(tensors, CAUSAL if causal else FULL)
        run = backward(tensors, causal)
        for threads in (1, 2):
            torch.set_num_threads(threads)
            library.threads(threads)
            times = interleaved({"plumb": lambda: library.gradients(*NAMES), "sdpa": run})
            farthest = max(abs(x.numpy() - library.balls[of][0]).max() for of, x in zip(NAMES, run()))
            print(f"| {heads} | {length} | {dim} | {'yes' if causal else 'no'} | {threads} "
                  f"| {1e3 * statistics.median(times['plumb']):.1f} | {1e3 * statistics.median(times['sdpa']):.1f} "
                  f"| {quotient(times['sdpa'], times['plumb'])} | {farthest:.1e} |", flush=True)


if __name__ == "__main__":
    asked = Loss(sys.argv[1])
    beside_output(asked)
    beside_torch(asked)
