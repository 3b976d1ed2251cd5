"""The Markdown report."""

import os
import platform
import statistics
from datetime import datetime, timezone
from pathlib import Path

NAMES = {"rate": "rate", "cpu_each": "CPU per request", "wall": "wall", "cpu": "CPU", "rss": "peak memory",
         "each": "memory of each"}


def shown(metric, value):
    if value is None:
        return "–"
    if metric == "rate":
        return f"{value:,.0f}/s"
    if metric == "cpu_each":
        return f"{value * 1e6:.1f} µs"
    if metric == "rss":
        return f"{value / (1 << 20):.1f} MiB"
    if metric == "each":
        return f"{value / (1 << 10):.1f} KiB"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value:.2f} s"


def goal(figure):
    if figure.peer is None:
        less = f", less that of {figure.without}," if figure.without else ""
        return f"{NAMES[figure.metric]}{less} {figure.compare} {shown(figure.metric, figure.bound)}"
    return f"{NAMES[figure.metric]} {figure.compare} {figure.bound:g} × {figure.peer}"


def ratio_of(ours, peer, metric):
    """The median of the ratios within each turn, and the middle half of them. A slow moment of the machine is in both."""
    ratios = sorted(
        one[metric] / other[metric] for one, other in zip(ours.samples, peer.samples) if one.get(metric) and other.get(metric))
    if len(ratios) < 4:
        return statistics.median(ratios), ratios[0], ratios[-1]
    quarter = statistics.quantiles(ratios, n=4, method="inclusive")
    return quarter[1], quarter[0], quarter[2]


def verdict(row, figure):
    """The measurement for a figure, and whether it reaches the goal."""
    ours = row.contender(figure.ours)
    if ours is None or not ours.samples:
        return (ours.failure if ours and ours.failure else "not measured"), "–"
    value = ours.median(figure.metric)
    if figure.peer is None:
        other = row.contender(figure.without) if figure.without else None
        if figure.without:
            if not other or not other.samples:
                return f"{shown(figure.metric, value)}; {figure.without}: not measured", "–"
            value -= other.median(figure.metric)
        return shown(figure.metric, value), "yes" if figure.reached(value) else "no"
    peer = row.contender(figure.peer)
    beside = peer.median(figure.metric) if peer else None
    if not beside:
        return f"{shown(figure.metric, value)}; {figure.peer}: {peer.failure if peer else 'not measured'}", "–"
    ratio, low, high = ratio_of(ours, peer, figure.metric)
    values = f"{low:.2f} to {high:.2f}; {shown(figure.metric, value)} vs. {shown(figure.metric, beside)}"
    if figure.reached(low) != figure.reached(high) or min(len(ours.samples), len(peer.samples)) < 3:
        return f"{ratio:.2f} × ({values})", "unclear"
    return f"**{ratio:.2f} ×** ({values})", "yes" if figure.reached(ratio) else "no"


def table(headings, lines):
    rule = "|" + "---|" * len(headings)
    return "\n".join(["| " + " | ".join(headings) + " |", rule] + ["| " + " | ".join(line) + " |" for line in lines])


def figures(rows, size_lines):
    lines = []
    for row in rows:
        for figure in row.figures:
            measured, reached = verdict(row, figure)
            work = row.work if figure.ours == "sockeye" else f"{row.work} ({figure.ours})"
            lines.append([work, goal(figure), measured, reached])
    for what, size, bound, has_foundation, missing in size_lines:
        goal_text = f"≤ {bound / 1e6:g} MB, no Foundation symbol"
        if size is None:
            lines.append([what, goal_text, missing or "not measured", "–"])
            continue
        measured = f"{size / 1e6:.1f} MB, " + ("with Foundation" if has_foundation else "no Foundation")
        lines.append([what, goal_text, measured, "yes" if size <= bound and not has_foundation else "no"])
    return table(["work", "must reach", "measured", "reached"], lines)


def details(row):
    lines = []
    for one in row.contenders:
        if not one.samples:
            lines.append([one.name, one.failure or "not measured"] + ["–"] * (len(row.metrics) + 1))
            continue
        spread = one.spread(row.metrics[0])
        values = [shown(metric, one.median(metric)) for metric in row.metrics]
        runs = str(len(one.samples)) + (f", then it {one.failure}" if one.failure else "")
        lines.append([one.name, *values, f"± {spread * 50:.0f} %" if spread is not None else "–", runs])
    return f"### {row.work}\n\n" + table(["program", *[NAMES[metric] for metric in row.metrics], "spread", "runs"], lines)


def growth(curves):
    lines = []
    for curve in curves:
        points = ", ".join(f"{size:,}: {value:.3g}" for size, value in curve.points)
        verdict = {None: "–", True: "**yes**", False: "no"}[curve.bends]
        lines.append([f"{curve.title}, {curve.along}", curve.across, points, verdict])
    return table(["cost of one", "over", "measured", "bends upward"], lines)


def machine():
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}"


def whole(rows, curves, size_lines, versions, seconds):
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    parts = [
        "# Results",
        f"Generated by `make bench` on {date} in {seconds:.0f} s. The programs take turns against nginx (one worker) on "
        "the same machine's loopback. A ratio is the median of those within each turn, with the middle half of them in "
        "parentheses; if that half crosses the goal, or there were fewer than three turns, nothing is claimed (*unclear*).",
        f"Machine: {machine()}.",
        "Programs: " + "; ".join(versions) + ".",
        "## Figures",
        figures(rows, size_lines),
        "## How costs grow",
        "![Four charts of the cost of one unit over the number of units](growth.svg)",
        "A curve bends upward if its last point lies more than a quarter above the median of those before it.",
        growth(curves),
        "## All programs",
        "*Rate* and *CPU per request* cover the request loop only; *wall*, *CPU* (user and system) and *peak memory* "
        "the whole process. *Spread* is half the range of the runs, for the first column.",
        *[details(row) for row in rows],
    ]
    return "\n\n".join(parts) + "\n"
