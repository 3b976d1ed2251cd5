/// Answers requests whose bodies it reads itself, piece by piece; it may send before they arrive. For uploads.
public protocol LoopbackService: Sendable {
    /// Answers a request; `nil` leaves it to the handler and the built-in routes, if its body is still unread.
    func reply(to exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply?
}

/// Why an exchange stops: the connection failed, or the service ended it.
public struct LoopbackInterruption: Error {
    let failure: ReadingFailure
}

/// A request to a ``LoopbackService``, and what the service can do before it replies.
public struct LoopbackExchange {
    private let connection: ServerConnection
    /// The request; its body is unread.
    public let request: ReceivedRequest

    init(_ connection: ServerConnection, _ request: ReceivedRequest) {
        self.connection = connection
        self.request = request
    }

    /// Sends an interim (1xx) response.
    public func sendInterim(
        status: Int, reason: String = "Interim", fields: [ReceivedRequest.Field]
    ) async throws(LoopbackInterruption) {
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        try await sending("HTTP/1.1 \(status) \(reason)\r\n\(lines)\r\n")
    }

    /// Receives the body, first sending 100 Continue if the client waits for it (RFC 9110 section 10.1.1).
    ///
    /// - Parameter take: receives each piece as it comes, also those before a cut.
    public func receiveBody(
        _ take: @escaping ([UInt8]) async throws(LoopbackInterruption) -> Void
    ) async throws(LoopbackInterruption) {
        if request["Expect"]?.lowercased() == "100-continue" { try await sending("HTTP/1.1 100 Continue\r\n\r\n") }
        do throws(ReadingFailure) {
            try await connection.readBody { piece throws(ReadingFailure) in
                do throws(LoopbackInterruption) {
                    try await take(piece)
                } catch {
                    throw error.failure
                }
            }
        } catch {
            throw LoopbackInterruption(failure: error)
        }
    }

    /// The error a service throws to end the connection immediately, without a response: with FIN, or RST.
    public func cut(reset: Bool = false) -> LoopbackInterruption {
        LoopbackInterruption(failure: .ended(reset ? .reset : .cut))
    }

    private func sending(_ text: String) async throws(LoopbackInterruption) {
        do throws(ReadingFailure) {
            try await connection.send(text)
        } catch {
            throw LoopbackInterruption(failure: error)
        }
    }
}
