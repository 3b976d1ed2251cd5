"""The cache's index, read by Python's sqlite3: what is in it of each response, and that it is what the server sent."""
import pathlib
import shutil
import sqlite3
import struct
import subprocess

from known import Ledger

KNOWN = {}


class Head:
    """The bytes of a row's head, as RecordCoding describes them."""

    def __init__(self, data):
        self.data, self.at = data, 0
        version, self.status, _ = self.take("<BHB")
        assert version == 1
        self.reason = self.text()
        self.take("<qq")
        self.length, has_part = self.take("<qB")
        if has_part:
            self.take("<qqq")
        self.fields = [(self.text(), self.text()) for _ in range(self.take("<I")[0])]

    def take(self, form):
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def text(self):
        count = self.take("<I")[0]
        self.at += count
        return self.data[self.at - count:self.at]


def reply(random, number):
    fields = [("Cache-Control", random.choice(["max-age=600", "max-age=600, public", "no-store", "max-age=600, private"])),
              ("X-Own", random.choice([f"x{number}", f'"x{number}, y"', ""]))]
    if random.randrange(3) == 0:
        fields.append(("ETag", f'"{number}"'))
    status = random.choice([200, 200, 200, 301, 404])
    body = bytes(random.randrange(256) for _ in range(8)) * random.choice([0, 1, 40, 9000])
    return status, fields, body


def rows(folder):
    found = {}
    with sqlite3.connect(f"file:{folder}/index?mode=ro", uri=True) as index:
        for key, head, file, body in index.execute("SELECT key, head, file, body FROM entries"):
            read = Head(head)
            content = (folder / "bodies" / file.decode()).read_bytes() if file else body or b""
            own = [value for name, value in read.fields if name == b"X-Own"]
            found[key.decode().split("/")[-1]] = (read.status, own, content, read.length)
        check = index.execute("PRAGMA integrity_check").fetchone()[0]
    return found, check


def compare(program, server, folder, random, rounds):
    ledger = Ledger("cache index", KNOWN)
    place = pathlib.Path(folder) / "cache"
    for _ in range(rounds):
        server.replies.clear()
        sent = {f"r{number}": reply(random, number) for number in range(random.randrange(1, 6))}
        for name, (status, fields, body) in sent.items():
            server.replies[f"/{name}"] = (status, fields, body)
        words = [word for name in sent for word in ("-o", "/dev/null", f"http://127.0.0.1:{server.port}/{name}")]
        # Twice: what is stored is used, and marked as used.
        for _ in range(2):
            ended = subprocess.run([program, "-q", "-sS", "--cache-dir", place, *words], capture_output=True, timeout=30)
        found, check = rows(place)
        expected = {name: (status, [dict(fields)["X-Own"].encode()], body, len(body))
                    for name, (status, fields, body) in sent.items() if "no-store" not in dict(fields)["Cache-Control"]}
        ledger.compare(found, expected, f"{sent!r} {ended.stderr!r}")
        ledger.compare(check, "ok", "integrity")
        listed = subprocess.run([program, "-q", "--cache-dir", place, "--cache-list"], capture_output=True, timeout=30).stdout.decode()
        ledger.compare(sorted((line.split("/")[-1], int(line.split()[0]), int(line.split()[1])) for line in listed.splitlines()),
                       sorted((name, row[0], row[3]) for name, row in found.items()), f"--cache-list of {sent!r}")
        shutil.rmtree(place)
    return ledger
