"""Verdicts on engines on a graphics processor at the sizes of trained models.

    gpu_sizes.py PLUMB SECONDS [SEED] [FOLDER]

Draws cases: precision, lengths, dimensions, groups, masks, positions, the largest score.  Runs each on an unchanged
engine, whose output must PASS, and with one fault, whose output should not.  Prints two tables in Markdown, and names
the other verdicts; correct outputs among these go to FOLDER.
"""

import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from case_file import Case
from engine_gpu_torch import TAKES, attention, precision_of
from engine_torch import DTYPES, to_numpy

DIMENSIONS = {"flash": (64, 80, 96, 128, 256), "efficient": (64, 80, 96, 128), "cudnn": (64, 128),
              "math": (64, 80, 128), "flex": (64, 128)}
LENGTHS = (77, 128, 384, 1000, 1024, 2048, 4096)
LARGEST = (1, 4, 9, 16, 30)
ROWS = 512  # of each answer, drawn at random
JUDGES = 8  # at a time, of two threads each
KEPT = 6


def draw(dice):
    engine = dice.choices(list(DIMENSIONS), (6, 6, 6, 4, 1))[0]
    dtype = dice.choice(TAKES.get(engine, ("f16", "bf16", "f32")))
    while dtype == "f64":
        dtype = dice.choice(TAKES[engine])
    flex = engine == "flex"
    key_length = dice.choice([n for n in LENGTHS if n <= 1024 or not flex])
    square = key_length <= 1024 and (flex or dice.random() < 0.6)
    groups = dice.choice((1, 1, 4))
    return {"engine": engine, "dtype": dtype, "dim": dice.choice(DIMENSIONS[engine]),
            "keys": key_length, "queries": key_length if square else dice.choice((1, 16, 64)),
            "heads": 8, "key_heads": 8 // groups, "causal": square and not flex and dice.random() < 0.7,
            "window": dice.choice((5, 64)) if flex and dice.random() < 0.4 else 0,
            "softcap": dice.choice((0, 30)) if flex else 0,
            "rope": square and dice.random() < 0.4, "largest": dice.choice(LARGEST),
            "seed": dice.randrange(2 ** 31)}


def turned(x, start=0, base=10000.0):
    """RoPE as transformers rotates: halves, angles in float, products in the dtype of x."""
    dim = x.shape[-1]
    steps = torch.arange(0, dim, 2, device=x.device, dtype=torch.int64).float() / dim
    angles = torch.arange(start, start + x.shape[2], device=x.device).float()[:, None] / base ** steps
    cosine, sine = (torch.cat((f, f), -1).to(x.dtype) for f in (angles.cos(), angles.sin()))
    first, second = x.chunk(2, -1)
    return x * cosine + torch.cat((-second, first), -1) * sine


def tensors(asked):
    """Queries, keys and values, the first scaled until the largest score is the one asked for."""
    random_numbers = torch.Generator("cuda").manual_seed(asked["seed"])

    def normal(heads, length):
        return torch.randn(1, heads, length, asked["dim"], generator=random_numbers, device="cuda")
    query, key, value = (normal(asked[heads], asked[length]) for heads, length in (
        ("heads", "queries"), ("key_heads", "keys"), ("key_heads", "keys")))
    group = asked["heads"] // asked["key_heads"]
    most = max((query[:, h] @ key[:, h // group].transpose(-1, -2)).abs().max().item()
               for h in range(asked["heads"]))
    query *= asked["largest"] * asked["dim"] ** 0.5 / most
    return [x.to(DTYPES[asked["dtype"]]) for x in (query, key, value)]


def flexible(asked, query, key, value, scale, later, wider):
    """flex_attention; a query sees one key less if later is 1, its window one more if wider is."""
    offset = asked["keys"] - asked["queries"]

    def mask(batch, head, q, k):
        seen = q + offset - later >= k
        return seen & (q + offset - k < asked["window"] + wider) if asked["window"] else seen

    def cap(score, batch, head, q, k):
        return asked["softcap"] * torch.tanh(score / asked["softcap"])
    block = create_block_mask(mask, None, None, asked["queries"], asked["keys"], device="cuda")
    torch._dynamo.reset()
    return torch.compile(flex_attention, dynamic=False)(
        query, key, value, score_mod=cap if asked["softcap"] else None, block_mask=block,
        scale=scale, enable_gqa=asked["heads"] != asked["key_heads"],
        kernel_options={"BACKEND": "TRITON"})


def answer(asked, query, key, value, *, scale=1.0, moved=0, later=0, wider=0):
    scale /= asked["dim"] ** 0.5
    if asked["rope"]:
        query, key = turned(query), turned(key, moved)
    if asked["engine"] == "flex":
        return flexible(asked, query, key, value, scale, later, wider)
    return attention(asked["engine"], query, key, value, is_causal=asked["causal"], scale=scale)


def faults(asked, query, key, value):
    """Name and answer of each fault that the question allows."""
    yield "scores 2 % too large", answer(asked, query, key, value, scale=1.02)
    if asked["engine"] == "flex":
        yield "each query sees one key less", answer(asked, query, key, value, later=1)
        if asked["window"]:
            yield "the window has one key more", answer(asked, query, key, value, wider=1)
        return
    if not asked["causal"] and not asked["rope"]:
        tile = asked["keys"] // 2 // 64 * 64
        kept = torch.cat((torch.arange(tile), torch.arange(tile + 64, asked["keys"]))).cuda()
        if asked["keys"] > 128:
            lost = answer(asked, query, key[:, :, kept], value[:, :, kept])
            yield "a tile of 64 keys is lost", lost
    if asked["rope"]:
        yield "keys are turned one place further", answer(asked, query, key, value, moved=1)
    if asked["key_heads"] not in (1, asked["heads"]):
        order = torch.arange(asked["heads"]).reshape(asked["key_heads"], -1).t().reshape(-1).cuda()
        wrong = answer(asked, query[:, order], key, value)
        yield "heads are grouped the other way", wrong[:, order.argsort()]


def stated(asked, query, key, value, output, name):
    causal = asked["causal"] or asked["engine"] == "flex"
    parameters = {"window": {"left": asked["window"] - 1}} if asked["window"] else {}
    parameters |= {"softcap": float(asked["softcap"])} if asked["softcap"] else {}
    parameters |= {"position": "rope", "rope_base": 10000.0} if asked["rope"] else {}
    return Case(name=name, query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
                output=to_numpy(output), engine=asked["engine"], version=torch.__version__,
                precision=precision_of(asked["engine"], asked["dtype"]), note="",
                parameters=parameters, causal_alignment="bottom-right" if causal else None)


def judge(plumb, path):
    said = subprocess.run([plumb, "diff", path, "--json", "--threads", "2", "--sample", str(ROWS),
                           "--seed", "1"], capture_output=True, text=True, check=False)
    if said.returncode not in (0, 1, 3):
        print(said.stderr, flush=True)
        return "refused"
    return json.loads(said.stdout)["verdict"]


def ask(dice, number, folder):
    """Cases of one question: (path, fault or None, question)."""
    asked = draw(dice)
    query, key, value = tensors(asked)
    with torch.no_grad():
        answers = [(None, answer(asked, query, key, value)), *faults(asked, query, key, value)]
    for place, (fault, output) in enumerate(answers):
        path = folder / f"{number}-{place}.safetensors"
        path.write_bytes(stated(asked, query, key, value, output, path.stem).serialized())
        yield path, fault, asked


def print_table(title, verdicts):
    said = ("PASS", "SUSPECT", "FAIL", "refused")
    print(f"\n| {title} | {' | '.join(said)} |\n|---{'|---' * len(said)}|")
    for row, counts in sorted(verdicts.items()):
        print(f"| {row} | {' | '.join(str(counts[word]) for word in said)} |")


def main(plumb, seconds, seed=1, kept=None):
    dice, end = random.Random(int(seed)), time.monotonic() + float(seconds)
    right, wrong = (collections.defaultdict(collections.Counter) for _ in range(2))
    saved = 0

    def settle(waiting):
        nonlocal saved
        verdict, (path, fault, asked) = waiting[0].result(), waiting[1]
        if fault:
            wrong[fault][verdict] += 1
        else:
            right[f"{asked['engine']}, {asked['dtype']}"][verdict] += 1
        if verdict == "refused" or (verdict == "PASS") == bool(fault):
            print(verdict, fault or "right", json.dumps(asked), flush=True)
            if kept and saved < KEPT and (verdict == "refused" or not fault):
                (pathlib.Path(kept) / path.name).write_bytes(path.read_bytes())
                saved += 1
        path.unlink()

    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(JUDGES) as judges):
        waiting, number = collections.deque(), 0
        while time.monotonic() < end:
            for case in ask(dice, number, pathlib.Path(folder)):
                waiting.append((judges.submit(judge, plumb, case[0]), case))
            number += 1
            while len(waiting) > 4 * JUDGES:
                settle(waiting.popleft())
        while waiting:
            settle(waiting.popleft())
    print(f"\n{number} questions, {torch.cuda.get_device_name()}")
    print_table("right answers", right)
    print_table("answers with a fault", wrong)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
