/// A response whose connection is leased until `end()`, or until the last reference goes: for streams that outlive a closure.
package final class HeldResponse {
    package let response: Response
    private var open: OpenResponse?

    init(_ open: consuming OpenResponse) {
        response = open.response
        self.open = consume open
    }

    /// Gives the connection back, or closes it if anything is left unread.
    package func end() {
        open.take()?.giveBack()
    }

    /// The connection, for the next request at once; `nil` if it can't carry one.
    func handOver(to observer: Observers?) -> Connection? {
        guard let connection = open.take()?.handOver() else { return nil }
        observer?.tell(.connectionReused, connection.details)
        return connection
    }
}

extension HTTPClient {
    /// `perform` without a closure.
    package func hold(
        _ request: Request, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> HeldResponse {
        HeldResponse(try await intercept(request, observer: observer))
    }
}
