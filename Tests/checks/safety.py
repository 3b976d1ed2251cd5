#!/usr/bin/env python3
"""Names the uses of unsafe things in Sources that no `// SAFETY:` comment explains.

The comment is within the four lines above, not counting documentation, or the first in the closure that the line opens. Where uses
follow one another within four lines, one comment at the first is for all of them.
"""
import pathlib
import re
import sys

REACH = 4
USES = re.compile(
    r"\bUnsafe\w*(?:<[^>]*>)?\(|\bwithUnsafe\w*|\bunsafe(?:BitCast|Downcast|UninitializedCapacity)\b|@unchecked Sendable"
    r"|\bnonisolated\(unsafe\)|\bUnmanaged\b|\bassumingMemoryBound\b|\bwithMemoryRebound\b|String\(cString:")


def code(line):
    """The line without its comment and its texts."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).split("//", 1)[0]


def unexplained(path):
    """The numbers of lines whose use isn't explained."""
    lines = path.read_text().split("\n")
    distance = REACH + 1  # Lines since the last comment, or since a use that one is for.
    for number, line in enumerate(lines):
        text = line.strip()
        if not text.startswith("///"):
            distance += 1
        if "SAFETY:" in line:
            distance = 0
        if not USES.search(code(line)):
            continue
        opens = text.endswith("{") or text.endswith(" in")
        if opens and number + 1 < len(lines) and "SAFETY:" in lines[number + 1]:
            distance = 0
        if distance > REACH:
            yield number + 1
        else:
            distance = 0


root = pathlib.Path(__file__).resolve().parents[2]
found = [f"{path.relative_to(root)}:{number}" for path in sorted((root / "Sources").rglob("*.swift"))
         for number in unexplained(path)]
for place in found:
    print(f"{place}: unsafe, and no // SAFETY: comment within {REACH} lines above says why it is right")
sys.exit(1 if found else 0)
