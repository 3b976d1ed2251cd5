"""Cookie files, read by Python's http.cookiejar and by curl."""
import http.cookiejar
import pathlib
import re
import urllib.request
import warnings

from known import Ledger

HOSTS = ["a.example", "www.a.example", "b.example"]
KNOWN = {
    "python refuses": "Python refuses a file with a line that it can't split, or a first line that isn't its magic one",
    "python blanks": "Python strips blanks of a line's ends, the tab before an empty value among them",
    "python below": "Python sends a host's cookie to the hosts below it too (the old RFC 2965)",
    "seven": "a line with too few fields sends nothing; an eighth one is a tab in the value (RFC 6265bis section 5.6), where curl drops the line",
}


def line(random, number):
    """A line, and its cookie's name and value."""
    host = random.choice(HOSTS)
    below = random.random() < 0.4
    name, value = f"n{number}" if random.random() < 0.9 else "n0", f"v{number}x"
    kind = random.randrange(16)
    if kind == 0:
        value = f'"v{number} x"'
    elif kind == 1:
        value = f"v{number}=x"
    elif kind == 2:
        value = f"v{number}#x"
    expires = random.choice(["0", "4102444800", "4102444800", "946684800"])
    fields = [("." if below else "") + host, "TRUE" if below else "FALSE", random.choice(["/", "/", "/deep"]),
              random.choice(["FALSE", "FALSE", "FALSE", "TRUE"]), expires, name, value]
    traits = set()
    if kind == 3:
        fields.pop()
        traits.add("six")
    elif kind == 4:
        fields.insert(random.randrange(7), "extra")
        traits.add("seven")
    elif kind == 5:
        del fields[random.randrange(1, 6)]
        traits.add("seven")
    elif kind == 6:
        fields[6] = ""
        traits.add("empty")
    return ("#HttpOnly_" if random.randrange(6) == 0 else "") + "\t".join(fields), traits


def document(random):
    lines, traits = ["# Netscape HTTP Cookie File"], set()
    for number in range(random.randrange(1, 7)):
        text, new = line(random, number)
        traits |= new
        lines.append(text)
        extra = random.randrange(8)
        if extra == 0:
            lines.append("# a.example\tFALSE\t/\tFALSE\t0\tevil\tevil")
        elif extra == 1:
            lines.append("")
    end = "\n"
    if random.randrange(5) == 0:
        end = "\r\n"
        traits.add("crlf")
    text = (end.join(lines) + random.choice([end, ""])).encode()
    if random.randrange(8) == 0:
        text = b"\xef\xbb\xbf" + text
        traits.add("bom")
    return text, traits


def is_unread(line):
    """Whether a line has too few fields, or one too many before the name. Six fields have an empty value."""
    fields = line.split(b"\t")
    return not line.startswith(b"# ") and (1 < len(fields) < 6 or b"extra" in fields[:5])


def cookies(value):
    return sorted(value.decode("latin-1").split("; ")) if value else []


def python(path, urls):
    """`None` if Python refuses the file. It writes a session's time as nothing, where curl writes 0."""
    copy = pathlib.Path(f"{path}-python")
    copy.write_bytes(pathlib.Path(path).read_bytes().replace(b"\t0\t", b"\t\t"))
    jar = http.cookiejar.MozillaCookieJar(str(copy))
    try:
        with warnings.catch_warnings(action="ignore"):
            jar.load(ignore_discard=True)
    except (http.cookiejar.LoadError, ValueError, AssertionError):
        return None
    found = []
    for url in urls:
        request = urllib.request.Request(url)
        jar.add_cookie_header(request)
        found.append(cookies(request.get_header("Cookie", "").encode()))
    return found


def compare(program, server, folder, random, rounds):
    ledger = Ledger("cookies", KNOWN)
    path = pathlib.Path(folder) / "cookies"
    urls = [f"http://{host}{place}" for host in HOSTS for place in ("/", "/deep")]
    for _ in range(rounds):
        text, traits = document(random)
        path.write_bytes(text)
        _, requests = server.run(program, "-b", str(path), *urls, folder=folder)
        ours = [cookies(request["Cookie"]) for request in requests]
        _, requests = server.run("curl", "-b", str(path), *urls, folder=folder)
        curl = [cookies(request["Cookie"]) for request in requests]
        peer = python(str(path), urls)
        # What can't be read is told, and kept when the file is written anew.
        ended, _ = server.run(program, "-b", str(path), "-c", str(path), urls[0], folder=folder)
        after = path.read_bytes().splitlines()
        for unread in (line for line in text.removeprefix(b"\xef\xbb\xbf").splitlines() if is_unread(line)):
            ledger.demand(unread in after and ended.stderr, f"kept: {unread!r} of {text!r} in {after!r}, {ended.stderr!r}")
        for index, url in enumerate(urls):
            what = f"{url} of {text!r}"
            for cookie in ours[index]:
                name, _, value = cookie.partition("=")
                numbers = set(re.findall("v([0-9])", value))
                ledger.demand(len(numbers) <= 1 and "evil" not in cookie, f"two entries in one: {cookie!r} for {what}")
            seven = "seven" if "seven" in traits else None
            ledger.compare(ours[index], curl[index], "curl, " + what, seven)
            if peer is None:
                ledger.compare(ours[index], "refused", "Python, " + what, "python refuses")
            else:
                below = "python below" if "//www." in url else None
                blanks = "python blanks" if traits & {"six", "empty"} else None
                ledger.compare(ours[index], peer[index], "Python, " + what, seven or blanks or below)
    return ledger
