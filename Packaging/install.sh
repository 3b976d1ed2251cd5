#!/usr/bin/env bash
# Puts a built program, its manual, its completions, the licence and the guides into a folder such as /usr/local, or takes away
# what it put there. With CURL=1 in the environment, `curl` in its bin is a link to the program, which then has curl's surface.
#
# Usage: Packaging/install.sh PROGRAM PREFIX
#        Packaging/install.sh --remove PREFIX
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
prefix=$(realpath -m "$2") program=$1
[ "$program" = --remove ] || program=$(realpath "$program")
bash_file=share/bash-completion/completions/sockeye zsh_file=share/zsh/site-functions/_sockeye
fish_file=share/fish/vendor_completions.d/sockeye.fish manual=share/man/man1/sockeye.1 guides=share/doc/sockeye
cd "$here"
documents=(LICENSE README.md CHANGELOG.md docs/*.md)
if [ "$program" = --remove ]; then
    (cd "$prefix" 2>/dev/null || exit 0
    if [ "$(readlink bin/curl)" = sockeye ]; then rm bin/curl; fi
    rm -f bin/sockeye "$manual" "$bash_file" "$zsh_file" "$fish_file" "${documents[@]/#/$guides/}"
    # Somebody else's files stay, with their folder.
    rmdir "$guides/docs" "$guides" 2>/dev/null || true)
    echo "removed $prefix/bin/sockeye"
    exit
fi
install -D -m 755 -s "$program" "$prefix/bin/sockeye"
if [ "${CURL:-}" = 1 ]; then
    if [ -e "$prefix/bin/curl" ] && [ "$(readlink "$prefix/bin/curl")" != sockeye ]; then
        echo "$prefix/bin/curl is another program's, and stays" >&2
        exit 1
    fi
    ln -sfn sockeye "$prefix/bin/curl"
fi
put() { "$program" --generate "$1" | install -D -m 644 /dev/stdin "$prefix/$2"; }
put man "$manual"
put bash "$bash_file"
put zsh "$zsh_file"
put fish "$fish_file"
for document in "${documents[@]}"; do install -D -m 644 "$document" "$prefix/$guides/$document"; done
echo "installed $prefix/bin/sockeye"
