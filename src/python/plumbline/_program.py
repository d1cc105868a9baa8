"""The program `plumb`, which lies in the package."""
import os
import sys

from ._library import program


def main():
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])
