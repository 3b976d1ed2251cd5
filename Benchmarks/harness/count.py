"""Counts what a command does: instructions of its own (valgrind) and system calls (strace). No neighbour changes them."""

import os
import re
import shutil
import subprocess

# Swift's hash tables have another seed in every process otherwise.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


class Uncounted(Exception):
    """Why a command was not counted."""


def instructions(command, work):
    """The user instructions of a command, all its threads together."""
    log = _run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], "--log-file={}", command, work)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", log)[1].replace(",", ""))


def system_calls(command, work):
    """The system calls of a command and its threads."""
    log = _run(["strace", "-f", "-c"], "-o{}", command, work)
    return int(re.search(r"(\d+)\s+(?:\d+\s+)?total", log)[1])


def stripped(path, work):
    """A copy of a program without what debuggers read: valgrind stops at some of it."""
    copy = work / (os.path.basename(path) + ".counted")
    if subprocess.run(["strip", "-o", str(copy), path], capture_output=True).returncode != 0:
        return path  # a script
    return str(copy)


def _run(tool, log_option, command, work):
    if not shutil.which(tool[0]):
        raise Uncounted(f"{tool[0]} not installed")
    log = work / "counted"
    try:
        done = subprocess.run(
            [*tool, log_option.format(log), *command], env=ENVIRONMENT, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise Uncounted("took more than 300 s") from None
    if done.returncode != 0:
        raise Uncounted(f"failed with {done.returncode}: " + (done.stderr.strip().splitlines() or ["no words"])[-1][:80])
    return log.read_text()
