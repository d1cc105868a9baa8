"""check_wheel.py WHEEL - checks the contents of a wheel: valid metadata, a licence and a line in the bill of materials
for each library, a record of each file.  Prints only what is wrong."""
import base64
import csv
import hashlib
import json
import re
import sys
import zipfile

from packaging.licenses import canonicalize_license_expression
from packaging.metadata import Metadata


def faults(files):
    (info,) = {name.split("/")[0] for name in files if ".dist-info/" in name}
    metadata = Metadata.from_email(files[f"{info}/METADATA"], validate=True)
    if metadata.metadata_version != "2.4":
        yield f"metadata {metadata.metadata_version} and not 2.4"
    expression = metadata.license_expression
    if canonicalize_license_expression(expression) != expression:
        yield f"the licence is not written as SPDX does: {expression}"
    texts = {name.split("/licenses/")[1] for name in files if name.startswith(f"{info}/licenses/")}
    if texts != set(metadata.license_files):
        yield f"License-File and licenses/ differ in {sorted(texts ^ set(metadata.license_files))}"

    bill = json.loads(files[f"{info}/sboms/plumbline.cdx.json"])
    if [name for name in files if "/sboms/" in name] != [f"{info}/sboms/plumbline.cdx.json"]:
        yield "more than one bill of materials"
    if (bill["bomFormat"], bill["specVersion"]) != ("CycloneDX", "1.6"):
        yield "the bill of materials is not CycloneDX 1.6"
    named = {one["properties"][0]["value"]: one for one in bill["components"]}
    libraries = {name for name in files if name.startswith("plumbline.libs/")}
    if set(named) != libraries or len(bill["components"]) != len(libraries) or not libraries:
        yield f"libraries and bill of materials differ in {sorted(set(named) ^ libraries)}"
    for place, one in named.items():
        (licence,) = one["licenses"]
        licence = licence.get("expression") or licence["license"]["id"]
        if one["hashes"] != [{"alg": "SHA-256", "content": hashlib.sha256(files.get(place, b"")).hexdigest()}]:
            yield f"{place}: another hash"
        if not re.fullmatch(r"\d+(\.\d+)+", one["version"]):
            yield f"{place}: the version {one['version']}"
        if licence not in expression:
            yield f"{place}: its licence {licence} is not in {expression}"
        if re.fullmatch(r"GPL-[\d.]+-(only|or-later)", licence):
            yield f"{place}: it is under the GPL alone, {licence}"
        package = re.match(r"pkg:(?:deb/\w+/|pypi/)([^@]+)@", one["purl"]).group(1)
        if (f"{package}.txt" if package != "plumbline" else "LICENSE") not in texts:
            yield f"{place}: no record of its licence beside {one['purl']}"
    known = {one["bom-ref"] for one in bill["components"]}
    reached = {ref for one in bill["dependencies"] for ref in one["dependsOn"]}
    if reached != known:
        yield f"what is needed and what is inside differ in {sorted(known ^ reached)}"

    record = {row[0]: row[1:] for row in csv.reader(files[f"{info}/RECORD"].decode().splitlines())}
    if set(record) != set(files):
        yield f"RECORD and the files differ in {sorted(set(record) ^ set(files))}"
    for name, (digest, size) in record.items():
        found = base64.urlsafe_b64encode(hashlib.sha256(files.get(name, b"")).digest()).rstrip(b"=").decode()
        if name != f"{info}/RECORD" and (digest, size) != (f"sha256={found}", str(len(files.get(name, b"")))):
            yield f"{name}: another hash in RECORD"


def main():
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    for fault in faults(files):
        print(fault)


if __name__ == "__main__":
    main()
