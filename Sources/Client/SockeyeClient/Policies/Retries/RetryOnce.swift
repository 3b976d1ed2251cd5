/// Whether a request may be sent a second time after its connection was lost, as a pure decision.
///
/// A server may close an idle connection just as a request is sent on it. The request is then sent once more on a new
/// connection, if that is safe (RFC 9110 section 9.2.2, RFC 9112 section 9.3.1).
struct RetryOnce: Sendable, Hashable {
    var isSecondTry: Bool
    /// The connection has carried a request before.
    var wasReused: Bool
    /// A byte of the response was received.
    var hasReceived: Bool
    var requestBytesSent: Int64
    var isIdempotent: Bool
    var isReplayable: Bool

    /// Whether to try again after a failure.
    func isAllowed(afterLostConnection isLost: Bool) -> Bool {
        refusal(afterLostConnection: isLost) == nil
    }

    /// Why it isn't tried again; `nil` if it is.
    func refusal(afterLostConnection isLost: Bool) -> SecondTryRefusal? {
        if !isLost { return .notLost }
        if isSecondTry { return .isSecondTry }
        if !wasReused { return .wasNew }
        if hasReceived { return .hasReceived }
        if !isReplayable { return .notReplayable }
        return requestBytesSent == 0 || isIdempotent ? nil : .notIdempotent
    }
}

/// Why a request isn't sent a second time after its connection was lost, in words.
enum SecondTryRefusal: String {
    case notLost = "the connection wasn't lost"
    case isSecondTry = "this was the second try"
    case wasNew = "the connection was new"
    case hasReceived = "a part of the response had come"
    case notReplayable = "its body can't be sent again"
    case notIdempotent = "the server may have acted on it already"
}
