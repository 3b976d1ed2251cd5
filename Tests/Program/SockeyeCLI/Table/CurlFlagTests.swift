import Testing

@testable import SockeyeCLI

/// Every option of curl is either supported or refused by name; none is ignored.
@Suite("Options of curl")
struct CurlFlagTests {
    /// The options that must be supported: fetching, then sessions, downloads, uploads.
    private static let required = """
        -o -O -s -S -v -i -I -X -H -d --data-raw --data-binary -G -A -e -k --cacert --capath -f -m --connect-timeout -r -w \
        -D -N -0 --http1.1 --resolve --unix-socket -4 -6 --url --no-progress-meter -# -V -h \
        -L --max-redirs --post301 --post302 --post303 --location-trusted --proto --proto-redir --proto-default -b -c -j -u \
        --basic --digest --anyauth --oauth2-bearer -n --netrc-file --netrc-optional --aws-sigv4 -x --proxy-user \
        --proxy-basic --proxy-digest --proxy-anyauth -p --noproxy --preproxy --socks4 --socks4a --socks5 \
        --socks5-hostname --proxy-header --proxy-insecure --proxy-cacert --suppress-connect-headers --compressed \
        --tr-encoding --raw --ignore-content-length --http0.9 --http1.0 --retry --retry-delay --retry-max-time \
        --retry-connrefused --retry-all-errors --connect-to --interface --local-port --keepalive-time --no-keepalive \
        --tcp-nodelay --abstract-unix-socket --happy-eyeballs-timeout-ms --haproxy-protocol --limit-rate -Y -y \
        --expect100-timeout -E --key --pass --cert-type --crlfile --pinnedpubkey --tlsv1.2 --tlsv1.3 --tls-max --ciphers \
        --tls13-ciphers --curves --cert-status --hsts --data-urlencode --json --url-query --request-target --path-as-is \
        -g -K -q --next -Z --parallel-max --fail-with-body --fail-early --max-filesize -z --etag-save --etag-compare -R \
        --trace --trace-ascii --trace-time --trace-ids --trace-config --stderr --write-out --out-null --follow \
        --disallow-username-in-url --no-sessionid --no-alpn --create-file-mode --output-dir --create-dirs -J \
        --remote-name-all --no-clobber --skip-existing --remove-on-error --variable --expand-data --styled-output \
        --rate --parallel-immediate --dump-header \
        -C --segments --checksum --mirror --from-metalink --require-resumable --input-file --background --dry-run --progress \
        -T -F --form-string --form-escape --crlf --resumable
        """.split(separator: " ").map(String.init)

    @Test("Every required option has a row", arguments: required)
    func isSupported(option: String) {
        let rows = OptionTable.standard.rows
        if option.hasPrefix("--no-") {
            #expect(rows.contains { $0.long == option.dropFirst(5) && $0.isNegatable })
        } else if option.hasPrefix("--expand-") {
            #expect(rows.contains { $0.long == option.dropFirst(9) && $0.takesArgument })
            #expect(parseError([option, "a", "http://127.0.0.1:1/"]) == nil)
        } else if option.hasPrefix("--") {
            #expect(rows.contains { $0.long == option.dropFirst(2) })
        } else {
            #expect(option.count == 2 && rows.contains { $0.short == option.last })
        }
    }

    /// Options accepted for scripts that only confirm the default.
    private static let asEver = [
        "basic", "disable", "http1.1", "parallel-immediate", "proxy-basic", "tlsv1.2", "use-ascii",
    ]

    @Test("An option without an argument has an effect")
    func noneIsWithoutEffect() throws {
        for row in OptionTable.standard.rows {
            switch row.effect {
            case .flag, .flagOrWord, .choice: break
            default: continue
            }
            // Some need a file to send.
            let file = ["abandon", "resumable"].contains(row.long) ? ["-T", "file"] : []
            let partner = OptionPartners.table.first { $0.option == row.long }?.partners.first
            let server = row.long == "inspect-tls" ? ["--inspect", "8888"] : []
            let words = (partner.map { ["--\($0)", "file"] } ?? []) + server + file + ["http://127.0.0.1:1/"]
            let plain = try Self.effect(of: words)
            let changed = try Self.effect(of: ["--\(row.shownName)"] + words)
            #expect((changed == plain) == Self.asEver.contains(row.long), "--\(row.shownName)")
        }
    }

    /// The settings as text, but for what only names the options.
    private static func effect(of words: [String]) throws -> String {
        var settings = try parse(words)
        settings.recording.words = []
        settings.switched = [:]
        return String(reflecting: settings)
    }

    @Test("A curl option without a row is refused with exit code 2 and a message")
    func theOthersAreRefused() {
        var refused = 0
        for name in (CurlOptions.longNames + CurlOptions.laterNames).map(String.init) {
            if OptionTable.standard.rows.contains(where: { $0.long == name }) { continue }
            if IgnoredOptions.row(long: name) != nil { continue }
            refused += 1
            let isSwitch = IgnoredOptions.row(switchedOff: name) != nil
            if isSwitch { #expect(parseError(["--no-\(name)", "http://127.0.0.1:1/"]) == nil) }
            for option in ["--\(name)", "--expand-\(name)"] + (isSwitch ? [] : ["--no-\(name)"]) {
                // Its argument, if it takes one, is never mistaken for a URL.
                let error = parseError([option, "argument", "http://127.0.0.1:1/"])
                #expect(error?.exitCode == .failedInitialization, "\(option)")
                let text = "option \(option): is an option of curl that sockeye does not support"
                #expect(error?.message?.hasPrefix(text) == true)
                #expect((error?.message == text) == !name.contains("ntlm") || option.hasPrefix("--expand"))
            }
        }
        #expect(refused > 20)
    }

    @Test("So is a letter of curl's without a row")
    func letters() {
        for letter in CurlOptions.letters {
            let row = OptionTable.standard.rows.first { $0.short == letter }
            guard row == nil, IgnoredOptions.row(short: letter) == nil else { continue }
            let error = parseError(["-\(letter)", "argument", "http://127.0.0.1:1/"])
            #expect(error?.message == "option -\(letter): is an option of curl that sockeye does not support")
            #expect(error?.exitCode == .failedInitialization)
        }
    }

    @Test("The installed curl has no option that is unknown here", .enabled(if: Child.hasReferenceCurl))
    func theInstalledCurlHasNoOther() throws {
        let help = try #require(Child.run(["curl", "--help", "all"])).output
        var names: [String] = []
        for line in help.split(separator: "\n") {
            guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("--") }) else { continue }
            names.append(String(word.dropFirst(2)))
        }
        #expect(names.count > 230)
        for name in names {
            let base = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
            #expect(CurlOptions.contains(name) || CurlOptions.contains(base), "--\(name)")
            #expect(
                OptionTable.standard.rows.contains { [name, base].contains($0.long) } || CurlOptions.contains(base))
        }
    }
}
