"""What is asked of attention in Python: check, judge, evaluate, rounded, diagnose, sink, challenge."""
import hashlib
import json
import os
import shlex
from pathlib import Path

from ._library import listing
from ._question import BLIND, FAIL, SUSPECT, Question, describe
from ._question import tensors as _question_tensors

_VERDICTS = {0: "PASS", FAIL: "FAIL", SUSPECT: "SUSPECT", BLIND: "PASS"}


class Judgement:
    """verdict; report, a dictionary as `plumb diff --json` has it; finding, low, high, budget and honest, arrays of the
    output, whose numbers of findings plumbline.findings() names."""

    def __init__(self, question, verdict, arrays):
        self.verdict = _VERDICTS[verdict]
        self.report = json.loads(question.text("judgement", "json"))
        self._question, self._budget = question, None
        for name in ("finding", "low", "high", "honest"):
            setattr(self, name, arrays.get(name))

    @property
    def budget(self):
        """Computed when it is first asked for: that takes longer than all else."""
        if self._budget is None and self.finding is not None:
            self._budget = self._question.budget("output")
        return self._budget

    def text(self, form="text"):
        """As `plumb diff` writes it: text, json, html or junit."""
        return self._question.text("judgement", form)

    def __repr__(self):
        return f"<plumbline.Judgement {self.verdict}>"


class Diagnosis:
    """verdict as stated; report, a dictionary as `plumb diagnose --json` has it; str() is its text."""

    def __init__(self, question, verdict):
        self.verdict = _VERDICTS[verdict]
        self.report = json.loads(question.text("diagnosis", "json"))
        self._text = question.text("diagnosis", "text")

    def __str__(self):
        return self._text

    @property
    def explanation(self):
        """What the engine does instead: the changes of the first explanation, or None.

        A coarser precision that only its wider budgets speak for is no explanation: `excuse` has it.
        """
        return self._first(excuses=False)

    @property
    def excuse(self):
        """The coarser precision that the engine may have, where nothing else explains its numbers, or None."""
        return self._first(excuses=True)

    def _first(self, excuses):
        for one in self.report["explanations"]:
            if one["excuse"] == excuses:
                return " and ".join(change["does"] for change in one["changes"])
        return None


def judge(q, k, v, *, out=None, elements=True, **asked):
    """Judges what an engine answered (out, weights, scores, lse)."""
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    if elements and out is not None:
        return Judgement(question, *question.judge_elements("output"))
    return Judgement(question, question.judge(), {})


def diagnose(q, k, v, *, out=None, seconds=0.0, **asked):
    """Says which neighbouring convention or fault the numbers are right under."""
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    return Diagnosis(question, question.diagnose(seconds))


def evaluate(q, k, v, *, what="output", **asked):
    """Middles and radii of balls that contain the exact values, in binary64."""
    return Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked).balls(what)


def rounded(q, k, v, *, to="f64", what="output", **asked):
    """The exact values correctly rounded to f64, f32, bf16 or f16, held in binary64."""
    return Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked).rounded(what, to)


class Golden:
    """The exact output correctly rounded (value), its interval (low, high), the error of that rounding (floor), the
    largest error of simulated kernels (expected), and condition, a dictionary of the condition numbers that the
    operator has, by q, k, v, scores and weights: arrays of the output's shape.  str() has the largest of each."""

    def __init__(self, question):
        for name in ("value", "low", "high", "floor", "expected"):
            setattr(self, name, question.golden_part(name))
        known = question.golden_conditions()
        self.condition = {name: question.golden_part(f"condition_{name}") for name in known}
        self._text = question.text("golden", "text")

    def __str__(self):
        return self._text


def golden(q, k, v, *, to=None, **asked):
    """What a tolerance of your own can be made of; to: f64, f32, bf16 or f16, default: the format of q."""
    question = Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked)
    question.golden(to)
    return Golden(question)


def sink(*layers, **how):
    """Attention sinks of layers, each a dictionary of the keywords of evaluate; how: epsilon, tokens, key, ..."""
    if not layers or not all(isinstance(layer, dict) for layer in layers):
        raise TypeError("sink: expected layers, each a dictionary of tensors and conventions: "
                        "sink(dict(q=q, k=k, causal=True), tokens=64)")
    questions = []
    for layer in layers:
        asked = dict(layer)
        given = _given(asked)
        questions.append(Question(given, **asked))
    return questions[0].sink(questions[1:], how)


class Challenge:
    """Inputs on which faults show: q, k, v and what else was drawn, in tensors by name; faults, a list of dictionaries
    as `plumb challenge --json` has it, of which told and not_told are the words; asked, the keywords of the case.
    str() is what `plumb challenge` prints."""

    def __init__(self, question, asked, like):
        report = json.loads(question.text("challenge", "json"))
        self.faults, self.seed, self.shape = report["faults"], report["seed"], report["shape"]
        self.precision, self.asked = report["precision"], asked
        self.tensors = {name: question.given(name, like) for name in _question_tensors() if question.has(name)}
        self.q, self.k, self.v = (self.tensors[name] for name in "qkv")
        self._text, self._check = question.text("challenge", "text"), check

    def __str__(self):
        return self._text

    def judged_by(self, checker):
        """With another check, which takes what plumbline.check does."""
        self._check = checker
        return self

    @property
    def told(self):
        """What these inputs tell from a right engine."""
        return [fault["does"] for fault in self.faults if fault["telling"] == "told"]

    @property
    def not_told(self):
        """What moves the answer by no more than honest evaluations err, or not at all."""
        return [fault["does"] for fault in self.faults if fault["telling"] != "told"]

    def check(self, out, **asked):
        """plumbline.check of an engine's answer to these inputs."""
        __tracebackhide__ = True
        return self._check(**{**self.tensors, **self.asked, **asked, "out": out})


def challenge(*, query_heads, query_length, head_dim, batch=None, key_heads=None, key_length=None, value_dim=None,
              dtype="f32", seed=None, tensors=(), like="numpy", causal=None, precision=None, engine=None, threads=0,
              **conventions):
    """Draws inputs of that shape on which faults show, and finds out which they tell.  like: numpy or torch."""
    shape = {"batch": batch, "query_heads": query_heads, "key_heads": key_heads, "query_length": query_length,
             "key_length": key_length, "head_dim": head_dim, "value_dim": value_dim}
    if causal is not None:
        conventions.setdefault("mask", "causal" if causal else "none")
    asked = json.loads(describe(conventions, precision, engine))
    asked.pop("version")
    asked.update(shape={name: size for name, size in shape.items() if size is not None}, dtype=dtype)
    if tensors:
        asked["tensors"] = [*tensors]
    if seed is not None:
        asked["seed"] = seed
    question = Question.drawn(json.dumps(asked), threads)
    return Challenge(question, {**conventions, "precision": precision, "engine": engine}, like)


_OWN = ("layout", "precision", "engine", "causal", "rows", "threads")


def _given(asked):
    """Takes all but the keywords of Question itself out of the dictionary."""
    return {name: asked.pop(name) for name in [*asked] if name not in _OWN}


# ---- a failing check ----


def _number(of):
    return float(of["decimal"]) if isinstance(of, dict) else of


def _counts(name, report):
    wrong = report["failed"] or report["suspect"] or report["unjudged"]
    word = "failed" if report["failed"] else "suspect" if report["suspect"] else "not to be judged"
    return f"{name}: {wrong} of {report['total']} {word}"


def _first(name, report):
    element = report.get("first_failed") or report.get("excluded") or report.get("first_suspect") or report.get("first_unjudged")
    if not element:
        return []
    index = ", ".join(str(i) for i in element["index"])
    return [f"first      {name}[{index}] = {_number(element['engine']):.9g}: "
            f"{element.get('overflow') or element['finding']}",
            f"exact      between {_number(element['low']):.17g} and {_number(element['high']):.17g}",
            f"budget     provable {_number(element['provable']):.3g}, honest {_number(element['probable']):.3g}"]


def _worst_tensor(report):
    order = {"FAIL": 0, "SUSPECT": 1, "PASS": 2}
    judged = [(name, one) for name, one in report["tensors"].items() if one]
    return min(judged, key=lambda pair: order[pair[1]["verdict"]])


def _where(diagnosis, name):
    where = diagnosis.report.get("where") if diagnosis else None
    said = where["statements"] if where and where.get("tensor") == name else []
    return ", " + ", ".join(said) if said else ""


def _diagnosis_line(diagnosis):
    if diagnosis is None:
        return []
    if diagnosis.explanation:
        return [f"diagnosis  the engine {diagnosis.explanation}"]
    inferred = diagnosis.report["inferred"]
    if not inferred and diagnosis.excuse:
        return [f"diagnosis  no convention explains it; excused if the engine {diagnosis.excuse}"]
    if not inferred:
        return ["diagnosis  no change explains it"]
    first = inferred[0]
    return [f"diagnosis  {first['says']}, {first['where']}" if first["where"] else f"diagnosis  {first['says']}"]


def folder():
    """Where failing cases are kept: $PLUMBLINE_CASES, or plumbline-cases."""
    return Path(os.environ.get("PLUMBLINE_CASES") or "plumbline-cases")


def _keep(question, save, verdict):
    """The case as a file, under a name that says what is in it."""
    if save is False:
        return None
    if save is not None and Path(save).suffix == ".safetensors":
        path = Path(save)
        path.parent.mkdir(parents=True, exist_ok=True)
        question.save(path)
        return path
    place = Path(save) if save is not None else folder()
    place.mkdir(parents=True, exist_ok=True)
    draft = place / f".{os.getpid()}.safetensors"
    question.save(draft)
    path = place / f"{verdict.lower()}-{hashlib.sha256(draft.read_bytes()).hexdigest()[:12]}.safetensors"
    draft.replace(path)
    return path


class Failure(AssertionError):
    """What check raises: judgement, diagnosis and case beside the text."""

    def __init__(self, text, judgement, diagnosis, case):
        super().__init__(text)
        self.judgement, self.diagnosis, self.case = judgement, diagnosis, case


class Blind(AssertionError):
    """What check raises of an answer that passes where the inputs do not reveal what must_notice demands."""

    def __init__(self, judgement):
        super().__init__(f"blind: {judgement.report['blind']}\n"
                         "inputs     larger scores or plumbline.challenge(...) reveal more")
        self.judgement = judgement


def _other_precision(precision):
    other = precision["strictest"]
    return [] if other is None else [f"precision  passes under {other}: state it if the kernel computes so"]


def _failure(question, judgement, seconds, save):
    diagnosis = None
    if seconds > 0 and question._rows is None:
        diagnosis = Diagnosis(question, question.diagnose(seconds))
    name, tensor = _worst_tensor(judgement.report)
    precision = judgement.report["precision"]
    case = _keep(question, save, judgement.verdict)
    lines = [f"{judgement.verdict}: attention in {precision['name']}"
             f" ({'stated' if precision['stated'] else 'assumed from the dtype'})",
             *_other_precision(precision),
             f"elements   {_counts(name, tensor)}{_where(diagnosis, name)}", *_first(name, tensor),
             *_diagnosis_line(diagnosis)]
    if case is not None:
        lines += [f"case       {case}", f"repeat     plumb diagnose {shlex.quote(str(case))}"]
    return Failure("\n".join(lines), judgement, diagnosis, case)


def check(q, k, v, *, out=None, allow_suspect=False, save=None, seconds=5.0, must_notice=None, **asked):
    """Raises an AssertionError unless the verdict is PASS, and returns the judgement.

    save: a file that ends in .safetensors or a folder for the failing case, False for none.  seconds: how long a
    diagnosis of what failed may take, 0 for none.  must_notice: faults that the inputs have to reveal, such as
    {"lost_keys": 1, "scale": 0.01}; raises Blind if the answer passes but they do not.
    """
    __tracebackhide__ = True
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    if must_notice is not None:
        question.must_notice(must_notice)
    verdict = question.judge()
    judgement = Judgement(question, verdict, {})
    if verdict == BLIND:
        raise Blind(judgement)
    if verdict == 0 or (verdict == SUSPECT and allow_suspect):
        return judgement
    raise _failure(question, judgement, seconds, save)


def conventions():
    """Every axis on which engines differ, its values, who uses which, and how to say it."""
    return listing("conventions")


def operators():
    """Names, formulas, and the parameters and tensors that they take."""
    return listing("operators")


def precisions():
    """Precision models: what an engine rounds, and how coarsely."""
    return listing("precisions")


def findings():
    """What the numbers in Judgement.finding say."""
    return listing("findings")


def schema(of=None):
    """The JSON Schema of what a case can state; of "diff", "diagnose", "sink", "challenge": of such a report."""
    return listing("schema" if of is None else f"schema {of}")
