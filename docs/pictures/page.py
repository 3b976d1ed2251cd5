#!/usr/bin/python3
"""Makes docs/pictures/page.png: the page of a real run against servers of its own, as Chromium shows it.

    docs/pictures/page.py SOCKEYE
"""

import asyncio
import http.server
import pathlib
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Page"))
from browser import Browser  # noqa: E402

WORDS = [b"It takes bytes ", b"and gives events; ", b"it has no clock, ", b"no descriptor, ", b"no async.\n"]


class Shop(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "Shop/1.0", ""
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        time.sleep(0.012)
        if self.path == "/":
            self.answer(302, Location="/welcome", Set_Cookie="session=5c9f2a; Path=/; HttpOnly")
        elif self.path == "/welcome":
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Transfer-Encoding", "chunked")
            self.send_header("ETag", '"a1"')
            self.end_headers()
            for word in WORDS:
                time.sleep(0.008)
                self.wfile.write(b"%x\r\n%s\r\n" % (len(word), word))
            self.wfile.write(b"0\r\n\r\n")
        elif self.path == "/missing":
            self.answer(404, b"not here\n", Content_Type="text/plain")
        else:
            time.sleep(0.02)
            self.answer(200, b"x" * 30_000, Content_Type="image/png", Cache_Control="max-age=60")

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.02)
        self.answer(201, b'{"ok":true}\n', Content_Type="application/json")


def serve(context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    server.daemon_threads = True
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


async def main(program):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=shop.example", "-addext", "subjectAltName=DNS:shop.example", "-keyout", f"{folder}/key", "-out",
             f"{folder}/certificate"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{folder}/certificate", f"{folder}/key")
        secure, plain = serve(context), serve()
        names = ["--resolve", f"shop.example:{secure}:127.0.0.1", "--resolve", f"cdn.example:{plain}:127.0.0.1"]
        shop, cdn = f"https://shop.example:{secure}", f"http://cdn.example:{plain}"
        subprocess.run(
            [program, "-sS", "--cacert", f"{folder}/certificate", "--explain-page", f"{folder}/page.html", *names, "-c", "/dev/null",
             "-L", f"{shop}/", "--next", "-sS", "--cacert", f"{folder}/certificate", *names, "-c", "/dev/null",
             "--json", '{"article": 7}', f"{shop}/basket", "--next", "-sS", *names, f"{cdn}/a.png", f"{cdn}/b.png", f"{cdn}/missing"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder)
        async with Browser() as browser:
            await browser.size(1180, 860)
            await browser.open(pathlib.Path(f"{folder}/page.html").as_uri())
            await browser.run("document.querySelectorAll('#timeline button')[1].click()")
            await browser.settle()
            await browser.picture(str(ROOT / "docs/pictures/page.png"))


asyncio.run(main(str(pathlib.Path(sys.argv[1]).resolve())))
