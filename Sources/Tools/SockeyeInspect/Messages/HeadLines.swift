/// The lines of a head as octets, so that the proxy forwards what it received.
struct HeadLines: Sendable {
    /// A field line, unfolded.
    struct Line: Sendable, Hashable {
        /// In lowercase.
        let name: String
        /// The octets after the colon, without spaces around them.
        let value: [UInt8]
        /// The whole line, without blanks before the colon and without its line end.
        let bytes: [UInt8]

        var text: String { String(decoding: value, as: UTF8.self) }
    }

    /// The request or status line.
    var start: [UInt8]
    private(set) var fields: [Line] = []

    /// Reads a head as received: lines that end with CRLF or LF, up to the empty one. A line without a colon is dropped.
    init(_ raw: [UInt8]) {
        var lines: [[UInt8]] = []
        for line in raw.split(separator: 10, omittingEmptySubsequences: false) {
            let line = line.last == 13 ? line.dropLast() : line
            if line.isEmpty, !lines.isEmpty { break }
            // RFC 9112 section 5.2: a fold becomes a space.
            if let first = line.first, first == 32 || first == 9, !lines.isEmpty {
                lines[lines.count - 1] += [32] + line.drop { $0 == 32 || $0 == 9 }
            } else if !line.isEmpty {
                lines.append(Array(line))
            }
        }
        start = lines.first ?? []
        fields = lines.dropFirst().compactMap(Self.line)
    }

    private static func line(_ bytes: [UInt8]) -> Line? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let blank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        let value = bytes[(colon + 1)...].drop(while: blank).reversed().drop(while: blank).reversed()
        // RFC 9112 section 5.1: a proxy removes blanks before the colon from responses.
        let end = bytes[..<colon].lastIndex { !blank($0) }.map { $0 + 1 } ?? 0
        let name = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        return Line(name: name, value: Array(value), bytes: Array(bytes[..<end] + bytes[colon...]))
    }

    /// The elements of a list field, in lowercase (RFC 9110 section 5.6.1).
    func elements(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { line in
            line.text.split(separator: ",").map { element in
                String(element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }).lowercased()
            }
        }.filter { !$0.isEmpty }
    }

    /// The first value of a field.
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.text }

    /// Hop-by-hop fields (RFC 9110 sections 7.6.1 and 11.7): those named by Connection, and those that old software sends
    /// without naming them there.
    private static let hopByHop: Set<String> = [
        "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-authorization",
        "proxy-authenticate", "proxy-authentication-info",
    ]
    /// Fields that Connection can't remove, because the two sides of the proxy would frame or route the message differently.
    private static let kept: Set<String> = ["host", "content-length", "via", "max-forwards"]

    /// Whether a rule can't change a field, because the proxy writes it for each side itself.
    ///
    /// - Parameter name: in lowercase.
    static func isWrittenByProxy(_ name: String) -> Bool {
        hopByHop.contains(name) || kept.contains(name) || name == "expect"
    }

    /// Removes the hop-by-hop fields, and returns their names.
    mutating func removeHopByHop() -> [String] {
        let named = Set(elements("connection")).subtracting(Self.kept)
        let isHop: (Line) -> Bool = { Self.hopByHop.contains($0.name) || named.contains($0.name) }
        let removed = fields.filter(isHop).map(\.name)
        fields.removeAll(where: isHop)
        return removed
    }

    /// Merges equal lengths into one; differing ones have been refused by the reader (RFC 9112 section 6.3).
    mutating func mergeContentLengths() {
        let values = elements("content-length")
        guard let first = values.first, values.count > 1 else { return }
        remove("content-length")
        append("Content-Length: \(first)")
    }

    mutating func remove(_ name: String) { fields.removeAll { $0.name == name } }

    /// Gives a field this value, in the place of its first line, and returns whether that changes anything.
    ///
    /// - Parameter value: `nil` removes it.
    mutating func set(_ name: String, to value: String?) -> Bool {
        let old = fields
        let line = value.flatMap { Self.line(Array("\(name): \($0)".utf8)) }
        let place = fields.firstIndex { $0.name == name.lowercased() } ?? fields.endIndex
        remove(name.lowercased())
        if let line { fields.insert(line, at: place) }
        return fields != old
    }

    mutating func append(_ line: String) {
        if let line = Self.line(Array(line.utf8)) { fields.append(line) }
    }

    /// The head with CRLF line ends, including the empty line.
    func encoded(start: [UInt8]) -> [UInt8] {
        var bytes = start + [13, 10]
        for field in fields { bytes += field.bytes + [13, 10] }
        return bytes + [13, 10]
    }
}
