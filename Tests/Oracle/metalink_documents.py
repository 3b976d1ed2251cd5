"""Metalink documents (RFC 5854), read by Python's ElementTree: which files are made, of what, and which URL is asked first."""
import hashlib
import pathlib
import shutil
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape, quoteattr

from known import Ledger

KNOWN = {"refused": "a document with a file that has no safe name, no URL, or a name twice is refused whole"}
NAMESPACE = "urn:ietf:params:xml:ns:metalink"


def element(random, number, server):
    """A file of the document; its own numbers are in everything it says."""
    name = random.choice([f"f{number}", f"f{number}.iso", f"f{number} &<>\"'", f"f\u00e9{number}", f"f{number}", "twice"])
    body = f"content {number}".encode()
    lines = []
    for rank in range(random.randrange(1, 4)):
        path = f"/m{number}-{rank}" + random.choice(["", "?a=1&b=2"])
        server.replies[path] = (200, [], body)
        priority = random.choice(["", f' priority="{random.randrange(1, 10)}"', f" priority='{random.randrange(1, 10)}'"])
        url = escape(f"http://m.example{path}")
        lines.append(f"<url{priority}>" + random.choice([url, f"\n  {url}\n", f"<![CDATA[http://m.example{path}]]>"]) + "</url>")
    if random.randrange(2):
        lines.append(f"<size>{len(body)}</size>")
    if random.randrange(2):
        lines.append(f'<hash type="sha-256">{hashlib.sha256(body).hexdigest()}</hash>')
    if random.randrange(4) == 0:
        lines.append(f"<!-- <url>http://evil.example/{number}</url> -->")
    if random.randrange(4) == 0:
        lines.append('<m:url xmlns:m="urn:other">http://evil.example/other</m:url>')
    random.shuffle(lines)
    return f"<file name={quoteattr(name)}>" + "\n".join(lines) + "</file>"


def document(random, server):
    files = "".join(element(random, number, server) for number in range(random.randrange(1, 4)))
    head = random.choice(["", '<?xml version="1.0" encoding="UTF-8"?>\n', "\ufeff"])
    prefix = random.randrange(4) == 0
    if prefix:
        for name in ("file", "url", "size", "hash"):
            files = files.replace(f"<{name} ", f"<p:{name} ").replace(f"<{name}>", f"<p:{name}>").replace(f"</{name}>", f"</p:{name}>")
        return f'{head}<p:metalink xmlns:p="{NAMESPACE}">{files}</p:metalink>'
    return f'{head}<metalink xmlns="{NAMESPACE}">{files}</metalink>'


def meaning(text):
    """The files and the URLs of the lowest priority, the first one of several."""
    found = {}
    for file in ElementTree.fromstring(text.removeprefix("\ufeff")).findall(f"{{{NAMESPACE}}}file"):
        urls = [(int(url.get("priority", 999_999)), (url.text or "").strip()) for url in file.findall(f"{{{NAMESPACE}}}url")]
        if not urls or file.get("name") in found:
            return None
        found[file.get("name")] = min(urls, key=lambda pair: pair[0])[1].removeprefix("http://m.example")
    return found


def compare(program, server, folder, random, rounds):
    ledger = Ledger("Metalink", KNOWN)
    place = pathlib.Path(folder) / "files"
    for _ in range(rounds):
        server.replies.clear()
        text = document(random, server)
        (pathlib.Path(folder) / "list").write_text(text)
        place.mkdir()
        ended, requests = server.run(program, "--from-metalink", "../list", folder=place)
        expected = meaning(text)
        if expected is None:
            ledger.compare([request.target for request in requests], [], f"{text!r}", "refused")
        else:
            ledger.compare({path.name: path.read_bytes() for path in place.iterdir()},
                           {name: server.replies[target][2] for name, target in expected.items()}, f"{text!r} {ended.stderr!r}")
            ledger.compare([request.target for request in requests], list(expected.values()), f"{text!r}")
        shutil.rmtree(place)
    return ledger
