"""Netrc files, read by Python's netrc and by curl."""
import netrc
import pathlib

from known import Ledger

HOSTS = ["a.example", "b.example", "c.example", "d.example"]
KNOWN = {
    "refused": "a file in which an entry can't be read is refused whole (CONTRIBUTING, Files that people write)",
    "python comment": "Python takes a # in a word for a comment, and reads on in a comment that follows a quoted word",
    "curl": "curl 7.88 reads a keyword as a value where the value is missing, knows no comment after an entry, or keeps a carriage return",
    "half": "an entry without login or password: Python has an empty one, curl asks the next entry",
    "duplicate": "of several entries for a host, Python has the last one; sockeye and curl the first one",
    "python refuses": "Python refuses the file: a word that it doesn't know, or a byte order mark",
}


def word(random, text):
    """A value, plain, quoted or with what could be mistaken for syntax."""
    kind = random.randrange(8)
    if kind == 0:
        return f'"{text} x"', f"{text} x"
    if kind == 1:
        return f'"{text}\\"x"', f'{text}"x'
    if kind == 2:
        return f"{text}#x", f"{text}#x"
    if kind == 3:
        return f'"{text}#x"', f"{text}#x"
    return text, text


def document(random):
    """A file's bytes; what it means, by host; and whether each entry is whole."""
    lines, meaning, faults, traits = [], {}, False, set()
    for number in range(random.randrange(1, 5)):
        host = random.choice(HOSTS)
        (login, login_value), (password, password_value) = word(random, f"u{number}"), word(random, f"p{number}")
        parts = [["machine", host], ["login", login], ["password", password]]
        kind = random.randrange(14)
        if kind == 0:
            parts[random.randrange(1, 3)].pop()
            faults = True
        elif kind == 1:
            parts.pop()
            traits.add("half")
        elif kind == 2:
            parts.insert(random.randrange(1, 4), ["account", "acc"])
        elif kind == 3:
            parts[1:] = [parts[2], parts[1]]
        if host in meaning:
            traits.add("duplicate")
        if "#" in login + password:
            traits.add("hash")
        if kind not in (0, 1):
            meaning.setdefault(host, f"{login_value}:{password_value}")
        else:
            meaning.setdefault(host, None)
        joint = random.choice([" ", "\t", "\n", "\n  "])
        if kind == 0:
            joint = "\n"
        lines.append(joint.join(" ".join(part) for part in parts))
        extra = random.randrange(10)
        if extra == 0:
            lines.append("# machine a.example login evil password evil")
            traits.add("comment")
        elif extra == 1:
            lines[-1] += " # a comment"
            traits.add("trailing")
        elif extra == 2:
            lines.append("")
        elif extra == 3:
            lines.append("macdef init\ncd /pub\n")
    text = "\n".join(lines) + random.choice(["\n", ""])
    if random.randrange(5) == 0:
        text = text.replace("\n", "\r\n")
        traits.add("crlf")
    bytes_ = text.encode()
    if random.randrange(8) == 0:
        bytes_ = b"\xef\xbb\xbf" + bytes_
        traits.add("bom")
    return bytes_, meaning, faults, traits


def by_host(requests):
    return {request.host: request.user.decode("latin-1") if request.user else None for request in requests}


def python(path):
    try:
        entries = netrc.netrc(path).hosts
    except netrc.NetrcParseError:
        return None
    return {host: f"{entries[host][0]}:{entries[host][2]}" if host in entries else None for host in HOSTS}


def compare(program, server, folder, random, rounds):
    ledger = Ledger("netrc", KNOWN)
    path = pathlib.Path(folder) / "netrc"
    urls = [f"http://{host}/" for host in HOSTS]
    for _ in range(rounds):
        text, meaning, faults, traits = document(random)
        path.write_bytes(text)
        path.chmod(0o600)
        ended, requests = server.run(program, "--netrc-file", str(path), *urls, folder=folder)
        if ended.returncode == 26:
            ledger.compare("refused", "refused" if faults else "read", f"{text!r} {ended.stderr!r}", None)
            continue
        ours = by_host(requests)
        _, requests = server.run("curl", "--netrc-file", str(path), *urls, folder=folder)
        curl, peer = by_host(requests), python(str(path))
        # A new entry leaves the others as they are written.
        ended, _ = server.run(program, "--save-user", f"netrc:{path}", "-u", "new:user", "http://new.example/", folder=folder)
        after = path.read_bytes()
        ledger.demand(ended.returncode == 0 and text.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n") in after and b"new.example" in after, f"rewritten: {text!r} {after!r} {ended.stderr!r}")
        for host in HOSTS:
            what, value = f"{host} of {text!r}", ours.get(host)
            numbers = {letter for letter in (value or "") if letter.isdigit()}
            ledger.demand(len(numbers) <= 1 and "evil" not in (value or ""), f"two entries in one: {value!r} for {what}")
            if not faults and "half" not in traits:
                ledger.compare(value, meaning.get(host), "the grammar's meaning, " + what)
            half = "half" if "half" in traits else None
            ledger.compare(value, curl.get(host), "curl, " + what, half or ("curl" if traits & {"trailing", "crlf", "bom"} or faults else None))
            excuse = half or ("python comment" if traits & {"hash", "trailing", "comment"} else "duplicate" if "duplicate" in traits else None)
            if peer is None:
                ledger.compare(value, "refused", "Python, " + what, "python refuses" if traits & {"bom"} or faults else "python comment" if traits & {"hash", "trailing", "comment"} else None)
            else:
                ledger.compare(value, peer[host], "Python, " + what, excuse)
    return ledger
