#!/usr/bin/env python3
"""Prints the traits of Package.swift in groups, one a line: no module is changed by two traits of a group.

    Tests/checks/traits.py FOLDER
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
package = (root / "Package.swift").read_text()
traits = re.findall(r'\.trait\(name: "(\w+)"', package)
# What C code asks for a trait.
macros = {trait: macro for macro, trait in re.findall(r'\.define\("(\w+)", \.when\(traits: \["(\w+)"\]\)\)', package)}


def modules(trait):
    """The folders of code that says something else with the trait."""
    found = set()
    for file in [*root.glob("Sources/**/*.swift"), *root.glob("CSystemShims/**/*.[ch]")]:
        place = file.relative_to(root).parts
        words = [trait] if file.suffix == ".swift" else [macros[trait]] if trait in macros else []
        condition = "|".join(rf"^\s*#\s*(?:el)?(?:if|ifdef|ifndef)\b.*\b{word}\b" for word in words)
        if words and re.search(condition, file.read_text(), re.MULTILINE):
            found.add(place[2] if place[0] == "Sources" else place[1])
    # The program isn't part of what others depend on.
    return found - {"SockeyeCLI"}


groups = []
for trait in traits:
    changed = modules(trait)
    if not changed:
        sys.exit(f"traits: nothing asks for the trait {trait}")
    for group in groups:
        if not changed & group["modules"]:
            break
    else:
        group = {"traits": [], "modules": set()}
        groups.append(group)
    group["traits"].append(trait)
    group["modules"] |= changed
for group in groups:
    print(*group["traits"])
