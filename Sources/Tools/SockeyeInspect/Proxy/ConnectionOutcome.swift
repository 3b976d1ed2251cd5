/// What becomes of a program's connection after an answer.
enum Afterwards: Sendable {
    /// It can carry another request.
    case next
    /// It ends in good order.
    case end
    /// It is reset: the answer was cut, and an orderly end would make it look whole.
    case reset
}

/// An answer that broke off after its head.
struct CutAnswer: Error {
    let reason: String
    /// Whether the program can see it by the framing.
    let isVisible: Bool
}
