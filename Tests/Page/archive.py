#!/usr/bin/env python3
"""Checks HTTP archives against the JSON schema of HAR 1.2 (Debian's node-har-schema) and opens them with a library (haralyzer).

    Tests/Page/archive.py FILE.har

Run by .build/python/bin/python, which has the packages of Tests/checks/requirements.txt. Prints one line an entry, as haralyzer has it: method, URL, status, body size and type, connection.
"""

import json
import pathlib
import sys

import jsonschema
from haralyzer import HarParser
from referencing import Registry, Resource

SCHEMA = pathlib.Path("/usr/share/nodejs/har-schema/lib")


def main():
    archive = json.loads(pathlib.Path(sys.argv[1]).read_text())
    parts = {file.name: json.loads(file.read_text()) for file in SCHEMA.glob("*.json")}
    registry = Registry().with_resources((name, Resource.from_contents(part)) for name, part in parts.items())
    validator = jsonschema.Draft6Validator(
        parts["har.json"], registry=registry, format_checker=jsonschema.FormatChecker())
    faults = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(archive)]
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(1)
    for entry in HarParser(archive).har_data["entries"]:
        total = sum(time for name, time in entry["timings"].items() if name != "ssl" and time >= 0)
        assert abs(total - entry["time"]) < 0.01, (total, entry["time"])
    for page in HarParser(archive).pages:
        for entry in page.entries:
            print(entry.request.method, entry.request.url, entry.response.status, entry.response.bodySize,
                  entry.response.mimeType, entry.raw_entry.get("connection"))


main()
