"""page_facts.py PLUMB FOLDER - holds page.html against report.json, report.xml and weights.npy of one case; a line for each
fact that differs."""

import ast
import html.parser
import json
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree

plumb, folder = sys.argv[1:]
VOID = {"meta", "br"}
BAD = ("beyond_expected", "unjudged")


class Page(html.parser.HTMLParser):
    """Tables by heading and class, texts by tag; every element must end, the innermost first."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tables, self.texts, self.paths, self.row, self.section = [], [], [], [], None, None
        self.feed(text)
        self.close()
        differs("open at the end", self.open, [])

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("script", "link", "img", "iframe") or "src" in attributes or \
                not attributes.get("href", "#").startswith("#"):
            print("the page needs another file or a script:", tag, attributes)
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "section":
            self.section = attributes.get("id")
        if tag == "table":
            self.tables.append((self.section, attributes.get("class"), []))
        if tag == "tr":
            self.tables[-1][2].append([])
        if tag in ("td", "th"):
            self.tables[-1][2][-1].append("")
        self.texts.append([self.section, tag, attributes, ""])

    def handle_startendtag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "path":
            self.paths.append((self.section, attributes["fill"], attributes["d"]))

    def handle_endtag(self, tag):
        differs("the innermost element", self.open.pop() if self.open else None, tag)
        if tag == "section":
            self.section = None

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.tables[-1][2][-1][-1] += data
        for entry in reversed(self.texts):
            if self.open and entry[1] == self.open[-1]:
                entry[3] += data
                break

    def text(self, tag, section=None):
        return [text for where, name, _, text in self.texts if name == tag and where == section]

    def table(self, name, section=None):
        return next(rows for where, kind, rows in self.tables if kind == name and where == section)


def differs(what, found, expected):
    if found != expected:
        print(f"{what}: {found!r}, expected {expected!r}")


def number(entry):
    return float(entry["decimal"])


def short(value):
    return "%.3g" % value


def place(tensor, element):
    return f"{tensor}[{', '.join(map(str, element['index']))}]"


def shape_of(name, problem):
    """Heads and rows of a tensor: those of the keys for dk and dv."""
    if name in ("dsinks", "dslopes"):
        return problem["query_heads"], 1
    of_keys = name in ("dk", "dv")
    return (problem["batch"] * problem["key_heads" if of_keys else "query_heads"],
            problem["key_length" if of_keys else "query_length"])


def compare_tensor(page, name, tensor, heads, queries):
    rows = {row[0]: row for row in page.table("tensors")[1:]}
    differs(f"{name}, the row", rows[name],
            [name, tensor["dtype"], tensor["verdict"], *(str(tensor[key]) for key in ("passed", "beyond_expected", "impossible")),
             str(tensor["unjudged"]), short(number(tensor["worst_ulps"])),
             short(number(tensor["worst_expected_ratio"])) if tensor["worst"] else "0"])
    elements = [row[:2] for row in page.table("elements")[1:] if row[1].startswith(name + "[")]
    expected = [[kind.replace("_", " "), place(name, tensor[kind])]
                for kind in ("first_impossible", "first_beyond", "first_unjudged", "worst") if tensor[kind]]
    differs(f"{name}, elements", elements, expected)
    compare_heads(page, name, tensor, heads)
    compare_bars(page, name, tensor)
    if name not in ("dsinks", "dslopes"):
        compare_maps(page, name, tensor, heads, queries)


def compare_heads(page, name, tensor, heads):
    rows = page.table("heads", name)[1:]
    differs(f"{name}, heads listed", len(rows), min(heads, 64))
    counts = [tuple(map(int, row[1:3])) for row in rows]
    if heads <= 64:
        differs(f"{name}, of all heads", [sum(column) for column in zip(*counts)], [tensor[bad] for bad in BAD])
        differs(f"{name}, the worst error", short(max(float(row[3]) for row in rows)),
                short(number(tensor["worst_expected_ratio"])))
    differs(f"{name}, worst first", [(c, float(row[3])) for c, row in zip(counts, rows)],
            sorted(((c, float(row[3])) for c, row in zip(counts, rows)), reverse=True))
    for row, count in zip(rows, counts):
        differs(f"{name}, {row[0]} has a first bad place", any(count), row[4] != "")
        for kind, bad in zip(BAD, count):
            first = tensor["first_" + kind.split("_")[0]]
            if bad and first and row[0] == f"{first['index'][0]}, {first['index'][1]}":
                differs(f"{name}, first bad of {row[0]}", row[4:], [str(i) for i in (first["index"] + [0])[2:4]])
            if bad:
                break


def compare_bars(page, name, tensor):
    bars = [(attributes["class"], int(re.match(r"\d+", text).group())) for where, tag, attributes, text in page.texts
            if where == name and tag == "div" and attributes.get("class") in ("bin", "beyond")]
    differs(f"{name}, bars", len(bars), 10)
    differs(f"{name}, in all bars", sum(count for _, count in bars),
            tensor["total"] - tensor["skipped"] - tensor["unjudged"])
    # What is not the value that the definition requires has no expected error.
    beyond = sum(count for kind, count in bars if kind == "beyond")
    differs(f"{name}, beyond the expected error", beyond <= tensor["beyond_expected"], True)


def compare_maps(page, name, tensor, heads, queries):
    captions = page.text("figcaption", name)
    differs(f"{name}, maps", len(captions), min(heads, 16))
    titles = page.text("title", name)
    differs(f"{name}, rows to point at", len(titles), min(heads, 16) * min(queries, 128))
    drawn = {}
    for where, fill, data in page.paths:
        if where == name:
            drawn[fill[6:-1]] = drawn.get(fill[6:-1], 0) + sum(map(int, re.findall(r"h(\d+)", data)))
    if heads <= 16:
        differs(f"{name}, cells beyond the expected error",
                sum(drawn.get(kind, 0) for kind in ("beyond", "far", "not-finite")), tensor["beyond_expected"])


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    shape = ast.literal_eval(data[10:10 + length].decode())["shape"]
    return shape, struct.unpack(f"<{(len(data) - 10 - length) // 8}d", data[10 + length:])


def compare_pattern(page):
    try:
        (_, heads, queries, keys), weights = read_npy(folder + "/weights.npy")
    except FileNotFoundError:
        return
    batch, head = map(int, re.search(r"Batch (\d+), head (\d+)", " ".join(page.text("p", "attention"))).groups())
    titles = page.text("title", "attention")
    differs("queries of the pattern", len(titles), queries)
    for title in titles:
        query, key, share = re.fullmatch(r"query (\d+): most on key (\d+), (\S+)", title).groups()
        start = ((batch * heads + head) * queries + int(query)) * keys
        row = [abs(weight) for weight in weights[start:start + keys]]
        differs(f"share of query {query}", share, short(max(row) / sum(row)))
        differs(f"heaviest key of query {query}", short(row[int(key)]), short(max(row)))


def compare_facts(page, report):
    facts = dict(row for row in page.table("facts"))
    precision = report["precision"]
    differs("verdict", page.text("span")[0], report["verdict"])
    differs("title", page.text("title")[0].split(":")[0], report["verdict"])
    differs("precision", facts["precision"].split(" ")[0], precision["name"])
    differs("engine", facts["engine"], report["engine"]["name"])
    version = subprocess.run([plumb, "--version"], capture_output=True, text=True).stdout.strip()
    differs("version", facts["judged by"].split(",")[0], version)
    if not re.match(r", \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ; ", facts["judged by"][len(version):]):
        print("no date:", facts["judged by"])
    levels = [short(number(tensor["standing"]["level"])) for tensor in report["tensors"].values()]
    if not any(f" are {level} times " in facts["simulated"] for level in levels):
        print("expected level:", facts["simulated"], levels)
    for name in ("command", "diagnose"):
        differs(name, facts[name].split(" ")[:2], ["plumb", "diff" if name == "command" else "diagnose"])
    again = subprocess.run(["sh", "-c", 'plumb() { "$0" "$@"; }; ' + facts["command"] + " --json", plumb],
                           capture_output=True, text=True).stdout
    differs("what the command says", json.loads(again)["tensors"], report["tensors"])
    return facts


def compare_junit(facts, report):
    suite = xml.etree.ElementTree.parse(folder + "/report.xml").getroot()[0]
    properties = {entry.get("name"): entry.get("value") for entry in suite.iter("property")}
    differs("JUnit: verdict", properties["verdict"], report["verdict"])
    differs("JUnit: failures", int(suite.get("failures")),
            sum(tensor["verdict"] != "PASS" for tensor in report["tensors"].values()))
    for name in ("simulated", "reason", "power", "little power", "command"):
        differs("JUnit: " + name, properties.get(name), facts.get(name))


report = json.load(open(folder + "/report.json"))
page = Page(open(folder + "/page.html", encoding="utf-8").read())
problem = report["problem"]
for name, tensor in report["tensors"].items():
    compare_tensor(page, name, tensor, *shape_of(name, problem))
compare_pattern(page)
compare_junit(compare_facts(page, report), report)
