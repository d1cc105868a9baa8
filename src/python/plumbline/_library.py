"""The shared library, declared by its header."""
import json
import os
import re
from functools import lru_cache
from pathlib import Path

from cffi import FFI

_HERE = Path(__file__).resolve().parent


def _place(name, in_tree):
    """Beside this file in a wheel, elsewhere in the source tree."""
    beside = _HERE / name
    return beside if beside.exists() else _HERE.parents[2] / in_tree


def _declarations():
    header = _place("plumbline.h", "src/library/plumbline.h").read_text(encoding="utf-8")
    header = re.sub(r"#ifdef __cplusplus.*?#endif", "", header, flags=re.DOTALL)
    return re.sub(r"^#.*$", "", header, flags=re.MULTILINE)


ffi = FFI()
ffi.cdef(_declarations())
library = ffi.dlopen(os.environ.get("PLUMBLINE_LIBRARY") or str(_place("libplumbline.so", "build/libplumbline.so")))


class Refused(ValueError):
    """The question cannot be answered: field, value and expected say why, as far as the message does."""

    __module__ = "plumbline"

    def __init__(self, message, field="", value="", expected=""):
        super().__init__(message)
        self.field, self.value, self.expected = field, value, expected


def text_of(pointer):
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


version = text_of(library.plumb_version())


@lru_cache(maxsize=None)
def listing(what):
    """What the language has: conventions, operators, precisions, tensors, findings or schema."""
    size = library.plumb_listing(what.encode(), ffi.NULL, 0)
    if size == 0:
        raise ValueError(f"{what}: no such listing, or not enough memory")
    text = ffi.new("char[]", size + 1)
    library.plumb_listing(what.encode(), text, size + 1)
    return json.loads(ffi.string(text))


def program():
    """Where the program `plumb` is."""
    return Path(os.environ.get("PLUMBLINE_PROGRAM") or _place("bin/plumb", "build/plumb"))
