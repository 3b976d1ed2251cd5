internal import Synchronization

/// Standard input, read on another thread than the loop's.
enum StandardInput {
    /// What has come; `nil` at the end.
    static func next() async throws -> [UInt8]? {
        try await Task.detached {
            var reader = try InputReader("-")
            return try reader.next()
        }.value
    }
}

/// Why standard input couldn't be sent, if it couldn't.
final class InputFailure: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    func set(_ error: any Error) { self.error.withLock { $0 = error } }

    func check() throws {
        if let error = error.withLock({ $0 }) { throw error }
    }
}
