"""The server that both programs are sent to, and how they are run."""
import base64
import http.server
import socket
import subprocess
import threading


class Request:
    def __init__(self, handler, body):
        self.method, self.target = handler.command, handler.path
        self.fields = [(name, value.encode("latin-1")) for name, value in handler.headers.items()]
        self.body = body

    def __getitem__(self, name):
        return next((value for field, value in self.fields if field.lower() == name.lower()), None)

    @property
    def host(self):
        return (self["Host"] or b"").decode("latin-1")

    @property
    def user(self):
        """User and password of Basic, as bytes."""
        value = self["Authorization"]
        return base64.b64decode(value.split(b" ", 1)[1]) if value else None


class Server:
    """Answers every request, and keeps it. `replies` has what is answered to a target, else it is `ok`."""

    def __init__(self):
        self.requests, self.replies = [], {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.requests.append(Request(self, body))
                status, fields, reply = outer.replies.get(self.path, (200, [], b"ok"))
                self.send_response(status)
                for name, value in fields + [("Content-Length", str(len(reply)))]:
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(reply)

            do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = answer

        class Quiet(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        server = Quiet(("127.0.0.1", 0), Handler)
        self.port = server.server_port
        # Bound and not listening: whoever connects is refused, and nobody else gets the port.
        self.refusing = socket.socket()
        self.refusing.bind(("127.0.0.1", 0))
        self.closed = self.refusing.getsockname()[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def run(self, program, *words, folder):
        """Runs a program whose every connection comes here. Returns its end, and the requests that came."""
        self.requests.clear()
        line = [program, "-q", "--no-progress-meter", "-m", "10", *words, "--connect-to", f"::127.0.0.1:{self.port}"]
        ended = subprocess.run(line, cwd=folder, capture_output=True, timeout=30)
        return ended, list(self.requests)
