#!/usr/bin/env python3
"""A server that accepts uploads by PUT and by tus 1.0, and keeps only their length.

The first line it prints is its port."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 256 * 1024


class Sink(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    uploads = {}

    def answer(self, status, **fields):
        self.send_response(status)
        self.send_header("Tus-Resumable", "1.0.0")
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def take(self):
        """Reads the body, and returns the number of bytes."""
        left = length = int(self.headers["Content-Length"])
        piece = memoryview(bytearray(PIECE))
        while left:
            count = self.rfile.readinto(piece[: min(left, PIECE)])
            if not count:
                break
            left -= count
        return length - left

    def do_OPTIONS(self):
        self.answer(204, Tus_Version="1.0.0", Tus_Extension="creation")

    def do_PUT(self):
        self.take()
        self.answer(201)

    def do_POST(self):
        path = f"/uploads/{len(self.uploads)}"
        self.uploads[path] = [0, int(self.headers["Upload-Length"])]
        self.answer(201, Location=path)

    def do_HEAD(self):
        if self.path not in self.uploads:
            return self.answer(404)
        offset, length = self.uploads[self.path]
        self.answer(200, Upload_Offset=offset, Upload_Length=length, Cache_Control="no-store")

    def do_PATCH(self):
        upload = self.uploads.get(self.path)
        if upload is None or int(self.headers["Upload-Offset"]) != upload[0]:
            self.close_connection = True
            return self.answer(404 if upload is None else 409)
        upload[0] += self.take()
        self.answer(204, Upload_Offset=upload[0])

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Sink)
server.daemon_threads = True
print(server.server_address[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    sys.exit(0)
