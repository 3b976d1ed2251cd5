#!/usr/bin/env python3
"""Keeps the articles of the course true: their code is that of Examples/, their output what the programs print.

    docs/lessons.py code                 fails if code in an article is not the program's (`make lint`)
    docs/lessons.py check PROGRAM…       runs the programs and fails if an article says something else
    docs/lessons.py write PROGRAM…       runs them, and writes code and output into the articles

In an article, the block after `<!-- code: NAME -->` is the snippet between `// snippet.NAME` and `// snippet.end` in the
lesson's folder. The block after `<!-- output -->` is all that the program prints, after `<!-- output: TITLE -->` the part
under the heading `── TITLE`, and after `<!-- output --solution -->` what it prints with that argument. Every snippet and
every part must be shown.

What differs from run to run is replaced: ports by 54321 and so on, the value of Date by the RFC's example, boundaries and the seconds that a cache
counts.
docs/consoles.py does the same for the commands that an article shows; each lesson has some, and a hint for its exercise.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COURSE = ROOT / "docs" / "Sockeye.docc" / "Course"
BLOCK = re.compile(r"(<!-- (code|output)(?:: | )?([^\n]*?) ?-->\n)```(swift|text)\n(.*?)```\n", re.DOTALL)
LONGEST = 300  # lines of an article, blocks not counted


class Untrue(Exception):
    """What is wrong with an article, in one line."""


def article_of(lesson):
    """The article and the folder of the program called `Lesson01`, by their number."""
    number = lesson.removeprefix("Lesson")
    found = list(COURSE.glob(f"{number}-*.md")), list((ROOT / "Examples").glob(f"{number}-*"))
    if [len(one) for one in found] != [1, 1]:
        raise Untrue(f"{lesson}: no article and folder of that number")
    return found[0][0], found[1][0]


def snippets(folder):
    """The marked pieces of the lesson's sources by name, indented as if they stood alone."""
    found, name, lines = {}, None, []
    for source in sorted(folder.glob("*.swift")):
        for line in source.read_text().splitlines():
            marker = re.fullmatch(r"\s*// snippet\.(\S+)", line)
            if not marker:
                lines.append(line)
                continue
            if name:
                indent = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
                found[name] = "\n".join(one[indent:] for one in lines).strip("\n") + "\n"
            name, lines = (None if marker[1] == "end" else marker[1]), []
        if name:
            raise Untrue(f"{source.relative_to(ROOT)}: snippet.{name} has no end")
    return found


def steady(text, known=()):
    """The text without what differs from run to run; the ports in `known` stay."""
    ports = {port: port for port in known}
    text = re.sub(
        r"(?<=127\.0\.0\.1:)\d+|(?<=localhost:)\d+",
        lambda port: ports.setdefault(port[0], str(54321 + len(ports) - len(known))), text)
    text = re.sub(r"(?<=[Dd]ate: )\w{3}, [^␍\n]* GMT", "Sun, 06 Nov 1994 08:49:37 GMT", text)
    text = re.sub(r"(?<=date is “)\w{3}, [^”]* GMT", "Sun, 06 Nov 1994 08:49:37 GMT", text)
    text = re.sub(r"; ttl=\d+", "; ttl=86400", text)
    text = re.sub(r"(?<=-{24})\w{22}\b", "boundary", text)
    return re.sub(r"\bsockeye/\d+\.\d+\.\d+", "sockeye/0.1.0", text)


def printed(program, *arguments):
    """What the program prints, by heading: {"": everything, "TITLE": its part}."""
    run = subprocess.run([program, *arguments], capture_output=True, timeout=60)
    text = steady(run.stdout.decode())
    if run.returncode or run.stderr or not text:
        raise Untrue(f"{program} {' '.join(arguments)}: status {run.returncode} {run.stderr.decode()[:500]}")
    parts = re.split(r"^── (.*)\n", text, flags=re.MULTILINE)
    return {"": text} | dict(zip(parts[1::2], parts[2::2]))


def renewed(article, code, outputs):
    """The article's text with all blocks as they should be; `outputs` is None to leave those alone."""
    shown = {"code": set(), "output": set()}

    def block(match):
        marker, kind, name, language, old = match.groups()
        shown[kind].add(name)
        if kind == "output" and outputs is None:
            return match[0]
        source = code if kind == "code" else outputs
        if name not in source:
            raise Untrue(f"{article.name}: no {kind} called “{name}”; there are: {', '.join(filter(None, source))}")
        return f"{marker}```{'swift' if kind == 'code' else 'text'}\n{source[name]}```\n"

    text = BLOCK.sub(block, article.read_text())
    for kind, source in ("code", code), ("output", outputs or {}):
        missing = source.keys() - shown[kind]
        if kind == "output":
            everything = {""} & shown[kind]
            missing = {name for name in missing if name and not everything}
        if missing:
            raise Untrue(f"{article.name}: doesn't show the {kind} {', '.join(sorted(missing))}")
    if "<!-- console" not in text or not re.search(r"\n## Exercise\n.*\n> Hint: .*\n<!-- output --solution -->", text, re.DOTALL):
        raise Untrue(f"{article.name}: lacks a console, or a hint between the exercise and its solution")
    prose = len(BLOCK.sub("", text).splitlines())
    if prose > LONGEST:
        raise Untrue(f"{article.name}: {prose} lines of prose, more than {LONGEST}")
    return text


def differences(article, wanted):
    """The first line of the article that is not as wanted."""
    name = os.path.relpath(article, ROOT)
    for number, (old, new) in enumerate(zip(article.read_text().splitlines() + [""], wanted.splitlines() + [""]), 1):
        if old != new:
            return f"{name}:{number} has\n    {old}\nand should have\n    {new}"
    return f"{name} has another length than it should have"


def main():
    verb, programs = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if verb not in ("code", "check", "write") or (verb == "code") == bool(programs):
        sys.exit(__doc__)
    lessons = [(path.rsplit("/", 1)[-1], path) for path in programs]
    if verb == "code":
        lessons = [(f"Lesson{path.name[:2]}", None) for path in sorted((ROOT / "Examples").glob("[0-9][0-9]-*"))]
    try:
        for lesson, program in lessons:
            article, folder = article_of(lesson)
            outputs = None
            if program:
                outputs = printed(program) | {"--solution": printed(program, "--solution")[""]}
            text = renewed(article, snippets(folder), outputs)
            if verb == "write":
                article.write_text(text)
            elif text != article.read_text():
                what = "prints something else" if program else "has other code"
                raise Untrue(f"{lesson} {what}: {differences(article, text)}\nto renew it: make lessons")
            elif program:
                print(f"lessons: {lesson} is as its article says")
    except Untrue as wrong:
        sys.exit(f"lessons: {wrong}")
    if verb == "code":
        print(f"lessons: the code of {len(lessons)} articles is that of their programs")


if __name__ == "__main__":
    main()
