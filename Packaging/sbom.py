#!/usr/bin/env python3
"""Writes the bill of materials of a built program: SPDX 2.3, as JSON.

    Packaging/sbom.py PROGRAM OUTPUT        SOURCE_DATE_EPOCH is by default the last commit's time

What is linked into it (the pins of Package.resolved and the Swift runtime), what it loads (by ldd and dpkg), and what it loads
only for what needs it (Package.swift's traits).
"""

import hashlib
import json
import os
import pathlib
import re
import sys
import time
import uuid

import loaded
from loaded import of_debian, run

ROOT = loaded.ROOT


def package(identifier, name, version, licence, location, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": location,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", "filesAnalyzed": False,
            "supplier": "NOASSERTION", **more}


def purl(locator):
    return {"externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]}


def main():
    program, output = sys.argv[1], pathlib.Path(sys.argv[2])
    version = run(program, "--version").split()[1]
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", str(ROOT), "log", "-1", "--format=%ct").strip()
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    packages = [package("sockeye", "sockeye", version, "Apache-2.0", "https://github.com/sockeye-http/sockeye",
                        primaryPackagePurpose="APPLICATION",
                        checksums=[{"algorithm": "SHA256", "checksumValue": digest}])]
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-sockeye")]

    def add(entry, relationship):
        packages.append(entry)
        ours, theirs = "SPDXRef-sockeye", entry["SPDXID"]
        if relationship == "OPTIONAL_DEPENDENCY_OF":
            ours, theirs = theirs, ours
        relationships.append((ours, relationship, theirs))

    # With the program's traits only swift-http-types is resolved; more pins are left by builds with others.
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    linked = {"swift-http-types"}
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        if pin["identity"] not in linked:
            continue
        linked.remove(pin["identity"])
        state, location = pin["state"], pin["location"].removesuffix(".git")
        where = location.removeprefix("https://")
        add(package(pin["identity"], pin["identity"], state["version"], "Apache-2.0",
                    f"git+{location}@{state['revision']}", **purl(f"pkg:swift/{where}@{state['version']}")), "STATIC_LINK")
    if linked:
        sys.exit(f"sbom: Package.resolved has no pin of {', '.join(linked)}")
    swift = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    add(package("swift-runtime", "Swift runtime", swift, "Apache-2.0 WITH Swift-exception",
                "https://github.com/swiftlang/swift"), "STATIC_LINK")
    seen = set()

    def add_library(path, relationship, comment=None):
        found = of_debian(path)
        name, number = found or (os.path.basename(path), "NOASSERTION")
        if name in seen:
            return
        seen.add(name)
        more = purl(f"pkg:deb/debian/{name}@{number}") if found else {}
        if comment:
            more["comment"] = comment
        add(package(re.sub(r"[^A-Za-z0-9.-]", "-", name), name, number, "NOASSERTION", "NOASSERTION", **more), relationship)

    for line in sorted(run("ldd", program).splitlines()):
        path = re.search(r"(/\S+)", line)
        if path:
            add_library(path.group(1), "DYNAMIC_LINK")
    loaded.check_program(program)
    for library in loaded.TABLE:
        trait = f" (trait {library.trait})" if library.trait else ""
        add_library(loaded.file(library), "DYNAMIC_LINK" if library.is_needed else "OPTIONAL_DEPENDENCY_OF",
                    f"Loaded when it is first needed{trait}")

    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"sockeye-{version}",
        "documentNamespace": f"https://github.com/sockeye-http/sockeye/spdx/{version}/{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(epoch))),
                         "creators": ["Tool: Packaging/sbom.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relationships],
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    print(f"sbom: {output}: {len(packages)} packages")


main()
