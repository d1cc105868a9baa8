"""Pages in FlashInfer's form: one list of the pages of all requests, instead of block_table and key_lengths."""
import array

from ._library import Refused
from ._tensors import integers, tensor, values

__tracebackhide__ = True
# Of the plans of its wrappers for prefill and for decoding, and of the functions that append to a cache.
_PLANS = (("paged_kv_indptr", "paged_kv_indices", "paged_kv_last_page_len"),
          ("indptr", "indices", "last_page_len"),
          ("kv_indptr", "kv_indices", "kv_last_page_len"))
KEYWORDS = sorted({*sum(_PLANS, ()), "kv_layout", "paged_kv_cache", "k_buffer", "v_buffer"})
_LAYOUTS = {"NHD": "slots-heads", "HND": "heads-slots"}


def _forget(given, names):
    """Leaves out what is None."""
    for name in names:
        if name in given and given[name] is None:
            del given[name]


def _plan_of(given):
    """The three names that are used; none where pages are said otherwise."""
    for plan in _PLANS:
        if plan[0] != "kv_indptr":  # which may say where the rows of keys begin
            _forget(given, plan)
        named = [name for name in plan[1:] if given.get(name) is not None]
        if not named or named == ["indices"]:  # lists of keys may be meant
            continue
        missing = [name for name in plan if given.get(name) is None]
        if missing:
            raise TypeError(f"{missing[0]}: missing; {named[0]} needs it")
        return plan
    return None


def _vector(name, given):
    lies = tensor(name, integers(given, 1))
    if lies.dtype not in ("I32", "I64") or len(lies.shape) != 1:
        raise TypeError(f"{name}: {lies.dtype} of shape {[*lies.shape]}; expected int32 or int64 of one axis")
    return values(lies)


def _refuse(name, i, value, expected):
    raise Refused(f"{name}[{i}] is {value}; expected {expected}", name, str(value), expected)


def _check_starts(name, starts, listed):
    if not starts or starts[0] != 0:
        _refuse(name, 0, starts[0] if starts else "missing", "0, where the pages of the first request begin")
    for i, (before, start) in enumerate(zip(starts, starts[1:]), 1):
        if not before <= start <= listed:
            _refuse(name, i, start, f"{before} to {listed}, the pages that are listed")


def _check_last(name, last, pages, slots):
    """Of a request without pages engines disagree whether the number counts."""
    if len(last) != len(pages):
        raise TypeError(f"{name}: {len(last)} numbers; expected {len(pages)}, one for each request")
    for i, (length, held) in enumerate(zip(last, pages)):
        if held == 0 and length != 0:
            _refuse(name, i, length, "0, for the request has no pages")
        if held > 0 and not 1 <= length <= slots:
            _refuse(name, i, length, f"1 to {slots}, the slots of a page")


def _slots(given, heads_first):
    """How many slots a page has, by the shape of its cache."""
    name = "kv_cache" if given.get("kv_cache") is not None else "k"
    if given.get(name) is None:
        raise TypeError("k: missing; expected kv_cache=, or k= and v=, of pages")
    shape = getattr(given[name], "shape", None) or tensor(name, given[name]).shape
    wanted, axis = (5, 2) if name == "kv_cache" else (4, 1)
    if len(shape) != wanted:
        axes = "slots,Hkv,D" if not heads_first else "Hkv,slots,D"
        raise TypeError(f"{name}: shape {[*shape]}; expected [pages,{'2,' * (wanted == 5)}{axes}]")
    return int(shape[axis + heads_first])


def _table(rows):
    """[requests,pages], behind the pages of a request -1."""
    width = max(1, *map(len, rows))
    flat = array.array("q", [block for row in rows for block in [*row, *[-1] * (width - len(row))]])
    return memoryview(flat).cast("B").cast("q", [len(rows), width])


def lists_of(name, starts, listed, end):
    """What a list holds for each request; listed: None of a range up to the end."""
    starts = _vector(name, starts)
    listed = range(end) if listed is None else _vector("kv_indices", listed)
    _check_starts(name, starts, len(listed))
    return [listed[start:end] for start, end in zip(starts, starts[1:])]


def _take_slots(given):
    """SGLang's lists of slots: caches [slots,Hkv,D], or pages of them, which are counted one by one."""
    for name in "kv":
        buffer = given.pop(f"{name}_buffer", None)
        if buffer is not None and given.get(name) is not None:
            raise TypeError(f"{name}_buffer: cannot be combined with {name}, which is the same; expected one of them")
        if buffer is not None:
            given[name] = buffer
    if given.get("kv_indices") is None or given.get("kv_last_page_len") is not None or given.get("k") is None:
        return
    if given.get("kv_indptr") is None:
        raise TypeError("kv_indptr: missing; kv_indices needs it")
    rows = lists_of("kv_indptr", given.pop("kv_indptr"), given.pop("kv_indices"), None)
    for name in "kv":
        given[name] = given[name].reshape(-1, 1, *given[name].shape[-2:])
    given["block_table"], given["key_lengths"] = _table(rows), [len(row) for row in rows]


def _take_layout(given):
    layout = given.pop("kv_layout", None)
    if layout is None:
        return
    if layout not in _LAYOUTS:
        raise TypeError(f"kv_layout: {layout!r} is not one of {', '.join(_LAYOUTS)}")
    if given.get("page_layout") not in (None, _LAYOUTS[layout]):
        raise TypeError(f"kv_layout: {layout!r} together with page_layout={given['page_layout']!r}; expected one of "
                        "them")
    given["page_layout"] = _LAYOUTS[layout]


def _take_caches(given):
    """A pair of caches is k and v; one tensor has [pages,2,...]."""
    both = given.pop("paged_kv_cache", None)
    if both is not None and given.get("kv_cache") is not None:
        raise TypeError("paged_kv_cache: cannot be combined with kv_cache, which is the same; expected one of them")
    both = given.pop("kv_cache", None) if both is None else both
    if isinstance(both, (tuple, list)):
        if len(both) != 2 or any(given.get(name) is not None for name in "kv"):
            raise TypeError("kv_cache: expected one tensor, or a pair of caches, of k and of v; and no k= or v=")
        given["k"], given["v"] = both
    elif both is not None:
        given["kv_cache"] = both


def take_pages(given):
    """Says the pages of a dictionary of keywords as a case does."""
    _take_layout(given)
    _take_caches(given)
    _take_slots(given)
    plan = _plan_of(given)
    if plan is None:
        return
    for other in ("block_table", "key_lengths", "cu_seqlens_k"):
        if given.get(other) is not None:
            raise TypeError(f"{other}: cannot be combined with {plan[1]}, which defines it; expected one of them")
    starts, listed, last = (_vector(name, given.pop(name)) for name in plan)
    slots = _slots(given, given.get("page_layout") == "heads-slots")
    _check_starts(plan[0], starts, len(listed))
    rows = [listed[start:end] for start, end in zip(starts, starts[1:])]
    _check_last(plan[2], last, [len(row) for row in rows], slots)
    given["block_table"] = _table(rows)
    given["key_lengths"] = [max(len(row) - 1, 0) * slots + length for row, length in zip(rows, last)]
    if given.get("kv_cache") is not None and given.get("kv_axis") is None:
        given["kv_axis"] = "second"
