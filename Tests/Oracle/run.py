#!/usr/bin/env python3
"""What the program reads, compared with other readers of the same formats: Tests/Oracle/run.py PROGRAM [SEED [ROUNDS [FORMAT …]]].

Each format has a grammar of files as people and programs write them, hostile ones among them. A file is read by sockeye and by
independent readers; where they disagree and no known difference says why, the run fails. No value of one entry may ever appear in another.
"""
import importlib
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import Server  # noqa: E402

FORMATS = ["netrc_files", "cookie_files", "hsts_files", "typed_urls", "metalink_documents", "http_archives", "cache_index"]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    seed, rounds = (int(word) for word in (sys.argv[2:4] + ["1", "60"][len(sys.argv[2:4]):]))
    server, good = Server(), True
    for name in sys.argv[4:] or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            ledger = importlib.import_module(name).compare(program, server, folder, random.Random(f"{name} {seed}"), rounds)
        good = ledger.report() and good
    sys.exit(not good)


main()
