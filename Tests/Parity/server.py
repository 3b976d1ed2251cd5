"""The scripted server: records what arrives byte for byte, and answers what the case says, in order."""

import re
import select
import socket
import ssl
import struct
import threading


class Close:
    """A step: end the connection in order."""


class Reset:
    """A step: end the connection with a RST."""


class Wait:
    """A step: send nothing for so many seconds, or until the client goes."""

    def __init__(self, seconds):
        self.seconds = seconds


class Asked:
    """A step: wait until another connection has asked for this path."""

    def __init__(self, path):
        self.path = path


class Secure:
    """A step: from here on, TLS."""


class Raw:
    """A step: read so many bytes that are no request, as a SOCKS client sends."""

    def __init__(self, count):
        self.count = count


class Server:
    """One listening socket; each request, on whatever connection, takes the next reply.

    A reply is bytes, or a list of bytes and steps. After a reply whose end only closing shows, the server closes.
    With replies by path (a dict), order doesn't matter.
    """

    def __init__(self, replies, tls=None, family=socket.AF_INET, path=None, greeting=None, context=None):
        self.replies = list(replies) if not isinstance(replies, dict) else None
        self.by_path = replies if isinstance(replies, dict) else None
        self.tls = tls
        self.context = context or tls
        self.greeting = greeting
        self.lock = threading.Condition()
        self.asked = set()
        self.connections = []
        self.threads = []
        self.open = []
        self.ended = False
        if family == socket.AF_UNIX:
            self.listener = socket.socket(family, socket.SOCK_STREAM)
            self.listener.bind(path)
            self.port = 0
        else:
            self.listener = socket.socket(family, socket.SOCK_STREAM)
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.listener.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))
            self.port = self.listener.getsockname()[1]
        self.listener.listen(64)
        self.acceptor = threading.Thread(target=self.accept, daemon=True)
        self.acceptor.start()

    def accept(self):
        while not self.ended:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            peer.settimeout(20)
            record = bytearray()
            with self.lock:
                self.connections.append(record)
                self.open.append(peer)
            thread = threading.Thread(target=self.serve, args=(peer, record), daemon=True)
            thread.start()
            self.threads.append(thread)

    def stop(self):
        """Ends all connections; returns what each one sent, in the order in which they were accepted."""
        self.ended = True
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.acceptor.join(1)
        self.listener.close()
        # The client is gone: whatever it sent last is still read.
        for thread in self.threads:
            thread.join(1)
        for peer in self.open:
            peer.close()
        with self.lock:
            return [bytes(record) for record in self.connections if record]

    def serve(self, peer, record):
        try:
            if self.tls:
                peer = self.tls.wrap_socket(peer, server_side=True)
            self.converse(Peer(peer, record))
        except (OSError, ssl.SSLError, ValueError):
            pass
        finally:
            try:
                peer.close()
            except OSError:
                pass

    def converse(self, peer):
        if self.greeting is not None and not self.perform(peer, self.greeting, b"GET"):
            return
        while True:
            head = peer.head()
            if head is None:
                return
            reply = self.next_reply(head)
            method = head.split(b" ", 1)[0]
            expects = re.search(rb"\r\nexpect: *100-continue\r\n", head, re.I)
            steps = reply if isinstance(reply, list) else [reply]
            if not (expects and not any(isinstance(s, bytes) and b" 100 " in s[:14] for s in steps)):
                if expects:
                    peer.send(steps[0])
                    steps = steps[1:]
                peer.body(head)
            elif not any(isinstance(s, bytes) and re.match(rb"HTTP/1\.. [45]", s) for s in steps):
                peer.body(head)
            if not self.perform(peer, steps, method):
                return

    def perform(self, peer, steps, method):
        closes = False
        for step in steps if isinstance(steps, list) else [steps]:
            if isinstance(step, (bytes, bytearray)):
                peer.send(step)
                closes = closes or ends_by_closing(step, method)
            elif isinstance(step, Wait) or step is Wait:
                peer.wait(step.seconds)
            elif isinstance(step, Asked):
                with self.lock:
                    self.lock.wait_for(lambda step=step: step.path in self.asked, 20)
            elif step is Reset:
                peer.reset()
                return False
            elif step is Secure:
                peer.secure(self.context)
                closes = False
            elif isinstance(step, Raw):
                peer.read(step.count)
                closes = False
            elif step is Close:
                return False
        return not closes

    def next_reply(self, head):
        path = (head.split(b" ", 2) + [b""])[1].decode("latin-1").split("?")[0]
        with self.lock:
            self.asked.add(path)
            self.lock.notify_all()
            if self.by_path is not None:
                return self.by_path.get(path, NOT_FOUND)
            if self.replies:
                reply = self.replies.pop(0)
                return reply
        return NOT_FOUND


NOT_FOUND = b"HTTP/1.1 404 No More Replies\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def ends_by_closing(reply, method):
    """Whether only the end of the connection shows where the body ends, or the reply says that it closes."""
    head, _, _ = reply.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/"):
        return False
    if re.search(rb"\r\n(proxy-)?connection:[^\r\n]*close", head, re.I):
        return True
    status = head.split(b" ")[1][:3] if b" " in head else b"200"
    if status.startswith(b"1") or status in (b"204", b"304") or method in (b"HEAD", b"CONNECT"):
        return False
    if head.startswith(b"HTTP/1.0") and not re.search(rb"keep-alive", head, re.I):
        return True
    return not re.search(rb"\ncontent-length:|\ntransfer-encoding:", head, re.I)


class Peer:
    """One connection: reads requests and records every byte of them."""

    def __init__(self, sock, record):
        self.sock = sock
        self.record = record
        self.kept = b""

    def more(self):
        piece = self.sock.recv(65536)
        if piece:
            self.record += piece
            self.kept += piece
        return bool(piece)

    def read(self, count):
        while len(self.kept) < count:
            if not self.more():
                raise ValueError("ended")
        taken, self.kept = self.kept[:count], self.kept[count:]
        return taken

    def head(self):
        while b"\r\n\r\n" not in self.kept:
            if not self.more():
                return None
        head, _, self.kept = self.kept.partition(b"\r\n\r\n")
        return head + b"\r\n\r\n"

    def body(self, head):
        if head.startswith(b"CONNECT "):
            return
        if re.search(rb"\r\ntransfer-encoding: *chunked\r\n", head, re.I):
            while True:
                size = int(self.line().split(b";")[0] or b"0", 16)
                if size == 0:
                    while self.line():
                        pass
                    return
                self.read(size + 2)
        length = re.search(rb"\r\ncontent-length: *(\d+)\r\n", head, re.I)
        if length:
            self.read(int(length[1]))

    def line(self):
        while b"\r\n" not in self.kept:
            if not self.more():
                raise ValueError("ended")
        line, _, self.kept = self.kept.partition(b"\r\n")
        return line

    def send(self, data):
        self.sock.sendall(data)

    def wait(self, seconds):
        end = select.poll()
        end.register(self.sock, select.POLLRDHUP)
        end.poll(seconds * 1000)

    def reset(self):
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def secure(self, context):
        self.sock = context.wrap_socket(self.sock, server_side=True)
