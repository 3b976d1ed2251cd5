import HTTPTypes
import SockeyeClient
import SockeyeTesting
import Testing

/// What the client asks, what the server says on each connection, and how it must end.
struct Conversation: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the client is asked for; returns what it got, such as `200 hello`.
    var ask: @Sendable (HTTPClient) async throws -> String
    /// The server's steps, one list for each connection. The last message of the last list is the one to be cut.
    var connections: [[Step]]
    var outcome: String
    /// The exact bytes that each connection is sent; empty if they vary.
    var sent: [String] = []
    /// Whether only the end of the connection tells the end of the body.
    var isUntilClose = false
    /// Whether the last connection can carry another request.
    var isReusable = true

    var testDescription: String { name }

    init(
        _ name: String, _ connections: [[Step]], _ outcome: String, sent: [String] = [], isUntilClose: Bool = false,
        isReusable: Bool = true, ask: @escaping @Sendable (HTTPClient) async throws -> String = Self.get
    ) {
        self.name = name
        self.ask = ask
        self.connections = connections
        self.outcome = outcome
        self.sent = sent
        self.isUntilClose = isUntilClose
        self.isReusable = isReusable && !isUntilClose
    }

    @Sendable static func get(_ client: HTTPClient) async throws -> String {
        try await client.perform(.get(url)) { try await describe($0) }
    }

    /// Performs the request that `make` returns.
    static func request(
        _ make: @escaping @Sendable () throws -> Request
    ) -> @Sendable (HTTPClient) async throws -> String {
        { client in try await client.perform(make()) { try await describe($0) } }
    }

    static func describe(_ response: Response) async throws -> String {
        let body = try await response.body.collect(limit: 1 << 24)
        return "\(response.status.code) \(String(decoding: body, as: UTF8.self))"
    }

    static let url = "http://server.test/a"
    static let getHead = "GET /a HTTP/1.1\r\nHost: server.test\r\n\r\n"

    /// The last message of the last connection.
    var lastMessage: [UInt8] {
        for step in (connections.last ?? []).reversed() {
            if case .sendBytes(let bytes) = step { return bytes }
            if case .send(let text) = step { return Array(text.utf8) }
        }
        return []
    }

    /// The same connections with `message` in place of the last one, and then `end`.
    func connections(endingWith message: [UInt8], _ end: [Step]) -> [[Step]] {
        var connections = connections
        guard var last = connections.popLast() else { return [] }
        let index = last.lastIndex { step in
            switch step {
            case .send, .sendBytes: true
            default: false
            }
        }
        if let index { last.replaceSubrange(index..., with: [.sendBytes(message)] + end) }
        return connections + [last]
    }
}
