"""Which models of transformers compute attention, and which words of a case state it, read from their sources.

A class computes attention if it gets a function from the attention interface (ALL_ATTENTION_FUNCTIONS), calls one of
PyTorch's, or has a softmax between two products.  Its queries, keys and values are those that this function gets:
rotated, normalised and scaled, if the model does that before.  coverage_facts.txt has facts that the sources do not
show, each with a reason.
"""

import ast
import pathlib
import re
from dataclasses import dataclass, field

FACTS = pathlib.Path(__file__).with_name("coverage_facts.txt")
INTERFACE, OWN = "interface", "own code"

# Classes of these names compute something that no case states; the word is that which is missing.
MISSING = (
    (r"Multi[Ss]caleDeformableAttention$", "sampled values"),
    (r"(GatedDeltaNet|DeltaAttention)$", "delta rule"),
    (r"LightningAttention$", "decay"),
)
NOT_ATTENTION = r"(Model|For[A-Z]\w*|Router|Experts|Loss|Output|MHAttentionMap|FlashAttention2|Indexer)$"
PRODUCTS = r"matmul\(|bmm\(|einsum\(| @ |multiply_|_matmul"
SOFTMAX = r"(?i)softmax"
PYTORCH = r"scaled_dot_product_attention\(|multi_head_attention_forward\(|nn\.MultiheadAttention\("
# 1/sqrt of what models call the size of a head
USUAL_SCALE = (r"(head_dim|head_size|attention_head_size|d_head|dim_head|dim_per_head|size\(-1\)|shape\[-1\]"
               r"|dim_key|qk_head_dim|key_dim|d_kv|norm_factor|scale_attn|head_features|out_features)")
SCALES = (rf"{USUAL_SCALE}\)?\s*\*\*\s*\(?-0\.5", rf"sqrt\([^()]*{USUAL_SCALE}")

# What the text of a class, or of its file, says, and the words for it
OF_CLASS = (
    (r"num_key_value_groups|repeat_kv", "gqa interleave"),
    (r"softcap", "softcap"),
    (r"\bsinks\b|s_aux", "sink logit; sinks"),
    (r"relative_attention_num_buckets|relative_attention_bias|_relative_positions_bucket",
     "position t5; position_table"),
    (r"alibi", "position alibi"),
    (r"distance_embedding", "position shaw; position_table"),
    (r"position_bias|rel_pos|relative_position_bias|relative_position|attention_biases|attn_bias|rel_att"
     r"|matrix_bd|relative_bias", "bias"),
    (r"indices=sparse_indices|Indexer\(|self\.indexer", "key_indices"),
    (r"cu_seqlens", "query_segments; key_segments"),
    (r"attention_mask|key_padding_mask|\bmask\b", "allowed"),
)
# Beside another class of the file that sees every key
SEES_ALL = r"is_causal = False|is_causal=False"
OTHER_SENSE = r"Vision|Vi[Tt]|Image|VQVAE|Audio|Pooling|Encoder"
OF_FILE = (
    (r"create_causal_mask|is_causal=True|is_causal = True|register_buffer\('bias'", "mask causal"),
    (r"create_sliding_window_causal_mask|create_bidirectional_sliding_window_mask|sliding_window=", "window"),
    (r"create_chunked_causal_mask", "chunk"),
    (r"block_sequence_ids", "bidirectional_groups"),
)


@dataclass
class Attention:
    """One class: `how` it computes, by which `words` a case states it, or what is `missing`."""
    name: str
    how: str
    words: list = field(default_factory=list)
    missing: str = ""


def _text(node):
    """Of code alone: what documents it names tensors, too."""
    for part in ast.walk(node):
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(part) is not None:
            part.body = part.body[1:] or [ast.Pass()]
    return ast.unparse(node)


def quoted(words):
    """Of "mask causal; window" the words as a page has them: "`mask` causal", "`window`"."""
    parts = [word.strip().partition(" ") for word in words.split(";")]
    return [f"`{name}` {value}".strip() for name, _, value in parts]


def _how(name, text):
    if "ALL_ATTENTION_FUNCTIONS" in text:
        return INTERFACE
    if re.search(NOT_ATTENTION, name):
        return None
    products = len(re.findall(PRODUCTS, text))
    if re.search(PYTORCH, text) or (re.search(SOFTMAX, text) and products >= 2):
        return OWN
    return None


def _scale(text):
    usual = any(re.search(scale, text) for scale in SCALES)
    return "scale 1/sqrt(head_dim)" if usual or "scal" not in text else "scale as a number"


def _words(name, text, file_text):
    found = [_scale(text)]
    ordered = not re.search(SEES_ALL, text) and not re.search(OTHER_SENSE, name) and "mask" in text
    found += [word for pattern, word in OF_FILE if re.search(pattern, file_text if ordered else text)]
    found += [word for pattern, word in OF_CLASS if re.search(pattern, text)]
    return quoted("; ".join(found))


def _attentions(path):
    source = path.read_text(encoding="utf-8")
    if not re.search(f"{SOFTMAX}|ALL_ATTENTION_FUNCTIONS|{PYTORCH}", source):
        return
    nodes = ast.parse(source).body
    texts = [_text(node) for node in nodes]
    classes = {node.name: text for node, text in zip(nodes, texts) if isinstance(node, ast.ClassDef)}
    file_text = "\n".join(texts)
    for name, text in classes.items():
        missing = next((word for pattern, word in MISSING if re.search(pattern, name)), None)
        how = _how(name, text)
        if missing:
            yield Attention(name, OWN, missing=missing)
        elif how:
            yield Attention(name, how, _words(name, text, file_text))


@dataclass
class Fact:
    directory: str
    name: str
    words: str
    reason: str


def facts():
    """Rows "directory | class | words, or missing: what, or none", each with its reason in the line below."""
    lines = [line for line in FACTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for row, reason in zip(lines[::2], lines[1::2], strict=True):
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) != 3 or not all(cells) or not reason.startswith("    "):
            raise ValueError(f"{FACTS.name}: expected three cells and a reason below: {row}")
        yield Fact(*cells, reason.strip())


def _apply(fact, attentions):
    """A fact takes the place of what was read of its class, which has to be there to be left out."""
    if fact.words == "none" and fact.name not in attentions:
        raise ValueError(f"{FACTS.name}: {fact.directory} has no {fact.name}")
    attentions.pop(fact.name, None)
    if fact.words.startswith("missing:"):
        attentions[fact.name] = Attention(fact.name, OWN, missing=fact.words.removeprefix("missing:").strip())
    elif fact.words != "none":
        attentions[fact.name] = Attention(fact.name, OWN, quoted(fact.words))


def read(models):
    """Of each directory of `models` that computes attention, its classes."""
    found = {}
    for directory in sorted(path for path in models.iterdir() if path.is_dir()):
        attentions = {}
        for path in sorted(directory.glob("modeling_*.py")):
            attentions |= {one.name: one for one in _attentions(path)}
        found[directory.name] = attentions
    for fact in facts():
        if fact.directory not in found:
            raise ValueError(f"{FACTS.name}: transformers has no {fact.directory}")
        _apply(fact, found[fact.directory])
    return {name: list(attentions.values()) for name, attentions in found.items() if attentions}
