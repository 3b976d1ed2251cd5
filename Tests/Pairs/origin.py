"""A server that records each request and answers by its path: an origin, and another one that redirects lead to."""

import gzip
import hashlib
import socket
import threading

BODY = b"".join(b"line %06d of the body\n" % number for number in range(4000))
TAG = '"' + hashlib.sha256(BODY).hexdigest()[:12] + '"'
MODIFIED = "Tue, 13 Jun 2000 12:10:00 GMT"


class Origin:
    """Answers GET, HEAD, POST, PUT and others alike. `mode` says how: whole, missing (404), cut, held (half, then silence) or moved."""

    def __init__(self, other=None, host="127.0.0.1"):
        self.requests, self.mode, self.other = [], "whole", other
        self.reached = threading.Event()
        self.socket = socket.create_server((host, 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            peer, _ = self.socket.accept()
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        try:
            stream = peer.makefile("rwb")
            while self.answer(stream, peer):
                pass
        except OSError:
            pass
        finally:
            peer.close()

    def answer(self, stream, peer):
        """One exchange; false if the connection is over."""
        line = stream.readline()
        if not line.strip():
            return False
        fields = []
        while (row := stream.readline().rstrip(b"\r\n")):
            name, _, value = row.partition(b":")
            fields.append((name.decode().lower(), value.strip().decode("latin-1")))
        head = dict(fields)
        if head.get("expect"):
            stream.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            stream.flush()
        body = b""
        if "content-length" in head:
            body = stream.read(int(head["content-length"]))
        elif "chunked" in head.get("transfer-encoding", ""):
            while (size := int(stream.readline().split(b";")[0], 16)):
                body += stream.read(size)
                stream.readline()
            stream.readline()
        method, target, version = line.decode("latin-1").split()
        self.requests.append((method, target, version, fields, body))
        return self.reply(stream, peer, method, version, head)

    def reply(self, stream, peer, method, version, head):
        mode, content, status, extra = self.mode, BODY, "200 OK", []
        first = 0
        if mode == "moved":
            content, status, extra = b"moved\n", "302 Found", [f"Location: http://127.0.0.2:{self.other.port}/file"]
        elif mode == "missing":
            content, status = b"no such page\n", "404 Not Found"
        elif mode == "whole" and head.get("if-none-match") == TAG or mode == "whole" and head.get("if-modified-since") and "if-none-match" not in head and "2020" in head["if-modified-since"]:
            content, status = b"", "304 Not Modified"
        elif (wish := head.get("range", "")).startswith("bytes=") and head.get("if-range", TAG) in (TAG, MODIFIED):
            start, _, end = wish[6:].partition("-")
            last = min(int(end or len(BODY) - 1), len(BODY) - 1) if start else len(BODY) - 1
            first = int(start) if start else len(BODY) - int(end)
            content, status = BODY[first:last + 1], "206 Partial Content"
            extra = [f"Content-Range: bytes {first}-{last}/{len(BODY)}"]
        if "gzip" in head.get("accept-encoding", "") and status == "200 OK" and mode == "whole":
            content, extra = gzip.compress(content, mtime=0), ["Content-Encoding: gzip", "Vary: Accept-Encoding"]
        lines = [f"HTTP/1.1 {status}", "Content-Type: text/plain", "Set-Cookie: sid=fromserver; Path=/", "Cache-Control: max-age=600"]
        if status[:3] in ("200", "206", "304"):
            lines += [f"ETag: {TAG}", f"Last-Modified: {MODIFIED}", "Accept-Ranges: bytes"]
        lines += extra + ([] if status.startswith("304") else [f"Content-Length: {len(content)}"])
        closes = version == "HTTP/1.0" or mode == "cut"
        lines += ["Connection: close"] if closes else []
        stream.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        if method != "HEAD" and not status.startswith("304"):
            stream.write(content[:len(content) // 2] if mode in ("cut", "held") else content)
        stream.flush()
        if mode == "held" and method != "HEAD":
            self.reached.set()
            peer.recv(1)
            return False
        return not closes
