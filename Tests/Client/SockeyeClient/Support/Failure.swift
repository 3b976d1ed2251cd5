import SockeyeClient
import Testing

/// Runs `operation`, which must throw `HTTPClientError`.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, of operation: () async throws -> Value
) async throws -> HTTPClientError {
    do {
        let value = try await operation()
        Issue.record("no error, but \(value)", sourceLocation: sourceLocation)
    } catch let error as HTTPClientError {
        // Every message is one nonempty line.
        #expect(!error.description.isEmpty && !error.description.contains("\n"), sourceLocation: sourceLocation)
        return error
    }
    throw MissingFailure()
}

struct MissingFailure: Error {}
