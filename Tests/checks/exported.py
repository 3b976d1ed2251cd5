#!/usr/bin/env python3
"""Counts the public types that `import Sockeye` brings, those inside others included, and those of all modules; fails beyond the
limits. What only our own modules and the program use is `package`. A public enum may grow: it is `@nonexhaustive`, or its comment
says what closes it ("Closed: RFC …").

    Tests/checks/exported.py EXPORTED ALL

For the types, reads Sources/Client/Sockeye/*.swift: `@_exported import KIND MODULE.NAME` brings one type and what is in it, `@_exported import
MODULE` all of ours. Other people's modules don't count. Prints the types when there are too many.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
NOT_CODE = re.compile(r'//.*|/\*[\s\S]*?\*/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"')
TOKEN = re.compile(
    r"(?P<open>\{)|(?P<close>\})"
    r"|(?P<public>\bpublic\s+)?(?:\b(?:final|indirect|nonisolated)\s+)*"
    r"\b(?P<kind>struct|class|enum|protocol|actor|typealias|extension)\s+(?P<name>[A-Z][\w.]*)"
)
ENUM = re.compile(r"((?:^ *///.*\n)*)((?:^ *@.*\n)*)^ *public (?:indirect )?enum (\w+)[^{]*\{((?:\n(?: *///.*| *))*\n *case)?", re.MULTILINE)
EXPORT = re.compile(r"^@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?$", re.MULTILINE)


def public_types(module):
    """The full names of the module's public types. `class func` and the like have no capital letter behind them."""
    found = set()
    for file in module.rglob("*.swift"):
        around, pending = [], None
        for token in TOKEN.finditer(NOT_CODE.sub(" ", file.read_text())):
            if token["open"]:
                around.append(pending)
                pending = None
            elif token["close"]:
                if around:
                    around.pop()
            else:
                name = ".".join([*(outer for outer in around if outer), token["name"]])
                if token["public"] and token["kind"] != "extension":
                    found.add(name)
                pending = None if token["kind"] == "typealias" else token["name"]
    return found


def main():
    limit, limit_of_all = (int(argument) for argument in sys.argv[1:])
    exported = set()
    for file in sorted((SOURCES / "Client/Sockeye").rglob("*.swift")):
        for module, name in EXPORT.findall(file.read_text()):
            folder = next(SOURCES.glob(f"*/{module}"), None)
            if folder is None:
                continue
            types = public_types(folder)
            if name and name not in types:
                sys.exit(f"exported: {module} has no public type {name}")
            exported |= {f"{module}.{one}" for one in types if not name or one == name or one.startswith(name + ".")}
    if len(exported) > limit:
        print(*sorted(exported), sep="\n", file=sys.stderr)
        sys.exit(f"exported: import Sockeye brings {len(exported)} types, more than {limit}")
    count = sum(len(public_types(module)) for module in SOURCES.glob("*/Sockeye*"))
    if count > limit_of_all:
        sys.exit(f"exported: {count} types are public, more than {limit_of_all}")
    for file in sorted(SOURCES.rglob("*.swift")):
        for comment, attributes, name, has_cases in ENUM.findall(file.read_text()):
            if has_cases and "@nonexhaustive" not in attributes and "Closed: " not in comment:
                sys.exit(f"exported: {file.relative_to(SOURCES.parent)}: {name} is neither @nonexhaustive, nor says what closes it")
    print(f"exported: import Sockeye brings {len(exported)} types; {count} are public in all")


main()
