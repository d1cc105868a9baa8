"""Time and memory of `plumb eval` and of PyTorch's float64 attention, in one run, as ratios."""
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import torch
from safetensors.numpy import load_file, save_file

ROUNDS = 5


def case(path, shape):
    generator = numpy.random.Generator(numpy.random.PCG64(1))
    tensors = {name: generator.standard_normal(shape).astype(numpy.float32) for name in "qkv"}
    description = {"version": 1, "operator": "softmax", "mask": "causal",
                   "causal_alignment": "top-left"}
    save_file(tensors, path, metadata={"plumbline": json.dumps(description)})
    return tensors


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(plumb, shape, threads, directory):
    path, answer = os.path.join(directory, "case.safetensors"), os.path.join(directory, "o.safetensors")
    tensors = {name: torch.from_numpy(t).double() for name, t in case(path, shape).items()}
    torch.set_num_threads(threads)
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))

    def engine():
        torch.nn.functional.scaled_dot_product_attention(
            tensors["q"], tensors["k"], tensors["v"], is_causal=True)

    def oracle():
        subprocess.run([plumb, "eval", path, "--emit", "output", "-o", answer],
                       check=True, env=environment, stderr=subprocess.DEVNULL)

    engine()
    ratios, ours, theirs = [], [], []
    for _ in range(ROUNDS):
        theirs.append(min(seconds(engine) for _ in range(3)))
        ours.append(seconds(oracle))
        ratios.append(ours[-1] / theirs[-1])
    result = load_file(answer)
    exact = torch.nn.functional.scaled_dot_product_attention(
        tensors["q"], tensors["k"], tensors["v"], is_causal=True).numpy()
    radius = result["output_radius"]
    return {"ours": statistics.median(ours), "theirs": statistics.median(theirs),
            "ratio": (statistics.median(ratios), min(ratios), max(ratios)),
            "radius": (float(numpy.median(radius)), float(radius.max())),
            "distance": float(numpy.abs(exact - result["output"]).max())}


def peak_memory(plumb, shape, directory):
    """Peak resident kilobytes of one evaluation, in a child of its own."""
    path, answer = os.path.join(directory, "m.safetensors"), os.path.join(directory, "mo.safetensors")
    case(path, shape)
    script = ("import resource,subprocess,sys;subprocess.run(sys.argv[1:],check=True,stderr=subprocess.DEVNULL);"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    command = [sys.executable, "-c", script, plumb, "eval", path, "--emit", "output", "-o", answer]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def processor():
    with open("/proc/cpuinfo", encoding="ascii") as lines:
        return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")),
                    platform.machine())


def main(plumb):
    print("# Performance\n")
    print(f"Written by `make bench` on: {processor()}, {os.cpu_count()} processors; PyTorch "
          f"{torch.__version__}; {ROUNDS} interleaved rounds.\n")
    print("`plumb eval` runs the minimal kernels: one operation at a time, value and certified radius of "
          "every number,\nincluding starting the program and reading and writing files. PyTorch computes "
          "float64 values alone.\n")
    print("| shape [B,H,T,d], causal | threads | plumb, s | PyTorch float64, s | ratio: median (min .. max) "
          "| radius: median, max | largest distance to PyTorch |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for shape, threads in (((1, 8, 256, 64), 2), ((1, 8, 1024, 64), 1), ((1, 8, 1024, 64), 2)):
            m = measure(plumb, shape, threads, directory)
            print(f"| {list(shape)} | {threads} | {m['ours']:.3f} | {m['theirs']:.4f} | "
                  f"{m['ratio'][0]:.1f} ({m['ratio'][1]:.1f} .. {m['ratio'][2]:.1f}) | "
                  f"{m['radius'][0]:.1e}, {m['radius'][1]:.1e} | {m['distance']:.1e} |")
        print("\n| memory: shape | peak, MB | inputs and output, MB |\n|---|---|---|")
        for length in (256, 1024, 4096):
            shape = (1, 1, length, 64)
            held = 3 * length * 64 * (4 + 8) + 2 * length * 64 * 8
            print(f"| {list(shape)} | {peak_memory(plumb, shape, directory) / 1024:.1f} | {held / 2**20:.1f} |")
    print("\nMemory beyond inputs and outputs is one row of scores and weights for each thread.")


if __name__ == "__main__":
    main(sys.argv[1])
