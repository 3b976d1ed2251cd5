#!/usr/bin/env bash
# Installs, uses and removes what Packaging/build.sh made, in folders of its own: nothing of this system is touched.
#
# Usage: Packaging/test.sh FOLDER        needs root for chroot(2)
set -euo pipefail
out=$(realpath "$1")
folder=$(mktemp -d)
server=
finish() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"; }
trap finish EXIT
fail() { echo "package: $*" >&2; exit 1; }
deb=$(echo "$out"/*.deb) tarball=$(echo "$out"/*.tar.gz) image=$(echo "$out"/*-root.tar)
(cd "$out" && sha256sum --quiet -c SHA256SUMS)

# --- a server over TLS on loopback, of an authority of its own ------------------------------------------------------------
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=test authority" -addext "basicConstraints=critical,CA:TRUE" \
    -keyout "$folder/ca.key" -out "$folder/ca.pem" 2>/dev/null
openssl req -newkey rsa:2048 -nodes -subj "/CN=localhost" -keyout "$folder/key" -out "$folder/csr" 2>/dev/null
openssl x509 -req -in "$folder/csr" -CA "$folder/ca.pem" -CAkey "$folder/ca.key" -days 2 -set_serial 1 \
    -extfile <(echo "subjectAltName=DNS:localhost,IP:127.0.0.1") -out "$folder/cert" 2>/dev/null
mkdir "$folder/www" && head -c 300000 /dev/urandom >"$folder/www/file"
python3 - "$folder" <<'PYTHON' &
import functools, gzip, http.server, os, ssl, sys
folder = sys.argv[1]
# "hello" in each coding.
coded = {
    "/br": ("br", bytes.fromhex("0b028068656c6c6f03")),
    "/zstd": ("zstd", bytes.fromhex("28b52ffd200529000068656c6c6f")),
    "/gzip": ("gzip", gzip.compress(b"hello")),
}
class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass
    def do_GET(self):
        if self.path not in coded:
            return super().do_GET()
        coding, body = coded[self.path]
        self.send_response(200)
        self.send_header("Content-Encoding", coding)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
handler = functools.partial(Handler, directory=f"{folder}/www")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/cert", f"{folder}/key")
server.socket = context.wrap_socket(server.socket, server_side=True)
with open(f"{folder}/port.new", "w") as file:
    file.write(str(server.server_port))
os.rename(f"{folder}/port.new", f"{folder}/port")
server.serve_forever()
PYTHON
server=$!
for _ in $(seq 100); do [ -f "$folder/port" ] && break; sleep 0.1; done
url=https://127.0.0.1:$(cat "$folder/port")/file
fetches() { # PROGRAM…: fetches the file, with the authority given
    rm -f "$folder/got"
    "$@" -fsS --cacert "$folder/ca.pem" -o "$folder/got" "$url"
    cmp "$folder/got" "$folder/www/file" || fail "$1 fetched something else"
}

# --- .deb -----------------------------------------------------------------------------------------------------------------
lintian --tag-display-limit 0 --allow-root --fail-on error,warning "$deb" || fail "lintian complains"
root=$folder/installed
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info" && touch "$root/var/lib/dpkg/status"
# Its dependencies are this system's; the folder has none.
dpkg=(dpkg --root="$root" --force-depends --force-not-root --log=/dev/null)
"${dpkg[@]}" --install "$deb" >/dev/null 2>"$folder/log" || { cat "$folder/log"; fail "dpkg cannot install it"; }
fetches "$root/usr/bin/sockeye"
"$root/usr/bin/sockeye" --help | grep -q "^Usage: sockeye" || fail "no help"
(cd "$root" && md5sum --quiet -c var/lib/dpkg/info/sockeye.md5sums)
MANROFFSEQ= man --warnings -l "$root/usr/share/man/man1/sockeye.1.gz" 2>"$folder/log" >"$folder/manual" || true
[ ! -s "$folder/log" ] && grep -q sockeye "$folder/manual" || { cat "$folder/log"; fail "the manual has faults"; }
bash -n "$root/usr/share/bash-completion/completions/sockeye"
"${dpkg[@]}" --purge sockeye >/dev/null
[ -z "$(find "$root/usr" -type f 2>/dev/null)" ] || fail "these stay: $(find "$root/usr" -type f)"

# --- tarball --------------------------------------------------------------------------------------------------------------
mkdir "$folder/tar" && tar -C "$folder/tar" -xzf "$tarball"
fetches "$folder"/tar/*/bin/sockeye
for name in LICENSE share/man/man1/sockeye.1 share/bash-completion/completions/sockeye share/zsh/site-functions/_sockeye \
    share/fish/vendor_completions.d/sockeye.fish; do
    [ -s "$folder"/tar/*/"$name" ] || fail "the tarball has no $name"
done

# --- make install, make uninstall -----------------------------------------------------------------------------------------
here=$(cd "$(dirname "$0")/.." && pwd)
"$here/Packaging/install.sh" "$(echo "$folder"/tar/*/bin/sockeye)" "$folder/local" >/dev/null
fetches "$folder/local/bin/sockeye"
for name in LICENSE README.md docs/Terminal.md; do
    cmp "$here/$name" "$folder/local/share/doc/sockeye/$name" || fail "make install leaves out $name"
done
touch "$folder/local/share/man/man1/another.1" "$folder/local/share/doc/sockeye/mine"
"$here/Packaging/install.sh" --remove "$folder/local" >/dev/null
CURL=1 "$here/Packaging/install.sh" "$(echo "$folder"/tar/*/bin/sockeye)" "$folder/local" >/dev/null
fetches "$folder/local/bin/curl"
"$here/Packaging/install.sh" --remove "$folder/local" >/dev/null
[ ! -e "$folder/local/bin/curl" ] || fail "make uninstall leaves bin/curl"
echo mine >"$folder/local/bin/curl"
! CURL=1 "$here/Packaging/install.sh" "$(echo "$folder"/tar/*/bin/sockeye)" "$folder/local" >/dev/null 2>&1 || fail "make install takes bin/curl"
"$here/Packaging/install.sh" --remove "$folder/local" >/dev/null
[ "$(cat "$folder/local/bin/curl")" = mine ] || fail "make uninstall takes bin/curl"
rm "$folder/local/bin/curl"
stays=$(cd "$folder/local" && find . -type f | sort | tr '\n' ' ')
[ "$stays" = "./share/doc/sockeye/mine ./share/man/man1/another.1 " ] || fail "make uninstall leaves $stays"

# --- root folder ----------------------------------------------------------------------------------------------------------
if [ "$(id -u)" = 0 ]; then
    mkdir "$folder/root" && tar -C "$folder/root" -xf "$image"
    status=0
    chroot "$folder/root" /usr/bin/sockeye -fsS -o /got "$url" 2>/dev/null || status=$?
    [ "$status" = 60 ] || fail "an unknown authority was not refused: exit $status"
    # The certificates of the image are the ones that count.
    cat "$folder/ca.pem" >>"$folder/root/etc/ssl/certs/ca-certificates.crt"
    chroot "$folder/root" /usr/bin/sockeye -fsS -o /got "$url" || fail "it does not fetch in a root folder of its own"
    cmp "$folder/root/got" "$folder/www/file"
    for coding in br zstd gzip; do
        [ "$(chroot "$folder/root" /usr/bin/sockeye -fsS --compressed "${url%/file}/$coding")" = hello ] \
            || fail "it does not decode $coding in a root folder of its own"
    done
    # Each library, those that are loaded later too, finds there what it is linked with.
    loader=$(cd "$folder/root" && ls -d lib*/ld-linux*)
    libraries=$(cd "$folder/root" && find . -name '*.so*' ! -name 'ld-linux*' | sed 's/^\.//')
    [ "$(wc -w <<<"$libraries")" -ge 10 ] || fail "the root folder has only these libraries: $libraries"
    for library in $libraries; do
        chroot "$folder/root" "/$loader" --list "$library" >"$folder/log" 2>&1 && ! grep -q "not found" "$folder/log" \
            || { cat "$folder/log"; fail "$library cannot be loaded in the root folder"; }
    done
    extra=$(cd "$folder/root" && find . -type f ! -name '*.so*' ! -name got | sort | tr '\n' ' ')
    [ "$extra" = "./etc/ssl/certs/ca-certificates.crt ./usr/bin/sockeye " ] || fail "the root folder has more: $extra"
else
    echo "package: not root, so the root folder was not tried"
fi
echo "package: the .deb is installed, used and removed, as is what make install puts; the tarball and the root folder fetch over https"
