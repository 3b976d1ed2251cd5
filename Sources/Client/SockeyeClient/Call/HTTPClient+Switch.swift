internal import HTTPTypes
internal import SockeyeHTTP1

/// What a server answers to a request that asks for another protocol (RFC 9110 section 7.8).
enum SwitchAnswer: ~Copyable {
    /// 101: the connection is the caller's, from the bytes after the head on (`ResponseReader.takeLeftover`).
    case switched(OpenResponse)
    /// An ordinary response.
    case refused(BufferedResponse)
}

extension HTTPClient {
    /// The most bytes of a refusal's body that are kept.
    static let refusalBytes = 64 * 1024

    /// Performs a request whose connection is to carry another protocol afterwards.
    func switchProtocols(
        _ request: Request, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> SwitchAnswer {
        let open = try await openSwitched(request, observer: observer)
        if open.response.status.code == 101 { return .switched(open) }
        let refusal = try await open.response.beginning(Self.refusalBytes)
        // Of a body that goes on, the rest isn't worth the connection.
        open.giveBack()
        return .refused(refusal)
    }

    /// Whatever the server answers; after 101 with the whole request sent, since the bytes of the new protocol follow it
    /// (RFC 9110 section 7.8).
    func openSwitched(
        _ request: Request, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> OpenResponse {
        var request = request
        request.switchesProtocols = true
        let open = try await intercept(request, observer: observer)
        if open.response.status.code == 101 { try await open.response.finishSending() }
        return open
    }
}
