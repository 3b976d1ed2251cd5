#!/usr/bin/env python3
"""Fails if folders of one module use each other in a circle, or more than three of its files; the compiler holds only the arrows
between modules. Also if the server of the tests imports what it is there to test.

    Tests/checks/rooms.py [MODULE…]

A file uses another one when it mentions a type or function that only the other declares at its top level. This reads words,
not Swift: it misses an arrow to a name that two files declare, and every arrow that it reports is there.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
NOT_CODE = re.compile(r'//.*|/\*[\s\S]*?\*/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"')
MODIFIERS = r"(?:@\w+(?:\(.*?\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"
DECLARATION = re.compile(rf"^{MODIFIERS}(?:struct|class|enum|protocol|actor|typealias|func)\s+(\w+)", re.MULTILINE)
# A type that the name of another leads to, as in `HTTPClient.Configuration`: it uses nothing of that other.
NESTED = re.compile(rf"^extension (\w+) \{{\s*{MODIFIERS}(?:struct|class|enum|protocol|actor)\s+(\w+)", re.MULTILINE)
# How many files may use each other in a circle: a value, what makes it and what it is made of.
LARGEST = 3
# What `SockeyeTesting` imports outside Mock: its server has a codec of its own, so that a bug in the client's cannot hide.
SERVER_IMPORTS = "CSystemShims SockeyeDigest SockeyeIO SockeyeTLS SockeyeTransport Synchronization".split()


def arrows_between_files(module):
    """For each file the files it uses, with one name each."""
    code = {file: NOT_CODE.sub(" ", file.read_text()) for file in sorted(module.rglob("*.swift"))}
    declared_in = {}
    for file, text in list(code.items()):
        for outer, name in NESTED.findall(text):
            declared_in[f"{outer}_{name}"] = {file}
            code[file] = code[file].replace(f"extension {outer} {{", "", 1)
            code = {one: re.sub(rf"\b{outer}\.{name}\b", f"{outer}_{name}", other) for one, other in code.items()}
    for file, text in code.items():
        for name in DECLARATION.findall(text):
            declared_in.setdefault(name, set()).add(file)
    arrows = {}
    for file, text in code.items():
        used = arrows.setdefault(file, {})
        for name in sorted(set(re.findall(r"\w+", text)) & declared_in.keys()):
            if len(declared_in[name]) == 1:
                [home] = declared_in[name]
                if home != file:
                    used.setdefault(home, name)
    return arrows


def between_folders(arrows):
    """The same for folders, with an example `FILE uses NAME` each."""
    folders = {}
    for file, used in arrows.items():
        folder = folders.setdefault(file.parent, {})
        for home, name in used.items():
            if home.parent != file.parent:
                folder.setdefault(home.parent, f"{file.name} uses {name}")
    return folders


def reachable(arrows, start):
    """What `start` uses, directly or through others."""
    found, waiting = set(), [start]
    while waiting:
        for other in arrows[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def main():
    wanted = set(sys.argv[1:])
    modules = [path for path in sorted(SOURCES.glob("*/*")) if path.is_dir() and (not wanted or path.name in wanted)]
    if not modules:
        sys.exit(f"rooms: no module {' '.join(sorted(wanted))} in {SOURCES.name}")
    wrong = []
    for module in modules:
        files = arrows_between_files(module)
        folders = between_folders(files)
        uses = {folder: reachable(folders, folder) for folder in folders}
        for folder, others in sorted(folders.items()):
            for other, example in sorted(others.items()):
                if folder in uses[other]:
                    shown = [str(path.relative_to(SOURCES)) for path in (folder, other)]
                    wrong.append(f"{shown[0]} and {shown[1]} use each other: {example}")
        uses = {file: reachable(files, file) for file in files}
        circles = {frozenset({file, *(other for other in uses[file] if file in uses[other])}) for file in files}
        for circle in sorted(circles, key=len):
            if len(circle) > LARGEST:
                names = ", ".join(sorted(file.name for file in circle))
                wrong.append(f"{len(circle)} files of {module.name} use each other in a circle: {names}")
    for file in sorted((SOURCES / "Adapters/SockeyeTesting").rglob("*.swift")):
        strange = set(re.findall(r"^.*\bimport (\w+)$", file.read_text(), re.MULTILINE)) - set(SERVER_IMPORTS)
        if strange and file.parent.name != "Mock":
            wrong.append(f"{file.relative_to(SOURCES)} imports {', '.join(sorted(strange))}, which its server is there to test")
    if wrong:
        sys.exit("\n".join(f"rooms: {one}" for one in wrong))
    print(f"rooms: no circles of folders in {len(modules)} modules, and none of more than {LARGEST} files")


main()
