#!/usr/bin/env python3
"""Measures sockeye and its peers against nginx on loopback, and writes RESULTS.md.

A missed goal is reported but isn't an error: the exit code is 0 if the run completes.
"""

import argparse
import sys
import time

sys.dont_write_bytecode = True  # no __pycache__ in the repository

from harness import builds, chart, report
from harness.growth import curves as measure_curves
from harness.measure import Idleness, take_turns
from harness.rows import rows as make_rows
from harness.rows import sizes
from harness.server import Server

LARGE = 1 << 30
# The rows of --quick.
QUICK = 12


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program in each block of a row (3)")
    parser.add_argument("--budget", type=int, default=1500, help="seconds after which no new round starts (1500)")
    parser.add_argument("--patience", type=int, default=600, help="seconds to wait in all for an idle machine (600)")
    parser.add_argument("--scale", type=float, default=1, help="the share of the requests, to try the harness (1)")
    parser.add_argument("--quick", action="store_true", help="one block of the twelve rows that matter most, in five minutes")
    parser.add_argument("--skip-peers", action="store_true", help="skip the Swift peers, which take minutes to build")
    parser.add_argument("--only", metavar="WORDS", help="only the rows whose name contains WORDS; leaves RESULTS.md")
    options = parser.parse_args()
    is_whole = not (options.quick or options.only or options.scale < 1)
    blocks = 1 if options.quick else report.BLOCKS
    budget, patience = (210, 30) if options.quick else (options.budget, options.patience)

    programs = builds.all_programs(options.skip_peers or options.quick)
    if not programs["measure"].path:
        raise SystemExit("measure: " + programs["measure"].missing)
    started = time.monotonic()
    server = Server(builds.WORK, LARGE)
    try:
        rows = make_rows(programs, server, options.scale, options.rounds)
        if options.quick:
            rows = rows[:QUICK]
        if options.only:
            rows = [row for row in rows if options.only.lower() in row.work.lower()]
        idleness = Idleness(patience)
        for block in range(blocks):
            for row in rows:
                print(f"measuring, block {block + 1} of {blocks}: {row.work}", flush=True)
                if row.needs_idle and (words := idleness.wait()):
                    row.busy.append(f"block {block + 1}, {words}")
                    print(f"    not idle: {words}", flush=True)
                take_turns(row.contenders, row.rounds, programs["measure"].path, builds.WORK,
                           started + budget * (block + 1) / blocks, block, row.prepare)
        for row in rows:
            if row.finish:
                row.finish()
        curves = []
        if not options.quick and "growth" in (options.only or "growth").lower():
            print("measuring: growth", flush=True)
            curves = measure_curves(programs, server, options.scale, options.rounds, programs["measure"].path)
    finally:
        server.stop()
    results = builds.BENCHMARKS / "RESULTS.md"
    text = report.whole(rows, curves, sizes(programs), builds.versions(), time.monotonic() - started,
                        results.read_text() if is_whole else "")
    print("\n" + text)
    if is_whole:
        results.write_text(text)
        (builds.BENCHMARKS / "growth.svg").write_text(chart.drawn(curves))
        print("written to Benchmarks/RESULTS.md and growth.svg")


if __name__ == "__main__":
    main()
