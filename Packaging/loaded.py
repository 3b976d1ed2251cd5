#!/usr/bin/env python3
"""The libraries that the program loads only when it first needs them (dlopen(3)), for the packages and the bill of materials.

    Packaging/loaded.py check               whether the table below names what the C code loads
    Packaging/loaded.py PROGRAM             the same for a built program; prints one a line: its file here, its Debian package
                                            ("-" elsewhere), whether a container image has it, and whether a package depends
                                            on it
"""

import dataclasses
import functools
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass
class Library:
    name: str
    # The trait of Package.swift that loads it; None for what is always tried.
    trait: str | None
    # Whether the container image has it: libarchive would bring 38 MB with it, of ICU, libsecret wants a desktop,
    # and Kerberos the files of a realm.
    is_in_image: bool = True
    # Whether the program is broken without it, rather than without one of its options.
    is_needed: bool = False


TABLE = [
    Library("libarchive.so.13", "Archive", is_in_image=False),
    Library("libbrotlidec.so.1", "Brotli"),
    Library("libcrypto.so.3", None, is_needed=True),
    Library("libexpat.so.1", None, is_needed=True),
    Library("libgssapi_krb5.so.2", None, is_in_image=False),
    Library("libidn2.so.0", "IDN"),
    Library("libisal.so.2", None),
    Library("libpsl.so.5", "PublicSuffix"),
    Library("libsecret-1.so.0", "SecretService", is_in_image=False),
    Library("libsqlite3.so.0", "DiskCache"),
    Library("libssl.so.3", None, is_needed=True),
    Library("libz.so.1", None, is_needed=True),
    Library("libzstd.so.1", "Zstd"),
]


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def of_debian(path):
    """The Debian package of a file and its version; None elsewhere."""
    real = os.path.realpath(path)
    for candidate in (real, path, real.removeprefix("/usr")):
        try:
            found = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True).stdout
        except FileNotFoundError:
            return None
        if found:
            name = found.split(": ")[0].split(",")[0]
            return name.split(":")[0], run("dpkg-query", "-W", "-f", "${Version}", name)
    return None


@functools.cache
def known():
    lines = re.findall(r"^\s*(\S+) \(.*(?:x86-64|AArch64).*\) => (\S+)$", run("/sbin/ldconfig", "-p"), re.MULTILINE)
    # The first one of a name is taken.
    return dict(reversed(lines))


def file(library):
    """Its file on this system, which must have it."""
    if library.name not in known():
        sys.exit(f"package: {library.name} is missing")
    return known()[library.name]


def compare(found, where):
    """The table must name what is loaded, no more and no less."""
    names = {library.name for library in TABLE}
    for name in sorted(found - names):
        sys.exit(f"package: {where} loads {name}, which is not in the table of Packaging/loaded.py")
    for name in sorted(names - found):
        sys.exit(f"package: the table of Packaging/loaded.py has {name}, which {where} doesn't load")


def check_program(path):
    # The names stand in it as they are given to dlopen(3), each between two NULs. Those that are linked don't: their names
    # share one table, in which ldd finds them.
    linked = set(re.findall(r"^\s*(\S+)", run("ldd", path), re.MULTILINE))
    names = set(re.findall(rb"\0(lib[A-Za-z0-9+_.-]+\.so\.[0-9]+)(?=\0)", pathlib.Path(path).read_bytes()))
    compare({name.decode() for name in names} - linked, path)


def check_sources():
    calls = {}
    for path in sorted(ROOT.glob("CSystemShims/*/*.c")):
        for argument in re.findall(r"\bdlopen\(([^,]*),", path.read_text()):
            name = re.fullmatch(r'"(.*)"', argument.strip())
            if not name:
                sys.exit(f"package: {path.relative_to(ROOT)} loads {argument}: write the name there")
            calls[name[1]] = path.parent.name
    compare(set(calls), "the C code")
    traits = set(re.findall(r'\.trait\(name: "(\w+)"', (ROOT / "Package.swift").read_text()))
    for library in TABLE:
        if library.trait and library.trait not in traits:
            sys.exit(f"package: Package.swift has no trait {library.trait}, which loads {library.name}")


def main():
    check_sources()
    if sys.argv[1:] == ["check"]:
        return
    check_program(sys.argv[1])
    for library in TABLE:
        found = of_debian(file(library))
        words = ["yes" if answer else "no" for answer in (library.is_in_image, library.is_needed)]
        print(file(library), found[0] if found else "-", *words)


if __name__ == "__main__":
    main()
