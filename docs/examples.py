"""The example of each type that a user makes: the functions of Examples/EachType, whose comments name their types.

docs/reference.py writes them into a copy of the catalog: one page with all of them, and each into its type's page, unless the type's
comment has an example. That one is run as well: its lines must be among the function's, whatever host and folder they name.
"""

import collections
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "EachType"
EXAMPLE = re.compile(r"^/// ((?:``[\w.]+``(?:, |(?=:)))+): ([^\n]*)\nfunc (\w+)\([^\n]*\{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
# Types without an example, and why.
HOOK = "is made of another package's values: Tests/Adapters/SockeyeHooks"
WITHOUT = {
    "AttemptLogger": HOOK, "AttemptMeter": HOOK, "AttemptTracer": HOOK, "HTTPClientService": HOOK,
}
# What every `Decodable` and every `RawRepresentable` has makes no type one that a user makes.
NOT_MADE = {"init(from:)", "init(rawValue:)"}
INTRODUCTION = """# Examples by type

The shortest good use of each type that a program makes.

## Overview

Each is a function of `Examples/EachType`, which the tests run. `expect` ends the program if its argument is false, `server` is the URL of
a server on this machine, and `web` and `secure` are such servers.
"""

Example = collections.namedtuple("Example", "types sentence code")


def themes():
    """The functions by file: its first comment, its imports and its examples."""
    sources = [path.read_text() for path in sorted(FOLDER.glob("*.swift"))]
    for source in sources:
        found = EXAMPLE.findall(source)
        if len(found) != source.count("\n/// ``"):
            sys.exit("examples: a comment in Examples/EachType names a type, but is not followed by the function of an example")
        for _, _, function, _ in found:
            if sum(len(re.findall(rf"\b{function}\(", other)) for other in sources) < 2:
                sys.exit(f"examples: nothing calls {function}")
        if found:
            yield source.split("\n")[0].strip("/ ."), re.findall(r"^import \w+$", source, re.MULTILINE), [
                Example(re.findall(r"[\w.]+", types), sentence[0].upper() + sentence[1:], re.sub("^    ", "", body, flags=re.MULTILINE))
                for types, sentence, _, body in found]


def public_types(graphs):
    """The public types by name: where docc has each, its comment's lines, and whether a user can make one."""
    types, made = {}, set()
    for graph in graphs.glob("*.json"):
        content = json.loads(graph.read_text())
        owners = {one["source"]: one["target"] for one in content["relationships"] if one["kind"] == "memberOf"}
        for symbol in content["symbols"]:
            identifier = symbol["identifier"]["precise"]
            if symbol["kind"]["identifier"] in ("swift.struct", "swift.class", "swift.enum", "swift.actor"):
                link = "/".join([graph.name.split(".")[0].split("@")[0], *symbol["pathComponents"]])
                comment = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
                types[identifier] = ".".join(symbol["pathComponents"]), link, comment
            elif symbol["kind"]["identifier"] == "swift.init" and symbol["names"]["title"] not in NOT_MADE:
                made.add(owners.get(identifier))
    return {name: (link, comment, identifier in made) for identifier, (name, link, comment) in types.items()}


def shown(comment):
    """The lines of Swift in a comment, without what they say beside the code."""
    inside = False
    for line in comment:
        if line.startswith("```"):
            inside = line == "```swift"
        elif inside and (code := re.sub(r"(^|\s+)//.*", "", line).strip()) not in ("", "…") and not code.startswith("import "):
            yield code.replace("#expect(", "try expect(")


def steady(code):
    """Code without white space, and with the same words for all hosts and folders."""
    return re.sub(r"https?://(?:[\w.]*example\.com)?|\\\(server\)|/home/me|\\\(folder\)", "", "".join(code.split()))


def faults(examples, types):
    """What is wrong with the examples, a line each."""
    named = {name for example in examples for name in example.types}
    for name, (_, _, is_made) in sorted(types.items()):
        is_missing = is_made and name not in named
        if is_missing != (name in WITHOUT):
            yield f"{name} has no example in Examples/EachType" if is_missing else f"{name} needs no exception"
    for example in examples:
        for name in example.types:
            if name not in types:
                yield f"{name} is no public type"
                continue
            if name not in example.code:
                yield f"the example of {name} doesn't name it"
            for line in shown(types[name][1]):
                if not re.search(re.escape(steady(line)).replace("…", ".*"), steady(example.code)):
                    yield f"the comment of {name} shows a line that its example doesn't run: {line}"


def write(graphs, catalog):
    """Writes the page and the additions to types' pages into `catalog`; returns the number of examples."""
    found, types, page = list(themes()), public_types(graphs), [INTRODUCTION]
    examples = [example for _, _, part in found for example in part]
    wrong = list(faults(examples, types))
    if wrong:
        sys.exit("examples: not so:\n" + "\n".join(wrong))
    folder = catalog / "Examples"
    folder.mkdir()
    for title, imports, part in found:
        page.append("\n".join([f"## {title}", "", "```swift", *imports, "```", ""]))
        for example in part:
            links = ", ".join(f"``/{types[name][0]}``" for name in example.types)
            page.append(f"### {', '.join(example.types)}\n\n{example.sentence}\n{links}\n\n```swift\n{example.code}```\n")
            for name in example.types:
                link, comment, _ = types[name]
                if "```swift" not in comment:
                    (folder / f"{name}.md").write_text(
                        f"# ``{link}``\n\n## Example\n\n{example.sentence}\n\n```swift\n{example.code}```\n\nFrom <doc:ExamplesByType>.\n")
    (catalog / "ExamplesByType.md").write_text("\n".join(page))
    return len(examples)
