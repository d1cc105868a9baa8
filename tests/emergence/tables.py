"""Trains the models of tables, measures them with `plumb sink`, and records the results.

    tables.py [--again] TABLE...     the models of these tables (tables.json) in the order of seeds and rows; or "all"
    tables.py --model MODEL SEED     only one model
    tables.py --model MODEL SEED --picture FILE
                                     for a trained model: the weights of all heads on one sequence, as SVG

A recorded model (results/MODEL-SEED.json) is not trained again, and an interrupted run resumes.  --again trains all
models again in a separate folder, and reports for each whether the result equals the record.  Every number is plumb's,
except the loss and the curve.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass

import numpy as np
import torch

import cases
import corpus
import operators
import train
from decoder import Decoder
from recipe import HERE, read_changes, read_models, read_tables

ROOT = HERE.parent.parent
PLUMB = pathlib.Path(os.environ.get("PLUMB", ROOT / "build" / "plumb"))
WORK = pathlib.Path(os.environ.get("EMERGENCE_WORK", ROOT / "build" / "emergence"))
SAMPLED_HEADS = 2
TOLERATED = 1e-4  # between alpha by float32 of the model and the exact one of its vectors


def sink(paths, key, report):
    """What `plumb sink` says of a model's layers."""
    subprocess.run([PLUMB, "sink", *paths, "--key", key, "--json", report], check=True, stdout=subprocess.DEVNULL)
    return json.loads(report.read_text())


@dataclass(frozen=True)
class Place:
    """Where a run works, and where its record and its sample go."""
    work: pathlib.Path
    results: pathlib.Path
    samples: pathlib.Path


ON_RECORD = Place(WORK, HERE / "results", HERE / "cases")
AGAIN = Place(WORK / "again", WORK / "again" / "results", WORK / "again" / "cases")


# ---- the model beside the exact weights of its vectors ----

def exact_shares(layer, heads):
    """alpha of every sequence and head as plumb has it."""
    return np.array([float(head["alpha"]["decimal"]) for head in layer["heads"]]).reshape(-1, heads)


def check_statement(recipe, kept, report, key):
    """The cases must say what the model computed, or their numbers are another model's."""
    for number, (layer, own) in enumerate(zip(report["layers"], kept)):
        shares = operators.share(recipe, own["weights"], key, layer["proxy"]).numpy()
        error = np.abs(shares - exact_shares(layer, recipe.heads)).max()
        if not error <= TOLERATED:
            raise SystemExit(f"tables.py: layer {number}, key {key}: alpha of model and case differ by {error}")


# ---- what is recorded of a report ----

def share(report, heads):
    """Sink in per cent, the heads that it counts, and the mean alpha of each layer's heads."""
    counts = ("heads", "above", "not_above", "undecided", "no_value", "percent_least", "percent_most")
    means = [np.round(exact_shares(layer, heads).mean(axis=0), 5).tolist() for layer in report["layers"]]
    return {name: report[name] for name in counts} | {"alpha": means}


def decimals(samples, name):
    return [float(sample[name]["decimal"]) for sample in samples if sample[name] is not None]


def activations(report):
    """Of each layer's input, means over sequences: token 1's norm over the others', the largest over the median."""
    return [{name: round(float(np.mean(decimals(layer["activations"], name))), 3)
             for name in ("norm_ratio", "largest_ratio")} for layer in report["layers"]]


def measure(model, text, name, step, folder):
    """The record of one checkpoint; its cases stay in folder."""
    recipe = cases.as_measured(model.recipe)
    tokens = cases.held_out(recipe, text)
    note = f"model {name} after {step} steps, held-out text of {corpus.PACKAGE}"
    kept, answers = cases.cases(model, tokens, name, note)
    paths = [cases.write(*answer, folder / f"layer-{number}.safetensors") for number, answer in enumerate(answers)]
    shares, states = {}, None
    for key in recipe.keys:
        report = sink(paths, key, folder / f"sink-{key}.json")
        check_statement(recipe, kept, report, key)
        shares[key] = share(report, recipe.heads)
        states = activations(report) if key == "1" else states
    return {"step": step, "loss": round(held_out_loss(model, text), 4), "sink": shares, "activations": states}, answers


@torch.no_grad()
def held_out_loss(model, text):
    return train.loss_of(model, *train.validation(model.recipe, text), text.fixed).item()


# ---- the sample that the repository keeps ----

def chosen(record, recipe):
    """([the first layer, that of the strongest sink], its strongest heads)"""
    alpha = np.array(record["sink"]["1"]["alpha"])
    if "sink" in record["sink"] and np.max(record["sink"]["sink"]["alpha"]) > alpha.max():
        alpha = np.array(record["sink"]["sink"]["alpha"])
    strongest = int(alpha.max(axis=1).argmax())
    heads = sorted(np.argsort(-alpha[strongest])[:SAMPLED_HEADS].tolist())
    return sorted({0, strongest or recipe.layers - 1}), heads


def keep_sample(name, answers, record, recipe, place):
    """A few heads of one sequence, and what plumb says of them alone."""
    layers, heads = chosen(record, recipe)
    files = [place.samples / f"{name}-layer-{layer}.safetensors" for layer in layers]
    for layer, file in zip(layers, files):
        tensors, stated = answers[layer]
        cases.write(cases.sample(tensors, heads, recipe.position), stated, file)
    reports = {key: sink(files, key, place.work / name / f"sample-{key}.json") for key in recipe.keys}
    alpha = {key: [[head["alpha"]["decimal"] for head in layer["heads"]] for layer in report["layers"]]
             for key, report in reports.items()}
    states = [[layer["activations"][0][name]["decimal"] for name in ("norm_ratio", "largest_ratio")]
              for layer in reports["1"]["layers"]]
    return {"files": [file.name for file in files], "layers": layers, "heads": heads, "alpha": alpha,
            "activations": states}


# ---- one model ----

def checkpoint(recipe, text, path):
    model = Decoder(recipe, text.size)
    model.load_state_dict(torch.load(path)["model"])
    return model


def record_of(model_name, seed, recipe, place):
    name = f"{model_name}-{seed}"
    folder = place.work / name
    run = train.train(recipe, seed, folder, WORK)
    measured = []
    for step in sorted({*recipe.checkpoints, recipe.steps}):
        model = checkpoint(recipe, run.text, folder / f"checkpoint-{step}.pt")
        record, answers = measure(model, run.text, name, step, folder / f"cases-{step}")
        measured.append(record)
    return {"model": model_name, "seed": seed, "changes": read_changes()[model_name], "recipe": asdict(recipe),
            "text": {"package": corpus.PACKAGE, "licence": corpus.LICENCE, "sha256": run.text.sha256,
                     "tokens": len(run.text.train)},
            "torch": torch.__version__, "parameters": sum(weight.numel() for weight in run.model.parameters()),
            "seconds": round(run.seconds), "sequences": cases.SEQUENCES, "curve": run.curve, "measured": measured,
            "sample": keep_sample(name, answers, measured[-1], recipe, place)}


def written(record):
    """JSON, a line for each member."""
    lines = ["{"]
    for name, value in record.items():
        lines.append(f" {json.dumps(name)}: {json.dumps(value)},")
    return "\n".join(lines)[:-1] + "\n}\n"


def told(record):
    last = record["measured"][-1]
    shares = ", ".join(f"Sink_{key} {value['percent_least']:.2f} %" for key, value in last["sink"].items())
    return f"{record['model']} seed {record['seed']}: {last['step']} steps, loss {last['loss']:.3f}, {shares}"


def without_time(record):
    return {name: value for name, value in record.items() if name != "seconds"}


def beside_record(model_name, seed, record):
    """Whether a result is bit for bit the one on record."""
    path = ON_RECORD.results / f"{model_name}-{seed}.json"
    if not path.exists():
        return " (not on record)"
    same = without_time(json.loads(path.read_text())) == without_time(json.loads(written(record)))
    return " (as on record)" if same else f" (on record: {told(json.loads(path.read_text()))})"


def do(model_name, seed, recipe, place):
    """Trains, measures and records, unless that is done already."""
    path = place.results / f"{model_name}-{seed}.json"
    if path.exists():
        print(told(json.loads(path.read_text())) + " (on record)", flush=True)
        return
    record = record_of(model_name, seed, recipe, place)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(record))
    print(told(record) + (beside_record(model_name, seed, record) if place == AGAIN else ""), flush=True)


def draw(model_name, seed, recipe, picture):
    """What `plumb sink --head all` draws of the first held-out sequence."""
    name = f"{model_name}-{seed}"
    text = corpus.load(recipe, WORK)
    model = checkpoint(recipe, text, WORK / name / f"checkpoint-{recipe.steps}.pt")
    tokens = cases.held_out(cases.as_measured(recipe), text)
    answers = cases.cases(model, tokens, name, "one sequence")[1]
    paths = [cases.write(cases.sample(tensors, range(recipe.heads), recipe.position), stated,
                         WORK / name / "picture" / f"{name}-layer-{number}.safetensors")
             for number, (tensors, stated) in enumerate(answers)]
    subprocess.run([PLUMB, "sink", *paths, "--head", "all", "--svg", picture], check=True, stdout=subprocess.DEVNULL)


def rows_of(names):
    tables = read_tables()
    unknown = sorted(set(names) - {"all"} - set(tables))
    if unknown:
        raise SystemExit(f"tables.py: no table {unknown[0]}; there are {', '.join(tables)}")
    chosen_tables = tables if "all" in names else names
    rows = [(row["model"], seed) for name in chosen_tables for row in tables[name]["rows"]
            for seed in row.get("seeds", [1])]
    return sorted(set(rows), key=lambda row: (row[1], rows.index(row)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--model", nargs=2, metavar=("MODEL", "SEED"))
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("tables", nargs="*")
    asked = parser.parse_args()
    rows = [(asked.model[0], int(asked.model[1]))] if asked.model else rows_of(asked.tables)
    place = AGAIN if asked.again else ON_RECORD
    if asked.again:
        shutil.rmtree(AGAIN.work, ignore_errors=True)
    models = read_models()
    if asked.picture:
        draw(*rows[0], models[rows[0][0]], asked.picture)
        return
    for model_name, seed in rows:
        if model_name not in models:
            raise SystemExit(f"tables.py: models.json has no model {model_name}")
        print(f"{model_name} seed {seed}", file=sys.stderr)
        do(model_name, seed, models[model_name], place)


if __name__ == "__main__":
    main()
