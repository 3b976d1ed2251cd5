#!/usr/bin/env python3
"""Takes the digests of the build's folder out of a program, so that builds elsewhere give the same bytes.

    Packaging/anonymous.py PROGRAM

.swift_modhash is the compiler's, for its incremental builds; nothing reads it in a program. The build ID is the linker's, of
bytes that the former is among; it becomes one of the bytes that are shipped. In place: objcopy(1) would lose the mark of what is
read-only after relocation.
"""

import hashlib
import re
import subprocess
import sys

path = sys.argv[1]
headers = subprocess.run(["readelf", "--section-headers", "--wide", path], check=True, capture_output=True, text=True).stdout


def place(section):
    """Where the section is in the file."""
    found = re.search(rf" {re.escape(section)} +\w+ +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) ", headers)
    if not found:
        sys.exit(f"anonymous: {path} has no {section}")
    start, size = int(found[1], 16), int(found[2], 16)
    return slice(start, start + size)


with open(path, "r+b") as file:
    program = bytearray(file.read())
    hashes, note = place(".swift_modhash"), place(".note.gnu.build-id")
    # A note begins with three numbers and its owner's name, GNU (elf(5)); the ID is the rest.
    identity = slice(note.start + 16, note.stop)
    for section in (hashes, identity):
        program[section] = bytes(section.stop - section.start)
    program[identity] = hashlib.sha256(program).digest()[: identity.stop - identity.start]
    file.seek(0)
    file.write(program)
