"""One command line, its server, and what may differ from curl."""

import shlex
from dataclasses import dataclass, field


@dataclass
class Case:
    """In arguments, files, environment and replies, PORT is the server's port, OTHER the second server's, DIR the folder."""

    name: str
    arguments: list
    #: What the server answers, in order; or by path.
    replies: object = field(default_factory=list)
    #: What a second server answers.
    others: object = None
    files: dict = field(default_factory=dict)
    #: File name to mode or modification time, after they are written.
    times: dict = field(default_factory=dict)
    stdin: bytes = b""
    environment: dict = field(default_factory=dict)
    #: `tls`, `ipv6`, `unix` or nothing.
    kind: str = ""
    #: Why the outcome differs from curl's on purpose, and in which aspects.
    excuse: str = ""
    aspects: tuple = ()
    #: Whether it may also be the same.
    by_chance: bool = False
    #: The version of curl since which the outcome is as `becomes` turns it: (pattern, replacement) by aspect.
    since: str = ""
    becomes: dict = field(default_factory=dict)
    #: Called by the name `curl`, as `make install CURL=1` links it.
    as_curl: bool = False
    #: Standard error counts too, without lines that begin with `* ` and the meter.
    compares_errors: bool = False
    #: (pattern, replacement) for everything that is compared.
    normal: list = field(default_factory=list)
    #: Run by this shell command; "$0" "$@" is the program with its arguments.
    shell: str = ""
    #: Bytes the server sends or steps it takes before the first request of a connection.
    greeting: object = None
    #: The order of requests and connections does not matter, as with -Z.
    unordered: bool = False


class Table:
    """The cases of one file, in the order written."""

    def __init__(self, topic):
        self.topic = topic
        self.cases = []

    def excuse(self, name, reason, *aspects, since="", becomes=None, by_chance=False):
        """Says why a case differs from curl on purpose, what a newer curl does, or both.

        One that differs `by_chance`, since its order isn't fixed, may also be the same."""
        case = next(case for case in self.cases if case.name == f"{self.topic}: {name}")
        case.excuse, case.aspects, case.by_chance = reason, aspects, by_chance
        case.since, case.becomes = since, becomes or {}

    def __call__(self, name, arguments, *replies, **more):
        if isinstance(arguments, str):
            arguments = shlex.split(arguments)
        if len(replies) == 1 and isinstance(replies[0], dict):
            replies = replies[0]
        self.cases.append(Case(f"{self.topic}: {name}", arguments, replies, **more))


def reply(body=b"body\n", status="200 OK", fields=(), version="1.1", length=True):
    """A whole answer; `length` says whether it has a Content-Length."""
    if isinstance(body, str):
        body = body.encode()
    lines = [f"HTTP/{version} {status}"]
    if isinstance(fields, str):
        fields = fields.split("\n")
    lines += list(fields)
    if length:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def redirect(location, status="302 Found", body=b"moved\n", fields=()):
    """An answer with Location."""
    return reply(body, status, [f"Location: {location}", *fields])
