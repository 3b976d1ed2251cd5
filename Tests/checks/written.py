#!/usr/bin/env python3
"""Writes one of each file that the program reads again: Tests/checks/written.py FOLDER_OF_THE_BUILD FOLDER.

Each version's files stay in Tests/Data/written-by-VERSION, and `UpgradeTests` reads them with every later version. The folder
must be new: files of an earlier version are never written anew. The host is files.example, so that no port is in a file; the
folder's own path is replaced by /written in the text files that hold it.
"""
import http.server
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import threading
import time

build, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
program = build / "sockeye"
# Lines of 16 bytes that count themselves.
CONTENT = b"".join(b"%015d\n" % number for number in range(4096))
# Enough for two segments, and for what is kept to be more than is asked for twice.
LONG = b"".join(b"%015d\n" % number for number in range(40_000))
# Where the server cuts a response, and an upload.
CUT = 100_000
# As long as RFC 9111 section 1.2.2 and RFC 6797 need to allow, so that the files stay fresh.
LONGEST = 2_147_483_648


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Only two requests for segments are answered, so that a file with a gap stays.
    segments = 0

    def log_message(self, *_):
        pass

    def answer(self, status, body, fields=(), cut=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body if cut is None else body[:cut])
        if cut is not None and cut < len(body):
            self.wfile.flush()
            self.close_connection = True

    def do_GET(self):
        if self.path in ("/tagged", "/dated", "/segments"):
            fields = [("Accept-Ranges", "bytes"), ("Content-Type", "application/octet-stream")]
            if self.path == "/dated":
                fields.append(("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT"))
            else:
                fields.append(("ETag", '"written"'))
            part, status = LONG, 200
            if given := self.headers.get("Range"):
                first, last = given.removeprefix("bytes=").split("-")
                first, last = int(first), int(last or len(LONG) - 1)
                part, status = LONG[first:last + 1], 206
                fields.append(("Content-Range", f"bytes {first}-{last}/{len(LONG)}"))
            if self.path == "/segments":
                Handler.segments += 1
                if Handler.segments > 2:
                    return self.answer(403, b"")
            return self.answer(status, part, fields, CUT)
        if self.path.startswith("/cached/"):
            body = CONTENT if self.path.endswith("large") else b"from the cache\n"
            return self.answer(200, body, [("Cache-Control", f"max-age={LONGEST}"), ("Content-Type", "text/plain")])
        fields = [("Content-Type", "text/plain")]
        if self.path == "/cookie":
            fields += [("Set-Cookie", "session=1234; Path=/"), ("Set-Cookie", "dated=5678; Path=/; Max-Age=34560000")]
        if self.path == "/strict":
            fields += [("Strict-Transport-Security", f"max-age={LONGEST}; includeSubDomains")]
        if self.path == "/gone":
            return self.answer(404, b"gone\n", fields)
        return self.answer(200, f"this is {self.path}\n".encode(), fields)

    def do_POST(self):
        tus = ("Tus-Resumable", "1.0.0")
        self.answer(201, b"", [tus, ("Location", "/uploads/one")])

    def do_HEAD(self):
        self.answer(200, b"", [("Tus-Resumable", "1.0.0"), ("Upload-Offset", "20000"), ("Upload-Length", str(len(CONTENT)))])

    def do_PATCH(self):
        self.rfile.read(20_000)
        self.close_connection = True
        self.connection.shutdown(2)


def serve(context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def main():
    if folder.exists():
        sys.exit(f"{folder} is there already; files of a version are written once")
    folder.mkdir(parents=True)
    work = folder / "keys"
    work.mkdir()
    key, certificate = work / "key.pem", work / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out",
         certificate, "-days", "36500", "-subj", "/CN=files.example", "-addext", "subjectAltName=DNS:files.example"],
        check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    plain, secure = serve(), serve(context)
    reached = ["--connect-to", f"files.example:80:127.0.0.1:{plain}", "--connect-to", f"files.example:443:127.0.0.1:{secure}",
               "--cacert", str(certificate)]

    def run(*words, code=0, where=folder, environment=()):
        line = [str(program), "-q", "-sS", *reached, *words]
        ended = subprocess.run(line, cwd=where, capture_output=True, env={**os.environ, **dict(environment)}, timeout=60)
        if ended.returncode != code:
            sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stderr.decode()}")
        return ended.stdout

    def place(name):
        (folder / name).mkdir()
        return folder / name

    url = "http://files.example"
    for name, words in (("tagged", []), ("dated", []), ("segments", ["--segments", "2"])):
        run("-C", "-", *words, "-o", name, f"{url}/{name}", code=18 if name != "segments" else 22, where=place(name))

    # A run of two files, of which the second one is cut.
    where = place("journal")
    run("--journal", "run", "-C", "-", f"{url}/hello", "-o", "hello", f"{url}/tagged", "-o", "tagged", code=18, where=where)

    where = place("shards")
    (where / "list").write_text("".join(f"{url}/{name}\n" for name in ("hello", "other", "gone")))
    run("--input-file", "list", "--shard", "0/1", "-f", "-O", code=22, where=where)

    where = place("recordings")
    for name, given in (("plain", url), ("secure", "https://files.example")):
        (where / f"{name}.output").write_bytes(run("--record", name, "-i", f"{given}/hello", where=where))

    run("-c", "cookies.txt", f"{url}/cookie")
    run("--hsts", "hsts.txt", "https://files.example/strict")

    run("--save-user", "file:credentials", "-u", "ada:correct horse", f"{url}/", environment=[("SOCKEYE_PASSPHRASE", "written")])

    where = place("upload")
    (where / "file").write_bytes(CONTENT)
    run("--retry", "1", "--resumable=tus", "-T", "file", f"{url}/uploads/", code=52, where=where)

    # A response is found only over the same road, and these have none but their URL.
    near, reached[:] = f"http://127.0.0.1:{plain}/cached", []
    run("--cache-dir", "cache", f"{near}/small", "-o", "/dev/null", f"{near}/large", "-o", "/dev/null")

    where = folder / "queue"
    # Nobody answers at port 9 of this address: the job stays, and so does its line.
    hander = subprocess.run([build / "Background", where, "http://127.0.0.1:9/hello", folder / "queued"], capture_output=True, text=True)
    if "handed over" not in hander.stdout:
        sys.exit(hander.stdout + hander.stderr)
    stop_worker(where)
    for name in ("log", "socket", "status.json", "worker.lock"):
        (where / name).unlink(missing_ok=True)

    shutil.rmtree(work)
    for name in ("credentials.lock", "queued.part"):
        (folder / name).unlink(missing_ok=True)
    hide(folder)


def stop_worker(where):
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"--background-worker" in words and str(where).encode() in words:
            os.kill(int(process.name), 15)
    time.sleep(0.5)


def hide(folder):
    """Takes the names of this folder and of this machine out of the files."""
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_bytes().replace(str(folder).encode(), b"/written")
            if path.suffix == ".lease":
                text = re.sub(rb"(?m)^host .*$", lambda host: b"host " + b"x" * (len(host[0]) - 5), text)
            path.write_bytes(text)


main()
