"""docs/coverage.md adds up, and a case can state every word of it; make engines runs the models again."""
import re
from pathlib import Path

import plumbline
from plumbline._keywords import tensors

ROOT = Path(__file__).resolve().parents[2]
FACTS = ROOT / "tests/engines/coverage_facts.txt"
SCALES = ("1/sqrt(head_dim)", "as a number")
WORD = re.compile(r"`(\w+)`(?: ([^;,|]+))?")


def rows(head):
    """The cells of the table that begins with this head."""
    lines = (ROOT / "docs/coverage.md").read_text(encoding="utf-8").splitlines()
    first = lines.index(head) + 2
    table = [line for line in lines[first:] if line.startswith("|")]
    blank = next((i for i, line in enumerate(lines[first:]) if not line.startswith("|")), len(table))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[:blank]]


def models():
    return rows("| model | how | stated with | missing | run: paths, steps, how many PASS |")


def counts():
    return {name: int(number) for name, number in rows("| what | how many |")}


def ran():
    """Of each model that ran: its class, paths, steps, how many PASS and of how many."""
    pattern = r"`(\w+)`: ([a-z, ]+); ([a-z; ]+); (\d+) of (\d+)"
    cells = [cell for *_, cell in models() if cell]
    found = [re.fullmatch(pattern, cell) for cell in cells]
    assert all(found), [cell for cell, match in zip(cells, found) if not match]
    return [(name, paths.split(", "), steps.split("; "), int(passed), int(total))
            for name, paths, steps, passed, total in (match.groups() for match in found)]


def test_the_counts_are_those_of_the_rows():
    table = models()
    said = [bool(words) for _, _, words, _, _ in table]
    whole = sum(words and not missing for (_, _, _, missing, _), words in zip(table, said))
    part = sum(words and bool(missing) for (_, _, _, missing, _), words in zip(table, said))
    assert [*counts().values()] == [
        len(table), whole, part, len(table) - whole - part, len(ran()), sum("eager" in one[1] for one in ran()),
        sum("decode" in one[2] for one in ran()), sum("sdpa" in one[1] for one in ran()), sum(one[4] for one in ran()),
        sum(one[3] for one in ran())]
    names = [name for name, *_ in table]
    assert names == sorted(set(names))


def test_nine_of_ten_models_are_said_and_many_ran():
    found = counts()
    assert found["can be stated completely"] >= 0.9 * found["models that compute attention"] > 0.9 * 400
    assert found["run live, a class of each"] >= 120


def test_every_answer_of_a_model_that_ran_passes():
    assert all(passed == total > 0 and paths for _, paths, _, passed, total in ran())


def test_every_word_is_one_that_a_case_states():
    members, names = plumbline.schema()["properties"], tensors()
    for model, _, words, missing, _ in models():
        assert words or missing, model
        for word, value in WORD.findall(words):
            assert word in members or word in names, f"{model}: {word}"
            if value:
                assert value in (SCALES if word == "scale" else members[word]["enum"]), f"{model}: {word} {value}"


def test_what_is_missing_is_listed_by_what_it_is():
    listed = {(word, model) for word, names in rows("| missing | models |") for model in names.split(", ")}
    needed = {(part.partition(" (")[0], model) for model, _, _, missing, _ in models() if missing
              for part in missing.split("; ")}
    assert listed == needed and len(needed) >= 20


def test_what_the_facts_say_is_missing_is_missing_on_the_page():
    page = {name: missing for name, _, _, missing, _ in models()}
    facts = [line.split(" | ") for line in FACTS.read_text(encoding="utf-8").splitlines() if " | missing: " in line]
    assert len(facts) >= 10
    for directory, name, missing in facts:
        assert f"{missing.removeprefix('missing: ')} ({name})" in page[directory]
