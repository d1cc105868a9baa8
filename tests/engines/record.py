"""Runs the installed engines and records their results.

    record.py              writes tests/engines/cases and tests/engines/findings
    record.py --check DIR  writes DIR/cases and DIR/findings instead, and compares them with those

The check fails if a case is missing, unexpected, or has other inputs than the recorded one.
Results may differ in their last bits on another machine; their number is reported.  A case that cannot
be recorded on this processor is named, and keeps its recording.
"""

import argparse
import importlib
import pathlib
import sys

from safetensors import safe_open

from case_file import NotHere

MODULES = ("engine_torch", "engine_multihead", "engine_flex", "engine_flex_compiled",
           "engine_transformers", "engine_gpt_oss", "engine_granite_swa", "engine_gemma2",
           "engine_t5", "engine_qwen3_next", "engine_rotary", "engine_alibi", "engine_relative",
           "engine_absolute", "engine_masks", "engine_architectures", "engine_own_attention",
           "engine_onnxruntime", "engine_onnx_reference", "engine_onnx_rotary",
           "engine_onnx_releases", "engine_onnx_nodes", "engine_jax", "engine_pallas", "engine_mlx",
           "engine_minilm", "engine_formulas", "engine_rotation_formulas", "engine_keras",
           "engine_openvino", "engine_tinygrad", "engine_ggml", "engine_ctranslate2", "engine_interpreted",
           "engine_gradients", "engine_gpu_torch", "engine_gpu_flex", "engine_gpu_models", "engine_gpu_triton",
           "engine_gpu_kernels", "engine_gpu_jax")
RECORDED = pathlib.Path(__file__).resolve().parent
FOLDERS = ("cases", "findings")
ABSENT = "not-recorded"  # the names of the cases that cannot be recorded here


def remove_stale(directory, written, absent):
    """What is neither written now nor recorded elsewhere."""
    for folder in FOLDERS:
        for path in (directory / folder).glob("*.safetensors"):
            if path not in written and not (directory == RECORDED and path.stem in absent):
                path.unlink()


def record(directory):
    """The names of the cases that cannot be recorded here."""
    for folder in FOLDERS:
        (directory / folder).mkdir(parents=True, exist_ok=True)
    written, absent = {}, set()
    for module in MODULES:
        for case in importlib.import_module(module).cases():
            if case.name in written or case.name in absent:
                raise ValueError(f"two cases are named {case.name}")
            if isinstance(case, NotHere):
                print(f"{case.name}: not recorded, {case.reason}")
                absent.add(case.name)
                continue
            folder = directory / ("findings" if case.wrong else "cases")
            written[case.name] = case.write(folder)
    remove_stale(directory, set(written.values()), absent)
    total = sum(path.stat().st_size for path in written.values())
    print(f"{len(written)} cases, {total} bytes, in {directory}")
    return absent


def description(path):
    with safe_open(path, "numpy") as file:
        return file.metadata()["plumbline"]


def compare(live, recorded, absent):
    """Messages about cases that ask something else than the recorded ones."""
    live_names, recorded_names = (
        {str(path.relative_to(root)) for folder in FOLDERS
         for path in (root / folder).glob("*.safetensors")} for root in (live, recorded))
    problems = [f"{name}: recorded, but not produced now" for name in recorded_names - live_names
                if pathlib.Path(name).stem not in absent]
    problems += [f"{name}: produced now, but not recorded" for name in live_names - recorded_names]
    common = sorted(live_names & recorded_names)
    for name in common:
        if description(live / name) != description(recorded / name):
            problems.append(f"{name}: the description differs from the recorded one")
    same = sum((live / name).read_bytes() == (recorded / name).read_bytes() for name in common)
    print(f"{same} of {len(common)} cases are the recorded ones, bit for bit")
    return sorted(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", metavar="DIR", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.check is None:
        record(RECORDED)
        return 0
    if arguments.check.resolve() == RECORDED:
        parser.error("--check must name another directory than the recorded one")
    absent = record(arguments.check)
    (arguments.check / ABSENT).write_text("".join(f"{name}\n" for name in sorted(absent)))
    problems = compare(arguments.check, RECORDED, absent)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
