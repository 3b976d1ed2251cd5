#!/usr/bin/env python3
"""Runs each pair of options together: on an answer that is whole, on one that is missing, cut, moved to another origin, and on one that
is killed halfway and then run again. What must hold for each:

- a pair that is refused is refused before anything is sent, with exit code 2 and words;
- otherwise both have their effect, as each has alone;
- FILE is whole or absent; a cut exits with an error; what was killed is finished by the next run;
- no secret reaches another origin, a recording, an archive or a page.

    Tests/Pairs/run.py SOCKEYE [--only WORDS] [--width N]

Exit code 1 if a pair breaks a rule without a reason in known.py, or a reason is no longer needed.
"""

import argparse
import concurrent.futures
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from known import KNOWN  # noqa: E402
from options import OPTIONS, SECRET  # noqa: E402
from origin import BODY, Origin  # noqa: E402

MODES = ["whole", "missing", "cut", "moved", "killed"]
# What may hold a body of the run, and must hold no secret of it.
MASKED = ["har", "run", "page.html"]


class Scene:
    """A folder, two origins, and a program in them."""

    def __init__(self, program):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pairs-"))
        self.other = Origin(host="127.0.0.2")
        self.origin = Origin(self.other)

    def clear(self, options):
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for option in options:
            for name, text in option.files.items():
                (self.folder / name).write_text(text)

    def run(self, options, mode, kills=False):
        self.origin.mode, self.origin.requests, self.other.requests = mode, [], []
        self.origin.reached.clear()
        words = ["-q", "-sS", "-L", "-o", "out"]
        words += [word for option in options for word in option.words]
        child = subprocess.Popen(
            [self.program, *words, f"http://127.0.0.1:{self.origin.port}/file"], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin"})
        if kills and self.origin.reached.wait(10):
            child.kill()
        output, errors = child.communicate(timeout=60)
        files = {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        last = self.origin.requests[-1] if self.origin.requests else ("", "", "", [], b"")
        out = files.get("out", files.get("sub/out"))
        return types.SimpleNamespace(
            code=child.returncode, errors=errors, files=files, out=out, output=output + (out or b""), method=last[0], target=last[1], version=last[2],
            head=last[3], body=last[4], count=len(self.origin.requests), elsewhere=list(self.other.requests))


def faults(scene, options, mode):
    """What is wrong with the options together, in words."""
    scene.clear(options)
    if mode == "killed":
        scene.run(options, "held", kills=True)
        outcome = scene.run(options, "whole")
    else:
        outcome = scene.run(options, mode)
    if outcome.code == 2 and not outcome.count:
        return [] if outcome.errors else ["refused without a word"]
    if outcome.code < 0:
        return [f"ended by signal {-outcome.code}"]
    found = []
    for name in MASKED:
        if SECRET.encode() in outcome.files.get(name, b""):
            found.append(f"a secret is in {name}")
    for _, target, _, head, _ in outcome.elsewhere:
        found += [f"{name} takes a secret to another origin" for name, value in head if SECRET in value or name == "authorization"]
    if outcome.out is not None and mode == "cut" and outcome.code == 0 and outcome.method != "HEAD":
        found.append("a cut body is taken for whole")
    isWhole = mode in ("whole", "killed") and outcome.code == 0
    if isWhole:
        found += [f"{option.name} has no effect" for option in options if not option.sees(outcome)]
    names = {option.name for option in options}
    if outcome.out and not names & {"include", "range", "head only"} and mode != "missing" and not (mode == "moved" and outcome.out == b"moved\n"):
        if outcome.out != BODY and outcome.out != b"":
            found.append(f"out has {len(outcome.out)} bytes that aren't the body")
    if mode == "whole" and outcome.code != 0:
        found.append(f"exit code {outcome.code}: {outcome.errors.decode(errors='replace').strip()[:160]}")
    if mode == "cut" and outcome.code == 0 and outcome.method != "HEAD":
        found.append("exit code 0 of a cut answer")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--width", type=int, default=4)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    pairs = [(one,) for one in OPTIONS] + [pair for pair in itertools.combinations(OPTIONS, 2)]
    pairs = [pair for pair in pairs if arguments.only in " + ".join(option.name for option in pair)]
    scenes = [Scene(program) for _ in range(arguments.width)]
    broken, used, count = [], set(), 0

    def work(place):
        results = []
        for pair in pairs[place::arguments.width]:
            name = " + ".join(option.name for option in pair)
            for mode in MODES:
                results.append((name, mode, pair, faults(scenes[place], pair, mode)))
        return results

    with concurrent.futures.ThreadPoolExecutor(arguments.width) as pool:
        for results in pool.map(work, range(arguments.width)):
            for name, mode, pair, found in results:
                count += 1
                for text in found:
                    reason = next((key for key in KNOWN if key[0] in name.split(" + ") + [name] and key[1] in text), None)
                    used.add(reason) if reason else broken.append(f"{name}, {mode}: {text}")
    for scene in scenes:
        shutil.rmtree(scene.folder)
    stale = [] if arguments.only else [key for key in KNOWN if key not in used]
    print(*sorted(broken), *(f"no longer needed in known.py: {key}" for key in stale), sep="\n")
    print(f"pairs: {len(pairs)} of {len(OPTIONS)} options, {count} runs, {len(broken)} break a rule")
    sys.exit(1 if broken or stale else 0)


main()
