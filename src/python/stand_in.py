"""stand_in.py BUILD FOLDER [ROOT] - writes a library that replaces NTL to FOLDER, if FLINT needs NTL.

FLINT 2 links NTL for an interface between the two that Plumbline does not use, and NTL links gf2x, which is under the
GPL.  In this library each function that FLINT expects of NTL aborts, and each variable is a thread-local null pointer.
CC is the compiler (default: gcc).  ROOT is where the libraries come from, as in wheel.py."""
import os
import shlex
import subprocess
import sys
from pathlib import Path

from elftools.elf.elffile import ELFFile

from wheel import System, elf

STEM = "libntl"


def symbols(path, defined):
    """Of the dynamic symbols that a library defines, or that it expects of others, names and whether each is a
    variable of a thread."""
    with open(path, "rb") as file:
        table = ELFFile(file).get_section_by_name(".dynsym")
        return {one.name: one["st_info"]["type"] == "STT_TLS" for one in table.iter_symbols()
                if one.name and (one["st_shndx"] != "SHN_UNDEF") == defined}


def source(expected, there):
    """In C.  A reference need not say what it is of: the library says it that has it."""
    names = sorted(set(expected) & set(there))
    return "#include <stdlib.h>\n" + "".join(
        f"__thread void *{name};\n" if there[name] else f"void {name}(void) {{ abort(); }}\n" for name in names)


def main(build, folder, root="/"):
    machine, needed = elf(Path(build) / "libplumbline.so")
    system = System(root, machine)
    for path in map(system.find, (name for name in needed if name.startswith("libflint"))):
        for name in elf(path)[1]:
            if name.startswith(STEM):
                text = source(symbols(path, False), symbols(system.find(name), True))
                Path(folder).mkdir(parents=True, exist_ok=True)
                subprocess.run([*shlex.split(os.environ.get("CC") or "gcc"), "-O2", "-shared", "-fPIC", "-x", "c", "-",
                                f"-Wl,-soname,{name}", "-o", Path(folder) / name], input=text, text=True, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
