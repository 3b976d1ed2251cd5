#!/usr/bin/env python3
"""Builds the course and the reference of every public symbol with docc, from modules that are built.

    docs/reference.py refresh FOLDER         before the build: forgets the modules whose comments are older than the source
    docs/reference.py build FOLDER OUTPUT    FOLDER: where the build put its modules; OUTPUT: the archive to write

Fails if a public symbol has no comment, a type that a user makes has no example (docs/examples.py), or docc warns of anything, such
as a link that leads nowhere.

The symbol graphs come from swift-symbolgraph-extract and the archive from docc, both of the toolchain. The docc plugin for
SwiftPM would do the same in more time, build everything once more, and be a dependency of all who embed the library.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import examples

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOG = ROOT / "docs" / "Sockeye.docc"
# The program's modules have nothing to import.
MODULES = sorted(path.name for path in (ROOT / "Sources").glob("*/Sockeye*") if path.name != "SockeyeCLI")
C_MODULES = [*(str(path.relative_to(ROOT)) for path in sorted((ROOT / "CSystemShims").glob("*/include"))), "Tests/CFaults/include"]


def refresh(folder):
    """A change of comments alone doesn't make the compiler write a module again."""
    for module in MODULES:
        comments = folder / "Modules" / f"{module}.swiftdoc"
        newest = max(source.stat().st_mtime for source in next((ROOT / "Sources").glob(f"*/{module}")).rglob("*.swift"))
        if not comments.exists() or comments.stat().st_mtime < newest:
            for kind in "swiftmodule", "swiftdoc", "swiftsourceinfo":
                (folder / "Modules" / f"{module}.{kind}").unlink(missing_ok=True)


def extract(folder, graphs, modules=MODULES):
    """Writes the symbol graph of each module into the folder `graphs`."""
    shutil.rmtree(graphs, ignore_errors=True)
    graphs.mkdir(parents=True)
    target = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout
    for module in modules:
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-I", str(folder / "Modules"),
             *(word for path in C_MODULES for word in ("-I", str(ROOT / path))),
             "-minimum-access-level", "public", "-skip-synthesized-members",
             "-target", json.loads(target)["target"]["triple"], "-output-dir", str(graphs)],
            check=True, cwd=ROOT)


def undocumented(graphs):
    """The public symbols without a comment, as `FILE:LINE: NAME`."""
    found = []
    for graph in sorted(graphs.glob("*.json")):
        for symbol in json.loads(graph.read_text())["symbols"]:
            place = symbol.get("location")
            # What other packages and the compiler declare has its comments elsewhere; extensions need none.
            if not place or symbol["kind"]["identifier"] == "swift.extension" or symbol.get("docComment", {}).get("lines"):
                continue
            file = place["uri"].removeprefix("file://").removeprefix(f"{ROOT}/")
            found.append(f"{file}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}")
    return sorted(set(found))


def unlisted():
    """The modules to which the first page has no link."""
    contents = (CATALOG / "Contents.md").read_text()
    return [module for module in MODULES if f"``/{module}``" not in contents]


def build(folder, output):
    if unlisted():
        sys.exit(f"reference: not in docs/Sockeye.docc/Contents.md: {', '.join(unlisted())}")
    graphs = output.parent / "graphs"
    extract(folder, graphs)
    missing = [f"{place} has no comment" for place in undocumented(graphs)]
    catalog = output.parent / CATALOG.name
    shutil.rmtree(catalog, ignore_errors=True)
    shutil.copytree(CATALOG, catalog)
    count_of_examples = examples.write(graphs, catalog)
    shutil.rmtree(output, ignore_errors=True)
    run = subprocess.run(
        ["docc", "convert", str(catalog), "--additional-symbol-graph-dir", str(graphs), "--output-path", str(output),
         "--fallback-bundle-identifier", "sockeye", "--fallback-display-name", "Sockeye", "--warnings-as-errors",
         "--no-transform-for-static-hosting", "--ide-console-output"],
        capture_output=True, text=True, env=dict(os.environ, NO_COLOR="1"))
    said = [line for line in (run.stdout + run.stderr).splitlines() if "warning:" in line or "error:" in line]
    if run.returncode or said or missing:
        sys.exit("reference: not so:\n" + "\n".join(missing + said or [run.stdout + run.stderr]))
    count = sum(len(json.loads(graph.read_text())["symbols"]) for graph in graphs.glob("*.json"))
    print(f"reference: {count} public symbols of {len(MODULES)} modules, all with comments, {count_of_examples} examples of types, no warning")


def main():
    match sys.argv[1:]:
        case ["refresh", folder]: refresh(pathlib.Path(folder))
        case ["build", folder, output]: build(pathlib.Path(folder), pathlib.Path(output))
        case _: sys.exit(__doc__)


if __name__ == "__main__":
    main()
