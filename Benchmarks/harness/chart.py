"""Curves as one SVG: a panel each, both axes logarithmic, light and dark."""

import math
from html import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 360, 240, 56, 34, 16, 40
STYLE = """\
text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-weight: 600 } .axis { stroke: #999 }
.grid { stroke: #ddd } .line { fill: none; stroke: #c2410c; stroke-width: 2 } .dot { fill: #c2410c }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .axis { stroke: #777 } .grid { stroke: #444 } }
"""


def drawn(curves):
    """The SVG's text."""
    rows = (len(curves) + 1) // 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {rows * HEIGHT}" width="{2 * WIDTH}" '
        f'height="{rows * HEIGHT}" role="img"><title>How costs grow</title><style>{STYLE}</style>'
    ]
    for number, curve in enumerate(curves):
        parts.append(f'<g transform="translate({number % 2 * WIDTH} {number // 2 * HEIGHT})">{_panel(curve)}</g>')
    return "\n".join(parts) + "\n</svg>\n"


def _panel(curve):
    sizes, values = [size for size, _ in curve.points], [max(value, 1e-9) for _, value in curve.points]
    # Whole decades, so that a level line looks level.
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 1e-9)
    low, high = (low, high) if high > low else (low, low + 1)
    first, last = math.log10(sizes[0]), max(math.log10(sizes[-1]), math.log10(sizes[0]) + 1e-9)

    def x(size):
        return LEFT + (math.log10(size) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value):
        return TOP + (high - math.log10(value)) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text class="title" x="{LEFT}" y="18">{escape(curve.title)}, {escape(curve.along)}</text>']
    for power in range(low, high + 1):
        at = y(10.0**power)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    floor = HEIGHT - BOTTOM
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{floor}" y2="{floor}"/>')
    for size in sizes:
        parts.append(f'<text x="{x(size):.1f}" y="{floor + 16}" text-anchor="middle">{_short(size)}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(curve.across)}</text>')
    path = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in zip(sizes, values))
    parts.append(f'<polyline class="line" points="{path}"/>')
    for size, value in zip(sizes, values):
        label = escape(f"{size:,} {curve.across}: {value:.3g} {curve.along}")
        parts.append(f'<circle class="dot" cx="{x(size):.1f}" cy="{y(value):.1f}" r="3"><title>{label}</title></circle>')
    return "".join(parts)


def _short(size):
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if size >= unit:
            return f"{size / unit:g}{name}" if size % unit == 0 else f"{size / unit:.0f}{name}"
    return str(size)
