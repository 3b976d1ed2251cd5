#!/usr/bin/env python3
"""Runs each command line of the table with curl and with sockeye against the same scripted server, and compares the bytes
on the wire, standard output, the files and the exit code.

    Tests/Parity/run.py SOCKEYE [--only WORDS] [--verbose] [--curl PATH] [--record PATH-OF-A-NEWER-CURL]

Exit code 1 if a case differs without an excuse in the table, or an excuse is stale. Where the installed curl is older than
the behaviour wanted, recorded.json has the outcome of the newer one; --record writes it.
"""

import argparse
import concurrent.futures
import importlib
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from case import Case  # noqa: E402
from server import Server  # noqa: E402

HERE = pathlib.Path(__file__).parent
RECORDED = HERE / "recorded.json"
ASPECTS = ("exit", "stdout", "files", "wire", "stderr")


def table():
    """All cases; their names are unique, since recorded outcomes go by them."""
    cases = []
    for file in sorted((HERE / "cases").glob("*.py")):
        cases += importlib.import_module(f"cases.{file.stem}").case.cases
    names = [case.name for case in cases]
    for name in set(names):
        if names.count(name) > 1:
            sys.exit(f"two cases are called '{name}'")
    return cases


class Authority:
    """A certificate for 127.0.0.1 and localhost, made on first use."""

    context = None

    @classmethod
    def make(cls, folder):
        key, certificate = folder / "key.pem", folder / "ca.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, capture_output=True)
        cls.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.context.load_cert_chain(certificate, key)
        cls.certificate = certificate.read_bytes()


def filled(value, names):
    """The value with PORT and the rest replaced, in whatever it is."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(name, text)
        return value
    if isinstance(value, (bytes, bytearray)):
        for name, text in names.items():
            value = value.replace(name.encode(), text.encode())
        return bytes(value)
    if isinstance(value, dict):
        return {key: filled(item, names) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [filled(item, names) for item in value]
    return value


def run(program, case):
    """One program's outcome: {aspect: text}."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="parity-"))
    try:
        return run_in(folder, program, case)
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def run_in(folder, program, case):
    family = {"ipv6": socket.AF_INET6, "unix": socket.AF_UNIX}.get(case.kind, socket.AF_INET)
    server = Server(
        [], tls=Authority.context if case.kind == "tls" else None, family=family, path=str(folder / "server"),
        context=Authority.context)
    other = Server([], tls=Authority.context if case.kind == "tls-other" else None, context=Authority.context)
    names = {"PORT": str(server.port), "OTHER": str(other.port), "DIR": str(folder)}
    for end, replies in ((server, case.replies), (other, case.others or [])):
        replies = filled(replies, names)
        end.replies, end.by_path = (None, replies) if isinstance(replies, dict) else (replies, None)
    server.greeting = filled(case.greeting, names) if case.greeting is not None else None
    for name, data in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = filled(data, names)
        path.write_bytes(data.encode("latin-1") if isinstance(data, str) else data)
    if case.kind.startswith("tls"):
        (folder / "ca.pem").write_bytes(Authority.certificate)
    for name, when in case.times.items():
        os.utime(folder / name, (when, when))
    before = snapshot(folder)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TZ": "UTC", "LANG": "C.UTF-8"}
    # Under a false clock (Tests/checks/odd-days.sh) the programs have the same time as the certificates made for them.
    environment |= {name: os.environ[name] for name in ("LD_PRELOAD", "SHIFTED_CLOCK") if name in os.environ}
    environment |= filled(case.environment, names)
    words = [program] + filled(case.arguments, names)
    if case.shell:
        words = ["/bin/sh", "-c", case.shell] + words
    words = [word.encode("utf-8", "surrogateescape") for word in words]
    try:
        ended = subprocess.run(
            words, input=filled(case.stdin, names), cwd=folder, env=environment, capture_output=True, timeout=30)
        code, output, errors = str(ended.returncode), ended.stdout, ended.stderr
    except subprocess.TimeoutExpired as late:
        code, output, errors = "timeout", late.stdout or b"", late.stderr or b""
    connections = server.stop()
    others = other.stop()
    if case.unordered:
        connections.sort()
    wire = b"".join(b"[connection]\n" + sent for sent in connections)
    wire += b"".join(b"[other]\n" + sent for sent in others)
    after = snapshot(folder)
    files = b""
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            files += f"[{name}]\n".encode() + (after[name] if name in after else b"(removed)") + b"\n"
    errors = b"\n".join(
        line for line in errors.split(b"\n")
        if not line.startswith(b"* ") and b"  % Total" not in line and b"Dload  Upload" not in line and b"--:--:--" not in line)
    raw = {"exit": code.encode(), "stdout": output, "files": files, "wire": wire}
    if case.compares_errors:
        raw["stderr"] = errors
    return {aspect: normal(data, case, server.port, other.port, folder) for aspect, data in raw.items()}


def snapshot(folder):
    """Each file's bytes by its name; folders by their names alone."""
    found = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = b"-> " + os.readlink(path).encode()
        elif path.is_file():
            found[name] = path.read_bytes()
        elif path.is_dir():
            found[name + "/"] = b""
    return found


def normal(data, case, port, other, folder):
    """As text in which nothing depends on the run or the program's name."""
    text = data.decode("latin-1")
    if port:
        text = text.replace(str(port), "PORT")
    text = text.replace(str(other), "OTHER").replace(str(folder), "DIR")
    text = re.sub(r"(User-Agent: )(curl|sockeye)/[^\r\n]*", r"\1NAME", text)
    text = re.sub(r"-{24}[0-9A-Za-z]{22}", "BOUNDARY", text)
    for pattern, replacement in case.normal:
        text = re.sub(pattern, replacement, text)
    return text


def different(theirs, ours):
    return [aspect for aspect in ASPECTS if theirs.get(aspect) != ours.get(aspect)]


def numbers(text):
    return tuple(int(part) for part in text.split("."))


def version(curl):
    """curl's version, such as (7, 88, 1)."""
    text = subprocess.run([curl, "--version"], capture_output=True, text=True, check=True).stdout
    return numbers(text.split()[1].split("-")[0])


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sockeye")
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--curl", default="/usr/bin/curl")
    parser.add_argument("--record")
    parser.add_argument("--width", type=int, default=4)
    given = parser.parse_args()
    sockeye = str(pathlib.Path(given.sockeye).resolve())
    cases = [case for case in table() if given.only in case.name]
    if not has_ipv6():
        print("skipped, since the loopback has no IPv6 address: " + ", ".join(case.name for case in cases if case.kind == "ipv6"))
        cases = [case for case in cases if case.kind != "ipv6"]
    with tempfile.TemporaryDirectory() as folder:
        Authority.make(pathlib.Path(folder))
    links = tempfile.TemporaryDirectory()
    linked = f"{links.name}/curl"
    os.symlink(sockeye, linked)
    if given.record:
        return record(given.curl, given.record, cases, given)
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {"curl": "0", "outcomes": {}}
    found, known = version(given.curl), numbers(recorded["curl"])
    isOlder = found < known

    def judge(case):
        outcome = recorded["outcomes"].get(case.name) if isOlder else None
        theirs = outcome or run(given.curl, case)
        if case.since and max(found, known) < numbers(case.since):
            for aspect, changes in case.becomes.items():
                for pattern, replacement in changes:
                    theirs = theirs | {aspect: re.sub(pattern, replacement, theirs[aspect], count=1)}
        return case, theirs, run(linked if case.as_curl else sockeye, case)

    with concurrent.futures.ThreadPoolExecutor(given.width) as pool:
        results = list(pool.map(judge, cases))
    return report(results, given, recorded["curl"] if isOlder else "")


def report(results, given, recorded):
    same, excused, failed = 0, [], []
    for case, theirs, ours in results:
        aspects = different(theirs, ours)
        if not aspects:
            same += 1
            if case.excuse and not case.by_chance:
                failed.append((case, [], theirs, ours))
        elif case.excuse and set(aspects) <= set(case.aspects or ASPECTS):
            excused.append(case)
        else:
            failed.append((case, aspects, theirs, ours))
    for case, aspects, theirs, ours in failed:
        if not aspects:
            print(f"STALE   {case.name}: as in curl now, so the table needs no excuse ({case.excuse})")
            continue
        print(f"DIFFERS {case.name} ({', '.join(aspects)})")
        if given.verbose:
            print("    " + " ".join(case.arguments))
            for aspect in aspects:
                print(f"    curl    {aspect}: {theirs.get(aspect)!r}\n    sockeye {aspect}: {ours.get(aspect)!r}")
    if excused:
        print("differs on purpose:")
        for case in excused:
            print(f"    {case.name}: {case.excuse}")
    total = len(results)
    print(f"{same} of {total} command lines as curl {recorded or 'does'}: {100 * same / max(1, total):.1f} %; "
          f"{len(excused)} differ for a reason in the table, {len([f for f in failed if f[1]])} without one")
    return 1 if failed else 0


def record(old, new, cases, given):
    """Writes down what the newer curl does where the older one does otherwise."""
    def both(case):
        return case, run(old, case), run(new, case)

    with concurrent.futures.ThreadPoolExecutor(given.width) as pool:
        results = list(pool.map(both, cases))
    outcomes = {case.name: newer for case, older, newer in results if different(older, newer)}
    found = ".".join(str(part) for part in version(new))
    RECORDED.write_text(json.dumps({"curl": found, "outcomes": outcomes}, indent=1, sort_keys=True) + "\n")
    print(f"{len(outcomes)} of {len(results)} outcomes of curl {found} differ from the installed one's; written to {RECORDED}")
    return 0


if __name__ == "__main__":
    start = time.monotonic()
    code = main()
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    sys.exit(code)
