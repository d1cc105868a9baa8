#!/bin/sh
# environment.sh FOLDER - makes a virtual environment to build and test the package, once for the pins of
# requirements.txt.  Exit code 77, after a line with the reason: it cannot be made here.
set -u
folder=$1
pins=$(dirname "$0")/requirements.txt
mkdir -p "$(dirname "$folder")" && exec 9> "$folder.lock" && flock 9 # two tests may ask at the same time
cmp -s "$pins" "$folder/pins" && exit 0
rm -rf "$folder"
if python3 -m venv "$folder" > /dev/null 2>&1 &&
    "$folder/bin/pip" --quiet --disable-pip-version-check install -r "$pins" > "$folder/said" 2>&1; then
    cp "$pins" "$folder/pins"
else
    echo 'python3 -m venv and pip do not give the packages of src/python/requirements.txt here'
    exit 77
fi
