"""wheel.py BUILD FOLDER - packs the library, its header, the program and the package as a wheel of this machine.

auditwheel puts the other libraries inside afterwards; their licences are put in here.
"""
import base64
import hashlib
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# What every Linux has, and manylinux expects of it.
SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so")


def version():
    text = (ROOT / "src/library/version.h").read_text(encoding="utf-8")
    return re.search(r'PLUMB_VERSION "(.*)"', text).group(1)


def bundled(library):
    """Of each library that goes inside, the place."""
    said = subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout
    pairs = re.findall(r"(\S+) => (/\S+)", said)
    return [Path(place).resolve() for name, place in pairs if not SYSTEM.match(name)]


def licences(library):
    """Debian's record of each library's licence, and the texts that it names."""
    found, texts = {}, set()
    for place in bundled(library):
        said = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        if said.returncode != 0:
            sys.exit(f"{place}: dpkg knows no package that it is from, so its licence cannot be put inside")
        package = said.stdout.split(":")[0]
        record = Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8")
        found[f"{package}.txt"] = record
        texts |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", record))
    for name in texts:
        found[name] = Path("/usr/share/common-licenses", name).read_text(encoding="utf-8")
    return found


def metadata():
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.1\nName: plumbline\nVersion: {version()}\n"
            "Summary: Attention judged against a formally verified reference\nLicense: Apache-2.0\n"
            "Requires-Python: >=3.9\nRequires-Dist: cffi>=1.15\nDescription-Content-Type: text/markdown\n\n" + readme)


def contents(build, folder):
    """Of each file in the wheel, its bytes."""
    package, info = HERE / "plumbline", f"plumbline-{version()}.dist-info"
    files = {f"plumbline/{path.name}": path.read_bytes() for path in sorted(package.glob("*.py"))}
    files["plumbline/__init__.pyi"] = (folder / "__init__.pyi").read_bytes()
    files["plumbline/py.typed"] = b""
    files["plumbline/plumbline.h"] = (ROOT / "src/library/plumbline.h").read_bytes()
    files["plumbline/libplumbline.so"] = (build / "libplumbline.so").read_bytes()
    files["plumbline/bin/plumb"] = (build / "plumb").read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: plumbline\nRoot-Is-Purelib: false\nTag: py3-none-"
                              + re.sub(r"[-.]", "_", sysconfig.get_platform()) + "\n").encode()
    files[f"{info}/entry_points.txt"] = (b"[console_scripts]\nplumb = plumbline._program:main\n\n"
                                         b"[pytest11]\nplumbline = plumbline.pytest_plugin\n")
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    for name, text in licences(build / "libplumbline.so").items():
        files[f"{info}/licenses/{name}"] = text.encode()
    return files, info


def main():
    build, folder = Path(sys.argv[1]), Path(sys.argv[2])
    files, info = contents(build, folder)
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},"
                     f"{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    tag = re.sub(r"[-.]", "_", sysconfig.get_platform())
    with zipfile.ZipFile(folder / f"plumbline-{version()}-py3-none-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name.endswith((".so", "/plumb")) else 0o100644) << 16
            wheel.writestr(entry, data)


if __name__ == "__main__":
    main()
