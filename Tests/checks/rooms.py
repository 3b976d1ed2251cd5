#!/usr/bin/env python3
"""Fails if folders of one module use each other in a circle; the compiler holds only the arrows between modules.

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


def arrows_between_folders(module):
    """For each folder the folders it uses, with one example `FILE uses NAME` each."""
    code = {file: NOT_CODE.sub(" ", file.read_text()) for file in sorted(module.rglob("*.swift"))}
    declared_in = {}
    for file, text in code.items():
        for name in DECLARATION.findall(text):
            declared_in.setdefault(name, set()).add(file)
    arrows = {}
    for file, text in code.items():
        folder = arrows.setdefault(file.parent, {})
        for name in set(re.findall(r"\w+", text)) & declared_in.keys():
            if len(declared_in[name]) == 1:
                [home] = declared_in[name]
                if home.parent != file.parent:
                    folder.setdefault(home.parent, f"{file.name} uses {name}")
    return arrows


def reachable(arrows, start):
    """The folders that `start` uses, directly or through others."""
    found, waiting = set(), [start]
    while waiting:
        for folder in arrows[waiting.pop()]:
            if folder not in found:
                found.add(folder)
                waiting.append(folder)
    return found


def main():
    wanted = set(sys.argv[1:])
    modules = [path for path in sorted(SOURCES.glob("*/*")) if path.is_dir() and (not wanted or path.name in wanted)]
    if not modules:
        sys.exit(f"rooms: no module {' '.join(sorted(wanted))} in {SOURCES.name}")
    circles = 0
    for module in modules:
        arrows = arrows_between_folders(module)
        uses = {folder: reachable(arrows, folder) for folder in arrows}
        for folder, others in sorted(arrows.items()):
            for other, example in sorted(others.items()):
                if folder in uses[other]:
                    circles += 1
                    shown = [str(path.relative_to(SOURCES)) for path in (folder, other)]
                    print(f"rooms: {shown[0]} and {shown[1]} use each other: {example}", file=sys.stderr)
    if circles:
        sys.exit(1)
    print(f"rooms: no circles in {len(modules)} modules")


main()
