#!/usr/bin/env python3
"""Draws the course's pictures, from what the lessons' programs send and print.

    docs/pictures/course.py write       writes docs/Sockeye.docc/Resources/*.svg
    docs/pictures/course.py check       fails if one of them is not what this writes (`make lint`)
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COURSE = ROOT / "docs/Sockeye.docc/Course"
RESOURCES = ROOT / "docs/Sockeye.docc/Resources"
WIDTH = 720
LARGEST = 20_480  # bytes of a picture
LIGHT = {"text": "#1d1d24", "soft": "#5d5d6b", "line": "#8a8893", "a": "#dbe7fa", "b": "#f9e3cf", "c": "#dcefdc", "d": "#ececea"}
DARK = {"text": "#e4e2df", "soft": "#a3a09b", "line": "#77757c", "a": "#24364f", "b": "#503620", "c": "#254029", "d": "#2d2e33"}


def style(colours):
    return (f"text{{fill:{colours['text']}}}.soft{{fill:{colours['soft']}}}.line{{stroke:{colours['line']};fill:none}}"
            f".head{{fill:{colours['line']}}}.box{{stroke:{colours['line']}}}"
            + "".join(f".{name}{{fill:{colours[name]}}}" for name in "abcd"))


class Drawing:
    """An SVG that grows; coordinates are pixels."""

    def __init__(self, title):
        self.title, self.rows, self.height = title, [], 0

    def add(self, bottom, row):
        self.height = max(self.height, bottom)
        self.rows.append(row)

    def text(self, x, y, text, kind="", anchor="start"):
        names = f' class="{kind}"' if kind else ""
        self.add(y + 8, f'<text x="{x:g}" y="{y:g}"{names} text-anchor="{anchor}">{html.escape(text, quote=False)}</text>')

    def box(self, x, y, width, height, fill, radius=0):
        self.add(y + height + 2, f'<rect class="box {fill}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"/>')

    def area(self, x, y, width, height, fill):
        self.add(y + height, f'<rect class="{fill}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>')

    def line(self, x1, y1, x2, y2, arrow=False, dashed=False):
        more = (' marker-end="url(#head)"' if arrow else "") + (' stroke-dasharray="4 3"' if dashed else "")
        self.add(max(y1, y2) + 2, f'<path class="line" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"{more}/>')

    def brace(self, x1, x2, y, text, kind="soft"):
        """A bracket below, with its meaning."""
        self.add(y + 8, f'<path class="line" d="M{x1:g} {y:g}v6H{x2:g}v-6"/>')
        self.text((x1 + x2) / 2, y + 21, text, kind, "middle")

    def svg(self):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:g}" width="{WIDTH}" height="{self.height:g}" role="img">',
            f"<title>{html.escape(self.title)}</title>",
            f"<style>text{{font:13px system-ui,sans-serif}}.mono{{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
            f".strong{{font-weight:600}}{style(LIGHT)}@media (prefers-color-scheme:dark){{{style(DARK)}}}</style>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>',
            *self.rows, "</svg>", ""])


def block(lesson, heading):
    """What a lesson's program prints under a heading, from its article, which the tests compare with the program."""
    article = next(COURSE.glob(f"{lesson}-*.md")).read_text()
    return re.search(rf"<!-- output: {re.escape(heading)} -->\n```text\n(.*?)```", article, re.DOTALL)[1]


def handshake():
    """Lesson 6: the messages, grouped into flights, each half a round trip after the one before."""
    flights = [("→", ["SYN"]), ("←", ["SYN, ACK"])]
    for arrow, name in re.findall(r"([→←]) TLS handshake, (.*) \(\d+\)", block("06", "the messages of a handshake")):
        if flights[-1][0] != arrow:
            flights.append((arrow, []))
        flights[-1][1].append(name)
    flights[2][1].insert(0, "ACK")
    flights[4][1].append("GET /hello")
    flights[5][1].append("200 OK")

    drawing = Drawing("TCP's handshake, TLS's and the first request take three round trips")
    left, right, y = 130, 590, 40
    middle, arrows, ends = (left + right) / 2, [], []
    for arrow, names in flights:
        # Everything after the server's hello is encrypted.
        lines = [names[0], ", ".join(names[1:])] if names[0] == "Server hello" else [", ".join(names)]
        for line in lines:
            y += 18
            arrows.append(lambda y=y, line=line: drawing.text(middle, y, line, "", "middle"))
            if line == "Server hello":
                encrypted = y + 6
        start, end = (left, right) if arrow == "→" else (right, left)
        arrows.append(lambda y=y, start=start, end=end: drawing.line(start, y + 6, end, y + 26, arrow=True))
        y += 34
        ends.append(y)
    drawing.area(left, encrypted, right - left, y - encrypted, "c")
    drawing.text(right - 8, y - 8, "encrypted", "soft", "end")
    for x, name in (left, "client"), (right, "server"):
        drawing.text(x, 24, name, "strong", "middle")
        drawing.line(x, 32, x, y)
    for draw in arrows:
        draw()
    for number, name in enumerate(("TCP", "TLS", "HTTP")):
        first = ends[2 * number - 1] if number else 40
        last = ends[2 * number + 1]
        drawing.text(10, (first + last) / 2, name, "strong")
        drawing.text(10, (first + last) / 2 + 18, f"round trip {number + 1}", "soft")
        if number:
            drawing.line(10, first + 2, WIDTH - 10, first + 2, dashed=True)
    return drawing


def chunks():
    """Lesson 4: the body that its program sends, byte by byte."""
    source = next(ROOT.glob("Examples/04-*/Chunks.swift")).read_text()
    body = re.search(r'static let chunks = "(.*)"', source)[1].replace("\\r", "\r").replace("\\n", "\n").encode()
    drawing = Drawing("A chunked body, byte by byte")
    cell, left, top = 26, 22, 46
    names = {13: "CR", 10: "LF", 32: "SP"}
    position = 0

    def cells(count, fill):
        nonlocal position
        for byte in body[position : position + count]:
            x = left + cell * position
            drawing.box(x, top, cell, 32, fill)
            drawing.text(x + cell / 2, top + 21, names.get(byte, chr(byte)), "mono" if byte > 32 else "soft", "middle")
            position += 1

    while position < len(body):
        start, end = position, body.index(b"\r\n", position)
        size = int(body[position:end], 16)
        cells(end - position, "a")
        cells(2, "d")
        data = position
        cells(size, "b")
        cells(2, "d")
        x = left + cell * start
        if size:
            drawing.brace(left + cell * data + 2, left + cell * (data + size) - 2, top + 36, f"{size} bytes")
            drawing.text(x, 34, "size" if start else "size, in hexadecimal", "soft")
        else:
            drawing.text(left + cell * len(body), 34, "size 0: the last chunk", "soft", "end")
            drawing.brace(left + cell * data + 2, left + cell * (data + 2) - 2, top + 36, "the end")
    y = top + 84
    for piece in range(0, len(body), 5):
        last = min(piece + 5, len(body))
        drawing.brace(left + cell * piece + 3, left + cell * last - 3, y, f"recv {piece // 5 + 1}")
    drawing.text(left, y + 44, "The pieces that recv returns, five bytes at most, end anywhere.", "soft")
    return drawing


def ranges():
    """Lesson 9: the resumed download, with the numbers that its program printed."""
    cut, again = block("09", "a download is cut"), block("09", "the same call again")
    total = int(re.search(r"Content-Length: (\d+)", cut)[1])
    have = int(re.search(r"after (\d+) body bytes", cut)[1])
    start = int(re.search(r"Range: bytes=(\d+)-", again)[1])
    drawing = Drawing("Resuming a file with Range and If-Range")
    left, width = 24, WIDTH - 48

    def x(byte):
        return left + width * byte / total

    def bar(y, first, last, fill, text):
        drawing.box(x(first), y, x(last) - x(first), 30, fill)
        drawing.text((x(first) + x(last)) / 2, y + 20, text, "", "middle")

    drawing.text(left, 22, f"1. The download is cut after {have:,} of {total:,} bytes", "strong")
    bar(32, 0, have, "c", "on the disk, tag “v1”")
    bar(32, have, total, "d", "missing")
    drawing.text(left, 94, f"2. Range: bytes={start}-   If-Range: “v1”", "strong")
    drawing.text(left, 116, "Still v1: 206. What we have already is compared, the rest is new.", "soft")
    bar(126, 0, start, "c", "kept")
    drawing.box(x(start), 126, x(have) - x(start), 30, "a")
    bar(126, have, total, "b", f"{total - have:,} bytes are new")
    drawing.brace(x(start), x(have), 160, f"{have - start:,} bytes are compared")
    drawing.text(left, 212, "Another version by now: 200. Everything comes, and nothing old is kept.", "soft")
    bar(222, 0, total, "b", "all of v2, from the start")
    return drawing


def pool():
    """Lesson 10: nine requests, at most three connections."""
    most = int(re.search(r"nine requests at once, at most (3) connections", next(COURSE.glob("10-*.md")).read_text())[1])
    drawing = Drawing("A pool lends its connections, and requests wait for one")
    columns, width, step = (20, 240, 500), 200, 36

    def row(top, text, waiting, leased, idle):
        drawing.text(columns[0], top, text, "strong")
        for x, name, number in zip(columns, ("waiting", "leased", "idle"), (waiting, leased, idle)):
            drawing.text(x, top + 24, name if number else f"{name}: none", "soft")
        for number in range(waiting):
            drawing.box(columns[0] + 30 * number, top + 34 + step, 24, 28, "d", 4)
            drawing.text(columns[0] + 12 + 30 * number, top + 53 + step, str(leased + waiting - number), "", "middle")
        for x, count, fill, note in (columns[1], leased, "b", ": request {}"), (columns[2], idle, "c", ""):
            for number in range(count):
                drawing.box(x, top + 34 + step * number, width, 28, fill, 6)
                drawing.text(x + width / 2, top + 53 + step * number, f"connection {number + 1}{note.format(number + 1)}", "", "middle")

    low = 76 + step * most
    row(24, f"Nine requests at once, with room for {most} connections", 9 - most, most, 0)
    drawing.line(columns[0] + 30 * (9 - most) + 2, 72 + step, columns[1] - 6, 72 + step, arrow=True)
    drawing.text(columns[0], low, "When an answer is complete, its connection goes to the request that has waited longest.", "soft")
    drawing.text(columns[0], low + 18, "When an answer is cut or left unread, its connection is closed, and there is room for a new one.", "soft")
    row(low + 62, "Afterwards", 0, 0, most)
    drawing.line(columns[1] + 10, low + 124, columns[2] - 6, low + 124, arrow=True)
    drawing.text((columns[1] + columns[2]) / 2 + 10, low + 116, "given back", "soft", "middle")
    drawing.text(columns[0], low + 124 + step * most, "The next request to the same origin takes one of these. The server or the client closes them after a while.", "soft")
    return drawing


def main():
    if sys.argv[1:] not in (["write"], ["check"]):
        sys.exit(__doc__)
    pictures = {f"{draw.__name__}.svg": draw().svg() for draw in (handshake, chunks, ranges, pool)}
    RESOURCES.mkdir(exist_ok=True)
    for name, text in pictures.items():
        if len(text.encode()) > LARGEST:
            sys.exit(f"pictures: {name} has more than {LARGEST} bytes")
        if sys.argv[1] == "write":
            (RESOURCES / name).write_text(text)
    wrong = [path.name for path in RESOURCES.glob("*.svg") if pictures.get(path.name) != path.read_text()]
    wrong += [name for name in pictures if not (RESOURCES / name).exists()]
    wrong += [name for name in pictures if not any(f"]({name})" in one.read_text() for one in COURSE.glob("*.md"))]
    if wrong:
        sys.exit(f"pictures: not as docs/pictures/course.py draws them, or in no article: {', '.join(sorted(set(wrong)))}")
    print(f"pictures: the course's {len(pictures)} are as they are drawn")


main()
