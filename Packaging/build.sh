#!/usr/bin/env bash
# Packs a built program: a .deb, a tarball, and the root folder of a container image with nothing but the program, its shared
# libraries and CA certificates. The same program gives the same bytes.
#
# Usage: Packaging/build.sh PROGRAM FOLDER        FOLDER is emptied; SOURCE_DATE_EPOCH is by default the last commit's time
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022
here=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "$1") out=$2
: "${SOURCE_DATE_EPOCH:=$(git -C "$here" log -1 --format=%ct 2>/dev/null || stat -c %Y "$here/CHANGELOG.md")}"
export SOURCE_DATE_EPOCH
version=$("$program" --version | sed -n '1s/^sockeye \([^ ]*\).*/\1/p')
architecture=$(dpkg --print-architecture)
maintainer="The Sockeye authors <sockeye-http@users.noreply.github.com>"
rm -rf "$out" && mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sorted, of nobody in particular, at one time.
archive() { # FOLDER FILE
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$1" -cf "$2" .
}

# --- what all have: the program, manual, completions ---------------------------------------------------------------------
common() { # PREFIX-FOLDER ZSH-FOLDER
    install -D -m 755 "$program" "$1/bin/sockeye"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$1/bin/sockeye"
    "$here/Packaging/anonymous.py" "$1/bin/sockeye"
    mkdir -p "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/$2" "$1/share/fish/vendor_completions.d"
    "$program" --generate man >"$1/share/man/man1/sockeye.1"
    "$program" --generate bash >"$1/share/bash-completion/completions/sockeye"
    "$program" --generate zsh >"$1/share/$2/_sockeye"
    "$program" --generate fish >"$1/share/fish/vendor_completions.d/sockeye.fish"
}

# --- .deb -----------------------------------------------------------------------------------------------------------------
deb=$work/deb
common "$deb/usr" zsh/vendor-completions
gzip -9n "$deb/usr/share/man/man1/sockeye.1"
install -D -m 644 "$here/Packaging/copyright" "$deb/usr/share/doc/sockeye/copyright"
printf 'sockeye (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$deb/usr/share/doc/sockeye/changelog.gz"
mkdir "$work/shlibs" && mkdir "$work/shlibs/debian"
printf 'Source: sockeye\n\nPackage: sockeye\nArchitecture: any\n' >"$work/shlibs/debian/control"
depends=$(cd "$work/shlibs" && dpkg-shlibdeps -O -e"$deb/usr/bin/sockeye" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "package: no dependencies found" >&2; exit 1; }
# Packed relocations need 2.36 (Makefile), which dpkg-shlibdeps doesn't know of: their mark is no symbol.
if readelf --version-info "$deb/usr/bin/sockeye" | grep -q GLIBC_ABI_DT_RELR; then
    depends=$(sed -E 's/libc6 \(>= 2\.([0-2][0-9]|3[0-5])\)/libc6 (>= 2.36)/' <<<"$depends")
    grep -q 'libc6 (>= 2\.\(3[6-9]\|[4-9]\)' <<<"$depends" || { echo "package: no libc6 in $depends" >&2; exit 1; }
fi
# Libraries that the program loads when it first needs them: without OpenSSL it is broken, without another only what needs it.
loaded=$("$here/Packaging/loaded.py" "$program")
packages() { awk -v needed="$1" '$2 != "-" && $4 == needed { print $2 }' <<<"$loaded" | sort -u | sed 's/^/, /' | tr -d '\n'; }
depends+=$(packages yes)
recommended=$(packages no)
mkdir "$deb/DEBIAN"
cat >"$deb/DEBIAN/control" <<CONTROL
Package: sockeye
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$deb/usr" | cut -f1)
Depends: $depends
Recommends: ca-certificates$recommended
Section: web
Priority: optional
Description: HTTP/1.1 client that takes curl's options
 Sockeye fetches and sends files over HTTP/1.1, plain or over TLS, with the
 options, meanings and exit codes of curl. A file under its final name is always
 complete: downloads resume with a guard against changed files, in parallel
 segments and from mirrors, and are verified by their digests.
 .
 Lists of files can be divided over the nodes of a cluster.
CONTROL
(cd "$deb" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$deb/DEBIAN/md5sums"
# dpkg-deb gives every file at most the time in SOURCE_DATE_EPOCH.
find "$deb" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0r touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
dpkg-deb --root-owner-group -Zxz --build "$deb" "$out/sockeye_${version}_$architecture.deb" >/dev/null

# --- tarball --------------------------------------------------------------------------------------------------------------
name=sockeye-$version-linux-$(uname -m)
common "$work/tar/$name" zsh/site-functions
install -m 644 "$here/LICENSE" "$here/CHANGELOG.md" "$work/tar/$name/"
archive "$work/tar" "$work/$name.tar"
gzip -9n <"$work/$name.tar" >"$out/$name.tar.gz"

# --- root folder of a container image -------------------------------------------------------------------------------------
root=$out/root
install -D -m 755 "$deb/usr/bin/sockeye" "$root/usr/bin/sockeye"
libraries() { ldd "$1" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }'; }
place() { [ -e "$root$1" ] || install -D -m 755 "$(realpath "$1")" "$root$1"; }
for library in $(libraries "$program"); do place "$library"; done
for path in $(awk '$3 == "yes" { print $1 }' <<<"$loaded"); do
    for library in "$path" $(libraries "$path"); do place "$library"; done
done
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
# Where Debian's OpenSSL looks.
mkdir -p "$root/usr/lib/ssl"
ln -s ../../../etc/ssl/certs/ca-certificates.crt "$root/usr/lib/ssl/cert.pem"
ln -s ../../../etc/ssl/certs "$root/usr/lib/ssl/certs"
archive "$root" "$out/sockeye-$version-root.tar"

(cd "$out" && sha256sum ./*.deb ./*.tar.gz ./*.tar >SHA256SUMS)
echo "package: in $out"
(cd "$out" && du -ah --max-depth=1 . | sort -k2)
