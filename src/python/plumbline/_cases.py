"""Saves failing cases as files, if possible."""
import hashlib
import os
import tempfile
from pathlib import Path

from ._question import Refused

__tracebackhide__ = True


def folder():
    """Where cases are kept: $PLUMBLINE_CASES, or plumbline-cases."""
    return Path(os.environ.get("PLUMBLINE_CASES") or "plumbline-cases")


def _write_into(question, place, verdict):
    place.mkdir(parents=True, exist_ok=True)
    draft = place / f".{os.getpid()}.safetensors"
    question.save(draft)
    path = place / f"{verdict.lower()}-{hashlib.sha256(draft.read_bytes()).hexdigest()[:12]}.safetensors"
    draft.replace(path)
    return path


def _write(question, place, verdict):
    """Into a folder under a name that says what is in it, or as the file that is named."""
    if place.suffix != ".safetensors":
        return _write_into(question, place, verdict)
    place.parent.mkdir(parents=True, exist_ok=True)
    question.save(place)
    return place


def keep(question, save, verdict):
    """The path of the case, None for none, and why it is not where it was asked for, or "".  A case that cannot be
    written there goes to a temporary folder, and if not there either, nowhere: the verdict stands."""
    if save is False:
        return None, ""
    asked = Path(save) if save is not None else folder()
    why = ""
    for place in (lambda: asked, lambda: Path(tempfile.mkdtemp(prefix="plumbline-"))):
        try:
            return _write(question, place(), verdict), why
        except (OSError, Refused) as error:
            why = why or f"{asked} cannot be written: {getattr(error, 'strerror', None) or error}"
    return None, why
