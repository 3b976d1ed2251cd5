"""Runs contenders alternately, in blocks, on an idle machine, and records the cost of each run."""

import os
import re
import statistics
import subprocess
import time
from pathlib import Path


class Contender:
    """A program in a row: its command, and the number of requests it makes."""

    def __init__(self, name, program, arguments, requests=1):
        self.name = name
        self.program = program
        self.command = [program.path, *[str(word) for word in arguments]] if program.path else None
        self.requests = requests
        self.samples = []
        self.failure = program.missing

    def median(self, metric, block=None):
        """The median of a metric over the runs, or those of one block; None if there is none."""
        values = [
            sample[metric] for sample in self.samples if sample.get(metric) is not None and block in (None, sample["block"])]
        return statistics.median(values) if values else None

    def of_block(self, block):
        return [sample for sample in self.samples if sample["block"] == block]

    def spread(self, metric):
        """The range of the runs relative to their median."""
        values = [sample[metric] for sample in self.samples if sample.get(metric) is not None]
        return (max(values) - min(values)) / statistics.median(values) if len(values) > 1 else None


class Idleness:
    """Waits until others leave the machine alone, for `patience` seconds in all."""

    # Of one core. The one-minute load average would count our own last row.
    bound = 0.1

    def __init__(self, patience):
        self.patience = patience

    def wait(self):
        """Returns None, or what to say of the machine if it doesn't become idle."""
        started = time.monotonic()
        while (busy := self._busy()) > self.bound:
            if time.monotonic() - started > self.patience:
                self.patience = 0
                return f"{busy:.1f} cores were busy after waiting for {time.monotonic() - started:.0f} s"
        self.patience -= time.monotonic() - started
        return None

    def _busy(self):
        """How many cores were busy during a second, or taken by other machines of the same host."""
        idle, began = self._idle_seconds(), time.monotonic()
        time.sleep(1)
        return max(0, os.cpu_count() - (self._idle_seconds() - idle) / (time.monotonic() - began))

    @staticmethod
    def _idle_seconds():
        words = Path("/proc/stat").read_text().split(None, 6)
        return (int(words[4]) + int(words[5])) / os.sysconf("SC_CLK_TCK")


def sample(contender, measure, work, block=0):
    """One run. Metrics: wall and cpu in seconds, rss in bytes, and per request if the program counts them."""
    result = work / "measured"
    command = [measure, str(result), *contender.command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        contender.failure = "took more than 120 s"
        return
    measured = dict(pair.split("=") for pair in result.read_text().split())
    code = int(measured["code"])
    if code != 0:
        words = done.stderr.strip().splitlines()
        contender.failure = f"failed with {code}" + (f": {words[-1][:80]}" if words else "")
        return
    cpu = float(measured["user"]) + float(measured["system"])
    metrics = {"block": block, "wall": float(measured["wall"]), "cpu": cpu, "rss": int(measured["rss"]) * 1024}
    line = re.search(r"requests=(\d+) seconds=([0-9.e+-]+) cpu=([0-9.e+-]+)", done.stdout)
    wrk = re.search(r"(\d+) requests in", done.stdout)
    if line:
        requests, seconds = int(line[1]), float(line[2])
        metrics["rate"] = requests / seconds
        metrics["cpu_each"] = float(line[3]) / requests
    elif wrk:
        metrics["rate"] = float(re.search(r"Requests/sec:\s+([0-9.]+)", done.stdout)[1])
        metrics["cpu_each"] = cpu / int(wrk[1])
    each = re.search(r"each=(\d+)", done.stdout)
    if each:
        metrics["each"] = int(each[1])
    contender.samples.append(metrics)


def take_turns(contenders, rounds, measure, work, deadline, block, prepare=None):
    """Runs every contender once, then all again in the opposite order, so that a disturbance of the machine affects all.

    `prepare` is called before each run, so that no contender pays for the leftovers of another."""
    for turn in range(rounds):
        if turn > 0 and time.monotonic() > deadline:
            print(f"    out of time after {turn} of {rounds} rounds", flush=True)
            return
        for contender in contenders if (turn + block) % 2 == 0 else reversed(contenders):
            if contender.failure is None:
                if prepare:
                    prepare()
                sample(contender, measure, work, block)
