"""Engines in separate processes or environments.

run.sh installs requirements-NAME.txt into a folder NAME next to the environment.  `ask` runs a
program, with the named folder, if any, first on the path, and sends it the inputs; the program
returns the results with `serve`.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def save(path, groups):
    """Arrays by name, in numbered groups.  NumPy's files have no bfloat16: its bits are marked."""
    arrays = {}
    for number, group in enumerate(groups):
        for name, array in group.items():
            narrow = array.dtype == ml_dtypes.bfloat16
            arrays[f"{number}/{name}" + ("/bf16" if narrow else "")] = (
                array.view(np.uint16) if narrow else array)
    np.savez(path, **arrays)


def load(path, count):
    groups = [{} for _ in range(count)]
    with np.load(path) as arrays:
        for key, array in arrays.items():
            number, name, *narrow = key.split("/")
            groups[int(number)][name] = array.view(ml_dtypes.bfloat16) if narrow else array
    return groups


def ask(environment, program, questions, version, **variables):
    """The answers, arrays by name, to questions (arrays by name, attributes for JSON); of the
    release `version` and no other.  With environment None the program runs in this one.
    `variables` are of the program's environment."""
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        save(folder / "asked.npz", [tensors for tensors, _ in questions])
        (folder / "asked.json").write_text(json.dumps([attributes for _, attributes in questions]))
        if environment is not None:
            variables["PYTHONPATH"] = str(pathlib.Path(sys.prefix) / environment)
        subprocess.run([sys.executable, str(HERE / program), directory], check=True,
                       env=os.environ | variables)
        answered = (folder / "version").read_text()
        if answered != version:
            raise RuntimeError(f"{program}: {answered} answered instead of {version}")
        return load(folder / "answered.npz", len(questions))


def serve(answer, version):
    """What a program does: `answer` maps arrays and attributes to arrays."""
    folder = pathlib.Path(sys.argv[1])
    attributes = json.loads((folder / "asked.json").read_text())
    tensors = load(folder / "asked.npz", len(attributes))
    save(folder / "answered.npz", [answer(*asked) for asked in zip(tensors, attributes)])
    (folder / "version").write_text(version)
