// What the program does not do, as comments.
extension SwiftProgram {
    /// Options that the program carries out, or that the notes at a request name.
    static let expressed = Set(
        """
        abstract-unix-socket anyauth archive aws-sigv4 basic cacert capath cert checksum ciphers compressed config connect \
        connect-timeout connect-to continue-at cookie cookie-jar curves data data-ascii data-binary data-raw data-urlencode \
        digest etag-compare events expect100-timeout extract extract-dir extract-max-entries extract-max-ratio \
        extract-max-size fail fail-with-body follow forget-user form form-string get globoff head header http0.9 http1.0 \
        http1.1 idle-timeout ignore-content-length include input-file insecure ipv4 ipv6 json key limit-rate location \
        location-trusted max-filesize max-redirs max-time mirror mptcp negotiate next no-clobber no-sync oauth2-bearer out-null output \
        output-dir pass path-as-is pinnedpubkey post301 post302 post303 proto-default proxy proxy-basic proxy-user proxy1.0 \
        proxytunnel range referer remote-header-name remote-name remote-name-all remote-time request request-target \
        require-resumable resolve retry save-user segments show-headers sigalgs socks4 socks4a socks5 socks5-hostname speed-limit \
        speed-time time-cond tls-max tls13-ciphers tlsv1.2 tlsv1.3 unix-socket upload-file url url-query use-ascii user \
        user-agent user-from variable wait-for-network ws-binary ws-linger ws-ping ws-protocol
        """.split(separator: " ").map { String($0) })

    /// Options that the program can't have, and that must not be left out: what they protect would go in the clear, or unchecked.
    static let protecting = [
        "starttls", "archive-password", "cert-status", "crlfile", "proxy-crlfile", "proxy-pinnedpubkey",
    ]

    /// Options about what the terminal shows, or about this run of `sockeye`.
    static let idle = Set(
        """
        disable dry-run no-buffer no-progress-meter no-styled-output pretty progress progress-bar record record-secrets show-error silent stderr \
        suppress-connect-headers swift
        """.split(separator: " ").map { String($0) })

    /// What a program uses instead of some.
    private static let advice = [
        "cache": "HTTPCache", "cache-dir": "HTTPCache", "hsts": "HSTSStore", "netrc": "Netrc", "netrc-file": "Netrc",
        "parallel": "DownloadQueue, or a task group", "parse": "import SockeyeParsers",
        "resumable": "HTTPClient.uploadResumably", "shard": "Shard of SockeyeTransfers",
        "skip-existing": "a file that is there is an error", "trace": "an ExchangeObserver sees the same",
        "trace-ascii": "an ExchangeObserver sees the same", "verbose": "an ExchangeObserver sees the same",
    ]

    /// Options of the command line that the program does without.
    static func leftOut(of settings: Settings) -> [String] {
        let names = settings.switched.filter { $0.value && !expressed.contains($0.key) && !idle.contains($0.key) }.keys
        let left = names.sorted().map { name in "--\(name)" + (advice[name].map { " (\($0))" } ?? "") }
        return left.isEmpty ? [] : [SwiftLiteral.comment("Left out: " + left.joined(separator: ", "))]
    }

    /// What it leaves out of a response that isn't downloaded to a file.
    static func notes(onPrinted target: TransferTarget, _ operation: TransferSettings) -> [String] {
        var left: [String] = []
        if let option = savingOption(target, operation) {
            left.append("\(option) (the response goes to standard output)")
        }
        let download = operation.download
        if download.continueAt == .whatIsThere { left.append("-C -") }
        if download.checksum != nil || target.isVerified { left.append("--checksum") }
        if download.segments != nil { left.append("--segments") }
        if !download.mirrors.isEmpty || !target.mirrors.isEmpty { left.append("--mirror") }
        if download.requiresResumable { left.append("--require-resumable") }
        if operation.bodyByteLimit != nil { left.append("--max-filesize") }
        if operation.extraction.isOn { left.append("--extract") }
        return left.isEmpty ? [] : [SwiftLiteral.comment("Left out: " + left.joined(separator: ", "))]
    }

    /// What it leaves out of a download to a file.
    static func notes(onDownload operation: TransferSettings) -> [String] {
        let offset = operation.download.offset
        return offset > 0 ? [SwiftLiteral.comment("Left out: -C \(offset) (the bytes are not added to the file)")] : []
    }

    /// What it leaves out of a stream.
    static func notes(onStream target: TransferTarget, _ operation: TransferSettings) -> [String] {
        guard let option = savingOption(target, operation) else { return [] }
        return [SwiftLiteral.comment("Left out: \(option) (the output goes to standard output)")]
    }

    /// The option that keeps the body from standard output, if any.
    private static func savingOption(_ target: TransferTarget, _ operation: TransferSettings) -> String? {
        switch target.output {
        case .file: "-o"
        case .remoteName: "-O"
        case .nothing: "--out-null"
        case nil: operation.namesAllRemotely ? "--remote-name-all" : nil
        case .standardOutput, .standardOutputByName: nil
        }
    }
}
