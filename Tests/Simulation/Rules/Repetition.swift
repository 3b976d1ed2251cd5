/// The rule that nothing but an idempotent request is sent twice after a byte of it has left.
enum Repetition {
    /// Their methods, each with the space that ends it.
    private static let idempotent: Set<String> = ["GET ", "HEAD ", "PUT ", "DELETE ", "OPTIONS ", "TRACE "]
    /// Answers after which a request goes on: the server has done nothing.
    private static let inviting: Set<Int> = [301, 302, 303, 307, 308, 401, 407, 417]

    /// Checks the beginning of an attempt, which may end within the method.
    static func check(_ operation: Operation, _ attempt: Attempt) {
        let beginning = String(decoding: attempt.beginning, as: UTF8.self)
        if idempotent.contains(where: { $0.hasPrefix(beginning) }) { return }
        // A creation repeated makes another upload, and an append names its offset.
        if case .upload = operation.kind { return }
        for earlier in operation.attempts where earlier !== attempt && earlier.bytesLeft > 0 {
            if let status = earlier.status, inviting.contains(status) { continue }
            operation.world.breaks(
                "operation \(operation.number) sends its \(beginning) again after \(earlier.bytesLeft) bytes")
        }
    }
}
