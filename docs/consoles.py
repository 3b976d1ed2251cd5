#!/usr/bin/env python3
"""Keeps the consoles of the course true: what they show as output, their commands print.

    docs/consoles.py check SOCKEYE [ARTICLE…]     runs the commands of the articles and fails if they print something else
    docs/consoles.py write SOCKEYE [ARTICLE…]     runs them, and writes what they print into the articles

In an article, the block after `<!-- console -->` has commands, which begin with `$ `, and below each what it prints on a
terminal. `<!-- console: sockeye --serve 8125 -->` starts a server first; several are separated by `;`. The text must name
each. Blocks of an article share a folder, which is new. A command that ends with a backslash goes on in the next line.

The ports of the servers are replaced by free ones while the commands run. What else differs from run to run is replaced as
in docs/lessons.py.
"""

import fcntl
import os
import pathlib
import pty
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import termios

from lessons import COURSE, Untrue, differences, steady

BLOCK = re.compile(r"((?:> )?<!-- console(?:: ([^\n]*?))? -->\n(?:> )?```text\n)(.*?)((?:> )?```\n)", re.DOTALL)
COLUMNS, PATIENCE = 100, 30
SEQUENCE = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|\x1b\]8;;.*?\x1b\\")


def free_port():
    """A free port with as many digits as the one that is shown, so that lengths are the same. It is no year, no RFC and no
    port of an article, since it is replaced wherever it is printed."""
    while True:
        with socket.socket() as one:
            port = random.randint(3000, 5200)
            try:
                one.bind(("127.0.0.1", port))
                return str(port)
            except OSError:
                continue


class Place:
    """A folder with a program called sockeye, and the servers that were started in it."""

    def __init__(self, program, folder):
        (folder / "bin").mkdir()
        (folder / "bin" / "sockeye").symlink_to(program)
        self.folder = folder / "work"
        self.folder.mkdir()
        self.environment = {
            "PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}
        self.ports, self.servers = {}, []

    def start(self, command):
        """Starts a server, and waits until it says that it listens."""
        for port in re.findall(r"\b\d{4}\b", command):
            self.ports[port] = free_port()
        server = subprocess.Popen(
            ["bash", "-c", f"exec {self.inside(command)}"], cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.servers.append(server)
        if not server.stdout.readline():
            raise Untrue(f"{command}: does not start")

    def stop(self):
        for server in self.servers:
            server.terminate()
            server.wait()

    def inside(self, text):
        """The text with the ports that are free here."""
        return re.sub(r"\b\d{4}\b", lambda port: self.ports.get(port[0], port[0]), text)

    def printed(self, command):
        """What the command shows on a terminal, as the article has it."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
        process = subprocess.Popen(
            ["timeout", str(PATIENCE), "bash", "-c", self.inside(command)], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
        os.close(theirs)
        output = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Nobody has the other end any more.
                break
            if not piece:
                break
            output += piece
        os.close(ours)
        if process.wait() == 124:
            raise Untrue(f"{command}: takes longer than {PATIENCE} seconds")
        text = SEQUENCE.sub("", output.decode()).replace("\r\n", "\n")
        for shown, free in self.ports.items():
            text = re.sub(rf"\b{free}\b", shown, text)
        text = steady(text, known=self.ports)
        return text if text.endswith("\n") or not text else text + "\n"


def commands(lines):
    """The commands of a block, each with its lines."""
    rows = iter(lines)
    for line in rows:
        if line.startswith("$ "):
            shown = [line]
            while shown[-1].endswith("\\"):
                shown.append(next(rows, ""))
            yield "\n".join(shown)[2:], shown


def renewed(article, place):
    """The article's text with what its commands print."""
    text = article.read_text()

    def block(match):
        opening, servers, content, closing = match.groups()
        quote = "> " if opening.startswith("> ") else ""
        for server in filter(None, (servers or "").split("; ")):
            if f"`{server}`" not in text:
                raise Untrue(f"{article.name}: the text doesn't name `{server}`")
            place.start(server)
        lines = []
        for command, shown in commands([line.removeprefix(quote) for line in content.splitlines()]):
            lines += shown + place.printed(command).splitlines()
        return opening + "".join(f"{quote}{line}".rstrip() + "\n" for line in lines) + closing

    return BLOCK.sub(block, text)


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "write"):
        sys.exit(__doc__)
    verb, program = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    articles = [pathlib.Path(one) for one in sys.argv[3:]] or sorted(COURSE.glob("*.md"))
    count = 0
    try:
        if not program.is_file():
            raise Untrue(f"{program} is missing: build the program first")
        for article in articles:
            with tempfile.TemporaryDirectory() as folder:
                place = Place(program, pathlib.Path(folder))
                try:
                    text = renewed(article, place)
                finally:
                    place.stop()
            count += len(BLOCK.findall(text))
            if verb == "write":
                article.write_text(text)
            elif text != article.read_text():
                raise Untrue(f"a console prints something else: {differences(article, text)}\nto renew it: make lessons")
    except Untrue as wrong:
        sys.exit(f"consoles: {wrong}")
    print(f"consoles: the commands of {count} articles print what is shown")


main()
