#!/usr/bin/env python3
"""Writes the page's sources into the Swift file that the program carries; --check only says whether they agree.

    docs/page/generate.py [--check]

What fields and statuses mean is taken from the table of --explain, MeaningTable.swift.

The style and the script are the only ones that the page's content security policy allows, by their digests.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from explain import link

TARGET = FOLDER.parent.parent / "Sources/Tools/SockeyeTranscript/Page/PageSources.swift"

MEANINGS = FOLDER.parent.parent / "Sources/Program/SockeyeCLI/Explain/MeaningTable.swift"


def notes(table):
    """The rows of one of the tables: a meaning, a clause and its link by each key."""
    source = MEANINGS.read_text()
    start = source.index(f"static let {table}:")
    rows = re.findall(r'^ {8}"?([^":\s]+)"?: \.init\(\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\s*\)',
                      source[start:source.index("\n    ]\n", start)], re.MULTILINE)
    assert len(rows) >= 60, f"{table} has only {len(rows)} rows that can be read"
    return {key: [meaning[0].upper() + meaning[1:], document if document == "Fetch" else f"{document} §{section}",
                  link(document, section)]
            for key, document, section, meaning in rows}


def tables():
    made = [("fieldNotes", notes("fields")), ("statusNotes", notes("statuses"))]
    lines = [f"const {name} = {{\n" + "".join(
        f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)},\n" for key, row in rows.items()) + "};\n"
        for name, rows in made]
    return "".join(lines)


def literal(text):
    """A raw string of Swift: its text, unchanged, between marks that it doesn't have."""
    hashes = "#" * 3
    assert '"""' + hashes not in text and "\\" + hashes not in text
    return f'{hashes}"""\n{text}\n"""{hashes}'


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def generated():
    def read(name):
        return (FOLDER / name).read_text()

    style = "\n" + read("page.css")
    script = "\n" + read("notes.js") + tables() + read("page.js")
    for text in (style, script):
        assert "</" + "s" not in text.lower(), "the text would end its element"
    return f"""// swift-format-ignore-file
// Written by docs/page/generate.py from page.html, page.css, notes.js and page.js there and MeaningTable.swift: change those.

enum PageSources {{
    static let styleDigest = "{digest(style)}"
    static let scriptDigest = "{digest(script)}"

    static let page = {literal(read("page.html"))}

    static let style = {literal(style)}

    static let script = {literal(script)}
}}
"""


def main():
    text = generated()
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text() != text:
            sys.exit(f"{TARGET.name} is not what the sources in docs/page make: run docs/page/generate.py")
    else:
        TARGET.write_text(text)


main()
