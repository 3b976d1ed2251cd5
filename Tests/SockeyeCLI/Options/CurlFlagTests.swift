import Testing

@testable import SockeyeCLI

/// Every option of curl is either supported or refused by its name: none is ignored.
@Suite("Options of curl")
struct CurlFlagTests {
    /// What the client is to speak, from the list it was built by.
    private static let required = """
        location max-redirs post301 post302 post303 location-trusted proto proto-redir proto-default cookie cookie-jar \
        junk-session-cookies user basic digest anyauth oauth2-bearer netrc netrc-file netrc-optional proxy proxy-user \
        proxy-basic proxy-digest proxy-anyauth proxytunnel noproxy preproxy socks4 socks4a socks5 socks5-hostname \
        proxy-header proxy-insecure proxy-cacert suppress-connect-headers compressed tr-encoding raw \
        ignore-content-length http0.9 http1.0 retry retry-delay retry-max-time retry-connrefused retry-all-errors \
        connect-to abstract-unix-socket limit-rate speed-limit speed-time expect100-timeout cert key pass cert-type \
        crlfile pinnedpubkey tlsv1.2 tlsv1.3 tls-max ciphers tls13-ciphers curves data-urlencode json url-query \
        request-target path-as-is globoff config disable next parallel parallel-max fail-with-body fail-early \
        max-filesize time-cond etag-save etag-compare remote-time trace trace-ascii trace-time trace-ids trace-config \
        stderr write-out out-null follow disallow-username-in-url create-file-mode output-dir create-dirs \
        remote-header-name remote-name-all clobber skip-existing remove-on-error variable styled-output rate \
        parallel-immediate dump-header aws-sigv4 hsts alpn
        """.split(separator: " ").map(String.init)

    @Test("What the client is to speak has a row", arguments: required)
    func isSupported(name: String) {
        #expect(OptionTable.standard.rows.contains { $0.long == name })
    }

    @Test("A name of curl's without a row is refused with exit code 2, and says so")
    func theOthersAreRefused() {
        var refused = 0
        for name in (CurlOptions.longNames + CurlOptions.laterNames).map(String.init) {
            if OptionTable.standard.rows.contains(where: { $0.long == name }) { continue }
            refused += 1
            for option in ["--\(name)", "--no-\(name)", "--expand-\(name)"] {
                // An argument of its own, should it take one, is never mistaken for a URL.
                let error = parseError([option, "argument", "http://127.0.0.1:1/"])
                #expect(error?.exitCode == .failedInitialization, "\(option)")
                #expect(error?.message == "option \(option): is an option of curl that sockeye does not support")
            }
        }
        #expect(refused > 50)
    }

    @Test("A letter of curl's without a row likewise")
    func letters() {
        for letter in CurlOptions.letters {
            let row = OptionTable.standard.rows.first { $0.short == letter }
            guard row == nil else { continue }
            let error = parseError(["-\(letter)", "argument", "http://127.0.0.1:1/"])
            #expect(error?.message == "option -\(letter): is an option of curl that sockeye does not support")
            #expect(error?.exitCode == .failedInitialization)
        }
    }

    @Test("No option is known to the installed curl alone", .enabled(if: Child.hasReferenceCurl))
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
