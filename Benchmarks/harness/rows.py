"""The rows: the work, the programs and the goals. To add a row, add it to `rows()`."""

import os
import shutil
import time
from pathlib import Path

from . import connections
from .builds import Program, stripped
from .measure import Contender
from .row import MEBIBYTE, REQUESTS, WHOLE_RUN, Figure, Row


def rows(programs, server, scale, rounds):
    """All rows; `scale` shrinks them, for trying the harness. The first twelve are those that matter most."""
    return [
        sequential(programs, server.url("small"), scale, rounds),
        concurrent(programs, server.url("small"), scale, rounds),
        connections.many(programs, server, scale, rounds),
        connections.handshakes(programs, server, scale, rounds),
        redirects(programs, server.url("login"), scale, rounds),
        start_up(programs, server.url("small"), scale, rounds),
        large(programs, server, True, rounds),
        to_disk(programs, server, False, rounds),
        verified(programs, server, rounds),
        many_files(programs, server, rounds),
        upload(programs, server, False, rounds),
        cached_file(programs, server, rounds),
        connections.idle(programs, server, scale, rounds),
        bulk_fetch(programs, server, scale, rounds),
        large(programs, server, False, rounds),
        gzipped(programs, server.url("gzipped"), rounds),
        cached(programs, server, scale, rounds),
        to_disk(programs, server, True, rounds),
        to_memory(programs, server, rounds),
        segments(programs, server, rounds),
        bulk_upload(programs, server, rounds),
        upload(programs, server, True, rounds),
        resumable(programs, server, rounds),
        large_form(programs, server, rounds),
        many_parts(programs, server, rounds),
        echoes(programs, server, scale, rounds),
        large_messages(programs, server, scale, rounds),
    ]


def sequential(programs, url, scale, rounds):
    def program(name, key, count):
        count = max(200, int(count * scale))
        return Contender(name, programs[key], ["sequential", url, count], count)

    seconds = max(1, round(2 * scale))
    contenders = [
        Contender("wrk", programs["wrk"], ["-t1", "-c1", f"-d{seconds}s", url]),
        program("sockeye", "sockeye-bench", 24_000),
        Contender(
            "sockeye, ordinary tasks", programs["sockeye-bench"],
            ["sequential-tasks", url, max(200, int(24_000 * scale))], max(200, int(24_000 * scale))),
        program("libcurl easy", "libcurl", 20_000),
        program("Go net/http", "go", 10_000),
        program("hyper", "hyper", 20_000),
        program("AsyncHTTPClient", "asynchttpclient-bench", 8_000),
        program("URLSession", "urlsession-bench", 4_000),
    ]
    figures = [
        Figure("rate", "≥", 1.8, "wrk"), Figure("cpu_each", "≤", 0.8, "libcurl easy"),
        *(Figure("rate", "≥", 1.2, peer, "sockeye, ordinary tasks") for peer in ("Go net/http", "hyper")),
        Figure("rate", "≥", 1.0, "wrk", "sockeye, ordinary tasks"), Figure("rate", "≥", 2.5, "AsyncHTTPClient"),
    ]
    return Row("1 KiB GETs one after another on one connection", REQUESTS, contenders, figures, rounds)


def concurrent(programs, url, scale, rounds):
    def program(name, key, count):
        count = max(640, int(count * scale))
        return Contender(name, programs[key], ["concurrent", url, count, 64], count)

    seconds = max(1, round(2 * scale))
    contenders = [
        Contender("wrk", programs["wrk"], ["-t1", "-c64", f"-d{seconds}s", url]),
        program("sockeye", "sockeye-bench", 120_000),
        program("libcurl multi", "libcurl", 60_000),
        program("Go net/http", "go", 40_000),
        program("hyper", "hyper", 60_000),
        program("AsyncHTTPClient", "asynchttpclient-bench", 40_000),
        program("URLSession", "urlsession-bench", 6_000),
    ]
    figures = [
        Figure("rate", "≥", 0.9, "wrk"),
        Figure("cpu_each", "≤", 0.65, "libcurl multi"),
        Figure("cpu_each", "≤", 0.35, "AsyncHTTPClient"),
    ]
    return Row("1 KiB GETs, 64 connections, one event loop", REQUESTS, contenders, figures, rounds)


def echoes(programs, server, scale, rounds):
    """Each message waits for the one before it to come back."""
    url = server.echo_url("echo")

    def program(name, key, count):
        count = max(500, int(count * scale))
        return Contender(name, programs[key], ["websocket", url, count], count)

    contenders = [program("sockeye", "sockeye-bench", 40_000), program("SwiftNIO", "nio-websocket-bench", 20_000)]
    figures = [Figure("rate", "≥", 1.2, "SwiftNIO"), Figure("cpu_each", "≤", 0.6, "SwiftNIO")]
    return Row("64-byte WebSocket messages echoed on one connection", REQUESTS, contenders, figures, rounds)


def large_messages(programs, server, scale, rounds):
    count = max(64, int(1024 * scale))
    url = server.echo_url(f"send/{count}/{MEBIBYTE}")
    contenders = [
        Contender(name, programs[key], ["websocket-receive", url, count], count)
        for name, key in (("sockeye", "sockeye-bench"), ("SwiftNIO", "nio-websocket-bench"))
    ]
    figures = [Figure("rate", "≥", 2.0, "SwiftNIO")]
    return Row("1 GiB received in WebSocket messages of 1 MiB", REQUESTS, contenders, figures, rounds)


def large(programs, server, tls, rounds):
    url = server.url("large", tls=tls)
    trust = ["--cacert", server.certificate] if tls else []
    contenders = [
        Contender("curl", programs["curl"], ["-s", "-o", "/dev/null", *trust, url]),
        Contender("sockeye", programs["sockeye"], ["-s", "-o", "/dev/null", *trust, url]),
        Contender("wget", programs["wget"], ["-q", "-O", "/dev/null", f"--ca-certificate={server.certificate}", url]),
    ]
    for name, key in (("Go net/http", "go"), ("hyper", "hyper")):
        contenders.append(Contender(name, programs[key], ["fetch", url, *trust[1:]]))
    if not tls:
        contenders.append(Contender("AsyncHTTPClient", programs["asynchttpclient-bench"], ["fetch", url]))
    memory = Figure("rss", "≤", 20 * MEBIBYTE)
    if tls:
        return Row("1 GiB body to nowhere, TLS", WHOLE_RUN, contenders, [Figure("cpu", "≤", 0.85, "curl"), memory], rounds)
    figures = [Figure("wall", "≤", 0.65, "curl"), Figure("cpu", "≤", 0.5, "curl"), memory]
    return Row("1 GiB body to nowhere, plain", WHOLE_RUN, contenders, figures, rounds)


def bulk_fetch(programs, server, scale, rounds):
    """From a server in C that hands out one buffer, so that the client is the limit."""
    url = server.bulk_url(int((1 << 30) * scale))
    contenders = [
        Contender("curl", programs["curl"], ["-s", "-o", "/dev/null", url]),
        Contender("sockeye", programs["sockeye"], ["-s", "-o", "/dev/null", url]),
    ]
    figures = [Figure("wall", "≤", 0.6, "curl"), Figure("cpu", "≤", 0.5, "curl")]
    return Row("1 GiB to nowhere, plain, from the fast sender", WHOLE_RUN, contenders, figures, rounds)


def bulk_upload(programs, server, rounds):
    """Into a server in C that drops the body in the kernel."""
    words = ["-s", "-f", "-o", "/dev/null", "-T", server.work / "www" / "large", server.bulk_url("taken")]
    contenders = [Contender("curl -T", programs["curl"], words), Contender("sockeye", programs["sockeye"], words)]
    return Row("1 GiB put, plain, into the fast sink", WHOLE_RUN, contenders, [Figure("wall", "≤", 0.8, "curl -T")], rounds)


def verified(programs, server, rounds):
    """What a digest costs beside the writing: as by default, and without waiting for the disk, where it can hide less."""
    target, words = server.work / "downloaded", ["-s", "-o", server.work / "downloaded"]
    url, checksum = server.url("large"), ["--checksum", f"sha256:{server.digest('large')}"]
    contenders = [
        Contender("sockeye, no digest", programs["sockeye"], [*words, url]),
        Contender("sockeye", programs["sockeye"], [*words, *checksum, url]),
        Contender("sockeye --no-sync, no digest", programs["sockeye"], [*words, "--no-sync", url]),
        Contender("sockeye --no-sync", programs["sockeye"], [*words, "--no-sync", *checksum, url]),
    ]
    figures = [Figure("wall", "≤", 1.15, "sockeye, no digest")]
    return Row("1 GiB to disk, verified by SHA-256", WHOLE_RUN, contenders, figures, rounds, fresh(target))


def gzipped(programs, url, rounds):
    arguments = ["-s", "--compressed", "-o", "/dev/null", url]
    contenders = [
        Contender("curl --compressed", programs["curl"], arguments),
        Contender("sockeye --compressed", programs["sockeye"], arguments),
    ]
    ours = "sockeye --compressed"
    figures = [
        Figure("cpu", "≤", 0.5, "curl --compressed", ours), Figure("rss", "≤", 20 * MEBIBYTE, ours=ours),
    ]
    return Row("1 GiB of text, gzip-coded, decoded to nowhere", WHOLE_RUN, contenders, figures, rounds)


def redirects(programs, url, scale, rounds):
    """Each page sets two cookies and redirects to another, which is requested with them: two requests."""
    count = max(200, int(8_000 * scale))
    contenders = [
        Contender("libcurl easy", programs["libcurl"], ["redirects", url, count]),
        Contender("sockeye", programs["sockeye-bench"], ["redirects", url, count]),
    ]
    figures = [Figure("rate", "≥", 1.0, "libcurl easy")]
    return Row("redirects with cookies one after another", REQUESTS, contenders, figures, rounds)


def cached(programs, server, scale, rounds):
    """Hits in memory and on disk, beside the same GET without a cache; and what an empty cache costs a request."""
    folder = server.work / "cache"

    def program(name, kind, count, url="cached/small"):
        count = max(200, int(count * scale))
        return Contender(name, programs["sockeye-bench"], ["cached", server.url(url), count, kind, folder], count)

    session = max(200, int(20_000 * scale))
    contenders = [
        program("no cache", "none", 24_000),
        program("hit in memory", "memory", 400_000),
        program("hit on disk", "disk", 120_000),
        program("no cache, no-store", "none", 24_000, "uncached/small"),
        program("empty cache, no-store", "empty", 24_000, "uncached/small"),
        Contender("URLSession, URLCache", programs["urlsession-bench"], ["cached", server.url("cached/small"), session], session),
    ]
    figures = [
        Figure("rate", "≥", 10.0, "no cache", "hit in memory"), Figure("rate", "≥", 3.0, "no cache", "hit on disk"),
        Figure("cpu_each", "≤", 1.05, "no cache, no-store", "empty cache, no-store"),
    ]
    row = Row("1 KiB GETs one after another, cached", REQUESTS, contenders, figures, rounds)
    row.finish = lambda: shutil.rmtree(folder, ignore_errors=True)
    return row


def cached_file(programs, server, rounds):
    """A hit on disk of 1 GiB, saved to a file."""
    url, target, folder = server.url("cached/large"), server.work / "downloaded", server.work / "large-cache"
    cache = ["--cache-dir", folder, "--cache-limit", str(16 << 30)]
    contenders = [
        Contender("curl", programs["curl"], ["-s", "-o", target, url]),
        Contender("sockeye --cache", programs["sockeye"], ["-s", "--no-sync", *cache, "-o", target, url]),
    ]
    figures = [Figure("wall", "≤", 0.5, "curl", "sockeye --cache")]
    row = Row("1 GiB from the cache to disk", WHOLE_RUN, contenders, figures, rounds, fresh(target))
    row.finish = lambda: shutil.rmtree(folder, ignore_errors=True)
    return row


def start_up(programs, url, scale, rounds):
    contenders = [
        Contender("curl", programs["curl"], ["-s", "-o", "/dev/null", url]),
        Contender("sockeye", programs["sockeye"], ["-s", "-o", "/dev/null", url]),
        Contender("wget", programs["wget"], ["-q", "-O", "/dev/null", url]),
    ]
    figures = [Figure("wall", "≤", 0.5, "curl"), Figure("wall", "≤", 1.0, "wget")]
    row = Row("one 1 KiB fetch, process start included", WHOLE_RUN, contenders, figures, max(1, int(20 * rounds * scale)))
    row.needs_idle = True
    return row


def fresh(path):
    """Returns a preparation that removes the file, or the folder's files, and flushes what earlier runs wrote.

    Otherwise a program would pay for truncating or replacing another's output, and for the disk still writing it."""

    def prepare():
        if path.is_dir():
            # Removed after the row: right after thousands of deletions, ext4 makes each new file search all of their
            # inodes for one that is old enough.
            path.rename(path.with_name(f"{path.name}.old-{time.monotonic_ns()}"))
            path.mkdir()
        else:
            path.unlink(missing_ok=True)
        os.sync()

    return prepare


def remove_old(path):
    """Returns the clean-up of a row that `fresh` prepared with a folder."""

    def finish():
        for old in path.parent.glob(f"{path.name}.old-*"):
            shutil.rmtree(old)

    return finish


def savers(programs, url, target, trust, certificate):
    """Every program, saving `url` as `target`."""
    aria2 = ["-q", "--allow-overwrite=true", "-d", target.parent, "-o", target.name]
    return [
        Contender("curl", programs["curl"], ["-s", "-o", target, *trust, url]),
        Contender("sockeye", programs["sockeye"], ["-s", "-o", target, *trust, url]),
        Contender("sockeye --no-sync", programs["sockeye"], ["-s", "--no-sync", "-o", target, *trust, url]),
        Contender("aria2c", programs["aria2c"], [*aria2, f"--ca-certificate={certificate}", url]),
    ]


def to_disk(programs, server, tls, rounds):
    url, target = server.url("large", tls=tls), server.work / "downloaded"
    trust = ["--cacert", server.certificate] if tls else []
    contenders = savers(programs, url, target, trust, server.certificate)
    # The peers don't wait for the disk (fsync). sockeye does by default; `sync -d` and --no-sync compare like with like.
    both = ("sockeye", "sockeye --no-sync")
    if tls:
        figures = [
            figure for ours in both for figure in (
                Figure("wall", "≤", 1.0, "curl", ours), Figure("cpu", "≤", 1.0, "curl", ours),
                Figure("rss", "≤", 24 * MEBIBYTE, ours=ours))
        ]
        return Row("1 GiB to disk, TLS", WHOLE_RUN, contenders, figures, rounds, fresh(target))
    synced = f'"$1" -s -o "$2" "$3" && sync -d "$2"'
    contenders.insert(1, Contender("curl, then sync -d", Program("sh", "/bin/sh", programs["curl"].missing),
                                   ["-c", synced, "sh", programs["curl"].path, target, url]))
    figures = [Figure("wall", "≤", 0.5, "curl, then sync -d")] + [
        figure for ours in both for figure in (
            Figure("wall", "≤", 0.6, "curl", ours), Figure("wall", "≤", 0.45, "aria2c", ours),
            Figure("cpu", "≤", 0.5, "curl", ours), Figure("rss", "≤", 24 * MEBIBYTE, ours=ours))
    ]
    return Row("1 GiB to disk, plain", WHOLE_RUN, contenders, figures, rounds, fresh(target))


def to_memory(programs, server, rounds):
    """The same without a disk: the cost of the programs themselves. Has no goals."""
    target = Path("/dev/shm") / "sockeye-bench-downloaded"
    has_room = target.parent.is_dir() and shutil.disk_usage(target.parent).free > 3 << 30
    contenders = savers(programs, server.url("large"), target, [], server.certificate) if has_room else []
    row = Row("1 GiB to a file in memory (tmpfs), plain", WHOLE_RUN, contenders, [], rounds, fresh(target))
    row.finish = lambda: target.unlink(missing_ok=True)
    return row


def segments(programs, server, rounds):
    url, target = server.limited_url("medium"), server.work / "downloaded"
    aria2 = ["-q", "--allow-overwrite=true", "-k1M", "-x8", "-s8", "-d", server.work, "-o", "downloaded"]
    contenders = [
        Contender("sockeye, one", programs["sockeye"], ["-s", "-o", target, url]),
        Contender("sockeye", programs["sockeye"], ["-s", "--segments", "8", "-o", target, url]),
        Contender("sockeye, 16", programs["sockeye"], ["-s", "--segments", "16", "-o", target, url]),
        Contender("sockeye auto", programs["sockeye"], ["-s", "--segments", "auto", "-o", target, url]),
        Contender("aria2c", programs["aria2c"], [*aria2, url]),
    ]
    figures = [
        Figure("wall", "≤", 1 / 7, "sockeye, one"), Figure("wall", "≤", 1.0, "aria2c"),
        Figure("wall", "≤", 1.2, "sockeye", "sockeye auto"), Figure("wall", "≤", 1.2, "sockeye, 16", "sockeye auto"),
        Figure("rss", "≤", 24 * MEBIBYTE),
    ]
    return Row("160 MB in 8 segments, 10 MiB/s each", WHOLE_RUN, contenders, figures, 1, fresh(target))


def many_files(programs, server, rounds):
    folder = server.work / "downloads"
    folder.mkdir(exist_ok=True)
    urls = [(number, server.url(f"files/{number}")) for number in range(server.file_count)]
    (server.work / "list").write_text("".join(f"{url}\n  out={folder}/{number}\n" for number, url in urls))
    (server.work / "list.aria2").write_text("".join(f"{url}\n  out={number}\n" for number, url in urls))
    (server.work / "list.curl").write_text("".join(f'url="{url}"\noutput="{folder}/{number}"\n' for number, url in urls))
    aria2 = ["-q", "--allow-overwrite=true", "-j16", "-d", folder, "-i", server.work / "list.aria2"]
    parallel = ["-s", "-Z", "--parallel-max", "16"]
    contenders = [
        Contender("curl -Z", programs["curl"], [*parallel, "-K", server.work / "list.curl"]),
        Contender("sockeye", programs["sockeye"], [*parallel, "--input-file", server.work / "list"]),
        Contender("sockeye --no-sync", programs["sockeye"], [*parallel, "--no-sync", "--input-file", server.work / "list"]),
        Contender("aria2c", programs["aria2c"], aria2),
    ]
    figures = [
        figure for ours in ("sockeye", "sockeye --no-sync") for figure in (
            Figure("wall", "≤", 1.0 if ours == "sockeye" else 0.7, "curl -Z", ours), Figure("wall", "≤", 0.8, "aria2c", ours),
            Figure("rss", "≤", 24 * MEBIBYTE, ours=ours))
    ]
    row = Row("2,000 files of 10 KiB, 16 at once", WHOLE_RUN, contenders, figures, rounds, fresh(folder))
    row.finish = remove_old(folder)
    return row


def upload(programs, server, tls, rounds):
    url = server.url("put/taken", tls=tls)
    trust = ["--cacert", server.certificate] if tls else []
    words = ["-s", "-f", "-o", "/dev/null", *trust, "-T", server.work / "www" / "large", url]
    contenders = [
        Contender("curl -T", programs["curl"], words),
        Contender("sockeye", programs["sockeye"], words),
    ]
    memory = Figure("rss", "≤", 20 * MEBIBYTE)
    place = "" if server.keeps_in_memory else " (kept on the server's disk, no room in /dev/shm)"
    if tls:
        figures = [Figure("cpu", "≤", 1.0, "curl -T"), memory]
        return Row("1 GiB put, TLS" + place, WHOLE_RUN, contenders, figures, rounds)
    figures = [Figure("cpu", "≤", 0.4, "curl -T"), Figure("wall", "≤", 1.0, "curl -T"), memory]
    return Row("1 GiB put, plain" + place, WHOLE_RUN, contenders, figures, rounds)


def resumable(programs, server, rounds):
    """The cost of resumability: the same upload by PUT and by tus. Has no goal against a peer."""
    file, url = server.work / "www" / "large", server.sink_url("taken")
    words = ["-s", "-f", "-o", "/dev/null", "-T", file, url]
    contenders = [
        Contender("curl -T", programs["curl"], words),
        Contender("sockeye -T", programs["sockeye"], words),
        Contender("sockeye", programs["sockeye"], ["--resumable=tus", *words]),
    ]
    figures = [Figure("rss", "≤", 24 * MEBIBYTE)]
    return Row("1 GiB by tus (sockeye) and by PUT, plain", WHOLE_RUN, contenders, figures, 1)


def large_form(programs, server, rounds):
    # With PUT, so that nginx stores the body without knowing forms.
    form = [word for number in range(4) for word in ("-F", f"file{number}=@{server.work / 'quarter'}")]
    words = ["-s", "-f", "-o", "/dev/null", "-X", "PUT", *form, server.url("put/taken")]
    contenders = [
        Contender("curl -F", programs["curl"], words),
        Contender("sockeye", programs["sockeye"], words),
    ]
    figures = [Figure("cpu", "≤", 0.6, "curl -F"), Figure("rss", "≤", 20 * MEBIBYTE)]
    return Row("1 GiB as a form of 4 files, plain", WHOLE_RUN, contenders, figures, rounds)


def many_parts(programs, server, rounds):
    lines = [f'form="file=@{server.work}/parts/{number}"\n' for number in range(server.part_count)]
    (server.work / "form").write_text("".join(lines))
    words = ["-s", "-f", "-o", "/dev/null", "-X", "PUT", "-K", server.work / "form", server.url("put/taken")]
    contenders = [
        Contender("curl -F", programs["curl"], words),
        Contender("sockeye", programs["sockeye"], words),
    ]
    figures = [Figure("wall", "≤", 1.0, "curl -F"), Figure("rss", "≤", 32 * MEBIBYTE)]
    return Row("10,000 files of 1 KiB as one form, plain", WHOLE_RUN, contenders, figures, rounds)


def sizes(programs):
    """The sizes of shipped programs: (name, bytes, bound in bytes, whether it has Foundation, why it is missing)."""
    lines = []
    for what, key, bound in (
        ("stripped CLI, --static-swift-stdlib", "sockeye", 12_000_000),
        ("stripped program that uses only the library", "sockeye-bench", 10_000_000),
    ):
        program = programs[key]
        size, has_foundation = stripped(program) if program.path else (None, None)
        lines.append((what, size, bound, has_foundation, program.missing))
    return lines
