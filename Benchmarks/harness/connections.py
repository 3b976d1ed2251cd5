"""The rows of many connections: their requests, their memory, their handshakes."""

from .measure import Contender
from .row import KIBIBYTE, REQUESTS, Figure, Row


def many(programs, server, scale, rounds):
    """What a request costs when more connections are open; all of them make requests."""
    url = server.url("small")

    def program(name, key, connections):
        count = max(2 * connections, int(60_000 * scale))
        return Contender(f"{name}, {connections:,}", programs[key], ["concurrent", url, count, connections], count)

    sizes = (64, 1_000, 10_000)
    contenders = [
        program(name, key, size) for size in sizes for name, key in (("sockeye", "sockeye-bench"), ("libcurl multi", "libcurl"))
    ]
    figures = [
        figure for size in ("1,000", "10,000") for figure in (
            Figure("cpu_each", "≤", 1.2, "sockeye, 64", f"sockeye, {size}"),
            Figure("rate", "≥", 1.0, f"libcurl multi, {size}", f"sockeye, {size}"))
    ]
    return Row("1 KiB GETs over many connections", REQUESTS, contenders, figures, rounds)


def idle(programs, server, scale, rounds):
    """The memory of idle connections: bytes of the heap in use (mallinfo2), by the count. That of TLS is mostly OpenSSL's,
    which a program of nothing but OpenSSL shows."""
    count = max(100, int(10_000 * scale))

    def program(name, key, words):
        return Contender(name, programs[key], [*words, count], count)

    contenders = [
        program("sockeye, plain", "sockeye-bench", ["idle", server.url("small")]),
        program("sockeye, TLS", "sockeye-bench", ["idle", server.url("small", tls=True), server.certificate]),
        program("OpenSSL alone", "tls_idle", [server.tls_port]),
    ]
    figures = [
        Figure("each", "≤", 8 * KIBIBYTE, ours="sockeye, plain"),
        Figure("each", "≤", 40 * KIBIBYTE, ours="sockeye, TLS", without="OpenSSL alone"),
    ]
    return Row("10,000 idle connections", ["each", "rss", "wall"], contenders, figures, 1)


def handshakes(programs, server, scale, rounds):
    """A new TLS connection for each request, with a whole handshake and with a resumed one."""
    url, count = server.url("small", tls=True), max(50, int(2_000 * scale))
    contenders = [
        Contender(f"{name}, {kind}", programs[key], [f"handshakes-{kind}", url, server.certificate, count], count)
        for kind in ("whole", "resumed") for name, key in (("sockeye", "sockeye-bench"), ("libcurl", "libcurl"))
    ]
    # hyper-tls resumes no session.
    for name, key, kind in (("Go", "go", "whole"), ("Go", "go", "resumed"), ("hyper", "hyper", "whole")):
        words = [f"handshakes-{kind}", url, server.certificate, count]
        contenders.append(Contender(f"{name}, {kind}", programs[key], words, count))
    figures = [
        Figure("rate", "≥", 1.1, f"libcurl, {kind}", f"sockeye, {kind}") for kind in ("whole", "resumed")
    ]
    return Row("new TLS connections", REQUESTS, contenders, figures, rounds)
