"""bench_check.py PLUMB - a section of docs/performance.md: the time of a test, as ratios in one run."""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import ml_dtypes
import numpy
import plumbline

ROUNDS = 5
STORED = {"f32": numpy.float32, "bf16-flash": ml_dtypes.bfloat16}
TINY = 200


def drawn(queries, keys, precision):
    """[1,8,queries,64] on as many keys."""
    draw = numpy.random.default_rng(queries)
    return [draw.standard_normal((1, 8, length, 64)).astype(STORED[precision]) for length in (queries, keys, keys)]


def attention(q, k, v, *, causal=True, scale=1, softcap=0, window=None, looser=0, lost=slice(0)):
    """P is stored as v is."""
    stored = v.dtype
    q, k, v = (x.astype("f4") for x in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) * numpy.float32(scale * q.shape[-1] ** -0.5)
    if softcap:
        scores = softcap * numpy.tanh(scores / softcap)
    t, j = numpy.arange(q.shape[2])[:, None], numpy.arange(k.shape[2])
    visible = (j <= t + looser) | (not causal)
    visible = visible & (j > t - window) if window else visible
    visible[:, lost] = False
    scores = numpy.where(visible, scores, -numpy.inf)
    most = scores.max(-1, keepdims=True)
    weights = numpy.exp(scores - numpy.where(numpy.isinf(most), 0, most))
    total = weights.sum(-1, keepdims=True)
    return (weights.astype(stored).astype("f4") @ v / numpy.where(total > 0, total, 1)).astype(stored)


def spoilt(out, rows, value):
    out = out.copy()
    out[rows] = value
    return out


def faults(q, k, v, out):
    """Outputs of causal attention, each with one fault."""
    few, last = slice(200, 264), slice(448, 512)
    return {
        "no mask": attention(q, k, v, causal=False), "a looser mask": attention(q, k, v, looser=1),
        "a window": attention(q, k, v, window=100), "a softcap": attention(q, k, v, softcap=20.0),
        "the scale twice": attention(q, k, v, scale=0.125), "a larger scale": attention(q, k, v, scale=1.1),
        "a lost key": attention(q, k, v, lost=slice(3, 4)), "lost keys": attention(q, k, v, lost=slice(192, 256)),
        "the last keys lost": attention(q, k, v, lost=last), "other heads": out[:, ::-1],
        "keys of other heads": attention(q, k[:, ::-1], v), "keys of one head": attention(q, k[:, :1].repeat(8, 1), v),
        "values of the next key": attention(q, k, numpy.roll(v, 1, 2)), "rows of the next query": numpy.roll(out, 1, 2),
        "a tile not written": spoilt(out, (0, 3, few), 0),
        "the last rows not written": spoilt(out, (0, slice(None), last), 0),
        "NaN in a row": spoilt(out, (0, slice(None), 300), numpy.nan),
        "a factor": (1.01 * out.astype("f4")).astype(out.dtype),
        "noise": (out.astype("f4") + numpy.abs(out.astype("f4")).mean() / 8 * k.astype("f4")).astype(out.dtype)}


def asked(precision, **more):
    return {"causal": True, "precision": precision, "save": False, **more}


def check(q, k, v, out, **asked):
    """Whether it passes."""
    try:
        plumbline.check(q, k, v, out=out, **asked)
    except plumbline.Failure:
        return False
    return True


def spread(numbers):
    return f"{statistics.median(numbers):.2f} ({min(numbers):.2f} .. {max(numbers):.2f})"


def spent(call, clock=time.process_time):
    start = clock()
    call()
    return clock() - start


def ratio(call, beside):
    """Of interleaved rounds."""
    return [spent(call) / spent(beside) for _ in range(ROUNDS)]


def print_row(shape, call, beside, numbers):
    print(f"| {shape} | {call} | {beside} | {spread(numbers)} |", flush=True)


def print_checks(length, precision):
    q, k, v = drawn(length, length, precision)
    out = attention(q, k, v)
    usual = asked(precision, threads=1)

    def right():
        check(q, k, v, out, **usual)

    ratios = [statistics.median(ratio(lambda: check(q, k, v, wrong, seconds=0, **usual), right))
              for wrong in faults(q, k, v, out).values()]
    shape = f"[1,8,{length},64], {precision}"
    print_row(shape, f"a check that fails, `seconds=0`, of {len(ratios)} faults", "one that passes", ratios)
    judged = {name: usual[name] for name in ("causal", "precision", "threads")}
    print_row(shape, "`judge`", "`check`", ratio(lambda: plumbline.judge(q, k, v, out=out, **judged), right))


def print_diagnosis(length):
    """Wall-clock time after the verdict, which the diagnosis repeats."""
    q, k, v = drawn(length, length, "f32")
    wrong = faults(q, k, v, attention(q, k, v))["noise"]
    usual = {"causal": True, "precision": "f32"}
    taken = []
    for _ in range(ROUNDS):
        verdict = plumbline.judge(q, k, v, out=wrong, elements=False, **usual)
        taken.append(spent(lambda: plumbline.diagnose(q, k, v, out=wrong, seconds=1, **usual), time.monotonic)
                     - verdict.report["seconds"])
    print_row(f"[1,8,{length},64], f32", "`diagnose`, `seconds=1`, after the verdict", "1 s", taken)


def counted(threads):
    return "one thread" if threads == 1 else f"{threads} threads"


def print_failing(length, precision, threads):
    """Of whole failing checks, diagnosed: processor time on one thread, wall-clock time on several."""
    q, k, v = drawn(length, length, precision)
    usual = asked(precision, threads=threads)
    wrong = faults(q, k, v, attention(q, k, v))
    clock = time.process_time if threads == 1 else time.monotonic
    taken = [spent(lambda: check(q, k, v, out, **usual), clock) for out in wrong.values()]
    call = f"a check that fails, of {len(taken)} faults, {counted(threads)}"
    print_row(f"[1,8,{length},64], {precision}", call, "1 s", taken)


def print_decoding():
    q, k, v = drawn(4, 131072, "f32")
    out = attention(q, k, v, causal=False)
    for threads in (1, 2):
        usual = {"precision": "f32", "threads": threads}
        ratios = ratio(lambda: plumbline.check(q, k, v, out=out, **usual),
                       lambda: plumbline.evaluate(q, k, v, threads=threads))
        print_row("[8 heads, 4 queries, 131,072 keys], f32", f"`check`, {counted(threads)}", "`evaluate`", ratios)


def of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def print_tiny(plumb):
    """Of the program on one thread, with its start and reading."""
    one = {**os.environ, "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(TINY):
            q, k, v = numpy.random.default_rng(seed).standard_normal((3, 1, 2, 8, 16)).astype("f4")
            plumbline.check(q, k, v, out=attention(q, k, v), keep=True, **{**asked("f32"), "save": folder})
        command = [plumb, "diff", "--quiet", *sorted(map(str, pathlib.Path(folder).iterdir()))]
        taken = [1000 / TINY * spent(lambda: subprocess.run(command, check=True, env=one), of_children)
                 for _ in range(ROUNDS)]
    print_row(f"{TINY} cases [1,2,8,16], f32", "`plumb diff` of all, for each", "1 ms", taken)


def main(plumb):
    print("\n## In a test\n\nProcessor time of calls from Python, relative to another call in the same run, on one "
          "thread unless the row states more.\nFor `diagnose`, and for several threads relative to 1 s: wall-clock "
          "time. A fault that is not named takes all 5\nseconds of `seconds`.\n")
    print("| shape | call | relative to | ratio: median (min .. max) |\n|---|---|---|---|")
    for precision in STORED:
        for length in (512, 1024):
            print_checks(length, precision)
    print_diagnosis(512)
    for precision in STORED:
        for threads in (1, 2):
            print_failing(512, precision, threads)
    print_decoding()
    print_tiny(plumb)


if __name__ == "__main__":
    main(sys.argv[1])
