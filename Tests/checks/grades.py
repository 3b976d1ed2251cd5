#!/usr/bin/env python3
"""Grades curl, wget, aria2 and sockeye side by side, and writes docs/Grades.md.

Usage: Tests/checks/grades.py SOCKEYE OUTPUT      SOCKEYE is the built program
"""

import json
import shlex
import subprocess
import sys

sockeye, output = sys.argv[1], sys.argv[2]

# Each with what a careful user would give it: resuming, a limit to waiting, and the server's authority.
CLIENTS = {
    "curl": "curl -q -sS -L -C - --compressed -y 2 -Y 1 --cacert {ca} -o {out} {url}",
    "wget": "wget --no-config -nv -c -t 2 -T 2 --waitretry=0 --ca-certificate={ca} -O {out} {url}",
    "aria2": "aria2c --no-conf -q -c -m 2 -t 2 --retry-wait=0 --ca-certificate={ca} --allow-overwrite=true -d / -o {out} {url}",
    "sockeye": "sockeye -q -sS -L -C - --idle-timeout 2 --cacert {ca} -o {out} {url}",
}


def version(name):
    program = {"aria2": "aria2c", "sockeye": sockeye}.get(name, name)
    line = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return next(word for word in line.split() if word[0].isdigit())


def grade(command):
    words = shlex.split(command)
    if words[0] == "sockeye":
        words[0] = sockeye
    run = subprocess.run(
        [sockeye, "-q", "--grade", shlex.join(words), "--grade-format", "json"], capture_output=True, text=True)
    if run.returncode not in (0, 117) or not run.stdout:
        sys.exit(f"{command}: {run.stderr}")
    return json.loads(run.stdout)


def main():
    results = {name: grade(command) for name, command in CLIENTS.items()}
    names = list(CLIENTS)
    lines = [
        "# Clients and the faults of servers", "",
        "Written by `make grades`: `sockeye --grade` runs each command line against the server of `sockeye --serve` with each",
        "of its faults (`sockeye --faults` says what they are, and what a good client does). The server is on the same",
        "machine; the verdicts depend on the clients' versions and options, not on its speed.", "",
        "| client | version | command line |", "|---|---|---|",
    ]
    for name in names:
        lines.append(f"| {name} | {version(name)} | `{CLIENTS[name]}` |")
    lines += ["", "| fault | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    marks = {"pass": "✓", "fail": "✗", "not tried": "–"}
    for row in zip(*(results[name]["results"] for name in names)):
        cells = [f"{marks[cell['verdict']]} {cell['reason']}" for cell in row]
        lines.append(f"| {row[0]['fault']} | " + " | ".join(cells) + " |")
    lines.append("| **passed, failed** | " + " | ".join(f"{results[n]['pass']}, {results[n]['fail']}" for n in names) + " |")
    lines += [
        "", "✓ as a good client, ✗ not so, – the command line doesn't do what the fault is about: `--compressed` and `-C -`",
        "exclude each other in sockeye, wget and aria2 don't decode unless told to.", "",
    ]
    with open(output, "w") as file:
        file.write("\n".join(lines))


main()
