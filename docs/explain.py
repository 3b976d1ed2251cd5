#!/usr/bin/env python3
"""Writes the table of events into docs/Explain.md from the tables in the code; --check only says whether they agree.

    docs/explain.py [--check]

A row of the code is a static property of `EventKind`; its clauses are three literals in a row: document, section, meaning. The
first one is the row's, those after it are for single cases.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
PAGE = FOLDER / "Explain.md"
TABLES = FOLDER.parent / "Sources/Client/SockeyeClient/Events"
THEMES = ["Request", "Connection", "Response", "Policy", "Cache"]

ROW = re.compile(r"^((?:    /// .*\n)+)    (?:(?:public|package) )?static var (\w+):\s+EventKind<", re.MULTILINE)
DOCUMENT = r'"((?:RFC [^"]+|Fetch))"'
CLAUSE = re.compile(DOCUMENT + r',\s*"([^"]+)",\s*"([^"]+)"')
START, END = "<!-- Written by docs/explain.py -->\n", "<!-- The end of what docs/explain.py writes -->\n"


def link(document, section):
    """As ClientEvent.Clause.link."""
    if document == "Fetch":
        return f"https://fetch.spec.whatwg.org/#{section}"
    number = "".join(filter(str.isdigit, document))
    if document.endswith("bis"):
        return f"https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc{number}bis-22.html#section-{section}"
    kind = "appendix" if section[0].isalpha() else "section"
    return f"https://www.rfc-editor.org/rfc/rfc{number}.html#{kind}-{section}"


def rows(source):
    """The name of each row, its comment and its clauses."""
    found = list(ROW.finditer(source))
    ends = [row.start() for row in found[1:]] + [len(source)]
    for row, end in zip(found, ends):
        comment = " ".join(line.strip(" /") for line in row[1].splitlines()).replace("``", "`")
        yield row[2], comment, list(dict.fromkeys(CLAUSE.findall(source[row.end():end])))


def table():
    lines = ["| event | what happened | what the clause says | clause |", "|---|---|---|---|"]
    for theme in THEMES:
        source = (TABLES / f"{theme}Events.swift").read_text()
        unread = len(re.findall(r"static var \w+:\s+EventKind<", source)) - len(ROW.findall(source))
        assert unread == 0, f"{theme}Events.swift has {unread} rows that can't be read"
        assert len(re.findall(DOCUMENT, source)) == len(CLAUSE.findall(source)), f"{theme}Events.swift: a clause can't be read"
        for name, comment, clauses in rows(source):
            if not clauses:
                lines.append(f"| `{name}` | {comment} | | |")
            for document, section, meaning in clauses:
                words = document if document == "Fetch" else f"{document} §{section}"
                lines.append(f"| `{name}` | {comment} | {meaning} | [{words}]({link(document, section)}) |")
                comment = ""
    return "\n".join(lines) + "\n"


def main():
    old = PAGE.read_text()
    before, rest = old.split(START)
    new = before + START + table() + END + rest.split(END)[1]
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(new)
    elif new != old:
        sys.exit("explain: docs/Explain.md isn't what the tables of events say; docs/explain.py writes it")


if __name__ == "__main__":
    main()
