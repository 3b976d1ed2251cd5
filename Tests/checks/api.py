#!/usr/bin/env python3
"""The public interface of the stable libraries, one declaration a line, in docs/api: what programs may rely on.

    Tests/checks/api.py check FOLDER [COMMIT]     fails if a declaration that stands there is gone or reads otherwise, if a closed enum
                                                  has a new case (a switch over it no longer compiles), or a protocol a new requirement; with
                                                  COMMIT, compares with the files of that commit
    Tests/checks/api.py write FOLDER              writes the files anew (`make api`): what changes is then seen in review

FOLDER is where a debug build put its modules. What is new is no break; it is told, so that the files are written before a release.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASELINE = ROOT / "docs" / "api"
sys.path.insert(0, str(ROOT / "docs"))
import reference  # noqa: E402

# SockeyeTools may change in a minor version (README.md).
STABLE = sorted(path.name for path in (ROOT / "Sources").glob("*/Sockeye*") if path.parent.name not in ("Tools", "Program"))


def declarations(graphs, module):
    """The module's public declarations as text, and those of them whose arrival breaks programs."""
    lines, breaking = set(), set()
    # `import Sockeye` is made of what it exports.
    for file in (ROOT / "Sources" / "Client" / "Sockeye").glob("*.swift") if module == "Sockeye" else ():
        exports = re.findall(r"^@_exported public import (.+)$", file.read_text(), re.MULTILINE)
        lines |= {f"exports {name}" for name in exports}
    for graph in [graphs / f"{module}.symbols.json", *sorted(graphs.glob(f"{module}@*.symbols.json"))]:
        content = json.loads(graph.read_text())
        ends = {}
        for relation in content["relationships"]:
            ends.setdefault(relation["kind"], set()).add((relation["source"], relation["target"]))
        open_enums = {
            symbol["identifier"]["precise"] for symbol in content["symbols"]
            if symbol.get("declarationFragments", [{}])[0].get("spelling", "").startswith("@nonexhaustive")
        }
        growing = {source for source, target in ends.get("memberOf", ()) if target in open_enums}
        required = {source for source, _ in ends.get("requirementOf", ())}
        default = {target for _, target in ends.get("defaultImplementationOf", ())}
        for symbol in content["symbols"]:
            kind = symbol["kind"]["identifier"]
            if kind == "swift.extension":
                continue
            text = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
            line = f"{'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}"
            lines.add(line)
            identifier = symbol["identifier"]["precise"]
            if kind == "swift.enum.case" and identifier not in growing or identifier in required - default:
                breaking.add(line)
        # What a type conforms to is a promise as well.
        names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in content["symbols"]}
        for relation in content["relationships"]:
            if relation["kind"] == "conformsTo" and relation["source"] in names:
                protocol = names.get(relation["target"]) or relation.get("targetFallback", "")
                if protocol.rsplit(".", 1)[-1] not in ("Copyable", "Escapable", "SendableMetatype", ""):
                    lines.add(f"{names[relation['source']]}: conforms to {protocol}")
    return lines, breaking


def kept(module, commit):
    """The lines of the baseline."""
    file = BASELINE / f"{module}.txt"
    if commit:
        shown = subprocess.run(["git", "show", f"{commit}:{file.relative_to(ROOT)}"], cwd=ROOT, capture_output=True, text=True)
        return set(shown.stdout.splitlines())
    return set(file.read_text().splitlines()) if file.exists() else set()


def main():
    verb, folder, commit = (sys.argv[1:] + [""] * 3)[:3]
    if verb not in ("check", "write") or not folder:
        sys.exit(__doc__)
    gone, arrived, new, count = [], [], 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        graphs = pathlib.Path(temporary) / "graphs"
        reference.extract(pathlib.Path(folder), graphs, STABLE)
        for module in STABLE:
            lines, breaking = declarations(graphs, module)
            count += len(lines)
            if verb == "write":
                BASELINE.mkdir(exist_ok=True)
                (BASELINE / f"{module}.txt").write_text("".join(f"{line}\n" for line in sorted(lines)))
                continue
            baseline = kept(module, commit)
            outer = {line.split(":")[0] for line in baseline}
            gone += [f"{module}: gone: {line}" for line in sorted(baseline - lines)]
            # A case of a new enum, or a requirement of a new protocol, breaks nobody.
            arrived += [
                f"{module}: new, and breaks a switch or a conformance: {line}" for line in sorted(breaking - baseline)
                if line.split(":")[0].rsplit(".", 1)[0] in outer
            ]
            new += len(lines - baseline)
    if verb == "write":
        for file in BASELINE.glob("*.txt"):
            if file.stem not in STABLE:
                file.unlink()
        print(f"api: {count} public declarations of {len(STABLE)} modules, in {BASELINE.relative_to(ROOT)}")
        return
    if gone or arrived:
        print(*gone, *arrived, sep="\n", file=sys.stderr)
        sys.exit("breaking: programs that use these no longer compile; if that is meant, make api writes the interface anew")
    print(f"breaking: nothing that {commit or BASELINE.relative_to(ROOT)} offers is gone; {count} declarations, {new} of them new")


main()
