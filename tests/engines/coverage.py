"""docs/coverage.md: which models of transformers a case can state, and which of them were run.

    coverage.py DIR            reads the sources of transformers, runs models, writes a case for every call of their
                               attention to DIR, judges them, and compares the page
    coverage.py DIR --update   the same, and updates the page
    coverage.py DIR --only A,B only the models A and B; no page

$PLUMB is the program; default: build/plumb.  Exit status 1: the page differs, or an output does not PASS.
"""

import argparse
import difflib
import json
import os
import pathlib
import subprocess
import sys
import time
import warnings
from dataclasses import dataclass, field

import torch
import transformers

import coverage_cases
import coverage_live
import coverage_models
import coverage_traced

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/coverage.md"
MODELS = pathlib.Path(transformers.__file__).parent / "models"
SLOW = 5  # seconds of a directory that are said
TRIES = 5  # how many classes of a directory are asked to run
PATHS, DTYPES = ("eager", "sdpa"), ("f32", "bf16")
ORDER = ("operator", "scale", "mask", "window", "chunk", "bidirectional_groups", "query_segments", "key_segments",
         "allowed", "mask_polarity", "key_indices", "bias", "position", "position_table", "position_values", "softcap",
         "softcap_order", "sink", "sinks", "gqa", "empty_row")


@dataclass
class Run:
    """A class that ran, its cases by name, and the words that these state."""
    name: str
    paths: list = field(default_factory=list)
    cases: list = field(default_factory=list)
    steps: set = field(default_factory=set)
    words: set = field(default_factory=set)
    passed: int = 0


def said(case):
    """The words that a case of a run states, as the page has them."""
    words = ["scale 1/sqrt(head_dim)" if case.scale == "1/sqrt(head_dim)" else "scale as a number"]
    words += [name for name in ("window", "chunk", "softcap") if name in case.parameters]
    words += [name for name in ("allowed", "bias", "sinks") if name in case.inputs]
    words += ["mask causal"] * (case.parameters.get("mask") == "causal")
    words += ["sink logit"] * ("sinks" in case.inputs)
    words += ["gqa interleave"] * (case.query.shape[1] != case.key.shape[1])
    return set(coverage_models.quoted("; ".join(words)))


def checked(calls):
    """What a model asked, if there is something and all of it is finite."""
    if not calls:
        raise RuntimeError("no attention was seen")
    if not all(torch.isfinite(call.output).all() for call in calls):
        raise RuntimeError("numbers that are not finite")
    return calls


def keep(cases, directory, folder, run):
    for one in cases:
        (folder / f"{directory}-{one.name}.safetensors").write_bytes(one.serialized())
        run.cases.append(f"{directory}-{one.name}")
        run.steps.add(one.note.rpartition(", ")[2])
        run.words |= said(one)


def run_interface(model, directory, folder, run):
    """On every path that the class has: one that has no sdpa says so, in a ValueError."""
    for path in PATHS:
        for dtype in DTYPES:
            try:
                calls = coverage_live.calls_of(model, directory, path, dtype)
            except ValueError:
                if path == "sdpa":
                    return
                raise
            if path == "sdpa" and not calls:
                return
            keep(coverage_cases.cases(checked(calls), model, path, dtype), directory, folder, run)
        run.paths.append(path)


def run_traced(model, directory, folder, run):
    for dtype in DTYPES:
        calls = checked(coverage_traced.calls_of(model, directory, dtype))
        keep(coverage_cases.traced_cases(calls, model, dtype), directory, folder, run)
    run.paths.append("traced")


def run_directory(directory, folder, ways):
    """The first class of a directory that runs in one of the ways, or why the first of all did not."""
    why = "no model"
    models = coverage_live.classes(directory)[:TRIES]
    for tried, (way, model) in enumerate((way, model) for way in ways for model in models):
        run = Run(model.__name__)
        try:
            way(model, directory, folder, run)
            return run, ""
        except Exception as error:  # whatever a model says to numbers that are not those of a trained one
            for name in run.cases:
                (folder / f"{name}.safetensors").unlink()
            if tried == 0:
                why = f"{model.__name__}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    return None, why


def judged(folder, runs):
    """Counts what passes; returns the names and verdicts of all else."""
    plumb = os.environ.get("PLUMB", ROOT / "build/plumb")
    reports = folder / "reports.json"
    subprocess.run([plumb, "diff", folder, "--json", reports], stdout=subprocess.DEVNULL, check=False)
    verdicts = {pathlib.Path(one["source"]).stem: one["verdict"] for one in json.loads(reports.read_text())["cases"]}
    for run in runs.values():
        run.passed = sum(verdicts.get(name) == "PASS" for name in run.cases)
    return {name: verdicts.get(name, "refused") for run in runs.values() for name in run.cases
            if verdicts.get(name) != "PASS"}


# ---- the page ----


def place(word):
    name = word.split("`")[1]
    return (ORDER.index(name) if name in ORDER else len(ORDER), word)


def words_of(attentions, run):
    found = {word for one in attentions for word in one.words} | (run.words if run else set())
    return sorted(found, key=place)


def missing_of(attentions):
    return sorted({f"{one.missing} ({one.name})" for one in attentions if one.missing})


def by_missing(models):
    """Of each thing that is missing the models that need it, the most needed first."""
    found = {}
    for directory, attentions in models.items():
        for word in sorted({one.missing for one in attentions if one.missing}):
            found.setdefault(word, []).append(directory)
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def row(directory, attentions, run):
    ways = sorted({one.how for one in attentions}, reverse=True)
    missing = missing_of(attentions)
    live = f"`{run.name}`: {', '.join(run.paths)}; {'; '.join(sorted(run.steps, reverse=True))}; " \
           f"{run.passed} of {len(run.cases)}" if run else ""
    said_words = words_of(attentions, run)
    return f"| {directory} | {', '.join(ways)} | {'; '.join(said_words)} | {'; '.join(missing)} | {live} |"


def counts(models, runs):
    whole = sum(not missing_of(attentions) for attentions in models.values())
    part = sum(bool(missing_of(one)) and bool(words_of(one, runs.get(name))) for name, one in models.items())
    ran = list(runs.values())
    return {
        "models that compute attention": len(models),
        "can be stated completely": whole,
        "can be stated in part": part,
        "cannot be stated": len(models) - whole - part,
        "run live, a class of each": len(ran),
        "of these through the interface": sum("eager" in run.paths for run in ran),
        "of these with a cache, prefill and decode": sum("decode" in run.steps for run in ran),
        "of those in sdpa, too": sum("sdpa" in run.paths for run in ran),
        "distinct inputs of these": sum(len(run.cases) for run in ran),
        "of these PASS": sum(run.passed for run in ran),
    }


HEAD = """# Coverage

Which models of transformers can be checked, and with which keywords? Every directory of `transformers/models` that
computes attention has a row, with the keywords of `plumbline.check` that state its attention ([python.md](python.md)).

Pass `q`, `k` and `v` as the model's attention function gets them: projected, normalised and rotated. So the position is
`none`, unless the row states another. The operator is softmax. The keywords of a row may belong to different layers or
classes. `allowed` is the model's mask as booleans, for padding and for all that no other keyword states; `bias` is what
it adds to the scores. *interface*: you can register a function in `ALL_ATTENTION_FUNCTIONS`, which gets all of this.
*own code*: the layer itself multiplies. *Missing* lists what no case can state, with the class that needs it.

If the last column names a class of the model, it was run with random weights, in float32 and bfloat16: a prompt, and
one more token if it keeps a cache. *eager* and *sdpa* are attention functions of the interface. *traced*: products and
softmax of a model's own code were recorded. Queries were multiplied by the number that makes the largest score 30, as
large as in trained models, and the model's output for these was judged. The numbers count the distinct inputs and those
that PASS. Masks and biases are stated as the function got them; whether the model should have made others is not
judged.

Written by `tests/engines/coverage.py` from transformers {version}; `make engines` runs all of it again. Facts that
the sources do not show are in [coverage_facts.txt](../tests/engines/coverage_facts.txt), with reasons.
"""


def page(models, runs):
    lines = [HEAD.format(version=transformers.__version__), "| what | how many |", "|---|---|"]
    lines += [f"| {name} | {number} |" for name, number in counts(models, runs).items()]
    lines += ["", "| missing | models |", "|---|---|"]
    lines += [f"| {word} | {', '.join(names)} |" for word, names in by_missing(models).items()]
    lines += ["", "| model | how | stated with | missing | run: paths, steps, how many PASS |", "|---|---|---|---|---|"]
    lines += [row(name, attentions, runs.get(name)) for name, attentions in models.items()]
    return "\n".join(lines) + "\n"


def run_all(models, folder):
    runs = {}
    for directory, attentions in models.items():
        has_interface = any(one.how == coverage_models.INTERFACE for one in attentions)
        begin = time.monotonic()
        run, why = run_directory(directory, folder, [run_interface] * has_interface + [run_traced])
        if time.monotonic() - begin > SLOW:
            print(f"{directory}: {time.monotonic() - begin:.0f} s")
        if run:
            runs[directory] = run
        else:
            print(f"not run: {directory}: {why}")
    return runs


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only", default="")
    return parser.parse_args()


def compared(written, update):
    """Whether the page is what was found."""
    if update:
        PAGE.write_text(written, encoding="utf-8")
    stored = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    for line in difflib.unified_diff(stored.splitlines(), written.splitlines(), "docs/coverage.md", "found", "", "", 0,
                                     ""):
        print(line)
    return stored == written


def main():
    asked = options()
    torch.set_num_threads(1)
    transformers.utils.logging.set_verbosity_error()
    warnings.simplefilter("ignore")
    asked.directory.mkdir(parents=True, exist_ok=True)
    for old in asked.directory.glob("*.safetensors"):
        old.unlink()
    models = coverage_models.read(MODELS)
    if asked.only:
        models = {name: models[name] for name in asked.only.split(",")}
    runs = run_all(models, asked.directory)
    others = judged(asked.directory, runs)
    for name, verdict in others.items():
        print(f"{verdict}: {asked.directory / name}.safetensors")
    same = bool(asked.only) or compared(page(models, runs), asked.update)
    print(f"{len(runs)} classes of models")
    return 0 if same and not others else 1


if __name__ == "__main__":
    sys.exit(main())
