"""Time and memory of `plumb diff` compared with `plumb eval` on the same case, in one run, as ratios.

The outputs are NumPy's, rounded where an engine of that precision rounds."""
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile

import numpy

ROUNDS = 5
CASES = [  # query heads, key heads, length or queries and keys, dimension, format, rotates, precision
    (8, 8, 1024, 64, "f32", False, "f32"),
    (8, 8, 2048, 64, "bf16", False, "bf16-flash"),
    (32, 8, 2048, 128, "bf16", False, "bf16-flash"),
    (32, 8, 2048, 128, "bf16", True, "bf16-flash"),
    (8, 8, 4096, 128, "f16", False, "fp16-flash"),
    (8, 8, 2048, 64, "bf16", False, None),
    (8, 8, (4, 131072), 64, "f32", False, "f32"),
]
WRONG = [  # number of a case, what is wrong, whether it is diagnosed
    (0, "every row", True),
    (0, "a tile of rows", True),
    (4, "every row", False),
]


def stored(x, form):
    """The bits of a tensor of that format."""
    if form != "bf16":
        return x.astype({"f16": numpy.float16, "f32": numpy.float32}[form])
    bits = numpy.ascontiguousarray(x, dtype=numpy.float32).view(numpy.uint32)
    return ((bits.astype(numpy.uint64) + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(numpy.uint16)


def read(x, form):
    return (x.astype(numpy.uint32) << 16).view(numpy.float32) if form == "bf16" else x.astype(numpy.float32)


def rotated(x):
    length, dim = x.shape[-2:]
    angle = numpy.arange(length)[:, None] * 10000.0 ** (-numpy.arange(0, dim, 2) / dim)
    cosine, sine = numpy.cos(angle).astype(numpy.float32), numpy.sin(angle).astype(numpy.float32)
    first, second = x[..., : dim // 2], x[..., dim // 2 :]
    return numpy.concatenate([first * cosine - second * sine, first * sine + second * cosine], -1)


def answer(query, key, value, form):
    """Causal attention of one head, the last query on all keys: P is stored before it meets the values, sums are
    float32."""
    length, dim = query.shape
    cached = len(key) - length
    output = numpy.empty((length, value.shape[1]), numpy.float32)
    for start in range(0, length, 512):
        end = min(length, start + 512)
        seen = end + cached
        score = query[start:end] @ key[:seen].T * numpy.float32(dim**-0.5)
        score[numpy.arange(seen)[None] > numpy.arange(start, end)[:, None] + cached] = -numpy.inf
        weight = numpy.exp(score - score.max(-1, keepdims=True))
        output[start:end] = read(stored(weight, form), form) @ value[:seen] / weight.sum(-1, keepdims=True)
    return output


def lengths(length):
    """Queries and keys."""
    return length if isinstance(length, tuple) else (length, length)


def tensors_of(heads, key_heads, length, dim, form, rotates):
    random = numpy.random.default_rng(1)
    queries, keys = lengths(length)
    query, key, value = (stored(random.standard_normal((1, h, n, dim), dtype=numpy.float32), form)
                         for h, n in ((heads, queries), (key_heads, keys), (key_heads, keys)))
    q, k, v = (read(x, form) for x in (query, key, value))
    if rotates:
        q, k = (read(stored(rotated(x), form), form) for x in (q, k))
    group = heads // key_heads
    output = numpy.stack([answer(q[0, h], k[0, h // group], v[0, h // group], form) for h in range(heads)])[None]
    return {"q": query, "k": key, "v": value, "out": stored(output, form)}


def spoilt(output, wrong):
    """Rows that are those of the query before."""
    rows = {None: slice(0, 0), "every row": slice(1, None), "a tile of rows": slice(512, 576)}[wrong]
    answered = output.copy()
    answered[:, :, rows] = numpy.roll(output, 1, axis=2)[:, :, rows]
    return answered


def write(path, tensors, form, description):
    """NumPy has no bfloat16: its bits are written here."""
    header, at = {"__metadata__": {"plumbline": json.dumps(description)}}, 0
    for name, array in tensors.items():
        header[name] = {"dtype": form.upper(), "shape": array.shape, "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text)
        for array in tensors.values():
            stream.write(array.tobytes())


def spent(command, threads, code=0):
    """Processor seconds and peak resident bytes of a child that ends with that code."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | {"OMP_NUM_THREADS": str(threads)})
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != code:
        raise SystemExit(f"{command}: exit code {child.returncode}")
    return usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss


def measure(plumb, case, answered, threads):
    rounds = []
    for _ in range(ROUNDS):
        evaluated, _ = spent([plumb, "eval", case, "--emit", "output", "-o", answered], threads)
        judged, peak = spent([plumb, "diff", case], threads)
        rounds.append((judged / evaluated, evaluated, judged, peak))
    ratios, evaluated, judged, peaks = zip(*rounds)
    return (f"{statistics.median(evaluated):.2f} | {statistics.median(judged):.2f} | "
            f"{statistics.median(ratios):.2f} ({min(ratios):.2f} .. {max(ratios):.2f}) | "
            f"{max(peaks) / os.path.getsize(case):.2f} |")


def compare_times(fewer, more, threads, codes):
    """Processor seconds of two commands, and the ratio."""
    rounds = [(spent(fewer, threads, codes[0])[0], spent(more, threads, codes[1])[0]) for _ in range(ROUNDS)]
    ratios = [y / x for x, y in rounds]
    return (f"{statistics.median(x for x, _ in rounds):.2f} | {statistics.median(y for _, y in rounds):.2f} | "
            f"{statistics.median(ratios):.1f} ({min(ratios):.1f} .. {max(ratios):.1f}) |")


def measure_wrong(plumb, directory):
    print("\nWrong outputs, whose rows are those of the query before: `plumb diff` of a wrong output compared with a "
          "correct one,\nand `plumb diagnose` compared with `plumb diff`, both of the wrong one.\n")
    print("| case | wrong | threads | first, s | second, s | second / first |")
    print("|---|---|---|---|---|---|")
    right, path = (os.path.join(directory, name + ".safetensors") for name in ("right", "wrong"))
    for number, wrong, diagnosed in WRONG:
        heads, _, length, dim, form, _, _ = CASES[number]
        subprocess.run([sys.executable, __file__, "--case", str(number), right], check=True)
        subprocess.run([sys.executable, __file__, "--case", str(number), path, wrong], check=True)
        for threads in (1, 2):
            what = f"{heads} heads, T {length}, d {dim}, {form} | {wrong} | {threads}"
            row = compare_times([plumb, "diff", right], [plumb, "diff", path], threads, (0, 1))
            print(f"| diff, {what} | {row}", flush=True)
            if diagnosed:
                row = compare_times([plumb, "diff", path], [plumb, "diagnose", path], threads, (1, 1))
                print(f"| diagnose, {what} | {row}", flush=True)


def main(plumb):
    # A child counts what its parent held when it began: the cases are made by others.
    print("\n## The judge\n")
    print("`plumb diff` of a correct output, compared with `plumb eval --emit output`, causal, batch 1: processor "
          f"seconds,\nincluding reading; {ROUNDS} interleaved rounds, median (min .. max). Peak: resident memory of "
          "diff, relative to the size\nof the file; only the last file is large. If no precision is stated, diff "
          "judges under three.\n")
    print("| Hq, Hk | T | d | format | precision | threads | eval, s | diff, s | diff / eval | peak / file |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        path, answered = os.path.join(directory, "case.safetensors"), os.path.join(directory, "o.safetensors")
        for number, (heads, key_heads, length, dim, form, rotates, precision) in enumerate(CASES):
            subprocess.run([sys.executable, __file__, "--case", str(number), path], check=True)
            for threads in (1, 2):
                row = measure(plumb, path, answered, threads)
                shape = " on ".join(map(str, dict.fromkeys(lengths(length))))
                print(f"| {heads}, {key_heads} | {shape} | {dim} | {form}{', RoPE' if rotates else ''} | "
                      f"{precision or 'not stated'} | {threads} | {row}", flush=True)
        measure_wrong(plumb, directory)
    if os.getloadavg()[1] > 1.5 * os.cpu_count():
        print("\nThe machine was busy with others while this was measured.")


def make(number, path, wrong=None):
    heads, key_heads, length, dim, form, rotates, precision = CASES[number]
    description = {"version": 1, "mask": "causal", "causal_alignment": "bottom-right",
                   "position": "rope" if rotates else "none"}
    if precision is not None:
        description["engine"] = {"name": "NumPy", "precision": precision}
    tensors = tensors_of(heads, key_heads, length, dim, form, rotates)
    tensors["out"] = spoilt(tensors["out"], wrong)
    write(path, tensors, form, description)


if __name__ == "__main__":
    if sys.argv[1] == "--case":
        make(int(sys.argv[2]), *sys.argv[3:])
    else:
        main(sys.argv[1])
