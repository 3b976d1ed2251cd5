#!/usr/bin/env python3
"""Draws what a terminal shows of `sockeye --explain` as SVG, from a real run against a server made on the spot.

    docs/pictures/explain.py PROGRAM FILE.svg
"""

import html
import os
import pty
import re
import socket
import subprocess
import sys
import threading

COLUMNS = 104
CELL, LINE, MARGIN = 7.83, 18, 14
PLAIN, LINK, GROUND = "#e6edf3", "#a5c8ff", "#000000"
REPLY = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nCache-Control: no-store\r\n"
    b"Set-Cookie: seen=yes; Path=/; HttpOnly\r\n\r\n6\r\nhello\n\r\n0\r\n\r\n"
)
TOKEN = re.compile(r"\x1b\[([\d;]*)m|\x1b\]8;;([^\x1b]*)\x1b\\")


def serve():
    """A server that answers one request; its port is 8080 if that is free."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", 8080))
    except OSError:
        listener.bind(("127.0.0.1", 0))
    listener.listen()

    def answer():
        connection, _ = listener.accept()
        connection.recv(65536)
        connection.sendall(REPLY)
        connection.recv(1)

    threading.Thread(target=answer, daemon=True).start()
    return listener.getsockname()[1]


def shown(command):
    """What the command writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = dict(os.environ, COLUMNS=str(COLUMNS), TERM="xterm-256color")
    environment.pop("NO_COLOR", None)
    environment.pop("http_proxy", None)
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        output = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
    os.close(ours)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return output.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def rgb(parameters):
    """The colour of a sequence that chooses one of the 256, as xterm has them."""
    found = re.match(r"38;5;(\d+)", parameters)
    if not found:
        return PLAIN
    number = int(found[1])
    if number >= 232:
        return "#" + 3 * f"{8 + 10 * (number - 232):02x}"
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // power % 6]:02x}" for power in (36, 6, 1))


def spans(line):
    """The line's texts, each with its colour."""
    colour, link, position = PLAIN, "", 0
    for token in TOKEN.finditer(line):
        yield line[position : token.start()], LINK if link else colour
        position = token.end()
        if token[2] is not None:
            link = token[2]
        else:
            colour = rgb(token[1])
    yield line[position:], LINK if link else colour


def draw(lines):
    height = MARGIN * 2 + LINE * len(lines)
    width = MARGIN * 2 + CELL * COLUMNS
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}">',
        "<title>sockeye --explain on a terminal</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
        '<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="13" xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        column, y = 0, MARGIN + LINE * (number + 0.75)
        for text, colour in spans(line):
            if text.strip():
                blanks = len(text) - len(text.lstrip())
                word, x = text.strip(), MARGIN + CELL * (column + blanks)
                rows.append(
                    f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" textLength="{CELL * len(word):.1f}">{html.escape(word)}</text>'
                )
            column += len(text)
    return "\n".join([*rows, "</g>", "</svg>", ""])


def main():
    program, file = sys.argv[1:]
    url = f"http://127.0.0.1:{serve()}/hello"
    lines = shown([program, "--explain", "-u", "me:secret", "-c", "/dev/null", url])
    command = f"\x1b[0m$ sockeye --explain -u me:secret -c /dev/null {url}"
    with open(file, "w") as output:
        output.write(draw([command, *lines]))


if __name__ == "__main__":
    main()
