#!/usr/bin/env python3
"""Writes the page's sources into the Swift file that the program carries; --check only says whether they agree.

    docs/page/generate.py [--check]

The style and the script are the only ones that the page's content security policy allows, by their digests.
"""

import base64
import hashlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
TARGET = FOLDER.parent.parent / "Sources/SockeyeTranscript/Page/PageSources.swift"


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
    script = "\n" + read("notes.js") + read("page.js")
    for text in (style, script):
        assert "</" + "s" not in text.lower(), "the text would end its element"
    return f"""// swift-format-ignore-file
// Written by docs/page/generate.py from page.html, page.css, notes.js and page.js there: change those.

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
