"""The program under the name `curl`: what scripts see of failures, messages, exit codes and files."""

from case import Table, redirect, reply
from server import Close, Reset, Wait

case = Table("called curl")
U = "http://127.0.0.1:PORT"
CUT = [b"HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 40\r\n\r\nhalf of it", Close]
CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"
#: The record of a resume stands beside the file; words differ between versions of curl, and times between runs.
NORMAL = [
    (r"(?s)\[[\w.]+\.sockeye\]\n.*?(?=\[[\w./]+\]\n|\Z)", ""),
    (r"after \d+ ms: Could(?:n't| not) connect", "after N ms: Could not connect"),
    (r"after \d+ milliseconds", "after N milliseconds"),
    (r"transfer closed with (\d+) bytes remaining to read", r"end of response with \1 bytes missing"),
    (r" or disabled in libcurl", ""),
    (r"URL (?:using bad/illegal format or missing URL|rejected: [^\n]*)", "URL rejected"),
]


def called(name, arguments, *replies, **more):
    case(name, arguments, *replies, as_curl=True, normal=NORMAL + more.pop("normal", []), **more)


def said(name, arguments, *replies, **more):
    called(name, arguments, *replies, compares_errors=True, **more)


# What came of a failed transfer is in FILE.
said("cut", f"-sS -o out {U}/1", CUT)
said("cut over another", f"-sS -o out {U}/1", CUT, files={"out": "longer than what comes before the cut"})
said("cut in a chunk", f"-sS -o out {U}/1", [CHUNKS + b"9\r\npart", Close])
said("cut with head", f"-sS -i -o out {U}/1", CUT)
said("cut named by its URL", f"-sS -O {U}/1", CUT)
said("cut named by the server", f"-sS -OJ {U}/1", [b"HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=its\r\nContent-Length: 40\r\n\r\nhalf", Close])
said("cut answer to a post", f"-sS -d data -o out {U}/1", CUT)
said("cut plain with compressed", f"-sS --compressed -o out {U}/1", CUT)
said("late", f"-sS -m 3 -o out {U}/1", [CUT[0], Wait(20)])
# A shell lets what it runs with & ignore SIGINT. Without -N curl keeps so little in memory.
called("cut, interrupted", f"-sN -o out {U}/1", [CUT[0], Wait(20)],
       shell='"$0" "$@" & p=$!; until [ -s out ] || [ -s out.part ] || ! kill -0 $p; do sleep 0.02; done; kill $p; wait $p; echo $?; cat out')
called("cut twice", f"-s --retry 1 --retry-delay 1 --retry-all-errors -o out {U}/1", CUT, CUT)
called("cut, then whole", f"-s -o out {U}/1", CUT, reply("whole\n"), shell='"$0" "$@"; "$0" "$@"')
called("cut through a link", f"-s -o link {U}/1", CUT, files={"out": "old"}, shell='ln -s out link; "$0" "$@"; cat link')
called("cut file that nothing may replace", f"-s --no-clobber -o out {U}/1", CUT, files={"out": "old"})
said("nothing came", f"-sS -o out {U}/1", [Close], files={"out": "old"})
said("refused page", f"-sS -f -o out {U}/1", reply("page", "404 No"), files={"out": "old"})

# Words.
said("refused connection", "-sS http://127.0.0.1:1/")
said("unknown host", "-sS http://no-such-host.invalid/")
said("late answer", f"-sS -m 3 {U}/1", [Wait(20)])
said("fail 404", f"-sS -f {U}/1", reply("page", "404 No"))
said("fail 401", f"-sS -f {U}/1", reply("page", "401 No", ["WWW-Authenticate: Basic realm=a"]))
said("fail 503, one of two", f"-sS -f {U}/1", reply("page", "503 No"))
said("too many redirects", f"-sSL --max-redirs 1 {U}/1", redirect("/2"), redirect("/3"))
said("empty reply", f"-sS {U}/1", [Close])
said("reset before a reply", f"-sS {U}/1", [Reset])
said("foreign scheme", "-sS abc://127.0.0.1/")
said("port out of range", "-sS http://127.0.0.1:65536/")
said("no host", "-sS http:///")
said("blank in a host", ["-sS", "http://a b/"])
said("not HTTP", f"-sS {U}/1", [b"hello\r\n\r\n", Close])
said("too large", f"-sS --max-filesize 2 -o out {U}/1", reply("large"))
said("corrupt coding", f"-sS --compressed -o out {U}/1", reply("no gzip", fields=["Content-Encoding: gzip"]))
said("unknown option", f"-sS --nonsense {U}/1")
said("no URL", "-sS")
said("bad range in a glob", f"-sS {U}/[9-1]")
case.excuse("no URL", "", since="8.21.0", becomes={"stderr": [("no URL specified!", "(2) no URL specified")]})
case.excuse("bad range in a glob", "", since="8.22.0", becomes={"stderr": [("in URL position", "in position")]})
called("error message", f"-s -w %{{errormsg}} -o out {U}/1", CUT)

# Exit codes.
called("proxy answers CONNECT with a page", f"-s -p -x 127.0.0.1:PORT http://a.example/", [b"<html>\n<p>no</p>\n", Close])
for kind, answer in {"nothing": b"", "a cut head": b"HTTP/1.1 200 OK\r\nA: b"}.items():
    said(f"proxy answers CONNECT with {kind}", "-sS -p -x 127.0.0.1:PORT http://a.example/", [answer, Close])
called("head without an end", f"-s -o out {U}/1", [b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nA: b\r\n", Close])
called("two lengths in an answer to CONNECT", "-s -p -x 127.0.0.1:PORT http://a.example/",
       [b"HTTP/1.1 407 No\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nnone", Close])
called("no HTTP after a 100", f"-s {U}/1", [b"HTTP/1.1 100 Continue\r\n\r\nonly text\n", Close])
case.excuse("no HTTP after a 100", "", since="8.22.0", becomes={"exit": [("1", "8")]})
called("no HTTP on a kept connection", f"-s {U}/1 {U}/2", reply(), [b"only text\n", Close])
case.excuse("no HTTP on a kept connection", "", since="8.22.0", becomes={"exit": [("1", "8")]})
called("5,001 fields", f"-s {U}/1", b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 5001 + b"Content-Length: 0\r\n\r\n")
case.excuse("5,001 fields", "", since="8.22.0", becomes={"exit": [("0", "100")]})
called("two destinations, none followed", f"-s {U}/1", reply("", fields=["Location: /2", "Location: /3"]))
case.excuse("two destinations, none followed", "", since="8.22.0", becomes={"exit": [("0", "8")]})
called("unasked transfer coding", f"-s {U}/1", [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\nno chunk\r\n", Close])
case.excuse("unasked transfer coding", "", since="8.22.0", becomes={"exit": [("56", "61")]})
for kind, coding in {"parameter": "chunked;q=1", "no token": "@@", "too many": ",".join(["gzip"] * 20)}.items():
    called(f"transfer coding, {kind}", f"-s {U}/1", [f"HTTP/1.1 200 OK\r\nTransfer-Encoding: {coding}\r\n\r\nbody".encode(), Close])
called("no head to HEAD", f"-s -I --http0.9 {U}/1", [b"only text\n", Close])
called("host name of 64 KiB", ["-s", f"http://{'a' * 65536}/"])
called("pin without a key", f"-s --cacert ca.pem --pinnedpubkey ca.pem https://127.0.0.1:PORT/1", reply(), kind="tls")
called("bad line of a file", f"-s -K k {U}/1", reply(), files={"k": "nonsense = 1\n"})
case.excuse("bad line of a file", "", since="8.22.0", becomes={"exit": [("0", "2")], "stdout": [("(?s).+", "")], "wire": [("(?s).+", "")]})
said("certificates missing", "-sS --cacert none https://127.0.0.1:PORT/1", reply(), kind="tls")
case.excuse("certificates missing", "", since="8.22.0", becomes={"exit": [("77", "2")], "stderr": [("(?s).*", (
    "curl: The file 'none' provided to --cacert does not exist\ncurl: option --cacert: is badly used here\n"
    "curl: try 'curl --help' or 'curl --manual' for more information\n"))]})
said("name of two lists", f"-sS {U}/{{<n>a,b}}{{<n>c,d}}", normal=[(r"(?m)^ +\^$", "^")])
case.excuse("name of two lists", "", since="8.22.0", becomes={"exit": [(".*", "3")], "wire": [("(?s).*", "")], "stderr": [("(?s).*", (
    "curl: (3) Duplicate glob name in position 35:\nhttp://127.0.0.1:PORT/{<n>a,b}{<n>c,d}\n^\n"))]})
said("name of no list", f"-sS {U}/{{<n>a,b}} -o out#<m>")
case.excuse("name of no list", "", since="8.22.0", becomes={
    "exit": [(".*", "43")], "wire": [("(?s).*", "")], "files": [("(?s).*", "")],
    "stderr": [("(?s).*", "curl: (43) no glob exists with this name in position 7:\nout#<m>\n      ^\n")]})
called("delay beyond 63 bits of milliseconds", "-s --retry 1 --retry-delay 9223372036854776 http://127.0.0.1:1/")
said("Location that is no URL", f"-sSL {U}/1", redirect("http://[::1/"))
said("length that is no number", f"-sS {U}/1", b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nbody")
said("refused over IPv6", "-sS http://[::1]:1/", kind="ipv6")
called("blank in a URL for a missing file", ["-s", "-T", "none", "ftp://127.0.0.1:1/a b"])
case("fields of a body in the answer to CONNECT", "-s -v -p -x 127.0.0.1:PORT http://h.example/1",
     b"HTTP/1.1 200 Fine\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", reply(), shell='"$0" "$@" 2>&1 | grep Ignoring')
called("folder of cookies", f"-s -b d {U}/1", reply(), files={"d/f": ""})
case.excuse("folder of cookies", "", since="8.22.0", becomes={"exit": [("0", "26")], "stdout": [("(?s).+", "")], "wire": [("(?s).+", "")]})
called("tag in a missing folder", f"-s --etag-save none/tag {U}/1 --next {U}/2", reply())

# Files that curl writes.
called("modes", f"-s -c jar --hsts hosts -o out {U}/1", reply(fields=["Set-Cookie: a=b"]), shell='"$0" "$@"; stat -c "%a %n" jar hosts out')
called("path of a cookie", f"-s -c jar {U}/shop/x", reply(fields=["Set-Cookie: a=b; path=/shop/", "Set-Cookie: c=d"]))
case.excuse("path of a cookie", "", since="8.22.0", becomes={"files": [("/shop/", "/shop"), ("/shop/", "/shop")]})
called("two lines for a host", f"-s --hsts hosts {U}/1", reply(),
       files={"hosts": 'a.example "20400101 00:00:00"\na.example "20350101 00:00:00"\n'})

said("two options that exclude each other", f"-sS -r 1-2 -C 3 {U}/1")
case.excuse("two options that exclude each other", "", since="8.22.0", becomes={
    "exit": [("0", "2")], "wire": [("(?s).+", "")], "stderr": [("(?s).*", "curl: --continue-at is mutually exclusive with --range\\n")]})
called("heads twice", f"-s -i -D - {U}/1 {U}/2", reply(), reply("two\n", fields=["A: b"]))

# -C with what is there.
HALF = {"out": "0123456789"}
REST = reply("abcde", "206 Part", ["Content-Range: bytes 10-14/15"])
called("continue with heads", f"-s -i -C - -o out {U}/1", REST, files=HALF)
called("continue with heads at the end", f"-s -i -C - -o out {U}/1", reply("", "416 No"), files=HALF)
called("continue with heads, ignored", f"-s -i -C - -o out {U}/1", reply("0123456789abcde"), files=HALF)
called("continue without an end", f"-s -C 10 -o out {U}/1", reply("abc", fields=["Content-Range: bytes 10-"]), files=HALF)
case("continue at the end -f", f"-s -f -C 10 -o out {U}/1", reply("no", "416 No", ["Content-Range: bytes */10"]), files=HALF)
case.excuse("continue at the end -f", "", since="8.22.0", becomes={"exit": [("22", "0")]})

# Order of fields.
case("own connection", f"-s -H 'Connection: x' -H 'A: b' {U}/1", reply())
case.excuse("own connection", "", since="8.22.0", becomes={"wire": [(r"Connection: x\r\nA: b\r\n", r"A: b\r\nConnection: x\r\n")]})
