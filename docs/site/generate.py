#!/usr/bin/env python3
"""Makes plain HTML pages of docc's archive, which open from disk.

    docs/site/generate.py ARCHIVE OUTPUT        OUTPUT: a folder, made anew; begin at its index.html

docc's own site is a program that fetches its pages as JSON, which browsers refuse to do from disk, and it needs to know
where it will be hosted. Here each article, module and type is one page with relative links; the members of a type are on
its page. The only script is the search, over an index in a file of its own. Every link is checked.
"""

import html
import json
import pathlib
import re
import shutil
import sys

STYLE = (pathlib.Path(__file__).parent / "site.css").read_text()
SEARCH = (pathlib.Path(__file__).parent / "search.js").read_text()
# What nearly every type is.
IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}
PAGES = {"module", "class", "struct", "enum", "protocol", "actor", "extension"}

KEYWORDS = (
    "actor any as async await borrowing break case catch class consuming continue default defer deinit do else enum "
    "extension false fileprivate for func guard if import in indirect init inout internal is lazy let mutating nil "
    "nonisolated nonmutating open package private protocol public repeat rethrows return self some static struct "
    "subscript super switch throw throws true try typealias var where while").split()
SWIFT = re.compile(
    r'(?P<comment>//[^\n]*)|(?P<string>"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*")'
    rf"|(?P<keyword>[@#]\w+|\b(?:{'|'.join(KEYWORDS)})\b)|(?P<number>\b\d[\w.]*)|(?P<type>\b[A-Z]\w*)")


def escape(text):
    return html.escape(text, quote=True)


def drawn(text):
    """Text in which pictures of control characters, which few fonts have, are their names."""
    names = {0x09: "HT", 0x0A: "LF", 0x0D: "CR"}
    return re.sub(
        "[\u2400-\u241f]", lambda sign: '<span class="control">%s</span>' % names.get(ord(sign[0]) - 0x2400, f"{ord(sign[0]) - 0x2400:02X}"),
        escape(text))


def highlighted(code):
    """Swift with its words coloured."""
    parts, last = [], 0
    for token in SWIFT.finditer(code):
        parts += [escape(code[last:token.start()]), f'<span class="{token.lastgroup}">{escape(token[0])}</span>']
        last = token.end()
    return "".join(parts) + escape(code[last:])


class Site:
    """Every document of the archive, and where in the site it is shown."""

    def __init__(self, archive):
        data = archive / "data"
        self.documents = {}
        for file in sorted(data.rglob("*.json")):
            document = json.loads(file.read_text())
            self.documents[document["identifier"]["url"]] = document
        self.contents = "doc://sockeye/documentation/Contents"
        self.anchors = {}  # page → the anchors on it
        self.links = []  # (page, href)
        self.shown = set()
        self.pictures = set()  # paths in the archive

    def path(self, identifier):
        return self.documents[identifier]["variants"][0]["paths"][0].removeprefix("/documentation/").strip("/")

    def is_page(self, identifier):
        document = self.documents[identifier]
        if document["kind"] == "article":
            return document["metadata"]["role"] != "collectionGroup"
        return document["metadata"].get("symbolKind") in PAGES

    def page(self, identifier):
        """The page that shows a document: its own, or that of the nearest type around it."""
        while not self.is_page(identifier):
            identifier = self.documents[identifier]["hierarchy"]["paths"][0][-1]
        return identifier

    def file(self, identifier):
        if identifier == self.contents:
            return "index.html"
        # An article has the same folder as the module Sockeye, which is a page, too.
        return self.path(identifier).replace("/", ".") + ".html"

    def anchor(self, identifier):
        """The last word of a member's path, with its types if there are several of that name."""
        return re.sub(r"[^\w()\-:,.]", lambda match: f"x{ord(match[0]):x}", identifier.rsplit("/", 1)[-1])

    def href(self, identifier):
        page = self.page(identifier)
        return self.file(page) + ("" if page == identifier else "#" + self.anchor(identifier))

    # Pieces of text

    def link(self, here, href, text, kind=""):
        self.links.append((here, href))
        return f'<a{kind} href="{escape(href)}">{text}</a>'

    def reference(self, here, references, identifier, is_code=True):
        known = references.get(identifier, {})
        title = known.get("title", identifier)
        if identifier in self.documents:
            text = escape(title)
            is_symbol = self.documents[identifier]["kind"] == "symbol"
            return self.link(here, self.href(identifier), f"<code>{text}</code>" if is_symbol and is_code else text)
        if known.get("type") == "link":
            text = self.inline(here, references, known.get("titleInlineContent") or [{"type": "text", "text": title}])
            return f'<a href="{escape(known["url"])}">{text}</a>'
        return f"<code>{escape(title)}</code>"

    def picture(self, known):
        """A picture; its file is copied beside the pages."""
        path = known["variants"][0]["url"].lstrip("/")
        self.pictures.add(path)
        return f'<img src="{escape(path.rsplit("/", 1)[-1])}" alt="{escape(known["alt"])}">'

    def inline(self, here, references, pieces):
        parts = []
        for piece in pieces:
            match piece["type"]:
                case "text": parts.append(drawn(piece["text"]))
                case "codeVoice": parts.append(f"<code>{escape(piece['code'])}</code>")
                case "emphasis": parts.append(f"<em>{self.inline(here, references, piece['inlineContent'])}</em>")
                case "image": parts.append(self.picture(references[piece["identifier"]]))
                case "strong": parts.append(f"<strong>{self.inline(here, references, piece['inlineContent'])}</strong>")
                case "reference":
                    if piece.get("overridingTitle"):
                        references = references | {piece["identifier"]: references[piece["identifier"]] | {
                            "title": piece["overridingTitle"],
                            "titleInlineContent": piece.get("overridingTitleInlineContent")}}
                    parts.append(self.reference(here, references, piece["identifier"]))
                case other: raise SystemExit(f"site: {here}: inline content of a new type, {other}")
        return "".join(parts)

    def blocks(self, here, references, blocks, deeper=0):
        return "".join(self.block(here, references, block, deeper) for block in blocks)

    def block(self, here, references, block, deeper):
        def inner(item):
            return self.blocks(here, references, item["content"], deeper)

        match block["type"]:
            case "paragraph": return f"<p>{self.inline(here, references, block['inlineContent'])}</p>\n"
            case "heading":
                level = min(6, block["level"] + deeper)
                if deeper:  # Within a member: no anchor of its own.
                    return f"<h{level}>{escape(block['text'])}</h{level}>\n"
                self.anchors.setdefault(here, set()).add(block["anchor"])
                return f'<h{level} id="{escape(block["anchor"])}">{escape(block["text"])}</h{level}>\n'
            case "codeListing":
                code = "\n".join(block["code"])
                if block.get("syntax") == "swift":
                    return f'<pre class="swift"><code>{highlighted(code)}</code></pre>\n'
                return f'<pre class="{"output" if block.get("syntax") == "text" else "plain"}"><code>{drawn(code)}</code></pre>\n'
            case "aside":
                name = escape(block.get("name") or block["style"].capitalize())
                return f'<div class="aside {escape(block["style"])}"><b>{name}</b>{inner(block)}</div>\n'
            case "unorderedList" | "orderedList":
                tag = "ul" if block["type"] == "unorderedList" else "ol"
                return f"<{tag}>" + "".join(f"<li>{inner(item)}</li>" for item in block["items"]) + f"</{tag}>\n"
            case "termList":
                return "<dl>" + "".join(
                    f"<dt>{self.inline(here, references, item['term']['inlineContent'])}</dt><dd>{inner(item['definition'])}</dd>"
                    for item in block["items"]) + "</dl>\n"
            case "table":
                rows = []
                for number, row in enumerate(block["rows"]):
                    tag = "th" if number == 0 and block.get("header") in ("row", "both") else "td"
                    rows.append("<tr>" + "".join(
                        f"<{tag}>{self.blocks(here, references, cell, deeper)}</{tag}>" for cell in row) + "</tr>")
                return f"<table>{''.join(rows)}</table>\n"
            case other: raise SystemExit(f"site: {here}: content of a new type, {other}")

    def declaration(self, here, tokens):
        parts = []
        for token in tokens:
            text, identifier = escape(token["text"]), token.get("identifier")
            if identifier in self.documents:
                parts.append(self.link(here, self.href(identifier), text, ' class="type"'))
            elif token["kind"] in ("keyword", "attribute"):
                parts.append(f'<span class="keyword">{text}</span>')
            elif token["kind"] == "identifier":
                parts.append(f"<b>{text}</b>")
            else:
                parts.append(text)
        return f'<pre class="declaration"><code>{"".join(parts)}</code></pre>\n'

    def body(self, here, document, deeper=0):
        """The declaration, the abstract and everything that is said about a symbol or an article."""
        references, parts = document["references"], []
        sections = document.get("primaryContentSections", [])
        for section in sections:
            if section["kind"] == "declarations":
                parts += [self.declaration(here, one["tokens"]) for one in section["declarations"]]
        if document.get("abstract"):
            parts.append(f'<p class="abstract">{self.inline(here, references, document["abstract"])}</p>\n')
        for section in sections:
            if section["kind"] == "parameters":
                parts.append('<dl class="parameters">' + "".join(
                    f"<dt><code>{escape(one['name'])}</code></dt><dd>{self.blocks(here, references, one['content'], deeper)}</dd>"
                    for one in section["parameters"]) + "</dl>\n")
            elif section["kind"] == "content":
                content = section["content"]
                # docc's own headings say nothing.
                if content[0].get("text") in ("Overview", "Discussion") and content[0]["type"] == "heading":
                    content = content[1:]
                parts.append(self.blocks(here, references, content, deeper))
        for section in document.get("relationshipsSections", []) if not deeper else []:
            named = [self.reference(here, references, one) for one in section["identifiers"]
                     if references.get(one, {}).get("title") not in IMPLIED]
            if named:
                parts.append(f'<p class="relation">{escape(section["title"])}: {", ".join(named)}</p>\n')
        return "".join(parts)

    # Pages

    def member(self, here, identifier):
        document = self.documents[identifier]
        self.shown.add(identifier)
        self.anchors.setdefault(here, set()).add(self.anchor(identifier))
        title = escape(document["metadata"]["title"])
        heading = f'<h3><a href="#{escape(self.anchor(identifier))}"><code>{title}</code></a></h3>'
        defaults = "".join(
            self.member(here, one) for section in document.get("defaultImplementationsSections", [])
            for one in section["identifiers"] if one in self.documents)
        if defaults:
            defaults = f"<details><summary>By default</summary>{defaults}</details>\n"
        return (f'<section class="member" id="{escape(self.anchor(identifier))}">{heading}\n'
                f"{self.body(here, document, deeper=2)}{defaults}</section>\n")

    def topic(self, here, document, identifier):
        """One entry of a topic: a link to a page, or the member itself."""
        if identifier not in self.documents:
            return ""
        one = self.documents[identifier]
        if one["metadata"]["role"] == "collectionGroup":  # "Equatable Implementations" and the like
            self.shown.add(identifier)
            self.anchors.setdefault(here, set()).add(self.anchor(identifier))
            inner = "".join(
                self.topic(here, one, inside) for section in one.get("topicSections", []) for inside in section["identifiers"])
            return (f'<details id="{escape(self.anchor(identifier))}"><summary>{escape(one["metadata"]["title"])}</summary>'
                    f"{inner}</details>\n")
        if not self.is_page(identifier):
            return self.member(here, identifier)
        abstract = self.inline(here, one["references"], one.get("abstract", []))
        return f'<div class="entry">{self.reference(here, document["references"], identifier)}<p>{abstract}</p></div>\n'

    def topics(self, here, document):
        parts = []
        for section in document.get("topicSections", []):
            entries = "".join(self.topic(here, document, one) for one in section["identifiers"])
            if entries:
                parts.append(f"<h2>{escape(section['title'])}</h2>\n{entries}")
        return "".join(parts)

    def navigation(self, here):
        parts = [self.link(here, "index.html", "Sockeye", ' class="home"'),
                 '<input id="search" type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off">',
                 '<ul id="found"></ul>']
        groups = self.documents[self.contents]["topicSections"]
        for group in groups:
            entries = []
            for one in group["identifiers"]:
                current = ' aria-current="page"' if self.file(one) == here else ""
                entries.append("<li>" + self.link(here, self.href(one), escape(self.documents[one]["metadata"]["title"]), current))
            parts.append(f"<h4>{escape(group['title'])}</h4><ul>{''.join(entries)}</ul>")
        return "".join(parts)

    def crumbs(self, here, document):
        names = [one for one in document["hierarchy"]["paths"][0] if one in self.documents and one != self.contents] \
            if document["hierarchy"]["paths"] else []
        return " › ".join(self.link(here, self.href(one), escape(self.documents[one]["metadata"]["title"])) for one in names)

    def neighbours(self, here, identifier):
        """Links from a lesson to the one before and the one after."""
        lessons = [one for group in self.documents[self.contents]["topicSections"] for one in group["identifiers"]
                   if self.documents[one]["kind"] == "article"]
        if identifier not in lessons:
            return ""
        place, parts = lessons.index(identifier), []
        for step, arrow in (-1, "← "), (1, "→ "):
            if 0 <= place + step < len(lessons):
                other = lessons[place + step]
                parts.append(self.link(here, self.href(other), arrow + escape(self.documents[other]["metadata"]["title"])))
        return f'<nav class="neighbours">{"".join(parts)}</nav>\n'

    def write_page(self, identifier, output):
        document, here = self.documents[identifier], self.file(identifier)
        self.shown.add(identifier)
        metadata = document["metadata"]
        kind = {"module": "Module", None: ""}.get(metadata.get("symbolKind"), metadata.get("roleHeading", ""))
        body = self.body(here, document) + self.neighbours(here, identifier) + self.topics(here, document)
        (output / here).write_text(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(metadata["title"])}{"" if identifier == self.contents else " · Sockeye"}</title>
<link rel="stylesheet" href="site.css">
<script src="index.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<nav class="side">{self.navigation(here)}</nav>
<main id="main">
<p class="crumbs">{self.crumbs(here, document)}</p>
<p class="kind">{escape(kind)}</p>
<h1>{escape(metadata["title"])}</h1>
{body}</main>
</body>
</html>
""")

    def write_index(self, output):
        rows = []
        for identifier in sorted(self.shown):
            document = self.documents[identifier]
            if document["metadata"]["role"] == "collectionGroup":
                continue
            around = [self.documents[one]["metadata"]["title"] for one in (document["hierarchy"]["paths"] or [[]])[0]
                      if one in self.documents]
            rows.append([document["metadata"]["title"], self.href(identifier), ".".join(around)])
        (output / "index.js").write_text(
            "const INDEX = " + json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/") + ";\n")

    def check(self):
        """Every link leads somewhere, and every document is shown."""
        broken = set()
        for here, href in self.links:
            file, _, anchor = href.partition("#")
            if file not in self.anchors or anchor and anchor not in self.anchors[file]:
                broken.add(f"{here} links to {href}")
        hidden = [one for one in self.documents if one not in self.shown]
        if broken or hidden:
            sys.exit("site:\n" + "\n".join(sorted(broken)[:20] + [f"{one} is on no page" for one in hidden[:20]]))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    archive, output = map(pathlib.Path, sys.argv[1:])
    site = Site(archive)
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    pages = [one for one in site.documents if site.is_page(one)]
    for one in pages:
        site.anchors.setdefault(site.file(one), set())
    if len({site.file(one) for one in pages}) != len(pages):
        sys.exit("site: two pages have the same name")
    for one in pages:
        site.write_page(one, output)
    site.check()
    for path in site.pictures:
        shutil.copy(archive / path, output)
    site.write_index(output)
    (output / "site.css").write_text(STYLE)
    (output / "search.js").write_text(SEARCH)
    print(f"site: {len(pages)} pages with {len(site.shown)} articles and symbols; begin at {output}/index.html")


main()
