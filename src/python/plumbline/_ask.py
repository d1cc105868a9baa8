"""The functions of the package: check, judge, evaluate, rounded, diagnose, sink, challenge and others."""
import json
import math
import shlex

from . import _autograd, _cases
from ._keywords import OWN, check_count, check_number, check_own, check_save, check_truth, check_word, rename
from ._keywords import state_causal
from ._keywords import tensors as _question_tensors
from ._library import listing
from ._question import BLIND, FAIL, SUSPECT, Question, Refused, describe

__tracebackhide__ = True
_VERDICTS = {0: "PASS", FAIL: "FAIL", SUSPECT: "SUSPECT", BLIND: "PASS"}
_GRADIENTS = ("dq", "dk", "dv", "dsinks", "dbias", "dslopes", "dtable")


class Judgement:
    """verdict; report, the dictionary of `plumb diff --json`; bias, the mean errors; finding, low, high and expected,
    arrays with a number for each element of the output (plumbline.findings() explains the numbers of finding); case,
    the file that check saved, or None."""

    case = None

    def __init__(self, question, verdict, arrays):
        self.verdict = _VERDICTS[verdict]
        self.report = json.loads(question.text("judgement", "json"))
        self._question = question
        for name in ("finding", "low", "high", "expected"):
            setattr(self, name, arrays.get(name))

    def bound(self, index, what="output"):
        """The error bound of the element (batch, head, query, column): the largest distance of a correct kernel from
        the exact value, rigorous, at most a twentieth too large; NaN if none is known.  what: another tensor of the
        engine, such as "lse" or "dk".  The bound of a gradient holds for backward passes that start from the engine's
        output."""
        return self._question.bound(what, index)

    def elements(self, what):
        """The arrays finding, low, high and expected of another tensor of the engine, such as "lse" or "dq", as a
        dictionary."""
        return self._question.judge_elements(what)[1]

    @property
    def bias(self):
        """The mean errors of each tensor by name: `bias` of the report, with floats for numbers."""
        return {name: _floats(tensor["bias"]) for name, tensor in self.report["tensors"].items()}

    def text(self, form="text"):
        """The report of `plumb diff` as text, json, html or junit."""
        return self._question.text("judgement", form)

    def __repr__(self):
        warning = self.report["precision"]["warning"]
        return f"<plumbline.Judgement {self.verdict}{f': {warning}' if warning else ''}>"


class Diagnosis:
    """verdict, of the case as stated; report, the dictionary of `plumb diagnose --json`; str() is the text report."""

    def __init__(self, question, verdict):
        self.verdict = _VERDICTS[verdict]
        self.report = json.loads(question.text("diagnosis", "json"))
        self._text = question.text("diagnosis", "text")

    def __str__(self):
        return self._text

    @property
    def summary(self):
        """What the engine computes instead, in one line; "" if nothing explains it."""
        return self.report["summary"]

    @property
    def explanation(self):
        """What the engine does instead: the changes of the first explanation, or None.

        A coarser precision that only allows larger errors is not an explanation; see `excuse`.
        """
        return self._first(excuses=False)

    @property
    def excuse(self):
        """A coarser precision that would allow the errors, if nothing explains them; else None."""
        return self._first(excuses=True)

    def _first(self, excuses):
        for one in self.report["explanations"]:
            if one["excuse"] == excuses:
                return " and ".join(change["does"] for change in one["changes"])
        return None


def _check_by_name(more):
    if more:
        raise TypeError(f"out: {len(more) + 3} tensors without a name; expected q, k and v, and all others by name, "
                        "such as out=out")


def judge(q=None, k=None, v=None, *more, out=None, elements=True, **asked):
    """Judges outputs of an engine: out, weights, scores, lse; dq, dk, dv, ... with out_grad and lse_grad."""
    _check_by_name(more)
    check_truth("elements", elements)
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    if elements and out is not None:
        return Judgement(question, *question.judge_elements("output"))
    return Judgement(question, question.judge(), {})


def diagnose(q=None, k=None, v=None, *more, out=None, seconds=0.0, **asked):
    """Finds the convention or fault under which the output is correct."""
    _check_by_name(more)
    check_number("seconds", seconds)
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    return Diagnosis(question, question.diagnose(seconds))


def evaluate(q=None, k=None, v=None, *, what="output", **asked):
    """Middles and radii, in binary64, of balls that contain the exact values."""
    check_word("what", what)
    return Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked).balls(what)


def gradients(q=None, k=None, v=None, *, out_grad, lse_grad=None, **asked):
    """The exact gradients of a loss, which out_grad and lse_grad state by its gradients with respect to output and
    log-sum-exp.  A dictionary of dq, dk and dv, and of dsinks, dbias, dslopes and dtable if the case has sinks, a bias,
    slopes or a position_table that adds to scores; each is middles and radii of balls, in binary64."""
    given = {"q": q, "k": k, "v": v, "out_grad": out_grad, "lse_grad": lse_grad}
    question = Question({**given, **_given(asked)}, **asked)
    parts = {"sinks": "dsinks", "bias": "dbias", "slopes": "dslopes", "position_table": "dtable"}
    return question.gradients(["dq", "dk", "dv", *(name for of, name in parts.items() if question.has(of))])


def rounded(q=None, k=None, v=None, *, to="f64", what="output", **asked):
    """The exact values, correctly rounded to f64, f32, bf16 or f16, in arrays of binary64."""
    check_word("to", to)
    check_word("what", what)
    return Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked).rounded(what, to)


class Golden:
    """Arrays of the output's shape: value, the exact output correctly rounded; low and high, its interval; floor, the
    error of that rounding; expected, the largest error of simulated kernels; and condition, a dictionary of the
    operator's condition numbers by q, k, v, scores and weights.  str() gives the largest of each."""

    def __init__(self, question):
        for name in ("value", "low", "high", "floor", "expected"):
            setattr(self, name, question.golden_part(name))
        known = question.golden_conditions()
        self.condition = {name: question.golden_part(f"condition_{name}") for name in known}
        self._text = question.text("golden", "text")

    def __str__(self):
        return self._text


def golden(q=None, k=None, v=None, *, to=None, **asked):
    """The numbers from which to derive a tolerance of your own; to: f64, f32, bf16 or f16; default: the format of q."""
    if to is not None:
        check_word("to", to)
    question = Question({"q": q, "k": k, "v": v, **_given(asked)}, **asked)
    question.golden(to)
    return Golden(question)


def sink(*layers, **how):
    """Measures attention sinks of layers, each a dictionary of keywords of evaluate; how: epsilon, tokens, key, ..."""
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
    """Inputs that reveal faults: q, k, v, and tensors, a dictionary of all drawn tensors; faults, the list of
    `plumb challenge --json`; detected and not_detected, the descriptions of these faults; asked, the keywords of the
    case.  str() is what `plumb challenge` prints."""

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
        """Replaces plumbline.check by another function with its arguments."""
        self._check = checker
        return self

    @property
    def detected(self):
        """The faults that these inputs reveal."""
        return [fault["does"] for fault in self.faults if fault["detection"] == "detected"]

    @property
    def not_detected(self):
        """The faults whose errors are within those of simulated kernels, or that change nothing."""
        return [fault["does"] for fault in self.faults if fault["detection"] != "detected"]

    def check(self, out, **asked):
        """plumbline.check of an engine's output for these inputs."""
        return self._check(**{**self.tensors, **self.asked, **asked, "out": out})


def challenge(*, query_heads, query_length, head_dim, batch=None, key_heads=None, key_length=None, value_dim=None,
              dtype="f32", seed=None, tensors=(), like="numpy", causal=None, precision=None, engine=None, threads=0,
              **conventions):
    """Draws inputs of this shape that reveal faults, and determines which faults they reveal.  like: numpy or torch."""
    shape = {"batch": batch, "query_heads": query_heads, "key_heads": key_heads, "query_length": query_length,
             "key_length": key_length, "head_dim": head_dim, "value_dim": value_dim}
    check_own(causal=causal, precision=precision, engine=engine, threads=threads)
    check_word("dtype", dtype)
    if isinstance(tensors, str):
        raise TypeError(f"tensors: {tensors!r} is one string; expected a list of names, such as tensors=[{tensors!r}]")
    state_causal(causal, conventions)
    asked = json.loads(describe(conventions, precision, engine))
    asked.pop("version")
    asked.update(shape={name: size for name, size in shape.items() if size is not None}, dtype=dtype)
    if tensors:
        asked["tensors"] = [*tensors]
    if seed is not None:
        asked["seed"] = seed
    question = Question.drawn(json.dumps(asked), threads)
    return Challenge(question, {**conventions, "precision": precision, "engine": engine}, like)


def _given(asked):
    """Takes all but the keywords of Question itself out of the dictionary."""
    return {name: asked.pop(name) for name in [*asked] if name not in OWN}


# ---- a failing check ----


def _number(of):
    return float(of["decimal"]) if isinstance(of, dict) else of


def _floats(bias):
    """A bias of a report, and those of its heads."""
    return {name: [_floats(head) for head in of] if name == "heads" else _number(of) for name, of in bias.items()}


def _counts(name, report):
    beyond, unjudged, total = report["beyond_expected"], report["unjudged"], report["total"]
    if beyond == 0 and unjudged == 0:
        return f"{name}: none of {total} by itself"
    return (f"{name}: {beyond} of {total} beyond the expected error" if beyond > 0 else
            f"{name}: {unjudged} of {total} cannot be judged")


def _judged(report):
    """The answers that the case holds, by name."""
    return {name: tensor for name, tensor in report["tensors"].items() if tensor}


def _only_gradients_fail(report):
    """Whether every answer beside the gradients passes, or there is none."""
    return all(name in _GRADIENTS or tensor["verdict"] == "PASS" for name, tensor in _judged(report).items())


def _subject(report):
    gradients = any(name in _GRADIENTS for name in _judged(report))
    return "gradients of attention" if gradients and _only_gradients_fail(report) else "attention"


def _others(name, report):
    """Beside a gradient that is wrong, what is said of the other gradients."""
    others = {other: tensor for other, tensor in _judged(report).items() if other in _GRADIENTS and other != name}
    passing = [other for other, tensor in others.items() if tensor["verdict"] == "PASS"]
    said = [_counts(other, tensor) for other, tensor in others.items() if other not in passing]
    said += [f"{', '.join(passing)} pass{'es' * (len(passing) == 1)}"] * bool(passing)
    return [f"others     {'; '.join(said)}"] if said and name in _GRADIENTS else []


def _unproved(name, report):
    """A gradient is proved to be impossible of an engine whose own output is right, and of no other."""
    output, suspect = _judged(report).get("output"), report["verdict"] == "SUSPECT"
    if name not in _GRADIENTS or not suspect or (output and output["beyond_expected"] == output["unjudged"] == 0):
        return []
    return ["proved     nothing: a gradient can only FAIL if the output is correct"
            + ("" if output else "; pass it as out=")]


def _proved(report):
    """How many were asked about, and are impossible; what is so by definition alone is not asked."""
    asked, impossible = report["asked"], report["impossible"]
    if impossible == 0 or asked < impossible:
        return []
    if asked == 1:
        return ["proved     the largest error is impossible"]
    if impossible == asked:
        return [f"proved     the {asked} largest errors are all impossible"]
    return [f"proved     {impossible} of the {asked} largest errors are impossible"]


def _expected(element):
    expected, bound = _number(element["expected"]), _number(element["bound"])
    if not expected > 0:
        return "no error"
    return f"error up to {expected:.3g}" + (f"; error bound {bound:.3g} (proved)" if bound < math.inf else "")


def _first(name, report):
    element = report["first_impossible"] or report["first_beyond"] or report["first_unjudged"]
    if not element:
        return []
    index = ", ".join(str(i) for i in element["index"])
    token = "" if element["sequence"] is None else f" (token {element['token']} of sequence {element['sequence']})"
    low, high = _number(element["low"]), _number(element["high"])
    exact = f"exactly {low:.17g}" if low == high else f"between {low:.17g} and {high:.17g}"
    return [f"first      {name}[{index}]{token} = {_number(element['engine']):.9g}: "
            f"{element.get('overflow') or element['finding']}",
            f"exact      {exact}",
            f"expected   {_expected(element)}"]


def _worst_tensor(report):
    order = {"FAIL": 0, "SUSPECT": 1, "PASS": 2}
    return min(_judged(report).items(), key=lambda pair: order[pair[1]["verdict"]])


def _passing(name, report):
    """Where another answer is told, what is said of the output."""
    output = _judged(report).get("output")
    if name == "output" or not output or output["verdict"] == "FAIL":
        return []
    return ["output     passes" if output["verdict"] == "PASS" else "output     is SUSPECT, too"]


def _parts(report):
    """The parts of the keys that do not pass, and their merge."""
    parts = report["parts"]
    if not parts:
        return []
    wrong = ", ".join(f"part {one['part']} {one['verdict']}" for one in parts["first"])
    merge = parts["merge"]
    said = merge["fault"] or ("it passes where results between two merges are stored as the parts are"
                              if merge["passes_stored"] else "")
    left = parts["keys_in_no_part"]
    return [f"parts      {wrong or 'all pass'}{', ...' * (parts['wrong'] > len(parts['first']))}",
            f"merge      {merge['verdict']}{f': {said}' if said else ''}",
            *([f"left       {left} keys are in no part, the first is key {parts['first_in_no_part']}"] if left else [])]


def _choice(report):
    """Lists of keys beside the scores by which they were chosen."""
    choice = report["choice"]
    return [f"choice     {choice['says'].removeprefix('FAIL: ')}"] if choice and choice["verdict"] != "PASS" else []


def _reason(judgement):
    """Why it is suspect where no element says so."""
    reason = judgement.report["expected"]["reason"]
    return [f"reason     {reason}"] if reason and judgement.verdict == "SUSPECT" else []


def _where(diagnosis, name):
    where = diagnosis.report.get("where") if diagnosis else None
    said = where["statements"] if where and where.get("tensor") == name else []
    return ", " + ", ".join(said) if said else ""


def _diagnosis_line(diagnosis):
    return [] if diagnosis is None else [f"diagnosis  {diagnosis.summary or 'no change explains it'}"]


class Failure(AssertionError):
    """Raised by check; has judgement, diagnosis and case besides the text."""

    __module__ = "plumbline"

    def __init__(self, text, judgement, diagnosis, case):
        super().__init__(text)
        self.judgement, self.diagnosis, self.case = judgement, diagnosis, case


class Blind(AssertionError):
    """Raised by check if the output passes but the inputs do not reveal what must_notice demands."""

    __module__ = "plumbline"

    def __init__(self, judgement):
        blind = judgement.report["blind"]
        advice = ["larger scores reveal smaller errors of the scale"] * ("scores off" in blind)
        advice += ["smaller scores, that is more even weights, reveal fewer lost keys"] * ("lost key" in blind)
        super().__init__(f"blind: {blind}\ninputs     {'; '.join(advice)}")
        self.judgement = judgement


def _other_precision(precision, tensor):
    """What passes, or why numbers that the assumed precision excludes are no FAIL."""
    other = precision["strictest"]
    allows = [one["name"] for one in precision["plausible"] if one["verdict"] != "FAIL"]
    if other is not None:
        return [f"precision  passes under {other}: state it if the kernel computes that way"]
    if precision["stated"] or tensor["verdict"] != "SUSPECT" or not tensor["impossible"] or not allows:
        return []
    return [f"precision  not excluded under {', '.join(allows)}: state the kernel's"]


def _precision(precision):
    warning = f"; warning: {precision['warning']}" if precision["warning"] else ""
    return f"{precision['name']} ({'stated' if precision['stated'] else 'assumed from the dtype'}{warning})"


def _case_lines(case, why):
    kept = [] if case is None else [f"case       {case}", f"repeat     plumb diagnose {shlex.quote(str(case))}"]
    return kept + ([f"kept there {why}"] if case is not None and why else [f"no case    {why}"] if why else [])


def _diagnosed(question, seconds):
    """What explains a failure: of all rows, or nothing."""
    return Diagnosis(question, question.diagnose(seconds)) if seconds > 0 and question._rows is None else None


def _failure(question, judgement, diagnosis, save):
    report = judgement.report
    name, tensor = _worst_tensor(report)
    judgement.case, why = _cases.keep(question, save, judgement.verdict)
    lines = [f"{judgement.verdict}: {_subject(report)} in {_precision(report['precision'])}",
             *_other_precision(report["precision"], tensor), *_passing(name, report),
             f"elements   {_counts(name, tensor)}{_where(diagnosis, name)}", *_others(name, report), *_proved(tensor),
             *_unproved(name, report), *_first(name, tensor), *_parts(report), *_choice(report), *_reason(judgement),
             *(f"reading    {one}" for one in question.readings), *_diagnosis_line(diagnosis),
             *_case_lines(judgement.case, why)]
    return Failure("\n".join(lines), judgement, diagnosis, judgement.case)


def check(q=None, k=None, v=None, *more, out=None, allow_suspect=False, save=None, keep=False, seconds=5.0,
          must_notice=None, **asked):
    """Raises an AssertionError unless the verdict is PASS, and returns the judgement.

    q, k, v, out   [B,Hq,Sq,D], [B,Hkv,Sk,D], [B,Hkv,Sk,Dv], [B,Hq,Sq,Dv]; layout="BSHD" for other axes
    block_table    [B,pages]: k and v are caches, [blocks,slots,Hkv,D]; or kv_cache=, both in one, instead of k and v
    cu_seqlens_q   [B+1]: q and out are packed sequences, [total_q,Hq,D]; cu_seqlens_k: k and v are packed
    key_lengths    [B]: how many keys each batch entry has; cache_seqlens is the same
    causal         True or False, short for mask="causal" or "none"
    precision      what the engine rounds, such as "bf16-flash": plumbline.precisions()
    lse, weights, scores   more outputs of the engine
    part_out, part_lse, part_starts   [parts,B,Hq,Sq,Dv], [parts,B,Hq,Sq] and [parts+1]: results of parts of the keys,
                   which it merged into out; each is judged, too; part_of_key, [Sk], for scattered parts
    dq, dk, dv, dsinks, dbias, dslopes, dtable   gradients of the engine, with the axes of q, k, v, sinks, bias,
                   slopes and position_table
    out_grad, lse_grad     the loss, by its gradients with respect to the output, with the axes of out, and to lse,
                   [B,Hq,Sq]; lse_grad is 0 if not given
    rows           (A, B): only the queries A to B - 1
    threads        the number of threads; 0: one for each processor
    save           a folder, or a file that ends in .safetensors, for a failing case; False for none
    keep           whether to save a case that passes, too
    seconds        the time limit for the diagnosis of a failure; 0 for no diagnosis
    must_notice    faults that the inputs must reveal, such as {"lost_keys": 1, "scale": 0.01}; raises Blind if the
                   output passes but the inputs would not reveal them
    allow_suspect  whether to return, not raise, on SUSPECT
    engine         the name of the engine

    Every convention and tensor of plumbline.conventions() is a keyword, too: scale=, window=, softcap=, position=, ...
    """
    _check_by_name(more)
    check_truth("allow_suspect", allow_suspect)
    check_truth("keep", keep)
    check_number("seconds", seconds)
    check_save(save)
    question = Question({"q": q, "k": k, "v": v, "out": out, **_given(asked)}, **asked)
    if must_notice is not None:
        question.must_notice(must_notice)
    verdict = question.judge()
    judgement = Judgement(question, verdict, {})
    if verdict == BLIND:
        raise Blind(judgement)
    if verdict != 0 and not (verdict == SUSPECT and allow_suspect):
        diagnosis = _diagnosed(question, seconds)
        raise _failure(question, judgement, diagnosis, save)
    if keep:
        judgement.case, _ = _cases.keep(question, save, judgement.verdict)
    return judgement


def check_gradients(function, q, k, v, *, sinks=None, out_grad=None, lse=False, seed=0, **asked):
    """Runs function(q, k, v), of PyTorch or JAX, and its backward pass for two losses.  Raises an AssertionError unless
    output and gradients pass.  Returns a dictionary of judgements: for the "random" loss, and for the "sharp" one.
    Its gradient is along the output plus an offset for each head, which reveals a wrong or missing delta.

    function       the function to judge; returns out, or (out, lse)
    q, k, v        as for check; they need not require gradients, and their own gradients do not change
    sinks          logits of sinks: runs function(q, k, v, sinks), and judges dsinks, too
    bias           a PyTorch tensor that requires a gradient: runs function(q, k, v, bias), or (q, k, v, sinks, bias),
                   and judges dbias, too
    out_grad       a gradient with respect to the output, instead of the random one
    lse            whether to judge the lse that function returns, and let the loss depend on it
    seed           the seed of the random numbers

    Other keywords go to check: causal=, precision=, layout=, save=, keep=, seconds=, allow_suspect=, ...
    """
    return gradients_checked(check, function, {"q": q, "k": k, "v": v, "sinks": sinks}, out_grad, lse, seed, asked)


def _of_answer(refused):
    """A gradient that was drawn has the shape of the answer: that is what is wrong."""
    name, said, rest = str(refused).partition("_grad: shape ")
    return Refused(f"{name}: shape {rest}", name, refused.value, refused.expected) if said else refused


def _layout_of_output(asked):
    """That of a ragged batch is none that may be stated."""
    stated = dict(asked)
    rename(stated)
    return "SHD" if stated.get("cu_seqlens_q") is not None else stated.get("layout")


def gradients_checked(judged_by, function, given, out_grad, lse, seed, asked):
    """check_gradients, with a check that takes what plumbline.check does."""
    check_truth("lse", lse)
    check_count("seed", seed)
    for name in ("out", "lse_grad", *_GRADIENTS):
        if asked.get(name) is not None:
            raise TypeError(f"{name}: check_gradients computes it by running the function; leave it out, or judge "
                            "given outputs with plumbline.check")
    if getattr(asked.get("bias"), "requires_grad", False):
        given = {**given, "bias": asked["bias"]}
    judgements = {}
    drawn = _autograd.Drawn(out_grad, lse, seed, _layout_of_output(asked))
    for loss in ("random" if out_grad is None else "given", "sharp"):
        answers = _autograd.answers(function, given, loss, drawn)
        try:
            judgements[loss] = judged_by(**{**given, **asked, **answers})
        except Refused as refused:
            raise _of_answer(refused) from None
        except Failure as failure:
            raise Failure(f"{loss} out_grad: {failure}", failure.judgement, failure.diagnosis, failure.case) from None
    return judgements


def conventions():
    """The conventions on which engines differ: axes, values, engines that use them, and how to state them."""
    return listing("conventions")


def operators():
    """The operators: names, formulas, parameters and tensors."""
    return listing("operators")


def precisions():
    """The precision models: what an engine rounds, and to which formats."""
    return listing("precisions")


def findings():
    """The meanings of the numbers in Judgement.finding."""
    return listing("findings")


_REPORTS = ("diff", "diagnose", "sink", "challenge")


def schema(of=None):
    """The JSON Schema of what a case can state; of "diff", "diagnose", "sink", "challenge": of such a report."""
    if of not in (None, *_REPORTS):
        raise Refused(f"of: {of!r} is not one of {', '.join(_REPORTS)}; the schema of a case has no name")
    return listing("schema" if of is None else f"schema {of}")
