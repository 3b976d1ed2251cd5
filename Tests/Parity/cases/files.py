"""Outputs, names, resuming, globs, write-out, settings files, option conflicts."""

from case import Table, redirect, reply
from server import Asked, Close, Reset, Wait

case = Table("file")
U = "http://127.0.0.1:PORT"
OK = reply()
case("output", f"-o out {U}/1", OK)
case("output over another", f"-o out {U}/1", OK, files={"out": "old and longer"})
case("output two", f"-o a -o b {U}/1 {U}/2", OK, reply("two\n"))
case("output one of two", f"-o a {U}/1 {U}/2", OK, reply("two\n"))
case("output interleaved", f"{U}/1 -o a {U}/2 -o b", OK, reply("two\n"))
case("output folder missing", f"-o d/out {U}/1", OK)
case("output create dirs", f"--create-dirs -o d/e/out {U}/1", OK)
case("output dir", f"--output-dir d --create-dirs -o out {U}/1", OK)
case("output dir remote", f"--output-dir d --create-dirs -O {U}/name", OK)
case("output dir missing", f"--output-dir d -o out {U}/1", OK)
case("output dir absolute", f"--output-dir d -o /dev/null {U}/1", OK,
     excuse="an absolute name of -o is that file, whatever --output-dir says", aspects=("exit",))
case("output is a folder", f"-o d {U}/1", OK, files={"d/x": ""})
case("output dash", f"-o - {U}/1", OK)
case("output cut", f"-o out {U}/1", [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbody\n", Close],
     excuse="a cut body keeps the name FILE.part, so that FILE is never half a body", aspects=("files",))
case("output cut over another", f"-o out {U}/1", [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbody\n", Close], files={"out": "old"},
     excuse="a cut body keeps the name FILE.part, so that FILE is never half a body", aspects=("files",))
case("output no body", f"-o out {U}/1", reply(b""))
case("output include", f"-i -o out {U}/1", OK)
case("remote name", f"-O {U}/a/name", OK)
case("remote name query", f"-O {U}/name?x=y", OK)
case("remote name none", f"-O {U}/", OK)
case("remote name none deep", f"-O {U}/a/", OK)
case("remote name encoded", f"-O {U}/a%20b", OK)
case("remote name fragment", f"-O {U}/name#x", OK)
case("remote name all", f"--remote-name-all {U}/a {U}/b", OK, OK)
case("remote name all with -o", f"--remote-name-all {U}/a -o - {U}/b", OK, OK)
case("remote time", f"-R -o out {U}/1", reply(fields=["Last-Modified: Sat, 01 Jan 2000 00:00:00 GMT"]), shell='"$0" "$@"; stat -c %Y out')
case("remote time before 1970", f"-R -o out {U}/1", reply(fields=["Last-Modified: Wed, 01 Jan 1969 00:00:00 GMT"]), shell='"$0" "$@"; stat -c %Y out')
CD = "Content-Disposition: "
for name, value in {
    "plain": "attachment; filename=name.txt", "quoted": 'attachment; filename="name.txt"', "single": "attachment; filename='name.txt'",
    "no type": "filename=name.txt", "path": 'attachment; filename="/etc/name.txt"', "backslash": 'attachment; filename="a\\name.txt"',
    "blank": "attachment; filename=na me.txt", "comma": "attachment; filename=na,me.txt", "semicolon": 'attachment; filename="na;me.txt"',
    "cut by semicolon": "attachment; filename=name.txt; size=5", "star": "attachment; filename=name.txt; filename*=UTF-8''other.txt",
    "only star": "attachment; filename*=UTF-8''other.txt", "inline": "inline; filename=name.txt", "empty": 'attachment; filename=""',
    "upper case": "ATTACHMENT; FILENAME=name.txt", "blanks around": "attachment; filename = name.txt", "dots": 'attachment; filename=".."',
}.items():
    case(f"disposition {name}", f"-J -O {U}/url", reply(fields=[CD + value]))
case("disposition without", f"-J -O {U}/url", OK)
case("disposition without and no name", f"-J -O {U}/", OK)
case("disposition include", f"-i -J -O {U}/url", reply(fields=[CD + "attachment; filename=name"]))
case("disposition existing", f"-J -O {U}/url", reply(fields=[CD + "attachment; filename=name"]), files={"name": "old"})
case("disposition clobber", f"-J -O --clobber {U}/url", reply(fields=[CD + "attachment; filename=name"]), files={"name": "old"})
case("disposition redirect", f"-L -J -O {U}/url", redirect("/final"), OK)
case("disposition redirect named", f"-L -J -O {U}/url", redirect("/final"), reply(fields=[CD + "attachment; filename=name"]))
case("disposition head", f"-I -J -O {U}/url", reply(b"", fields=[CD + "attachment; filename=name"]))
case("disposition output dir", f"-J -O --output-dir d --create-dirs {U}/url", reply(fields=[CD + "attachment; filename=name"]))
case("remote name none redirect", f"-L -O {U}/", redirect("/final"), OK)
case("no clobber", f"--no-clobber -o out {U}/1", OK, files={"out": "old"})
case("no clobber twice", f"--no-clobber -o out {U}/1", OK, files={"out": "old", "out.1": "older"})
case("skip existing", f"--skip-existing -o out {U}/1", OK, files={"out": "old"})
case("skip existing new", f"--skip-existing -o out {U}/1", OK)
case("remove on error", f"--remove-on-error -o out {U}/1", [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbody\n", Close])
case("remove on error -f", f"--remove-on-error -f -o out {U}/1", reply(b"no", "404 No"))
case("create file mode", f"--create-file-mode 0600 -o out {U}/1", OK, shell='"$0" "$@"; stat -c %a out')
case("out null", f"--out-null {U}/1", OK, since="8.16.0",
     becomes={"exit": [("2", "0")], "wire": [("^$", "[connection]\\nGET /1 HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\n\\r\\n")]})
case("dump heads two", f"-D heads {U}/1 {U}/2", OK, OK)
case("dump stderr", f"-s -D % {U}/1", OK, compares_errors=True)
case("dump create dirs", f"--create-dirs -D d/heads {U}/1", OK)
ATTRIBUTES = """"$0" "$@"; code=$?; python3 -c '
import os
for name in sorted(os.listxattr("out")): print(name, os.getxattr("out", name).decode())
'; exit $code"""
for name, words in (("named", "http://åäö.test:PORT/1"), ("redirected", "-L http://åäö.test:PORT/1"), ("user", "http://a:b@åäö.test:PORT/1")):
    case(f"effective url {name}", words.split() + ["-s", "--resolve", "xn--4cab6c.test:PORT:127.0.0.1", "-w", "%{url_effective} %{url}\n"],
         redirect("/2"), OK)
case("effective url elsewhere", ["-s", "-L", "http://åäö.test:PORT/1", "--resolve", "xn--4cab6c.test:PORT:127.0.0.1", "-w", "%{url_effective}\n"],
     redirect(f"{U}/2"), OK)
# Only later versions of curl name themselves.
CREATOR = [(r"user.creator (curl|sockeye)\n", "")]
TYPED = reply(fields=["Content-Type: text/plain;charset=x"])
for name, words, replies in (
    ("xattr", f"{U}/1", [TYPED]), ("xattr without a type", f"{U}/1", [OK]), ("xattr without", f"--no-xattr {U}/1", [TYPED]),
    ("xattr secrets", "-e http://u:p@from.example/x http://me:secret@127.0.0.1:PORT/1?q#f", [TYPED]),
    ("xattr redirect", f"-L -e ;auto {U}/1", [redirect("/2?b"), TYPED]), ("xattr page of 404", f"{U}/1", [reply(status="404 No")]),
    ("xattr refused", f"-f {U}/1", [reply(status="404 No")]), ("xattr data", f"-d a=b {U}/1", [TYPED]),
    ("xattr compressed", f"--compressed {U}/1", [TYPED]), ("xattr parallel", f"-Z -s {U}/1", [TYPED]), ("xattr remove", f"--remove-on-error {U}/1", [TYPED]),
):
    case(name, f"--xattr -s -o out {words}".replace("--xattr -s -o out --no-xattr", "-s -o out --xattr --no-xattr"), *replies, files={"out": "old"}, shell=ATTRIBUTES, normal=CREATOR)
case("xattr resumed", f"--xattr -s -C 5 -o out {U}/1", reply(b"56789", "206 Partial Content", ["Content-Range: bytes 5-9/10", "Content-Type: a/b"]),
     files={"out": "01234"}, shell=ATTRIBUTES, normal=CREATOR)
case.excuse("xattr secrets", "a password of the referrer isn't noted", "stdout")
case("use ascii", f"-B {U}/1", OK)
case("use ascii long", f"--use-ascii {U}/1", OK)

PART = reply(b"56789", "206 Partial Content", ["Content-Range: bytes 5-9/10"])
case("continue", f"-C 5 {U}/1", PART)
case("continue to file", f"-C 5 -o out {U}/1", PART, files={"out": "01234"})
case("continue what is there", f"-C - -o out {U}/1", PART, files={"out": "01234"})
case("continue nothing there", f"-C - -o out {U}/1", reply(b"0123456789"))
case("continue no ranges", f"-C 5 {U}/1", reply(b"0123456789"))
case("continue no ranges to file", f"-C - -o out {U}/1", reply(b"0123456789"), files={"out": "01234"})
case("continue 416", f"-C 10 -o out {U}/1", reply(b"", "416 Range Not Satisfiable", ["Content-Range: bytes */10"]), files={"out": "0123456789"})
case("continue 416 what is there", f"-C - -o out {U}/1", reply(b"", "416 Range Not Satisfiable", ["Content-Range: bytes */10"]), files={"out": "0123456789"})
case("continue 416 -f", f"-f -C - -o out {U}/1", reply(b"", "416 Range Not Satisfiable", ["Content-Range: bytes */10"]), files={"out": "0123456789"})
case("continue redirect", f"-L -C 5 {U}/1", redirect("/2"), PART)
case("continue wrong range", f"-C 5 {U}/1", reply(b"3456789", "206 Partial Content", ["Content-Range: bytes 3-9/10"]))
case("continue no content range", f"-C 5 {U}/1", reply(b"56789", "206 Partial Content"))
case("continue 404", f"-f -C - -o out {U}/1", reply(b"no", "404 No"), files={"out": "01234"})
case("continue and range", f"-C 5 -r 1-2 {U}/1", OK)
case("continue include", f"-i -C 5 -o out {U}/1", PART, files={"out": "01234"})
case("continue stdout what is there", f"-C - {U}/1", OK)
case("continue put", f"-C - -T f {U}/1", OK, files={"f": "0123456789"})
case("range 200", f"-r 2-4 {U}/1", reply(b"0123456789"))
case("range 416", f"-r 20-24 {U}/1", reply(b"no", "416 No", ["Content-Range: bytes */10"]))

case("glob", f"{U}/{{a,b}}", OK, OK)
case("glob range", f"{U}/[1-3]", OK, OK, OK)
case("glob step", f"{U}/[0-6:3]", OK, OK, OK)
case("glob zeros", f"{U}/[08-11]", OK, OK, OK, OK)
case("glob letters", f"{U}/[a-c]", OK, OK, OK)
case("glob product", f"{U}/{{a,b}}/[1-2]", OK, OK, OK, OK)
case("glob names", f"{U}/{{a,b}}/[1-2] -o #1-#2.txt", OK, reply("2"), reply("3"), reply("4"))
case("glob empty word", f"{U}/{{a,}}x", OK, OK)
case("glob bad", f"{U}/{{a,b", OK)
case("glob bad range", f"{U}/[3-1]", OK)
case("glob off", ["-g", f"{U}/{{a}}[b]"], OK)
case("glob escaped", [f"{U}/\\{{a\\}}"], OK)
case("glob name out of range", f"{U}/{{a,b}} -o #3", OK, OK)
case("glob in the host", ["http://{127.0.0.1,127.0.0.1}:PORT/1"], OK, OK)
case("glob upload", ["-T", "{a,b}", f"{U}/x/"], OK, OK, files={"a": "A", "b": "B"})
case("glob upload range", ["-T", "f[1-2]", f"{U}/x/"], OK, OK, files={"f1": "A", "f2": "B"})
case("glob named", [f"{U}/{{<one>a,b}}", "-o", "#<one>"], OK, OK)
case("glob named range", [f"{U}/{{<a>x,y}}-[<n>1-2]", "-o", "#<n>#<a>#1"], *[OK] * 4)
case("glob named upload", ["-T", "{<file>a,b}", "-o", "#<file>.out", f"{U}/x/"], OK, reply("two"), files={"a": "A", "b": "B"})
case("glob upload name", ["-T", "{a,b}", "-o", "#1.out", f"{U}/x/"], OK, reply("two"), files={"a": "A", "b": "B"})

for name, text in {
    "code": "%{http_code} %{response_code}", "type": "%{content_type}", "size": "%{size_download}", "header": "%{size_header}",
    "redirects": "%{num_redirects} %{url_effective}", "method": "%{method}", "scheme": "%{scheme}", "version": "%{http_version}",
    "connects": "%{num_connects}", "upload": "%{size_upload}", "url": "%{url}", "urlnum": "%{urlnum}", "exit": "%{exitcode} %{errormsg}",
    "file": "%{filename_effective}", "one header": "%header{server}", "no header": "%header{none}", "headers": "%{header_json}", "percent": "%%{x}",
    "escapes": "a\\tb\\nc\\rd\\\\e\\x", "unknown": "%{nonsense}", "open": "%{http_code", "stderr": "%{stderr}err", "stdout": "%{stdout}out",
    "onerror": "%{onerror}bad", "request size": "%{size_request}", "remote": "%{remote_ip}", "proxy": "%{proxy_used}", "retries": "%{num_retries}",
    "headers count": "%{num_headers}", "referer": "%{referer}", "redirect url": "%{redirect_url}", "certs": "%{num_certs}", "verify": "%{ssl_verify_result}",
    "url parts": "%{url.scheme} %{url.host} %{url.path} %{url.query} %{url.user}", "effective parts": "%{urle.path}", "output": "%output{file}text",
    "output append": "%output{>>file}text", "header all": "%header{x-a:all:, }", "header all default": "%header{x-a:all}", "connect": "%{http_connect}", "conn id": "%{conn_id} %{xfer_id}",
    "delivered": "%{size_delivered}", "early data": "%{tls_earlydata}", "time": "%time{%Y}",
}.items():
    newer = {"time": {"stdout": [("%time.*", "2026")]}}.get(name, {})
    case(f"write-out {name}", ["-A", "agent", "-e", "ref", "-w", text, f"{U}/1?q"], reply(fields=["Server: s", "X-A: 1", "x-a: 2", "Content-Type: text/x"]),
         since="8.16.0" if newer else "", becomes=newer, normal=[("20[2-9][0-9]$", "2026")] if newer else [])
case("write-out redirect", ["-L", "-w", "%{num_redirects} %{url_effective} %{size_header}", f"{U}/1"], redirect("/2"), OK)
case("write-out format file", f"-w @f {U}/1", OK, files={"f": "code %{http_code}\n"})
case("write-out stdin", f"-w @- {U}/1", OK, stdin=b"code %{http_code}\n")
case("write-out error", ["-s", "-w", "%{http_code} %{exitcode} %{onerror}%{errormsg}", "http://127.0.0.1:1/"], normal=[("(?<=^000 7 ).+", "MESSAGE")])
case("write-out two", ["-w", "%{urlnum} %{num_connects}\n", f"{U}/1", f"{U}/2"], OK, OK)
case("write-out next", ["-w", "one %{http_code}\n", f"{U}/1", "--next", f"{U}/2"], OK, OK)
case("write-out 404 -f", ["-f", "-w", "%{http_code} %{size_download}", f"{U}/1"], reply(b"no", "404 No"))

case("config", f"-K c {U}/1", OK, files={"c": 'user-agent = "agent"\nheader = "X-A: 1"\n'})
case("config stdin", "-K -", OK, stdin=b"url = http://127.0.0.1:PORT/1\n")
case("config forms", f"-K c", OK, files={"c": f'# comment\n-A agent\n--referer: ref\n  header="X-A: \\"q\\""\n\nurl {U}/1\n'})
case("config cluster", "-K c", OK, files={"c": f"-si\nurl={U}/1\n"})
case("config missing", f"-K none {U}/1", OK)
case("config unknown", f"-K c {U}/1", OK, files={"c": "nonsense\n"})
case("config next", "-K c", OK, OK, files={"c": f"url={U}/1\nnext\nurl={U}/2\nuser-agent=two\n"})
case("curlrc", f"{U}/1", OK, files={".curlrc": "user-agent = rc\n"})
case("curlrc disabled", f"-q {U}/1", OK, files={".curlrc": "user-agent = rc\n"})
case("curlrc disabled long", f"--disable {U}/1", OK, files={".curlrc": "user-agent = rc\n"})
case("curlrc -q second", f"-s -q {U}/1", OK, files={".curlrc": "user-agent = rc\n"})
case("curlrc config home", f"{U}/1", OK, files={"conf/curlrc": "user-agent = rc\n"}, environment={"XDG_CONFIG_HOME": "DIR/conf"})
case("curlrc curl home", f"{U}/1", OK, files={"ch/.curlrc": "user-agent = ch\n", ".curlrc": "user-agent = rc\n"}, environment={"CURL_HOME": "DIR/ch"})
case("long equals", f"--user-agent=x {U}/1", OK, since="8.16.0",
     becomes={"exit": [("2", "0")], "stdout": [("^$", "body\\n")],
              "wire": [("^$", "[connection]\\nGET /1 HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: x\\r\\nAccept: */*\\r\\n\\r\\n")]})
case("url option", f"--url {U}/1", OK)
case("url file", "--url @f", OK, OK, files={"f": f"{U}/1\n{U}/2\n"})
case("url file comment", "--url @f", OK, files={"f": f"# no\n\n{U}/1\n"})
case("next", f"-A one {U}/1 --next -A two {U}/2", OK, OK)
case("next colon", f"-A one {U}/1 -: {U}/2", OK, OK)
case("parallel", f"-s -Z {U}/1 {U}/2 {U}/3 -o a -o b -o c", {f"/{n}": reply(f"{n}\n") for n in (1, 2, 3)}, unordered=True,
     # How many connections it takes depends on how fast the first answer is.
     normal=[(r"\[connection\]\n", "")])
case("parallel fail early", f"-s -Z --fail-early -f {U}/1 {U}/2", {"/1": reply(b"no", "404 No"), "/2": [Wait(20)]}, unordered=True)
case("parallel immediate fail early", f"-s -Z --parallel-immediate --fail-early -f {U}/1 {U}/2", {"/1": [Asked("/2"), reply(b"no", "404 No")], "/2": [Wait(20)]}, unordered=True)
case("variable", ["--variable", "v=value", "--expand-url", f"{U}/{{{{v}}}}"], OK)
case("variable functions", ["--variable", "v= a b ", "--expand-data", "{{v:trim:url}}", f"{U}/1"], OK)
case("variable environment", ["--variable", "%VAR", "--expand-header", "X-A: {{VAR}}", f"{U}/1"], OK, environment={"VAR": "env"})
case("variable default", ["--variable", "%NONE=default", "--expand-header", "X-A: {{NONE}}", f"{U}/1"], OK)
case("variable missing", ["--variable", "%NONE", f"{U}/1"], OK)
case("rate", f"--rate 100/s {U}/1 {U}/2", OK, OK)
case("unknown option", f"--nonsense {U}/1", OK)
case("unknown letter", f"-% {U}/1", OK)
case("no url", "-s")
case("missing argument", f"{U}/1 -o")
case("bad number", f"-m soon {U}/1", OK)
case("negative number", f"--max-redirs -2 {U}/1", OK)
case("no- for a value", f"--no-output x {U}/1", OK)
case("no- flag", f"-L --no-location {U}/1", redirect("/2"))
case("double dash", ["--", f"{U}/1"], OK)
case("no conflict -D and -o", f"-D /dev/null -o /dev/null {U}/1", OK)
case("conflict -C and -r", f"-C 5 -r 0-2 -o out {U}/1", OK)
case("conflict -J and -C", f"-J -O -C - {U}/1", OK)
case("conflict continue and no-clobber", f"-C - --no-clobber -o out {U}/1", OK)
case("conflict continue and remove-on-error", f"-C - --remove-on-error -o out {U}/1", OK)
case("conflict -f and fail-with-body", f"-f --fail-with-body {U}/1", reply(b"no", "404 No"))
case("conflict fail-with-body then -f", f"--fail-with-body -f {U}/1", reply(b"no", "404 No"))
for name in ("-f and fail-with-body", "fail-with-body then -f"):
    case.excuse(f"conflict {name}", "the last one counts, as in curl 8.22", "exit", "wire", *(["stdout"] if name[0] == "-" else []))
case("scheme unknown", "ftq://127.0.0.1:PORT/1")
case("scheme ftp", "ftp://127.0.0.1:PORT/1", [Close], excuse="only HTTP is spoken")
case("scheme file", "file://DIR/f", files={"f": "content\n"})
case("scheme file include", "-i file://DIR/f", files={"f": "content\n"}, normal=[("Last-Modified: .*", "WHEN")])
case("scheme file head", "-I file://DIR/f", files={"f": "content\n"}, normal=[("Last-Modified: .*", "WHEN")])
case("scheme file range", "-r 1-3 file://DIR/f", files={"f": "content\n"})
for spec in ("0-99", "2-", "-2", "-99", "5-3", "8-9", "99-100"):
    case(f"scheme file range {spec}", f"-r {spec} file://DIR/f", files={"f": "content\n"})
case("scheme file range to the largest number", "-r 2-9223372036854775807 file://DIR/f", files={"f": "content\n"})
case("scheme file offset", "-C 3 file://DIR/f", files={"f": "content\n"})
case("scheme file offset past the end", "-C 99 file://DIR/f", files={"f": "content\n"})
case("scheme file resume", "-C - -o out file://DIR/f", files={"f": "content\n", "out": "cont"})
case("scheme file resume complete", "-C - -o out file://DIR/f", files={"f": "content\n", "out": "content\n"})
case("scheme file resume longer", "-C - -o out file://DIR/f", files={"f": "content\n", "out": "longer than that\n"})
case(
    "scheme file resume other", "-C - -o out file://DIR/f", files={"f": "content\n", "out": "mine"},
    excuse="what begins otherwise isn't gone on with")
case("scheme file remote time", "-R -o out file://DIR/f", files={"f": "content\n"})
case("scheme file folder", "file://DIR/d/", files={"d/a": "", "d/.b": ""}, since="8.22.0", becomes={"stdout": [("^", "a\n")]})
case("proto-default file", "--proto-default file DIR/f", files={"f": "content\n"})
case("scheme file missing", "file://DIR/none")
case("scheme file upload", "-T g file://DIR/h", files={"g": "content\n"})
case("scheme file to output", "-o out file://DIR/f", files={"f": "content\n"})
case("scheme file localhost", "file://localhost/DIR/f", files={"f": "content\n"})
case("port too large", "http://127.0.0.1:99999/")
case("port zero", "http://127.0.0.1:0/")
case("host empty", "http:///x")
case("refused", "-s http://127.0.0.1:1/")
case("unknown host", "-s http://nowhere.invalid/")
case("proto", f"--proto =https {U}/1")
for name, protocols in (("without", "=https"), ("without alone", "-file"), ("with", "=https,file"), ("all", "=all")):
    case(f"proto {name} file", f"--proto {protocols} file://DIR/f", files={"f": "content\n"})
case("proto without file upload", "--proto =http -T f file://DIR/g", files={"f": "content\n"})
case("proto of -L with file", f"-L --proto-redir +file {U}/1", redirect("file:///etc/passwd"), excuse="no server may name a file of this machine")
case("proto-default", "--proto-default http 127.0.0.1:PORT/1", OK)
case("option cut short", f"--compress {U}/1", OK, normal=[("Accept-Encoding: .*", "CODINGS")])
case("ip tos", f"--ip-tos CS1 {U}/1", OK)
case("vlan priority", f"--vlan-priority 4 {U}/1", OK)
case("keepalive cnt", f"--keepalive-cnt 3 {U}/1", OK)
case("tcp nodelay", f"--tcp-nodelay {U}/1", OK)
case("mptcp", f"--mptcp {U}/1", OK)
case("interface", f"--interface 127.0.0.1 {U}/1", OK)
case("local port", f"--local-port 20000-40000 {U}/1", OK)
case("styled output off", f"--no-styled-output -i {U}/1", OK)
case("limit rate", f"--limit-rate 1M {U}/1", OK)
case("trace ascii", f"-A agent --trace-ascii - {U}/1", OK, normal=[("(?m)^== Info.*\n", "")])
case("trace hex", f"--trace - {U}/1", OK, normal=[("(?m)^== Info.*\n", ""), ("(?s)=> Send header.*?<= Recv header", "<= Recv header"), ("(?m)^=> Send SSL.*\n", "")])
case("trace file", f"-A agent --trace-ascii t -o out {U}/1", OK, normal=[("(?m)^== Info.*\n", "")])
case("verbose to file", f"-s -v --stderr err {U}/1", OK, normal=[(r"(?m)^\*.*\n", ""), (r"(?m)^[{}] \[\d+ bytes data\]\n", ""), (r"(?s)  % Total.*?--:--:--[^<>]*", "")])
case("stderr silent", f"-sS --stderr err http://127.0.0.1:1/", normal=[("(curl|sockeye): \\(7\\).*", "MESSAGE")])
case("fifo target", f"-o p {U}/1", OK, shell='mkfifo p; cat p > got & "$0" "$@"; wait')

case.excuse("output folder missing", "a name that cannot be written is refused before anything is sent", "wire")
case.excuse("output dir missing", "a name that cannot be written is refused before anything is sent", "wire")
case.excuse("output is a folder", "a name that cannot be written is refused before anything is sent", "wire")
case.excuse("remote time before 1970", "", since="8.17.0", becomes={"stdout": [("^.*", "-31536000")]})  # github.com/curl/curl/pull/18443
GET = "[connection]\\nGET /1 HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\n\\r\\n"
case.excuse("conflict -f and fail-with-body", "", since="8.22.0", becomes={"exit": [("2", "22")], "stdout": [("^", "no")], "wire": [("^", GET)]})
case.excuse("conflict fail-with-body then -f", "", since="8.22.0", becomes={"exit": [("2", "22")], "wire": [("^", GET)]})
case.excuse("disposition star", "filename* goes before filename (RFC 6266 section 4.3)", "files")
case.excuse("disposition only star", "filename* is read too (RFC 6266 section 4.3)", "files")
case.excuse("disposition empty", "a name of which nothing is left is ignored, not an error", "exit", "files")
case.excuse("disposition dots", "a name of which nothing is left is ignored, not an error", "exit", "files")
case.excuse("disposition upper case", "parameter names ignore case (RFC 9110 section 5.6.6)", "files")
case.excuse("disposition blanks around", "white space around = is allowed (RFC 6266 section 4.1)", "files")
case.excuse("create file mode", "the mode applies to downloads over HTTP too", "stdout")
case.excuse("continue what is there", "what FILE has is compared with the server's bytes before any are added", "exit", "files", "wire")
case.excuse("continue no ranges to file", "a whole answer is compared with what FILE has, and the rest added", "exit", "files", "wire")
case.excuse("continue 416 what is there", "what FILE has is compared with the server's bytes first", "exit", "wire")
case.excuse("continue 416 -f", "what FILE has is compared with the server's bytes first", "exit", "wire")
case.excuse("continue no content range", "without Content-Range nobody knows which bytes these are", "exit")
case.excuse("continue 404", "what FILE has is compared with the server's bytes first", "wire")
# Named globs: github.com/curl/curl/pull/21409
case.excuse("glob named", "", since="8.21.0", becomes={"wire": [("/<one>a", "/a")], "files": [(r"(?s)\A\[#<one>\]\n(.*)\Z", r"[a]\n\1[b]\n\1")]})
case.excuse("glob named range", "", since="8.21.0", becomes={
    "exit": [("3", "0")], "files": [("(?s).*", "".join(f"[{n}{a}{a}]\\nbody\\n\\n" for n in "12" for a in "xy"))],
    "wire": [("(?s).*", "[connection]\\n" + "".join(f"GET /{u} HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\n\\r\\n"
                                                     for u in ("x-1", "x-2", "y-1", "y-2")))]})
case.excuse("glob named upload", "", since="8.21.0", becomes={
    "exit": [("26", "0")], "files": [("(?s).*", "[a.out]\\nbody\\n\\n[b.out]\\ntwo\\n")],
    "wire": [("(?s).*", "[connection]\\n" + "".join(f"PUT /x/{n} HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\nContent-Length: 1\\r\\n\\r\\n{n.upper()}"
                                                     for n in "ab"))]})
case.excuse("write-out delivered", "", since="8.20.0", becomes={"stdout": [(r"\Z", "5")]})
case.excuse("write-out header all", "", since="8.17.0", becomes={"stdout": [(r"\Z", "1, 2")]})
case.excuse("disposition redirect", "", since="8.16.0", becomes={"files": [(r"^\[url\]", "[final]")]})
case.excuse("parallel fail early", "the exit code is the first failure's, where curl's is that of the cancelled ones; the second may be sent before it", "exit", "wire")
case.excuse("parallel immediate fail early", "the exit code is the first failure's, where curl's is that of the cancelled ones", "exit")
