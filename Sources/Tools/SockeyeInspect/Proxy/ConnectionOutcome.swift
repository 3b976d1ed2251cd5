/// What to do with a program's connection after a response.
enum ConnectionOutcome: Sendable {
    /// Keep it for another request.
    case next
    /// Close it in an orderly way.
    case end
    /// Reset it: the response was truncated, and an orderly close would make it look complete.
    case reset
}

/// A response that broke off after its head.
struct TruncatedResponse: Error {
    let reason: String
    /// Whether the framing shows the program that the response is incomplete.
    let isVisible: Bool
}
