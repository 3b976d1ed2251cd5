#!/usr/bin/env python3
"""Small wrong changes, each of which a test must notice: `make mutants`, or Tests/checks/mutants.py [build | check | NUMBER …].

Tests/Mutants/table.py lists them. All are compiled into one copy of the sources, in .build/mutants, each behind
`mutant(N)`, which is true in a process whose SOCKEYE_MUTANT is N. So one build serves them all; each is then run
against the suites that its row names, and one that survives these against the modules concerned. Survivors that are
known to be harmless carry a verdict in the table; any other fails the run. `check`, part of `make lint`, only sees
whether each row still fits its file.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parents[2]
copy = root / ".build/mutants/copy"
scratch = root / ".build/mutants/build"
sys.path.insert(0, str(root / "Tests/Mutants"))
import table  # noqa: E402

# What no test can see, a program of the build for faults does: Tests/Crashes.
PROGRAMS = {"Crashes": ["sample", "20"]}

# Long enough for the slowest module on a busy machine; a mutant that hangs is noticed too.
LIMIT = 240

SWITCH_IN_C = """
#include <stdlib.h>
int sockeye_mutant(int number) {
    static int chosen = -1;
    if (chosen < 0) {
        const char *text = getenv("SOCKEYE_MUTANT");
        chosen = text != NULL ? atoi(text) : 0;
    }
    return chosen == number;
}
"""
SWITCH_IN_SWIFT = """
@_silgen_name("sockeye_mutant") private func sockeyeMutant(_ number: CInt) -> CInt
private func mutant(_ number: CInt) -> Bool { sockeyeMutant(number) != 0 }
"""


def planted():
    """The sources by name, with every mutant in; ends if a row doesn't fit its file exactly once."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True).stdout.split("\n")
    files = {name: (root / name).read_bytes() for name in names if (root / name).is_file()}
    files = {name: data for name, data in files.items() if not name.startswith(("Tests/Fuzz/", "Benchmarks/", "Tests/Mutants/"))}
    faults, changed = [], set()
    for number, row in enumerate(table.rows, 1):
        text = files.get(row.file, b"").decode()
        if text.count(row.old) != 1:
            faults.append(f"{number}: {row.file} has {text.count(row.old)} times: {row.old}")
            continue
        name = "sockeye_mutant" if row.file.endswith(".c") else "mutant"
        files[row.file] = text.replace(row.old, row.new.replace("MUTANT", f"{name}({number})")).encode()
        changed.add(row.file)
    if faults:
        sys.exit("\n".join(["rows of Tests/Mutants/table.py that don't fit their file exactly once:"] + faults))
    for name in changed:
        in_c = b"int sockeye_mutant(int number);\n"
        files[name] = in_c + files[name] if name.endswith(".c") else files[name] + SWITCH_IN_SWIFT.encode()
    # A mutant may leave a value unused.
    files["Package.swift"] = files["Package.swift"].replace(b".treatAllWarnings(as: .error),", b"")
    files["CSystemShims/System/mutant.c"] = ("int sockeye_mutant(int number);\n" + SWITCH_IN_C).encode()
    return files


def plant():
    """Copies the sources with every mutant."""
    files = planted()
    # Only what differs is written, so that only that is compiled again.
    for name, data in files.items():
        place = copy / name
        if place.is_file() and place.read_bytes() == data:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        shutil.copymode(root / name, place) if (root / name).exists() else None
    for place in copy.rglob("*"):
        if place.is_file() and str(place.relative_to(copy)) not in files and ".build" not in place.parts[len(copy.parts):]:
            place.unlink()


def build():
    command = ["swift", "build", "--package-path", str(copy), "--scratch-path", str(scratch), "--build-tests", "--traits",
               "Brotli,Zstd,IDN,PublicSuffix,DiskCache,Archive"]
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "SOCKEYE_FAULTS": "1"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stdout[-8000:] + result.stderr[-2000:])


def passes(number, patterns):
    """Whether the tests and programs pass with this mutant; 0 is none. A crash or a hang is not passing."""
    programs = [pattern for pattern in patterns if pattern in PROGRAMS]
    suites = [pattern for pattern in patterns if pattern not in PROGRAMS]
    filters = [argument for suite in suites for argument in ("--filter", suite)]
    tests = ["sockeyePackageTests.xctest", "--testing-library", "swift-testing"] + filters
    commands = [[program] + PROGRAMS[program] for program in programs] + ([tests] if suites else [])
    output = ""
    for command in commands:
        code, text = run(number, command)
        output += text
        if code != 0 or command is tests and "Test run with" not in text:
            return False, output
    return True, output


def run(number, command):
    """The exit code and the output of a program of the build."""
    log = scratch / "mutant.log"
    command = ["timeout", "--kill-after=5", str(LIMIT), str(scratch / "debug" / command[0])] + command[1:]
    environment = {
        **os.environ, "SOCKEYE_MUTANT": str(number), "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no",
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4"}
    with open(log, "wb") as output:
        code = subprocess.run(command, cwd=copy, env=environment, stdout=output, stderr=output).returncode
    return code, log.read_text(errors="replace")


def main():
    if sys.argv[1:] == ["check"]:
        planted()
        return
    plant()
    build()
    if sys.argv[1:] == ["build"]:
        return
    chosen = [int(argument) for argument in sys.argv[1:]] or range(1, len(table.rows) + 1)
    suites = sorted({suite for number in chosen for suite in table.rows[number - 1].tests})
    clean, text = passes(0, suites)
    if not clean:
        print("\n".join(line for line in text.splitlines() if line.startswith("✘"))[:4000])
        sys.exit("without a mutant the tests fail too, so that their failing would prove nothing")
    survivors, started = [], time.time()
    for number in chosen:
        row = table.rows[number - 1]
        lives = passes(number, row.tests)[0] and passes(number, row.modules)[0]
        word = "survives" if lives else "noticed"
        print(f"{number:4} {word:9} {row.file.split('/')[-1]}: {row.rule}", flush=True)
        if lives:
            survivors.append((number, row))
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed in {time.time() - started:.0f} s")
    bad = [(number, row) for number, row in survivors if not row.verdict]
    for number, row in survivors:
        print(f"{number}: {row.rule}: {row.verdict or 'NO TEST NOTICES'}")
    sys.exit(1 if bad else 0)


main()
