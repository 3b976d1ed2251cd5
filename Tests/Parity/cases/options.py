"""Every option that the other tables leave out, by its long name, and options together."""

from case import Table, redirect, reply
from server import Close, Raw, Reset, Secure, Wait
import base64

case = Table("option")
U = "http://127.0.0.1:PORT"
V = "http://127.0.0.1:OTHER"
OK = reply()

# The login methods that a SOCKS client offers: curl also GSSAPI.
METHODS = [(r"^(\[connection\]\n)\x05[\x01\x02]\x00\x01?(?=\x05|$)", r"\1METHODS")]

# Options that mean nothing for HTTP, or nothing with OpenSSL.
for words in [
    "--append", "-a", "--ca-native", "--compressed-ssh", "--disable-eprt", "--disable-epsv", "--no-eprt", "--no-epsv", "--false-start",
    "--ftp-create-dirs", "--ftp-pasv", "--ftp-pret", "--ftp-skip-pasv-ip", "--ftp-ssl", "--ftp-ssl-ccc", "--ftp-ssl-control",
    "--ftp-ssl-reqd", "--list-only", "-l", "--mail-rcpt-allowfails", "--no-npn", "--proxy-ca-native", "--proxy-ssl-allow-beast",
    "--proxy-ssl-auto-client-cert", "--proxy-tlsv1", "--sasl-ir", "--ssl", "--ssl-allow-beast", "--ssl-auto-client-cert",
    "--ssl-no-revoke", "--ssl-reqd", "--ssl-revoke-best-effort", "--sslv2", "-2", "--sslv3", "-3", "--tcp-fastopen",
    "--tftp-no-options", "--tlsv1", "-1", "--tlsv1.0", "--tlsv1.1", "--egd-file f", "--random-file f", "--ftp-account a",
    "--ftp-alternative-to-user a", "--ftp-method nocwd", "--ftp-port -", "-P -", "--ftp-ssl-ccc-mode active",
    "--login-options AUTH=x", "--mail-auth a", "--mail-from a@b", "--mail-rcpt a@b", "--pubkey f", "--quote PWD", "-Q PWD",
    "--sasl-authzid a", "--telnet-option TTYPE=vt100", "-t TTYPE=vt100", "--tftp-blksize 512",
]:
    case(f"ignored {words}", f"{words} {U}/1", OK)

case("ignored --knownhosts", f"--knownhosts f {U}/1", OK, since="8.17.0", becomes={
    "exit": [("2", "0")], "stdout": [("^$", "body\\n")],
    "wire": [("^$", "[connection]\\nGET /1 HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\n\\r\\n")]})

# Long names, and what else takes an argument.
for name, words in {
    "basic": "--basic -u a:b", "no-buffer": "--no-buffer", "N": "-N", "connect-timeout": "--connect-timeout 5",
    "connect-timeout fraction": "--connect-timeout 22.5", "max-time": "--max-time 25", "max-time fraction": "-m 22.5", "max-time 0": "-m 0",
    "cookie": "--cookie a=b", "expect100-timeout": "--expect100-timeout 1", "get": "--get --data a=b", "globoff": "--globoff",
    "happy eyeballs": "--happy-eyeballs-timeout-ms 100", "header": "--header A:b", "http1.0": "--http1.0", "include": "--include",
    "insecure": "--insecure", "ipv4": "--ipv4", "4": "-4", "junk-session-cookies": "--junk-session-cookies",
    "keepalive-time": "--keepalive-time 30", "no-keepalive": "--no-keepalive", "no-progress-meter": "--no-progress-meter",
    "progress-bar": "-s --progress-bar", "proxy-basic": "--proxy-basic", "range": "--range 1-2", "request": "--request PATCH",
    "retry-connrefused": "--retry 1 --retry-connrefused", "no-sessionid": "--no-sessionid", "silent": "--silent",
    "show-error": "-s --show-error", "speed": "--speed-limit 1 --speed-time 5", "user": "--user a:b", "user-agent": "--user-agent x",
    "referer": "--referer x", "tcp-nodelay no": "--no-tcp-nodelay", "tls-max": "--tls-max 1.2", "tlsv1.2": "--tlsv1.2",
    "trace-time": "--trace-time", "data-binary": "--data-binary a", "data": "--data a", "form": "--form a=b",
    "max-redirs": "--max-redirs 3", "max-filesize K": "--max-filesize 1K", "limit-rate K": "--limit-rate 100K",
    "limit-rate m": "--limit-rate 1m", "limit-rate G": "--limit-rate 1G", "no-alpn": "--no-alpn", "anyauth no login": "--anyauth",
    "digest no login": "--digest", "compressed no": "--compressed --no-compressed", "include no": "-i --no-include",
    "fail no": "-f --no-fail", "get no": "--get --no-get", "post301": "--post301", "location-trusted": "--location-trusted",
    "netrc-optional": "--netrc-optional", "parallel-max": "-Z -s --parallel-max 2", "proto": "--proto =http",
    "proto all": "--proto all,-ftp", "proto-redir": "--proto-redir =http", "proxy-insecure": "--proxy-insecure",
    "proxy-cert-type": "--proxy-cert-type PEM", "proxy-key-type": "--proxy-key-type PEM", "proxy-ciphers": "--proxy-ciphers DEFAULT",
    "proxy-tls13-ciphers": "--proxy-tls13-ciphers TLS_AES_128_GCM_SHA256", "proxy-pass": "--proxy-pass x", "proxy-capath": "--proxy-capath .",
    "ciphers": "--ciphers AES128-SHA256", "curves": "--curves X25519", "noproxy": "--noproxy x", "raw": "--raw", "create-dirs": "--create-dirs",
    "ignore length": "--ignore-content-length", "retry delay": "--retry-delay 1", "retry max": "--retry-max-time 1",
    "crlf": "--crlf", "remove-on-error": "--remove-on-error", "clobber": "--clobber", "no-clobber": "--no-clobber", "form-escape": "--form-escape",
    "tr-encoding no": "--no-tr-encoding", "styled": "--styled-output -i", "path-as-is no": "--path-as-is --no-path-as-is",
    "disallow user": "--disallow-username-in-url", "socks5-basic": "--socks5-basic", "hsts": "--hsts h", "follow no": "-L --no-location",
    "verbose no": "-v --no-verbose", "parallel no": "-Z --no-parallel", "buffer": "--buffer", "keepalive": "--keepalive",
    "sessionid": "--sessionid", "alpn": "--alpn", "tcp-nodelay": "--tcp-nodelay", "progress-meter": "--progress-meter", "use-ascii no": "--no-use-ascii",
}.items():
    case(name, f"{words} {U}/1", OK)
case("head long", f"--head {U}/1", reply(b"", length=False, fields=["Content-Length: 5"]))
case("dump-header long", f"--dump-header h {U}/1", OK)
case("output long", f"--output out {U}/1", OK)
case("remote-name long", f"--remote-name {U}/name", OK)
case("upload-file long", f"--upload-file f {U}/1", OK, files={"f": "text"})
case("write-out long", ["--write-out", "%{http_code}\\n", f"{U}/1"], OK)
case("cookie-jar long", f"--cookie-jar jar {U}/1", reply(fields=["Set-Cookie: a=b"]))
case("continue-at long", f"--continue-at 5 {U}/1", reply(b"56789", "206 Partial Content", ["Content-Range: bytes 5-9/10"]))
case("time-cond long", ["--time-cond", "Sat, 01 Jan 2000 00:00:00 GMT", f"{U}/1"], OK)
case("time-cond compact", ["-z", "20000101 00:00:00", f"{U}/1"], OK)
case("time-cond asctime", ["-z", "Sat Jan  1 00:00:00 2000", f"{U}/1"], OK)
case("time-cond words", ["-z", "1 Jan 2000", f"{U}/1"], OK)
case("time-cond zone", ["-z", "Sat, 01 Jan 2000 00:00:00 +0200", f"{U}/1"], OK)
case("remote-header-name long", f"--remote-header-name --remote-name {U}/url", reply(fields=["Content-Disposition: attachment; filename=n"]))
case("proxy-user long", "--proxy 127.0.0.1:PORT --proxy-user a:b http://name.example/1", OK)
case("proxytunnel long", "--proxytunnel --proxy 127.0.0.1:PORT http://name.example/1", b"HTTP/1.1 200 Established\r\n\r\n", OK)
case("preproxy", "--preproxy socks4://127.0.0.1:PORT -x http://127.0.0.1:9 http://name.example/1", OK, greeting=[Raw(9), b"\x00\x5a\x00\x09\x7f\x00\x00\x01"])
case("socks5", "--socks5 127.0.0.1:PORT http://127.0.0.1:9/1", OK, greeting=[Raw(3), b"\x05\x00", Raw(10), b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x09"],
     normal=METHODS)
case("socks5-hostname", "--socks5-hostname 127.0.0.1:PORT http://name.example/1", OK,
     greeting=[Raw(3), b"\x05\x00", Raw(19), b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50"], normal=METHODS)
case("socks5 url", "-x socks5h://127.0.0.1:PORT http://name.example/1", OK,
     greeting=[Raw(3), b"\x05\x00", Raw(19), b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50"], normal=METHODS)
case("socks4 refused", "--socks4 127.0.0.1:PORT http://127.0.0.1:9/1", greeting=[Raw(9), b"\x00\x5b\x00\x09\x7f\x00\x00\x01", Close])
case("socks5 refused", "--socks5 127.0.0.1:PORT http://127.0.0.1:9/1", greeting=[Raw(3), b"\x05\xff", Close], normal=METHODS)
case("follow", f"--follow {U}/1", redirect("/2"), OK, since="8.16.0",
     becomes={"exit": [("2", "0")], "stdout": [("^$", "body\\n")], "wire": [("^$", "".join(
         f"{c}GET /{n} HTTP/1.1\\r\\nHost: 127.0.0.1:PORT\\r\\nUser-Agent: NAME\\r\\nAccept: */*\\r\\n\\r\\n" for c, n in (("[connection]\\n", 1), ("", 2))))]})
case("metalink", f"--metalink {U}/1", OK)
case("disallow user in url", "--disallow-username-in-url http://a:b@127.0.0.1:PORT/1", OK)
case("trace-ids", f"--trace-ids -s {U}/1", OK)
case("trace-config", f"--trace-config ids -s {U}/1", OK)
case("abstract unix socket missing", "-s --abstract-unix-socket nothing-there http://name.example/1")
case("unix socket missing", "-s --unix-socket nothing-there http://name.example/1")
case("interface missing", f"--interface nothing0 {U}/1", OK)
case("retry-connrefused refused", "-s --retry 1 --retry-delay 1 --retry-connrefused http://127.0.0.1:1/")
case("x POST alone", f"-X POST {U}/1", OK)
case("x PUT alone", f"-X PUT {U}/1", OK)
case("x PATCH alone", f"-X PATCH {U}/1", OK)
case("x POST with -I", f"-X POST -I {U}/1", reply(b"", length=False, fields=["Content-Length: 5"]))
case("x GET with -I", f"-X GET -I {U}/1", reply(b"", length=False, fields=["Content-Length: 0"]))
case("version", "--version", normal=[("(?s).*", "")])
case("help", "--help", normal=[("(?s).*", "")])
case("help category", "--help category", normal=[("(?s).*", "")])
case("http2 tls", "--http2 -k https://127.0.0.1:PORT/1", OK, kind="tls")

# TLS
T = "https://127.0.0.1:PORT/1"
for name, words in {
    "capath missing": "--capath nowhere", "cacert missing": "--cacert nowhere", "cacert": "--cacert ca.pem", "tls-max 1.2": "-k --tls-max 1.2",
    "tls 1.3": "-k --tlsv1.3", "tls 1.2 to 1.2": "-k --tlsv1.2 --tls-max 1.2", "tls-max bad": "-k --tls-max 9", "ciphers": "-k --tls-max 1.2 --ciphers ECDHE-RSA-AES128-GCM-SHA256",
    "ciphers bad": "-k --tls-max 1.2 --ciphers NONSENSE", "tls13-ciphers": "-k --tls13-ciphers TLS_AES_128_GCM_SHA256", "curves": "-k --curves P-256",
    "curves bad": "-k --curves NONSENSE", "pinned wrong": "-k --pinnedpubkey sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "cert missing": "-k --cert nowhere.pem", "key missing": "-k --cert ca.pem --key nowhere.pem", "crlfile missing": "--cacert ca.pem --crlfile nowhere",
    "cert-status": "--cacert ca.pem --cert-status", "no-alpn": "-k --no-alpn", "no-sessionid": "-k --no-sessionid", "tlsv1.0": "-k --tlsv1.0",
    "insecure long": "--insecure", "untrusted silent": "-s", "wrong host": "--cacert ca.pem --resolve wrong.example:PORT:127.0.0.1",
    "head": "-k -I", "post": "-k -d a=b", "file": "-k -o out", "two": "-k https://127.0.0.1:PORT/0",
}.items():
    url = T.replace("127.0.0.1", "wrong.example") if name == "wrong host" else T
    case(f"tls {name}", f"{words} {url}", *([reply(b"", length=False)] if name == "head" else [OK, OK]), kind="tls")
# As a proxy, over TLS.
P = "-s -x https://localhost:PORT http://name.example/1"
for name, words in {
    "untrusted": "", "insecure": "--proxy-insecure", "cacert": "--proxy-cacert ca.pem", "origin's cacert": "--cacert ca.pem", "origin's insecure": "-k",
    "cacert missing": "--proxy-cacert nowhere", "capath missing": "--proxy-capath nowhere", "crlfile missing": "--proxy-cacert ca.pem --proxy-crlfile nowhere",
    "cert missing": "--proxy-insecure --proxy-cert nowhere.pem", "key missing": "--proxy-insecure --proxy-cert ca.pem --proxy-key nowhere.pem",
    "cert missing, of the origin": "--proxy-insecure -E nowhere.pem", "key type": "--proxy-insecure --proxy-key-type PEM --proxy-cert-type PEM --proxy-pass x",
    "ciphers": "--proxy-insecure --proxy-ciphers ECDHE-RSA-AES128-GCM-SHA256", "ciphers bad": "--proxy-insecure --proxy-ciphers NONSENSE",
    "tls13-ciphers": "--proxy-insecure --proxy-tls13-ciphers TLS_AES_128_GCM_SHA256", "tls13-ciphers bad": "--proxy-insecure --proxy-tls13-ciphers NONSENSE",
    "pinned wrong": "--proxy-insecure --proxy-pinnedpubkey sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "pinned wrong, of the origin": "--proxy-insecure --pinnedpubkey sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
}.items():
    case(f"tls proxy {name}", f"{words} {P}", OK, kind="tls")
SECURED = {"exit": [("2", "0")], "stdout": [("^$", "body\n")], "wire": [
    ("^$", "[connection]\nGET /1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nUser-Agent: NAME\r\nAccept: */*\r\n\r\n")]}
case.excuse("tls proxy capath missing", "as with --capath, a folder that isn't there is an error", "exit")
case.excuse("tls proxy pinned wrong", "a pinned key counts with --proxy-insecure too", "exit", "stdout", "wire")
# Names asked of another server: one that can't be reached, and names that no server is asked for.
for name, words in {
    "address": f"--doh-url https://127.0.0.1:1/ {U}/1", "localhost": "--doh-url https://127.0.0.1:1/ http://localhost:PORT/1",
    "resolve": "--doh-url https://127.0.0.1:1/ --resolve name.test:PORT:127.0.0.1 http://name.test:PORT/1",
    "refused": "-s --doh-url https://127.0.0.1:1/ http://name.test:PORT/1", "none": ["--doh-url", "https://127.0.0.1:1/", "--doh-url", "", f"{U}/1"],
    "switches": f"--doh-insecure --doh-cert-status --no-doh-insecure {U}/1", "onion": "-s --doh-url https://127.0.0.1:1/ http://a.onion/",
    "not https": "-s --doh-url http://127.0.0.1:PORT/ http://name.test:PORT/1",
}.items():
    case(f"doh {name}", words, OK)
case.excuse("doh not https", "what would never be asked is refused at once", "exit")
# curl has it since 8.14.0; the recorded one (8.14.1) was not asked.
case("tls sigalgs", f"-k --sigalgs RSA-PSS+SHA256 {T}", OK, kind="tls", since="8.15.0", becomes=SECURED)
case("tls sigalgs bad", f"-s -k --sigalgs NONSENSE {T}", OK, kind="tls", since="8.15.0", becomes={"exit": [("2", "59")]})
case("tls verify result", ["-s", "-w", "%{ssl_verify_result} %{exitcode} %{http_code}\n", T], OK, kind="tls")
case("tls to plain port", "-k https://127.0.0.1:PORT/1", [b"HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n", Close], normal=[("(?s)\\[connection\\].*", "HELLO")])
case("plain to tls port", f"{U}/1", OK, kind="tls")
case("tls redirect to http", "-k -L https://127.0.0.1:PORT/1", redirect(f"{V}/2"), others=[OK], kind="tls")

# Data
for name, words in {
    "urlencode plus": ["--data-urlencode", "a=b+c d"], "urlencode utf8": ["--data-urlencode", "n=ä€"], "urlencode empty": ["--data-urlencode", ""],
    "urlencode name only": ["--data-urlencode", "n="], "urlencode at": ["--data-urlencode", "@f"], "urlencode two": ["--data-urlencode", "a=1 2", "--data-urlencode", "b=3&4"],
    "get urlencode": ["-G", "--data-urlencode", "q=a b"], "get json": ["-G", "--json", '{"a":1}'], "get file": ["-G", "-d", "@f"], "raw at": ["--data-raw", "@f"],
    "ascii file": ["--data-ascii", "@f"], "binary two": ["--data-binary", "@f", "--data-binary", "x"], "json file": ["--json", "@f"],
    "json put": ["-X", "PUT", "--json", "{}"], "json delete": ["-X", "DELETE", "--json", "{}"], "data put": ["-X", "PUT", "-d", "a=b"],
    "data patch": ["-X", "PATCH", "-d", "a=b"], "data type": ["-d", "a=b", "-H", "Content-Type: text/plain"], "data empty type": ["-d", "a=b", "-H", "Content-Type;"],
    "data missing": ["-d", "@none"], "data urlencode missing": ["--data-urlencode", "@none"], "query file": ["--url-query", "@f"],
    "query name file": ["--url-query", "n@f"], "query and get": ["--url-query", "a=b", "-G", "-d", "c=d"], "query empty": ["--url-query", ""],
    "data 1.0 expect": ["-0", "-d", "a", "-H", "Expect: 100-continue"], "form and type": ["-F", "a=b;type=text/x"], "form name type": ["-F", "a=@f;type=text/x"],
    "form name": ["-F", "a=@f;filename=b"], "form quoted name": ["-F", 'a=@"f"'], "form semicolon": ["-F", 'a="b;c"'], "form empty": ["-F", "a="],
    "form bad": ["-F", "nonsense"], "form equals": ["-F", "a=b=c"], "form string at": ["--form-string", "a=@f"], "form string semicolon": ["--form-string", "a=b;type=x"],
    "form get": ["-G", "-F", "a=b"], "form encoder 8bit": ["-F", "a=b;encoder=8bit"], "form encoder 7bit": ["-F", "a=b;encoder=7bit"],
    "form encoder qp": ["-F", "a=b=c;encoder=quoted-printable"], "form encoder unknown": ["-F", "a=b;encoder=rot13"], "form utf8": ["-F", "ä=ö"],
    "form header file": ["-F", "a=b;headers=@h"], "form many": [word for n in range(12) for word in ("-F", f"n{n}={n}")], "form two files": ["-F", "a=@f", "-F", "b=@h"],
    "form put": ["-X", "PUT", "-F", "a=@f"], "form patch own type": ["-X", "PATCH", "-F", "a=b", "-H", "Content-Type: multipart/mixed"],
}.items():
    case(f"data {name}", [*words, f"{U}/1"], OK, files={"f": "line 1\nline 2 &=\n", "h": "X-A: 1\n"})
case("upload and url query", f"-T f {U}/a?b=c", OK, files={"f": "text"})
case("upload twice one url", f"-T f -T g {U}/1", OK, OK, files={"f": "F", "g": "G"})
case("upload fewer than urls", f"-T f {U}/1 {U}/2", OK, OK, files={"f": "F"})
case("upload empty name", ["-T", "", f"{U}/1"], OK)
case("upload head", f"-I -T f {U}/1", OK, files={"f": "F"})
case("upload get", f"-G -T f {U}/1", OK, files={"f": "F"})
case("upload 1.0", f"-0 -T f {U}/1", OK, files={"f": "F"})
case("upload chunked", ["-T", "f", "-H", "Transfer-Encoding: chunked", f"{U}/1"], OK, files={"f": "F"})
case("upload own length", ["-T", "f", "-H", "Content-Length: 1", f"{U}/1"], OK, files={"f": "F"})
case("upload type", ["-T", "f", "-H", "Content-Type: text/plain", f"{U}/1"], OK, files={"f": "F"})
case("upload limit rate", f"--limit-rate 1M -T f {U}/1", OK, files={"f": "F"})
case("upload include", f"-i -T f {U}/1", reply(status="201 Created"), files={"f": "F"})
case("upload 404 -f", f"-f -T f {U}/1", reply(b"no", "404 No"), files={"f": "F"})
case("upload redirect 307", f"-L -T f {U}/1", redirect("/2", "307 Go"), OK, files={"f": "F"})
case("upload redirect 303", f"-L -T f {U}/1", redirect("/2", "303 Go"), OK, files={"f": "F"})
case("upload digest", f"--digest -u a:b -T f {U}/1", reply(b"no", "401 No", ['WWW-Authenticate: Digest realm="r", nonce="n"']), OK, files={"f": "F"})

# Fields
for name, words in {
    "colon only": ["-H", ":"], "semicolon only": ["-H", ";"], "blank name": ["-H", " : x"], "many": [w for n in range(30) for w in ("-H", f"X-{n}: {n}")],
    "long value": ["-H", "X-L: " + "v" * 5000], "empty word": ["-H", ""], "tab": ["-H", "X-A:\tv"], "trailing blank": ["-H", "X-A: v "],
    "lower case own": ["-H", "accept: x"], "accept language": ["-H", "Accept-Language: de"], "two accept": ["-H", "Accept: a", "-H", "Accept: b"],
    "remove unknown": ["-H", "X-None:"], "range and own": ["-r", "1-2", "-H", "Range: bytes=5-6"], "referer and own": ["-e", "x", "-H", "Referer: y"],
    "agent and own": ["-A", "x", "-H", "User-Agent: y"], "cookie twice own": ["-H", "Cookie: a=b", "-H", "Cookie: c=d"], "auth and bearer": ["-u", "a:b", "--oauth2-bearer", "t"],
    "upgrade": ["-H", "Upgrade: x", "-H", "Connection: Upgrade"], "te own": ["-H", "TE: trailers"], "agent file": ["-H", "@h", "-A", "x"],
    "fields file missing": ["-H", "@none"], "host port": ["-H", "Host: x.example:1"], "host upper": ["-H", "HOST: x.example"], "agent utf8": ["-A", "ä"],
    "agent long": ["-A", "a" * 3000], "referer empty": ["-e", ""], "referer auto only": ["-e", ";auto"], "semicolon value": ["-H", "X-A; b; c"],
    "if none match": ["-H", 'If-None-Match: "x"'], "via @- and own": ["-H", "X-B: 2"],
}.items():
    case(f"field {name}", [*words, f"{U}/1"], OK, files={"h": "X-A: 1\n# no comment here\nX-C: 3\n"})

# Logins
for name, words in {
    "blank": ["-u", "a b:c d"], "colon": ["-u", "a:b:c"], "empty": ["-u", ":"], "utf8": ["-u", "ä:ö"], "percent": ["-u", "a%20b:c"], "bearer empty": ["--oauth2-bearer", ""],
    "basic after digest": ["--digest", "--basic", "-u", "a:b"], "long": ["-u", "u" * 300 + ":" + "p" * 300], "last wins": ["-u", "a:b", "-u", "c:d"],
}.items():
    case(f"login {name}", [*words, f"{U}/1"], OK)
DIGEST = "WWW-Authenticate: Digest "
for name, challenge in {
    "qop list": 'realm="r", nonce="n", qop="auth,auth-int"', "stale": 'realm="r", nonce="n", stale=true', "quoted comma": 'realm="r,s", nonce="n"',
    "md5-sess": 'realm="r", nonce="n", qop="auth", algorithm=MD5-sess', "no realm": 'nonce="n"', "upper case": 'REALM="r", NONCE="n"', "domain": 'realm="r", nonce="n", domain="/x"',
    "unknown algorithm": 'realm="r", nonce="n", algorithm=FOO', "realm quote": 'realm="a\\"b", nonce="n"', "sha-512-256": 'realm="r", nonce="n", algorithm=SHA-512-256',
}.items():
    case(f"digest {name}", f"--digest -u a:b {U}/1", reply(b"no", "401 No", [DIGEST + challenge]), OK,
         normal=[(r'cnonce="[^"]*"', "CNONCE"), (r'response="[^"]*"', "RESPONSE")] if "qop" in challenge or "sess" in challenge else [])
case("digest query", f"--digest -u a:b {U}/1?x=y", reply(b"no", "401 No", [DIGEST + 'realm="r", nonce="n"']), OK)
case("digest head", f"-I --digest -u a:b {U}/1", reply(b"", "401 No", [DIGEST + 'realm="r", nonce="n"'], length=False), reply(b""))
case("digest get 200", f"--digest -u a:b {U}/1", OK)
case("digest -f refused", f"-f --digest -u a:b {U}/1", *[reply(b"no", "401 No", [DIGEST + 'realm="r", nonce="n"'])] * 2)
case("digest two challenges", f"--digest -u a:b {U}/1", reply(b"no", "401 No", [DIGEST + 'realm="r", nonce="n", algorithm=SHA-256', DIGEST + 'realm="r", nonce="n"']), OK)
case("anyauth two in one", f"--anyauth -u a:b {U}/1", reply(b"no", "401 No", ['WWW-Authenticate: Basic realm="r", Digest realm="r", nonce="n"']), OK)
case("anyauth unknown", f"--anyauth -u a:b {U}/1", reply(b"no", "401 No", ['WWW-Authenticate: Foo realm="r"']))
case("anyauth no challenge", f"--anyauth -u a:b {U}/1", reply(b"no", "401 No"))
ASKS = ['WWW-Authenticate: Negotiate', 'WWW-Authenticate: Digest realm="r", nonce="n"']
for name, words in {
    "alone": "--negotiate -u :", "no user": "--negotiate", "off": "--negotiate --no-negotiate -u a:b", "after digest": "--digest --negotiate -u a:b",
    "before digest": "--negotiate --digest -u a:b", "data": "--negotiate -u : -d x=y", "fail": "-f --negotiate -u :", "service": "--negotiate -u : --service-name x",
    "delegation": "--negotiate -u : --delegation always", "delegation unknown": "--negotiate -u : --delegation x", "proxy": "-x http://127.0.0.1:PORT --proxy-negotiate -U :",
    "proxy service": "-x http://127.0.0.1:PORT --proxy-negotiate --proxy-service-name x -U :", "tunnel": "-p -x http://127.0.0.1:PORT --proxy-negotiate -U :",
    "off alone": "--no-negotiate -u a:b",
}.items():
    case(f"negotiate without ticket {name}", f"{words} {U}/1", *[reply(b"no", "401 No", ASKS)] * 2, environment={"KRB5CCNAME": "FILE:/nowhere"},
         normal=[(r'response="[^"]*"', "RESPONSE")])
for name in "after", "before":
    case.excuse(f"negotiate without ticket {name} digest", "without a ticket the next scheme is answered; curl gives up", "wire")
case.excuse("negotiate without ticket tunnel", "", since="8.20.0", becomes={"exit": [("56", "7")]})  # github.com/curl/curl/pull/21084
case("bearer redirect", f"-L --oauth2-bearer t {U}/1", redirect(f"{V}/2"), others=[OK])
case("bearer refused", f"--oauth2-bearer t {U}/1", reply(b"no", "401 No", ["WWW-Authenticate: Bearer"]))
case("login redirect same", f"-L -u a:b {U}/1", redirect("/2"), OK)
case("netrc -u user", f"-n -u b: {U}/1", OK, files={".netrc": "machine 127.0.0.1 login a password b\n"})
case("netrc default", f"-n {U}/1", OK, files={".netrc": "machine x login a password b\ndefault login c password d\n"})
case("netrc lines", f"-n {U}/1", OK, files={".netrc": "machine\n127.0.0.1\nlogin\na\npassword\nb\n"})
case("netrc login only", f"-n {U}/1", OK, files={".netrc": "machine 127.0.0.1 login a\n"})
case("netrc account", f"-n {U}/1", OK, files={".netrc": "machine 127.0.0.1 login a account x password b\n"})
case("netrc quotes", f"-n {U}/1", OK, files={".netrc": 'machine 127.0.0.1 login "a b" password "c\\"d"\n'})
case("netrc open quotes", f"-n {U}/1", OK, files={".netrc": 'machine 127.0.0.1 login "a password b\n'})
case("netrc open quotes, optional", f"--netrc-optional {U}/1", OK, files={".netrc": 'machine 127.0.0.1 login "a password b\n'})
case("netrc open quotes behind", f"-n {U}/1", OK, files={".netrc": 'machine 127.0.0.1 login a password b\nmachine c login "d\n'})
case("netrc open quotes and user", f"-u a:b --netrc-file rc {U}/1", OK, files={"rc": 'machine 127.0.0.1 login "a\n'})
case("netrc missing and user", f"-u a:b --netrc-file rc {U}/1", OK)
case("netrc file option and home", f"--netrc-file rc {U}/1", OK, files={"rc": "machine 127.0.0.1 login a password b\n", ".netrc": "machine 127.0.0.1 login c password d\n"})
case("netrc url user", "-n http://x@127.0.0.1:PORT/1", OK, files={".netrc": "machine 127.0.0.1 login a password b\n"})

case.excuse("tls capath missing", "a folder that is not there is told, rather than that nobody is trusted", "exit")
case.excuse("tls redirect to http", "a redirect to clear text needs --proto-redir =http", "exit", "stdout", "wire")
case.excuse("data query and get", "the query of --url-query is not dropped", "wire")
case.excuse("field cookie twice own", "a request has one Cookie (RFC 6265 section 5.4)", "wire")
case.excuse("digest no realm", "a challenge without a realm is none (RFC 7616 section 3.3)", "stdout", "wire")
case.excuse("netrc open quotes behind", "a file with open quotes is refused whole", "exit", "stdout", "wire")
case.excuse("netrc url user", "a password belongs to the login beside it", "wire")
UPPER = {"wire": [("%0a", "%0A"), ("%26%3d%0a", "%26%3D%0A")]}
for name in ("data query file", "data query name file"):
    case.excuse(name, "", since="8.20.0", becomes=UPPER)  # github.com/curl/curl/issues/21524
