"""The fixture for pytest."""
import xml.etree.ElementTree as xml

TEST = '''
import numpy
def test_wrong(plumbline):
    x = numpy.eye(8, dtype="f4")[None, None]
    plumbline(x, x, x, out=x, causal=True, precision="f32")
def test_right(plumbline):
    x = numpy.ones((1, 1, 4, 8), "f4")
    plumbline(x, x, x, out=x, causal=True, precision="f32")
'''


def test_failing_cases_are_artefacts(pytester):
    pytester.makepyfile(TEST)
    folder = pytester.path / "kept"
    result = pytester.runpytest("-p", "plumbline.pytest_plugin", f"--plumbline-cases={folder}", "--junitxml=report.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*FAIL: attention in f32 (stated)*", "*repeat     plumb diagnose *"])
    result.stdout.no_fnmatch_line("*warning*")
    (case,) = folder.glob("test_wrong/fail-*.safetensors")
    cases = {one.get("name"): {p.get("name"): p.get("value") for p in one.iter("property")}
             for one in xml.parse(pytester.path / "report.xml").iter("testcase")}
    assert cases["test_right"] == {"plumbline.verdict": "PASS", "plumbline.precision": "f32"}
    assert cases["test_wrong"]["plumbline.verdict"] == "FAIL" and cases["test_wrong"]["plumbline.case"] == str(case)
    assert cases["test_wrong"]["plumbline.diagnosis"].startswith("the engine ")


def test_passing_cases_are_kept_by_an_option(pytester):
    pytester.makepyfile(TEST)
    folder = pytester.path / "kept"
    pytester.runpytest("-p", "plumbline.pytest_plugin", f"--plumbline-cases={folder}", "--plumbline-keep")
    assert len([*folder.glob("test_right/pass-*.safetensors")]) == 1
