import SockeyeClient
import Testing

/// Runs `operation`, which must fail with the client's error.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, of operation: () async throws -> Value
) async throws -> HTTPClientError {
    do {
        let value = try await operation()
        Issue.record("no error, but \(value)", sourceLocation: sourceLocation)
    } catch let error as HTTPClientError {
        // Whatever it is: one line, that says something.
        #expect(!error.description.isEmpty && !error.description.contains("\n"), sourceLocation: sourceLocation)
        return error
    }
    throw MissingFailure()
}

struct MissingFailure: Error {}
