public import SockeyeTLS

/// A request as received, for assertions: nothing is normalized, merged or dropped.
public struct ReceivedRequest: Sendable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The name as spelled.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        /// Makes a field line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Its number among all requests to the server, from 1.
    public internal(set) var number = 0
    /// The number of its connection, from 1.
    public internal(set) var connection: Int
    /// The method, such as `GET`.
    public let method: String
    /// The target in the request line: `/path?query`, an absolute form, `host:port` or `*`.
    public let target: String
    /// The version, such as `HTTP/1.1`.
    public let version: String
    /// The field lines, in order.
    public let fields: [Field]
    /// The exact bytes of the head, including the empty line.
    public let rawHead: [UInt8]
    /// The body without its framing, up to `LoopbackConfiguration.recordedBodyBytes`.
    public internal(set) var body: [UInt8] = []
    /// The whole length of the body.
    public internal(set) var bodyLength = 0
    /// The sizes of its chunks; empty if it was not chunked.
    public internal(set) var chunkSizes: [Int] = []
    /// The fields after a chunked body.
    public internal(set) var trailers: [Field] = []
    /// Whether the whole body arrived.
    public internal(set) var isComplete = false
    /// The host name the client asked for in TLS (SNI).
    public internal(set) var serverName: String?
    /// What the TLS handshake negotiated; `nil` on a plain connection.
    public internal(set) var tls: TLSDetails?

    /// The values of all fields with this name, ignoring case.
    public func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the first field with this name, ignoring case.
    public subscript(_ name: String) -> String? {
        values(name).first
    }

    /// Whether `token` is one of the comma-separated members of a field, ignoring case.
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

    /// The target's query, without the question mark; `nil` if there is none.
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
