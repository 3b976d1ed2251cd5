/// Why the server refuses a request: the status of the response, and a line of explanation.
package struct RequestRefusal: Error, Sendable {
    /// The status to answer with, such as 400.
    package var status: Int
    /// What is wrong, in words.
    package var reason: String
    /// The clause that it offends against, such as `RFC 9112 section 3`, if known.
    package var clause: String?

    /// A refusal.
    package init(status: Int, reason: String, clause: String? = nil) {
        (self.status, self.reason, self.clause) = (status, reason, clause)
    }
}

extension ReceivedRequest {
    /// Reads a head at the beginning of `bytes`, strictly; `nil` while it is incomplete. Its `rawHead` says how long it is.
    ///
    /// - Parameters:
    ///   - bytes: what has arrived.
    ///   - takesOctets: whether the target may have octets beyond ASCII, which no good client sends.
    /// - Throws: `RequestRefusal` if no request begins so.
    package init?(headIn bytes: ArraySlice<UInt8>, takesOctets: Bool = false) throws(RequestRefusal) {
        guard let end = try RequestHeadReader.end(in: bytes) else { return nil }
        self = try RequestHeadReader.parse(Array(bytes[..<end]), connection: 0, takesOctets: takesOctets)
    }
}

/// Parses a request head strictly, so that a slightly wrong client cannot pass its tests.
enum RequestHeadReader {
    /// Enough for every test of large heads; a larger one gets 431.
    static let byteLimit = 1024 * 1024

    /// The end of the head in `bytes` (after its empty line); `nil` while it is incomplete.
    static func end(in bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> Int? {
        // RFC 9112 section 3: a request begins with a token. Other data (TLS on a plain port, say) may never contain an
        // empty line.
        if let first = bytes.first, !isTokenByte(first) {
            throw RequestRefusal(
                status: 400, reason: "a request cannot begin with byte \(first)", clause: "RFC 9112 section 3")
        }
        var from = bytes.startIndex
        while let feed = bytes[from...].firstIndex(of: 10) {
            if feed == bytes.startIndex || bytes[feed - 1] != 13 {
                throw RequestRefusal(
                    status: 400, reason: "a line ends without a carriage return", clause: "RFC 9112 section 2.2")
            }
            if feed - bytes.startIndex >= 3, bytes[feed - 2] == 10 { return feed + 1 }
            from = feed + 1
        }
        if bytes.count > byteLimit {
            throw RequestRefusal(status: 431, reason: "the head is too large", clause: "RFC 6585 section 5")
        }
        return nil
    }

    /// Parses a complete head.
    static func parse(
        _ raw: [UInt8], connection: Int, takesOctets: Bool = false
    ) throws(RequestRefusal) -> ReceivedRequest {
        let lines = raw.dropLast(4).split(separator: 10, omittingEmptySubsequences: false).map { line in
            line.last == 13 ? line.dropLast() : line
        }
        if raw.contains(0) || lines.contains(where: { $0.contains(13) }) {
            throw RequestRefusal(
                status: 400, reason: "the head contains NUL or a bare carriage return", clause: "RFC 9112 section 2.2")
        }
        let parts = lines[0].split(separator: 32, omittingEmptySubsequences: false)
        // RFC 9112 section 3: method SP request-target SP HTTP-version.
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isTokenByte),
            !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) || takesOctets && $0 >= 0x80 })
        else {
            throw RequestRefusal(status: 400, reason: "malformed request line", clause: "RFC 9112 section 3")
        }
        let version = text(parts[2])
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw RequestRefusal(status: 505, reason: "unknown version \(version)", clause: "RFC 9112 section 2.3")
        }
        var fields: [ReceivedRequest.Field] = []
        for line in lines.dropFirst() { fields.append(try field(line)) }
        let request = ReceivedRequest(
            connection: connection, method: text(parts[0]), target: text(parts[1]), version: version, fields: fields,
            rawHead: raw)
        try check(request)
        return request
    }

    /// RFC 9112 section 5: name ":" value, no space before the colon, no folding.
    static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> ReceivedRequest.Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isTokenByte)
        else {
            throw RequestRefusal(
                status: 400, reason: "malformed field line \"\(text(line))\"", clause: "RFC 9112 section 5")
        }
        let value = Substring(text(line[(colon + 1)...])).trimmingBlanks()
        return ReceivedRequest.Field(text(line[..<colon]), String(value))
    }

    private static func check(_ request: ReceivedRequest) throws(RequestRefusal) {
        // RFC 9112 section 3.2: exactly one Host in HTTP/1.1.
        let hosts = request.values("Host").count
        if hosts > 1 || hosts == 0 && request.version == "HTTP/1.1" {
            throw RequestRefusal(status: 400, reason: "\(hosts) Host fields", clause: "RFC 9112 section 3.2")
        }
        // RFC 9112 section 6.1: a client never sends both.
        if !request.values("Transfer-Encoding").isEmpty, !request.values("Content-Length").isEmpty {
            throw RequestRefusal(
                status: 400, reason: "both Transfer-Encoding and Content-Length", clause: "RFC 9112 section 6.1")
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)

    /// RFC 9110 section 5.6.2: tchar.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: tokenMarks.contains(byte)
        }
    }
}
