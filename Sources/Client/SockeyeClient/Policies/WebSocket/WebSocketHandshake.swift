internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeWebSocket

/// The opening handshake (RFC 6455 section 4.1): the fields of the request, and what the answer must have.
struct WebSocketHandshake {
    /// What both sides agreed on.
    struct Agreement: Equatable {
        var subprotocol: String?
        var compression: PerMessageDeflate?
    }

    private let options: WebSocketOptions
    /// 16 random bytes in base64.
    let key: String

    /// - Parameter nonce: 16 random bytes, new for every connection.
    init(_ options: WebSocketOptions, nonce: [UInt8]) throws(WebSocketError) {
        var seen: Set<String> = []
        for name in options.protocols {
            guard HTTPField.Name(name) != nil, seen.insert(name).inserted else {
                throw .caller(.malformedProtocol(name))
            }
        }
        self.options = options
        key = Base64.encode(nonce)
    }

    /// Adds the fields of RFC 6455 section 4.1, points 5 to 11.
    func apply(to fields: inout HTTPFields) {
        fields[.upgrade] = "websocket"
        fields[.connection] = "Upgrade"
        fields[.secWebSocketKey] = key
        fields[.secWebSocketVersion] = "13"
        if !options.protocols.isEmpty { fields[.secWebSocketProtocol] = options.protocols.joined(separator: ", ") }
        if let compression = options.compression { fields[.secWebSocketExtensions] = compression.offer }
    }

    /// Checks an answer with the status 101 (RFC 6455 section 4.1, the client's checks 2 to 6).
    func agreement(in head: ResponseHead) throws(WebSocketError) -> Agreement {
        let fields = head.fields
        // RFC 9110 section 7.8: HTTP/1.0 has no Upgrade.
        guard head.version == .http11 else { throw .handshake(.oldVersion) }
        guard fields.names(.upgrade) == ["websocket"], fields.names(.connection).contains("upgrade") else {
            throw .handshake(.notUpgraded)
        }
        guard fields[values: .secWebSocketAccept] == [try Self.accept(for: key)] else { throw .handshake(.wrongAccept) }
        let subprotocols = fields[values: .secWebSocketProtocol]
        if let name = subprotocols.first, subprotocols.count > 1 || !options.protocols.contains(name) {
            throw .handshake(.unofferedProtocol(name))
        }
        return Agreement(
            subprotocol: subprotocols.first,
            compression: try PerMessageDeflate.agreed(
                fields[values: .secWebSocketExtensions], offer: options.compression))
    }

    /// RFC 6455 section 1.3: base64 of the SHA-1 of the key and a fixed text.
    static func accept(for key: String) throws(WebSocketError) -> String {
        do throws(DigestError) {
            return try Digest(.sha1, of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64
        } catch {
            throw .caller(.outOfResources)
        }
    }
}

extension HTTPFields {
    /// The members of a list of names, in lowercase.
    fileprivate func names(_ name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }.filter {
                !$0.isEmpty
            }
        }
    }
}
