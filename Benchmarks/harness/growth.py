"""How costs grow: each curve is the cost of one unit over the number of units, so that a level line is a good one."""

import shutil
import statistics

from .measure import Contender, sample
from .rows import fresh, remove_old

# A curve bends upward if its last point is this far above the median of those before.
BEND = 1.25


class Curve:
    """A cost (`metric` of a run, scaled by `unit`) over sizes."""

    def __init__(self, title, across, along, points):
        self.title, self.across, self.along, self.points = title, across, along, points

    @property
    def bends(self):
        """Whether the last point lies above the others; `None` if there are too few."""
        if len(self.points) < 4:
            return None
        *before, last = [value for _, value in self.points]
        return last > BEND * statistics.median(before)


def curves(programs, server, scale, runs, measure):
    """Measures all curves."""
    return [
        curve for curve in (
            _requests(programs, server, scale, runs, measure),
            _sizes(programs, server, scale, runs, measure),
            _options(programs, server, runs, measure),
            _lists(programs, server, scale, runs, measure),
        ) if curve.points
    ]


def _median(program, words, requests, metric, runs, measure, work, prepare=None):
    contender = Contender("sockeye", program, words, requests)
    for _ in range(runs):
        if contender.failure is None:
            if prepare:
                prepare()
            sample(contender, measure, work)
    if contender.failure:
        print(f"    {contender.failure}", flush=True)
    return contender.median(metric)


def _curve(title, across, along, sizes, value):
    points = [(size, value(size)) for size in sizes]
    return Curve(title, across, along, [(size, value) for size, value in points if value is not None])


def _requests(programs, server, scale, runs, measure):
    url = server.url("small")

    def value(connections):
        count = max(2 * connections, int(20_000 * scale))
        words = ["concurrent", url, count, connections]
        cost = _median(programs["sockeye-bench"], words, count, "cpu_each", runs, measure, server.work)
        return cost and cost * 1e6

    return _curve("CPU of a 1 KiB GET", "connections", "µs", [1, 4, 16, 64, 256, 1_000, 4_000, 10_000], value)


def _sizes(programs, server, scale, runs, measure):
    def value(mebibytes):
        words = ["-s", "-o", "/dev/null", server.bulk_url(mebibytes << 20)]
        cost = _median(programs["sockeye"], words, 1, "rss", runs, measure, server.work)
        return cost and cost / (1 << 20)

    largest = 16 << 10 if scale == 1 else 1 << 10
    sizes = [size for size in (1, 4, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10) if size <= largest]
    return _curve("peak memory of a download", "MiB", "MiB", sizes, value)


# Options that a user may combine, none of which asks for more work.
OPTIONS = [
    ["-s"], ["-f"], ["-L"], ["--compressed"], ["-H", "X-One: 1"], ["-A", "bench"], ["-e", "http://a.test/"], ["-b", "a=b"],
    ["-m", "60"], ["--connect-timeout", "10"], ["--retry", "2"], ["-u", "user:word"], ["-w", "%{http_code}"], ["-H", "X-Two: 2"],
    ["--max-redirs", "5"], ["--keepalive-time", "60"],
]


def _options(programs, server, runs, measure):
    def value(count):
        words = [word for option in OPTIONS[:count] for word in option]
        words = ["-o", "/dev/null", *words, server.url("small")]
        cost = _median(programs["sockeye"], words, 1, "wall", 10 * runs, measure, server.work)
        return cost and cost * 1e3

    return _curve("a 1 KiB fetch from start to exit", "options", "ms", [1, 2, 4, 8, len(OPTIONS)], value)


def _lists(programs, server, scale, runs, measure):
    folder = server.work / "listed"

    folder.mkdir(exist_ok=True)
    prepare = fresh(folder)

    def value(count):
        lines = (
            f"{server.url(f'files/{number % server.file_count}')}\n  out={folder}/{number}\n" for number in range(count))
        (server.work / "list.grown").write_text("".join(lines))
        words = ["-s", "-Z", "--parallel-max", "16", "--no-sync", "--input-file", server.work / "list.grown"]
        # What starting takes, 5 ms, is left out of the shortest list.
        cost = _median(programs["sockeye"], words, 1, "wall", runs, measure, server.work, prepare)
        return cost and (cost - 0.005) / count * 1e6

    sizes = [10, 100, 1_000, 10_000, 100_000] if scale == 1 else [10, 100, 1_000, 2_000]
    curve = _curve("a 10 KiB file of a list", "files", "µs", sizes, value)
    remove_old(folder)()
    shutil.rmtree(folder)
    return curve
