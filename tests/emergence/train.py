"""Trains one model: AdamW from a seed, bit for bit again on the same machine, and on from where it stopped.

    train.py MODEL SEED FOLDER

FOLDER gets state.pt, after every SAVED_EVERY steps, and checkpoint-STEP.pt of each step at which the model is
measured.  A batch depends on seed and step alone, so a run that stopped goes on as it would have.
"""

import dataclasses
import math
import os
import pathlib
import sys
import time

import torch
from torch.nn.functional import cross_entropy

import corpus
import operators
from decoder import Decoder
from recipe import read_models

SAVED_EVERY = 100
BETAS = (0.9, 0.95)
CLIPPED_NORM = 1.0
VALIDATION_SEED = 3
VALIDATION_ROWS = 200
THRESHOLD = 0.3


def loss_of(model, inputs, targets, fixed, keep=None, hidden=None):
    """Mean over the tokens that the model cannot have seen: not the fixed one, not those of the prefix."""
    skipped = model.recipe.prefix
    logits = model(inputs, keep=keep, hidden=hidden)[:, max(0, skipped - 1):]
    expected = targets[:, max(0, skipped - 1):]
    return cross_entropy(logits.flatten(0, 1), expected.flatten(), ignore_index=fixed)


def rate_at(recipe, step):
    warm = min(1.0, (step + 1) / recipe.warmup)
    if recipe.schedule == "constant":
        return recipe.rate * warm
    return recipe.rate * warm * (0.1 + 0.45 * (1.0 + math.cos(math.pi * step / recipe.steps)))


def optimiser(model, recipe):
    """Matrices decay, gains and logits do not."""
    decaying = [weight for weight in model.parameters() if weight.dim() == 2]
    others = [weight for weight in model.parameters() if weight.dim() != 2]
    return torch.optim.AdamW([{"params": decaying, "weight_decay": recipe.weight_decay},
                              {"params": others, "weight_decay": 0.0}], lr=recipe.rate, betas=BETAS,
                             fused=True)


def validation(recipe, text):
    generator = torch.Generator().manual_seed(VALIDATION_SEED)
    return corpus.windows(text.held, recipe, text.fixed, VALIDATION_ROWS, generator)


@torch.no_grad()
def point_of_curve(model, recipe, text, step):
    """[step, validation loss, Sink_1 in per cent, the largest mean alpha_1 of a head, norm ratio of token 1]"""
    inputs, targets = validation(recipe, text)
    kept, hidden = [], []
    loss = loss_of(model, inputs, targets, text.fixed, kept, hidden).item()
    proxy = operators.proxy(recipe)
    # not certified: for the curve alone
    shares = torch.stack([operators.share(recipe, layer["weights"], "1", proxy) for layer in kept])
    norms = hidden[-1].norm(dim=-1).mean(dim=0)
    return [step, round(loss, 4), round(100.0 * (shares > THRESHOLD).float().mean().item(), 2),
            round(shares.mean(dim=1).max().item(), 4), round((norms[0] / norms[1:].median()).item(), 3)]


def save(path, content):
    """Complete or not at all."""
    partial = path.with_suffix(".partial")
    torch.save(content, partial)
    os.replace(partial, path)


def show(recipe, step, point, began, first_step):
    done = step - first_step
    left = (time.monotonic() - began) / done * (recipe.steps - step) / 60.0 if done else 0.0
    filled = 30 * step // recipe.steps
    told = f"loss {point[1]:.3f}, Sink_1 {point[2]:5.2f} %, largest alpha_1 {point[3]:.3f}" if point else ""
    print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {step}/{recipe.steps} {told}, {left:.0f} min left   ",
          end="", file=sys.stderr, flush=True)


def goes_on(stored, recipe):
    """Whether a run may go on by this recipe: at a constant rate it may also become longer."""
    asked = dataclasses.asdict(recipe)
    free = {"measured_fixed_token"} | ({"steps", "checkpoints"} if recipe.schedule == "constant" else set())
    return all(stored[name] == asked[name] for name in asked if name not in free)


class Run:
    """A model, its optimiser and its curve, at a step."""

    def __init__(self, recipe, seed, text):
        torch.manual_seed(seed)
        self.recipe, self.seed, self.text = recipe, seed, text
        self.model = Decoder(recipe, text.size)
        self.optimiser = optimiser(self.model, recipe)
        self.step, self.curve, self.seconds = 0, [], 0.0

    def state(self):
        return {"recipe": dataclasses.asdict(self.recipe), "model": self.model.state_dict(),
                "optimiser": self.optimiser.state_dict(), "step": self.step, "curve": self.curve,
                "seconds": self.seconds}

    def resume(self, path):
        state = torch.load(path)
        if not goes_on(state["recipe"], self.recipe) or state["step"] > self.recipe.steps:
            raise SystemExit(f"{path}: a run of another recipe, or a longer one; remove it to begin anew")
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.curve, self.seconds = state["step"], state["curve"], state["seconds"]

    def batch(self):
        generator = torch.Generator().manual_seed(self.seed * 1_000_003 + self.step)
        return corpus.windows(self.text.train, self.recipe, self.text.fixed, self.recipe.batch, generator)

    def advance(self):
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(self.recipe, self.step)
        self.optimiser.zero_grad()
        loss_of(self.model, *self.batch(), self.text.fixed).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), CLIPPED_NORM)
        self.optimiser.step()
        self.step += 1

    def record(self):
        if self.step % self.recipe.every == 0 or self.step == self.recipe.steps:
            self.curve.append(point_of_curve(self.model, self.recipe, self.text, self.step))

    def is_measured(self):
        return self.step in self.recipe.checkpoints or self.step == self.recipe.steps


def follow(run, folder):
    """Steps to the end, saving on the way."""
    began, first_step, before = time.monotonic(), run.step, run.seconds
    if run.step == 0:
        run.record()
    while run.step < run.recipe.steps:
        run.advance()
        run.record()
        run.seconds = before + time.monotonic() - began
        if run.is_measured():
            save(folder / f"checkpoint-{run.step}.pt", run.state())
        if run.step % SAVED_EVERY == 0 or run.step == run.recipe.steps:
            save(folder / "state.pt", run.state())
            show(run.recipe, run.step, run.curve[-1], began, first_step)
    print(file=sys.stderr)


def train(recipe, seed, folder, cache):
    """The finished run; what folder holds of it is not done again."""
    torch.set_num_threads(recipe.threads)
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # nothing reads it, and filling costs time
    folder.mkdir(parents=True, exist_ok=True)
    text = corpus.load(recipe, cache)
    run = Run(recipe, seed, text)
    if (folder / "state.pt").exists():
        run.resume(folder / "state.pt")
    follow(run, folder)
    last = folder / f"checkpoint-{run.step}.pt"
    if not last.exists():
        save(last, run.state())
    return run


if __name__ == "__main__":
    name, seed, place = sys.argv[1:]
    place = pathlib.Path(place)
    train(read_models()[name], int(seed), place, place.parent)
