"""URLs as people type them, read by curl and by Python's urllib: where a request goes, and what it asks for."""
import re
import urllib.parse

from known import Ledger

KNOWN = {
    "more": "curl refuses a backslash before the path, and takes a host with a colon and no port for a scheme",
    "escapes": "the URL Standard escapes octets outside ASCII and decodes escapes in a host, and takes a backslash for a slash",
    "question mark": "a ? with nothing after it is no query, as in curl 8",
    "dots": "the URL Standard takes %2e for a dot, and curl leaves a dot segment behind another one",
    "address": "the URL Standard has one spelling for an IPv4 address, and drops the port that the scheme has anyway",
}


def url(random):
    scheme = random.choice(["http://", "http://", "HTTP://", "", "http:/", "http:///"])
    user = random.choice(["", "", "", "u@", "u:p@", "u%40x:p%3Ax@", "u:p:q@", ":p@"])
    host = random.choice(["a.example", "A.Example", "a.example.", "127.0.0.1", "127.1", "0x7f.0.0.1", "[::1]", "a_b.example", "%61.example"])
    port = random.choice(["", "", ":80", ":8080", ":080", ":", ":65536", ":x"])
    path = "".join(random.choice(["/", "/a", "/b.c", "/.", "/..", "/%2e%2e", "/%41", "/a b", "/\u00e9", "/a;b", "//", "/@x", "/:1", "\\"])
                   for _ in range(random.randrange(0, 4)))
    query = random.choice(["", "", "?", "?q", "?a=b&c=d", "?what?", "?a b", "?@b.example/", "?%zz"])
    fragment = random.choice(["", "", "#f", "#", "#@b.example/"])
    return scheme + user + host + port + path + query + fragment


def seen(requests):
    return [(request.host.lower(), request.target, request.user) for request in requests]


def compare(program, server, folder, random, rounds):
    ledger = Ledger("URLs", KNOWN)
    for _ in range(rounds * 3):
        text = url(random)
        _, requests = server.run(program, "-g", text, folder=folder)
        ours = seen(requests)
        _, requests = server.run("curl", "-g", text, folder=folder)
        theirs = seen(requests)
        excuse = None
        if not ours:
            excuse = None
        elif not theirs:
            excuse = "more" if "\\" in text or not text.lower().startswith("http:") and re.search(":([/?#]|$)", text) else None
        elif any(part in text for part in (" ", "\\", "\u00e9", "%61")):
            excuse = "escapes"
        elif "%2e" in text or "/." in text:
            excuse = "dots"
        elif any(part in text for part in ("127.1", "0x7f", ":80", ":080")):
            excuse = "address"
        elif text.endswith("?"):
            excuse = "question mark"
        ledger.compare(ours, theirs, f"curl, {text!r}", excuse)
        if ours and "\\" not in text and text.lower().startswith("http://") and not text.startswith("http:///"):
            # What is after the authority never says where a request goes.
            parts = urllib.parse.urlsplit(text)
            host = ours[0][0].rsplit(":", 1)[0] if not ours[0][0].endswith("]") else ours[0][0]
            host = host.strip("[]").rstrip(".")
            given = urllib.parse.unquote(parts.hostname or "").rstrip(".")
            if given in ("127.1", "0x7f.0.0.1"):
                given = "127.0.0.1"
            ledger.compare(host, given, f"urllib, the host of {text!r}")
    return ledger
