internal import SockeyeRecording

// How options are written down for a recording, and read from one.
extension RecordingSettings {
    /// Options that mean nothing to a replay: their effect is in the other words, or they are about the recording itself.
    private static let left = ["record", "record-secrets", "replay", "replay-speed", "step", "variable", "disable"]

    /// Notes an option.
    ///
    /// - Parameter argument: with variables expanded.
    mutating func note(_ row: Option, isOn: Bool, argument: [UInt8]?) {
        if Self.left.contains(row.long) { return }
        if let argument { noteFile(OctetText(argument).text, of: row) }
        words.append(RecordedWord(isOn ? "--\(row.long)" : "--no-\(row.long)"))
        if let argument { words.append(RecordedWord(argument, of: row.long)) }
    }

    private mutating func noteFile(_ name: String, of row: Option) {
        switch row.placeholder {
        case "file", "filename": files.append(.file(name))
        case "dir": files.append(.folder(name))
        default:
            if row.long == "time-cond", let name = ConditionSettings.fileName(in: name) { files.append(.time(name)) }
        }
    }

    /// Notes a URL.
    mutating func note(url: [UInt8]) {
        if url.first == UInt8(ascii: "-") { words.append(RecordedWord("--url")) }
        words.append(RecordedWord(url, of: "url"))
    }

    /// The argument that a replay uses: files lie in its own folder.
    static func replayed(_ argument: [UInt8], of row: Option, _ tape: RunTape) -> [UInt8] {
        let isFile = ["file", "filename", "dir"].contains(row.placeholder ?? "")
        let text = String(decoding: argument, as: UTF8.self)
        // -b has cookies or a file.
        if isFile || row.long == "cookie" && !argument.contains(UInt8(ascii: "=")) {
            return Array(tape.place(of: text).utf8)
        }
        if text.hasPrefix("@/") { return Array("@\(tape.place(of: String(text.dropFirst())))".utf8) }
        return argument
    }
}

extension RecordedWord {
    /// The word without secrets. Only a recording needs it, and it takes longer than the reading of an option.
    var masked: [UInt8] {
        switch option {
        case "user", "proxy-user", "inspect-user": return Secrets.maskedUser(bytes)
        case "cert", "proxy-cert": return Secrets.maskedPassword(bytes)
        case "oauth2-bearer", "pass", "proxy-pass": return Secrets.filler(bytes)
        case "referer": return Array(Secrets.maskedField(Array("referer:".utf8) + bytes).dropFirst(8))
        case "header", "proxy-header": return Secrets.maskedField(bytes)
        case "cookie": return bytes.contains(UInt8(ascii: "=")) ? Secrets.maskedCookies(bytes) : bytes
        case "proxy", "preproxy", "socks4", "socks4a", "socks5", "socks5-hostname", "proxy1.0", "url", "doh-url":
            return Secrets.maskedURL(bytes)
        // Bodies and queries are recorded as they are sent.
        case nil, "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json", "form", "form-string",
            "url-query":
            return bytes
        default: return Secrets.withoutUserInformation(bytes)
        }
    }
}
