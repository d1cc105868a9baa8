"""The program `plumb`, which the package contains."""
import os
import sys

from ._library import program


def main():
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])
