"""A problem for the library, with tensors and conventions as keywords, and its results as Python objects."""
import json
import math
import os
import sys
import weakref
from fractions import Fraction

from ._keywords import check_own, members, rename, state_causal, tensors, unknown
from ._library import Refused, ffi, library, listing, text_of
from ._nested import take_nested
from ._paged import take_pages
from ._tensors import array_of, format_of, integers, number, stacked, tensor, values

__tracebackhide__ = True
FAIL, REFUSED, SUSPECT, BLIND = 1, 2, 3, 4
_VECTORS = ("q", "k", "v", "out", "out_grad", "dq", "dk", "dv")
_GRADIENTS = {"dq": "q", "dk": "k", "dv": "v"}  # of a tensor, whose axes they have
_PARTS = ("part_out", "part_lse")
_INTEGERS = ("key_lengths", "query_lengths", "key_index_counts", "key_starts", "cu_seqlens_q", "cu_seqlens_k",
             "part_starts", "part_of_key")
_NUMBERS = ("_scale", "_zero_point", "_offset")  # of q, k and v


def broadcast():
    """Tensors one of which may serve all heads: leading axes may be left out, as NumPy and PyTorch let them."""
    return [row["name"] for row in listing("tensors") if "|1" in row["shape"]]


def _keys_of(schema):
    """The keys of the object that a convention takes, in their order; none where it takes none."""
    ways = [schema, *schema.get("anyOf", ())]
    return [key for way in ways for key in way.get("properties", ())]


def _object_of(name, value):
    """A pair such as window=(128, 0) is the object that the schema describes."""
    keys = _keys_of(members()[name])
    if len(value) != len(keys):
        wanted = f"{name}=({', '.join(keys)})" if keys else "one value"
        raise TypeError(f"{name}: {value!r} is not {wanted}")
    return dict(zip(keys, value))


def _plain(name, value, inner=False):
    """Python's own numbers for those of NumPy and PyTorch, in pairs and objects, too."""
    if len(getattr(value, "shape", (0, 0))) < 2 and hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple):
        return tuple(_plain(name, one, True) for one in value)
    if isinstance(value, list):
        return [_plain(name, one, True) for one in value]
    if isinstance(value, dict):
        return {key: _plain(name, one, True) for key, one in value.items()}
    if inner and not (value is None or isinstance(value, (bool, int, float, str))):
        raise TypeError(f"{name}: {type(value).__name__} is not a number or a word")
    return value


def _stated(name, value):
    value = _plain(name, value)
    if isinstance(value, (tuple, list)) and members()[name].get("type") == "array":
        return [*value]
    if isinstance(value, (tuple, list)):
        return _object_of(name, value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float) and not math.isfinite(value):
        raise TypeError(f"{name}: {value!r} is not finite")
    if value is None or isinstance(value, (bool, int, float, str, dict)):
        if not (value is None or isinstance(value, dict)) and members()[name].get("type") == "object":
            pair = ", ".join(_keys_of(members()[name]))
            raise TypeError(f"{name}: {value!r} is not a pair; expected {name}=({pair})")
        return value
    masks = "; booleans of a mask go with allowed=, numbers added to the scores with bias=" if "mask" in name else ""
    raise TypeError(f"{name}: {type(value).__name__} is not a convention; expected a word, a number or a pair{masks}")


def describe(conventions, precision, engine):
    """The JSON text of a case, from keywords."""
    stated = {"version": 1}
    for name, value in conventions.items():
        if name not in members() or name in ("version", "engine"):
            raise unknown(name)
        if value is not None:
            stated[name] = _stated(name, value)
    who = {} if engine is None else {"name": engine} if isinstance(engine, str) else dict(engine)
    if precision is not None:
        who["precision"] = precision
    if who:
        stated["engine"] = who
    return json.dumps(stated)


def axes_of(name, rank, layout):
    """Where batch, head, sequence and dimension stand."""
    if layout is None and rank not in (2, 3, 4):
        raise TypeError(f"{name}: {rank} dimensions; expected [B,H,S,D], [H,S,D] or [S,D]")
    if layout is None:
        layout = {4: "BHSD", 3: "HSD", 2: "SD"}[rank]
    if len(layout) != rank or len(set(layout)) != rank or not {"S", "D"} <= set(layout) <= set("BHSD"):
        raise TypeError(f"{name}: {rank} dimensions are not those of layout {layout!r}; expected letters of "
                        "BHSD, one for each, such as layout=\"BSHD\"")
    return [layout.index(letter) if letter in layout else None for letter in "BHSD"]


class Question:
    """What is asked of the library; owns the memory that the library borrows."""

    def __init__(self, given, layout=None, precision=None, engine=None, causal=None, rows=None, threads=0):
        self._pointer = ffi.gc(library.plumb_question_new(), library.plumb_question_free)
        self._kept, self.layout, self.shape, self._rank, self._sequences = [], layout, {}, {}, {}
        self.readings = []  # of shapes that may mean something else
        check_own(layout=layout, precision=precision, engine=engine, causal=causal, rows=rows, threads=threads)
        state_causal(causal, given)
        take_pages(given)
        rename(given)
        take_nested(given, layout)
        # k and v of caches and what is ragged have axes of their own
        own_keys = any(given.get(name) is not None for name in ("block_table", "cu_seqlens_k"))
        self._own_axes = {*("k", "v", "dk", "dv") * own_keys,
                          *("q", "out", "out_grad", "dq") * (given.get("cu_seqlens_q") is not None)}
        names = set(tensors())
        for name in [name for name in given if name in names or name.startswith("extra.")]:
            value = given.pop(name)
            if value is not None:
                self._give(name, value)
            if name in ("q", "k", "v") and format_of(value) is not None:
                given.setdefault(f"{name}_format", format_of(value))
        self._ask(library.plumb_question_describe, describe(given, precision, engine).encode())
        self._rows = rows
        if rows is not None:
            self._ask(library.plumb_question_rows, *rows)
        self._ask(library.plumb_question_threads, threads)
        self._watch()

    @classmethod
    def drawn(cls, text, threads=0):
        """Of inputs that the library draws for a description of a challenge."""
        question = cls.__new__(cls)
        question._pointer = ffi.gc(library.plumb_question_new(), library.plumb_question_free)
        question._kept, question.layout, question.shape, question._rows, question._rank = [], None, {}, None, {}
        question._sequences, question.readings = {}, []
        question._ask(library.plumb_question_threads, threads)
        question._watch()
        question._ask(library.plumb_question_challenge, text.encode())
        return question

    def _lies(self, name):
        dtype, rank, shape = ffi.new("char **"), ffi.new("size_t *"), ffi.new("size_t **")
        place = library.plumb_question_given(self._pointer, name.encode(), dtype, rank, shape)
        return None if place == ffi.NULL else (place, text_of(dtype[0]), [*shape[0][0:rank[0]]])

    def has(self, name):
        return self._lies(name) is not None

    def given(self, name, like):
        """A copy of a tensor, as NumPy or PyTorch has it."""
        place, dtype, shape = self._lies(name)
        return array_of(place, dtype, shape, like)

    def _give(self, name, value):
        if name.endswith(_NUMBERS) and isinstance(value, (int, float)):
            value = number(name, value)
        if name in _PARTS:
            value = stacked(name, value)
        if name in _INTEGERS:
            value = integers(value, self._entries())
        lies = tensor(name, value)
        if name in (*_VECTORS, "bias"):
            self._rank[name] = len(lies.shape)
        own = name[0] in self._own_axes or name in self._own_axes
        if name.endswith(_NUMBERS) and len(lies.shape) == self._rank.get(name[0]) and not own:
            lies = lies.turned(axes_of(name, len(lies.shape), self.layout))
        if name in broadcast():
            self._check_trailing(name, lies.shape)
            lies = lies.turned([None] * (4 - len(lies.shape)) + [*range(len(lies.shape))])
        if name in _VECTORS and not own:
            lies = lies.turned(axes_of(name, len(lies.shape), self.layout))
        if name == "part_out" and "q" in self.shape:  # of a merge alone it has any axes
            axes = axes_of(name, len(lies.shape) - 1, self.layout)
            lies = lies.turned([0, *(None if axis is None else axis + 1 for axis in axes)])
        self.shape[name] = lies.shape
        if name in ("cu_seqlens_q", "query_lengths", "cu_seqlens_k", "key_lengths"):
            self._sequences[name] = values(lies)
        shape, strides = ffi.new("size_t[]", lies.shape), ffi.new("ptrdiff_t[]", lies.strides)
        self._kept.append(lies)
        self._ask(library.plumb_question_borrow, name.encode(), lies.dtype.encode(), shape, strides, len(lies.shape),
                  ffi.cast("void *", lies.address))

    def _entries(self):
        """How many batch entries one number serves."""
        return len(self._sequences["cu_seqlens_q"]) - 1 if self._is_ragged("q") else self.shape.get("q", (1,))[0]

    def _is_ragged(self, name):
        """Of q, k or v."""
        return f"cu_seqlens_{'q' if name == 'q' else 'k'}" in self._sequences

    def _tokens(self, name):
        """The tokens of each sequence of q, k or v, of a ragged batch."""
        sums, lengths = ("cu_seqlens_q", "query_lengths") if name == "q" else ("cu_seqlens_k", "key_lengths")
        starts = self._sequences[sums]
        lengths = self._sequences.get(lengths) or [end - start for start, end in zip(starts, starts[1:])]
        return [range(start, start + length) for start, length in zip(starts, lengths)]

    def _padded(self, name="q"):
        """Batch, heads and rows of q, k or v."""
        if not self._is_ragged(name):
            return self.shape[name][:3]
        tokens = self._tokens(name)
        return len(tokens), self.shape[name][1], max(map(len, tokens))

    def _gathered(self, what, array, name="q"):
        """Of a padded array the tokens of q, k or v, in the axes of a ragged batch; 0 in rows that are none."""
        import numpy

        array = array.swapaxes(1, 2)  # [B,S,H,...]
        all_tokens = numpy.zeros((self.shape[name][0], *array.shape[2:]), array.dtype)
        for entry, tokens in zip(array, self._tokens(name)):
            all_tokens[tokens.start:tokens.stop] = entry[:len(tokens)]
        return all_tokens.swapaxes(0, 1) if what == "lse" else all_tokens

    def _check_trailing(self, name, shape):
        """Axes that are left out are the leading ones; another may be meant."""
        if len(shape) == 4 or self._own_axes or not {"q", "k"} <= self.shape.keys():
            return
        (batch, heads, queries, _), keys = self.shape["q"], self.shape["k"][2]
        wanted, meant = (heads, queries, keys)[-len(shape):], {2: (batch, keys), 3: (batch, queries, keys)}
        axes = ",".join(("Hq", "Sq", "Sk")[-len(shape):])
        if all(size in (1, want) for size, want in zip(shape, wanted)):
            if shape == meant.get(len(shape)) and batch > 1:
                other, passed = {2: ("B,Sk", ":, None, None, :"), 3: ("B,Sq,Sk", ":, None")}[len(shape)]
                self.readings.append(f"{name} {[*shape]} is read as [{axes}]; if it is [{other}], "
                                     f"pass {name}[{passed}]")
            return
        raise TypeError(f"{name}: shape {[*shape]} is read as [{axes}], which is {[*wanted]} here; expected "
                        + (f"{name}[:, None, None, :] of [B,Sk]" if shape == meant.get(2) else
                           f"{name}[:, None] of [B,Sq,Sk]" if shape == meant.get(3) else "[B|1,Hq|1,Sq|1,Sk]"))

    def _watch(self):
        """Ctrl-C is answered between rows: the interpreter runs its handlers when it is called back."""
        self._raised = None
        question = weakref.ref(self)  # a cycle would keep tensors until the garbage collector runs

        def note(kind, error, trace):
            question()._raised = error
            return 1

        self._callback = ffi.callback("int(void *, size_t, size_t)", lambda *where: 0, error=1, onerror=note)
        self._ask(library.plumb_question_watch, self._callback, ffi.NULL)

    def _refuse(self):
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised
        # The library names the case and the object of a file; here both are the keywords of a call.
        message = text_of(library.plumb_question_message(self._pointer)).removeprefix("question: ")
        message = message.removeprefix("plumbline.")
        parts = (b"field", b"value", b"expected")
        raise Refused(message, *[text_of(library.plumb_question_fault(self._pointer, part)) for part in parts])

    def _ask(self, function, *arguments):
        self._raised = getattr(self, "_raised", None)
        answer = function(self._pointer, *arguments)
        if answer == REFUSED:
            self._refuse()
        return answer

    def judge(self):
        return self._ask(library.plumb_question_judge)

    def must_notice(self, faults):
        """A dictionary of what the inputs have to reveal, such as {"lost_keys": 1, "scale": 0.01}."""
        if not isinstance(faults, dict) or not faults:
            raise TypeError(f"must_notice: {faults!r} is not a dictionary of faults; expected "
                            '{"lost_keys": 1, "scale": 0.01}, or one of the two')
        text = ",".join(f"{name}={value}" for name, value in faults.items())
        self._ask(library.plumb_question_must_notice, text.encode())

    def diagnose(self, seconds=0.0):
        return self._ask(library.plumb_question_diagnose, float(seconds))

    def save(self, path):
        self._ask(library.plumb_question_save, os.fspath(path).encode())

    def text(self, what, form):
        pointer = library.plumb_question_text(self._pointer, what.encode(), form.encode(), ffi.NULL)
        if pointer == ffi.NULL:
            self._refuse()
        return text_of(pointer)

    def count(self, what):
        count = library.plumb_question_count(self._pointer, what.encode())
        if count == 0 and text_of(library.plumb_question_message(self._pointer)):
            self._refuse()
        return count

    def _room(self, what, form):
        size = {"d": 8, "B": 1}[form]
        memory = bytearray(max(self.count(what), 1) * size)
        return memory, ffi.from_buffer({"d": "double[]", "B": "unsigned char[]"}[form], memory)

    def _array(self, what, form, memory):
        """With the axes of the answer, and for the output those of the layout that was given."""
        batch, heads, queries = self._padded()
        if self._rows is not None:
            queries = (self._rows[1] or queries) - self._rows[0]
        # The last axis of v may hold several numbers in a byte.
        shape = [batch, heads, queries, *([] if what == "lse" else [self.count(what) // (batch * heads * queries)])]
        name = _GRADIENTS.get(what, "q")
        if what in _GRADIENTS:
            shape = [*self._padded(name), self.shape[name][-1]]
        elif what in ("dsinks", "dslopes"):
            shape = [heads]
        elif what == "dtable":
            shape = self.shape["position_table"]
        elif what == "dbias":  # the axes that the bias was given with
            shape = self.shape["bias"][-self._rank["bias"]:]
        if "numpy" not in sys.modules:
            try:
                import numpy  # noqa: F401
            except ImportError:
                return memoryview(memory).cast(form, shape)
        numpy = sys.modules["numpy"]
        array = numpy.frombuffer(memory, dtype=form, count=self.count(what)).reshape(shape)
        if what in ("dsinks", "dslopes", "dtable", "dbias"):
            return array
        if self._is_ragged(name) and self._rows is None:
            return self._gathered(what, array, name)
        if what not in ("output", *_GRADIENTS) or self.layout is None or self._is_ragged(name):
            return array
        letters = [letter for letter in "BHSD" if letter in self.layout]
        array = array.reshape([size for letter, size in zip("BHSD", shape) if letter in self.layout])
        return array.transpose([letters.index(letter) for letter in self.layout])

    def balls(self, what):
        middle, middle_at = self._room(what, "d")
        radius, radius_at = self._room(what, "d")
        self._ask(library.plumb_question_evaluate, what.encode(), middle_at, radius_at, self.count(what))
        return self._array(what, "d", middle), self._array(what, "d", radius)

    def gradients(self, names):
        """The balls of several gradients, in one evaluation."""
        middles, radii = ([self._room(name, "d") for name in names] for _ in range(2))
        words = [ffi.new("char[]", name.encode()) for name in names]
        self._ask(library.plumb_question_gradients, len(names), words, [place for _, place in middles],
                  [place for _, place in radii], [self.count(name) for name in names])
        return {name: (self._array(name, "d", middle), self._array(name, "d", radius))
                for name, (middle, _), (radius, _) in zip(names, middles, radii)}

    def rounded(self, what, form):
        memory, place = self._room(what, "d")
        self._ask(library.plumb_question_round, what.encode(), form.encode(), place, self.count(what))
        return self._array(what, "d", memory)

    def golden(self, form):
        self._ask(library.plumb_question_golden, (form or "").encode())

    def golden_part(self, name):
        memory, place = self._room("output", "d")
        self._ask(library.plumb_question_golden_part, name.encode(), place, self.count("output"))
        return self._array("output", "d", memory)

    def golden_conditions(self):
        """Those that the last golden output has: its text has a line for each."""
        lines = self.text("golden", "text").splitlines()
        return [line.rpartition(" in ")[2] for line in lines if line.startswith("condition ")]

    def judge_elements(self, what):
        """The verdict, and arrays of the elements of one tensor."""
        names = ("finding", "low", "high", "expected")
        rooms = [self._room(what, "B" if name == "finding" else "d") for name in names]
        verdict = self._ask(library.plumb_question_judge_elements, what.encode(), *[place for _, place in rooms],
                            self.count(what))
        return verdict, {name: self._array(what, "B" if name == "finding" else "d", memory)
                         for name, (memory, _) in zip(names, rooms)}

    def bound(self, what, index):
        place = [int(i) for i in index]
        bound = ffi.new("double *")
        self._ask(library.plumb_question_bound, what.encode(), ffi.new("size_t[]", place), len(place), bound)
        return bound[0]

    def sink(self, others, how):
        layers = ffi.new("plumb_question *[]", [question._pointer for question in (self, *others)])
        if library.plumb_question_sink(layers, 1 + len(others), json.dumps(how).encode()) == REFUSED:
            self._refuse()
        return json.loads(self.text("sink", "json"))
