internal import HTTPTypes

/// The server answered a request for another protocol, such as the handshake of a WebSocket, with an ordinary response.
public struct UpgradeRefusal: Error, Sendable {
    /// The response; of its body at most 64 KiB.
    public let response: BufferedResponse
}

extension UpgradeRefusal {
    /// This response as a refusal: reads the first 64 KiB of its body, and no more.
    ///
    /// - Throws: `HTTPClientError` if cancelled; what is wrong with the body hides nothing of the head.
    init(_ response: Response) async throws(HTTPClientError) {
        self.response = try await response.beginning(HTTPClient.refusalBytes)
    }
}

extension UpgradeRefusal: CustomStringConvertible {
    /// The status, and what it means here.
    public var description: String {
        "the server refused to switch protocols and answered with status \(response.status.code)"
    }
}
