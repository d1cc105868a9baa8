"""Time, memory and tightness of certified attention compared with PyTorch's float64, NumPy and mpmath, in one
run, as ratios."""
import ctypes
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import mpmath
import numpy
import torch
from safetensors.numpy import save_file

import plot

ROUNDS = 5
SECONDS = 0.2  # of one round of one contestant, unless a single call takes longer
CAUSAL = {"version": 1, "mask": "causal", "causal_alignment": "top-left"}
OPERATORS = {
    "softmax": {},
    "softmax, sink zero": {"sink": "zero"},
    "softmax, softcap": {"softcap": 30.0},
    "clipped-softmax": {"operator": "clipped-softmax", "gamma": -0.03, "zeta": 1.03},
    "softpick": {"operator": "softpick"},
    "sigmoid": {"operator": "sigmoid"},
    "sigmoid, sum": {"operator": "sigmoid", "normalisation": "sum"},
    "elu": {"operator": "elu"},
    "identity": {"operator": "identity"},
    "elu-kernel, sum": {"operator": "elu-kernel", "normalisation": "sum"},
    "softmax, sinusoidal": {"position": "sinusoidal"},
    "softmax, RoPE": {"position": "rope"},
    "softmax, ALiBi": {"position": "alibi"},
    "softmax, bucket index": {"position": "bucket-index"},
    "softmax, window": {"window": {"left": 64, "right": 0}},
}


class Plumbline:
    """The library, on one question."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.threads = ctypes.CDLL("libgomp.so.1").omp_set_num_threads
        self.library.plumb_question_new.restype = ctypes.c_void_p
        self.library.plumb_question_message.restype = ctypes.c_char_p
        self.library.plumb_question_count.restype = ctypes.c_size_t
        self.question = None

    def check(self, status):
        if status != 0:
            raise SystemExit(self.library.plumb_question_message(self.question).decode())

    def ask(self, tensors, description):
        if self.question is not None:
            self.library.plumb_question_free(self.question)
        self.question = ctypes.c_void_p(self.library.plumb_question_new())
        for name, tensor in tensors.items():
            shape = (ctypes.c_size_t * tensor.ndim)(*tensor.shape)
            self.check(self.library.plumb_question_tensor(
                self.question, name.encode(), b"F64", shape, tensor.ndim,
                tensor.ctypes.data_as(ctypes.c_void_p)))
        self.check(self.library.plumb_question_describe(self.question, json.dumps(description).encode()))
        count = self.library.plumb_question_count(self.question, b"output")
        self.middle, self.radius = numpy.empty(count), numpy.empty(count)

    def evaluate(self):
        self.check(self.library.plumb_question_evaluate(
            self.question, b"output", self.middle.ctypes.data_as(ctypes.c_void_p),
            self.radius.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.middle.size)))

    def round(self, to):
        rounded = numpy.empty(self.middle.size)
        self.check(self.library.plumb_question_round(
            self.question, b"output", to, rounded.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_size_t(rounded.size)))


def draw(shape):
    generator = numpy.random.Generator(numpy.random.PCG64(1))
    return {name: generator.standard_normal(shape) for name in "qkv"}


def seconds(call, repeats):
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats


def interleaved(calls):
    """name -> times of the rounds, the contestants taking turns."""
    repeats, times = {}, {name: [] for name in calls}
    for name, call in calls.items():
        call()
        repeats[name] = max(1, round(SECONDS / max(seconds(call, 1), 1e-6)))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(seconds(call, repeats[name]))
    return times


def spread(numerators, denominators):
    """least, median and largest of the rounds' quotients"""
    values = [a / b for a, b in zip(numerators, denominators)]
    return min(values), statistics.median(values), max(values)


def quotient(numerators, denominators):
    """median (min .. max) of the rounds' quotients"""
    low, median, high = spread(numerators, denominators)
    return f"{median:.2f} ({low:.2f} .. {high:.2f})"


def numpy_attention(q, k, v):
    hidden = numpy.triu(numpy.ones((q.shape[2], k.shape[2]), bool), 1)

    def run():
        scores = q @ k.swapaxes(2, 3) / math.sqrt(q.shape[3])
        scores[:, :, hidden] = -numpy.inf
        scores -= scores.max(-1, keepdims=True)
        numpy.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        return scores @ v
    return run


def contestants(library, tensors, threads):
    q, k, v = (torch.from_numpy(tensors[name]) for name in "qkv")
    hidden = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool).triu(1)
    torch.set_num_threads(threads)
    library.threads(threads)
    return {
        "plumb": library.evaluate,
        "sdpa": lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
        "math": lambda: torch.softmax((q @ k.transpose(2, 3) / math.sqrt(q.shape[3]))
                                      .masked_fill(hidden, -math.inf), -1) @ v,
    }


def speed(library, picture):
    print("## Compared with PyTorch and NumPy\n")
    print("Causal softmax attention in float64. `plumb`: middles and radii of every element, through the "
          "library. A ratio above 1\nmeans that plumb is faster. SDPA is `scaled_dot_product_attention`, "
          "*explicit* the softmax written out in PyTorch.\n")
    print("| H | T | d | threads | plumb, ms | SDPA, ms | SDPA / plumb | explicit / plumb | NumPy / plumb "
          "| radius: median, max | farthest from SDPA |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    texts, series, alone = [], {"SDPA / plumb": [], "explicit / plumb": []}, {}
    for heads in (1, 8):
        for length in (128, 1024, 4096):
            for dim in (64, 128):
                for threads in (1, 2):
                    times = speed_row(library, heads, length, dim, threads)
                    texts.append(f"{heads} · {length} · {dim} · {threads}")
                    series["SDPA / plumb"].append(spread(times["sdpa"], times["plumb"]))
                    series["explicit / plumb"].append(spread(times["math"], times["plumb"]))
                    if threads == 1:
                        alone[heads, length, dim] = times["sdpa"]
    plot.ratios(picture, texts, "H · T · d · threads", series)
    print(f"\n![The ratios of the table, with their ranges]({os.path.basename(picture)})")
    return alone


def beside_the_floor(program, sdpa):
    """sdpa: (heads, length, dim) -> times on one thread."""
    print("\n## The floor\n")
    print("No evaluation in double precision is faster than its two matrix products. Their time is measured here with "
          "plumb's loops:\none bundle and panel repeatedly, from the near caches, nothing masked or accumulated; then "
          "with the exponentials and\ntheir radii. SDPA runs on one thread. If its ratio is below 2, no evaluation by "
          "these loops is twice as fast as SDPA.\n")
    print("| H | T | d | products, ns a score | with exponentials | SDPA / products | SDPA / both |\n"
          "|---|---|---|---|---|---|---|")
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split("\n")
    floor = {int(dim): (float(products), float(exponential))
             for dim, products, exponential in (line.split() for line in lines if line)}
    for (heads, length, dim), times in sdpa.items():
        products, exponential = floor[dim]
        score = 1e9 * statistics.median(times) / (heads * length * (length + 1) / 2)
        print(f"| {heads} | {length} | {dim} | {products:.2f} | {products + exponential:.2f} "
              f"| {score / products:.2f} | {score / (products + exponential):.2f} |")


def speed_row(library, heads, length, dim, threads):
    tensors = draw((1, heads, length, dim))
    library.ask(tensors, CAUSAL)
    calls = contestants(library, tensors, threads)
    if threads == 1 and heads * length <= 8192:
        calls["numpy"] = numpy_attention(*(tensors[name] for name in "qkv"))
    times = interleaved(calls)
    distance = numpy.abs(calls["sdpa"]().numpy().ravel() - library.middle).max()
    others = [quotient(times[name], times["plumb"]) if name in times else ""
              for name in ("sdpa", "math", "numpy")]
    print(f"| {heads} | {length} | {dim} | {threads} | {1e3 * statistics.median(times['plumb']):.2f} "
          f"| {1e3 * statistics.median(times['sdpa']):.2f} | {' | '.join(others)} "
          f"| {numpy.median(library.radius):.1e}, {library.radius.max():.1e} | {distance:.1e} |", flush=True)
    return times


def threads_and_growth(library):
    print("\n## Threads, and growth with length\n")
    tensors = draw((1, 8, 1024, 64))
    library.ask(tensors, CAUSAL)

    def on(threads):
        def call():
            library.threads(threads)
            library.evaluate()
        return call
    times = interleaved({"one": on(1), "two": on(2)})
    print("Two threads compared with one at H = 8, T = 1024, d = 64: "
          f"{quotient(times['one'], times['two'])} times as fast.")
    library.threads(1)
    lengths, spent = (512, 1024, 2048, 4096), []
    for length in lengths:
        library.ask(draw((1, 1, length, 64)), CAUSAL)
        spent.append(min(seconds(library.evaluate, 1) for _ in range(ROUNDS)))
    slope = numpy.polyfit(numpy.log(lengths), numpy.log(spent), 1)[0]
    print(f"Time grows as T^{slope:.2f} from T = {lengths[0]} to {lengths[-1]} (one head, one thread).")


def rounding(library):
    print("\n## Correct rounding\n")
    library.threads(1)
    library.ask(draw((1, 8, 512, 64)), CAUSAL)
    times = interleaved({"balls": library.evaluate, "f32": lambda: library.round(b"f32"),
                         "bf16": lambda: library.round(b"bf16")})
    for name in ("f32", "bf16"):
        print(f"- to {name}: {quotient(times[name], times['balls'])} times the time of the balls alone")


def mpmath_row(q, k, v):
    score = [mpmath.fdot(q, key) / mpmath.sqrt(len(q)) for key in k]
    top = max(score)
    weight = [mpmath.exp(x - top) for x in score]
    total = mpmath.fsum(weight)
    return [mpmath.fdot(weight, column) / total for column in zip(*v)]


def beside_mpmath(library):
    tensors = draw((1, 1, 128, 64))
    library.threads(1)
    library.ask(tensors, {"version": 1, "mask": "none"})
    mpmath.mp.prec = 53
    q, k, v = ([[mpmath.mpf(x) for x in row] for row in tensors[name][0, 0].tolist()] for name in "qkv")
    times = interleaved({"plumb": library.evaluate, "mpmath": lambda: mpmath_row(q[0], k, v)})
    rows = [128 * x for x in times["mpmath"]]
    print(f"\nmpmath at 53 bits, without any bound, takes {quotient(rows, times['plumb'])} times as long "
          "(H = 1, T = 128, d = 64, every key visible).")


def operators(library):
    print("\n## Operators and encodings\n")
    print("H = 1, T = 512, d = 64, causal, one thread: time relative to the plain softmax.\n")
    print("| what | time |\n|---|---|")
    library.threads(1)
    tensors, plain = draw((1, 1, 512, 64)), None
    for name, more in OPERATORS.items():
        library.ask(tensors, {**CAUSAL, **more})
        library.evaluate()
        spent = min(seconds(library.evaluate, 2) for _ in range(ROUNDS))
        plain = plain or spent
        print(f"| {name} | {spent / plain:.2f} |")


def peak_megabytes(plumb, case, *flags):
    """Peak resident memory of one evaluation, in a child of its own; also of one that is refused."""
    script = ("import resource,subprocess,sys;subprocess.run(sys.argv[1:],stderr=subprocess.DEVNULL);"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    with tempfile.TemporaryDirectory() as directory:
        answer = os.path.join(directory, "o.safetensors")
        command = [sys.executable, "-c", script, plumb, "eval", case, "--emit", "output", "-o", answer, *flags]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout) / 1024


def memory(plumb):
    print("\n## Memory\n")
    print("Peak resident memory of `plumb eval` on two threads, minus that of only reading the same case.\n")
    print("| [B, H, T, d] | rows | result, MB | total, MB |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for length, dim, rows in ((4096, 64, "0:4096"), (131072, 128, "130944:131072")):
            path = os.path.join(directory, "case.safetensors")
            tensors = {name: t.astype(numpy.float32) for name, t in draw((1, 1, length, dim)).items()}
            save_file(tensors, path, metadata={"plumbline": json.dumps(CAUSAL)})
            del tensors
            read = peak_megabytes(plumb, path, "--rows", "0:0")
            first, last = map(int, rows.split(":"))
            print(f"| [1, 1, {length}, {dim}] | {rows} | {(last - first) * dim * 16 / 2**20:.1f} "
                  f"| {peak_megabytes(plumb, path, '--rows', rows) - read:.1f} |")


def processor():
    with open("/proc/cpuinfo", encoding="ascii") as lines:
        return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")),
                    platform.machine())


def main(plumb, library, floor, picture):
    print("# Performance\n")
    print(f"Written by `make bench` on: {processor()}, {os.cpu_count()} processors; PyTorch "
          f"{torch.__version__} ({torch.backends.cpu.get_cpu_capability()}), NumPy {numpy.__version__}; "
          f"{ROUNDS} interleaved rounds, median (min .. max).\n")
    answers = Plumbline(library)
    beside_the_floor(floor, speed(answers, picture))
    beside_mpmath(answers)
    threads_and_growth(answers)
    rounding(answers)
    operators(answers)
    memory(plumb)


if __name__ == "__main__":
    main(*sys.argv[1:])
