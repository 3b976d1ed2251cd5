"""The options that are tried in pairs: what each adds to the command line, and how one sees that it had its effect."""

import hashlib
import json

from origin import BODY, TAG

SECRET = "s3cr3t"


class Option:
    """`words` of the command line, `files` that it reads, and `sees(outcome)`: whether its effect is there, after a whole answer."""

    def __init__(self, name, words, sees, files=None, kind=None):
        self.name, self.words, self.sees, self.files = name, words, sees, files or {}
        # Of two options of a kind, the program may follow one alone.
        self.kind = kind


def field(name, part=""):
    return lambda outcome: any(key == name and part in value for key, value in outcome.head)


def method(name):
    return lambda outcome: outcome.method == name


def file(name, test=lambda content: bool(content)):
    return lambda outcome: name in outcome.files and test(outcome.files[name])


def always(_):
    return True


def whole(content):
    return content == BODY


OPTIONS = [
    Option("header", ["-H", "X-A: 1"], field("x-a", "1")),
    Option("secret header", ["-H", f"X-Api-Key: {SECRET}"], field("x-api-key", SECRET)),
    Option("user agent", ["-A", "agent"], field("user-agent", "agent")),
    Option("referer", ["-e", "http://from.test/"], field("referer", "http://from.test/")),
    Option("cookie", ["-b", f"k={SECRET}"], field("cookie", SECRET)),
    Option("jar", ["-c", "jar"], file("jar", lambda content: b"fromserver" in content)),
    Option("user", ["-u", f"me:{SECRET}"], field("authorization", "Basic "), kind="credential"),
    Option("bearer", ["--oauth2-bearer", SECRET], field("authorization", "Bearer "), kind="credential"),
    Option("netrc", ["--netrc-file", "rc"], field("authorization", "Basic "),
           {"rc": f"machine 127.0.0.1 login me password {SECRET}\n"}, kind="credential"),
    # Without a ticket for the server, nothing is sent in its place.
    Option("negotiate", ["--negotiate", "-u", f"me:{SECRET}"], lambda outcome: not field("authorization")(outcome), kind="credential"),
    Option("sigv4", ["--aws-sigv4", "aws:amz:eu:s3", "-u", f"key:{SECRET}"], field("authorization", "AWS4-HMAC-SHA256"), kind="credential"),
    Option("data", ["-d", "a=b"], lambda outcome: outcome.method in ("POST", "PATCH") and outcome.body == b"a=b", kind="body"),
    Option("json", ["--json", '{"a":1}'], lambda outcome: outcome.body == b'{"a":1}', kind="body"),
    Option("form", ["-F", "a=b"], lambda outcome: b'name="a"' in outcome.body, kind="body"),
    Option("upload", ["-T", "up"], lambda outcome: outcome.body == b"uploaded\n", {"up": "uploaded\n"}, kind="body"),
    Option("method", ["-X", "PATCH"], method("PATCH"), kind="method"),
    Option("head only", ["-I"], method("HEAD"), kind="method"),
    Option("include", ["-i"], lambda outcome: b"HTTP/1.1 2" in outcome.output or b"HTTP/1.1 3" in outcome.output),
    Option("dump header", ["-D", "heads"], file("heads", lambda content: content.startswith(b"HTTP/1.1 "))),
    Option("output dir", ["--output-dir", "sub", "--create-dirs"], always),
    Option("compressed", ["--compressed"], field("accept-encoding", "gzip")),
    Option("range", ["-r", "0-9"], field("range", "bytes=0-9"), kind="range"),
    Option("condition", ["-z", "Mon, 01 Jun 2020 00:00:00 GMT"], field("if-modified-since", "2020"), kind="condition"),
    Option("save tag", ["--etag-save", "tag"], file("tag", lambda content: content.strip().decode() == TAG)),
    Option("compare tag", ["--etag-compare", "known"], field("if-none-match", "known"), {"known": '"known"\n'}, kind="condition"),
    Option("write out", ["-w", "%{stderr}<%{http_code}>"], lambda outcome: b"<200>" in outcome.errors or b"<206>" in outcome.errors or b"<304>" in outcome.errors),
    Option("trace", ["--trace-ascii", "trace"], file("trace", lambda content: b"Send header" in content)),
    Option("archive", ["--har", "har"], file("har", lambda content: json.loads(content)["log"]["entries"])),
    Option("record", ["--record", "run"], file("run")),
    Option("explain page", ["--explain-page", "page.html"], file("page.html", lambda content: b"<html" in content)),
    Option("transfer coding", ["--tr-encoding"], field("te", "gzip")),
    Option("remote time", ["-R"], always),
    Option("rate", ["--limit-rate", "50M"], always),
    Option("retry", ["--retry", "1", "--retry-delay", "1"], always),
    Option("time", ["-m", "20"], always),
    Option("file size", ["--max-filesize", "10M"], always),
    Option("http1.0", ["-0"], lambda outcome: outcome.version == "HTTP/1.0"),
    Option("checksum", ["--checksum", "sha256:" + hashlib.sha256(BODY).hexdigest()], always),
    Option("fail", ["-f"], always),
    Option("cache", ["--cache-dir", "cache"], always),
    Option("query", ["--url-query", "q=1"], lambda outcome: outcome.target.endswith("?q=1")),
    Option("segments", ["--segments", "2"], always),
    Option("remove on error", ["--remove-on-error"], always),
    Option("attributes", ["--xattr"], always),
]
