internal import Sockeye

/// Options that mean nothing for what a URL speaks: they are refused instead of ignored.
enum SchemeCheck {
    /// What an operation's URLs speak, as the user asks for it.
    private enum Language: String {
        case http = "http://"
        case webSocket = "ws://"
        case bytes = "--connect"
        case file = "a file to parse"
    }

    /// Refuses such options; returns warnings about those that do no harm.
    static func check(_ operation: TransferSettings) throws(OptionError) -> [String] {
        let languages = operation.sampleTargets.compactMap { language(of: $0, operation) }
        for language in [Language.webSocket, .bytes, .file] where languages.contains(language) {
            if let option = refused(for: language, operation) { throw .excluding("\(option) and \(language.rawValue)") }
        }
        if operation.printsEvents, operation.minimumSpeed != nil {
            throw .excluding("--speed-limit or --speed-time and --events")
        }
        guard operation.webSocket != WebSocketSettings(), !languages.contains(.webSocket), !languages.isEmpty else {
            return []
        }
        return ["--ws-binary, --ws-linger, --ws-ping and --ws-protocol have no effect without a ws or wss URL"]
    }

    private static func language(of target: TransferTarget, _ operation: TransferSettings) -> Language? {
        if target.isBareConnection { return .bytes }
        if target.isLocal { return .file }
        guard let url = target.fullURL(defaultScheme: operation.redirects.defaultScheme) else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme == "ws" || scheme == "wss" ? .webSocket : .http
    }

    /// The first option that means nothing there.
    private static func refused(for language: Language, _ operation: TransferSettings) -> String? {
        let sends = [
            (operation.data != nil || operation.upload.form != nil, "--data, --form or --json"),
            (operation.asksHeadOnly, "--head"),
        ]
        // A file is checked with the other options of --parse.
        let isWhole = language != .file && operation.download.isGuarded
        let common = [
            (operation.printsEvents, "--events"),
            (operation.download.continueAt != nil, "--continue-at"),
            (isWhole, "--checksum, --mirror, --require-resumable or --segments"),
            (operation.parsing.digest != nil && language != .file, "--digest"),
            (operation.conditions.savedTagFile != nil, "--etag-save"),
            (operation.minimumSpeed != nil && language != .file, "--speed-limit or --speed-time"),
            (operation.range != nil, "--range"),
        ]
        let own =
            switch language {
            case .http: [(Bool, String)]()
            // RFC 6455 section 4.1: the handshake is a GET of HTTP/1.1. What has a body is refused with the request.
            case .webSocket: [(operation.httpVersion == .http10, "--http1.0")]
            case .bytes: sends + [(operation.targets.contains { $0.isBareConnection && $0.isUpload }, "--upload-file")]
            // It is only read.
            case .file:
                sends + [
                    (operation.targets.contains { $0.isLocal && $0.isUpload }, "--upload-file"),
                    (operation.customMethod != nil, "--request"),
                ]
            }
        return (common + own).first(where: \.0)?.1
    }
}
