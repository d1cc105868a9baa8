"""The vectors of docs/vectors.md as backend tests of ONNX, and what two runtimes say to them.

    python onnx_vectors.py VECTORS FOLDER    writes FOLDER/test_ID, runs them, prints two tables in Markdown

VECTORS is what `plumb vectors -o VECTORS` wrote.  A vector becomes a model of one node, Attention of opset 23, with
test_data_set_0/input_I.pb and output_0.pb, the correctly rounded answer, as in onnx/backend/test/data/node.

What the operator can state:

- no mask, and a causal one: aligned at the top left, or after so many keys of a cache, which are past_key and
  past_value;
- allowed and bias, together as one attn_mask; a mask that is true where it hides is negated;
- grouped heads, interleaved; a scale that is a binary32 number; a softcap before the bias; rows without keys that
  are 0.

In 16 bits the softmax is asked for in float (softmax_precision), as the precisions of the vectors have it.  Everything
else is passed over.  Held against the runtimes is not output_0.pb but what the vector says: the exact number lies
between low and high, and the tolerance is what an engine of its precision may be off.
"""

import collections
import fractions
import json
import pathlib
import sys
import warnings

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from vector_file import tensors

RUNTIMES = {"onnx.reference": onnx.__version__, "onnxruntime": onnxruntime.__version__}
ASKED = {"version", "note", "mask", "causal_alignment", "scale", "softcap", "softcap_order", "gqa", "empty_row",
         "mask_polarity"}
HELD = {"q", "k", "v", "out", "bias", "allowed"}
MOST = 10  # reasons that are listed one by one
INPUTS = ["q", "k", "v", "attn_mask", "past_key", "past_value"]


def cached(conventions, held):
    """How many keys come before the first query; None where Attention has no words for it."""
    if conventions.get("mask", "none") == "none":
        return 0
    alignment = conventions.get("causal_alignment", "top-left")
    keys, queries = held["k"].shape[2], held["q"].shape[2]
    named = {"top-left": 0, "bottom-right": keys - queries}
    offset = named[alignment] if isinstance(alignment, str) else alignment["offset"]
    return offset if 0 <= offset < keys else None


def node_of(conventions, held):
    """(inputs by name, attributes) or None."""
    past = cached(conventions, held)
    usual = (conventions.get("mask", "none") in ("none", "causal")
             and conventions.get("gqa", "interleave") == "interleave"
             and conventions.get("softcap_order", "cap-bias-mask") == "cap-bias-mask"
             and conventions.get("empty_row", "zero") == "zero")
    names = {name for name in held if not name.startswith("extra.")}
    if past is None or not usual or not set(conventions) <= ASKED or not names <= HELD:
        return None
    attributes = {}
    if "scale" in conventions:
        attributes["scale"] = float(fractions.Fraction(conventions["scale"]))
        if fractions.Fraction(conventions["scale"]) != fractions.Fraction(float(np.float32(attributes["scale"]))):
            return None
    if conventions.get("mask") == "causal":
        attributes["is_causal"] = 1
    if conventions.get("softcap"):
        attributes["softcap"] = float(conventions["softcap"])
    if held["q"].dtype.itemsize == 2:
        attributes["softmax_precision"] = onnx.TensorProto.FLOAT
    inputs = {"q": held["q"], "k": held["k"][:, :, past:], "v": held["v"][:, :, past:]}
    if past > 0:
        inputs |= {"past_key": held["k"][:, :, :past], "past_value": held["v"][:, :, :past]}
    return inputs | mask_of(conventions, held), attributes


def mask_of(conventions, held):
    """attn_mask, a boolean or a number for each key, the cache's first."""
    full = held["q"].shape[2], held["k"].shape[2]
    seen = held.get("allowed")
    if seen is not None:
        seen = seen ^ (conventions.get("mask_polarity") == "true-hides")
    bias = held.get("bias")
    if bias is not None and seen is not None:
        bias = np.where(seen, bias, np.array(-np.inf, bias.dtype))
    mask = seen if bias is None else bias
    return {} if mask is None else {"attn_mask": np.broadcast_to(mask, mask.shape[:2] + full).copy()}


def model_of(inputs, attributes, output):
    names = [name if name in inputs else "" for name in INPUTS]
    while not names[-1]:
        names.pop()
    outputs = ["out", "present_key", "present_value"] if "past_key" in inputs else ["out"]
    node = helper.make_node("Attention", names, outputs, **attributes)
    typed = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
             for name, array in inputs.items()]
    answer = helper.make_tensor_value_info("out", helper.np_dtype_to_tensor_dtype(output.dtype), output.shape)
    graph = helper.make_graph([node], "vector", typed, [answer])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11)


def write(folder, model, inputs, output):
    """As the backend tests of onnx lie in their folders."""
    data = folder / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for i, (name, array) in enumerate(inputs.items()):
        (data / f"input_{i}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    (data / "output_0.pb").write_bytes(numpy_helper.from_array(output, "out").SerializeToString())


def read(folder):
    """(model, inputs) of such a folder, in the order of the model's inputs."""
    model = onnx.load(folder / "model.onnx")
    arrays = [onnx.TensorProto.FromString((folder / "test_data_set_0" / f"input_{i}.pb").read_bytes())
              for i in range(len(model.graph.input))]
    return model, {tensor.name: numpy_helper.to_array(tensor) for tensor in arrays}


def run(runtime, model, inputs):
    if runtime == "onnx.reference":
        return ReferenceEvaluator(model).run(["out"], inputs)[0]
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(["out"], inputs)[0]


def judge(runtime, folder, held):
    """right, wrong, NaN (where the answer is a number) or refused"""
    model, inputs = read(folder)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            out = np.asarray(run(runtime, model, inputs)).astype(np.float64)
    except Exception:  # each runtime has errors of its own, for what it does not take
        return "refused"
    low, high, off = (held["extra.out." + name] for name in ("low", "high", "tolerance"))
    if ((out >= low - off) & (out <= high + off) | np.isnan(out) & np.isnan(low)).all():
        return "right"
    return "NaN" if (np.isnan(out) & ~np.isnan(low)).any() else "wrong"


def vectors(folder):
    for file in sorted(folder.glob("*.json")):
        for vector in json.loads(file.read_text())["vectors"]:
            yield file.stem, vector, tensors(folder / vector["file"])


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    counts = {runtime: collections.Counter() for runtime in RUNTIMES}
    families, reasons = collections.Counter(), collections.defaultdict(list)
    for family, vector, held in vectors(source):
        node = node_of(vector["conventions"], held)
        if node is None:
            continue
        folder = target / ("test_" + vector["id"].replace("-", "_"))
        write(folder, model_of(*node, held["out"]), node[0], held["out"])
        families[family] += 1
        for runtime in RUNTIMES:
            verdict = judge(runtime, folder, held)
            counts[runtime][family, verdict] += 1
            if verdict != "right":
                reasons[runtime, verdict, vector["reason"]].append(vector["dtype"])
    show(families, counts, reasons)


def show(families, counts, reasons):
    verdicts = ("right", "wrong", "NaN", "refused")
    titles = " | ".join(f"{runtime} {version}: {', '.join(verdicts)}" for runtime, version in RUNTIMES.items())
    print(f"| family | vectors | {titles} |\n|---|---|---|---|")
    for family in [*families, None]:
        cells = [", ".join(str(sum(n for (name, verdict), n in counts[runtime].items()
                                   if verdict == wanted and family in (name, None))) for wanted in verdicts)
                 for runtime in RUNTIMES]
        print(f"| {family or 'all'} | {families[family] if family else families.total()} | {' | '.join(cells)} |")
    print("\n| runtime | says | in | of vectors whose reason is |\n|---|---|---|---|")
    alike = collections.defaultdict(list)
    for (runtime, verdict, reason), dtypes in sorted(reasons.items()):
        alike[runtime, verdict, tuple(sorted(set(dtypes)))].append((reason, len(dtypes)))
    for (runtime, verdict, dtypes), found in alike.items():
        of = f"{len(found)} reasons" if len(found) > MOST else " ".join(reason for reason, _ in found)
        print(f"| {runtime} | {verdict} | {', '.join(dtypes)}: {sum(n for _, n in found)} | {of} |")


if __name__ == "__main__":
    main()
