#!/usr/bin/env python3
"""Resumable uploads to a tus server that others wrote (tuspyserver): killed with SIGKILL at random moments and resumed, the
server killed too; whole files, empty ones, abandoned ones. What the server holds must be the file, byte for byte.

    Tests/Tus/run.py PROGRAM        `make tus` installs the server, in the versions of requirements.txt, and runs this
"""

import hashlib
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

SERVER = """
import sys
import uvicorn
from fastapi import FastAPI
from tuspyserver import create_tus_router
app = FastAPI()
app.include_router(create_tus_router(files_dir=sys.argv[2], prefix="files"))
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, place):
        self.port, self.place, self.process = free_port(), place, None
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/files/"

    def start(self):
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, str(self.port), str(self.place)])
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("tus: the server does not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def holds(self, content):
        """Whether exactly one of its files has this content."""
        want = hashlib.sha256(content).digest()
        found = [path for path in self.place.iterdir() if path.is_file() and path.suffix not in (".info", ".lock")
                 and path.stat().st_size == len(content) and hashlib.sha256(path.read_bytes()).digest() == want]
        return len(found) == 1

    def wait_for(self, size):
        """Until one of its files has so many bytes."""
        for _ in range(600):
            if any(path.is_file() and path.stat().st_size >= size for path in self.place.iterdir()):
                return
            time.sleep(0.05)
        raise SystemExit("tus: the upload does not begin")

    def clear(self):
        for path in self.place.iterdir():
            if path.is_file():
                path.unlink()


def check(what, holds, more=""):
    if not holds:
        raise SystemExit(f"tus: {what} FAILED {more}")
    print(f"tus: {what}")


def main(program):
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "shelf").mkdir()
        server = Server(folder / "shelf")
        try:
            run(program, folder, server)
        finally:
            server.kill()


def run(program, folder, server):
    file = folder / "file.bin"

    def command(*words):
        return [program, "-sS", "-T", str(file), "--resumable=tus", *words, server.url]

    def upload(*words):
        return subprocess.run(command(*words), capture_output=True, text=True, timeout=120)

    for size in (1, 70_000, 5_000_000):
        file.write_bytes(random.randbytes(size))
        done = upload()
        check(f"{size} bytes in one go", done.returncode == 0 and server.holds(file.read_bytes()), done.stderr)
        check("nothing is left beside the file", not (folder / "file.bin.sockeye-upload").exists())
        server.clear()
    file.write_bytes(b"")
    done = upload()
    check("an empty file", done.returncode == 0, done.stderr)
    server.clear()

    content = random.randbytes(6_000_000)
    file.write_bytes(content)
    resumes = 0
    for _ in range(24):
        resumes += (folder / "file.bin.sockeye-upload").exists()
        process = subprocess.Popen(command("--limit-rate", "1M"), stderr=subprocess.PIPE)
        while process.poll() is None and not (folder / "file.bin.sockeye-upload").exists():
            time.sleep(0.01)
        # The moment is random on purpose; nothing depends on it.
        time.sleep(random.uniform(0.02, 0.3))
        process.kill()
        errors = process.communicate()[1].decode()
        check("killed", process.returncode in (0, -signal.SIGKILL), errors)
        if process.returncode == 0:
            break
    done = upload("--retry", "5")
    check(f"killed, resumed {resumes} times", done.returncode == 0 and server.holds(content) and resumes > 5, done.stderr)
    server.clear()

    # Killed within a request, this server keeps bytes that it doesn't count, and writes behind them later; so the client goes
    # first, and the server when it has noticed.
    process = subprocess.Popen(command("--limit-rate", "1M"), stderr=subprocess.DEVNULL)
    server.wait_for(1_000_000)
    process.kill()
    process.wait()
    time.sleep(1)
    server.kill()
    done = upload("--retry", "0")
    check("no server, no success", done.returncode != 0, done.stderr)
    server.start()
    done = upload()
    check("the server killed and started again", done.returncode == 0 and server.holds(content), done.stderr)
    server.clear()

    process = subprocess.Popen(command("--limit-rate", "1M"), stderr=subprocess.DEVNULL)
    server.wait_for(500_000)
    process.kill()
    process.wait()
    check("a state is left of a killed upload", (folder / "file.bin.sockeye-upload").exists())
    file.write_bytes(random.randbytes(3_000_000))
    done = upload()
    check("another file since: begun anew", done.returncode == 0 and server.holds(file.read_bytes()), done.stderr)
    server.clear()

    process = subprocess.Popen(command("--limit-rate", "1M"), stderr=subprocess.DEVNULL)
    server.wait_for(500_000)
    process.kill()
    process.wait()
    done = upload("--abandon")
    check("abandoned", done.returncode == 0 and not (folder / "file.bin.sockeye-upload").exists(), done.stderr)
    left = [path.name for path in server.place.iterdir() if path.is_file()]
    check("and dropped by the server", left == [], left)


main(sys.argv[1])
