"""Builds everything to be measured, and says why something cannot be built."""

import shutil
import subprocess
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
ROOT = BENCHMARKS.parent
WORK = BENCHMARKS / ".work"
# Link options for a small program, as in the README.
SMALL = [
    "--static-swift-stdlib", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections",
    "-Xswiftc", "-use-ld=lld", "-Xlinker", "--icf=all", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--exclude-libs=ALL",
    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "--disable-local-rpath",
]


class Program:
    """A program to measure: its path, or why it is missing."""

    def __init__(self, name, path=None, missing=None):
        self.name = name
        self.path = str(path) if path else None
        self.missing = missing


def run(command, folder):
    """Runs a build command; returns None on success, otherwise the last error line."""
    print("  $ " + " ".join(str(word) for word in command).replace(f"{ROOT}/", ""), flush=True)
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == 0:
        return None
    errors = [line for line in result.stdout.splitlines() if "error:" in line]
    return (errors or result.stdout.splitlines() or ["no output"])[-1].strip().replace(f"{ROOT}/", "")


def installed(name):
    """An installed program."""
    path = shutil.which(name)
    return Program(name, path, None if path else "not installed")


def c_program(name, libraries=()):
    """A program of Peers/, compiled if the source is newer."""
    source, target = BENCHMARKS / "Peers" / f"{name}.c", WORK / name
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
        failure = run(["cc", *flags, "-o", str(target), str(source), *libraries], BENCHMARKS)
        if failure:
            return Program(name, None, "not built: " + failure)
    return Program(name, target)


def go_program(name):
    """A program of Peers/ in Go."""
    if not shutil.which("go"):
        return Program(name, None, "not installed")
    failure = run(["go", "build", "-o", str(WORK / name), "."], BENCHMARKS / "Peers" / name)
    return Program(name, None if failure else WORK / name, failure and "not built: " + failure)


def rust_program(name):
    """A program of Peers/ in Rust, with Debian's packages of its libraries."""
    registry = Path("/usr/share/cargo/registry")
    if not shutil.which("cargo") or not list(registry.glob("hyper-tls-*")):
        return Program(name, None, "not installed")
    source = ["source.crates-io.replace-with='debian'", f"source.debian.directory='{registry}'"]
    failure = run(["cargo", "build", "--release", "--offline", "--target-dir", str(WORK / "rust"),
                   *(word for line in source for word in ("--config", line))], BENCHMARKS / "Peers" / name)
    return Program(name, None if failure else WORK / "rust" / "release" / name, failure and "not built: " + failure)


def swift_program(product, folder, arguments=()):
    """A product of the package in `folder`, built for release."""
    command = ["swift", "build", "-c", "release", "--product", product, *arguments]
    failure = run(command, folder)
    if failure:
        return Program(product, None, "not built: " + failure)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=folder, capture_output=True, text=True)
    return Program(product, Path(shown.stdout.strip()) / product)


def made_program():
    """The program as built by `make build`, as users get it; its path is the last line of output."""
    print("  $ make build", flush=True)
    made = subprocess.run(["make", "-s", "build"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = made.stdout.splitlines() or ["no output"]
    if made.returncode != 0:
        errors = [line for line in lines if "error:" in line]
        return Program("sockeye", None, "not built: " + (errors or lines)[-1])
    return Program("sockeye", lines[-1])


def stripped(program):
    """The size in bytes of the stripped program, and whether it contains Foundation."""
    target = WORK / (program.name + ".stripped")
    if subprocess.run(["strip", "-o", str(target), program.path], check=False).returncode != 0:
        return None, None
    symbols = subprocess.run(["nm", "-a", program.path], capture_output=True, text=True).stdout
    linked = subprocess.run(["ldd", program.path], capture_output=True, text=True).stdout
    return target.stat().st_size, "Foundation" in symbols or "Foundation" in linked


def all_programs(skip_peers):
    """All programs, by their names in the rows."""
    WORK.mkdir(exist_ok=True)
    print("building:", flush=True)
    programs = {name: installed(name) for name in ("curl", "wget", "wrk", "aria2c")}
    programs["measure"] = c_program("measure")
    programs["ws_echo"] = c_program("ws_echo", ["-lcrypto"])
    programs["bulk"] = c_program("bulk", ["-lpthread"])
    programs["tls_idle"] = c_program("tls_idle", ["-lssl", "-lcrypto"])
    programs["libcurl"] = c_program("libcurl_bench", ["-lcurl"])
    programs["go"] = go_program("go_bench")
    programs["hyper"] = rust_program("hyper_bench")
    programs["sockeye"] = made_program()
    programs["sockeye-bench"] = swift_program("sockeye-bench", BENCHMARKS / "Library", SMALL)
    for product in ("asynchttpclient-bench", "urlsession-bench", "nio-websocket-bench"):
        skipped = Program(product, None, "skipped by --skip-peers")
        programs[product] = skipped if skip_peers else swift_program(product, BENCHMARKS)
    return programs


def versions():
    """The version that each program reports, for the report."""
    answers = []
    for command in (
        ["curl", "--version"], ["wget", "--version"], ["wrk", "-v"], ["nginx", "-v"], ["openssl", "version"],
        ["swift", "--version"],
    ):
        if not shutil.which(command[0]):
            answers.append(command[0] + " not installed")
            continue
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        words = next((line for line in result.stdout.splitlines() if "ersion" in line or line.strip()), "").split()
        # The version is the first word with a digit; the words before it name the program.
        number = next((index for index, word in enumerate(words) if any(letter.isdigit() for letter in word)), 0)
        answers.append(" ".join(words[: number + 1]))
    manifest = (BENCHMARKS / "Package.swift").read_text()
    answers.append("SwiftNIO " + manifest.partition('swift-nio", from: "')[2].partition('"')[0])
    answers.append("AsyncHTTPClient " + manifest.partition('async-http-client", from: "')[2].partition('"')[0])
    return answers
