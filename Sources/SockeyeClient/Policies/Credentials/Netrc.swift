/// User names and passwords by host, from a `.netrc` file.
///
/// ```
/// machine example.com login daniel password "qu\"ote"
/// default login anonymous password guest
/// ```
/// Words are separated by whitespace; a word in double quotes may contain blanks, and the escapes `\"`, `\\`, `\n`, `\r`
/// and `\t`. A `#` at the start of a word begins a comment; `macdef` runs to the next empty line.
public struct Netrc: Sendable, Hashable {
    /// The entry for one host.
    private struct Entry: Sendable, Hashable {
        /// `nil` for `default`.
        var host: String?
        var user: [UInt8]?
        var password: [UInt8]?
    }

    private var entries: [Entry] = []
    /// Whether a quoted word isn't closed on its line, so that nobody can tell where it was meant to end.
    public private(set) var hasOpenQuotes = false

    /// Parses the text of such a file. Unknown words are ignored.
    public init(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses such a file; names and passwords need not be text.
    public init(parsing octets: [UInt8]) {
        var reader = NetrcReader(octets[...])
        while let word = reader.word() {
            switch String(decoding: word, as: UTF8.self) {
            case "machine":
                entries.append(
                    Entry(host: reader.word().map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""))
            case "default": entries.append(Entry())
            case "login": setLast(\.user, reader.word())
            case "password": setLast(\.password, reader.word())
            case "account": _ = reader.word()
            case "macdef": reader.skipMacro()
            default: break
            }
        }
        hasOpenQuotes = reader.hasOpenQuotes
    }

    private mutating func setLast(_ path: WritableKeyPath<Entry, [UInt8]?>, _ value: [UInt8]?) {
        guard let last = entries.indices.last else { return }
        entries[last][keyPath: path] = value
    }

    /// The first entry that matches the host; `default` matches every host.
    ///
    /// - Parameters:
    ///   - host: the name in the URL, in any case.
    ///   - user: restricts the search to entries of this user, if given.
    ///   - usesDefault: whether the `default` entry counts.
    public func credential(forHost host: String, user: String? = nil, usesDefault: Bool = true) -> Credential? {
        let host = host.lowercased()
        for entry in entries where entry.host.map({ $0 == host }) ?? usesDefault {
            let wanted = user.map { Array($0.utf8) }
            // A password alone is for any user, also for the nameless one.
            guard let name = entry.user ?? wanted ?? (entry.password == nil ? nil : []), wanted == nil || wanted == name
            else { continue }
            return .password(octets: name, entry.password ?? [])
        }
        return nil
    }
}

/// Reads a netrc file word by word.
private struct NetrcReader {
    var bytes: ArraySlice<UInt8>
    private(set) var hasOpenQuotes = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    mutating func word() -> [UInt8]? {
        while true {
            bytes = bytes.drop { $0 <= 0x20 }
            guard bytes.first == UInt8(ascii: "#") else { break }
            bytes = bytes.drop { $0 != 0x0A }
        }
        guard let first = bytes.first else { return nil }
        if first == UInt8(ascii: "\"") { return quotedWord() }
        let word = bytes.prefix { $0 > 0x20 }
        bytes = bytes.dropFirst(word.count)
        return Array(word)
    }

    private mutating func quotedWord() -> [UInt8] {
        bytes = bytes.dropFirst()
        var word: [UInt8] = []
        while bytes.first != 0x0A, let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "\"") { return word }
            guard byte == UInt8(ascii: "\\"), bytes.first != 0x0A, let escaped = bytes.popFirst() else {
                word.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "n"): word.append(0x0A)
            case UInt8(ascii: "r"): word.append(0x0D)
            case UInt8(ascii: "t"): word.append(0x09)
            default: word.append(escaped)
            }
        }
        hasOpenQuotes = true
        return word
    }

    /// Skips everything up to an empty line.
    mutating func skipMacro() {
        var wasLineEnd = false
        while let byte = bytes.popFirst() {
            if byte == 0x0D { continue }
            if byte == 0x0A, wasLineEnd { return }
            wasLineEnd = byte == 0x0A
        }
    }
}
