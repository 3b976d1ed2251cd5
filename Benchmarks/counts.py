#!/usr/bin/env python3
"""Counts the user instructions of six scenarios, which no neighbour changes, and compares them with bounds.json.

Usage: counts.py PROGRAM [--write] [--passes N] [--margin PERCENT]     PROGRAM: a release build of sockeye
Exits with 1 if a count differs by more than 2 % (the download: 0.5 %, the upload: 5 %), in either direction; with --margin, by more
than that. --write writes the new ones.
"""

import argparse
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # no __pycache__ in the repository

from harness import builds
from harness.count import Uncounted, instructions, stripped
from harness.server import Server

BOUNDS = builds.BENCHMARKS / "bounds.json"
ALLOWED = 0.02
# OpenSSL's share of the download is 99 %, and never varies: 2 % of it would hide our own.
# An upload waits for the server's reader, more or less often.
SPECIAL = {"download 10 MB": 0.005, "PUT 10 MB": 0.05}
SIZE = 10_000_000


def scenarios(program, server, work):
    """Each scenario: a command, another whose count is taken from its own, and how many requests it makes more than that."""

    def listed(path, count, *options, output="/dev/null", also="", tls=False):
        name = work / f"counted-{path.replace('/', '-')}-{count}"
        name.write_text(f'url="{server.url(path, tls)}"\noutput="{output}"\n{also}' * count)
        return [program, "-s", "-f", *options, "-K", str(name)]

    def each(path, fewer, more, *options, **fields):
        return listed(path, fewer + more, *options, **fields), listed(path, fewer, *options, **fields), more

    return {
        "start": (listed("small", 1), None, 1),
        "GET warm": each("small", 1, 200),
        "GET cold": each("closed/small", 1, 200),
        "64 connections": each("small", 64, 640, "-Z", "--parallel-max", "64"),
        # Over TLS, whose records have one size: plain, a read takes what is there, a matter of timing.
        "download 10 MB": each("large", 1, 5, "--cacert", server.certificate, tls=True),
        "PUT 10 MB": each("put/taken", 1, 20, also=f'upload-file="{work}/www/large"\n'),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--write", action="store_true", help="write the counts as the new bounds")
    parser.add_argument("--passes", type=int, default=3, help="counts of each scenario, the least of which is taken (3)")
    parser.add_argument("--margin", type=float, help="percent that every count may differ by, for a machine of another kind")
    options = parser.parse_args()
    work = builds.WORK
    work.mkdir(exist_ok=True)
    server = Server(work, SIZE)
    counted = {}
    try:
        for name, (command, base, requests) in scenarios(stripped(options.program, work), server, work).items():
            values = []
            for _ in range(options.passes):
                values.append((instructions(command, work) - (instructions(base, work) if base else 0)) / requests)
            # The least: a wait more or less only adds to it.
            counted[name] = round(min(values))
            spread = (max(values) - min(values)) / counted[name]
            print(f"counts: {name}: {counted[name]:,} instructions (spread {spread:.2%} of {len(values)})", flush=True)
    except Uncounted as why:
        raise SystemExit(f"counts: {name}: {why}") from None
    finally:
        server.stop()
    if options.write:
        BOUNDS.write_text(json.dumps(counted, indent=4) + "\n")
        print("counts: written to Benchmarks/bounds.json")
        return
    bounds = json.loads(BOUNDS.read_text())
    allowed = {name: options.margin / 100 if options.margin else SPECIAL.get(name, ALLOWED) for name in counted}
    changes = {name: counted[name] / bounds[name] - 1 for name in counted}
    for name, change in changes.items():
        if abs(change) > allowed[name]:
            what = "more: find out why" if change > 0 else "fewer: an improvement to keep"
            print(f"counts: {name} takes {abs(change):.2%} {what}, or write the new figure with `make counts WRITE=1`")
    if any(abs(change) > allowed[name] for name, change in changes.items()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
