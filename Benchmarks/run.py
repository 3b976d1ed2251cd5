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
from harness.measure import take_turns
from harness.rows import rows as make_rows
from harness.rows import sizes
from harness.server import Server

LARGE = 1 << 30


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="runs of each program in each row (9)")
    parser.add_argument("--budget", type=int, default=1500, help="seconds after which no new round starts (1500)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the requests, two rounds: a first impression")
    parser.add_argument("--skip-peers", action="store_true", help="skip the Swift peers, which take minutes to build")
    parser.add_argument("--only", metavar="WORDS", help="only the rows whose name contains WORDS; leaves RESULTS.md")
    options = parser.parse_args()

    programs = builds.all_programs(options.skip_peers)
    if not programs["measure"].path:
        raise SystemExit("measure: " + programs["measure"].missing)
    started = time.monotonic()
    server = Server(builds.WORK, LARGE)
    try:
        scale, rounds = (0.1, 2) if options.quick else (1, options.rounds)
        rows = make_rows(programs, server, scale, rounds)
        if options.only:
            rows = [row for row in rows if options.only.lower() in row.work.lower()]
        for row in rows:
            print(f"measuring: {row.work}", flush=True)
            take_turns(row.contenders, row.rounds, programs["measure"].path, builds.WORK, started + options.budget,
                       row.prepare)
            if row.finish:
                row.finish()
        curves = []
        if not options.only or "growth" in options.only.lower():
            print("measuring: growth", flush=True)
            curves = measure_curves(programs, server, scale, min(rounds, 3), programs["measure"].path)
    finally:
        server.stop()
    text = report.whole(rows, curves, sizes(programs), builds.versions(), time.monotonic() - started)
    print("\n" + text)
    if not (options.quick or options.only):
        (builds.BENCHMARKS / "RESULTS.md").write_text(text)
        (builds.BENCHMARKS / "growth.svg").write_text(chart.drawn(curves))
        print("written to Benchmarks/RESULTS.md and growth.svg")


if __name__ == "__main__":
    main()
