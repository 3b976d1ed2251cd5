"""HSTS files, read by curl: which hosts are asked by HTTPS."""
import pathlib

from known import Ledger

HOSTS = ["a.example", "www.a.example", "b.example", "deep.www.a.example"]
KNOWN = {
    "twice": "of several lines for a host, the last one counts (RFC 6797 section 8.1); curl keeps the first one's subdomains and the later date",
}


def document(random):
    """A file, and whether a host is in it twice."""
    lines, hosts = ["# Your HSTS cache. https://curl.se/docs/hsts.html"], []
    for _ in range(random.randrange(1, 5)):
        host = random.choice(HOSTS + ["A.EXAMPLE", "b.example."])
        hosts.append(host.lower().rstrip("."))
        date = random.choice(['"20991231 23:59:59"', '"20991231 23:59:59"', '"unlimited"', '"20010101 00:00:00"', "", '"soon"'])
        text = random.choice(["", "", "."]) + host + random.choice([" ", " ", "  ", "\t"]) + date
        lines.append(random.choice(["", "", "", " "]) + text)
        extra = random.randrange(6)
        if extra == 0:
            lines.append('# b.example "20991231 23:59:59"')
        elif extra == 1:
            lines.append("")
    end = random.choice(["\n", "\n", "\n", "\r\n"])
    text = (end.join(lines) + random.choice([end, ""])).encode()
    return (b"\xef\xbb\xbf" if random.randrange(8) == 0 else b"") + text, len(hosts) > len(set(hosts))


def compare(program, server, folder, random, rounds):
    ledger = Ledger("HSTS", KNOWN)
    path = pathlib.Path(folder) / "hosts"
    urls = [f"http://{host}/" for host in HOSTS]
    words = ["--connect-to", f":443:127.0.0.1:{server.closed}", "-o", "/dev/null", "-w", "%{url_effective}\\n"]
    outputs = [word for url in urls for word in ("-o", "/dev/null", url)]
    for _ in range(rounds):
        text, is_twice = document(random)
        seen = []
        for reader in (program, "curl"):
            # It is written anew at the end.
            path.write_bytes(text)
            ended, _ = server.run(reader, "--hsts", str(path), *words, *outputs, folder=folder)
            seen.append(ended.stdout.decode().split())
            if reader == program:
                after = path.read_bytes()
                for line in (line for line in text.splitlines() if b"soon" in line):
                    ledger.demand(line.strip() in after and ended.stderr, f"kept: {line!r} in {after!r}, {ended.stderr!r}")
        for host, ours, theirs in zip(HOSTS, *seen, strict=True):
            ledger.compare(ours, theirs, f"{host} of {text!r}", "twice" if is_twice else None)
    return ledger
