internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeRecording
internal import SockeyeTLS
internal import SockeyeTranscript

/// The lines of `--explain` for what goes over the wire. What a peer sent is escaped, and secrets are left out.
enum ExplainText {
    // MARK: Heads

    /// A request's head.
    ///
    /// - Parameter sources: where its fields came from, in words, by name in lowercase.
    static func lines(ofRequest head: RequestHead, sources: [String: String], target: String?) -> [ExplainedLine] {
        var lines = HeadText.lines(of: HeadText.bytes(of: head)).map(withoutEnd)[...]
        let first = text(withoutSecrets(lines.popFirst() ?? []))
        let method = MeaningTable.methods[head.method.rawValue]
        let meanings = [method.map(\.meaning) ?? "a method that HTTP itself doesn't know", target].compactMap(\.self)
        return [ExplainedLine(.sent, first, meanings.joined(separator: "; "), method ?? Self.requestLine)]
            + lines.map { line in
                if line.isEmpty { return ExplainedLine(.sent, "", "the empty line ends the head", Self.section) }
                let source = sources[name(of: line)].map { "from \($0)" }
                return field(line, .sent, source)
            }
    }

    /// A head or trailers as received.
    static func lines(ofResponse head: [UInt8], isTrailer: Bool) -> [ExplainedLine] {
        HeadText.lines(of: head).enumerated().map { index, whole in
            let line = withoutEnd(whole)
            // RFC 9112 section 2.2: a recipient may take a bare LF for a line's end.
            let oddity = whole.hasSuffix([13, 10]) ? nil : "ends in a bare LF"
            if index == 0, !isTrailer { return statusLine(line, oddity) }
            if line.isEmpty {
                let meaning = isTrailer ? "the empty line ends the trailers" : "the empty line ends the head"
                return ExplainedLine(.received, "", meaning, Self.section)
            }
            return field(line, .received, oddity)
        }
    }

    private static let section = ClientEvent.Clause("RFC 9112", "2.1", "")
    private static let requestLine = ClientEvent.Clause("RFC 9112", "3", "")
    private static let statusLineClause = ClientEvent.Clause("RFC 9112", "4", "")

    private static func statusLine(_ line: [UInt8], _ oddity: String?) -> ExplainedLine {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        let code = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : nil
        let clause = code.map { MeaningTable.meaning(ofStatus: $0) } ?? Self.statusLineClause
        return ExplainedLine(
            .received, text(line), [clause.meaning, oddity].compactMap(\.self).joined(separator: "; "), clause)
    }

    private static func field(_ line: [UInt8], _ side: ExplainedLine.Side, _ note: String?) -> ExplainedLine {
        if line.first == 0x20 || line.first == 0x09 {
            // It may go on with a secret.
            return ExplainedLine(
                side, text([0x20] + hidden), "the value goes on", ClientEvent.Clause("RFC 9112", "5.2", ""))
        }
        let octets = line.prefix { $0 != UInt8(ascii: ":") }
        guard octets.count < line.count, !octets.isEmpty, octets.allSatisfy(HeaderEdit.isTokenByte) else {
            return ExplainedLine(
                side, text(withoutSecrets(line)), "no field", ClientEvent.Clause("RFC 9112", "5.1", ""))
        }
        let clause = MeaningTable.fields[name(of: line)]
        let meaning = clause?.meaning ?? "a field that isn't in our table"
        return ExplainedLine(
            side, text(withoutSecrets(line)), [meaning, note].compactMap(\.self).joined(separator: "; "),
            clause ?? ClientEvent.Clause("RFC 9110", "6.3", ""))
    }

    /// The name of a field in lowercase.
    private static func name(of line: [UInt8]) -> String {
        String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }

    private static func text(_ line: [UInt8]) -> String {
        // A tab has no width of its own.
        TerminalText.escaped(line.map { $0 == 0x09 ? 0x20 : $0 })
    }

    private static func withoutEnd(_ line: [UInt8]) -> [UInt8] {
        var line = line
        if line.last == 10 { line.removeLast() }
        if line.last == 13 { line.removeLast() }
        return line
    }

    // MARK: Secrets

    private static let hidden = Array("(hidden)".utf8)

    /// A line without what only its owner may know: the output is made to be shown to others.
    static func withoutSecrets(_ line: [UInt8], in kind: SecretScanner.Text = .fields) -> [UInt8] {
        var shown: [UInt8] = []
        var position = 0
        for secret in SecretScanner.secrets(in: kind, line, hidesLocations: true) {
            // Words of one secret, or a user and a password, are hidden as one.
            let between = line[position..<secret.range.lowerBound]
            let goesOn = position > 0 && between.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ":") }
            if !goesOn { shown += between + hidden }
            position = secret.range.upperBound
        }
        return shown + line[position...]
    }

    /// A decision in words, which may name a URL.
    static func decision(_ words: String) -> String {
        TerminalText.escaped(withoutSecrets(Array(words.utf8), in: .lines))
    }

    // MARK: TLS

    /// A TLS message, or `nil` for what only carries others.
    static func line(of message: TLSMessage) -> ExplainedLine? {
        guard let name = message.name, !name.hasPrefix("TLS app data") else { return nil }
        let bare = name.hasPrefix("TLS handshake, ") ? String(name.dropFirst("TLS handshake, ".count)) : name
        let text = "\(message.versionName) \(message.isSent ? "sent" : "received"): \(TerminalText.escaped(bare))"
        if name.hasPrefix("TLS alert") {
            return ExplainedLine(.secured, text, "an alert", ClientEvent.Clause("RFC 8446", "6", ""))
        }
        let known = MeaningTable.handshakes[bare.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")]
        return ExplainedLine(.secured, text, known?.meaning ?? "", known)
    }

    /// The certificates that the server sent, its own first.
    static func certificates(of details: TLSDetails) -> [ExplainedLine] {
        details.chain.enumerated().map { index, certificate in
            var properties: [Substring: Substring] = [:]
            for line in certificate.split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let name = line[..<colon]
                if properties[name] == nil { properties[name] = line[line.index(after: colon)...] }
            }
            let subject = TerminalText.escaped(String(properties["Subject"] ?? "unknown"))
            let issuer = TerminalText.escaped(String(properties["Issuer"] ?? "unknown"))
            let (start, end) = (properties["Start date"] ?? "?", properties["Expire date"] ?? "?")
            return ExplainedLine(
                .secured, "certificate \(index): \(subject)",
                "signed by \(issuer); good from \(TerminalText.escaped(String(start))) to "
                    + TerminalText.escaped(String(end)), ClientEvent.Clause("RFC 5280", "4.1", ""))
        }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
