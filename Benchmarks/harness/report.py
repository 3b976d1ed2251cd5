"""The Markdown report."""

import os
import platform
from datetime import datetime, timezone
from pathlib import Path

NAMES = {"rate": "rate", "cpu_each": "CPU per request", "wall": "wall", "cpu": "CPU", "rss": "peak memory"}


def shown(metric, value):
    if value is None:
        return "–"
    if metric == "rate":
        return f"{value:,.0f}/s"
    if metric == "cpu_each":
        return f"{value * 1e6:.1f} µs"
    if metric == "rss":
        return f"{value / (1 << 20):.1f} MiB"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value:.2f} s"


def goal(figure):
    if figure.peer is None:
        return f"{NAMES[figure.metric]} {figure.compare} {shown(figure.metric, figure.bound)}"
    return f"{NAMES[figure.metric]} {figure.compare} {figure.bound:g} × {figure.peer}"


def verdict(row, figure):
    """What was measured for a figure, and whether it is reached."""
    ours = row.contender(figure.ours)
    if ours is None or not ours.samples:
        return (ours.failure if ours and ours.failure else "not measured"), "–"
    value = ours.median(figure.metric)
    if figure.peer is None:
        return shown(figure.metric, value), "yes" if figure.reached(value) else "no"
    peer = row.contender(figure.peer)
    beside = peer.median(figure.metric) if peer else None
    if not beside:
        return f"{shown(figure.metric, value)}; {figure.peer}: {peer.failure if peer else 'not measured'}", "–"
    text = f"**{value / beside:.2f} ×** ({shown(figure.metric, value)} beside {shown(figure.metric, beside)})"
    return text, "yes" if figure.reached(value / beside) else "no"


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
        measured = f"{size / 1e6:.1f} MB, " + ("Foundation is in it" if has_foundation else "no Foundation")
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


def machine():
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}"


def whole(rows, size_lines, versions, seconds):
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    parts = [
        "# Results",
        f"Made by `make bench` on {date} in {seconds:.0f} s. Every ratio is of medians of runs taken in turns in one go, "
        "against nginx (one worker) on the same machine's loopback; ratios carry over to other machines better than "
        "times do.",
        f"Machine: {machine()}.",
        "Programs: " + "; ".join(versions) + ".",
        "## Figures",
        figures(rows, size_lines),
        "## All programs",
        "*Rate* and *CPU per request* are of the request loop alone; *wall*, *CPU* (user and system) and *peak memory* "
        "of the whole process. *Spread* is half the distance from the least to the greatest run, of the first column.",
        *[details(row) for row in rows],
    ]
    return "\n\n".join(parts) + "\n"
