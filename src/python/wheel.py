"""wheel.py pack BUILD FOLDER [ROOT] - packs the library, its header, the program and the package as a wheel, with the
                                       licences of the libraries that it needs.
wheel.py seal BUILD WHEEL [ROOT]     - after auditwheel has added these libraries: writes their names, versions and
                                       licences into the wheel (PEP 770), and updates its record.

ROOT is where the libraries come from: this system, or a folder that sysroot.sh made for another architecture.  A
library in BUILD/stand-in (stand_in.py) takes precedence over the system's.
"""
import base64
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import quote

from elftools.elf.elffile import ELFFile

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# What every Linux has, and manylinux expects of it.
SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so")
OURS = "Apache-2.0"
# By the name of the file: what it is, its licence as SPDX writes it.
LIBRARIES = {
    "libflint": ("FLINT", "LGPL-2.1-or-later"),
    "libflint-arb": ("Arb", "LGPL-2.1-or-later"),
    "libgmp": ("GMP", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "libgomp": ("libgomp", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libjansson": ("Jansson", "MIT"),
    "libmpfr": ("MPFR", "LGPL-3.0-or-later"),
}


def version():
    text = (ROOT / "src/library/version.h").read_text(encoding="utf-8")
    return re.search(r'PLUMB_VERSION "(.*)"', text).group(1)


def own():
    return f"pkg:pypi/plumbline@{version()}"


def elf(path):
    """The architecture, as Linux names it, and the libraries that it needs."""
    with open(path, "rb") as file:
        parsed = ELFFile(file)
        dynamic = parsed.get_section_by_name(".dynamic")
        needed = [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]
        return {"EM_X86_64": "x86_64", "EM_AARCH64": "aarch64"}[parsed["e_machine"]], needed


class System:
    """Where libraries come from: this machine, or files of Debian's packages in a folder."""

    def __init__(self, root, machine):
        self.root, self.machine = Path(root), machine
        self.folders = [f"{place}/{machine}-linux-gnu" for place in ("usr/lib", "lib")]

    def find(self, name):
        for folder in self.folders:
            path = self.root / folder / name
            if path.exists():
                return path.resolve()
        sys.exit(f"{name}: not in {', '.join(str(self.root / folder) for folder in self.folders)}")

    def query(self, *words):
        said = subprocess.run(["dpkg-query", "--admindir", self.root / "var/lib/dpkg", *words],
                              capture_output=True, text=True)
        return said.stdout if said.returncode == 0 else None

    def package(self, path):
        """The name of the package that a file is from."""
        inside = "/" + str(path.relative_to(self.root.resolve()))
        said = self.query("-S", inside) or self.query("-S", re.sub("^/usr", "", inside))
        if said is None:
            sys.exit(f"{path}: dpkg knows no package that it is from, so its licence cannot be put inside")
        return said.split(":")[0]

    def field(self, package, name):
        return self.query("-W", f"-f=${{{name}}}\n", package).split("\n")[0]

    def document(self, path):
        """A text that a package brings."""
        return (self.root / path).read_text(encoding="utf-8", errors="replace")


def of_debian(system, path, stem):
    if stem not in LIBRARIES:
        sys.exit(f"{path}: its licence is not known; add {stem} to LIBRARIES of src/python/wheel.py")
    package = system.package(path)
    debian, architecture = quote(system.field(package, "Version"), safe=""), system.field(package, "Architecture")
    return {"name": LIBRARIES[stem][0], "licence": LIBRARIES[stem][1], "package": package,
            "version": re.sub(r"[+~](dfsg|ds|really).*", "", system.field(package, "source:Upstream-Version")),
            "purl": f"pkg:deb/{distribution()}/{package}@{debian}?arch={architecture}"}


def of_ours(stem):
    return {"name": f"{stem}, a stand-in", "licence": OURS, "package": None, "version": version(),
            "purl": f"{own()}#src/python/stand_in.py"}


def bundled(build, root):
    """Of each library that goes inside, by its name: name, licence, version, package, and what it needs in turn."""
    machine, needed = elf(build / "libplumbline.so")
    system, found, ask = System(root, machine), {}, [*needed]
    while ask:
        name = ask.pop(0)
        if name in found or SYSTEM.match(name):
            continue
        stand_in, stem = build / "stand-in" / name, name.split(".so")[0]
        path = stand_in if stand_in.exists() else system.find(name)
        _, needs = elf(path)
        found[name] = {**(of_ours(stem) if path == stand_in else of_debian(system, path, stem)), "stem": stem,
                       "needs": [one for one in needs if not SYSTEM.match(one)]}
        ask += needs
    return found, system


def licences(found, system):
    """Debian's record of each library's licence, and the texts that it names."""
    files, texts = {}, set()
    for package in {one["package"] for one in found.values() if one["package"]}:
        record = system.document(f"usr/share/doc/{package}/copyright")
        files[f"{package}.txt"] = record
        texts |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", record))
    for name in texts:  # Debian's base-files, which every Debian has
        files[name] = Path("/usr/share/common-licenses", name).read_text(encoding="utf-8")
    return files


def expression(found):
    parts = {one["licence"] for one in found.values()} - {OURS}
    return " AND ".join([OURS] + sorted(f"({part})" if " OR " in part else part for part in parts))


def metadata(found, files):
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.4\nName: plumbline\nVersion: {version()}\n"
            "Summary: Tells whether an attention kernel is right, and if not, what it computes\n"
            f"License-Expression: {expression(found)}\n"
            + "".join(f"License-File: {name}\n" for name in sorted(files)) +
            "Requires-Python: >=3.9\nRequires-Dist: cffi>=1.15\nDescription-Content-Type: text/markdown\n\n" + readme)


def contents(build, folder, root):
    """Of each file in the wheel, its bytes."""
    package, info = HERE / "plumbline", f"plumbline-{version()}.dist-info"
    library = build / "libplumbline.so"
    found, system = bundled(build, root)
    texts = {"LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"), **licences(found, system)}
    files = {f"plumbline/{path.name}": path.read_bytes() for path in sorted(package.glob("*.py"))}
    files["plumbline/__init__.pyi"] = (folder / "__init__.pyi").read_bytes()
    files["plumbline/py.typed"] = b""
    files["plumbline/plumbline.h"] = (ROOT / "src/library/plumbline.h").read_bytes()
    files["plumbline/libplumbline.so"] = library.read_bytes()
    files["plumbline/bin/plumb"] = (build / "plumb").read_bytes()
    files[f"{info}/METADATA"] = metadata(found, texts).encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: plumbline\nRoot-Is-Purelib: false\n"
                              f"Tag: py3-none-linux_{system.machine}\n").encode()
    files[f"{info}/entry_points.txt"] = (b"[console_scripts]\nplumb = plumbline._program:main\n\n"
                                         b"[pytest11]\nplumbline = plumbline.pytest_plugin\n")
    for name, text in sorted(texts.items()):
        files[f"{info}/licenses/{name}"] = text.encode()
    return files, info, system.machine


def write(path, files, info):
    """The same files give the same bytes."""
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},"
                     f"{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            runs = re.search(r"\.so(\.|$)|/plumb$", name)
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            wheel.writestr(entry, data)


def pack(build, folder, root="/"):
    files, info, machine = contents(Path(build), Path(folder), root)
    write(Path(folder) / f"plumbline-{version()}-py3-none-linux_{machine}.whl", files, info)


def distribution():
    text = Path("/etc/os-release").read_text(encoding="utf-8")
    return re.search(r"^ID=\"?(\w+)", text, re.MULTILINE).group(1)


def material(files, found, direct):
    """CycloneDX: the libraries inside, as auditwheel has named them, and what needs what, direct our own."""
    def licence(text):
        return [{"expression": text} if " " in text else {"license": {"id": text}}]

    components = []
    for name, one in sorted(found.items()):
        pattern = re.compile(rf"plumbline\.libs/{re.escape(one['stem'])}-[0-9a-f]+\.so")
        (place,) = [path for path in files if pattern.match(path)]
        components.append({
            "type": "library", "bom-ref": one["purl"], "name": one["name"], "version": one["version"],
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(files[place]).hexdigest()}],
            "licenses": licence(one["licence"]), "purl": one["purl"],
            "properties": [{"name": "plumbline:file", "value": place}]})
    depends = [{"ref": own(), "dependsOn": [found[name]["purl"] for name in direct]}]
    depends += [{"ref": one["purl"], "dependsOn": [found[needed]["purl"] for needed in one["needs"]]}
                for _, one in sorted(found.items())]
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
            "metadata": {"component": {"type": "library", "bom-ref": own(), "name": "plumbline", "version": version(),
                                       "licenses": licence(OURS), "purl": own()}},
            "components": components, "dependencies": depends}


def seal(build, path, root="/"):
    """In place of what auditwheel writes, which has no licences, and nothing for another architecture."""
    info, library = f"plumbline-{version()}.dist-info", Path(build) / "libplumbline.so"
    found, _ = bundled(Path(build), root)
    with zipfile.ZipFile(path) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    for name in [name for name in files if name.startswith(f"{info}/sboms/")] + [f"{info}/RECORD"]:
        del files[name]
    direct = [name for name in elf(library)[1] if name in found]
    files[f"{info}/sboms/plumbline.cdx.json"] = json.dumps(material(files, found, direct), indent=1).encode()
    write(path, files, info)


if __name__ == "__main__":
    {"pack": pack, "seal": seal}[sys.argv[1]](*sys.argv[2:])
