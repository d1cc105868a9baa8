"""ONNX Attention (opset 23) as it was: mask first, then cap.

Until release 1.21 the reference of onnx, and until 1.26 ONNX Runtime on the CPU, added bias and mask
to the scores and capped the sum: a hidden key has the score -softcap and takes part in the softmax,
and its value in the output.  The same opset now means the other order.  run.sh installs those
releases beside the environment's own (requirements-mask-before-cap.txt), and onnx_attention.py runs
them in a process of its own.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import inputs
from case_file import Case

INSTALLED = pathlib.Path(sys.prefix) / "mask-before-cap"
PROGRAM = pathlib.Path(__file__).resolve().parent / "onnx_attention.py"

# What onnx_attention.py asks: how a case names it, the release expected, and what the engine is.
EVALUATORS = {
    "reference": ("onnx-reference-1.21", "1.21.0", "onnx ReferenceEvaluator Attention (opset 23)"),
    "runtime": ("onnxruntime-1.26-attention23", "1.26.0", "ONNX Runtime Attention (opset 23) (CPU)"),
}


def ask(evaluator, tensors, **attributes):
    with tempfile.TemporaryDirectory() as directory:
        asked, answered = f"{directory}/asked.npz", f"{directory}/answered.npz"
        np.savez(asked, **tensors, **attributes)
        subprocess.run([sys.executable, str(PROGRAM), evaluator, asked, answered], check=True,
                       env=os.environ | {"PYTHONPATH": str(INSTALLED)})
        answer = dict(np.load(answered))
    release = EVALUATORS[evaluator][1]
    if str(answer["version"]) != release:
        raise RuntimeError(f"{evaluator} {answer['version']} answered instead of {release}")
    return answer


def case(evaluator, name, question, note, *, is_causal=False, bias=None, order="bias-mask-cap"):
    query, key, value = (array.astype(np.float32) for array in question)
    tensors = {"Q": query, "K": key, "V": value}
    if bias is not None:
        tensors["attn_mask"] = bias.astype(np.float32)
    answer = ask(evaluator, tensors, is_causal=int(is_causal), softcap=2.0)
    prefix, release, engine = EVALUATORS[evaluator]
    return Case(
        name=f"{prefix}-f32-{name}", query=query, key=key, value=value, output=answer["output"],
        weights=answer.get("weights"), engine=engine, version=release, precision="f32",
        causal_alignment="top-left" if is_causal else None,
        parameters={"softcap": 2.0, "softcap_order": order},
        inputs={} if bias is None else {"bias": tensors["attn_mask"]},
        wrong=order != "bias-mask-cap", note=note)


def cases():
    question = inputs.needle(403, strength=1.2, **inputs.SMALL)
    bias = inputs.extra(404, 1, 4, 12, 12)
    for evaluator in EVALUATORS:
        yield case(evaluator, "softcap-2-causal", question,
                   "the mask, then the cap: hidden keys take part with the score -2",
                   is_causal=True)
        yield case(evaluator, "softcap-2-bias", question, "the bias, then the cap", bias=bias)
        yield case(evaluator, "softcap-2-bias-causal", question,
                   "the bias, the mask, then the cap", bias=bias, is_causal=True)
        yield case(evaluator, "softcap-2-causal-as-cap-bias-mask", question,
                   "stated wrongly: in the order of later releases, which the same opset now means",
                   is_causal=True, order="cap-bias-mask")
