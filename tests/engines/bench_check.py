"""bench_check.py - a section of docs/performance.md: what a test costs, as ratios of processor time in one run."""
import statistics
import time

import numpy
import plumbline

ROUNDS = 5
PLAIN = {"causal": True, "precision": "f32", "threads": 1}


def drawn(heads, queries, keys, dim, causal):
    draw = numpy.random.default_rng(queries)
    q = draw.standard_normal((1, heads, queries, dim)).astype("f4")
    k, v = (draw.standard_normal((1, heads, keys, dim)).astype("f4") for _ in "kv")
    scores = numpy.einsum("bhqd,bhkd->bhqk", q, k) / numpy.float32(numpy.sqrt(dim))
    if causal:
        scores = numpy.where(numpy.tril(numpy.ones((queries, keys), bool)), scores, -numpy.inf)
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    return q, k, v, numpy.einsum("bhqk,bhkd->bhqd", weights, v) / weights.sum(-1, keepdims=True)


def ratio(call, beside):
    """Of interleaved rounds."""
    ratios = []
    for _ in range(ROUNDS):
        times = []
        for run in (call, beside):
            start = time.process_time()
            run()
            times.append(time.process_time() - start)
        ratios.append(times[0] / times[1])
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} .. {max(ratios):.2f})"


def failing(q, k, v, out):
    try:
        plumbline.check(q, k, v, out=out, save=False, seconds=0, **PLAIN)
    except plumbline.Failure:
        pass


def print_checks(length):
    q, k, v, out = drawn(8, length, length, 64, True)
    wrong = drawn(8, length, length, 64, False)[3]

    def check():
        plumbline.check(q, k, v, out=out, **PLAIN)

    print(f"| [1,8,{length},64] | a check that fails, `seconds=0` | one that passes |"
          f" {ratio(lambda: failing(q, k, v, wrong), check)} |")
    print(f"| [1,8,{length},64] | `judge` | `check` |"
          f" {ratio(lambda: plumbline.judge(q, k, v, out=out, **PLAIN), check)} |")


def print_diagnosis(length):
    """Wall-clock time after the verdict, which the diagnosis repeats."""
    q, k, v, _ = drawn(8, length, length, 64, True)
    wrong = drawn(8, length, length, 64, False)[3]
    asked = {"causal": True, "precision": "f32"}
    taken = []
    for _ in range(ROUNDS):
        verdict = plumbline.judge(q, k, v, out=wrong, elements=False, **asked)
        start = time.monotonic()
        plumbline.diagnose(q, k, v, out=wrong, seconds=1, **asked)
        taken.append(time.monotonic() - start - verdict.report["seconds"])
    print(f"| [1,8,{length},64] | `diagnose`, `seconds=1`, after the verdict | 1 s |"
          f" {statistics.median(taken):.2f} ({min(taken):.2f} .. {max(taken):.2f}) |")


def faults(q, k, v):
    """Outputs of causal attention, each with one fault."""
    out = drawn(*q.shape[1:3], k.shape[2], q.shape[3], True)[3]
    shifted, scaled, spoilt = numpy.roll(out, 1, axis=2), 1.01 * out, out.copy()
    spoilt[0, 3, 200:264] = 0
    return {"no mask": drawn(*q.shape[1:3], k.shape[2], q.shape[3], False)[3], "rows": shifted, "a factor": scaled,
            "a tile": spoilt, "heads": out[:, ::-1], "noise": out + numpy.float32(1e-3) * k}


def print_failing(length):
    """Wall-clock time of whole failing checks, diagnosed, on all processors."""
    q, k, v, _ = drawn(8, length, length, 64, True)
    taken = []
    for out in faults(q, k, v).values():
        start = time.monotonic()
        try:
            plumbline.check(q, k, v, out=out, causal=True, precision="f32", save=False)
        except plumbline.Failure:
            taken.append(time.monotonic() - start)
    print(f"| [1,8,{length},64] | a check that fails, of {len(taken)} faults | 1 s |"
          f" {statistics.median(taken):.2f} ({min(taken):.2f} .. {max(taken):.2f}) |")


def print_decoding():
    q, k, v, out = drawn(8, 4, 131072, 64, False)
    asked = {"precision": "f32", "threads": 1}
    times = ratio(lambda: plumbline.check(q, k, v, out=out, **asked), lambda: plumbline.evaluate(q, k, v, threads=1))
    print(f"| [8 heads, 4 queries, 131,072 keys] | `check` | `evaluate` | {times} |")


def main():
    print("\n## In a test\n\nProcessor time of calls from Python on one thread, beside another call in the same run; of "
          "`diagnose`, and where it is\nbeside 1 s, wall-clock time.\n")
    print("| shape | call | beside | ratio: median (min .. max) |\n|---|---|---|---|")
    for length in (512, 1024):
        print_checks(length)
    print_diagnosis(512)
    print_failing(512)
    print_decoding()


if __name__ == "__main__":
    main()
