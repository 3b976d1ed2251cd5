# Sourced by embedder.sh and traits.sh: swift build, silent unless it fails or warns. `clean_build WHAT ARGUMENT…`; the log is $folder/log.
clean_build() {
    local what=$1
    shift
    # Without a fixed order, that of the traits' flags is another in each plan, and everything is compiled again.
    SWIFT_DETERMINISTIC_HASHING=1 swift build "$@" >"$folder/log" 2>&1 || { tail -n 40 "$folder/log"; echo "$what does not build" >&2; exit 1; }
    # The compiler's and SwiftPM's; the linker's are of static Foundation. What other packages' manifests warn of isn't ours.
    if grep -E "^warning:|:[0-9]+:[0-9]+: warning:" "$folder/log" | grep -v "^warning: 'swift-" >"$folder/warnings"; then
        cat "$folder/warnings"
        echo "$what builds with warnings" >&2
        exit 1
    fi
}
