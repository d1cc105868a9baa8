#!/usr/bin/env python3
"""consumer.py FOLDER - holds a plain attention in NumPy against those vectors of docs/vectors.md that it can state."""
import fractions, json, pathlib, sys
import numpy as np
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "BOOL": "?"}
ASKED = {"version": [1], "mask": ["none", "causal"], "sink": ["zero", "logit"], "softcap_order": ["cap-bias-mask"],
         **dict.fromkeys("note causal_alignment window scale softcap gqa empty_row mask_polarity".split())}
HELD = set("q k v out bias allowed sinks out_grad lse_grad dq dk dv dsinks dbias".split())
def tensors(data):
    size = int.from_bytes(data[:8], "little")
    for name, t in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            x = np.frombuffer(data[8 + size:][slice(*t["data_offsets"])], TYPES[t["dtype"]])
            x = (x.astype("<u4") << 16).view("<f4") if t["dtype"] == "BF16" else x
            yield name, (x.astype(float) if x.dtype.kind == "f" else x).reshape(t["shape"])
def attention(c, t):
    (batch, heads, queries, dim), (groups, keys) = t["q"].shape, t["k"].shape[1:3]
    owner = np.arange(heads) % groups if c.get("gqa") == "tile" else np.arange(heads) // (heads // groups)
    k, v, at = t["k"][:, owner], t["v"][:, owner], c.get("causal_alignment", "top-left")
    j, p = np.arange(keys), np.arange(queries)[:, None]
    p = p + (at["offset"] if type(at) is dict else (keys - queries) * (at == "bottom-right"))
    left, right = c.get("window", {"left": -1, "right": -1}).values()
    seen = ((j <= p) | (c.get("mask") != "causal")) & ((left < 0) | (j >= p - left)) & ((right < 0) | (j <= p + right))
    seen = seen & (t["allowed"] != (c.get("mask_polarity") == "true-hides")) if "allowed" in t else seen
    seen = np.broadcast_to(seen & (t.get("bias", 0) > -np.inf), (batch, heads, queries, keys))
    x = float(fractions.Fraction(c.get("scale", dim ** -0.5))) * (t["q"] @ k.swapaxes(2, 3))
    slope = 1 - np.tanh(x / c["softcap"]) ** 2 if c.get("softcap") else 1
    x = c["softcap"] * np.tanh(x / c["softcap"]) if c.get("softcap") else x
    x = np.where(seen, x + t.get("bias", 0), -np.inf)
    sink = t["sinks"][:, None, None] if c.get("sink") == "logit" else 0.0 if c.get("sink") else -np.inf
    most = np.maximum(np.maximum(x.max(-1, keepdims=True), sink), -1e300)
    total = np.exp(x - most).sum(-1, keepdims=True) + np.exp(sink - most)
    empty = {"zero": 0, "nan": np.nan, "mean": v.mean(2, keepdims=True)}[c.get("empty_row", "zero")]
    found = {"out": np.where(total > 0, np.exp(x - most) @ np.where(seen.any(2)[..., None], v, 0) / total, empty)}
    if "out_grad" not in t:
        return found
    share, at_sink = (np.where(total > 0, np.exp(y - most) / total, 0) for y in (x, sink))
    of_share = t["out_grad"] @ v.swapaxes(2, 3)
    shared = t.get("lse_grad", np.zeros(()))[..., None] - (share * of_share).sum(-1, keepdims=True)
    of_score = share * (of_share + shared)
    of_product = of_score * slope * float(fractions.Fraction(c.get("scale", dim ** -0.5)))
    each = {"dk": of_product.swapaxes(2, 3) @ t["q"], "dv": share.swapaxes(2, 3) @ t["out_grad"]}
    found |= {name: np.stack([y[:, owner == g].sum(1) for g in range(groups)], 1) for name, y in each.items()}
    alike = tuple(i for i, n in enumerate(t["bias"].shape if "bias" in t else ()) if n == 1)
    return found | {"dq": of_product @ k, "dsinks": (at_sink * shared).sum((0, 2, 3)),
                    "dbias": of_score.sum(alike, keepdims=True)}
np.seterr(all="ignore")
verdicts = []
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    for vector in json.loads(file.read_text())["vectors"]:
        c, t = vector["conventions"], dict(tensors((file.parent / vector["file"]).read_bytes()))
        asked = all(name in ASKED and (ASKED[name] is None or c[name] in ASKED[name]) for name in c)
        if not asked or not {name for name in t if not name.startswith("extra.")} <= HELD:
            continue
        found, right = attention(c, t), []
        for name in vector["answers"]:
            x, (low, high, off) = found[name], (t[f"extra.{name}.{y}"] for y in ("low", "high", "tolerance"))
            right.append(((x >= low - off) & (x <= high + off) | np.isnan(x) & np.isnan(low)).all())
        verdicts.append(all(right))
        print("" if verdicts[-1] else f"{vector['id']} is wrong: {vector['reason']}\n", end="")
print(f"{sum(verdicts)} vectors are right, {len(verdicts) - sum(verdicts)} wrong")
sys.exit(not verdicts or not all(verdicts))
