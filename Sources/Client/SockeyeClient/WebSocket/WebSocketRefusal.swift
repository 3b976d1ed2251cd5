internal import HTTPTypes

/// The server answered the handshake of a WebSocket with an ordinary response.
public struct WebSocketRefusal: Error, Sendable {
    /// The response; of its body at most 64 KiB.
    public let response: BufferedResponse
}

extension WebSocketRefusal: CustomStringConvertible {
    /// The status, and what it means here.
    public var description: String {
        "the server refused the WebSocket with status \(response.status.code)"
    }
}
