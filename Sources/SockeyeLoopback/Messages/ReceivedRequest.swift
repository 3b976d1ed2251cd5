public import SockeyeTLS

/// A request as it arrived, for assertions: nothing is normalised, merged or dropped.
public struct ReceivedRequest: Sendable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// As it was spelled.
        public var name: String
        /// Without the blanks around it.
        public var value: String

        /// A field line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Its place among all requests of the server, from 1.
    public internal(set) var number = 0
    /// Which connection it came over, from 1.
    public internal(set) var connection: Int
    /// As `GET`.
    public let method: String
    /// As it stood in the request line: `/path?query`, an absolute form, `host:port` or `*`.
    public let target: String
    /// As `HTTP/1.1`.
    public let version: String
    /// The field lines in their order.
    public let fields: [Field]
    /// The head's bytes exactly as they came, with the empty line.
    public let rawHead: [UInt8]
    /// The body without its framing, at most `LoopbackConfiguration.recordedBodyBytes` of it.
    public internal(set) var body: [UInt8] = []
    /// How long the body was in all.
    public internal(set) var bodyLength = 0
    /// The sizes of the chunks in which it came; none when it was not chunked.
    public internal(set) var chunkSizes: [Int] = []
    /// The fields after a chunked body.
    public internal(set) var trailers: [Field] = []
    /// Whether the body arrived whole.
    public internal(set) var isComplete = false
    /// The name that the client asked for in TLS (SNI).
    public internal(set) var serverName: String?
    /// What the TLS handshake agreed on; `nil` on a plain connection.
    public internal(set) var tls: TLSDetails?

    /// The values of all fields of that name, letter case aside.
    public func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the first field of that name, letter case aside.
    public subscript(_ name: String) -> String? {
        values(name).first
    }

    /// Whether one of the comma-separated members of a field is `token`, letter case aside.
    public func has(_ token: String, in name: String) -> Bool {
        values(name).contains { value in
            value.split(separator: ",").contains {
                String($0.trimmingBlanks()).lowercased() == token.lowercased()
            }
        }
    }

    /// The target's path, without the query.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target's query, without the question mark; `nil` when there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The body as text.
    public var text: String {
        String(decoding: body, as: UTF8.self)
    }
}

extension Substring {
    func trimmingBlanks() -> Substring {
        var trimmed = self
        while trimmed.first == " " || trimmed.first == "\t" { trimmed.removeFirst() }
        while trimmed.last == " " || trimmed.last == "\t" { trimmed.removeLast() }
        return trimmed
    }
}
