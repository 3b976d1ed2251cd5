#!/usr/bin/env python3
"""Fails if the tree has a name at its top, in Sources or in Tests that isn't in these lists: a file left behind, or a module put
beside its folder. Also if Benchmarks/FIGURES.md names a file that is gone, or if a file calls libc that is not among those
that may.

    Tests/checks/layout.py
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOP = """.ci .editorconfig .gitattributes .github .gitignore .swift-format Benchmarks CHANGELOG.md CONTRIBUTING.md CSystemShims
    Examples LICENSE Makefile Package.swift Packaging README.md SECURITY.md Sources Tests docs""".split()
SHIMS = "Archive Credentials DiskCache Encodings Expat HostNames Loading MediaTypes OpenSSL System".split()
MODULES = {
    "Core": "Bytes URL Fields HTTP1 WebSocket Digest Encodings",
    "System": "IO TLS Transport",
    "Client": "Cache Recording Client Transfers +Sockeye",
    "Formats": "Parsers Events",
    "Tools": "Transcript Doctor Inspect Background Archive Credentials",
    "Adapters": "Foundation Hooks Testing",
    "Program": "CLI",
}
# What isn't a suite of one module.
OTHER_TESTS = """Beside CFaults Cluster Crashes Data FaultSupport Faults Fuzz Integration Mutants Oracle Page Pairs Parity Sanitizers Serve
    Simulation Soak Support Tus checks""".split()

# The folders that may call libc: there results of system calls become Swift values, once. The others ask them.
CALLERS = ["Sources/System/SockeyeIO"]
LIBC = re.compile(r"^\s*(?:@\w+(?:\(.*?\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(?:Glibc|Musl|Darwin|Android|Bionic)\b", re.MULTILINE)


def names(folder):
    """What git tracks or would add directly below the folder."""
    paths = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "--", f"{folder}/" if folder else "."], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout.split("\0")
    depth = len(pathlib.PurePath(folder).parts)
    return {pathlib.PurePath(path).parts[depth] for path in paths if path and (ROOT / path).exists()}


def main():
    allowed = {"": TOP, "CSystemShims": SHIMS, "Sources": MODULES, "Tests": [*MODULES, *OTHER_TESTS]}
    for folder, modules in MODULES.items():
        allowed[f"Sources/{folder}"] = [
            name.removeprefix("+") if name.startswith("+") else f"Sockeye{name}" for name in modules.split()]
    strays = [f"{folder}/{name}".lstrip("/") for folder, known in allowed.items() for name in sorted(names(folder) - set(known))]
    if strays:
        sys.exit("layout: not in the lists of Tests/checks/layout.py: " + ", ".join(strays))
    named = re.findall(r"`([\w+/.]+/[\w+]+\.\w+)`", (ROOT / "Benchmarks/FIGURES.md").read_text())
    if gone := [path for path in named if not (ROOT / "Sources" / path).exists() and not (ROOT / path).exists()]:
        sys.exit("layout: Benchmarks/FIGURES.md names what is gone: " + ", ".join(gone))
    files = {str(path.relative_to(ROOT)): path for path in sorted((ROOT / "Sources").rglob("*.swift"))}
    strangers = [
        name for name, path in files.items()
        if not name.startswith(tuple(f"{folder}/" for folder in CALLERS)) and LIBC.search(path.read_text())]
    if strangers:
        sys.exit("layout: only " + " and ".join(CALLERS) + " may import libc, not " + ", ".join(strangers))
    modules = sum(len(names) for folder, names in allowed.items() if folder.startswith("Sources/"))
    print(f"layout: {len([name for name in TOP if not name.startswith('.')])} names at the top, {modules} modules in {len(MODULES)} folders")


main()
