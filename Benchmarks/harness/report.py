"""The Markdown report."""

import os
import platform
import statistics
from datetime import datetime, timezone
from pathlib import Path

# Blocks on the same side of the mark that a claim needs.
BLOCKS = 3
# Earlier runs whose figures stay.
KEPT = 2
FIGURES = "### Figures"
DETAILS = "### How costs grow"
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


def in_block(ours, other, figure, block):
    """The value of a figure in one block: the median of the ratios within each turn, as a slow moment of the machine is in
    both; or our own value. None without runs."""
    if figure.peer is None:
        value = ours.median(figure.metric, block)
        return value - other.median(figure.metric, block) if other and value is not None else value
    ratios = [
        one[figure.metric] / two[figure.metric] for one, two in zip(ours.of_block(block), other.of_block(block))
        if one.get(figure.metric) and two.get(figure.metric)]
    return statistics.median(ratios) if ratios else None


def verdict(row, figure):
    """The measurement for a figure, and whether it reaches the goal: only if it does in each of three blocks or more."""
    ours, beside = row.contender(figure.ours), figure.peer or figure.without
    if ours is None or not ours.samples:
        return (ours.failure if ours and ours.failure else "not measured"), "–"
    value = shown(figure.metric, ours.median(figure.metric))
    other = row.contender(beside) if beside else None
    if beside and not (other and other.samples):
        return f"{value}; {beside}: {other.failure if other and other.failure else 'not measured'}", "–"
    values = [in_block(ours, other, figure, block) for block in sorted({sample["block"] for sample in ours.samples})]
    values = [value for value in values if value is not None]
    if not values:
        return f"{value}; {beside}: no run beside it", "–"
    middle, reached = statistics.median(values), {figure.reached(value) for value in values}
    each = [f"{value:.2f}" if figure.peer else shown(figure.metric, value) for value in values]
    variation = (max(values) - min(values)) / abs(middle) * 50 if middle else 0
    words = f"blocks {', '.join(each)}: ± {variation:.0f} %" if len(each) > 1 else "one block"
    if figure.peer:
        words += f"; {value} vs. {shown(figure.metric, other.median(figure.metric))}"
    measured = f"{middle:.2f} ×" if figure.peer else shown(figure.metric, middle)
    if len(reached) > 1 or len(values) < BLOCKS or row.busy:
        return f"{measured} ({words})", "unclear" + ("; busy" if row.busy else "")
    return f"**{measured}** ({words})", "yes" if figure.reached(middle) else "no"


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
    return f"#### {row.work}\n\n" + table(["program", *[NAMES[metric] for metric in row.metrics], "spread", "runs"], lines)


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


def whole(rows, curves, size_lines, versions, seconds, earlier=""):
    """The report, followed by the figures of the runs in an earlier one."""
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    busy = [f"{row.work}: {words}." for row in rows for words in row.busy]
    parts = [
        "# Results",
        "Generated by `make bench`. The programs take turns, in alternating order, against nginx (one worker) on the same "
        "machine's loopback, in three blocks that lie minutes apart. A ratio within a block is the median of those within "
        "each turn; the figure is the median of the blocks', with the blocks' and half their range beside it. Something is "
        "claimed, in bold, only if all three blocks are on the same side of the mark and rows of short requests had an idle "
        "machine; otherwise it is *unclear*.",
        f"## Run of {date}: {machine()}",
        f"It took {seconds:.0f} s. Programs: " + "; ".join(versions) + ".",
        *(["The machine was not idle. " + " ".join(busy)] if busy else []),
        FIGURES,
        figures(rows, size_lines),
        DETAILS,
        "![Four charts of the cost of one unit over the number of units](growth.svg)",
        "A curve bends upward if its last point lies more than a quarter above the median of those before it.",
        growth(curves),
        "### All programs",
        "*Rate* and *CPU per request* cover the request loop only; *wall*, *CPU* (user and system) and *peak memory* "
        "the whole process. *Spread* is half the range of the runs, for the first column.",
        *[details(row) for row in rows],
        *earlier_runs(earlier),
    ]
    return "\n\n".join(parts) + "\n"


def earlier_runs(text):
    """The latest earlier runs, so that a figure can be compared across days and machines, without their details."""
    runs = text.split("\n## Run of ")[1:KEPT + 1]
    return [("## Run of " + run).partition("\n" + DETAILS)[0].strip() for run in runs]
