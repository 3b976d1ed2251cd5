"""Runs contenders alternately and records the cost of each run."""

import re
import statistics
import subprocess
import time


class Contender:
    """A program in a row: its command, and the number of requests it makes."""

    def __init__(self, name, program, arguments, requests=1):
        self.name = name
        self.program = program
        self.command = [program.path, *[str(word) for word in arguments]] if program.path else None
        self.requests = requests
        self.samples = []
        self.failure = program.missing

    def median(self, metric):
        """The median of a metric over the runs; None if there is none."""
        values = [sample[metric] for sample in self.samples if sample.get(metric) is not None]
        return statistics.median(values) if values else None

    def spread(self, metric):
        """The range of the runs relative to their median."""
        values = [sample[metric] for sample in self.samples if sample.get(metric) is not None]
        return (max(values) - min(values)) / statistics.median(values) if len(values) > 1 else None


def sample(contender, measure, work):
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
    metrics = {"wall": float(measured["wall"]), "cpu": cpu, "rss": int(measured["rss"]) * 1024}
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


def take_turns(contenders, rounds, measure, work, deadline, prepare=None):
    """Runs every contender once, then all again, so that a disturbance of the machine affects all of them.

    `prepare` is called before each run, so that no contender pays for the leftovers of another."""
    for turn in range(rounds):
        if turn > 0 and time.monotonic() > deadline:
            print(f"    out of time after {turn} of {rounds} rounds", flush=True)
            return
        for contender in contenders:
            if contender.failure is None:
                if prepare:
                    prepare()
                sample(contender, measure, work)
