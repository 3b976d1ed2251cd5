"""nginx on loopback: free ports, plain and TLS 1.3, a certificate made on the fly."""

import hashlib
import os
import random
import shutil
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path

CONFIGURATION = """\
daemon off;
master_process on;
worker_processes 1;
pid {work}/nginx.pid;
error_log {work}/nginx.log warn;
worker_rlimit_nofile 20000;
events {{ worker_connections 19000; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
    default_type application/octet-stream;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    server {{
        listen 127.0.0.1:{plain} backlog=16384;
        root {work}/www;
        {put}
        location /gzipped {{
            default_type text/plain;
            add_header Content-Encoding gzip;
        }}
        location /cached/ {{
            alias {work}/www/;
            add_header Cache-Control "max-age=86400";
        }}
        location /uncached/ {{
            alias {work}/www/;
            add_header Cache-Control "no-store";
        }}
        location /closed/ {{
            alias {work}/www/;
            keepalive_timeout 0;
        }}
        location /login {{
            add_header Set-Cookie "session=$request_id; Path=/; HttpOnly";
            add_header Set-Cookie "theme=dark; Path=/; Max-Age=3600";
            return 302 /small;
        }}
    }}
    server {{
        listen 127.0.0.1:{limited};
        root {work}/www;
        limit_rate 10m;
    }}
    server {{
        listen 127.0.0.1:{tls} ssl backlog=16384;
        root {work}/www;
        ssl_certificate {work}/server.pem;
        ssl_certificate_key {work}/server.key;
        ssl_protocols TLSv1.3;
        {put}
    }}
}}
"""

# Every upload is stored under one name, replacing the last one.
PUT = "location /put/ {{ root {taken}; client_body_temp_path {taken}/body; dav_methods PUT; client_max_body_size 0; }}"
# Uploads are kept in memory if there is room for two, the old and the new: the row measures the sender, and the
# server's disk would dominate.
MEMORY = Path("/dev/shm")


class Server:
    """A running nginx with its files in `work`; end it with `stop()`."""

    small_size = 1024
    medium_size = 160_000_000
    file_count = 2000
    file_size = 10 * 1024
    part_count = 10_000
    part_size = 1024

    def __init__(self, work, large_size):
        if not shutil.which("nginx"):
            raise SystemExit("nginx is not installed: apt-get install nginx-light")
        self.work = work
        self.certificate = str(work / "ca.pem")
        self.plain_port, self.tls_port, self.limited_port = free_ports(3)
        has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 * large_size
        self.taken = MEMORY / f"sockeye-bench-{os.getpid()}" if has_room else work / "taken"
        self._make_files(large_size)
        self._make_certificate()
        text = CONFIGURATION.format(
            work=work, plain=self.plain_port, tls=self.tls_port, limited=self.limited_port,
            put=PUT.format(taken=self.taken))
        (work / "nginx.conf").write_text(text)
        self.process = subprocess.Popen(["nginx", "-c", str(work / "nginx.conf"), "-e", str(work / "nginx.log")])
        sink = Path(__file__).resolve().parent.parent / "Peers" / "tus_sink.py"
        self.sink = subprocess.Popen([sys.executable, str(sink)], stdout=subprocess.PIPE, text=True)
        self.sink_port = int(self.sink.stdout.readline())
        self.echo = None
        if (work / "ws_echo").exists():
            self.echo = subprocess.Popen([str(work / "ws_echo")], stdout=subprocess.PIPE, text=True)
            self.echo_port = int(self.echo.stdout.readline())
        self.bulk = None
        if (work / "bulk").exists():
            self.bulk = subprocess.Popen([str(work / "bulk")], stdout=subprocess.PIPE, text=True)
            self.bulk_port = int(self.bulk.stdout.readline())
        self._wait()

    def bulk_url(self, path):
        """The URL on the server that is never the limit: a size to GET, or any name to PUT."""
        return f"http://127.0.0.1:{self.bulk_port if self.bulk else 1}/{path}"

    def digest(self, name):
        """The SHA-256 of a file that it serves."""
        with open(self.work / "www" / name, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def echo_url(self, path):
        """The URL on the WebSocket server."""
        return f"ws://127.0.0.1:{self.echo_port if self.echo else 1}/{path}"

    def url(self, path, tls=False):
        scheme, port = ("https", self.tls_port) if tls else ("http", self.plain_port)
        return f"{scheme}://127.0.0.1:{port}/{path}"

    def limited_url(self, path):
        """The URL with 10 MiB/s per connection."""
        return f"http://127.0.0.1:{self.limited_port}/{path}"

    def sink_url(self, path):
        """The URL on the server that accepts uploads by PUT and tus, and keeps nothing."""
        return f"http://127.0.0.1:{self.sink_port}/{path}"

    def stop(self):
        if self.echo:
            self.echo.terminate()
            self.echo.wait()
        if self.bulk:
            self.bulk.terminate()
            self.bulk.wait()
        self.sink.terminate()
        self.sink.wait()
        self.process.terminate()
        self.process.wait()
        for file in ("www/large", "www/medium", "www/gzipped", "downloaded", "quarter"):
            (self.work / file).unlink(missing_ok=True)
        shutil.rmtree(self.taken, ignore_errors=True)

    @property
    def keeps_in_memory(self):
        """Whether uploads go to memory rather than to disk."""
        return self.taken.parent == MEMORY

    def _make_files(self, large_size):
        folder = self.work / "www"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "small").write_bytes(b"x" * self.small_size)
        with open(folder / "large", "wb") as file:
            file.truncate(large_size)  # sparse: takes no disk space, and is served from the page cache
        with open(folder / "medium", "wb") as file:
            file.truncate(self.medium_size)
        make_gzipped(folder / "gzipped", large_size)
        (folder / "files").mkdir(exist_ok=True)
        for number in range(self.file_count):
            (folder / "files" / str(number)).write_bytes(b"x" * self.file_size)
        with open(self.work / "quarter", "wb") as file:
            file.truncate(large_size // 4)
        parts = self.work / "parts"
        parts.mkdir(exist_ok=True)
        for number in range(self.part_count):
            (parts / str(number)).write_bytes(b"x" * self.part_size)
        # nginx's worker, which runs as nobody, writes there.
        for made in (self.taken, self.taken / "put", self.taken / "body"):
            made.mkdir(exist_ok=True)
            made.chmod(0o777)
        for name in (folder / "large", self.work / "quarter"):
            with open(name, "rb") as file:
                while file.read(1 << 24):
                    pass

    def _make_certificate(self):
        """Makes a CA, and a certificate signed by it for 127.0.0.1."""
        (self.work / "san").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        for command in (
            ["req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Benchmark CA"],
            ["req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=127.0.0.1"],
            ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
            + ["-days", "2", "-extfile", "san", "-out", "server.pem"],
        ):
            subprocess.run(["openssl", *command], cwd=self.work, check=True, capture_output=True)

    def _wait(self):
        for _ in range(200):
            if self.process.poll() is not None:
                raise SystemExit("nginx did not start:\n" + (self.work / "nginx.log").read_text())
            try:
                socket.create_connection(("127.0.0.1", self.tls_port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("nginx does not answer")


def make_gzipped(path, size):
    """Writes one gzip member of about `size` bytes of random text, which deflate shrinks to a third.

    One piece is compressed once and repeated: after a full flush nothing refers back before it."""
    chance = random.Random(1)
    letters = "etaoinshrdlucmfw"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(4000)]
    piece = " ".join(chance.choices(words, k=800_000)).encode()[: 4 << 20]
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    count, check = max(1, size // len(piece)), 0
    for _ in range(count):
        check = zlib.crc32(piece, check)
    with open(path, "wb") as file:
        file.write(bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]))
        for _ in range(count):
            file.write(packed)
        # An empty last block, the checksum, the length.
        file.write(bytes([3, 0]) + check.to_bytes(4, "little") + (count * len(piece)).to_bytes(8, "little")[:4])


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
