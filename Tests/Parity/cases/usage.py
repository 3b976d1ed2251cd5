"""What is refused, and with which exit code; settings files, globs, variables, -w and cookies in their corners."""

from case import Table, redirect, reply
from server import Close, Reset, Wait

case = Table("usage")
U = "http://127.0.0.1:PORT"
V = "http://127.0.0.1:OTHER"
OK = reply()

for name, words in {
    "C word": "-C x", "C negative": "-C -5", "retry word": "--retry x", "retry negative": "--retry -1", "retry-delay word": "--retry-delay x", "limit-rate word": "--limit-rate x",
    "limit-rate unit": "--limit-rate 5x", "max-filesize word": "--max-filesize x", "max-time negative": "-m -1", "connect-timeout word": "--connect-timeout x",
    "max-redirs word": "--max-redirs x", "max-redirs -1": "--max-redirs -1", "speed word": "-Y x", "speed-time word": "-y x", "proto unknown": "--proto =foo", "proto none": "--proto =",
    "resolve bad": "--resolve nonsense", "resolve bad address": "--resolve a:80:nonsense", "resolve star": "--resolve *:PORT:127.0.0.1", "resolve minus": "--resolve -a:80",
    "resolve plus": "--resolve +a:80:127.0.0.1", "connect-to bad": "--connect-to a:b:c:d:e", "connect-to empty": "--connect-to ::::", "local-port word": "--local-port x",
    "noproxy": "--noproxy 127.0.0.1 -x http://127.0.0.1:9", "proxy bad port": "-x http://127.0.0.1:99999", "proxy bad scheme": "-x ftp://127.0.0.1:9",
    "proxy refused": "-s -x http://127.0.0.1:1", "range bad": "-r x", "range empty": "-r ,", "keepalive word": "--keepalive-time x", "create-file-mode bad": "--create-file-mode 9z",
    "parallel-max word": "--parallel-max x", "rate bad": "--rate x", "rate minute": "--rate 600/m", "rate zero": "--rate 0", "vlan bad": "--vlan-priority 9", "tos bad": "--ip-tos x", "tos number": "--ip-tos 32",
    "write-out missing file": "-w @none", "K missing": "-K none", "cookie missing file": "-b none", "expect timeout word": "--expect100-timeout x",
    "unknown no": "--no-nonsense", "abbreviated": "--head", "ambiguous": "--s", "empty long": "--=x", "cluster value": "-sXPATCH", "cluster two": "-sS", "cluster unknown": "-s%",
    "upper case long": "--SILENT", "value like option": "-A -s", "head and get": "-I -G -d a=b", "head and json": "-I --json {}", "form and json": "-F a=b --json {}", "upload and form": "-T f -F a=b",
    "json and data": "--json {} -d a", "http2 prior": "--http1.1 -0", "0.9 refused": "--http0.9 --no-http0.9", "fail and retry": "-f --retry 0", "aws bad": "--aws-sigv4 x", "variable bad": "--variable =x",
    "expand flag": "--expand-silent", "expand unknown": "--expand-nonsense x", "next first": "--next", "next last": "-s --next",
}.items():
    case(name, f"{words} {U}/1", OK, files={"f": "F"})
for name, words in {"interface": ["--interface", ""], "time-cond": ["-z", ""], "output": ["-o", ""], "url": ["--url", ""], "user": ["-u", ""], "data": ["-d", ""],
                    "proxy user": ["-U", ""], "range": ["-r", ""], "request": ["-X", ""], "cookie-jar": ["-c", ""], "config": ["-K", ""]}.items():
    case(f"empty {name}", [*words, f"{U}/1"], OK)
for name, url in {
    "space host": "http://a b/", "no host": "http://", "only scheme": "http:", "only slashes": "//127.0.0.1:PORT/1", "bad port": "http://127.0.0.1:x/", "negative port": "http://127.0.0.1:-1/",
    "empty port": "http://127.0.0.1:/", "bracket": "http://[::1/", "bracket words": "http://[nonsense]/", "userinfo empty": "http://@127.0.0.1:PORT/1", "userinfo colon": "http://:@127.0.0.1:PORT/1",
    "double slash path": "http://127.0.0.1:PORT//a//b", "three slashes": "http:///127.0.0.1:PORT/1", "backslash": "http://127.0.0.1:PORT\\1", "tab": "http://127.0.0.1:PORT/a\tb", "percent host": "http://127.0.0.%31:PORT/1",
    "query question": "http://127.0.0.1:PORT/1?a?b", "query only": "http://127.0.0.1:PORT?", "fragment only": "http://127.0.0.1:PORT#f", "unicode path": "http://127.0.0.1:PORT/ä€", "quote": "http://127.0.0.1:PORT/\"'",
    "pipe": "http://127.0.0.1:PORT/a|b", "caret": "http://127.0.0.1:PORT/a^b", "lower percent": "http://127.0.0.1:PORT/%2f%2F", "dots end": "http://127.0.0.1:PORT/a/..", "dots many": "http://127.0.0.1:PORT/../../a", "dot": "http://127.0.0.1:PORT/./a/.",
    "semicolon": "http://127.0.0.1:PORT/a;b=c", "plus": "http://127.0.0.1:PORT/a+b?c+d", "at in path": "http://127.0.0.1:PORT/@a", "colon in path": "http://127.0.0.1:PORT/a:b", "angle": "http://127.0.0.1:PORT/<a>", "hash in query": "http://127.0.0.1:PORT/1?a=%23",
    "ip octal": "http://0177.0.0.1:PORT/1", "ip overflow": "http://127.0.0.256/", "ip many": "http://127.0.0.0.1/", "localhost": "http://localhost:PORT/1", "gopher unknown": "xyz://127.0.0.1:1/", "mailto": "mailto:a@b",
}.items():
    case(f"url {name}", ["-g", "-s", url], OK)

for name, text in {
    "one": "url = URL/1", "quoted": 'url = "URL/1"', "colon": "url: URL/1", "blank": "url URL/1", "dashes": "--url URL/1", "comment end": "url = URL/1 # x", "escapes": 'user-agent = "a\\tb\\"c\\\\d"\nurl = URL/1',
    "no value": "silent\nurl = URL/1", "boolean no": "no-location\nurl = URL/1", "short": "-A x\nurl = URL/1", "short joined": "-Ax\nurl = URL/1", "crlf": "url = URL/1\r\nuser-agent = x\r\n", "blank lines": "\n\n  \nurl = URL/1\n\n",
    "tabs": "url\t=\tURL/1", "no newline": "user-agent = x\nurl = URL/1", "two urls": "url = URL/1\nurl = URL/2", "header": 'header = "A: b"\nheader = "C: d"\nurl = URL/1', "data": "data = a=b\nurl = URL/1", "next": "url = URL/1\nnext\nurl = URL/2\nuser-agent = z",
    "nested": "config = d\n", "percent": 'write-out = "%{http_code}\\n"\nurl = URL/1', "empty value": 'user-agent = ""\nurl = URL/1', "output": "output = out\nurl = URL/1", "equals in value": "user-agent = a=b\nurl = URL/1", "utf8": 'user-agent = "ä"\nurl = URL/1',
    "unknown": "nonsense = 1\nurl = URL/1", "missing value": "url", "long equals": "--user-agent=x\nurl = URL/1",
}.items():
    case(f"config {name}", "-K c", OK, OK, files={"c": text.replace("URL", U), "d": f"url = {U}/nested\n"})

for name, words in {
    "letters step": [f"{U}/[a-g:3]"], "letters upper": [f"{U}/[A-C]"], "letters mixed": [f"{U}/[a-C]"], "number padded": [f"{U}/[001-003]"], "range one": [f"{U}/[5-5]"], "two ranges": [f"{U}/[1-2][a-b]"], "braces three": [f"{U}/{{a,b,c}}x"],
    "braces empty": [f"{U}/{{}}"], "braces one": [f"{U}/{{a}}"], "close alone": [f"{U}/a}}"], "bracket alone": [f"{U}/a]"], "open bracket": [f"{U}/a[1"], "step zero": [f"{U}/[1-3:0]"], "step big": [f"{U}/[1-3:9]"], "negative": [f"{U}/[-1-3]"], "words": [f"{U}/[ab]"],
    "escaped comma": [f"{U}/{{a\\,b,c}}"], "output one": [f"{U}/{{a,b}}", "-o", "x-#1"], "output two": [f"{U}/{{a,b}}/[1-2]", "-o", "#2-#1"], "output hash": [f"{U}/{{a,b}}", "-o", "#x#1"], "remote name": ["-O", f"{U}/{{a,b}}"], "query": [f"{U}/?a={{x,y}}"],
    "upload two globs": ["-T", "{f,g}", f"{U}/{{1,2}}"], "upload glob bad": ["-T", "{f,g", f"{U}/1"], "upload glob off": ["-g", "-T", "{f,g}", f"{U}/1"], "upload glob missing": ["-T", "{f,none}", f"{U}/d/"], "head": ["-I", f"{U}/{{a,b}}"], "data": ["-d", "x", f"{U}/{{a,b}}"],
    "write-out": ["-w", "%{urlnum} %{url}\\n", f"{U}/{{a,b}}", f"{U}/c"], "fail early": ["-f", "--fail-early", f"{U}/{{a,b}}"], "nested": [f"{U}/{{a,{{b}}}}"], "user": ["http://u{1,2}:p@127.0.0.1:PORT/1"],
}.items():
    fails = name == "fail early"
    case(f"glob {name}", words, *([reply(b"no", "404 No")] if fails else [OK] * 4), files={"f": "F", "g": "G"})

for name, words in {
    "b64": ["--variable", "v=a b", "--expand-data", "{{v:b64}}"], "json": ["--variable", 'v=a"b', "--expand-data", "{{v:json}}"], "url": ["--variable", "v=a b/c", "--expand-data", "{{v:url}}"], "trim url": ["--variable", "v= a b ", "--expand-data", "{{v:trim:url}}"],
    "64dec": ["--variable", "v=YWI=", "--expand-data", "{{v:64dec}}"], "file": ["--variable", "v@f", "--expand-data", "{{v}}"], "two": ["--variable", "a=1", "--variable", "b=2", "--expand-data", "{{a}}{{b}}"], "unset": ["--expand-data", "{{nothing}}"],
    "escaped": ["--variable", "a=1", "--expand-data", "\\{{a}}"], "bad function": ["--variable", "a=1", "--expand-data", "{{a:nonsense}}"], "open": ["--variable", "a=1", "--expand-data", "{{a"], "in header": ["--variable", "a=1", "--expand-header", "X-A: {{a}}"],
    "in user": ["--variable", "a=me", "--expand-user", "{{a}}:pw"], "in output": ["--variable", "a=out", "--expand-output", "{{a}}"], "range": ["--variable", "v[1-2]=abcd", "--expand-data", "{{v}}"], "again": ["--variable", "a=1", "--variable", "a=2", "--expand-data", "{{a}}"],
    "environment file": ["--variable", "%NONE@f", "--expand-data", "{{NONE}}"], "plain brace": ["-d", "{{a}}"], "blank name": ["--variable", "a=1", "--expand-data", "{{ a }}"], "empty": ["--variable", "a=", "--expand-data", "x{{a}}y"],
}.items():
    case(f"variable {name}", [*words, f"{U}/1"], OK, files={"f": "file text\n"})

for name, text in {
    "url parts": "%{url.port} %{url.fragment} %{url.password} %{url.query} %{url.zoneid}", "effective parts": "%{urle.host} %{urle.port} %{urle.scheme}", "method data": "%{method}", "two percent": "100%%", "unknown mix": "a%{b}c%{http_code}",
    "nul escape": "\\0", "brace": "%{}", "letters": "%a %", "header upper": "%header{SERVER}", "header missing all": "%header{none:all}", "output twice": "%output{a}1%output{b}2", "stderr and back": "%{stderr}e%{stdout}o", "code and size": "%{response_code}:%{size_download}:%{size_upload}",
    "num": "%{num_connects} %{num_redirects} %{num_headers} %{num_retries}", "filename": "%{filename_effective}", "urls": "%{urlnum} %{url} %{url_effective}", "ip": "%{local_ip} %{remote_ip} %{remote_port}", "http version": "%{http_version} %{scheme}", "sizes": "%{size_header}",
    "xfer": "%{xfer_id} %{conn_id}", "onerror none": "a%{onerror}b", "newlines": "\\n\\r\\n\\t|", "lone percent": "100%\\n\\n",
}.items():
    case(f"write-out {name}", ["-s", "-w", text, f"http://me:pw@127.0.0.1:PORT/1?q#frag"], reply(fields=["Server: s"]))
case("write-out after failure", ["-s", "-w", "%{http_code} %{exitcode} %{size_download} %{num_connects}\\n", "http://127.0.0.1:1/"])
case("write-out after cut", ["-s", "-w", "%{http_code} %{exitcode} %{size_download}\\n", f"{U}/1"], [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbody\n", Close])
case("write-out after empty", ["-s", "-w", "%{http_code} %{exitcode}\\n", f"{U}/1"], [Close])
case("write-out -f", ["-s", "-f", "-w", "%{http_code} %{exitcode} %{onerror}failed\\n", f"{U}/1"], reply(b"no", "404 No"))
case("write-out post", ["-s", "-d", "abc", "-w", "%{size_upload} %{method}\\n", f"{U}/1"], OK)
case("write-out put", ["-s", "-T", "f", "-w", "%{size_upload} %{method}\\n", f"{U}/1"], OK, files={"f": "four"})
case("write-out head", ["-s", "-I", "-w", "%{size_download} %{method}\\n", f"{U}/1"], reply(b"", length=False, fields=["Content-Length: 9"]))
case("write-out compressed", ["-s", "--compressed", "-w", "%{size_download}\\n", f"{U}/1"], OK, normal=[("Accept-Encoding: .*", "CODINGS")])
case("write-out redirects", ["-s", "-L", "-w", "%{num_redirects} %{url_effective} %{http_code} %{num_connects}\\n", f"{U}/1"], redirect("/2"), redirect("/3"), OK)
case("write-out referer", ["-s", "-e", "x", "-w", "%{referer}\\n", f"{U}/1"], OK)
case("write-out retries", ["-s", "--retry", "1", "--retry-delay", "1", "-w", "%{num_retries}\\n", f"{U}/1"], reply(b"", "503 Busy"), OK)
case("write-out file", ["-s", "-w", "%{http_code} %{size_download} %{url_effective} %{scheme} %{method} %{exitcode}\\n", "file://DIR/f"], files={"f": "four"},
     normal=[(" FILE ", " file ")])
case("write-out file missing", ["-s", "-w", "%{http_code} %{size_download} %{exitcode}\\n", "file://DIR/none"])
case("write-out file upload", ["-s", "-T", "f", "-w", "%{size_upload} %{method} %{exitcode}\\n", "file://DIR/g"], files={"f": "four"})
case("write-out file two", ["-s", "-w", "%{urlnum} %{xfer_id}\\n", "file://DIR/f", "file://DIR/f"], files={"f": "four"})

COOKIES = {
    "path match": ["a=1; path=/x"], "path not": ["a=1; path=/y"], "path prefix": ["a=1; path=/x/y"], "path slash": ["a=1; path=/x/"], "domain ip": ["a=1; domain=127.0.0.1"], "domain other": ["a=1; domain=other.example"], "secure": ["a=1; secure"],
    "httponly": ["a=1; HttpOnly"], "max-age 0": ["a=1", "a=2; max-age=0"], "max-age negative": ["a=1; max-age=-1"], "max-age text": ["a=1; max-age=x"], "expired": ["a=1; expires=Thu, 01 Jan 1970 00:00:00 GMT"], "expires dashes": ["a=1; expires=Fri, 01-Jan-2038 00:00:00 GMT"],
    "expires asctime": ["a=1; expires=Fri Jan  1 00:00:00 2038"], "expires bad": ["a=1; expires=never"], "expires short year": ["a=1; expires=Fri, 01-Jan-38 00:00:00 GMT"], "replaced": ["a=1", "a=2"], "case of name": ["a=1", "A=2"], "samesite": ["a=1; SameSite=Strict"], "unknown attribute": ["a=1; foo=bar"],
    "semicolon end": ["a=1;"], "spaces": ["  a = 1 "], "equals in value": ["a=b=c"], "quotes": ['a="1"'], "comma": ["a=1,2"], "no value": ["a"], "no name": ["=1"], "empty": [""], "utf8": ["ä=ö"], "attributes upper": ["a=1; PATH=/; SECURE"], "two lines order": ["a=1", "bb=2", "c=3"], "prefix host": ["__Host-a=1; path=/; secure"],
    "prefix secure": ["__Secure-a=1"], "path relative": ["a=1; path=x"], "path quoted": ['a=1; path="/"'], "domain dot": ["a=1; domain=.127.0.0.1"], "domain empty": ["a=1; domain="], "both ages": ["a=1; max-age=100; expires=Thu, 01 Jan 1970 00:00:00 GMT"], "blank value": ["a= "],
}
for name, lines in COOKIES.items():
    case(f"cookie {name}", f"-c jar {U}/x/1 {U}/x/2", reply(fields=[f"Set-Cookie: {line}" for line in lines]), OK,
         normal=[(r"\t(1[0-9]{9}|2[0-9]{9})\t", "\tTIME\t")])
case("cookie subdomain", "-b none --resolve a.example:PORT:127.0.0.1 --resolve b.a.example:PORT:127.0.0.1 http://b.a.example:PORT/1 http://a.example:PORT/2 http://b.a.example:PORT/3",
     reply(fields=["Set-Cookie: w=1; domain=a.example", "Set-Cookie: h=2"]), OK, OK)
case("cookie file comment lines", f"-b jar {U}/1", OK, files={"jar": "# x\n\n#\n127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb\n"})
case("cookie file spaces", f"-b jar {U}/1", OK, files={"jar": "127.0.0.1 FALSE / FALSE 0 a b\n"})
case("cookie file crlf", f"-b jar {U}/1", OK, files={"jar": "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb\r\n"})
case("cookie file tail", f"-b jar --resolve www.a.example:PORT:127.0.0.1 http://www.a.example:PORT/1", OK, files={"jar": ".a.example\tTRUE\t/\tFALSE\t0\ta\tb\na.example\tFALSE\t/\tFALSE\t0\tc\td\n"})
case("cookie file bad", f"-b jar {U}/1", OK, files={"jar": "nonsense\n127.0.0.1\tFALSE\t/\n"})
case("cookie two files", f"-b jar -b other {U}/1", OK, files={"jar": "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb\n", "other": "127.0.0.1\tFALSE\t/\tFALSE\t0\tc\td\n"})
case("cookie jar keeps", f"-b jar -c jar {U}/1", OK, files={"jar": "other.example\tFALSE\t/\tFALSE\t2145916800\ta\tb\n127.0.0.1\tFALSE\t/\tFALSE\t1\told\tx\n"})
case("cookie jar missing folder", f"-c d/jar {U}/1", reply(fields=["Set-Cookie: a=b"]))
case("cookie engine empty", ["-b", "", f"{U}/1", f"{U}/2"], reply(fields=["Set-Cookie: a=b"]), OK)

for name, words, first in [
    ("fragment kept", [f"{U}/1#a"], redirect("/2")), ("dot dot", [f"{U}/a/b/1"], redirect("../../../2")), ("query only", [f"{U}/1?a"], redirect("?b")), ("empty path", [f"{U}/a/1"], redirect("#x")), ("absolute upper", [f"{U}/1"], redirect("HTTP://127.0.0.1:PORT/2")),
    ("include fail", ["-i", "-f", f"{U}/1"], redirect("/2")), ("data get", ["-G", "-d", "a=b", f"{U}/1"], redirect("/2")), ("json 302", ["--json", "{}", f"{U}/1"], redirect("/2")), ("json 307", ["--json", "{}", f"{U}/1"], redirect("/2", "307 Go")),
    ("form 302", ["-F", "a=b", f"{U}/1"], redirect("/2")), ("form 308", ["-F", "a=b", f"{U}/1"], redirect("/2", "308 Go")), ("x put 302", ["-X", "PUT", "-d", "a", f"{U}/1"], redirect("/2")), ("x delete 302", ["-X", "DELETE", f"{U}/1"], redirect("/2")), ("head 303", ["-I", f"{U}/1"], redirect("/2", "303 See", body=b"")),
    ("post302", ["--post302", "-d", "a", f"{U}/1"], redirect("/2")), ("post301 on 302", ["--post301", "-d", "a", f"{U}/1"], redirect("/2")), ("all posts", ["--post301", "--post302", "--post303", "-d", "a", f"{U}/1"], redirect("/2", "303 See")), ("agent", ["-A", "x", f"{U}/1"], redirect("/2")), ("range", ["-r", "1-2", f"{U}/1"], redirect("/2")),
    ("cookie set", ["-b", "none", f"{U}/a/1"], redirect("/b", fields=["Set-Cookie: a=1; path=/a", "Set-Cookie: b=2; path=/"])), ("etag", ["--etag-save", "t", f"{U}/1"], redirect("/2", fields=['ETag: "x"'])), ("max 1", ["--max-redirs", "1", f"{U}/1"], redirect("/2")), ("max -1", ["--max-redirs", "-1", f"{U}/1"], redirect("/2")),
    ("with body", [f"{U}/1"], redirect("/2", body=b"long body " * 2000)), ("close", [f"{U}/1"], redirect("/2", fields=["Connection: close"])), ("semicolons", [f"{U}/1"], redirect("/a;b?c;d")), ("encoded", [f"{U}/1"], redirect("/a%20b%2Fc")), ("quote", [f"{U}/1"], redirect('/a"b')), ("slashes", [f"{U}/1"], redirect("///127.0.0.1:PORT/2")),
    ("user", [f"{U}/1"], redirect("http://x@127.0.0.1:PORT/2")), ("http 1.0", ["-0", f"{U}/1"], redirect("/2")), ("timecond", ["-z", "Sat, 01 Jan 2000 00:00:00 GMT", f"{U}/1"], redirect("/2")), ("compressed", ["--compressed", f"{U}/1"], redirect("/2")),
]:
    case(f"redirect {name}", ["-L", *words], first, OK, normal=[("Accept-Encoding: .*", "CODINGS")])

case.excuse("connect-to bad", "a part too many is refused", "exit", "stdout", "wire")
case.excuse("upper case long", "names of options match in either case, as in curl 7", "exit", "stdout", "wire")
case.excuse("variable bad", "a variable needs a name", "exit", "stdout", "wire")
case.excuse("variable escaped", "a backslash keeps the braces, as curl's manual says", "wire")
case.excuse("url userinfo empty", "an empty name is no login", "wire")
case.excuse("url userinfo colon", "an empty name is no login", "wire")
case.excuse("url backslash", "a backslash is a slash (URL Standard)", "exit", "stdout", "wire")
case.excuse("cookie max-age text", "an attribute that is malformed is ignored (RFC 6265bis section 5.6.2)", "files", "wire")
case.excuse("cookie no value", "a pair without = is a value without a name (RFC 6265bis section 5.6)", "files", "wire")
case.excuse("config long equals", "a file takes --name=word too, as the command line does", "exit", "stdout", "wire")
case.excuse("cookie jar missing folder", "cookies that can't be saved are lost, which no run should call a success", "exit")
case.excuse("cookie no name", "a cookie without a name is sent as its value (RFC 6265bis section 5.8.3)", "wire")
case.excuse("cookie path relative", "a path that begins with no slash is the default one (RFC 6265bis section 5.6.4)", "files")
case.excuse("cookie path quoted", "a path that begins with no slash is the default one (RFC 6265bis section 5.6.4)", "files")
case.excuse("redirect json 302", "a request without a body has no type (RFC 9110 section 15.4)", "wire")
case.excuse("redirect x put 302", "only POST changes on a 302: a PUT is repeated whole (RFC 9110 section 15.4.3)", "wire")
case.excuse("redirect etag", "the tag is that of what is written", "files")
case.excuse("redirect quote", "a quote is encoded (URL Standard)", "wire")
case.excuse("redirect http 1.0", "HTTP/1.0 keeps no connection unless both say so (RFC 9112 section 9.3)", "wire")
