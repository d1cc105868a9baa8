"""The tensors of a safetensors file, bfloat16 ones as arrays of ml_dtypes."""

import json

import ml_dtypes
import numpy as np

TYPES = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": ml_dtypes.bfloat16, "I64": np.int64,
         "BOOL": np.bool_}


def tensors(path):
    data = path.read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:begin])
    header.pop("__metadata__", None)
    return {name: np.frombuffer(data[begin + entry["data_offsets"][0]:begin + entry["data_offsets"][1]],
                                TYPES[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items()}
